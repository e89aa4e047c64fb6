#include "theory/principles/geometry.hpp"

#include "theory/principles/virtual_displacements.hpp"
#include "theory/scene.hpp"
#include "theory/scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

numeric::Vector C_at(Numbers& numbers, const Point& point) {
  return look_at(numbers.dynamics.solver(), point.t, point.q, point.v).equations.C;
}

Identities geometry_of(Numbers& numbers, const Point& point) {
  Lagrange lagrange(numbers.system());
  ConstraintRates rates(numbers.system());
  return check_geometry(numbers.dynamics.state(), lagrange, rates, point, C_at(numbers, point),
                        sizes_at(numbers.equations, point));
}

}  // namespace

TEST_CASE("on every motion i_XΩ_L = dH_L − F, and the forces of both principles are one",
          "[V16][V17][V18][V19][V20][V21][V22][V23]") {
  std::mt19937_64 random(1981);
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    for (int trial = 0; trial < 2; ++trial)
      check_all(geometry_of(numbers, numbers.on_constraints(random)));
  }
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Model model = gallery(name);
    Numbers numbers(model.system);
    check_all(geometry_of(numbers, numbers.start(model)));
  }
  for (const std::string& name : moving_names()) {
    CAPTURE(name);
    Numbers numbers(gallery(name).system);
    check_all(geometry_of(numbers, numbers.on_constraints(random)));
  }
}

TEST_CASE("another acceleration, another law or another sign does not satisfy the equation",
          "[V18][V20][V23]") {
  std::mt19937_64 random(23);
  Numbers numbers(rolling_disk());
  Lagrange lagrange(numbers.system());
  ConstraintRates rates(numbers.system());
  const Point point = numbers.on_constraints(random);
  const numeric::Vector none = numeric::Vector::Zero(6);
  Point wrong = point;
  wrong.a[3] += 1e-5;
  Identities found = check_geometry(numbers.dynamics.state(), lagrange, rates, wrong, none,
                                    sizes_at(numbers.equations, wrong));
  CHECK_FALSE(identity_of(found, "one motion").holds());
  CHECK_FALSE(identity_of(found, "Σ λ_iθ_i").holds());
  // the equation of the sources, dH + β with β the force itself
  const StateForms forms = state_forms(numbers.equations, lagrange, point);
  numeric::Vector X(12);
  X << point.v, point.a;
  const numeric::Vector excess = symplectic_excess(forms, X);
  const StateValues& here = numbers.dynamics.state().evaluate(point.t, point.q, point.v);
  const numeric::Vector F = here.M() * point.a - here.Q();
  REQUIRE(F.norm() > 0.1);
  CHECK((excess.head(6) + F).norm() < 1e-11 * F.norm());
  CHECK((excess.head(6) - F).norm() > F.norm());
  // equations of a heavier disk
  System heavier = rolling_disk();
  const Expr x(heavier.graph(), heavier.coordinates()[0].q);
  heavier.kinetic(1e-6 * square(rate(x)));
  Numbers other(heavier);
  Lagrange light(rolling_disk());
  found = check_geometry(other.dynamics.state(), light, rates, point, none,
                         sizes_at(other.equations, point));
  CHECK_FALSE(identity_of(found, "i_XΩ_L").holds());
}

TEST_CASE("a field whose first half is not q̇ leaves a form that is not horizontal", "[V4][V17]") {
  std::mt19937_64 random(24);
  Numbers numbers(double_pendulum());
  Lagrange lagrange(numbers.system());
  const Point point = numbers.on_constraints(random);
  const StateForms forms = state_forms(numbers.equations, lagrange, point);
  numeric::Vector special(4), other(4);
  special << point.v, random_vector(2, random);
  other << random_vector(2, random), point.a;
  CHECK(symplectic_excess(forms, special).tail(2).norm() < 1e-12);
  CHECK(symplectic_excess(forms, other).tail(2).norm() > 1e-2);
}

TEST_CASE("a charge in a magnetic field has the field in Ω_L", "[V16]") {
  // dq∧dp with p = q̇ + ½ B × q: the field appears as −B dx∧dy
  Lagrange lagrange(charge_in_magnetic_field());
  Numbers numbers(charge_in_magnetic_field());
  std::mt19937_64 random(25);
  const Point point = random_point(3, random);
  const StateForms forms = state_forms(numbers.equations, lagrange, point);
  const double B = 1 + 0.1 * point.t;
  CHECK(forms.Omega(0, 1) == Approx(-B).epsilon(1e-13));
  CHECK(forms.Omega(1, 0) == Approx(B).epsilon(1e-13));
  CHECK(forms.Omega(0, 3) == Approx(1).epsilon(1e-13));
  CHECK(forms.Omega(3, 0) == Approx(-1).epsilon(1e-13));
  CHECK(forms.Omega(0, 2) == Approx(0).margin(1e-13));
}

TEST_CASE("Ω_L is degenerate where the mass matrix is: a quaternion, a massless coordinate",
          "[V16]") {
  std::mt19937_64 random(26);
  for (const auto& [system, degenerate] : {std::pair{quaternion_top(), true},
                                           {gallery("singular_mass/singular_mass").system, true},
                                           {rolling_disk(), false}}) {
    Numbers numbers(system);
    Lagrange lagrange(numbers.system());
    Point point = random_point(numbers.n(), random);
    const numeric::Matrix Omega = state_forms(numbers.equations, lagrange, point).Omega;
    CHECK((virtual_basis(Omega).cols() > 0) == degenerate);
  }
}

TEST_CASE("multipliers of rows that repeat each other differ, their force does not", "[V20][V21]") {
  const Model model = gallery("redundant_rod/redundant_rod");
  Numbers numbers(model.system);
  Lagrange lagrange(numbers.system());
  ConstraintRates rates(numbers.system());
  const Point point = numbers.start(model);
  const StateForms forms = state_forms(numbers.equations, lagrange, point);
  const VershikFadeev found = solve_vershik_fadeev(
      forms, rates, point, numeric::Vector::Zero(numbers.n()), numeric::Vector::Ones(numbers.n()));
  const numeric::Matrix theta = constraint_forms(rates, point).leftCols(numbers.n());
  const numeric::Matrix tied = virtual_basis(theta.transpose());
  REQUIRE(tied.cols() > 0);
  CHECK((theta.transpose() * (found.lambda + tied.col(0)) - found.force).norm() < 1e-12);
}

TEST_CASE("the tension of a pendulum depends on its velocity: multipliers are functions on TQ",
          "[V20]") {
  Numbers numbers(pendulum_with_rod());
  Lagrange lagrange(numbers.system());
  ConstraintRates rates(numbers.system());
  Point point{
      .t = 0, .q = numeric::Vector(2), .v = numeric::Vector(2), .a = numeric::Vector::Zero(2)};
  point.q << 0.6, -0.8;
  for (const double speed : {0.0, 1.0, 2.0}) {
    point.v << 0.8 * speed, 0.6 * speed;
    const StateForms forms = state_forms(numbers.equations, lagrange, point);
    const VershikFadeev found = solve_vershik_fadeev(forms, rates, point, numeric::Vector::Zero(2),
                                                     numeric::Vector::Ones(2));
    // λ = m (g y − v²)/(2 l²)
    CHECK(found.lambda[0] == Approx((9.81 * -0.8 - speed * speed) / 2).epsilon(1e-12));
  }
}
