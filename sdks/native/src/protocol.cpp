#include "protocol.hpp"

#include <openssl/evp.h>
#include <sodium.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "codes.hpp"

namespace latchkey_core {

namespace {

constexpr int MAX_DEPTH = 32;
// 2^53: a double represents every whole number up to this one exactly.
constexpr double SAFE_NUMBER = 9007199254740992.0;
constexpr std::size_t MAX_TICKET_BYTES = 16 << 10;
constexpr std::int64_t CLOCK_SLACK_SEC = 24 * 60 * 60;

const unsigned char* bytes_of(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string escape(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '%': escaped += "%25"; break;
      case '=': escaped += "%3D"; break;
      case '\r': escaped += "%0D"; break;
      case '\n': escaped += "%0A"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

/// Lines of names and values, each after a line end.
std::string escaped_lines(const Texts& parameters, bool with_nonce = true) {
  std::string lines;
  for (const auto& [name, value] : parameters) {
    if (name == "sign" || (!with_nonce && name == "nonce")) continue;
    lines += "\n" + escape(name) + "=" + escape(value);
  }
  return lines;
}

std::string hmac_hex(const std::string& secret, const std::string& text) {
  crypto_auth_hmacsha256_state state;
  unsigned char digest[crypto_auth_hmacsha256_BYTES];
  crypto_auth_hmacsha256_init(&state, bytes_of(secret), secret.size());
  crypto_auth_hmacsha256_update(&state, bytes_of(text), text.size());
  crypto_auth_hmacsha256_final(&state, digest);
  sodium_memzero(&state, sizeof state);
  return to_hex(std::string(reinterpret_cast<char*>(digest), sizeof digest));
}

/// libsodium has no MD5.
std::string md5_hex(const std::string& text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest, &size, EVP_md5(), nullptr) != 1) {
    throw Failure::misuse("sign_mode", "md5 is switched off in this system's OpenSSL");
  }
  return to_hex(std::string(reinterpret_cast<char*>(digest), size));
}

bool is_busy(long status) { return status == 429 || (status >= 500 && status < 600); }

/// Members of result or errs: texts and whole numbers; the server sends nothing else.
std::optional<Json> read_members(const Json& value) {
  if (!value.is_object()) return std::nullopt;
  Json members = Json::object();
  for (const auto& [name, member] : value.items()) {
    if (member.is_string()) {
      members[name] = member;
    } else if (auto number = whole_number(member)) {
      members[name] = *number;
    } else {
      return std::nullopt;
    }
  }
  return members;
}

std::optional<Answer> parse_answer(const std::string& body) {
  if (body.size() > MAX_ANSWER_BYTES) return std::nullopt;
  const auto envelope = parse_object(body);
  if (!envelope || !envelope->contains("code") || !envelope->contains("message")) return std::nullopt;
  const auto code = whole_number((*envelope)["code"]);
  if (!code || *code < 0 || *code > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  if (!(*envelope)["message"].is_string()) return std::nullopt;
  Answer answer;
  answer.code = static_cast<int>(*code);
  answer.message = text_of(*envelope, "message");
  answer.kid = text_of(*envelope, "kid");
  answer.signature = text_of(*envelope, "sign");
  if (envelope->contains("time")) {
    const auto time = whole_number((*envelope)["time"]);
    if (!time) return std::nullopt;
    answer.time = *time;
  }
  if (envelope->contains("result") && !(answer.result = read_members((*envelope)["result"]))) return std::nullopt;
  if (envelope->contains("errs") && !(answer.errs = read_members((*envelope)["errs"]))) return std::nullopt;
  return answer;
}

bool verify_answer(const Answer& answer, const PublicKeys& keys, const std::string& method, const std::string& path,
                   const std::string& nonce) {
  const auto key = keys.find(answer.kid);
  const auto signature = from_base64url(answer.signature);
  if (key == keys.end() || !signature || answer.time <= 0 || nonce.empty()) return false;
  const auto& members = answer.result ? answer.result : answer.errs;
  std::string text = "latchkey-answer-v1\n" + method + "\n" + path + "\n" + escape(nonce) + "\n" +
                     std::to_string(answer.time) + "\n" + std::to_string(answer.code) + "\n" + escape(answer.message);
  if (members) {
    for (const auto& [name, value] : members->items()) {  // sorted by bytes
      text += "\n" + escape(name) + "=" +
              escape(value.is_string() ? value.get<std::string>() : std::to_string(value.get<std::int64_t>()));
    }
  }
  return verify_signature(key->second, text, *signature);
}

enum class Need { text, secret, number, positive };  // a secret is a text that is not empty

struct Member {
  const char* endpoint;
  const char* name;
  Need need;
};

/// Members that a success must have.
constexpr Member REQUIRED[] = {
    {"POST /card/login", "token", Need::secret},
    {"POST /card/login", "hg", Need::positive},
    {"POST /card/login", "expires_ts", Need::number},
    {"POST /user/login", "token", Need::secret},
    {"POST /user/login", "hg", Need::positive},
    {"POST /user/login", "expires_ts", Need::number},
    {"POST /trial/login", "token", Need::secret},
    {"POST /trial/login", "hg", Need::positive},
    {"POST /trial/login", "expires_ts", Need::number},
    {"POST /card/heartbeat", "expires_ts", Need::number},
    {"POST /user/heartbeat", "expires_ts", Need::number},
    {"POST /trial/heartbeat", "expires_ts", Need::number},
    {"POST /card/consume", "uses_left", Need::number},
    {"POST /user/consume", "uses_left", Need::number},
    {"POST /card/ticket", "ticket", Need::secret},
    {"POST /card/ticket", "ticket_expires_ts", Need::number},
    {"POST /user/ticket", "ticket", Need::secret},
    {"POST /user/ticket", "ticket_expires_ts", Need::number},
    {"GET /card/config", "config", Need::text},
    {"GET /user/config", "config", Need::text},
    {"GET /software/config", "config", Need::text},
    {"GET /software/notice", "notice", Need::text},
    {"GET /software/version/latest", "version", Need::text},
    {"GET /remote/variables/", "value", Need::text},
    {"GET /remote/data/", "value", Need::text},
    {"POST /remote/functions/", "return", Need::text},
    {"GET /ping", "server_time", Need::number},
};

/// Members that are whole numbers wherever they occur.
constexpr const char* WHOLE_MEMBERS[] = {"expires_ts", "hg",          "uses_left",        "uses_total",
                                         "resets_ts",  "server_time", "ticket_expires_ts"};

bool is_complete(const std::string& method, const std::string& path, const Json& result) {
  std::string endpoint = method + " " + path.substr(std::min(path.size(), std::string(API_PREFIX).size()));
  if (const auto remote = endpoint.find(" /remote/"); remote != std::string::npos) {
    endpoint.resize(std::min(endpoint.size(), endpoint.find('/', remote + 9)) + 1);
  }
  for (const Member& member : REQUIRED) {
    if (endpoint.compare(member.endpoint) != 0) continue;
    const auto value = result.find(member.name);
    if (value == result.end()) return false;
    if (member.need == Need::text || member.need == Need::secret) {
      if (!value->is_string()) return false;
      if (member.need == Need::secret && value->get_ref<const std::string&>().empty()) return false;
    } else {
      if (!value->is_number_integer()) return false;
      if (member.need == Need::positive && value->get<std::int64_t>() < 1) return false;
    }
  }
  return std::all_of(std::begin(WHOLE_MEMBERS), std::end(WHOLE_MEMBERS), [&](const char* name) {
    const auto value = result.find(name);
    return value == result.end() || value->is_number_integer();
  });
}

bool is_scalar(const Json& value) { return value.is_string() || value.is_boolean() || value.is_number(); }

bool is_flat(const Json& value) {
  return value.is_object() &&
         std::all_of(value.begin(), value.end(), [](const Json& member) { return is_scalar(member); });
}

std::optional<Json> decode_object(const std::string& base64) {
  const auto bytes = from_base64url(base64);
  auto object = bytes ? parse_object(*bytes) : std::nullopt;
  if (!object) return std::nullopt;
  for (auto& member : *object) {
    if (!is_scalar(member) && !is_flat(member)) return std::nullopt;
    if (const auto number = whole_number(member)) member = *number;
  }
  return object;
}

std::string device_claim(const std::string& app_key, const std::string& device_id) {
  return to_base64url(sha256(app_key + "|" + device_id));
}

}  // namespace

Failure Failure::misuse(const std::string& argument, const std::string& fault) {
  Failure failure;
  failure.message = argument + ": " + fault;
  return failure;
}

Failure Failure::network(const std::string& detail) {
  Failure failure;
  failure.kind = Kind::unavailable;
  failure.reason = "network";
  failure.message = "the licence server cannot be reached: " + detail;
  return failure;
}

Failure Failure::untrusted(const std::string& detail) {
  Failure failure;
  failure.kind = Kind::unavailable;
  failure.reason = "untrusted";
  failure.message = "the answer cannot be trusted: " + detail;
  return failure;
}

Failure Failure::busy(int status) {
  Failure failure;
  failure.kind = Kind::unavailable;
  failure.reason = "busy";
  failure.status = status;
  failure.message = "the licence server is busy: status " + std::to_string(status);
  return failure;
}

Failure Failure::ticket(const std::string& reason) {
  Failure failure;
  failure.kind = Kind::refused;
  failure.name = "ticket";
  failure.reason = reason;
  failure.message = "the offline ticket is refused: " + reason;
  return failure;
}

Json tell_json(const CodeText& text) { return {{"en", text.en}, {"zh", text.zh}}; }

Json Failure::json() const {
  Json json = {{"message", message}};
  switch (kind) {
    case Kind::refused:
      json["kind"] = "refused";
      json["name"] = name;
      if (!reason.empty()) {
        json["reason"] = reason;
      } else {
        const CodeText& text = describe_code(code);
        json["code"] = code;
        json["tell"] = tell_json(text);
        if (!errs.is_null()) json["errs"] = errs;
      }
      break;
    case Kind::unavailable:
      json["kind"] = "unavailable";
      json["reason"] = reason;
      if (retry_after > 0) json["retry_after"] = retry_after;
      break;
    case Kind::misuse: json["kind"] = "misuse"; break;
  }
  return json;
}

std::optional<Json> parse_object(const std::string& text) {
  struct Refused {};
  std::vector<std::set<std::string>> names;
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > MAX_DEPTH) throw Refused();
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(parsed.get<std::string>()).second) throw Refused();
    return true;
  };
  try {
    Json json = Json::parse(text, check);
    if (json.is_object()) return json;
  } catch (const Refused&) {
  } catch (const Json::exception&) {
  }
  return std::nullopt;
}

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(std::fabs(number) <= SAFE_NUMBER) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::string text_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

