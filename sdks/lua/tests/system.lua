-- Tests the functions of the system on a simulated system, in any Lua: lua tests/system.lua
package.path = (arg[0]:match("^(.*)tests/[^/]*$") or "../") .. "?.lua;" .. package.path
local time = 1790000000
local socket, http = { gettime = function() return time end }, {}
package.loaded["socket"], package.loaded["socket.http"] = socket, http
package.loaded["ltn12"] = { sink = { table = function() end } }
local latchkey = require("latchkey")

local open, getenv, execute = io.open, os.getenv, os.execute
local checks = 0

local function equal(found, wanted, what)
  checks = checks + 1
  if found ~= wanted then
    error(("%s: %s instead of %s"):format(what, tostring(found), tostring(wanted)), 2)
  end
end

do -- Without /proc/uptime, all results of `latchkey.system` have one clock, which never goes back.
  io.open = function() end
  local first = latchkey.system().monotonic
  local start = first()
  time = time + 60
  equal(latchkey.system().monotonic() - start, 60, "time of a later system")
  equal(first() - start, 60, "time of the first system")
  time = time - 3600
  equal(latchkey.system().monotonic() - start, 60, "time after the device's clock was set back")
  time = time + 5
  equal(first() - start, 65, "time after that")
  io.open = open
end

--- Returns the default folder of the store, without the application's own part.
local function folder_of(environment)
  local folder
  os.getenv = function(name) return environment[name] end
  os.execute = function() end
  io.open = function(path) folder = folder or path:match("^(.*/latchkey/)[%w_-]+/device$") end
  local system = latchkey.system()
  system.device = function() return "android-id", "1" end
  assert(latchkey.new({ hosts = { "http://a.example.com" }, app_key = "key", app_secret = "secret", system = system }))
  io.open, os.getenv, os.execute = open, getenv, execute
  return folder
end

do -- The folder of the store.
  equal(folder_of({ HOME = "/home/a" }), "/home/a/.local/share/latchkey/", "folder")
  equal(folder_of({ HOME = "/home/a", XDG_DATA_HOME = "" }), "/home/a/.local/share/latchkey/", "folder, empty variable")
  equal(folder_of({ HOME = "/home/a", XDG_DATA_HOME = "/data" }), "/data/latchkey/", "folder of the variable")
end

do -- A list that is not read completely is misuse, since answers are not verified without a public key.
  local key, address = "CFrj5hz82WFSMemuNIiT83yy-gf1mihj4KxTKhap88A", "http://a.example.com"
  local system = latchkey.system()
  system.verify_ed25519 = function() return false end
  local function problem_of(options)
    options.app_key, options.app_secret, options.device_id, options.system = "key", "secret", "pc", system
    local client, problem = latchkey.new(options)
    if client then _, problem = client:open_ticket("a.b.c") end
    return problem.kind .. " " .. problem.message
  end
  local wrong = {
    { nil, key }, { main = key }, { key, main = key }, { key, n = 1 }, { [0] = key }, setmetatable({}, { __index = { key } }),
    key, false, 0,
  }
  for at, keys in ipairs(wrong) do
    equal(problem_of({ hosts = { address }, public_keys = keys }), "misuse public_keys: give a list of texts", "keys " .. at)
  end
  equal(problem_of({ hosts = { address } }), "misuse public_keys: offline tickets need a public key", "no keys")
  equal(problem_of({ hosts = { address }, public_keys = { key } }), "refused the ticket is not complete", "a key")
  for at, hosts in ipairs({ {}, { nil, address }, { address, nil, address }, { main = address }, { address, main = address } }) do
    equal(problem_of({ hosts = hosts }), "misuse hosts: give a list of 1-8 addresses", "hosts " .. at)
  end
end

