#include "numeric/fundamental_equation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "numeric/gain.hpp"
#include "numeric/pseudo_inverse.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

struct Shape {
  Index n, m, k;
};

// n coordinates, m rows, k of them independent
const Shape shapes[] = {{1, 0, 0},  {1, 1, 1},  {1, 3, 1},    {2, 1, 1},  {3, 2, 2},
                        {4, 4, 4},  {4, 6, 4},  {5, 3, 2},    {6, 9, 4},  {8, 5, 5},
                        {12, 6, 6}, {12, 8, 5}, {12, 20, 12}, {20, 7, 7}, {30, 12, 9}};

Matrix kkt_matrix(const Matrix& M, const Matrix& A) {
  const Index n = M.rows(), m = A.rows();
  Matrix kkt(n + m, n + m);
  kkt << M, -A.transpose(), A, Matrix::Zero(m, m);
  return kkt;
}

}  // namespace

TEST_CASE(
    "q̈ is what equation (16) prints, with M^(1/2) and the pseudo-inverse of the constraint "
    "matrix",
    "[F1][F13]") {
  Random random(21);
  for (const auto& [n, m, k] : shapes) {
    for (int trial = 0; trial < 10; ++trial) {
      const Instant s = random.instant(n, m, k);
      const Solution solution = solve(s);
      REQUIRE(solution.status == Status::solved);
      CHECK(solution.rank.value == k);
      // random rows reach condition 1e3 at most; both routes keep 1e-16 of it
      CHECK(distance(solution.acceleration, definition(s)) < 1e-11);
      CHECK(distance(solution.free_acceleration, inverse(s.M) * s.Q) < 1e-13);
      if (m > 0) CHECK(solution.relative_residual.maxCoeff() < 1e-13);
    }
  }
}

TEST_CASE("multipliers, elimination and the fundamental equation give one acceleration",
          "[F13][F23]") {
  Random random(22);
  for (const auto& [n, m, k] : shapes) {
    const Instant s = random.instant(n, m, k);
    const Solution solution = solve(s);
    if (k == m) {
      Vector right(n + m);
      right << s.Q, s.b;
      const Vector both = solve_linear(kkt_matrix(s.M, s.A), right);
      CHECK(distance(solution.acceleration, both.head(n)) < 1e-11);
      CHECK(distance(solution.lambda, both.tail(m)) < 1e-11);
    }
    // Maggi: q̈ = A⁺b + V y with VᵀM(A⁺b + V y) = VᵀQ
    const Matrix V = null_space(s.A);
    Vector maggi = pseudo_inverse(s.A) * s.b;
    if (V.cols() > 0) {
      maggi += V * solve_linear(V.transpose() * s.M * V, V.transpose() * (s.Q - s.M * maggi));
    }
    CHECK(distance(solution.acceleration, maggi) < 1e-11);
  }
}

TEST_CASE("q̈ is the point of A q̈ = b where Gauss's function is least", "[F13][N30]") {
  Random random(23);
  for (const auto& [n, m, k] : shapes) {
    const Instant s = random.instant(n, m, k);
    const Solution solution = solve(s);
    // conjugate gradients on ½xᵀM x − Qᵀx within A x = b, directions projected onto N(A)
    const Matrix inverse_A = pseudo_inverse(s.A);
    const Matrix onto = Matrix::Identity(n, n) - inverse_A * s.A;
    Vector x = inverse_A * s.b;
    Vector g = onto * (s.Q - s.M * x), d = g;
    for (int step = 0; step < 200 && g.norm() > 1e-15; ++step) {
      const double length = g.squaredNorm() / d.dot(s.M * d);
      x += length * d;
      const Vector next = onto * (s.Q - s.M * x);
      d = next + next.squaredNorm() / g.squaredNorm() * d;
      g = next;
    }
    CHECK(distance(solution.acceleration, x) < 1e-10);
    // and any other possible acceleration has more of it
    const Vector a = solution.free_acceleration;
    const auto gauss = [&](const Vector& y) { return (y - a).dot(s.M * (y - a)); };
    for (int trial = 0; trial < 5 && k < n; ++trial) {
      const Vector other = solution.acceleration + 0.1 * onto * random.vector(n);
      CHECK(gauss(other) > gauss(solution.acceleration));
    }
  }
}

