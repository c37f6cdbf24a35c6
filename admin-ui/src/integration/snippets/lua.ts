import type { Snippet } from './snippet';

const IMPORTS = {
  md5: 'local digest = require("openssl.digest")',
  'hmac-sha256': 'local hmac = require("openssl.hmac")',
  'hmac-sha256-path': 'local hmac = require("openssl.hmac")',
};
const DIGESTS = {
  md5: 'digest.new("md5"):final(text .. APP_SECRET)',
  'hmac-sha256': 'hmac.new(APP_SECRET, "sha256"):final(text)',
  'hmac-sha256-path': 'hmac.new(APP_SECRET, "sha256"):final(text)',
};

const SIGN = `-- Signs the parameters: sorted by name, joined by &, with unchanged values.
local function sign(parameters)
  local pairs_of = {}
  for _, name in ipairs(sorted_names(parameters)) do
    pairs_of[#pairs_of + 1] = name .. "=" .. parameters[name]
  end
  local text = table.concat(pairs_of, "&")`;

const SIGN_WITH_PATH = `local function escaped(text)
  return (text:gsub("[%%=\\r\\n]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

-- Signs a text of lines: the method, the path, and the parameters sorted by name.
local function sign(path, parameters)
  local lines = { "latchkey-request-v1", "POST", "/api/client/v1" .. path }
  for _, name in ipairs(sorted_names(parameters)) do
    lines[#lines + 1] = escaped(name) .. "=" .. escaped(parameters[name])
  end
  local text = table.concat(lines, "\\n")`;

export const lua: Snippet = {
  id: 'lua',
  name: 'Lua',
  fileName: 'latchkey.lua',
  write: ({
    server,
    appKey,
    appSecret,
    card,
    signMode,
  }) => `-- Lua 5.1 or later: luarocks install luasocket luasec luaossl lua-cjson
local SERVER = "${server}"
local APP_KEY = "${appKey}"
local APP_SECRET = "${appSecret}"
local CARD = "${card}"
-- Trusted certificates for https, here the file of Debian and Alpine. Fedora: /etc/pki/tls/certs/ca-bundle.crt,
-- macOS: /etc/ssl/cert.pem. On Windows, save https://curl.se/ca/cacert.pem.
local CA_FILE = "/etc/ssl/certs/ca-certificates.crt"

local cjson = require("cjson")
local ltn12 = require("ltn12")
local rand = require("openssl.rand")
local socket = require("socket")
local http = require(SERVER:find("^https:") and "ssl.https" or "socket.http")
${IMPORTS[signMode]}

local DEVICE_ID = socket.dns.gethostname()

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

local function urlencode(value)
  return (value:gsub("[^%w%-%._~]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

local function sorted_names(parameters)
  local names = {}
  for name in pairs(parameters) do names[#names + 1] = name end
  table.sort(names)
  return names
end

${signMode === 'hmac-sha256-path' ? SIGN_WITH_PATH : SIGN}
  return hex(${DIGESTS[signMode]})
end

local function call(path, parameters)
  parameters.app_key = APP_KEY
  parameters.timestamp = string.format("%d", os.time())
  parameters.nonce = hex(rand.bytes(16))
  parameters.sign = sign(${signMode === 'hmac-sha256-path' ? 'path, ' : ''}parameters)

  local fields = {}
  for name, value in pairs(parameters) do fields[#fields + 1] = name .. "=" .. urlencode(value) end
  local body = table.concat(fields, "&")
  local chunks = {}
  local ok, reason = http.request({
    url = SERVER .. "/api/client/v1" .. path,
    method = "POST",
    headers = {
      ["content-type"] = "application/x-www-form-urlencoded",
      ["content-length"] = tostring(#body),
    },
    source = ltn12.source.string(body),
    sink = ltn12.sink.table(chunks),
    -- By default luasec accepts any certificate. It never checks whether a certificate belongs to the host, as the SDK
    -- for Lua does.
    verify = "peer",
    cafile = CA_FILE,
  })
  if not ok then error("no answer: " .. tostring(reason)) end
  local answer = cjson.decode(table.concat(chunks))
  if answer.code ~= 0 then error(string.format("%d: %s", answer.code, answer.message)) end
  return answer.result
end

local session = call("/card/login", { card = CARD, device_id = DEVICE_ID })
print("Signed in; the card expires at " .. session.expires)

-- Without heartbeats the session ends.
while true do
  socket.sleep(session.hg)
  local alive = call("/card/heartbeat", { card = CARD, token = session.token })
  print("Alive; the card expires at " .. alive.expires)
end
`,
};
