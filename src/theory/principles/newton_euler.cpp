#include "theory/principles/newton_euler.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

#include "symbol/term_sizes.hpp"
#include "theory/comparison.hpp"
#include "theory/principles/joints_as_rows.hpp"
#include "theory/principles/residual.hpp"

namespace alembert::theory {

namespace {

constexpr const char* newtons_law =
    "m c̈ of every body is the sum of all forces and reactions on it";
constexpr const char* eulers_law =
    "the rate of angular momentum of every body is the sum of all moments on it";
constexpr const char* freedoms = "reactions have no power in what the joints of the tree allow";
constexpr const char* powers = "reactions have no power in the motion of two bodies at a joint";

std::vector<NodeId> energies_of(const System& system) {
  std::vector<NodeId> formulas;
  for (const std::size_t k : system.body_records().kinetic)
    formulas.push_back(system.kinetic_terms()[k]);
  return formulas;
}

// a point on a curve, a screw that closes
bool has_coordinates_in_loops(const System& system) {
  return std::ranges::any_of(system.joints(), [](const JointRecord& joint) {
    return joint.constraint && !joint.coordinates.empty();
  });
}

bool couples_joints(const System& system) {
  return std::ranges::any_of(system.joints(), [](const JointRecord& joint) {
    return joint.kind == "gear" || joint.kind == "rack";
  });
}

std::vector<NodeId> idle_rows_of(const System& system) {
  std::vector<NodeId> formulas;
  for (const OpenFormulas::IdleRow& row : system.open_formulas().idle)
    formulas.push_back(row.residual);
  return formulas;
}

std::vector<BodyForce> needed_by(const std::vector<BodyAt>& bodies) {
  std::vector<BodyForce> needed(bodies.size());
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const BodyAt& body = bodies[k];
    needed[k].add(body.momentum_rate(), Vector3::Zero(), body.spin_rate());
    needed[k].moment_size += body.J.norm() * (body.alpha.norm() + body.omega.squaredNorm());
  }
  return needed;
}

// The largest sum that is left over, beside its own terms. A body on which nearly nothing acts
// carries the rounding of the others, and forces that of moments, which `largest` may tell.
double worst_sum(const std::vector<double>& sums, const std::vector<double>& sizes,
                 double largest = 0) {
  constexpr double share_of_others = 1e-3;
  double worst = 0;
  for (const double size : sizes) largest = std::max(largest, size);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    if (sums[k] == 0) continue;
    const double relative = sums[k] / (sizes[k] + share_of_others * largest);
    if (!(relative <= worst)) worst = relative;
  }
  return worst;
}

Identities check_sums(const BodyInstant& now) {
  std::vector<BodyForce> sums = now.applied;
  for (const JointReaction& reaction : now.reactions) add_reaction(reaction, now.bodies, sums);
  std::vector<double> forces, force_sizes, moments, moment_sizes;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    forces.push_back((sums[k].force - now.needed[k].force).norm());
    force_sizes.push_back(sums[k].force_size + now.needed[k].force_size);
    moments.push_back((sums[k].moment - now.needed[k].moment).norm());
    moment_sizes.push_back(sums[k].moment_size + now.needed[k].moment_size);
  }
  const double l = now.joints.length;
  double largest = 0;
  for (std::size_t k = 0; k < sums.size(); ++k)
    largest = std::max({largest, force_sizes[k], moment_sizes[k] / l});
  return {state("B3", newtons_law, worst_sum(forces, force_sizes, largest), rounding_of_solutions),
          state("B4", eulers_law, worst_sum(moments, moment_sizes, l * largest),
                rounding_of_solutions)};
}

Identity check_freedoms(const System& system, const BodyInstant& now) {
  std::vector<double> found, sizes;
  for (std::size_t k = 0; k < now.bodies.size(); ++k) {
    const TreeJoint& joint = now.joints.of_body[k];
    for (const JointReaction& reaction : now.reactions) {
      if (reaction.joint != system.body_records().bodies[k].joint) continue;
      const Vector3 moment = reaction.wrench.moment_about(joint.place);
      const double size = reaction.wrench.force.norm() * now.joints.length + moment.norm();
      for (Index i = 0; i < joint.coordinates; ++i) {
        const Vector3 shift = joint.columns.col(i).head<3>(), turn = joint.columns.col(i).tail<3>();
        const double unit = shift.norm() / now.joints.length + turn.norm();
        found.push_back(std::fabs(reaction.wrench.force.dot(shift) + moment.dot(turn)) /
                        (unit > 0 ? unit : 1));
        sizes.push_back(size);
      }
    }
  }
  if (found.empty())
    return skip("B6", freedoms, "joints of the tree hold nothing, or allow nothing");
  return state("B6", freedoms, worst_sum(found, sizes), rounding_of_solutions);
}

