#include "numeric/sparse_solver.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

namespace {

using Slot = Eigen::Index;
constexpr Slot no_slot = -1;

// which entries a sparse matrix has
struct Pattern {
  Index rows = -1, columns = -1;
  std::vector<int> outer, inner;

  bool matches(const SparseMatrix& S) const {
    return S.rows() == rows && S.cols() == columns &&
           static_cast<std::size_t>(S.nonZeros()) == inner.size() &&
           std::equal(outer.begin(), outer.end(), S.outerIndexPtr()) &&
           std::equal(inner.begin(), inner.end(), S.innerIndexPtr());
  }
  void remember(const SparseMatrix& S) {
    rows = S.rows();
    columns = S.cols();
    outer.assign(S.outerIndexPtr(), S.outerIndexPtr() + S.cols() + 1);
    inner.assign(S.innerIndexPtr(), S.innerIndexPtr() + S.nonZeros());
  }
};

bool all_finite(const SparseMatrix& S) {
  return std::all_of(S.valuePtr(), S.valuePtr() + S.nonZeros(),
                     [](double x) { return std::isfinite(x); });
}

// |S|·|x|, added to `sum`
void add_sizes(const SparseMatrix& S, const Vector& x, Vector& sum) {
  for (Index j = 0; j < S.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(S, j); entry; ++entry) {
      sum(entry.row()) += std::abs(entry.value() * x(j));
    }
  }
}

// 1/√M_jj, and for coordinates without mass what their rows suggest (as coordinate_scales)
Vector inverse_scales(const SparseMatrix& M, const SparseMatrix& A) {
  const Vector masses = Vector(M.diagonal()).cwiseAbs();
  Vector compliance = Vector::Zero(A.rows());
  for (Index j = 0; j < A.cols(); ++j) {
    if (masses(j) == 0) continue;
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      compliance(entry.row()) += entry.value() * entry.value() / masses(j);
    }
  }
  Vector scales(M.cols());
  for (Index j = 0; j < M.cols(); ++j) {
    double mass = masses(j);
    if (mass == 0) {
      for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
        if (compliance(entry.row()) > 0) {
          mass += entry.value() * entry.value() / compliance(entry.row());
        }
      }
    }
    scales(j) = mass > 0 ? 1 / std::sqrt(mass) : 1;
  }
  return scales;
}

// 1/|row of A| in these scales; 1 for a row of zeros
Vector inverse_row_sizes(const SparseMatrix& A, const Vector& scales) {
  Vector squares = Vector::Zero(A.rows());
  for (Index j = 0; j < A.cols(); ++j) {
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      squares(entry.row()) += std::pow(entry.value() * scales(j), 2);
    }
  }
  return squares.unaryExpr([](double s) { return s > 0 ? 1 / std::sqrt(s) : 1; });
}

}  // namespace

struct SparseFundamentalSolver::Workspace {
  SparseOptions options;
  SparseAcceleration answer;
  long analyses = 0;

  Pattern pattern_M, pattern_A;
  SparseMatrix kkt;  // lower triangle of [[M, Aᵀ], [A, −δI]] at unit scales
  std::vector<Slot> slots_M, slots_A, slots_diagonal;
  Eigen::SimplicialLDLT<SparseMatrix> ldlt;
  Vector scales;      // of coordinates and rows
  bool soft = false;  // δ on the diagonal of M too, for masses that are singular

  void analyse(const SparseMatrix& M, const SparseMatrix& A);
  bool factorise(const SparseMatrix& M, const SparseMatrix& A);
  bool refine(const SparseMatrix& M, VectorView Q, const SparseMatrix& A, VectorView b);
  void solve_densely(const SparseMatrix& M, VectorView Q, const SparseMatrix& A, VectorView b);
};

