#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <set>
#include <vector>

#include "flows.hpp"
#include "integrate/dop853_tableau.hpp"
#include "motion/allocations.hpp"

using namespace alembert;
using namespace alembert::flows;

namespace {

/// A rooted tree: the trees that hang on its root. Runge-Kutta methods of order p satisfy one
/// condition for each tree with at most p nodes (Hairer, Nørsett and Wanner II.2).
struct Tree {
  std::vector<Tree> branches;
  bool operator<(const Tree& other) const { return branches < other.branches; }

  int nodes() const {
    int sum = 1;
    for (const Tree& branch : branches) sum += branch.nodes();
    return sum;
  }
  double density() const {
    double product = nodes();
    for (const Tree& branch : branches) product *= branch.density();
    return product;
  }
};

using Stages = std::array<double, 16>;

/// The elementary weight of each stage.
Stages weights_of(const Tree& tree) {
  Stages product;
  product.fill(1);
  for (const Tree& branch : tree.branches) {
    const Stages inner = weights_of(branch);
    for (std::size_t i = 0; i < 16; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 15; ++j) sum += integrate::dop853::a[i][j] * inner[j];
      product[i] *= sum;
    }
  }
  return product;
}

/// All trees with so many nodes: those with one fewer, with a leaf put on each node in turn.
void grow(const Tree& tree, const std::function<void(Tree)>& found) {
  Tree with_leaf = tree;
  with_leaf.branches.push_back({});
  std::sort(with_leaf.branches.begin(), with_leaf.branches.end());
  found(with_leaf);
  for (std::size_t i = 0; i < tree.branches.size(); ++i)
    grow(tree.branches[i], [&](Tree branch) {
      Tree grown = tree;
      grown.branches[i] = std::move(branch);
      std::sort(grown.branches.begin(), grown.branches.end());
      found(std::move(grown));
    });
}

std::set<Tree> trees(int nodes) {
  if (nodes == 1) return {Tree{}};
  std::set<Tree> result;
  for (const Tree& tree : trees(nodes - 1))
    grow(tree, [&](Tree t) { result.insert(std::move(t)); });
  return result;
}

double sum_of(const double* weights, std::size_t count, const Stages& stages) {
  double sum = 0;
  for (std::size_t j = 0; j < count; ++j) sum += weights[j] * stages[j];
  return sum;
}

}  // namespace

TEST_CASE(
    "the tableau of dop853 satisfies the conditions of order 8, and its dense output of order 7") {
  for (std::size_t i = 0; i < 16; ++i) {
    double row = 0;
    for (const double a : integrate::dop853::a[i]) row += a;
    CHECK(row == Approx(integrate::dop853::c[i]).margin(1e-14));
  }

  const std::array<std::size_t, 9> expected{0, 1, 1, 2, 4, 9, 20, 48, 115};
  for (int nodes = 1; nodes <= 8; ++nodes) {
    const std::set<Tree> all = trees(nodes);
    REQUIRE(all.size() == expected[static_cast<std::size_t>(nodes)]);
    double worst = 0, worst5 = 0, worst3 = 0, worst_dense = 0;
    for (const Tree& tree : all) {
      const Stages stages = weights_of(tree);
      const double exact = 1 / tree.density();
      const double end = sum_of(integrate::dop853::a[12], 12, stages);
      worst = std::max(worst, std::abs(end - exact));
      worst5 = std::max(worst5, std::abs(sum_of(integrate::dop853::e5, 12, stages)));
      worst3 = std::max(worst3, std::abs(sum_of(integrate::dop853::e3, 12, stages)));
      for (const double x : {0.1, 0.3, 0.5, 0.9}) {
        double sum = 0;
        for (const std::size_t row : {3, 2, 1, 0})
          sum = sum_of(integrate::dop853::d[row], 16, stages) + (row % 2 == 0 ? x : 1 - x) * sum;
        sum = 2 * end - stages[12] - stages[0] + (1 - x) * sum;
        sum = stages[0] - end + x * sum;
        sum = x * (end + (1 - x) * sum);
        worst_dense = std::max(worst_dense, std::abs(sum - std::pow(x, nodes) * exact));
      }
    }
    CAPTURE(nodes);
    CHECK(worst < 1e-14);
    CHECK((nodes <= 5) == (worst5 < 1e-14));
    CHECK((nodes <= 3) == (worst3 < 1e-14));
    CHECK((nodes <= 7) == (worst_dense < 1e-12));
  }
}

