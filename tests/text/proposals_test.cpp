// Hints that say what to write are followed, and the mistake must be gone.
//
// "did you mean 'X'?" and "write X" are followed as they stand. For all other mistakes of
// tests/errors the file tests/errors/proposals.txt has a line `NAME:LINE = text`: the line of the
// model as the hint proposes it, or nothing where it proposes nothing that could be written; `NAME
// =` stands for all lines of a model.

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "source_folder.hpp"
#include "text/goldens.hpp"
#include "text/reading.hpp"

using namespace alembert;
namespace fs = std::filesystem;

namespace {

std::vector<Mistake> mistakes_of(const std::string& text) {
  try {
    read_text(text, "test.mech");
  } catch (const ModelError& error) {
    return error.mistakes();
  }
  return {};
}

std::size_t count_in_line(const std::vector<Mistake>& mistakes, std::size_t line) {
  std::size_t count = 0;
  for (const Mistake& mistake : mistakes) count += mistake.place.line == line;
  return count;
}

struct Stretch {
  std::size_t begin, end;  // bytes
};

Stretch line_of(const std::string& text, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line; ++i) begin = text.find('\n', begin) + 1;
  return {begin, std::min(text.find('\n', begin), text.size())};
}

// the byte of a character, counted from `begin`
std::size_t byte_of(const std::string& text, std::size_t begin, std::size_t characters) {
  const auto continues = [&] { return begin < text.size() && (text[begin] & 0xc0) == 0x80; };
  for (; characters > 0 && begin < text.size(); --characters) {
    ++begin;
    while (continues()) ++begin;
  }
  return begin;
}

Stretch marked(const std::string& text, const Place& place) {
  const std::size_t begin = byte_of(text, line_of(text, place.line).begin, place.column - 1);
  return {begin, byte_of(text, begin, place.length)};
}

std::string replaced(std::string text, Stretch stretch, const std::string& by) {
  return text.replace(stretch.begin, stretch.end - stretch.begin, by);
}

// what the hint itself says to write in place of the marked text
std::vector<std::string> words_of_hint(const std::string& hint) {
  const auto between = [&](const std::string& before, const std::string& after) {
    const std::size_t begin = hint.find(before);
    if (begin == std::string::npos) return std::string();
    const std::size_t from = begin + before.size();
    return hint.substr(from, hint.find(after, from) - from);
  };
  if (hint.starts_with("did you mean '")) return {between("did you mean '", "'?")};
  if (hint.starts_with("take away '")) return {""};
  std::vector<std::string> words;
  for (const std::string before : {"write ", " is written ", " are written ", " is written: "})
    for (const std::string after : {"\n", "; ", ", the ", " for "})
      if (const std::string found = between(before, after); !found.empty()) words.push_back(found);
  return words;
}

// true where the text no longer has this mistake, and no other one in its line
bool is_mended(const std::string& before, const std::string& after, const Mistake& mistake) {
  const std::size_t line = mistake.place.line;
  return count_in_line(mistakes_of(after), line) < count_in_line(mistakes_of(before), line);
}

bool mends_itself(const std::string& text, const Mistake& mistake) {
  const Stretch line = line_of(text, mistake.place.line), mark = marked(text, mistake.place);
  for (const std::string& words : words_of_hint(mistake.hint))
    // in place of the marked text, of that and what follows, or of the whole line
    for (const Stretch stretch : {mark, Stretch{mark.begin, line.end}, line})
      if (is_mended(text, replaced(text, stretch, words), mistake)) return true;
  return false;
}

const fs::path folder = fs::path(source_folder()) / "tests/errors";

std::map<std::string, std::string> proposals() {
  std::map<std::string, std::string> all;
  std::ifstream file(folder / "proposals.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t sign = line.find(" =");
    REQUIRE(sign != std::string::npos);
    all[line.substr(0, sign)] = line.size() > sign + 3 ? line.substr(sign + 3) : "";
  }
  return all;
}

}  // namespace

TEST_CASE("every hint that says what to write leads to a model without the mistake") {
  const std::map<std::string, std::string> table = proposals();
  std::set<std::string> used;
  std::size_t followed = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".mech") continue;
    const std::string text = contents(entry.path());
    for (const Mistake& mistake : mistakes_of(text)) {
      const std::string key =
          entry.path().stem().string() + ":" + std::to_string(mistake.place.line);
      INFO(key << ": " << mistake.message << "\n= " << mistake.hint);
      auto found = table.find(key);
      if (found == table.end()) found = table.find(entry.path().stem().string());
      if (found == table.end()) {
        // a new hint that does not lead there by itself gets its line in proposals.txt
        CHECK(mends_itself(text, mistake));
        ++followed;
        continue;
      }
      used.insert(found->first);
      if (found->second.empty()) continue;
      CHECK(is_mended(text, replaced(text, line_of(text, mistake.place.line), found->second),
                      mistake));
      ++followed;
    }
  }
  CHECK(followed > 200);
  for (const auto& [key, line] : table) {
    INFO(key << " is not the place of a mistake");
    CHECK(used.contains(key));
  }
}
