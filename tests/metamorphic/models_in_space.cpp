// What the tests must know of the models that are there for them alone.

#include "described.hpp"

namespace alembert::metamorphic {

const std::vector<Described>& models_in_space() {
  const auto model = [](const std::string& name, const std::string& coordinates, double until) {
    const Look turned{.until = until, .tolerance = 1e-12, .outputs = 5};
    const Look units{.until = until, .tolerance = 1e-8, .outputs = 5};
    const bool sample = name == "angle_on_a_circle" || name == "hinge_pendulum";
    return Described{"tests/metamorphic/models/" + name + ".mech", coordinates, turned, units,
                     sample};
  };
  static const std::vector<Described> models{
      model("angle_on_a_circle", "place x y z; direction c s", 0.5),
      model("ball_joint_half_turn", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("bennett_linkage", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]", 0.3),
      model("body_by_direction_cosines",
            "direction ux uy uz; direction vx vy vz; direction wx wy wz", 0.3),
      model("body_on_a_unit_vector", "direction ux uy uz; place x y z; quaternion e0 e1 e2 e3",
            0.3),
      model("chain_of_rods", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]", 0.1),
      model("cluster_of_points", "place x[#] y[#] z[#]", 0.3),
      model("door_on_two_hinges", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("flat_loop_of_points", "place x[#] y[#] z[#]", 0.3),
      model("four_bar_in_space", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]", 0.3),
      model("free_body", "quaternion e0 e1 e2 e3", 0.5),
      model("gyroscope_in_gimbals", "quaternion e0[#] e1[#] e2[#] e3[#]", 0.1),
      model("hinge_pendulum", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("parallelogram_in_space", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]",
            0.3),
      model("platform_on_rods", "place x y z; quaternion e0 e1 e2 e3", 0.2),
      model("rolling_ball", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("rolling_wheel", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("shaft_in_two_ball_joints", "place x y z; quaternion e0 e1 e2 e3", 0.3),
      model("slider_crank_in_space", "place x y z; quaternion e0 e1 e2 e3; place sx sy sz", 0.3),
      model("universal_joint", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]", 0.3),
      model("welded_bodies", "place x[#] y[#] z[#]; quaternion e0[#] e1[#] e2[#] e3[#]", 0.3),
  };
  return models;
}

}  // namespace alembert::metamorphic
