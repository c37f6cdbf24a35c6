// The C ABI over the core: no exception leaves it.
#include "latchkey.h"

#include <curl/curl.h>
#include <sodium.h>

#include <cstdlib>
#include <cstring>
#include <functional>

#include "client.hpp"
#include "codes.hpp"
#include "floating_point.hpp"
#include "gbk.hpp"
#include "keeper.hpp"

using namespace latchkey_core;

struct latchkey_client {
  std::shared_ptr<Client> client;
};

struct latchkey_session {
  std::shared_ptr<Session> session;
  std::mutex mutex;
  std::shared_ptr<Keeper> keeper;
};

namespace {

/// A store that uses the caller's functions.
struct FunctionStore : Store {
  explicit FunctionStore(const latchkey_store& functions) : functions(functions) {}

  std::optional<std::string> read(const std::string& name) override {
    std::string text(64 << 10, '\0');
    const int size = functions.read(functions.context, name.c_str(), text.data(), static_cast<int>(text.size()));
    if (size < 0 || static_cast<std::size_t>(size) > text.size()) return std::nullopt;
    text.resize(static_cast<std::size_t>(size));
    return text;
  }

  std::string write(const std::string& name, const std::string& text) override {
    const int status = functions.write(functions.context, name.c_str(), text.c_str());
    return status == 0 ? "" : "its function write returned " + std::to_string(status);
  }

  const latchkey_store functions;
};

void set_up_libraries() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && sodium_init() >= 0;
  if (!ready) throw Failure::network("libcurl or libsodium cannot start");
}

char* copy(const std::string& text) {
  auto* made = static_cast<char*>(std::malloc(text.size() + 1));
  if (made) std::memcpy(made, text.c_str(), text.size() + 1);
  return made;
}

void give(char** json, const Json& value) {
  if (json) *json = copy(to_text(value));
}

/// Runs a call, and turns its result or exception into a status and a JSON text.
int run(char** json, const std::function<Json()>& call) noexcept {
  if (json) *json = nullptr;
  const FloatingPointGuard guard;
  try {
    try {
      set_up_libraries();
      give(json, call());
      return LATCHKEY_OK;
    } catch (const Failure& failure) {
      give(json, failure.json());
      return static_cast<int>(failure.kind);
    } catch (const std::exception&) {  // such as no memory
      give(json, Failure::network("the program is out of memory").json());
    }
  } catch (...) {
  }
  return LATCHKEY_UNAVAILABLE;
}

/// Runs a call whose result is a plain text.
int run_for_text(char** text, const std::function<std::string()>& call) noexcept {
  std::string found;
  const int status = run(nullptr, [&] {
    found = call();
    return Json();
  });
  if (text) *text = status == LATCHKEY_OK ? copy(found) : nullptr;
  return status;
}

std::string text(const char* argument, const char* given) {
  if (!given) throw Failure::misuse(argument, "it is NULL");
  return given;
}

std::string filled(const char* argument, const char* given) {
  const std::string value = text(argument, given);
  require_text(argument, value);
  return value;
}

std::string card_text(const char* argument, const char* given) {
  const std::string card = trim_card(text(argument, given));
  require_text(argument, card);
  return card;
}

std::string optional_text(const char* given) { return given ? given : ""; }

Texts optional_parameter(const char* name, const char* given) {
  return given && *given ? Texts{{name, given}} : Texts();
}

Client& of(latchkey_client* client) {
  if (!client) throw Failure::misuse("client", "it is NULL");
  return *client->client;
}

Session& of(latchkey_session* session) {
  if (!session) throw Failure::misuse("session", "it is NULL");
  return *session->session;
}

std::shared_ptr<Keeper> keeper_of(latchkey_session* session) {
  of(session);
  const std::lock_guard lock(session->mutex);
  if (!session->keeper) throw Failure::misuse("session", "it is not kept");
  return session->keeper;
}

Json open_session(latchkey_client* client, Session::Account account, const std::string& name,
                  const std::string& password, latchkey_session** opened) {
  of(client);
  if (!opened) throw Failure::misuse("session", "it is NULL");
  auto session = std::make_shared<Session>(client->client, account, name, password);
  session->login();
  Json info = session->info();
  *opened = new latchkey_session{std::move(session), {}, {}};
  return info;
}

}  // namespace

const char* LATCHKEY_CALL latchkey_version(void) { return VERSION; }

void LATCHKEY_CALL latchkey_free(char* json) { std::free(json); }

