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
