#include "theory/principles/routes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "theory/sizes.hpp"

namespace alembert::theory {

namespace {

// The same instant in units where every mass and every row has size one. The routes are covariant,
// so this changes nothing but rounding; the printed equation is evaluated without it.
struct Balanced {
  Vector s, d;  // q = s q', rows divided by d
  Matrix M, A;
  Vector F, b;  // F = Q + C
  RowSpace rows;
};

Balanced balance(const Instant& instant) {
  Balanced x;
  x.s = coordinate_units(instant.M, instant.A);
  x.M = x.s.asDiagonal() * instant.M * x.s.asDiagonal();
  x.M = (x.M + x.M.transpose()).eval() / 2;
  x.A = instant.A * x.s.asDiagonal();
  x.d = x.A.rowwise().norm().unaryExpr([](double length) { return length > 0 ? length : 1.0; });
  x.A = (x.d.cwiseInverse().asDiagonal() * x.A).eval();
  x.b = instant.b.cwiseQuotient(x.d);
  x.F = x.s.cwiseProduct(instant.Q + nonideal_force(instant));
  x.rows = row_space(x.A);
  return x;
}

// q̈ and the force of the constraints *upon Q + C*, both in balanced units
struct Reply {
  Vector acceleration, force;
  double condition = 1;
  std::string failure = {};
};

Reply fail(std::string reason) { return {{}, {}, 1, std::move(reason)}; }

const char* undetermined = "rank [M; A] < n: M and A leave an acceleration free";
const char* no_minimum = "M is not positive definite: Gauss's function has no minimum here";

// beyond it an elimination has lost all digits
constexpr double singular = 1e-14;

Matrix saddle(const Matrix& M, const Matrix& A) {
  const Index n = M.rows(), m = A.rows();
  Matrix matrix(n + m, n + m);
  matrix << M, -A.transpose(), A, Matrix::Zero(m, m);
  return matrix;
}

Vector stack(const Vector& top, const Vector& bottom) {
  Vector both(top.size() + bottom.size());
  both << top, bottom;
  return both;
}

// [M −Aᵀ; A 0][q̈; λ] = [Q + C; b], Eq. (35), by the elimination that textbooks do
Reply multipliers(const Balanced& x) {
  const Index n = x.M.rows(), m = x.A.rows();
  const Eigen::PartialPivLU<Matrix> lu(saddle(x.M, x.A));
  const Vector pivots = lu.matrixLU().diagonal().cwiseAbs();
  const double rcond = pivots.minCoeff() > 0 ? lu.rcond() : 0;
  if (!(rcond > singular)) {
    if (x.rows.rank == m) return fail("[M −Aᵀ; A 0] is singular: " + std::string(undetermined));
    return fail("[M −Aᵀ; A 0] is singular: only " + std::to_string(x.rows.rank) + " of the " +
                std::to_string(m) + " rows are independent, so λ is not unique");
  }
  const Vector both = lu.solve(stack(x.F, x.b));
  return {both.head(n), x.A.transpose() * both.tail(m), 1 / rcond};
}

// q̈ = A⁺b + V y with VᵀM V y = Vᵀ(Q + C − M A⁺b): quasi-accelerations y (Maggi, Gibbs and Appell)
Reply null_space(const Balanced& x) {
  const Matrix& V = x.rows.null;
  Vector q = x.rows.inverse * x.b;
  double condition = x.rows.condition;
  if (V.cols() > 0) {
    const Eigen::FullPivLU<Matrix> reduced(V.transpose() * x.M * V);
    const double rcond = reduced.isInvertible() ? reduced.rcond() : 0;
    if (!(rcond > singular)) return fail("VᵀM V is singular: " + std::string(undetermined));
    q += V * reduced.solve(V.transpose() * (x.F - x.M * q));
    condition /= rcond;
  }
  return {q, x.M * q - x.F, condition};
}

// (q̈ − a − M⁻¹C)ᵀM(q̈ − a − M⁻¹C) least on A q̈ = b: least squares with equality constraints, by
// QR of Aᵀ and of R Z, M = RᵀR; no normal equations and no singular values
Reply gauss(const Balanced& x) {
  const Index n = x.M.rows();
  const Eigen::LLT<Matrix> cholesky(x.M);
  if (cholesky.info() != Eigen::Success || !(cholesky.rcond() > singular)) return fail(no_minimum);
  const Matrix R = cholesky.matrixU();
  Vector q = Vector::Zero(n);
  Matrix Z = Matrix::Identity(n, n);
  if (x.rows.rank > 0) {
    Eigen::ColPivHouseholderQR<Matrix> qr(x.A.transpose());
    const Index k = x.rows.rank;
    const Matrix Y = qr.householderQ();
    const Matrix independent = qr.matrixR().topLeftCorner(k, k);
    const Vector first = (qr.colsPermutation().transpose() * x.b).head(k);
    q = Y.leftCols(k) * independent.triangularView<Eigen::Upper>().transpose().solve(first);
    Z = Y.rightCols(n - k);
  }
  if (Z.cols() > 0) {
    const Vector target = R.triangularView<Eigen::Upper>().transpose().solve(x.F) - R * q;
    q += Z * Eigen::HouseholderQR<Matrix>(R * Z).solve(target);
  }
  return {q, x.M * q - x.F, x.rows.condition / cholesky.rcond()};
}

// x_s = J(Bᵀb + E(a_s + c_s)), J = (BᵀB + V Vᵀ)⁻¹ (XD 20), V by elimination and so not orthonormal
Reply without_inverse(const Balanced& x) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(x.M);
  const Vector& values = eigen.eigenvalues();
  if (!(values(0) > singular))
    return fail("M is not positive definite, so M^(-1/2) does not exist");
  const Matrix root = eigen.operatorInverseSqrt();
  const Matrix B = x.A * root;
  Matrix V = Matrix::Identity(x.M.rows(), x.M.rows());
  if (x.rows.rank > 0) {
    Eigen::FullPivLU<Matrix> lu(B);
    lu.setThreshold(1e-10);
    V = lu.dimensionOfKernel() > 0 ? Matrix(lu.kernel()) : Matrix(x.M.rows(), 0);
    V.colwise().normalize();
  }
  const Matrix E = V * V.transpose();
  const Eigen::LDLT<Matrix> J(B.transpose() * B + E);
  const double rcond = J.rcond();
  // J squares the condition of the rows: theory 2.11
  if (!(rcond > singular))
    return fail("D + E is singular to rounding: the rows are nearly dependent");
  const Vector a_s = root * x.F;
  const Vector x_s = J.solve(B.transpose() * x.b + E * a_s);
  const Vector q = root * x_s;
  // XD (21); M^(1/2) = M M^(-1/2)
  const Vector force = x.M * (root * J.solve(B.transpose() * (x.b - B * a_s)));
  return {q, force, values(values.size() - 1) / values(0) / rcond};
}

// ω = Σ λ_iθ_i over a largest set of independent rows θ_i; the others get no multiplier (VF 8)
Reply independent_rows(const Balanced& x) {
  const Index n = x.M.rows(), k = x.rows.rank;
  Matrix A(k, n);
  Vector b(k);
  if (k > 0) {
    const Eigen::ColPivHouseholderQR<Matrix> qr(x.A.transpose());
    const auto order = qr.colsPermutation().indices();
    for (Index i = 0; i < k; ++i) {
      A.row(i) = x.A.row(order(i));
      b(i) = x.b(order(i));
    }
  }
  const Eigen::FullPivLU<Matrix> lu(saddle(x.M, A));
  const double rcond = lu.isInvertible() ? lu.rcond() : 0;
  if (!(rcond > singular)) return fail(undetermined);
  const Vector both = lu.solve(stack(x.F, b));
  return {both.head(n), A.transpose() * both.tail(k), 1 / rcond};
}

// q̈ = [(I − A⁺A)M; A]⁺[Q + C; b] (Udwadia and Phohomsiri), for M ≥ 0
Reply singular_mass(const Balanced& x) {
  const Index n = x.M.rows(), m = x.A.rows();
  const Matrix& V = x.rows.null;
  Matrix stacked(n + m, n);
  stacked << V * (V.transpose() * x.M), x.A;
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
  decomposition.setThreshold(1e-12);
  decomposition.compute(stacked);
  if (decomposition.rank() < n) return fail(undetermined);
  const Vector q = decomposition.solve(stack(x.F, x.b));
  const Vector pivots = decomposition.matrixT().diagonal().cwiseAbs();
  return {q, x.M * q - x.F, x.rows.condition * pivots.maxCoeff() / pivots.minCoeff()};
}

// the fundamental equation of M + AᵀA and Q + Aᵀb, Eq. (34), with Cholesky's root: q̈ = a + K e
Reply completed_mass(const Balanced& x) {
  const Eigen::LLT<Matrix> cholesky(x.M + x.A.transpose() * x.A);
  if (cholesky.info() != Eigen::Success || !(cholesky.rcond() > singular)) {
    return fail("M + AᵀA is not positive definite: M is indefinite, or an acceleration is free");
  }
  const Vector a = cholesky.solve(x.F + x.A.transpose() * x.b);
  const Matrix Y = cholesky.matrixL().solve(x.A.transpose());
  Eigen::CompleteOrthogonalDecomposition<Matrix> inverse;
  inverse.setThreshold(1e-10);
  Vector q = a;
  if (x.A.rows() > 0) {
    inverse.compute(Y.transpose());
    q += cholesky.matrixU().solve(Vector(inverse.solve(x.b - x.A * a)));
  }
  return {q, x.M * q - x.F, x.rows.condition / cholesky.rcond()};
}

template <typename Method>
double best_time(const Method& method) {
  using Clock = std::chrono::steady_clock;
  const auto elapsed = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  double best = INFINITY;
  const auto start = Clock::now();
  for (int run = 0; run < 20 && elapsed(start) < 5e-3; ++run) {
    const auto begin = Clock::now();
    method();
    best = std::min(best, elapsed(begin));
  }
  return best;
}

template <typename Method>
Route follow(const char* name, const char* what, const Instant& instant, const Balanced& balanced,
             const Method& method) {
  Route route{name, what, {}, {}, {}, 0, 0};
  const Reply answer = method(balanced);
  route.seconds = best_time([&] { method(balanced); });
  route.failure = answer.failure;
  if (route.failure.empty() && !(answer.acceleration.allFinite() && answer.force.allFinite())) {
    route.failure = "the result is not finite";
  }
  if (!route.failure.empty()) return route;
  route.acceleration = balanced.s.cwiseProduct(answer.acceleration);
  route.reaction = nonideal_force(instant) + answer.force.cwiseQuotient(balanced.s);
  route.bound = rounding(balanced.M.rows() + balanced.A.rows(), answer.condition);
  return route;
}

// M q̈ = Q + M^(1/2)B⁺(b − A M⁻¹Q) + M^(1/2)N M^(-1/2)C, word by word (FE 16, NI 38)
Route as_printed(const Instant& instant) {
  Route route{"Udwadia-Kalaba",
              "as printed: M^(1/2) by eigenvectors, B⁺ by singular values",
              {},
              {},
              {},
              0,
              0};
  const ScaledPicture picture = scaled_picture(instant);
  route.seconds = best_time([&] { scaled_picture(instant); });
  route.failure = picture.does_not_apply;
  if (!route.failure.empty()) return route;
  route.acceleration = picture.unscale(picture.acceleration);
  route.reaction = picture.root * (picture.B_plus_e + picture.N_c_s);
  route.bound = picture.bound();
  return route;
}

}  // namespace

