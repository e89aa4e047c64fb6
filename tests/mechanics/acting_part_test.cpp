// The equations of a system of which some constraints do not act are those of the system without
// them.

#include "mechanics/acting_part.hpp"

#include <catch2/catch.hpp>

#include "symbol/evaluate.hpp"

using namespace alembert;

namespace {

struct Ladder {
  System system;
  Expr x = system.coordinate("x"), y = system.coordinate("y"), theta = system.coordinate("theta");

  explicit Ladder(bool with_wall) {
    const Expr v = rate(x), w = rate(y), turn = rate(theta);
    system.kinetic(0.5 * (v * v + w * w) + turn * turn / 6);
    system.potential(9.81 * y);
    if (with_wall) system.contact("wall", {x - cos(theta), Expr(0)});
    system.contact("floor", {y - sin(theta), Expr(0)});
    system.nonideal("floor", x, -0.1 * system.lambda("floor") * (1 + v));
    system.watch("push", system.reaction("floor", y) + 3);
    if (with_wall) system.watch("both", system.lambda("wall") + system.lambda("floor"));
  }
};

}  // namespace

TEST_CASE(
    "rows of contacts that are open are gone from A, b and C, and their multipliers are zero") {
  Ladder whole(true), alone(false);
  const Equations all = derive(whole.system), only = derive(alone.system);
  const Equations part = acting_part(all, acting(all, {{false, true}, {}}));
  REQUIRE(part.rows.size() == 1);
  CHECK(part.rows[0].name == "floor");
  CHECK(part.A.rows == 1);
  REQUIRE(part.A.entries.size() == only.A.entries.size());
  const auto at = [](const Equations& equations, const std::vector<NodeId>& formulas) {
    Assignment numbers;
    double next = 0.3;
    for (const Coordinate& c : equations.system.coordinates()) {
      numbers[c.q] = next += 0.17;
      numbers[c.v] = next += 0.23;
    }
    for (const EquationRow& row : equations.rows) numbers[row.lambda] = numbers[row.total] = 7;
    return evaluate(equations.graph(), formulas, numbers);
  };
  for (std::size_t e = 0; e < part.A.entries.size(); ++e) {
    CHECK(part.A.entries[e].row == 0);
    CHECK(part.A.entries[e].column == only.A.entries[e].column);
    CHECK(at(part, {part.A.entries[e].value})[0] == at(only, {only.A.entries[e].value})[0]);
  }
  CHECK(at(part, part.b) == at(only, only.b));
  CHECK(at(part, part.law_formulas()) == at(only, only.law_formulas()));
  CHECK(at(part, {part.watches[0].formula}) == at(only, {only.watches[0].formula}));
  // the wall carries nothing
  CHECK(at(part, {part.watches[1].formula})[0] == 7);
}

TEST_CASE("without contacts all of them are open, and constraints stay") {
  Ladder ladder(true);
  ladder.system.constraint("guide", {ladder.x, ladder.y});
  const Equations open = without_contacts(derive(ladder.system));
  REQUIRE(open.rows.size() == 1);
  CHECK(open.rows[0].name == "guide");
  CHECK(open.C.empty());
  CHECK(acting(derive(ladder.system), {{false, true}, {}}).rows ==
        std::vector<bool>{false, true, true});
}
