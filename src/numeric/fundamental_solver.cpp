#include "numeric/fundamental_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "numeric/cholesky.hpp"
#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

namespace {

constexpr int most_refinements = 3;

bool is_diagonal(const Matrix& M) {
  for (Index j = 0; j < M.cols(); ++j) {
    for (Index i = j + 1; i < M.rows(); ++i) {
      if (M(i, j) != 0) return false;
    }
  }
  return true;
}

}  // namespace

// unit rows: y_i = L⁻¹a_iᵀ/|L⁻¹a_iᵀ|. `basis` rows are those at the first positions of `gram`.
struct FundamentalSolver::Workspace {
  SolverOptions options;
  SolverCounters counters;
  Acceleration answer;
  std::optional<Index> previous_rank;

  Matrix M, A, L, Y, G;
  bool diagonal = false, augmented = false, fast = false;
  Vector sizes;    // |L⁻¹a_iᵀ|
  Vector weights;  // of the augmentation
  PivotedCholesky gram;
  Matrix dependence;  // k×(m−k): y_left = Y_basis · column
  Matrix sharing;     // Cholesky factor of what distributes contradictions among dependent rows
  std::optional<KktFactors> slow;

  Vector free, speeds, target, step, lambda, terms, gap, shift, force;

  Status factorise(MatrixView mass, MatrixView rows);
  bool factorise_fast();
  bool factorise_mass();
  bool factorise_rows();
  bool factorise_dependent_rows();
  Status factorise_slow();

  void solve_fast(VectorView Q, VectorView b);
  void solve_slow(VectorView Q, VectorView b);
  void agree_on_target(VectorView b);
  double add_multipliers(const Vector& unit_rows);
  void measure(VectorView b);
  void clear_answer();

  void to_z(Eigen::Ref<Vector> x) const;
  void from_z(Eigen::Ref<Vector> z) const;
  Index row_at(Index position) const { return gram.vector_at(position); }
};

void FundamentalSolver::Workspace::to_z(Eigen::Ref<Vector> x) const {
  if (diagonal) {
    x.array() /= L.diagonal().array();
  } else {
    L.triangularView<Eigen::Lower>().solveInPlace(x);
  }
}

void FundamentalSolver::Workspace::from_z(Eigen::Ref<Vector> z) const {
  if (diagonal) {
    z.array() /= L.diagonal().array();
  } else {
    L.triangularView<Eigen::Lower>().transpose().solveInPlace(z);
  }
}

// ---- factors ------------------------------------------------------------------------------------

Status FundamentalSolver::Workspace::factorise(MatrixView mass, MatrixView rows) {
  assert(mass.rows() == mass.cols() && rows.cols() == mass.cols());
  M = mass;
  A = rows;
  ++counters.factorisations;
  fast = factorise_fast();
  if (!fast) return factorise_slow();

  const bool redundant = gram.rank() < A.rows();
  answer.path = redundant ? Path::gram_redundant : Path::gram;
  ++(redundant ? counters.gram_redundant : counters.gram);
  answer.rank = gram.rank();
  answer.pivot_ratio = std::sqrt(gram.smallest_kept());
  previous_rank = answer.rank;
  return answer.status = Status::solved;
}

bool FundamentalSolver::Workspace::factorise_fast() {
  return factorise_mass() && factorise_rows() && factorise_dependent_rows();
}

bool FundamentalSolver::Workspace::factorise_mass() {
  // rounding can leave a singular M with pivots of 1e-12, and M + AᵀwA accelerates like M whether
  // or not M is singular: so the border lies well above
  const double enough = 1e-8;
  augmented = false;
  L = M;
  diagonal = is_diagonal(M);
  if (diagonal) {
    if ((M.diagonal().array() > 0).all()) {
      L.diagonal() = M.diagonal().cwiseSqrt();
      return true;
    }
  } else if (factorise_cholesky(L) > enough) {
    return true;
  }

  // M + AᵀwA accelerates like M, singular or not (Eq. 34 of docs/theory.md)
  weights = augmentation_weights(M, A);
  L = M;
  for (Index i = 0; i < A.rows(); ++i) {
    for (Index j = 0; j < A.cols(); ++j) {
      const double factor = weights(i) * A(i, j);
      if (factor != 0) L.col(j) += factor * A.row(i).transpose();
    }
  }
  diagonal = false;
  augmented = factorise_cholesky(L) > 1e-10;
  if (augmented) ++counters.augmented;
  return augmented;
}

