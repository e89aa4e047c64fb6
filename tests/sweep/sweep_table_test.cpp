#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "springs.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/sweep_table.hpp"

using namespace alembert;

TEST_CASE("a sweep in memory has the motion of each spring, series included") {
  const std::vector<double> stiffness{1, 2.5, 10};
  const SweepTable table = sweep_table(
      springs({Grid{{GridAxis::of("k", stiffness)}}}, {"last = final(x); x every 0.5"}));
  CHECK(table.report.complete());
  CHECK(table["k"] == stiffness);
  CHECK(table.columns[1].length == 5);
  for (std::size_t run = 0; run < 3; ++run) {
    CHECK(table.outcomes[run].fate == Fate::reached_the_end);
    CHECK(table["last"][run] == Approx(std::cos(2 * std::sqrt(stiffness[run]))).margin(1e-10));
    for (std::size_t i = 0; i < 5; ++i)
      CHECK(
          table.kept[1][5 * run + i] ==
          Approx(std::cos(0.5 * static_cast<double>(i) * std::sqrt(stiffness[run]))).margin(1e-10));
  }
  CHECK_THROWS_WITH(table["lsat"], Catch::Contains("did you mean 'last'"));
}

TEST_CASE("a sweep in memory that is interrupted keeps what was done") {
  const SweepTable table =
      sweep_table(springs({read_grid({"k=1:2:100"})}, {"x at 1"}),
                  {.threads = 1, .progress = [](std::size_t done) { return done < 40; }});
  CHECK_FALSE(table.report.complete());
  REQUIRE(table.runs() == 100);
  std::size_t done = 0;
  for (std::size_t run = 0; run < 100; ++run) {
    const bool is_done = table.outcomes[run].fate == Fate::reached_the_end;
    done += is_done;
    CHECK(is_done == !std::isnan(table["x at 1"][run]));
    CHECK((is_done || table.outcomes[run].fate == Fate::interrupted));
  }
  CHECK(done == table.report.done);
  CHECK(done >= 40);
  CHECK(done < 100);
}
