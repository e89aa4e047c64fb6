#include "sweep/keep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "mechanics/model_error.hpp"
#include "sweep/words.hpp"

namespace alembert {

namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& what) {
  throw ModelError(fmt::format("--keep {}: {}", text, what),
                   "what can be kept: final, final(x), x at 5, x every 0.1, max(x), min(x), "
                   "first(x > 1); a name may stand before: peak = max(x)");
}

// "peak = max(x)": the name, and what follows it
std::optional<std::string> take_name(std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return {};
  const std::string name = trimmed(text.substr(0, equals));
  const bool is_name = std::ranges::all_of(
      name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; });
  // a comparison is no name: first(x >= 1)
  if (!is_name || name.empty()) return {};
  text = trimmed(text.substr(equals + 1));
  return name;
}

// "max(formula)" with that word, where the parenthesis closes at the very end
std::optional<std::string> argument_of(const std::string& word, const std::string& text) {
  if (!text.starts_with(word + "(") || !text.ends_with(")")) return {};
  int depth = 0;
  for (std::size_t i = word.size(); i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0 && i + 1 < text.size()) return {};
  }
  const std::string inside = text.substr(word.size() + 1, text.size() - word.size() - 2);
  // max(a, b) and min(a, b) are formulas, not extremes
  if (depth != 0 || split(inside, ',').size() != 1) return {};
  return trimmed(inside);
}

Kept read_one(const std::string& whole) {
  std::string text = whole;
  const std::optional<std::string> own_name = take_name(text);
  const std::string name = own_name.value_or(text);
  for (const auto& [word, what] :
       {std::pair{" at ", Kept::What::at}, {" every ", Kept::What::series}}) {
    const std::size_t found = text.rfind(word);
    if (found == std::string::npos) continue;
    const std::string after = trimmed(text.substr(found + std::string(word).size()));
    const std::optional<double> time = finite_number(after);
    if (!time) refuse(whole, fmt::format("'{}' is not a time", after));
    if (what == Kept::What::series && !(*time > 0)) refuse(whole, "a step is greater than 0");
    return {what, name, trimmed(text.substr(0, found)), *time};
  }
  for (const auto& [word, what] : {std::pair{"final", Kept::What::final},
                                   {"max", Kept::What::largest},
                                   {"min", Kept::What::smallest},
                                   {"first", Kept::What::first}})
    if (const auto inside = argument_of(word, text)) {
      if (inside->empty()) refuse(whole, "a formula is missing");
      return {what, name, *inside, 0};
    }
  refuse(whole, "it does not say when");
}

}  // namespace

std::vector<Kept> read_kept(const std::vector<std::string>& texts,
                            const std::vector<std::string>& coordinates) {
  std::vector<Kept> kept;
  for (const std::string& text : texts) {
    if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == '#'; }))
      refuse(text, "it is one line without comments");
    for (const std::string& piece : split(text, ';')) {
      if (piece.empty()) refuse(text, "a piece of it is empty");
      if (piece != "final") {
        kept.push_back(read_one(piece));
        continue;
      }
      for (const char* prime : {"", "'"})
        for (const std::string& x : coordinates)
          kept.push_back({Kept::What::final, fmt::format("final({}{})", x, prime), x + prime, 0});
    }
  }
  return kept;
}

void check_names(const std::vector<std::string>& varied, const std::vector<Kept>& kept) {
  std::set<std::string> taken{"outcome", "end"};
  for (const std::string& name : varied) taken.insert(name);
  for (const Kept& one : kept)
    if (!taken.insert(one.name).second)
      throw ModelError(fmt::format("--keep: '{}' is already a column of the results", one.name),
                       "give it another name: --keep \"other = ...\"");
}

}  // namespace alembert
