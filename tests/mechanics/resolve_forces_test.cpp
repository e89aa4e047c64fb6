// Forces of constraint written out in A, C and the multipliers, at random multipliers, against
//   ideal_j = A_jᵀλ_j,  nonideal_j = C_j + A_jᵀ(λ_tot − λ)_j,  reaction_j = C_j + A_jᵀλ_tot,j.

#include "numbers.hpp"

using namespace alembert;

namespace {

/// A particle under a rod, a pin of two rows and a velocity constraint; all of them rub.
struct Rubbing {
  System s;
  Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  Expr mu = s.parameter("mu", 0.3);
  std::vector<std::string> constraints{"rod", "pin", "edge"};

  Rubbing() {
    s.kinetic((square(rate(x)) + 2 * square(rate(y)) + 3 * square(rate(z))) / 2);
    s.potential(9.81 * z);
    s.constraint("rod", square(x) + y * z == 1.0);
    s.constraint("pin", {x * y == sin(s.time()), z + cos(x) == y});
    s.constraint("edge", rate(x) * sin(z) == rate(y));
    s.nonideal("rod", x, -mu * rate(x));
    s.nonideal("rod", x, -mu * square(rate(x)));
    s.nonideal("rod", z, -mu * abs(s.lambda("rod")) * rate(z));
    s.nonideal("pin", y, -mu * abs(s.total("pin.2")) * rate(y));
    // z has no place in the row of A of the edge
    s.nonideal("edge", z, -mu * abs(rate(z)) * rate(z));
    for (const std::string& name : constraints) {
      for (const Coordinate& q : s.coordinates()) {
        const Expr symbol(s.graph(), q.q);
        s.watch("ideal " + name + " " + q.name, s.ideal(name, symbol));
        s.watch("nonideal " + name + " " + q.name, s.nonideal(name, symbol));
        s.watch("reaction " + name + " " + q.name, s.reaction(name, symbol));
      }
      s.watch("power " + name, s.power(name));
    }
  }
};

double watch(const Equations& e, const std::string& name, const State& at) {
  for (const Watch& watch : e.watches)
    if (watch.name == name) return number(e.graph(), watch.formula, at);
  throw std::logic_error("no watch " + name);
}

Row C_of(const Equations& e, std::size_t constraint, const State& at) {
  Row C(e.M.rows, 0.0);
  for (const NonIdealForce& force : e.C)
    for (const CoordinateFormula& term : force.C)
      if (force.constraint == constraint) C[term.coordinate] += number(e.graph(), term.formula, at);
  return C;
}

}  // namespace

TEST_CASE("the forces of several constraints are those of the theory at any multipliers") {
  const Rubbing model;
  const Equations e = derive(model.s);
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    const Row v = velocities(e.system, s);
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
      const std::string& name = model.constraints[c];
      Row ideal(3, 0.0), nonideal = C_of(e, c, s), reaction = C_of(e, c, s);
      for (std::size_t r = 0; r < e.rows.size(); ++r) {
        if (e.rows[r].constraint != c) continue;
        const double lambda = s["lambda(" + e.rows[r].name + ")"];
        const double total = s["total(" + e.rows[r].name + ")"];
        for (std::size_t j = 0; j < 3; ++j) {
          ideal[j] += at.A[r][j] * lambda;
          nonideal[j] += at.A[r][j] * (total - lambda);
          reaction[j] += at.A[r][j] * total;
        }
      }
      for (std::size_t j = 0; j < 3; ++j) {
        const std::string on = name + " " + e.system.coordinates()[j].name;
        CHECK(difference(watch(e, "ideal " + on, s), ideal[j]) < 1e-13);
        CHECK(difference(watch(e, "nonideal " + on, s), nonideal[j]) < 1e-13);
        CHECK(difference(watch(e, "reaction " + on, s), reaction[j]) < 1e-13);
        CHECK(difference(reaction[j], ideal[j] + nonideal[j]) < 1e-13);
      }
      CHECK(difference(watch(e, "power " + name, s), dot(v, reaction)) < 1e-12);
    }
  });
}

TEST_CASE("the vector C of a constraint adds its terms and keeps lambda and total as they stand") {
  const Rubbing model;
  const Equations e = derive(model.s);
  REQUIRE(e.C.size() == 3);
  at_random_states(e, [&](const State& s) {
    const double mu = s["mu"], u = s["x'"], v = s["y'"], w = s["z'"];
    CHECK(difference(C_of(e, 0, s),
                     {-mu * u - mu * u * u, 0, -mu * std::fabs(s["lambda(rod)"]) * w}) < 1e-13);
    CHECK(difference(C_of(e, 1, s), {0, -mu * std::fabs(s["total(pin.2)"]) * v, 0}) < 1e-13);
    CHECK(difference(C_of(e, 2, s), {0, 0, -mu * std::fabs(w) * w}) < 1e-13);
  });
}

TEST_CASE("what is written out depends on the state and the multipliers alone") {
  const Rubbing model;
  const Equations e = derive(model.s);
  std::vector<NodeId> allowed;
  for (const EquationRow& row : e.rows) allowed.insert(allowed.end(), {row.lambda, row.total});
  std::vector<NodeId> formulas = e.motion_formulas();
  for (const Watch& watch : e.watches) formulas.push_back(watch.formula);
  for (const NodeId node : reachable(e.graph(), formulas))
    if (e.graph().is_symbol(node) && e.graph().kinds(node).has(Kind::force)) {
      CAPTURE(e.graph().name(node));
      CHECK(std::count(allowed.begin(), allowed.end(), node) == 1);
    }
}