Identity check_powers(const BodyInstant& now) {
  double speed = 0, acceleration = 0;
  for (const BodyAt& body : now.bodies) {
    speed = std::max(speed, body.velocity.norm() + now.joints.length * body.omega.norm());
    acceleration = std::max(acceleration, body.acceleration.norm());
  }
  // where all is at rest for an instant, what rounding left of the velocities counts beside those
  // that come
  speed += std::sqrt(acceleration * now.joints.length);
  std::vector<double> found, sizes;
  for (const JointReaction& reaction : now.reactions) {
    const WrenchAt& wrench = reaction.wrench;
    Vector3 velocity = Vector3::Zero(), omega = Vector3::Zero();
    const auto add = [&](std::optional<std::size_t> body, double sign) {
      if (!body) return;
      velocity += sign * now.bodies[*body].velocity_at(wrench.place);
      omega += sign * now.bodies[*body].omega;
    };
    add(reaction.on, 1);
    add(reaction.other, -1);
    found.push_back(std::fabs(wrench.force.dot(velocity) + wrench.moment.dot(omega)));
    sizes.push_back(speed * (wrench.force.norm() + wrench.moment.norm() / now.joints.length));
  }
  if (found.empty()) return skip("B6", powers, "no joint holds anything");
  return state("B6", powers, worst_sum(found, sizes), rounding_of_solutions);
}

}  // namespace

NewtonEuler::NewtonEuler(const Equations& equations)
    : equations_(equations),
      motion_(equations.system),
      forces_(equations),
      shared_(equations, forces_),
      energies_(equations.system, energies_of(equations.system)),
      idle_rows_(equations.system, idle_rows_of(equations.system)),
      idle_rates_(equations.system, idle_rows_of(equations.system)) {
  for (std::size_t row = 0; row < equations.rows.size(); ++row)
    if (forces_.formulas().is_unit(static_cast<Index>(row))) units_.push_back(row);
}

void NewtonEuler::check_places(const Answer& answer, const BodyInstant& now, Identities& found) {
  found.push_back(state("B1", "axes of bodies stay orthonormal and right-handed",
                        motion_.deformation(), rounding_of_taylor_arithmetic));
  double longest = 0;
  for (const JointRecord& joint : equations_.system.joints()) {
    if (!equations_.system.constraint_index(joint.name + "_unit")) continue;
    double square = 0;
    for (const std::size_t j : std::span(joint.coordinates).last(4))
      square += std::pow(answer.point.q[static_cast<Index>(j)], 2);
    longest = std::max(longest, std::fabs(std::sqrt(square) - 1));
  }
  found.push_back(units_.empty()
                      ? skip("B1", "quaternions have length one", "there are no quaternions")
                      : state("B1", "quaternions have length one", longest, 1e-14));
  double T = 0;
  for (const BodyAt& body : now.bodies)
    T += body.mass * body.velocity.squaredNorm() / 2 + body.omega.dot(body.J * body.omega) / 2;
  const Vector own = energies_.value(answer.point);
  found.push_back(compare("B5", "T of bodies is Σ ½ m ċ² + ½ ω·J ω of their places", own.sum(), T,
                          own.cwiseAbs().sum()));
}

// λ of e·e = 1 is half of a moment on each of the coordinates
void NewtonEuler::check_units(const Answer& answer, const BodyInstant& now,
                              Identities& found) const {
  constexpr const char* statement = "the rows of quaternions carry nothing";
  if (units_.empty()) {
    found.push_back(skip("B2", statement, "there are no quaternions"));
    return;
  }
  double largest = 0, moments = 0;
  for (const std::size_t row : units_)
    largest = std::max(largest, std::fabs(answer.lambda[static_cast<Index>(row)]));
  for (std::size_t k = 0; k < now.bodies.size(); ++k) {
    const BodyForce &applied = now.applied[k], &needed = now.needed[k];
    moments = std::max(moments, applied.moment_size + needed.moment_size +
                                    now.joints.length * (applied.force_size + needed.force_size));
  }
  found.push_back(state("B2", statement, largest > 0 ? largest / moments : 0, 1e-12));
}

// a force on its joint goes with a row that is a distance, a moment with one that is a turn
bool NewtonEuler::holds_points(std::size_t idle_row) const {
  const System& system = equations_.system;
  const NodeId multiplier = system.open_formulas().idle[idle_row].multiplier;
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    if (forces_.is_of_tree(j)) continue;
    for (const std::size_t watch : system.joints()[j].force)
      if (std::ranges::binary_search(reachable(system.graph(), {equations_.watches[watch].formula}),
                                     multiplier))
        return true;
  }
  return false;
}

