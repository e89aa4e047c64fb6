#pragma once
/// Many sums Σ a_j b_{k−j}, 0 < j < k, over series whose coefficients become known order by order.
///
/// A series that is read from its end is kept backwards, so that both factors of a sum lie in order
/// in memory and vectors of four can be loaded.

#include <cstddef>
#include <vector>

#include "compile/jets/jet_formulas.hpp"

namespace alembert {

class Convolutions {
 public:
  Convolutions(std::size_t forward, std::size_t backward,
               const std::vector<JetFormulas::Convolution>& pairs, int highest_order);

  /// Keeps the coefficients of order k: of the forward series, then of the backward ones.
  void keep(int k, const double* coefficients);
  /// The sums for order k, from all lower orders; `sums` has room for `padded_count()`.
  void form(int k, double* sums) const;
  /// Forgets all coefficients: those that are not finite would spoil later sums.
  void clear();

  /// The number of sums, rounded up to what is written at a time.
  std::size_t padded_count() const { return pairs_.size(); }

 private:
  void form_in_vectors(int k, double* sums) const;

  struct Pair {
    std::size_t a, b;  ///< where the series begin
  };

  std::size_t forward_, backward_;
  int highest_order_;
  std::size_t stride_;
  std::vector<Pair> pairs_;
  std::vector<double> rows_;
  bool in_vectors_;
};

}  // namespace alembert
