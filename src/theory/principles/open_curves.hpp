#pragma once
/// Formulas in which joints may be open, and their derivatives in coordinates and openings by
/// Taylor arithmetic.

#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

class OpenCurves {
 public:
  /// What of a variable changes: x itself, ẋ or ẍ.
  enum class Change { place, velocity, acceleration };

  OpenCurves(const System& system, const std::vector<NodeId>& formulas);

  /// The coordinates of the system and, behind them, its openings.
  Index variables() const { return coordinates_ + openings_; }
  Index formulas() const { return static_cast<Index>(jets_.output_count()); }

  /// f, ḟ and f̈ along the motion through the point with closed joints, a column each.
  Matrix rates(const Point& point);
  /// The derivative in one variable at the point of the last `rates`.
  Vector by(Change change, Index variable);

 private:
  Index input_of(Change change, Index variable) const;
  void set(int order, const Point& values);
  Vector outputs(int order) const;

  Index coordinates_, openings_;
  Jets jets_;
};

}  // namespace alembert::theory
