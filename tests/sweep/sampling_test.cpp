#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "sweep/bytes.hpp"
#include "sweep/normal_quantile.hpp"
#include "sweep/philox.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/summary.hpp"

using namespace alembert;

TEST_CASE("Philox gives the blocks that its authors published") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) ==
        PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("the checksum is the one of gzip") {
  CHECK(checksum("123456789") == 0xCBF43926);
  CHECK(checksum("6789", checksum("12345")) == 0xCBF43926);
}

TEST_CASE("the quantiles of the normal distribution are the inverse of its distribution function") {
  // twenty digits by Wichura's paper
  CHECK(normal_quantile(0.25) == Approx(-0.6744897501960817).epsilon(1e-15));
  CHECK(normal_quantile(0.001) == Approx(-3.090232306167814).epsilon(1e-15));
  CHECK(normal_quantile(1e-20) == Approx(-9.262340089798408).epsilon(1e-15));
  CHECK(normal_quantile(0.5) == 0);
  for (double p = 1e-300; p < 1; p = p < 0.01 ? p * 7 : p + 0.01)
    CHECK(std::erfc(-normal_quantile(p) / std::sqrt(2)) / 2 == Approx(p).epsilon(2e-12));
}

TEST_CASE("samples have the mean and the deviation that was asked for") {
  const SweepPlan plan{read_samples("m=normal(3,0.5), l=uniform(0.9, 1.1)", 40000, 7)};
  RunningMoments m, l, product;
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    const std::vector<double> row = plan.row(run);
    m.add(row[0]);
    l.add(row[1]);
    product.add((row[0] - 3) * (row[1] - 1));
    REQUIRE((row[1] > 0.9 && row[1] < 1.1));
  }
  // five standard errors
  CHECK(std::fabs(m.mean() - 3) < 5 * 0.5 / 200);
  CHECK(std::sqrt(m.variance()) == Approx(0.5).epsilon(5 / std::sqrt(2 * 40000)));
  CHECK(std::fabs(l.mean() - 1) < 5 * 0.2 / std::sqrt(12) / 200);
  CHECK(std::fabs(product.mean()) < 5 * 0.5 * 0.2 / std::sqrt(12) / 200);
}

TEST_CASE("a grid has both its ends, and its last axis changes fastest") {
  const SweepPlan plan{read_grid({"a=0:1:3", "b=-0.1:0.3:2"})};
  CHECK(plan.runs() == 6);
  CHECK(plan.row(0) == std::vector<double>{0, -0.1});
  CHECK(plan.row(1) == std::vector<double>{0, 0.3});
  CHECK(plan.row(5) == std::vector<double>{1, 0.3});
}

TEST_CASE("every point of a grid has the samples that a sweep of samples alone has") {
  const Grid grid = read_grid({"a=0:1:3", "b=1:2:2"});
  const Samples samples = read_samples("m=normal(1,0.1), l=uniform(0,1)", 5, 7);
  const SweepPlan plan{sample_at_each(grid, samples)};
  CHECK(plan.runs() == 30);
  CHECK(plan.names() == std::vector<std::string>{"a", "b", "m", "l"});
  for (std::size_t point = 0; point < 6; ++point)
    for (std::size_t i = 0; i < 5; ++i) {
      std::vector<double> expected = SweepPlan{grid}.row(point);
      for (const double number : SweepPlan{samples}.row(i)) expected.push_back(number);
      CHECK(plan.row(5 * point + i) == expected);
    }
  const SweepPlan other{
      sample_at_each(grid, read_samples("m=normal(1,0.1), l=uniform(0,1)", 5, 8))};
  CHECK(plan.words() != other.words());
  CHECK_THROWS_WITH(sample_at_each(grid, read_samples("b=uniform(0,1)", 5, 7)),
                    Catch::Contains("names 'b' twice"));
}

TEST_CASE("a grid over all numbers has no number that is none") {
  const SweepPlan plan{read_grid({"a=-1e308:1e308:5"})};
  for (std::size_t run = 0; run < plan.runs(); ++run)
    CHECK(plan.row(run)[0] == Approx((static_cast<double>(run) - 2) * 0.5e308));
}
