#include "client.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "http.hpp"

namespace latchkey_core {

namespace {

constexpr std::size_t MAX_HOSTS = 8;
constexpr std::int64_t MAX_TIMEOUT_SEC = 300;
constexpr std::size_t MAX_NAME = 64;
constexpr std::int64_t REMEMBER_SEC = 60;  // a signed time is stored if the stored time differs by at least this much

/// Parameters that the client itself sends.
constexpr const char* OWN_PARAMETERS[] = {"app_key", "timestamp", "nonce", "sign"};

std::string read_text(const Json& value, const char* name) {
  if (!value.is_string()) throw Failure::misuse(name, "it must be a text");
  return value.get<std::string>();
}

std::string read_key(const Json& value, const char* name) {
  const auto text = read_text(value, name);
  if (text.empty() || trim(text) != text) {
    throw Failure::misuse(name, "it is required, without spaces or line ends around it");
  }
  return text;
}

std::vector<std::string> read_texts(const Json& value, const char* name) {
  if (!value.is_array()) throw Failure::misuse(name, "it must be a list of texts");
  std::vector<std::string> texts;
  for (const auto& each : value) texts.push_back(read_text(each, name));
  return texts;
}

std::chrono::seconds read_seconds(const Json& value, const char* name, std::int64_t least, std::int64_t most) {
  const auto seconds = whole_number(value);
  if (!seconds || *seconds < least || *seconds > most) {
    throw Failure::misuse(name, "it must be whole seconds, " + std::to_string(least) + " to " + std::to_string(most));
  }
  return std::chrono::seconds(*seconds);
}

void check_device_id(const char* name, const std::string& id) {
  const auto length = count_characters(id);
  if (length < 1 || length > MAX_DEVICE_ID || !is_utf8(id)) {
    throw Failure::misuse(name, "it must have 1 to 128 characters");
  }
}

std::string named_path(const std::string& before, const std::string& name, const std::string& after = "") {
  if (name.empty() || name == "." || name == ".." || !is_utf8(name) || count_characters(name) > MAX_NAME) {
    throw Failure::misuse("name", "it must have 1 to 64 letters, digits, _, . and -");
  }
  return before + percent_encode(name) + after;
}

void check(const Request& request) {
  if (request.method != "GET" && request.method != "POST" && request.method != "DELETE") {
    throw Failure::misuse("method", "it must be GET, POST or DELETE");
  }
  const auto& path = request.path;
  const bool plain = std::all_of(path.begin(), path.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; });
  if (path.empty() || path[0] != '/' || !plain || path.find_first_of("?#") != std::string::npos) {
    throw Failure::misuse("path", "it must begin with /, be percent-encoded and have no query");
  }
  for (const char* name : OWN_PARAMETERS) {
    if (request.parameters.count(name))
      throw Failure::misuse("parameters", std::string(name) + " is set by the client");
  }
  for (const auto& [name, value] : request.parameters) {
    if (!is_utf8(name) || !is_utf8(value)) throw Failure::misuse("parameters", "they must be UTF-8");
  }
}

std::int64_t read_retry_after(const std::string& header) {
  if (header.empty()) return 0;
  if (header.size() <= 9 && header.find_first_not_of("0123456789") == std::string::npos) return std::stoll(header);
  return std::max<std::int64_t>(parse_http_date(header) - std::time(nullptr), 0);
}

const char* name_of(Session::Account account) {
  switch (account) {
    case Session::Account::card: return "card";
    case Session::Account::user: return "user";
    case Session::Account::trial: break;
  }
  return "trial";
}

}  // namespace

void require_text(const char* argument, const std::string& text) {
  if (trim(text).empty()) throw Failure::misuse(argument, "it is empty");
  if (!is_utf8(text)) throw Failure::misuse(argument, "it must be UTF-8");
}

void ServerClock::set(std::int64_t seconds) {
  const std::lock_guard lock(mutex);
  time = seconds;
  at = Steady::now();
}

std::int64_t ServerClock::now() const {
  const std::lock_guard lock(mutex);
  if (!at) return std::time(nullptr);
  return time + std::chrono::duration_cast<std::chrono::seconds>(Steady::now() - *at).count();
}

