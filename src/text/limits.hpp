#pragma once
/// What a model file may ask for at most. Beyond a limit the reader stops with a message instead of
/// using up the machine.

#include <cstddef>
#include <cstdint>

namespace alembert {

/// Bytes of a model file.
inline constexpr std::size_t max_file_bytes = 16'000'000;
/// Words, numbers and signs of a model file.
inline constexpr std::size_t max_tokens = 2'000'000;
/// Parentheses, functions, powers and signs within each other.
inline constexpr std::size_t max_nesting = 200;
/// Formulas within formulas, through definitions as well, before a definition has to wait its turn.
inline constexpr std::size_t max_definition_depth = 200;
/// Members of one family and terms of one sum.
inline constexpr std::int64_t max_members = 1'000'000;
/// Largest size of an index.
inline constexpr std::int64_t max_index = 1'000'000'000;
/// Names of formulas in all: coordinates, parameters, definitions.
inline constexpr std::size_t max_names = 300'000;
/// Nodes of the graph of formulas.
inline constexpr std::size_t max_graph_nodes = 3'000'000;
/// Components of a vector.
inline constexpr std::size_t max_components = 1'000;
/// Mistakes that one reading reports.
inline constexpr std::size_t max_mistakes = 20;
/// Bytes of the text that a hint repeats.
inline constexpr std::size_t max_repeated_text = 80;
/// Tokens of an index that are looked over for the ':' after it.
inline constexpr std::size_t max_tokens_of_name = 500;
/// Characters of a line that an error message shows.
inline constexpr std::size_t max_shown_line = 120;

}  // namespace alembert
