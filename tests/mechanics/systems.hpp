#pragma once
/// Textbook systems in the words of System, for tests that hold for every system.

#include <string>
#include <vector>

#include "../../bench/chains.hpp"
#include "mechanics/system.hpp"

namespace alembert {

inline System pendulum_in_angle() {
  System s;
  const Expr theta = s.coordinate("theta");
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), g = s.parameter("g", 9.81);
  s.kinetic(m / 2 * square(l * rate(theta)));
  s.potential(-m * g * l * cos(theta));
  return s;
}

inline System pendulum_with_rod() {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y");
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), g = s.parameter("g", 9.81);
  s.kinetic(m / 2 * (square(rate(x)) + square(rate(y))));
  s.potential(m * g * y);
  s.constraint("rod", square(x) + square(y) == square(l));
  return s;
}

inline System double_pendulum() {
  System s;
  const Expr theta1 = s.coordinate("theta1"), theta2 = s.coordinate("theta2");
  const Expr m1 = s.parameter("m1", 1.0), m2 = s.parameter("m2", 1.0);
  const Expr l1 = s.parameter("l1", 1.0), l2 = s.parameter("l2", 1.0), g = s.parameter("g", 9.81);
  const Vector r1{l1 * sin(theta1), -l1 * cos(theta1)};
  const Vector r2{r1[0] + l2 * sin(theta2), r1[1] - l2 * cos(theta2)};
  s.particle({"upper", m1, r1, {0.0, -m1 * g}});
  s.particle({"lower", m2, r2, {0.0, -m2 * g}});
  return s;
}

inline System spherical_pendulum() {
  System s;
  const Expr theta = s.coordinate("theta"), phi = s.coordinate("phi");
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), g = s.parameter("g", 9.81);
  const Vector r{l * sin(theta) * cos(phi), l * sin(theta) * sin(phi), -l * cos(theta)};
  s.particle({"bob", m, r});
  s.potential(m * g * r[2]);
  return s;
}

inline System cart_and_pole() {
  System s;
  const Expr x = s.coordinate("x"), theta = s.coordinate("theta");
  const Expr mc = s.parameter("mc", 1.0), m = s.parameter("m", 0.1), l = s.parameter("l", 0.5);
  const Expr g = s.parameter("g", 9.81), push = s.parameter("push", 1.0);
  s.kinetic(mc / 2 * square(rate(x)));
  s.particle({"bob", m, {x + l * sin(theta), -l * cos(theta)}, {0.0, -m * g}});
  s.force(x, push * sin(s.time()));
  return s;
}

/// A pendulum whose support moves as a cos Ωt along the vertical.
inline System kapitza_pendulum() {
  System s;
  const Expr theta = s.coordinate("theta"), t = s.time();
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), g = s.parameter("g", 9.81);
  const Expr a = s.parameter("a", 0.1), omega = s.parameter("omega", 1.0);
  const Expr y = a * cos(omega * t) - l * cos(theta);
  s.particle({"bob", m, {l * sin(theta), y}});
  s.potential(m * g * y);
  return s;
}

/// A bead on a straight wire at distance d from the axis about which it turns by β t²/2.
inline System bead_on_turning_wire() {
  System s;
  const Expr q = s.coordinate("q"), t = s.time();
  const Expr m = s.parameter("m", 1.0), d = s.parameter("d", 0.3), beta = s.parameter("beta", 1.0);
  const Expr alpha = beta * square(t) / 2;
  s.particle({"bead", m, {d * sin(alpha) + q * cos(alpha), q * sin(alpha) - d * cos(alpha)}, {}});
  return s;
}

/// A bead on a hoop of radius R that turns with Ω about its vertical diameter.
inline System bead_on_hoop() {
  System s;
  const Expr theta = s.coordinate("theta"), t = s.time();
  const Expr m = s.parameter("m", 1.0), R = s.parameter("R", 1.0), g = s.parameter("g", 9.81);
  const Expr omega = s.parameter("omega", 3.0);
  const Vector r{R * sin(theta) * cos(omega * t), R * sin(theta) * sin(omega * t), -R * cos(theta)};
  s.particle({"bead", m, r});
  s.potential(m * g * r[2]);
  return s;
}

