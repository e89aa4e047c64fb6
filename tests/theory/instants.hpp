#pragma once
/// Random instants of all shapes for the tests of the theory, and readable failures of identities.

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "numeric/random_systems.hpp"
#include "theory/identity.hpp"

namespace alembert::theory {

struct Shape {
  numeric::Index n, m, k;
};

/// n coordinates, m rows, k of them independent.
inline const Shape shapes[] = {{1, 0, 0}, {1, 1, 1}, {1, 3, 1}, {2, 0, 0}, {2, 1, 1},
                               {2, 2, 1}, {3, 2, 2}, {3, 3, 3}, {4, 6, 4}, {5, 3, 2},
                               {6, 4, 4}, {7, 6, 3}, {8, 5, 5}, {8, 6, 4}};

/// Calls `check` with seeded instants of every shape: ideal, with C, with a row of zeros, and with
/// rows in units that differ by up to 1e6.
inline void for_instants(unsigned seed, const std::function<void(const numeric::Instant&)>& check) {
  numeric::Random random(seed);
  for (const auto& [n, m, k] : shapes) {
    CAPTURE(n, m, k);
    numeric::Instant plain = random.instant(n, m, k);
    check(plain);
    plain.C = random.vector(n);
    check(plain);
    if (m == 0) continue;
    numeric::Instant scaled = plain;
    for (numeric::Index i = 0; i < m; ++i) {
      const double unit = std::pow(10, random.between(-3, 3));
      scaled.A.row(i) *= unit;
      scaled.b(i) *= unit;
    }
    check(scaled);
    if (k < m) {
      plain.A.row(m - 1).setZero();
      plain.b(m - 1) = 0;
      check(plain);
    }
  }
}

/// Every identity applies and holds; a failure shows which one does not.
inline void check_all_apply(const Identities& list) {
  CHECK(!list.empty());
  for (const Identity& identity : list) {
    INFO(identity.id << ": " << identity.statement << ": " << identity.residual << " against "
                     << identity.bound << " " << identity.does_not_apply);
    CHECK(identity.applies());
    CHECK(identity.holds());
    CHECK(identity.bound < 1e-6);
  }
}

/// The largest residual of the identities of a row whose statement contains `text`.
inline double worst(const Identities& list, const std::string& id, const std::string& text = "") {
  double result = -1;
  for (const Identity& identity : list) {
    if (identity.id == id && identity.applies() &&
        identity.statement.find(text) != std::string::npos) {
      result = std::max(result, identity.residual);
    }
  }
  REQUIRE(result >= 0);
  return result;
}

}  // namespace alembert::theory
