#include <catch2/catch.hpp>
#include <vector>

#include "flows.hpp"
#include "motion/allocations.hpp"

using namespace alembert;
using namespace alembert::flows;

namespace {

/// A pendulum, (θ, θ′), with g = l = 1.
Given pendulum() {
  return {2, [](double, const Vector& y, Vector& dy) {
            dy[0] = y[1];
            dy[1] = -std::sin(y[0]);
          }};
}
double pendulum_energy(const Vector& y) { return y[1] * y[1] / 2 - std::cos(y[0]); }

}  // namespace

TEST_CASE("one step of Gauss's method has an error of order h⁹, and of h⁷ in between") {
  Given flow = swelling();
  const auto integrator = integrate::make_gauss(flow, 1e3);
  const auto errors = [&](double h) {
    integrator->start(0, vector({1}), h);
    REQUIRE(integrator->step(h).status == integrate::StepStatus::advanced);
    REQUIRE(integrator->t() == h);
    Vector between;
    integrator->interpolate(0.4 * h, between);
    return std::pair{std::abs(integrator->y()[0] - std::exp(std::sin(h))),
                     std::abs(between[0] - std::exp(std::sin(0.4 * h)))};
  };
  const auto [end, between] = errors(0.4);
  const auto [end_of_half, between_of_half] = errors(0.2);
  CHECK(order_of(end, end_of_half) == Approx(9).margin(0.7));
  CHECK(order_of(between, between_of_half) == Approx(7).margin(0.7));
}

TEST_CASE(
    "the error of a Kepler orbit follows the tolerance of Gauss's method from 1e-4 to 1e-13") {
  Given flow = kepler();
  for (double tolerance = 1e-4; tolerance > 5e-14; tolerance /= 10) {
    const auto integrator = integrate::make_gauss(flow, tolerance);
    integrator->start(0, kepler_start());
    REQUIRE(run(*integrator, 2 * std::numbers::pi) == integrate::StepStatus::advanced);
    CAPTURE(tolerance);
    const double error = (integrator->y() - kepler_start()).norm();
    CHECK(error < 1000 * tolerance);
  }
}

TEST_CASE("Gauss's method keeps its step, and shortens it where the way becomes harder") {
  Given flow = kepler();
  const auto integrator = integrate::make_gauss(flow, 1e-9);
  // from the far point, where everything is slow
  integrator->start(0, kepler_at(std::numbers::pi));
  REQUIRE(integrator->step(100).status == integrate::StepStatus::advanced);
  const double first = integrator->t() - integrator->t_before();
  REQUIRE(run(*integrator, 2 * std::numbers::pi) == integrate::StepStatus::advanced);
  CHECK((integrator->y() - kepler_at(std::numbers::pi)).norm() < 1e-5);
  CHECK(integrator->counters().rejected > 0);

  const long rejected = integrator->counters().rejected;
  std::vector<double> steps;
  while (integrator->t() < 50) {
    REQUIRE(integrator->step(100).status == integrate::StepStatus::advanced);
    steps.push_back(integrator->t() - integrator->t_before());
  }
  CHECK(steps.front() < first / 2);
  for (const double step : steps) CHECK(step == Approx(steps.front()).epsilon(1e-12));
  CHECK(integrator->counters().rejected == rejected);
}

TEST_CASE("the energy of a planet does not drift under Gauss's method, but does under dop853") {
  Given flow = kepler();
  const auto gauss = integrate::make_gauss(flow, 1e-8), dop853 = integrate::make_dop853(flow, 1e-8);
  // the largest error of the energy in the first and in the last tenth of many orbits
  const double end = 600 * 2 * std::numbers::pi;
  const auto errors = [&](integrate::Integrator& integrator) {
    integrator.start(0, kepler_start());
    double early = 0, late = 0;
    while (integrator.t() < end) {
      REQUIRE(integrator.step(end).status == integrate::StepStatus::advanced);
      const double error = std::abs(kepler_energy(integrator.y()) + 0.5);
      if (integrator.t() < 0.1 * end) early = std::max(early, error);
      if (integrator.t() > 0.9 * end) late = std::max(late, error);
    }
    return std::pair{early, late};
  };
  const auto [gauss_early, gauss_late] = errors(*gauss);
  const auto [dop853_early, dop853_late] = errors(*dop853);
  CHECK(gauss_late < 1.5 * gauss_early);
  CHECK(dop853_late > 3 * dop853_early);
  CHECK(gauss_late < 0.1 * dop853_late);
}

