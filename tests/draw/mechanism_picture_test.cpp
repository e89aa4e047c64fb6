// Pictures of bodies and joints: where they stand, what holds them, and what the joints do.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "draw/arrow_mark.hpp"
#include "draw/scene_legend.hpp"
#include "draw/scene_numbers.hpp"
#include "draw/scene_picture.hpp"
#include "draw/solid/solid_marks.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Pictured {
  Model model;
  Motion motion;
  ScenePlan plan;
  std::vector<SceneInstant> instants;
};

Pictured pictured(Model model, double until) {
  Motion motion = simulate(model, {.until = until, .every = until / 10});
  Pictured result{model, motion, plan_scene(model, motion.equations()), {}};
  SceneNumbers numbers(result.plan, motion.equations());
  for (std::size_t i = 0; i < motion.size(); ++i)
    result.instants.push_back({motion.row(i)[0], numbers.at(motion.row(i))});
  return result;
}
Pictured pictured(const std::string& text, double until) {
  return pictured(read_text(text, "mechanism.mech"), until);
}

const std::string four_bar = R"(
gravity (0.1, -9.81, 0)
define P[1] = (0, 0, 0), P[2] = (0, 1, 0), P[3] = (1, 1, 0), P[4] = (1, 0, 0)
body link[0] = ground, link[4] = ground
body link[i in 1..3]: density 5000, rod P[i] P[i+1] width 0.1
joint pin[i in 1..4]: revolute link[i-1] link[i] at P[i] along z
)";

std::vector<const SceneShape*> shapes_of(const ScenePlan& plan, Shape::What what) {
  std::vector<const SceneShape*> found;
  for (const SceneShape& shape : plan.shapes)
    if (shape.what == what) found.push_back(&shape);
  return found;
}

const SceneArrow& arrow_of(const ScenePlan& plan, const std::string& joint) {
  const auto arrow = std::ranges::find(plan.arrows, joint, &SceneArrow::constraint);
  REQUIRE(arrow != plan.arrows.end());
  return *arrow;
}

double distance(const Position& a, const Position& b) {
  double square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(square);
}

// ends of full strokes of a pen this wide
std::vector<Spot> feet_of(const Picture& picture, Colour colour, double width) {
  std::vector<Spot> feet;
  for (const Mark& mark : picture.marks)
    if (const auto* stroke = std::get_if<Stroke>(&mark))
      if (stroke->pen && stroke->pen->colour == colour && stroke->pen->width == width)
        feet.push_back(stroke->spots.front());
  return feet;
}

}  // namespace

TEST_CASE("a body is drawn where it is and as it stands") {
  const Pictured scene = pictured(four_bar, 0.5);
  const auto boxes = shapes_of(scene.plan, Shape::What::box);
  REQUIRE(boxes.size() == 3);
  const SceneInstant& end = scene.instants.back();
  // the first bar turns about the origin by the angle of its hinge
  const double turn = scene.motion.back()["pin[1]"];
  const Position along{-std::sin(turn), std::cos(turn), 0};
  CHECK(distance(end.at(boxes[0]->points[0]), {0.5 * along[0], 0.5 * along[1], 0}) < 1e-12);
  CHECK(distance(end.at(*boxes[0]->size), {1, 0.1, 0.1}) < 1e-12);
  REQUIRE(boxes[0]->axes.size() == 3);
  CHECK(distance(end.at(boxes[0]->axes[0]), along) < 1e-12);
  // one colour a body
  CHECK(boxes[0]->body == 0u);
  CHECK(boxes[2]->body == 2u);
}

TEST_CASE("the ground is where it holds a joint, and nowhere else") {
  const Pictured scene = pictured(four_bar, 0.5);
  const auto held = shapes_of(scene.plan, Shape::What::ground);
  REQUIRE(held.size() == 2);
  const SceneInstant& end = scene.instants.back();
  CHECK(distance(end.at(held[0]->points[0]), {0, 0, 0}) < 1e-12);
  CHECK(distance(end.at(held[1]->points[0]), {1, 0, 0}) < 1e-12);
  // below the bars that stand on it, straight against gravity
  const Position below{0.1 / std::hypot(0.1, 9.81), -9.81 / std::hypot(0.1, 9.81), 0};
  CHECK(distance(end.at(*held[0]->normal), below) < 1e-12);
  // above a bar that hangs from it
  const Pictured hanging = pictured(
      "gravity (0, -9.81)\nbody bar: density 1, rod (0, 0) (0, -1)\n"
      "joint pin: revolute ground bar at (0, 0)\nstart pin = 0.2\n",
      0.5);
  const auto ceiling = shapes_of(hanging.plan, Shape::What::ground);
  REQUIRE(ceiling.size() == 1);
  CHECK(distance(hanging.instants.back().at(*ceiling[0]->normal), {0, 1}) < 1e-12);
}

