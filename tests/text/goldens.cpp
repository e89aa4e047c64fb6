#include "text/goldens.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "source_folder.hpp"

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void check_golden(const fs::path& file, const std::string& words) {
  if (std::getenv("ALEMBERT_UPDATE_GOLDENS")) std::ofstream(file, std::ios::binary) << words;
  INFO(file.filename().string());
  CHECK(words == contents(file));
}

std::size_t check_goldens(const std::string& folder,
                          const std::function<std::string(const fs::path&)>& words_of) {
  std::set<fs::path> models;
  for (const auto& entry :
       fs::directory_iterator(fs::path(alembert::source_folder()) / "tests" / folder))
    if (entry.path().extension() == ".mech") models.insert(entry.path());
  for (const fs::path& model : models)
    check_golden(fs::path(model).replace_extension(".txt"), words_of(model));
  return models.size();
}
