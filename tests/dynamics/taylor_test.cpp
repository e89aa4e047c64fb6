#include "dynamics/taylor.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/manifold.hpp"

using namespace alembert;
using numeric::Index;

namespace {

using State = numeric::Vector;

State vector(std::initializer_list<double> values) {
  State v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

/// Steps, projection after each, as a simulation makes them.
class Run {
 public:
  Run(const System& system, double tolerance, const State& q, const State& v)
      : equations_(derive(system)),
        dynamics_(equations_),
        manifold_(dynamics_, 1e-10),
        integrator_(make_taylor(dynamics_, tolerance, 1e-10)),
        n_(q.size()) {
    y_ = State::Zero(2 * n_ + 4);
    y_.head(n_) = q;
    y_.segment(n_, n_) = v;
    energy_ = dynamics_.state().energy(0, q, v);
    dynamics_.solver().look_around(0, q, v);
    dynamics_.sizes().begin(
        {dynamics_.solver().inertia(), q, v, State::Zero(n_), 0.01, State::Zero(n_)});
    // these are as large as 1
    const State ones = State::Ones(2 * n_);
    dynamics_.sizes().take(ones.data());
    integrator_->start(0, y_);
  }

  integrate::StepStatus to(double t_end) {
    while (integrator_->t() < t_end) {
      const integrate::StepStatus status = integrator_->step(t_end).status;
      if (status != integrate::StepStatus::advanced) return status;
      y_ = integrator_->y();
      State position = q(), velocity = v();
      REQUIRE(manifold_.project(integrator_->t(), position, velocity));
      y_.head(n_) = position;
      y_.segment(n_, n_) = velocity;
      integrator_->correct(y_);
      REQUIRE(integrator_->counters().steps < 20000);
    }
    return integrate::StepStatus::advanced;
  }

  State q() const { return y_.head(n_); }
  State v() const { return y_.segment(n_, n_); }
  Powers works() const {
    const auto W = y_.tail<4>();
    return {W[0], W[1], W[2], W[3]};
  }
  /// Change of energy that the works do not explain.
  double imbalance() { return gain() - y_.tail<4>().sum(); }
  double gain() { return dynamics_.state().energy(integrator_->t(), q(), v()) - energy_; }
  integrate::Integrator& integrator() { return *integrator_; }

 private:
  Equations equations_;
  Dynamics dynamics_;
  Manifold manifold_;
  std::unique_ptr<integrate::Integrator> integrator_;
  Index n_;
  State y_;
  double energy_ = 0;
};

double distance(const State& a, const State& b) { return (a - b).cwiseAbs().maxCoeff(); }

System pendulum() {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.potential(9.81 * y);
  system.constraint("rod", square(x) + square(y) == 1.0);
  return system;
}

System double_pendulum() {
  System system;
  const Expr x1 = system.coordinate("x1"), y1 = system.coordinate("y1");
  const Expr x2 = system.coordinate("x2"), y2 = system.coordinate("y2");
  system.particle({"first", 1.0, {x1, y1}, {0.0, -9.81}});
  system.particle({"second", 1.0, {x2, y2}, {0.0, -9.81}});
  system.constraint("rod1", square(x1) + square(y1) == 1.0);
  system.constraint("rod2", square(x2 - x1) + square(y2 - y1) == 1.0);
  return system;
}

/// Upright bars of length 1 from (i, 0) to B_i, i = 0 … N, joined by N bars along their heads;
/// uniform bars of mass 1.
System four_bar_row(int N) {
  System system;
  std::vector<Expr> x, y;
  for (int i = 0; i <= N; ++i) {
    x.push_back(system.coordinate("x" + std::to_string(i)));
    y.push_back(system.coordinate("y" + std::to_string(i)));
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    system.kinetic((square(rate(x[i])) + square(rate(y[i]))) / 6);
    system.potential(9.81 * y[i] / 2);
    system.constraint("upright" + std::to_string(i),
                      square(x[i] - static_cast<double>(i)) + square(y[i]) == 1.0);
  }
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const Expr xa = rate(x[i]), ya = rate(y[i]), xb = rate(x[i + 1]), yb = rate(y[i + 1]);
    system.kinetic((square(xa) + square(ya) + xa * xb + ya * yb + square(xb) + square(yb)) / 6);
    system.potential(9.81 * (y[i] + y[i + 1]) / 2);
    system.constraint("bar" + std::to_string(i),
                      square(x[i + 1] - x[i]) + square(y[i + 1] - y[i]) == 1.0);
  }
  return system;
}

Run four_bar_run(int N, double tolerance) {
  State q(2 * N + 2), v(2 * N + 2);
  for (int i = 0; i <= N; ++i) {
    q.segment<2>(2 * i) << i, 1;
    v.segment<2>(2 * i) << 1, 0;
  }
  return Run(four_bar_row(N), tolerance, q, v);
}

/// Point masses 1 joined by rods of length 1, released from the horizontal: in Cartesian
/// coordinates, or in the angles from the horizontal.
System chain(int links, bool by_angles) {
  System system;
  Expr x = 0, y = 0;
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i);
    const Expr x_before = x, y_before = y;
    if (by_angles) {
      const Expr angle = system.coordinate("angle" + number);
      x = x + cos(angle);
      y = y + sin(angle);
    } else {
      x = system.coordinate("x" + number);
      y = system.coordinate("y" + number);
      system.constraint("rod" + number, square(x - x_before) + square(y - y_before) == 1.0);
    }
    system.particle({"mass" + number, 1.0, {x, y}, {0.0, -9.81}});
  }
  return system;
}

}  // namespace

