#include "theory/principles/virtual_displacements.hpp"

#include "mechanics/model_error.hpp"
#include "theory/scene.hpp"
#include "theory/scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

/// M q̈ − Q − C: what ideal constraints add.
numeric::Vector ideal_force(Numbers& numbers, const Point& point) {
  const Scene scene = look_at(numbers.dynamics.solver(), point.t, point.q, point.v);
  return scene.equations.M * point.a - scene.equations.Q - scene.equations.C;
}

double largest_turn(const System& system, int seed) {
  std::mt19937_64 random(static_cast<unsigned>(seed));
  Numbers numbers(system);
  ConstraintRates rates(numbers.system());
  const Point point = numbers.on_constraints(random);
  double largest = 0;
  for (int trial = 0; trial < 10; ++trial)
    largest = std::max(
        largest, turning(rates, point, random_vector(numbers.n(), random)).cwiseAbs().maxCoeff());
  return largest;
}

System knife_edge() { return gallery("knife_edge/knife_edge").system; }
System turntable() { return gallery("turntable/turntable").system; }
System driven_hoop() { return gallery("driven_hoop/driven_hoop").system; }

}  // namespace

TEST_CASE("A v = 0 exactly in the span of the basis, which has n − k dimensions", "[V1][V7][F7]") {
  std::mt19937_64 random(11);
  for (const auto& [m, n, k] : {std::array{3, 7, 3}, {5, 6, 2}, {4, 4, 4}, {2, 5, 0}, {0, 3, 0}}) {
    numeric::Matrix left(m, k), right(k, n);
    for (double& x : left.reshaped()) x = random_vector(1, random)[0];
    for (double& x : right.reshaped()) x = random_vector(1, random)[0];
    const numeric::Matrix A = left * right;
    const numeric::Matrix basis = virtual_basis(A);
    REQUIRE(basis.cols() == n - k);
    CHECK((basis.transpose() * basis - numeric::Matrix::Identity(n - k, n - k)).norm() < 1e-13);
    for (Index c = 0; c < basis.cols(); ++c) CHECK(is_virtual(A, basis.col(c)));
    const numeric::Vector v = random_vector(n, random);
    CHECK(is_virtual(A, v) == (k == 0));
    // rows in other units are the same rows
    const numeric::Matrix millimetres = 1000 * A;
    CHECK(virtual_basis(millimetres).cols() == n - k);
  }
}

TEST_CASE("the constraints of a disk that rolls are independent functions of the state", "[V1]") {
  std::mt19937_64 random(12);
  Numbers numbers(rolling_disk());
  ConstraintRates rates(numbers.system());
  for (int trial = 0; trial < 5; ++trial)
    CHECK(virtual_basis(rates.A(numbers.on_constraints(random))).cols() == 3);
}

TEST_CASE("angles between planes are found, small ones to all their digits", "[V12]") {
  for (const double angle : {0.0, 1e-12, 1e-6, 0.3, 1.5}) {
    numeric::Matrix U(3, 2), W(3, 2);
    U << 1, 0, 0, 1, 0, 0;
    W << 1, 0, 0, std::cos(angle), 0, std::sin(angle);
    const numeric::Vector angles = principal_angles(U, W);
    CHECK(angles[0] == Approx(0).margin(1e-15));
    CHECK(angles[1] == Approx(angle).epsilon(1e-9).margin(1e-15));
  }
}

TEST_CASE("on every motion: the principle, the possible accelerations, the spaces of both kinds",
          "[X4][X7][X8][V3][V6][V7][V8][V11][V14]") {
  std::mt19937_64 random(13);
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    ConstraintRates rates(numbers.system());
    for (int trial = 0; trial < 3; ++trial) {
      const Point point = numbers.on_constraints(random);
      check_all(check_virtual_displacements(numbers.equations, rates, point,
                                            ideal_force(numbers, point),
                                            sizes_at(numbers.equations, point)));
    }
  }
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Model model = gallery(name);
    Numbers numbers(model.system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.start(model);
    check_all(check_virtual_displacements(numbers.equations, rates, point,
                                          ideal_force(numbers, point),
                                          sizes_at(numbers.equations, point)));
  }
  for (const std::string& name : moving_names()) {
    CAPTURE(name);
    Numbers numbers(gallery(name).system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.on_constraints(random);
    check_all(check_virtual_displacements(numbers.equations, rates, point,
                                          ideal_force(numbers, point),
                                          sizes_at(numbers.equations, point)));
  }
}

