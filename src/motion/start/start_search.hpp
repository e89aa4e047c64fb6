#pragma once
/// The search for one half of a start: q under the position rows, or q̇ under position and velocity
/// rows.

#include <optional>
#include <string>
#include <vector>

#include "dynamics/dynamics.hpp"
#include "dynamics/start_data.hpp"

namespace alembert {

class StartSearch {
 public:
  enum class Of { position, velocity };

  /// What is neither given nor guessed is looked for from zero on.
  StartSearch(Dynamics& dynamics, Of of, const std::vector<Known>& given,
              const std::vector<Known>& guesses, double t);

  const numeric::Vector& guess() const { return guess_; }
  /// Finds how far apart states lie, once the inertias around the guess are known.
  void look_around();

  /// The best state found; `other` is the half that is held, here and below. Guesses that can be
  /// met are met exactly, by what is neither given nor guessed.
  numeric::Vector run(const numeric::Vector& other);
  /// Gauss-Newton from x on: as near to the rows as that leads, and otherwise to the guess.
  numeric::Vector iterate(numeric::Vector x, const numeric::Vector& other);

  /// By coordinate: whether the rows leave what is looked for no freedom at x; false of what is
  /// given.
  std::vector<bool> determined(const numeric::Vector& x, const numeric::Vector& other);

  /// Whether x misses a row by more than rounding of the given values can explain.
  bool contradicts(const numeric::Vector& x, const numeric::Vector& other);
  /// Throws the StartError that names these rows and the given values in them.
  [[noreturn]] void report_contradiction(const numeric::Vector& x, const numeric::Vector& other);

 private:
  numeric::Vector look_beside_guess(const numeric::Vector& other, int trials);
  numeric::Vector nearer_to_guesses(numeric::Vector x, const numeric::Vector& other);
  std::optional<numeric::Vector> with_guesses_kept(const numeric::Vector& other);
  numeric::Vector without_whole_turns(numeric::Vector x, const numeric::Vector& other);
  double residual(const numeric::Vector& x, const numeric::Vector& other);
  /// The equations at a state, with the residuals in `values_`; null where something is not finite.
  /// The next two are about such a state.
  const StateValues* evaluate(const numeric::Vector& x, const numeric::Vector& other);
  double residual(const StateValues& here) const;
  std::vector<numeric::Index> contradicted_rows(const StateValues& here) const;
  /// Coordinates whose values are given, of which the rows are formulas.
  std::vector<std::size_t> given_in(const std::vector<numeric::Index>& rows) const;
  std::vector<std::string> columns_of(const std::vector<std::size_t>& coordinates) const;
  std::vector<std::string> values_of(const std::vector<std::size_t>& coordinates) const;
  std::vector<std::string> row_names(const std::vector<numeric::Index>& rows) const;
  std::string names_of(const std::vector<numeric::Index>& rows) const;
  /// The rows that are missed even where the given values are mere guesses.
  std::vector<numeric::Index> rows_missed_without_values(const numeric::Vector& other);
  numeric::Vector sizes_at(const StateValues& here) const;
  double ease(numeric::Index j) const;

  Dynamics& dynamics_;
  const Of of_;
  const double t_;
  numeric::Vector guess_, values_;
  numeric::Vector beside_;  ///< how far other states lie from the guess
  numeric::Vector reach_;   ///< how far a step may lead; infinite where nothing is known of that
  bool any_guess_ = false;
  std::vector<bool> is_guessed_;
  std::vector<numeric::Index> free_, rows_;
};

}  // namespace alembert
