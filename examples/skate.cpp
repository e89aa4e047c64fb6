// A skate on a slope: its blade may not slip sideways, which no equation between positions can say.
#include <alembert/alembert.hpp>
#include <cmath>
#include <cstdio>

using namespace alembert;

int main() {
  System skate("Knife edge on an inclined plane");
  const Expr x = skate.coordinate("x"), y = skate.coordinate("y");  // x points down the slope
  const Expr phi = skate.coordinate("phi");                         // heading of the blade
  const Expr m = skate.parameter("m", 1.0, "kg"), J = skate.parameter("J", 1.0, "kg m^2");
  const Expr g = skate.parameter("g", 9.81, "m/s^2"), slope = skate.parameter("slope", 0.5);

  skate.kinetic(m / 2 * (square(rate(x)) + square(rate(y))) + J / 2 * square(rate(phi)));
  skate.potential(-m * g * sin(slope) * x);
  skate.constraint("blade", rate(x) * sin(phi) == rate(y) * cos(phi));

  // it turns evenly and drifts across the slope on a cycloid:
  // x = c sin(wt)^2, y = c (wt - sin(2wt)/2) with c = g sin(slope)/(2 w^2)
  const double w = 2.0, c = 9.81 * std::sin(0.5) / (2 * w * w);
  const Motion motion = simulate(
      skate,
      {.start = {{x, 0.0}, {y, 0.0}, {phi, 0.0}, {rate(x), 0.0}, {rate(y), 0.0}, {rate(phi), w}},
       .until = 3.0});
  std::printf("%4s %9s %9s %9s %9s %9s\n", "t", "x", "cycloid", "y", "cycloid", "lambda");
  for (const double t : {1.0, 2.0, 3.0}) {
    const Snapshot now = motion.at(t);
    std::printf("%4.1f %9.6f %9.6f %9.6f %9.6f %9.6f\n", t, now["x"],
                c * std::pow(std::sin(w * t), 2), now["y"], c * (w * t - std::sin(2 * w * t) / 2),
                now["lambda(blade)"]);
  }
}
