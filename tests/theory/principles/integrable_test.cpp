#include "theory/principles/integrable.hpp"

#include "mechanics/model_error.hpp"
#include "theory/scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

bool integrable(const std::string& constraints) {
  const Model model = read_text(
      "coordinates x y z\nkinetic 1/2*(x'^2 + y'^2 + z'^2)\n" + constraints, "model.mech");
  const Equations equations = derive(model.system);
  std::mt19937_64 random(7);
  bool everywhere = true;
  for (int trial = 0; trial < 5; ++trial)
    everywhere &= integrability_at(equations, random_point(3, random)).integrable();
  return everywhere;
}

}  // namespace

TEST_CASE("Frobenius tells rows that are rates of a position from those that are not", "[N2]") {
  CHECK(integrable("constraint c: x*x' + y*y' = 0\n"));
  CHECK(integrable("constraint c: y*x' + x*y' + z'/z = 0\n"));
  // an integrating factor does not hide it
  CHECK(integrable("constraint c: exp(z)*(y*x' + x*y') = 0\n"));
  CHECK(integrable("constraint c: x' = z'*cos(z)\n"));
  CHECK_FALSE(integrable("constraint c: y' = z*x'\n"));
  CHECK_FALSE(integrable("constraint c: x'*sin(z) = y'*cos(z)\n"));
  // two rows on three coordinates leave one direction: always integrable
  CHECK(integrable("constraint\n    c: y' = z*x'\n    d: z' = x'*y\n"));
  // a row that is not integrable alone becomes so beside another
  CHECK(integrable("constraint\n    c: y' = z*x'\n    d: z = 1\n"));
}

TEST_CASE("rows that move are integrable where they are rates in space and time", "[N2]") {
  CHECK(integrable("constraint c: x'*t + x = cos(t)\n"));
  CHECK(integrable("constraint c: x*cos(x*t)*1 + t*cos(x*t)*x' + y' = 0\n"));
  CHECK_FALSE(integrable("constraint c: x' = y\n"));
  CHECK_FALSE(integrable("constraint c: x' + t*y' = 0\n"));
}

TEST_CASE("systems of the gallery are holonomic or not as their books say", "[N2]") {
  const auto curl_of = [](const System& system, unsigned seed) {
    std::mt19937_64 random(seed);
    Numbers numbers(system);
    return integrability_at(numbers.equations, numbers.on_constraints(random));
  };
  CHECK(curl_of(gallery("pendulum/cartesian").system, 1).integrable());
  CHECK(curl_of(gallery("driven_hoop/driven_hoop").system, 2).integrable());
  CHECK(curl_of(gallery("rod_three_ways/rate").system, 3).integrable());
  CHECK_FALSE(curl_of(gallery("knife_edge/knife_edge").system, 4).integrable());
  CHECK_FALSE(curl_of(gallery("turntable/turntable").system, 5).integrable());
  CHECK_FALSE(curl_of(rolling_disk(), 6).integrable());
  CHECK(curl_of(rolling_disk(), 6).row.find("roll") == 0);
  CHECK_THROWS_AS(curl_of(appell_particle(), 7), ModelError);
}
