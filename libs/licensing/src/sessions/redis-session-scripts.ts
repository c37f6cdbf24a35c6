/**
 * Assigns each change and version a number: Redis's clock in microseconds, so that numbers keep rising after Redis was
 * emptied. If Redis's clock was set back, a change gets the last number plus one, and a version gets the last number.
 * The key `changes` contains the last number, and the key `began` the first number since Redis was empty.
 * `RedisSessionCache` explains the other keys.
 */
const NUMBERS = `
  local function clock()
    local time = redis.call('TIME')
    return time[1] * 1000000 + time[2]
  end
  local function text(number) return string.format('%.0f', number) end
  local function advance(changes, began, step)
    local last = redis.call('GET', changes)
    local number = math.max((tonumber(last) or 0) + step, clock())
    redis.call('SET', changes, text(number), 'EX', 86400)
    if last then redis.call('EXPIRE', began, 86400)
    else redis.call('SET', began, text(number), 'EX', 86400) end
    return number
  end`;

/**
 * Returns true if a change of the holder is in progress. KEYS: `t:` of the holder, which contains the time up to which
 * each change counts. A change without a time was begun by the previous version of the server.
 */
const IN_PROGRESS = `
  local function inProgress(key)
    local found = false
    local changes = redis.call('HGETALL', key)
    for i = 1, #changes, 2 do
      local untilTime = changes[i + 1]
      if untilTime == '' or tonumber(untilTime) > clock() then found = true
      else redis.call('HDEL', key, changes[i]) end
    end
    return found
  end`;

/** Returns the current version. KEYS: `changes`, `began`. */
export const TICKET = `${NUMBERS}
  return text(advance(KEYS[1], KEYS[2], 0))`;

/**
 * Stores a copy of a session. KEYS: `s:` of the session; `h:`, `c:` and `t:` of its holder; `b:` of the session;
 * `began`. ARGV: version of the copy, last heartbeat, the copy itself, its lifetime in milliseconds, token, maximum age
 * of the version in milliseconds.
 */
export const PUT = `${NUMBERS}${IN_PROGRESS}
  local ticket = tonumber(ARGV[1])
  local seen = math.max(
    tonumber(ARGV[2]),
    tonumber(redis.call('GETRANGE', KEYS[1], 0, 12)) or 0,
    tonumber(redis.call('GET', KEYS[5])) or 0)
  local fresh = ticket >= (tonumber(redis.call('GET', KEYS[6])) or math.huge)
    and ticket >= (tonumber(redis.call('GET', KEYS[3])) or 0)
    and clock() - ticket <= ARGV[6] * 1000
    and not inProgress(KEYS[4])
  if fresh then
    redis.call('SET', KEYS[1], string.format('%013.0f', seen) .. ARGV[3], 'PX', ARGV[4])
    redis.call('HSET', KEYS[2], ARGV[5], '')
    if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
  end
  return text(seen)`;

/**
 * Records heartbeats. KEYS: for each heartbeat, `s:` of the session, `h:` of its holder and `b:` of the session. ARGV:
 * lifetime of `b:` keys in milliseconds; then for each heartbeat its time and the lifetime of the copy in milliseconds.
 */
export const TOUCH = `
  for i = 1, #KEYS / 3 do
    local copy, holder, beat = unpack(KEYS, 3 * i - 2, 3 * i)
    local now, keepMs = ARGV[2 * i], ARGV[2 * i + 1]
    local seen = redis.call('GETRANGE', copy, 0, 12)
    if seen == '' then
      if (redis.call('GET', beat) or '') < now then redis.call('SET', beat, now, 'PX', ARGV[1]) end
    elseif seen < now then
      redis.call('SETRANGE', copy, 0, now)
      redis.call('PEXPIRE', copy, keepMs)
      redis.call('PEXPIRE', holder, keepMs)
    end
  end
  return 0`;

/**
 * Returns for each session the time of its last heartbeat, or 0 if the time is unknown. KEYS: for each session, `s:`
 * and `b:`.
 */
export const RECENT = `
  local times = {}
  for i = 1, #KEYS, 2 do
    times[#times + 1] = math.max(
      tonumber(redis.call('GETRANGE', KEYS[i], 0, 12)) or 0,
      tonumber(redis.call('GET', KEYS[i + 1])) or 0)
  end
  return times`;

/**
 * Records the beginning or end of a change, and drops copies. KEYS: `h:`, `c:` and `t:` of the holder; `changes`;
 * `began`. ARGV: key prefix, token of the session (empty for all sessions of the holder), id of the change, `begin` or
 * `end`, lifetime of changes in milliseconds, lifetime of `b:` keys in milliseconds.
 */
export const CHANGE = `${NUMBERS}
  local tokens = { ARGV[2] }
  if ARGV[2] == '' then tokens = redis.call('HKEYS', KEYS[1]) end
  for _, token in ipairs(tokens) do
    local key = ARGV[1] .. 's:' .. token
    local copy = redis.call('GET', key)
    if copy then
      local beat = ARGV[1] .. 'b:' .. string.match(copy, '^%d+%[(%d+)')
      redis.call('SET', beat, string.sub(copy, 1, 13), 'PX', ARGV[6])
      redis.call('DEL', key)
    end
    redis.call('HDEL', KEYS[1], token)
  end
  if ARGV[4] == 'begin' then
    redis.call('HSET', KEYS[3], ARGV[3], text(clock() + ARGV[5] * 1000))
    redis.call('PEXPIRE', KEYS[3], ARGV[5])
  else
    redis.call('HDEL', KEYS[3], ARGV[3])
    redis.call('SET', KEYS[2], text(advance(KEYS[4], KEYS[5], 1)), 'PX', ARGV[5])
  end
  return 0`;

/**
 * Replaces the uses in a holder's copies. If the holder has changed since the version was read, or a change is in
 * progress, drops the copies instead. KEYS: `h:`, `c:` and `t:` of the holder; `changes`; `began`. ARGV: key prefix,
 * version, uses; then in milliseconds the maximum age of the version, the lifetime of changes and the lifetime of `b:`
 * keys.
 */
export const USES = `${NUMBERS}${IN_PROGRESS}
  local version = tonumber(ARGV[2])
  local fresh = version >= (tonumber(redis.call('GET', KEYS[5])) or math.huge)
    and version >= (tonumber(redis.call('GET', KEYS[2])) or 0)
    and clock() - version <= ARGV[4] * 1000
    and not inProgress(KEYS[3])
  for _, token in ipairs(redis.call('HKEYS', KEYS[1])) do
    local key = ARGV[1] .. 's:' .. token
    local copy = redis.call('GET', key)
    if copy then
      if fresh then
        redis.call('SET', key, (string.gsub(copy, '%[[^%[%]]*%]%]$', ARGV[3] .. ']')), 'KEEPTTL')
      else
        local beat = ARGV[1] .. 'b:' .. string.match(copy, '^%d+%[(%d+)')
        redis.call('SET', beat, string.sub(copy, 1, 13), 'PX', ARGV[6])
        redis.call('DEL', key)
      end
    end
    if not fresh then redis.call('HDEL', KEYS[1], token) end
  end
  redis.call('SET', KEYS[2], text(advance(KEYS[4], KEYS[5], 1)), 'PX', ARGV[5])
  return 0`;
