#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "studio/gallery.hpp"
#include "studio/live_run.hpp"

using namespace alembert;
using namespace alembert::studio;

namespace {

/// A text of the gallery with some of its words exchanged, doubled, cut or replaced by others.
std::string mutated(std::string text, std::mt19937_64& random) {
  static const char* const pieces[] = {"0",
                                       "-1",
                                       "1e308",
                                       "x",
                                       "'",
                                       "''",
                                       "^",
                                       "/",
                                       "(",
                                       ")",
                                       "sqrt(",
                                       "log(",
                                       "= ",
                                       ",",
                                       "\n",
                                       "[1..9]",
                                       ":",
                                       "t",
                                       "pi",
                                       "1e-308",
                                       "lambda(",
                                       "run ",
                                       "constraint a: ",
                                       "\xff"};
  const auto any = [&](std::size_t count) { return random() % std::max<std::size_t>(count, 1); };
  for (int changes = 1 + static_cast<int>(any(4)); changes > 0; --changes) {
    const std::size_t at = any(text.size());
    switch (any(4)) {
      case 0:
        text.erase(at, 1 + any(12));
        break;
      case 1:
        text.insert(at, pieces[any(std::size(pieces))]);
        break;
      case 2: {
        const std::string part = text.substr(any(text.size()), any(30));
        text.insert(at, part);
        break;
      }
      default:
        text.replace(at, 1, pieces[any(std::size(pieces))]);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("any text is answered by lines of JSON that end with an end or an error") {
  // another seed on the command line hunts for other texts
  std::mt19937_64 random(20 + Catch::rngSeed());
  int ended = 0, wrong = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const GalleryModel& model = gallery()[random() % gallery().size()];
    const std::string text = mutated(std::string(model.text), random);
    INFO(text);
    std::string lines;
    const LiveRun run{.send =
                          [&](std::string_view more) {
                            lines += more;
                            return true;
                          },
                      .is_cancelled = [] { return false; },
                      .time_limit = std::chrono::milliseconds(20)};
    run_live({text}, run);
    REQUIRE(!lines.empty());
    REQUIRE(lines.back() == '\n');
    std::istringstream stream(lines);
    nlohmann::json last;
    for (std::string line; std::getline(stream, line);)
      REQUIRE_NOTHROW(last = nlohmann::json::parse(line));
    const bool has_end = last.contains("end"), has_error = last.contains("error");
    REQUIRE(has_end != has_error);
    (has_end ? ended : wrong) += 1;
  }
  // both kinds occur, or the texts are not what they should be
  CHECK(ended > 20);
  CHECK(wrong > 20);
}
