// Gauss's principle with inequalities at one instant: right accelerations hold, wrong ones do not.

#include "theory/contacts/contacts.hpp"

#include <catch2/catch.hpp>

#include "numeric/one_sided.hpp"

using namespace alembert::theory;
using alembert::numeric::OneSidedInstant;
using alembert::numeric::OneSidedSolution;

namespace {

/// A stiff table with four legs and a weight at (0.8, 0.4), and perhaps a rail that holds one of
/// its angles.
struct Case {
  Instant instant;
  std::vector<bool> pushes;

  static Case table() {
    Matrix A(4, 3);
    A << 1, 0.5, -1, 1, 0.5, 1, 1, -0.5, -1, 1, -0.5, 1;
    return {{.M = Vector{{1, 0.1, 0.1}}.asDiagonal(),
             .Q = Vector{{-9.81, -0.4 * 9.81, 0.8 * 9.81}},
             .A = A,
             .b = Vector::Zero(4),
             .C = {}},
            std::vector<bool>(4, true)};
  }
  /// The same with the weight beyond the legs: it tips.
  static Case tipping() {
    Case it = table();
    it.instant.Q = Vector{{-9.81, -0.4 * 9.81, 1.2 * 9.81}};
    return it;
  }
  static Case with_rail() {
    Case it = tipping();
    it.pushes[0] = false;
    return it;
  }

  OneSidedSolution solution() const {
    return alembert::numeric::solve(
        OneSidedInstant{instant.M, instant.Q, instant.A, instant.b, pushes});
  }
  Identities check(const Vector& q, const Vector& lambda) const {
    return contact_identities(instant, pushes, q, lambda, 10);
  }
};

bool holds(const Identities& list, const std::string& id) {
  bool found = false, all = true;
  for (const Identity& identity : list) {
    if (identity.id != id || !identity.applies()) continue;
    found = true;
    all = all && identity.holds();
  }
  REQUIRE(found);
  return all;
}

}  // namespace

TEST_CASE("what the solver of one-sided rows finds has least Zwang and is the choice that fits",
          "[C1][C2][C3]") {
  for (const Case& it : {Case::table(), Case::tipping(), Case::with_rail()}) {
    const OneSidedSolution solution = it.solution();
    REQUIRE(solution.status == alembert::numeric::Status::solved);
    const Identities found = it.check(solution.acceleration, solution.lambda);
    for (const char* id : {"C1", "C2", "C3"}) CHECK(holds(found, id));
  }
}

TEST_CASE("a leg that pulls, or one that is released too early, is found", "[C1][C2][C3]") {
  const Case it = Case::table();
  const OneSidedSolution right = it.solution();
  // the multipliers of least squares: the same motion, but the fourth leg pulls
  const Vector least{{0.65 * 9.81, 0.25 * 9.81, 0.25 * 9.81, -0.15 * 9.81}};
  CHECK((it.instant.A.transpose() * (least - right.lambda)).norm() < 1e-12);
  CHECK_FALSE(holds(it.check(right.acceleration, least), "C1"));
  // all four held while the weight would tip the table
  const Case tips = Case::tipping();
  const Identities held = tips.check(Vector::Zero(3), Vector::Zero(4));
  CHECK_FALSE(holds(held, "C2"));
  CHECK_FALSE(holds(held, "C3"));
  // it rises although nothing pushes it
  const Identities rises = it.check(Vector{{1, 0, 0}}, Vector::Zero(4));
  CHECK_FALSE(holds(rises, "C2"));
  CHECK_FALSE(holds(rises, "C3"));
}

TEST_CASE("directions that contacts allow go against none of them", "[C2]") {
  const Case it = Case::with_rail();
  const Matrix directions = allowed_directions(it.instant.A, it.pushes);
  REQUIRE(directions.cols() > 3);
  const Matrix rates = it.instant.A * directions;
  CHECK(rates.row(0).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(rates.bottomRows(3).minCoeff() > -1e-12);
  // between two walls that touch it from both sides nothing separates both
  Matrix clamped(2, 1);
  clamped << 1, -1;
  CHECK(allowed_directions(clamped, {true, true}).cols() == 0);
}

TEST_CASE("without closed contacts there is nothing to say", "[C1]") {
  Case it = Case::table();
  it.pushes.assign(4, false);
  for (const Identity& identity : it.check(Vector::Zero(3), Vector::Zero(4)))
    CHECK_FALSE(identity.applies());
}