bool is_utf8(const std::string& text) {
  try {
    (void)Json(text).dump();
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

std::size_t count_characters(const std::string& utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string trim(const std::string& text) {
  constexpr char SPACES[] = " \t\r\n\v\f";
  const auto begin = text.find_first_not_of(SPACES);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(SPACES) - begin + 1);
}

std::string trim_card(std::string_view card) {
  // White space of Unicode, the zero-width space and the byte order mark.
  constexpr std::string_view SPACES[] = {
      " ",            "\t",           "\r",           "\n",           "\v",           "\f",           "\xC2\x85",
      "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84",
      "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\x8B",
      "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF",
  };
  for (bool found = true; found;) {
    found = false;
    for (const auto space : SPACES) {
      if (card.substr(0, space.size()) == space) {
        card.remove_prefix(space.size());
        found = true;
      } else if (card.size() > space.size() && card.substr(card.size() - space.size()) == space) {
        card.remove_suffix(space.size());
        found = true;
      }
    }
  }
  return std::string(card);
}

std::string to_base64url(const std::string& bytes) {
  constexpr int VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_encoded_len(bytes.size(), VARIANT), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), VARIANT);
  text.pop_back();  // the final NUL
  return text;
}

std::optional<std::string> from_base64url(const std::string& text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(), text.size(), nullptr,
                        &size, nullptr, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0) {
    return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

std::string sha256(const std::string& text) {
  std::string digest(crypto_hash_sha256_BYTES, '\0');
  crypto_hash_sha256(reinterpret_cast<unsigned char*>(digest.data()), bytes_of(text), text.size());
  return digest;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  randombytes_buf(bytes.data(), count);
  return bytes;
}

std::string to_hex(const std::string& bytes) {
  static const char DIGITS[] = "0123456789abcdef";
  std::string text;
  for (unsigned char byte : bytes) (text += DIGITS[byte >> 4]) += DIGITS[byte & 15];
  return text;
}

std::string percent_encode(const std::string& text) {
  static const char DIGITS[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char byte : text) {
    const bool unreserved = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                            (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
    if (unreserved) {
      encoded += static_cast<char>(byte);
    } else {
      ((encoded += '%') += DIGITS[byte >> 4]) += DIGITS[byte & 15];
    }
  }
  return encoded;
}

PublicKeys read_public_keys(const std::vector<std::string>& texts) {
  PublicKeys keys;
  for (const auto& text : texts) {
    const auto key = from_base64url(text);
    if (!key || key->size() != crypto_sign_PUBLICKEYBYTES) {
      throw Failure::misuse("public_keys", "they must have 32 bytes each, in base64url without padding");
    }
    keys[to_base64url(sha256(*key)).substr(0, 16)] = *key;
  }
  return keys;
}

bool verify_signature(const std::string& key, const std::string& text, const std::string& signature) {
  return key.size() == crypto_sign_PUBLICKEYBYTES && signature.size() == crypto_sign_BYTES &&
         crypto_sign_verify_detached(bytes_of(signature), bytes_of(text), text.size(), bytes_of(key)) == 0;
}

std::string sign(const std::string& mode, const std::string& secret, const std::string& method, const std::string& path,
                 const Texts& parameters) {
  if (mode == "hmac-sha256-path") {
    return hmac_hex(secret, "latchkey-request-v1\n" + method + "\n" + path + escaped_lines(parameters));
  }
  std::string text;
  for (const auto& [name, value] : parameters) {
    if (name != "sign") text += (text.empty() ? "" : "&") + name + "=" + value;
  }
  return mode == "md5" ? md5_hex(text + secret) : hmac_hex(secret, text);
}

std::string bind_nonce(const std::string& method, const std::string& path, const std::string& random,
                       const Texts& parameters) {
  const std::string text =
      "latchkey-nonce-v1\n" + method + "\n" + path + "\n" + random + escaped_lines(parameters, false);
  return "b1." + random + "." + to_base64url(sha256(text)).substr(0, 20);
}

Failure Answer::refusal() const {
  Failure failure;
  failure.kind = Kind::refused;
  failure.code = code;
  failure.name = describe_code(code).name;
  failure.message = code == 10010 ? message + "; check app_secret and sign_mode" : message;
  if (errs) failure.errs = *errs;
  return failure;
}

Answer read_answer(const PublicKeys& keys, const std::string& method, const std::string& path, const std::string& nonce,
                   long status, const std::string& body) {
  auto parsed = parse_answer(body);
  // A gateway's own error may have a code, too. So an unsigned answer with this status counts as busy.
  if (is_busy(status) && (!parsed || parsed->signature.empty())) throw Failure::busy(static_cast<int>(status));
  if (!parsed || (status >= 300 && status < 400)) {
    throw Failure::untrusted("it is not an answer of the client API, status " + std::to_string(status));
  }
  Answer answer = std::move(*parsed);
  if (status != 200 && status != answer.code) throw Failure::untrusted("its HTTP status contradicts the code");
  if (!keys.empty()) {
    if (!verify_answer(answer, keys, method, path, nonce)) {
      throw Failure::untrusted(
          "no valid signature: check hosts, app_key and public_keys, and that the application signs its answers with "
          "ed25519");
    }
    answer.is_signed = true;
  }
  if (answer.code == 0) {
    if (!is_complete(method, path, answer.result.value_or(Json::object()))) {
      throw Failure::untrusted("it lacks a member");
    }
    return answer;
  }
  if (is_busy(answer.code)) throw Failure::busy(answer.code);
  if (!answer.is_signed && (answer.code == 404 || answer.code == 413 || answer.code == 415)) {
    throw Failure::untrusted("status " + std::to_string(answer.code));
  }
  return answer;
}

std::string hash_device_id(const std::string& app_key, const std::string& source, const std::string& value) {
  std::string plain = trim(value);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (plain.empty()) return "";
  return to_base64url(sha256("latchkey-device-v1\n" + app_key + "\n" + source + "\n" + plain));
}

std::string request_code(const std::string& app_key, const std::string& device_id) {
  return to_base64url(device_id) + "." + device_claim(app_key, device_id).substr(0, 6);
}

Json read_ticket(const std::string& app_key, const PublicKeys& keys, const std::string& device_id,
                 const std::string& ticket) {
  const auto first = ticket.find('.');
  const auto second = first == std::string::npos ? first : ticket.find('.', first + 1);
  if (ticket.size() > MAX_TICKET_BYTES || second == std::string::npos ||
      ticket.find('.', second + 1) != std::string::npos) {
    throw Failure::ticket("form");
  }
  const auto header = decode_object(ticket.substr(0, first));
  const auto claims = decode_object(ticket.substr(first + 1, second - first - 1));
  const auto signature = from_base64url(ticket.substr(second + 1));
  if (!header || !claims || !signature || header->size() != 3 || text_of(*header, "alg") != "EdDSA" ||
      text_of(*header, "typ") != "latchkey-ticket" || text_of(*header, "kid").empty()) {
    throw Failure::ticket("form");
  }
  const auto key = keys.find(text_of(*header, "kid"));
  if (key == keys.end()) throw Failure::ticket("key");
  if (!verify_signature(key->second, ticket.substr(0, second), *signature)) throw Failure::ticket("signature");
  for (const char* name : {"sub", "jti", "type"}) {
    if (!claims->contains(name) || !(*claims)[name].is_string()) throw Failure::ticket("form");
  }
  for (const char* name : {"iat", "exp", "card_exp"}) {
    if (!claims->contains(name) || !(*claims)[name].is_number_integer()) throw Failure::ticket("form");
  }
  if (!claims->contains("features") || !(*claims)["features"].is_object()) throw Failure::ticket("form");
  if (text_of(*claims, "iss") != app_key) throw Failure::ticket("application");
  if (text_of(*claims, "dev") != device_claim(app_key, device_id)) throw Failure::ticket("device");
  return *claims;
}

Json verify_ticket(const std::string& app_key, const PublicKeys& keys, const std::string& device_id,
                   const std::string& ticket, std::int64_t now, std::int64_t greatest) {
  Json claims = read_ticket(app_key, keys, device_id, ticket);
  greatest = std::max(greatest, claims["iat"].get<std::int64_t>());
  if (now < greatest - CLOCK_SLACK_SEC) throw Failure::ticket("clock");
  if (std::max(now, greatest) >= claims["exp"].get<std::int64_t>()) throw Failure::ticket("expired");
  return claims;
}

Json read_features(const Json& result) {
  if (!result.contains("features")) return Json::object();
  const auto features = parse_object(text_of(result, "features"));
  if (!features || !is_flat(*features)) throw Failure::untrusted("its features cannot be read");
  return *features;
}

}  // namespace latchkey_core
