#pragma once
/// Flows with a known solution, for the tests of the integrators.

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

#include "integrate/integrator.hpp"

namespace alembert::flows {

using numeric::Vector;

inline Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<numeric::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

/// y′ = f(t, y), defined where f is finite.
class Given : public integrate::Flow {
 public:
  using Function = std::function<void(double t, const Vector& y, Vector& dy)>;

  Given(std::size_t size, Function f) : Given(size, size, std::move(f)) {}
  /// The first `controlled` components are held to the tolerance.
  Given(std::size_t size, std::size_t controlled, Function f, double noise = 0)
      : size_(size), controlled_(controlled), f_(std::move(f)), noise_(noise), sizes_(size, 1) {}

  std::size_t size() const override { return size_; }
  std::size_t controlled() const override { return controlled_; }
  bool evaluate(double t, const Vector& y, Vector& dy) override {
    f_(t, y, dy);
    return dy.allFinite();
  }
  const double* sizes() const override { return sizes_.data(); }
  double noise() const override { return noise_; }
  /// Natural sizes other than 1.
  void set_sizes(std::vector<double> sizes) { sizes_ = std::move(sizes); }

 private:
  std::size_t size_, controlled_;
  Function f_;
  double noise_;
  std::vector<double>
      sizes_;  ///< (1 + |y|)/2 where that was largest: tolerances are absolute and relative
};

/// x″ = −x.
inline Given oscillator() {
  return {2, [](double, const Vector& y, Vector& dy) {
            dy[0] = y[1];
            dy[1] = -y[0];
          }};
}

/// y′ = y cos t, with y = e^(sin t) from y(0) = 1.
inline Given swelling() {
  return {1, [](double t, const Vector& y, Vector& dy) { dy[0] = y[0] * std::cos(t); }};
}

/// A planet around the origin, (x, y, x′, y′), with period 2π from the start below.
inline Given kepler() {
  return {4, [](double, const Vector& y, Vector& dy) {
            const double r = std::hypot(y[0], y[1]);
            dy[0] = y[2];
            dy[1] = y[3];
            dy[2] = -y[0] / (r * r * r);
            dy[3] = -y[1] / (r * r * r);
          }};
}
/// At the point nearest to the sun.
inline Vector kepler_start(double eccentricity = 0.6) {
  return vector({1 - eccentricity, 0, 0, std::sqrt((1 + eccentricity) / (1 - eccentricity))});
}
inline double kepler_energy(const Vector& y) {
  return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]);
}
/// The state a time t after the start, by Kepler's equation t = E − e sin E.
inline Vector kepler_at(double t, double eccentricity = 0.6) {
  const double e = eccentricity;
  double E = t;
  for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
  const double b = std::sqrt(1 - e * e), r = 1 - e * std::cos(E);
  return vector({std::cos(E) - e, b * std::sin(E), -std::sin(E) / r, b * std::cos(E) / r});
}

/// Steps to t_end; the status of the step that failed, or `advanced`.
inline integrate::StepStatus run(integrate::Integrator& integrator, double t_end) {
  while (integrator.t() < t_end) {
    const integrate::StepStatus status = integrator.step(t_end).status;
    if (status != integrate::StepStatus::advanced) return status;
  }
  return integrate::StepStatus::advanced;
}

/// The slope of log(error) over log(h) between two measurements, h halved.
inline double order_of(double error, double error_of_half) {
  return std::log2(error / error_of_half);
}

}  // namespace alembert::flows
