#pragma once
/// Two routes to one quantity as an Identity: what they differ by, relative to the terms they
/// consist of.

#include <string>

#include "numeric/matrix.hpp"
#include "theory/identity.hpp"

namespace alembert::theory {

/// Bound of the rounding in a difference, relative to the sum of the terms of both routes: some
/// thousand operations by Taylor arithmetic, each to 1e-16. In the systems of the tests it stays
/// below 3e-15.
constexpr double rounding_of_taylor_arithmetic = 1e-12;
/// The same where an acceleration or a force was solved for, which loses the digits of the
/// condition of M and of the rows. In the systems of the tests it stays below 3e-13.
constexpr double rounding_of_solutions = 1e-9;

/// left = right by components; `size` is the sum of the terms that make up the component.
Identity compare(std::string id, std::string statement, const numeric::Vector& left,
                 const numeric::Vector& right, const numeric::Vector& size);
Identity compare(std::string id, std::string statement, double left, double right, double size);
/// left = right as one quantity, in units in which its components compare: each relative to the
/// largest size, because a component without terms of its own still carries the rounding of the
/// others.
Identity compare_together(std::string id, std::string statement, const numeric::Vector& left,
                          const numeric::Vector& right, const numeric::Vector& size,
                          const numeric::Vector& unit);
/// The same for a quantity that was solved for.
Identity solved_for(Identity identity);
/// The same for a state or a space that rows determine: dependent rows are satisfied together only
/// as well as the state is known, and N(A) only to the tolerance of the rank.
Identity met_by_rows(Identity identity, numeric::Index rows, numeric::Index rank);
/// A number that must vanish beside `size`.
Identity vanishes(std::string id, std::string statement, double value, double size);

}  // namespace alembert::theory
