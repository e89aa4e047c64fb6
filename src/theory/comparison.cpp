#include "theory/comparison.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace alembert::theory {

Identity compare(std::string id, std::string statement, const numeric::Vector& left,
                 const numeric::Vector& right, const numeric::Vector& size) {
  Identity identity{.id = std::move(id),
                    .statement = std::move(statement),
                    .residual = 0,
                    .bound = rounding_of_taylor_arithmetic};
  for (numeric::Index i = 0; i < left.size(); ++i) {
    const double apart = std::fabs(left[i] - right[i]);
    if (apart == 0) continue;
    const double all = std::fabs(left[i]) + std::fabs(right[i]) + size[i];
    // NaN does not hold
    const double residual =
        std::isfinite(apart) ? apart / all : std::numeric_limits<double>::infinity();
    if (residual > identity.residual) identity.residual = residual;
  }
  return identity;
}

Identity compare(std::string id, std::string statement, double left, double right, double size) {
  const auto one = [](double x) { return numeric::Vector::Constant(1, x); };
  return compare(std::move(id), std::move(statement), one(left), one(right), one(size));
}

Identity compare_together(std::string id, std::string statement, const numeric::Vector& left,
                          const numeric::Vector& right, const numeric::Vector& size,
                          const numeric::Vector& unit) {
  const numeric::Vector all = (left.cwiseAbs() + right.cwiseAbs() + size).cwiseProduct(unit);
  const numeric::Vector largest =
      numeric::Vector::Constant(all.size(), all.size() == 0 ? 0 : all.maxCoeff());
  return compare(std::move(id), std::move(statement), left.cwiseProduct(unit),
                 right.cwiseProduct(unit), largest);
}

Identity solved_for(Identity identity) {
  identity.bound = rounding_of_solutions;
  return identity;
}

Identity met_by_rows(Identity identity, numeric::Index rows, numeric::Index rank) {
  return rank < rows ? solved_for(std::move(identity)) : identity;
}

Identity vanishes(std::string id, std::string statement, double value, double size) {
  return compare(std::move(id), std::move(statement), value, 0, size);
}

}  // namespace alembert::theory
