// Bricard's mechanism (p4) written by hand: five angles of the open chain and five closure
// equations, one of which repeats the others; VARIANT (1e-9) on the diagonal of A M⁻¹Aᵀ makes that
// harmless.
//
// METHOD is `dop853`, VALUE its tolerance.

#include <Eigen/Dense>

#include "bricard.hpp"
#include "dop853.hpp"
#include "measure.hpp"

using namespace bench;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vector5 = Eigen::Matrix<double, 5, 1>;
using Matrix5 = Eigen::Matrix<double, 5, 5>;

namespace {

constexpr int bars = bricard::bars;

Vector3d corner_at_start(int k) { return Vector3d(bricard::corner[k]); }

class Linkage {
 public:
  explicit Linkage(double regularisation) : regularisation_(regularisation) {
    for (int k = 0; k < bars; ++k) {
      bar_at_start_[k] = corner_at_start(k + 1) - corner_at_start(k);
      hinge_at_start_[k] = Vector3d::Unit(bricard::hinge_axis[k]);
    }
  }

  void rates(const double* y, double* rates) {
    find_matrices(y);
    Vector5 a = mass_factors_.solve(force_);
    const Vector5 lambda = factors_.solve(b_ - A_ * a);
    a += M_inverse_At_ * lambda;
    std::copy_n(y + bars, bars, rates);
    std::copy_n(a.data(), bars, rates + bars);
  }

  void project(std::vector<double>& y) {
    Eigen::Map<Vector5> q(y.data()), v(y.data() + bars);
    for (int iteration = 0; iteration < 4; ++iteration) {
      find_matrices(y.data());
      if (gap_.cwiseAbs().maxCoeff() < 1e-12) break;
      q -= M_inverse_At_ * factors_.solve(gap_);
    }
    v -= M_inverse_At_ * factors_.solve(A_ * v);
  }

  std::vector<double> observed(const std::vector<double>& y) {
    find_kinematics(y.data());
    return {corner_[3][0], corner_[3][1], corner_[3][2]};
  }

  double energy(const std::vector<double>& y) {
    find_matrices(y.data());
    const Eigen::Map<const Vector5> v(y.data() + bars);
    double energy = v.dot(M_ * v) / 2;
    for (const Vector3d& centre : centre_) energy += gravity * centre[1];
    return energy;
  }

  double violation(const std::vector<double>& y) {
    find_matrices(y.data());
    return gap_.cwiseAbs().maxCoeff();
  }

 private:
  // places, velocities, and the accelerations that there would be without angular accelerations
  void find_kinematics(const double* y) {
    const double* rate = y + bars;
    Matrix3d turn = Matrix3d::Identity();
    corner_[0].setZero();
    spin_[0].setZero();
    spin_rate_[0].setZero();
    corner_acceleration_[0].setZero();
    for (int k = 0; k < bars; ++k) {
      hinge_[k] = turn * hinge_at_start_[k];
      turn = turn * Eigen::AngleAxisd(y[k], hinge_at_start_[k]).toRotationMatrix();
      bar_[k] = turn * bar_at_start_[k];
      const Vector3d own = rate[k] * hinge_[k];
      spin_rate_[k + 1] = spin_rate_[k] + spin_[k].cross(own);
      spin_[k + 1] = spin_[k] + own;
      const Vector3d half = bar_[k] / 2;
      centre_[k] = corner_[k] + half;
      corner_[k + 1] = corner_[k] + bar_[k];
      const Vector3d along =
          spin_rate_[k + 1].cross(half) + spin_[k + 1].cross(spin_[k + 1].cross(half));
      centre_acceleration_[k] = corner_acceleration_[k] + along;
      corner_acceleration_[k + 1] = corner_acceleration_[k] + 2 * along;
    }
    end_axis_ = turn.col(0);
  }

  void find_matrices(const double* y) {
    find_kinematics(y);

    // thin bars: their inertia is 1/12 (1 - d dᵀ) for a bar d
    M_.setZero();
    force_.setZero();
    for (int k = 0; k < bars; ++k) {
      Eigen::Matrix<double, 3, 5> move, turn;
      move.setZero();
      turn.setZero();
      for (int j = 0; j <= k; ++j) {
        move.col(j) = hinge_[j].cross(centre_[k] - corner_[j]);
        turn.col(j) = hinge_[j].cross(bar_[k]);
      }
      M_.noalias() += move.transpose() * move + (1.0 / 12) * turn.transpose() * turn;
      const Vector3d bar_acceleration =
          spin_rate_[k + 1].cross(bar_[k]) + spin_[k + 1].cross(spin_[k + 1].cross(bar_[k]));
      force_.noalias() -= move.transpose() * (centre_acceleration_[k] + Vector3d(0, gravity, 0)) +
                          (1.0 / 12) * turn.transpose() * bar_acceleration;
    }

    // the chain ends where the sixth bar, the ground, begins, and its last hinge points along x
    for (int j = 0; j < bars; ++j) {
      A_.col(j).head<3>() = hinge_[j].cross(corner_[5] - corner_[j]);
      const Vector3d turned = hinge_[j].cross(end_axis_);
      A_(3, j) = turned[1];
      A_(4, j) = turned[2];
    }
    gap_.head<3>() = corner_[5] - Vector3d(0, 0, 1);
    gap_.tail<2>() = end_axis_.tail<2>();
    const Vector3d axis_acceleration =
        spin_rate_[5].cross(end_axis_) + spin_[5].cross(spin_[5].cross(end_axis_));
    b_.head<3>() = -corner_acceleration_[5];
    b_.tail<2>() = -axis_acceleration.tail<2>();

    mass_factors_.compute(M_);
    M_inverse_At_ = mass_factors_.solve(A_.transpose());
    Matrix5 S;
    S.noalias() = A_ * M_inverse_At_;
    S.diagonal().array() += regularisation_;
    factors_.compute(S);
  }

  const double regularisation_;
  Vector3d bar_at_start_[5], hinge_at_start_[5];
  Vector3d hinge_[5], corner_[6], centre_[5], bar_[5], end_axis_;
  Vector3d spin_[6], spin_rate_[6], centre_acceleration_[5], corner_acceleration_[6];
  Matrix5 M_, A_, M_inverse_At_;
  Vector5 force_, b_, gap_;
  Eigen::LLT<Matrix5> mass_factors_;
  Eigen::LDLT<Matrix5> factors_;
};

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  if (task.problem.name != "p4" || task.method != "dop853") refuse(task);

  Linkage linkage(task.variant.empty() ? 1e-9 : std::stod(task.variant));
  const std::vector<double> start(2 * bars);
  Result result;
  std::vector<double> y;
  result.cpu_seconds = best_cpu_seconds([&] {
    dop853::Progress progress;
    y = start;
    for (const double stop : task.problem.stops()) {
      dop853::integrate(
          [&](double, const double* state, double* rates) { linkage.rates(state, rates); },
          [&](std::vector<double>& state) { linkage.project(state); }, y, stop, task.value,
          progress);
      if (stop == task.problem.error_time) result.position = linkage.observed(y);
    }
    result.steps = progress.steps;
    result.right_hand_sides = progress.right_hand_sides;
  });
  result.energy_error = std::fabs(linkage.energy(y) - linkage.energy(start));
  result.violation = linkage.violation(y);
  print_line("hand dense", task, result);
}
