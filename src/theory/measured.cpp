#include "theory/measured.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>

namespace alembert::theory {

namespace {

// R with RᵀR = W; empty when W is no weight
Matrix root_of(const Matrix& W) {
  if (!W.allFinite() || (W - W.transpose()).norm() > 1e-12 * W.norm()) return {};
  const Eigen::LLT<Matrix> cholesky(W);
  if (cholesky.info() != Eigen::Success) return {};
  return cholesky.matrixU();
}

bool block_diagonal(const Matrix& W, Index n, Index m) {
  Matrix off = W;
  const Index f = W.rows() - n - m;
  off.block(0, 0, n, n).setZero();
  off.block(n, n, m, m).setZero();
  off.block(n + m, n + m, f, f).setZero();
  return off.norm() <= 1e-14 * W.norm();
}

std::string why_not(const SecondRoute& route, const Matrix& W,
                    const MeasuredAccelerations& measured) {
  if (!route.applies()) return route.does_not_apply;
  if (W.rows() != route.L.rows() || W.cols() != W.rows()) {
    return "W must have 2n + m − k rows and columns";
  }
  if (root_of(W).size() == 0) return "W is not symmetric and positive definite";
  const Index p = measured.H.rows();
  if (p == 0) return {};
  if (measured.H.cols() != route.q.size() || measured.y.size() != p || measured.W.rows() != p ||
      measured.W.cols() != p) {
    return "the sizes of the measured accelerations do not fit";
  }
  if (!measured.H.allFinite() || !measured.y.allFinite()) {
    return "a measured acceleration is not a finite number";
  }
  if (root_of(measured.W).size() == 0) {
    return "the weights of the measured accelerations are not symmetric and positive definite";
  }
  return {};
}

// erratum 7: the three sets are inconsistent iff b ∉ R(B)
Influence influence_of(const SecondRoute& route, const Matrix& W, bool measured) {
  if (measured) return Influence::all;
  if (route.picture.consistent) return Influence::none;
  const Index n = route.picture.B.cols(), m = route.picture.B.rows();
  return block_diagonal(W, n, m) ? Influence::rows : Influence::all;
}

const char* explain(Influence influence, const SecondRoute& route, bool measured) {
  const bool square = route.L.rows() == route.L.cols();
  if (measured) return "measured accelerations compete with all other equations, by their weights";
  switch (influence) {
    case Influence::none:
      return square ? "the rows are independent, so the equations are as many as the unknowns and "
                      "W has no influence"
                    : "the rows agree with each other, so all equations are met and W has no "
                      "influence";
    case Influence::rows:
      return "the rows contradict each other: their weights decide between them, and motion and "
             "virtual "
             "work hold exactly whatever their weights are";
    case Influence::all:
      return "the rows contradict each other and W couples the blocks, so motion and virtual work "
             "give way "
             "too";
  }
  return "";
}

}  // namespace

WeightedSolution weighted_solution(const SecondRoute& route, const Matrix& W,
                                   const MeasuredAccelerations& measured) {
  WeightedSolution solution;
  solution.does_not_apply = why_not(route, W, measured);
  if (!solution.applies()) return solution;
  const ScaledPicture& picture = route.picture;
  const Index n = picture.B.cols(), m = picture.B.rows(), all = route.L.rows(),
              p = measured.H.rows();

  const Matrix R = root_of(W);
  Matrix L(all + p, 2 * n);
  Vector s(all + p);
  L.topRows(all) = R * route.L;
  s.head(all) = R * route.s;
  if (p > 0) {
    const Matrix S = root_of(measured.W);
    L.bottomRows(p) << S * measured.H * picture.inverse_root, Matrix::Zero(p, n);
    s.tail(p) = S * measured.y;
  }
  const Vector sigma = Eigen::JacobiSVD<Matrix>(L).singularValues();
  if (!(sigma(2 * n - 1) > 1e-14 * sigma(0))) {
    solution.does_not_apply = "W is so uneven that W^(1/2)L has lost its rank to rounding";
    return solution;
  }
  solution.condition = sigma(0) / sigma(2 * n - 1);
  const Vector r = Eigen::ColPivHouseholderQR<Matrix>(L).solve(s);

  solution.x_s = r.head(n);
  solution.F_s = r.tail(n);
  solution.q = picture.unscale(solution.x_s);
  solution.reaction = picture.scale(solution.F_s);
  const Vector rest = route.s - route.L * r;
  solution.motion_residual = rest.head(n);
  solution.row_residual = rest.segment(n, m);
  solution.work_residual = rest.tail(all - n - m);
  if (p > 0) solution.measurement_residual = measured.y - measured.H * solution.q;
  solution.influence = influence_of(route, W, p > 0);
  solution.explanation = explain(solution.influence, route, p > 0);
  return solution;
}

Matrix row_weights(const SecondRoute& route, const Matrix& W2) {
  Matrix W = Matrix::Identity(route.L.rows(), route.L.rows());
  W.block(route.picture.B.cols(), route.picture.B.cols(), W2.rows(), W2.cols()) = W2;
  return W;
}

Vector block_solution(const SecondRoute& route, const Matrix& W2) {
  const ScaledPicture& picture = route.picture;
  const Vector free = picture.N * (picture.a_s + picture.c_s);
  if (W2.rows() == 0) return free;
  // any root of W₂ serves: (R B)⁺R b is the shortest x with least (b − B x)ᵀW₂(b − B x)
  const Matrix R = root_of(W2);
  return row_space(R * picture.B).inverse * (R * picture.instant.b) + free;
}

Identities weight_identities(const SecondRoute& route, const Matrix& W) {
  const char* agree = "r does not depend on W where the equations agree";
  const char* closed = "x_s = (W₂^(1/2)B)⁺W₂^(1/2)b + N(a_s + c_s) for block-diagonal W";
  const char* exact = "(17) and (19) hold exactly for block-diagonal W";
  const WeightedSolution solution = weighted_solution(route, W);
  if (!solution.applies()) {
    return {skip("X19", agree, solution.does_not_apply),
            skip("X19", closed, solution.does_not_apply),
            skip("X19", exact, solution.does_not_apply)};
  }
  const ScaledPicture& picture = route.picture;
  const Index n = picture.B.cols(), m = picture.B.rows();
  const double size = std::max(picture.size, solution.x_s.norm());
  const double bound = rounding(route.L.rows(), solution.condition * picture.mass_condition) +
                       route.bound() + picture.contradiction * solution.condition;
  Identities list;
  if (solution.influence == Influence::none) {
    Matrix with(n, 2), without = with;
    with << solution.x_s, solution.F_s;
    without << route.x_s, route.F_s;
    list.push_back(state("X19", agree, residual(with, without, {size}), bound));
  } else {
    list.push_back(skip("X19", agree, "the rows contradict each other"));
  }
  if (!block_diagonal(W, n, m)) {
    const char* reason = "W couples the blocks";
    list.push_back(skip("X19", closed, reason));
    list.push_back(skip("X19", exact, reason));
    return list;
  }
  // here contradictions are no error of the solution
  const double sharp =
      rounding(route.L.rows(), solution.condition * picture.mass_condition) + picture.bound();
  list.push_back(state("X19", closed,
                       residual(solution.x_s, block_solution(route, W.block(n, n, m, m)), {size}),
                       sharp));
  Vector both(n + route.V.cols());
  both << solution.motion_residual, solution.work_residual;
  list.push_back(state("X19", exact,
                       residual(both, Vector::Zero(both.size()), {size * (1 + route.V.norm())}),
                       sharp));
  return list;
}

}  // namespace alembert::theory
