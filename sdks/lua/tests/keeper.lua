-- Tests the keeper with a simulated clock and server, without waiting, in any Lua: lua tests/keeper.lua
package.path = (arg[0]:match("^(.*)tests/[^/]*$") or "../") .. "?.lua;" .. package.path
local latchkey = require("latchkey")

local crypto = latchkey.luaossl()
local checks = 0

local function equal(found, wanted, what)
  checks = checks + 1
  if found ~= wanted then
    error(("%s: %s instead of %s"):format(what, tostring(found), tostring(wanted)), 2)
  end
end

--- Returns a client whose clock and answers the test sets, and whose keeper's events are collected in a text.
local function setup(options)
  local world = { now = 1000, epoch = 1790000000, code = 0, left = 9999999, events = "", requests = "", logins = 0 }
  local function answer(request)
    local action = request.url:match("[^/]+$")
    world.requests, world.limit = world.requests .. action .. " ", request.timeout_sec
    if (world.slow or action) == action then world.now = world.now + (world.takes or 0) end
    if world.is_interrupted then error("interrupted!") end
    if world.on_request then world.on_request(action) end
    if action == "login" then world.logins = world.logins + 1 end
    if action == "logout" then world.ended = (world.ended or "") .. request.body:match("token=(%w+)") .. " " end
    if world.code == nil then return nil, "cut off", true end
    if world.code == 503 then return { status = 503, headers = { ["retry-after"] = "100" }, body = "" } end
    local code = request.url:find("/login$") and world.login_code or world.code
    local server = world.epoch + math.floor(world.now)
    local body = ('{"code":%d,"message":"m","result":{"token":"t%d","hg":60,"expires_ts":%.0f,"server_time":%.0f}}'):format(
      code, world.logins, server + world.left, server
    )
    return { status = 200, headers = {}, body = body }
  end
  local system = { request = answer, now = function() return world.epoch + world.now end }
  system.monotonic = function() return world.now end
  for name, fn in pairs(crypto) do system[name] = fn end
  system.random = function(count)
    if world.random_fails and count == 1 then error(world.random_fails, 0) end -- one byte varies a pause
    return crypto.random(count)
  end
  local store = { read = function() end, write = function() return true end }
  local client = assert(latchkey.new({
    hosts = { "http://a.example.com" }, app_key = "key", app_secret = "secret", device_id = "pc", store = store,
    system = system, grace_sec = options and options.grace_sec or 100,
  }))
  world.session = assert(client:login("CARD"))
  world.requests = ""
  world.keeper = world.session:keep(function(event)
    world.events = world.events .. event.name .. " "
    if world.on_event then world.on_event(event) end
  end)
  --- Lets time pass, with a tick whenever the keeper wants one.
  function world.pass(seconds)
    local stop = world.now + seconds
    while true do
      local due = world.keeper:tick()
      if not due or due > stop then break end
      world.now = math.max(world.now, due)
    end
    world.now = math.max(world.now, stop)
  end
  --- Lets time pass until the first heartbeat has failed.
  function world.fail()
    world.code = nil
    while world.keeper:state() == "online" do world.now = world.keeper:tick() end
  end
  return world
end

local function ended(world, reason, code)
  equal(world.keeper:state(), "ended", "state")
  equal(world.keeper:licensed(), false, "licensed")
  equal(world.keeper.reason, reason, "reason")
  equal(world.keeper.code, code, "code")
end

do -- The keeper beats at the interval of the server, or up to a tenth earlier.
  local world = setup()
  world.pass(53)
  equal(world.keeper.beats, 0, "beats before 0.9 hg")
  world.pass(14)
  equal(world.keeper.beats, 1, "beats after 1.1 hg")
  world.pass(6000)
  equal(world.keeper.beats >= 90 and world.keeper.beats <= 112, true, "beats in 100 hg")
  equal(world.events, "", "events")
end

do -- An outage shorter than the grace.
  local world = setup()
  world.code = nil
  world.pass(80)
  equal(world.keeper:state(), "offline", "state")
  equal(world.keeper:licensed(), true, "licensed")
  world.code = 0
  world.pass(40)
  equal(world.keeper:state(), "online", "state")
  equal(world.events, "offline online ", "events")
end

do -- An outage longer than the grace, which counts from the first failed beat.
  local world = setup()
  world.code = nil
  world.pass(66 + 100 + 1)
  ended(world, "unreachable")
  equal(world.events, "offline ended ", "events")
  world.code = 0
  world.pass(1000)
  ended(world, "unreachable")
end

do -- No grace.
  local world = setup({ grace_sec = 0 })
  world.code = nil
  world.pass(67)
  ended(world, "unreachable")
  equal(world.events, "ended ", "events")
end

do -- The licence expires while the server is away.
  local world = setup({ grace_sec = 86400 })
  world.left = 200
  world.pass(67)
  world.code = nil
  world.pass(300)
  ended(world, "expired")
  equal(world.events, "expiring offline ended ", "events")
end

