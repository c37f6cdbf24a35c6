/*
 * Scripts of `ClusterSessionCache`. Each has one key, so that slots can be moved at any time. Values of `s:` are the last
 * heartbeat in 13 digits; `?` and an id of 16 characters while a copy is being put; and, if there is a copy, the number of
 * its version in 16 digits and the copy.
 */

/**
 * Numbers changes and versions by Redis's clock in microseconds, so that numbers keep rising after Redis was emptied;
 * when its clock was set back, by one more than the last. KEYS: changes. ARGV: 1 for a change, 0 for a version.
 */
export const ADVANCE = `
  local time = redis.call('TIME')
  local last = redis.call('HGET', KEYS[1], 'last')
  local number = string.format('%.0f',
    math.max((tonumber(last) or 0) + tonumber(ARGV[1]), time[1] * 1000000 + time[2]))
  redis.call('HSET', KEYS[1], 'last', number)
  if not last then redis.call('HSET', KEYS[1], 'began', number) end
  redis.call('EXPIRE', KEYS[1], 86400)
  return number`;

/** Reads the parts of a session: `seen`, `claim`, `version` and `copy` are empty texts if they are missing. */
const SESSION = `
  local value = redis.call('GET', KEYS[1]) or ''
  local seen, rest, claim = string.sub(value, 1, 13), string.sub(value, 14), ''
  if string.sub(rest, 1, 1) == '?' then claim, rest = string.sub(rest, 1, 17), string.sub(rest, 18) end
  local version, copy = string.sub(rest, 1, 16), string.sub(rest, 17)`;

/** KEYS: session. ARGV: last heartbeat, id of the claim, lifetime in milliseconds. Returns the last heartbeat. */
export const CLAIM = `${SESSION}
  seen = string.format('%013.0f', math.max(tonumber(ARGV[1]), tonumber(seen) or 0))
  value = seen .. '?' .. ARGV[2] .. rest
  if copy == '' then redis.call('SET', KEYS[1], value, 'PX', ARGV[3])
  else redis.call('SET', KEYS[1], value, 'KEEPTTL') end
  return seen`;

/**
 * KEYS: session. ARGV: id of the claim, version, copy, lifetime in milliseconds. Stores the copy unless the claim was
 * withdrawn.
 */
export const STORE = `${SESSION}
  if claim == '?' .. ARGV[1] then
    redis.call('SET', KEYS[1], seen .. string.format('%016.0f', tonumber(ARGV[2])) .. ARGV[3], 'PX', ARGV[4])
  end
  return 0`;

/** KEYS: session. ARGV: lifetime of the heartbeat in milliseconds. Removes the copy, and the claim to store one. */
export const DROP = `${SESSION}
  if seen ~= '' then redis.call('SET', KEYS[1], seen, 'PX', ARGV[1]) end
  return 0`;

/**
 * KEYS: session. ARGV: number of the change, uses, lifetime of a heartbeat in milliseconds. Replaces the uses in a copy of
 * an earlier version.
 */
export const REPLACE_USES = `${SESSION}
  if claim ~= '' then
    redis.call('SET', KEYS[1], seen, 'PX', ARGV[3])
  elseif copy ~= '' and tonumber(version) < tonumber(ARGV[1]) then
    local number = string.format('%016.0f', tonumber(ARGV[1]))
    local uses = string.gsub(copy, '%[[^%[%]]*%]%]$', ARGV[2] .. ']')
    redis.call('SET', KEYS[1], seen .. number .. uses, 'KEEPTTL')
  end
  return 0`;

/** KEYS: session. ARGV: time, lifetime of a copy and of a heartbeat in milliseconds. Notes a heartbeat. */
export const BEAT = `${SESSION}
  local now = string.format('%013.0f', tonumber(ARGV[1]))
  if seen == '' then
    redis.call('SET', KEYS[1], now, 'PX', ARGV[3])
  elseif seen < now then
    redis.call('SETRANGE', KEYS[1], 0, now)
    redis.call('PEXPIRE', KEYS[1], copy == '' and ARGV[3] or ARGV[2])
  end
  return 0`;

/**
 * A holder is a hash: its tokens, and `=`, the number of its last change, and `!`, its changes in progress as JSON with
 * the time at which each ends if it does not report its end.
 */
const HOLDER = `
  local function clock()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local function changes()
    local now, left = clock(), {}
    for id, ends in pairs(cjson.decode(redis.call('HGET', KEYS[1], '!') or '{}')) do
      if ends > now then left[id] = ends end
    end
    return left
  end
  local function save(left)
    if next(left) then redis.call('HSET', KEYS[1], '!', cjson.encode(left))
    else redis.call('HDEL', KEYS[1], '!') end
  end
  local function tokens()
    local all = {}
    for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
      if #field > 1 then all[#all + 1] = field end
    end
    return all
  end
  local function isFresh(version, ageMs)
    return version >= (tonumber(redis.call('HGET', KEYS[1], '=')) or 0)
      and clock() - version / 1000 <= tonumber(ageMs)
      and next(changes()) == nil
  end
  local function keep(ms)
    if redis.call('PTTL', KEYS[1]) < tonumber(ms) then redis.call('PEXPIRE', KEYS[1], ms) end
  end`;

/**
 * KEYS: holder. ARGV: version, maximum age of the version in milliseconds, token, lifetime in milliseconds. Notes a token
 * whose copy is going to be stored, and returns 1, unless the holder has changed since the version.
 */
export const REGISTER = `${HOLDER}
  if not isFresh(tonumber(ARGV[1]), ARGV[2]) then return 0 end
  redis.call('HSET', KEYS[1], ARGV[3], '')
  keep(ARGV[4])
  return 1`;

/** KEYS: holder. ARGV: token, lifetime in milliseconds. Returns 1 if the holder's changes reach the copy. */
export const KEEP = `${HOLDER}
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
  keep(ARGV[2])
  return 1`;

/**
 * KEYS: holder. ARGV: id of the change, its maximum duration in milliseconds, 1 to return the holder's tokens. Notes a
 * change in progress.
 */
export const BEGIN = `${HOLDER}
  local left = changes()
  left[ARGV[1]] = clock() + ARGV[2]
  save(left)
  keep(ARGV[2])
  return ARGV[3] == '1' and tokens() or {}`;

/**
 * KEYS: holder. ARGV: id of the change, its number, lifetime of the number in milliseconds, then the tokens whose copies
 * were removed. Returns tokens that may have been added because the change took too long, or Redis lost it.
 */
export const END = `${HOLDER}
  local left = changes()
  local missed = {}
  if left[ARGV[1]] then
    for i = 4, #ARGV do redis.call('HDEL', KEYS[1], ARGV[i]) end
  else
    missed = tokens()
  end
  left[ARGV[1]] = nil
  save(left)
  redis.call('HSET', KEYS[1], '=', ARGV[2])
  keep(ARGV[3])
  return missed`;

/**
 * KEYS: holder. ARGV: version, its maximum age in milliseconds, number of the change, lifetime of the number in
 * milliseconds. Notes a change of the holder's uses. Returns whether it is the only change since the version, and the
 * tokens.
 */
export const NOTE = `${HOLDER}
  local fresh = isFresh(tonumber(ARGV[1]), ARGV[2])
  redis.call('HSET', KEYS[1], '=', ARGV[3])
  keep(ARGV[4])
  return { fresh and 1 or 0, tokens() }`;