int LATCHKEY_CALL latchkey_json_get(const char* json, const char* pointer, char** text_out) {
  return run_for_text(text_out, [&] {
    const auto object = parse_object(text("json", json));
    if (!object) throw Failure::misuse("json", "it must be the JSON text of an object");
    try {
      const Json& member = object->at(Json::json_pointer(text("pointer", pointer)));
      if (member.is_null()) throw Failure::misuse("pointer", "it leads to null");
      return member.is_string() ? member.get<std::string>() : to_text(member);
    } catch (const Json::exception&) {
      throw Failure::misuse("pointer", "it leads to no member");
    }
  });
}

int LATCHKEY_CALL latchkey_utf8_from_gbk(const char* gbk, char** text_out) {
  return run_for_text(text_out, [&] { return utf8_from_gbk(text("gbk", gbk)); });
}

int LATCHKEY_CALL latchkey_gbk_from_utf8(const char* utf8, char** text_out) {
  return run_for_text(text_out, [&] { return gbk_from_utf8(text("utf8", utf8)); });
}

int LATCHKEY_CALL latchkey_describe_code(int code, char** json) {
  return run(json, [&]() -> Json {
    const CodeText& text = describe_code(code);
    return {{"name", text.name}, {"tell", tell_json(text)}};
  });
}

int LATCHKEY_CALL latchkey_client_new(const char* options, const latchkey_store* store, latchkey_client** client,
                                      char** json) {
  if (client) *client = nullptr;
  return run(json, [&]() -> Json {
    if (!client) throw Failure::misuse("client", "it is NULL");
    std::shared_ptr<Store> functions;
    if (store) {
      if (!store->read || !store->write) throw Failure::misuse("store", "it lacks a function");
      functions = std::make_shared<FunctionStore>(*store);
    }
    *client = new latchkey_client{Client::create(text("options", options), std::move(functions))};
    return Json::object();
  });
}

void LATCHKEY_CALL latchkey_client_free(latchkey_client* client) { delete client; }

int LATCHKEY_CALL latchkey_describe(latchkey_client* client, char** json) {
  return run(json, [&]() -> Json {
    const Options& options = of(client).options;
    return {{"hosts", options.hosts}, {"app_key", options.app_key}};
  });
}

int LATCHKEY_CALL latchkey_device_id(latchkey_client* client, char** json) {
  return run(json, [&]() -> Json { return {{"device_id", of(client).options.device_id}}; });
}

int LATCHKEY_CALL latchkey_login(latchkey_client* client, const char* card, latchkey_session** session, char** json) {
  if (session) *session = nullptr;
  return run(json, [&] { return open_session(client, Session::Account::card, card_text("card", card), "", session); });
}

int LATCHKEY_CALL latchkey_user_login(latchkey_client* client, const char* username, const char* password,
                                      latchkey_session** session, char** json) {
  if (session) *session = nullptr;
  return run(json, [&] {
    return open_session(client, Session::Account::user, filled("username", username), filled("password", password),
                        session);
  });
}

int LATCHKEY_CALL latchkey_trial_login(latchkey_client* client, latchkey_session** session, char** json) {
  if (session) *session = nullptr;
  return run(json, [&] { return open_session(client, Session::Account::trial, "", "", session); });
}

void LATCHKEY_CALL latchkey_session_free(latchkey_session* session) {
  if (!session) return;
  run(nullptr, [&] {
    std::shared_ptr<Keeper> keeper;
    {
      const std::lock_guard lock(session->mutex);  // a handler may be called before latchkey_keep has returned
      keeper = session->keeper;
    }
    if (keeper) keeper->close();
    return Json();
  });
  delete session;
}

int LATCHKEY_CALL latchkey_session_info(latchkey_session* session, char** json) {
  return run(json, [&] { return of(session).info(); });
}

int LATCHKEY_CALL latchkey_heartbeat(latchkey_session* session, char** json) {
  return run(json, [&] { return of(session).heartbeat(); });
}

int LATCHKEY_CALL latchkey_logout(latchkey_session* session, char** json) {
  return run(json, [&] {
    of(session);
    {
      const std::lock_guard lock(session->mutex);
      // The keeper ends first, so that it cannot log in again.
      if (session->keeper) session->keeper->leave();
    }
    return of(session).logout();
  });
}

int LATCHKEY_CALL latchkey_consume(latchkey_session* session, const char* request_id, int amount, char** json) {
  return run(json, [&] { return of(session).consume(text("request_id", request_id), amount); });
}

int LATCHKEY_CALL latchkey_ticket(latchkey_session* session, char** json) {
  return run(json, [&] { return of(session).ticket(); });
}

int LATCHKEY_CALL latchkey_unbind(latchkey_session* session, const char* device_id, char** json) {
  return run(json, [&] { return of(session).unbind(text("device_id", device_id)); });
}

int LATCHKEY_CALL latchkey_set_unbind_password(latchkey_session* session, const char* password, char** json) {
  return run(json, [&] { return of(session).set_unbind_password(text("password", password)); });
}

