// What the tests must know of the models of the gallery. The runs are short enough that errors of
// the size of the tolerance have not grown a thousandfold at their end.

#include "described.hpp"

namespace alembert::metamorphic {

namespace {

constexpr double loose = 1e-8;  // errors that rounding does not reach, so that they can be compared

Look turn_for(double until) { return {.until = until, .tolerance = 1e-12, .outputs = 5}; }
Look units_for(double until) { return {.until = until, .tolerance = loose, .outputs = 10}; }

}  // namespace

const std::vector<Described>& gallery() {
  const auto model = [](const std::string& file, const std::string& coordinates, double turned,
                        double units) {
    return Described{"models/" + file + ".mech", coordinates, turn_for(turned), units_for(units)};
  };
  const auto sample = [&](const std::string& file, const std::string& coordinates, double turned,
                          double units) {
    Described described = model(file, coordinates, turned, units);
    described.sample = true;
    return described;
  };
  static const std::vector<Described> models{
      model("andrews_squeezer/formulas", "", 0.005, 0.01),
      model("appell/coasting", "place x y z", 2, 5),
      model("appell/hamel", "place x y z", 1, 3),
      model("appell/ideal", "place x y z", 1, 3),
      sample("appell/resisted", "place x y z", 1, 3),
      model("arenstorf/arenstorf", "place x y", 1, 2),
      model("bicycle/formulas", "place q1 q2", 0.1, 0.3),
      model("bricard/formulas", "", 1, 3),
      model("cart_pole/cart_pole", "length x", 1, 3),
      model("chaplygin_sleigh/chaplygin_sleigh", "place x y", 1, 3),
      model("double_pendulum/angles", "", 1, 2),
      model("double_pendulum/double_pendulum", "place x# y#", 1, 2),
      model("double_pendulum/level_start", "place x# y#", 1, 2),
      model("double_pendulum/long_run", "place x# y#", 1, 2),
      sample("driven_hoop/driven_hoop", "place x y z", 1, 3),
      model("figure_eight/figure_eight", "place x[#] y[#]", 1, 3),
      model("flexible_slider_crank/flexible_slider_crank", "length x3; length q[#]", 0.001, 0.005),
      // explicit steps: after a while they are as long as stability allows, and errors are what
      // rejected steps leave
      model("flyball_governor/formulas", "length s", 0.01, 0.002),
      model("flyball_governor/implicit", "length s", 0.01, 0.05),
      model("foucault/foucault", "place x y", 3, 10),
      model("four_bar/four_bar", "place x# y#", 0.3, 1),
      model("four_bar_row/forty", "place x[#] y[#]", 0.05, 0.1),
      // up to its flat position, beyond which an error is what the passage makes of rounding
      model("four_bar_row/four_bar_row", "place x[#] y[#]", 1, 0.7),
      model("friction/bead_on_hoop", "place x y", 1, 3),
      sample("friction/block", "place x y", 1, 2),
      model("hanging_chain/angles", "", 0.5, 1),
      model("hanging_chain/hanging_chain", "place x[#] y[#]", 0.5, 1),
      sample("heavy_top/formulas", "quaternion e0 e1 e2 e3", 0.03, 0.1),
      model("henon_heiles/henon_heiles", "place x y", 3, 10),
      model("isokinetic/isokinetic", "place x y", 1, 3),
      model("kapitza/kapitza", "", 0.1, 0.5),
      model("kepler/kepler", "place x[#] y[#]", 1, 6),
      model("knife_edge/knife_edge", "place x y", 1, 3),
      model("magnetic_field/magnetic_field", "place x y", 1, 5),
      model("measured_accelerations/measured_accelerations", "length x1 x2 x3", 1, 3),
      model("nonholonomic_particle/nonholonomic_particle", "place x y z", 1, 3),
      model("painleve_rod/painleve_rod", "place x y", 0.1, 0.3),
      model("pendulum/angle", "", 1, 3),
      sample("pendulum/cartesian", "place x y", 1, 3),
      model("pendulum/long_run", "place x y", 1, 3),
      sample("redundant_rod/redundant_rod", "place x y", 1, 3),
      model("rod_three_ways/length", "place x y", 1, 3),
      model("rod_three_ways/rate", "place x y", 1, 3),
      model("rod_three_ways/squared", "place x y", 1, 3),
      model("rolling_disk/coin", "place x y z", 0.02, 0.05),
      model("rolling_disk/leaning_disk", "place x y z", 0.5, 1),
      model("rolling_disk/rolling_disk", "place x y z", 0.5, 1),
      model("rotating_wire/along_wire", "length r", 1, 2),
      model("rotating_wire/cartesian", "place x y", 1, 2),
      sample("singular_mass/singular_mass", "length x1 q1 x2", 1, 5),
      model("slider_crank/angle", "", 0.1, 0.3),
      model("slider_crank/formulas", "place x y; length s", 0.1, 0.3),
      model("spherical_pendulum/conical", "place x y z", 1, 3),
      model("spherical_pendulum/spherical_pendulum", "place x y z", 1, 3),
      model("turntable/turntable", "place x y; quaternion e0 e1 e2 e3", 0.3, 1),
      model("watt_linkage/formulas", "place x[#] y[#]", 0.5, 1),
  };
  return models;
}

}  // namespace alembert::metamorphic
