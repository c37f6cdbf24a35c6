#include "http.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

#include "sigpipe.hpp"

namespace latchkey_core {

namespace {

constexpr std::size_t MAX_HEAD_BYTES = 64 << 10;

struct Exchange {
  const HttpRequest& request;
  HttpAnswer answer;
  std::size_t head_bytes = 0;
  bool too_large = false;
};

std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* context) {
  auto& exchange = *static_cast<Exchange*>(context);
  if (exchange.answer.body.size() + size * count > MAX_ANSWER_BYTES) {
    exchange.too_large = true;
    return 0;
  }
  exchange.answer.body.append(bytes, size * count);
  return size * count;
}

std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* context) {
  auto& exchange = *static_cast<Exchange*>(context);
  exchange.head_bytes += size * count;
  if (exchange.head_bytes > MAX_HEAD_BYTES) {
    exchange.too_large = true;
    return 0;
  }
  const std::string line(bytes, size * count);
  const auto colon = line.find(':');
  if (colon == std::string::npos) {
    if (line.compare(0, 5, "HTTP/") == 0) exchange.answer.date = exchange.answer.retry_after = "";
    return size * count;
  }
  std::string name = line.substr(0, colon);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
  });
  if (name == "date") exchange.answer.date = trim(line.substr(colon + 1));
  if (name == "retry-after") exchange.answer.retry_after = trim(line.substr(colon + 1));
  return size * count;
}

int on_progress(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  const auto& stopped = static_cast<Exchange*>(context)->request.stopped;
  return stopped && stopped() ? 1 : 0;
}

/// libcurl 7.85 replaced the numeric option by a text option.
void allow_http_alone(CURL* curl) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Returns scheme, host and port, since the rest of an address may contain a card.
std::string origin(const std::string& url) { return url.substr(0, url.find('/', url.find("://") + 3)); }

/// The text never contains an address.
std::string plain_cause(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_CONNECT: return "connection refused, or no route to the host";
    case CURLE_COULDNT_RESOLVE_HOST: return "unknown host name";
    case CURLE_OPERATION_TIMEDOUT: return "no answer in time";
    case CURLE_PEER_FAILED_VERIFICATION: return "no TLS: its certificate is not accepted";
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return "the connection was cut off";
    case CURLE_ABORTED_BY_CALLBACK: return "closed";
    default: return curl_easy_strerror(code);
  }
}

}  // namespace

bool is_host(const std::string& address) {
  const bool plain = std::all_of(address.begin(), address.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; });
  if (!plain || address.find_first_of("?#@\\") != std::string::npos) return false;
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), curl_url_cleanup);
  if (!url || curl_url_set(url.get(), CURLUPART_URL, address.c_str(), 0) != CURLUE_OK) return false;
  char* scheme = nullptr;
  if (curl_url_get(url.get(), CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK) return false;
  const std::string name = scheme;
  curl_free(scheme);
  return name == "http" || name == "https";
}

HttpAnswer send_http(const HttpRequest& request) {
  Exchange exchange{request, {}};
  const SigpipeGuard guard;  // first, since the clean-up of the handle also writes
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(), curl_easy_cleanup);
  CURL* curl = handle.get();
  if (!curl) {
    exchange.answer.failure = Failure::network("out of memory");
    return exchange.answer;
  }
  curl_slist* list = curl_slist_append(nullptr, "Accept: application/json");
  list = curl_slist_append(list, "Expect:");
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(list, curl_slist_free_all);

  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);  // the path is signed as it is
  if (request.method == "POST") {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.form.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.form.c_str());
  } else if (request.method != "GET") {
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, (std::string("latchkey-native/") + VERSION).c_str());
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  // On a kept connection, libcurl itself would repeat a request with the same nonce.
  curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<long long>(request.timeout.count(), 1)));
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
#if defined(_WIN32) && LIBCURL_VERSION_NUM >= 0x074700
  curl_easy_setopt(curl, CURLOPT_SSL_OPTIONS, static_cast<long>(CURLSSLOPT_NATIVE_CA));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);  // a slow name server must not exceed the time limit
#endif
  allow_http_alone(curl);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &exchange);

  const CURLcode code = curl_easy_perform(curl);
  curl_off_t ready = 0;  // moment when the request could begin
  long sent = 0;
  curl_easy_getinfo(curl, CURLINFO_PRETRANSFER_TIME_T, &ready);
  curl_easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &sent);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &exchange.answer.status);
  exchange.answer.connected = code == CURLE_OK || ready > 0 || sent > 0;
  if (exchange.too_large) {
    exchange.answer.failure = Failure::untrusted("it is too large");
  } else if (code != CURLE_OK) {
    exchange.answer.failure = Failure::network(origin(request.url) + ": " + plain_cause(code));
  }
  return exchange.answer;
}

std::int64_t parse_http_date(const std::string& text) {
  if (text.empty()) return 0;
  const auto seconds = static_cast<std::int64_t>(curl_getdate(text.c_str(), nullptr));
  return seconds > 0 ? seconds : 0;
}

}  // namespace latchkey_core
