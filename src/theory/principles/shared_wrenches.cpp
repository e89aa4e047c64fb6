#include "theory/principles/shared_wrenches.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "theory/comparison.hpp"
#include "theory/principles/residual.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

namespace {

constexpr const char* statics =
    "Aᵀ is what unit multipliers do to the tree, by statics of its bodies";
constexpr const char* least =
    "of shared reactions the least are told: Σ |F|² + |M|²/ℓ² is stationary";

double mean_distance(const std::vector<JointReaction>& reactions) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < reactions.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs)
      sum += (reactions[i].wrench.place - reactions[j].wrench.place).norm();
  return sum > 0 ? sum / pairs : 1;
}

// Σ F·F′ + M·M′/ℓ²
double product(const std::vector<WrenchAt>& a, const std::vector<WrenchAt>& b, double l) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += a[k].force.dot(b[k].force) + a[k].moment.dot(b[k].moment) / (l * l);
  return sum;
}

}  // namespace

SharedWrenches::SharedWrenches(const Equations& equations, BodyForces& forces)
    : equations_(equations), forces_(forces) {
  const System& system = equations.system;
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    if (forces.formulas().is_unit(static_cast<Index>(r))) continue;
    rows_.push_back(r);
    multipliers_.push_back(equations.rows[r].total);
  }
  for (const OpenFormulas::IdleRow& row : system.open_formulas().idle)
    multipliers_.push_back(row.multiplier);
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    if (forces.is_of_tree(j)) continue;
    for (const std::vector<std::size_t>* list :
         {&system.joints()[j].force, &system.joints()[j].moment})
      for (const std::size_t watch : *list) loops_.push_back(equations.watches[watch].formula);
  }
}

// the forces and moments of joints that close loops are multipliers times directions
void SharedWrenches::evaluate_loops(const Point& point) {
  Assignment values = values_at(equations_.system, point);
  for (const EquationRow& row : equations_.rows) values[row.lambda] = values[row.total] = 0;
  for (const NodeId multiplier : multipliers_) values[multiplier] = 0;
  slopes_.resize(static_cast<Index>(loops_.size()), static_cast<Index>(multipliers_.size()));
  for (std::size_t k = 0; k < multipliers_.size(); ++k) {
    values[multipliers_[k]] = 1;
    const std::vector<double> numbers = evaluate(equations_.graph(), loops_, values);
    slopes_.col(static_cast<Index>(k)) =
        Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
    values[multipliers_[k]] = 0;
  }
}

SharedWrenches::Field SharedWrenches::field_of(std::size_t multiplier, const BodyInstant& now) {
  const System& system = equations_.system;
  const std::vector<BodyRecord>& records = system.body_records().bodies;
  Field field{.of_joint = std::vector<WrenchAt>(now.reactions.size()),
              .power = Vector::Zero(static_cast<Index>(system.coordinates().size()))};
  std::vector<BodyForce> sums(now.bodies.size());
  Index at = 0;
  for (std::size_t i = 0; i < now.reactions.size(); ++i) {
    JointReaction reaction = now.reactions[i];
    reaction.wrench.force.setZero();
    reaction.wrench.moment.setZero();
    if (!reaction.is_of_tree) {
      const JointRecord& joint = system.joints()[reaction.joint];
      const auto column = slopes_.col(static_cast<Index>(multiplier));
      for (std::size_t k = 0; k < joint.force.size(); ++k)
        reaction.wrench.force[static_cast<Index>(k)] = column[at++];
      for (std::size_t k = 0; k < joint.moment.size(); ++k)
        reaction.wrench.moment[static_cast<Index>(joint.moment.size() == 1 ? 2 : k)] = column[at++];
      add_reaction(reaction, now.bodies, sums);
    }
    field.of_joint[i] = reaction.wrench;
  }
  if (multiplier < rows_.size()) {
    const auto row = static_cast<Index>(rows_[multiplier]);
    const Vector force = forces_.formulas().of_row(row);
    forces_.add_variable_forces({force, force.cwiseAbs()}, now.joints, now.bodies, sums);
    // on coordinates that belong to no joint it acts directly, and on the others as well as on
    // their bodies
    field.power = -force.head(field.power.size());
    for (const TreeJoint& joint : now.joints.of_body)
      for (Index i = 0; i < joint.coordinates; ++i)
        field.power[joint.variables[static_cast<std::size_t>(i)]] = 0;
  }
  // each joint of the tree balances all that it carries
  for (std::size_t k = 0; k < now.bodies.size(); ++k) {
    const TreeJoint& joint = now.joints.of_body[k];
    WrenchAt balance{joint.place, Vector3::Zero(), Vector3::Zero()};
    for (std::size_t other = 0; other < now.bodies.size(); ++other) {
      std::optional<std::size_t> carrier = other;
      while (carrier && *carrier != k) carrier = records[*carrier].parent;
      if (!carrier) continue;
      balance.force -= sums[other].force;
      balance.moment -=
          sums[other].moment + (now.bodies[other].centre - joint.place).cross(sums[other].force);
    }
    Vector wrench(6);
    wrench << balance.force, balance.moment;
    for (Index i = 0; i < joint.coordinates; ++i)
      field.power[joint.variables[static_cast<std::size_t>(i)]] = wrench.dot(joint.columns.col(i));
    for (std::size_t i = 0; i < now.reactions.size(); ++i) {
      const JointReaction& reaction = now.reactions[i];
      if (reaction.joint != records[k].joint) continue;
      const double sign = reaction.on == k ? 1 : -1;
      field.of_joint[i].force = sign * balance.force;
      field.of_joint[i].moment = sign * balance.moment_about(reaction.wrench.place);
    }
  }
  return field;
}

