#include "draw/scene_picture.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "draw/scene_numbers.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/goldens.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Scene {
  ScenePlan plan;
  std::vector<SceneInstant> instants;
};

Scene scene_of(const Model& model, double until) {
  const Motion motion = simulate(model, {.until = until, .every = until / 40});
  Scene scene{plan_scene(model, motion.equations()), {}};
  SceneNumbers numbers(scene.plan, motion.equations());
  for (std::size_t i = 0; i < motion.size(); ++i)
    scene.instants.push_back({motion.row(i)[0], numbers.at(motion.row(i))});
  return scene;
}

Model model_of(const std::string& name) {
  return read_model(source_folder() + "/models/" + name + ".mech");
}

Picture last_of(const Scene& scene, const SceneOptions& options) {
  return draw_scene(scene.plan, scene.instants, scene.instants.size() - 1, options,
                    lay_out(scene.plan, scene.instants, options), "");
}

}  // namespace

TEST_CASE("instants of gallery models are the pictures that are kept") {
  const std::filesystem::path kept = std::filesystem::path(source_folder()) / "tests/pictures";
  check_golden(kept / "double_pendulum.svg",
               picture_svg(last_of(scene_of(model_of("double_pendulum/level_start"), 1),
                                   {.reactions = {"rod1", "rod2"}, .ghosts = 4})));
  // at an instant at which no arrow reaches the border: its head would stand on half a hundredth of
  // a millimetre
  check_golden(kept / "rolling_disk.svg",
               picture_svg(last_of(scene_of(model_of("rolling_disk/rolling_disk"), 0.3),
                                   {.reactions = {"touch", "roll_x", "roll_y"}})));
  check_golden(kept / "governor.svg",
               picture_svg(last_of(scene_of(model_of("flyball_governor/formulas"), 0.2),
                                   {.width = 90, .height = 70})));
}

TEST_CASE("the arrow on paper is as long as the scale of forces says, and points along the rod") {
  const Scene scene =
      scene_of(read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
                         "constraint rod: x^2 + y^2 = 1\nstart x = 0.6, y = -0.8\n",
                         "pendulum"),
               0.5);
  const SceneOptions options{.reactions = {"rod"}};
  const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
  const SceneInstant& end = scene.instants.back();
  const SceneArrow& arrow = scene.plan.arrows.front();
  const Spot foot = layout.spot(end.at(arrow.at));
  const Spot tip = layout.spot(layout.tip(end, arrow, arrow.ideal));
  const Spot pivot = layout.spot({0, 0});
  const double force = std::hypot(end[arrow.ideal[0]], end[arrow.ideal[1]]);
  CHECK(force == Approx(layout.longest_force));
  const double length = std::hypot(tip.x - foot.x, tip.y - foot.y);
  CHECK(length == Approx(force * layout.per_force * layout.scale));
  // no component across the rod
  const double across =
      (tip.x - foot.x) * (pivot.y - foot.y) - (tip.y - foot.y) * (pivot.x - foot.x);
  CHECK(across == Approx(0).margin(1e-9));
}

TEST_CASE("two arrows that pull at each other never pass, however large the forces are") {
  for (const std::string name : {"double_pendulum/level_start", "hanging_chain/hanging_chain"}) {
    CAPTURE(name);
    const Model model = model_of(name);
    const Scene scene = scene_of(model, 2);
    SceneOptions options{.fit = SceneOptions::Fit::all};
    for (const Constraint& constraint : model.system.constraints())
      options.reactions.push_back(constraint.name);
    const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
    std::size_t pairs = 0;
    for (const SceneInstant& instant : scene.instants)
      for (const SceneArrow& one : scene.plan.arrows)
        for (const SceneArrow& other : scene.plan.arrows) {
          if (&one == &other || one.constraint != other.constraint) continue;
          const Position from = instant.at(one.at), to = instant.at(other.at);
          const Position tip = layout.tip(instant, one, one.ideal);
          const double towards =
              (tip[0] - from[0]) * (to[0] - from[0]) + (tip[1] - from[1]) * (to[1] - from[1]);
          const double distance = std::hypot(to[0] - from[0], to[1] - from[1]);
          CHECK(towards / distance <= 0.45 * distance * (1 + 1e-9));
          ++pairs;
        }
    CHECK(pairs > 0);
  }
}

