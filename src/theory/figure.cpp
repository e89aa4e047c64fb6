#include "theory/figure.hpp"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>

namespace alembert::theory {

namespace {

// the direction that hides least of the vectors, along the first that is not zero; `otherwise` when
// all are
Vector best_direction(const std::vector<Vector>& vectors, const Matrix& otherwise) {
  const Index n = vectors.front().size();
  Matrix columns(n, static_cast<Index>(vectors.size()));
  for (std::size_t i = 0; i < vectors.size(); ++i) columns.col(static_cast<Index>(i)) = vectors[i];
  const Eigen::JacobiSVD<Matrix> svd(columns, Eigen::ComputeThinU);
  if (svd.singularValues()[0] == 0)
    return otherwise.cols() > 0 ? Vector(otherwise.col(0)) : Vector(Vector::Zero(n));
  Vector direction = svd.matrixU().col(0);
  for (const Vector& vector : vectors) {
    const double along = direction.dot(vector);
    if (std::fabs(along) > 1e-9 * columns.norm()) return along < 0 ? Vector(-direction) : direction;
  }
  return direction;
}

}  // namespace

Figure figure(const ScaledPicture& picture) {
  Figure figure;
  figure.does_not_apply = picture.does_not_apply;
  if (!picture.applies()) return figure;
  figure.rank = picture.rows.rank;
  figure.freedoms = picture.freedoms();

  const Vector along =
      best_direction({picture.B_plus_b, picture.B_plus_e, picture.T_a_s}, picture.rows.range);
  const Vector across = best_direction(
      {picture.N * picture.acceleration, picture.N_a_s, picture.N_c_s}, picture.rows.null);
  double largest = 0, hidden = 0;
  const auto show = [&](const Vector& vector) {
    FigureVector shown{
        .along = along.dot(vector), .across = across.dot(vector), .length = vector.norm()};
    shown.hidden = (vector - shown.along * along - shown.across * across).norm();
    largest = std::max(largest, shown.length);
    hidden = std::max(hidden, shown.hidden);
    return shown;
  };
  figure.a_s = show(picture.a_s);
  figure.T_a_s = show(picture.T_a_s);
  figure.N_a_s = show(picture.N_a_s);
  figure.N_c_s = show(picture.N_c_s);
  figure.B_plus_e = show(picture.B_plus_e);
  figure.B_plus_b = show(picture.B_plus_b);
  figure.acceleration = show(picture.acceleration);
  figure.deviation = show(picture.deviation);
  figure.exact = hidden <= 1e-9 * largest;
  // c_s itself may point anywhere: only N c_s belongs to the picture
  figure.c_s = show(picture.c_s);

  const bool lines = figure.rank == 1 && figure.freedoms == 1;
  figure.honesty =
      lines ? "exact: R(Bᵀ) and N(B) are lines"
      : figure.exact
          ? fmt::format(
                "exact: R(Bᵀ) has {} and N(B) {} dimensions, but these vectors lie in one plane",
                figure.rank, figure.freedoms)
          : fmt::format(
                "a projection: R(Bᵀ) has {} and N(B) {} dimensions; up to {:.3g} of a length "
                "of {:.3g} stands out of the paper",
                figure.rank, figure.freedoms, hidden, largest);
  return figure;
}

}  // namespace alembert::theory
