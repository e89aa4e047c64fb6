#include "draw/solid/painting_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace alembert;

namespace {

using Order = std::vector<std::size_t>;

Cover square(double x, double y, double half, double nearness) {
  return {{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}},
          [nearness](Spot) { return nearness; }};
}

// from nearness a at the left end to b at the right
Cover bar(Spot from, Spot to, double a, double b) {
  return {{from, to}, [=](Spot at) { return a + (b - a) * (at.x - from.x) / (to.x - from.x); }};
}

}  // namespace

TEST_CASE("of two things that overlap the nearer is painted later, others stay as they are") {
  CHECK(painting_order({square(0, 0, 1, 5), square(1, 1, 1, 2)}, 0.01) == Order{1, 0});
  CHECK(painting_order({square(0, 0, 1, 5), square(3, 0, 1, 2)}, 0.01) == Order{0, 1});
  // parts that touch are of one nearness
  CHECK(painting_order({square(0, 0, 1, 5), square(1, 1, 1, 4.995)}, 0.01) == Order{0, 1});
  // what covers nothing hides nothing
  CHECK(painting_order({square(0, 0, 1, 5), Cover{}}, 0.01) == Order{0, 1});
}

TEST_CASE("where two things cross decides which hides the other, not where their middles are") {
  // the first is nearer on the whole, and farther where the second crosses it
  const Cover slanted = bar({0, 0}, {10, 0}, 0, 10);
  CHECK(painting_order({slanted, bar({0.9, -1}, {1.1, 1}, 2, 2)}, 0.01) == Order{0, 1});
  CHECK(painting_order({slanted, bar({8.9, -1}, {9.1, 1}, 2, 2)}, 0.01) == Order{1, 0});
  CHECK(painting_order({slanted, square(1, 0, 0.5, 2)}, 0.01) == Order{0, 1});
  CHECK(painting_order({slanted, square(9, 0, 0.5, 2)}, 0.01) == Order{1, 0});
}

TEST_CASE("things that hide each other in a circle are all painted") {
  // each of three bars lies on the next
  const std::vector<Cover> circle{bar({0, 0}, {4, 0.2}, 0, 2), bar({3.8, -1}, {1.9, 3}, 0, 2),
                                  bar({2.1, 3}, {0.2, -1}, 0, 2)};
  Order order = painting_order(circle, 0.01);
  std::ranges::sort(order);
  CHECK(order == Order{0, 1, 2});
}

TEST_CASE("the common part of a line or a polygon and another polygon is what lies in both") {
  const std::vector<Spot> frame{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const std::vector<Spot> line = common_part({{-1, 1}, {1, 1}}, frame);
  REQUIRE(line.size() == 2);
  CHECK(line[0].x == Approx(0));
  CHECK(line[1].x == Approx(1));
  CHECK(common_part({{3, 0}, {3, 2}}, frame).size() < 2);
  const std::vector<Spot> corner = common_part({{1, 1}, {3, 1}, {3, 3}, {1, 3}}, frame);
  CHECK(corner.size() == 4);
  for (const Spot& spot : corner) {
    CHECK(spot.x >= 1 - 1e-12);
    CHECK(spot.x <= 2 + 1e-12);
  }
}
