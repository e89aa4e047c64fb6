// What holds on any smooth curve q(t), whether it obeys the equations of motion or not. The curves
// are sums of sines; derivatives along them are central differences of order 8 and know nothing of
// ours.

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {

constexpr double by_differences = 1e-8;

/// A formula along a curve, as a function of time.
std::function<double(double)> along(const Curve& curve, const Graph& graph, NodeId formula) {
  return [&curve, &graph, formula](double t) { return number(graph, formula, curve.at(t)); };
}

/// A φ or ψ or acceleration row differentiated along the curve, against A q̈ − b.
void check_rows(const Equations& e, const Curve& curve, double t) {
  const State s = curve.at(t);
  const EquationNumbers at = numbers(e, s);
  const Row expected = minus(times(at.A, accelerations(e.system, s)), at.b);
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    const EquationRow& row = e.rows[i];
    CAPTURE(row.name, t);
    const auto residual = along(curve, e.graph(), row.residual);
    switch (row.level) {
      case Level::position:
        CHECK(difference(second_derivative(residual, t), expected[i]) < by_differences);
        CHECK(difference(derivative(residual, t), number(e.graph(), row.rate, s)) < by_differences);
        break;
      case Level::velocity:
        CHECK(difference(derivative(residual, t), expected[i]) < by_differences);
        break;
      case Level::acceleration:
        CHECK(difference(residual(t), expected[i]) < 1e-11);
        break;
    }
  }
}

/// A random smooth formula of the given symbols: sums, products and bounded functions.
Expr random_formula(const std::vector<Expr>& symbols, int depth, std::mt19937_64& random) {
  if (depth == 0) {
    if (random() % 5 == 0) return between(random, -2, 2);
    return symbols[random() % symbols.size()];
  }
  const auto part = [&] { return random_formula(symbols, depth - 1, random); };
  switch (random() % 11) {
    case 0:
      return sin(part());
    case 1:
      return cos(part());
    case 2:
      return sqrt(1 + square(part()));
    case 3:
      return tanh(part());
    case 4:
      return part() / (2 + square(part()));
    case 5:
      return atan(part()) - part();
    case 6:
      return exp(sin(part()));
    case 7:
      return hypot(part(), 1.0) + part();
    case 8:
      return log(2 + square(part()));
    default:
      return random() % 2 == 0 ? part() * part() : part() + part();
  }
}

/// Coordinates x, y, z with a parameter and time, for constraints at random.
struct Space {
  System system;
  std::vector<Expr> positions, velocities, accelerations;
};

Space make_space() {
  Space space;
  for (const char* name : {"x", "y", "z"}) {
    const Expr q = space.system.coordinate(name);
    space.system.kinetic(square(rate(q)) / 2);
    space.positions.push_back(q);
    space.velocities.push_back(rate(q));
    space.accelerations.push_back(rate(rate(q)));
  }
  space.positions.push_back(space.system.parameter("p", 1.0));
  space.positions.push_back(space.system.time());
  return space;
}

}  // namespace

TEST_CASE("along any curve the residuals of textbook constraints differentiate to A q̈ − b",
          "[F2][F5][X2]") {
  std::mt19937_64 random(17);
  for (const NamedSystem& textbook : textbook_systems()) {
    if (textbook.system.constraints().empty()) continue;
    CAPTURE(textbook.name);
    const Equations e = derive(textbook.system);
    const Curve curve(textbook.system, random);
    for (const double t : {0.4, 1.3, 2.9}) check_rows(e, curve, t);
  }
}

TEST_CASE("along any curve φ̈ = A q̈ − b for position constraints at random", "[F3][F5]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 40; ++i) {
    Space space = make_space();
    const Expr phi = random_formula(space.positions, 4, random) + space.positions[i % 3];
    space.system.constraint("c", phi == random_formula(space.positions, 2, random));
    const Equations e = derive(space.system);
    REQUIRE(e.rows[0].level == Level::position);
    check_rows(e, Curve(space.system, random), 1.1);
  }
}

TEST_CASE("along any curve ψ̇ = A q̈ − b for velocity constraints at random", "[F5][X2]") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 40; ++i) {
    Space space = make_space();
    std::vector<Expr> symbols = space.positions;
    symbols.insert(symbols.end(), space.velocities.begin(), space.velocities.end());
    const Expr psi = random_formula(symbols, 4, random) + space.velocities[i % 3];
    space.system.constraint("c", psi == random_formula(symbols, 2, random));
    const Equations e = derive(space.system);
    REQUIRE(e.rows[0].level == Level::velocity);
    check_rows(e, Curve(space.system, random), 1.1);
  }
}

