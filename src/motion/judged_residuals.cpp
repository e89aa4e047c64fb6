#include "motion/judged_residuals.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "motion/contacts/contact_rows.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

void JudgedResidual::or_worse(double other_value, double other_bound) {
  if (std::isnan(value)) return;
  const bool is_first = value == 0 && bound == 0;
  // without division: bounds may be 0
  if (is_first || !(other_value * bound <= value * other_bound)) *this = {other_value, other_bound};
}

namespace {

/// By row of the equations and time: whether the row acts there, as a contact that is open does
/// not.
class ActingRows {
 public:
  explicit ActingRows(const Motion& motion) : parts_(motion.stretches()) {
    if (!motion.equations().system.has_events()) return;
    for (const Stretch& part : parts_) {
      const auto [place, is_new] = of_phases_.try_emplace(part.phases);
      if (is_new) place->second = acting(motion.equations(), part.phases).rows;
      rows_.push_back(&place->second);
    }
  }

  // At an instant of change there are rows of both sides, and between two parts that a switch in
  // time divides there may be an output: what acts on one side only is not judged.
  bool acts(std::size_t row, double t) const {
    if (rows_.empty()) return true;
    const auto acts_in = [&](auto part) {
      return bool((*rows_[static_cast<std::size_t>(part - parts_.begin())])[row]);
    };
    const auto next = std::ranges::upper_bound(parts_, t, {}, &Stretch::from);
    auto part = next;
    while (part != parts_.begin()) {
      --part;
      if (!acts_in(part)) return false;
      if (part->from < t) break;
    }
    const bool is_between = next != parts_.begin() && std::prev(next)->until < t;
    return !is_between || next == parts_.end() || acts_in(next);
  }

 private:
  const std::vector<Stretch>& parts_;
  std::map<Phases, std::vector<bool>> of_phases_;
  std::vector<const std::vector<bool>*> rows_;  ///< by part
};

// where something happens at the start the first row is that before it, which the mode that
// follows does not hold
std::size_t first_judged(const Motion& motion) {
  const std::size_t t = motion.layout().t;
  return motion.size() > 1 && motion.row(0)[t] == motion.row(1)[t] ? 1 : 0;
}

}  // namespace

JudgedResiduals judge_residuals(const Motion& motion, const MotionSizes& sizes, double part) {
  const MotionColumns& layout = motion.layout();
  const std::vector<EquationRow>& rows = motion.equations().rows;
  JudgedResiduals judged;
  double position_bound = 0, velocity_bound = 0;
  const ActingRows acting_rows(motion);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].level == Level::acceleration) continue;
    const bool has_position = rows[r].level == Level::position;
    const std::size_t rate = (has_position ? layout.rate : layout.residual) + r;
    const double of_position = part * sizes.rows[r].position + sizes.rows[r].position_rounding;
    const double of_velocity = part * sizes.rows[r].velocity + sizes.rows[r].velocity_rounding;
    for (std::size_t output = first_judged(motion); output < motion.size(); ++output) {
      const std::span<const double> numbers = motion.row(output);
      // where it does not act nothing holds it at zero
      if (!acting_rows.acts(r, numbers[layout.t])) continue;
      if (has_position)
        judged.position.or_worse(std::fabs(numbers[layout.residual + r]), of_position);
      judged.velocity.or_worse(std::fabs(numbers[rate]), of_velocity);
    }
    if (has_position) position_bound = std::max(position_bound, of_position);
    velocity_bound = std::max(velocity_bound, of_velocity);
  }
  // What is larger at a step between two outputs belongs to some row of its level: that it is
  // within the widest bound is all that can be asked of it.
  judged.position.or_worse(motion.largest().position, position_bound);
  judged.velocity.or_worse(motion.largest().velocity, velocity_bound);
  return judged;
}

JudgedContacts judge_contacts(const Motion& motion, const MotionSizes& sizes, double part) {
  const MotionColumns& layout = motion.layout();
  const std::vector<EquationRow>& rows = motion.equations().rows;
  JudgedContacts judged;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!contact_of_row(motion.equations(), r)) continue;
    double largest = 0;
    for (std::size_t output = 0; output < motion.size(); ++output)
      if (const double push = std::fabs(motion.row(output)[layout.total + r]); std::isfinite(push))
        largest = std::max(largest, push);
    const RowSize& size = sizes.rows[r];
    const bool of_velocities = rows[r].level == Level::velocity;
    const double gap_bound = of_velocities ? part * size.velocity + size.velocity_rounding
                                           : part * size.position + size.position_rounding;
    for (std::size_t output = first_judged(motion); output < motion.size(); ++output) {
      const double gap = motion.row(output)[layout.residual + r],
                   push = motion.row(output)[layout.total + r];
      judged.gap.or_worse(std::max(0.0, -gap), gap_bound);
      judged.push.or_worse(std::max(0.0, -push), part * largest + size.multiplier_rounding);
      judged.product.or_worse(std::fabs(gap * push), gap_bound * largest);
    }
  }
  return judged;
}

JudgedFrictions judge_frictions(const Motion& motion, double part) {
  const Equations& equations = motion.equations();
  JudgedFrictions judged;
  for (const Friction& friction : equations.system.frictions()) {
    TableFormulas formulas(equations, {friction.tangent, friction.sliding.value,
                                       friction.largest.value, friction.sticking_row.residual,
                                       equations.system.parameters()[friction.sense].symbol});
    struct Numbers {
      double force, limit, slip;
    };
    std::vector<Numbers> outputs;
    Numbers largest{0, 0, 0};
    for (std::size_t output = 0; output < motion.size(); ++output) {
      const std::vector<double>& number = formulas.evaluate(motion.row(output));
      const bool slips = number[4] != 0;
      outputs.push_back({number[0], std::fabs(slips ? number[1] : number[2]), number[3]});
      largest.limit = std::fmax(largest.limit, outputs.back().limit);
      largest.slip = std::fmax(largest.slip, std::fabs(number[3]));
    }
    for (const Numbers& now : outputs) {
      judged.force.or_worse(std::max(0.0, std::fabs(now.force) - now.limit), part * largest.limit);
      judged.along.or_worse(std::max(0.0, now.force * now.slip),
                            part * largest.limit * largest.slip);
    }
  }
  return judged;
}

}  // namespace alembert
