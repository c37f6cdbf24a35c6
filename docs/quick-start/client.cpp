// C++17 with libcurl, OpenSSL and nlohmann/json (one header, https://github.com/nlohmann/json):
//   g++ -std=c++17 client.cpp -o client -lcurl -lcrypto -pthread
//   apt-get install g++ libcurl4-openssl-dev libssl-dev nlohmann-json3-dev
#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

using Parameters = std::map<std::string, std::string>; // sorted by bytes
using Json = nlohmann::json;
using Steady = std::chrono::steady_clock;

static std::string setting(const char* name, const char* otherwise = "") {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

// In your program these are constants.
static const std::string SERVER = setting("LATCHKEY_SERVER"); // https://license.example.com
static const std::string APP_KEY = setting("LATCHKEY_APP_KEY");
static const std::string APP_SECRET = setting("LATCHKEY_APP_SECRET");
static const std::string CARD = setting("LATCHKEY_CARD");
static const std::string SIGN_MODE = setting("LATCHKEY_SIGN_MODE", "hmac-sha256"); // as the application is set to
static const std::string VARIABLE = setting("LATCHKEY_VARIABLE", "greeting");

static std::atomic<long long> clockOffset{0}; // seconds that the server's clock is ahead of this one

/// The server's answer has a code other than 0.
struct Refused : std::runtime_error {
  int code;
  Refused(int code, const std::string& message)
      : std::runtime_error(std::to_string(code) + " " + message), code(code) {}
};

/// No answer, or none that says anything about the card.
struct Offline : std::runtime_error {
  explicit Offline(const std::string& reason) : std::runtime_error("offline (" + reason + ")") {}
};

static std::string hex(const unsigned char* bytes, unsigned length) {
  static const char* digits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; i++) (text += digits[bytes[i] >> 4]) += digits[bytes[i] & 15];
  return text;
}

static std::string randomHex() {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof bytes) != 1) throw std::runtime_error("no random numbers");
  return hex(bytes, sizeof bytes);
}

static std::string urlencode(const std::string& value) {
  static const char* digits = "0123456789ABCDEF";
  static const std::string plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string text;
  for (unsigned char byte : value) {
    if (plain.find(static_cast<char>(byte)) != std::string::npos) text += static_cast<char>(byte);
    else ((text += '%') += digits[byte >> 4]) += digits[byte & 15];
  }
  return text;
}

/// `name=value` joined by &.
static std::string join(const Parameters& parameters, std::string (*write)(const std::string&)) {
  std::string text;
  for (const auto& [name, value] : parameters) text += (text.empty() ? "" : "&") + name + "=" + write(value);
  return text;
}

static std::string sign(const Parameters& parameters) {
  // Values as they are, before any URL encoding; UTF-8 (not the code page of Windows).
  const std::string text = join(parameters, [](const std::string& value) { return value; });
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  if (SIGN_MODE == "md5") {
    const std::string all = text + APP_SECRET;
    EVP_Digest(all.data(), all.size(), digest, &length, EVP_md5(), nullptr);
  } else {
    HMAC(EVP_sha256(), APP_SECRET.data(), static_cast<int>(APP_SECRET.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &length);
  }
  return hex(digest, length);
}

struct Answer {
  Json body;
  std::string date;
};

static size_t onBody(char* data, size_t, size_t length, void* body) {
  static_cast<std::string*>(body)->append(data, length);
  return length;
}

static size_t onHeader(char* data, size_t, size_t length, void* date) {
  const std::string line(data, length);
  if (line.size() > 6 && curl_strnequal(line.c_str(), "date: ", 6)) *static_cast<std::string*>(date) = line.substr(6);
  return length;
}

/// Signs and sends one request, with a handle of its own: a handle is for one thread at a time.
static Answer send(const std::string& method, const std::string& path, Parameters parameters) {
  parameters["app_key"] = APP_KEY;
  parameters["timestamp"] = std::to_string(std::time(nullptr) + clockOffset);
  parameters["nonce"] = randomHex();
  parameters["sign"] = sign(parameters);
  const std::string form = join(parameters, urlencode);
  const std::string url = SERVER + "/api/client/v1" + path + (method == "GET" ? "?" + form : "");
  std::unique_ptr<CURL, void (*)(CURL*)> curl(curl_easy_init(), curl_easy_cleanup);
  std::string body, date;
  curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, 15L);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L); // threads
  if (method == "POST") curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, form.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, onBody);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &body);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, onHeader);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &date);
  const CURLcode result = curl_easy_perform(curl.get());
  if (result != CURLE_OK) throw Offline(curl_easy_strerror(result));
  Json answer = Json::parse(body, nullptr, false);
  if (!answer.is_object() || !answer.value("code", Json()).is_number_integer()) throw Offline("no answer of the API");
  return {answer, date};
}