do -- An address that does not answer leaves time for the next one.
  local sockets = {}
  io.open = function() end -- there is no /proc/uptime
  local system = latchkey.system()
  io.open = open
  socket.dns = { getaddrinfo = function() return { { addr = "192.0.2.1" }, { addr = "192.0.2.2" } } end }
  function socket.tcp()
    local sock = { is_open = true }
    sockets[#sockets + 1] = sock
    function sock:settimeout(limit) self.limit = limit end
    function sock:close() self.is_open = false end
    function sock:connect(address)
      if address == "192.0.2.2" then return 1 end
      time = time + self.limit
      return nil, "timeout"
    end
    return sock
  end
  function http.request(options)
    equal(options.create():connect("a.example.com", 80), 1, "connection")
    return 1, 200, {}
  end
  local request = { url = "http://a.example.com/", method = "GET", timeout_sec = 10, max_bytes = 1 }
  assert(system.request(request))
  equal(#sockets, 2, "sockets")
  equal(sockets[1].limit, 5, "limit of the first address")
  equal(sockets[1].is_open, false, "the first socket")
  equal(sockets[2].limit, 5, "limit of the second address")

  socket.dns.getaddrinfo = function() return nil, "host or service not provided, or not known" end
  function http.request(options) return options.create():connect("a.example.com", 80) end
  local answer, problem, is_sent = system.request(request)
  equal(answer, nil, "answer")
  equal(problem, "host or service not provided, or not known", "problem")
  equal(is_sent, false, "sent")
end

do -- The store replaces a file by renaming a temporary file with a random name. A failure leaves no temporary file.
  local rename, folder = os.rename, os.tmpname()
  os.remove(folder)
  local system, temporary, seen = latchkey.system(), nil, {}
  local function new_client(app_key)
    system.device = function() return "android-id", "1" end
    local options = { hosts = { "http://a.example.com" }, app_key = app_key, app_secret = "secret" }
    options.store, options.system = folder, system
    assert(latchkey.new(options))
  end
  local function content()
    local file = assert(open(folder .. "/device", "rb"))
    local text = file:read("*a")
    file:close()
    return text
  end
  os.rename = function(from, to)
    temporary = from
    equal(seen[from], nil, "earlier use of the name")
    seen[from] = true
    return rename(from, to)
  end
  new_client("first")
  new_client("second")
  equal(content():find('"second"', 1, true) ~= nil, true, "the second text")
  equal(temporary:sub(1, #folder + 1), folder .. "/", "folder of the temporary file")
  os.rename = function(from)
    temporary = from
    return nil, "denied"
  end
  new_client("third")
  equal(content():find('"second"', 1, true) ~= nil, true, "the text after a failure")
  equal(open(temporary), nil, "the temporary file after a failure")
  os.rename = rename
  os.remove(folder .. "/device")
  os.remove(folder)
end

do -- On Windows, where a file can be renamed only to a free name, the store keeps the old text until the new one is there.
  local rename, config, folder = os.rename, package.config, os.tmpname()
  os.remove(folder)
  os.execute("mkdir '" .. folder .. "'")
  os.execute = function() end
  package.config = "\\" .. config:sub(2)
  package.loaded["latchkey"] = nil
  local on_windows = require("latchkey")
  package.config = config
  local is_denied
  os.rename = function(from, to)
    local taken = open(to)
    if taken then taken:close() end
    if taken or (is_denied and from:find("%.tmp$")) then return nil, "denied" end
    return rename(from, to)
  end
  --- Returns the device id of an application, which the store keeps.
  local function id_of(app_key, id)
    local system = on_windows.system()
    system.device = function() return "test", id end
    local client = assert(on_windows.new({
      hosts = { "http://a.example.com" }, app_key = app_key, app_secret = "secret", store = folder, system = system,
    }))
    return client.device_id
  end
  local first = id_of("first", "1")
  equal(id_of("first", "2"), first, "the stored text")
  is_denied = true
  id_of("second", "3")
  equal(id_of("first", "4"), first, "the text after a failure")
  assert(rename(folder .. "/device", folder .. "/device.bak"))
  equal(id_of("first", "5"), first, "the text after an interrupted write")
  id_of("second", "6")
  equal(id_of("first", "7"), first, "the text after an interrupted write and a failure")
  is_denied = false
  local second = id_of("second", "8")
  equal(id_of("second", "9"), second, "the new text")
  equal(open(folder .. "/device.bak"), nil, "the backup")
  os.rename, os.execute = rename, execute
  os.remove(folder .. "/device")
  os.remove(folder)
end

do -- A program uses the random id that another one has stored at the same time.
  local text
  local client = assert(latchkey.new({
    hosts = { "http://a.example.com" }, app_key = "key", app_secret = "secret",
    system = setmetatable({ device = function() end }, { __index = latchkey.system() }),
    store = {
      read = function(name) return name == "device" and text or nil end,
      write = function() text = '{"app_key":"key","device_id":"of the other program"}' return true end,
    },
  }))
  equal(client.device_id, "of the other program", "the device id")
end

print(("%s: %d checks of the system passed"):format(_VERSION .. (rawget(_G, "jit") and " (LuaJIT)" or ""), checks))
