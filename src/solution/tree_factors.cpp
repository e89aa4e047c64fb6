#include "solution/tree_factors.hpp"

#include <algorithm>
#include <utility>

namespace alembert::solution {

namespace {

bool is_zero(const Expr& x) { return is_value(x, 0); }

// The inertia of a body together with all that moves freely on it: force = M u + H w, moment = Hᵀu
// + J w.
struct ArticulatedInertia {
  Tensor M, H, J;

  Wrench operator*(const Twist& twist) const {
    return {M * twist.u + H * twist.w, H.transposed() * twist.u + J * twist.w};
  }

  // what a free coordinate takes away: U Uᵀ/D
  void subtract(const Wrench& U, const Wrench& share) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        H(i, j) = H(i, j) - U.force[i] * share.moment[j];
        if (j > i) continue;
        M(i, j) = M(j, i) = M(i, j) - U.force[i] * share.force[j];
        J(i, j) = J(j, i) = J(i, j) - U.moment[i] * share.moment[j];
      }
  }

  ArticulatedInertia seen_from_carrier(const TreeBody& body) const {
    const Tensor M_turned = turned(body.E, M), J_turned = turned(body.E, J);
    const Tensor H_turned = body.E * H * body.E.transposed();
    const Tensor d = Tensor::cross(body.d);
    ArticulatedInertia result{M_turned, H_turned - M_turned * d, {}};
    const Tensor J_moved = J_turned - H_turned.transposed() * d + d * result.H;
    // symmetric, which sharing does not see
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j <= i; ++j) result.J(i, j) = result.J(j, i) = J_moved(i, j);
    return result;
  }
};

ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b) {
  return {a.M + b.M, a.H + b.H, a.J + b.J};
}

ArticulatedInertia rigid(const MassMoments& body) {
  const Expr trace = body.S(0, 0) + body.S(1, 1) + body.S(2, 2);
  return {body.m * Tensor::identity(), -1.0 * Tensor::cross(body.h),
          trace * Tensor::identity() - body.S};
}

Expr work(const Twist& twist, const Wrench& wrench) {
  return dot(twist.u, wrench.force) + dot(twist.w, wrench.moment);
}

// the motion of a body whose joint stands still
Twist carried(const TreeBody& body, const std::vector<Twist>& motion) {
  if (!body.carrier) return {Vector(3, Expr(0.0)), Vector(3, Expr(0.0))};
  const Twist& carrier = motion[*body.carrier];
  const Tensor back = body.E.transposed();
  return {back * (carrier.u + cross(carrier.w, body.d)), back * carrier.w};
}

Wrench seen_from_carrier(const TreeBody& body, const Wrench& wrench) {
  const Vector force = body.E * wrench.force;
  return {force, body.E * wrench.moment + cross(body.d, force)};
}

Wrench operator*(const Expr& factor, const Wrench& wrench) {
  return {factor * wrench.force, factor * wrench.moment};
}

Wrench operator-(const Wrench& a, const Wrench& b) {
  return {a.force - b.force, a.moment - b.moment};
}

}  // namespace

