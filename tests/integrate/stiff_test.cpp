#include <catch2/catch.hpp>

#include "flows.hpp"
#include "motion/allocations.hpp"

using namespace alembert;
using namespace alembert::flows;

namespace {

/// y′ = −λ(y − cos t) − sin t, with y = cos t from y(0) = 1, and errors that fade at the rate λ.
Given clinging(double lambda) {
  return {1, [=](double t, const Vector& y, Vector& dy) {
            dy[0] = -lambda * (y[0] - std::cos(t)) - std::sin(t);
          }};
}

/// A circular motion (x, x′) with a third component that clings to x.
Given circle_with_follower() {
  return {3, [](double, const Vector& y, Vector& dy) {
            dy[0] = y[1];
            dy[1] = -y[0];
            dy[2] = -1e6 * (y[2] - y[0]);
          }};
}

}  // namespace

TEST_CASE("a stiff spring costs few steps with backward differentiation, many with dop853") {
  Given flow = clinging(1e6);
  const auto stiff = integrate::make_stiff(flow, 1e-6), dop853 = integrate::make_dop853(flow, 1e-6);
  stiff->start(0, vector({1}));
  REQUIRE(run(*stiff, 10) == integrate::StepStatus::advanced);
  CHECK(stiff->y()[0] == Approx(std::cos(10)).margin(1e-5));
  CHECK(stiff->counters().steps < 300);

  dop853->start(0, vector({1}));
  REQUIRE(run(*dop853, 0.01) == integrate::StepStatus::advanced);
  CHECK(dop853->counters().steps > 1000);
}

TEST_CASE("a heavily damped mass creeps as its closed form says") {
  // x″ = −d x′ − d x: eigenvalues near −1 and −d
  const double d = 1e6;
  Given flow(2, [=](double, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = -d * y[1] - d * y[0];
  });
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(0, vector({1, 0}));
  REQUIRE(run(*integrator, 5) == integrate::StepStatus::advanced);
  const double slow = -2 / (1 + std::sqrt(1 - 4 / d)), fast = d / slow;
  const double exact = (fast * std::exp(slow * 5)) / (fast - slow);
  CHECK(integrator->y()[0] == Approx(exact).margin(1e-6));
  CHECK(integrator->counters().steps < 600);
}

TEST_CASE("van der Pol's oscillator with μ = 1000 meets its published values") {
  // time in units of μ; reference: Test Set for IVP Solvers, problem VDPOL
  Given flow(2, [](double, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
  });
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(0, vector({2, 0}));
  REQUIRE(run(*integrator, 2) == integrate::StepStatus::advanced);
  CHECK(integrator->y()[0] == Approx(1.706167732170483).epsilon(1e-5));
  CHECK(integrator->y()[1] == Approx(-0.8928097010247975).epsilon(1e-5));
  // sizes are 1, and so the speeds of 1300 on the way are held to 1e-8 as well
  CHECK(integrator->counters().steps < 8000);
}