bool FundamentalSolver::Workspace::factorise_rows() {
  const Index n = A.cols(), m = A.rows();
  Y.resize(n, m);
  sizes.resize(m);
  G.resize(m, m);
  Y = A.transpose();
  for (Index i = 0; i < m; ++i) {
    auto y = Y.col(i);
    to_z(y);
    sizes(i) = y.norm();
    // a row of zeros or nearly so, or NaN, is not for this path
    if (!(sizes(i) > 0) || options.rank.scale(i, sizes(i)) > sizes(i) || !std::isfinite(sizes(i)))
      return false;
    y *= 1 / sizes(i);
  }
  for (Index j = 0; j < m; ++j) {
    G.col(j).tail(m - j).noalias() = Y.rightCols(m - j).transpose() * Y.col(j);
    G(j, j) = 1;
    G.row(j).tail(m - j - 1) = G.col(j).tail(m - j - 1).transpose();
  }

  // pivots of G are squares of lengths: stay clear of the cut that rank decisions use
  const double clear = 10 * options.rank.tolerance;
  gram.factorise(G, std::max(options.smallest_pivot, clear * clear));
  // another rank than before is for the path that knows hysteresis
  if (previous_rank && gram.rank() != *previous_rank) return false;
  return gram.largest_left() < 1e-12;
}

// the rows left out must lie in the span of the others, measured on y itself: G only sees its
// square
bool FundamentalSolver::Workspace::factorise_dependent_rows() {
  const Index n = A.cols(), m = A.rows(), k = gram.rank(), left = m - k;
  if (left == 0) return true;
  const double near = std::min(options.dependent_distance, options.rank.tolerance / 100);
  dependence.resize(k, left);
  sharing.resize(left, left);
  gap.resize(n);
  step.resize(k);
  for (Index c = 0; c < left; ++c) {
    gap = Y.col(row_at(k + c));
    dependence.col(c).setZero();
    // projection, twice: the second removes the rounding of the first
    for (int pass = 0; pass < 2; ++pass) {
      for (Index i = 0; i < k; ++i) step(i) = Y.col(row_at(i)).dot(gap);
      gram.solve_in_place(step);
      for (Index i = 0; i < k; ++i) gap -= step(i) * Y.col(row_at(i));
      dependence.col(c) += step;
    }
    if (!(gap.norm() <= near)) return false;
  }
  // of a coefficient of unit rows: where rows differ in length by many orders, rounding would share
  // out more than they carry
  constexpr double rounding = 1e-12;
  dependence = (dependence.array().abs() > rounding).select(dependence, 0);

  // least squares over the rows as written (weight |y|² on unit rows) asks for
  // W_left⁻¹ + Dᵀ W_basis⁻¹ D with D = dependence
  for (Index i = 0; i < k; ++i) step(i) = 1 / (sizes(row_at(i)) * sizes(row_at(i)));
  for (Index c = 0; c < left; ++c) {
    gap.head(k) = step.cwiseProduct(dependence.col(c));
    for (Index d = c; d < left; ++d) sharing(d, c) = gap.head(k).dot(dependence.col(d));
    sharing(c, c) += 1 / (sizes(row_at(k + c)) * sizes(row_at(k + c)));
  }
  return factorise_cholesky(sharing) > 0;
}

