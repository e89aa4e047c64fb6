// M, Q and the forces in joints by Newton, Euler and composite inertias, against derivatives of the
// Lagrangian.

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "bodies/mechanism.hpp"
#include "mechanics/equations.hpp"
#include "source_folder.hpp"
#include "symbol/term_sizes.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

/// A state without any symmetry, quaternions of any length included.
Assignment anywhere(const System& system, double seed) {
  Assignment values = system.parameter_values();
  values[system.time().node()] = 0.3 * seed;
  for (const Coordinate& x : system.coordinates()) {
    const double k = static_cast<double>(values.size());
    values[x.q] = std::sin(1.7 * k + seed);
    values[x.v] = std::sin(2.3 * k + 2 * seed);
    values[x.a] = std::sin(0.9 * k + 3 * seed);
  }
  return values;
}

/// Both lists, number by number, to a part of the largest of the terms that they are sums of.
void compare(const System& system, const std::vector<NodeId>& known,
             const std::vector<NodeId>& from_lagrangian, const std::string& what) {
  CAPTURE(what);
  REQUIRE(known.size() == from_lagrangian.size());
  for (const double seed : {1.0, 2.0}) {
    const Assignment at = anywhere(system, seed);
    const std::vector<double> a = evaluate(system.graph(), known, at);
    const std::vector<double> b = evaluate(system.graph(), from_lagrangian, at);
    double size = 0;
    for (const double x : sizes_of_terms(system.graph(), from_lagrangian, at))
      size = std::max(size, x);
    for (std::size_t k = 0; k < a.size(); ++k) {
      CAPTURE(k);
      // both lose some digits to cancellation, in different places
      CHECK(std::fabs(a[k] - b[k]) <= 1e-12 * size);
    }
  }
}

void compare_with_lagrangian(const System& given) {
  System system = given;
  REQUIRE(system.known_energies());
  const System::KnownEnergies known = *system.known_energies();
  Graph& g = system.graph();
  const std::size_t n = system.coordinates().size();
  std::vector<NodeId> q, v;
  std::vector<Direction> along;
  for (const Coordinate& x : system.coordinates()) {
    q.push_back(x.q);
    v.push_back(x.v);
    along.push_back({x.q, x.v});
  }
  Expr open_L = 0.0;
  for (const Expr& T : known.kinetic) open_L = open_L + T;
  for (const Expr& V : known.potential) open_L = open_L - V;
  const NodeId L = system.closed(open_L).in(g);

  const std::vector<NodeId> p = gradient(g, L, v), dL = gradient(g, L, q);
  const auto dense = [&](const std::vector<Entry>& entries) {
    std::vector<NodeId> M(n * n, g.zero());
    for (const Entry& entry : entries)
      if (entry.row >= entry.column) M[entry.row * n + entry.column] = entry.value;
    return M;
  };
  compare(system, dense(composite_inertia(g, known.tree)), dense(jacobian(g, p, v)), "M");

  std::vector<NodeId> forces(n, g.zero()), Q;
  for (const CoordinateFormula& force : known.forces)
    forces[force.coordinate] = g.make(Op::add, forces[force.coordinate], force.formula);
  const std::vector<NodeId> transport = derivative_along(g, p, along);
  for (std::size_t j = 0; j < n; ++j) Q.push_back(g.make(Op::subtract, dL[j], transport[j]));
  compare(system, forces, Q, "Q");

  std::vector<NodeId> opening, opening_rate, holding, R;
  for (const Coordinate& x : system.openings()) {
    opening.push_back(x.q);
    opening_rate.push_back(x.v);
  }
  const auto closed = [&](std::vector<NodeId> formulas) {
    for (NodeId& formula : formulas) formula = system.closed(Expr(g, formula)).node();
    return formulas;
  };
  const std::vector<NodeId> p_dot =
      time_derivative(g, closed(gradient(g, open_L.in(g), opening_rate)));
  const std::vector<NodeId> dL_open = closed(gradient(g, open_L.in(g), opening));
  for (std::size_t k = 0; k < opening.size(); ++k) {
    R.push_back(g.make(Op::subtract, p_dot[k], dL_open[k]));
    holding.push_back(known.holding[k].in(g));
  }
  compare(system, holding, R, "forces that hold the joints");
}

}  // namespace

