#include "draw/normalising.hpp"

#include <catch2/catch.hpp>

#include "text/read.hpp"

using namespace alembert;

namespace {

std::vector<bool> normalising(const std::string& text) {
  return normalising_constraints(derive(read_text(text, "m").system));
}

}  // namespace

TEST_CASE("a length without inertia is normalised, a rod of the same form is a force") {
  // a cosine and a sine with the inertia of their angle, in any units of inertia
  for (const std::string inertia : {"1", "1e-12", "1e12"})
    CHECK(normalising("coordinates c s\nkinetic " + inertia +
                      "*(c*s' - s*c')^2\nconstraint unit: c^2 + s^2 = 1\n") == std::vector{true});
  CHECK(normalising("coordinates c s\nkinetic c'^2 + s'^2\nconstraint rod: c^2 + s^2 = 1\n") ==
        std::vector{false});
}

TEST_CASE("what holds a massless part is a force") {
  // one coordinate without inertia; and two that have it only together
  CHECK(normalising("coordinates x s\nkinetic x'^2\npotential (x - s)^2\n"
                    "constraint hold: s = 1\n") == std::vector{false});
  CHECK(normalising("coordinates x s\nkinetic (x' + s')^2\npotential x^2\n"
                    "constraint joint: x = s\n") == std::vector{false});
}

TEST_CASE("rows that only normalise come last, all others keep their order") {
  const Model model = read_text(
      "coordinates c s x y\nkinetic (c*s' - s*c')^2 + x'^2 + y'^2\n"
      "constraint unit: c^2 + s^2 = 1\nconstraint one: x = c\nconstraint two: y = s\n",
      "m");
  CHECK(constraints_by_meaning(derive(model.system)) == std::vector<std::size_t>{1, 2, 0});
}
