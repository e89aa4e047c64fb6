#include "report/stage_numbers.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace alembert {

StageNumbers::StageNumbers(const Staging& staging, const Equations& equations)
    : staging_(staging),
      layout_(equations),
      coordinates_(equations.system.coordinates().size()),
      formulas_(equations, staging.formulas),
      numbers_(staging.width, 0.0) {}

const std::vector<double>& StageNumbers::at(std::span<const double> row) {
  std::ranges::copy(formulas_.evaluate(row), numbers_.begin());
  for (const DirectForce& force : staging_.direct)
    for (const ForceColumn& column : layout_.forces[force.constraint])
      if (column.coordinate == force.coordinate) {
        numbers_[force.ideal] = row[column.ideal];
        numbers_[force.nonideal] = row[column.nonideal];
      }
  for (const CarriedForce& force : staging_.carried) carry(force, row);
  return numbers_;
}

void StageNumbers::carry(const CarriedForce& force, std::span<const double> row) {
  const auto dimension = static_cast<std::size_t>(staging_.dimension);
  // the transposed slopes: one row per coordinate, one column per component of a point
  Eigen::MatrixXd slopes =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(coordinates_),
                            static_cast<Eigen::Index>(dimension * force.ideal.size()));
  for (const CarriedForce::Slope& slope : force.slopes)
    slopes(static_cast<Eigen::Index>(slope.coordinate),
           static_cast<Eigen::Index>(dimension * slope.point + slope.component)) =
        numbers_[slope.value];
  Eigen::MatrixXd reactions = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(coordinates_), 2);
  for (const ForceColumn& column : layout_.forces[force.constraint]) {
    reactions(static_cast<Eigen::Index>(column.coordinate), 0) = row[column.ideal];
    reactions(static_cast<Eigen::Index>(column.coordinate), 1) = row[column.nonideal];
  }

  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  // points that are about to coincide carry no huge opposite forces
  factors.setThreshold(1e-10);
  factors.compute(slopes);
  const Eigen::MatrixXd forces = factors.solve(reactions);
  for (std::size_t k = 0; k < force.ideal.size(); ++k)
    for (std::size_t i = 0; i < dimension; ++i) {
      const auto place = static_cast<Eigen::Index>(dimension * k + i);
      numbers_[force.ideal[k][i]] = forces(place, 0);
      numbers_[force.nonideal[k][i]] = forces(place, 1);
    }
}

}  // namespace alembert
