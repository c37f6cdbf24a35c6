#include "keeper.hpp"

#include <sodium.h>

#include <algorithm>

#include "floating_point.hpp"

namespace latchkey_core {

using std::chrono::seconds;

namespace {

constexpr seconds MAX_PAUSE{60};
constexpr std::int64_t MAX_RETRY_AFTER_SEC = 300;
constexpr seconds WATCH_EVERY{5};  // how often the keeper checks whether the device was suspended
constexpr seconds SLEEP_SLACK{2};  // a longer delay means that the device was suspended, not that it is busy
constexpr std::int64_t HOUR_SEC = 3600;
constexpr std::size_t MAX_EVENTS = 256;  // limit of events that nobody fetches or that wait for a blocked handler

/// Returns true if a refusal says nothing about the licence. The server refuses with these codes before it knows that
/// the bound nonce belongs to the parameters (10014: that it was not sent before). So a genuine, signed refusal may
/// answer a request that a proxy has changed or repeated.
bool may_answer_others(int code) {
  return code == 400 || code == 10010 || code == 10011 || code == 10013 || code == 10014;
}

}  // namespace

Keeper::Keeper(std::shared_ptr<Session> session, Handler handler)
    : session(std::move(session)),
      client(this->session->client),
      handler(std::move(handler)),
      expires_ts(this->session->expires_ts()),
      random(randombytes_random()) {}

std::shared_ptr<Keeper> Keeper::start(std::shared_ptr<Session> session, Handler handler) {
  std::shared_ptr<Keeper> keeper(new Keeper(std::move(session), std::move(handler)));
  const std::lock_guard lock(keeper->closing);
  if (keeper->handler) keeper->delivery = std::thread([keeper] { keeper->deliver(); });
  try {
    keeper->thread = std::thread([keeper] { keeper->run(); });
  } catch (...) {
    keeper->leave();  // ends the delivery thread
    throw;
  }
  return keeper;
}

Keeper::~Keeper() {
  // A running thread shares ownership of the keeper. So no thread runs now, except perhaps the current thread.
  for (std::thread* each : {&thread, &delivery}) {
    if (!each->joinable()) continue;
    if (each->get_id() == std::this_thread::get_id()) {
      each->detach();
    } else {
      each->join();
    }
  }
}

Json Keeper::state() const {
  const std::lock_guard lock(mutex);
  const char* names[] = {"online", "offline", "ended"};
  return {
      {"state", names[static_cast<int>(current)]},
      {"licensed", current != State::ended},
      {"reason", reason.empty() ? Json() : Json(reason)},
      {"code", code == 0 ? Json() : Json(code)},
      {"tell", code == 0 ? Json() : tell_json(describe_code(code))},
      {"expires_ts", expires_ts},
      {"beats", beats},
  };
}

bool Keeper::licensed() const { return !ended(); }

bool Keeper::ended() const {
  const std::lock_guard lock(mutex);
  return current == State::ended;
}

bool Keeper::stopped() const {
  const std::lock_guard lock(mutex);
  return closed || current == State::ended;
}

Json Keeper::next_event(std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex);
  changed.wait_for(lock, wait, [this] { return (!handler && !events.empty()) || closed || done; });
  if (handler || events.empty()) return Json::object();
  Json event = std::move(events.front());
  events.pop_front();
  return event;
}

void Keeper::close() {
  {
    const std::lock_guard lock(mutex);
    closed = true;
    events.clear();
    changed.notify_all();
  }
  if (in_own_thread()) return;
  const std::lock_guard closing_lock(closing);
  if (!thread.joinable()) return;
  const auto deadline = Steady::now() + client->options.timeout;
  {
    std::unique_lock lock(mutex);
    if (!changed.wait_until(lock, deadline, [this] { return done; })) cancelled = true;
  }
  thread.join();
  thread_id = std::thread::id();  // the system may give this id to another thread during the rest of this function
  bool was_unreachable;
  {
    const std::lock_guard lock(mutex);
    was_unreachable = reason == "unreachable";
  }
  if (was_unreachable) logout();  // the server may be back
  if (!delivery.joinable()) return;
  bool returned;
  {
    std::unique_lock lock(mutex);
    returned = changed.wait_until(lock, deadline, [this] { return delivered; });
  }
  if (returned) {
    delivery.join();
  } else {
    delivery.detach();  // the handler blocks; the thread ends when the handler returns
  }
}

void Keeper::leave() {
  const std::lock_guard lock(mutex);
  closed = true;
  events.clear();
  if (current != State::ended) {
    current = State::ended;
    reason = "closed";
  }
  changed.notify_all();
}

/// Ends the session, so that it no longer counts. If this fails, the server ends the session after its timeout.
void Keeper::logout() {
  Limits limits;
  limits.deadline = Steady::now() + client->options.timeout;
  try {
    session->logout(limits);
  } catch (const std::exception&) {
  }
}