TEST_CASE("bobs are drawn over the tails of arrows, and arrows part from what they cross") {
  const Scene scene = scene_of(model_of("double_pendulum/level_start"), 1);
  const Picture picture = last_of(scene, {.reactions = {"rod1", "rod2"}});
  std::size_t first_bob = picture.marks.size(), last_arrow = 0, rims = 0;
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    if (const auto* circle = std::get_if<Circle>(&picture.marks[i]))
      if (circle->fill == colours::blue) first_bob = std::min(first_bob, i);
    if (const auto* stroke = std::get_if<Stroke>(&picture.marks[i]))
      if (stroke->pen && stroke->pen->colour == colours::white) {
        ++rims;
        last_arrow = i;
      }
  }
  CHECK(rims == 6);  // a shaft and a head of each of three arrows
  CHECK(last_arrow < first_bob);
}

TEST_CASE("a picture stands upright whichever way its model calls up") {
  const Camera camera(3, {.azimuth = 0, .elevation = 0}, {0, 0, -1});
  CHECK(camera.see({0, 0, 1}).y == Approx(-1));
  const Camera along_y(3, {.azimuth = 0, .elevation = 0}, {0, 1, 0});
  CHECK(along_y.see({0, 1, 0}).y == Approx(1));
  CHECK(along_y.see({0, 0, 1}).y == Approx(0).margin(1e-15));
  // and the floor is below: the rider is above the wheels
  const Scene scene = scene_of(model_of("bicycle/formulas"), 0.001);
  const SceneLayout layout = lay_out(scene.plan, scene.instants, {});
  const auto spot_of = [&](const std::string& name) {
    const auto shape = std::ranges::find(scene.plan.shapes, name, &SceneShape::name);
    return layout.spot(scene.instants.back().at(shape->points[0]));
  };
  CHECK(spot_of("rider_point").y < spot_of("rear_disk").y - 5);
}

TEST_CASE("a disk with a spoke is painted where the spoke points") {
  const Scene scene = scene_of(read_text("coordinates x phi\nkinetic x'^2 + phi'^2\n"
                                         "start x = 0, phi = 0, x' = 0, phi' = 1\n"
                                         "draw disk wheel (x, 0) 1 (cos(phi), sin(phi))\n",
                                         "wheel.mech"),
                               1);
  const SceneLayout layout = lay_out(scene.plan, scene.instants, {});
  const Picture picture = last_of(scene, {});
  const Spot hub = layout.spot({0, 0});
  bool is_painted = false;
  for (const Mark& mark : picture.marks)
    if (const auto* stroke = std::get_if<Stroke>(&mark); stroke && stroke->fill && !stroke->pen) {
      is_painted = true;
      CHECK(stroke->spots[0].x == Approx(hub.x));
      // turned by one radian at t = 1
      CHECK(std::atan2(hub.y - stroke->spots[1].y, stroke->spots[1].x - hub.x) == Approx(1));
    }
  CHECK(is_painted);
}

TEST_CASE("everything that is drawn of any instant fits on the paper of a film") {
  for (const std::string name : {"double_pendulum/level_start", "rolling_disk/rolling_disk",
                                 "spherical_pendulum/spherical_pendulum", "cart_pole/cart_pole"}) {
    CAPTURE(name);
    const Model model = model_of(name);
    const Scene scene = scene_of(model, 1);
    SceneOptions options{.fit = SceneOptions::Fit::all};
    for (const Constraint& constraint : model.system.constraints())
      options.reactions.push_back(constraint.name);
    const SceneLayout layout = lay_out(scene.plan, scene.instants, options);
    for (std::size_t i = 0; i < scene.instants.size(); ++i) {
      const Picture picture = draw_scene(scene.plan, scene.instants, i, options, layout, "");
      CHECK(picture.width == layout.paper_width);
      for (const Mark& mark : picture.marks)
        if (const auto* stroke = std::get_if<Stroke>(&mark))
          for (const Spot& spot : stroke->spots) {
            REQUIRE(spot.x >= 0);
            REQUIRE(spot.x <= picture.width);
            REQUIRE(spot.y >= 0);
            REQUIRE(spot.y <= picture.height);
          }
    }
  }
}

TEST_CASE("space is seen by parallel rays: nearer things are in front, lengths across stay") {
  const Camera from_x(3, {.azimuth = 0, .elevation = 0});
  const Spot spot = from_x.see({5, 2, 3});
  CHECK(spot.x == Approx(2));
  CHECK(spot.y == Approx(3));
  CHECK(from_x.nearness({5, 2, 3}) > from_x.nearness({4, 2, 3}));
  // any view keeps the length of what lies across it: the three pictures of the axes are the
  // columns of two orthonormal rows
  const Camera any(3, {.azimuth = 33, .elevation = 18});
  double xx = 0, yy = 0, xy = 0;
  for (const Position& axis : {Position{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const Spot s = any.see(axis);
    xx += s.x * s.x;
    yy += s.y * s.y;
    xy += s.x * s.y;
  }
  CHECK(xx == Approx(1));
  CHECK(yy == Approx(1));
  CHECK(xy == Approx(0).margin(1e-15));
}
