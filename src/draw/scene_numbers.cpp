#include "draw/scene_numbers.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace alembert {

namespace {

using Eigen::Index;

Index eigen_index(std::size_t i) { return static_cast<Index>(i); }

}  // namespace

SceneNumbers::SceneNumbers(const ScenePlan& plan, const Equations& equations)
    : plan_(plan),
      layout_(equations),
      formulas_(equations, plan.formulas),
      numbers_(plan.width, 0.0) {}

const std::vector<double>& SceneNumbers::at(std::span<const double> row) {
  std::ranges::copy(formulas_.evaluate(row), numbers_.begin());
  for (const SceneForce& force : plan_.forces) put(force, row);
  for (const ScenePlan::Watched& watched : plan_.watched)
    numbers_[watched.number] = row[layout_.watch + watched.watch];
  return numbers_;
}

void SceneNumbers::put(const SceneForce& force, std::span<const double> row) {
  const Index movers = eigen_index(force.movers.size()), dimension = plan_.dimension;
  // Jᵀ, each row divided by the natural size of its coordinate's slopes
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(movers, dimension);
  for (const SceneForce::Slope& slope : force.slopes)
    slopes(eigen_index(slope.coordinate), eigen_index(slope.component)) +=
        slope.sign * numbers_[slope.value] / force.movers[slope.coordinate].size;
  Eigen::MatrixXd generalised = Eigen::MatrixXd::Zero(movers, 2);
  for (const ForceColumn& column : layout_.forces[force.constraint])
    for (std::size_t j = 0; j < force.movers.size(); ++j)
      if (force.movers[j].coordinate == column.coordinate) {
        generalised(eigen_index(j), 0) = row[column.ideal] / force.movers[j].size;
        generalised(eigen_index(j), 1) = row[column.nonideal] / force.movers[j].size;
      }

  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  // no huge forces along a direction in which the point momentarily cannot move
  factors.setThreshold(1e-10);
  factors.compute(slopes);
  const Eigen::MatrixXd forces = factors.solve(generalised);
  for (const SceneForce::Target& target : force.targets) {
    for (std::size_t i = 0; i < target.ideal.size(); ++i)
      numbers_[target.ideal[i]] = target.sign * forces(eigen_index(i), 0);
    for (std::size_t i = 0; i < target.nonideal.size(); ++i)
      numbers_[target.nonideal[i]] = target.sign * forces(eigen_index(i), 1);
  }
}

}  // namespace alembert
