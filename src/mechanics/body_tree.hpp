#pragma once
/// A tree of rigid bodies as mechanics sees it: what joints let move, and what has mass, in the
/// axes of the bodies.
///
/// M of such a tree needs no derivative of the kinetic energy: it follows from composite inertias
/// (Eq. 53 of docs/theory.md).

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "symbol/differentiate.hpp"
#include "symbol/tensor.hpp"

namespace alembert {

/// A force on a body and its moment about a point.
struct Wrench {
  Vector force, moment;
};
Wrench operator+(const Wrench& a, const Wrench& b);

/// The velocity of a point and the angular velocity, or their rates.
struct Twist {
  Vector u, w;
};

/// Mass, ∫ r dm and ∫ r rᵀ dm of a body about its origin, or of all that it carries.
struct MassMoments {
  Expr m = 0.0;
  Vector h{0.0, 0.0, 0.0};
  Tensor S;

  static MassMoments of(const Expr& mass, const Vector& centre, const Tensor& inertia_about_centre);
  /// Momentum and angular momentum about the origin.
  Wrench operator*(const Twist& velocity) const;
  /// Their rates, where the origin has the acceleration a, and Γ = [α]× + [ω]×² is what turns
  /// places into accelerations.
  Wrench rates(const Vector& a, const Tensor& Gamma) const;
};
MassMoments operator+(const MassMoments& a, const MassMoments& b);

/// [α]× + [ω]×²: the acceleration of a place r of a body is a + Γ r.
Tensor place_to_acceleration(const Vector& alpha, const Vector& omega);

/// How a body moves with one coordinate of the joint that carries it.
struct JointColumn {
  std::size_t coordinate = 0;
  Vector shift;  ///< ∂d/∂q, in the axes of the carrier
  Vector turn;   ///< ∂ω/∂q̇, in its own
};

/// A body of the tree and the joint that carries it.
struct TreeBody {
  std::optional<std::size_t> carrier = {};  ///< an earlier body; none where the ground carries it
  Tensor E = Tensor::identity();            ///< the axes, in those of the carrier
  Vector d = {0.0, 0.0, 0.0};               ///< the origin, in those of the carrier
  MassMoments mass = {};
  std::vector<JointColumn> columns = {};

  Twist along(const JointColumn& column) const {
    return {E.transposed() * column.shift, column.turn};
  }
  /// The work of a wrench on the body, with its force in the axes of the carrier too, along a
  /// column.
  static Expr work(const JointColumn& column, const Vector& force_outside, const Vector& moment) {
    return dot(column.shift, force_outside) + dot(column.turn, moment);
  }
};

/// Bodies in an order in which each stands behind what carries it.
using BodyTree = std::vector<TreeBody>;

/// Of each body with all that it carries.
std::vector<MassMoments> composite_moments(const BodyTree& tree);

/// The lower triangle of M, in which those that are not on one path to the ground have no entry.
std::vector<Entry> composite_inertia(Graph& graph, const BodyTree& tree);

/// The tree with `formula(…)` in place of all its formulas, for instance those of another graph.
BodyTree with_formulas(const BodyTree& tree, const std::function<Expr(const Expr&)>& formula);

}  // namespace alembert
