#include "draw/ticks.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace alembert;

TEST_CASE(
    "ticks are multiples of 1, 2 or 5 times a power of ten, within the range and not too many") {
  // ranges of all sizes, also far from zero and across it
  for (double size = 1e-9; size < 1e12; size *= 3.7)
    for (const double low : {0.0, -0.3 * size, -size, 0.41 * size, 12.3 * size})
      for (const int at_most : {3, 5, 8, 13}) {
        CAPTURE(low, size, at_most);
        const Ticks ticks = linear_ticks(low, low + size, at_most);
        REQUIRE(ticks.at.size() >= 1);
        CHECK(ticks.at.size() <= static_cast<std::size_t>(at_most));
        CHECK(ticks.labels.size() == ticks.at.size());
        // as many as there can be: less than 2.5 times too few
        CHECK(2.5 * (static_cast<double>(ticks.at.size()) + 1) >= at_most);
        CHECK(ticks.at.front() >= low - 1e-9 * size);
        CHECK(ticks.at.back() <= low + size * (1 + 1e-9));
        if (ticks.at.size() < 2) continue;
        const double step = ticks.at[1] - ticks.at[0];
        const double mantissa = step / std::pow(10, std::floor(std::log10(step) + 1e-6));
        const bool is_round = std::fabs(mantissa - 1) < 1e-6 || std::fabs(mantissa - 2) < 1e-6 ||
                              std::fabs(mantissa - 5) < 1e-6;
        CHECK(is_round);
        CHECK(std::fabs(ticks.at[0] / step - std::round(ticks.at[0] / step)) < 1e-6);
      }
}

TEST_CASE("labels have the digits that tell ticks apart, and no more") {
  CHECK(linear_ticks(0, 10, 6).labels == std::vector<std::string>{"0", "2", "4", "6", "8", "10"});
  CHECK(linear_ticks(-1, 1, 5).labels ==
        std::vector<std::string>{"−1.0", "−0.5", "0", "0.5", "1.0"});
  CHECK(linear_ticks(0, 0.1, 3).labels == std::vector<std::string>{"0", "0.05", "0.10"});
}

TEST_CASE("large and small numbers leave their power of ten to the axis") {
  const Ticks small = linear_ticks(-3e-13, 4e-13, 8);
  CHECK(small.factor == "×10⁻¹³");
  CHECK(small.labels.front() == "−3");
  CHECK(linear_ticks(0, 3e6, 4).factor == "×10⁶");
  CHECK(linear_ticks(0, 30000, 4).factor.empty());
}

TEST_CASE("a small change of a large number is labelled as the change alone") {
  const Ticks ticks = linear_ticks(9.81 - 2e-12, 9.81 + 3e-12, 6);
  CHECK(ticks.offset.substr(0, 4) == "9.81");
  CHECK(ticks.factor == "×10⁻¹²");
  for (std::size_t i = 1; i < ticks.at.size(); ++i) CHECK(ticks.at[i] > ticks.at[i - 1]);
}

TEST_CASE("a logarithmic axis has its labels at powers of ten") {
  const Ticks ticks = logarithmic_ticks(2e-4, 3, 6);
  std::size_t labelled = 0;
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    CHECK(ticks.at[i] >= 2e-4 * (1 - 1e-8));
    CHECK(ticks.at[i] <= 3 * (1 + 1e-8));
    if (ticks.labels[i].empty()) continue;
    ++labelled;
    CHECK(std::log10(ticks.at[i]) == Approx(std::round(std::log10(ticks.at[i]))).margin(1e-12));
  }
  CHECK(labelled == 4);
  // many decades: not all of them, evenly
  CHECK(logarithmic_ticks(1e-40, 1, 6).at.size() <= 41);
}

TEST_CASE("a round number below another is 1, 2 or 5 times a power of ten") {
  CHECK(round_down(7.3) == 5);
  CHECK(round_down(0.0199) == 0.01);
  CHECK(round_down(20) == 20);
  CHECK(round_down(4999) == 2000);
}
