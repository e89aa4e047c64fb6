#pragma once
/// Comparisons and choices without branches, written alike for numbers and for formulas: a rule
/// that takes its Number as a template parameter serves one motion in numbers, and as compiled
/// formulas all motions that run side by side.

#include "symbol/expr.hpp"

namespace alembert::integrate {

inline double choose(bool condition, double yes, double no) { return condition ? yes : no; }

inline double max_of(double a, double b) { return a < b ? b : a; }
inline Expr max_of(const Expr& a, const Expr& b) { return max(a, b); }

inline double min_of(double a, double b) { return b < a ? b : a; }
inline Expr min_of(const Expr& a, const Expr& b) { return min(a, b); }

inline bool logical_and(bool a, bool b) { return a && b; }
inline Expr logical_and(const Expr& a, const Expr& b) { return a * b; }

inline bool logical_or(bool a, bool b) { return a || b; }
inline Expr logical_or(const Expr& a, const Expr& b) { return choose(a, 1, b); }

}  // namespace alembert::integrate