Status FundamentalSolver::Workspace::factorise_slow() {
  fast = false;
  ++counters.rank_revealing;
  answer.path = Path::rank_revealing;
  slow.reset();
  clear_answer();
  const MassKind kind = classify_mass(M).kind;
  if (kind == MassKind::not_finite || !A.allFinite()) return answer.status = Status::not_finite;
  if (kind == MassKind::asymmetric) return answer.status = Status::asymmetric;

  KktOptions slowly{options.rank, false};
  if (!slowly.rank.previous) slowly.rank.previous = previous_rank;
  slow.emplace(M, A, slowly);
  answer.rank = slow->rank().value;
  answer.pivot_ratio = slow->rank().pivot_ratio;
  previous_rank = answer.rank;
  return answer.status = slow->determined() ? Status::solved : Status::undetermined;
}

// ---- right-hand sides ---------------------------------------------------------------------------

// target: the values of the basis rows, over their sizes, that all rows can agree on
void FundamentalSolver::Workspace::agree_on_target(VectorView b) {
  const Index m = A.rows(), k = gram.rank(), left = m - k;
  target.resize(k);
  for (Index i = 0; i < k; ++i) target(i) = b(row_at(i)) / sizes(row_at(i));
  if (left == 0) return;

  shift.resize(left);
  for (Index c = 0; c < left; ++c) {
    const Index row = row_at(k + c);
    shift(c) = b(row) / sizes(row) - dependence.col(c).dot(target);
  }
  const auto S = std::as_const(sharing).triangularView<Eigen::Lower>();
  S.solveInPlace(shift);
  S.transpose().solveInPlace(shift);
  for (Index i = 0; i < k; ++i) {
    const double size = sizes(row_at(i));
    target(i) += dependence.row(i).dot(shift) / (size * size);
  }
}

// q̈ += M⁻¹Aᵀδλ for multipliers of the basis rows at unit length, in the order of positions; returns
// the size of that change in the norm of M
double FundamentalSolver::Workspace::add_multipliers(const Vector& unit_rows) {
  gap.setZero(A.cols());
  for (Index i = 0; i < gram.rank(); ++i) {
    const Index row = row_at(i);
    gap += unit_rows(i) * Y.col(row);
    lambda(row) += unit_rows(i) / sizes(row);
  }
  const double size = gap.norm();
  from_z(gap);
  answer.acceleration += gap;
  return size;
}

void FundamentalSolver::Workspace::solve_fast(VectorView Q, VectorView b) {
  const Index n = A.cols(), m = A.rows(), k = gram.rank();
  agree_on_target(b);

  // a, and the violation e of the basis rows
  free.resize(n);
  free = Q;
  // with b in the force as well, the multipliers are those of the true M (Eq. 34 of docs/theory.md)
  if (augmented) free.noalias() += A.transpose() * weights.cwiseProduct(b);
  to_z(free);
  lambda.setZero(m);
  step.resize(k);
  for (Index i = 0; i < k; ++i) step(i) = target(i) - Y.col(row_at(i)).dot(free);
  answer.acceleration = free;
  from_z(answer.acceleration);
  speeds = answer.acceleration.cwiseAbs();

  // q̈ = a + M⁻¹Aᵀ G⁻¹e, then the same with what A q̈ still misses
  gram.solve_in_place(step);
  const double whole = 2 * free.norm() + add_multipliers(step);
  terms.resize(m);
  for (int refinement = 0;; ++refinement) {
    if (augmented) {
      // M + AᵀwA may be far worse conditioned than the problem: refine the balance of forces too
      force = Q;
      force.noalias() += A.transpose() * lambda;
      force.noalias() -= M * answer.acceleration;
      to_z(force);
      for (Index i = 0; i < k; ++i) step(i) = Y.col(row_at(i)).dot(force);
      gram.solve_in_place(step);
      for (Index i = 0; i < k; ++i) {
        force -= step(i) * Y.col(row_at(i));
        lambda(row_at(i)) -= step(i) / sizes(row_at(i));
      }
      from_z(force);
      answer.acceleration += force;
    }

    // as KktFactors::row_terms
    terms = b.cwiseAbs() + (smallest_share * whole) * sizes;
    for (Index j = 0; j < n; ++j) {
      terms += (speeds(j) + std::abs(answer.acceleration(j))) * A.col(j).cwiseAbs();
    }
    double worst = 0;
    for (Index i = 0; i < k; ++i) {
      const Index row = row_at(i);
      step(i) = target(i) - A.row(row).dot(answer.acceleration) / sizes(row);
      if (step(i) != 0) worst = std::max(worst, std::abs(step(i)) * sizes(row) / terms(row));
    }
    const bool finite = answer.acceleration.allFinite() && step.allFinite();
    if (finite && (k == 0 || (refinement > 0 && worst <= options.largest_residual))) break;
    if (!finite || refinement == most_refinements) {
      // the factors are not good enough, or the right-hand side is not a number
      if (factorise_slow() == Status::solved) solve_slow(Q, b);
      return;
    }
    gram.solve_in_place(step);
    add_multipliers(step);
    ++counters.refinements;
  }

  answer.lambda = lambda;
  answer.reaction.resize(n);
  answer.reaction.noalias() = A.transpose() * lambda;
  answer.status = Status::solved;
  measure(b);
}

