// Motions with a closed form, each with the rows of the theory that it stands for. The models are
// those of the gallery, run here with the program's own defaults but for the tolerance.

#include <cmath>

#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "scenes.hpp"
#include "source_folder.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

Motion run(const std::string& text) { return simulate(read_text(text, "model.mech")); }

// Appell's particle with x'² + y'² = z'² + 2 α g and the resistance −a₀ |u| u, without weight
std::string appell(const std::string& parameters, const std::string& start, double until) {
  return "coordinates x y z\nparameters " + parameters +
         "\nparticle body: mass 1, at (x, y, z)\ndefine u = norm((x', y', z'))\n"
         "constraint cone: x'^2 + y'^2 = z'^2 + 2*alpha*g\n"
         "nonideal cone: x: -a0*u*x', y: -a0*u*y', z: -a0*u*z'\nstart " +
         start + "\nrun " + std::to_string(until) + "\n    tolerance 1e-12\n";
}

}  // namespace

TEST_CASE("Appell's particle without weight and with α = 0 coasts on a line, u = u₀/(1 + a₀u₀t)",
          "[N25][X24]") {
  const Motion motion = simulate(gallery("appell/coasting"));
  const double u0 = std::sqrt(2.0), r = 0.05 * u0;
  for (const double t : {1.0, 7.0, 20.0}) {
    const Snapshot now = motion.at(t);
    const double way = std::log(1 + r * t) / r;
    CHECK(now["x"] == Approx(0.6 * way).epsilon(1e-10));
    CHECK(now["y"] == Approx(0.8 * way).epsilon(1e-10));
    CHECK(now["z"] == Approx(-way).epsilon(1e-10));
    // here Q_ni = C: resistance lies along a virtual displacement
    const double u = u0 / (1 + r * t);
    CHECK(now.reaction("cone").nonideal[2] == Approx(-0.05 * u * now["z'"]).epsilon(1e-9));
    CHECK(now.reaction("cone").ideal[2] == Approx(0).margin(1e-10));
  }
}

