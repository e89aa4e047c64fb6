#include "report/staging.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "report/stage_numbers.hpp"
#include "symbol/differentiate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model model_of(const std::string& name) {
  return read_model(std::string(ALEMBERT_SOURCE) + "/models/" + name + ".mech");
}

// what an arrow holds at one row: where it stands and the force there, both parts together
struct Arrow {
  std::string constraint;
  std::vector<double> at, force;
};

std::vector<Arrow> arrows_at(const Staging& staging, const std::vector<double>& numbers) {
  std::vector<Arrow> arrows;
  for (const StageArrow& arrow : staging.arrows) {
    Arrow seen{arrow.constraint, {}, {}};
    for (std::size_t i = 0; i < arrow.at.size(); ++i) {
      seen.at.push_back(numbers[arrow.at[i]]);
      seen.force.push_back(numbers[arrow.ideal[i]] + numbers[arrow.nonideal[i]]);
    }
    arrows.push_back(seen);
  }
  return arrows;
}

std::vector<std::string> words_of(const Staging& staging) {
  std::vector<std::string> words;
  for (const StageShape& shape : staging.shapes)
    words.push_back(std::string(name_of(shape.what)) + " " + shape.name);
  return words;
}

Staging staging_of(const Model& model) { return plan_staging(model, derive(model.system)); }

// a bob of mass 1 on a rod of length 1, from rest at the side: tension 3 g cos(angle) = −3 g y
void check_tension(const Model& model) {
  const Motion motion = simulate(model, {.until = 2.0, .every = 0.05});
  const Staging staging = plan_staging(model, motion.equations());
  REQUIRE(staging.arrows.size() == 1);
  CHECK(staging.notes.empty());
  StageNumbers numbers(staging, motion.equations());
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const Arrow rod = arrows_at(staging, numbers.at(motion.row(i))).front();
    const double tension = -3 * 9.81 * rod.at[1];
    // towards the pivot; the tolerance of the run, 1e-10, grown by the error of energy over two seconds
    CHECK(rod.force[0] == Approx(-tension * rod.at[0]).margin(1e-7));
    CHECK(rod.force[1] == Approx(-tension * rod.at[1]).margin(1e-7));
  }
}

}  // namespace

TEST_CASE("the arrow of a pendulum's rod is its tension, in Cartesian coordinates") {
  check_tension(
      read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
                "constraint rod: x^2 + y^2 = 1\nstart x = 1, y = 0\n",
                "pendulum"));
}

TEST_CASE("the arrow of a pendulum's rod is its tension, in polar coordinates with a particle") {
  check_tension(
      read_text("coordinates r theta\n"
                "particle bob: mass 1, at (r*sin(theta), -r*cos(theta)), force (0, -9.81)\n"
                "constraint rod: r = 1\nstart r = 1, theta = pi/2\n",
                "pendulum"));
}

TEST_CASE("the arrow of a bead is the force of its hoop, friction included") {
  const Model model = model_of("friction/bead_on_hoop");
  const Motion motion = simulate(model, {.until = 0.5});
  const Staging staging = plan_staging(model, motion.equations());
  REQUIRE(staging.arrows.size() == 1);
  StageNumbers numbers(staging, motion.equations());
  const Snapshot end = motion.back();
  const std::vector<double>& last = numbers.at(end.row());
  const ReactionAt reaction = end.reaction(staging.arrows[0].constraint);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(last[staging.arrows[0].ideal[i]] == reaction.ideal[i]);
    CHECK(last[staging.arrows[0].nonideal[i]] == reaction.nonideal[i]);
  }
  // friction brakes
  const StagePoint& friction = staging.arrows[0].nonideal;
  CHECK(last[friction[0]] * end["x'"] + last[friction[1]] * end["y'"] < 0);
}

TEST_CASE("the force of a rolling disk is drawn at its centre, and what acts on angles is named") {
  const Staging staging = staging_of(model_of("rolling_disk/rolling_disk"));
  CHECK(staging.dimension == 3);
  CHECK_FALSE(staging.is_default);
  CHECK(staging.arrows.size() == 3);
  CHECK(std::ranges::count(staging.notes,
                           "the generalised force of `roll_x` on phi, theta, psi is not drawn") ==
        1);
}

