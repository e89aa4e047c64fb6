#include "numeric/linear_program.hpp"

#include <Eigen/QR>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// the best of all points in which d bounds meet
double best_vertex(const Vector& c, const Matrix& G, const Vector& h) {
  const Index d = c.size(), m = h.size();
  double best = -infinite;
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<Index> rows;
    for (Index i = 0; i < m; ++i)
      if (set >> i & 1) rows.push_back(i);
    if (static_cast<Index>(rows.size()) != d) continue;
    const Eigen::ColPivHouseholderQR<Matrix> qr(Matrix(G(rows, Eigen::all)));
    if (qr.rank() < d) continue;
    const Vector x = qr.solve(Vector(h(rows)));
    if ((G * x - h).minCoeff() > -1e-9) best = std::max(best, c.dot(x));
  }
  return best;
}

}  // namespace

TEST_CASE("in one unknown the bound is a division") {
  Matrix G(3, 1);
  G << 1, -0.5, -1;
  CHECK(greatest(vector_of({3}), G, vector_of({-1, -2, -7}), vector_of({0}), 1e-13) ==
        Approx(12).epsilon(1e-15));
  CHECK(greatest(vector_of({-3}), G, vector_of({-1, -2, -7}), vector_of({0}), 1e-13) ==
        Approx(3).epsilon(1e-15));
  CHECK(greatest(vector_of({3}), G.topRows(1), vector_of({-1}), vector_of({0}), 1e-13) == infinite);
  CHECK(greatest(vector_of({0}), G, vector_of({-1, -2, -7}), vector_of({0}), 1e-13) == 0);
}

TEST_CASE("a function rises to the best vertex, from wherever it starts") {
  Random random(261);
  for (int trial = 0; trial < 200; ++trial) {
    const Index d = 1 + trial % 4, m = 2 * d + trial % 3;
    // a box that holds the origin, cut by random planes; in every other trial through the origin
    Matrix G(m, d);
    G << Matrix::Identity(d, d), -Matrix::Identity(d, d),
        random.matrix(m - 2 * d, d).rowwise().normalized();
    Vector h = -Vector::Ones(m);
    if (trial % 2 == 0) h.tail(m - 2 * d).setZero();
    const Vector c = random.vector(d);
    CHECK(greatest(c, G, h, Vector::Zero(d), 1e-13) ==
          Approx(best_vertex(c, G, h)).epsilon(1e-11).margin(1e-12));
  }
}

TEST_CASE("a vertex in which many bounds meet is passed") {
  // the apex of pyramids with many sides, where the climb begins: from it down each edge, or
  // nowhere
  const double pi = std::acos(-1);
  for (const int sides : {4, 8, 13}) {
    Matrix G(sides + 1, 3);
    for (int k = 0; k < sides; ++k)
      G.row(k) << -std::cos(2 * pi * k / sides) / 2, -std::sin(2 * pi * k / sides) / 2,
          -std::sqrt(0.75);
    G.row(sides) << 0, 0, 1;
    Vector h = Vector::Zero(sides + 1);
    h(sides) = -1;
    CHECK(greatest(vector_of({0, 0, 1}), G, h, Vector::Zero(3), 1e-13) == Approx(0).margin(1e-14));
    CHECK(greatest(vector_of({0, 0, -1}), G, h, Vector::Zero(3), 1e-13) == Approx(1));
    // along a side's normal: to the two corners of that side, at the height −1
    CHECK(greatest(vector_of({1, 0, 0}), G, h, Vector::Zero(3), 1e-13) ==
          Approx(2 * std::sqrt(0.75)).epsilon(1e-13));
  }
}

TEST_CASE("directions that nothing bounds are infinite or of no account") {
  Matrix G(2, 3);
  G << 1, 0, 0, -1, 0, 0;
  const Vector h = vector_of({-2, -5});
  CHECK(greatest(vector_of({1, 0, 0}), G, h, Vector::Zero(3), 1e-13) == Approx(5));
  CHECK(greatest(vector_of({1, 0, 1e-3}), G, h, Vector::Zero(3), 1e-13) == infinite);
  CHECK(greatest(vector_of({0, 1, 0}), G, h, Vector::Zero(3), 1e-13) == infinite);
}
