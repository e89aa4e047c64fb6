#include "mechanics/system.hpp"

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "numbers.hpp"

using namespace alembert;

namespace {

struct Refusal {
  std::string message, hint;
};

/// What a mistake is told; empty where nothing is thrown.
template <class Action>
Refusal refusal(Action action) {
  try {
    action();
  } catch (const ModelError& error) {
    return {error.message(), error.hint()};
  }
  return {};
}

/// A particle in the plane with a rod.
struct Plane {
  System s;
  Expr x = s.coordinate("x"), y = s.coordinate("y"), m = s.parameter("m", 2.0), t = s.time();
  Expr u = rate(x), v = rate(y);

  Plane() {
    s.kinetic(m / 2 * (square(u) + square(v)));
    s.constraint("rod", square(x) + square(y) == 1.0);
    s.constraint("pin", {x == sin(t), y == cos(t)});
  }
};

}  // namespace

TEST_CASE("a system keeps what it is told") {
  System s("pendulum");
  const Expr x = s.coordinate("x"), y = s.coordinate("y");
  const Expr l = s.parameter("l", 2.0, "m"), l2 = s.parameter("l2", square(l), "m^2");
  s.define("r2", square(x) + square(y));
  s.define("r", Vector{x, y});
  s.constraint("rod", square(x) + square(y) == l2);
  s.weight("rod", 3.0);
  s.watch("height", y, "m");

  CHECK(s.title() == "pendulum");
  REQUIRE(s.coordinates().size() == 2);
  CHECK(s.coordinates()[1].name == "y");
  CHECK(rate(y).node() == s.coordinates()[1].v);
  CHECK(rate(rate(y)).node() == s.coordinates()[1].a);
  CHECK(number(rate(s.time()), State(s)) == 1);
  REQUIRE(s.parameters().size() == 2);
  CHECK(s.parameters()[1].value == 4);
  CHECK(s.parameters()[0].unit == "m");
  CHECK(s.parameter_values().at(l2.node()) == 4);
  CHECK_FALSE(s.definitions()[0].is_vector);
  CHECK(s.definitions()[1].is_vector);
  CHECK(s.definitions()[1].components == std::vector<NodeId>{x.node(), y.node()});
  CHECK(s.constraints()[0].weight == s.graph().constant(3));
  CHECK(s.watches()[0].unit == "m");

  CHECK(s.coordinate_index("y") == 1);
  CHECK(s.coordinate_index(y) == 1);
  CHECK_FALSE(s.coordinate_index("l"));
  CHECK_FALSE(s.coordinate_index("nothing"));
  CHECK_FALSE(s.coordinate_index(x + y));
  CHECK_FALSE(s.coordinate_index(Expr(1.0)));
  CHECK(s.constraint_index("rod") == 0);
  CHECK_FALSE(s.constraint_index("rope"));
}

TEST_CASE("the residual of a constraint is left − right, and its level is found") {
  Plane p;
  p.s.constraint("roll", p.u == 2 * p.v);
  p.s.constraint("lift", rate(p.v) == p.u);
  const State at = [&] {
    std::mt19937_64 random(3);
    return random_state(p.s, random);
  }();
  const auto row = [&](std::size_t c) { return p.s.constraints()[c].rows.front(); };
  CHECK(row(0).level == Level::position);
  CHECK(difference(number(p.s.graph(), row(0).residual, at),
                   at["x"] * at["x"] + at["y"] * at["y"] - 1) < 1e-14);
  CHECK(row(2).level == Level::velocity);
  CHECK(difference(number(p.s.graph(), row(2).residual, at), at["x'"] - 2 * at["y'"]) < 1e-14);
  CHECK(row(3).level == Level::acceleration);
  CHECK(difference(number(p.s.graph(), row(3).residual, at), at["y''"] - at["x'"]) < 1e-14);
}

TEST_CASE("quantities of the forces have the names by which they are asked for") {
  Plane p;
  const auto name = [&](const Expr& symbol) { return p.s.graph().name(symbol.node()); };
  CHECK(name(p.s.lambda("rod")) == "lambda(rod)");
  CHECK(name(p.s.total("pin.2")) == "total(pin.2)");
  CHECK(name(p.s.ideal("rod", p.x)) == "ideal(rod, x)");
  CHECK(name(p.s.nonideal("rod", p.y)) == "nonideal(rod, y)");
  CHECK(name(p.s.reaction("pin", p.x)) == "reaction(pin, x)");
  CHECK(name(p.s.power("pin")) == "power(pin)");
  CHECK(name(p.s.energy()) == "energy");
  CHECK(p.s.force_symbols().size() == 7);
  CHECK(p.s.reaction("pin", p.x).node() == p.s.reaction("pin", p.x).node());
  CHECK(p.s.force_symbols().size() == 7);
  std::vector<std::string_view> names;
  for (const Quantity q : {Quantity::lambda, Quantity::total, Quantity::ideal, Quantity::nonideal,
                           Quantity::reaction, Quantity::power, Quantity::energy})
    names.push_back(name_of(q));
  CHECK(names == std::vector<std::string_view>{"lambda", "total", "ideal", "nonideal", "reaction",
                                               "power", "energy"});
}