do -- A busy server is not asked before the time that it has set.
  local world = setup({ grace_sec = 1000 })
  world.code = 503
  world.pass(67)
  local beats = world.keeper.beats
  world.pass(80)
  equal(world.keeper.beats, beats, "beats within Retry-After")
  world.pass(30)
  equal(world.keeper.beats, beats + 1, "beats after Retry-After")
end

do -- A refusal.
  local world = setup()
  world.code = 10212
  world.pass(67)
  ended(world, "refused", 10212)
end

do -- A kick: the keeper logs in again, but not twice within three intervals.
  local world = setup()
  world.code, world.login_code = 10214, 0
  world.pass(67)
  equal(world.requests, "heartbeat login ", "requests")
  equal(world.keeper:state(), "online", "state")
  world.pass(67)
  ended(world, "refused", 10214)
  equal(world.events, "renewed ended ", "events")
end

do -- A kick of a frozen card.
  local world = setup()
  world.code, world.login_code = 10214, 10212
  world.pass(67)
  ended(world, "refused", 10212)
end

do -- After hours of suspend the keeper beats at once, and the grace begins only if this beat fails.
  local world = setup()
  world.code = nil
  world.now = world.now + 30000
  equal(world.keeper:state(), "offline", "state")
  world.pass(98)
  equal(world.keeper:state(), "offline", "state")
  world.pass(3)
  ended(world, "unreachable")
end

do -- A program that never ticks does not stay licensed: reading the state sends a beat.
  local world = setup()
  world.code = 10212
  world.now = world.now + 100
  equal(world.keeper:licensed(), false, "licensed")
end

do -- A handler that fails, and one that closes.
  local world = setup()
  world.on_event = function() error("latchkey test") end
  local write = io.stderr
  io.stderr = { write = function() end }
  world.code = nil
  world.pass(80)
  io.stderr = write
  equal(world.keeper:state(), "offline", "state")
  world.code = 0
  world.on_event = function() world.keeper:close() end
  world.pass(80)
  ended(world, "closed")
  equal(world.events, "offline online ", "events")
  equal(world.requests:match("%S+ $"), "logout ", "requests")
end

do -- A slow request: the next beat is planned when the request has ended.
  local world = setup()
  world.takes = 8
  for beats = 1, 20 do
    world.now = world.keeper:tick()
    local due = world.keeper:tick()
    equal(world.keeper.beats, beats, "beats")
    equal(due - world.now >= 53.999, true, "pause after the end of the beat")
  end
end

do -- The time in suspend does not count towards a grace that has begun.
  local world = setup()
  world.code = nil
  world.pass(80)
  world.now = world.now + 30000
  world.code = 0
  equal(world.keeper:state(), "online", "state")
end

do -- Suspending the device again and again does not prolong the grace.
  local world = setup()
  world.code = nil
  world.pass(80)
  for _ = 1, 12 do
    world.pass(10)
    world.now = world.now + 30
    world.keeper:tick()
  end
  ended(world, "unreachable")
end

do -- A program that always calls tick late does not prolong the grace, except once.
  local world = setup()
  world.code = nil
  world.pass(67)
  local failed_at = world.now
  for _ = 1, 12 do
    world.now = world.now + 60
    if not world.keeper:tick() then break end
  end
  ended(world, "unreachable")
  equal(world.now - failed_at <= 100 + 2 * 60, true, "end after the grace and two late ticks")
end

do -- A program whose every second tick is late does not prolong the grace, except once.
  local world = setup()
  world.fail()
  local failed_at = world.now
  for _ = 1, 12 do
    world.now = world.now + 600
    local due = world.keeper:tick()
    if not due then break end
    world.now = due
    world.keeper:tick()
  end
  ended(world, "unreachable")
  equal(world.now - failed_at <= 100 + 2 * 600, true, "end after the grace and two late ticks")
end

do -- In each outage, the first sleep does not count. A further one does.
  local world = setup()
  for _ = 1, 2 do
    world.fail()
    world.now = world.now + 30000
    equal(world.keeper:state(), "offline", "state after the first sleep")
    world.code = 0
    world.pass(70)
    equal(world.keeper:state(), "online", "state")
  end
  world.fail()
  world.now = world.now + 60000
  equal(world.keeper:state(), "offline", "state after the first sleep")
  world.now = world.now + 30000
  ended(world, "unreachable")
end

do -- A sleep in the last pause before the end of the grace leaves time for a heartbeat, which decides.
  for _, code in ipairs({ false, 0 }) do
    local world = setup({ grace_sec = 50 }) -- Heartbeats after about 1, 3, 7, 15, 31 and 63 s.
    world.fail()
    world.pass(40)
    equal(world.keeper:state(), "offline", "state before the sleep")
    world.now = world.now + 5000
    world.code, world.limit = code or nil, nil
    local beats = world.keeper.beats
    if code then equal(world.keeper:state(), "online", "state") else ended(world, "unreachable") end
    equal(world.keeper.beats, beats + 1, "heartbeats after waking")
    equal(world.limit, 10, "time limit of the heartbeat")
  end
end