TEST_CASE("a pendulum in Cartesian coordinates follows the elliptic functions") {
  struct Reference {
    double t, x, y;
  };
  const Reference references[] = {{0.5, -0.3910487915505463877, -0.9203699487851922038},
                                  {1, 0.986291751131875319, -0.1650108531255411688},
                                  {2, -0.793566195343321747, -0.6084839304437915146},
                                  {5, -0.9423054350437573355, -0.3347543384140005808},
                                  {10, -0.2750874625761168601, -0.9614192050991250643}};
  for (const double tolerance : {1e-6, 1e-9, 1e-12, 1e-14}) {
    Run run(pendulum(), tolerance, vector({-1, 0}), vector({0, 0}));
    for (const Reference& reference : references) {
      REQUIRE(run.to(reference.t) == integrate::StepStatus::advanced);
      CHECK(run.integrator().t() == reference.t);
      INFO("tolerance " << tolerance << " t " << reference.t);
      CHECK(distance(run.q(), vector({reference.x, reference.y})) < 3 * tolerance + 2e-14);
    }
    CHECK(std::fabs(run.gain()) < 30 * tolerance + 1e-13);
    CHECK(std::fabs(run.works().ideal) < 30 * tolerance + 1e-13);
  }
}

TEST_CASE("between its ends a step is known as well as at them") {
  Run run(pendulum(), 1e-12, vector({-1, 0}), vector({0, 0}));
  Run fine(pendulum(), 1e-14, vector({-1, 0}), vector({0, 0}));
  integrate::Integrator& integrator = run.integrator();
  REQUIRE(integrator.step(10).status == integrate::StepStatus::advanced);
  REQUIRE(integrator.step(10).status == integrate::StepStatus::advanced);
  const State landed = integrator.y();
  State y;
  for (const double part : {0.1, 0.5, 0.9}) {
    const double t = integrator.t_before() + part * (integrator.t() - integrator.t_before());
    REQUIRE(fine.to(t) == integrate::StepStatus::advanced);
    integrator.interpolate(t, y);
    CHECK(distance(y.head(2), fine.q()) < 1e-11);
    CHECK(distance(y.segment(2, 2), fine.v()) < 1e-11);
  }
  // a correction does not change the step that was made
  integrator.correct(State::Zero(8));
  integrator.interpolate(integrator.t(), y);
  CHECK(distance(y, landed) == 0);
}