std::vector<Route> routes(const Instant& instant, double terms) {
  std::string failure = why_no_instant(instant);
  if (failure.empty() && !instant.M.isApprox(instant.M.transpose(), 1e-12))
    failure = "M is not symmetric";
  Balanced x;
  if (failure.empty()) {
    x = balance(instant);
    const double size = std::max({terms, x.F.norm(), (x.rows.inverse * x.b).norm()});
    if (contradiction(x.rows, x.b, size) > contradiction_tolerance) {
      failure = "the rows contradict each other";
    }
  }
  const auto one = [&](const char* name, const char* what, const auto& method) {
    return failure.empty() ? follow(name, what, instant, x, method)
                           : Route{name, what, {}, {}, failure, 0, 0};
  };
  Route printed = failure.empty() ? as_printed(instant)
                                  : Route{"Udwadia-Kalaba", "as printed", {}, {}, failure, 0, 0};
  return {
      std::move(printed),
      one("multipliers", "all rows at once, elimination with row exchanges", multipliers),
      one("null space", "Maggi, Gibbs and Appell: only the freedoms are left", null_space),
      one("Gauss", "least deviation from free motion, by orthogonal factors", gauss),
      one("extended D'Alembert", "the 1997 route: J = (BᵀB + V Vᵀ)⁻¹, no pseudo-inverse",
          without_inverse),
      one("Vershik-Fadeev", "multipliers of a largest set of independent rows", independent_rows),
      one("Udwadia-Phohomsiri", "M may be singular: [(I − A⁺A)M; A]⁺", singular_mass),
      one("completed mass", "M + AᵀA in place of M, Cholesky's root", completed_mass)};
}

