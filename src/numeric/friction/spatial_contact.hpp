#pragma once
/// What one contact with friction on a surface can do, all of it; and what coupled ones do, found
/// by Newton's method.

#include <Eigen/Core>
#include <optional>

#include "numeric/spatial_friction.hpp"

namespace alembert::numeric {

/// One friction and what presses it, at unit length:  α p + βᵀτ = γ while it presses,  slip a = c p
/// + W τ − h.
struct LoneContact {
  double alpha = 1, gamma = 0;
  Eigen::Vector2d beta = {0, 0}, c = {0, 0}, h = {0, 0};
  Eigen::Matrix2d W = Eigen::Matrix2d::Zero();
  double mu = 0, mu_static = 0, limit = 0, limit_static = 0;
  bool opens = false;       ///< its row pushes: p ≥ 0, or p = 0 where γ − βᵀτ ≤ 0
  bool both_sides = false;  ///< its row holds: it presses with |p|
  bool may_stick = true;
  Eigen::Vector2d direction = {0, 0};  ///< of its slip; zero at rest
  double size = 0;                     ///< of the terms of γ and h
};

struct LoneState {
  SpatialState state = SpatialState::none;
  double pressure = 0;  ///< p
  Eigen::Vector2d force = {0, 0};
};

/// Each motion once: what sticks first, then what slips, then open.
std::vector<LoneState> lone_states(const LoneContact& contact, double rounding);

/// Coupled contacts: forces z = (λ, τ), accelerations W z − h, pressures P z + p₀.
struct CoupledContacts {
  Matrix W;
  Vector h;
  Index contacts = 0;
  struct Slip {
    Vector pressure;  ///< row of P; zero for a limit
    double offset = 0;
    bool both_sides = false;
    Index contact = no_row;  ///< whose λ presses
    double mu = 0, mu_static = 0, limit = 0, limit_static = 0;
    bool may_stick = true;
    Eigen::Vector2d direction = {0, 0};
  };
  std::vector<Slip> slips;
  double size = 0;
};

struct CoupledState {
  Vector forces;
  std::vector<bool> closed;
  std::vector<SpatialState> slips;
};

std::optional<CoupledState> coupled_state(const CoupledContacts& contacts, double rounding);

}  // namespace alembert::numeric