void SparseFundamentalSolver::Workspace::analyse(const SparseMatrix& M, const SparseMatrix& A) {
  const Index n = M.rows(), m = A.rows();
  std::vector<Eigen::Triplet<double>> entries;
  for (Index j = 0; j < n; ++j) {
    entries.emplace_back(j, j, 0.0);
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry) {
      if (entry.row() > j) entries.emplace_back(entry.row(), j, 0.0);
    }
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      entries.emplace_back(n + entry.row(), j, 0.0);
    }
  }
  for (Index i = 0; i < m; ++i) entries.emplace_back(n + i, n + i, 0.0);
  kkt.resize(n + m, n + m);
  kkt.setFromTriplets(entries.begin(), entries.end());
  kkt.makeCompressed();

  // where each entry of M and A goes
  const auto slot = [&](Index row, Index column) {
    const int* first = kkt.innerIndexPtr() + kkt.outerIndexPtr()[column];
    const int* last = kkt.innerIndexPtr() + kkt.outerIndexPtr()[column + 1];
    return static_cast<Slot>(std::lower_bound(first, last, static_cast<int>(row)) -
                             kkt.innerIndexPtr());
  };
  slots_M.clear();
  slots_A.clear();
  slots_diagonal.clear();
  for (Index j = 0; j < n; ++j) {
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry) {
      slots_M.push_back(entry.row() >= j ? slot(entry.row(), j) : no_slot);
    }
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      slots_A.push_back(slot(n + entry.row(), j));
    }
  }
  for (Index j = 0; j < n + m; ++j) slots_diagonal.push_back(slot(j, j));

  ldlt.analyzePattern(kkt);
  pattern_M.remember(M);
  pattern_A.remember(A);
  soft = false;
  ++analyses;
}

bool SparseFundamentalSolver::Workspace::factorise(const SparseMatrix& M, const SparseMatrix& A) {
  const Index n = M.rows(), m = A.rows();
  double* values = kkt.valuePtr();
  std::fill(values, values + kkt.nonZeros(), 0.0);
  std::size_t next_M = 0, next_A = 0;
  for (Index j = 0; j < n; ++j) {
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry) {
      const Slot slot = slots_M[next_M++];
      if (slot != no_slot) values[slot] = entry.value() * scales(entry.row()) * scales(j);
    }
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      values[slots_A[next_A++]] = entry.value() * scales(n + entry.row()) * scales(j);
    }
  }
  for (Index j = 0; j < n + m; ++j) {
    if (j < n && !soft) continue;
    values[slots_diagonal[static_cast<std::size_t>(j)]] += j < n ? options.delta : -options.delta;
  }
  ldlt.factorize(kkt);
  return ldlt.info() == Eigen::Success;
}

// repeats the solve with the true residuals until neither rows nor forces gain
bool SparseFundamentalSolver::Workspace::refine(const SparseMatrix& M, VectorView Q,
                                                const SparseMatrix& A, VectorView b) {
  const Index n = M.rows(), m = A.rows();
  Vector x = Vector::Zero(n), lambda = Vector::Zero(m);
  Vector residual(n + m), row_terms(m), force_terms(n), motion(n);
  double best = std::numeric_limits<double>::infinity();
  answer.residual = best;
  const SparseMatrix transposed = A.transpose();

  for (int round = 0; round <= options.refinements + 1; ++round) {
    residual.head(n) = Q - M * x + transposed * lambda;
    residual.tail(m) = b - A * x;
    if (round > 0) {
      // forces are judged together, since one that vanishes has no size of its own
      force_terms = Q.cwiseAbs();
      add_sizes(M, x, force_terms);
      add_sizes(transposed, lambda, force_terms);
      const double largest_force = force_terms.cwiseProduct(scales.head(n)).maxCoeff();
      // as KktFactors::row_terms, with diag(M)⁻¹Q for a; λ stays out, contradictions make it huge
      motion = x.cwiseAbs() + Q.cwiseAbs().cwiseProduct(scales.head(n).cwiseAbs2());
      const double whole = smallest_share * motion.cwiseQuotient(scales.head(n)).maxCoeff();
      row_terms = b.cwiseAbs();
      add_sizes(A, motion, row_terms);
      double rows = 0, forces = 0;
      for (Index i = 0; i < m; ++i) {
        const double size = row_terms(i) + whole / scales(n + i);
        if (residual(n + i) != 0) rows = std::max(rows, std::abs(residual(n + i)) / size);
      }
      if (largest_force > 0) {
        forces =
            residual.head(n).cwiseProduct(scales.head(n)).cwiseAbs().maxCoeff() / largest_force;
      }
      const double worst = std::max(rows, forces);
      if (!std::isfinite(worst)) return false;
      if (worst < best) {
        answer.acceleration = x;
        answer.lambda = lambda;
        answer.residual = rows;
        answer.refinements = round - 1;
      }
      const bool gaining = worst < best / 2;
      best = std::min(best, worst);
      if (best <= options.residual || !gaining) break;
    }
    residual.array() *= scales.array();
    const Vector step = ldlt.solve(residual);
    x += step.head(n).cwiseProduct(scales.head(n));
    lambda -= step.tail(m).cwiseProduct(scales.tail(m));
  }
  answer.reaction = transposed * answer.lambda;
  return best <= options.largest_residual;
}

