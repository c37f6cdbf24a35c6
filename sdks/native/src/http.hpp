// One HTTP request by libcurl.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "protocol.hpp"

namespace latchkey_core {

struct HttpRequest {
  std::string method;
  std::string url;
  std::string form;                   // body of a POST
  std::chrono::milliseconds timeout;  // time limit of the whole request
  std::function<bool()> stopped;      // asked about once a second
};

struct HttpAnswer {
  long status = 0;
  std::string body, date, retry_after;
  bool connected = false;          // a server may have got the request
  std::optional<Failure> failure;  // no complete answer arrived
};

/// Returns true if an address may be used as a host in the options.
bool is_host(const std::string& address);

/// Sends a request on a separate connection, without redirects, cookies or repetition.
HttpAnswer send_http(const HttpRequest& request);

/// Returns the epoch seconds of a date header; 0 if it is not a date.
std::int64_t parse_http_date(const std::string& text);

}  // namespace latchkey_core
