#include "numeric/friction/problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alembert::numeric {

namespace {

Index position(const Rows& rows, Index row) {
  return std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
}

void find_presses(const OneSidedInstant& s, const std::vector<PlanarFriction>& frictions,
                  FrictionProblem& p) {
  for (const PlanarFriction& friction : frictions) {
    const bool pressed = friction.row != no_row;
    const bool pushes = pressed && s.pushes[at(friction.row)];
    p.press.push_back(!pressed ? Press::nothing : pushes ? Press::pushing : Press::holding);
    p.pressing.push_back(pressed ? position(pushes ? p.kept.pushing : p.kept.holding, friction.row)
                                 : no_row);
  }
}

// coefficients and limits for forces at unit length
void scale_bounds(const std::vector<PlanarFriction>& frictions, FrictionProblem& p) {
  const Index f = p.frictions();
  p.mu = p.mu_static = p.limit = p.limit_static = Vector::Zero(f);
  for (Index j = 0; j < f; ++j) {
    const PlanarFriction& friction = frictions[at(j)];
    const double length = p.lengths(p.contacts() + j);
    p.limit(j) = friction.limit * length;
    p.limit_static(j) = friction.limit_static * length;
    if (p.press[at(j)] == Press::nothing) continue;
    const double pressing = p.press[at(j)] == Press::pushing ? p.lengths(p.pressing[at(j)])
                                                             : p.held_lengths(p.pressing[at(j)]);
    p.mu(j) = friction.mu * friction.scale * length / pressing;
    p.mu_static(j) = friction.mu_static * friction.scale * length / pressing;
  }
}

class Union {
 public:
  explicit Union(Index size) : parents_(at(size)) {
    std::iota(parents_.begin(), parents_.end(), Index{0});
  }
  Index root(Index i) const {
    while (parents_[at(i)] != i) i = parents_[at(i)];
    return i;
  }
  void join(Index i, Index j) {
    const Index a = root(i), b = root(j);
    parents_[at(std::max(a, b))] = std::min(a, b);
  }

 private:
  Rows parents_;
};

}  // namespace

FrictionProblem friction_problem(Kept kept, const OneSidedInstant& s,
                                 const std::vector<PlanarFriction>& frictions,
                                 const FrictionOptions& options, const Rows& partners) {
  FrictionProblem p{std::move(kept), {}, {}, {}, {}, {}, {}, 0, {}, {}, {}, {}, {},
                    partners,        {}, {}, {}, {}};
  for (Index j = static_cast<Index>(partners.size()); j < static_cast<Index>(frictions.size()); ++j)
    p.partners.push_back(j);
  find_presses(s, frictions, p);
  const Index n = s.M.rows(), c = p.contacts(), f = p.frictions();
  const OneSidedOptions& rows = options.rows;

  Matrix J(f, n);
  Vector b(c + f), terms(c + f);
  b.head(c) = s.b(p.kept.pushing);
  terms.head(c) = rows.terms.size() > 0 ? Vector(rows.terms(p.kept.pushing)) : b.head(c).cwiseAbs();
  for (Index j = 0; j < f; ++j) {
    J.row(j) = frictions[at(j)].J;
    b(c + j) = frictions[at(j)].b;
    terms(c + j) =
        options.friction_terms.size() > 0 ? options.friction_terms(j) : std::abs(b(c + j));
  }
  p.lengths.resize(c + f);
  p.lengths.head(c) = pushing_lengths(p.kept, s, rows.rank);
  const Vector along = inertial_lengths(p.kept, s.M, J);
  for (Index j = 0; j < f; ++j)
    p.lengths(c + j) = std::hypot(along(j), along(p.partners[at(j)])) / std::sqrt(2.0);
  for (double& length : p.lengths)
    if (length == 0) length = 1;

  Matrix A(c + f, n);
  A << s.A(p.kept.pushing, Eigen::all), J;
  const Vector unit = p.lengths.cwiseInverse();
  p.columns = A.transpose() * unit.asDiagonal();
  const Matrix V = p.kept.factors.virtual_displacements();
  p.start = p.kept.factors.solve(s.Q, p.kept.b);
  p.G = p.columns.transpose() * V;
  p.h = unit.asDiagonal() * (b - A * p.start.x);
  p.whole = std::sqrt(std::max(0.0, p.start.x.dot(s.M * p.start.x))) + (V.transpose() * s.Q).norm();
  const Vector forces = rows.forces.size() > 0 ? rows.forces : Vector(s.Q.cwiseAbs());
  p.terms = unit.asDiagonal() * (terms + A.cwiseAbs() * p.start.x.cwiseAbs()) +
            (p.G * V.transpose()).cwiseAbs() * forces +
            Vector::Constant(c + f, share_of_whole * p.whole);

  const Index held = static_cast<Index>(p.kept.holding.size());
  p.held_lengths = p.kept.factors.row_sizes();
  for (double& length : p.held_lengths)
    if (length == 0) length = 1;
  p.r0 = p.start.lambda.cwiseProduct(p.held_lengths);
  p.R = Matrix::Zero(held, c + f);
  const bool held_press =
      std::find(p.press.begin(), p.press.end(), Press::holding) != p.press.end();
  for (Index k = 0; held_press && k < c + f; ++k)
    p.R.col(k) = p.kept.factors.solve(p.columns.col(k), Vector::Zero(held))
                     .lambda.cwiseProduct(p.held_lengths);
  scale_bounds(frictions, p);
  return p;
}

std::vector<FrictionGroup> coupled_groups(const FrictionProblem& p, double rounding) {
  const Index c = p.contacts(), f = p.frictions();
  const Index held = static_cast<Index>(p.kept.holding.size());
  // forces first, then rows that hold
  Union groups(c + f + held);
  const Matrix W = p.G * p.G.transpose();
  for (Index i = 0; i < c + f; ++i)
    for (Index j = 0; j < i; ++j)
      if (std::abs(W(i, j)) > rounding) groups.join(i, j);
  for (Index j = 0; j < f; ++j) groups.join(c + j, c + p.partners[at(j)]);
  std::vector<bool> presses(at(held), false);
  for (Index j = 0; j < f; ++j) {
    if (p.press[at(j)] == Press::nothing) continue;
    const bool holds = p.press[at(j)] == Press::holding;
    if (holds) presses[at(p.pressing[at(j)])] = true;
    groups.join(c + j, holds ? c + f + p.pressing[at(j)] : p.pressing[at(j)]);
  }
  for (Index e = 0; e < held; ++e)
    for (Index i = 0; presses[at(e)] && i < c + f; ++i)
      if (std::abs(p.R(e, i)) > rounding) groups.join(c + f + e, i);

  std::vector<FrictionGroup> found;
  std::vector<Index> place(at(c + f + held), -1);
  for (Index i = 0; i < c + f + held; ++i) {
    if (i >= c + f && !presses[at(i - c - f)]) continue;
    Index& group = place[at(groups.root(i))];
    if (group < 0) {
      group = static_cast<Index>(found.size());
      found.emplace_back();
    }
    FrictionGroup& g = found[at(group)];
    if (i < c)
      g.contacts.push_back(i);
    else if (i < c + f)
      g.frictions.push_back(i - c);
    else
      g.held.push_back(i - c - f);
  }
  return found;
}

}  // namespace alembert::numeric
