// Connections that are cut off, on systems where writing to them raises SIGPIPE.
#pragma once

#ifdef __linux__

#include <signal.h>

#include <cerrno>
#include <ctime>

namespace latchkey_core {

/// While this object exists, SIGPIPE cannot end the program because of a write by this thread. OpenSSL writes without
/// MSG_NOSIGNAL, also while libcurl closes a connection, and libcurl must not change the program's signal handlers.
class SigpipeGuard {
 public:
  SigpipeGuard() {
    was_pending = is_pending();
    is_blocked = pthread_sigmask(SIG_BLOCK, &sigpipe(), &mask) == 0;
  }

  ~SigpipeGuard() {
    if (!is_blocked) return;
    // A signal that was pending before belongs to the program.
    if (!was_pending && is_pending()) {
      const timespec no_wait{};
      while (sigtimedwait(&sigpipe(), nullptr, &no_wait) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  }

  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

 private:
  static const sigset_t& sigpipe() {
    static const sigset_t set = [] {
      sigset_t made;
      sigemptyset(&made);
      sigaddset(&made, SIGPIPE);
      return made;
    }();
    return set;
  }

  static bool is_pending() {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
  }

  sigset_t mask;  // the thread's previous mask
  bool was_pending, is_blocked;
};

}  // namespace latchkey_core

#else

namespace latchkey_core {

/// Windows has no SIGPIPE; macOS and the BSDs have SO_NOSIGPIPE, which libcurl sets.
struct SigpipeGuard {
  SigpipeGuard() {}  // without a constructor, compilers report an unused variable
};

}  // namespace latchkey_core

#endif
