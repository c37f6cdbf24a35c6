#include "gbk.hpp"

#include "protocol.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <iconv.h>

#include <cerrno>
#endif

namespace latchkey_core {

namespace {

#ifdef _WIN32

constexpr UINT GBK = 936;

std::wstring to_wide(UINT code_page, const std::string& text, const char* argument) {
  if (text.empty()) return L"";
  const int size = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');
  const int length = MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, text.data(), size, wide.data(), size);
  if (length == 0) throw Failure::misuse(argument, "it is not in its code page");
  wide.resize(static_cast<std::size_t>(length));
  return wide;
}

std::string from_wide(UINT code_page, const std::wstring& wide) {
  if (wide.empty()) return "";
  const bool is_gbk = code_page == GBK;
  const DWORD flags = is_gbk ? WC_NO_BEST_FIT_CHARS : 0;
  const int length = static_cast<int>(wide.size());
  std::string text(wide.size() * 4, '\0');
  const int size = WideCharToMultiByte(code_page, flags, wide.data(), length, text.data(),
                                       static_cast<int>(text.size()), is_gbk ? "?" : nullptr, nullptr);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

#else

struct Converter {
  Converter(const char* to, const char* from) : handle(iconv_open(to, from)) {
    if (handle == iconv_t(-1)) throw Failure::misuse("gbk", "it is a code page that this system lacks");
  }
  ~Converter() { iconv_close(handle); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  const iconv_t handle;
};

std::size_t size_of_character(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// Converts a text. Characters that the other code page lacks become `lacking`; if `lacking` is NUL, throws misuse.
std::string convert(const char* to, const char* from, std::string text, const char* argument, char lacking) {
  const Converter converter(to, from);
  std::string converted(text.size() * 2, '\0');
  char *in = text.data(), *out = converted.data();
  std::size_t in_left = text.size(), out_left = converted.size();
  while (iconv(converter.handle, &in, &in_left, &out, &out_left) == std::size_t(-1)) {
    if (errno != EILSEQ || lacking == '\0') throw Failure::misuse(argument, "it is not in its code page");
    const std::size_t skipped = size_of_character(*in);
    in += skipped;
    in_left -= skipped;
    *out++ = lacking;
    out_left--;
  }
  converted.resize(static_cast<std::size_t>(out - converted.data()));
  return converted;
}

#endif

}  // namespace

std::string utf8_from_gbk(const std::string& gbk) {
#ifdef _WIN32
  return from_wide(CP_UTF8, to_wide(GBK, gbk, "gbk"));
#else
  return convert("UTF-8", "GBK", gbk, "gbk", '\0');
#endif
}

std::string gbk_from_utf8(const std::string& utf8) {
  if (!is_utf8(utf8)) throw Failure::misuse("utf8", "it is not UTF-8");
#ifdef _WIN32
  return from_wide(GBK, to_wide(CP_UTF8, utf8, "utf8"));
#else
  return convert("GBK", "UTF-8", utf8, "utf8", '?');
#endif
}

}  // namespace latchkey_core
