#pragma once
/// y′ = f(t, y) with what an integrator must know about it.

#include <cstddef>

#include "numeric/matrix.hpp"

namespace alembert::integrate {

class Flow {
 public:
  virtual ~Flow() = default;

  /// Number of components of y.
  virtual std::size_t size() const = 0;
  /// The first so many components are held to the tolerance; the rest are integrals that come
  /// along.
  virtual std::size_t controlled() const = 0;
  /// Writes y′; false where f is not defined or not finite. Does not allocate.
  virtual bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) = 0;
  /// The natural sizes of the controlled components: what may be wrong with one of them is relative
  /// to its size.
  virtual const double* sizes() const = 0;
  /// An estimate of the rounding error in the last y′, relative to its size: no tolerance should
  /// ask for less.
  virtual double noise() const = 0;
  /// The condition of the equations that the last y′ was solved from (condition_range.hpp).
  virtual double condition() const { return 1; }
};

}  // namespace alembert::integrate