// they are told to hold in every state of the tree: places and rates are taken at one that keeps no
// loop closed
void NewtonEuler::check_idle_rows(const Point& elsewhere, Identities& found) {
  constexpr const char* statement = "rows that hold by themselves hold in any state of the tree";
  const System& system = equations_.system;
  if (system.open_formulas().idle.empty()) {
    found.push_back(skip("B8", statement, "there are none"));
    return;
  }
  Point open = elsewhere;
  open.q += any_vector(open.q.size(), 5);
  Assignment values = values_at(system, open);
  for (const Coordinate& opening : system.openings())
    for (const NodeId symbol : {opening.q, opening.v, opening.a}) values[symbol] = 0;
  const std::vector<double> sizes = sizes_of_terms(system.graph(), idle_rows_of(system), values);
  const Vector residual = idle_rows_.rates(open).col(0);
  const Derivative second = idle_rates_(open, along_motion(open), along_motion(open));
  const std::vector<BodyAt> bodies = motion_.at(open);
  const double l = tree_joints(system, motion_, bodies).length;
  double turning = 0;
  for (const BodyAt& body : bodies)
    turning = std::max(
        {turning, body.acceleration.norm() / l, body.alpha.norm(), body.omega.squaredNorm()});
  double worst = 0;
  for (Index i = 0; i < residual.size(); ++i) {
    // where constants are rounding, such as the cosine of a quarter of a turn, all terms may be;
    // what bodies can do is not
    const auto idle = static_cast<std::size_t>(i);
    const double natural = holds_points(idle) ? l : 1;
    const double size = std::max(sizes[idle], natural),
                 rate_size = std::max(second.size[i], natural * turning);
    worst = std::max(worst, std::fabs(residual[i]) / size);
    if (second.value[i] != 0) worst = std::max(worst, std::fabs(second.value[i]) / rate_size);
  }
  found.push_back(state("B8", statement, worst, rounding_of_taylor_arithmetic));
}

// a free body is held by nothing
bool NewtonEuler::reactions_are_known(const Answer& answer) const {
  const bool are_told = std::ranges::all_of(
      equations_.system.joints(),
      [](const JointRecord& joint) { return joint.kind == "free" || !joint.point.empty(); });
  return are_told && answer.watches.size() == static_cast<Index>(equations_.watches.size());
}

Identities NewtonEuler::check(const Answer& answer, const Vector& C, const Matrix& A,
                              const Point& elsewhere, const Vector& units) {
  const System& system = equations_.system;
  Identities found;
  // the rows of joints ask the same of any accelerations of the coordinates; none are of natural
  // size
  Point unaccelerated = answer.point;
  unaccelerated.a.setZero();
  const std::vector<BodyAt> other = motion_.at(unaccelerated);
  BodyInstant now;
  now.bodies = motion_.at(answer.point);
  now.needed = needed_by(now.bodies);
  now.joints = tree_joints(system, motion_, now.bodies);
  now.applied = forces_.applied(answer.point, answer.lambda_total, C, now.bodies, now.joints);
  if (reactions_are_known(answer)) now.reactions = forces_.reactions(answer.point, answer.watches);
  check_places(answer, now, found);
  check_units(answer, now, found);
  check_idle_rows(elsewhere, found);
  const auto collect = [&found](const Identities& more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  Identities of_reactions = check_sums(now);
  const auto add = [&of_reactions](const Identities& more) {
    of_reactions.insert(of_reactions.end(), more.begin(), more.end());
  };
  of_reactions.push_back(check_freedoms(system, now));
  of_reactions.push_back(check_powers(now));
  add(check_joints_as_rows(system, now, other));
  Identities shares = shared_.check(answer.point, now, A, units);
  if (has_coordinates_in_loops(system))
    for (Identity& identity : shares)
      identity.does_not_apply = "a joint that closes a loop has a coordinate of its own";
  add(shares);
  std::string why_not =
      now.joints.why_not.empty() ? forces_.formulas().why_not() : now.joints.why_not;
  if (!reactions_are_known(answer)) why_not = "reactions of joints are not among the outputs";
  if (couples_joints(system)) why_not = "gears and racks act on more than two bodies";
  if (!why_not.empty())
    for (Identity& identity : of_reactions) identity.does_not_apply = why_not;
  collect(of_reactions);
  if (system.body_records().bodies.empty())
    for (Identity& identity : found) identity.does_not_apply = "there are no bodies";
  return found;
}

}  // namespace alembert::theory