/// Returns `result`; throws Refused or Offline. Safe to call from several threads.
static Json call(const std::string& method, const std::string& path, const Parameters& given) {
  Answer answer = send(method, path, given);
  int code = answer.body["code"];
  if (code == 10011 || code == 10013) { // this clock is wrong: take the server's, sign anew
    clockOffset = curl_getdate(answer.date.c_str(), nullptr) - std::time(nullptr);
    answer = send(method, path, given);
    code = answer.body["code"];
  }
  const std::string message = answer.body.value("message", "");
  if (code == 429 || code == 500 || code == 503) throw Offline(std::to_string(code) + " " + message);
  if (code != 0) throw Refused(code, message);
  return answer.body.value("result", Json::object());
}

/// A random name made once: two PCs of one host name differ, and nothing tells whose PC it is.
static std::string deviceId(const char* file = "device-id.txt") {
  std::string id;
  if (std::ifstream(file) >> id) return id;
  id = randomHex();
  if (!(std::ofstream(file) << id << std::flush)) throw std::runtime_error("device-id.txt cannot be written");
  return id;
}

[[noreturn]] static void notLicensed(const std::string& reason) {
  std::cout << "not licensed: " << reason << std::endl;
  std::_Exit(1); // your program: close what the licence opens
}

/// Set before the logout, after which a heartbeat is refused.
static std::atomic<bool> leaving{false};

static void keepAlive(std::string token, std::chrono::seconds interval) {
  auto lastAnswer = Steady::now();
  for (;;) {
    std::this_thread::sleep_for(interval);
    try {
      call("POST", "/card/heartbeat", {{"card", CARD}, {"token", token}});
      lastAnswer = Steady::now();
    } catch (const Offline& error) {
      std::cout << error.what() << std::endl;
      if (Steady::now() - lastAnswer >= 3 * interval) notLicensed("no answer for three heartbeats");
    } catch (const std::exception& error) {
      if (leaving) return;
      notLicensed(error.what());
    }
  }
}

int main() {
  curl_global_init(CURL_GLOBAL_DEFAULT); // once, before any thread
  try {
    const Json session = call("POST", "/card/login", {{"card", CARD}, {"device_id", deviceId()}});
    const std::string token = session.at("token");
    std::cout << "licensed until " << session.at("expires").get<std::string>() << " ("
              << session.at("expires_ts").get<long long>() << ")" << std::endl;
    std::thread(keepAlive, token, std::chrono::seconds(session.at("hg").get<int>())).detach();
    std::string line;
    do {
      // The work needs a value that only the server has, not a yes or no.
      const Json variable = call("GET", "/remote/variables/" + urlencode(VARIABLE), {{"kami", CARD}});
      std::cout << "value: " << variable.at("value").get<std::string>() << std::endl;
    } while (std::getline(std::cin, line)); // Enter: read it again; end of input: log out
    leaving = true;
    call("POST", "/card/logout", {{"card", CARD}, {"token", token}});
    std::cout << "logged out" << std::endl;
    std::_Exit(0); // the heartbeat thread still runs
  } catch (const std::exception& error) {
    notLicensed(error.what());
  }
}
