#include "output_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "files/atomic_file.hpp"
#include "mechanics/model_error.hpp"

namespace alembert::app {

void try_output(const std::string& path) {
  if (path.empty()) return;
  try {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error)
      throw std::runtime_error(
          fmt::format("cannot write {}: its folder cannot be made: {}", path, error.message()));
    files::check_writable(path);
  } catch (const std::runtime_error& failure) {
    throw ModelError(failure.what(), "choose another file");
  }
}

}  // namespace alembert::app
