#include "motion/recorder.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "text/read.hpp"

using namespace alembert;

TEST_CASE(
    "a row of the table holds forces that are A^T lambda, their power, and what is left of each "
    "row") {
  const Equations equations = derive(read_text(R"(
coordinates x, y, a
lagrangian 1/2*(x'^2 + y'^2 + a'^2) - 9.81*y
constraint rod: x^2 + y^2 = 25
constraint skate: x'*sin(a) = y'*cos(a)
nonideal skate: x: -0.3*x'
watch speed = sqrt(x'^2 + y'^2)
)",
                                               "model.mech")
                                         .system);
  Dynamics dynamics(equations);
  const MotionColumns layout(equations);
  Recorder recorder(dynamics, dynamics.equations(), layout);
  // a little off both rows; three works and a fourth
  const numeric::Vector y = numeric::Vector{{3.0, 4.001, 0.5, 0.4, -0.3, 0.2, 1, 2, 3, 4}};
  const std::vector<double>& row = recorder.row(1.5, y);

  CHECK(row[layout.t] == 1.5);
  CHECK(row[layout.q + 1] == 4.001);
  CHECK(row[layout.v + 2] == 0.2);
  CHECK(row[layout.residual] == Approx(9 + 4.001 * 4.001 - 25).epsilon(1e-12));
  CHECK(row[layout.rate] == Approx(2 * (3 * 0.4 - 4.001 * 0.3)).epsilon(1e-12));
  // a velocity row has no rate: its residual is that of the velocities
  CHECK(row[layout.residual + 1] == Approx(0.4 * std::sin(0.5) + 0.3 * std::cos(0.5)));
  CHECK(row[layout.rate + 1] == 0);
  for (std::size_t w = 0; w < 4; ++w) CHECK(row[layout.work + w] == w + 1.0);
  CHECK(row[layout.watch] == Approx(0.5).epsilon(1e-14));

  const double lambda = row[layout.lambda];
  CHECK(row[layout.forces[0][0].ideal] == Approx(lambda * 6).epsilon(1e-13));
  CHECK(row[layout.forces[0][1].ideal] == Approx(lambda * 8.002).epsilon(1e-13));
  for (std::size_t c = 0; c < 2; ++c) {
    double power = 0;
    for (const ForceColumn& column : layout.forces[c])
      power += (row[column.ideal] + row[column.nonideal]) * row[layout.v + column.coordinate];
    CHECK(row[layout.power + c] == Approx(power).epsilon(1e-13));
  }
  // M = 1: Newton's law, force by force
  for (std::size_t j = 0; j < 3; ++j) {
    double force = j == 1 ? -9.81 : 0;
    for (const auto& columns : layout.forces)
      for (const ForceColumn& column : columns)
        if (column.coordinate == j) force += row[column.ideal] + row[column.nonideal];
    CHECK(row[layout.a + j] == Approx(force).epsilon(1e-12).margin(1e-12));
  }
}