TEST_CASE("how the rows are written changes neither q̈ nor the forces of constraint", "[N1][X22]") {
  Random random(24);
  for (int trial = 0; trial < 40; ++trial) {
    const Instant s = random.instant(8, 4, trial % 2 == 0 ? 4 : 3);
    const Solution before = solve(s);
    const auto same = [&](const Matrix& transform, double tolerance) {
      Instant t = s;
      t.A = transform * s.A;
      t.b = transform * s.b;
      const Solution after = solve(t);
      CHECK(after.status == Status::solved);
      CHECK(after.rank.value == before.rank.value);
      CHECK(distance(after.acceleration, before.acceleration) < tolerance);
      CHECK(distance(after.ideal, before.ideal) < tolerance);
    };

    Matrix doubled(7, 4);
    doubled << Matrix::Identity(4, 4), Matrix::Identity(4, 4).topRows(3);
    same(doubled, 1e-11);
    Matrix scaled = Matrix::Zero(4, 4);
    for (Index i = 0; i < 4; ++i) scaled(i, i) = std::pow(10, random.between(-6, 6));
    same(scaled, 1e-11);
    same(scaled.colwise().reverse(), 1e-11);  // and in another order
    same(random.orthogonal(4), 1e-11);
    // rotation after scaling mixes 1e6 with 1e-6: only moderate scales survive in double precision
    Matrix mixed = diagonal({1e-2, 1, 1e2, 10});
    same(random.orthogonal(4) * mixed, 1e-9);
  }
}

TEST_CASE("rows of very different size are met alike") {
  Random random(25);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 4, 4);
    const Vector before = solve(s).acceleration;
    s.A.row(0) *= 1e8;
    s.b(0) *= 1e8;
    s.A.row(2) *= 1e-8;
    s.b(2) *= 1e-8;
    const Solution solution = solve(s);
    CHECK(solution.rank.value == 4);
    CHECK(distance(solution.acceleration, before) < 1e-11);
    CHECK(solution.relative_residual.maxCoeff() < 1e-13);
  }
}

TEST_CASE("the ideal force does no work in any virtual displacement, and A⁺ in place of K does",
          "[F9][F10][N18]") {
  Random random(26);
  for (int trial = 0; trial < 40; ++trial) {
    const Instant s = random.instant(7, 5, trial % 2 == 0 ? 3 : 5);
    const Solution solution = solve(s);
    const Matrix V = null_space(s.A);
    CHECK((V.transpose() * solution.ideal).norm() < 1e-12 * solution.ideal.norm());
    CHECK(distance(s.M * solution.acceleration - s.Q, solution.ideal) < 1e-11);

    // the impostor meets the rows as well, so a test of the residual alone would let it pass
    const Vector impostor = solution.free_acceleration + pseudo_inverse(s.A) * solution.violation;
    CHECK((s.b - s.A * impostor).norm() < 1e-10);
    const Vector force = s.M * impostor - s.Q;
    CHECK((V.transpose() * force).norm() > 1e-3 * force.norm());
  }
}

TEST_CASE("the multipliers are the smallest for the rows as they are written") {
  Random random(27);
  for (int trial = 0; trial < 40; ++trial) {
    Instant s = random.instant(7, 6, 3 + trial % 3);
    // rows of unequal size: the least norm belongs to the rows as written, not to unit rows
    for (Index i = 0; i < 6; ++i) {
      const double size = std::pow(10, random.between(-2, 2));
      s.A.row(i) *= size;
      s.b(i) *= size;
    }
    const Solution solution = solve(s);
    const Matrix G = s.A * inverse(s.M) * s.A.transpose();
    // G squares the condition, sizes included: 1e-12 of its largest σ is cut, 1e-9 is left
    const Vector expected = pseudo_inverse(G, 1e-12) * solution.violation;
    CHECK(distance(solution.lambda, expected) < 1e-7);
    // by the definition of least norm, sharply: Aᵀλ given, λ ∈ R(A)
    CHECK(distance(solution.lambda, pseudo_inverse(s.A.transpose()) * solution.ideal) < 1e-10);
  }
}

