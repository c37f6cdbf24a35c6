--- Client of the licence server Latchkey, for Lua 5.1 to 5.4 and LuaJIT.
-- README.md describes the API. Functions return their result, or nil and an error.
local M = { _VERSION = "0.2.0" }

local byte, char, find, format, gsub, sub = string.byte, string.char, string.find, string.format, string.gsub, string.sub
local abs, concat, floor, min, max = math.abs, table.concat, math.floor, math.min, math.max

local API = "/api/client/v1"
local MAX_ANSWER_BYTES = 1024 * 1024
local MAX_WHOLE = 9007199254740991
local DAY_SEC = 24 * 3600

-- Errors

--- The stable name of each code, and the text for the customer in English and in Chinese.
local CODES = {
  [400] = { "bad_request", "The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。" },
  [10010] = { "signature_mismatch", "This copy of the program is not valid. Please download it again.", "程序文件无效，请重新下载。" },
  [10011] = { "signature_expired", "The clock of this device is wrong. Please set it and try again.", "本机时间不准确，请校准后重试。" },
  [10013] = { "timestamp_in_future", "The clock of this device is wrong. Please set it and try again.", "本机时间不准确，请校准后重试。" },
  [10014] = { "nonce_repeated", "Please try again.", "请重试。" },
  [10210] = { "card_expired", "The card has expired. Please renew it.", "卡密已到期，请续费。" },
  [10212] = { "frozen_or_blocked", "The card or this device is blocked. Please contact the seller.", "卡密或设备已被停用，请联系卖家。" },
  [10213] = { "card_multi_open", "The card is in use on another device. Close the program there first.", "卡密正在其他设备上使用，请先在那里退出。" },
  [10214] = { "session_invalid", "You have been logged out. Please log in again.", "登录已失效，请重新登录。" },
  [10215] = { "device_not_bound", "This device is currently not bound. Log in again to use it.", "该设备当前未绑定，如需使用请重新登录。" },
  [10216] = { "unbind_disabled", "The seller does not allow unbinding.", "卖家未开放解绑。" },
  [10217] = { "device_limit", "The card is bound to as many devices as it allows. Unbind one first.", "绑定设备已达上限，请先解绑其他设备。" },
  [10218] = { "card_unavailable", "This card does not exist. Please check what you typed.", "卡密不存在，请检查输入。" },
  [10219] = { "uses_insufficient", "Not enough uses are left. Please recharge.", "剩余次数不足，请充值。" },
  [10230] = { "software_unknown", "This program is not available at present. Please contact the seller.", "该软件暂不可用，请联系卖家。" },
  [10240] = { "recharge_card_unknown", "The recharge card does not exist. Please check what you typed.", "充值卡不存在，请检查输入。" },
  [10241] = { "recharge_card_used", "The recharge card has been used already.", "充值卡已被使用。" },
  [10242] = { "user_exists", "This user name is taken. Please choose another one.", "用户名已被注册，请换一个。" },
  [10243] = { "user_password_wrong", "Wrong user name or password.", "用户名或密码错误。" },
  [10244] = { "not_activated", "Log in once before you recharge.", "请先登录一次，再充值。" },
  [10250] = { "user_expired", "Your account has expired. Please renew it.", "账号已到期，请续费。" },
  [10252] = { "user_frozen", "Your account is blocked. Please contact the seller.", "账号已被停用，请联系卖家。" },
  [10253] = { "user_multi_open", "Your account is in use on another device. Close the program there first.", "账号正在其他设备上使用，请先在那里退出。" },
  [10254] = { "unbind_password_wrong", "Wrong unbind password.", "解绑密码错误。" },
  [10255] = { "unbinds_exhausted", "No unbinds are left.", "解绑次数已用完。" },
  [10256] = { "recharge_differs", "This recharge card does not fit. Please contact the seller.", "充值卡类型不符，请联系卖家。" },
  [10257] = { "time_insufficient", "Too little time is left for unbinding. Please recharge first.", "剩余时间不足以解绑，请先充值。" },
  [10258] = { "ticket_valid", "The device works offline at present and cannot be unbound yet.", "该设备的离线授权仍有效，暂时不能解绑。" },
  [10259] = { "unbind_cooldown", "A device was unbound a short time ago. Please try again later.", "解绑过于频繁，请稍后再试。" },
  [10304] = { "already_latest", "This is the latest version.", "已是最新版本。" },
  [10401] = { "trials_off", "This program has no trial.", "该软件未开放试用。" },
  [10404] = { "trial_session_invalid", "The trial has to be started again.", "试用登录已失效，请重新开始。" },
  [10405] = { "trial_over", "The trial is over. Please buy a card.", "试用已结束，请购买卡密。" },
  [10406] = { "trial_interval_over", "The trial is over for now. Please try again later, or buy a card.", "本次试用已结束，请稍后再试或购买卡密。" },
  [10501] = { "variable_unknown", "The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。" },
  [10502] = { "card_required", "A valid card is needed for this.", "此功能需要有效的卡密。" },
  [10503] = { "feature_missing", "Your card does not include this feature.", "您的卡密不包含此功能。" },
  [10521] = { "data_unknown", "The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。" },
  [10522] = { "data_exists", "This entry exists already.", "该数据已存在。" },
  [10523] = { "data_quota", "No more can be stored. Please contact the seller.", "存储已满，请联系卖家。" },
  [10541] = { "function_unknown", "The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。" },
  [10542] = { "function_params", "The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。" },
  [10543] = { "function_failed", "That did not work. Please try again later.", "操作失败，请稍后重试。" },
}
local UNKNOWN_CODE = { "unknown", "That did not work. Please contact the seller.", "操作失败，请联系卖家。" }

--- Returns the stable name of a code, and the text for the customer: `en` and `zh`.
function M.code(code)
  local entry = CODES[code] or UNKNOWN_CODE
  return entry[1], { en = entry[2], zh = entry[3] }
end

--- An error: `kind` is `refused`, `unavailable` or `misuse`.
local Error = {}
Error.__index = Error

function Error:__tostring()
  if self.kind == "refused" and self.code then
    local hint = self.code == 10010 and "; check app_secret and sign_mode" or ""
    return self.code .. " " .. self.name .. ": " .. self.message .. hint
  end
  return self.message
end

local function misuse(message)
  error(setmetatable({ kind = "misuse", message = message }, Error), 0)
end

local function unavailable(reason, message, retry_after)
  local problem = { kind = "unavailable", reason = reason, message = message, retry_after = retry_after or 0 }
  error(setmetatable(problem, Error), 0)
end

local function untrusted(message)
  unavailable("untrusted", "the answer cannot be trusted: " .. message)
end

local function no_right_signature()
  unavailable("untrusted", "no valid signature: check hosts, app_key and public_keys, "
    .. "and that the application signs its answers with ed25519")
end

local function refused(code, message, errs, time)
  local name, tell = M.code(code)
  local refusal = { kind = "refused", code = code, name = name, tell = tell, message = message, errs = errs, time = time }
  error(setmetatable(refusal, Error), 0)
end

--- The message and the texts for the customer by the reason.
local TICKET_TEXTS = {
  form = { "the ticket is not complete", "This is not a valid ticket.", "离线授权无效。" },
  key = {
    "the ticket is signed by a key that this program does not know",
    "This ticket is not valid any more. Please get a new one.", "离线授权已失效，请重新获取。",
  },
  signature = { "the signature of the ticket is wrong", "This is not a valid ticket.", "离线授权无效。" },
  application = {
    "the ticket belongs to another application", "This ticket is for another program.", "该离线授权属于其他软件。",
  },
  device = { "the ticket belongs to another device", "This ticket is for another device.", "该离线授权属于其他设备。" },
  clock = {
    "the clock of this device is behind", "The clock of this device is wrong. Please set it and try again.",
    "本机时间不准确，请校准后重试。",
  },
  expired = { "the ticket has expired", "The ticket has expired. Please go online.", "离线授权已到期，请联网。" },
  missing = { "there is no ticket", "There is no offline ticket yet. Please go online.", "尚无离线授权，请先联网获取。" },
}

local function ticket_refused(reason)
  local texts = TICKET_TEXTS[reason]
  local refusal = { kind = "refused", name = "ticket", reason = reason, message = texts[1] }
  refusal.tell = { en = texts[2], zh = texts[3] }
  error(setmetatable(refusal, Error), 0)
end

local function finish(ok, value, ...)
  if ok then return value, ... end
  if getmetatable(value) == Error then return nil, value end
  error(value, 0)
end

--- Makes a function return nil and the error instead of raising it.
local function guarded(fn)
  return function(...) return finish(pcall(fn, ...)) end
end

-- Texts and numbers

local function is_utf8(text)
  local at = find(text, "[\128-\255]")
  while at do
    local a, b, c, d = byte(text, at, at + 3)
    local function tail(x) return x and x >= 0x80 and x <= 0xBF end
    if a < 0xC2 or not tail(b) then return false end
    local length = 2
    if a >= 0xE0 then
      if not tail(c) or (a == 0xE0 and b < 0xA0) or (a == 0xED and b > 0x9F) then return false end
      length = 3
    end
    if a >= 0xF0 then
      if a > 0xF4 or not tail(d) or (a == 0xF0 and b < 0x90) or (a == 0xF4 and b > 0x8F) then return false end
      length = 4
    end
    at = find(text, "[\128-\255]", at + length)
  end
  return true
end

local function utf8_of(point)
  if point < 0x80 then return char(point) end
  local last = 0x80 + point % 64
  if point < 0x800 then return char(0xC0 + floor(point / 64), last) end
  local middle = 0x80 + floor(point / 64) % 64
  if point < 0x10000 then return char(0xE0 + floor(point / 4096), middle, last) end
  return char(0xF0 + floor(point / 262144), 0x80 + floor(point / 4096) % 64, middle, last)
end