TreeFactors::TreeFactors(Graph& graph, BodyTree tree, std::size_t n,
                         const std::vector<Entry>& beside, std::size_t m,
                         const std::vector<Entry>& A)
    : graph_(graph), tree_(std::move(tree)), beside_(beside), n_(n), joints_(tree_.size()) {
  std::vector<ArticulatedInertia> inertia;
  for (const TreeBody& body : tree_) inertia.push_back(rigid(body.mass));
  reciprocals_.assign(n_ + m, graph_.zero());
  for (std::size_t i = tree_.size(); i-- > 0;) {
    const TreeBody& body = tree_[i];
    const std::size_t columns = body.columns.size();
    std::vector<Twist> S;
    std::vector<Wrench> U;
    for (const JointColumn& column : body.columns) {
      S.push_back(body.along(column));
      U.push_back(inertia[i] * S.back());
    }
    std::vector<std::vector<Expr>> K(columns, std::vector<Expr>(columns, 0.0));
    for (std::size_t k = 0; k < columns; ++k)
      for (std::size_t l = 0; l <= k; ++l) {
        K[k][l] = work(S[l], U[k]);
        const auto same = [&](const Entry& entry) {
          return entry.row == body.columns[k].coordinate &&
                 entry.column == body.columns[l].coordinate;
        };
        const auto first = std::ranges::lower_bound(
            beside, static_cast<std::uint32_t>(body.columns[k].coordinate), {}, &Entry::row);
        const auto found = std::find_if(first, beside.end(), same);
        if (found != beside.end()) K[k][l] = K[k][l] + Expr(graph_, found->value);
        K[l][k] = K[k][l];
      }
    JointFactors& joint = joints_[i];
    joint.reciprocals.assign(columns, 0.0);
    joint.shares.assign(columns, {});
    joint.L.resize(columns);
    for (std::size_t k = columns; k-- > 0;) {
      const Expr reciprocal = 1.0 / K[k][k];
      joint.reciprocals[k] = reciprocal;
      reciprocals_[body.columns[k].coordinate] = reciprocal.in(graph_);
      joint.shares[k] = reciprocal * U[k];
      for (std::size_t l = 0; l < k; ++l) joint.L[k].push_back(reciprocal * K[k][l]);
      for (std::size_t l = 0; l < k; ++l) {
        U[l] = U[l] - joint.L[k][l] * U[k];
        for (std::size_t j = 0; j <= l; ++j) K[l][j] = K[j][l] = K[l][j] - joint.L[k][l] * K[k][j];
      }
      if (body.carrier) inertia[i].subtract(U[k], joint.shares[k]);
    }
    if (body.carrier)
      inertia[*body.carrier] = inertia[*body.carrier] + inertia[i].seen_from_carrier(body);
  }

  if (m == 0) return;
  for (std::size_t row = 0; row < m; ++row) {
    std::vector<Expr> a(n_, 0.0);
    for (const Entry& entry : A)
      if (entry.row == row) a[entry.column] = Expr(graph_, entry.value);
    rows_.push_back(fold(std::move(a)));
  }
  // A M⁻¹Aᵀ is the sum over the coordinates of what two rows have in common
  std::vector<SymmetricEntry> G;
  for (std::uint32_t r = 0; r < m; ++r)
    for (std::uint32_t s = 0; s <= r; ++s) {
      Expr sum = 0.0;
      for (std::size_t j = 0; j < n_; ++j)
        if (!is_zero(rows_[r][j]) && !is_zero(rows_[s][j]))
          sum = sum + rows_[r][j] * rows_[s][j] * Expr(graph_, reciprocals_[j]);
      if (!is_zero(sum)) G.push_back({r, s, sum.in(graph_)});
    }
  among_rows_.emplace(graph_, elimination_order(graph_, m, G, m), G);
  std::ranges::copy(among_rows_->reciprocals(),
                    reciprocals_.begin() + static_cast<std::ptrdiff_t>(n_));
}

std::vector<Expr> TreeFactors::expressions(const Formulas& formulas) const {
  std::vector<Expr> result;
  for (const NodeId formula : formulas) result.emplace_back(graph_, formula);
  return result;
}

// L⁻¹f, from the outermost bodies to the ground: p is the wrench that the forces beyond ask of the
// joint
std::vector<Expr> TreeFactors::fold(std::vector<Expr> f) const {
  std::vector<std::optional<Wrench>> p(tree_.size());
  for (std::size_t i = tree_.size(); i-- > 0;) {
    const TreeBody& body = tree_[i];
    const JointFactors& joint = joints_[i];
    if (p[i])
      for (const JointColumn& column : body.columns)
        f[column.coordinate] = f[column.coordinate] - work(body.along(column), *p[i]);
    for (std::size_t k = body.columns.size(); k-- > 0;) {
      const Expr& force = f[body.columns[k].coordinate];
      if (is_zero(force)) continue;
      for (std::size_t l = 0; l < k; ++l) {
        Expr& other = f[body.columns[l].coordinate];
        other = other - joint.L[k][l] * force;
      }
      const Wrench share = force * joint.shares[k];
      p[i] = p[i] ? *p[i] + share : share;
    }
    if (!body.carrier || !p[i]) continue;
    const Wrench seen = seen_from_carrier(body, *p[i]);
    std::optional<Wrench>& sum = p[*body.carrier];
    sum = sum ? *sum + seen : seen;
  }
  return f;
}

// L⁻ᵀD⁻¹ of that, from the ground outwards: the accelerations
std::vector<Expr> TreeFactors::unfold(const std::vector<Expr>& folded) const {
  std::vector<Expr> x(n_, 0.0);
  std::vector<Twist> motion(tree_.size());
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    const TreeBody& body = tree_[i];
    const JointFactors& joint = joints_[i];
    const Twist a = carried(body, motion);
    Twist moved = a;
    for (std::size_t k = 0; k < body.columns.size(); ++k) {
      const std::size_t j = body.columns[k].coordinate;
      Expr value = joint.reciprocals[k] * folded[j];
      if (body.carrier) value = value - work(a, joint.shares[k]);
      for (std::size_t l = 0; l < k; ++l)
        value = value - joint.L[k][l] * x[body.columns[l].coordinate];
      x[j] = value;
      const Twist S = body.along(body.columns[k]);
      moved = {moved.u + value * S.u, moved.w + value * S.w};
    }
    motion[i] = std::move(moved);
  }
  return x;
}

