-- Lua 5.1 or later: lua client.lua
-- Needs luasocket, luasec (for https), luaossl and lua-cjson:
--   luarocks install luasocket luasec luaossl lua-cjson
--   apt-get install lua5.4 lua-socket lua-sec lua-luaossl lua-cjson
local cjson = require("cjson")
local digest = require("openssl.digest")
local hmac = require("openssl.hmac")
local ltn12 = require("ltn12")
local rand = require("openssl.rand")
local socket = require("socket")

-- In your program these are constants.
local SERVER = os.getenv("LATCHKEY_SERVER") -- https://license.example.com
local APP_KEY = os.getenv("LATCHKEY_APP_KEY")
local APP_SECRET = os.getenv("LATCHKEY_APP_SECRET")
local CARD = os.getenv("LATCHKEY_CARD")
local SIGN_MODE = os.getenv("LATCHKEY_SIGN_MODE") or "hmac-sha256" -- as the application is set to
local VARIABLE = os.getenv("LATCHKEY_VARIABLE") or "greeting"
-- Trusted certificates for https, here the file of Debian and Alpine. Fedora: /etc/pki/tls/certs/ca-bundle.crt,
-- macOS: /etc/ssl/cert.pem. On Windows, save https://curl.se/ca/cacert.pem.
local CA_FILE = os.getenv("LATCHKEY_CA_FILE") or "/etc/ssl/certs/ca-certificates.crt"

local http = require(SERVER:find("^https:") and "ssl.https" or "socket.http")
http.TIMEOUT = 15
local clock_offset = 0 -- seconds that the server's clock is ahead of this one

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

