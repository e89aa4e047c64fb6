// Applied forces: particles, generalised forces, Rayleigh's function, virtual power.

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {

/// The coordinate j of a state moved by `change`.
State moved(const System& system, const State& state, std::size_t j, double change) {
  State result = state;
  const NodeId q = system.coordinates()[j].q;
  result.set(q, state.values().at(q) + change);
  return result;
}

}  // namespace

TEST_CASE("the work of particle forces in any displacement is that of the generalised forces",
          "[L5]") {
  // textbook Eqs 4.23 and 4.13: Σ F·δr = Σ Q′_j δq_j
  for (const System& system : {driven_particles(), double_pendulum(), cart_and_pole()}) {
    const Equations e = derive(system);
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 10; ++trial) {
      const State s = random_state(system, random);
      Row dq;
      for (std::size_t j = 0; j < system.coordinates().size(); ++j)
        dq.push_back(between(random, -1, 1));
      // r along q + ε δq at fixed t, differentiated by ε
      double work = 0;
      for (const Particle& particle : system.particles())
        for (std::size_t i = 0; i < particle.force.size(); ++i) {
          const auto r = [&](double epsilon) {
            State at = s;
            for (std::size_t j = 0; j < dq.size(); ++j) at = moved(system, at, j, epsilon * dq[j]);
            return number(particle.at[i], at);
          };
          work += number(particle.force[i], s) * derivative(r, 0.0);
        }
      for (const CoordinateFormula& force : system.forces())
        work += number(system.graph(), force.formula, s) * dq[force.coordinate];
      CHECK(difference(dot(numbers(e, s).applied, dq), work) < 1e-9);
    }
  }
}

TEST_CASE("forces given for a coordinate add up, with those of particles and functions") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr c = system.parameter("c", 0.5);
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.force(x, 3 * system.time());
  system.force(x, -c * rate(y));
  system.force(y, x);
  system.particle({"dust", 0.0, {x + y, x * y}, {2.0, rate(x)}});
  system.dissipation(c * square(rate(x)));
  system.virtual_power(5 * rate(x) - x * rate(y));
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const double u = s["x'"], v = s["y'"];
    const Row applied{3 * s["t"] - s["c"] * v + 2 + u * s["y"] - 2 * s["c"] * u + 5,
                      s["x"] + 2 + u * s["x"] - s["x"]};
    CHECK(difference(numbers(e, s).applied, applied) < 1e-12);
    CHECK(difference(numbers(e, s).Q, applied) < 1e-12);
    CHECK(difference(number(e.graph(), e.applied_power, s), u * applied[0] + v * applied[1]) <
          1e-12);
  });
}

TEST_CASE("Rayleigh's function resists: its force is −∂D/∂q̇ and its power −2 D", "[L16]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr c = system.parameter("c", 0.5), d = system.parameter("d", 0.2);
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.dissipation(c / 2 * square(rate(x)) + d / 2 * square(rate(x) - rate(y)));
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const double u = s["x'"], v = s["y'"], slip = u - v;
    CHECK(difference(numbers(e, s).applied, {-s["c"] * u - s["d"] * slip, s["d"] * slip}) < 1e-13);
    CHECK(difference(number(e.graph(), e.applied_power, s),
                     -s["c"] * u * u - s["d"] * slip * slip) < 1e-13);
  });
}

TEST_CASE("a torque times an angular velocity acts on every angle in it") {
  const Equations e = derive(damped_arm());
  at_random_states(e, [&](const State& s) {
    const double torque = s["torque"] * std::sin(s["t"]);
    CHECK(difference(numbers(e, s).applied,
                     {torque - s["c"] * s["alpha'"], torque - 2 * s["c"] * s["beta'"]}) < 1e-13);
  });
}

TEST_CASE("a force as a virtual power F·ṙ acts as the same force on a particle") {
  // also where r depends on time: ∂ṙ/∂q̇ = ∂r/∂q
  const auto describe_system = [](bool by_power) {
    System system;
    const Expr q = system.coordinate("q"), p = system.coordinate("p"), t = system.time();
    const Vector r{q * cos(t) + p, q * sin(t) * p};
    const Vector F{sin(q) + t, square(p)};
    system.particle({"m", 2.0, r, by_power ? Vector{} : F});
    if (by_power) system.virtual_power(dot(F, rate(r)));
    return system;
  };
  const Equations power = derive(describe_system(true)), force = derive(describe_system(false));
  at_random_states(power, [&](const State& s) {
    State same(force.system);
    for (const char* name : {"q", "p", "q'", "p'", "t"}) same.set(name, s[name]);
    CHECK(difference(numbers(power, s).applied, numbers(force, same).applied) < 1e-13);
    CHECK(difference(numbers(power, s).Q, numbers(force, same).Q) < 1e-12);
  });
}

TEST_CASE("gravity as a force on particles and as a potential gives the same Q", "[L13]") {
  System by_force, by_potential;
  for (System* system : {&by_force, &by_potential}) {
    const Expr a = system->coordinate("a"), t = system->time();
    const Vector r{sin(a) + t, cos(a) * t};
    const bool is_force = system == &by_force;
    system->particle({"bob", 2.0, r, is_force ? Vector{0.0, -2 * 9.81} : Vector{}});
    if (!is_force) system->potential(2 * 9.81 * r[1]);
  }
  const Equations force = derive(by_force), potential = derive(by_potential);
  at_random_states(force, [&](const State& s) {
    State same(by_potential);
    for (const char* name : {"a", "a'", "t"}) same.set(name, s[name]);
    CHECK(difference(numbers(force, s).Q, numbers(potential, same).Q) < 1e-12);
    CHECK(difference(numbers(potential, same).applied, {0}) < 1e-15);
  });
}
