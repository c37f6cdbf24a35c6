#include "store.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "protocol.hpp"

#ifdef _WIN32
#include <windows.h>
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

}  // namespace

std::optional<std::string> FolderStore::read(const std::string& name) { return read_file(fs::u8path(path) / name); }

bool FolderStore::write(const std::string& name, const std::string& text) {
  std::error_code error;
  const fs::path folder = fs::u8path(path);
  if (fs::create_directories(folder, error)) fs::permissions(folder, fs::perms::owner_all, error);
  // The file is replaced atomically, so that a crash leaves either the old or the new text.
  const fs::path temporary = folder / (name + "." + to_hex(random_bytes(8)) + ".tmp");
  {
    std::ofstream file(temporary, std::ios::binary);
    if (!file) return false;
    fs::permissions(temporary, fs::perms::owner_read | fs::perms::owner_write, error);
    file << text;
    file.close();
    if (file.fail()) {
      fs::remove(temporary, error);
      return false;
    }
  }
  fs::rename(temporary, folder / name, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return false;
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

std::string find_device_id(const std::string& app_key, Store& store) {
  if (const auto stored = parse_object(store.read("device").value_or(""))) {
    const auto id = text_of(*stored, "device_id");
    if (text_of(*stored, "app_key") == app_key && !id.empty() && count_characters(id) <= MAX_DEVICE_ID) return id;
  }
  std::string id = system_device_id(app_key);
  if (id.empty()) id = hash_device_id(app_key, "random", to_hex(random_bytes(16)));
  // If it cannot be stored, the system's id is found again at the next start, but a random id is valid only for this run.
  store.write("device", to_text({{"app_key", app_key}, {"device_id", id}}) + "\n");
  return id;
}

}  // namespace latchkey_core
