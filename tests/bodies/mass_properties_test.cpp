#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>

#include "bodies/body.hpp"
#include "mechanics/model_error.hpp"

using namespace alembert;

namespace {

Eigen::Matrix3d numbers(const Tensor& J) {
  Eigen::Matrix3d result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      result(static_cast<int>(i), static_cast<int>(j)) = J(i, j).number();
  return result;
}

std::array<double, 6> elements(const Eigen::Matrix3d& J) {
  return {J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2)};
}

}  // namespace

TEST_CASE("a thin rod in any direction has an inertia that a body can have", "[bodies]") {
  for (int i = 0; i < 200; ++i) {
    const Vector from{std::sin(i), std::cos(2.0 * i), 0.1 * i},
        to{std::cos(i), 1.0 * i, std::sin(3.0 * i)};
    const MassProperties rod =
        mass_properties({.name = "rod",
                         .mass = 2.0,
                         .solids = {{.what = Solid::What::rod, .from = from, .to = to}}});
    const Eigen::Matrix3d J = numbers(rod.inertia);
    REQUIRE_NOTHROW(require_possible_inertia("rod", elements(J)));
    Eigen::Vector3d span;
    for (std::size_t k = 0; k < 3; ++k)
      span[static_cast<int>(k)] = to[k].number() - from[k].number();
    // m l²/12 across its axis, nothing along it
    const double across = 2 * span.squaredNorm() / 12;
    CHECK((J * span).norm() <= 1e-14 * across * span.norm());
    CHECK(std::fabs(J.trace() - 2 * across) <= 1e-14 * across);
  }
}

TEST_CASE("an inertia is possible in one frame where it is in another", "[bodies]") {
  const auto is_possible = [](const Eigen::Matrix3d& J) {
    try {
      require_possible_inertia("body", elements(J));
      return true;
    } catch (const ModelError&) {
      return false;
    }
  };
  for (int i = 0; i < 100; ++i) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.37 * i, Eigen::Vector3d(1, std::sin(i), std::cos(5.0 * i)).normalized())
            .toRotationMatrix();
    // flat, nearly impossible, impossible by a millionth, and with a negative moment
    for (const auto& [x, y, z] : {std::array{1.0, 2.0, 3.0}, {1.0, 1.0, 1.0}, {0.0, 4.0, 4.0}})
      CHECK(is_possible(R * Eigen::Vector3d(x, y, z).asDiagonal() * R.transpose()));
    for (const auto& [x, y, z] : {std::array{1.0, 2.0, 3.00001}, {-1e-3, 1.0, 1.0}})
      CHECK_FALSE(is_possible(R * Eigen::Vector3d(x, y, z).asDiagonal() * R.transpose()));
  }
}

TEST_CASE("solids have the moments of inertia of the tables", "[bodies]") {
  const auto of = [](Solid solid) {
    return numbers(mass_properties({.name = "b", .mass = 3.0, .solids = {solid}}).inertia);
  };
  const Eigen::Matrix3d cylinder =
      of({.what = Solid::What::cylinder, .radius = 2.0, .height = 5.0, .along = {0.0, 0.0, 1.0}});
  CHECK(cylinder(2, 2) == Approx(3 * 4 / 2.0).epsilon(1e-15));
  CHECK(cylinder(0, 0) == Approx(3 * (3 * 4 + 25) / 12.0).epsilon(1e-15));
  const Eigen::Matrix3d box = of({.what = Solid::What::box, .size = {1.0, 2.0, 4.0}});
  CHECK(box(0, 0) == Approx(3 * (4 + 16) / 12.0).epsilon(1e-15));
  const Eigen::Matrix3d sphere = of({.what = Solid::What::sphere, .radius = 2.0});
  CHECK(sphere(1, 1) == Approx(0.4 * 3 * 4).epsilon(1e-15));
}

TEST_CASE("a rod in two pieces has the mass properties of the whole", "[bodies]") {
  const Vector a{0.0, 0.0, 0.0}, b{0.3, 0.6, 0.9}, c{1.0, 2.0, 3.0};
  const Body whole{.name = "b", .density = 7.0, .solids = {{.from = a, .to = c, .radius = 0.1}}};
  Body pieces = whole;
  pieces.solids = {{.from = a, .to = b, .radius = 0.1}, {.from = b, .to = c, .radius = 0.1}};
  const MassProperties one = mass_properties(whole), two = mass_properties(pieces);
  CHECK(one.mass.number() == Approx(two.mass.number()).epsilon(1e-14));
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(one.centre[k].number() == Approx(two.centre[k].number()).epsilon(1e-14));
  CHECK((numbers(one.inertia) - numbers(two.inertia)).norm() <=
        1e-13 * numbers(one.inertia).norm());
}
