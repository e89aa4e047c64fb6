#include "report/audit.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

/// A pendulum of length l, mass m and period proportional to t, in units of each.
struct Units {
  double length, mass, time;
};

Model pendulum(const Units& units) {
  return read_text(fmt::format("coordinates x y\n"
                               "parameters l = {}, m = {}, g = {}\n"
                               "kinetic 1/2*m*(x'^2 + y'^2)\npotential m*g*y\n"
                               "constraint rod: x^2 + y^2 = l^2\n"
                               "start x = l, y = 0\nrun {}\n",
                               units.length, units.mass,
                               9.81 * units.length / (units.time * units.time), 0.05 * units.time),
                   "pendulum.mech");
}

std::vector<Units> many_units() {
  std::vector<Units> all{{1, 1, 1}};
  for (const double l : {1e-12, 1e12})
    for (const double m : {1e-12, 1e12})
      for (const double t : {1e-9, 1e9}) all.push_back({l, m, t});
  return all;
}

}  // namespace

TEST_CASE("a motion that keeps its energy and its constraints passes the audit") {
  const Audit audit = audit_of(simulate(pendulum({1, 1, 1}), {.until = 3}));
  CHECK(audit.holds());
  CHECK(audit.verdict.starts_with("The audit holds: constraints"));
}

TEST_CASE("constraints that nothing holds drift away, and the audit says it") {
  const Motion motion = simulate(
      pendulum({1, 1, 1}), {.until = 400, .tolerance = 1e-6, .every = 1, .drift = Drift::none});
  const Audit audit = audit_of(motion);
  CHECK(!audit.holds());
  CHECK(audit.verdict.starts_with("The audit fails: constraints hold to"));
  CHECK(ending_in_words(motion, audit).starts_with("reached the end, but the audit fails: "));
}

// so short a run that a few steps follow it to rounding, whatever their tolerance
TEST_CASE("the bound of the energy is the same part of it in any units") {
  std::optional<double> first;
  for (const Units& units : many_units()) {
    const Audit audit = audit_of(simulate(pendulum(units)));
    const double energy = units.mass * std::pow(units.length / units.time, 2);
    const double part = *audit.rows.back().bound / energy;
    INFO(units.length << " m, " << units.mass << " kg, " << units.time << " s");
    if (!first) first = part;
    CHECK(part == Approx(*first).epsilon(1e-6));
    const double length = *audit.rows.front().bound / (units.length * units.length);
    CHECK(length == Approx(2e-9).epsilon(0.5));  // ten tolerances of x² + y² and l²
  }
}

TEST_CASE(
    "a wall that a long step overlooks costs the balance of energy, and the audit says how much") {
  // a ramp of height 10 stops a body of energy 1/2; whoever passes it has gained 10
  const Motion motion =
      simulate(read_text("coordinates x\nkinetic 1/2*x'^2\n"
                         "potential if(x < 5, 0, if(x < 5.001, 10*(x - 5)/0.001, 10))\n"
                         "start x = 0, x' = 1\nrun 10\n",
                         "wall.mech"));
  const bool passed = motion.back()["x"] > 6;
  CHECK(audit_of(motion).holds() == !passed);
}

TEST_CASE("a hill that an output alone meets costs the balance of energy") {
  // narrower than the way between two stages; the output at t = 5 lies on its top
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss, Method::stiff})
    for (const double width : {1e-3, 3e-4}) {
      CAPTURE(name_of(method), width);
      const Motion motion = simulate(
          read_text(fmt::format("coordinates x\nkinetic 1/2*x'^2\n"
                                "potential 10*exp(-((x - 5)/{})^2)\nstart x = 0, x' = 1\nrun 10\n",
                                width),
                    "hill.mech"),
          {.method = method});
      const bool passed = motion.back()["x"] > 6;
      CHECK(audit_of(motion).holds() == !passed);
    }
}

TEST_CASE(
    "a velocity that is too near to that of light has no digits for the energy, and the audit says "
    "it") {
  // p = 5 t, so that x = (√(1 + 25 t²) − 1)/5
  const auto accelerate = [](double until) {
    return simulate(read_text("coordinates x\nlagrangian -sqrt(1 - x'^2) + 5*x\n"
                              "start x = 0, x' = 0\nrun 1\n",
                              "fast.mech"),
                    {.until = until});
  };
  for (const double t : {10.0, 1e9}) {
    const Motion motion = accelerate(t);
    CHECK(motion.back()["x"] == Approx((std::sqrt(1 + 25 * t * t) - 1) / 5).epsilon(1e-8));
    CHECK(audit_of(motion).holds() == (t < 100));
  }
}

TEST_CASE("a body at rest is in balance, though nothing is there to compare rounding with") {
  for (const char* potential : {"x^2/2", "9.81*x + x^2/2 - 9.81*x", "1e6 + x^2/2"}) {
    const Motion motion =
        simulate(read_text(fmt::format("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential {}\n"
                                       "constraint floor: y = 0\nstart x = 0, y = 0\nrun 10\n",
                                       potential),
                           "rest.mech"));
    INFO(audit_of(motion).verdict);
    CHECK(audit_of(motion).holds());
  }
  // held up by a constraint whose force is rounded
  for (const double l : {0.3, 1.0, 1e3}) {
    const Motion hanging = simulate(
        read_text(fmt::format("coordinates x y\nparameters l = {}\n"
                              "kinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
                              "constraint rod: x^2 + y^2 = l^2\nstart x = 0, y = -l\nrun 10\n",
                              l),
                  "hanging.mech"));
    INFO(audit_of(hanging).verdict);
    CHECK(audit_of(hanging).holds());
  }
}

TEST_CASE("a contact is judged by what it is: an open one is no constraint that fails") {
  const auto audit_of_text = [](const std::string& text) {
    const Motion motion = simulate(read_text(text, "model.mech"));
    REQUIRE(motion.outcome().complete());
    return audit_of(motion);
  };
  const Audit ball = audit_of_text(
      "coordinates y\nkinetic 1/2*y'^2\npotential 9.81*y\ncontact floor: y >= 0\n"
      "restitution floor: 0.8\nstart y = 1, y' = 0\nrun 6\n");
  INFO(ball.complaints);
  CHECK(ball.holds());
  std::size_t of_contacts = 0;
  for (const AuditRow& row : ball.rows) {
    const bool is_one = row.what.starts_with("no gap") || row.what.starts_with("no contact") ||
                        row.what.starts_with("gap times push") ||
                        row.what.starts_with("energy that impacts add");
    of_contacts += is_one;
    if (is_one) CHECK(row.bound.has_value());
  }
  CHECK(of_contacts == 4);
  // forces that least squares would make pull somewhere
  CHECK(audit_of_text("coordinates z a b\nkinetic 1/2*z'^2 + 0.05*(a'^2 + b'^2)\n"
                      "potential 9.81*(z + 0.4*a - 0.8*b)\n"
                      "contact leg1: z + 0.5*a - b >= 1\ncontact leg2: z + 0.5*a + b >= 1\n"
                      "contact leg3: z - 0.5*a - b >= 1\ncontact leg4: z - 0.5*a + b >= 1\n"
                      "start z = 1, a = 0, b = 0, z' = 0, a' = 0, b' = 0\nrun 10\n")
            .holds());
}