int LATCHKEY_CALL latchkey_config(latchkey_session* session, char** json) {
  return run(json, [&] { return of(session).config(); });
}

int LATCHKEY_CALL latchkey_set_config(latchkey_session* session, const char* config, char** json) {
  return run(json, [&] { return of(session).set_config(text("text", config)); });
}

int LATCHKEY_CALL latchkey_session_variable(latchkey_session* session, const char* name, char** json) {
  return run(json, [&] { return of(session).variable(text("name", name)); });
}

int LATCHKEY_CALL latchkey_session_call_function(latchkey_session* session, const char* name, const char* params,
                                                 const char* request_id, char** json) {
  return run(json, [&] {
    return of(session).call_function(text("name", name), optional_text(params), optional_text(request_id));
  });
}

int LATCHKEY_CALL latchkey_keep(latchkey_session* session, latchkey_handler handler, void* context, char** json) {
  return run(json, [&] {
    of(session);
    const std::lock_guard lock(session->mutex);
    if (session->session->logged_out() || (session->keeper && session->keeper->ended())) {
      throw Failure::misuse("session", "it has ended; log in again");
    }
    if (session->keeper) throw Failure::misuse("session", "it is kept already");
    Keeper::Handler call;
    if (handler) call = [=](const Json& event) { handler(context, to_text(event).c_str()); };
    session->keeper = Keeper::start(session->session, std::move(call));
    return Json::object();
  });
}

int LATCHKEY_CALL latchkey_state(latchkey_session* session, char** json) {
  return run(json, [&] { return keeper_of(session)->state(); });
}

int LATCHKEY_CALL latchkey_licensed(latchkey_session* session) {
  bool licensed = false;
  run(nullptr, [&] {
    licensed = keeper_of(session)->licensed();
    return Json();
  });
  return licensed ? 1 : 0;
}

int LATCHKEY_CALL latchkey_next_event(latchkey_session* session, int wait_ms, char** json) {
  return run(json, [&] {
    if (wait_ms < 0) throw Failure::misuse("wait_ms", "it is below 0");
    return keeper_of(session)->next_event(std::chrono::milliseconds(wait_ms));
  });
}

int LATCHKEY_CALL latchkey_close(latchkey_session* session, char** json) {
  return run(json, [&] {
    keeper_of(session)->close();
    return Json::object();
  });
}

int LATCHKEY_CALL latchkey_recharge(latchkey_client* client, const char* card, const char* use_card, char** json) {
  return run(json, [&] {
    const Texts texts = {{"card", card_text("card", card)}, {"use_card", card_text("use_card", use_card)}};
    return of(client).send({"POST", "/card/recharge", texts});
  });
}

int LATCHKEY_CALL latchkey_recharge_user(latchkey_client* client, const char* username, const char* card, char** json) {
  return run(json, [&] {
    const Texts texts = {{"username", filled("username", username)}, {"card", card_text("card", card)}};
    return of(client).send({"POST", "/user/recharge", texts});
  });
}

int LATCHKEY_CALL latchkey_register(latchkey_client* client, const char* username, const char* password,
                                    const char* card, char** json) {
  return run(json, [&] {
    const Texts texts = {{"username", filled("username", username)},
                         {"password", filled("password", password)},
                         {"card", card_text("card", card)},
                         {"device_id", of(client).options.device_id}};
    return of(client).send({"POST", "/user/register", texts});
  });
}

int LATCHKEY_CALL latchkey_change_password(latchkey_client* client, const char* username, const char* password,
                                           const char* new_password, char** json) {
  return run(json, [&] {
    const Texts texts = {{"username", filled("username", username)},
                         {"password", filled("password", password)},
                         {"new_password", filled("new_password", new_password)}};
    return of(client).send({"POST", "/user/password", texts});
  });
}

int LATCHKEY_CALL latchkey_unbind_by_password(latchkey_client* client, const char* card, const char* password,
                                              char** json) {
  return run(json, [&] {
    const Texts texts = {{"card", filled("card", card)}, {"password", filled("password", password)}};
    return of(client).send({"POST", "/card/unbind-by-password", texts});
  });
}

int LATCHKEY_CALL latchkey_variable(latchkey_client* client, const char* name, const char* card, char** json) {
  return run(json, [&] { return of(client).variable(text("name", name), optional_parameter("kami", card)); });
}

int LATCHKEY_CALL latchkey_data_get(latchkey_client* client, const char* key, const char* scope, const char* card,
                                    char** json) {
  return run(json,
             [&] { return of(client).data("GET", text("key", key), optional_text(scope), optional_text(card), {}); });
}