Disagreement largest_difference(const Instant& instant, const std::vector<Route>& routes) {
  Disagreement result;
  const Vector s = coordinate_units(instant.M, instant.A);
  const Vector C = nonideal_force(instant);
  // the terms on the way belong to the size, or a system at rest would never agree
  double acceleration_size = s.cwiseProduct(instant.Q + C).norm();
  double reaction_size = acceleration_size;
  for (const Route& route : routes) {
    if (!route.acceleration) continue;
    ++result.compared;
    acceleration_size = std::max(acceleration_size, route.acceleration->cwiseQuotient(s).norm());
    reaction_size = std::max(reaction_size, s.cwiseProduct(route.reaction).norm());
  }
  if (!(acceleration_size > 0)) acceleration_size = 1;
  if (!(reaction_size > 0)) reaction_size = 1;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!routes[i].acceleration || !routes[j].acceleration) continue;
      const Vector dq = (*routes[i].acceleration - *routes[j].acceleration).cwiseQuotient(s);
      const Vector dF = s.cwiseProduct(routes[i].reaction - routes[j].reaction);
      result.reaction = std::max(result.reaction, dF.norm() / reaction_size);
      if (const double now = dq.norm() / acceleration_size;
          result.first.empty() || now > result.acceleration) {
        result.acceleration = now;
        result.first = routes[j].name;
        result.second = routes[i].name;
        result.bound = routes[i].bound + routes[j].bound;
      }
    }
  }
  return result;
}

}  // namespace alembert::theory
