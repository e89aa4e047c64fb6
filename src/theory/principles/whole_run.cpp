#include "theory/principles/whole_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/state_solver.hpp"
#include "theory/natural_instant.hpp"
#include "theory/principles/scaled_picture.hpp"
#include "theory/scene.hpp"

namespace alembert::theory {

namespace {

constexpr const char* rate_of_velocity = "the recorded velocities change by the integral of q̈";
constexpr const char* rate_of_position = "the recorded positions change by the integral of q̇";
constexpr const char* run = "run";  // the id of statements that belong to no single equation

struct Node {
  double place, weight;
};

// Gauss's formula with five points on [0, 1]
constexpr std::array<Node, 5> gauss_nodes = {{{0.5, 64.0 / 225},
                                              {0.2307653449471585, 0.2393143352496832},
                                              {0.7692346550528415, 0.2393143352496832},
                                              {0.0469100770306680, 0.1184634425280945},
                                              {0.9530899229693320, 0.1184634425280945}}};

class Integral {
 public:
  Integral(const Motion& motion, StateSolver& solver, const Vector& s)
      : motion_(motion), solver_(solver), s_(s), n_(s.size()) {}

  /// ∫ (q̇, q̈) dt with this many pieces between each two times; false if q̈ has no independent
  /// route.
  bool over(const std::vector<double>& times, int pieces, Vector& sum) {
    sum = Vector::Zero(2 * n_);
    for (std::size_t i = 0; i + 1 < times.size(); ++i)
      if (!add(times[i], times[i + 1], pieces, sum)) return false;
    return true;
  }

  const std::string& reason() const { return reason_; }

 private:
  bool add(double from, double until, int pieces, Vector& sum) {
    const double h = (until - from) / pieces;
    for (int piece = 0; piece < pieces; ++piece)
      for (const Node& node : gauss_nodes) {
        const Snapshot then = motion_.at(from + (piece + node.place) * h);
        const Vector q = part(then, motion_.layout().q), v = part(then, motion_.layout().v);
        const NaturalInstant instant =
            natural_instant(look_at_what_is_met(solver_, then.t(), q, v).equations, s_, 0);
        const ScaledPicture picture = scaled_picture(instant.completed);
        reason_ = picture.does_not_apply;
        if (!picture.applies()) return false;
        sum.head(n_) += node.weight * h * v;
        sum.tail(n_) +=
            node.weight * h * instant.in_units_of_the_model(picture.unscale(picture.acceleration));
      }
    return true;
  }

  Vector part(const Snapshot& then, std::size_t first) const {
    return Eigen::Map<const Vector>(then.row().data() + first, n_);
  }

  const Motion& motion_;
  StateSolver& solver_;
  const Vector& s_;
  Index n_;
  std::string reason_;
};

// where the motion is smooth between two outputs, from one to the other: a rule of high order is
// none across a jump
std::vector<double> smooth_parts(const Motion& motion, double from, double until) {
  std::vector<double> times{from};
  for (const Stretch& stretch : motion.stretches())
    if (stretch.from > times.back() && stretch.from < until) times.push_back(stretch.from);
  times.push_back(until);
  return times;
}

}  // namespace

Identities check_interval(const Motion& motion, StateSolver& solver, const Units& units,
                          std::size_t i) {
  const auto both = [](const std::string& reason) {
    return Identities{skip(run, rate_of_position, reason), skip(run, rate_of_velocity, reason)};
  };
  const auto n = static_cast<Index>(solver.state().coordinates());
  const std::span<const double> before = motion.row(i), after = motion.row(i + 1);
  const auto state_of = [&](std::span<const double> row) {
    Vector y(2 * n);
    y << Eigen::Map<const Vector>(row.data() + motion.layout().q, n),
        Eigen::Map<const Vector>(row.data() + motion.layout().v, n);
    return y;
  };
  const Vector from = state_of(before), to = state_of(after);
  const double allowed = std::max(100 * motion.tolerance(), 1e-11);
  // positions and velocities relative to those that are usual in this motion
  Vector unit(2 * n);
  unit << units.position * units.coordinate, units.velocity * units.coordinate;
  const auto part = [&](const Vector& difference, Index first) {
    double most = 0;
    for (Index j = first; j < first + n; ++j)
      if (difference[j] != 0) most = std::max(most, std::fabs(difference[j]) / unit[j]);
    return most;
  };

  // twice as many pieces until nothing changes
  Integral integral(motion, solver, units.coordinate);
  const std::vector<double> times = smooth_parts(motion, before[0], after[0]);
  Vector coarse, fine;
  constexpr int most_pieces = 32;
  for (int pieces = 1; pieces <= most_pieces; pieces *= 2) {
    if (!integral.over(times, pieces, fine)) return both(integral.reason());
    const bool settled = pieces > 1 && part(fine - coarse, 0) < allowed / 10 &&
                         part(fine - coarse, n) < allowed / 10;
    if (settled)
      return {state(run, rate_of_position, part(to - from - fine, 0), allowed),
              state(run, rate_of_velocity, part(to - from - fine, n), allowed)};
    coarse = fine;
  }
  return both("the outputs stand too far apart to integrate between them");
}

Identity check_energy(const Motion& motion, double terms) {
  constexpr const char* statement = "the energy changes by the work of all forces";
  double size = terms;
  const MotionColumns& layout = motion.layout();
  for (std::size_t i = 0; i < motion.size(); ++i) {
    size = std::max(size, std::fabs(motion.row(i)[layout.energy]));
    for (std::size_t kind = 0; kind < 4; ++kind)
      size = std::max(size, std::fabs(motion.row(i)[layout.work + kind]));
  }
  // the work does not steer the steps: it may err by more than the state
  const double steps = static_cast<double>(std::max(motion.counters().steps, 1L));
  const double imbalance = motion.energy_imbalance();
  return state(run, statement, imbalance == 0 ? 0 : imbalance / size,
               std::max(100 * motion.tolerance() * steps, 1e-11));
}

}  // namespace alembert::theory
