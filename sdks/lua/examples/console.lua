-- Logs in with a card, works while the licence holds, and logs out: lua examples/console.lua
-- Settings come from the environment here; in your program they are constants.
package.path = (arg[0]:match("^(.*)examples/[^/]*$") or "../") .. "?.lua;" .. package.path
local latchkey = require("latchkey")
local socket = require("socket")
io.stdout:setvbuf("line")

local public_key = os.getenv("LATCHKEY_PUBLIC_KEY")
local client = assert(latchkey.new({
  hosts = { os.getenv("LATCHKEY_SERVER") },
  app_key = os.getenv("LATCHKEY_APP_KEY"),
  app_secret = os.getenv("LATCHKEY_APP_SECRET"),
  public_keys = public_key and { public_key } or {},
  sign_mode = os.getenv("LATCHKEY_SIGN_MODE"),
  version = "1.0.0",
}))

local session, problem = client:login(os.getenv("LATCHKEY_CARD"))
if not session then
  print(problem.kind == "refused" and problem.tell.en or "no server: " .. tostring(problem))
  os.exit(1)
end
print("licensed until " .. session.expires)

local keeper = session:keep(function(event)
  if event.name == "offline" then
    print("no server (" .. event.reason .. "), going on for a while")
  elseif event.name == "expiring" then
    print(event.left_sec .. " seconds left")
  elseif event.name == "ended" then
    print("not licensed: " .. tostring(event.code or event.reason))
  else
    print(event.name)
  end
end)

-- The main loop of your program; here it works every 5 seconds, until Ctrl-C or the licence ends.
local next_work = socket.gettime()
while keeper:tick() do
  if socket.gettime() >= next_work then
    -- The work needs a value that only the server has, not a yes or no.
    local variable, reason = session:variable("greeting")
    print(variable and "value: " .. variable.value or tostring(reason))
    next_work = socket.gettime() + 5
  end
  socket.sleep(0.1)
end
keeper:close()
os.exit(1)
