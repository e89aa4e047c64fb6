#include "files/contents.hpp"

#include <fstream>
#include <sstream>

namespace alembert::files {

std::optional<std::string> contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) return {};
  return std::move(text).str();
}

}  // namespace alembert::files
