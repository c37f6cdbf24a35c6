// GBK (code page 936), the code page of many Chinese programs for Windows.
#pragma once

#include <string>

namespace latchkey_core {

/// Throws misuse for bytes that are not GBK.
std::string utf8_from_gbk(const std::string& gbk);
/// Characters that GBK lacks become "?". Throws misuse for bytes that are not UTF-8.
std::string gbk_from_utf8(const std::string& utf8);

}  // namespace latchkey_core
