#pragma once
/// Systems, random points, and states on the constraints, for tests of the theory.

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "../mechanics/systems.hpp"
#include "motion/start/start.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"
#include "theory/identity.hpp"
#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

inline Model gallery(const std::string& name) {
  return read_model(source_folder() + "/models/" + name + ".mech");
}

/// Coordinates between 0.3 and 1.7, where textbook formulas are defined; velocities of both signs.
inline Point random_point(Index n, std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(0.3, 1.7), speed(-2, 2), time(0, 3);
  Point point{.t = time(random), .q = Vector(n), .v = Vector(n), .a = Vector(n)};
  for (Index j = 0; j < n; ++j) {
    point.q[j] = place(random);
    point.v[j] = speed(random);
    point.a[j] = speed(random);
  }
  return point;
}

inline Vector random_vector(Index n, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Vector x(n);
  for (double& entry : x) entry = number(random);
  return x;
}

/// A system with its equations in numbers.
struct Numbers {
  explicit Numbers(const System& system)
      : equations(derive(system)), dynamics(equations), manifold(dynamics, 1e-10) {}

  Index n() const { return static_cast<Index>(dynamics.coordinates()); }
  const System& system() const { return equations.system; }

  /// A random state moved onto the constraints, with the acceleration of the motion.
  Point on_constraints(std::mt19937_64& random) {
    for (int attempt = 0; attempt < 50; ++attempt) {
      Point point = random_point(n(), random);
      if (!manifold.project(point.t, point.q, point.v)) continue;
      const alembert::Instant now = dynamics.instant(point.t, point.q, point.v);
      if (now.failure) continue;
      point.a = now.acceleration;
      return point;
    }
    FAIL("no state on the constraints was found");
    return {};
  }

  /// The start of a model, with the acceleration of the motion.
  Point start(const Model& model) {
    const ConsistentStart at =
        find_start(dynamics, manifold, evaluate_start(model.system, model.start, 0), 0);
    const alembert::Instant now = dynamics.instant(0, at.q, at.v);
    REQUIRE(!now.failure);
    return {.t = 0, .q = at.q, .v = at.v, .a = now.acceleration};
  }

  Equations equations;
  Dynamics dynamics;
  Manifold manifold;
};

/// Systems of the gallery that differ in kind, beside those of textbook_systems().
inline std::vector<std::string> gallery_names() {
  return {"appell/ideal",
          "appell/hamel",
          "appell/resisted",
          "driven_hoop/driven_hoop",
          "knife_edge/knife_edge",
          "turntable/turntable",
          "magnetic_field/magnetic_field",
          "foucault/foucault",
          "heavy_top/formulas",
          "rotating_wire/cartesian",
          "rotating_wire/along_wire",
          "redundant_rod/redundant_rod",
          "bicycle/formulas",
          "isokinetic/isokinetic",
          "slider_crank/formulas",
          "andrews_squeezer/formulas",
          "kapitza/kapitza",
          "flyball_governor/formulas"};
}

/// Systems whose constraints move or turn with the state, for random states: a start is often a
/// special one.
inline std::vector<std::string> moving_names() {
  return {"driven_hoop/driven_hoop", "rotating_wire/cartesian", "turntable/turntable",
          "knife_edge/knife_edge", "appell/resisted"};
}

/// All identities hold, and each that applies says something.
inline void check_all(const Identities& identities) {
  for (const Identity& identity : identities) {
    CAPTURE(identity.id, identity.statement, identity.residual, identity.bound);
    CHECK(identity.holds());
    CHECK(identity.bound > 0);
  }
}

inline const Identity& identity_of(const Identities& identities, const std::string& statement) {
  for (const Identity& identity : identities)
    if (identity.statement.find(statement) != std::string::npos) return identity;
  throw std::logic_error("no identity " + statement);
}

}  // namespace alembert::theory