std::shared_ptr<Client> Client::create(const std::string& options_json, std::shared_ptr<Store> store) {
  const auto given = parse_object(options_json);
  if (!given) throw Failure::misuse("options", "they must be the JSON text of an object");
  Options options;
  std::string folder;
  bool has_device = false;
  for (const auto& [name, value] : given->items()) {
    if (name == "hosts") {
      options.hosts = read_texts(value, "hosts");
    } else if (name == "app_key") {
      options.app_key = read_key(value, "app_key");
    } else if (name == "app_secret") {
      options.app_secret = read_key(value, "app_secret");
    } else if (name == "public_keys") {
      options.keys = read_public_keys(read_texts(value, "public_keys"));
    } else if (name == "sign_mode") {
      options.sign_mode = read_text(value, "sign_mode");
    } else if (name == "device_id") {
      has_device = true;
      options.device_id = read_text(value, "device_id");
      check_device_id("device_id", options.device_id);
    } else if (name == "store") {
      folder = read_text(value, "store");
      if (folder.empty() || folder.find('\0') != std::string::npos)
        throw Failure::misuse("store", "it must be a folder");
    } else if (name == "version") {
      options.version = read_text(value, "version");
    } else if (name == "grace_sec") {
      options.grace = read_seconds(value, "grace_sec", 0, DAY_SEC);
    } else if (name == "timeout_sec") {
      options.timeout = read_seconds(value, "timeout_sec", 1, MAX_TIMEOUT_SEC);
    } else if (name == "heartbeat_sec") {
      options.heartbeat = read_seconds(value, "heartbeat_sec", 1, DAY_SEC);
    } else {
      throw Failure::misuse(name, "it is no option");
    }
  }
  if (options.hosts.empty() || options.hosts.size() > MAX_HOSTS) {
    throw Failure::misuse("hosts", "they must have 1 to 8 addresses");
  }
  for (auto& host : options.hosts) {
    if (!is_host(host)) throw Failure::misuse("hosts", "they must be addresses such as https://licence.example.com");
    host.erase(host.find_last_not_of('/') + 1);
  }
  if (options.app_key.empty()) throw Failure::misuse("app_key", "it is required");
  if (options.app_secret.empty()) throw Failure::misuse("app_secret", "it is required");
  if (options.sign_mode != "hmac-sha256-path" && options.sign_mode != "hmac-sha256" && options.sign_mode != "md5") {
    throw Failure::misuse("sign_mode", "it must be hmac-sha256-path, hmac-sha256 or md5");
  }
  if (store && !folder.empty()) throw Failure::misuse("store", "it is given twice: a folder and functions");
  if (!store) store = std::make_shared<FolderStore>(folder.empty() ? user_folder(options.app_key) : folder);
  if (!has_device) options.device_id = find_device_id(options.app_key, *store);
  std::shared_ptr<Client> client(new Client);
  client->options = std::move(options);
  client->store = std::move(store);
  return client;
}

/// The outcome at one host: an answer, or the reason why there is none.
struct Client::Attempt {
  Answer answer;
  std::optional<Failure> failure;
  bool connected = false;
  std::int64_t date = 0;  // time in the answer's `Date` header; 0 if there is none
};

void Client::skip_host() {
  const std::lock_guard lock(host_mutex);
  last_host = (last_host + 1) % options.hosts.size();
}

Json Client::send(const Request& request, const Limits& limits) {
  check(request);
  std::size_t first;
  {
    const std::lock_guard lock(host_mutex);
    first = last_host;
  }
  std::vector<std::size_t> order = {first};
  for (std::size_t i = 0; i < options.hosts.size(); i++) {
    if (i != first) order.push_back(i);
  }
  std::optional<Failure> failure;
  for (const auto host : order) {
    Attempt last = exchange(options.hosts[host], request, limits);
    failure = last.failure;
    if (!failure || failure->kind == Kind::refused) {
      const std::lock_guard lock(host_mutex);
      last_host = host;
    }
    if (!failure) return last.answer.result.value_or(Json::object());
    const bool declined = failure->status == 429 || failure->status == 503;
    const bool over = (limits.cancelled && *limits.cancelled) || (limits.deadline && Steady::now() >= *limits.deadline);
    if (failure->kind != Kind::unavailable || over || (!request.repeatable && last.connected && !declined)) break;
  }
  throw *failure;
}

