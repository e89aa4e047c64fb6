// From Newton's law to Lagrange's equations, step by step, on curves that obey neither
// (Eqs 1-6 of docs/theory.md).

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {

/// Systems all of whose kinetic energy comes from particles, moving frames among them.
std::vector<NamedSystem> particle_systems() {
  return {{"double pendulum", double_pendulum()},
          {"spherical pendulum", spherical_pendulum()},
          {"Kapitza's pendulum", kapitza_pendulum()},
          {"bead on a turning wire", bead_on_turning_wire()},
          {"bead on a turning hoop", bead_on_hoop()},
          {"driven particles", driven_particles()}};
}

double partial(const Expr& formula, const State& at, NodeId symbol) {
  State moved = at;
  const auto f = [&](double value) {
    moved.set(symbol, value);
    return number(formula, moved);
  };
  return derivative(f, at.values().at(symbol));
}

}  // namespace

TEST_CASE("ṙ = Σ ∂r/∂q q̇ + ∂r/∂t, and its derivatives by q̇ are those of r by q", "[L7][L8][L9]") {
  std::mt19937_64 random(21);
  for (const NamedSystem& particles : particle_systems()) {
    CAPTURE(particles.name);
    const System& system = particles.system;
    const Curve curve(system, random);
    const double t = 0.8;
    const State s = curve.at(t);
    for (const Particle& particle : system.particles())
      for (const Expr& r : particle.at) {
        const Expr velocity = rate(r);
        const auto position = [&](double time) { return number(r, curve.at(time)); };
        CHECK(difference(number(velocity, s), derivative(position, t)) < 1e-9);
        for (const Coordinate& x : system.coordinates()) {
          // ∂ṙ/∂q̇_j = ∂r/∂q_j
          CHECK(difference(partial(velocity, s, x.v), partial(r, s, x.q)) < 1e-9);
          // d/dt ∂r/∂q_j = ∂ṙ/∂q_j
          const auto dr_dq = [&](double time) { return partial(r, curve.at(time), x.q); };
          CHECK(difference(derivative(dr_dq, t), partial(velocity, s, x.q)) < 1e-8);
        }
      }
  }
}

TEST_CASE("Σ m ṙ·∂ṙ/∂q̇ = ∂T/∂q̇ and Σ m ṙ·∂ṙ/∂q = ∂T/∂q", "[L10]") {
  std::mt19937_64 random(22);
  for (const NamedSystem& particles : particle_systems()) {
    CAPTURE(particles.name);
    const System& system = particles.system;
    const Equations e = derive(system);
    Expr T(e.graph(), e.L);
    for (const NodeId V : system.potential_terms()) T = T + Expr(e.graph(), V);
    const State s = random_state(system, random);
    for (const Coordinate& x : system.coordinates())
      for (const NodeId symbol : {x.v, x.q}) {
        double sum = 0;
        for (const Particle& particle : system.particles())
          for (const Expr& r : particle.at)
            sum += number(particle.mass, s) * number(rate(r), s) * partial(rate(r), s, symbol);
        CHECK(difference(sum, partial(T, s, symbol)) < 1e-9);
      }
  }
}

TEST_CASE("Newton's Σ (m r̈ − F)·∂r/∂q_j is Lagrange's (M q̈ − Q)_j on any curve", "[L11][L12]") {
  std::mt19937_64 random(23);
  for (const NamedSystem& particles : particle_systems()) {
    CAPTURE(particles.name);
    const System& system = particles.system;
    const Equations e = derive(system);
    const Curve curve(system, random);
    for (const double t : {0.8, 2.1}) {
      const State s = curve.at(t);
      const EquationNumbers at = numbers(e, s);
      Row newton(system.coordinates().size(), 0.0);
      for (std::size_t j = 0; j < newton.size(); ++j) {
        const NodeId q = system.coordinates()[j].q;
        for (const Particle& particle : system.particles())
          for (std::size_t i = 0; i < particle.at.size(); ++i) {
            const auto r = [&](double time) { return number(particle.at[i], curve.at(time)); };
            const double F = particle.force.empty() ? 0 : number(particle.force[i], s);
            newton[j] += (number(particle.mass, s) * second_derivative(r, t) - F) *
                         partial(particle.at[i], s, q);
          }
        // forces with a potential
        for (const NodeId V : system.potential_terms())
          newton[j] += partial(Expr(e.graph(), V), s, q);
      }
      CHECK(difference(newton, minus(times(at.M, accelerations(system, s)), at.Q)) < 1e-8);
    }
  }
}

TEST_CASE("T falls into parts of degree 2, 1 and 0, and H = T₂ − T₀ + V", "[L12]") {
  const System system = driven_particles();
  const Equations e = derive(system);
  std::mt19937_64 random(24);
  for (int trial = 0; trial < 20; ++trial) {
    const State s = random_state(system, random);
    // T is a quadratic polynomial in the size of the velocities
    const auto T = [&](double size) {
      State scaled = s;
      for (const Coordinate& x : system.coordinates()) scaled.set(x.v, size * s.values().at(x.v));
      return number(e.graph(), e.L, scaled);
    };
    const double T0 = T(0), T2 = (T(1) + T(-1)) / 2 - T0, T1 = (T(1) - T(-1)) / 2;
    CHECK(difference(T(3), 9 * T2 + 3 * T1 + T0) < 1e-12);
    CHECK(difference(number(e.graph(), e.energy, s), T2 - T0) < 1e-12);
    const Row v = velocities(system, s);
    CHECK(difference(T2, dot(v, times(numbers(e, s).M, v)) / 2) < 1e-12);
  }
}

TEST_CASE("adding a total time derivative to L changes neither M nor Q") {
  std::mt19937_64 random(25);
  for (const bool with_gauge : {false, true}) {
    System system = double_pendulum();
    const Expr a(system.graph(), system.coordinates()[0].q),
        b(system.graph(), system.coordinates()[1].q);
    if (with_gauge) system.lagrangian(rate(sin(a * b) * exp(-system.time()) + square(a)));
    const Equations e = derive(system), plain = derive(double_pendulum());
    const State s = random_state(system, random);
    State same(plain.system);
    for (const Parameter& p : system.parameters()) same.set(p.name, s[p.name]);
    for (const char* name : {"theta1", "theta2", "theta1'", "theta2'", "t"})
      same.set(name, s[name]);
    CHECK(difference(numbers(e, s).M, numbers(plain, same).M) < 1e-12);
    CHECK(difference(numbers(e, s).Q, numbers(plain, same).Q) < 1e-11);
  }
}