TEST_CASE("a double pendulum agrees with its reference at t = 5") {
  const State reference = vector({-0.5868692098162711453, -0.8096817464718008051,
                                  -1.550778469470442800, -1.075912734812652457});
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12, 1e-14}) {
    Run run(double_pendulum(), tolerance, vector({1, 0, 2, 0}), State::Zero(4));
    REQUIRE(run.to(5) == integrate::StepStatus::advanced);
    INFO("tolerance " << tolerance);
    CHECK(distance(run.q(), reference) < 10 * tolerance + 1e-13);
    // weight is an applied force here
    CHECK(std::fabs(run.imbalance()) < 100 * tolerance + 1e-12);
    CHECK(run.works().applied ==
          Approx(-9.81 * (run.q()[1] + run.q()[3])).margin(100 * tolerance + 1e-12));
  }
}

TEST_CASE("a planet returns after its period") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.potential(-1 / sqrt(square(x) + square(y)));
  const State q = vector({0.4, 0}), v = vector({0, 2});  // eccentricity 0.6
  for (const double tolerance : {1e-8, 1e-12}) {
    Run run(system, tolerance, q, v);
    REQUIRE(run.to(2 * std::numbers::pi) == integrate::StepStatus::advanced);
    CHECK(distance(run.q(), q) < 30 * tolerance);
    CHECK(distance(run.v(), v) < 100 * tolerance);
  }
}

TEST_CASE("a knife edge on an incline follows its cycloid", "[F2]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr phi = system.coordinate("phi");
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(phi))) / 2);
  system.potential(-9.81 / 2 * x);
  system.constraint("blade", rate(x) * sin(phi) == rate(y) * cos(phi));
  Run run(system, 1e-12, State::Zero(3), vector({0, 0, 2}));
  REQUIRE(run.to(5) == integrate::StepStatus::advanced);
  CHECK(distance(run.q(), vector({0.1814598429253320193, 5.851375221573811647, 10})) < 1e-11);
  CHECK(distance(run.v(), vector({1.119499113704753411, 0.7258393717013280771, 2})) < 1e-11);
  CHECK(std::fabs(run.gain()) < 1e-11);
}

TEST_CASE("Appell's particle with a non-ideal constraint follows its closed form", "[N25][X24]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"), z = system.coordinate("z");
  const Vector u = {rate(x), rate(y), rate(z)};
  system.kinetic(dot(u, u) / 2);
  system.potential(9.81 * z);
  system.constraint("cone", square(u[0]) + square(u[1]) == square(u[2]));
  system.nonideal("cone", x, -0.05 * norm(u) * u[0]);
  system.nonideal("cone", y, -0.05 * norm(u) * u[1]);
  system.nonideal("cone", z, -0.05 * norm(u) * u[2]);
  Run run(system, 1e-12, State::Zero(3), vector({0.6, 0.8, -1}));
  REQUIRE(run.to(5) == integrate::StepStatus::advanced);
  CHECK(distance(run.q(), vector({20.08510902643113449, 26.78014536857484599,
                                  -33.47518171071855749})) < 1e-10);
  CHECK(distance(run.v(), vector({4.975523533218185614, 6.634031377624247486,
                                  -8.292539222030309357})) < 1e-10);
  // ψ is homogeneous in the velocities: the ideal force does no work, C does it all
  CHECK(std::fabs(run.works().ideal) < 1e-10);
  CHECK(run.works().nonideal == Approx(run.gain()).epsilon(1e-12));
  CHECK(run.works().nonideal < -100);
}

TEST_CASE("a bead slowed by the friction of its wire follows v = v0 / (1 + mu v0 t)", "[N27]") {
  // Coulomb's law with the ideal multiplier: N = |∇φ| |λ| = 2 |λ| = v²
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr speed = sqrt(square(rate(x)) + square(rate(y)));
  system.kinetic(square(speed) / 2);
  system.constraint("wire", square(x) + square(y) == 1.0);
  const Expr friction = -0.3 * 2 * abs(system.lambda("wire")) / speed;
  system.nonideal("wire", x, friction * rate(x));
  system.nonideal("wire", y, friction * rate(y));
  Run run(system, 1e-12, vector({1, 0}), vector({0, 2}));
  REQUIRE(run.to(4) == integrate::StepStatus::advanced);
  const double slowed = 1 + 0.3 * 2 * 4, angle = std::log(slowed) / 0.3;
  CHECK(distance(run.q(), vector({std::cos(angle), std::sin(angle)})) < 1e-11);
  CHECK(run.v().norm() == Approx(2 / slowed).epsilon(1e-12));
  CHECK(run.works().nonideal == Approx(run.gain()).epsilon(1e-11));
}

