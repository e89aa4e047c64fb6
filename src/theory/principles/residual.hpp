#pragma once
/// How far two sides of a statement are apart, and how far rounding may move them apart.

#include <initializer_list>
#include <string>

#include "numeric/matrix.hpp"
#include "theory/identity.hpp"

namespace alembert::theory {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

/// |left − right| relative to the largest of both and of `sizes`, the sizes of what was added up.
double residual(const Matrix& left, const Matrix& right, std::initializer_list<double> sizes = {});

/// The error after `operations` roundings when errors grow by `condition`.
double rounding(Index operations, double condition);

/// The statement with its numbers. A bound so large that a mistake could hide below it is no check:
/// the identity then does not apply, for that reason.
Identity state(std::string id, std::string statement, double residual, double bound);

/// The statement without numbers, and the reason why it does not apply.
Identity skip(std::string id, std::string statement, std::string reason);

/// Arbitrary numbers between −1 and 1, the same at every call: "for any w".
Matrix any_matrix(Index rows, Index columns, unsigned seed = 1);
Vector any_vector(Index size, unsigned seed = 1);

}  // namespace alembert::theory
