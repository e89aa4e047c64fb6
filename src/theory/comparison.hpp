#pragma once
/// Two routes to one quantity as an Identity: what they differ by, relative to the terms they consist of.

#include <string>

#include "numeric/matrix.hpp"
#include "theory/identity.hpp"

namespace alembert::theory {

/// What rounding leaves of a difference, relative to the sum of the terms of both routes: some thousand
/// operations by Taylor arithmetic, each to 1e-16.
constexpr double rounding_of_taylor_arithmetic = 1e-11;

/// left = right by components; `size` is the sum of the terms that make up the component.
Identity compare(std::string id, std::string statement, const numeric::Vector& left,
                 const numeric::Vector& right, const numeric::Vector& size);
Identity compare(std::string id, std::string statement, double left, double right, double size);
/// A number that must vanish beside `size`.
Identity vanishes(std::string id, std::string statement, double value, double size);

}  // namespace alembert::theory