/// Sends to one host. If necessary it repeats the request once with the server's time, and once with another nonce.
Client::Attempt Client::exchange(const std::string& host, const Request& request, const Limits& limits) {
  bool may_adjust = true, may_renew = true, connected = false;
  for (;;) {
    Attempt last = attempt(host, request, limits);
    last.connected = connected = connected || last.connected;
    if (!last.failure || last.failure->kind != Kind::refused) return last;
    const int code = last.failure->code;
    if ((code == 10011 || code == 10013) && may_adjust) {
      may_adjust = false;
      const std::int64_t time = last.answer.is_signed ? last.answer.time : last.date;
      if (time == 0) return last;
      clock.set(time);
    } else if (code == 10014 && may_renew) {
      may_renew = false;
    } else {
      return last;
    }
  }
}

Client::Attempt Client::attempt(const std::string& host, const Request& request, const Limits& limits) {
  Attempt made;
  const std::string path = API_PREFIX + request.path;
  const bool is_ping = request.path == PING_PATH;
  std::string nonce;
  const std::string parameters = form(request, path, nonce);

  HttpRequest http;
  http.method = request.method;
  http.url = host + path;
  if (request.method == "POST") {
    http.form = parameters;
  } else if (!is_ping) {
    http.url += "?" + parameters;
  }
  http.timeout = options.timeout;
  if (limits.deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*limits.deadline - Steady::now());
    http.timeout = std::min(http.timeout, left);
  }
  if (limits.cancelled) http.stopped = [&limits] { return limits.cancelled->load(); };
  const HttpAnswer received = send_http(http);
  made.connected = received.connected;
  if (received.failure) {
    made.failure = received.failure;
    return made;
  }
  try {
    // The answer of ping is never signed.
    made.answer =
        read_answer(is_ping ? PublicKeys() : options.keys, request.method, path, nonce, received.status, received.body);
  } catch (const Failure& failure) {
    made.failure = failure;
    if (failure.reason == "busy") made.failure->retry_after = read_retry_after(received.retry_after);
    return made;
  }
  made.date = parse_http_date(received.date);
  learn(made.answer, made.date);
  if (made.answer.code != 0) made.failure = made.answer.refusal();
  return made;
}

std::string Client::form(const Request& request, const std::string& path, std::string& nonce) const {
  Texts parameters = request.parameters;
  parameters["app_key"] = options.app_key;
  parameters["timestamp"] = std::to_string(clock.now());
  if (!options.version.empty()) parameters.emplace("version", options.version);
  nonce = bind_nonce(request.method, path, to_base64url(random_bytes(9)), parameters);
  parameters["nonce"] = nonce;
  parameters["sign"] = sign(options.sign_mode, options.app_secret, request.method, path, parameters);
  std::string form;
  for (const auto& [name, value] : parameters) {
    form += (form.empty() ? "" : "&") + percent_encode(name) + "=" + percent_encode(value);
  }
  return form;
}

/// Sets the clock to the time in an answer. With public keys, only signed answers are used.
void Client::learn(const Answer& answer, std::int64_t date) {
  if (answer.is_signed) {
    clock.set(answer.time);
    proved_time(answer.time);
  } else if (options.keys.empty()) {
    std::int64_t time = date;
    if (answer.result && answer.result->contains("server_time") &&
        (*answer.result)["server_time"].is_number_integer()) {
      time = (*answer.result)["server_time"].get<std::int64_t>();
    }
    if (time > 0) clock.set(time);
  }
}

Json Client::variable(const std::string& name, Texts parameters) {
  return send({"GET", named_path("/remote/variables/", name), std::move(parameters), true});
}

Json Client::data(const std::string& method, const std::string& key, const std::string& scope, const std::string& card,
                  Texts more) {
  const bool repeatable = more.count("action") == 0 || more["action"] != "create";
  if (!scope.empty()) more["scope"] = scope;
  if (!card.empty()) more["card"] = card;
  return send({method, named_path("/remote/data/", key), std::move(more), repeatable});
}