TEST_CASE("a measured force passes the extended principle or is told where it works",
          "[X3][X4][V14]") {
  std::mt19937_64 random(14);
  for (const System& system : {rolling_disk(), appell_particle(), driven_hoop(), turntable()}) {
    Numbers numbers(system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.on_constraints(random);
    const numeric::Matrix A = rates.A(point);
    const numeric::Vector ideal = ideal_force(numbers, point);
    CHECK(virtual_work(A, ideal).relative < 1e-12);
    // the force of the constraints with friction of one part in a million
    const numeric::Vector v = virtual_basis(A).col(0);
    const VirtualWork rubbing = virtual_work(A, ideal + 1e-6 * ideal.norm() * v);
    CHECK(rubbing.relative == Approx(1e-6).epsilon(1e-4));
    CHECK(rubbing.largest == Approx(rubbing.off_rows).epsilon(1e-6));
    CHECK(std::fabs(rubbing.displacement.dot(v)) == Approx(1).epsilon(1e-6));
    Identities found = check_virtual_displacements(numbers.equations, rates, point,
                                                   ideal + 1e-6 * ideal.norm() * v,
                                                   sizes_at(numbers.equations, point));
    CHECK_FALSE(identity_of(found, "vᵀF = 0").holds());
  }
}

TEST_CASE("friction works in virtual displacements, and its C is all of that work", "[L3][X4]") {
  const Model model = gallery("friction/block");
  Numbers numbers(model.system);
  const Point point = numbers.start(model);
  const Scene scene = look_at(numbers.dynamics.solver(), 0, point.q, point.v);
  const numeric::Vector whole = scene.equations.M * point.a - scene.equations.Q;
  const VirtualWork work = virtual_work(scene.equations.A, whole);
  CHECK(work.largest == Approx(0.4 * 2 * 9.81 * std::cos(0.6)).epsilon(1e-12));
  CHECK(virtual_work(scene.equations.A, whole - scene.equations.C).largest < 1e-12);
}

TEST_CASE("a state off the constraints, or with a velocity that leaves them, is not on Σ_t",
          "[V6][N3][F24]") {
  std::mt19937_64 random(15);
  Numbers numbers(driven_hoop());
  ConstraintRates rates(numbers.system());
  const Point on = numbers.on_constraints(random);
  const Sizes sizes = sizes_at(numbers.equations, on);
  CHECK(distance_from_constraints(rates, on, sizes).largest() < 1e-14);
  Point off = on;
  off.q *= 1 + 1e-8;
  CHECK(distance_from_constraints(rates, off, sizes).position[0] > 1e-9);
  // φ = 0 alone is not enough: φ̇ = 0 is needed as well
  off = on;
  off.v += 1e-6 * on.q;
  CHECK(distance_from_constraints(rates, off, sizes).position.maxCoeff() < 1e-14);
  CHECK(distance_from_constraints(rates, off, sizes).velocity[0] > 1e-8);
}

TEST_CASE(
    "a start that breaks φ, φ̇ or ψ is refused by name, one that can be completed is completed",
    "[N3][F24]") {
  const auto start = [](const std::string& text) -> std::string {
    const Model model = read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\n" + text, "x.mech");
    Numbers numbers(model.system);
    try {
      const Point point = numbers.start(model);
      ConstraintRates rates(numbers.system());
      const Sizes sizes = sizes_at(numbers.equations, point);
      return distance_from_constraints(rates, point, sizes).largest() < 1e-14 ? "on Σ_t"
                                                                              : "beside it";
    } catch (const ModelError& error) {
      return error.message();
    }
  };
  const std::string rod = "constraint rod: x^2 + y^2 = 1\n",
                    blade = "constraint blade: y' = x*x'\n";
  CHECK(start(rod + "start x = 1, y = 0.1\n").find("the start contradicts 'rod': ") == 0);
  CHECK(start(rod + "start x = 1, y = 0, x' = 1, y' = 0\n")
            .find("the start contradicts 'rod' for the velocities: ") == 0);
  CHECK(start(blade + "start x = 1, y = 0, x' = 1, y' = 0\n")
            .find("the start contradicts 'blade' for the velocities: ") == 0);
  CHECK(start(rod + "start x = 0.6, y ~ 1, y' = 1\n") == "on Σ_t");
  CHECK(start(blade + "start x = 1, x' = 1\n") == "on Σ_t");
}

TEST_CASE("the velocity is a virtual displacement on a rod at rest, not on a driven hoop",
          "[V3][V22]") {
  std::mt19937_64 random(16);
  Numbers rod(pendulum_with_rod()), hoop(driven_hoop());
  ConstraintRates rod_rates(rod.system()), hoop_rates(hoop.system());
  const Point on_rod = rod.on_constraints(random), on_hoop = hoop.on_constraints(random);
  CHECK(is_virtual(rod_rates.A(on_rod), on_rod.v));
  CHECK_FALSE(is_virtual(hoop_rates.A(on_hoop), on_hoop.v));
  // A q̇ = −φ_t: for the plane y cos Wt = x sin Wt it is W (y sin Wt + x cos Wt)
  const double W = 3, c = std::cos(W * on_hoop.t), s = std::sin(W * on_hoop.t);
  CHECK((hoop_rates.A(on_hoop) * on_hoop.v)[1] ==
        Approx(W * (on_hoop.q[1] * s + on_hoop.q[0] * c)).epsilon(1e-12));
}

TEST_CASE("the field of a motion moves q by q̇, and a dynamical virtual displacement leaves q",
          "[V4][V5]") {
  std::mt19937_64 random(17);
  Numbers numbers(appell_particle());
  const Point point = numbers.on_constraints(random);
  const Point X = along_field(point), w = along_velocities(random_vector(3, random));
  CHECK(X.q == point.v);
  CHECK(X.v == point.a);
  CHECK(X.t == 0);
  CHECK(w.q.norm() == 0);
  // two fields through one state differ by such a displacement
  Point other = point;
  other.a += w.v;
  CHECK((along_field(other).q - X.q).norm() == 0);
}

TEST_CASE("virtual displacements turn with the velocity exactly where it enters nonlinearly",
          "[V11][V12][X5]") {
  CHECK(largest_turn(knife_edge(), 1) < 1e-13);
  CHECK(largest_turn(rolling_disk(), 2) < 1e-12);
  CHECK(largest_turn(turntable(), 3) < 1e-12);  // affine
  CHECK(largest_turn(driven_hoop(), 4) < 1e-13);
  CHECK(largest_turn(appell_particle(), 5) > 0.1);
  CHECK(largest_turn(gallery("isokinetic/isokinetic").system, 6) > 0.1);
  // Appell's A = 2 (x', y', −z'): the planes turn as the normals do
  Numbers numbers(gallery("appell/ideal").system);
  ConstraintRates rates(numbers.system());
  Point point{.t = 0,
              .q = numeric::Vector::Zero(3),
              .v = numeric::Vector::Zero(3),
              .a = numeric::Vector::Zero(3)};
  point.v << 1, 0, 1;
  numeric::Vector other(3);
  other << 0.6, 0.8, 1;
  CHECK(turning(rates, point, other)[1] == Approx(std::acos((0.6 + 1) / 2)).epsilon(1e-12));
}

TEST_CASE("quasi-velocities of a nonlinear constraint belong to their velocity", "[V13]") {
  // Γᵀ(M q̈ − Q) = 0 are the equations without reactions, with Γ = N(A) of this velocity
  std::mt19937_64 random(18);
  const auto misses = [&](const System& system, bool own_velocity) {
    Numbers numbers(system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.on_constraints(random);
    Point basis_at = point;
    if (!own_velocity) basis_at.v = random_vector(numbers.n(), random);
    const numeric::Matrix Gamma = virtual_basis(rates.A(basis_at));
    return (Gamma.transpose() * ideal_force(numbers, point)).norm() /
           ideal_force(numbers, point).norm();
  };
  CHECK(misses(appell_particle(), true) < 1e-12);
  CHECK(misses(appell_particle(), false) > 1e-3);
  CHECK(misses(knife_edge(), true) < 1e-12);
  CHECK(misses(knife_edge(), false) < 1e-12);
}

TEST_CASE("the residual along q̈ + v grows as dt A v, and as dt² exactly where A v = 0",
          "[X8][V2][V7][V8]") {
  std::mt19937_64 random(19);
  for (const System& system : {appell_particle(), rolling_disk(), turntable(), driven_hoop()}) {
    Numbers numbers(system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.on_constraints(random);
    const numeric::Matrix A = rates.A(point);
    const numeric::Vector any = random_vector(numbers.n(), random);
    const numeric::Vector free = virtual_basis(A) * numeric::Vector::Ones(virtual_basis(A).cols());
    // slope(dt) = A v + O(dt): half the time, half the distance
    const auto error = [&](const numeric::Vector& v, double dt) {
      return (slope_of_contact(rates, point, v, dt) - A * v).norm();
    };
    for (const numeric::Vector& v : {any, free}) {
      CHECK(error(v, 1e-4) < 0.1);
      CHECK(error(v, 1e-4) / error(v, 5e-5) == Approx(2).epsilon(0.01));
    }
    CHECK((A * any).norm() > 0.1);
    CHECK(slope_of_contact(rates, point, any, 1e-6).norm() > 0.09);
    CHECK(slope_of_contact(rates, point, free, 1e-6).norm() < 5e-3);
    CHECK(is_dynamical_virtual(rates, point, free));
    CHECK_FALSE(is_dynamical_virtual(rates, point, any));
  }
}

TEST_CASE("possible paths part from the motion as (dt²/2) v", "[X6][X7][X8][V2]") {
  std::mt19937_64 random(20);
  for (const System& system : {pendulum_with_rod(), appell_particle(), rolling_disk(),
                               driven_hoop(), quaternion_top(), planar_chain_with_rods(3)}) {
    Numbers numbers(system);
    ConstraintRates rates(numbers.system());
    const Point point = numbers.on_constraints(random);
    const numeric::Matrix basis = virtual_basis(rates.A(point));
    const numeric::Vector v = basis * random_vector(basis.cols(), random);
    const auto error = [&](double dt) {
      return (possible_displacement(numbers.manifold, point, v, dt) / (dt * dt / 2) - v).norm();
    };
    CHECK(error(1e-3) < 0.02 * (1 + v.norm()));
    // w/(dt²/2) = v + O(dt)
    if (error(1e-3) > 1e-8) CHECK(error(1e-3) / error(5e-4) > 1.8);
  }
}

TEST_CASE("the limit of virtual work needs a continuous force: friction that turns over jumps",
          "[X9]") {
  // dt → 0 may be taken in vᵀF(t + dt) where F is continuous; the C of a block at rest is not
  Numbers numbers(gallery("friction/block").system);
  numeric::Vector q = numeric::Vector::Zero(2), v(2);
  const auto C_at = [&](double speed) {
    v << speed, 0;
    return look_at(numbers.dynamics.solver(), 0, q, v).equations.C[0];
  };
  const double friction = 0.4 * 2 * 9.81 * std::cos(0.6);
  CHECK(C_at(1e-9) - C_at(-1e-9) == Approx(-2 * friction).epsilon(1e-12));
  CHECK(C_at(1e-9) == Approx(C_at(2e-9)).epsilon(1e-12));
  // and the ideal part is the same on both sides
  const auto ideal_at = [&](double speed) {
    v << speed, 0;
    return numbers.dynamics.instant(0, q, v).lambda[0];
  };
  CHECK(ideal_at(1e-9) == Approx(ideal_at(-1e-9)).epsilon(1e-12));
}

TEST_CASE("for particles in Cartesian coordinates M is diagonal with each mass three times",
          "[X1][X3]") {
  System s;
  std::vector<Expr> x;
  for (const char* name : {"x1", "y1", "z1", "x2", "y2", "z2"}) x.push_back(s.coordinate(name));
  s.particle({"one", 2.0, {x[0], x[1], x[2]}, {1.0, 2.0, 3.0}});
  s.particle({"two", 5.0, {x[3], x[4], x[5]}, {4.0, 5.0, sin(s.time())}});
  s.constraint("rod", square(x[0] - x[3]) + square(x[1] - x[4]) + square(x[2] - x[5]) == 1.0);
  Numbers numbers(s);
  std::mt19937_64 random(21);
  const Point point = numbers.on_constraints(random);
  const Scene scene = look_at(numbers.dynamics.solver(), point.t, point.q, point.v);
  numeric::Vector masses(6), F(6);
  masses << 2, 2, 2, 5, 5, 5;
  F << 1, 2, 3, 4, 5, std::sin(point.t);
  CHECK(scene.equations.M == numeric::Matrix(masses.asDiagonal()));
  CHECK((scene.equations.Q - F).norm() < 1e-14);
  // M ẍ = F + F^c with equal and opposite forces on the ends of the rod
  const numeric::Vector Fc = scene.equations.M * point.a - F;
  CHECK((Fc.head(3) + Fc.tail(3)).norm() < 1e-12 * Fc.norm());
  CHECK(Fc.norm() > 1e-3);
}