TEST_CASE("inside a law of friction the reaction is the ideal one") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), mu = s.parameter("mu", 0.3);
  s.kinetic((square(rate(x)) + square(rate(y))) / 2);
  s.constraint("slope", y == 0.5 * square(x));
  const Expr force = norm({s.reaction("slope", x), s.reaction("slope", y)});
  s.nonideal("slope", x, -mu * force * rate(x));
  s.watch("friction", s.nonideal("slope", x));
  s.watch("outside", s.reaction("slope", x));
  const Equations e = derive(s);
  at_random_states(e, [&](const State& at) {
    const double lambda = at["lambda(slope)"], total = at["total(slope)"], q = at["x"];
    const double size = std::hypot(-q * lambda, lambda);
    const double C = -at["mu"] * size * at["x'"];
    CHECK(difference(C_of(e, 0, at), {C, 0}) < 1e-13);
    CHECK(difference(watch(e, "friction", at), C - q * (total - lambda)) < 1e-13);
    CHECK(difference(watch(e, "outside", at), C - q * total) < 1e-13);
  });
}

TEST_CASE("a law of one constraint may use the ideal force of another") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y");
  s.kinetic((square(rate(x)) + square(rate(y))) / 2);
  s.constraint("floor", y == 0.0);
  s.constraint("drive", rate(x) == s.time());
  s.nonideal("drive", x, -0.2 * abs(s.ideal("floor", y)));
  const Equations e = derive(s);
  at_random_states(e, [&](const State& at) {
    CHECK(difference(C_of(e, 1, at), {-0.2 * std::fabs(at["lambda(floor)"]), 0}) < 1e-13);
  });
}

TEST_CASE("the energy in a watch is q̇·∂L/∂q̇ − L") {
  System s;
  const Expr x = s.coordinate("x"), k = s.parameter("k", 2.0);
  s.kinetic(square(rate(x)) / 2);
  s.potential(k / 2 * square(x));
  s.watch("twice", 2 * s.energy(), "J");
  const Equations e = derive(s);
  CHECK(e.watches[0].unit == "J");
  at_random_states(e, [&](const State& at) {
    CHECK(difference(watch(e, "twice", at), at["x'"] * at["x'"] + at["k"] * at["x"] * at["x"]) <
          1e-13);
  });
}

TEST_CASE("the tension of a pendulum's rod is m (v² − g y)/l") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y");
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), g = s.parameter("g", 9.81);
  s.kinetic(m / 2 * (square(rate(x)) + square(rate(y))));
  s.potential(m * g * y);
  s.constraint("rod", square(x) + square(y) == square(l));
  s.watch("tension", -2 * s.lambda("rod") * l);
  s.watch("pull", norm({s.reaction("rod", x), s.reaction("rod", y)}));
  const Equations e = derive(s);
  at_random_states(e, [&](const State& random) {
    // a state on the circle, and the multiplier that solves (A M⁻¹Aᵀ) λ = b − A M⁻¹Q
    State at = random;
    const double angle = at["x"], speed = at["x'"];
    at.set("x", at["l"] * std::sin(angle));
    at.set("y", -at["l"] * std::cos(angle));
    at.set("x'", speed * std::cos(angle));
    at.set("y'", speed * std::sin(angle));
    const EquationNumbers n = numbers(e, at);
    const Row A = n.A[0];
    const double lambda = (n.b[0] - dot(A, n.Q) / at["m"]) / (dot(A, A) / at["m"]);
    at.set("lambda(rod)", lambda);
    at.set("total(rod)", lambda);
    const double tension = at["m"] * (speed * speed - at["g"] * at["y"]) / at["l"];
    CHECK(difference(watch(e, "tension", at), tension) < 1e-12);
    CHECK(difference(watch(e, "pull", at), std::fabs(tension)) < 1e-12);
  });
}

TEST_CASE("forces can be asked for after a system has been derived, and in a copy of it") {
  System s;
  const Expr x = s.coordinate("x");
  s.kinetic(square(rate(x)) / 2);
  s.constraint("stop", x == 1.0);
  derive(s);
  System copy = s;
  copy.watch("R", copy.reaction("stop", x));
  s.watch("R", s.reaction("stop", x));
  s.nonideal("stop", x, -abs(s.lambda("stop")));
  CHECK(derive(copy).C.empty());
  for (const System& system : {s, copy}) {
    const Equations e = derive(system);
    at_random_states(e, [&](const State& at) {
      const double C =
          system.constraints()[0].nonideal.empty() ? 0 : -std::fabs(at["lambda(stop)"]);
      CHECK(difference(watch(e, "R", at), C + at["total(stop)"]) < 1e-13);
    });
  }
}

TEST_CASE("formulas without forces are left as they are") {
  System s;
  const Expr x = s.coordinate("x");
  s.kinetic(square(rate(x)) / 2);
  const Equations e = derive(s);
  const std::vector<NodeId> formulas{sin(x).node(), rate(rate(x)).node()};
  CHECK(resolve_forces(e, formulas) == formulas);
  CHECK(resolve_forces(e, {}).empty());
}
