// The folder of texts, and the device id in it.
#include "store.hpp"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "protocol.hpp"

using namespace latchkey_core;
namespace fs = std::filesystem;

namespace {

int failures = 0;

void check(const char* name, bool holds) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", name);
  failures++;
}

std::size_t count_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string no_system_id(const std::string&) { return ""; }
std::string some_system_id(const std::string& app_key) { return hash_device_id(app_key, "machine-id", "some"); }

void test_files(const fs::path& folder) {
  FolderStore store(folder.u8string());
  check("a text is stored", store.write("time", "1").empty() && store.read("time") == "1");
  check("a text is replaced", store.write("time", "2").empty() && store.read("time") == "2");
  check("only the text's file is left", count_files(folder) == 1);
  struct stat found{};
  stat((folder / "time").c_str(), &found);
  check("only the owner can read it", (found.st_mode & 0777) == 0600);

  fs::create_directories(folder / "ticket" / "occupied");
  check("a file that cannot be replaced is a failure with a reason", !store.write("ticket", "x").empty());
  check("a failure leaves no temporary file", count_files(folder) == 2);
}

/// A store that keeps nothing.
struct FullStore : Store {
  std::optional<std::string> read(const std::string&) override { return std::nullopt; }
  std::string write(const std::string&, const std::string&) override { return "it is full"; }
};

void test_device_id(const fs::path& folder) {
  FolderStore store(folder.u8string());
  const auto random = find_device_id("key", store, no_system_id);
  check("a random id is found again", find_device_id("key", store, no_system_id) == random);
  const auto other = find_device_id("other", store, no_system_id);
  check("a random id belongs to an application", other != random);

  // As in a program that has read the store before the other one wrote.
  store.create("device", "another text");
  check("an id is not replaced by that of a second program", find_device_id("other", store, no_system_id) == other);
  check("no temporary file is left", count_files(folder) == 1);

  FullStore full;
  check("the system's id need not be stored", find_device_id("key", full, some_system_id) == some_system_id("key"));
  std::string message;
  try {
    find_device_id("key", full, no_system_id);
  } catch (const Failure& failure) {
    if (failure.kind == Kind::misuse) message = failure.message;
  }
  check("a random id must be stored",
        message ==
            "store: it cannot store the random device id (it is full): give a store that can be written, or device_id");
}

}  // namespace

int main() {
  if (sodium_init() < 0) return 1;
  const fs::path folder = fs::temp_directory_path() / ("latchkey-store-" + std::to_string(getpid()));
  test_files(folder / "files");
  test_device_id(folder / "device");
  fs::remove_all(folder);
  return failures == 0 ? 0 : 1;
}
