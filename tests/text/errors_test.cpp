// Wrong models beside the message they must get: tests/errors/*.mech and *.txt.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "mechanics/model_error.hpp"
#include "text/read.hpp"

using namespace alembert;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string message_for(const fs::path& model) {
  try {
    read_text(contents(model), model.filename().string());
  } catch (const ModelError& error) {
    return error.what() + std::string("\n");
  }
  return "no error\n";
}

}  // namespace

TEST_CASE("every wrong model gets the message beside it") {
  // ALEMBERT_UPDATE_GOLDENS=1 writes the messages anew; read them before you keep them
  const bool update = std::getenv("ALEMBERT_UPDATE_GOLDENS") != nullptr;
  std::set<fs::path> models;
  for (const auto& entry : fs::directory_iterator(fs::path(ALEMBERT_SOURCE) / "tests/errors"))
    if (entry.path().extension() == ".mech") models.insert(entry.path());
  REQUIRE(models.size() >= 60);
  for (const fs::path& model : models) {
    const std::string message = message_for(model);
    const fs::path golden = fs::path(model).replace_extension(".txt");
    if (update) std::ofstream(golden, std::ios::binary) << message;
    INFO(model.filename().string());
    CHECK(message != "no error\n");
    CHECK(message == contents(golden));
  }
}
