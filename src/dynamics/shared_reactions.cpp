#include "dynamics/shared_reactions.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "symbol/differentiate.hpp"

namespace alembert {

using numeric::Index;

namespace {

// what is this small beside the others is rounding: it moves no reaction
constexpr double negligible = 1e-9;

}  // namespace

bool SharedReactions::may_share(const Equations& equations) {
  const System& system = equations.system;
  bool has_rows = !system.open_formulas().idle.empty(), has_outputs = false;
  for (const JointRecord& joint : system.joints()) {
    has_rows = has_rows || joint.constraint;
    has_outputs = has_outputs || !joint.force.empty();
  }
  return has_rows && has_outputs;
}

SharedReactions::SharedReactions(StateEquations& state) : state_(state) {
  const Equations& equations = state.equations();
  std::vector<NodeId> components, points;
  for (const JointRecord& joint : equations.system.joints()) {
    if (joint.force.empty() && joint.moment.empty()) continue;
    dimension_ = joint.point.size();
    for (const std::vector<std::size_t>* list : {&joint.force, &joint.moment})
      for (const std::size_t watch : *list) {
        components.push_back(equations.watches[watch].formula);
        is_moment_.push_back(list == &joint.moment);
        joint_.push_back(points.size() / dimension_);
      }
    points.insert(points.end(), joint.point.begin(), joint.point.end());
  }
  std::vector<NodeId> multipliers;
  for (const EquationRow& row : equations.rows) multipliers.push_back(row.total);
  for (const OpenFormulas::IdleRow& row : equations.system.open_formulas().idle)
    multipliers.push_back(row.multiplier);
  entries_ = jacobian(equations.graph(), components, multipliers);
  std::vector<NodeId> slopes;
  for (const Entry& entry : entries_) slopes.push_back(entry.value);
  wrenches_ = state.compiled(components);
  slopes_ = state.compiled(slopes);
  points_ = state.compiled(points);
}

// The columns y with Aᵀy = 0, and one for each row that holds by itself. Rows and coordinates are
// measured in units in which they compare; a row whose gradient vanishes, by what its multiplier
// does to joints.
SharedReactions::Matrix SharedReactions::free_multipliers(const StateValues& here, Index rank,
                                                          const Vector& on_joints) const {
  const Index rows = here.A().rows();
  const Index idle = static_cast<Index>(state_.equations().system.open_formulas().idle.size());
  Matrix result = Matrix::Zero(rows + idle, rows - rank + idle);
  result.bottomRightCorner(idle, idle).setIdentity();
  if (rank == rows) return result;
  Matrix A = here.A();
  for (Index j = 0; j < A.cols(); ++j)
    if (const double mass = here.M()(j, j); mass > 0) A.col(j) /= std::sqrt(mass);
  Vector length = A.rowwise().norm();
  double longest = 0;
  for (Index r = 0; r < rows; ++r)
    if (on_joints[r] > 0) longest = std::max(longest, length[r] / on_joints[r]);
  for (Index r = 0; r < rows; ++r) {
    length[r] = std::max(length[r], numeric::RankOptions::most_stretched * longest * on_joints[r]);
    if (length[r] > 0) A.row(r) /= length[r];
  }
  // the rank is known: what is orthogonal to the columns of A needs no singular values
  const Eigen::ColPivHouseholderQR<Matrix> qr(A);
  const Matrix Q = qr.householderQ();
  for (Index k = rank; k < rows; ++k)
    for (Index r = 0; r < rows; ++r) result(r, k - rank) = length[r] > 0 ? Q(r, k) / length[r] : 0;
  return result;
}

double SharedReactions::mean_distance(const std::vector<double>& points) const {
  const std::size_t count = points.size() / dimension_;
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0;
      for (std::size_t k = 0; k < dimension_; ++k)
        square += std::pow(points[i * dimension_ + k] - points[j * dimension_ + k], 2);
      sum += std::sqrt(square);
      ++pairs;
    }
  return sum > 0 ? sum / pairs : 1;
}

void SharedReactions::share(const StateValues& here, Instant& now) {
  const Index rows = here.A().rows();
  const Index idle = static_cast<Index>(state_.equations().system.open_formulas().idle.size());
  const Index components = static_cast<Index>(is_moment_.size());
  now.idle = Vector::Zero(idle);
  unique_.assign(is_moment_.size(), true);
  internal_ = Matrix::Zero(components, 0);
  if (now.rank == rows && idle == 0) return;

  const std::vector<double>& inputs = state_.input_values(here.t(), here.q(), here.v(), now);
  const std::vector<double> slopes = slopes_.evaluate(inputs);
  Matrix G = Matrix::Zero(components, rows + idle);
  for (std::size_t e = 0; e < entries_.size(); ++e)
    G(entries_[e].row, entries_[e].column) = slopes[e];
  const double l = mean_distance(points_.evaluate(inputs));
  Vector wrenches = Eigen::Map<const Vector>(wrenches_.evaluate(inputs).data(), components);
  for (Index c = 0; c < components; ++c)
    if (is_moment_[static_cast<std::size_t>(c)]) {
      G.row(c) /= l;
      wrenches[c] /= l;
    }
  const Matrix free = free_multipliers(here, now.rank, G.leftCols(rows).colwise().norm());
  G = G * free;
  // each free multiplier in its own unit, so that one of a moment counts as one of a force
  Vector unit = G.colwise().norm().transpose();
  for (Index k = 0; k < G.cols(); ++k)
    if (unit[k] > 0) G.col(k) /= unit[k];
  for (Index c = 0; c < components; ++c)
    unique_[static_cast<std::size_t>(c)] = !(G.row(c).norm() > negligible);

  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(negligible);
  solver.compute(G);
  Vector z = solver.solve(-wrenches);
  for (Index k = 0; k < z.size(); ++k) z[k] = unit[k] > 0 ? z[k] / unit[k] : 0;
  const Vector change = free * z;
  now.lambda += change.head(rows);
  now.lambda_total += change.head(rows);
  now.idle = change.tail(idle);
  internal_ = std::move(G);
}

// Whether two components change together does not depend on which columns span the changes.
std::vector<std::vector<std::size_t>> SharedReactions::groups() const {
  if (internal_.cols() == 0) return {};
  const std::size_t joints = joint_.empty() ? 0 : joint_.back() + 1;
  std::vector<std::size_t> group(joints);
  std::iota(group.begin(), group.end(), 0);
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(negligible);
  qr.compute(internal_);
  const Matrix Q = qr.householderQ() * Matrix::Identity(internal_.rows(), qr.rank());
  const Matrix together = Q * Q.transpose();
  for (std::size_t i = 0; i < joint_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t one = group[joint_[i]], other = group[joint_[j]];
      if (one == other ||
          std::fabs(together(static_cast<Index>(i), static_cast<Index>(j))) <= negligible)
        continue;
      std::ranges::replace(group, std::max(one, other), std::min(one, other));
    }
  std::vector<std::vector<std::size_t>> result;
  for (std::size_t first = 0; first < joints; ++first) {
    std::vector<std::size_t> members;
    for (std::size_t joint = first; joint < joints; ++joint)
      if (group[joint] == first) members.push_back(joint);
    if (members.size() > 1) result.push_back(std::move(members));
  }
  return result;
}

}  // namespace alembert