// M x + Aᵀμ = f with A x = g: A M⁻¹Aᵀ μ = A M⁻¹f − g
TreeFactors::Formulas TreeFactors::solve(const Formulas& y) const {
  const std::vector<Expr> all = expressions(y);
  std::vector<Expr> folded = fold({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n_)});
  Formulas mu;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    Expr sum = -all[n_ + r];
    for (std::size_t j = 0; j < n_; ++j)
      if (!is_zero(rows_[r][j]))
        sum = sum + rows_[r][j] * (Expr(graph_, reciprocals_[j]) * folded[j]);
    mu.push_back(sum.in(graph_));
  }
  if (among_rows_) mu = among_rows_->solve(std::move(mu));
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t j = 0; j < n_; ++j)
      if (!is_zero(rows_[r][j])) folded[j] = folded[j] - rows_[r][j] * Expr(graph_, mu[r]);
  Formulas result;
  for (const Expr& x : unfold(folded)) result.push_back(x.in(graph_));
  result.insert(result.end(), mu.begin(), mu.end());
  return result;
}

TreeFactors::Formulas TreeFactors::M_times(const Formulas& formulas) const {
  const std::vector<Expr> x = expressions(formulas);
  std::vector<Twist> motion(tree_.size());
  std::vector<Wrench> momentum(tree_.size());
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    const TreeBody& body = tree_[i];
    Twist& moved = motion[i] = carried(body, motion);
    for (const JointColumn& column : body.columns) {
      const Twist S = body.along(column);
      moved = {moved.u + x[column.coordinate] * S.u, moved.w + x[column.coordinate] * S.w};
    }
    momentum[i] = body.mass * moved;
  }
  std::vector<Expr> product(n_, 0.0);
  for (std::size_t i = tree_.size(); i-- > 0;) {
    const TreeBody& body = tree_[i];
    for (const JointColumn& column : body.columns)
      product[column.coordinate] = work(body.along(column), momentum[i]);
    if (body.carrier)
      momentum[*body.carrier] = momentum[*body.carrier] + seen_from_carrier(body, momentum[i]);
  }
  for (const Entry& entry : beside_) {
    const Expr value(graph_, entry.value);
    product[entry.row] = product[entry.row] + value * x[entry.column];
    if (entry.row != entry.column)
      product[entry.column] = product[entry.column] + value * x[entry.row];
  }
  Formulas result;
  for (const Expr& component : product) result.push_back(component.in(graph_));
  return result;
}

TreeFactors TreeFactors::with(const std::function<NodeId(NodeId)>& formula) const {
  TreeFactors other = *this;
  const auto replaced = [&](NodeId node) {
    return graph_.is_constant(node) ? node : formula(node);
  };
  const auto expression = [&](const Expr& x) {
    return x.graph() ? Expr(graph_, replaced(x.node())) : x;
  };
  const auto replace = [&](std::vector<Expr>& list) {
    for (Expr& x : list) x = expression(x);
  };
  other.tree_ = with_formulas(tree_, expression);
  for (Entry& entry : other.beside_) entry.value = replaced(entry.value);
  for (JointFactors& joint : other.joints_) {
    replace(joint.reciprocals);
    for (Wrench& share : joint.shares) {
      replace(share.force);
      replace(share.moment);
    }
    for (std::vector<Expr>& row : joint.L) replace(row);
  }
  for (std::vector<Expr>& row : other.rows_) replace(row);
  for (NodeId& reciprocal : other.reciprocals_) reciprocal = replaced(reciprocal);
  if (among_rows_) other.among_rows_.emplace(among_rows_->with(replaced));
  return other;
}

bool is_deep_tree(const BodyTree& tree, std::size_t n, const std::vector<Entry>& beside,
                  std::size_t m) {
  // below so many coordinates on the longest path to the ground, factors of M are shorter
  constexpr std::size_t shallow = 12;
  // each row is taken along the whole path, and meets all others there; beyond this, for each
  // unknown, M is as short
  constexpr std::size_t operations_of_row = 60, most_operations = 300;
  std::vector<std::size_t> depth;
  std::vector<std::optional<std::size_t>> body_of(n);
  std::size_t deepest = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    depth.push_back(tree[i].columns.size() + (tree[i].carrier ? depth[*tree[i].carrier] : 0));
    deepest = std::max(deepest, depth.back());
    for (const JointColumn& column : tree[i].columns) body_of[column.coordinate] = i;
  }
  const bool moves_all =
      std::ranges::all_of(body_of, [](const auto& body) { return body.has_value(); });
  const bool within_joints = std::ranges::all_of(
      beside, [&](const Entry& entry) { return body_of[entry.row] == body_of[entry.column]; });
  const bool has_few_rows = m * (m + operations_of_row) * deepest <= most_operations * (n + m);
  return deepest > shallow && moves_all && within_joints && has_few_rows;
}

}  // namespace alembert::solution
