#pragma once
/// Formulas whose derivatives the tests of this layer compare by several routes.

#include "symbol/formulas.hpp"

namespace alembert {

/// A formula of x and y, and where it is smooth.
struct Function {
  const char* formula;
  Real from, to;  ///< of x and y
};

/// Every operation of the language.
inline constexpr Function smooth_functions[] = {
    {"x + y", -2, 2},
    {"x - y", -2, 2},
    {"x*y", -2, 2},
    {"x/y", 0.5, 2},
    {"-x", -2, 2},
    {"x^3", -2, 2},
    {"x^(-2)", 0.5, 2},
    {"x^1.7", 0.5, 2},
    {"x^y", 0.5, 2},
    {"2^x", -2, 2},
    {"(x*y)^(x + y)", 0.5, 2},
    {"sin(x*y)", -2, 2},
    {"cos(x*y)", -2, 2},
    {"tan(x*y)", -1, 1},
    {"asin(x*y)", -0.8, 0.8},
    {"acos(x*y)", -0.8, 0.8},
    {"atan(x*y)", -2, 2},
    {"sinh(x*y)", -2, 2},
    {"cosh(x*y)", -2, 2},
    {"tanh(x*y)", -2, 2},
    {"exp(x*y)", -2, 2},
    {"log(x*y)", 0.5, 2},
    {"sqrt(x*y)", 0.5, 2},
    {"abs(x*y)", 0.5, 2},
    {"abs(-x*y)", 0.5, 2},
    {"sign(x*y)*x", 0.5, 2},
    {"atan2(x*y, x - 5)", 0.5, 2},
    {"atan2(x, y)", 0.5, 2},
    {"min(x, y + 4)", -2, 1},
    {"min(x + 4, y)", -2, 1},
    {"max(x, y + 4)", -2, 1},
    {"max(x + 4, y)", -2, 1},
    {"hypot(x, y)", 0.5, 2},
    {"if(x < y + 4, x^2*y, 0)", -1.5, 1.5},
    {"if(y + 4 < x, 0, x^2*y)", -1.5, 1.5},
    {"if(x >= 9, 1, if(x <= 5, sin(x*y), 2))", -2, 2},
};

}  // namespace alembert