Json Client::call_function(const std::string& name, const std::string& params, const std::string& request_id,
                           Texts as) {
  if (!params.empty()) as["params"] = params;
  if (!request_id.empty()) as["request_id"] = request_id;
  return send({"POST", named_path("/remote/functions/", name, "/call"), std::move(as), !request_id.empty()});
}

void Client::need_keys() const {
  if (options.keys.empty()) throw Failure::misuse("public_keys", "tickets need a public key");
}

Json Client::open_ticket(const std::optional<std::string>& given) {
  need_keys();
  const std::string text = trim(given ? *given : store->read("ticket").value_or(""));
  if (!given && text.empty()) throw Failure::ticket("missing");
  const std::int64_t now = std::time(nullptr);
  const std::int64_t greatest = std::max(greatest_time(), stored_ticket_time());
  Json claims = verify_ticket(options.app_key, options.keys, options.device_id, text, now, greatest);
  if (given && !store->write("ticket", text + "\n").empty())
    throw Failure::misuse("store", "it cannot keep the ticket");
  saw_time(std::max(now, claims["iat"].get<std::int64_t>()));
  return claims;
}

std::int64_t Client::stored_ticket_time() const {
  try {
    const std::string text = trim(store->read("ticket").value_or(""));
    return read_ticket(options.app_key, options.keys, options.device_id, text)["iat"].get<std::int64_t>();
  } catch (const Failure&) {
    return 0;
  }
}

Json Client::check_ticket(const std::string& text) const {
  return verify_ticket(options.app_key, options.keys, options.device_id, text, clock.now(), 0);
}

void Client::keep_ticket(const std::string& text) {
  Json claims;
  try {
    claims = check_ticket(text);  // by the server's time; open_ticket checks the device's clock
  } catch (const Failure& failure) {
    throw Failure::untrusted("its ticket is refused: " + failure.reason);
  }
  if (!store->write("ticket", text + "\n").empty()) throw Failure::misuse("store", "it cannot keep the ticket");
  saw_time(claims["iat"].get<std::int64_t>());
}

std::int64_t Client::greatest_time() {
  const std::lock_guard lock(seen_mutex);
  return read_seen();
}

std::int64_t Client::read_seen() {
  if (!seen) {
    seen = 0;
    const auto stored = parse_object(store->read("time").value_or(""));
    if (stored && text_of(*stored, "app_key") == options.app_key && stored->contains("time")) {
      seen = std::max<std::int64_t>(whole_number((*stored)["time"]).value_or(0), 0);
    }
  }
  return *seen;
}

/// Stores a time if it is later than every time seen before.
void Client::saw_time(std::int64_t seconds) {
  const std::lock_guard lock(seen_mutex);
  if (seconds > read_seen()) remember(seconds);
}

/// Stores a time that the server has just signed. It replaces even a later time, which came from a wrong clock.
void Client::proved_time(std::int64_t seconds) {
  if (options.keys.empty()) return;
  const std::lock_guard lock(seen_mutex);
  if (std::abs(seconds - read_seen()) >= REMEMBER_SEC) remember(seconds);
}

void Client::remember(std::int64_t seconds) {
  seen = seconds;
  // If the time cannot be written, the only consequence is that a clock that was set back is not detected.
  store->write("time", to_text({{"app_key", options.app_key}, {"time", *seen}}) + "\n");
}

Session::Session(std::shared_ptr<Client> client, Account account, std::string name, std::string password)
    : client(std::move(client)), account(account), name(std::move(name)), password(std::move(password)) {}

std::string Session::path(const std::string& action) const {
  return std::string("/") + name_of(account) + "/" + action;
}

void Session::login() { open({}, {}); }

void Session::login_again(const Limits& limits) {
  Texts more;
  if (account != Account::trial) more["bind_device"] = "0";
  open(more, limits);
}

