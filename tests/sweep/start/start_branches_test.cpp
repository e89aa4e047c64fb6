// A slider on a circle, whose height the model leaves to be found.

#include "sweep/start/start_branches.hpp"

#include <catch2/catch.hpp>

#include "sweep/plan_text.hpp"

using namespace alembert;

namespace {

Study study_of(const std::string& start) {
  return read_study({.model_text = R"(
coordinates x y
parameters guess = 1
kinetic 1/2*(x'^2 + y'^2)
constraint circle: x^2 + y^2 = 1
start x = 0.6, x' = 0)" + start + "\nrun 1\n",
                     .model_name = "slider.mech",
                     .plan = {read_grid({"guess=1:-1:8"})}});
}

}  // namespace

TEST_CASE("starts above and below the axis are on two branches of a circle") {
  const Study study = study_of(", y ~ guess");
  const StartBranches branches = start_branches(study);
  CHECK(branches.looked_at == 8);
  CHECK(branches.others == 4);
  CHECK(branches.first_other == 4);
  CHECK_THAT(start_branches_text(branches, study),
             Catch::Contains(
                 "4 are on that of the first run and 4 on another, first at guess = -0.142857"));
}

TEST_CASE("starts that nothing moves to the other side are on one branch") {
  const Study study = study_of(", y ~ 0.5");
  CHECK(start_branches(study).others == 0);
  CHECK(start_branches_text(start_branches(study), study).empty());
  CHECK(start_branches(study_of(", y = 0.8")).looked_at == 0);
}