TEST_CASE("the pin of a hinge stands along its axis and out of its bars") {
  const Pictured scene = pictured(four_bar, 0.5);
  const auto pins = shapes_of(scene.plan, Shape::What::bar);
  // of a pin in wide bars its two ends are seen
  REQUIRE(pins.size() == 8);
  const SceneInstant& end = scene.instants.back();
  for (const SceneShape* pin : pins) {
    CHECK_FALSE(pin->body.has_value());
    const Position from = end.at(pin->points[0]), to = end.at(pin->points[1]);
    CHECK(std::hypot(to[0] - from[0], to[1] - from[1]) < 1e-12);
    CHECK(to[2] > from[2]);
    CHECK(std::min(std::fabs(from[2]), std::fabs(to[2])) == Approx(0.05));
    CHECK(std::max(std::fabs(from[2]), std::fabs(to[2])) > 0.06);
  }
}

TEST_CASE("a reaction is an arrow from the joint's point, as long as the force that `run` tells") {
  const Pictured scene = pictured(four_bar, 0.5);
  const SceneInstant& end = scene.instants.back();
  for (const JointRecord& joint : scene.motion.equations().system.joints()) {
    const SceneArrow& arrow = arrow_of(scene.plan, joint.name);
    CHECK(arrow.on == joint.on);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t watch = scene.motion.layout().watch;
      CHECK(end[arrow.ideal[i]] == scene.motion.back().row()[watch + joint.force[i]]);
      CHECK(end[arrow.moment[i]] == scene.motion.back().row()[watch + joint.moment[i]]);
      CHECK(end[arrow.nonideal[i]] == 0);
    }
  }
  // on paper it begins at the projected point of the joint
  const SceneOptions options{.reactions = {"pin[2]"}};
  const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
  const Picture picture =
      draw_scene(scene.plan, scene.instants, scene.instants.size() - 1, options, layout, "");
  const double turn = scene.motion.back()["pin[1]"];
  const Spot expected = layout.spot({-std::sin(turn), std::cos(turn), 0});
  const std::vector<Spot> feet =
      feet_of(picture, force_colour(scene.plan, options, "pin[2]"), 0.55);
  REQUIRE_FALSE(feet.empty());
  CHECK(std::hypot(feet[0].x - expected.x, feet[0].y - expected.y) < 1e-9);
}

TEST_CASE("a moment is an arrow with two heads along its axis, at a scale of its own") {
  const Pictured scene = pictured(
      "gravity (0, 0, -9.80665)\nbody arm: mass 1, centre (3, 2, 3), inertia (0.04, 0.1, 0.1)\n"
      "joint hinge: revolute ground arm at (1, 2, 3) along (0, 1, 1)\n",
      1);
  const SceneOptions options{.reactions = {"hinge"}};
  const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
  const SceneInstant& end = scene.instants.back();
  const SceneArrow& arrow = arrow_of(scene.plan, "hinge");
  const Position foot = end.at(arrow.at), tip = layout.moment_tip(end, arrow);
  CHECK(distance(foot, {1, 2, 3}) < 1e-12);
  // none about the axis, and as long as the scale says
  CHECK((tip[1] - foot[1]) + (tip[2] - foot[2]) == Approx(0).margin(1e-9));
  CHECK(distance(tip, foot) == Approx(layout.per_moment * layout.longest_moment));
  // without a moment there is no scale for it
  const Pictured ball = pictured(
      "gravity (0, 0, -9.81)\nbody top: mass 1, centre (1, 0, 0), inertia (1, 1, 1)\n"
      "joint cup: spherical ground top at (0, 0, 0)\n",
      0.5);
  CHECK(lay_out(ball.plan, ball.instants, {.reactions = {"cup"}}).per_moment == 0);
}