TEST_CASE("nearly dependent rows keep the accuracy of an orthogonal method") {
  // the table of theory 2.11: with σ_min/σ_max = 1e-4, 1e-6, 1e-8 normal equations lose 2e-9, 1e-5,
  // 0.95
  Random random(28);
  for (const double ratio : {1e-2, 1e-4, 1e-6, 1e-8}) {
    double ours = 0, normal = 0;
    for (int trial = 0; trial < 20; ++trial) {
      const Index n = 8, m = 5;
      const Matrix U = random.orthogonal(m), V = random.orthogonal(n);
      Vector sigma(m);
      for (Index i = 0; i < m; ++i) sigma(i) = std::pow(ratio, static_cast<double>(i) / (m - 1));
      Instant s{random.mass(n), random.vector(n), {}, {}, {}};
      s.A = U * sigma.asDiagonal() * V.leftCols(m).transpose();
      // the answer is known by construction: x minimises Gauss's function when M x − Q ∈ R(Aᵀ)
      const Vector lambda = U * random.vector(m).cwiseQuotient(sigma);
      const Vector x = solve_linear(s.M, s.Q + s.A.transpose() * lambda);
      s.b = s.A * x;
      const Solution solution = solve(s);
      CHECK(solution.rank.value == m);
      ours = std::max(ours, distance(solution.acceleration, x));
      const Matrix G = s.A * inverse(s.M) * s.A.transpose();
      const Vector by_normal = solution.free_acceleration +
                               inverse(s.M) * s.A.transpose() * solve_linear(G, solution.violation);
      normal = std::max(normal, distance(by_normal, x));
    }
    // b = A x is itself rounded: 1e-16/ratio is the best any method can do, times modest factors
    CHECK(ours < 1e-13 / ratio);
    if (ratio <= 1e-4) CHECK(normal > 10 * ours);
    if (ratio == 1e-6) CHECK(ours < 1e-9);
  }
}

TEST_CASE("equation (38) with C is equation (16) with Q + C, and only the book-keeping differs",
          "[N14][N20][N22]") {
  Random random(29);
  for (const auto& [n, m, k] : shapes) {
    Instant s = random.instant(n, m, k);
    s.C = random.vector(n);
    const Solution solution = solve(s);
    Instant impressed = s;
    impressed.Q += s.C;
    impressed.C.resize(0);
    const Solution other = solve(impressed);
    CHECK(distance(solution.acceleration, other.acceleration) < 1e-11);
    CHECK(distance(solution.lambda_total, other.lambda) < 1e-9);
    CHECK((solution.ideal + solution.nonideal - s.C - other.ideal).norm() < 1e-10);
    // Q_i does not know of C
    Instant ideal = s;
    ideal.C.resize(0);
    CHECK(distance(solution.lambda, solve(ideal).lambda) < 1e-15);
    // M q̈ = Q + Q_i + Q_ni, and vᵀQ_c = vᵀC for every virtual displacement
    CHECK((s.M * solution.acceleration - s.Q - solution.ideal - solution.nonideal).norm() < 1e-11);
    const Matrix V = null_space(s.A);
    CHECK((V.transpose() * (solution.ideal + solution.nonideal - s.C)).norm() < 1e-11);
    // Q_ni = (I − K A)ᵀC
    const Matrix K = gain(s.M, s.A).K;
    CHECK((solution.nonideal - s.C + s.A.transpose() * (K.transpose() * s.C)).norm() < 1e-11);
  }
}

TEST_CASE("Q_ni = C exactly when A M⁻¹C = 0, and Q_ni = 0 exactly when C ∈ R(Aᵀ)", "[N23]") {
  Random random(30);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 3, 3);
    const Matrix V = null_space(s.A);
    s.C = s.M * V * random.vector(V.cols());  // A M⁻¹C = 0
    CHECK(distance(solve(s).nonideal, s.C) < 1e-12);
    s.C = s.A.transpose() * random.vector(3);  // C ∈ R(Aᵀ)
    CHECK(solve(s).nonideal.norm() < 1e-12 * s.C.norm());
    // erratum 12: C ∈ R(Bᵀ) with B = A M^(-1/2) is not enough
    s.C = inverse(square_root(s.M)) * s.A.transpose() * random.vector(3);
    CHECK(solve(s).nonideal.norm() > 1e-3 * s.C.norm());
  }
}

