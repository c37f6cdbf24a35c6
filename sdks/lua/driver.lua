-- The driver for the conformance runner: one JSON object per line on input and on output.
local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. package.path
package.cpath = folder .. "/?.so;" .. package.cpath
local latchkey = require("latchkey")
local socket = require("socket")

local system = latchkey.system()
local clients, sessions, keepers = {}, {}, {}

local function is_list(value)
  local count = 0
  for _ in pairs(value) do count = count + 1 end
  return count > 0 and count == #value
end

local function encode(value)
  local kind = type(value)
  if kind == "string" then
    return '"' .. value:gsub('[%z\1-\31"\\\127]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
  elseif kind == "number" then
    return value == math.floor(value) and ("%.0f"):format(value) or ("%.17g"):format(value)
  elseif kind == "boolean" then
    return tostring(value)
  elseif kind ~= "table" or value == latchkey.null then
    return "null"
  end
  local parts = {}
  if is_list(value) then
    for at, item in ipairs(value) do parts[at] = encode(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for name, item in pairs(value) do parts[#parts + 1] = encode(tostring(name)) .. ":" .. encode(item) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function say(line)
  io.stdout:write(encode(line), "\n")
  io.stdout:flush()
end

local function plain(value)
  if value == latchkey.null then return nil end
  return value
end

local function members(session)
  local copy = {}
  for _, name in ipairs({ "token", "expires", "expires_ts", "hg", "features", "uses_left", "card_type", "config", "result" }) do
    copy[name] = session[name]
  end
  return copy
end

local function call_method(object, r)
  local names = { config = "get_config" }
  local given = plain(r.arguments) or {}
  local a, b, c, d = plain(given[1]), plain(given[2]), plain(given[3]), plain(given[4])
  local name = r.session and names[r.method] or r.method
  if name == "device_id" then return { device_id = object.device_id } end
  local value, problem = object[name](object, a, b, c, d)
  if value and name == "open_ticket" then value = { claims = value } end
  if name == "request_code" then value = { code = value } end
  return value, problem
end

local work = {}

function work.sign(r)
  return { sign = latchkey.sign(system, r.mode, r.secret, r.method, r.path, r.parameters) }
end

function work.bind_nonce(r)
  return { nonce = latchkey.bind_nonce(system, r.method, r.path, r.random, r.parameters) }
end

function work.read_answer(r)
  local result, time = latchkey.read_answer(system, plain(r.public_keys) or {}, r.method, r.path, r.nonce, r.status, r.body)
  if not result then return nil, time end
  return { result = result, time = time }
end

function work.verify_ticket(r)
  local claims, problem = latchkey.verify_ticket(
    system, r.public_keys, r.app_key, r.device_id, r.ticket, r.now, plain(r.greatest_time)
  )
  if not claims then return nil, problem end
  return { claims = claims }
end

function work.request_code(r) return { code = latchkey.request_code(system, r.app_key, r.device_id) } end

function work.device_id(r) return { device_id = latchkey.hash_device_id(system, r.app_key, r.source, r.value) } end

function work.code(r)
  local name, tell = latchkey.code(r.code)
  return { name = name, tell = tell }
end

function work.new(r)
  local options = {}
  for name, value in pairs(r.options) do options[name] = plain(value) end
  local client, problem = latchkey.new(options)
  clients[r.client] = client
  return client and {}, problem
end

function work.describe(r) return { text = tostring(clients[r.client]) } end

function work.login(r)
  local client = clients[r.client]
  local session, problem
  if r.card then
    session, problem = client:login(r.card)
  elseif r.username then
    session, problem = client:user_login(r.username, r.password)
  else
    session, problem = client:trial_login()
  end
  if not session then return nil, problem end
  sessions[r.session] = session
  return members(session)
end

function work.session(r) return call_method(sessions[r.session], r) end

function work.client(r) return call_method(clients[r.client], r) end

function work.keep(r)
  local keeper, problem = sessions[r.session]:keep(function(event)
    local line = { event = event.name, session = r.session }
    for name, value in pairs(event) do
      if name == "session" then line.renewed = members(value) elseif name ~= "name" then line[name] = value end
    end
    say(line)
  end)
  if not keeper then return nil, problem end
  keepers[r.session] = keeper
  return {}
end

function work.state(r)
  local keeper = keepers[r.session]
  return {
    state = keeper:state(), licensed = keeper:licensed(), reason = keeper.reason, code = keeper.code,
    tell = keeper.tell, expires_ts = keeper.session.expires_ts, beats = keeper.beats,
  }
end

function work.close(r)
  if keepers[r.session] then keepers[r.session]:close() end
  return {}
end

function work.resources()
  collectgarbage()
  collectgarbage()
  local sockets, pid = 0, io.open("/proc/self/stat")
  if not pid then return { memory = collectgarbage("count") * 1024 } end
  local id = pid:read("*a"):match("^%d+")
  pid:close()
  local list = io.popen("ls -l /proc/" .. id .. "/fd 2>/dev/null")
  for line in list:lines() do
    if line:find("socket:", 1, true) then sockets = sockets + 1 end
  end
  list:close()
  return { threads = 0, sockets = sockets, memory = math.floor(collectgarbage("count") * 1024) }
end

local function answer(r)
  local ok, result, problem = xpcall(function() return work[r["do"]](r) end, debug.traceback)
  if not ok then
    io.stderr:write(tostring(result), "\n")
    say({ id = r.id, error = { kind = "fault", message = tostring(result) } })
  elseif result == nil then
    local e = problem
    say({ id = r.id, error = {
      kind = e.kind, code = e.code, name = e.name, message = e.message, tell = e.tell, reason = e.reason,
      retry_after = e.retry_after,
    } })
  else
    say({ id = r.id, ok = result })
  end
end

-- Input is not buffered, so that select notices every waiting line.
io.stdin:setvbuf("no")
local stdin = { getfd = function() return 0 end, dirty = function() return false end }

while true do
  local wait
  for _, keeper in pairs(keepers) do
    local due = keeper:tick()
    if due then wait = math.min(wait or 1, math.max(0, due - system.monotonic())) end
  end
  if #socket.select({ stdin }, nil, wait) > 0 then
    local line = io.read("*l")
    if not line then break end
    local r = latchkey.parse_json(line)
    if r["do"] == "exit" then
      say({ id = r.id, ok = {} })
      break
    end
    answer(r)
  end
end
