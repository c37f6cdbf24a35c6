// A client of one application on one device, and the sessions that it opens.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol.hpp"
#include "store.hpp"

namespace latchkey_core {

using Steady = std::chrono::steady_clock;

constexpr std::int64_t DAY_SEC = 86400;

struct Options {
  std::vector<std::string> hosts;
  std::string app_key, app_secret;
  PublicKeys keys;
  std::string sign_mode = "hmac-sha256-path";
  std::string device_id;
  std::string version;
  std::chrono::seconds grace{600};
  std::chrono::seconds timeout{10};
  std::optional<std::chrono::seconds> heartbeat;
};

/// Ends requests early.
struct Limits {
  std::optional<Steady::time_point> deadline;
  const std::atomic<bool>* cancelled = nullptr;
};

/// The server's time, advanced by the monotonic clock.
class ServerClock {
 public:
  void set(std::int64_t seconds);
  /// Returns epoch seconds, rounded down; by the device's clock if the server's time is not known.
  std::int64_t now() const;

 private:
  mutable std::mutex mutex;
  std::optional<Steady::time_point> at;
  std::int64_t time = 0;
};

struct Request {
  std::string method;
  std::string path;  // after /api/client/v1, percent-encoded
  Texts parameters;
  bool repeatable = false;  // true if the request may reach two hosts
};

class Client {
 public:
  /// Checks the options; throws a Failure of kind misuse. Without a store it takes a folder.
  static std::shared_ptr<Client> create(const std::string& options_json, std::shared_ptr<Store> store);

  /// Returns the member `result` of a successful answer, or an empty object if it has none; otherwise throws a Failure.
  Json send(const Request& request, const Limits& limits = {});

  Json variable(const std::string& name, Texts parameters);
  Json data(const std::string& method, const std::string& key, const std::string& scope, const std::string& card,
            Texts more);
  Json call_function(const std::string& name, const std::string& params, const std::string& request_id, Texts as);

  /// Verifies the stored ticket, or verifies the given ticket and stores it. Returns the ticket's claims.
  Json open_ticket(const std::optional<std::string>& text);
  /// Verifies a ticket by the server's time, and returns its claims.
  Json check_ticket(const std::string& text) const;
  /// Verifies and stores a ticket that the server has just given.
  void keep_ticket(const std::string& text);
  void need_keys() const;
  /// Lets the next request begin with the next host.
  void skip_host();

  Options options;
  std::shared_ptr<Store> store;
  ServerClock clock;

 private:
  Client() = default;
  struct Attempt;
  Attempt exchange(const std::string& host, const Request& request, const Limits& limits);
  Attempt attempt(const std::string& host, const Request& request, const Limits& limits);
  std::string form(const Request& request, const std::string& path, std::string& nonce) const;
  void learn(const Answer& answer, std::int64_t date);

  std::int64_t greatest_time();
  /// Returns the `iat` of the stored ticket, which may have expired; 0 if there is no genuine ticket of this device.
  std::int64_t stored_ticket_time() const;
  std::int64_t read_seen();
  void saw_time(std::int64_t seconds);
  void proved_time(std::int64_t seconds);
  void remember(std::int64_t seconds);

  std::mutex host_mutex;
  std::size_t last_host = 0;  // index of the host that answered last
  std::mutex seen_mutex;
  std::optional<std::int64_t> seen;  // greatest time in the store
};

/// A login of a card, user or trial. Its methods may be called by several threads.
class Session {
 public:
  enum class Account { card, user, trial };

  Session(std::shared_ptr<Client> client, Account account, std::string name, std::string password);

  void login();
  /// Opens the session again after it has ended. Never binds a device that was unbound in the meantime.
  void login_again(const Limits& limits);
  Json heartbeat(const Limits& limits = {});
  Json logout(const Limits& limits = {});
  Json consume(const std::string& request_id, std::int64_t amount);
  Json ticket(const Limits& limits = {});
  Json unbind(const std::string& device_id);
  Json set_unbind_password(const std::string& password);
  Json config();
  Json set_config(const std::string& text);
  Json variable(const std::string& name);
  Json call_function(const std::string& name, const std::string& params, const std::string& request_id);

  /// Returns the members that conformance/README.md names.
  Json info() const;
  bool logged_out() const { return left; }
  /// Returns true after an unbind that may have ended the session. A new login at an older server binds the device
  /// again.
  bool has_unbound() const { return unbound; }
  std::int64_t expires_ts() const;
  std::int64_t hg() const;

  const std::shared_ptr<Client> client;
  const Account account;

 private:
  Texts identify(bool with_token = true) const;
  Json post(const std::string& action, bool repeatable, const Texts& more, const Limits& limits = {});
  void open(const Texts& more, const Limits& limits);
  void refuse_trials() const;
  std::string path(const std::string& action) const;

  const std::string name;  // the card or the username
  const std::string password;
  mutable std::mutex mutex;
  Json members;
  std::atomic<bool> left{false};  // logout was called
  std::atomic<bool> unbound{false};
};

/// Refuses an empty text, and one that is not UTF-8.
void require_text(const char* argument, const std::string& text);

}  // namespace latchkey_core
