#include "text/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "text/parse/utf8.hpp"

namespace alembert {

namespace {

// longer words are not mistyped names
constexpr std::size_t longest_word = 40;

// characters, not bytes: φ and ψ are as different as x and y
std::vector<std::uint32_t> letters(std::string_view word) {
  std::vector<std::uint32_t> codes;
  for (std::size_t at = 0; at < word.size();) {
    const Character character = decode(word, at);
    codes.push_back(character.code);
    at += std::max<std::size_t>(1, character.length);
  }
  return codes;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace

std::size_t spelling_distance(std::string_view first, std::string_view second) {
  const std::vector<std::uint32_t> a = letters(first), b = letters(second);
  // three rows of the table of distances between the beginnings of a and b
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > longest_word) return {};
  const std::string lower = lower_case(word);
  std::string_view best;
  // a third of the letters may be wrong, and one in short words
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > longest_word || candidate == word) continue;
    std::size_t distance = 0;
    if (lower_case(candidate) != lower) {
      distance = spelling_distance(word, candidate);
      // single letters are never near to each other
      if (distance >= std::max(letters(word).size(), letters(candidate).size())) continue;
    }
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string_view found = nearest(word, candidates);
  if (found.empty()) return {};
  if (lower_case(found) == lower_case(word))
    return fmt::format("did you mean '{}'? capital and small letters are different", found);
  return fmt::format("did you mean '{}'?", found);
}

}  // namespace alembert