TEST_CASE("the power of all arrows of a constraint is the power of its reaction") {
  // Cartesian, driven in time, three-dimensional, non-ideal, and carried by particles
  for (const std::string name :
       {"double_pendulum/double_pendulum", "driven_hoop/driven_hoop", "appell/resisted",
        "rotating_wire/cartesian", "hanging_chain/hanging_chain", "friction/bead_on_hoop"}) {
    INFO(name);
    const Model model = model_of(name);
    const Motion motion = simulate(model, {.until = 0.3});
    Staging staging = plan_staging(model, motion.equations());
    REQUIRE_FALSE(staging.arrows.empty());
    REQUIRE(staging.notes.empty());
    StageNumbers numbers(staging, motion.equations());
    const Snapshot end = motion.back();
    const std::vector<double>& last = numbers.at(end.row());

    // velocities of the points by another route: the graph's total time derivative
    std::vector<NodeId> places;
    for (const StageArrow& arrow : staging.arrows)
      for (const NumberIndex component : arrow.at) places.push_back(staging.formulas[component]);
    TableFormulas velocity(motion.equations(), time_derivative(motion.equations().graph(), places));
    const std::vector<double> velocities = velocity.evaluate(end.row());

    for (const Constraint& constraint : model.system.constraints()) {
      double power = 0, size = 0;
      std::size_t next = 0;
      for (const Arrow& arrow : arrows_at(staging, last))
        for (const double force : arrow.force) {
          const double part = force * velocities[next++];
          if (arrow.constraint != constraint.name) continue;
          power += part;
          size += std::fabs(part);
        }
      // one rounding per term
      CHECK(power == Approx(end.reaction(constraint.name).power).margin(1e-13 * (1 + size)));
    }
  }
}

TEST_CASE("particles carry together what no coordinate shows alone, with the least forces") {
  // a rigid dumb-bell turned at a given rate about its middle: the couple is shared by both ends
  const Model model = read_text(
      "coordinates phi\nparticle a: mass 1, at (cos(phi), sin(phi))\n"
      "particle b: mass 1, at (-cos(phi), -sin(phi))\n"
      "constraint drive: phi = t^2\nstart phi = 0\n",
      "dumb-bell");
  const Motion motion = simulate(model, {.until = 1.0});
  const Staging staging = plan_staging(model, motion.equations());
  REQUIRE(staging.arrows.size() == 2);
  StageNumbers numbers(staging, motion.equations());
  const std::vector<Arrow> arrows = arrows_at(staging, numbers.at(motion.back().row()));
  // φ̈ = 2 and inertia 2: a couple of 4, so 2 at each end along its velocity
  for (const double sign : {1.0, -1.0}) {
    const Arrow& end = arrows[sign > 0 ? 0 : 1];
    CHECK(end.force[0] == Approx(-2 * sign * std::sin(1.0)));
    CHECK(end.force[1] == Approx(2 * sign * std::cos(1.0)));
  }
}

TEST_CASE("a force that no forces on points can stand for is named as drawn in part") {
  // the particle feels the sum of both angles alone
  const auto notes = [](const std::string& constraint) {
    return staging_of(read_text("coordinates a b\nkinetic a'^2 + b'^2\n"
                                "particle p: mass 1, at (cos(a + b), sin(a + b))\nconstraint c: " +
                                    constraint + "\n",
                                "m"))
        .notes;
  };
  CHECK(notes("a + b = t").empty());
  REQUIRE(notes("a = b").size() == 1);
  CHECK(notes("a = b").front().find("`c` is drawn in part") != std::string::npos);
}

TEST_CASE("a model without a drawing shows its particles") {
  const Staging staging = staging_of(
      read_text("coordinates theta\nparticle bob: mass 1, at (sin(theta), -cos(theta))\n", "m"));
  CHECK(staging.is_default);
  CHECK(words_of(staging) == std::vector<std::string>{"path bob", "point bob"});
}

TEST_CASE("a model without a drawing shows points of Cartesian coordinates and the rods between") {
  const Model model = read_text(
      "coordinates xA yA x[1..2] y[1..2] phi\n"
      "kinetic 1/2*(xA'^2 + yA'^2 + x[1]'^2 + y[1]'^2 + x[2]'^2 + y[2]'^2 + phi'^2)\n"
      "constraint hook: (xA - 3)^2 + (yA - t)^2 = 1\n"
      "constraint rod: (x[1] - x[2])^2 + (y[1] - y[2])^2 = 4\n"
      "constraint square: xA*x[1] + yA*y[1] = 0\n"
      "constraint ellipse: x[1]^2 + 2*y[1]^2 = 3\n",
      "m");
  const Staging staging = staging_of(model);
  CHECK(staging.dimension == 2);
  CHECK(words_of(staging) == std::vector<std::string>{"line hook", "line rod", "path PA",
                                                      "path P[1]", "path P[2]", "point PA",
                                                      "point P[1]", "point P[2]"});
  // the fixed end of the hook moves up with t
  std::vector<NodeId> end;
  for (const NumberIndex component : staging.shapes.front().points.front())
    end.push_back(staging.formulas[component]);
  const std::vector<double> place =
      evaluate(model.system.graph(), end, {{model.system.time().node(), 0.7}});
  CHECK(place == std::vector{3.0, 0.7});
}

TEST_CASE("a model of angles alone has nothing to draw, and says so") {
  const Staging staging = staging_of(
      read_text("coordinates theta\nkinetic 1/2*theta'^2\npotential -cos(theta)\n", "m"));
  CHECK(staging.shapes.empty());
  REQUIRE(staging.notes.size() == 1);
  CHECK(staging.notes.front().find("nothing is drawn") != std::string::npos);
}
