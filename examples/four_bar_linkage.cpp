// A four-bar linkage in space, of bodies and joints: the last hinge closes the loop, and each
// reaction says on which bar it acts.
#include <alembert/alembert.hpp>
#include <cstdio>
#include <string>
#include <vector>

using namespace alembert;

int main() {
  MultibodySystem linkage("Four-bar linkage in space");
  linkage.gravity({0.1, -9.81, 0.0});
  const Expr rho = linkage.parameter("rho", 5000.0, "kg/m^3");
  const std::vector<Vector> P = {
      {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {1.0, 0.0, 0.0}};
  const std::vector<std::string> bars = {"ground", "left", "top", "right", "ground"};
  for (std::size_t i = 1; i <= 3; ++i)
    linkage.body(
        {.name = bars[i],
         .density = rho,
         .solids = {{.what = Solid::What::rod, .from = P[i - 1], .to = P[i], .width = 0.1}}});
  for (std::size_t i = 1; i <= 4; ++i)
    linkage.joint({.name = "pin" + std::to_string(i),
                   .kind = JointKind::revolute,
                   .a = bars[i - 1],
                   .b = bars[i],
                   .at = P[i - 1],
                   .along = {{0.0, 0.0, 1.0}}});
  linkage.watch("shaft", linkage.reaction("pin1", "left").force, "N");
  linkage.watch("corner", linkage.place("top", P[2]), "m");

  const Motion motion = simulate(linkage.model(), {.until = 0.5});
  for (const double t : {0.0, 0.5}) {
    const Snapshot now = motion.at(t);
    std::printf("t = %.1f: first bar at %.9f, its pin pushes it with %.6f %.6f N\n", t, now["pin1"],
                now["shaft.1"], now["shaft.2"]);
  }
  const Snapshot end = motion.back();
  std::printf("corner at %.9f %.9f m\n", end["corner.1"], end["corner.2"]);
  std::printf("%.0f of the five rows of the last pin are needed\n", end["rank"]);
}