TEST_CASE("masses joined by a coordinate without inertia follow the matrix exponential") {
  System system;
  const Expr x1 = system.coordinate("x1"), q1 = system.coordinate("q1");
  const Expr x2 = system.coordinate("x2");
  system.kinetic(square(rate(x1)) / 2 + square(rate(q1) + rate(x2)));
  system.potential(5 * square(x1) + 6 * square(x2));
  system.constraint("joint", q1 == x1);
  Run run(system, 1e-12, vector({0.1, 0.1, -0.2}), vector({0, 0, 0.3}));
  REQUIRE(run.to(10) == integrate::StepStatus::advanced);
  CHECK(distance(run.q(), vector({0.1873835316179916716, 0.1873835316179916716,
                                  -0.1015526991791966444})) < 1e-11);
}

TEST_CASE("a chain released from exact horizontal rest falls the same in angles") {
  constexpr int links = 8;
  State q(2 * links);
  for (int i = 0; i < links; ++i) q.segment<2>(2 * i) << i + 1, 0;
  for (const double tolerance : {1e-7, 1e-10, 1e-13}) {
    Run cartesian(chain(links, false), tolerance, q, State::Zero(2 * links));
    Run angles(chain(links, true), 1e-14, State::Zero(links), State::Zero(links));
    REQUIRE(cartesian.to(1) == integrate::StepStatus::advanced);
    REQUIRE(angles.to(1) == integrate::StepStatus::advanced);
    State expected(2 * links);
    double x = 0, y = 0;
    for (int i = 0; i < links; ++i) {
      x += std::cos(angles.q()[i]);
      y += std::sin(angles.q()[i]);
      expected.segment<2>(2 * i) << x, y;
    }
    INFO("tolerance " << tolerance);
    CHECK(distance(cartesian.q(), expected) < 100 * tolerance + 1e-12);
    CHECK(std::fabs(cartesian.imbalance()) < 100 * tolerance + 1e-12);
  }
}

TEST_CASE("rows of four-bars stay parallelograms through their flat positions") {
  struct Reference {
    int N;
    double x, y;
  };
  for (const Reference& reference : {Reference{1, 0.4783850577609705590, 0.8781501787912093012},
                                     Reference{2, 0.3284581115408153787, 0.9445185381786009622}}) {
    for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13}) {
      INFO("N " << reference.N << " tolerance " << tolerance);
      Run run = four_bar_run(reference.N, tolerance);
      REQUIRE(run.to(10) == integrate::StepStatus::advanced);
      CHECK(distance(run.q().head(2), vector({reference.x, reference.y})) < 10 * tolerance + 5e-12);
      CHECK(distance(run.q().segment(2, 2) - vector({1, 0}), run.q().head(2)) < 1e-13);
      CHECK(std::fabs(run.works().ideal) < 100 * tolerance + 1e-11);
      CHECK(run.integrator().counters().steps < 300);
    }
  }
}

TEST_CASE("a run may end in a singular position") {
  Run run = four_bar_run(1, 1e-10);
  REQUIRE(run.to(0.70845000883575886919) == integrate::StepStatus::advanced);
  CHECK(distance(run.q(), vector({1, 0, 2, 0})) < 1e-9);
}

