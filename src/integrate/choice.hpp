#pragma once
/// Choices without branches, written alike for numbers and for formulas: a rule that takes its Number as a template
/// parameter serves one motion in numbers, and as compiled formulas all motions that run side by side.

#include "symbol/expr.hpp"

namespace alembert {

inline double choose(bool condition, double yes, double no) { return condition ? yes : no; }

inline double larger(double a, double b) { return a < b ? b : a; }
inline Expr larger(const Expr& a, const Expr& b) { return max(a, b); }

inline double smaller(double a, double b) { return b < a ? b : a; }
inline Expr smaller(const Expr& a, const Expr& b) { return min(a, b); }

inline bool both(bool a, bool b) { return a && b; }
inline Expr both(const Expr& a, const Expr& b) { return a * b; }

inline bool either(bool a, bool b) { return a || b; }
inline Expr either(const Expr& a, const Expr& b) { return choose(a, 1, b); }

}  // namespace alembert
