// The client of the licence server Latchkey: a thin C++17 wrapper over latchkey.h.
//
// Results are JSON texts for the JSON library of your choice; `get` reads single members without it. Errors are
// exceptions of three kinds, so that no error is mistaken for a success.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "latchkey.h"

namespace latchkey {

/// Returns a member of a JSON text by its pointer, such as "/expires", as text; `otherwise` if there is none or it
/// is null.
inline std::string get(const std::string& json, const std::string& pointer, const std::string& otherwise = "") {
  char* text = nullptr;
  if (latchkey_json_get(json.c_str(), pointer.c_str(), &text) != LATCHKEY_OK || !text) return otherwise;
  const std::unique_ptr<char, void (*)(char*)> owner(text, [](char* each) { latchkey_free(each); });
  return text;
}

/// Base of the three kinds of errors. what() is for the developer. For a refusal it begins with the code.
struct Error : std::runtime_error {
  explicit Error(std::string given) : std::runtime_error(text_of(given)), json(std::move(given)) {}
  const std::string json;

 private:
  static std::string text_of(const std::string& json) {
    const std::string code = get(json, "/code");
    return (code.empty() ? "" : code + " " + get(json, "/name") + ": ") +
           get(json, "/message", "an error without a text");
  }
};

/// A trusted answer that refuses the request, or a refused ticket. Repeating the request does not help.
struct Refused : Error {
  using Error::Error;
  int code() const { return std::stoi(get(json, "/code", "0")); }  // 0: a ticket
  std::string name() const { return get(json, "/name"); }
  std::string reason() const { return get(json, "/reason"); }  // of a ticket
  std::string tell_en() const { return get(json, "/tell/en"); }
  std::string tell_zh() const { return get(json, "/tell/zh"); }
};

/// No answer, or an answer that cannot be trusted. It says nothing about the licence.
struct Unavailable : Error {
  using Error::Error;
  std::string reason() const { return get(json, "/reason"); }  // network, untrusted or busy
  std::chrono::seconds retry_after() const { return std::chrono::seconds(std::stoll(get(json, "/retry_after", "0"))); }
};

/// A wrong option or argument. what() begins with its name. Nothing was sent.
struct Misuse : Error {
  using Error::Error;
};

namespace detail {

inline const char* optional(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

/// Calls a function of the C ABI, and returns its JSON text or throws.
template <typename Function, typename... Arguments>
std::string call(Function function, Arguments... arguments) {
  char* text = nullptr;
  const int status = function(arguments..., &text);
  const std::unique_ptr<char, void (*)(char*)> owner(text, [](char* each) { latchkey_free(each); });
  const std::string json = text ? text : "{}";
  switch (status) {
    case LATCHKEY_OK: return json;
    case LATCHKEY_REFUSED: throw Refused(json);
    case LATCHKEY_MISUSE: throw Misuse(json);
    default: throw Unavailable(json);
  }
}

}  // namespace detail

/// A login of a card, user or trial. It can be moved but not copied. Its destructor closes the keeper.
class Session {
 public:
  using Handler = std::function<void(const std::string& event)>;

  explicit Session(latchkey_session* given) : handle(given, latchkey_session_free) {}
  Session(Session&&) = default;
  Session& operator=(Session&& other) {
    handle = std::move(other.handle);  // closes this session's keeper before its handlers are destroyed
    handlers = std::move(other.handlers);
    return *this;
  }

  std::string info() const { return detail::call(latchkey_session_info, handle.get()); }
  std::string heartbeat() { return detail::call(latchkey_heartbeat, handle.get()); }
  std::string logout() { return detail::call(latchkey_logout, handle.get()); }
  std::string consume(const std::string& request_id, int amount = 1) {
    return detail::call(latchkey_consume, handle.get(), request_id.c_str(), amount);
  }
  std::string ticket() { return detail::call(latchkey_ticket, handle.get()); }
  std::string unbind(const std::string& device_id) {
    return detail::call(latchkey_unbind, handle.get(), device_id.c_str());
  }
  std::string set_unbind_password(const std::string& password) {
    return detail::call(latchkey_set_unbind_password, handle.get(), password.c_str());
  }
  std::string config() { return detail::call(latchkey_config, handle.get()); }
  std::string set_config(const std::string& text) {
    return detail::call(latchkey_set_config, handle.get(), text.c_str());
  }
  std::string variable(const std::string& name) {
    return detail::call(latchkey_session_variable, handle.get(), name.c_str());
  }
  std::string call_function(const std::string& name, const std::string& params = "",
                            const std::string& request_id = "") {
    return detail::call(latchkey_session_call_function, handle.get(), name.c_str(), detail::optional(params),
                        detail::optional(request_id));
  }

  /// Sends heartbeats in the background. A thread of its own calls the handler for one event after the other. The
  /// handler may block: this delays neither the heartbeats nor the end of the licence, but may delay `close` and the
  /// destructor by at most timeout_sec. A handler that blocks may outlive this object, so let it own what it uses.
  /// Without a handler, fetch the events with next_event.
  void keep(Handler given = nullptr) {
    if (!given) {
      detail::call(latchkey_keep, handle.get(), latchkey_handler(nullptr), static_cast<void*>(nullptr));
      return;
    }
    handlers.push_back(std::make_shared<Handler>(std::move(given)));
    detail::call(latchkey_keep, handle.get(), latchkey_handler(&Session::on_event),
                 static_cast<void*>(&handlers.back()));
  }
  bool licensed() const { return latchkey_licensed(handle.get()) == 1; }
  std::string state() const { return detail::call(latchkey_state, handle.get()); }
  /// Returns the next event, or "{}".
  std::string next_event(std::chrono::milliseconds wait) {
    return detail::call(latchkey_next_event, handle.get(), static_cast<int>(wait.count()));
  }
  void close() { detail::call(latchkey_close, handle.get()); }

