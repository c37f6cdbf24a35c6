// Texts that are stored between runs, and the id of the device.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace latchkey_core {

constexpr std::size_t MAX_DEVICE_ID = 128;  // characters

/// Keeps short texts by name: "device", "ticket" and "time". Called by several threads.
struct Store {
  virtual ~Store() = default;
  virtual std::optional<std::string> read(const std::string& name) = 0;
  /// Returns why the text cannot be stored; "" if it is stored.
  virtual std::string write(const std::string& name, const std::string& text) = 0;
  /// Like write, but a folder keeps a text that it has. Of two programs that start at the same time, the first one wins.
  virtual std::string create(const std::string& name, const std::string& text) { return write(name, text); }
};

/// A folder with a file for each text. The folder is created at the first write.
struct FolderStore : Store {
  /// @param path UTF-8
  explicit FolderStore(std::string path) : path(std::move(path)) {}
  std::optional<std::string> read(const std::string& name) override;
  std::string write(const std::string& name, const std::string& text) override;
  std::string create(const std::string& name, const std::string& text) override;

 private:
  std::string put(const std::string& name, const std::string& text, bool replaces);
  std::string path;
};

/// Returns the folder of the user for an application, in UTF-8.
std::string user_folder(const std::string& app_key);

/// Returns the id of this device from the system's own id; "" if the system has none.
std::string system_device_id(const std::string& app_key);

/// Returns the stored device id of this application, or else the system's id, or else a random id, and stores it.
/// Throws a Failure of kind misuse if a random id cannot be stored.
/// @param system_id replaced in tests
std::string find_device_id(const std::string& app_key, Store& store,
                           std::string (*system_id)(const std::string& app_key) = system_device_id);

}  // namespace latchkey_core