int LATCHKEY_CALL latchkey_data_create(latchkey_client* client, const char* key, const char* value, const char* scope,
                                       const char* card, char** json) {
  return run(json, [&] {
    return of(client).data("POST", text("key", key), optional_text(scope), optional_text(card),
                           {{"action", "create"}, {"value", text("value", value)}});
  });
}

int LATCHKEY_CALL latchkey_data_update(latchkey_client* client, const char* key, const char* value, const char* scope,
                                       const char* card, char** json) {
  return run(json, [&] {
    return of(client).data("POST", text("key", key), optional_text(scope), optional_text(card),
                           {{"action", "update"}, {"value", text("value", value)}});
  });
}

int LATCHKEY_CALL latchkey_data_delete(latchkey_client* client, const char* key, const char* scope, const char* card,
                                       char** json) {
  return run(
      json, [&] { return of(client).data("DELETE", text("key", key), optional_text(scope), optional_text(card), {}); });
}

int LATCHKEY_CALL latchkey_call_function(latchkey_client* client, const char* name, const char* params, char** json) {
  return run(json, [&] { return of(client).call_function(text("name", name), optional_text(params), "", {}); });
}

int LATCHKEY_CALL latchkey_software_config(latchkey_client* client, char** json) {
  return run(json, [&] { return of(client).send({"GET", "/software/config", {}, true}); });
}

int LATCHKEY_CALL latchkey_notice(latchkey_client* client, char** json) {
  return run(json, [&] { return of(client).send({"GET", "/software/notice", {}, true}); });
}

int LATCHKEY_CALL latchkey_latest_version(latchkey_client* client, const char* channel, char** json) {
  return run(json, [&] {
    return of(client).send({"GET", "/software/version/latest", optional_parameter("channel", channel), true});
  });
}

int LATCHKEY_CALL latchkey_ping(latchkey_client* client, char** json) {
  return run(json, [&] { return of(client).send({"GET", PING_PATH, {}, true}); });
}

int LATCHKEY_CALL latchkey_call(latchkey_client* client, const char* method, const char* path, const char* parameters,
                                char** json) {
  return run(json, [&] {
    Request request;
    request.method = text("method", method);
    request.path = text("path", path);
    request.repeatable = request.method == "GET";
    const auto given = parse_object(parameters ? parameters : "{}");
    if (!given) throw Failure::misuse("parameters", "they must be the JSON text of an object");
    for (const auto& [name, value] : given->items()) {
      if (!value.is_string()) throw Failure::misuse("parameters", "they must be texts");
      request.parameters[name] = value.get<std::string>();
    }
    return of(client).send(request);
  });
}

int LATCHKEY_CALL latchkey_open_ticket(latchkey_client* client, const char* ticket, char** json) {
  return run(json, [&]() -> Json {
    return {{"claims", of(client).open_ticket(ticket ? std::optional<std::string>(ticket) : std::nullopt)}};
  });
}

int LATCHKEY_CALL latchkey_request_code(latchkey_client* client, char** json) {
  return run(json, [&]() -> Json {
    const Options& options = of(client).options;
    return {{"code", request_code(options.app_key, options.device_id)}};
  });
}

#ifdef LATCHKEY_CONFORMANCE
int LATCHKEY_CALL latchkey_conformance(const char* line, char** json) {
  return run(json, [&]() -> Json {
    const Json q = Json::parse(line);
    const std::string action = q.at("do");
    const auto member = [&](const char* name) { return q.at(name).get<std::string>(); };
    const auto keys = [&] { return read_public_keys(q.value("public_keys", std::vector<std::string>())); };
    if (action == "sign") {
      return {{"sign", sign(member("mode"), member("secret"), member("method"), member("path"), q.at("parameters"))}};
    }
    if (action == "bind_nonce") {
      return {{"nonce", bind_nonce(member("method"), member("path"), member("random"), q.at("parameters"))}};
    }
    if (action == "read_answer") {
      const Answer answer = read_answer(keys(), member("method"), member("path"), member("nonce"),
                                        q.at("status").get<long>(), member("body"));
      if (answer.code != 0) throw answer.refusal();
      return {{"result", answer.result.value_or(Json::object())}, {"time", answer.time}};
    }
    if (action == "verify_ticket") {
      return {{"claims", verify_ticket(member("app_key"), keys(), member("device_id"), member("ticket"), q.at("now"),
                                       q.at("greatest_time"))}};
    }
    if (action == "request_code") return {{"code", request_code(member("app_key"), member("device_id"))}};
    if (action == "device_id") {
      return {{"device_id", hash_device_id(member("app_key"), member("source"), member("value"))}};
    }
    throw Failure::misuse("do", "it is unknown");
  });
}
#endif