TEST_CASE("Robertson's reaction keeps its mass and meets its published values") {
  Given flow(3, [](double, const Vector& y, Vector& dy) {
    dy[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    dy[2] = 3e7 * y[1] * y[1];
    dy[1] = -dy[0] - dy[2];
  });
  const auto integrator = integrate::make_stiff(flow, 1e-10);
  integrator->start(0, vector({1, 0, 0}));
  REQUIRE(run(*integrator, 40) == integrate::StepStatus::advanced);
  CHECK(integrator->y()[0] == Approx(0.7158270688).margin(1e-7));
  CHECK(integrator->y()[1] == Approx(9.185534765e-6).margin(1e-9));
  CHECK(integrator->y().sum() == Approx(1).margin(1e-12));
}

TEST_CASE("the error of backward differentiation follows the tolerance") {
  Given flow = swelling();
  for (double tolerance = 1e-4; tolerance > 5e-12; tolerance /= 10) {
    const auto integrator = integrate::make_stiff(flow, tolerance);
    integrator->start(0, vector({1}));
    REQUIRE(run(*integrator, 10) == integrate::StepStatus::advanced);
    CAPTURE(tolerance);
    CHECK(integrator->t() == 10);
    CHECK(std::abs(integrator->y()[0] - std::exp(std::sin(10))) < 1000 * tolerance);
  }
}

TEST_CASE("backward differentiation is accurate and continuous between its steps") {
  Given flow = circle_with_follower();
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(0, vector({1, 0, 1}));
  Vector y(3), last = vector({1, 0, 1});
  double worst = 0, jump = 0;
  while (integrator->t() < 5) {
    REQUIRE(integrator->step(5).status == integrate::StepStatus::advanced);
    const double from = integrator->t_before(), to = integrator->t();
    integrator->interpolate(from, y);
    jump = std::max(jump, (y - last).norm());
    for (int i = 1; i < 8; ++i) {
      const double t = from + (to - from) * i / 8;
      integrator->interpolate(t, y);
      worst = std::max(worst, std::abs(y[0] - std::cos(t)));
    }
    last = integrator->y();
  }
  CHECK(integrator->t() == 5);
  CHECK(jump < 1e-14);
  CHECK(worst < 1e-5);
}

TEST_CASE("projections after every step do not disturb backward differentiation") {
  Given flow = circle_with_follower();
  const auto free = integrate::make_stiff(flow, 1e-6),
             projected = integrate::make_stiff(flow, 1e-6);
  for (integrate::Integrator* one : {free.get(), projected.get()}) one->start(0, vector({1, 0, 1}));
  REQUIRE(run(*free, 50) == integrate::StepStatus::advanced);

  double largest = 0;
  while (projected->t() < 50) {
    REQUIRE(projected->step(50).status == integrate::StepStatus::advanced);
    Vector y = projected->y();
    largest = std::max(largest, std::abs(y.head(2).norm() - 1));
    y.head(2).normalize();
    projected->correct(y);
    CHECK(projected->y() == y);
  }
  CHECK(projected->counters().steps < 1.2 * free->counters().steps);
  CHECK(projected->y().head(2).norm() == Approx(1).margin(1e-15));
  // the radius is kept; the angle may be off by what the tolerance gathers
  CHECK(std::abs(free->y().head(2).norm() - 1) > 1e-5);
  CHECK(projected->y()[0] == Approx(std::cos(50)).margin(1e-3));
}

TEST_CASE(
    "a large correction begins backward differentiation anew, and leaves the step before as it "
    "was") {
  Given flow = circle_with_follower();
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(0, vector({1, 0, 1}));
  REQUIRE(run(*integrator, 1) == integrate::StepStatus::advanced);
  const Vector landed = integrator->y();
  const double middle = (integrator->t_before() + 1) / 2;
  integrator->correct(1.5 * landed);
  Vector y(3);
  integrator->interpolate(middle, y);
  CHECK(y[0] == Approx(std::cos(middle)).epsilon(1e-6));
  integrator->interpolate(1, y);
  CHECK(y == landed);
  REQUIRE(run(*integrator, 5) == integrate::StepStatus::advanced);
  CHECK(integrator->y()[0] == Approx(1.5 * std::cos(5)).margin(1e-5));
}

TEST_CASE("rounding errors of f do not make backward differentiation stall") {
  const double noise = 1e-8;
  Given flow(
      1, 1,
      [=](double t, const Vector& y, Vector& dy) {
        dy[0] = -y[0] + noise * std::sin(1e9 * t + 1e12 * y[0]);
      },
      noise);
  const auto integrator = integrate::make_stiff(flow, 1e-12);
  integrator->start(0, vector({1}));
  int calls = 0;
  while (integrator->t() < 5 && ++calls < 20000)
    REQUIRE(integrator->step(5).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() == 5);
  CHECK(integrator->y()[0] == Approx(std::exp(-5)).margin(1e-6));
}

TEST_CASE("backward differentiation ends where f ends or y becomes infinite, and says so") {
  Given ending(1, [](double, const Vector& y, Vector& dy) { dy[0] = -std::sqrt(y[0]) - 0.1; });
  const auto integrator = integrate::make_stiff(ending, 1e-8);
  integrator->start(0, vector({1}));
  const integrate::StepStatus status = run(*integrator, 10);
  CHECK(status == integrate::StepStatus::not_defined);
  CHECK(std::abs(integrator->y()[0]) < 1e-6);
  CHECK(integrator->t_before() == integrator->t());
  integrator->start(0, vector({-1}));
  CHECK(integrator->step(1).status == integrate::StepStatus::not_defined);

  Given infinite(1, [](double, const Vector& y, Vector& dy) { dy[0] = y[0] * y[0]; });
  const auto rising = integrate::make_stiff(infinite, 1e-8);
  rising->start(1e6, vector({1}));
  int calls = 0;
  integrate::StepStatus end = integrate::StepStatus::advanced;
  while (end == integrate::StepStatus::advanced && ++calls < 100000) end = rising->step(2e6).status;
  CHECK(end != integrate::StepStatus::advanced);
  CHECK(rising->t() == Approx(1e6 + 1).margin(1e-5));
}

TEST_CASE("backward differentiation meets ends however near") {
  Given flow = oscillator();
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(1, vector({1, 0}));
  const double next = std::nextafter(1.0, 2.0);
  REQUIRE(integrator->step(next).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() == next);
  REQUIRE(run(*integrator, 2) == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(std::nextafter(2.0, 3.0)).status == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(2.0 + 1e-13).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() == 2.0 + 1e-13);
  REQUIRE(run(*integrator, 3) == integrate::StepStatus::advanced);
  CHECK(integrator->t() == 3);
  CHECK(integrator->y()[0] == Approx(std::cos(2)).margin(1e-6));
}

TEST_CASE("integrals come along with backward differentiation without steering it") {
  const auto make = [](std::size_t size, std::size_t controlled) {
    return Given(size, controlled, [](double t, const Vector& y, Vector& dy) {
      dy[0] = y[1];
      dy[1] = -y[0];
      if (y.size() > 2) {
        dy[2] = y[0] * y[1];
        dy[3] = 1e3 * std::sin(50 * t);
      }
    });
  };
  Given alone = make(2, 2), with = make(4, 2);
  const auto bare = integrate::make_stiff(alone, 1e-8),
             integrator = integrate::make_stiff(with, 1e-8);
  bare->start(0, vector({1, 0}), 1e-4);
  integrator->start(0, vector({1, 0, 0, 0}), 1e-4);
  REQUIRE(run(*bare, 10) == integrate::StepStatus::advanced);
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::advanced);
  CHECK(integrator->y()[2] == Approx(-std::pow(std::sin(10), 2) / 2).margin(1e-5));
  CHECK(integrator->counters().steps <= 1.1 * bare->counters().steps);
}

