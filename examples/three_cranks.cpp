// A beam on three equal cranks: two would do, so one row of constraints follows from the others.
#include <alembert/alembert.hpp>
#include <alembert/theory.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace alembert;

enum class Cranks { two, three };

Motion swing(Cranks cranks) {
  System linkage("Beam on cranks");
  const Expr l = linkage.parameter("l", 1.0, "m"), g = linkage.parameter("g", 9.81, "m/s^2");
  std::vector<Expr> x, y;
  for (const char* end : {"1", "2", "3"}) {
    x.push_back(linkage.coordinate(std::string("x") + end));
    y.push_back(linkage.coordinate(std::string("y") + end));
    linkage.particle({std::string("mass") + end, 1.0, {x.back(), y.back()}});
    linkage.potential(g * y.back());
  }
  linkage.force(x[0], 5.0);  // a steady push at the left end
  // the cranks turn about (0, 0), (1, 0) and (2, 0)
  linkage.constraint("left", square(x[0]) + square(y[0]) == square(l));
  linkage.constraint("right", square(x[2] - 2.0) + square(y[2]) == square(l));
  if (cranks == Cranks::three)
    linkage.constraint("middle", square(x[1] - 1.0) + square(y[1]) == square(l));
  // the beam: its length, and its middle half way between its ends
  linkage.constraint("beam", square(x[2] - x[0]) + square(y[2] - y[0]) == 4.0);
  linkage.constraint("centre", {x[1] == (x[0] + x[2]) / 2, y[1] == (y[0] + y[2]) / 2});

  const double c = std::cos(0.5), s = std::sin(0.5);
  return simulate(
      linkage,
      {.start = {{x[0], s}, {y[0], -c}, {x[1], 1 + s}, {y[1], -c}, {x[2], 2 + s}, {y[2], -c}},
       .until = 1.0});
}

int main() {
  const Motion motion = swing(Cranks::three);
  const theory::Explanation now = theory::explain(motion, 1.0);
  std::printf("rank %d of %zu rows\n", now.rank, now.rows.size());
  for (const theory::RowShare& row : now.rows)
    std::printf("%-9s lambda %10.6f, %s\n", row.name.c_str(), row.lambda,
                row.unique ? "unique" : "shared, the least of many");

  // how the cranks share the load is a matter of choice; the motion is not
  std::printf("x1 with three cranks %.6f, with two %.6f\n", motion.at(1.0)["x1"],
              swing(Cranks::two).at(1.0)["x1"]);
}
