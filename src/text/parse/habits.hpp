#pragma once
/// Notations of textbooks, word processors, LaTeX and other programs, and how they are written
/// here: for hints, and for going on after the mistake.

#include <string>
#include <string_view>
#include <vector>

#include "text/parse/token.hpp"

namespace alembert {

/// A sign of another notation.
struct ForeignSign {
  std::string_view written;
  std::string_view hint;
  TokenKind meant = TokenKind::refused;  ///< refused where no single token means the same
};
/// The entry of a character, or null.
const ForeignSign* find_foreign_sign(std::string_view character);

/// What to write for a LaTeX command such as `\frac`.
std::string hint_for_latex(std::string_view command);

/// The first word of a line that is a statement in some other notation, as T for the kinetic
/// energy.
struct ForeignStatement {
  std::string_view written;
  std::string_view statement;
};
/// The entry of a word, or null.
const ForeignStatement* find_foreign_statement(std::string_view word);

/// What to write for a function of another notation, such as ln; empty if there is nothing to
/// suggest.
std::string_view hint_for_function(std::string_view word);

/// What to write for a number of another notation, such as inf; empty if there is nothing to
/// suggest.
std::string_view hint_for_number(std::string_view word);

/// The word of this language for a kind of joint, or for a part of a body or a joint, in another
/// program's words; empty if there is none.
std::string_view joint_kind_meant(std::string_view word);
std::string_view part_meant(std::string_view word);

/// True for the signs of common units, such as kg.
bool is_unit(std::string_view word);

/// A velocity or an acceleration in another notation: xdot, x_dot, dx, xddot.
struct ForeignRate {
  std::string_view of;      ///< x
  std::string_view primes;  ///< ' or ''
};
/// All readings of a word as a rate, for the caller to find the one whose name is known.
std::vector<ForeignRate> foreign_rates(std::string_view word);

}  // namespace alembert