TEST_CASE("one step of dop853 has an error of order h⁹, and of h⁸ in between") {
  Given flow = swelling();
  // a tolerance that accepts every step
  const auto integrator = integrate::make_dop853(flow, 1e3);
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
  CHECK(order_of(between, between_of_half) == Approx(8).margin(0.7));
}

TEST_CASE("the error of a Kepler orbit follows the tolerance of dop853 from 1e-4 to 1e-13") {
  Given flow = kepler();
  for (double tolerance = 1e-4; tolerance > 5e-14; tolerance /= 10) {
    const auto integrator = integrate::make_dop853(flow, tolerance);
    integrator->start(0, kepler_start());
    REQUIRE(run(*integrator, 2 * std::numbers::pi) == integrate::StepStatus::advanced);
    CAPTURE(tolerance);
    const double error = (integrator->y() - kepler_start()).norm();
    CHECK(error < 1000 * tolerance);
    CHECK(integrator->counters().rejected < integrator->counters().steps / 2);
  }
}

TEST_CASE("the Arenstorf orbit closes after its published period") {
  const double mu = 0.012277471;
  Given flow(4, [=](double, const Vector& y, Vector& dy) {
    const double to_earth = std::pow(std::hypot(y[0] + mu, y[1]), 3);
    const double to_moon = std::pow(std::hypot(y[0] - 1 + mu, y[1]), 3);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = y[0] + 2 * y[3] - (1 - mu) * (y[0] + mu) / to_earth - mu * (y[0] - 1 + mu) / to_moon;
    dy[3] = y[1] - 2 * y[2] - (1 - mu) * y[1] / to_earth - mu * y[1] / to_moon;
  });
  const Vector start = vector({0.994, 0, 0, -2.00158510637908252240537862224});
  const auto integrator = integrate::make_dop853(flow, 1e-12);
  integrator->start(0, start);
  REQUIRE(run(*integrator, 17.0652165601579625588917206249) == integrate::StepStatus::advanced);
  // the orbit passes the moon closely, which multiplies errors by 1e4
  CHECK((integrator->y() - start).norm() < 1e-7);
  CHECK(integrator->counters().steps < 500);
}

TEST_CASE("dop853 is accurate and continuous between its steps") {
  Given flow = kepler();
  const auto integrator = integrate::make_dop853(flow, 1e-9);
  integrator->start(0, kepler_start());
  Vector y(4), last = kepler_start();
  double worst = 0;
  while (integrator->t() < 6) {
    REQUIRE(integrator->step(6).status == integrate::StepStatus::advanced);
    const double from = integrator->t_before(), to = integrator->t();
    integrator->interpolate(from, y);
    CHECK(y == last);
    for (int i = 1; i < 16; ++i) {
      const double t = from + (to - from) * i / 16;
      integrator->interpolate(t, y);
      worst = std::max(worst, (y - kepler_at(t)).norm());
    }
    integrator->interpolate(to, last);
    CHECK(last == integrator->y());
    // from inside towards the end: no jump
    integrator->interpolate(to - 1e-12 * (to - from), y);
    CHECK((y - last).norm() < 1e-11);
  }
  CHECK(worst < 1e-6);
}

TEST_CASE("dop853 meets the end exactly and without a tiny last step") {
  Given flow = oscillator();
  const auto integrator = integrate::make_dop853(flow, 1e-10);
  for (const double end : {0.1, 1.0 / 3, 2.0, 3.1, 4.05, 10.7}) {
    integrator->start(0, vector({1, 0}));
    double longest = 0;
    while (integrator->t() < end) {
      REQUIRE(integrator->step(end).status == integrate::StepStatus::advanced);
      longest = std::max(longest, integrator->t() - integrator->t_before());
    }
    CHECK(integrator->t() == end);
    CHECK(integrator->t() - integrator->t_before() > 0.45 * std::min(longest, end / 2));
    CHECK(integrator->y()[0] == Approx(std::cos(end)).margin(1e-9));
  }
  // one unit in the last place further is a step as well
  const double next = std::nextafter(integrator->t(), 100.0);
  CHECK(integrator->step(next).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() == next);
}