Identities SharedWrenches::check(const Point& point, const BodyInstant& now, const Matrix& A,
                                 const Vector& units) {
  if (multipliers_.empty())
    return {skip("B9", statics, "no joint closes a loop"),
            skip("B10", least, "no joint closes a loop")};
  evaluate_loops(point);
  const Index n = A.cols(), count = static_cast<Index>(multipliers_.size());
  std::vector<Field> fields;
  Matrix powers(n, count);
  double worst = 0;
  for (Index k = 0; k < count; ++k) {
    fields.push_back(field_of(static_cast<std::size_t>(k), now));
    powers.col(k) = units.cwiseProduct(fields.back().power);
    const bool is_row = k < static_cast<Index>(rows_.size());
    // a row that holds by itself does nothing
    const Vector expected =
        is_row ? Vector(-units.cwiseProduct(
                     A.row(static_cast<Index>(rows_[static_cast<std::size_t>(k)])).transpose()))
               : Vector(Vector::Zero(n));
    double size = expected.norm() + powers.col(k).norm();
    if (!is_row)
      size = std::sqrt(product(fields.back().of_joint, fields.back().of_joint, now.joints.length)) *
             now.joints.length * units.maxCoeff();
    const double apart = (powers.col(k) - expected).norm();
    if (apart > 0) worst = std::max(worst, apart / size);
  }
  Identities found{state("B9", statics, worst, 1e-10)};

  // the shares: combinations of multipliers that do nothing
  // rows of forces and of moments at unit length, but for those that do next to nothing beside
  // their wrenches: of these, and of rows that hold by themselves, rounding alone is left
  const double l = mean_distance(now.reactions);
  Vector length = powers.colwise().norm().transpose(), on_joints(count);
  for (Index k = 0; k < count; ++k) {
    const std::vector<WrenchAt>& field = fields[static_cast<std::size_t>(k)].of_joint;
    on_joints[k] = std::sqrt(product(field, field, l));
    if (k >= static_cast<Index>(rows_.size())) length[k] = 0;
  }
  double longest = 0;
  for (Index k = 0; k < count; ++k)
    if (on_joints[k] > 0) longest = std::max(longest, length[k] / on_joints[k]);
  constexpr double most_stretched = 1e-4;
  for (Index k = 0; k < count; ++k) {
    const bool is_row = k < static_cast<Index>(rows_.size());
    if (!is_row) powers.col(k).setZero();
    length[k] = is_row ? std::max(length[k], most_stretched * longest * on_joints[k]) : 1;
    if (!(length[k] > 0)) length[k] = 1;
    powers.col(k) /= length[k];
  }
  const Eigen::JacobiSVD<Matrix> svd(powers, Eigen::ComputeFullV);
  const Vector& singular = svd.singularValues();
  Index rank = 0;
  while (rank < singular.size() && singular[rank] > 1e-9 * std::max(1.0, singular[0])) ++rank;
  if (rank == count) {
    found.push_back(skip("B10", least, "no reaction is shared"));
    return found;
  }
  std::vector<WrenchAt> reported;
  for (const JointReaction& reaction : now.reactions) reported.push_back(reaction.wrench);
  const double size = std::sqrt(product(reported, reported, l));
  double steepest = 0;
  for (Index y = rank; y < count; ++y) {
    std::vector<WrenchAt> share = reported;
    for (WrenchAt& wrench : share) wrench.force = wrench.moment = Vector3::Zero();
    for (Index k = 0; k < count; ++k) {
      const double part = svd.matrixV()(k, y) / length[k];
      for (std::size_t i = 0; i < share.size(); ++i) {
        share[i].force += part * fields[static_cast<std::size_t>(k)].of_joint[i].force;
        share[i].moment += part * fields[static_cast<std::size_t>(k)].of_joint[i].moment;
      }
    }
    const double slope = std::fabs(product(reported, share, l));
    const double length_of_share = std::sqrt(product(share, share, l));
    if (slope > 0 && length_of_share > 0)
      steepest = std::max(steepest, slope / (size * length_of_share));
  }
  found.push_back(state("B10", least, steepest, rounding_of_solutions));
  return found;
}

}  // namespace alembert::theory