void SparseFundamentalSolver::Workspace::solve_densely(const SparseMatrix& M, VectorView Q,
                                                       const SparseMatrix& A, VectorView b) {
  answer.path = SparsePath::dense;
  answer.refinements = 1;
  FundamentalSolver dense(
      {.rank = options.rank, .consistency_tolerance = options.consistency_tolerance});
  const Acceleration& found = dense.solve(Matrix(M), Q, Matrix(A), b);
  answer.status = found.status;
  answer.acceleration = found.acceleration;
  answer.reaction = found.reaction;
  answer.lambda = found.lambda;
  answer.residual = found.residual;
}

SparseFundamentalSolver::SparseFundamentalSolver(const SparseOptions& options)
    : work_(std::make_unique<Workspace>()) {
  work_->options = options;
}
SparseFundamentalSolver::~SparseFundamentalSolver() = default;
SparseFundamentalSolver::SparseFundamentalSolver(SparseFundamentalSolver&&) noexcept = default;
SparseFundamentalSolver& SparseFundamentalSolver::operator=(SparseFundamentalSolver&&) noexcept =
    default;

const SparseAcceleration& SparseFundamentalSolver::solve(const SparseMatrix& M, VectorView Q,
                                                         const SparseMatrix& A, VectorView b) {
  assert(M.isCompressed() && A.isCompressed());
  assert(M.rows() == M.cols() && A.cols() == M.cols() && Q.size() == M.rows() &&
         b.size() == A.rows());
  Workspace& work = *work_;
  work.answer = {};
  if (!all_finite(M) || !all_finite(A) || !Q.allFinite() || !b.allFinite()) {
    work.answer.status = Status::not_finite;
    return work.answer;
  }
  if (!work.pattern_M.matches(M) || !work.pattern_A.matches(A)) work.analyse(M, A);
  work.scales.resize(M.rows() + A.rows());
  work.scales.head(M.rows()) = inverse_scales(M, A);
  work.scales.tail(A.rows()) = inverse_row_sizes(A, work.scales.head(M.rows()));

  // a mass that turned out singular once is taken as such from then on
  bool solved = work.factorise(M, A) && work.refine(M, Q, A, b);
  if (!solved && !work.soft) {
    work.soft = true;
    solved = work.factorise(M, A) && work.refine(M, Q, A, b);
    work.soft = solved;
  }
  if (!solved) {
    if (M.rows() + A.rows() <= work.options.dense_limit) {
      work.solve_densely(M, Q, A, b);
    } else {
      work.answer.status = Status::unresolved;
    }
  }
  return work.answer;
}

long SparseFundamentalSolver::analyses() const { return work_->analyses; }

Index sparse_rank(const SparseMatrix& M, const SparseMatrix& A, double tolerance) {
  if (A.rows() == 0) return 0;
  const Vector scales = inverse_scales(M, A);
  SparseMatrix unit = inverse_row_sizes(A, scales).asDiagonal() * A * scales.asDiagonal();
  SparseMatrix columns = unit.transpose();
  columns.makeCompressed();
  Eigen::SparseQR<SparseMatrix, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(tolerance);
  qr.compute(columns);
  return qr.rank();
}

}  // namespace alembert::numeric
