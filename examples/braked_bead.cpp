// A bead on a level hoop with dry friction: a non-ideal constraint, whose force has two parts.
#include <alembert/alembert.hpp>
#include <cmath>
#include <cstdio>

using namespace alembert;

int main() {
  System bead("Bead on a hoop with friction");
  const Expr x = bead.coordinate("x"), y = bead.coordinate("y");
  const Expr m = bead.parameter("m", 0.3, "kg"), R = bead.parameter("R", 0.8, "m");
  const Expr mu = bead.parameter("mu", 0.2);

  bead.particle({"bead", m, {x, y}});
  bead.constraint("hoop", square(x) + square(y) == square(R));

  // the hoop presses with 2 |λ| R, and rubs with mu times that against the velocity
  const Expr press = 2 * abs(bead.lambda("hoop")) * R;
  const Expr speed = hypot(rate(x), rate(y));
  bead.nonideal("hoop", x, -mu * press * rate(x) / speed);
  bead.nonideal("hoop", y, -mu * press * rate(y) / speed);
  bead.watch("speed", speed, "m/s");

  const Motion motion =
      simulate(bead, {.start = {{x, 0.8}, {y, 0.0}, {rate(x), 0.0}, {rate(y), 4.0}}, .until = 3.0});
  std::printf("%4s %9s %9s %9s %9s %9s\n", "t", "speed", "closed", "ideal", "nonideal", "power");
  for (const double t : {0.0, 1.0, 2.0, 3.0}) {
    const Snapshot now = motion.at(t);
    const ReactionAt force = now.reaction("hoop");
    // closed form: v = v0/(1 + mu v0 t/R)
    std::printf("%4.1f %9.6f %9.6f %9.6f %9.6f %9.6f\n", t, now["speed"],
                4.0 / (1 + 0.2 * 4.0 * t / 0.8), std::hypot(force.ideal[0], force.ideal[1]),
                std::hypot(force.nonideal[0], force.nonideal[1]), force.power);
  }
  std::printf("energy %.6f J at the start, %.6f J at the end\n", motion.front()["energy"],
              motion.back()["energy"]);
}
