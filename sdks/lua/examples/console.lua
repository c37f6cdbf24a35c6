-- Logs in with a card, and works until the licence ends or you press Ctrl-C: lua examples/console.lua
-- Settings come from the environment here; in your program they are constants.
package.path = (arg[0]:match("^(.*)examples/[^/]*$") or "../") .. "?.lua;" .. package.path
local latchkey = require("latchkey")
local socket = require("socket")
io.stdout:setvbuf("line")

local function setting(name)
  local text = os.getenv(name)
  if text and text ~= "" then return text end
  io.stderr:write("Set the environment variable " .. name .. ".\n")
  os.exit(1)
end

--- Tells the customer what to do, and the developer on stderr why.
local function complain(problem)
  print(problem.kind == "refused" and problem.tell.en or "The licence server cannot be reached. Please try again.")
  io.stderr:write(tostring(problem), "\n")
end

local client, problem = latchkey.new({
  hosts = { setting("LATCHKEY_SERVER") },
  app_key = setting("LATCHKEY_APP_KEY"),
  app_secret = setting("LATCHKEY_APP_SECRET"),
  public_keys = { setting("LATCHKEY_PUBLIC_KEY") },
  version = "1.0.0",
})

local session
if client then session, problem = client:login(setting("LATCHKEY_CARD")) end
if not session then
  complain(problem)
  os.exit(1)
end
print("licensed until " .. session.expires)

local keeper = session:keep(function(event) print(event.name, event.reason or "", event.code or "") end)

local function work()
  local next_work = socket.gettime()
  while keeper:tick() do
    if socket.gettime() >= next_work then
      -- The work needs a value that only the server has, not a yes or no.
      local variable, why = session:variable("greeting")
      if variable then print("value: " .. variable.value) else complain(why) end -- such as 10501: no such variable
      next_work = socket.gettime() + 5
    end
    socket.sleep(0.1)
  end
end

-- On Ctrl-C, the commands lua and luajit raise the error "interrupted!", which ends the work.
local ok, fault = pcall(work)
keeper:close() -- logs out
if not ok and not tostring(fault):find("interrupted", 1, true) then error(fault, 0) end
if ok then print(keeper.tell and keeper.tell.en or "The licence has ended.") end
os.exit(ok and 1 or 0)