TEST_CASE("backward differentiation asks for no memory after its first step") {
  Given flow = circle_with_follower();
  const auto integrator = integrate::make_stiff(flow, 1e-8);
  integrator->start(0, vector({1, 0, 1}));
  Vector y(3);
  REQUIRE(integrator->step(10).status == integrate::StepStatus::advanced);
  const long before = allocations();
  bool advanced = true;
  while (integrator->t() < 10) {
    advanced = advanced && integrator->step(10).status == integrate::StepStatus::advanced;
    integrator->interpolate((integrator->t_before() + integrator->t()) / 2, y);
    y = integrator->y() * (1 + 1e-12);
    integrator->correct(y);
  }
  CHECK(allocations() == before);
  CHECK(advanced);
}

TEST_CASE(
    "integrals under backward differentiation are as accurate as the motion, also in between") {
  // x is a parabola, for which long steps are good enough; the integral of x x' is not
  Given flow(3, 2, [](double, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = -1;
    dy[2] = y[0] * y[1];
  });
  const auto integrator = integrate::make_stiff(flow, 1e-10);
  integrator->start(0, vector({1, -1, 0}));
  Vector y(3);
  double worst = 0;
  while (integrator->t() < 3) {
    REQUIRE(integrator->step(3).status == integrate::StepStatus::advanced);
    for (int i = 0; i <= 4; ++i) {
      const double from = integrator->t_before();
      const double t = from + (integrator->t() - from) * i / 4;
      integrator->interpolate(t, y);
      const double x = 1 - t - t * t / 2;
      worst = std::max(worst, std::abs(y[2] - (x * x - 1) / 2));
    }
  }
  // a hundred times the tolerance, as the motion itself
  CHECK(worst < 1e-8);
}