/// A top on its point, its orientation the quaternion u; ω = 2 E(u) u' in the axes of the body.
inline System quaternion_top() {
  System s;
  const Expr u0 = s.coordinate("u0"), u1 = s.coordinate("u1"), u2 = s.coordinate("u2"),
             u3 = s.coordinate("u3");
  const Expr J1 = s.parameter("J1", 1.0), J2 = s.parameter("J2", 1.0), J3 = s.parameter("J3", 2.0);
  const Expr mgd = s.parameter("mgd", 1.0);
  const Expr w1 = 2 * (u0 * rate(u1) - u1 * rate(u0) + u3 * rate(u2) - u2 * rate(u3));
  const Expr w2 = 2 * (u0 * rate(u2) - u2 * rate(u0) + u1 * rate(u3) - u3 * rate(u1));
  const Expr w3 = 2 * (u0 * rate(u3) - u3 * rate(u0) + u2 * rate(u1) - u1 * rate(u2));
  s.kinetic((J1 * square(w1) + J2 * square(w2) + J3 * square(w3)) / 2);
  s.potential(mgd * (square(u0) - square(u1) - square(u2) + square(u3)));
  s.constraint("unit", square(u0) + square(u1) + square(u2) + square(u3) == 1.0);
  return s;
}

inline System two_bodies() {
  System s;
  const Expr x1 = s.coordinate("x1"), y1 = s.coordinate("y1"), x2 = s.coordinate("x2"),
             y2 = s.coordinate("y2");
  const Expr m1 = s.parameter("m1", 1.0), m2 = s.parameter("m2", 2.0), G = s.parameter("G", 1.0);
  s.kinetic(m1 / 2 * (square(rate(x1)) + square(rate(y1))));
  s.kinetic(m2 / 2 * (square(rate(x2)) + square(rate(y2))));
  s.potential(-G * m1 * m2 / norm({x1 - x2, y1 - y2}));
  return s;
}

inline System kepler_in_polar_coordinates() {
  System s;
  const Expr r = s.coordinate("r"), phi = s.coordinate("phi");
  const Expr m = s.parameter("m", 1.0), k = s.parameter("k", 1.0);
  s.lagrangian(m / 2 * (square(rate(r)) + square(r * rate(phi))) + k / r);
  return s;
}

/// Charge e in the field B(t) = B (1 + ε t) along z: L = ½ m v² + e v·A with A = ½ B × r.
inline System charge_in_magnetic_field() {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z"), t = s.time();
  const Expr m = s.parameter("m", 1.0), e = s.parameter("e", 1.0), B = s.parameter("B", 1.0);
  const Expr eps = s.parameter("eps", 0.1);
  const Expr field = B * (1 + eps * t);
  s.kinetic(m / 2 * (square(rate(x)) + square(rate(y)) + square(rate(z))));
  s.lagrangian(e * field / 2 * (x * rate(y) - y * rate(x)));
  return s;
}

/// L = −m c² √(1 − v²/c²): not a quadratic form in the velocities.
inline System relativistic_particle() {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y");
  const Expr m = s.parameter("m", 1.0), k = s.parameter("k", 1.0);
  const double c = 5;
  s.lagrangian(-m * c * c * sqrt(1 - (square(rate(x)) + square(rate(y))) / (c * c)));
  s.potential(k / 2 * (square(x) + square(y)));
  return s;
}

/// A disk of radius r rolling on the plane: heading ψ, lean θ, roll φ; x, y, z is its centre.
inline System rolling_disk() {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  const Expr psi = s.coordinate("psi"), theta = s.coordinate("theta"), phi = s.coordinate("phi");
  const Expr m = s.parameter("m", 1.0), r = s.parameter("r", 1.0), g = s.parameter("g", 9.81);
  const Expr wa = s.define("wa", rate(phi) + rate(psi) * sin(theta));
  s.kinetic(m / 2 * (square(rate(x)) + square(rate(y)) + square(rate(z))));
  s.kinetic(m * square(r) / 8 * (square(rate(theta)) + square(rate(psi) * cos(theta))));
  s.kinetic(m * square(r) / 4 * square(wa));
  s.potential(m * g * z);
  s.constraint("contact", z == r * cos(theta));
  s.constraint("roll", {rate(x) == r * wa * cos(psi) + r * rate(theta) * cos(theta) * sin(psi),
                        rate(y) == r * wa * sin(psi) - r * rate(theta) * cos(theta) * cos(psi)});
  return s;
}