TEST_CASE("ends on the way do not shorten the steps after them") {
  Given flow = oscillator();
  const auto integrator = integrate::make_dop853(flow, 1e-10);
  integrator->start(0, vector({1, 0}));
  REQUIRE(run(*integrator, 5) == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(5 + 1e-7).status == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(50).status == integrate::StepStatus::advanced);
  CHECK(integrator->t() - integrator->t_before() > 0.2);
}

TEST_CASE("dop853 evaluates 12 times a step, and 3 times more only where it is asked in between") {
  Given flow = oscillator();
  const auto integrator = integrate::make_dop853(flow, 1e-8);
  integrator->start(0, vector({1, 0}), 0.5);
  REQUIRE(run(*integrator, 20) == integrate::StepStatus::advanced);
  const integrate::IntegratorCounters plain = integrator->counters();
  CHECK(plain.evaluations == 12 * plain.steps + 11 * plain.rejected);

  Vector y(2);
  integrator->start(0, vector({1, 0}), 0.5);
  while (integrator->t() < 20) {
    REQUIRE(integrator->step(20).status == integrate::StepStatus::advanced);
    for (const double part : {0.25, 0.5})
      integrator->interpolate(integrator->t() + part * (integrator->t_before() - integrator->t()),
                              y);
  }
  const integrate::IntegratorCounters dense = integrator->counters();
  const long steps = dense.steps - plain.steps, rejected = dense.rejected - plain.rejected;
  // the slope at the end of a step is that at the begin of the next
  CHECK(dense.evaluations - plain.evaluations == 15 * steps + 11 * rejected + 1);
}

TEST_CASE("a correction moves the state and leaves the step before as it was") {
  Given flow = oscillator();
  const auto integrator = integrate::make_dop853(flow, 1e-10);
  integrator->start(0, vector({1, 0}));
  REQUIRE(integrator->step(10).status == integrate::StepStatus::advanced);
  REQUIRE(integrator->step(10).status == integrate::StepStatus::advanced);
  const double from = integrator->t_before(), t = integrator->t(), middle = (from + t) / 2;
  const Vector landed = integrator->y(), corrected = 1.5 * landed;

  integrator->correct(corrected);
  CHECK(integrator->y() == corrected);
  CHECK(integrator->t() == t);
  Vector y(2);
  integrator->interpolate(middle, y);
  CHECK(y[0] == Approx(std::cos(middle)).epsilon(1e-9));
  integrator->interpolate(t, y);
  CHECK(y == landed);

  // the flow is linear: 1.5 times as large from now on
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::advanced);
  CHECK(integrator->y()[0] == Approx(1.5 * std::cos(10)).epsilon(1e-8));
  CHECK(integrator->y()[1] == Approx(-1.5 * std::sin(10)).epsilon(1e-8));
}

TEST_CASE("a correction that changes nothing costs nothing") {
  Given flow = oscillator();
  const auto integrator = integrate::make_dop853(flow, 1e-8);
  integrator->start(0, vector({1, 0}), 0.5);
  while (integrator->t() < 20) {
    REQUIRE(integrator->step(20).status == integrate::StepStatus::advanced);
    integrator->correct(integrator->y());
  }
  CHECK(integrator->counters().evaluations ==
        12 * integrator->counters().steps + 11 * integrator->counters().rejected);
}