void Keeper::run() {
  thread_id = std::this_thread::get_id();
  const FloatingPointGuard guard;
  try {
    Pause pause = vary(interval());
    while (wait(pause)) pause = beat();
  } catch (const std::exception&) {  // such as no memory: nothing is licensed by default
    end("unreachable", 0);
  }
  bool alive;
  {
    const std::lock_guard lock(mutex);
    alive = current != State::ended;
    if (alive) {
      current = State::ended;
      reason = "closed";
    }
    done = true;
    changed.notify_all();
  }
  if (alive) logout();
}

/// Calls the handler for each event, until the keeper is closed or has ended.
void Keeper::deliver() {
  delivery_id = std::this_thread::get_id();
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [this] { return !events.empty() || closed || done; });
    if (events.empty()) break;
    const Json event = std::move(events.front());
    events.pop_front();
    lock.unlock();
    try {
      handler(event);
    } catch (...) {  // an exception of the handler
    }
    lock.lock();
  }
  delivered = true;
  changed.notify_all();
}

bool Keeper::in_own_thread() const {
  const auto id = std::this_thread::get_id();
  return id == thread_id.load() || id == delivery_id.load();
}

seconds Keeper::interval() const {
  const seconds interval(session->hg());
  const auto& own = client->options.heartbeat;
  return own && *own < interval ? *own : interval;
}

/// Changes a pause by up to 10 %.
Keeper::Pause Keeper::vary(Pause pause) { return pause * std::uniform_real_distribution<>(0.9, 1.1)(random); }

/// Returns true when a heartbeat is due, and false when the keeper has ended or must stop.
bool Keeper::wait(Pause pause) {
  const auto due = Steady::now() + std::chrono::duration_cast<Steady::duration>(pause);
  for (;;) {
    warn();
    if (end_if_over(false)) return false;
    const Moment before;
    if (due <= before.steady) {
      const std::lock_guard lock(mutex);
      return current != State::ended && !closed;
    }
    Steady::duration slice = std::min<Steady::duration>(due - before.steady, WATCH_EVERY);
    if (const auto end = end_of_offline()) slice = std::min(slice, *end - before.steady);
    {
      std::unique_lock lock(mutex);
      if (current == State::ended || closed) return false;
      changed.wait_for(lock, slice, [this] { return closed; });
      if (closed) return false;
    }
    if (note_suspension(before, slice)) return true;
  }
}

/// Returns true if a pause was so much longer than planned that the device must have slept. On some systems the
/// monotonic clock also counts the time asleep; this time is excluded from the grace period.
bool Keeper::note_suspension(const Moment& before, Pause planned) {
  const Moment now;
  const Pause asleep = now.steady - before.steady - planned;
  const Pause by_wall_clock = now.wall - before.wall - planned;
  if (asleep > SLEEP_SLACK) suspended += std::chrono::duration_cast<Steady::duration>(asleep);
  return asleep > SLEEP_SLACK || by_wall_clock > SLEEP_SLACK;
}

/// Sends a heartbeat or logs in again, and returns the pause until the next heartbeat.
Keeper::Pause Keeper::beat() {
  Limits limits;
  limits.deadline = end_of_offline();
  limits.cancelled = &cancelled;
  {
    const std::lock_guard lock(mutex);
    beats++;
  }
  const Moment before;
  try {
    if (must_login) {
      session->login_again(limits);
      if (session->logged_out()) logout();  // meanwhile
    } else {
      session->heartbeat(limits);
    }
  } catch (const Failure& failure) {
    if (stopped()) return Pause(0);  // a new login could end the session of another device
    const auto& options = client->options;
    const bool slept =
        failures > 0 && note_suspension(before, 2 * options.timeout * static_cast<int>(options.hosts.size()));
    if (failure.kind != Kind::refused) return fail(failure, slept);
    if (!may_answer_others(failure.code)) return refuse(failure.code);
    client->skip_host();
    return fail(Failure::untrusted("the refusal may answer other parameters"), slept);
  }
  succeed();
  return vary(interval());
}

void Keeper::succeed() {
  failures = 0;
  bool was_offline;
  {
    const std::lock_guard lock(mutex);
    if (current == State::ended) return;
    was_offline = current == State::offline;
    current = State::online;
    reason.clear();
    expires_ts = session->expires_ts();
  }
  if (must_login) {
    must_login = false;
    renewed = Steady::now();
    emit({{"event", "renewed"}, {"session", session->info()}});
  }
  if (was_offline) emit({{"event", "online"}});
  renew_ticket();
}

