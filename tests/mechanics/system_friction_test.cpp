// Friction as a row where it sticks and a law where it slips, against the same mechanics written by
// hand.

#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/acting_part.hpp"
#include "mechanics/model_error.hpp"
#include "symbol/evaluate.hpp"

using namespace alembert;

namespace {

// some state, with all multipliers at 7
std::vector<double> at_some_state(const Equations& equations, const std::vector<NodeId>& formulas,
                                  const Assignment& more = {}) {
  Assignment numbers = equations.system.parameter_values();
  double next = 0.3;
  for (const Coordinate& c : equations.system.coordinates()) {
    numbers[c.q] = next += 0.17;
    numbers[c.v] = next += 0.23;
  }
  for (const EquationRow& row : equations.rows) numbers[row.lambda] = numbers[row.total] = 7;
  for (const auto& [symbol, number] : more) numbers[symbol] = number;
  return evaluate(equations.graph(), formulas, numbers);
}

struct Block {
  System system;
  Expr x = system.coordinate("x"), y = system.coordinate("y");

  Block() { system.particle({"block", Expr(2), {x, y}, {Expr(0), Expr(-20)}}); }
};

}  // namespace

TEST_CASE("the slip velocity follows from a gap that depends on the place of one particle") {
  // x = 0.47, x' = 0.7, y = 0.87, y' = 1.1 at that state
  const auto slip_and_normal = [](const auto& left) {
    Block block;
    block.system.contact("wall", {left(block), Expr(0)});
    block.system.friction("wall", {Expr(0.3)});
    const Equations equations = derive(block.system);
    return at_some_state(
        equations, {block.system.slip("wall").node(), equations.system.frictions()[0].normal});
  };
  const std::vector<double> floor = slip_and_normal([](Block& b) { return b.y; });
  CHECK(floor[0] == Approx(0.7));
  CHECK(floor[1] == Approx(7));
  const std::vector<double> wall = slip_and_normal([](Block& b) { return 2 * b.x; });
  CHECK(wall[0] == Approx(-1.1));
  CHECK(wall[1] == Approx(14));
  // around a circle: across the radius, clockwise
  const std::vector<double> circle =
      slip_and_normal([](Block& b) { return b.x * b.x + b.y * b.y - 1; });
  const double r = std::hypot(0.47, 0.87);
  CHECK(circle[0] == Approx((0.87 * 0.7 - 0.47 * 1.1) / r));
  CHECK(circle[1] == Approx(14 * r));
}

TEST_CASE("what sticks is one more constraint, what slips a non-ideal force") {
  Block block;
  System& system = block.system;
  system.constraint("floor", {block.y, Expr(0)});
  system.friction("floor", {Expr(0.3), Expr(0.4), rate(block.x) - 2});
  system.watch("T", system.tangent("floor"));
  const Equations all = derive(system);
  REQUIRE(all.rows.size() == 2);
  REQUIRE(all.C.size() == 1);

  Block by_hand;
  by_hand.system.constraint("floor", {by_hand.y, Expr(0)});
  by_hand.system.constraint("belt", {rate(by_hand.x), Expr(2)});
  const Equations hand = derive(by_hand.system);
  const Equations sticks = acting_part(all, acting(all, {{}, {FrictionPhase::sticks}}));
  CHECK(sticks.C.empty());
  REQUIRE(sticks.A.entries.size() == hand.A.entries.size());
  for (std::size_t e = 0; e < hand.A.entries.size(); ++e) {
    CHECK(sticks.A.entries[e].row == hand.A.entries[e].row);
    CHECK(sticks.A.entries[e].column == hand.A.entries[e].column);
    CHECK(at_some_state(sticks, {sticks.A.entries[e].value}) ==
          at_some_state(hand, {hand.A.entries[e].value}));
  }
  CHECK(at_some_state(sticks, sticks.b) == at_some_state(hand, hand.b));
  CHECK(at_some_state(sticks, {sticks.watches[0].formula})[0] == 7);

  const Equations slips = acting_part(all, acting(all, {{}, {FrictionPhase::slips}}));
  REQUIRE(slips.rows.size() == 1);
  REQUIRE(slips.C.size() == 1);
  const Parameter& sense = system.parameters()[all.system.frictions()[0].sense];
  for (const double s : {-1.0, 0.0, 1.0}) {
    const Assignment sliding{{sense.symbol, s}};
    CHECK(at_some_state(slips, slips.law_formulas(), sliding)[0] == Approx(-s * 0.3 * 7));
    CHECK(at_some_state(slips, {slips.watches[0].formula}, sliding)[0] == Approx(-s * 0.3 * 7));
  }
}

TEST_CASE("friction of an open contact is nothing") {
  Block block;
  block.system.contact("floor", {block.y, Expr(0)});
  block.system.friction("floor", {Expr(0.3)});
  block.system.watch("T", block.system.tangent("floor"));
  const Equations open = without_contacts(derive(block.system));
  CHECK(open.rows.empty());
  CHECK(open.C.empty());
  CHECK(at_some_state(open, {open.watches[0].formula})[0] == 0);
}

TEST_CASE("frictions that cannot be are refused") {
  Block block;
  System& system = block.system;
  const Expr v = rate(block.x);
  system.constraint("floor", {block.y, Expr(0)});
  system.constraint("pin", {{block.x, Expr(0)}, {block.y, Expr(0)}});
  const auto refused = [&](const FrictionTerms& terms, const char* on = "floor") {
    System copy = system;
    CHECK_THROWS_AS(copy.friction(on, terms), ModelError);
  };
  refused({Expr(-0.1), {}, v});
  refused({Expr(0.3), Expr(0.2), v});
  refused({Expr(0.3), {}, block.x});
  refused({Expr(0.3), {}, v * v});
  refused({Expr(0.3), {}, v}, "pin");
  refused({Expr(0.3), {}, v, Expr(20)});
  refused({Expr(0.3), {}, v, system.reaction("floor", block.y)});
  refused({system.total("pin.1"), {}, v});
  CHECK_THROWS_AS(system.dry_friction("floor", {Expr(3), {}, v}), ModelError);
  CHECK_THROWS_AS(system.dry_friction("brake", {Expr(3)}), ModelError);
  CHECK_THROWS_AS(system.dry_friction("brake", {square(system.total("floor")), {}, v}), ModelError);
  system.friction("floor", {Expr(0.3), {}, v});
  CHECK_THROWS_AS(system.friction("floor", {Expr(0.3), {}, v}), ModelError);
}
