#pragma once
/// The entries of a row of Dormand and Prince's tableau that are not zero.

#include <array>
#include <cstddef>

#include "integrate/dop853_tableau.hpp"

namespace alembert::integrate {

struct StageTerms {
  std::size_t count = 0;
  std::array<std::size_t, 16> stage{};
  std::array<double, 16> weight{};
};

template <std::size_t size>
constexpr StageTerms terms_of(const double (&row)[size]) {
  StageTerms terms;
  for (std::size_t j = 0; j < size; ++j)
    if (row[j] != 0) {
      terms.stage[terms.count] = j;
      terms.weight[terms.count++] = row[j];
    }
  return terms;
}

}  // namespace alembert::integrate