void FundamentalSolver::Workspace::solve_slow(VectorView Q, VectorView b) {
  if (!Q.allFinite() || !b.allFinite()) {
    answer.status = Status::not_finite;
    clear_answer();
    return;
  }
  const KktSolution solution = slow->solve(Q, b);
  answer.acceleration = solution.x;
  answer.lambda = solution.lambda;
  answer.reaction = A.transpose() * solution.lambda;
  terms = slow->row_terms(b, Q, solution.x);
  answer.status = Status::solved;
  measure(b);
}

void FundamentalSolver::Workspace::measure(VectorView b) {
  answer.residual = 0;
  for (Index i = 0; i < A.rows(); ++i) {
    const double residual = std::abs(b(i) - A.row(i).dot(answer.acceleration));
    if (residual > 0) answer.residual = std::max(answer.residual, residual / terms(i));
  }
  if (answer.residual > options.consistency_tolerance) answer.status = Status::inconsistent;
}

// a failure leaves nothing behind that could pass for an answer
void FundamentalSolver::Workspace::clear_answer() {
  answer.acceleration.resize(0);
  answer.reaction.resize(0);
  answer.lambda.resize(0);
  answer.residual = 0;
}

// ---- the door -----------------------------------------------------------------------------------

FundamentalSolver::FundamentalSolver(const SolverOptions& options)
    : work_(std::make_unique<Workspace>()) {
  work_->options = options;
}
FundamentalSolver::~FundamentalSolver() = default;
FundamentalSolver::FundamentalSolver(FundamentalSolver&&) noexcept = default;
FundamentalSolver& FundamentalSolver::operator=(FundamentalSolver&&) noexcept = default;

Status FundamentalSolver::factorise(MatrixView M, MatrixView A) { return work_->factorise(M, A); }

const Acceleration& FundamentalSolver::solve(VectorView Q, VectorView b) {
  assert(Q.size() == work_->M.rows() && b.size() == work_->A.rows());
  if (work_->fast) {
    work_->solve_fast(Q, b);
  } else if (work_->slow && work_->slow->determined()) {
    work_->solve_slow(Q, b);
  }
  return work_->answer;
}

const Acceleration& FundamentalSolver::solve(MatrixView M, VectorView Q, MatrixView A,
                                             VectorView b) {
  factorise(M, A);
  return solve(Q, b);
}

void FundamentalSolver::set_row_lengths(const Vector& lengths) {
  work_->options.rank.lengths = lengths;
}

void FundamentalSolver::forget_rank() { work_->previous_rank.reset(); }

const SolverCounters& FundamentalSolver::counters() const { return work_->counters; }

}  // namespace alembert::numeric
