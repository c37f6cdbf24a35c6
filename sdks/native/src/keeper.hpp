// Sends heartbeats for a session in a separate thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include "client.hpp"

namespace latchkey_core {

class Keeper : public std::enable_shared_from_this<Keeper> {
 public:
  using Handler = std::function<void(const Json& event)>;

  /// Starts to send heartbeats. Without a handler, events wait for next_event.
  static std::shared_ptr<Keeper> start(std::shared_ptr<Session> session, Handler handler);
  ~Keeper();

  /// Returns the members of the driver's `state`.
  Json state() const;
  bool licensed() const;
  bool ended() const;
  /// Waits for an event; returns an empty object if there is none in time.
  Json next_event(std::chrono::milliseconds wait);
  /// Stops the keeper, waits for a running heartbeat at most for the timeout, and logs out. In a handler it only
  /// requests this and returns.
  void close();
  /// Ends the keeper without an event and without waiting, since the session is being logged out.
  void leave();

 private:
  using Pause = std::chrono::duration<double>;
  struct Moment {
    Steady::time_point steady = Steady::now();
    std::chrono::system_clock::time_point wall = std::chrono::system_clock::now();
  };

  explicit Keeper(std::shared_ptr<Session> session, Handler handler);
  void run();
  bool wait(Pause pause);
  Pause beat();
  void succeed();
  Pause refuse(int code);
  Pause fail(const Failure& failure);
  bool note_suspension(const Moment& before, Pause planned);
  bool end_if_over(bool failed);
  Steady::time_point end_of_grace() const;
  std::optional<Steady::time_point> end_of_offline() const;
  void warn();
  void renew_ticket();
  void end(const std::string& reason, int code);
  void emit(Json event);
  void logout();
  std::chrono::seconds interval() const;
  Pause vary(Pause pause);

  const std::shared_ptr<Session> session;
  const std::shared_ptr<Client> client;
  const Handler handler;
  std::thread thread;
  std::atomic<std::thread::id> own_id{};  // id of the thread once it runs
  std::atomic<bool> cancelled{false};     // ends a running request

  mutable std::mutex mutex;
  std::condition_variable changed;
  enum class State { online, offline, ended } current = State::online;
  std::string reason;
  int code = 0;
  std::int64_t expires_ts;
  std::int64_t beats = 0;
  bool closed = false;
  bool done = false;  // the thread has nothing more to do
  std::deque<Json> events;

  // Used only by the thread.
  std::mt19937 random;
  int failures = 0;           // failed beats since the last success
  Steady::time_point failed;  // time of the first failed beat
  Steady::duration suspended{0};
  bool must_login = false;
  std::optional<Steady::time_point> renewed;
  std::int64_t warned = 0;  // the last threshold in seconds below which the handler was told
  bool no_new_ticket = false;

  std::mutex closing;
};

}  // namespace latchkey_core