TEST_CASE("bodies have the inertia and the forces that follow from their Lagrangian") {
  for (const auto& file : std::filesystem::directory_iterator(source_folder() + "/tests/bodies")) {
    if (file.path().extension() != ".mech") continue;
    CAPTURE(file.path().filename().string());
    compare_with_lagrangian(read_model(file.path().string()).system);
  }
}

TEST_CASE("bodies that are not on one path to the ground have no inertia in common") {
  const Model model = read_text(
      "gravity (0, 0, -9.81)\n"
      "body a: mass 1, centre (1, 0, 0), inertia (1, 1, 1)\n"
      "body b: mass 1, centre (2, 0, 0), inertia (1, 1, 1)\n"
      "body c: mass 1, centre (0, 1, 0), inertia (1, 1, 1)\n"
      "joint j: revolute ground a at (0, 0, 0) along z\n"
      "joint k: revolute a b at (1, 0, 0) along y\n"
      "joint l: revolute a c at (0, 1, 0) along x\n"
      "run 1\n",
      "fork.mech");
  const Equations equations = derive(model.system);
  for (const Entry& entry : equations.M.entries)
    CHECK((entry.row == entry.column || entry.row == 0 || entry.column == 0));
}

TEST_CASE("a hinge that stands upright feels no weight, and what falls freely turns as in space") {
  const Model hinge = read_text(
      "gravity (0, 0, -9.81)\n"
      "body door: mass 20, centre (0.4, 0, 1), inertia (8, 9, 1)\n"
      "joint j: revolute ground door at (0, 0, 0) along z\n"
      "run 1\n",
      "door.mech");
  const Equations door = derive(hinge.system);
  CHECK(door.Q[0] == door.graph().zero());
  const Model falling = read_text(
      "gravity (0, 0, -9.81)\n"
      "body stone: mass 2, centre (0, 0, 0), inertia (1, 2, 3)\n"
      "run 1\n",
      "stone.mech");
  const Equations stone = derive(falling.system);
  for (std::size_t j = 0; j < 2; ++j) CHECK(stone.Q[j] == stone.graph().zero());
  CHECK(evaluate(stone.graph(), {stone.Q[2]}, anywhere(stone.system, 1)).front() == -2 * 9.81);
}

TEST_CASE("joints that time moves leave the bodies to the derivatives of their Lagrangian") {
  System system;
  Mechanism mechanism(system);
  mechanism.gravity({0.0, 0.0, -9.81});
  mechanism.body(
      {.name = "arm", .mass = 1.0, .centre = Vector{1.0, 0.0, 0.0}, .inertia = {0.1, 0.2, 0.3}});
  mechanism.joint({.name = "j",
                   .kind = JointKind::revolute,
                   .a = "ground",
                   .b = "arm",
                   .point_a = Vector{sin(system.time()), 0.0, 0.0},
                   .point_b = Vector{0.0, 0.0, 0.0},
                   .along = {{0.0, 1.0, 0.0}}});
  mechanism.assemble();
  CHECK_FALSE(system.known_energies());
  // the support pushes the arm: M q̈ = Q has −m ẍ (∂x/∂q) of it
  const Equations equations = derive(system);
  const double q = 0.4, t = 1.3;
  Assignment at{
      {system.time().node(), t}, {system.coordinates()[0].q, q}, {system.coordinates()[0].v, 0}};
  // the centre is at (cos q, 0, −sin q) from the hinge
  const double expected = 9.81 * std::cos(q) - std::sin(t) * std::sin(q);
  CHECK(evaluate(equations.graph(), {equations.Q[0]}, at).front() ==
        Approx(expected).epsilon(1e-14));
}
