#include "text/parse/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "text/limits.hpp"

namespace alembert {

namespace {

auto is_at(const Place& place) {
  return [&](const Mistake& other) {
    return other.place.line == place.line && other.place.column == place.column;
  };
}

}  // namespace

void Mistakes::note_instead(const ModelError& error) {
  std::erase_if(noted_, is_at(error.place()));
  note(error);
}

void Mistakes::note(const ModelError& error) {
  const Place& place = error.place();
  if (place.line > 0 && std::any_of(noted_.begin(), noted_.end(), is_at(place))) return;
  noted_.push_back(error.mistakes().front());
  if (noted_.size() >= max_mistakes) throw EnoughMistakes{};
}

void Mistakes::report() {
  std::stable_sort(noted_.begin(), noted_.end(), [](const Mistake& a, const Mistake& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  const std::size_t count = noted_.size();
  const std::string last_line = count < max_mistakes
                                    ? fmt::format("{} mistakes", count)
                                    : fmt::format("{} mistakes; there may be more", count);
  throw ModelError(std::move(noted_), last_line);
}

}  // namespace alembert
