// Sends heartbeats for a session in a separate thread, and calls the event handler in another one.
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

  /// Starts to send heartbeats. The handler may block: it has a thread of its own, which calls it for one event after
  /// the other. Without a handler, events wait for next_event.
  static std::shared_ptr<Keeper> start(std::shared_ptr<Session> session, Handler handler);
  ~Keeper();

  /// Returns the members of the driver's `state`.
  Json state() const;
  bool licensed() const;
  bool ended() const;
  /// Waits for an event; returns an empty object if there is none in time.
  Json next_event(std::chrono::milliseconds wait);
  /// Stops the keeper, waits at most the timeout for a running heartbeat and a running handler, and logs out. If a
  /// handler calls this method, the method only requests the end of the keeper and returns. Afterwards no handler is
  /// called, but one may still be running.
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
  void deliver();
  bool in_own_thread() const;
  bool stopped() const;
  bool wait(Pause pause);
  Pause beat();
  void succeed();
  Pause refuse(int code);
  Pause fail(const Failure& failure, bool slept);
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
  std::thread delivery;  // calls the handler; none without a handler
  // Ids of the threads once they run.
  std::atomic<std::thread::id> thread_id{}, delivery_id{};
  std::atomic<bool> cancelled{false};  // ends a running request

  mutable std::mutex mutex;
  std::condition_variable changed;
  enum class State { online, offline, ended } current = State::online;
  std::string reason;
  int code = 0;
  std::int64_t expires_ts;
  std::int64_t beats = 0;
  bool closed = false;
  bool done = false;       // `thread` has nothing more to do
  bool delivered = false;  // `delivery` has nothing more to do
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