TEST_CASE("names are needed, unique, and free of signs that formulas use") {
  Plane p;
  System& s = p.s;
  CHECK(refusal([&] { s.coordinate(""); }).message == "a coordinate needs a name");
  CHECK(refusal([&] { s.parameter("", 1.0); }).message == "a parameter needs a name");
  CHECK(refusal([&] { s.define("", p.x); }).message == "a definition needs a name");
  CHECK(refusal([&] { s.particle({"", 1.0, {p.x, p.y}}); }).message == "a particle needs a name");
  CHECK(refusal([&] { s.constraint("", p.x == 0.0); }).message == "a constraint needs a name");
  CHECK(refusal([&] { s.watch("", p.x); }).message == "a watch needs a name");

  CHECK(refusal([&] { s.coordinate("t"); }).message == "the name 't' is taken: it is time");
  CHECK(refusal([&] { s.parameter("energy", 1.0); }).message ==
        "the name 'energy' is taken: it is the energy function");
  const Refusal twice = refusal([&] { s.parameter("x", 1.0); });
  CHECK(twice.message == "'x' is declared twice");
  CHECK(twice.hint == "it is already the name of a coordinate");
  CHECK(refusal([&] { s.define("m", p.x); }).hint == "it is already the name of a parameter");

  const Refusal prime = refusal([&] { s.coordinate("x'"); });
  CHECK(prime.message == "\"x'\" cannot be the name of a coordinate");
  CHECK(prime.hint == "a name has no blanks, primes, dots or parentheses");
  for (const char* name : {"a b", "f(x)", "lambda(rod)", "a.1", "a\tb", " "}) {
    CHECK_FALSE(refusal([&] { s.coordinate(name); }).message.empty());
    CHECK_FALSE(refusal([&] { s.constraint(name, p.x == 0.0); }).message.empty());
  }
  // a row of a vector constraint and a constraint of that name would share a multiplier
  CHECK(refusal([&] { s.constraint("pin.1", p.x == 0.0); }).message ==
        "\"pin.1\" cannot be the name of a constraint");
  CHECK_NOTHROW(s.coordinate("θ[3]"));
}

TEST_CASE("a refused statement leaves its name free") {
  Plane p;
  CHECK_FALSE(refusal([&] { p.s.particle({"dust", 1.0, {p.x}}); }).message.empty());
  CHECK_NOTHROW(p.s.particle({"dust", 1.0, {p.x, p.y}}));
  System other;
  const Expr foreign = other.coordinate("q");
  CHECK_FALSE(refusal([&] { p.s.watch("w", foreign); }).message.empty());
  CHECK_NOTHROW(p.s.watch("w", p.x));
}

TEST_CASE("a parameter is a finite constant") {
  Plane p;
  const Refusal moving = refusal([&] { p.s.parameter("k", 2 * p.x); });
  CHECK(moving.message == "the value of parameter 'k' is not constant");
  CHECK(moving.hint ==
        "a parameter is a formula of numbers and earlier parameters; use define for formulas of "
        "coordinates and time");
  CHECK(refusal([&] { p.s.parameter("k", p.t); }).message ==
        "the value of parameter 'k' is not constant");
  CHECK(refusal([&] { p.s.parameter("k", 1 / (p.m - p.m)); }).message ==
        "the value of parameter 'k' is not a finite number");
  CHECK(refusal([&] { p.s.parameter("k", std::nan("")); }).message ==
        "the value of parameter 'k' is not a finite number");
  CHECK_NOTHROW(p.s.parameter("k", 3 * p.m));
}