/// Logs in again to learn why a session has ended, unless two devices are logging each other out, or the program may
/// have ended the session by an unbind.
Keeper::Pause Keeper::refuse(int refused_code) {
  const bool over = refused_code == 10214 || refused_code == 10404;
  const bool recently = renewed && Steady::now() - *renewed < 3 * interval();
  if (!over || must_login || recently || session->has_unbound()) {
    end("refused", refused_code);
    return Pause(0);
  }
  must_login = true;
  return beat();
}

Keeper::Pause Keeper::fail(const Failure& failure, bool slept) {
  const std::string why = failure.kind == Kind::unavailable ? failure.reason : "network";
  if (++failures == 1) {
    failed = Steady::now();
    suspended = Steady::duration(0);
  }
  if (cancelled || end_if_over(true)) return Pause(0);
  if (failures == 1) {
    {
      const std::lock_guard lock(mutex);
      if (current == State::ended) return Pause(0);
      current = State::offline;
      reason = why;
    }
    emit({{"event", "offline"}, {"since", client->clock.now()}, {"reason", why}});
  }
  // 1, 2, 4, 8 … seconds
  const seconds doubled(1LL << std::min(failures - 1, 6));
  const Pause pause = slept ? Pause(0) : vary(std::min({interval(), MAX_PAUSE, doubled}));
  return std::max(pause, Pause(std::min(failure.retry_after, MAX_RETRY_AFTER_SEC)));
}

/// Ends an offline keeper whose grace period or licence is over; `failed` means that a heartbeat has just failed.
bool Keeper::end_if_over(bool beat_failed) {
  std::int64_t expiry;
  {
    const std::lock_guard lock(mutex);
    if (current == State::ended) return true;
    if (current == State::online && !beat_failed) return false;
    expiry = expires_ts;
  }
  if (expiry <= client->clock.now()) {
    end("expired", 0);
  } else if (Steady::now() >= end_of_grace()) {
    end("unreachable", 0);
  } else {
    return false;
  }
  return true;
}

/// Counts from the first failed heartbeat and excludes the time asleep.
Steady::time_point Keeper::end_of_grace() const { return failed + client->options.grace + suspended; }

/// Returns when an offline keeper ends if nothing changes.
std::optional<Steady::time_point> Keeper::end_of_offline() const {
  std::int64_t expiry;
  {
    const std::lock_guard lock(mutex);
    if (current != State::offline) return std::nullopt;
    expiry = expires_ts;
  }
  const auto left = expiry - client->clock.now();
  const auto end = end_of_grace();
  return left < DAY_SEC ? std::min(end, Steady::now() + seconds(left)) : end;
}

/// Sends an event once when less than 24 hours are left, and once when less than an hour is left.
void Keeper::warn() {
  std::int64_t expiry;
  {
    const std::lock_guard lock(mutex);
    if (current == State::ended) return;
    expiry = expires_ts;
  }
  const auto left = expiry - client->clock.now();
  if (left <= 0) return;
  const std::int64_t threshold = left < HOUR_SEC ? HOUR_SEC : left < DAY_SEC ? DAY_SEC : 0;
  if (threshold != 0 && (warned == 0 || threshold < warned)) {
    emit({{"event", "expiring"}, {"expires_ts", expiry}, {"left_sec", left}});
  }
  warned = threshold;
}

/// Gets a new ticket when half of the stored ticket's lifetime has passed.
void Keeper::renew_ticket() {
  if (client->options.keys.empty() || no_new_ticket || session->account == Session::Account::trial) return;
  const auto text = client->store->read("ticket");
  if (!text) return;
  try {
    const Json claims = client->check_ticket(trim(*text));
    const auto iat = claims["iat"].get<std::int64_t>();
    if (client->clock.now() < iat + (claims["exp"].get<std::int64_t>() - iat) / 2) return;
  } catch (const Failure& failure) {
    if (failure.reason != "expired") return;
  }
  try {
    Limits limits;
    limits.cancelled = &cancelled;
    session->ticket(limits);
  } catch (const Failure& failure) {
    no_new_ticket = failure.kind != Kind::unavailable;  // such as a card type without offline hours
  }
}

void Keeper::end(const std::string& why, int refused_code) {
  {
    const std::lock_guard lock(mutex);
    if (current == State::ended) return;
    current = State::ended;
    reason = why;
    code = refused_code;
  }
  Json event = {{"event", "ended"}, {"reason", why}};
  if (refused_code != 0) {
    event["code"] = refused_code;
    event["tell"] = tell_json(describe_code(refused_code));
  }
  emit(std::move(event));
}

void Keeper::emit(Json event) {
  const std::lock_guard lock(mutex);
  if (closed) return;
  if (events.size() == MAX_EVENTS) events.pop_front();
  events.push_back(std::move(event));
  changed.notify_all();
}

}  // namespace latchkey_core