TEST_CASE("Appell's particle with resistance: Q_ni equals C only without gravity's part",
          "[N23][N25]") {
  // ẋ² + ẏ² − ż² = 2αg t…, A = (ẋ, ẏ, −ż), b = αġ; C = −a₀|u|u opposes the velocity (NI 40-42)
  const double a0 = 0.3, vx = 1.2, vy = -0.4, m = 1;
  for (const double alpha_g : {0.0, 0.25}) {
    const double vz = std::sqrt(vx * vx + vy * vy - 2 * alpha_g);
    const double speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    Instant s{m * Matrix::Identity(3, 3), vector_of({0, 0, 0}), Matrix(1, 3), vector_of({0}), {}};
    s.A << vx, vy, -vz;
    s.C = -a0 * speed * vector_of({vx, vy, vz});
    const Solution solution = solve(s);
    // erratum 11: Q_ni − C = a₀ 2αg/|u| · (ẋ, ẏ, −ż)
    const Vector expected = a0 * 2 * alpha_g / speed * vector_of({vx, vy, -vz});
    CHECK((solution.nonideal - s.C - expected).norm() < 1e-14);
    CHECK((solution.nonideal - s.C).norm() ==
          Approx(alpha_g == 0 ? 0 : expected.norm()).margin(1e-14));
    // the power of Q_ni is −4a₀ż²(ẋ² + ẏ²)/|u|
    CHECK(solution.nonideal.dot(vector_of({vx, vy, vz})) ==
          Approx(-4 * a0 * vz * vz * (vx * vx + vy * vy) / speed).epsilon(1e-13));
  }
}

TEST_CASE("a pendulum in Cartesian coordinates hangs on the tension of its angle form") {
  const double mass = 2, length = 1.5, g = 9.81, theta = 0.7, omega = 1.3;
  const double x = length * std::sin(theta), y = -length * std::cos(theta);
  const double vx = omega * length * std::cos(theta), vy = omega * length * std::sin(theta);
  Instant s{mass * Matrix::Identity(2, 2),
            vector_of({0, -mass * g}),
            Matrix(1, 2),
            vector_of({-2 * (vx * vx + vy * vy)}),
            {}};
  s.A << 2 * x, 2 * y;
  const Solution solution = solve(s);
  const double alpha = -g / length * std::sin(theta);
  CHECK(
      distance(solution.acceleration,
               vector_of({length * (alpha * std::cos(theta) - omega * omega * std::sin(theta)),
                          length * (alpha * std::sin(theta) + omega * omega * std::cos(theta))})) <
      1e-14);
  const double tension = mass * (g * std::cos(theta) + omega * omega * length);
  CHECK(solution.ideal.norm() == Approx(tension).epsilon(1e-14));
  // φ = x² + y² − l² grows outwards: a pulling rod has λ < 0
  CHECK(solution.lambda(0) == Approx(-tension / (2 * length)).epsilon(1e-14));
}

TEST_CASE("as many independent rows as coordinates leave nothing to M and Q") {
  Random random(31);
  Instant s = random.instant(5, 5, 5);
  const Vector x = solve_linear(s.A, s.b);
  CHECK(distance(solve(s).acceleration, x) < 1e-12);
  s.M = random.mass(5);
  s.Q = 100 * random.vector(5);
  CHECK(distance(solve(s).acceleration, x) < 1e-11);
  CHECK(solve(s).rank.value == 5);
}

TEST_CASE("without rows the system is free") {
  Random random(32);
  const Instant s = random.instant(4, 0, 0);
  const Solution solution = solve(s);
  CHECK(solution.status == Status::solved);
  CHECK(distance(solution.acceleration, inverse(s.M) * s.Q) < 1e-13);
  CHECK(solution.ideal.norm() == 0);
  CHECK(solution.rank.value == 0);
  CHECK(solution.redundancy.groups.empty());
}

TEST_CASE("one coordinate and one row need no matrix") {
  const Instant s{diagonal({2}), vector_of({6}), diagonal({4}), vector_of({8}), vector_of({1})};
  const Solution solution = solve(s);
  CHECK(solution.acceleration(0) == Approx(2));
  CHECK(solution.free_acceleration(0) == Approx(3));
  CHECK(solution.violation(0) == Approx(-4));
  CHECK(solution.lambda(0) == Approx(-0.5));               // 2·2 = 6 + 4λ
  CHECK(solution.nonideal(0) == Approx(0).margin(1e-15));  // C ∈ R(Aᵀ) has no effect
  CHECK(solution.lambda_total(0) == Approx(-0.75));
}

