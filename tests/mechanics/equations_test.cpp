#include "mechanics/equations.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

namespace {

// a bead on a rod that turns in the plane, with friction, beside a third coordinate that a row
// drives
Equations bead() {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"), z = system.coordinate("z");
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(z))) / 2);
  system.constraint("rod", y == x * tan(system.time()));
  system.constraint("drive", rate(z) == rate(x));
  system.nonideal("rod", z, -rate(x));
  return derive(system);
}

}  // namespace

TEST_CASE("a constraint acts on the coordinates of its rows and of its law") {
  const Equations equations = bead();
  CHECK(equations.coordinates_of(0) == std::vector<std::size_t>{0, 1, 2});
  CHECK(equations.coordinates_of(1) == std::vector<std::size_t>{0, 2});
  CHECK(equations.entries_of(0).size() == 2);
  CHECK(equations.laws_of(0).size() == 1);
  CHECK(equations.laws_of(1).empty());
  CHECK(equations.law_formulas().size() == 1);
}

TEST_CASE("a row is asked of positions and of velocities by the level it was written at") {
  const Equations equations = bead();
  const EquationRow &rod = equations.rows[0], &drive = equations.rows[1];
  CHECK(rod.residual_at(Level::position) == rod.residual);
  CHECK(rod.residual_at(Level::velocity) == rod.rate);
  CHECK(drive.residual_at(Level::position) == no_node);
  CHECK(drive.residual_at(Level::velocity) == drive.residual);
}

TEST_CASE("the state of a system is t, q and q' in this order") {
  const System system = bead().system;
  std::vector<NodeId> expected{system.time().node()};
  for (const Coordinate& x : system.coordinates()) expected.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) expected.push_back(x.v);
  CHECK(system.state_symbols() == expected);
}
