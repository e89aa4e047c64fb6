#include "dynamics/friction_loop.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace alembert {

namespace {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

// beyond this many multipliers in loops the combinations of signs are too many to try
constexpr Index most_signs = 8;

class Loop {
 public:
  Loop(const Vector& lambda, const Matrix& D, const FrictionLaw& law)
      : lambda_(lambda), D_(D), law_(law), p_(lambda.size()), C_(D.cols()) {
    const double largest = lambda.cwiseAbs().maxCoeff();
    scale_ = largest > 0 ? largest : 1;
  }

  FrictionLoop solve() {
    if (p_ <= most_signs && solve_by_signs()) return result();
    solutions_.clear();
    // one start on each side of the ideal multipliers
    for (const double factor : {1.0, 0.0, -1.0, 10.0})
      if (const auto tau = newton(factor * lambda_)) keep(*tau);
    return result();
  }

 private:
  // every orthant of τ in which the law is affine; false if it is not in one of them
  bool solve_by_signs() {
    for (Index pattern = 0; pattern < (Index{1} << p_); ++pattern) {
      Vector signs(p_);
      for (Index j = 0; j < p_; ++j) signs[j] = (pattern >> j) & 1 ? -1 : 1;
      if (!solve_orthant(signs)) return false;
    }
    return true;
  }

  bool solve_orthant(const Vector& signs) {
    // C = C0 + G τ from p + 1 points, and one more to see whether that is true
    const Vector base = scale_ * signs;
    const Vector C_base = law(base);
    Matrix G(D_.cols(), p_);
    for (Index j = 0; j < p_; ++j) {
      Vector shifted = base;
      shifted[j] *= 2;
      G.col(j) = (law(shifted) - C_base) / base[j];
    }
    Vector probe = base;
    for (Index j = 0; j < p_; ++j) probe[j] *= 0.3 + 0.1 * static_cast<double>(j);
    const Vector predicted = C_base + G * (probe - base);
    const double size = C_base.cwiseAbs().maxCoeff() + (G * base).cwiseAbs().maxCoeff();
    if (!((law(probe) - predicted).cwiseAbs().maxCoeff() <= 1e-11 * size) && size > 0) return false;

    const Vector C0 = C_base - G * base;
    const Matrix I_minus_DG = Matrix::Identity(p_, p_) - D_ * G;
    const Eigen::FullPivLU<Matrix> lu(I_minus_DG);
    if (!lu.isInvertible()) return true;  // no isolated solution here
    const Vector tau = lu.solve(lambda_ + D_ * C0);
    if (tau.allFinite() && (tau.cwiseProduct(signs).array() >= -1e-13 * scale_).all()) keep(tau);
    return true;
  }

  std::optional<Vector> newton(Vector tau) {
    for (int iteration = 0; iteration < 50; ++iteration) {
      const Vector h = tau - lambda_ - D_ * law(tau);
      if (!h.allFinite()) return std::nullopt;
      if (h.cwiseAbs().maxCoeff() <= 1e-14 * (scale_ + tau.cwiseAbs().maxCoeff())) return tau;
      Matrix J = Matrix::Identity(p_, p_);
      for (Index j = 0; j < p_; ++j) {
        const double step = 1e-7 * (scale_ + std::fabs(tau[j]));
        Vector shifted = tau;
        shifted[j] += step;
        J.col(j) -= D_ * (law(shifted) - law(tau)) / step;
      }
      const Vector correction = Eigen::FullPivLU<Matrix>(J).solve(h);
      tau -= correction;
      if (correction.cwiseAbs().maxCoeff() <= 1e-15 * (scale_ + tau.cwiseAbs().maxCoeff()))
        return tau;
    }
    return std::nullopt;
  }

  void keep(const Vector& tau) {
    for (const Vector& known : solutions_)
      if ((known - tau).cwiseAbs().maxCoeff() <= 1e-8 * scale_) return;
    solutions_.push_back(tau);
  }

  FrictionLoop result() const {
    if (solutions_.empty()) return {FrictionLoop::Count::none, {}};
    if (solutions_.size() > 1) return {FrictionLoop::Count::several, {}};
    return {FrictionLoop::Count::one, solutions_.front()};
  }

  Vector law(const Vector& tau) {
    law_(tau, C_);
    return C_;
  }

  const Vector& lambda_;
  const Matrix& D_;
  const FrictionLaw& law_;
  const Index p_;
  Vector C_;
  double scale_;
  std::vector<Vector> solutions_;
};

}  // namespace

FrictionLoop solve_friction_loop(const numeric::Vector& lambda, const numeric::Matrix& D,
                                 const FrictionLaw& law) {
  return Loop(lambda, D, law).solve();
}

}  // namespace alembert