TEST_CASE("rounding errors of f do not make dop853 stall") {
  // f with an error of 1e-10 that looks random, and a tolerance far below
  const double noise = 1e-10;
  const auto noisy = [=](double known) {
    return Given(
        2, 2,
        [=](double t, const Vector& y, Vector& dy) {
          dy[0] = y[1] + noise * std::sin(1e9 * t + 1e12 * y[0]);
          dy[1] = -y[0] + noise * std::cos(1e9 * t + 1e12 * y[1]);
        },
        known);
  };
  Given flow = noisy(noise);
  const auto integrator = integrate::make_dop853(flow, 1e-14);
  integrator->start(0, vector({1, 0}));
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::advanced);
  CHECK(integrator->counters().steps < 100);
  CHECK(integrator->counters().rejected < 20);
  CHECK(integrator->y()[0] == Approx(std::cos(10)).margin(1e-8));

  // without the knowledge of the noise it needs many times as many
  Given blind = noisy(0);
  const auto stalling = integrate::make_dop853(blind, 1e-14);
  stalling->start(0, vector({1, 0}));
  for (int i = 0; i < 2000 && stalling->t() < 10; ++i) stalling->step(10);
  CHECK(stalling->t() < 10);
}

TEST_CASE("dop853 ends where f ends, and says so") {
  // y′ = −√y reaches 0 at t = 2 √y(0) and would go on to negative y
  Given flow(1, [](double, const Vector& y, Vector& dy) { dy[0] = -std::sqrt(y[0]) - 0.1; });
  const auto integrator = integrate::make_dop853(flow, 1e-8);
  integrator->start(0, vector({1}));
  REQUIRE(run(*integrator, 10) == integrate::StepStatus::not_defined);
  CHECK(std::abs(integrator->y()[0]) < 1e-8);
  CHECK(integrator->counters().steps + integrator->counters().rejected < 500);
  // nothing was passed since, and the state is known
  CHECK(integrator->t_before() == integrator->t());
  Vector y(1);
  integrator->interpolate(integrator->t(), y);
  CHECK(y == integrator->y());

  integrator->start(0, vector({-1}));
  CHECK(integrator->step(1).status == integrate::StepStatus::not_defined);
}

TEST_CASE("dop853 gives up before an infinite velocity at a late time") {
  // y = 1/(T − t)
  const double T = 1e6 + 1;
  Given flow(1, [](double, const Vector& y, Vector& dy) { dy[0] = y[0] * y[0]; });
  const auto integrator = integrate::make_dop853(flow, 1e-8);
  integrator->start(1e6, vector({1}));
  REQUIRE(run(*integrator, 2e6) == integrate::StepStatus::too_small);
  CHECK(integrator->t() == Approx(T).margin(1e-7));
  CHECK(integrator->counters().steps < 2000);
}

TEST_CASE(
    "integrals that come along do not steer the steps of dop853 and are accurate all the same") {
  // the work of a force x with x = cos t, and one that grows without bounds
  const auto make = [](std::size_t controlled) {
    return Given(4, controlled, [](double t, const Vector& y, Vector& dy) {
      dy[0] = y[1];
      dy[1] = -y[0];
      dy[2] = y[0] * y[1];
      dy[3] = std::sin(20 * t);
    });
  };
  Given free = make(2), all = make(4);
  const auto integrator = integrate::make_dop853(free, 1e-10),
             strict = integrate::make_dop853(all, 1e-10);
  for (integrate::Integrator* one : {integrator.get(), strict.get()}) {
    one->start(0, vector({1, 0, 0, 0}));
    REQUIRE(run(*one, 10) == integrate::StepStatus::advanced);
  }
  CHECK(integrator->y()[2] == Approx(-std::pow(std::sin(10), 2) / 2).margin(1e-8));
  CHECK(2 * integrator->counters().steps < strict->counters().steps);
}

TEST_CASE("dop853 asks for no memory after its start") {
  Given flow = kepler();
  const auto integrator = integrate::make_dop853(flow, 1e-10);
  integrator->start(0, kepler_start());
  Vector y(4);
  const long before = allocations();
  bool advanced = true;
  while (integrator->t() < 20) {
    advanced = advanced && integrator->step(20).status == integrate::StepStatus::advanced;
    integrator->interpolate((integrator->t_before() + integrator->t()) / 2, y);
    y = integrator->y() * (1 + 1e-12);
    integrator->correct(y);
  }
  CHECK(allocations() == before);
  CHECK(advanced);
  if (allocations_are_counted()) {
    Vector other(1000);
    CHECK(allocations() > before);
  }
}