local function urlencode(value)
  return (value:gsub("[^%w%-%._~]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

-- Numbers of JSON are floats: tostring would make 1.79e+09 or 1790000000.0 of expires_ts.
local function whole(number) return string.format("%.0f", number) end

local function sign(parameters)
  local pairs_of = {}
  for name in pairs(parameters) do pairs_of[#pairs_of + 1] = name end
  -- By bytes, as long as the program does not call os.setlocale.
  table.sort(pairs_of)
  -- Values as they are, before any URL encoding.
  for at, name in ipairs(pairs_of) do pairs_of[at] = name .. "=" .. parameters[name] end
  local text = table.concat(pairs_of, "&")
  if SIGN_MODE == "md5" then return hex(digest.new("md5"):final(text .. APP_SECRET)) end
  return hex(hmac.new(APP_SECRET, "sha256"):final(text))
end

local MONTHS = { Jan = 1, Feb = 2, Mar = 3, Apr = 4, May = 5, Jun = 6, Jul = 7, Aug = 8, Sep = 9, Oct = 10, Nov = 11, Dec = 12 }

-- The seconds since 1970 of a Date header.
local function seconds_of(date)
  local day, month, year, hour, min, sec = date:match("(%d+) (%a+) (%d+) (%d+):(%d+):(%d+)")
  local y, m = year - (MONTHS[month] < 3 and 1 or 0), (MONTHS[month] + 9) % 12
  local days = 365 * y + math.floor(y / 4) - math.floor(y / 100) + math.floor(y / 400)
    + math.floor((153 * m + 2) / 5) + day - 719469
  return ((days * 24 + hour) * 60 + min) * 60 + sec
end

-- Errors are tables: { code, text }; "offline" stands for no answer, or none that says anything about the card.
local function fail(code, text) error({ code = code, text = text }, 0) end

-- Signs and sends one request; returns the answer and the server's time.
local function send(method, path, given)
  local parameters = { app_key = APP_KEY, nonce = hex(rand.bytes(16)), timestamp = whole(os.time() + clock_offset) }
  for name, value in pairs(given) do parameters[name] = value end
  parameters.sign = sign(parameters)
  local fields = {}
  for name, value in pairs(parameters) do fields[#fields + 1] = name .. "=" .. urlencode(value) end
  local form = table.concat(fields, "&")
  local chunks = {}
  local ok, status, headers = http.request({
    url = SERVER .. "/api/client/v1" .. path .. (method == "GET" and "?" .. form or ""),
    method = method,
    headers = method == "POST" and {
      ["content-type"] = "application/x-www-form-urlencoded",
      ["content-length"] = tostring(#form),
    } or nil,
    source = method == "POST" and ltn12.source.string(form) or nil,
    sink = ltn12.sink.table(chunks),
    -- By default luasec accepts any certificate. It never checks whether a certificate belongs to the host, as the SDK
    -- for Lua does.
    verify = "peer",
    cafile = CA_FILE,
  })
  if not ok then fail("offline", tostring(status)) end
  local decoded, answer = pcall(cjson.decode, table.concat(chunks))
  if not decoded or type(answer) ~= "table" or type(answer.code) ~= "number" then
    fail("offline", "status " .. tostring(status) .. ", no answer of the API")
  end
  return answer, headers.date
end

-- Returns `result`; fails with a code, which is "offline" or the server's.
local function call(method, path, given)
  local answer, date = send(method, path, given)
  if answer.code == 10011 or answer.code == 10013 then -- this clock is wrong: take the server's, sign anew
    clock_offset = seconds_of(date) - os.time()
    answer = send(method, path, given)
  end
  if answer.code == 429 or answer.code == 500 or answer.code == 503 then fail("offline", answer.message) end
  if answer.code ~= 0 then fail(answer.code, whole(answer.code) .. " " .. answer.message) end
  return answer.result or {}
end

-- A random name made once: two PCs of one host name differ, and nothing tells whose PC it is.
local function device_id(name)
  local file = io.open(name, "r")
  if not file then
    file = assert(io.open(name, "w"))
    file:write(hex(rand.bytes(16)))
    file:close()
    file = assert(io.open(name, "r"))
  end
  local id = file:read("*l")
  file:close()
  return id
end

local function not_licensed(reason)
  print("not licensed: " .. reason)
  os.exit(1) -- your program: close what the licence opens
end

io.stdout:setvbuf("no")
local stdin = { getfd = function() return 0 end, dirty = function() return false end }

-- Sends heartbeats until there is input: Lua has no threads, so the wait for input is the timer. (Not on Windows,
-- where select takes sockets alone: use the timer of your program's event loop.)
local function keep_alive_until_input(session)
  session.last_answer = session.last_answer or socket.gettime()
  session.next_beat = session.next_beat or socket.gettime() + session.hg
  while true do
    local readable = socket.select({ stdin }, nil, math.max(0, session.next_beat - socket.gettime()))
    if #readable > 0 then return end
    local ok, problem = pcall(call, "POST", "/card/heartbeat", { card = CARD, token = session.token })
    if ok then
      session.last_answer = socket.gettime()
    elseif type(problem) ~= "table" or problem.code ~= "offline" then
      error(problem, 0)
    else
      print("offline: " .. problem.text)
      if socket.gettime() - session.last_answer >= 3 * session.hg then not_licensed("no answer for three heartbeats") end
    end
    session.next_beat = socket.gettime() + session.hg
  end
end

local ok, problem = pcall(function()
  local session = call("POST", "/card/login", { card = CARD, device_id = device_id("device-id.txt") })
  print("licensed until " .. session.expires .. " (" .. whole(session.expires_ts) .. ")")
  repeat
    -- The work needs a value that only the server has, not a yes or no.
    print("value: " .. call("GET", "/remote/variables/" .. urlencode(VARIABLE), { kami = CARD }).value)
    keep_alive_until_input(session)
  until not io.read("*l") -- Enter: read it again; end of input: log out
  call("POST", "/card/logout", { card = CARD, token = session.token })
  print("logged out")
end)
if not ok then
  if type(problem) ~= "table" then not_licensed(tostring(problem)) end
  not_licensed(problem.code == "offline" and "offline (" .. problem.text .. ")" or problem.text)
end
