#pragma once
/// Chains of any length, the systems on which sizes and times are measured: in angles, in Cartesian
/// coordinates with rods, and of rigid bodies in space with Euler angles.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "mechanics/system.hpp"

namespace alembert {

/// N particles on massless links in a vertical plane; θ_i is measured from the downward vertical.
/// n = N, no constraints, a full mass matrix.
inline System planar_chain_in_angles(int N) {
  System chain("planar chain in angles");
  const Expr m = chain.parameter("m", 1.0, "kg"), l = chain.parameter("l", 1.0, "m");
  const Expr g = chain.parameter("g", 9.81, "m/s^2");
  // running sums: each link starts where the one before ends
  Expr x = 0.0, y = 0.0, height = 0.0;
  for (int i = 1; i <= N; ++i) {
    const std::string index = fmt::format("[{}]", i);
    const Expr theta = chain.coordinate("theta" + index);
    x += l * sin(theta);
    y += -l * cos(theta);
    chain.particle({"p" + index, m, {x, y}});
    height += y;
  }
  chain.potential(m * g * height);
  return chain;
}

/// The same chain in Cartesian coordinates: n = 2N, one rod per particle, a diagonal mass matrix.
inline System planar_chain_with_rods(int N) {
  System chain("planar chain with rods");
  const Expr m = chain.parameter("m", 1.0, "kg"), l = chain.parameter("l", 1.0, "m");
  const Expr g = chain.parameter("g", 9.81, "m/s^2");
  Expr x0 = 0.0, y0 = 0.0;
  for (int i = 1; i <= N; ++i) {
    const std::string index = fmt::format("[{}]", i);
    const Expr x = chain.coordinate("x" + index), y = chain.coordinate("y" + index);
    chain.kinetic(m / 2 * (square(rate(x)) + square(rate(y))));
    chain.potential(m * g * y);
    chain.constraint("rod" + index, square(x - x0) + square(y - y0) == square(l));
    x0 = x;
    y0 = y;
  }
  return chain;
}

/// The body of a spatial chain: from the hinge above to the hinge below, in its own axes.
struct SpatialLink {
  double mass = 1;
  double inertia[3] = {0.02, 0.03, 0.04};  ///< principal moments about the centre of mass
  double length[3] = {0.3, 0.1, -0.9};     ///< hinge to hinge; the centre of mass is half-way
};

/// N rigid bodies in space, each on a ball joint at the end of the one before, with the Euler
/// angles ψ, θ, φ (about z, y, x) of each body: n = 3N, no constraints, a full mass matrix.
inline System spatial_chain(int N, const SpatialLink& link = {}) {
  System chain("spatial chain");
  const Expr m = chain.parameter("m", link.mass, "kg"), g = chain.parameter("g", 9.81, "m/s^2");
  Vector J, d;
  for (const int k : {0, 1, 2}) {
    const std::string index = fmt::format("[{}]", k + 1);
    J.push_back(chain.parameter("J" + index, link.inertia[k], "kg m^2"));
    d.push_back(chain.parameter("d" + index, link.length[k], "m"));
  }

  Vector hinge{0.0, 0.0, 0.0}, hinge_rate{0.0, 0.0, 0.0};
  for (int i = 1; i <= N; ++i) {
    const std::string index = fmt::format("[{}]", i);
    const Expr psi = chain.coordinate("psi" + index), theta = chain.coordinate("theta" + index),
               phi = chain.coordinate("phi" + index);

    // d in space: turn about x by φ, about y by θ, about z by ψ
    const Expr y1 = d[1] * cos(phi) - d[2] * sin(phi), z1 = d[1] * sin(phi) + d[2] * cos(phi);
    const Expr x2 = d[0] * cos(theta) + z1 * sin(theta), z2 = z1 * cos(theta) - d[0] * sin(theta);
    const Vector arm{x2 * cos(psi) - y1 * sin(psi), x2 * sin(psi) + y1 * cos(psi), z2};
    const Vector arm_rate = rate(arm);

    // angular velocity in the axes of the body
    const Vector w{rate(phi) - rate(psi) * sin(theta),
                   rate(theta) * cos(phi) + rate(psi) * cos(theta) * sin(phi),
                   rate(psi) * cos(theta) * cos(phi) - rate(theta) * sin(phi)};

    Expr speed2 = 0.0, spin = 0.0;
    for (const int k : {0, 1, 2}) {
      speed2 += square(hinge_rate[k] + arm_rate[k] / 2);
      spin += J[k] * square(w[k]);
    }
    chain.kinetic(m / 2 * speed2 + spin / 2);
    chain.potential(m * g * (hinge[2] + arm[2] / 2));
    for (const int k : {0, 1, 2}) {
      hinge[k] += arm[k];
      hinge_rate[k] += arm_rate[k];
    }
  }
  return chain;
}

}  // namespace alembert
