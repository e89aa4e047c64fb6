// The row of four-bar linkages (p2) written by hand with dense matrices, in the coordinates of the
// upper joints: 2N + 2 unknowns, 2N + 1 rods, and the constant mass matrix of uniform bars.
//
// Where the row lies flat, A M⁻¹Aᵀ is singular. METHOD says what is done about it: `orthogonal`, a
// rank-revealing orthogonal decomposition with threshold 1e-8, or `tikhonov`, which adds VARIANT
// (1e-9) to its diagonal. VALUE is the tolerance of DOP853.

#include <Eigen/Dense>

#include "dop853.hpp"
#include "measure.hpp"

using namespace bench;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

class Row {
 public:
  /// A regularisation of 0 asks for the orthogonal decomposition.
  Row(int loops, double regularisation)
      : N(loops),
        n(2 * N + 2),
        m(2 * N + 1),
        regularisation_(regularisation),
        M(MatrixXd::Zero(n, n)),
        Q(VectorXd::Zero(n)),
        A(MatrixXd::Zero(m, n)),
        S(m, m),
        b(m),
        factors_(m) {
    // a uniform bar between two points has the masses 1/3 at its ends and 1/6 between them
    for (int i = 0; i <= N; ++i) {
      for (int k = 2 * i; k < 2 * i + 2; ++k) {
        M(k, k) += 1.0 / 3;
        if (i == 0) continue;
        M(k, k) += 1.0 / 3;
        M(k - 2, k - 2) += 1.0 / 3;
        M(k, k - 2) = M(k - 2, k) = 1.0 / 6;
      }
      Q[2 * i + 1] -= gravity / 2;
      if (i == 0) continue;
      Q[2 * i + 1] -= gravity / 2;
      Q[2 * i - 1] -= gravity / 2;
    }
    M_inverse = M.inverse();
    orthogonal_.setThreshold(1e-8);
  }

  std::vector<double> start() const {
    std::vector<double> y(2 * n);
    for (int i = 0; i <= N; ++i) {
      y[2 * i] = i;
      y[2 * i + 1] = 1;
      y[n + 2 * i] = 1;
    }
    return y;
  }

  void rates(const double* y, double* rates) {
    const double* v = y + n;
    find_matrices(y);
    Eigen::Map<VectorXd> a(rates + n, n);
    a.noalias() = M_inverse * Q;
    for (int i = 0; i <= N; ++i) {
      b[i] = -(v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]);
      if (i == 0) continue;
      const double wx = v[2 * i] - v[2 * i - 2], wy = v[2 * i + 1] - v[2 * i - 1];
      b[N + i] = -(wx * wx + wy * wy);
    }
    b.noalias() -= A * a;
    solve(b);
    a.noalias() += M_inverse_At * b;
    std::copy_n(v, n, rates);
  }

  void project(std::vector<double>& y) {
    Eigen::Map<VectorXd> q(y.data(), n), v(y.data() + n, n);
    VectorXd residual(m);
    for (int iteration = 0; iteration < 4; ++iteration) {
      if (find_residual(y.data(), residual) <= 1e-13) break;
      find_matrices(y.data());
      solve(residual);
      q.noalias() -= M_inverse_At * residual;
    }
    find_matrices(y.data());
    residual.noalias() = A * v;
    solve(residual);
    v.noalias() -= M_inverse_At * residual;
  }

  /// Half the error of the squared lengths; returns the largest.
  double find_residual(const double* y, VectorXd& residual) const {
    for (int i = 0; i <= N; ++i) {
      const double ux = y[2 * i] - i, uy = y[2 * i + 1];
      residual[i] = (ux * ux + uy * uy - 1) / 2;
      if (i == 0) continue;
      const double lx = y[2 * i] - y[2 * i - 2], ly = y[2 * i + 1] - y[2 * i - 1];
      residual[N + i] = (lx * lx + ly * ly - 1) / 2;
    }
    return residual.cwiseAbs().maxCoeff();
  }

  double energy(const std::vector<double>& y) const {
    const Eigen::Map<const VectorXd> q(y.data(), n), v(y.data() + n, n);
    return v.dot(M * v) / 2 - Q.dot(q);
  }

  double violation(const std::vector<double>& y) const {
    VectorXd residual(m);
    return find_residual(y.data(), residual);
  }

 private:
  void find_matrices(const double* y) {
    for (int i = 0; i <= N; ++i) {
      A(i, 2 * i) = y[2 * i] - i;
      A(i, 2 * i + 1) = y[2 * i + 1];
      if (i == 0) continue;
      const double lx = y[2 * i] - y[2 * i - 2], ly = y[2 * i + 1] - y[2 * i - 1];
      A(N + i, 2 * i) = lx;
      A(N + i, 2 * i + 1) = ly;
      A(N + i, 2 * i - 2) = -lx;
      A(N + i, 2 * i - 1) = -ly;
    }
    M_inverse_At.noalias() = M_inverse * A.transpose();
    S.noalias() = A * M_inverse_At;
  }

  void solve(VectorXd& x) {
    if (regularisation_ == 0) {
      orthogonal_.compute(S);
      x = orthogonal_.solve(x).eval();
      return;
    }
    S.diagonal().array() += regularisation_;
    factors_.compute(S);
    factors_.solveInPlace(x);
  }

  const int N, n, m;
  const double regularisation_;
  MatrixXd M, M_inverse;
  VectorXd Q;
  MatrixXd A, S, M_inverse_At;
  VectorXd b;
  Eigen::LDLT<MatrixXd> factors_;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> orthogonal_;
};

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  const bool is_regularised = task.method == "tikhonov";
  if (task.problem.name != "p2" || !(is_regularised || task.method == "orthogonal")) refuse(task);
  const double regularisation = task.variant.empty() ? 1e-9 : std::stod(task.variant);
  const int N = task.problem.N;

  Row row(N, is_regularised ? regularisation : 0);
  Result result;
  std::vector<double> y;
  result.cpu_seconds = best_cpu_seconds([&] {
    dop853::Progress progress;
    y = row.start();
    for (const double stop : task.problem.stops()) {
      dop853::integrate(
          [&](double, const double* state, double* rates) { row.rates(state, rates); },
          [&](std::vector<double>& state) { row.project(state); }, y, stop, task.value, progress);
      if (stop == task.problem.error_time) result.position = {y[2 * N], y[2 * N + 1]};
    }
    result.steps = progress.steps;
    result.right_hand_sides = progress.right_hand_sides;
  });
  result.energy_error = std::fabs(row.energy(y) - row.energy(row.start()));
  result.violation = row.violation(y);
  print_line("hand dense", task, result);
}