TEST_CASE("formulas contain only what their meaning allows") {
  Plane p;
  System& s = p.s;
  const Expr a = rate(p.u), lambda = s.lambda("rod");
  const auto message = [&](auto action) { return refusal(action).message; };
  CHECK(message([&] { s.kinetic(a); }) == "a kinetic energy may not contain an acceleration");
  CHECK(message([&] { s.kinetic(lambda); }) ==
        "a kinetic energy may not contain a force of constraint");
  CHECK(message([&] { s.potential(p.u); }) == "a potential may not contain a velocity");
  CHECK(message([&] { s.lagrangian(p.x * a); }) == "a Lagrangian may not contain an acceleration");
  CHECK(message([&] {
          s.particle({"p", p.u, {p.x, p.y}});
        }) == "a mass may not contain a velocity");
  CHECK(message([&] {
          s.particle({"p", p.m, {p.x, p.v}});
        }) == "the position of a particle may not contain a velocity");
  CHECK(message([&] {
          s.particle({"p", p.m, {p.x, p.y}, {0.0, a}});
        }) == "the force on a particle may not contain an acceleration");
  CHECK(message([&] { s.force(p.x, lambda); }) == "a force may not contain a force of constraint");
  CHECK(message([&] { s.virtual_power(a * p.u); }) ==
        "a virtual power may not contain an acceleration");
  CHECK(message([&] { s.dissipation(square(a)); }) ==
        "a dissipation function may not contain an acceleration");
  CHECK(message([&] { s.constraint("c", p.x == lambda); }) ==
        "a constraint may not contain a force of constraint");
  CHECK(message([&] { s.nonideal("rod", p.x, a); }) ==
        "a non-ideal force may not contain an acceleration");
  CHECK(message([&] { s.weight("rod", lambda); }) ==
        "a weight may not contain a force of constraint");
}

TEST_CASE("positions and forces of particles have the same two or three components") {
  Plane p;
  const Expr x = p.x;
  CHECK(refusal([&] {
          p.s.particle({"p", 1.0, {x}});
        }).message == "the position of particle 'p' needs 2 or 3 components, not 1");
  CHECK(refusal([&] {
          p.s.particle({"p", 1.0, {x, x, x, x}});
        }).message == "the position of particle 'p' needs 2 or 3 components, not 4");
  CHECK(refusal([&] {
          p.s.particle({"p", 1.0, {x, x, x}, {0.0, 1.0}});
        }).message == "the force on particle 'p' has 2 components, its position 3");
}

TEST_CASE("a virtual power is linear in the velocities") {
  Plane p;
  const Refusal quadratic = refusal([&] { p.s.virtual_power(-square(p.u)); });
  CHECK(quadratic.message == "a virtual power must be linear in the velocities");
  CHECK(quadratic.hint ==
        "a force that depends on velocities and acts at a point r is written particle "
        "p: mass 0, at r, force F; on a coordinate, use force or dissipation");
  CHECK_FALSE(refusal([&] { p.s.virtual_power(sign(p.u) + p.u); }).message.empty());
  CHECK_FALSE(refusal([&] { p.s.virtual_power(choose(p.u > 0.0, p.v, 0.0)); }).message.empty());
  CHECK_NOTHROW(p.s.virtual_power(sin(p.x) * p.u + p.t));
}

TEST_CASE("a constraint is an equation that says something about the motion") {
  Plane p;
  System& s = p.s;
  const Refusal twice = refusal([&] { s.constraint("rod", p.x == 0.0); });
  CHECK(twice.message == "there are two constraints of the name 'rod'");
  CHECK(twice.hint == "forces are reported by name: give each constraint its own");
  CHECK(refusal([&] { s.constraint("c", std::vector<Equation>{}); }).message ==
        "constraint 'c' has no equation");

  const Refusal empty = refusal([&] { s.constraint("c", p.t == 2 * p.m); });
  CHECK(empty.message == "constraint 'c' contains no coordinate");
  CHECK(empty.hint ==
        "a constraint is an equation between formulas of coordinates, velocities and t");
  CHECK(refusal([&] { s.constraint("c", p.x == p.x); }).message ==
        "constraint 'c' contains no coordinate");
  CHECK(refusal([&] {
          s.constraint("c", {p.x == p.y, 1.0 == p.t});
        }).message == "constraint 'c.2' contains no coordinate");

  const Refusal square_row = refusal([&] { s.constraint("c", square(rate(p.u)) == 1.0); });
  CHECK(square_row.message == "constraint 'c' is not linear in the accelerations");
  CHECK(square_row.hint == "an acceleration constraint is a row of A q'' = b");
  CHECK(refusal([&] { s.constraint("c", sign(rate(p.u)) + rate(p.v) == 1.0); }).message ==
        "constraint 'c' is not linear in the accelerations");
  CHECK_FALSE(s.constraint_index("c"));
}

TEST_CASE("a constraint that vanishes when it is differentiated is refused, not ignored") {
  // velocities that cancel leave a formula of positions in a velocity row
  Plane p;
  p.s.constraint("hidden", p.x + p.u == p.u + p.y);
  const Refusal vanished = refusal([&] { derive(p.s); });
  CHECK(vanished.message == "constraint 'hidden' says nothing about the accelerations");
  CHECK(vanished.hint == "nothing that moves is left in it once it is differentiated");
}

