#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <complex>

#include "numeric/friction/spatial_contact.hpp"

namespace alembert::numeric {

namespace {

using Plane = Eigen::Vector2d;

double across(const Plane& a, const Plane& b) { return a.x() * b.y() - a.y() * b.x(); }

// With τ = −(F + μ s p) d the pressure is p = E/D, D = α − μ s β·d, E = γ + F β·d, and D a is
// quadratic in d.
struct Sliding {
  const LoneContact& k;
  double side;
  double D(const Plane& d) const { return k.alpha - k.mu * side * k.beta.dot(d); }
  double E(const Plane& d) const { return k.gamma + k.limit * k.beta.dot(d); }
  Plane slip(const Plane& d) const {
    return k.c * E(d) - (k.limit * k.alpha + k.mu * side * k.gamma) * (k.W * d) - k.h * D(d);
  }
  // zero where the slip goes along d
  double turn(double angle) const {
    const Plane d(std::cos(angle), std::sin(angle));
    return across(slip(d), d);
  }
};

// all angles at which a trigonometric polynomial of degree two vanishes
std::vector<double> zeros(const Sliding& s) {
  // its Fourier coefficients from five values
  constexpr int values = 5;
  std::complex<double> fourier[values];
  const double step = 2 * std::acos(-1.0) / values;
  double largest = 0;
  for (int m = -2; m <= 2; ++m) {
    std::complex<double> sum = 0;
    for (int k = 0; k < values; ++k) sum += s.turn(k * step) * std::polar(1.0, -m * k * step);
    fourier[m + 2] = sum / static_cast<double>(values);
    largest = std::max(largest, std::abs(fourier[m + 2]));
  }
  std::vector<double> angles;
  if (largest == 0) return angles;
  // Σ f_m zᵐ⁺² = 0 with f_{−m} the conjugate of f_m: both ends vanish together
  int degree = 4, shift = 0;
  if (std::abs(fourier[4]) <= 1e-14 * largest) {
    degree = 2;
    shift = 1;
    if (std::abs(fourier[3]) <= 1e-14 * largest) return angles;
  }
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(degree, degree);
  for (int i = 0; i + 1 < degree; ++i) companion(i + 1, i) = 1;
  for (int i = 0; i < degree; ++i)
    companion(i, degree - 1) = -fourier[i + shift] / fourier[degree + shift];
  const Eigen::VectorXcd roots =
      Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false).eigenvalues();
  for (const std::complex<double>& root : roots) {
    // double zeros are found to half the digits
    if (std::abs(std::abs(root) - 1) > 1e-6) continue;
    double angle = std::arg(root);
    for (int refinement = 0; refinement < 4; ++refinement) {
      std::complex<double> value = 0, rate = 0;
      for (int m = -2; m <= 2; ++m) {
        const std::complex<double> term = fourier[m + 2] * std::polar(1.0, m * angle);
        value += term;
        rate += std::complex<double>(0, m) * term;
      }
      if (std::abs(rate.real()) <= 1e-7 * largest) break;
      angle -= value.real() / rate.real();
    }
    angles.push_back(angle);
  }
  return angles;
}

class Lone {
 public:
  Lone(const LoneContact& k, double rounding) : k_(k), rounding_(rounding) {}

  std::vector<LoneState> run() {
    const bool slides = k_.direction.norm() > 0;
    if (!slides && k_.may_stick) stick();
    for (const double side : {1.0, -1.0}) {
      if (side < 0 && !k_.both_sides) continue;
      const Sliding sliding{k_, side};
      if (slides) {
        slip(sliding, k_.direction);
      } else {
        for (const double angle : zeros(sliding)) slip(sliding, {std::cos(angle), std::sin(angle)});
      }
    }
    if (k_.opens && k_.gamma <= rounding_ * k_.size) add({});
    return std::move(states_);
  }

 private:
  void stick() {
    Eigen::Matrix3d H;
    Eigen::Vector3d right(k_.gamma, k_.h.x(), k_.h.y());
    H << k_.alpha, k_.beta.transpose(), k_.c, k_.W;
    Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d> solver;
    solver.setThreshold(1e-10);
    solver.compute(H);
    Eigen::Vector3d x = solver.solve(right);
    x += solver.solve(right - H * x);
    const double size = k_.size + x.norm();
    if ((H * x - right).norm() > 1e-8 * size) return;
    const double p = x(0);
    const Plane force = x.tail<2>();
    if (k_.opens && p < -rounding_ * size) return;
    if (force.norm() > k_.limit_static + k_.mu_static * std::abs(p) + rounding_ * size) return;
    add({SpatialState::sticks, k_.opens ? std::max(0.0, p) : p, force});
  }

  void slip(const Sliding& s, const Plane& d) {
    const double D = s.D(d);
    if (std::abs(D) <= 1e-10 * std::abs(k_.alpha)) return;
    const double p = s.E(d) / D, size = k_.size + std::abs(p);
    if ((k_.opens || k_.both_sides) && s.side * p < -rounding_ * size) return;
    const Plane force = -(k_.limit + k_.mu * std::abs(p)) * d;
    const bool begins = k_.direction.norm() == 0;
    if (begins && s.slip(d).dot(d) / D < -rounding_ * (size + force.norm())) return;
    add({SpatialState::slips, p, force});
  }

  void add(const LoneState& state) {
    for (const LoneState& other : states_)
      if (std::abs(state.pressure - other.pressure) + (state.force - other.force).norm() <=
          1e-9 * (k_.size + std::abs(state.pressure)))
        return;
    states_.push_back(state);
  }

  const LoneContact& k_;
  double rounding_;
  std::vector<LoneState> states_;
};

}  // namespace

std::vector<LoneState> lone_states(const LoneContact& contact, double rounding) {
  return Lone(contact, rounding).run();
}

}  // namespace alembert::numeric
