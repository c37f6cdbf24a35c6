// The driver of the conformance tests: a JSON object per line on input and on output. It uses only the C ABI.
#include <latchkey.h>
#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <list>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

using Json = nlohmann::json;

namespace {

std::mutex out;
std::mutex names;
std::map<std::string, latchkey_client*> clients;
std::map<std::string, latchkey_session*> sessions;
// Replaced objects, which a request may still use, are freed at the exit.
std::vector<latchkey_client*> old_clients;
std::vector<latchkey_session*> old_sessions;

void write_line(const Json& line) {
  const std::lock_guard lock(out);
  std::cout << line.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

/// A status and its result.
struct Outcome {
  int status;
  Json json;
};

Outcome misuse(const std::string& message) { return {LATCHKEY_MISUSE, {{"kind", "misuse"}, {"message", message}}}; }

template <typename Function, typename... Arguments>
Outcome call(Function function, Arguments... arguments) {
  char* json = nullptr;
  const int status = function(arguments..., &json);
  Outcome outcome{status, json ? Json::parse(json) : Json::object()};
  latchkey_free(json);
  return outcome;
}

template <typename Handle>
Handle* find(const std::map<std::string, Handle*>& all, const Json& request, const char* kind) {
  const std::lock_guard lock(names);
  const auto found = all.find(request.value(kind, ""));
  return found == all.end() ? nullptr : found->second;
}

/// Arguments as texts; missing ones are NULL.
class Arguments {
 public:
  explicit Arguments(const Json& request) {
    for (const auto& each : request.value("arguments", Json::array())) {
      given.push_back(!each.is_null());
      texts.push_back(each.is_string() ? each.get<std::string>() : each.dump());
    }
  }
  const char* operator[](std::size_t i) const { return i < given.size() && given[i] ? texts[i].c_str() : nullptr; }

 private:
  std::vector<bool> given;
  std::vector<std::string> texts;
};

Outcome make_client(const Json& request) {
  latchkey_client* client = nullptr;
  const std::string options = request.at("options").dump();
  Outcome outcome = call(latchkey_client_new, options.c_str(), static_cast<const latchkey_store*>(nullptr), &client);
  if (!client) return outcome;
  const std::lock_guard lock(names);
  auto& place = clients[request.at("client")];
  if (place) old_clients.push_back(place);
  place = client;
  return outcome;
}

Outcome log_in(const Json& request) {
  latchkey_client* client = find(clients, request, "client");
  latchkey_session* session = nullptr;
  Outcome outcome{};
  if (request.value("trial", false)) {
    outcome = call(latchkey_trial_login, client, &session);
  } else if (request.contains("username")) {
    const std::string username = request.at("username"), password = request.at("password");
    outcome = call(latchkey_user_login, client, username.c_str(), password.c_str(), &session);
  } else {
    const std::string card = request.value("card", "");
    outcome = call(latchkey_login, client, card.c_str(), &session);
  }
  if (!session) return outcome;
  const std::lock_guard lock(names);
  auto& place = sessions[request.at("session")];
  if (place) old_sessions.push_back(place);
  place = session;
  return outcome;
}

Outcome of_session(const Json& request) {
  latchkey_session* s = find(sessions, request, "session");
  const std::string method = request.at("method");
  const Arguments a(request);
  if (method == "heartbeat") return call(latchkey_heartbeat, s);
  if (method == "logout") return call(latchkey_logout, s);
  if (method == "consume") return call(latchkey_consume, s, a[0], a[1] ? std::stoi(a[1]) : 1);
  if (method == "ticket") return call(latchkey_ticket, s);
  if (method == "unbind") return call(latchkey_unbind, s, a[0]);
  if (method == "set_unbind_password") return call(latchkey_set_unbind_password, s, a[0]);
  if (method == "config") return call(latchkey_config, s);
  if (method == "set_config") return call(latchkey_set_config, s, a[0]);
  if (method == "variable") return call(latchkey_session_variable, s, a[0]);
  if (method == "call_function") return call(latchkey_session_call_function, s, a[0], a[1], a[2]);
  return misuse("method is unknown");
}

Outcome of_client(const Json& request) {
  latchkey_client* c = find(clients, request, "client");
  const std::string method = request.at("method");
  const Arguments a(request);
  if (method == "recharge") return call(latchkey_recharge, c, a[0], a[1]);
  if (method == "recharge_user") return call(latchkey_recharge_user, c, a[0], a[1]);
  if (method == "register") return call(latchkey_register, c, a[0], a[1], a[2]);
  if (method == "change_password") return call(latchkey_change_password, c, a[0], a[1], a[2]);
  if (method == "unbind_by_password") return call(latchkey_unbind_by_password, c, a[0], a[1]);
  if (method == "variable") return call(latchkey_variable, c, a[0], a[1]);
  if (method == "data_get") return call(latchkey_data_get, c, a[0], a[1], a[2]);
  if (method == "data_create") return call(latchkey_data_create, c, a[0], a[1], a[2], a[3]);
  if (method == "data_update") return call(latchkey_data_update, c, a[0], a[1], a[2], a[3]);
  if (method == "data_delete") return call(latchkey_data_delete, c, a[0], a[1], a[2]);
  if (method == "call_function") return call(latchkey_call_function, c, a[0], a[1]);
  if (method == "software_config") return call(latchkey_software_config, c);
  if (method == "notice") return call(latchkey_notice, c);
  if (method == "latest_version") return call(latchkey_latest_version, c, a[0]);
  if (method == "ping") return call(latchkey_ping, c);
  if (method == "call") return call(latchkey_call, c, a[0], a[1], a[2]);
  if (method == "open_ticket") return call(latchkey_open_ticket, c, a[0]);
  if (method == "request_code") return call(latchkey_request_code, c);
  if (method == "device_id") return call(latchkey_device_id, c);
  return misuse("method is unknown");
}

/// The context of a handler.
struct Kept {
  std::string session;
  bool blocks;  // the handler never returns
};

void LATCHKEY_CALL on_event(void* context, const char* event) {
  const auto& kept = *static_cast<const Kept*>(context);
  Json line = Json::parse(event);
  if (line.contains("session")) line["renewed"] = line["session"];
  line["session"] = kept.session;
  write_line(line);
  while (kept.blocks) std::this_thread::sleep_for(std::chrono::hours(1));
}

Outcome keep(const Json& request) {
  // Never destroyed, since a handler that never returns uses its context until the end of the process.
  static auto& contexts = *new std::list<Kept>;
  Kept* kept;
  {
    const std::lock_guard lock(names);
    kept = &contexts.emplace_back(Kept{request.at("session"), request.value("blocks", false)});
  }
  return call(latchkey_keep, find(sessions, request, "session"), on_event, static_cast<void*>(kept));
}

Outcome resources() {
  namespace fs = std::filesystem;
  int threads = 0, sockets = 0;
  std::error_code error;
  for (auto task = fs::directory_iterator("/proc/self/task", error); task != fs::directory_iterator(); ++task)
    threads++;
  for (auto file = fs::directory_iterator("/proc/self/fd", error); file != fs::directory_iterator(); ++file) {
    if (fs::read_symlink(*file, error).string().compare(0, 7, "socket:") == 0) sockets++;
  }
  return {LATCHKEY_OK, {{"threads", threads}, {"sockets", sockets}, {"memory", mallinfo2().uordblks}}};
}

Outcome handle(const std::string& text, const Json& request) {
  const std::string action = request.at("do");
  if (action == "new") return make_client(request);
  if (action == "login") return log_in(request);
  if (action == "session") return of_session(request);
  if (action == "client") return of_client(request);
  if (action == "keep") return keep(request);
  if (action == "state") return call(latchkey_state, find(sessions, request, "session"));
  if (action == "close") return call(latchkey_close, find(sessions, request, "session"));
  if (action == "code") {
    const long long code = request.at("code");
    return call(latchkey_describe_code, code == static_cast<int>(code) ? static_cast<int>(code) : -1);
  }
  if (action == "describe") {
    Outcome outcome = call(latchkey_describe, find(clients, request, "client"));
    if (outcome.status == LATCHKEY_OK) outcome.json = {{"text", outcome.json.dump()}};
    return outcome;
  }
  return call(latchkey_conformance, text.c_str());
}

void answer(const std::string& text, const Json& request, std::atomic<bool>& done) {
  Outcome outcome{};
  try {
    outcome = handle(text, request);
  } catch (const std::exception& error) {
    outcome = misuse(error.what());
  }
  done = true;
  write_line({{"id", request.at("id")}, {outcome.status == LATCHKEY_OK ? "ok" : "error", outcome.json}});
}

struct Worker {
  std::thread thread;
  std::atomic<bool> done{false};
};

}  // namespace

int main() {
  std::list<Worker> workers;
  const auto clear = [&](bool all) {
    for (auto worker = workers.begin(); worker != workers.end();) {
      if (all || worker->done) {
        worker->thread.join();
        worker = workers.erase(worker);
      } else {
        ++worker;
      }
    }
  };
  for (std::string text; std::getline(std::cin, text);) {
    const Json request = Json::parse(text, nullptr, false);
    if (!request.is_object() || !request.contains("id") || !request.contains("do")) {
      std::cerr << "cannot read a request" << std::endl;
      continue;
    }
    clear(false);
    if (request["do"] == "exit" || request["do"] == "resources") {
      if (request["do"] == "exit") clear(true);
      write_line({{"id", request["id"]}, {"ok", request["do"] == "exit" ? Json::object() : resources().json}});
      if (request["do"] == "exit") break;
      continue;
    }
    Worker& worker = workers.emplace_back();
    worker.thread = std::thread([text, request, &worker] { answer(text, request, worker.done); });
  }
  clear(true);
  for (const auto& [name, session] : sessions) latchkey_session_free(session);
  for (auto* session : old_sessions) latchkey_session_free(session);
  for (const auto& [name, client] : clients) latchkey_client_free(client);
  for (auto* client : old_clients) latchkey_client_free(client);
  return 0;
}
