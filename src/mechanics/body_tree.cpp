#include "mechanics/body_tree.hpp"

#include <algorithm>
#include <tuple>

namespace alembert {

namespace {

// the inertia of what has these moments: tr S − S
Vector inertia_times(const Tensor& S, const Vector& w) {
  Vector result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    result.push_back((S(j, j) + S(k, k)) * w[i] - S(i, j) * w[j] - S(i, k) * w[k]);
  }
  return result;
}

// the moments of what a body carries, itself included, in the place of its carrier
MassMoments seen_from_carrier(const TreeBody& body, const MassMoments& inside) {
  const Vector h = body.E * inside.h;
  MassMoments result{inside.m, h + inside.m * body.d, turned(body.E, inside.S)};
  const Vector to_centre = h + inside.m * body.d;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      result.S(i, j) = result.S(i, j) + body.d[i] * to_centre[j] + h[i] * body.d[j];
      result.S(j, i) = result.S(i, j);
    }
  return result;
}

}  // namespace

Wrench operator+(const Wrench& a, const Wrench& b) {
  return {a.force + b.force, a.moment + b.moment};
}

MassMoments operator+(const MassMoments& a, const MassMoments& b) {
  return {a.m + b.m, a.h + b.h, a.S + b.S};
}

MassMoments MassMoments::of(const Expr& mass, const Vector& centre, const Tensor& J) {
  const Vector h = mass * centre;
  const Expr half_trace = 0.5 * (J(0, 0) + J(1, 1) + J(2, 2));
  return {mass, h, half_trace * Tensor::identity() - J + Tensor::product(h, centre)};
}

Wrench MassMoments::operator*(const Twist& velocity) const {
  const auto& [u, w] = velocity;
  return {m * u + cross(w, h), inertia_times(S, w) + cross(h, u)};
}

// ∫ (a + Γ r) dm and ∫ r × (a + Γ r) dm
Wrench MassMoments::rates(const Vector& a, const Tensor& Gamma) const {
  const Tensor G = Gamma * S;
  return {m * a + Gamma * h,
          Vector{G(2, 1) - G(1, 2), G(0, 2) - G(2, 0), G(1, 0) - G(0, 1)} + cross(h, a)};
}

Tensor place_to_acceleration(const Vector& alpha, const Vector& w) {
  const Expr xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
  const Expr xy = w[0] * w[1], yz = w[1] * w[2], zx = w[2] * w[0];
  Tensor Gamma = Tensor::diagonal(-(yy + zz), -(zz + xx), -(xx + yy));
  Gamma(0, 1) = xy - alpha[2];
  Gamma(1, 0) = xy + alpha[2];
  Gamma(1, 2) = yz - alpha[0];
  Gamma(2, 1) = yz + alpha[0];
  Gamma(2, 0) = zx - alpha[1];
  Gamma(0, 2) = zx + alpha[1];
  return Gamma;
}

// the outermost first: what a body carries is then known before the body itself
std::vector<MassMoments> composite_moments(const BodyTree& tree) {
  std::vector<MassMoments> composite;
  for (const TreeBody& body : tree) composite.push_back(body.mass);
  for (std::size_t i = tree.size(); i-- > 0;)
    if (const auto carrier = tree[i].carrier)
      composite[*carrier] = composite[*carrier] + seen_from_carrier(tree[i], composite[i]);
  return composite;
}

std::vector<Entry> composite_inertia(Graph& graph, const BodyTree& tree) {
  const std::vector<MassMoments> composite = composite_moments(tree);
  std::vector<Entry> entries;
  const auto add_entry = [&](std::size_t row, std::size_t column, const Expr& value) {
    if (is_value(value, 0)) return;
    entries.push_back({static_cast<std::uint32_t>(std::max(row, column)),
                       static_cast<std::uint32_t>(std::min(row, column)), value.in(graph)});
  };
  for (std::size_t i = tree.size(); i-- > 0;) {
    const TreeBody& body = tree[i];
    for (std::size_t k = 0; k < body.columns.size(); ++k) {
      const JointColumn& column = body.columns[k];
      // the momentum of all that moves with this coordinate alone, about the origin of one carrier
      // after the other
      const Twist motion = body.along(column);
      const Vector inside = cross(motion.w, composite[i].h);
      Wrench momentum{composite[i].m * column.shift + body.E * inside,
                      inertia_times(composite[i].S, motion.w) + cross(composite[i].h, motion.u)};
      for (std::size_t l = 0; l <= k; ++l)
        add_entry(column.coordinate, body.columns[l].coordinate,
                  TreeBody::work(body.columns[l], momentum.force, momentum.moment));
      const TreeBody* from = &body;
      while (from->carrier) {
        const TreeBody& carrier = tree[*from->carrier];
        momentum.moment = from->E * momentum.moment + cross(from->d, momentum.force);
        momentum.force = carrier.E * momentum.force;
        for (const JointColumn& other : carrier.columns)
          add_entry(column.coordinate, other.coordinate,
                    TreeBody::work(other, momentum.force, momentum.moment));
        from = &carrier;
      }
    }
  }
  std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.row, e.column); });
  return entries;
}

BodyTree with_formulas(const BodyTree& tree, const std::function<Expr(const Expr&)>& formula) {
  BodyTree result = tree;
  const auto replace = [&](Vector& v) {
    for (Expr& x : v) x = formula(x);
  };
  const auto replace_all = [&](Tensor& a) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) a(i, j) = formula(a(i, j));
  };
  for (TreeBody& body : result) {
    replace_all(body.E);
    replace(body.d);
    body.mass.m = formula(body.mass.m);
    replace(body.mass.h);
    replace_all(body.mass.S);
    for (JointColumn& column : body.columns) {
      replace(column.shift);
      replace(column.turn);
    }
  }
  return result;
}

}  // namespace alembert