TEST_CASE("acceleration constraints at random are A q̈ − b themselves", "[F5]") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 40; ++i) {
    Space space = make_space();
    std::vector<Expr> symbols = space.positions;
    symbols.insert(symbols.end(), space.velocities.begin(), space.velocities.end());
    Expr row = random_formula(symbols, 3, random);
    for (const Expr& a : space.accelerations) row += random_formula(symbols, 2, random) * a;
    space.system.constraint("c", row == random_formula(symbols, 2, random));
    const Equations e = derive(space.system);
    REQUIRE(e.rows[0].level == Level::acceleration);
    check_rows(e, Curve(space.system, random), 1.1);
  }
}

TEST_CASE("the velocity row φ̇ = 0 has the same A and b as the position row φ = 0", "[F3]") {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20; ++i) {
    Space space = make_space();
    const Expr phi = random_formula(space.positions, 4, random) + space.positions[i % 3];
    space.system.constraint("position", phi == 0.0);
    space.system.constraint("velocity", rate(phi) == 0.0);
    space.system.constraint("acceleration", rate(rate(phi)) == 0.0);
    const Equations e = derive(space.system);
    const EquationNumbers at = numbers(e, random_state(space.system, random));
    CHECK(difference(at.A[0], at.A[1]) < 1e-11);
    CHECK(difference(at.A[0], at.A[2]) < 1e-11);
    CHECK(difference(at.b, {at.b[0], at.b[0], at.b[0]}) < 1e-11);
  }
}

TEST_CASE("along any curve dH/dt = q̇·(M q̈ − Q + Q′) − ∂L/∂t", "[L15][L16]") {
  std::mt19937_64 random(11);
  for (const NamedSystem& textbook : textbook_systems()) {
    CAPTURE(textbook.name);
    const Equations e = derive(textbook.system);
    const Curve curve(textbook.system, random);
    for (const double t : {0.4, 1.3, 2.9}) {
      const State s = curve.at(t);
      const EquationNumbers at = numbers(e, s);
      const Row v = velocities(e.system, s), a = accelerations(e.system, s);
      const double rate_of_energy = derivative(along(curve, e.graph(), e.energy), t);
      const double applied = number(e.graph(), e.applied_power, s);
      CHECK(difference(applied, dot(v, at.applied)) < 1e-12);
      CHECK(difference(rate_of_energy, dot(v, minus(times(at.M, a), at.Q)) + applied +
                                           number(e.graph(), e.time_power, s)) < by_differences);
    }
  }
}

TEST_CASE("along any curve d/dt ∂L/∂q̇ − ∂L/∂q − Q′ = M q̈ − Q", "[L12]") {
  // all derivatives of L are differences here: only L itself and Q′ are ours
  std::mt19937_64 random(12);
  for (const NamedSystem& textbook : textbook_systems()) {
    CAPTURE(textbook.name);
    const Equations e = derive(textbook.system);
    const Curve curve(textbook.system, random);
    const double t = 1.7;
    const State s = curve.at(t);
    const auto by_symbol = [&](State at, NodeId symbol) {
      const auto L = [&](double value) {
        at.set(symbol, value);
        return number(e.graph(), e.L, at);
      };
      return derivative(L, at.values().at(symbol), 0.005);
    };
    const EquationNumbers at = numbers(e, s);
    const Row expected = minus(times(at.M, accelerations(e.system, s)), at.Q);
    Row left;
    for (std::size_t j = 0; j < e.Q.size(); ++j) {
      const Coordinate& x = e.system.coordinates()[j];
      const auto p = [&](double time) { return by_symbol(curve.at(time), x.v); };
      left.push_back(derivative(p, t, 0.02) - by_symbol(s, x.q) - at.applied[j]);
    }
    CHECK(difference(left, expected) < 1e-7);
  }
}

TEST_CASE("the mass matrix is symmetric, and positive definite where the kinetic energy is",
          "[F1]") {
  std::mt19937_64 random(13);
  for (const NamedSystem& textbook : textbook_systems()) {
    CAPTURE(textbook.name);
    const Equations e = derive(textbook.system);
    const Matrix M = numbers(e.graph(), e.M, random_state(textbook.system, random));
    for (std::size_t i = 0; i < M.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) CHECK(M[i][j] == M[j][i]);
    for (int trial = 0; trial < 20; ++trial) {
      Row w;
      for (std::size_t j = 0; j < M.size(); ++j) w.push_back(between(random, -1, 1));
      CHECK(dot(w, times(M, w)) > -1e-14);
    }
    // entries stand row by row, columns increasing
    for (std::size_t k = 1; k < e.M.entries.size(); ++k) {
      const Entry &before = e.M.entries[k - 1], &entry = e.M.entries[k];
      CHECK((before.row < entry.row || (before.row == entry.row && before.column < entry.column)));
    }
  }
}