void Session::open(const Texts& more, const Limits& limits) {
  Texts parameters = more;
  parameters["device_id"] = client->options.device_id;
  if (account == Account::card) parameters["card"] = name;
  if (account == Account::user) {
    parameters["username"] = name;
    parameters["password"] = password;
  }
  const Json result = client->send({"POST", path("login"), parameters, true}, limits);
  Json made = {
      {"token", text_of(result, "token")},
      {"expires", text_of(result, "expires")},
      {"expires_ts", result["expires_ts"]},
      {"hg", result["hg"]},
      {"features", read_features(result)},
      {"uses_left", result.contains("uses_left") ? result["uses_left"] : Json()},
      {"card_type", text_of(result, "card_type")},
      {"config", text_of(result, "config")},
      {"result", result},
  };
  const std::lock_guard lock(mutex);
  members = std::move(made);
}

Texts Session::identify(bool with_token) const {
  Texts parameters;
  if (with_token) {
    const std::lock_guard lock(mutex);
    parameters["token"] = text_of(members, "token");
  }
  switch (account) {
    case Account::card: parameters["card"] = name; break;
    case Account::user: parameters["username"] = name; break;
    case Account::trial: parameters["device_id"] = client->options.device_id; break;
  }
  return parameters;
}

Json Session::post(const std::string& action, bool repeatable, const Texts& more, const Limits& limits) {
  Texts parameters = identify();
  parameters.insert(more.begin(), more.end());
  return client->send({"POST", path(action), std::move(parameters), repeatable}, limits);
}

void Session::refuse_trials() const {
  if (account == Account::trial) throw Failure::misuse("session", "a trial has no such method");
}

Json Session::heartbeat(const Limits& limits) {
  const bool was_unbound = unbound;
  const Json result = post("heartbeat", true, {}, limits);
  if (was_unbound) unbound = false;  // the unbind has not ended the session
  const std::lock_guard lock(mutex);
  members["expires_ts"] = result["expires_ts"];
  if (!text_of(result, "expires").empty()) members["expires"] = result["expires"];
  if (result.contains("uses_left")) members["uses_left"] = result["uses_left"];
  return result;
}

Json Session::logout(const Limits& limits) {
  left = true;
  return post("logout", true, {}, limits);
}

Json Session::consume(const std::string& request_id, std::int64_t amount) {
  refuse_trials();
  require_text("request_id", request_id);
  if (amount < 1 || amount > 1000) throw Failure::misuse("amount", "it must be 1 to 1000");
  const Json result = post("consume", true, {{"request_id", request_id}, {"amount", std::to_string(amount)}});
  const std::lock_guard lock(mutex);
  members["uses_left"] = result["uses_left"];
  return result;
}

Json Session::ticket(const Limits& limits) {
  refuse_trials();
  client->need_keys();
  const Json result = post("ticket", true, {}, limits);
  client->keep_ticket(text_of(result, "ticket"));
  return result;
}

Json Session::unbind(const std::string& device_id) {
  refuse_trials();
  check_device_id("device_id", device_id);
  try {
    Json result = post("unbind-device", false, {{"device_id", device_id}});
    unbound = true;
    return result;
  } catch (const Failure& failure) {
    if (failure.kind == Kind::unavailable) unbound = true;  // perhaps only the answer was lost
    throw;
  }
}

Json Session::set_unbind_password(const std::string& password) {
  if (account != Account::card) throw Failure::misuse("session", "only cards have an unbind password");
  require_text("password", password);
  return post("unbind-password", true, {{"password", password}});
}

Json Session::config() {
  refuse_trials();
  return client->send({"GET", path("config"), identify(false), true});
}

Json Session::set_config(const std::string& text) {
  refuse_trials();
  Texts parameters = identify(false);
  parameters["config"] = text;
  return client->send({"POST", path("config"), std::move(parameters), true});
}

Json Session::variable(const std::string& variable) {
  Texts parameters;
  if (account == Account::card) parameters["kami"] = name;
  if (account == Account::trial) parameters = identify();
  return client->variable(variable, std::move(parameters));
}

Json Session::call_function(const std::string& function, const std::string& params, const std::string& request_id) {
  return client->call_function(function, params, request_id, identify());
}

Json Session::info() const {
  const std::lock_guard lock(mutex);
  return members;
}

std::int64_t Session::expires_ts() const {
  const std::lock_guard lock(mutex);
  return members.at("expires_ts").get<std::int64_t>();
}

std::int64_t Session::hg() const {
  const std::lock_guard lock(mutex);
  return members.at("hg").get<std::int64_t>();
}

}  // namespace latchkey_core
