#include "store.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "protocol.hpp"

#ifdef _WIN32
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace latchkey_core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MAX_STORED_BYTES = 64 << 10;

std::string variable(const char* name) {
#ifdef _WIN32
  const std::wstring wide_name(name, name + std::char_traits<char>::length(name));
  const wchar_t* value = _wgetenv(wide_name.c_str());
  return value ? fs::path(value).u8string() : "";
#else
  const char* value = std::getenv(name);
  return value ? value : "";
#endif
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(MAX_STORED_BYTES, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

#ifdef _WIN32

/// Creates a file with the permissions of its folder. On Windows, only the user can open the user's profile.
std::FILE* create_file(const fs::path& path) {
  const int file =
      _wopen(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
  return file < 0 ? nullptr : _fdopen(file, "wb");
}

bool flush(std::FILE* file) { return std::fflush(file) == 0 && _commit(_fileno(file)) == 0; }

#else

/// Creates a file that only its owner can read.
std::FILE* create_file(const fs::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  return file < 0 ? nullptr : fdopen(file, "wb");
}

bool flush(std::FILE* file) { return std::fflush(file) == 0 && fsync(fileno(file)) == 0; }

#endif

}  // namespace

#if defined(_WIN32)

std::string system_device_id(const std::string& app_key) {
  wchar_t value[128];
  DWORD size = sizeof value;
  // The 64-bit view, also for a 32-bit program.
  if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Cryptography", L"MachineGuid",
                   RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, nullptr, value, &size) != ERROR_SUCCESS) {
    return "";
  }
  return hash_device_id(app_key, "machine-guid", fs::path(value).u8string());
}

#elif defined(__APPLE__)

std::string system_device_id(const std::string& app_key) {
  FILE* output = popen("/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice", "r");
  if (!output) return "";
  std::string text(MAX_STORED_BYTES, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), output));
  pclose(output);
  const std::string name = "\"IOPlatformUUID\" = \"";
  const auto begin = text.find(name);
  if (begin == std::string::npos) return "";
  const auto end = text.find('"', begin + name.size());
  return hash_device_id(app_key, "platform-uuid", text.substr(begin + name.size(), end - begin - name.size()));
}

#elif defined(__linux__) && !defined(__ANDROID__)

std::string system_device_id(const std::string& app_key) {
  for (const char* path : {"/etc/machine-id", "/var/lib/dbus/machine-id"}) {
    const auto id = hash_device_id(app_key, "machine-id", read_file(path).value_or(""));
    if (!id.empty()) return id;
  }
  return "";
}

#else

std::string system_device_id(const std::string&) { return ""; }

#endif

std::optional<std::string> FolderStore::read(const std::string& name) { return read_file(fs::u8path(path) / name); }

std::string FolderStore::write(const std::string& name, const std::string& text) { return put(name, text, true); }

std::string FolderStore::create(const std::string& name, const std::string& text) { return put(name, text, false); }

std::string FolderStore::put(const std::string& name, const std::string& text, bool replaces) {
  std::error_code ignored;
  const fs::path folder = fs::u8path(path);
  if (fs::create_directories(folder, ignored)) fs::permissions(folder, fs::perms::owner_all, ignored);
  // The file is replaced atomically, so that a crash leaves either the old or the new text.
  const fs::path temporary = folder / (name + "." + to_hex(random_bytes(8)) + ".tmp");
  std::FILE* file = create_file(temporary);
  if (!file) return std::generic_category().message(errno);
  std::error_code error;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || !flush(file)) {
    error.assign(errno, std::generic_category());
  }
  if (std::fclose(file) != 0 && !error) error.assign(errno, std::generic_category());
  bool is_placed = false;
  if (!error && !replaces) {
    std::error_code fault;  // such as a file system without links
    fs::create_hard_link(temporary, folder / name, fault);
    is_placed = !fault || fault == std::errc::file_exists;
    if (is_placed) fs::remove(temporary, ignored);
  }
  if (!error && !is_placed) fs::rename(temporary, folder / name, error);
  if (!error) return "";
  fs::remove(temporary, ignored);
  // The system's own message is not used: on Windows, it would be in the system's code page.
  return error.default_error_condition().message();
}

std::string user_folder(const std::string& app_key) {
#if defined(_WIN32)
  std::string base = variable("LOCALAPPDATA");
#elif defined(__APPLE__)
  std::string base = variable("HOME") + "/Library/Application Support";
#else
  std::string base = variable("XDG_DATA_HOME");
  if (base.empty() || base[0] != '/') base = variable("HOME") + "/.local/share";
#endif
  return base + "/latchkey/" + to_base64url(sha256(app_key)).substr(0, 16);
}

namespace {

/// Returns "" if the store has no id of this application.
std::string stored_device_id(const std::string& app_key, Store& store) {
  if (const auto stored = parse_object(store.read("device").value_or(""))) {
    const auto id = text_of(*stored, "device_id");
    if (text_of(*stored, "app_key") == app_key && count_characters(id) <= MAX_DEVICE_ID) return id;
  }
  return "";
}

}  // namespace

std::string find_device_id(const std::string& app_key, Store& store,
                           std::string (*system_id)(const std::string& app_key)) {
  std::string id = stored_device_id(app_key, store);
  if (!id.empty()) return id;
  id = system_id(app_key);
  const bool is_random = id.empty();
  if (is_random) id = hash_device_id(app_key, "random", to_hex(random_bytes(16)));
  const std::string text = to_text({{"app_key", app_key}, {"device_id", id}}) + "\n";
  if (!is_random) {
    store.write("device", text);  // if this fails, the id is found again at the next start
    return id;
  }
  // If another program stores its id at the same time, the first id counts for both.
  std::string fault = store.create("device", text);
  if (fault.empty()) {
    const std::string stored = stored_device_id(app_key, store);
    if (!stored.empty()) return stored;
    fault = store.write("device", text);  // the text was no id of this application
  }
  // With another random id the program would be a new device at the next start.
  if (!fault.empty()) {
    throw Failure::misuse("store", "it cannot store the random device id (" + fault +
                                       "): give a store that can be written, or device_id");
  }
  return id;
}

}  // namespace latchkey_core
