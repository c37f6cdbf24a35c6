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
  std::chrono::milliseconds timeout;  // of the whole request
  std::function<bool()> stopped;      // asked about once a second
};

struct HttpAnswer {
  long status = 0;
  std::string body, date, retry_after;
  bool connected = false;          // a server may have got the request
  std::optional<Failure> failure;  // no complete answer arrived
};

/// Reports that an address may be a host of the options.
bool is_host(const std::string& address);

/// Sends a request on a connection of its own: no redirect, no cookie, no second try.
HttpAnswer send_http(const HttpRequest& request);

/// Returns epoch seconds of a header's date, 0 if it is none.
std::int64_t parse_http_date(const std::string& text);

}  // namespace latchkey_core
