#include "mechanics/freedoms.hpp"

#include "systems.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

TEST_CASE("a chain of N rods has N freedoms in Cartesian coordinates as in angles", "[F4]") {
  const FreedomCount rods = count_freedoms(derive(planar_chain_with_rods(7)));
  CHECK(rods.coordinates == 14);
  CHECK(rods.rows == 7);
  CHECK(rods.repeated_rows == 0);
  CHECK(rods.structural_rank == 7);
  CHECK(rods.freedoms == 7);
  CHECK(count_freedoms(derive(planar_chain_in_angles(7))).freedoms == 7);
}

TEST_CASE("a rolling disk has three freedoms of its six coordinates") {
  CHECK(count_freedoms(derive(rolling_disk())).freedoms == 3);
}

TEST_CASE("a rod that is written twice counts once", "[F4]") {
  System s = pendulum_with_rod();
  const Expr x(s.graph(), s.coordinates()[0].q), y(s.graph(), s.coordinates()[1].q);
  s.constraint("again", square(x) + square(y) == 4.0);
  const FreedomCount count = count_freedoms(derive(s));
  CHECK(count.rows == 2);
  CHECK(count.repeated_rows == 1);
  CHECK(count.structural_rank == 1);
  CHECK(count.freedoms == 1);
}

TEST_CASE("three different rows on two coordinates have rank two at most") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  s.kinetic(square(rate(x)) + square(rate(y)) + square(rate(z)));
  s.constraint("a", x * y == 1.0);
  s.constraint("b", x + y == 2.0);
  s.constraint("c", x - 2 * y == 3.0);
  const FreedomCount count = count_freedoms(derive(s));
  CHECK(count.structural_rank == 2);
  CHECK(count.freedoms == 1);
}

TEST_CASE("without constraints every coordinate is a freedom") {
  const FreedomCount count = count_freedoms(derive(double_pendulum()));
  CHECK(count.rows == 0);
  CHECK(count.freedoms == 2);
  CHECK(count_freedoms(derive(System())).freedoms == 0);
}
