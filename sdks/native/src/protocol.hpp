// The rules of the protocol: signatures, nonces, answers. No I/O.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codes.hpp"

namespace latchkey_core {

using Json = nlohmann::json;
using Texts = std::map<std::string, std::string>;  // sorted by bytes

inline constexpr char VERSION[] = "0.2.0";
inline constexpr char API_PREFIX[] = "/api/client/v1";
inline constexpr char PING_PATH[] = "/ping";
inline constexpr std::size_t MAX_ANSWER_BYTES = 1 << 20;

enum class Kind { refused = 1, unavailable = 2, misuse = 3 };

/// One of the three kinds of errors. Never contains a secret, card, password or token.
struct Failure : std::exception {
  Kind kind = Kind::misuse;
  std::string message;
  // For a refusal.
  int code = 0;
  std::string name;
  Json errs;
  // For a refused ticket, and for unavailable: network, untrusted or busy.
  std::string reason;
  std::int64_t retry_after = 0;  // seconds to wait, from a busy server
  int status = 0;                // HTTP status of a busy server

  const char* what() const noexcept override { return message.c_str(); }
  Json json() const;

  static Failure misuse(const std::string& argument, const std::string& fault);
  static Failure network(const std::string& detail);
  static Failure untrusted(const std::string& detail);
  static Failure busy(int status);
  static Failure ticket(const std::string& reason);
};

/// Reads a JSON object strictly: UTF-8, no repeated names, nothing after it, at most 32 levels.
std::optional<Json> parse_object(const std::string& text);

/// Writes JSON. Invalid UTF-8 is replaced, so that the function never throws.
std::string to_text(const Json& json);

/// Reads 1790000000 and 1.79e9 as the same number, and accepts only whole numbers.
std::optional<std::int64_t> whole_number(const Json& value);

/// Returns a member of an object if it is a text, and "" otherwise.
std::string text_of(const Json& object, const char* name);

bool is_utf8(const std::string& text);
std::size_t count_characters(const std::string& utf8);
std::string trim(const std::string& text);
/// Returns a card without the white space that customers paste around it, such as a full-width space.
std::string trim_card(std::string_view card);

std::string to_base64url(const std::string& bytes);
std::optional<std::string> from_base64url(const std::string& text);
std::string sha256(const std::string& text);
std::string random_bytes(std::size_t count);
std::string to_hex(const std::string& bytes);
std::string percent_encode(const std::string& text);

/// Public keys (32 bytes) by their id.
using PublicKeys = std::map<std::string, std::string>;
PublicKeys read_public_keys(const std::vector<std::string>& texts);
bool verify_signature(const std::string& key, const std::string& text, const std::string& signature);

/// @param path from /api/client/v1 on, encoded as it is sent
std::string sign(const std::string& mode, const std::string& secret, const std::string& method, const std::string& path,
                 const Texts& parameters);

/// Returns a nonce that the server accepts only for these parameters.
std::string bind_nonce(const std::string& method, const std::string& path, const std::string& random,
                       const Texts& parameters);

/// A trusted answer: a success, or a refusal.
struct Answer {
  int code = 0;
  std::string message;
  std::optional<Json> result;  // members are texts or whole numbers
  std::optional<Json> errs;
  std::int64_t time = 0;  // 0: none
  std::string kid, signature;
  bool is_signed = false;

  /// Returns the members of a refusal for the caller.
  Failure refusal() const;
};

/// Throws a Failure unless the answer can be trusted and is complete.
Answer read_answer(const PublicKeys& keys, const std::string& method, const std::string& path, const std::string& nonce,
                   long status, const std::string& body);

/// Returns the device id derived from a source's value; "" if the value is empty.
std::string hash_device_id(const std::string& app_key, const std::string& source, const std::string& value);

std::string request_code(const std::string& app_key, const std::string& device_id);

/// Returns the claims of a ticket, which may have expired, or throws a Failure.
Json read_ticket(const std::string& app_key, const PublicKeys& keys, const std::string& device_id,
                 const std::string& ticket);

/// Returns the claims of a ticket that is valid now, or throws a Failure. Times are in epoch seconds.
Json verify_ticket(const std::string& app_key, const PublicKeys& keys, const std::string& device_id,
                   const std::string& ticket, std::int64_t now, std::int64_t greatest);

/// Parses the JSON text of the features of a licence; throws a Failure if the text cannot be parsed.
Json read_features(const Json& result);

/// Returns the text for the customer as JSON.
Json tell_json(const CodeText& text);

}  // namespace latchkey_core
