// A pendulum in Cartesian coordinates, and the force of its rod.
#include <alembert/alembert.hpp>
#include <cstdio>

using namespace alembert;

int main() {
  System pendulum("Pendulum");
  const Expr x = pendulum.coordinate("x"), y = pendulum.coordinate("y");
  const Expr m = pendulum.parameter("m", 2.0, "kg"), l = pendulum.parameter("l", 1.5, "m");
  const Expr g = pendulum.parameter("g", 9.81, "m/s^2");

  pendulum.kinetic(m / 2 * (square(rate(x)) + square(rate(y))));
  pendulum.potential(m * g * y);
  pendulum.constraint("rod", square(x) + square(y) == square(l));

  // λ belongs to the row as it is written; its gradient has the length 2 l
  pendulum.watch("tension", -2 * pendulum.lambda("rod") * l, "N");

  // released level and at rest: the rod then pulls with -3 m g y / l
  const Motion motion = simulate(pendulum, {.start = {{x, 1.5}, {y, 0.0}}, .until = 2.0});
  std::printf("%4s %10s %10s %10s %10s\n", "t", "x", "y", "tension", "-3mgy/l");
  for (const double t : {0.5, 1.0, 1.5, 2.0}) {
    const Snapshot now = motion.at(t);
    std::printf("%4.1f %10.6f %10.6f %10.6f %10.6f\n", t, now["x"], now["y"], now["tension"],
                -3 * 2.0 * 9.81 * now["y"] / 1.5);
  }

  const ReactionAt force = motion.reaction("rod").at(2.0);
  std::printf("force of the rod on the bob: %.6f %.6f\n", force["x"], force["y"]);
}
