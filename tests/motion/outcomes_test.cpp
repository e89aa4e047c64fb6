// How runs end, and how starts are refused: tests/outcomes/*.mech beside the words they must get.

#include "motion/outcome.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
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

struct Ending {
  std::string words;
  std::optional<Fate> fate;  // of a run that began
};

// as `alembert run` does
Ending ending_of(const fs::path& path) {
  try {
    SimulateOptions options;
    if (path.stem() == "interrupted") options.progress = [](double) { return false; };
    const Motion motion = simulate(read_text(contents(path), path.filename().string()), options);
    return {motion.outcome().words() + "\n", motion.outcome().fate};
  } catch (const ModelError& error) {
    return {error.what() + std::string("\n"), std::nullopt};
  }
}

}  // namespace

TEST_CASE("every way in which a run can end or be refused has its words") {
  // ALEMBERT_UPDATE_GOLDENS=1 writes the words anew; read them before you keep them
  const bool update = std::getenv("ALEMBERT_UPDATE_GOLDENS") != nullptr;
  std::set<fs::path> models;
  for (const auto& entry : fs::directory_iterator(fs::path(ALEMBERT_SOURCE) / "tests/outcomes"))
    if (entry.path().extension() == ".mech") models.insert(entry.path());
  std::set<Fate> seen;
  for (const fs::path& model : models) {
    const Ending ending = ending_of(model);
    if (ending.fate) seen.insert(*ending.fate);
    const fs::path golden = fs::path(model).replace_extension(".txt");
    if (update) std::ofstream(golden, std::ios::binary) << ending.words;
    INFO(model.filename().string());
    CHECK(ending.words == contents(golden));
  }
  for (int fate = 0; fate <= static_cast<int>(Fate::not_converging); ++fate) {
    INFO(name_of(static_cast<Fate>(fate)));
    CHECK(seen.contains(static_cast<Fate>(fate)));
  }
}
