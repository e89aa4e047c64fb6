#pragma once
/// The four problems of the comparison as systems, with their starts. Every system has the watches
/// observed_1, observed_2, ...: the point whose error is taken, in the axes of the references (y
/// up).

#include <cmath>
#include <utility>
#include <vector>

#include "chains.hpp"
#include "measure.hpp"

namespace alembert {

struct ProblemSystem {
  System system;
  std::vector<std::pair<Expr, double>> start = {};
};

inline void observe(System& system, const Vector& point) {
  for (std::size_t k = 0; k < point.size(); ++k)
    system.watch(fmt::format("observed_{}", k + 1), point[k], "m");
}

/// p1: the planar chain with rods, released level and at rest.
inline ProblemSystem chain_problem(int N) {
  ProblemSystem problem{planar_chain_with_rods(N)};
  System& chain = problem.system;
  const auto symbol = [&](int j) { return Expr(chain.graph(), chain.coordinates()[j].q); };
  for (int i = 0; i < N; ++i) {
    problem.start.emplace_back(symbol(2 * i), i + 1.0);
    problem.start.emplace_back(symbol(2 * i + 1), 0.0);
    problem.start.emplace_back(rate(symbol(2 * i)), 0.0);
    problem.start.emplace_back(rate(symbol(2 * i + 1)), 0.0);
  }
  observe(chain, {symbol(2 * N - 2), symbol(2 * N - 1)});
  return problem;
}

/// p2: N + 1 upright bars, joined by N level bars; the model of models/four_bar_row.
inline ProblemSystem four_bars_problem(int N) {
  ProblemSystem problem{System("row of four-bar linkages")};
  System& row = problem.system;
  const Expr m = row.parameter("m", 1.0, "kg"), l = row.parameter("l", 1.0, "m");
  const Expr g = row.parameter("g", bench::gravity, "m/s^2");

  // a uniform bar between points with velocities a and b has T = m/6 (a·a + a·b + b·b)
  Expr x0 = 0.0, y0 = 0.0;
  for (int i = 0; i <= N; ++i) {
    const std::string index = fmt::format("[{}]", i);
    const Expr x = row.coordinate("x" + index), y = row.coordinate("y" + index);
    row.kinetic(m / 6 * (square(rate(x)) + square(rate(y))));
    row.potential(m * g * y / 2);
    row.constraint("upright" + index, square(x - i * l) + square(y) == square(l));
    if (i > 0) {
      row.kinetic(m / 6 * (square(rate(x0)) + rate(x0) * rate(x) + square(rate(x))));
      row.kinetic(m / 6 * (square(rate(y0)) + rate(y0) * rate(y) + square(rate(y))));
      row.potential(m * g * (y0 + y) / 2);
      row.constraint("level" + index, square(x - x0) + square(y - y0) == square(l));
    }
    x0 = x;
    y0 = y;
    problem.start.emplace_back(x, i);
    problem.start.emplace_back(y, 1.0);
    problem.start.emplace_back(rate(x), 1.0);
    problem.start.emplace_back(rate(y), 0.0);
  }
  observe(row, {x0, y0});
  return problem;
}

/// p3: the rolling disc in heading, lean and roll, z up; the model of
/// models/rolling_disk/leaning.mech.
inline ProblemSystem disc_problem() {
  ProblemSystem problem{System("rolling disc")};
  System& disc = problem.system;
  const Expr m = disc.parameter("m", 1.0, "kg"), r = disc.parameter("r", 1.0, "m");
  const Expr g = disc.parameter("g", bench::gravity, "m/s^2");
  const Expr x = disc.coordinate("x"), y = disc.coordinate("y"), z = disc.coordinate("z");
  const Expr heading = disc.coordinate("psi"), lean = disc.coordinate("theta"),
             roll = disc.coordinate("phi");

  const Expr about_axis = rate(roll) + rate(heading) * sin(lean);
  disc.kinetic(m / 2 * (square(rate(x)) + square(rate(y)) + square(rate(z))));
  disc.kinetic(m * square(r) / 8 * (square(rate(lean)) + square(rate(heading) * cos(lean))));
  disc.kinetic(m * square(r) / 4 * square(about_axis));
  disc.potential(m * g * z);

  disc.constraint("touch", z == r * cos(lean));
  disc.constraint("roll_x", rate(x) == r * about_axis * cos(heading) +
                                           r * rate(lean) * cos(lean) * sin(heading));
  disc.constraint("roll_y", rate(y) == r * about_axis * sin(heading) -
                                           r * rate(lean) * cos(lean) * cos(heading));

  // touching the ground at the origin, leaning by 0.1, rolling along x at 3 m/s
  problem.start = {{x, 0.0},       {y, -std::sin(0.1)}, {z, std::cos(0.1)}, {heading, 0.0},
                   {lean, 0.1},    {roll, 0.0},         {rate(x), 3.0},     {rate(y), 0.0},
                   {rate(z), 0.0}, {rate(heading), 0},  {rate(lean), 0.0},  {rate(roll), 3.0}};
  // the references have y up and z to the right of x
  observe(disc, {x, z, -y});
  return problem;
}

/// p4: Bricard's mechanism in the angles of five hinges; the model of models/bricard.
inline ProblemSystem bricard_problem() {
  ProblemSystem problem{System("Bricard's mechanism")};
  System& linkage = problem.system;
  const Expr m = linkage.parameter("m", 1.0, "kg"), l = linkage.parameter("l", 1.0, "m");
  const Expr g = linkage.parameter("g", bench::gravity, "m/s^2");
  const auto sum = [](const Expr& a, const Vector& u, const Expr& b, const Vector& v) {
    return Vector{a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]};
  };

  // hinge k turns the axes of all that follows about y, z, x, y, z; its bar lies along one of them
  Vector axis[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  const int about[5] = {1, 2, 0, 1, 2}, along[5] = {0, 1, 2, 0, 1};
  const double direction[5] = {1, -1, 1, -1, 1};
  Vector corner = {0.0, 0.0, 0.0};
  for (int k = 0; k < 5; ++k) {
    const Expr angle = linkage.coordinate(fmt::format("a[{}]", k + 1));
    problem.start.emplace_back(angle, 0.0);
    problem.start.emplace_back(rate(angle), 0.0);
    Vector &u = axis[(about[k] + 1) % 3], &v = axis[(about[k] + 2) % 3];
    const Vector turned = sum(cos(angle), u, sin(angle), v);
    v = sum(cos(angle), v, -sin(angle), u);
    u = turned;

    const Vector next = sum(1.0, corner, direction[k] * l, axis[along[k]]);
    const Vector a = rate(corner), b = rate(next);
    linkage.kinetic(m / 6 * (dot(a, a) + dot(a, b) + dot(b, b)));
    linkage.potential(m * g * (corner[1] + next[1]) / 2);
    corner = next;
    if (k == 2) observe(linkage, corner);
  }
  // five rows, four of them independent
  linkage.constraint("place", {corner[0] == 0.0, corner[1] == 0.0, corner[2] == l});
  linkage.constraint("axis2", axis[0][1] == 0.0);
  linkage.constraint("axis3", axis[0][2] == 0.0);
  return problem;
}

}  // namespace alembert
