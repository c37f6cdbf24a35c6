-- Logs in with a card, and works while the licence holds.
local latchkey = require("latchkey")
local socket = require("socket")

local SERVER = "https://licence.example.com"
local APP_KEY = "YOUR_APP_KEY"
local APP_SECRET = "YOUR_APP_SECRET"
local PUBLIC_KEYS = { "YOUR_PUBLIC_KEY" } -- without a key, answers are not verified
local SIGN_MODE = "hmac-sha256-path"
local CARD = "YOUR_CARD"

local client, problem = latchkey.new({
  hosts = { SERVER }, app_key = APP_KEY, app_secret = APP_SECRET, public_keys = PUBLIC_KEYS, sign_mode = SIGN_MODE,
})
local session
if client then session, problem = client:login(CARD) end
if not session then
  if problem.kind == "refused" then
    print(problem.tell.en) -- for the customer; tell.zh is Chinese
    io.stderr:write(tostring(problem), "\n") -- for the developer
  else
    print("There is no licence: " .. tostring(problem)) -- for the developer; tell a customer in your own words
  end
  os.exit(1)
end
print("licensed until " .. session.expires)

local keeper = session:keep(function(event) print(event.name) end)
while keeper:tick() do -- sends a heartbeat when it is time
  io.stdout:flush()
  socket.sleep(0.5) -- your work
end
print("The licence has ended: " .. (keeper.tell and keeper.tell.en or keeper.reason))
os.exit(1)
