#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/explicit_motion.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

ExplicitMotion written_out(const char* text, const std::vector<std::size_t>& rows,
                           std::size_t all_rows) {
  const Model model = read_text(text, "model.mech");
  auto formulas = solution::ExplicitFormulas::make(derive(model.system), rows, {});
  REQUIRE(formulas);
  // of the motions below, which are as large as 1
  static NaturalSizes sizes({{0, 1}});
  sizes.assume(numeric::Vector::Ones(2), numeric::Vector::Ones(2), numeric::Vector::Ones(2));
  const std::size_t n = model.system.coordinates().size();
  return {std::make_shared<ExplicitCode>(std::move(formulas), n, 0), n, all_rows, sizes};
}

constexpr const char* circle =
    "coordinates x, y\nlagrangian 1/2*(x'^2 + y'^2)\nconstraint circle: x^2 + y^2 = 1\n";

}  // namespace

TEST_CASE("a projection leads to the nearest point and the tangent there") {
  ExplicitMotion motion = written_out(circle, {0}, 1);
  for (const double off : {1e-12, 1e-7, 1e-3, 0.1}) {
    INFO("off by " << off);
    double y[] = {0.6 * (1 + off), 0.8 * (1 + off), 2.0, 1.0, 0, 0, 0, 0};
    REQUIRE(motion.project(0, y, y));
    // the nearest point of a circle lies on the same radius
    CHECK(std::hypot(y[0] - 0.6, y[1] - 0.8) < 4e-16);
    // what is left of (2, 1) is its part along the tangent (−0.8, 0.6), which is −1
    CHECK(std::hypot(y[2] - 0.8, y[3] + 0.6) < 4e-16 + 2 * off);
    CHECK(std::fabs(y[0] * y[2] + y[1] * y[3]) < 4e-16);
  }
}

TEST_CASE("a state on the constraints stays as it is, to the bit") {
  ExplicitMotion motion = written_out(circle, {0}, 1);
  const double before[] = {0.6, 0.8, -0.8, 0.6, 1, 2, 3, 4};
  double y[8];
  std::copy_n(before, 8, y);
  REQUIRE(motion.project(0, y, y));
  for (int i = 0; i < 8; ++i) CHECK(y[i] == before[i]);
}

TEST_CASE("rows left out are judged where the projection leads to") {
  // the second row says the same, but curves differently: beside the circle the two contradict each
  // other
  const std::string text = std::string(circle) + "constraint again: (x^2 + y^2)^2 = 1\n";
  ExplicitMotion motion = written_out(text.c_str(), {0}, 2);
  for (const double off : {1e-12, 1e-8, 1e-4}) {
    INFO("off by " << off);
    double y[] = {0.6 * (1 + off), 0.8, -0.8, 0.6 + off, 0, 0, 0, 0};
    CHECK(motion.project(0, y, y));
    CHECK(std::fabs(std::hypot(y[0], y[1]) - 1) < 4e-16);
  }
  // a row that does not follow from the others is found out
  const std::string other = std::string(circle) + "constraint other: x = 0.5\n";
  ExplicitMotion contradicted = written_out(other.c_str(), {0}, 2);
  double y[] = {0.6, 0.8, -0.8, 0.6, 0, 0, 0, 0};
  CHECK_FALSE(contradicted.project(0, y, y));
  CHECK(y[0] == 0.6);
}
