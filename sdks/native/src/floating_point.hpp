// Programs that trap floating-point exceptions.
#pragma once

#include <cfenv>

namespace latchkey_core {

/// While this object exists, floating-point exceptions do not end the program. Free Pascal and Delphi enable the traps,
/// and an answer may contain a number that is too large for a double.
class FloatingPointGuard {
 public:
  FloatingPointGuard() : is_held(std::feholdexcept(&environment) == 0) {}
  ~FloatingPointGuard() {
    if (is_held) std::fesetenv(&environment);
  }

  FloatingPointGuard(const FloatingPointGuard&) = delete;
  FloatingPointGuard& operator=(const FloatingPointGuard&) = delete;

 private:
  std::fenv_t environment;
  bool is_held;
};

}  // namespace latchkey_core
