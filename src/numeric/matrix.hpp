#pragma once
/// The words of this layer: dense column-major matrices and vectors of doubles.

#include <Eigen/Core>

namespace alembert::numeric {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A matrix or vector that belongs to the caller; a contiguous column-major argument is not copied.
using MatrixView = Eigen::Ref<const Matrix>;
using VectorView = Eigen::Ref<const Vector>;

}  // namespace alembert::numeric