TEST_CASE("a law of C may depend on ideal and true multipliers, not on what depends on C") {
  Plane p;
  System& s = p.s;
  CHECK_NOTHROW(s.nonideal("rod", p.x, s.lambda("rod") + s.total("rod") + s.ideal("rod", p.y)));
  CHECK_NOTHROW(s.nonideal("rod", p.x, s.reaction("pin", p.y)));
  const Refusal circular = refusal([&] { s.nonideal("rod", p.x, s.power("rod")); });
  CHECK(circular.message == "a non-ideal force may not depend on power(rod)");
  CHECK(circular.hint == "lambda, ideal and total may be used: the others depend on it themselves");
  CHECK(refusal([&] { s.nonideal("rod", p.x, s.nonideal("rod", p.y)); }).message ==
        "a non-ideal force may not depend on nonideal(rod, y)");
  CHECK(refusal([&] { s.nonideal("rod", p.x, 2 * s.energy()); }).message ==
        "a non-ideal force may not depend on energy");
}

TEST_CASE("a weight is given once and a watch has its own name") {
  Plane p;
  p.s.weight("rod", 2.0);
  CHECK(refusal([&] { p.s.weight("rod", 3.0); }).message == "constraint 'rod' has two weights");
  p.s.watch("x", p.x);
  CHECK(refusal([&] { p.s.watch("x", p.y); }).message == "there are two watches 'x'");
}

TEST_CASE("what does not exist cannot be asked for") {
  Plane p;
  System& s = p.s;
  const auto message = [&](auto action) { return refusal(action).message; };
  CHECK(message([&] { s.nonideal("rope", p.x, 1.0); }) == "there is no constraint 'rope'");
  CHECK(message([&] { s.weight("rope", 1.0); }) == "there is no constraint 'rope'");
  CHECK(message([&] { s.reaction("rope", p.x); }) == "there is no constraint 'rope'");
  CHECK(message([&] { s.power("rope"); }) == "there is no constraint 'rope'");
  CHECK(message([&] { s.lambda("rope"); }) == "there is no constraint 'rope'");
  CHECK(message([&] { s.lambda("rope.1"); }) == "there is no constraint 'rope.1'");
  CHECK(message([&] { s.lambda("pin.3"); }) == "constraint 'pin' has 2 rows, there is no 'pin.3'");
  CHECK(message([&] { s.total("rod.1"); }) == "constraint 'rod' has 1 row, there is no 'rod.1'");
  const Refusal whole = refusal([&] { s.total("pin"); });
  CHECK(whole.message == "constraint 'pin' has 2 rows, each with its own multiplier");
  CHECK(whole.hint == "write total(pin.1)");

  const std::string coordinate = "a coordinate is needed here, not a formula";
  CHECK(message([&] { s.force(p.u, 1.0); }) == coordinate);
  CHECK(message([&] { s.force(2.0, 1.0); }) == coordinate);
  CHECK(message([&] { s.nonideal("rod", p.m, 1.0); }) == coordinate);
  CHECK(message([&] { s.ideal("rod", p.x + p.y); }) == coordinate);
}

TEST_CASE("formulas of another system are refused") {
  Plane p;
  System other;
  const Expr q = other.coordinate("q");
  const Refusal mixed = refusal([&] { p.s.potential(square(q)); });
  CHECK(mixed.message == "a formula of another system is used here");
  CHECK(mixed.hint == "formulas belong to the system whose coordinates they were made of");
  CHECK(refusal([&] { p.s.constraint("c", p.x == q); }).message == mixed.message);
  CHECK(refusal([&] { p.s.force(p.x, q); }).message == mixed.message);
  CHECK(refusal([&] { p.s.force(q, p.x); }).message ==
        "a coordinate is needed here, not a formula");
  CHECK(refusal([&] { p.s.define("d", Vector{p.x, q}); }).message == mixed.message);
}

TEST_CASE("a system without coordinates or without energies still has equations") {
  const Equations nothing = derive(System("nothing"));
  CHECK(nothing.M.rows == 0);
  CHECK(nothing.Q.empty());
  CHECK(nothing.energy == nothing.graph().zero());
  System free;
  free.coordinate("x");
  const Equations idle = derive(free);
  CHECK(idle.M.entries.empty());
  CHECK(idle.Q == std::vector<NodeId>{idle.graph().zero()});
  CHECK(idle.A.rows == 0);
  CHECK(idle.A.columns == 1);
}

TEST_CASE("a copy with other parameters keeps nothing of the first system") {
  System copy;
  {
    System first;
    const Expr x = first.coordinate("x"), y = first.coordinate("y"), m = first.parameter("m", 2.0);
    first.particle({"bob", m, {x, y}, {0.0, -m}});
    copy = first.with_parameters({{m.node(), 5.0}});
  }
  const Particle& bob = copy.particles().front();
  CHECK(bob.mass.graph() == &copy.graph());
  CHECK(bob.at[0].graph() == &copy.graph());
  CHECK(bob.force[1].graph() == &copy.graph());
  CHECK(evaluate(copy.graph(), {bob.mass.node()}, copy.parameter_values()).front() == 5.0);
}