do -- If the licence has expired during the sleep, no heartbeat is sent.
  local world = setup()
  world.left = 200
  world.pass(67)
  world.fail()
  local beats = world.keeper.beats
  world.now = world.now + 30000
  ended(world, "expired")
  equal(world.keeper.beats, beats, "heartbeats")
end

do -- The time in suspend during a heartbeat, or during the login after it, does not count. The rest of the time does.
  for _, slow in ipairs({ "heartbeat", "login" }) do
    local world = setup()
    world.fail()
    world.pass(14)
    world.code, world.login_code, world.slow, world.takes = slow == "login" and 10214 or nil, 503, slow, 30000
    world.now = world.keeper:tick()
    world.keeper:tick()
    world.code, world.takes = nil, nil
    equal(world.keeper:state(), "offline", "state after waking")
    world.pass(100)
    ended(world, "unreachable")
  end
end

do -- Requests that take longer than their limit, such as slow name lookups, prolong the grace only once per outage, and
  -- not after a sleep.
  for _, sleeps in ipairs({ false, true }) do
    local world = setup()
    world.fail()
    local started = world.now
    if sleeps then
      started = started + 30000
      world.now = started
      equal(world.keeper:state(), "offline", "state after the sleep")
    end
    world.takes = 30
    while world.keeper:tick() do world.now = world.keeper:tick() or world.now end
    ended(world, "unreachable")
    equal(world.now - started <= 100 + (sleeps and 0 or 10) + 30, true, "end after the grace and a request")
  end
end

do -- A handler that closes while the keeper logs in again.
  local world = setup()
  world.code, world.login_code = 10214, 0
  world.on_event = function() world.keeper:close() end
  world.pass(67)
  ended(world, "closed")
  equal(world.events, "renewed ", "events")
end

do -- The program logs out or closes the keeper while a heartbeat or the login after it yields to the program.
  for _, action in ipairs({ "heartbeat", "login" }) do
    for _, way in ipairs({ "logout", "close" }) do
      local world = setup()
      world.code, world.login_code = 10214, 0
      world.on_request = function(requested)
        if requested ~= action then return end
        world.on_request = nil
        if way == "logout" then world.session:logout() else world.keeper:close() end
      end
      world.pass(200)
      ended(world, "closed")
      equal(world.events, "", "events")
      equal(world.requests, action == "login" and "heartbeat login logout logout " or "heartbeat logout ", "requests")
      equal(world.ended, action == "login" and "t1 t2 " or "t1 ", "sessions that were logged out")
    end
  end
end

do -- The logout of the new session gets the whole time, although the grace ends sooner.
  local world = setup({ grace_sec = 20 }) -- Heartbeats after about 1, 3, 7 and 15 s.
  world.fail()
  world.pass(10)
  world.code, world.login_code = 10214, 0
  world.on_request = function(requested)
    if requested ~= "login" then return end
    world.on_request = nil
    world.session:logout()
  end
  world.pass(8)
  equal(world.requests:match("login logout logout $") ~= nil, true, "requests")
  equal(world.limit, 10, "time limit of the logout")
end

do -- Ctrl-C ends a heartbeat under way. If the host continues, only the next heartbeat licenses it again.
  local world = setup()
  world.is_interrupted = true
  local ok, problem = pcall(world.pass, 67)
  equal(ok, false, "success of the tick")
  equal(tostring(problem):find("interrupted!", 1, true) ~= nil, true, "the interrupt")
  equal(world.events, "", "events")
  world.is_interrupted, world.code = false, nil
  world.pass(300)
  ended(world, "unreachable")
end

do -- Ctrl-C, or an error of the host's functions, after a heartbeat. The host continues to call tick.
  for _, problem in ipairs({ "interrupted!", "no random bytes" }) do
    local world = setup()
    world.random_fails = problem
    world.now = world.now + 67
    local ok, raised = pcall(world.keeper.tick, world.keeper)
    equal(ok, false, "success of the tick")
    equal(raised, problem, "problem")
    world.random_fails, world.code = nil, nil
    equal(world.keeper:state(), "offline", "state")
    world.pass(110)
    ended(world, "unreachable")
  end
end

do -- Ctrl-C in a handler.
  local world = setup()
  world.code = nil
  world.on_event = function() error("interrupted!") end
  equal(pcall(world.pass, 67), false, "success of the tick")
end

do -- Numbers that every Lua must read in the same way.
  for text, wanted in pairs({
    ["1.79e9"] = 1790000000, ["1790000000"] = 1790000000, ["-0"] = 0, ["12300e-2"] = 123, ["9007199254740991"] = 9007199254740991,
  }) do
    equal(latchkey.parse_json(text), wanted, text)
    equal(("%.0f"):format(latchkey.parse_json(text)), ("%.0f"):format(wanted), text)
  end
  for _, text in ipairs({ "01", "1.", ".5", "+1", "0x1", "1e", "[1,]", '{"a":1,"a":2}', '"\\ud800"', '"\255"', "nul", "", "1 2" }) do
    equal(latchkey.parse_json(text), nil, text)
  end
end

print(("%s: %d checks passed"):format(_VERSION .. (rawget(_G, "jit") and " (LuaJIT)" or ""), checks))