TEST_CASE(
    "the energy error of a pendulum does not grow over many thousand steps of Gauss's "
    "method") {
  Given flow = pendulum();
  const auto integrator = integrate::make_gauss(flow, 1e-13);
  const Vector start = vector({1.5, 0});
  integrator->start(0, start);
  bool advanced = true;
  const auto mean_error = [&](int steps) {
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
      advanced = advanced && integrator->step(1e6).status == integrate::StepStatus::advanced;
      sum += pendulum_energy(integrator->y()) - pendulum_energy(start);
    }
    return sum / steps;
  };
  const double early = mean_error(5000);
  mean_error(20000);
  const double late = mean_error(5000);
  CHECK(advanced);
  CHECK(std::abs(early) < 1e-12);
  // what is left is the rounding of the coefficients, 1e-18 a step
  CHECK(std::abs(late - early) < 1e-13);
}

TEST_CASE("Gauss's method goes back the way it came") {
  Given flow = kepler();
  const auto integrator = integrate::make_gauss(flow, 1e3);
  const double end = 20;
  integrator->start(0, kepler_start(), 0.25);
  REQUIRE(run(*integrator, end) == integrate::StepStatus::advanced);
  // so coarse that the error is large
  CHECK((integrator->y() - kepler_at(end)).norm() > 1e-5);

  // with velocities turned round, the same steps lead to the start
  Vector turned = integrator->y();
  turned.tail(2) *= -1;
  integrator->start(0, turned, 0.25);
  REQUIRE(run(*integrator, end) == integrate::StepStatus::advanced);
  Vector back = integrator->y();
  back.tail(2) *= -1;
  CHECK((back - kepler_start()).norm() < 1e-11);
}

TEST_CASE("Gauss's method is accurate and continuous between its steps, also after corrections") {
  Given flow = kepler();
  const auto integrator = integrate::make_gauss(flow, 1e-9);
  integrator->start(0, kepler_start());
  Vector y(4);
  double worst = 0;
  while (integrator->t() < 6) {
    REQUIRE(integrator->step(6).status == integrate::StepStatus::advanced);
    const double from = integrator->t_before(), to = integrator->t();
    const Vector landed = integrator->y();
    integrator->correct(landed * (1 + 1e-13));
    for (int i = 0; i < 16; ++i) {
      const double t = from + (to - from) * i / 16;
      integrator->interpolate(t, y);
      worst = std::max(worst, (y - kepler_at(t)).norm());
    }
    integrator->interpolate(to, y);
    CHECK(y == landed);
    integrator->interpolate(to - 1e-12 * (to - from), y);
    CHECK((y - landed).norm() < 1e-11);
  }
  CHECK(integrator->t() == 6);
  CHECK(worst < 1e-6);
}

TEST_CASE("rounding errors of f do not make Gauss's method stall") {
  const double noise = 1e-10;
  Given flow(
      2, 2,
      [=](double t, const Vector& y, Vector& dy) {
        dy[0] = y[1] + noise * std::sin(1e9 * t + 1e12 * y[0]);
        dy[1] = -y[0] + noise * std::cos(1e9 * t + 1e12 * y[1]);
      },
      noise);
  const auto integrator = integrate::make_gauss(flow, 1e-14);
  integrator->start(0, vector({1, 0}));
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::advanced);
  CHECK(integrator->counters().steps < 200);
  CHECK(integrator->y()[0] == Approx(std::cos(10)).margin(1e-8));
}

TEST_CASE(
    "Gauss's method ends where f ends, where it cannot converge, or where y becomes infinite") {
  Given ending(1, [](double, const Vector& y, Vector& dy) { dy[0] = -std::sqrt(y[0]) - 0.1; });
  const auto integrator = integrate::make_gauss(ending, 1e-8);
  integrator->start(0, vector({1}));
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::not_defined);
  // but for a hundred tolerances
  CHECK(std::abs(integrator->y()[0]) < 1e-6);
  CHECK(integrator->counters().steps + integrator->counters().rejected < 1000);
  CHECK(integrator->t_before() == integrator->t());

  // a force that jumps: no smaller step helps at the jump itself, but f is always defined
  Given jumping(1, [](double, const Vector& y, Vector& dy) { dy[0] = y[0] > 1 ? -1e3 : 1e3; });
  const auto chattering = integrate::make_gauss(jumping, 1e-10);
  chattering->start(0, vector({0}));
  const integrate::StepStatus status = run(*chattering, 1);
  CHECK((status == integrate::StepStatus::not_converging ||
         status == integrate::StepStatus::too_small));
  CHECK(chattering->t() == Approx(1e-3).epsilon(1e-3));

  Given infinite(1, [](double, const Vector& y, Vector& dy) { dy[0] = y[0] * y[0]; });
  const auto rising = integrate::make_gauss(infinite, 1e-8);
  rising->start(1e6, vector({1}));
  CHECK(run(*rising, 2e6) != integrate::StepStatus::advanced);
  CHECK(rising->t() == Approx(1e6 + 1).margin(0.1));
}