--- Compares by bytes, since Lua's own comparison of strings depends on the locale.
local function bytes_less(a, b)
  for at = 1, min(#a, #b) do
    local x, y = byte(a, at), byte(b, at)
    if x ~= y then return x < y end
  end
  return #a < #b
end

local function is_whole(value)
  return type(value) == "number" and value == floor(value) and value <= MAX_WHOLE and value >= -MAX_WHOLE
end

--- Returns the decimal text of a whole number. tostring would return 1.79e+09 or 1790000000.0.
local function whole_text(number) return format("%.0f", number) end

local function hex(bytes)
  return (gsub(bytes, ".", function(c) return format("%02x", byte(c)) end))
end

local BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
local BASE64URL_VALUES = {}
for at = 1, 64 do BASE64URL_VALUES[byte(BASE64URL, at)] = at - 1 end

local function encode_base64url(bytes)
  local digits = {}
  for at = 1, #bytes, 3 do
    local a, b, c = byte(bytes, at, at + 2)
    local bits = a * 65536 + (b or 0) * 256 + (c or 0)
    for place = 0, c and 3 or b and 2 or 1 do
      local digit = floor(bits / 64 ^ (3 - place)) % 64
      digits[#digits + 1] = sub(BASE64URL, digit + 1, digit + 1)
    end
  end
  return concat(digits)
end

--- Decodes canonical base64url without padding; nil for anything else.
local function decode_base64url(text)
  if find(text, "[^A-Za-z0-9_-]") or #text % 4 == 1 then return nil end
  local bytes = {}
  for at = 1, #text, 4 do
    local bits, count = 0, 0
    for place = 0, 3 do
      local digit = BASE64URL_VALUES[byte(text, at + place)]
      bits = bits * 64 + (digit or 0)
      if digit then count = count + 1 end
    end
    local group = char(floor(bits / 65536) % 256, floor(bits / 256) % 256, bits % 256)
    bytes[#bytes + 1] = sub(group, 1, count - 1)
  end
  local decoded = concat(bytes)
  return encode_base64url(decoded) == text and decoded or nil
end

local function url_encode(text)
  return (gsub(text, "[^A-Za-z0-9._~-]", function(c) return format("%%%02X", byte(c)) end))
end

local ESCAPES = { ["%"] = "%25", ["="] = "%3D", ["\r"] = "%0D", ["\n"] = "%0A" }
local function escape(text) return (gsub(text, "[%%=\r\n]", ESCAPES)) end

-- JSON

local JsonObject, JsonList = {}, {}
--- Stands for null in decoded JSON.
M.null = setmetatable({}, { __tostring = function() return "null" end })

local JSON_ESCAPES = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}
local MAX_DEPTH = 64

local function json_fail() error("no JSON", 0) end

local function json_string(text, at)
  local parts, from = {}, at + 1
  while true do
    local stop = find(text, '["\\%z\1-\31]', from) or json_fail()
    parts[#parts + 1] = sub(text, from, stop - 1)
    local c = sub(text, stop, stop)
    if c == '"' then return concat(parts), stop + 1 end
    if c ~= "\\" then json_fail() end
    local e = sub(text, stop + 1, stop + 1)
    from = stop + 2
    if e == "u" then
      local function unit(where)
        local digits = sub(text, where, where + 3)
        return find(digits, "^[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]$") and tonumber(digits, 16) or json_fail()
      end
      local point = unit(from)
      from = from + 4
      if point >= 0xD800 and point <= 0xDFFF then
        if point > 0xDBFF or sub(text, from, from + 1) ~= "\\u" then json_fail() end
        local low = unit(from + 2)
        if low < 0xDC00 or low > 0xDFFF then json_fail() end
        point = 0x10000 + (point - 0xD800) * 1024 + low - 0xDC00
        from = from + 6
      end
      parts[#parts + 1] = utf8_of(point)
    else
      parts[#parts + 1] = JSON_ESCAPES[e] or json_fail()
    end
  end
end

--- Parses whole numbers exactly in every notation, and independently of the locale's decimal point.
local function json_number(text, at)
  local first, last = find(text, "^%-?[0-9]+", at)
  if not first then json_fail() end
  local whole = sub(text, first, last)
  if find(whole, "^%-?0[0-9]") then json_fail() end
  local fraction, exponent, stop = "", 0, last + 1
  if sub(text, stop, stop) == "." then
    first, last = find(text, "^[0-9]+", stop + 1)
    if not first then json_fail() end
    fraction, stop = sub(text, first, last), last + 1
  end
  if find(text, "^[eE]", stop) then
    first, last = find(text, "^[+-]?[0-9]+", stop + 1)
    if not first then json_fail() end
    exponent, stop = sub(text, first, last), last + 1
    exponent = #exponent > 6 and (sub(exponent, 1, 1) == "-" and -999999 or 999999) or tonumber((gsub(exponent, "^%+", "")))
  end
  local sign, digits = whole:match("^(%-?)0*(.*)$")
  digits = gsub(digits .. fraction, "^0+", "")
  local places = exponent - #fraction
  local trailing = #digits:match("0*$")
  if places < 0 then
    local cut = min(trailing, -places)
    digits, places = sub(digits, 1, #digits - cut), places + cut
  end
  if digits == "" then return 0, stop end
  if places >= 0 and #digits + places <= 16 then
    return tonumber(sign .. digits .. ("0"):rep(places)), stop
  end
  local written = sub(text, at, stop - 1)
  return tonumber(written) or tonumber((gsub(written, "%.", ","))) or json_fail(), stop
end

local json_value

local function json_skip(text, at) return find(text, "[^ \t\r\n]", at) or #text + 1 end

local function json_object(text, at, depth)
  local object, seen = setmetatable({}, JsonObject), {}
  at = json_skip(text, at + 1)
  if sub(text, at, at) == "}" then return object, at + 1 end
  while true do
    if sub(text, at, at) ~= '"' then json_fail() end
    local name
    name, at = json_string(text, at)
    at = json_skip(text, at)
    if seen[name] or sub(text, at, at) ~= ":" then json_fail() end
    seen[name] = true
    object[name], at = json_value(text, json_skip(text, at + 1), depth)
    at = json_skip(text, at)
    local c = sub(text, at, at)
    if c == "}" then return object, at + 1 end
    if c ~= "," then json_fail() end
    at = json_skip(text, at + 1)
  end
end

local function json_list(text, at, depth)
  local list = setmetatable({}, JsonList)
  at = json_skip(text, at + 1)
  if sub(text, at, at) == "]" then return list, at + 1 end
  while true do
    list[#list + 1], at = json_value(text, at, depth)
    at = json_skip(text, at)
    local c = sub(text, at, at)
    if c == "]" then return list, at + 1 end
    if c ~= "," then json_fail() end
    at = json_skip(text, at + 1)
  end
end

local JSON_WORDS = { { "true", true }, { "false", false }, { "null", M.null } }

function json_value(text, at, depth)
  local c = sub(text, at, at)
  if depth > MAX_DEPTH then json_fail() end
  if c == "{" then return json_object(text, at, depth + 1) end
  if c == "[" then return json_list(text, at, depth + 1) end
  if c == '"' then return json_string(text, at) end
  for _, word in ipairs(JSON_WORDS) do
    if sub(text, at, at + #word[1] - 1) == word[1] then return word[2], at + #word[1] end
  end
  return json_number(text, at)
end

--- Parses JSON strictly: no repeated names, valid UTF-8, whole numbers exactly. Returns nil for anything else.
local function parse_json(text)
  local ok, value = pcall(function()
    if not is_utf8(text) then json_fail() end
    local parsed, stop = json_value(text, json_skip(text, 1), 0)
    if json_skip(text, stop) <= #text then json_fail() end
    return parsed
  end)
  if ok then return value end
  return nil
end
M.parse_json = parse_json

local function is_object(value) return getmetatable(value) == JsonObject end

local function json_quote(text)
  return '"' .. gsub(text, '[%z\1-\31"\\]', function(c) return format("\\u%04x", byte(c)) end) .. '"'
end

-- Signatures

local function sorted_names(parameters)
  local names = {}
  for name in pairs(parameters) do names[#names + 1] = name end
  table.sort(names, bytes_less)
  return names
end

--- Adds a line `name=value` for each parameter to a list.
local function add_lines(lines, parameters)
  for _, name in ipairs(sorted_names(parameters)) do
    lines[#lines + 1] = escape(name) .. "=" .. escape(parameters[name])
  end
  return lines
end

local function without(parameters, first, second)
  local left = {}
  for name, value in pairs(parameters) do
    if name ~= first and name ~= second then left[name] = value end
  end
  return left
end

--- Returns the `sign` of a request.
-- @param path the whole path from `/api/client/v1`, percent-encoded as it is sent
function M.sign(system, mode, secret, method, path, parameters)
  parameters = without(parameters, "sign")
  if mode == "hmac-sha256-path" then
    local text = concat(add_lines({ "latchkey-request-v1", method, path }, parameters), "\n")
    return hex(system.hmac_sha256(secret, text))
  end
  local pairs_of = {}
  for _, name in ipairs(sorted_names(parameters)) do pairs_of[#pairs_of + 1] = name .. "=" .. parameters[name] end
  local text = concat(pairs_of, "&")
  if mode == "hmac-sha256" then return hex(system.hmac_sha256(secret, text)) end
  return hex(system.md5(text .. secret))
end

--- Returns the nonce that binds an answer to these parameters; `random` has 12 characters of base64url.
function M.bind_nonce(system, method, path, random, parameters)
  local lines = add_lines({ "latchkey-nonce-v1", method, path, random }, without(parameters, "nonce", "sign"))
  local tag = encode_base64url(system.sha256(concat(lines, "\n")))
  return "b1." .. random .. "." .. sub(tag, 1, 20)
end

--- Returns the length of a list; nil for a table with holes or names, of which `ipairs` would skip members.
local function length_of(list)
  if type(list) ~= "table" then return nil end
  local length = 0
  for _ in pairs(list) do length = length + 1 end
  for at = 1, length do
    if list[at] == nil then return nil end
  end
  if list[length + 1] ~= nil then return nil end -- `pairs` does not see members that __index returns.
  return length
end

--- Returns the public keys by their ids, each as its 32 bytes.
local function load_keys(system, public_keys)
  local length = length_of(public_keys)
  -- A key that is skipped would turn off the verification of answers.
  if not length then misuse("public_keys: give a list of texts") end
  local keys = {}
  for at = 1, length do
    local text = public_keys[at]
    local raw = type(text) == "string" and decode_base64url(text)
    if not raw or #raw ~= 32 then misuse("public_keys: a public key is 32 bytes in base64url without padding") end
    if not system.verify_ed25519 then
      misuse("public_keys: the system has no verify_ed25519(public_key, signature, text); README.md says how to get one")
    end
    keys[sub(encode_base64url(system.sha256(raw)), 1, 16)] = raw
  end
  return keys
end

local function verifies(system, key, signature, text)
  -- If the host's function fails, there is no signature.
  local ok, right = pcall(system.verify_ed25519, key, signature, text)
  return ok and right == true
end

-- Answers

local LOGIN = { token = "string", hg = "whole", expires_ts = "whole" }
local HEARTBEAT = { expires_ts = "whole" }
local CONSUME = { uses_left = "whole" }
local TICKET = { ticket = "string", ticket_expires_ts = "whole" }

--- Members that a success must have, by method and path. A `*` stands for one segment.
local REQUIRED = {
  ["GET /card/config"] = { config = "string" },
  ["GET /user/config"] = { config = "string" },
  ["GET /ping"] = { server_time = "whole" },
  ["GET /remote/data/*"] = { value = "string" },
  ["GET /remote/variables/*"] = { value = "string" },
  ["GET /software/config"] = { config = "string" },
  ["GET /software/notice"] = { notice = "string" },
  ["GET /software/version/latest"] = { version = "string" },
  ["POST /remote/functions/*/call"] = { ["return"] = "string" },
  ["POST /card/login"] = LOGIN, ["POST /user/login"] = LOGIN, ["POST /trial/login"] = LOGIN,
  ["POST /card/heartbeat"] = HEARTBEAT, ["POST /user/heartbeat"] = HEARTBEAT, ["POST /trial/heartbeat"] = HEARTBEAT,
  ["POST /card/consume"] = CONSUME, ["POST /user/consume"] = CONSUME,
  ["POST /card/ticket"] = TICKET, ["POST /user/ticket"] = TICKET,
}

--- Types of members wherever they occur.
local TYPES = {
  card_type = "string", config = "string", expires = "string", features = "string", ticket = "string", token = "string",
  expires_ts = "whole", hg = "whole", resets_ts = "whole", server_time = "whole", ticket_expires_ts = "whole",
  uses_left = "whole", uses_total = "whole",
}

local function is_type(value, kind)
  if kind == "whole" then return is_whole(value) end
  return type(value) == kind
end

local function is_busy(status) return status == 429 or (status >= 500 and status <= 599) end

local function busy(status, retry_after)
  unavailable("busy", "the server is busy (" .. whole_text(status) .. ")", retry_after)
end

local function endpoint_of(method, path)
  if sub(path, 1, #API) == API then path = sub(path, #API + 1) end
  path = gsub(path, "^(/remote/[a-z]+/)[^/]*", "%1*")
  return method .. " " .. path
end

local function check_members(method, path, result)
  for name, value in pairs(result) do
    if TYPES[name] and not is_type(value, TYPES[name]) then untrusted(name .. " has the wrong type") end
  end
  for name, kind in pairs(REQUIRED[endpoint_of(method, path)] or {}) do
    if not is_type(result[name], kind) then untrusted(name .. " is missing") end
  end
  if result.token == "" or (result.hg and result.hg < 1) then untrusted("token or hg is empty") end
end

local function value_text(value)
  if type(value) == "string" then return value end
  if type(value) == "boolean" then return tostring(value) end
  if is_whole(value) then return whole_text(value) end
  untrusted("a member is not a text or a whole number")
end

--- Returns the result of an answer that is trusted and complete, and its proven time. Raises errors.
-- @param keys result of `load_keys`; without keys, unsigned answers are accepted
local function read_answer(system, keys, method, path, nonce, status, body, retry_after)
  if status ~= 200 and status < 400 then untrusted("its HTTP status is " .. whole_text(status)) end
  if #body > MAX_ANSWER_BYTES then untrusted("it is larger than 1 MiB") end
  local answer = parse_json(body)
  local sign = is_object(answer) and answer.sign or nil
  if is_busy(status) and (sign == nil or sign == "" or sign == M.null) then
    busy(status, retry_after)
  end
  if not is_object(answer) then untrusted("it is not a JSON object") end
  local code, message = answer.code, answer.message
  if not is_whole(code) or type(message) ~= "string" then untrusted("code or message is missing") end
  local members = answer.result
  if members == nil then members = answer.errs end
  if members == nil then members = setmetatable({}, JsonObject) end
  if not is_object(members) then untrusted("result is not an object") end
  local texts = {}
  for name, value in pairs(members) do texts[name] = value_text(value) end
  local time
  if next(keys) then
    time = answer.time
    local key = type(answer.kid) == "string" and keys[answer.kid]
    local signature = type(sign) == "string" and decode_base64url(sign)
    if nonce == "" or not is_whole(time) or not signature or not key then no_right_signature() end
    local lines = { "latchkey-answer-v1", method, path, escape(nonce), whole_text(time), whole_text(code), escape(message) }
    if not verifies(system, key, signature, concat(add_lines(lines, texts), "\n")) then no_right_signature() end
  end
  if status >= 400 and status ~= code then untrusted("its HTTP status contradicts its code") end
  if is_busy(code) then busy(code, retry_after) end
  if not time and (code == 404 or code == 413 or code == 415) then untrusted(whole_text(code) .. " " .. message) end
  if code ~= 0 then refused(code, message, answer.result == nil and texts or nil, time) end
  local result = {}
  for name, value in pairs(answer.result or {}) do result[name] = value end
  check_members(method, path, result)
  return result, time
end
--- Reads an answer like the client. Returns the result and the proven time, or nil and an error.
M.read_answer = guarded(function(system, public_keys, ...)
  return read_answer(system, load_keys(system, public_keys), ...)
end)

local BLIND = {
  ["POST /card/recharge"] = true, ["POST /user/recharge"] = true, ["POST /user/register"] = true,
  ["POST /user/password"] = true,
}

--- Returns false for a request that must not be sent to another host if the first host may have received it.
local function is_repeatable(method, path, parameters)
  local endpoint = endpoint_of(method, path)
  if endpoint == "POST /remote/data/*" then return parameters.action ~= "create" end
  if endpoint == "POST /remote/functions/*/call" then return parameters.request_id ~= nil end
  return not BLIND[endpoint] and not find(endpoint, "^POST /[a-z]+/unbind")
end

local function parse_features(text)
  if text == nil or text == "" then return {} end
  local parsed, features = parse_json(text), {}
  if not is_object(parsed) then untrusted("features is not an object") end
  for name, value in pairs(parsed) do
    if type(value) == "table" then untrusted("a feature is not a text, a number or a boolean") end
    features[name] = value
  end
  return features
end

-- Tickets and devices

local function device_claim(system, app_key, device_id)
  return encode_base64url(system.sha256(app_key .. "|" .. device_id))
end

--- Returns the code that the customer types to fetch a ticket for a device without a connection.
function M.request_code(system, app_key, device_id)
  return encode_base64url(device_id) .. "." .. sub(device_claim(system, app_key, device_id), 1, 6)
end

--- Returns the device id derived from a value of the system, such as the machine id.
function M.hash_device_id(system, app_key, source, value)
  value = gsub(gsub(value, "^[ \t\r\n\v\f]+", ""), "[ \t\r\n\v\f]+$", ""):lower()
  return encode_base64url(system.sha256(concat({ "latchkey-device-v1", app_key, source, value }, "\n")))
end

local CLAIMS = {
  iss = "string", sub = "string", dev = "string", type = "string", jti = "string",
  iat = "whole", exp = "whole", card_exp = "whole", features = "table",
}

local function parse_part(part)
  local decoded = decode_base64url(part)
  local object = decoded and parse_json(decoded)
  if not is_object(object) then ticket_refused("form") end
  return object
end

--- Returns the claims of a ticket for this application and device, which may have expired. Raises errors.
local function read_ticket(system, keys, app_key, device_id, ticket)
  local head, payload, tail = ticket:match("^([A-Za-z0-9_-]*)%.([A-Za-z0-9_-]*)%.([A-Za-z0-9_-]*)$")
  if not head then ticket_refused("form") end
  local header, signature = parse_part(head), decode_base64url(tail)
  for name in pairs(header) do
    if name ~= "alg" and name ~= "kid" and name ~= "typ" then ticket_refused("form") end
  end
  local is_ours = header.alg == "EdDSA" and header.typ == "latchkey-ticket" and type(header.kid) == "string"
  if not is_ours or not signature then ticket_refused("form") end
  local key = keys[header.kid]
  if not key then ticket_refused("key") end
  if not verifies(system, key, signature, head .. "." .. payload) then ticket_refused("signature") end
  local claims = parse_part(payload)
  for name, kind in pairs(CLAIMS) do
    if not is_type(claims[name], kind) then ticket_refused("form") end
  end
  if not is_object(claims.features) then ticket_refused("form") end
  if claims.iss ~= app_key then ticket_refused("application") end
  if claims.dev ~= device_claim(system, app_key, device_id) then ticket_refused("device") end
  return claims
end

local function verify_ticket(system, keys, app_key, device_id, ticket, now, greatest_time)
  local claims = read_ticket(system, keys, app_key, device_id, ticket)
  local seen = max(greatest_time or 0, claims.iat)
  if now < seen - DAY_SEC then ticket_refused("clock") end
  if claims.exp <= max(now, seen) then ticket_refused("expired") end
  return claims
end
--- Returns the claims of a ticket that is valid now, or nil and an error. Times are in epoch seconds.
M.verify_ticket = guarded(function(system, public_keys, ...)
  return verify_ticket(system, load_keys(system, public_keys), ...)
end)

-- Options and arguments

local function text_of(name, value, may_be_empty)
  if type(value) ~= "string" or (value == "" and not may_be_empty) then
    misuse(name .. ": a text is needed" .. (may_be_empty and "" or " that is not empty"))
  end
  if not is_utf8(value) then misuse(name .. ": it must be valid UTF-8") end
  return value
end

--- Patterns of the white space of Unicode, the zero-width space and the byte order mark, in UTF-8.
local SPACES = {
  "[ \t\r\n\v\f]", "\194\133", "\194\160", "\225\154\128", "\226\128[\128-\139]", "\226\128[\168\169\175]",
  "\226\129\159", "\227\128\128", "\239\187\191",
}

--- Returns a card without the white space that people paste around it.
local function card_of(name, value)
  if type(value) == "string" then
    local before
    repeat
      before = value
      for _, space in ipairs(SPACES) do value = gsub(gsub(value, "^" .. space, ""), space .. "$", "") end
    until value == before
  end
  return text_of(name, value)
end

local function whole_of(name, value, least, greatest)
  if not is_whole(value) or value < least or value > greatest then
    misuse(format("%s: a whole number of %.0f-%.0f is needed", name, least, greatest))
  end
  return value
end

--- Returns the parameters that are given, as texts.
local function given(parameters)
  local texts = {}
  for name, value in pairs(parameters) do texts[name] = text_of(name, value, name ~= "card") end
  return texts
end

local function merged(first, second)
  local all = {}
  for name, value in pairs(first) do all[name] = value end
  for name, value in pairs(second) do all[name] = value end
  return all
end

local function segment(name) return url_encode(text_of("name", name)) end

local function parse_host(text)
  local problem = "hosts: an address looks like https://licence.example.com, without a query"
  if type(text) ~= "string" or find(text, "[^\33-\126]") or find(text, "[?#@]") then misuse(problem) end
  local scheme, authority, prefix = text:match("^(https?)://([^/]+)(.*)$")
  if not scheme or not (find(authority, "^[A-Za-z0-9._-]+:?%d*$") or find(authority, "^%[[%x:.]+%]:?%d*$")) then
    misuse(problem)
  end
  return scheme .. "://" .. authority .. gsub(prefix, "/+$", "")
end

-- The store

local IS_WINDOWS = package and package.config and sub(package.config, 1, 1) == "\\"
local BACKUP = ".bak"

local function read_file(path, mode)
  local file = io and io.open and io.open(path, mode or "rb")
  if not file then return nil end
  local text = file:read(65536)
  file:close()
  return text
end

--- Gives a complete file the name of the file that it replaces.
local function replace(temporary, path)
  if not IS_WINDOWS then return os.rename(temporary, path) end
  -- Windows renames a file only to a free name. The old file is kept until the new one has its name.
  local backup = path .. BACKUP
  local old = io.open(path, "rb")
  if old then -- Otherwise an earlier write was interrupted, and only the backup has the text.
    old:close()
    os.remove(backup)
    os.rename(path, backup)
  end
  local is_renamed = os.rename(temporary, path)
  if is_renamed then os.remove(backup) else os.rename(backup, path) end
  return is_renamed
end

local function folder_store(system, folder)
  local function path_of(name) return folder .. "/" .. name end
  local function write(name, text)
    -- The name is random, since another process may write the same text at the same time.
    local temporary = path_of(name) .. "." .. hex(system.random(8)) .. ".tmp"
    local file = io.open(temporary, "wb")
    if not file then return false end
    local is_written = file:write(text)
    local is_flushed = file:close()
    if is_written and is_flushed and replace(temporary, path_of(name)) then return true end
    os.remove(temporary)
    return false
  end
  return {
    read = function(name) return read_file(path_of(name)) or read_file(path_of(name) .. BACKUP) end,
    write = function(name, text)
      if write(name, text) then return true end
      -- Lua has no function that creates a folder.
      if not os.execute or find(folder, '["%c]') then return false end
      if IS_WINDOWS then
        os.execute('mkdir "' .. gsub(folder, "/", "\\") .. '" >nul 2>nul')
      else
        os.execute("mkdir -p -m 700 '" .. gsub(folder, "'", "'\\''") .. "' 2>/dev/null")
      end
      return write(name, text)
    end,
  }
end

local function default_folder(system, app_key)
  local env = os and os.getenv or function() end
  local home = env("HOME") or "."
  local base = env("XDG_DATA_HOME")
  if not base or base == "" then base = home .. "/.local/share" end -- Empty counts as unset.
  if IS_WINDOWS then
    base = env("LOCALAPPDATA") or "."
  elseif read_file("/System/Library/CoreServices/SystemVersion.plist") then
    base = home .. "/Library/Application Support"
  end
  return base .. "/latchkey/" .. sub(encode_base64url(system.sha256(app_key)), 1, 16)
end

local function open_store(system, store, app_key)
  if store == nil then return folder_store(system, default_folder(system, app_key)) end
  if type(store) == "string" and store ~= "" then return folder_store(system, store) end
  if type(store) == "table" and store.read and store.write then
    local function safe(fn)
      return function(...)
        local ok, value = pcall(fn, ...)
        return ok and value or nil
      end
    end
    return { read = safe(store.read), write = safe(store.write) }
  end
  misuse("store: give a folder, or a table with read(name) and write(name, text)")
end

local function output_of(command, pattern)
  local ok, pipe = pcall(io.popen, command, "r")
  if not ok or not pipe then return nil end
  local output = pipe:read("*a")
  pipe:close()
  return output:match(pattern)
end

--- Returns the source and the value of the id by which the system identifies the device, or nothing.
local function system_device(system)
  if system.device then return system.device() end
  if not (io and io.open) then return nil end
  if IS_WINDOWS then
    local key = [[reg query "HKLM\SOFTWARE\Microsoft\Cryptography" /v MachineGuid /reg:64 2>nul]]
    return "machine-guid", output_of(key, "MachineGuid%s+REG_SZ%s+(%S+)")
  end
  if read_file("/System/Library/CoreServices/SystemVersion.plist") then
    return "platform-uuid",
      output_of("/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null", '"IOPlatformUUID" = "([^"]+)"')
  end
  for _, path in ipairs({ "/etc/machine-id", "/var/lib/dbus/machine-id" }) do
    local value = read_file(path)
    if value and find(value, "%S") then return "machine-id", value end
  end
end

local function kept_device_id(store, app_key)
  local kept = parse_json(store.read("device") or "")
  if is_object(kept) and kept.app_key == app_key and type(kept.device_id) == "string" and kept.device_id ~= "" then
    return kept.device_id
  end
end

local function find_device_id(system, store, app_key)
  local kept = kept_device_id(store, app_key)
  if kept then return kept end
  local source, value = system_device(system)
  local is_found = source and value and find(value, "%S")
  if not is_found then source, value = "random", hex(system.random(16)) end
  local device_id = M.hash_device_id(system, app_key, source, value)
  local text = '{"app_key":' .. json_quote(app_key) .. ',"device_id":' .. json_quote(device_id) .. "}"
  if not store.write("device", text) and not is_found then
    -- If the id were new at each start, each start would bind another device to the card.
    misuse("store: it cannot store the random device id")
  end
  -- Another program may have stored its random id at the same time. Lua cannot create a file only if it is missing.
  return kept_device_id(store, app_key) or device_id
end

-- The client

local Client, Session, Keeper = {}, {}, {}
Client.__index, Session.__index, Keeper.__index = Client, Session, Keeper

--- Secrets of clients and sessions, stored separately so that printing a table does not reveal them.
local private = setmetatable({}, { __mode = "k" })

local SIGN_MODES = { ["hmac-sha256-path"] = true, ["hmac-sha256"] = true, md5 = true }
local OPTIONS = {
  hosts = true, app_key = true, app_secret = true, public_keys = true, sign_mode = true, device_id = true, store = true,
  version = true, grace_sec = true, timeout_sec = true, heartbeat_sec = true, system = true,
}
local SYSTEM = { "request", "now", "monotonic", "random", "sha256", "hmac_sha256" }

--- Creates a client; README.md describes the options. Returns nil and an error of kind `misuse` for wrong options.
M.new = guarded(function(options)
  if type(options) ~= "table" then misuse("options: a table is needed") end
  for name in pairs(options) do
    if not OPTIONS[name] then misuse(tostring(name) .. ": there is no such option") end
  end
  local system = options.system or M.system()
  for _, name in ipairs(SYSTEM) do
    if type(system[name]) ~= "function" then misuse("system: " .. name .. " is missing") end
  end
  local hosts, count = {}, length_of(options.hosts)
  if not count or count < 1 or count > 8 then misuse("hosts: give a list of 1-8 addresses") end
  for at = 1, count do hosts[at] = parse_host(options.hosts[at]) end
  local app_key = text_of("app_key", options.app_key)
  local secret = text_of("app_secret", options.app_secret)
  local sign_mode = options.sign_mode or "hmac-sha256-path"
  if not SIGN_MODES[sign_mode] then misuse("sign_mode: it must be hmac-sha256-path, hmac-sha256 or md5") end
  if sign_mode == "md5" and type(system.md5) ~= "function" then misuse("system: md5 is missing") end
  local keys = load_keys(system, options.public_keys == nil and {} or options.public_keys)
  local timeout_sec = options.timeout_sec == nil and 10 or options.timeout_sec
  if type(timeout_sec) ~= "number" or not (timeout_sec > 0 and timeout_sec <= 3600) then
    misuse("timeout_sec: it must be more than 0 and at most 3600 seconds")
  end
  local store = open_store(system, options.store, app_key)
  local device_id = options.device_id
  if device_id == nil then
    device_id = find_device_id(system, store, app_key)
  else
    local _, followers = gsub(text_of("device_id", device_id), "[\128-\191]", "")
    if #device_id - followers > 128 then misuse("device_id: it must have at most 128 characters") end
  end
  local client = setmetatable({
    app_key = app_key,
    device_id = device_id,
    grace_sec = whole_of("grace_sec", options.grace_sec == nil and 600 or options.grace_sec, 0, 86400),
    timeout_sec = timeout_sec,
    heartbeat_sec = options.heartbeat_sec and whole_of("heartbeat_sec", options.heartbeat_sec, 1, 86400),
  }, Client)
  private[client] = {
    system = system, hosts = hosts, secret = secret, sign_mode = sign_mode, keys = keys, store = store,
    version = options.version and text_of("version", options.version), preferred = 1, time_kept = 0,
  }
  return client
end)

function Client:__tostring()
  return "latchkey client " .. self.app_key .. " at " .. concat(private[self].hosts, ", ")
end

--- Returns the server's time in epoch seconds or, if it is not known yet, the device's time.
function Client:server_time()
  local own = private[self]
  if own.clock then return floor(own.system.monotonic() + own.clock) end
  return floor(own.system.now())
end

local function greatest_time(client)
  local kept = parse_json(private[client].store.read("time") or "")
  if is_object(kept) and kept.app_key == client.app_key and is_whole(kept.time) then return kept.time end
  return 0
end

local function keep_time(client, seconds)
  local text = '{"app_key":' .. json_quote(client.app_key) .. ',"time":' .. whole_text(seconds) .. "}"
  private[client].store.write("time", text)
end

local function see_time(client, seen)
  if seen > greatest_time(client) then keep_time(client, seen) end
end

local MONTHS = { Jan = 1, Feb = 2, Mar = 3, Apr = 4, May = 5, Jun = 6, Jul = 7, Aug = 8, Sep = 9, Oct = 10, Nov = 11, Dec = 12 }

--- The epoch seconds of a `Date` header, or nil.
local function seconds_of(date)
  local day, name, year, hour, minute, second = (date or ""):match("(%d+) (%a+) (%d%d%d%d) (%d+):(%d+):(%d+) GMT")
  local month = name and MONTHS[name]
  if not month then return nil end
  local y, m = year - (month < 3 and 1 or 0), (month + 9) % 12
  local days = 365 * y + floor(y / 4) - floor(y / 100) + floor(y / 400) + floor((153 * m + 2) / 5) + day - 719469
  return floor(((days * 24 + hour) * 60 + minute) * 60 + second)
end

--- Reads the server's time from an answer. With public keys, only a signed time counts.
local function learn(client, proven, server_time, date)
  local own = private[client]
  local seconds = proven
  if not next(own.keys) then seconds = server_time or seconds_of(date) end
  if not seconds then return end
  own.clock = seconds - own.system.monotonic()
  if proven and abs(proven - own.time_kept) >= 60 then
    own.time_kept = proven
    -- Replaces even a later time, which came from a wrong clock.
    if abs(proven - greatest_time(client)) >= 60 then keep_time(client, proven) end
  end
end

local function signed_parameters(client, method, path, parameters)
  local own = private[client]
  local all = merged({ version = own.version }, parameters)
  all.app_key = client.app_key
  all.timestamp = whole_text(client:server_time())
  all.nonce = M.bind_nonce(own.system, method, path, encode_base64url(own.system.random(9)), all)
  all.sign = M.sign(own.system, own.sign_mode, own.secret, method, path, all)
  return all
end

--- Plain words for the error texts of luasocket and luasec.
local CAUSES = {
  { "refused", "connection refused" },
  { "timeout", "no answer in time" },
  { "wantread", "no answer in time" },
  { "host not found", "unknown host name" },
  { "not known", "unknown host name" },
  { "name resolution", "the name could not be looked up" },
  { "closed", "the connection was cut off" },
  { "reset", "the connection was cut off" },
  { "certificate verify failed", "the certificate is not trusted" },
}

local function cause_of(problem)
  local text = tostring(problem or "no answer")
  for _, cause in ipairs(CAUSES) do
    if find(text:lower(), cause[1], 1, true) then return cause[2] end
  end
  return text
end

--- True for the error that the commands lua and luajit raise on Ctrl-C. This error is passed to the host, since no
-- request has failed.
local function is_interrupt(problem)
  return type(problem) == "string" and find(problem, "interrupted!", 1, true) ~= nil
end

--- Returns the time limit of the next request in seconds. The limit is shorter than the timeout if a keeper that ends
-- soon waits for the request.
local function time_left(client)
  local own = private[client]
  return min(client.timeout_sec, own.ends and own.ends - own.system.monotonic() or client.timeout_sec)
end

local function attempt(client, host, method, path, parameters)
  local own = private[client]
  local is_ping = path == "/ping"
  path = API .. path
  local all = is_ping and {} or signed_parameters(client, method, path, parameters)
  local fields = {}
  for _, name in ipairs(sorted_names(all)) do fields[#fields + 1] = url_encode(name) .. "=" .. url_encode(all[name]) end
  local form = concat(fields, "&")
  local request = { method = method, url = host .. path, headers = { accept = "application/json" } }
  if method == "POST" then
    request.headers["content-type"] = "application/x-www-form-urlencoded"
    request.headers["content-length"] = tostring(#form)
    request.body = form
  elseif form ~= "" then
    request.url = request.url .. "?" .. form
  end
  request.timeout_sec, request.max_bytes = max(time_left(client), 0.001), MAX_ANSWER_BYTES
  local ok, answer, problem, is_sent = pcall(own.system.request, request)
  if is_interrupt(answer) then error(answer, 0) end
  if not ok or type(answer) ~= "table" then
    local failure = { kind = "unavailable", reason = "network", retry_after = 0, is_sent = not ok or is_sent ~= false }
    local origin = host:match("^https?://[^/]+")
    failure.message = origin .. ": " .. (ok and cause_of(problem) or "the request function failed")
    error(setmetatable(failure, Error), 0)
  end
  if answer.too_large then untrusted("it is larger than 1 MiB") end
  local headers = answer.headers or {}
  local retry_after = tostring(headers["retry-after"] or ""):match("^%s*(%d%d?%d?%d?%d?)%s*$")
  local keys = is_ping and {} or own.keys
  local read, result, time = pcall(
    read_answer, own.system, keys, method, path, all.nonce or "", answer.status, answer.body or "", tonumber(retry_after)
  )
  if read then
    learn(client, time, result.server_time, headers.date)
    return result
  end
  if getmetatable(result) == Error then
    if result.kind == "refused" then learn(client, result.time, nil, headers.date) end
    result.status = answer.status
  end
  error(result, 0)
end

--- Sends to one host. Repeats the request once with the server's time, and once with another nonce, if necessary.
local function ask(client, host, method, path, parameters)
  local wrong_clock, repeated_nonce
  while true do
    local ok, result = pcall(attempt, client, host, method, path, parameters)
    if ok then return result end
    local code = getmetatable(result) == Error and result.code
    if (code == 10011 or code == 10013) and not wrong_clock then
      wrong_clock = true
    elseif code == 10014 and not repeated_nonce then
      repeated_nonce = true
    else
      error(result, 0)
    end
  end
end

--- Sends to the hosts one after another, to each at most once.
local function send(client, method, path, parameters)
  local own = private[client]
  local first, problem = own.preferred, nil
  for step = 0, #own.hosts - 1 do
    local place = (first - 1 + step) % #own.hosts + 1
    local ok, result = pcall(ask, client, own.hosts[place], method, path, parameters)
    if ok or getmetatable(result) ~= Error or result.kind ~= "unavailable" then
      own.preferred = place
      if ok then return result end
      error(result, 0)
    end
    problem = result
    local was_turned_away = result.reason == "busy" and (result.status == 429 or result.status == 503)
    if not (is_repeatable(method, path, parameters) or result.is_sent == false or was_turned_away) then break end
    if time_left(client) <= 0 then break end
  end
  error(problem, 0)
end

local ADDED = { app_key = true, timestamp = true, nonce = true, sign = true }

local function call(client, method, path, parameters)
  if method ~= "GET" and method ~= "POST" and method ~= "DELETE" then misuse("method: it must be GET, POST or DELETE") end
  if type(path) ~= "string" or sub(path, 1, 1) ~= "/" or find(path, "[^A-Za-z0-9._~/%%-]") then
    misuse("path: it must begin with / and be percent-encoded")
  end
  local texts = {}
  for name, value in pairs(parameters or {}) do
    if type(name) ~= "string" or name == "" or ADDED[name] then
      misuse("parameters: names are texts, and not those that the client adds itself")
    end
    texts[name] = text_of(name, is_whole(value) and whole_text(value) or value, true)
  end
  return send(client, method, path, texts)
end

--- Signs and sends any request; returns its `result`. The path follows `/api/client/v1`.
Client.call = guarded(call)

local function need_keys(client)
  if not next(private[client].keys) then misuse("public_keys: offline tickets need a public key") end
end

--- Copies the members of a login's answer.
local function adopt(session, result)
  local features = parse_features(result.features)
  session.result, session.features = result, features
  for _, name in ipairs({ "token", "expires", "expires_ts", "hg", "uses_left", "card_type", "config" }) do
    session[name] = result[name]
  end
end

local function update(session, result)
  for _, name in ipairs({ "expires", "expires_ts", "uses_left" }) do
    if result[name] ~= nil then session[name] = result[name] end
  end
  return result
end

local function log_in(client, kind, holder, proof)
  local parameters = merged(merged(holder, proof), { device_id = client.device_id })
  local session = setmetatable({ client = client, kind = kind }, Session)
  local function send_login(more) return call(client, "POST", "/" .. kind .. "/login", merged(parameters, more)) end
  private[session] = { holder = holder, login = send_login }
  adopt(session, send_login({}))
  return session
end

--- Logs in with a card. The time of a new card starts with its first login. Returns a session.
Client.login = guarded(function(self, card)
  if getmetatable(self) ~= Client then misuse("client: call login with ':', as in client:login(card)") end
  return log_in(self, "card", { card = card_of("card", card) }, {})
end)

--- Logs in with a name and a password. Returns a session.
Client.user_login = guarded(function(self, username, password)
  return log_in(self, "user", { username = text_of("username", username) }, { password = text_of("password", password) })
end)

--- Starts or continues the trial of this device. Returns a session.
Client.trial_login = guarded(function(self)
  return log_in(self, "trial", { device_id = self.device_id }, {})
end)

--- Consumes the unused card `use_card` and adds its time and uses to a card.
Client.recharge = guarded(function(self, card, use_card)
  return call(self, "POST", "/card/recharge", { card = card_of("card", card), use_card = card_of("use_card", use_card) })
end)

--- Consumes an unused card and adds its time and uses to a user.
Client.recharge_user = guarded(function(self, username, card)
  return call(self, "POST", "/user/recharge", { username = text_of("username", username), card = card_of("card", card) })
end)

--- Registers a user with an unused card, which is consumed.
Client.register = guarded(function(self, username, password, card)
  local parameters = { username = text_of("username", username), password = text_of("password", password) }
  parameters.card, parameters.device_id = card_of("card", card), self.device_id
  return call(self, "POST", "/user/register", parameters)
end)

--- Replaces the password of a user and ends all sessions of the user.
Client.change_password = guarded(function(self, username, password, new_password)
  local parameters = { username = text_of("username", username), password = text_of("password", password) }
  parameters.new_password = text_of("new_password", new_password)
  return call(self, "POST", "/user/password", parameters)
end)

--- Unbinds all devices of a card with its unbind password.
Client.unbind_by_password = guarded(function(self, card, password)
  local parameters = { card = text_of("card", card), password = text_of("password", password) }
  return call(self, "POST", "/card/unbind-by-password", parameters)
end)

--- Returns a variable: `value`, `time`, and `check` if the variable has a check value.
Client.variable = guarded(function(self, name, card)
  return call(self, "GET", "/remote/variables/" .. segment(name), given({ card = card }))
end)

--- Returns `value`. The scope is `app` (default) or `card`, which requires the parameter `card`.
Client.data_get = guarded(function(self, key, scope, card)
  return call(self, "GET", "/remote/data/" .. segment(key), given({ scope = scope, card = card }))
end)

local function write_data(action)
  return guarded(function(self, key, value, scope, card)
    local parameters = given({ scope = scope, card = card })
    parameters.action, parameters.value = action, text_of("value", value, true)
    return call(self, "POST", "/remote/data/" .. segment(key), parameters)
  end)
end
--- Creates a value; refused with 10522 if the key exists.
Client.data_create = write_data("create")
--- Replaces a value; refused with 10521 if the key does not exist.
Client.data_update = write_data("update")

--- Deletes a value.
Client.data_delete = guarded(function(self, key, scope, card)
  return call(self, "DELETE", "/remote/data/" .. segment(key), given({ scope = scope, card = card }))
end)

local function call_function(client, name, params, request_id, holder)
  local parameters = merged(holder, given({ params = params, request_id = request_id }))
  return call(client, "POST", "/remote/functions/" .. segment(name) .. "/call", parameters)
end

--- Calls a function that needs no card. `params` is the JSON text of a list; the result has JSON text as `return`.
Client.call_function = guarded(function(self, name, params, request_id)
  return call_function(self, name, params, request_id, {})
end)

--- Returns the configuration of the application: `config`.
Client.software_config = guarded(function(self) return call(self, "GET", "/software/config") end)

--- Returns the current notice: `notice`.
Client.notice = guarded(function(self) return call(self, "GET", "/software/notice") end)

--- Returns the latest version (`version`, `url`, `notice`, `forced`); refused with 10304 if there is no newer version.
Client.latest_version = guarded(function(self, channel)
  return call(self, "GET", "/software/version/latest", given({ channel = channel }))
end)

--- Returns `server_time`. The server does not sign this answer, so it proves nothing.
Client.ping = guarded(function(self) return call(self, "GET", "/ping") end)

local function store_ticket(client, ticket)
  if not private[client].store.write("ticket", ticket) then misuse("store: it cannot keep the ticket") end
end

local function stored_claims(client)
  local own = private[client]
  local ticket = gsub(own.store.read("ticket") or "", "%s", "")
  local ok, claims = pcall(read_ticket, own.system, own.keys, client.app_key, client.device_id, ticket)
  return ok and claims or nil
end

--- Verifies an offline ticket without the server: the stored ticket, or a ticket that the customer brings. Returns its
-- claims.
Client.open_ticket = guarded(function(self, text)
  need_keys(self)
  local own = private[self]
  local ticket = text == nil and own.store.read("ticket") or text
  if ticket == nil then ticket_refused("missing") end
  ticket = text_of("ticket", ticket, true):match("^%s*(.-)%s*$")
  local now, stored = floor(own.system.now()), stored_claims(self)
  local greatest = max(greatest_time(self), stored and stored.iat or 0)
  local claims = verify_ticket(own.system, own.keys, self.app_key, self.device_id, ticket, now, greatest)
  if text ~= nil then store_ticket(self, ticket) end
  see_time(self, max(now, claims.iat))
  return claims
end)

--- Returns the code that the customer types on the customer's page to fetch a ticket for this device.
function Client:request_code() return M.request_code(private[self].system, self.app_key, self.device_id) end

-- Sessions

function Session:__tostring() return "latchkey session of a " .. self.kind .. " until " .. whole_text(self.expires_ts) end

local function not_of_a_trial(session)
  if session.kind == "trial" then misuse("session: a trial has no such method") end
end

local function call_session(session, action, parameters)
  local all = merged(merged(private[session].holder, { token = session.token }), parameters or {})
  return call(session.client, "POST", "/" .. session.kind .. "/" .. action, all)
end

local function heartbeat(session)
  local result = update(session, call_session(session, "heartbeat"))
  private[session].has_unbound = false -- The unbind has not ended the session.
  return result
end

--- Sends a heartbeat to keep the session alive. A keeper does this itself.
Session.heartbeat = guarded(heartbeat)

--- Ends the keeper, so that it cannot log in again, and then the session.
Session.logout = guarded(function(self)
  private[self].has_ended = true
  return call_session(self, "logout")
end)

--- Deducts uses. If no answer arrives, repeat the call with the same `request_id`: uses are deducted only once.
Session.consume = guarded(function(self, request_id, amount)
  not_of_a_trial(self)
  local count = whole_text(whole_of("amount", amount == nil and 1 or amount, 1, 1000))
  return update(self, call_session(self, "consume", { request_id = text_of("request_id", request_id), amount = count }))
end)

--- Fetches an offline ticket and stores it.
Session.ticket = guarded(function(self)
  not_of_a_trial(self)
  need_keys(self.client)
  local client, own = self.client, private[self.client]
  local result = call_session(self, "ticket")
  local ok, claims = pcall(read_ticket, own.system, own.keys, client.app_key, client.device_id, result.ticket)
  if not ok then untrusted("the ticket is wrong: " .. tostring(claims)) end
  store_ticket(client, result.ticket)
  see_time(client, claims.iat)
  return result
end)

--- Unbinds a device. If this ends the session, its keeper ends as well.
Session.unbind = guarded(function(self, device_id)
  not_of_a_trial(self)
  local parameters = { device_id = text_of("device_id", device_id) }
  local ok, result = pcall(call_session, self, "unbind-device", parameters)
  -- If there was no answer, perhaps only the answer was lost.
  local may_be_done = ok or getmetatable(result) ~= Error or result.kind == "unavailable"
  -- A new login of the keeper at an older server binds the device again.
  if may_be_done then private[self].has_unbound = true end
  if not ok then error(result, 0) end
  return result
end)

--- Sets the unbind password of the card.
Session.set_unbind_password = guarded(function(self, password)
  if self.kind ~= "card" then misuse("session: only a card has an unbind password") end
  return call_session(self, "unbind-password", { password = text_of("password", password) })
end)

--- Returns the current configuration of the card or user: `config`.
Session.get_config = guarded(function(self)
  not_of_a_trial(self)
  return call(self.client, "GET", "/" .. self.kind .. "/config", private[self].holder)
end)

--- Replaces the configuration of the card or user; an empty text clears it.
Session.set_config = guarded(function(self, text)
  not_of_a_trial(self)
  local parameters = merged(private[self].holder, { config = text_of("config", text, true) })
  return call(self.client, "POST", "/" .. self.kind .. "/config", parameters)
end)

--- Returns a variable for the session's card or trial: `value`, `time`, and `check` if the variable has a check value.
Session.variable = guarded(function(self, name)
  local holder = {}
  if self.kind == "card" then holder = private[self].holder end
  if self.kind == "trial" then holder = merged(private[self].holder, { token = self.token }) end
  return call(self.client, "GET", "/remote/variables/" .. segment(name), holder)
end)

--- Calls a function. `params` is the JSON text of a list; with a `request_id`, a call that costs uses can be repeated
-- safely.
Session.call_function = guarded(function(self, name, params, request_id)
  local holder = merged(private[self].holder, { token = self.token })
  return update(self, call_function(self.client, name, params, request_id, holder))
end)

-- The keeper

--- If a tick comes or a request ends later than planned by more than this, the device was suspended.
local ASLEEP_SEC = 2
local SESSION_OVER = { [10214] = true, [10404] = true }
--- The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that it was
-- not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated, and says
-- nothing about the licence.
local MAY_ANSWER_OTHERS = { [400] = true, [10010] = true, [10011] = true, [10013] = true, [10014] = true }
local EXPIRING_SEC = { 3600, DAY_SEC }

--- Uses the system's random bytes, since math.random returns the same numbers in each run of Lua 5.1 to 5.3.
local function vary(system, seconds) return seconds * (0.9 + 0.2 * byte(system.random(1)) / 255) end

--- Returns a keeper, which sends heartbeats when the host calls `tick`. Returns nil and an error of kind `misuse` for a
-- session that has ended or already has a keeper.
-- @param on_event called with each event; may be nil
Session.keep = guarded(function(self, on_event)
  if private[self].has_ended then misuse("session: it has ended; log in again") end
  if private[self].is_kept then misuse("session: it is kept already") end
  private[self].is_kept = true
  local keeper = setmetatable({ session = self, beats = 0 }, Keeper)
  local system = private[self.client].system
  private[keeper] = {
    client = self.client, system = system, on_event = on_event, state = "online", failures = 0,
    told_left = math.huge, told_end = self.expires_ts,
  }
  keeper:_succeeded(system.monotonic())
  return keeper
end)
Client.keep = function(_, session, on_event) return session:keep(on_event) end

--- Passes Ctrl-C on.
local function raise_interrupt(problem)
  if is_interrupt(problem) then error(problem, 0) end
end

function Keeper:__tostring() return "latchkey keeper, " .. private[self].state end

function Keeper:_tell(event)
  local own = private[self]
  if own.on_event and not own.is_closed then
    local was_ticking = own.is_ticking
    own.is_ticking = true
    local ok, problem = pcall(own.on_event, event)
    own.is_ticking = was_ticking
    if not ok then raise_interrupt(problem) end
    -- An error of the handler affects neither the keeper nor the licence.
    if not ok and io and io.stderr then io.stderr:write("latchkey: the handler of ", event.name, " failed: ", tostring(problem), "\n") end
  end
end

function Keeper:_end(reason, code)
  local own = private[self]
  if own.state == "ended" then return end
  own.state, self.reason, self.code = "ended", reason, code
  if code then self.tell = select(2, M.code(code)) end
  private[self.session].has_ended = true
  self:_tell({ name = "ended", reason = reason, code = code, tell = self.tell })
end

--- Ends without an event if the program has logged the session out.
function Keeper:_end_if_logged_out()
  local own = private[self]
  if own.state == "ended" or not private[self.session].has_ended then return end
  own.is_closed = true
  self:_end("closed")
end

function Keeper:_interval()
  return min(self.session.hg, private[self].client.heartbeat_sec or self.session.hg)
end

--- Returns the seconds until the grace period or the licence ends; nil while online.
function Keeper:_left_offline(now)
  local own = private[self]
  if own.state ~= "offline" then return nil end
  local left = self.session.expires_ts - own.client:server_time()
  return own.failed_at and min(left, own.failed_at + own.client.grace_sec - now) or left
end

--- Returns when the host must call the keeper: at the next heartbeat or, while offline, at the end of the grace period
-- or licence.
function Keeper:_due(now)
  local left = self:_left_offline(now)
  return left and min(private[self].next_beat, now + left) or private[self].next_beat
end

--- Excludes time asleep from the grace period, at most once per outage, and returns true if it did so. The limit is
-- needed since a program that rarely calls tick, and a slow name lookup, look like a device that slept.
function Keeper:_credit(asleep)
  local own = private[self]
  if not own.failed_at or own.is_credited or asleep <= ASLEEP_SEC then return false end
  own.failed_at, own.is_credited = own.failed_at + asleep, true
  return true
end

--- Ends an offline keeper whose grace period or licence is over.
-- @param has_slept true before the heartbeat that decides whether the grace period is over
function Keeper:_check_deadlines(now, has_slept)
  local own = private[self]
  if own.state ~= "offline" then return end
  if not has_slept and now >= own.failed_at + own.client.grace_sec then
    self:_end("unreachable")
  elseif own.client:server_time() >= self.session.expires_ts then
    self:_end("expired")
  end
end

function Keeper:_check_expiring()
  local own = private[self]
  local ends = self.session.expires_ts
  if ends > own.told_end then own.told_left = math.huge end -- The licence was extended.
  own.told_end = ends
  local left = ends - own.client:server_time()
  for _, limit in ipairs(EXPIRING_SEC) do
    if left < limit then
      if own.state ~= "ended" and limit < own.told_left then
        own.told_left = limit
        self:_tell({ name = "expiring", expires_ts = ends, left_sec = max(0, left) })
      end
      return
    end
  end
end

function Keeper:_succeeded(now)
  local own = private[self]
  own.state, own.failures, own.failed_at = "online", 0, nil
  own.next_beat = now + vary(own.system, self:_interval())
end

function Keeper:_failed(now, problem)
  local own = private[self]
  if not own.failed_at then own.failed_at, own.is_credited = now, false end
  local pause = min(2 ^ own.failures, self:_interval(), 60)
  own.failures = min(own.failures + 1, 16)
  own.next_beat = now + max(own.slept_in_request and 0 or vary(own.system, pause), min(problem.retry_after or 0, 300))
  local was_online = own.state == "online"
  own.state = "offline"
  self:_check_deadlines(now)
  if was_online and own.state == "offline" then
    self:_tell({ name = "offline", since = own.client:server_time(), reason = problem.reason })
  end
end

--- Sends a heartbeat, or a login that shows why the session has ended. Raises errors.
function Keeper:_request()
  local own = private[self]
  self.beats = self.beats + 1
  if not own.must_log_in then return heartbeat(self.session) end
  -- This login never binds a device that was unbound in the meantime.
  local more = self.session.kind == "trial" and {} or { bind_device = "0" }
  adopt(self.session, private[self.session].login(more))
  if private[self.session].has_ended then -- The program could log out only the previous session.
    private[own.client].ends = nil -- The end of the grace is no limit for the logout.
    self.session:logout()
    return
  end
  own.must_log_in, own.logged_in_at = false, own.system.monotonic()
  self:_tell({ name = "renewed", session = self.session })
end

--- Sends a request that ends when the grace period is over. Returns whether it succeeded, its error, and the time after
-- it.
-- @param has_slept true if the request may take the whole timeout, although the grace period may end earlier
function Keeper:_try(now, has_slept)
  local own = private[self]
  local client = own.client
  local started = own.system.monotonic()
  local left = self:_left_offline(now)
  if left and has_slept then left = max(left, client.timeout_sec) end
  private[client].ends = left and started + left
  local ok, problem = pcall(self._request, self)
  private[client].ends = nil
  local took = own.system.monotonic() - started
  -- A request takes at most twice the timeout for each host. During the rest of the time, the device was suspended.
  own.slept_in_request = self:_credit(took - 2 * client.timeout_sec * #private[client].hosts)
  self:_end_if_logged_out()
  return ok, problem, now + took
end

function Keeper:_beat(now, has_slept)
  local own = private[self]
  local started = own.system.monotonic()
  local ok, problem
  ok, problem, now = self:_try(now, has_slept)
  if own.state == "ended" then return end -- The program has closed the keeper or logged out during the request.
  if not ok and getmetatable(problem) == Error and SESSION_OVER[problem.code] and not own.must_log_in then
    local is_renewed_lately = own.logged_in_at and started - own.logged_in_at < 3 * self:_interval()
    -- Otherwise two devices could log each other out forever, or the login could undo an unbind.
    if not is_renewed_lately and not private[self.session].has_unbound then
      own.must_log_in = true
      ok, problem, now = self:_try(now, has_slept)
    end
  end
  if own.state == "ended" then return end
  if ok then
    local was_offline = own.state == "offline"
    self:_succeeded(now)
    if was_offline then self:_tell({ name = "online" }) end
    self:_renew_ticket()
  elseif getmetatable(problem) == Error and MAY_ANSWER_OTHERS[problem.code] then
    local client = private[own.client]
    client.preferred = client.preferred % #client.hosts + 1
    self:_failed(now, { reason = "untrusted" })
  elseif getmetatable(problem) == Error and problem.kind == "refused" then
    self:_end("refused", problem.code)
  elseif getmetatable(problem) == Error then
    self:_failed(now, problem)
  else
    raise_interrupt(problem)
    self:_failed(now, { reason = "untrusted" }) -- An unexpected error must not leave the program licensed.
  end
end

function Keeper:_renew_ticket()
  local own = private[self]
  if own.is_ticket_refused or self.session.kind == "trial" or not next(private[own.client].keys) then return end
  local claims = stored_claims(own.client)
  if claims and own.client:server_time() >= (claims.iat + claims.exp) / 2 then
    local _, problem = self.session:ticket()
    -- Such as that of a card without offline hours.
    own.is_ticket_refused = problem ~= nil and problem.kind ~= "unavailable"
  end
end

--- Sends a heartbeat if it is due, and checks the deadlines. Returns the time after it.
function Keeper:_step(now)
  local own = private[self]
  -- The grace may be over even without the time asleep. So after sleep, a heartbeat is sent before the check.
  local has_slept = self:_credit(now - self:_due(now))
  self:_check_deadlines(now, has_slept)
  if own.state ~= "ended" and (has_slept or now >= own.next_beat) then
    local started = own.system.monotonic()
    self:_beat(now, has_slept)
    now = now + own.system.monotonic() - started
  end
  self:_check_expiring()
  return now
end

--- Sends a heartbeat if it is due, and blocks until the requests are done. Call it again at the returned time, or more
-- often. Once per outage, the time for which the device was suspended does not count towards the grace period.
-- @param now seconds of the host's monotonic clock; by default the system's clock
-- @return the time on that clock of the next call; nil once the keeper has ended
function Keeper:tick(now)
  local own = private[self]
  now = now or own.system.monotonic()
  self:_end_if_logged_out()
  if own.state ~= "ended" and not own.is_ticking then
    own.is_ticking = true
    local ok, result = pcall(self._step, self, now)
    own.is_ticking = false
    -- After Ctrl-C, or an error of the host's functions, the host may continue to call tick.
    if not ok then error(result, 0) end
    now = result
  end
  if own.state == "ended" then return nil end
  return max(now, self:_due(now))
end

--- Returns `online`, `offline` or `ended`. If a tick is overdue, first sends a heartbeat, since a program
-- without ticks must not stay licensed.
function Keeper:state(now)
  self:tick(now)
  return private[self].state
end

--- True while the state is `online` or `offline`.
function Keeper:licensed(now)
  return self:state(now) ~= "ended"
end

--- Stops the keeper and logs out. No event follows.
function Keeper:close()
  local own = private[self]
  self:_end_if_logged_out()
  if own.is_closed then return end
  own.is_closed = true
  self:_end("closed")
  if not self.code then self.session:logout() end
end

-- Functions of the system

--- Returns the system's functions from luasocket, luasec and luaossl, and Ed25519 if a library for it is installed.
function M.system()
  return merged(merged(M.luasocket(), M.luaossl()), { verify_ed25519 = M.ed25519() })
end

--- Returns `random`, `sha256`, `hmac_sha256` and `md5` of luaossl.
function M.luaossl()
  local digest, hmac, rand = require("openssl.digest"), require("openssl.hmac"), require("openssl.rand")
  return {
    random = function(count) return rand.bytes(count) end,
    sha256 = function(bytes) return digest.new("sha256"):final(bytes) end,
    md5 = function(bytes) return digest.new("md5"):final(bytes) end,
    hmac_sha256 = function(key, bytes) return hmac.new(key, "sha256"):final(bytes) end,
  }
end

local ED25519_C = [[
  typedef struct evp_pkey_st EVP_PKEY;
  typedef struct evp_md_ctx_st EVP_MD_CTX;
  EVP_PKEY *EVP_PKEY_new_raw_public_key(int type, void *engine, const unsigned char *key, size_t length);
  void EVP_PKEY_free(EVP_PKEY *key);
  EVP_MD_CTX *EVP_MD_CTX_new(void);
  void EVP_MD_CTX_free(EVP_MD_CTX *context);
  int EVP_DigestVerifyInit(EVP_MD_CTX *context, void **pctx, const void *type, void *engine, EVP_PKEY *key);
  int EVP_DigestVerify(EVP_MD_CTX *context, const unsigned char *signature, size_t signature_length,
                       const unsigned char *text, size_t text_length);
]]
local LIBCRYPTO = { "crypto", "libcrypto.so.3", "libcrypto.so.1.1", "libcrypto-3-x64", "libcrypto-3", "libcrypto-1_1-x64" }
local NID_ED25519 = 1087

--- Returns `verify_ed25519`, which uses OpenSSL directly in LuaJIT, and the C module latchkey_ed25519 otherwise.
-- Returns nil if neither is available.
function M.ed25519()
  local has_module, verify = pcall(require, "latchkey_ed25519")
  if has_module then return verify end
  local has_ffi, ffi = pcall(require, "ffi")
  if not has_ffi then return nil end
  pcall(ffi.cdef, ED25519_C)
  local crypto
  for _, name in ipairs(LIBCRYPTO) do
    local ok, library = pcall(ffi.load, name)
    if ok and pcall(function() return library.EVP_PKEY_new_raw_public_key end) then
      crypto = library
      break
    end
  end
  if not crypto then return nil end
  return function(public_key, signature, text)
    local key = crypto.EVP_PKEY_new_raw_public_key(NID_ED25519, nil, public_key, #public_key)
    if key == nil then return false end
    local context = crypto.EVP_MD_CTX_new()
    local is_right = context ~= nil
      and crypto.EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      and crypto.EVP_DigestVerify(context, signature, #signature, text, #text) == 1
    crypto.EVP_MD_CTX_free(context)
    crypto.EVP_PKEY_free(key)
    return is_right
  end
end

--- The clock where there is no /proc/uptime. It starts at 0. All results of `latchkey.system` share it, since the times
-- of two such clocks could not be compared.
local fallback_clock

--- Returns a clock that never jumps back and, on Linux, also runs during suspend.
local function monotonic_clock(gettime)
  if read_file("/proc/uptime") then
    return function()
      local seconds, hundredths = read_file("/proc/uptime"):match("^(%d+)%.(%d%d)")
      return tonumber(seconds) + tonumber(hundredths) / 100
    end
  end
  if not fallback_clock then
    local last, elapsed = gettime(), 0
    fallback_clock = function()
      local now = gettime()
      elapsed, last = elapsed + max(0, now - last), now
      return elapsed
    end
  end
  return fallback_clock
end

local CA_FILES = {
  "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
}

local function find_ca_file()
  for _, path in ipairs(CA_FILES) do
    if read_file(path) then return path end
  end
end

--- Returns true if a certificate belongs to the host. luasec checks only the chain.
local function is_of_host(certificate, host)
  local names = certificate:extensions()["2.5.29.17"] or {}
  host = host:lower()
  for _, address in ipairs(names.iPAddress or {}) do
    if address:lower() == host then return true end
  end
  if find(host, ":") or find(host, "^[%d.]+$") then return false end
  for _, name in ipairs(names.dNSName or {}) do
    name = name:lower()
    local parent = name:match("^%*(%.[^*]+%.[^*]+)$")
    if name == host or (parent and host:match("^[^.]+(%..+)$") == parent) then return true end
  end
  return false
end

local MAX_LINE_BYTES = 16384

--- Returns `request`, `now` and `monotonic` of luasocket, with luasec for https.
-- @param options `cafile`: file of the trusted certificates; by default the system's file
function M.luasocket(options)
  local socket, http, ltn12 = require("socket"), require("socket.http"), require("ltn12")
  local monotonic = monotonic_clock(socket.gettime)
  local cafile = options and options.cafile

  --- A connection for socket.http with a time limit for the whole request and a limit of received bytes.
  local function connection(request, state)
    local is_tls = find(request.url, "^https:")
    local ends = monotonic() + request.timeout_sec
    local left_bytes = request.max_bytes + 65536
    local sock = assert(socket.tcp())
    local function arm()
      local left = ends - monotonic()
      if left > 0 then sock:settimeout(left, "t") end
      return left > 0
    end
    local function wrap(host)
      local ssl = require("ssl")
      local file = cafile or find_ca_file()
      if not file then return nil, "no file of trusted certificates: give cafile" end
      local wrapped, problem = ssl.wrap(sock, {
        mode = "client", protocol = "any", verify = "peer", cafile = file,
        options = { "all", "no_sslv2", "no_sslv3", "no_tlsv1", "no_tlsv1_1" },
      })
      if not wrapped then return nil, problem end
      sock = wrapped
      if not find(host, "^[%d.]+$") and not find(host, ":") then sock:sni(host) end
      if not arm() then return nil, "timeout" end
      local ok, reason = sock:dohandshake()
      if not ok then return nil, reason end
      local certificate = sock:getpeercertificate()
      if not certificate or not is_of_host(certificate, host) then return nil, "the certificate is of another host" end
      return true
    end
    local function receive(count)
      if not arm() then return nil, "timeout" end
      if count > left_bytes then
        state.is_large = true
        return nil, "too large"
      end
      local data, problem, part = sock:receive(count)
      left_bytes = left_bytes - #(data or part or "")
      return data, problem, part
    end
    return {
      settimeout = function() return 1 end,
      connect = function(_, host, port)
        local addresses, ok, problem = { { addr = host } }, nil, nil
        if socket.dns.getaddrinfo then -- luasocket 3
          addresses, problem = socket.dns.getaddrinfo(host)
          if not addresses then return nil, problem end
        end
        for i, address in ipairs(addresses) do
          if i > 1 then
            sock:close()
            sock = assert(socket.tcp())
          end
          local left = ends - monotonic()
          if left <= 0 then return nil, "timeout" end
          sock:settimeout(left / (#addresses - i + 1), "t") -- an address that does not answer leaves time for the others
          ok, problem = sock:connect(address.addr, port)
          if ok then break end
        end
        if ok and is_tls then ok, problem = wrap(host) end
        if not ok then return nil, problem end
        state.is_sent = true
        return 1
      end,
      send = function(_, data, from, to)
        if not arm() then return nil, "timeout" end
        return sock:send(data, from, to)
      end,
      receive = function(_, pattern, prefix)
        if type(pattern) == "number" then return receive(pattern - #(prefix or "")) end
        local line = { prefix }
        while true do
          local c, problem = receive(1)
          if not c then return nil, problem, concat(line) end
          if c == "\n" then return (gsub(concat(line), "\r$", "")) end
          if #line >= MAX_LINE_BYTES then return nil, "a line is too long" end
          line[#line + 1] = c
        end
      end,
      close = function() return sock:close() end,
    }
  end

  return {
    now = socket.gettime,
    monotonic = monotonic,
    request = function(request)
      local chunks, state = {}, { is_sent = false }
      local ok, status, headers = http.request({
        url = request.url,
        method = request.method,
        headers = request.headers,
        source = request.body and ltn12.source.string(request.body),
        sink = ltn12.sink.table(chunks),
        redirect = false,
        create = function() return connection(request, state) end,
      })
      if state.is_large then return { status = 200, too_large = true } end
      if not ok then return nil, tostring(status), state.is_sent end
      return { status = status, headers = headers, body = concat(chunks) }
    end,
  }
end

return M
