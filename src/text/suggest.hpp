#pragma once
/// "Did you mean ...?": the known word nearest in spelling.

#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// Number of letters to insert, delete, replace or swap with their neighbour (Damerau-Levenshtein,
/// each stretch changed once).
std::size_t spelling_distance(std::string_view first, std::string_view second);

/// The candidate nearest to the word, or empty where none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// The hint that offers the nearest candidate, or empty where none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace alembert