/// Appell's particle, x'² + y'² = z'² + 2 α sin t, with the resistance C = −a₀ |u| u.
inline System appell_particle() {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  const Expr a0 = s.parameter("a0", 0.05), alpha = s.parameter("alpha", 0.2);
  s.kinetic((square(rate(x)) + square(rate(y)) + square(rate(z))) / 2);
  s.potential(9.81 * z);
  s.constraint("cone",
               square(rate(x)) + square(rate(y)) == square(rate(z)) + 2 * alpha * sin(s.time()));
  const Expr u = norm({rate(x), rate(y), rate(z)});
  for (const Expr& q : {x, y, z}) s.nonideal("cone", q, -a0 * u * rate(q));
  return s;
}

/// Two particles of moving frames with forces F(q, q̇, t) that have no potential.
inline System driven_particles() {
  System s;
  const Expr a = s.coordinate("a"), b = s.coordinate("b"), t = s.time();
  const Expr m = s.parameter("m", 1.0), k = s.parameter("k", 1.0), c = s.parameter("c", 1.0);
  const Vector r1{a * cos(t) + b, a * sin(t), a * b};
  const Vector r2{r1[0] + sin(b - t), r1[1] + cos(a * b), r1[2] + square(t) * b};
  const Vector v1 = rate(r1);
  s.particle({"one", m, r1, {-c * v1[0], -k * r1[1] * rate(b), sin(t) * rate(a)}});
  s.particle({"two", 2 * m, r2, {k * r2[1] * rate(a) * rate(b), -c * t, square(v1[1])}});
  return s;
}

/// Springs, dampers by Rayleigh's function, and a motor by its virtual power.
inline System damped_arm() {
  System s;
  const Expr alpha = s.coordinate("alpha"), beta = s.coordinate("beta");
  const Expr m = s.parameter("m", 1.0), l = s.parameter("l", 1.0), c = s.parameter("c", 0.2);
  const Expr torque = s.parameter("torque", 1.0), g = s.parameter("g", 9.81);
  // β is measured from the first link
  const Vector elbow{l * sin(alpha), -l * cos(alpha)};
  const Vector hand{elbow[0] + l * sin(alpha + beta), elbow[1] - l * cos(alpha + beta)};
  s.particle({"elbow", m, elbow});
  s.particle({"hand", m, hand});
  s.potential(m * g * (elbow[1] + hand[1]));
  s.dissipation(c / 2 * square(rate(alpha)) + c * square(rate(beta)));
  s.virtual_power(torque * sin(s.time()) * (rate(alpha) + rate(beta)));
  return s;
}

struct NamedSystem {
  std::string name;
  System system;
};

/// All of them.
inline std::vector<NamedSystem> textbook_systems() {
  return {{"pendulum in its angle", pendulum_in_angle()},
          {"pendulum with a rod", pendulum_with_rod()},
          {"double pendulum", double_pendulum()},
          {"spherical pendulum", spherical_pendulum()},
          {"cart and pole", cart_and_pole()},
          {"Kapitza's pendulum", kapitza_pendulum()},
          {"bead on a turning wire", bead_on_turning_wire()},
          {"bead on a turning hoop", bead_on_hoop()},
          {"top in quaternions", quaternion_top()},
          {"two bodies", two_bodies()},
          {"Kepler's problem", kepler_in_polar_coordinates()},
          {"charge in a magnetic field", charge_in_magnetic_field()},
          {"relativistic particle", relativistic_particle()},
          {"rolling disk", rolling_disk()},
          {"Appell's particle", appell_particle()},
          {"driven particles", driven_particles()},
          {"damped arm", damped_arm()},
          {"planar chain in angles", planar_chain_in_angles(4)},
          {"planar chain with rods", planar_chain_with_rods(3)},
          {"spatial chain", spatial_chain(2)}};
}

}  // namespace alembert