TEST_CASE("a row of zeros is harmless with b = 0 and a contradiction with b ≠ 0") {
  Random random(33);
  Instant s = random.instant(4, 3, 3);
  const Vector before = solve(s).acceleration;
  s.A.conservativeResize(4, 4);
  s.A.row(3).setZero();
  s.b.conservativeResize(4);
  s.b(3) = 0;
  Solution solution = solve(s);
  CHECK(solution.status == Status::solved);
  CHECK(solution.rank.value == 3);
  CHECK(distance(solution.acceleration, before) < 1e-13);
  CHECK(solution.lambda(3) == 0);
  CHECK_FALSE(solution.redundancy.unique[3]);
  s.b(3) = 1e-3;
  solution = solve(s);
  CHECK(solution.status == Status::inconsistent);
  CHECK(solution.consistency.rows == std::vector<Index>{3});
  CHECK(solution.consistency.residual(3) == Approx(1e-3));
}

TEST_CASE("only rows of zeros leave the free motion") {
  Random random(34);
  Instant s = random.instant(3, 2, 2);
  s.A.setZero();
  s.b.setZero();
  const Solution solution = solve(s);
  CHECK(solution.status == Status::solved);
  CHECK(solution.rank.value == 0);
  CHECK(distance(solution.acceleration, inverse(s.M) * s.Q) < 1e-13);
}

TEST_CASE("an input that is not finite is named, and nothing is computed") {
  Random random(35);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const Instant good = random.instant(3, 2, 2);
  const auto named = [](const Instant& s, char input, Index row, Index column) {
    const Solution solution = solve(s);
    CHECK(solution.status == Status::not_finite);
    CHECK(solution.not_finite.input == input);
    CHECK(solution.not_finite.row == row);
    CHECK(solution.not_finite.column == column);
    CHECK(solution.acceleration.size() == 0);
  };
  Instant s = good;
  s.M(2, 1) = nan;
  named(s, 'M', 2, 1);
  s = good;
  s.Q(1) = infinite;
  named(s, 'Q', 1, 0);
  s = good;
  s.A(1, 2) = nan;
  named(s, 'A', 1, 2);
  s = good;
  s.b(0) = -infinite;
  named(s, 'b', 0, 0);
  s = good;
  s.C = vector_of({0, 0, nan});
  named(s, 'C', 2, 0);
}

TEST_CASE("an asymmetric mass matrix is refused with its worst entry", "[F1]") {
  Random random(36);
  Instant s = random.instant(4, 1, 1);
  s.M(0, 3) += 0.1;
  const Solution solution = solve(s);
  CHECK(solution.status == Status::asymmetric);
  CHECK(solution.mass.row == 3);
  CHECK(solution.mass.column == 0);
}

TEST_CASE("the derivative of q̈ is the one of theory 0") {
  // dq̈ = (I − K A)M⁻¹(dQ + dC + dAᵀλ_tot − dM q̈) + K(db − dA q̈), against central differences
  Random random(37);
  Instant s = random.instant(6, 3, 3);
  s.C = random.vector(6);
  Matrix dM = random.matrix(6, 6);
  dM = (dM + dM.transpose()).eval();
  const Instant d{dM, random.vector(6), random.matrix(3, 6), random.vector(3), random.vector(6)};
  const auto at = [&](double h) {
    return solve({s.M + h * d.M, s.Q + h * d.Q, s.A + h * d.A, s.b + h * d.b, s.C + h * d.C})
        .acceleration;
  };
  const Solution now = solve(s);
  const Matrix K = gain(s.M, s.A).K;
  const Vector force = d.Q + d.C + d.A.transpose() * now.lambda_total - d.M * now.acceleration;
  const Vector moved = inverse(s.M) * force;
  const Vector exact = moved - K * (s.A * moved) + K * (d.b - d.A * now.acceleration);
  const double h = 1e-5;
  // h² of the third derivative, and 1e-16/h of rounding
  CHECK(distance((at(h) - at(-h)) / (2 * h), exact) < 1e-7);
}

TEST_CASE("rows without a gradient change nothing, whatever they ask for and however they weigh") {
  Random random(77);
  for (const Index n : {1, 4}) {
    const Instant empty{random.mass(n), random.vector(n), Matrix::Zero(3, n), random.vector(3), {}};
    SolveOptions options;
    options.inconsistent = Inconsistent::least_squares;
    const Vector free = empty.M.ldlt().solve(empty.Q);
    for (const Matrix& weights : {Matrix(), Matrix(Vector{{1, 2, 5}}.asDiagonal())}) {
      options.weights = weights;
      const Solution solution = solve(empty, options);
      CHECK(solution.rank.value == 0);
      // two factorisations of M, whose condition is below 100
      CHECK((solution.acceleration - free).norm() <= 1e-13 * free.norm());
      CHECK(solution.lambda.norm() == 0);
    }
  }
}
