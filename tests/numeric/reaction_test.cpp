#include "numeric/reaction.hpp"

#include <catch2/catch.hpp>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("the forces of the constraints add up to Q_i, Q_ni and Q_c", "[N14]") {
  Random random(91);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 4, trial % 2 == 0 ? 4 : 3);
    const Vector C0 = random.vector(6), C2 = random.vector(6);
    s.C = C0 + C2;
    const Solution solution = solve(s);
    const std::vector<Reaction> parts =
        split_reactions(s.A, solution, {{{0, 2}, C0}, {{1}, {}}, {{3}, C2}});
    Vector ideal = Vector::Zero(6), nonideal = ideal, total = ideal;
    for (const Reaction& part : parts) {
      ideal += part.ideal;
      nonideal += part.nonideal;
      total += part.total;
    }
    CHECK(distance(ideal, solution.ideal) < 1e-13);
    CHECK(distance(nonideal, solution.nonideal) < 1e-12);
    CHECK(distance(total, s.M * solution.acceleration - s.Q) < 1e-11);
    // each: reaction_j = C_j + A_jᵀλ_tot,j
    CHECK(distance(parts[2].total, C2 + s.A.row(3).transpose() * solution.lambda_total(3)) < 1e-13);
  }
}