TEST_CASE("Appell's particle with α > 0 moves on hyperbolas of velocity", "[N25][X24][V22]") {
  // √(ẋ² + ẏ²) = √(2α) cosh η, ż = √(2α) sinh η, η̇ = −2 a₀ α sinh 2η/√(2α cosh 2η) with g = 1
  const double alpha = 0.3, a0 = 0.2, root = std::sqrt(2 * alpha), eta0 = 0.9;
  const Motion motion = run(appell(
      "a0 = 0.2, alpha = 0.3, g = 1, eta = 0.9, s = sqrt(2*alpha)",
      "x = 0, y = 0, z = 0, x' = 0.6*s*cosh(eta), y' = 0.8*s*cosh(eta), z' = s*sinh(eta)", 3));
  // η by the classical Runge-Kutta method with steps of 1e-4: error 1e-15
  const auto rate = [&](double eta) {
    return -2 * a0 * alpha * std::sinh(2 * eta) / std::sqrt(2 * alpha * std::cosh(2 * eta));
  };
  double eta = eta0, h = 1e-4;
  for (int step = 0; step < 30000; ++step) {
    const double k1 = rate(eta), k2 = rate(eta + h / 2 * k1), k3 = rate(eta + h / 2 * k2),
                 k4 = rate(eta + h * k3);
    eta += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const Snapshot end = motion.at(3);
  CHECK(end["x'"] == Approx(0.6 * root * std::cosh(eta)).epsilon(1e-10));
  CHECK(end["y'"] == Approx(0.8 * root * std::cosh(eta)).epsilon(1e-10));
  CHECK(end["z'"] == Approx(root * std::sinh(eta)).epsilon(1e-10));
  // Q_ni − C = a₀ (2αg)/|u| (ẋ, ẏ, −ż): Q_ni is C only where αg = 0
  const double u = std::hypot(end["x'"], end["y'"], end["z'"]);
  const auto nonideal = end.reaction("cone").nonideal;
  CHECK(nonideal[0] + a0 * u * end["x'"] == Approx(a0 * 2 * alpha / u * end["x'"]).epsilon(1e-9));
  CHECK(nonideal[2] + a0 * u * end["z'"] == Approx(-a0 * 2 * alpha / u * end["z'"]).epsilon(1e-9));
  // its power is −4 a₀ ż² (ẋ² + ẏ²)/|u|
  const double across = end["x'"] * end["x'"] + end["y'"] * end["y'"];
  double power = 0;
  const char* rates[] = {"x'", "y'", "z'"};
  for (std::size_t i = 0; i < 3; ++i) power += nonideal[i] * end[rates[i]];
  CHECK(power == Approx(-4 * a0 * end["z'"] * end["z'"] * across / u).epsilon(1e-9));
}

TEST_CASE("Appell's particle falls with half of gravity and keeps its energy", "[X24][V12]") {
  const Motion motion = simulate(gallery("appell/ideal"));
  for (const double t : {0.5, 2.0, 5.0}) {
    const double s = t + 9.81 * t * t / 4;
    CHECK(motion.at(t)["z"] == Approx(-s).epsilon(1e-11));
    CHECK(motion.at(t)["x"] == Approx(0.6 * s).epsilon(1e-11));
    CHECK(motion.at(t)["z''"] == Approx(-9.81 / 2).epsilon(1e-11));
  }
  CHECK(motion.energy_deviation() < 1e-8);
  // with Hamel's slope c = 2: g/(1 + c²)
  CHECK(simulate(gallery("appell/hamel")).at(1)["z''"] == Approx(-9.81 / 5).epsilon(1e-11));
}

TEST_CASE("a skate on an incline drifts across it on a cycloid", "[F2][V11]") {
  const Motion motion = simulate(gallery("knife_edge/knife_edge"));
  const double w = 2, c = 9.81 / 2 / (2 * w * w);
  for (const double t : {1.0, 3.0, 5.0}) {
    CHECK(motion.at(t)["x"] == Approx(c * std::pow(std::sin(w * t), 2)).margin(1e-9));
    CHECK(motion.at(t)["y"] == Approx(c * (w * t - std::sin(2 * w * t) / 2)).margin(1e-9));
  }
}

TEST_CASE("a solid ball on a turntable runs on a circle at 2/7 of its rate", "[F2][V22]") {
  const Motion motion = simulate(gallery("turntable/turntable"));
  const double k = 2.0 / 7 * 3;
  for (const double t : {1.0, 4.0}) {
    CHECK(motion.at(t)["x'"] == Approx(-0.4 * std::sin(k * t)).margin(1e-8));
    CHECK(motion.at(t)["y'"] == Approx(0.4 * std::cos(k * t)).margin(1e-8));
  }
}

TEST_CASE(
    "a bead on a driven hoop gives the motor −1.5287447568 in 4 s and keeps Jacobi's integral",
    "[V3][V22][L16]") {
  const Motion motion = simulate(gallery("driven_hoop/driven_hoop"));
  const double work = motion.back()["work(ideal)"];
  CHECK(work == Approx(-1.5287447568141738).epsilon(1e-9));
  CHECK(motion.back()["energy"] - motion.front()["energy"] == Approx(work).epsilon(1e-9));
  CHECK(motion.back()["jacobi"] == Approx(motion.front()["jacobi"]).epsilon(1e-9));
}

TEST_CASE("an isokinetic particle has q̈ = F − (F·v/v²) v", "[X2][X24]") {
  const Model model = gallery("isokinetic/isokinetic");
  Numbers numbers(model.system);
  std::mt19937_64 random(31);
  for (int trial = 0; trial < 5; ++trial) {
    const Point point = numbers.on_constraints(random);
    const StateValues& here = numbers.dynamics.state().evaluate(point.t, point.q, point.v);
    const numeric::Vector F = here.Q();
    const double m = here.M()(0, 0);
    const numeric::Vector expected = (F - F.dot(point.v) / point.v.squaredNorm() * point.v) / m;
    CHECK((point.a - expected).norm() < 1e-12 * (1 + expected.norm()));
  }
}

TEST_CASE("a uniform rod has Painlevé's paradox from μ = 4/3 on, at tan θ = 2", "[N27]") {
  const auto pressure = [](double mu, double theta) {
    ReadOptions set;
    set.set = {{"mu", mu}};
    const Model model = read_model(source_folder() + "/models/painleve_rod/painleve_rod.mech", set);
    Numbers numbers(model.system);
    numeric::Vector q(3), v(3);
    q << std::cos(theta), std::sin(theta), theta;
    v << -3, 0, 0;
    const Instant now = numbers.dynamics.instant(0, q, v);
    return now.failure ? std::nan("") : now.lambda_total[0];
  };
  const double steepest = std::atan(2.0);
  // below the limit one solution, beyond it none
  CHECK(pressure(4.0 / 3 - 1e-3, steepest) > 0);
  CHECK(std::isnan(pressure(4.0 / 3 + 1e-3, steepest)));
  // elsewhere the limit is higher: μ β = 3 μ tan θ/(tan² θ + 4) < 1
  CHECK(pressure(4.0 / 3 + 1e-3, steepest + 0.3) > 0);
  CHECK(pressure(4.0 / 3 + 1e-3, steepest - 0.3) > 0);
  // θ = 0.6, μ = ½, slip along +x: 2.6212 instead of 3.2232
  const Model model = gallery("painleve_rod/painleve_rod");
  Numbers numbers(model.system);
  const Point start = numbers.start(model);
  const Instant now = numbers.dynamics.instant(0, start.q, start.v);
  CHECK(now.lambda[0] == Approx(3.22322).epsilon(2e-6));
  CHECK(now.lambda_total[0] == Approx(2.62120).epsilon(1e-5));
}