TEST_CASE("in the plane the arrow of a moment goes around as the moment turns") {
  const Pictured scene = pictured(
      "gravity (0, -9.81)\nbody beam: density 1, rod (0, 0) (1, 0)\n"
      "body end: mass 1, inertia 1, at (1, 0)\n"
      "joint wall: prismatic ground beam at (0, 0) along x\njoint tip: revolute beam end at (1, "
      "0)\n",
      0.5);
  const SceneArrow& arrow = arrow_of(scene.plan, "wall");
  REQUIRE(arrow.moment.size() == 1);
  // the wall holds up half of the beam's length of its weight, and all of that of the end
  CHECK(scene.instants.back()[arrow.moment[0]] == Approx(9.81 * (0.5 + 1)));
  const std::vector<Mark> around = turning_arrow_marks({0, 0}, 5, 2, {});
  const auto& arc = std::get<Stroke>(around.front());
  for (const Spot& spot : arc.spots) CHECK(std::hypot(spot.x, spot.y) == Approx(5));
  // against the clock: y points down on paper
  CHECK(arc.spots.back().y < arc.spots.front().y);
  CHECK(turning_arrow_marks({0, 0}, 5, 0, {}).empty());
}

TEST_CASE("what joints share is marked in the legend") {
  const Pictured scene = pictured(four_bar, 0.2);
  const auto words = [&](const SceneOptions& options) {
    const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
    std::string all;
    for (const Mark& mark : draw_scene(scene.plan, scene.instants, 0, options, layout, "").marks)
      if (const auto* text = std::get_if<Words>(&mark)) all += text->text + "\n";
    return all;
  };
  const std::string marked = words({.reactions = {"pin[1]"}, .shared = {"pin[1]"}});
  CHECK(marked.find("pin[1] on link[1]*\n") != std::string::npos);
  CHECK(marked.find("* not unique") != std::string::npos);
  CHECK(words({.reactions = {"pin[1]"}}).find('*') == std::string::npos);
}

TEST_CASE("a wheel is seen to turn, and a bicycle stands up though its z points down") {
  const Pictured scene =
      pictured(read_model(source_folder() + "/models/bicycle/bicycle.mech"), 0.2);
  CHECK(scene.plan.up == UnitVector{0, 0, -1});
  const auto wheels = shapes_of(scene.plan, Shape::What::disk);
  REQUIRE(wheels.size() == 2);
  REQUIRE(wheels[0]->spoke.has_value());
  // the rear wheel turns against its frame by the angle of its hub, the frame hardly pitches
  const Position before = scene.instants.front().at(*wheels[0]->spoke);
  const Position after = scene.instants.back().at(*wheels[0]->spoke);
  const double turn = scene.motion.back()["hub_r"];
  REQUIRE(std::fabs(turn) > 1);
  const double cosine = before[0] * after[0] + before[1] * after[1] + before[2] * after[2];
  CHECK(cosine == Approx(std::cos(turn)).margin(0.02));
  // the road acts where the wheels touch it
  const Position contact = scene.instants.back().at(arrow_of(scene.plan, "road_r").at);
  CHECK(contact[2] == Approx(0).margin(1e-9));
}

TEST_CASE("a dot is as large as the cube root of its mass") {
  const Pictured scene = pictured(
      "gravity (0, 0, -9.81)\nbody a: mass 8, inertia (1, 1, 1), centre (1, 0, 0)\n"
      "body b: mass 1, inertia (1, 1, 1), centre (2, 0, 0)\n"
      "joint p: revolute ground a at (0, 0, 0) along y\n"
      "joint q: revolute a b at (1.5, 0, 0) along y\n",
      0.2);
  const auto dots = shapes_of(scene.plan, Shape::What::sphere);
  REQUIRE(dots.size() == 2);
  const SceneInstant& start = scene.instants.front();
  CHECK(start[*dots[0]->radius] == Approx(2 * start[*dots[1]->radius]));
  // and bars lead from each centre to the joints of its body
  std::size_t bars = 0;
  for (const SceneShape* bar : shapes_of(scene.plan, Shape::What::bar))
    if (bar->body) ++bars;
  CHECK(bars == 3);
}

TEST_CASE("a face that looks at the eye is seen, and one that looks away is not") {
  const Pictured scene = pictured(four_bar, 0.1);
  const SceneLayout layout = lay_out(scene.plan, scene.instants, {});
  const Position centre{0, 0, 0}, size{1, 1, 1};
  const SolidMarks box = box_marks(layout, centre, size, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {});
  CHECK(box.marks.size() == 3);
  // along the line of sight through its centre its skin is half an edge away, measured along the
  // steepest axis
  double steepest = 0;
  for (const Position& axis : {Position{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
    steepest = std::max(steepest, std::fabs(layout.camera.nearness(axis)));
  CHECK(box.cover.nearness(layout.spot(centre)) ==
        Approx(layout.scale * (layout.camera.nearness(centre) + 0.5 / steepest)));
}
