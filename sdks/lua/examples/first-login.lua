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
if not client then error(tostring(problem)) end -- a wrong option

local session
session, problem = client:login(CARD)
if not session then
  -- For the customer; tell.zh is Chinese.
  print(problem.kind == "refused" and problem.tell.en or "There is no licence: " .. tostring(problem))
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