 private:
  static void LATCHKEY_CALL on_event(void* context, const char* event) {
    // A handler that blocks may outlive the session.
    const std::shared_ptr<Handler> handler = *static_cast<std::shared_ptr<Handler>*>(context);
    try {
      (*handler)(event);
    } catch (...) {  // an exception of the handler must not pass through C
    }
  }

  // The handlers must outlive the keepers whose threads call them. A list never moves its members.
  std::list<std::shared_ptr<Handler>> handlers;
  std::unique_ptr<latchkey_session, void(LATCHKEY_CALL*)(latchkey_session*)> handle;
};

/// Sends the requests of one application on one device.
class Client {
 public:
  /// @param options JSON, see README.md
  explicit Client(const std::string& options, const latchkey_store* store = nullptr)
      : handle(nullptr, latchkey_client_free) {
    latchkey_client* made = nullptr;
    detail::call(latchkey_client_new, options.c_str(), store, &made);
    handle.reset(made);
  }

  Session login(const std::string& card) { return open(latchkey_login, card.c_str()); }
  Session user_login(const std::string& username, const std::string& password) {
    return open(latchkey_user_login, username.c_str(), password.c_str());
  }
  Session trial_login() { return open(latchkey_trial_login); }

  std::string recharge(const std::string& card, const std::string& use_card) {
    return detail::call(latchkey_recharge, handle.get(), card.c_str(), use_card.c_str());
  }
  std::string recharge_user(const std::string& username, const std::string& card) {
    return detail::call(latchkey_recharge_user, handle.get(), username.c_str(), card.c_str());
  }
  std::string register_user(const std::string& username, const std::string& password, const std::string& card) {
    return detail::call(latchkey_register, handle.get(), username.c_str(), password.c_str(), card.c_str());
  }
  std::string change_password(const std::string& username, const std::string& password,
                              const std::string& new_password) {
    return detail::call(latchkey_change_password, handle.get(), username.c_str(), password.c_str(),
                        new_password.c_str());
  }
  std::string unbind_by_password(const std::string& card, const std::string& password) {
    return detail::call(latchkey_unbind_by_password, handle.get(), card.c_str(), password.c_str());
  }
  std::string variable(const std::string& name, const std::string& card = "") {
    return detail::call(latchkey_variable, handle.get(), name.c_str(), detail::optional(card));
  }
  std::string data_get(const std::string& key, const std::string& scope = "", const std::string& card = "") {
    return detail::call(latchkey_data_get, handle.get(), key.c_str(), detail::optional(scope), detail::optional(card));
  }
  std::string data_create(const std::string& key, const std::string& value, const std::string& scope = "",
                          const std::string& card = "") {
    return detail::call(latchkey_data_create, handle.get(), key.c_str(), value.c_str(), detail::optional(scope),
                        detail::optional(card));
  }
  std::string data_update(const std::string& key, const std::string& value, const std::string& scope = "",
                          const std::string& card = "") {
    return detail::call(latchkey_data_update, handle.get(), key.c_str(), value.c_str(), detail::optional(scope),
                        detail::optional(card));
  }
  std::string data_delete(const std::string& key, const std::string& scope = "", const std::string& card = "") {
    return detail::call(latchkey_data_delete, handle.get(), key.c_str(), detail::optional(scope),
                        detail::optional(card));
  }
  std::string call_function(const std::string& name, const std::string& params = "") {
    return detail::call(latchkey_call_function, handle.get(), name.c_str(), detail::optional(params));
  }
  std::string software_config() { return detail::call(latchkey_software_config, handle.get()); }
  std::string notice() { return detail::call(latchkey_notice, handle.get()); }
  std::string latest_version(const std::string& channel = "") {
    return detail::call(latchkey_latest_version, handle.get(), detail::optional(channel));
  }
  std::string ping() { return detail::call(latchkey_ping, handle.get()); }
  std::string call(const std::string& method, const std::string& path, const std::string& parameters = "{}") {
    return detail::call(latchkey_call, handle.get(), method.c_str(), path.c_str(), parameters.c_str());
  }

  std::string open_ticket() {
    return detail::call(latchkey_open_ticket, handle.get(), static_cast<const char*>(nullptr));
  }
  std::string open_ticket(const std::string& ticket) {
    return detail::call(latchkey_open_ticket, handle.get(), ticket.c_str());
  }
  std::string request_code() const { return get(detail::call(latchkey_request_code, handle.get()), "/code"); }
  std::string device_id() const { return get(detail::call(latchkey_device_id, handle.get()), "/device_id"); }
  /// Hosts and key of the application, without a secret.
  std::string describe() const { return detail::call(latchkey_describe, handle.get()); }

 private:
  template <typename Function, typename... Arguments>
  Session open(Function function, Arguments... arguments) {
    latchkey_session* session = nullptr;
    detail::call(function, handle.get(), arguments..., &session);
    return Session(session);
  }

  std::unique_ptr<latchkey_client, void(LATCHKEY_CALL*)(latchkey_client*)> handle;
};

}  // namespace latchkey