TEST_CASE("a bead on a driven hoop takes its work from the drive") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.potential(9.81 * y + square(x) * sin(system.time()) / 2);
  const Expr centre = sin(3 * system.time()) / 2;
  system.constraint("hoop", square(x - centre) + square(y) == 1.0);
  Run run(system, 1e-12, vector({1, 0}), vector({1.5, 0}));
  REQUIRE(run.to(5) == integrate::StepStatus::advanced);
  CHECK(std::fabs(run.imbalance()) < 1e-10);
  CHECK(std::fabs(run.works().ideal) > 0.1);
  CHECK(std::fabs(run.works().time) > 0.01);
  CHECK(run.works().nonideal == 0);
}

TEST_CASE("rows given for accelerations and rows that repeat others are met") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.potential(9.81 * y);
  system.constraint("rod", square(x) + square(y) == 1.0);
  system.constraint("again", 3 * square(x) + 3 * square(y) == 3.0);
  system.constraint("rolling", x * rate(x) + y * rate(y) == 0.0);
  Run run(system, 1e-12, vector({-1, 0}), vector({0, 0}));
  REQUIRE(run.to(10) == integrate::StepStatus::advanced);
  CHECK(distance(run.q(), vector({-0.2750874625761168601, -0.9614192050991250643})) < 1e-11);

  System lift;
  const Expr z = lift.coordinate("z");
  lift.kinetic(square(rate(z)) / 2);
  lift.potential(9.81 * z);
  lift.constraint("programme", rate(rate(z)) == cos(lift.time()));
  Run lifted(lift, 1e-12, vector({-1}), vector({0}));
  REQUIRE(lifted.to(7) == integrate::StepStatus::advanced);
  CHECK(lifted.q()[0] == Approx(-std::cos(7)).epsilon(1e-12));
  CHECK(std::fabs(lifted.imbalance()) < 1e-10);
}

TEST_CASE("a body falls from rest against drag, where the series ends at once") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr speed = sqrt(square(rate(x)) + square(rate(y)));
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.potential(9.81 * y);
  system.force(x, -0.2 * speed * rate(x));
  system.force(y, -0.2 * speed * rate(y));
  Run run(system, 1e-11, State::Zero(2), State::Zero(2));
  REQUIRE(run.to(2) == integrate::StepStatus::advanced);
  const double final_speed = std::sqrt(9.81 / 0.2);
  CHECK(run.v()[1] == Approx(-final_speed * std::tanh(2 * 9.81 / final_speed)).epsilon(1e-9));
  CHECK(run.integrator().counters().steps < 200);
}

TEST_CASE("a spring that acts on one side only is met where it begins to act") {
  System system;
  const Expr x = system.coordinate("x");
  system.kinetic(square(rate(x)) / 2);
  system.force(x, choose(x < 0.0, -25 * x, 0.0));
  Run run(system, 1e-11, vector({1}), vector({-2}));
  REQUIRE(run.to(1) == integrate::StepStatus::advanced);
  // from t = 0.5 on a quarter of an oscillation and more
  CHECK(run.q()[0] == Approx(-2.0 / 5 * std::sin(5 * 0.5)).epsilon(1e-8));
  CHECK(run.integrator().counters().steps < 300);
}

TEST_CASE("where the equations end, so does the run") {
  System system;
  const Expr x = system.coordinate("x");
  system.kinetic(square(rate(x)) / 2);
  system.potential(pow(x, 2.5));
  Run run(system, 1e-10, vector({1}), vector({-2}));
  const integrate::StepStatus status = run.to(10);
  CHECK(
      (status == integrate::StepStatus::not_defined || status == integrate::StepStatus::too_small));
  CHECK(run.integrator().t() < 1);
  CHECK(run.q()[0] == Approx(0).margin(1e-3));
}

TEST_CASE("laws that use the true multiplier have no series") {
  System system = pendulum();
  CHECK(taylor_applies(derive(system)));
  const Expr x(system.graph(), system.coordinates()[0].q);
  system.nonideal("rod", x, -0.1 * abs(system.lambda("rod")) * rate(x));
  CHECK(taylor_applies(derive(system)));
  system.nonideal("rod", x, -0.1 * abs(system.total("rod")) * rate(x));
  CHECK_FALSE(taylor_applies(derive(system)));
}
