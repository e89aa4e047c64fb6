#pragma once
/// y′ = f(t, y) with what an integrator must know about it.

#include <cstddef>
#include <limits>
#include <span>

#include "numeric/matrix.hpp"

namespace alembert {

class Flow {
 public:
  virtual ~Flow() = default;

  /// Number of components of y.
  virtual std::size_t size() const = 0;
  /// The first so many components are held to the tolerance; the rest are integrals that come along.
  virtual std::size_t controlled() const = 0;
  /// Writes y′; false where f is not defined or not finite. Does not allocate.
  virtual bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) = 0;
  /// A whole step of length h by Dormand and Prince's method at once, where f comes with one: writes the new y
  /// and returns the error relative to what the tolerance allows. NaN where it does not, or where f is not
  /// defined: a number comes back in a register, an std::optional through memory, which the next step waits for.
  virtual double step_at_once(double t, double h, const numeric::Vector& y,
                              numeric::Vector& landed) {
    (void)t, (void)h, (void)y, (void)landed;
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// Whether the last such step came near a singular position: stages there are worth nothing, and somebody else
  /// will go over it.
  virtual bool is_barred() const { return false; }
  /// f at the twelve stages of the last such step, if that was from t by h and they were kept.
  virtual bool stages_of(double t, double h, std::span<numeric::Vector> stages) const {
    (void)t, (void)h, (void)stages;
    return false;
  }
  /// The natural sizes of the controlled components: what may be wrong with one of them is relative to its size.
  virtual const double* sizes() const = 0;
  /// An estimate of the rounding error in the last y′, relative to its size: no tolerance should ask for less.
  virtual double noise() const = 0;
};

}  // namespace alembert
