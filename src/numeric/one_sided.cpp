#include "numeric/one_sided.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "numeric/kept_rows.hpp"
#include "numeric/least_distance.hpp"
#include "numeric/linear_program.hpp"

namespace alembert::numeric {

namespace {

Rows all_rows(Index m) {
  Rows rows(static_cast<std::size_t>(m));
  for (Index i = 0; i < m; ++i) rows[static_cast<std::size_t>(i)] = i;
  return rows;
}

// the problem in y, q̈ = q̈_kept + V y with VᵀMV = I: rows at natural length one
struct Remaining {
  Vector lengths;
  Matrix V;
  KktSolution kept;
  Matrix G;         // A V
  Vector h, terms;  // b − A q̈_kept and the sizes of what is summed there
};

Remaining remaining_problem(const Kept& kept, const OneSidedInstant& s,
                            const OneSidedOptions& options) {
  Remaining r;
  r.lengths = pushing_lengths(kept, s, options.rank);
  r.V = kept.factors.virtual_displacements();
  r.kept = kept.factors.solve(s.Q, kept.b);
  const Matrix A = s.A(kept.pushing, Eigen::all);
  const Vector b = s.b(kept.pushing);
  const Vector parts =
      options.terms.size() > 0 ? Vector(options.terms(kept.pushing)) : Vector(b.cwiseAbs());
  const Vector forces = options.forces.size() > 0 ? options.forces : Vector(s.Q.cwiseAbs());

  const Vector unit = r.lengths.cwiseInverse();
  r.G = unit.asDiagonal() * (A * r.V);
  r.h = unit.asDiagonal() * (b - A * r.kept.x);
  const double whole =
      std::sqrt(std::max(0.0, r.kept.x.dot(s.M * r.kept.x))) + (r.V.transpose() * s.Q).norm();
  r.terms = unit.asDiagonal() * (parts + A.cwiseAbs() * r.kept.x.cwiseAbs()) +
            (r.G * r.V.transpose()).cwiseAbs() * forces +
            Vector::Constant(b.size(), share_of_whole * whole);
  return r;
}

// Of rows that depend on each other: their λ at unit length in the norm of M⁻¹, λ + N w for any w
// with the same force.
struct Group {
  Rows rows;
  Vector lambda, lengths;
  Matrix N;      // orthonormal
  Rows pushing;  // positions within `rows`
  double size;   // of the largest λ
};

std::vector<Group> dependent_groups(const KktFactors& factors, const Rows& rows,
                                    const OneSidedInstant& s, const Vector& lambda) {
  std::vector<Group> groups;
  const Redundancy redundancy = find_redundancy(factors);
  const Matrix dependence = factors.dependence();
  for (const DependentRows& dependent : redundancy.groups) {
    Group group;
    const Index m = static_cast<Index>(dependent.rows.size());
    group.lengths = factors.row_sizes()(dependent.rows);
    group.lambda.resize(m);
    for (Index i = 0; i < m; ++i) {
      const Index row = rows[static_cast<std::size_t>(dependent.rows[static_cast<std::size_t>(i)])];
      group.rows.push_back(row);
      if (group.lengths(i) == 0) group.lengths(i) = 1;
      group.lambda(i) = lambda(row) * group.lengths(i);
      if (s.pushes[static_cast<std::size_t>(row)]) group.pushing.push_back(i);
    }
    const Matrix projector = dependence(dependent.rows, dependent.rows);
    const Matrix Q = Eigen::ColPivHouseholderQR<Matrix>(projector).householderQ();
    group.N = Q.leftCols(dependent.surplus);
    group.size = group.lambda.cwiseAbs().maxCoeff();
    groups.push_back(std::move(group));
  }
  return groups;
}

// the λ ≥ 0 of least norm
void share_evenly(Group& group, const OneSidedOptions& options) {
  group.lambda -= group.N * (group.N.transpose() * group.lambda);
  const Vector h = -group.lambda(group.pushing);
  const Vector terms = Vector::Constant(h.size(), group.size);
  const LeastDistance found = least_distance(
      group.N(group.pushing, Eigen::all), h, terms,
      {options.rank.tolerance, 1e-2 * options.rounding, options.consistency_tolerance});
  group.lambda += group.N * found.y;
  for (const Index i : group.pushing)
    if (group.lambda(i) <= options.rounding * group.size) group.lambda(i) = 0;
}

// how much more than λ_i some λ + N w with λ_j ≥ 0 may be in direction ±i
double rise(const Group& group, Index i, double sign, const OneSidedOptions& options) {
  const double most = greatest(sign * group.N.row(i).transpose(),
                               group.N(group.pushing, Eigen::all), -group.lambda(group.pushing),
                               Vector::Zero(group.N.cols()), options.rounding * group.size);
  return std::max(0.0, most);
}

void find_intervals(const Group& group, const OneSidedInstant& s, const OneSidedOptions& options,
                    OneSidedSolution& solution) {
  for (Index i = 0; i < group.lambda.size(); ++i) {
    const Index row = group.rows[static_cast<std::size_t>(i)];
    const double more = rise(group, i, 1, options), less = rise(group, i, -1, options);
    if (more + less <= options.rounding * group.size) continue;
    solution.unique[static_cast<std::size_t>(row)] = false;
    solution.most(row) = (group.lambda(i) + more) / group.lengths(i);
    const double least = group.lambda(i) - less;
    const bool idle =
        s.pushes[static_cast<std::size_t>(row)] && least <= options.rounding * group.size;
    solution.least(row) = idle ? 0 : least / group.lengths(i);
  }
}

// λ of rows that hold by which the weights w of rows that push, wᵀA, are undone: also those take
// part in a contradiction
Rows contradictory_rows(const Kept& kept, const Remaining& r, const OneSidedInstant& s,
                        const Vector& weights, double tolerance) {
  Rows rows;
  const double size = weights.maxCoeff();
  const Vector w = weights.cwiseQuotient(r.lengths);
  for (Index i = 0; i < w.size(); ++i)
    if (weights(i) > tolerance * size) rows.push_back(kept.pushing[static_cast<std::size_t>(i)]);
  const Vector force = s.A(kept.pushing, Eigen::all).transpose() * w;
  const Vector undone = kept.factors.solve(force, Vector::Zero(kept.b.size())).lambda;
  for (Index j = 0; j < undone.size(); ++j)
    if (std::abs(undone(j)) * kept.factors.row_sizes()(j) > tolerance * size)
      rows.push_back(kept.holding[static_cast<std::size_t>(j)]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

// q̈ and λ for the rows that carry, from the equations as they were given
void write_motion(const Kept& kept, const Remaining& r, const OneSidedInstant& s,
                  const LeastDistance& found, OneSidedSolution& solution) {
  const Matrix A = s.A(kept.pushing, Eigen::all);
  const Vector b = s.b(kept.pushing);
  const Index k = static_cast<Index>(found.active.size());
  Vector mu = found.multipliers;
  KktSolution kkt = r.kept;
  if (k > 0) {
    const Eigen::HouseholderQR<Matrix> qr(Matrix(r.G(found.active, Eigen::all).transpose()));
    const auto R = qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
    // what V lost comes back: the rows that carry hold to rounding of q̈ itself
    for (int refinement = 0; refinement < 3; ++refinement) {
      kkt = kept.factors.solve(s.Q + A.transpose() * mu.cwiseQuotient(r.lengths), kept.b);
      if (refinement == 2) break;
      const Vector excess = (A * kkt.x - b).cwiseQuotient(r.lengths);
      const Vector half = R.transpose().solve(Vector(excess(found.active)));
      mu(found.active) -= R.solve(half);
      mu = mu.cwiseMax(0);
    }
  }
  solution.acceleration = kkt.x;
  solution.lambda = Vector::Zero(s.b.size());
  solution.lambda(kept.holding) = kkt.lambda;
  solution.lambda(kept.pushing) = mu.cwiseQuotient(r.lengths);
  solution.excess = s.A * kkt.x - s.b;
}

// open or touching, before it is known how rows that depend on each other share their load
void write_rows(const Kept& kept, const Remaining& r, const OneSidedOptions& options,
                const LeastDistance& found, OneSidedSolution& solution) {
  solution.rows.assign(static_cast<std::size_t>(solution.lambda.size()), RowState::equality);
  const Vector y = found.y;
  for (std::size_t p = 0; p < kept.pushing.size(); ++p) {
    const Index i = static_cast<Index>(p), row = kept.pushing[p];
    const double size =
        r.terms(i) + r.G.row(i).cwiseAbs() * y.cwiseAbs() + share_of_whole * y.norm();
    const bool open = solution.excess(row) > options.rounding * size * r.lengths(i);
    solution.rows[static_cast<std::size_t>(row)] = open ? RowState::open : RowState::touches;
  }
  for (const Index i : found.active)
    solution.rows[static_cast<std::size_t>(kept.pushing[static_cast<std::size_t>(i)])] =
        RowState::carries;
}

void share_load(const OneSidedInstant& s, const OneSidedOptions& options,
                OneSidedSolution& solution) {
  const Index m = s.A.rows();
  solution.unique.assign(static_cast<std::size_t>(m), true);
  Rows held;
  for (Index i = 0; i < m; ++i)
    if (solution.rows[static_cast<std::size_t>(i)] != RowState::open) held.push_back(i);
  const KktFactors factors(s.M, s.A(held, Eigen::all), kkt_options(options.rank, held));
  std::vector<Group> groups = dependent_groups(factors, held, s, solution.lambda);
  for (Group& group : groups) {
    if (group.pushing.empty()) continue;
    share_evenly(group, options);
    for (Index i = 0; i < group.lambda.size(); ++i)
      solution.lambda(group.rows[static_cast<std::size_t>(i)]) = group.lambda(i) / group.lengths(i);
    for (const Index i : group.pushing)
      solution.rows[static_cast<std::size_t>(group.rows[static_cast<std::size_t>(i)])] =
          group.lambda(i) > 0 ? RowState::carries : RowState::touches;
  }
  solution.least = solution.most = solution.lambda;
  for (const Group& group : groups) find_intervals(group, s, options, solution);
}

// the largest s with λ + N w ≥ s in rows that push
double margin(const Group& group, const OneSidedOptions& options) {
  const Index d = group.N.cols(), k = static_cast<Index>(group.pushing.size());
  Matrix G(k, d + 1);
  G << group.N(group.pushing, Eigen::all), -Vector::Ones(k);
  Vector start = Vector::Zero(d + 1);
  start(d) = group.lambda(group.pushing).minCoeff();
  // the bounds at unit length
  const Vector lengths = G.rowwise().norm();
  const Vector h = -group.lambda(group.pushing).cwiseQuotient(lengths);
  return greatest(Vector::Unit(d + 1, d), lengths.cwiseInverse().asDiagonal() * G, h, start,
                  options.rounding * group.size);
}

bool all_finite(const OneSidedInstant& s) {
  return s.M.allFinite() && s.Q.allFinite() && s.A.allFinite() && s.b.allFinite();
}

}  // namespace

OneSidedSolution solve(const OneSidedInstant& instant, const OneSidedOptions& options) {
  const auto& [M, Q, A, b, pushes] = instant;
  assert(M.rows() == M.cols() && Q.size() == M.rows() && A.cols() == M.rows());
  assert(b.size() == A.rows() && pushes.size() == static_cast<std::size_t>(A.rows()));

  OneSidedSolution solution;
  if (!all_finite(instant)) {
    solution.status = Status::not_finite;
    return solution;
  }
  if (classify_mass(M).kind == MassKind::asymmetric) {
    solution.status = Status::asymmetric;
    return solution;
  }
  const Kept kept = keep(instant, options.rank);
  if (!kept.factors.determined() || !kept.factors.minimum()) {
    solution.status = Status::undetermined;
    solution.free_direction = kept.factors.free_direction();
    return solution;
  }
  const Remaining rest = remaining_problem(kept, instant, options);
  const Vector terms = options.terms.size() > 0 ? Vector(options.terms(kept.holding)) : kept.b;
  const Consistency consistency = check_consistency(
      kept.factors, find_redundancy(kept.factors), kept.b,
      kept.factors.row_terms(terms, Q, rest.kept.x), options.consistency_tolerance);
  if (!consistency.consistent) {
    solution.status = Status::inconsistent;
    for (const Index i : consistency.rows)
      solution.contradictory.push_back(kept.holding[static_cast<std::size_t>(i)]);
    return solution;
  }

  const LeastDistance found =
      least_distance(rest.G, rest.h, rest.terms,
                     {options.rank.tolerance, options.rounding, options.consistency_tolerance});
  if (!found.feasible) {
    solution.status = Status::inconsistent;
    solution.contradictory =
        contradictory_rows(kept, rest, instant, found.contradiction, options.consistency_tolerance);
    return solution;
  }
  write_motion(kept, rest, instant, found, solution);
  write_rows(kept, rest, options, found, solution);
  share_load(instant, options, solution);
  return solution;
}

double carrying_margin(const OneSidedInstant& instant, const OneSidedOptions& options) {
  const Rows rows = all_rows(instant.A.rows());
  const KktFactors factors(instant.M, instant.A, kkt_options(options.rank, rows));
  const Vector lambda = factors.solve(instant.Q, instant.b).lambda;
  std::vector<bool> alone = instant.pushes;
  double least = infinite;
  for (const Group& group : dependent_groups(factors, rows, instant, lambda)) {
    for (const Index row : group.rows) alone[static_cast<std::size_t>(row)] = false;
    if (!group.pushing.empty()) least = std::min(least, margin(group, options));
  }
  for (const Index i : rows)
    if (alone[static_cast<std::size_t>(i)])
      least = std::min(least, lambda(i) * factors.row_sizes()(i));
  return least;
}

}  // namespace alembert::numeric
