#include "draw/thinning.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace alembert;

TEST_CASE("a thinned line keeps its ends and every extreme, in order") {
  std::vector<Spot> spots;
  for (int i = 0; i < 100'000; ++i) spots.push_back({i * 1e-3, std::sin(0.37 * i)});
  spots[31'234].y = 50;  // a needle of one sample
  spots[77'001].y = -40;
  const std::vector<Spot> fewer = thinned(spots);
  CHECK(fewer.size() < 4000);
  CHECK(fewer.front().x == spots.front().x);
  CHECK(fewer.back().x == spots.back().x);
  CHECK(std::ranges::is_sorted(fewer, {}, &Spot::x));
  CHECK(std::ranges::max(fewer, {}, &Spot::y).y == 50);
  CHECK(std::ranges::min(fewer, {}, &Spot::y).y == -40);
}

TEST_CASE("a thinned closed curve keeps its extremes in both directions") {
  std::vector<Spot> spots;
  for (int i = 0; i <= 20'000; ++i)
    spots.push_back({3 * std::cos(i * 1e-3), 2 * std::sin(i * 1e-3)});
  const std::vector<Spot> fewer = thinned(spots, 300);
  CHECK(fewer.size() <= 300);
  CHECK(std::ranges::min(fewer, {}, &Spot::x).x == std::ranges::min(spots, {}, &Spot::x).x);
  CHECK(std::ranges::max(fewer, {}, &Spot::x).x == std::ranges::max(spots, {}, &Spot::x).x);
  CHECK(std::ranges::min(fewer, {}, &Spot::y).y == std::ranges::min(spots, {}, &Spot::y).y);
}

TEST_CASE("a short line is left as it is") {
  const std::vector<Spot> spots{{0, 1}, {1, 2}, {2, 0}};
  CHECK(thinned(spots).size() == 3);
}
