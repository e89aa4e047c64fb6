#include "numeric/least_distance.hpp"

#include <catch2/catch.hpp>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

LeastDistance nearest(const Matrix& G, const Vector& h) {
  return least_distance(G, h, h.cwiseAbs());
}

}  // namespace

TEST_CASE("the nearest point of a half plane, of a wedge, and of one that holds the origin") {
  Matrix G(2, 2);
  G << 0.6, 0.8, -0.8, 0.6;
  const LeastDistance plane = nearest(G.topRows(1), vector_of({5}));
  CHECK(distance(plane.y, vector_of({3, 4})) < 1e-15);
  CHECK(plane.multipliers(0) == Approx(5));
  const LeastDistance wedge = nearest(G, vector_of({5, 10}));
  CHECK(distance(wedge.y, vector_of({-5, 10})) < 1e-15);
  CHECK(wedge.active == std::vector<Index>{0, 1});
  const LeastDistance inside = nearest(G, vector_of({-5, -10}));
  CHECK(inside.y.norm() == 0);
  CHECK(inside.active.empty());
}

TEST_CASE("a row that carried is let go when another one does its work") {
  // the first fails most and enters first; the second one, nearly parallel, makes it idle
  Matrix G(2, 2);
  G << 1, 0, 0.8, 0.6;
  const LeastDistance found = nearest(G, vector_of({1, 1.3}));
  CHECK(found.active == std::vector<Index>{1});
  CHECK(distance(found.y, 1.3 * vector_of({0.8, 0.6})) < 1e-15);
}

TEST_CASE("many planes through one point, and each of them twice") {
  Random random(251);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 2 + trial % 4, m = 3 * n;
    Matrix G(2 * m, n);
    G.topRows(m) = random.matrix(m, n).rowwise().normalized();
    const Vector corner = random.vector(n);
    G.bottomRows(m) = G.topRows(m);
    const Vector h = G * corner;
    const LeastDistance found = nearest(G, h);
    REQUIRE(found.feasible);
    CHECK((G * found.y - h).minCoeff() > -1e-11 * corner.norm());
    CHECK(found.multipliers.minCoeff() >= 0);
    CHECK(distance(G.transpose() * found.multipliers, found.y) < 1e-9);
    CHECK(static_cast<Index>(found.active.size()) <= n);
  }
}

TEST_CASE("where no point exists, a combination of rows says so") {
  Random random(252);
  int empty = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 1 + trial % 4, m = 2 * n + 2;
    const Matrix G = random.matrix(m, n).rowwise().normalized();
    const Vector h = random.vector(m);
    const LeastDistance found = nearest(G, h);
    if (found.feasible) {
      CHECK((G * found.y - h).minCoeff() > -1e-11 * (found.y.norm() + h.norm()));
      CHECK((G.transpose() * found.multipliers - found.y).norm() <= 1e-9 * found.y.norm());
      continue;
    }
    ++empty;
    const Vector& w = found.contradiction;
    CHECK(w.minCoeff() >= 0);
    CHECK((G.transpose() * w).norm() < 1e-9 * w.norm());
    CHECK(h.dot(w) > 1e-8 * w.norm());
  }
  CHECK(empty > 50);
  CHECK(empty < 250);
}
