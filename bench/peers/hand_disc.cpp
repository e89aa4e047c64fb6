// The rolling disc (p3) written by hand: Newton and Euler about the contact point, in nine numbers:
// centre, axis and angular velocity. The rolling condition is solved for the velocity of the
// centre.
//
// METHOD is `dop853`, VALUE its tolerance.

#include <Eigen/Dense>

#include "dop853.hpp"
#include "measure.hpp"

using namespace bench;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// a thin disc of 1 kg and radius 1 m: 1/4 about a diameter, 1/2 about its axis
constexpr double about_diameter = 0.25, more_about_axis = 0.25;
const Vector3d up(0, 1, 0);

Matrix3d cross_matrix(const Vector3d& a) {
  Matrix3d matrix;
  matrix << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return matrix;
}

void rates(double, const double* y, double* rates) {
  const Eigen::Map<const Vector3d> axis(y + 3), spin(y + 6);

  // from the centre to the contact: straight down the slope of the disc
  const double tilt = axis[1];
  const Vector3d slope = up - tilt * axis;
  const double length = slope.norm();
  const Vector3d arm = -slope / length;
  const Vector3d axis_rate = spin.cross(axis);
  const Vector3d slope_rate = -axis_rate[1] * axis - tilt * axis_rate;
  const double length_rate = slope.dot(slope_rate) / length;
  const Vector3d arm_rate = -(slope_rate / length - length_rate / (length * length) * slope);

  // moments about the contact point, whose acceleration the rolling condition gives
  const Vector3d momentum = about_diameter * spin + more_about_axis * axis.dot(spin) * axis;
  const Vector3d moment = -spin.cross(momentum) + arm.cross(-spin.cross(arm_rate) + gravity * up);
  const Matrix3d across = cross_matrix(arm);
  Matrix3d inertia = -across * across;
  inertia += more_about_axis * axis * axis.transpose();
  inertia.diagonal().array() += about_diameter;

  Eigen::Map<Vector3d>(rates, 3) = -spin.cross(arm);
  Eigen::Map<Vector3d>(rates + 3, 3) = axis_rate;
  Eigen::Map<Vector3d>(rates + 6, 3) = inertia.llt().solve(moment);
}

void project(std::vector<double>& y) {
  Eigen::Map<Vector3d>(&y[3]).normalize();
  y[1] = std::sqrt(1 - y[4] * y[4]);
}

double energy(const std::vector<double>& y) {
  const Eigen::Map<const Vector3d> axis(&y[3]), spin(&y[6]);
  const Vector3d velocity = spin.cross((up - axis[1] * axis).normalized());
  const Vector3d momentum = about_diameter * spin + more_about_axis * axis.dot(spin) * axis;
  return velocity.squaredNorm() / 2 + spin.dot(momentum) / 2 + gravity * y[1];
}

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  if (task.problem.name != "p3" || task.method != "dop853") refuse(task);

  // leaning by 0.1, rolling along x at 3 m/s
  const double s = std::sin(0.1), c = std::cos(0.1);
  const std::vector<double> start = {0, c, s, 0, -s, c, 0, 3 * s, -3 * c};
  Result result;
  std::vector<double> y;
  result.cpu_seconds = best_cpu_seconds([&] {
    dop853::Progress progress;
    y = start;
    for (const double stop : task.problem.stops()) {
      dop853::integrate(rates, project, y, stop, task.value, progress);
      if (stop == task.problem.error_time) result.position = {y[0], y[1], y[2]};
    }
    result.steps = progress.steps;
    result.right_hand_sides = progress.right_hand_sides;
  });
  result.energy_error = std::fabs(energy(y) - energy(start));
  print_line("hand dense", task, result);
}
