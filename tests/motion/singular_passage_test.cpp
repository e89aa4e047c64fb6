// A parallelogram linkage lies flat ten times within ten seconds.

#include "motion/singular_passage.hpp"

#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "numeric/golden_section.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("golden section finds a kink, a parabola and an end") {
  const auto kink = [](double x) { return std::fabs(x - 0.3); };
  CHECK(golden_section(kink, 0, 1, 1e-9).at == Approx(0.3).margin(1e-9));
  // the values of a parabola are equal to rounding within √ε of its minimum
  const auto parabola = [](double x) { return 1 + (x - 0.7) * (x - 0.7); };
  CHECK(golden_section(parabola, 0, 1, 0).at == Approx(0.7).margin(1e-7));
  const auto rising = [](double x) { return x; };
  CHECK(golden_section(rising, 2, 3, 1e-9).at == 2);
}

TEST_CASE("every passage of the flat position is recorded, however long the steps are") {
  const Model model = read_model(source_folder() + "/models/four_bar_row/four_bar_row.mech");
  // where the bars lie flat: theta = 90 and 270 degrees of a pendulum with the period 1.9237118
  constexpr double period = 1.9237118, first = 0.7084500, second = 1.2152618;
  for (const Method method : {Method::dop853, Method::taylor})
    for (const double tolerance :
         {1e-5, 3e-6, 1e-6, 1e-7, 1e-8, 1e-9, 2e-10, 1e-11, 1e-12, 3e-13, 1e-13}) {
      const Motion motion = simulate(model, {.tolerance = tolerance, .method = method});
      INFO(name_of(method) << " " << tolerance);
      REQUIRE(motion.outcome().complete());
      REQUIRE(motion.events().size() == 10);
      for (std::size_t i = 0; i < 10; ++i) {
        const double expected = (i % 2 == 0 ? first : second) + static_cast<double>(i / 2) * period;
        // 30 tolerances at t = 10 or what golden section resolves
        CHECK(motion.events()[i].t == Approx(expected).epsilon(0).margin(30 * tolerance + 2e-6));
        // flat, all three bars depend on each other
        CHECK_THAT(motion.events()[i].what,
                   Catch::EndsWith(" of rows 'upright[0]', 'upright[1]', 'level[1]'"));
      }
      // growth of an error until t = 10 is 500, of tolerances that each step uses a part of
      CHECK(motion.back()["x[0]"] ==
            Approx(0.47838505776097057).epsilon(0).margin(50 * tolerance + 1e-11));
    }
}

namespace {

// An engine's coupling rod on three equal cranks, one row more than it needs. Free of forces the
// cranks turn at a steady rate; a motor makes them do so.
Model three_cranks(const std::string& rate, const std::string& more) {
  return read_text(R"(
coordinates a b c x y phi
parameters r = 1, d = 2, e = 1.5
kinetic 1/2*r^2*(a'^2 + b'^2 + c'^2) + x'^2 + y'^2 + 1/2*phi'^2
constraint pin1: (x, y) = (r*cos(a), r*sin(a))
constraint pin2: (x + d*cos(phi), y + d*sin(phi)) = (d + r*cos(b), r*sin(b))
constraint pin3: (x + (d + e)*cos(phi), y + (d + e)*sin(phi)) = (d + e + r*cos(c), r*sin(c))
start a = 0.8, b ~ 0.8, c ~ 0.8, x ~ cos(0.8), y ~ sin(0.8), phi ~ 0, a' = )" +
                       rate + more + "\nrun 10\n",
                   "three_cranks.mech");
}

}  // namespace

TEST_CASE("three cranks on one rod turn steadily through their dead centres at any tolerance") {
  const auto [rate, motor] = GENERATE(table<double, std::string>(
      {{-1.3, ""}, {2.9, ""}, {4.1, "\nconstraint motor: a = 0.8 + 4.1*t\npotential 9.81*y"}}));
  const Model model = three_cranks(std::to_string(rate), motor);
  for (const Method method : {Method::dop853, Method::taylor})
    for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11}) {
      INFO(name_of(method) << " " << tolerance << " " << rate << motor);
      const Motion motion = simulate(model, {.tolerance = tolerance, .method = method});
      REQUIRE(motion.outcome().complete());
      double largest = 0;
      for (std::size_t i = 0; i < motion.size(); ++i) {
        const std::span<const double> row = motion.row(i);
        const auto value = [&](const char* name) { return row[*motion.layout().find(name)]; };
        for (const char* angle : {"a", "b", "c"})
          largest = std::max(largest, std::fabs(value(angle) - 0.8 - rate * row[0]));
        largest = std::max(largest, std::fabs(value("phi")));
      }
      // some 15 passages, each as exact as the tolerance or as rounding beside it
      CHECK(largest < 300 * tolerance + 1e-8);
    }
}
