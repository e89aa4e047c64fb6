#include "theory/principles/constraint_rates.hpp"

#include <Eigen/SVD>

#include "theory/scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

Matrix null_space(const Matrix& A) {
  if (A.rows() == 0) return Matrix::Identity(A.cols(), A.cols());
  const Matrix rows = A.rowwise().normalized();
  const Eigen::JacobiSVD<Matrix, Eigen::FullPivHouseholderQRPreconditioner> svd(
      rows, Eigen::ComputeFullV);
  return svd.matrixV().rightCols(A.cols() - (svd.singularValues().array() > 1e-10).count());
}

}  // namespace

TEST_CASE("residuals of all levels have the rates A q̈ − b, for any q̈", "[F2][F3][F5][X2][V2]") {
  std::mt19937_64 random(1997);
  const auto check = [&](Numbers& numbers, const Point& point) {
    ConstraintRates rates(numbers.system());
    check_all(check_constraint_rates(numbers.dynamics.state(), rates, point,
                                     sizes_at(numbers.equations, point)));
  };
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    for (int trial = 0; trial < 5; ++trial) check(numbers, random_point(numbers.n(), random));
  }
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    Numbers numbers(gallery(name).system);
    for (int trial = 0; trial < 5; ++trial) check(numbers, random_point(numbers.n(), random));
  }
}

TEST_CASE("a row between accelerations is A q̈ − b itself", "[F5]") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), t = s.time();
  s.kinetic((square(rate(x)) + square(rate(y))) / 2);
  s.constraint("given", rate(rate(x)) * y + sin(x * t) * rate(rate(y)) == rate(x) * rate(y));
  Numbers numbers(s);
  ConstraintRates rates(s);
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 10; ++trial) {
    const Point point = random_point(2, random);
    check_all(check_constraint_rates(numbers.dynamics.state(), rates, point,
                                     sizes_at(numbers.equations, point)));
    CHECK(rates.A(point)(0, 1) == Approx(std::sin(point.q[0] * point.t)).epsilon(1e-14));
  }
}

TEST_CASE("rates of another constraint are noticed", "[F3][F5][X2]") {
  Numbers numbers(pendulum_with_rod());
  System longer = pendulum_with_rod();
  const Expr x(longer.graph(), longer.coordinates()[0].q);
  System other;
  const Expr a = other.coordinate("x"), b = other.coordinate("y");
  other.kinetic((square(rate(a)) + square(rate(b))) / 2);
  other.constraint("rod", square(a) + (1 + 1e-8) * square(b) == 1.0);
  ConstraintRates rates(other);
  std::mt19937_64 random(7);
  const Point point = random_point(2, random);
  for (const Identity& identity : check_constraint_rates(numbers.dynamics.state(), rates, point,
                                                         sizes_at(numbers.equations, point)))
    CHECK_FALSE(identity.holds());
}

TEST_CASE("the field of the motion is tangent to the constraints, moving ones too",
          "[V9][V10][V15][V22]") {
  std::mt19937_64 random(2002);
  int rheonomic = 0, scleronomic = 0;
  const auto check = [&](Numbers& numbers, const Point& point) {
    ConstraintRates rates(numbers.system());
    const Matrix basis = null_space(rates.A(point));
    const Sizes sizes = sizes_at(numbers.equations, point);
    const Identities found = check_tangency(rates, point, basis, sizes);
    check_all(found);
    if (rates.rows() > 0 && basis.cols() > 0)
      ++(identity_of(found, "df(0, w)").applies() ? scleronomic : rheonomic);
    if (rates.rows() == 0) return;
    // another acceleration that is not virtual leaves them
    Point leaving = point;
    leaving.a += 1e-6 * (1 + point.a.norm()) * rates.A(point).row(0).transpose().normalized();
    CHECK_FALSE(identity_of(check_tangency(rates, leaving, basis, sizes), "d̃f(X)").holds());
    // a direction that is not virtual is no displacement (0, w) along the constraints
    const Matrix along_row = rates.A(point).topRows(1).transpose();
    CHECK_FALSE(identity_of(check_tangency(rates, point, along_row, sizes), "d̃f(0, w)").holds());
  };
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    for (int trial = 0; trial < 3; ++trial) check(numbers, numbers.on_constraints(random));
  }
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Model model = gallery(name);
    Numbers numbers(model.system);
    check(numbers, numbers.start(model));
  }
  for (const std::string& name : moving_names()) {
    CAPTURE(name);
    Numbers numbers(gallery(name).system);
    check(numbers, numbers.on_constraints(random));
  }
  CHECK(rheonomic >= 5);
  CHECK(scleronomic >= 8);
}

TEST_CASE("for a moving constraint d̃φ̇(X) is −∂φ̇/∂t and not zero", "[V15][V22][X2]") {
  Numbers numbers(gallery("driven_hoop/driven_hoop").system);
  ConstraintRates rates(numbers.system());
  std::mt19937_64 random(8);
  const Point point = numbers.on_constraints(random);
  const Tangency tangency = rates.tangency(point);
  CHECK(std::fabs(tangency.by_time.value[1]) > 0.1);
  // plane: φ = y cos Wt − x sin Wt, ∂φ̇/∂t = −W(ẏ sin Wt + ẋ cos Wt) − W²φ with φ = 0
  const double W = 3, c = std::cos(W * point.t), s = std::sin(W * point.t);
  CHECK(tangency.by_time.value[1] == Approx(-W * (point.v[1] * s + point.v[0] * c)).epsilon(1e-12));
}
