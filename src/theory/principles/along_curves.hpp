#pragma once
/// Formulas along curves through the space of (t, q, q̇, q̈): exact derivatives by Taylor
/// arithmetic. They are independent of the symbolic derivatives that made the equations, which is
/// why they can check them.

#include <vector>

#include "compile/jets/jets.hpp"
#include "mechanics/system.hpp"
#include "numeric/matrix.hpp"

namespace alembert::theory {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

/// A point of the space: a state, and an acceleration that need not be the one of the motion.
struct Point {
  double t = 0;
  Vector q, v, a;
};

/// The symbols that a point gives numbers to: t, then q, q̇ and q̈.
std::vector<NodeId> moving_symbols(const System& system);

/// A curve as Taylor coefficients in its parameter s: column k belongs to s^k, missing columns are
/// zero.
struct Curve {
  Vector t;
  Matrix q, v, a;
};

/// The motion through the point with constant acceleration; s is the time that passes.
Curve motion_through(const Point& point);

/// The straight line point + s·direction.
Curve line_through(const Point& point, const Point& direction);

class AlongCurves {
 public:
  /// Formulas of t, q, q̇, q̈ and the parameters, and the highest order that will be asked for.
  AlongCurves(const System& system, const std::vector<NodeId>& formulas, int order);

  /// Row i: the Taylor coefficients of formula i along the curve, a column per order.
  Matrix operator()(const Curve& curve);

 private:
  Jets jets_;
};

}  // namespace alembert::theory
