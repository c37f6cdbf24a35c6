// A connection that is cut off must not end the program by SIGPIPE.
#include "sigpipe.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

#include "http.hpp"

using namespace latchkey_core;

namespace {

int failures = 0;

void check(const char* name, bool holds) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", name);
  failures++;
}

void change_mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(how, &set, nullptr);
}

bool is_blocked() {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  return sigismember(&mask, SIGPIPE) == 1;
}

bool is_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) == 1;
}

/// Raises SIGPIPE as a write to a connection that was reset does.
bool write_to_broken_pipe() {
  int ends[2];
  if (pipe(ends) != 0) return false;
  close(ends[0]);
  const bool refused = write(ends[1], "x", 1) == -1 && errno == EPIPE;
  close(ends[1]);
  return refused;
}

void test_guard() {
  {
    const SigpipeGuard guard;
    check("a write fails", write_to_broken_pipe());
    check("the signal waits", is_pending());
  }
  check("the signal is gone", !is_pending());
  check("the signal is not blocked afterwards", !is_blocked());

  change_mask(SIG_BLOCK);
  {
    const SigpipeGuard guard;
    check("a write fails while the program blocks the signal", write_to_broken_pipe());
  }
  check("the program's mask is kept", is_blocked());
  check("the signal is gone although the program blocks it", !is_pending());

  raise(SIGPIPE);
  {
    const SigpipeGuard guard;
    check("a write fails while the program's signal waits", write_to_broken_pipe());
  }
  check("a signal that waited before is kept", is_blocked() && is_pending());
  signal(SIGPIPE, SIG_IGN);  // discards it
  signal(SIGPIPE, SIG_DFL);
  change_mask(SIG_UNBLOCK);
}

void test_request() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  check("a server listens", bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                                listen(listener, 1) == 0 &&
                                getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  HttpRequest request;
  request.method = "GET";
  request.url = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/";
  request.timeout = std::chrono::seconds(10);
  bool written = false;
  request.stopped = [&] { return written = write_to_broken_pipe(); };
  check("a request is cut off", send_http(request).failure.has_value());
  check("something was written during the request", written);
  check("a request leaves no signal and no mask", !is_pending() && !is_blocked());
  close(listener);
}

}  // namespace

int main() {
  signal(SIGPIPE, SIG_DFL);
  change_mask(SIG_UNBLOCK);
  test_guard();
  test_request();
  return failures == 0 ? 0 : 1;
}