TEST_CASE("integrals come along with Gauss's method, and it asks for no memory after its start") {
  Given flow(3, 2, [](double, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = -y[0];
    dy[2] = y[0] * y[1];
  });
  const auto integrator = integrate::make_gauss(flow, 1e-10);
  integrator->start(0, vector({1, 0, 0}));
  Vector y(3);
  const long before = allocations();
  bool advanced = true;
  while (integrator->t() < 10) {
    advanced = advanced && integrator->step(10).status == integrate::StepStatus::advanced;
    integrator->interpolate((integrator->t_before() + integrator->t()) / 2, y);
    y = integrator->y() * (1 + 1e-14);
    integrator->correct(y);
  }
  CHECK(allocations() == before);
  CHECK(advanced);
  CHECK(integrator->y()[2] == Approx(-std::pow(std::sin(10), 2) / 2).margin(1e-8));
}

TEST_CASE("Gauss's method keeps its tolerance where a force jumps with the position") {
  // x'' = ∓1 towards 0 from rest at 1: parabolas of a quarter period √2
  Given flow(2, [](double, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = y[0] < 0 ? 1 : -1;
  });
  const double quarter = std::sqrt(2.0), end = 20;
  const double beyond = std::fmod(end, 4 * quarter) - quarter;
  // within the third and second quarter x is below 0
  REQUIRE((beyond > 0 && beyond < 2 * quarter));
  const double exact = beyond * beyond / 2 - quarter * beyond;
  double before = 1;
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
    CAPTURE(tolerance);
    const auto integrator = integrate::make_gauss(flow, tolerance);
    integrator->start(0, vector({1, 0}));
    REQUIRE(run(*integrator, end) == integrate::StepStatus::advanced);
    const double error = std::abs(integrator->y()[0] - exact);
    // seven kinks, at each of them ten times the tolerance, carried on for up to 20 seconds
    CHECK(error < 2000 * tolerance);
    CHECK(error < before);
    CHECK(integrator->counters().steps < 2000);
    before = error;
  }
}

TEST_CASE("Gauss's method goes back to its step after a jump") {
  Given flow(2, [](double t, const Vector& y, Vector& dy) {
    dy[0] = y[1];
    dy[1] = -y[0] + (t < 3 ? 0 : 1);
  });
  const auto integrator = integrate::make_gauss(flow, 1e-10);
  integrator->start(0, vector({1, 0}));
  REQUIRE(integrator->step(20).status == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(20).status == integrate::StepStatus::advanced);
  const double step = integrator->t() - integrator->t_before();
  while (integrator->t() < 10)
    REQUIRE(integrator->step(20).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() - integrator->t_before() == Approx(step).epsilon(0.5));
  REQUIRE(run(*integrator, 20) == integrate::StepStatus::advanced);
  CHECK(integrator->counters().steps < 500);
  CHECK(integrator->y()[0] == Approx(std::cos(20) + 1 - std::cos(17)).margin(1e-8));
}

TEST_CASE("the energy of a pendulum in Cartesian coordinates does not drift under Gauss's method") {
  // (x, y, x′, y′) on the unit circle, g = 9.81, released level: E = 0
  Given flow(4, [](double, const Vector& y, Vector& dy) {
    const double tension = (y[2] * y[2] + y[3] * y[3] - 9.81 * y[1]) / (y[0] * y[0] + y[1] * y[1]);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -tension * y[0];
    dy[3] = -9.81 - tension * y[1];
  });
  const auto project = [](double, const Vector& from, Vector& to) {
    to = from;
    to.head(2).normalize();
    const double across = to.head(2).dot(to.tail(2));
    to.tail(2) -= across * to.head(2);
    return true;
  };
  const double end = 2000;
  struct Errors {
    double early = 0, late = 0;
  };
  const auto errors = [&](integrate::Integrator& integrator) {
    integrator.start(0, vector({1, 0, 0, 0}));
    Errors largest;
    Vector y(4);
    while (integrator.t() < end) {
      REQUIRE(integrator.step(end).status == integrate::StepStatus::advanced);
      project(integrator.t(), integrator.y(), y);
      integrator.correct(y);
      const double error = std::abs(y.tail(2).squaredNorm() / 2 + 9.81 * y[1]);
      double& place = integrator.t() < 0.1 * end ? largest.early : largest.late;
      place = std::max(place, error);
    }
    return largest;
  };
  const Errors symmetric = errors(*integrate::make_gauss(flow, 1e-8, project));
  const Errors projected_afterwards = errors(*integrate::make_gauss(flow, 1e-8));
  CHECK(symmetric.late < 1.5 * symmetric.early);
  CHECK(projected_afterwards.late > 3 * projected_afterwards.early);
}
