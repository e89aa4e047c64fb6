// What the tests must know of the models of the gallery in which contacts, frictions and rules come
// and go.

#include "described.hpp"

namespace alembert::metamorphic {

const std::vector<Described>& models_with_events() {
  const auto model = [](const std::string& file, const std::string& coordinates, double until) {
    const Look turned{.until = until, .tolerance = 1e-12, .outputs = 5};
    const Look units{.until = until, .tolerance = 1e-9, .outputs = 10};
    const bool sample = file == "rough_slope/rough_slope" || file == "ladder/ladder";
    return Described{"models/" + file + ".mech", coordinates, turned, units, sample};
  };
  static const std::vector<Described> models{
      model("bouncing_ball/bouncing_ball", "length y", 6),
      model("clutches/clutches", "", 1.5),
      model("crane_catch/crane_catch", "place x y", 6),
      model("falling_rod/falling_rod", "place x y", 0.9),
      model("four_legs/four_legs", "length z", 2),
      model("friction/bead_at_rest", "place x y", 1),
      model("friction/screw", "length z", 1),
      model("grazing/passing", "", 20),
      model("grazing/touching", "", 3),
      model("impact_without_collision/energetic", "place x y", 0.02),
      model("impact_without_collision/plastic", "place x y", 0.02),
      model("impact_without_collision/poisson", "place x y", 0.02),
      model("ladder/ladder", "place x y", 0.9),
      model("newtons_cradle/in_turn", "length x[#]", 1),
      model("newtons_cradle/together", "length x[#]", 1),
      model("rimless_wheel/rimless_wheel", "", 3),
      model("rocking_block/rocking_block", "place x y", 3),
      model("rough_slope/rough_slope", "place x y", 6),
      model("shaking_table/bouncing", "length x", 1.2),
      model("shaking_table/lying", "length x", 0.25),
      model("stick_slip/stick_slip", "length x", 3),
      model("woodpecker/woodpecker", "length y", 0.15),
  };
  return models;
}

const std::vector<Described>& mechanisms() {
  const auto model = [](const std::string& name, const std::string& coordinates, double turned,
                        double units) {
    return Described{"models/" + name + "/" + name + ".mech",
                     coordinates,
                     {.until = turned, .tolerance = 1e-12, .outputs = 5},
                     {.until = units, .tolerance = 1e-8, .outputs = 5}};
  };
  static const std::vector<Described> models{
      model("dzhanibekov", "length pose.x pose.y pose.z", 1, 3),
      model("four_bar_in_space", "", 0.3, 1),
      model("gyroscope", "", 0.1, 0.3),
      model("rattleback", "length pose.x pose.y pose.z", 0.3, 0.5),
      model("six_axis_arm", "", 0.1, 0.1),
      model("stewart_platform", "length slide[#]", 0.1, 0.1),
      model("strandbeest_leg", "", 0.3, 1),
  };
  return models;
}

}  // namespace alembert::metamorphic
