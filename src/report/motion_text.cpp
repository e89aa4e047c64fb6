#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "draw/normalising.hpp"
#include "motion/contacts/contact_expectations.hpp"
#include "motion/contacts/contact_forces.hpp"
#include "motion/judged_residuals.hpp"
#include "motion/motion_sizes.hpp"
#include "motion/unique_reactions.hpp"
#include "report/audit.hpp"
#include "report/contacts_text.hpp"
#include "report/motion_report.hpp"
#include "report/shown_number.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

// The reactions of joints are of one kind: what is small beside the largest force is rounding, and
// so is the moment of such a force about another joint.
void size_reactions(const Motion& motion, std::vector<double>& sizes) {
  const Equations& equations = motion.equations();
  const std::size_t watch = motion.layout().watch;
  double force = 0, moment = 0, reach = 0;
  std::vector<std::vector<double>> points;
  Assignment state = equations.system.parameter_values();
  state[equations.system.time().node()] = motion.back().t();
  for (std::size_t j = 0; j < equations.system.coordinates().size(); ++j)
    state[equations.system.coordinates()[j].q] = motion.back().row()[motion.layout().q + j];
  for (const JointRecord& joint : equations.system.joints()) {
    for (const std::size_t k : joint.force) force = std::max(force, sizes[watch + k]);
    for (const std::size_t k : joint.moment) moment = std::max(moment, sizes[watch + k]);
    if (!joint.force.empty()) points.push_back(evaluate(equations.graph(), joint.point, state));
    for (std::size_t k = 0; !points.empty() && k < points.back().size(); ++k)
      reach = std::max(reach, std::fabs(points.back()[k] - points.front()[k]));
  }
  for (const JointRecord& joint : equations.system.joints()) {
    for (const std::size_t k : joint.force) sizes[watch + k] = force;
    for (const std::size_t k : joint.moment) sizes[watch + k] = std::max(moment, force * reach);
  }
}

/// The size beside which a number of each column is mere rounding: the largest along the motion
/// and, for coordinates and forces on them, the natural size of the motion.
std::vector<double> column_sizes(const Motion& motion, const MotionSizes& all) {
  const MotionColumns& layout = motion.layout();
  std::vector<double> sizes(layout.width(), 0.0);
  for (std::size_t j = 0; j < all.coordinates.size(); ++j) {
    sizes[layout.q + j] = all.coordinates[j].position;
    sizes[layout.v + j] = all.coordinates[j].velocity;
    sizes[layout.a + j] = all.coordinates[j].acceleration;
  }
  for (const std::vector<ForceColumn>& forces : layout.forces)
    for (const ForceColumn& force : forces)
      sizes[force.ideal] = sizes[force.nonideal] = all.coordinates[force.coordinate].force;
  // also of a row that nothing pulls at, as one that sticks without load
  for (std::size_t r = 0; r < all.rows.size(); ++r)
    sizes[layout.lambda + r] = all.rows[r].multiplier_rounding / shown_rounding;
  for (std::size_t k = 0; k < 4; ++k) sizes[layout.work + k] = all.exchanged;
  for (std::size_t output = 0; output < motion.size(); ++output) {
    const std::span<const double> row = motion.row(output);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (std::isfinite(row[k])) sizes[k] = std::max(sizes[k], std::fabs(row[k]));
  }
  size_reactions(motion, sizes);
  return sizes;
}

class MotionStory {
 public:
  MotionStory(const Motion& motion, int columns)
      : motion_(motion),
        columns_(columns),
        equations_(motion.equations()),
        layout_(motion.layout()),
        end_(motion.back()),
        motion_sizes_(sizes_of(motion)),
        sizes_(column_sizes(motion, motion_sizes_)) {
    for (const Coordinate& x : equations_.system.coordinates())
      width_ = std::max(width_, x.name.size());
  }

  std::string tell(const std::vector<CheckResult>& checks) {
    if (!equations_.system.title().empty()) line("{}\n", equations_.system.title());
    line("{}; t = {:g} to {:g}, {} steps\n", ending_in_words(motion_, audit_of(motion_)),
         motion_.start_time(), motion_.end_time(), motion_.counters().steps);
    tell_events_at_start();
    tell_state();
    tell_joints();
    tell_forces();
    tell_watches();
    text_ += contacts_text(motion_, width_, columns_);
    tell_audit();
    if (!checks.empty()) tell_checks(checks);
    for (const std::string& note : equations_.notes) line("\nnote: {}", note);
    return text_;
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  // names longer than a column keep their length
  static std::string padded(const std::string& name, std::size_t width) {
    return name + std::string(name.size() < width ? width - name.size() : 0, ' ');
  }

  static std::string in_column(const std::string& words) {
    return fmt::format(" {:>{}}", words, widest_number);
  }
  /// The final value, or 0 if it is only rounding beside the largest on the way.
  std::string number(std::size_t column) const {
    return shown_number(end_.row()[column], sizes_[column]);
  }
  std::string number(std::string_view name) const { return number(layout_.find(name).value()); }

  bool is_at_start(const Event& event) const { return event.t == motion_.start_time(); }

  // what is strange from the start on is told before the numbers that follow from it
  void tell_events_at_start() {
    for (const Event& event : motion_.events())
      if (is_at_start(event)) line("note: {}\n", event.what);
  }

  void tell_state() {
    line("{} {}{}{}", padded(fmt::format("t = {:g}", end_.t()), width_), in_column("position"),
         in_column("velocity"), in_column("acceleration"));
    for (std::size_t j = 0; j < equations_.system.coordinates().size(); ++j)
      line("{} {}{}{}", padded(equations_.system.coordinates()[j].name, width_),
           in_column(number(layout_.q + j)), in_column(number(layout_.v + j)),
           in_column(number(layout_.a + j)));
  }

  // joints by what they do to a body, whether they carry one or close a loop
  void tell_joints() {
    const std::vector<bool> unique = unique_reactions(motion_, end_.t());
    std::size_t widest = 0, component = 0;
    bool is_any_shared = false;
    const auto title = [](const JointRecord& joint) {
      return fmt::format("{} on {}", joint.name, joint.on);
    };
    const auto numbers = [&](const std::vector<std::size_t>& watches) {
      std::string text;
      for (const std::size_t watch : watches) {
        const bool is_unique = unique[component++];
        is_any_shared = is_any_shared || !is_unique;
        text += in_column(number(layout_.watch + watch) + (is_unique ? " " : "*"));
      }
      if (text.ends_with(' ')) text.pop_back();
      return text;
    };
    for (const JointRecord& joint : equations_.system.joints())
      widest = std::max(widest, title(joint).size());
    if (unique.empty()) return;
    line("\nreaction of a joint on a body");
    for (const JointRecord& joint : equations_.system.joints()) {
      if (joint.force.empty()) continue;
      line("  {}  force {}", padded(title(joint), widest), numbers(joint.force));
      if (!joint.moment.empty()) line("  {}  moment{}", padded("", widest), numbers(joint.moment));
    }
    if (is_any_shared) tell_sharing();
    for (const JointRecord& joint : equations_.system.joints())
      if (joint.kind == "weld" && (joint.constraint || !joint.idle_rows.empty()))
        line(
            "  {} is kept by rows: written before the other joints of {} and {}, it makes one body "
            "of "
            "them",
            joint.name, joint.from, joint.to);
  }

  // stars alone tell who shares as long as all do so with each other
  void tell_sharing() {
    line("  * not unique: the joints share it, and of all ways to do so this is the least");
    const auto groups = joints_that_share(motion_, end_.t());
    if (groups.size() < 2) return;
    for (const std::vector<std::string>& joints : groups)
      line("    among themselves: {}", fmt::join(joints, ", "));
  }

  /// Constraints that are told as joints, or only normalise the attitude of a body.
  std::vector<bool> told_as_joints() const {
    std::vector<bool> told(equations_.system.constraints().size(), false);
    for (const JointRecord& joint : equations_.system.joints()) {
      if (joint.constraint) told[*joint.constraint] = true;
      if (const auto unit = equations_.system.constraint_index(joint.name + "_unit"))
        told[*unit] = true;
    }
    return told;
  }

  void tell_forces() {
    const std::vector<bool> told = told_as_joints();
    if (std::ranges::all_of(told, std::identity())) return;
    line("\nforce of constraint on coordinate: ideal + non-ideal");
    for (const std::size_t c : constraints_by_meaning(equations_)) {
      if (told[c]) continue;
      const Constraint& constraint = equations_.system.constraints()[c];
      line("  {}: lambda {}", constraint.name, multipliers(c));
      for (const ForceColumn& force : layout_.forces[c]) {
        const std::string ideal = number(force.ideal);
        const std::string nonideal = number(force.nonideal);
        const bool is_negative = nonideal.starts_with('-');
        line("    {} {}{}",
             padded(equations_.system.coordinates()[force.coordinate].name, width_ - 2),
             in_column(ideal),
             equations_.laws_of(c).empty() ? "" : in_column((is_negative ? "" : "+") + nonideal));
      }
    }
  }

  std::string multipliers(std::size_t constraint) const {
    std::string list;
    for (std::size_t r = 0; r < equations_.rows.size(); ++r) {
      if (equations_.rows[r].constraint != constraint) continue;
      list += fmt::format("{}{}{}", list.empty() ? "" : ", ", number(layout_.lambda + r),
                          end_.row()[layout_.unique + r] != 0 ? "" : " (not unique)");
    }
    return list;
  }

  void tell_watches() {
    // those of joints come last, and have been told
    std::size_t count = equations_.watches.size();
    for (const JointRecord& joint : equations_.system.joints())
      count -= joint.force.size() + joint.moment.size();
    if (count == 0) return;
    line("\nwatch");
    for (std::size_t k = 0; k < count; ++k) {
      const Watch& watch = equations_.watches[k];
      line("  {}  {}{}", padded(watch.name, width_), number(watch.name),
           watch.unit.empty() ? "" : " " + watch.unit);
    }
  }

  // in millimetres 1e-8 may be all that rounding leaves of the squares of lengths
  static std::string residual(double largest, const JudgedResidual& beside_rounding) {
    if (largest > 0 && beside_rounding.holds()) return fmt::format("rounding ({:.1e})", largest);
    return fmt::format("{:.1e}", largest);
  }

  void tell_audit() {
    line("\naudit");
    if (!equations_.rows.empty()) {
      const JudgedResiduals beside_rounding = judge_residuals(motion_, motion_sizes_, 0);
      line("  constraints       hold to {}, their rates to {}",
           residual(motion_.largest().position, beside_rounding.position),
           residual(motion_.largest().velocity, beside_rounding.velocity));
      line("  virtual work      of the ideal forces vanishes to {:.1e}",
           motion_.largest().virtual_work);
      const double rank = end_["rank"];
      line("  rank              {} of {} rows, {} freedoms", shown_number(rank),
           equations_.rows.size(),
           shown_number(static_cast<double>(equations_.system.coordinates().size()) - rank));
      if (rank == static_cast<double>(equations_.system.coordinates().size())) tell_standstill();
    }
    tell_contacts();
    if (!equations_.system.frictions().empty())
      line("  friction          no force beyond its limit by more than {:.1e}",
           judge_frictions(motion_, 0).force.value);
    line("  energy            {} at the start, {} at the end",
         shown_number(motion_.front()["energy"], sizes_[layout_.energy]), number("energy"));
    line("  work              applied {}, ideal {}, non-ideal {}, time {}", number(layout_.work),
         number(layout_.work + 1), number(layout_.work + 2), number(layout_.work + 3));
    if (equations_.system.has_events())
      line("  jumps             brought in {} of energy",
           shown_number(motion_.jump_energy(), sizes_[layout_.energy]));
    line("  imbalance         {:.1e}", motion_.energy_imbalance());
    for (const Event& event : motion_.events())
      if (!is_at_start(event)) line("  event             t = {:.9g}: {}", event.t, event.what);
  }

  // joints that hold each other; where time drives a row, no freedom is what was meant, and where
  // contacts or friction hold, something may move again
  void tell_standstill() {
    const System& system = equations_.system;
    const auto is_driven = [&](const Constraint& constraint) {
      return std::ranges::any_of(constraint.rows, [&](const ConstraintRow& row) {
        return system.graph().kinds(row.residual).has(Kind::time);
      });
    };
    if (system.joints().empty() || system.has_events() ||
        std::ranges::any_of(system.constraints(), is_driven))
      return;
    std::vector<std::string> holding;
    for (const JointRecord& joint : system.joints())
      if (joint.constraint || !joint.coordinates.empty()) holding.push_back(joint.name);
    constexpr std::size_t most = 8;
    std::string more;
    if (holding.size() > most) more = fmt::format(" and {} more", holding.size() - most);
    holding.resize(std::min(holding.size(), most));
    const bool is_one = holding.size() == 1 && more.empty();
    line("  note              nothing can move: {}{} {} no freedom, and nothing is driven",
         fmt::join(holding, ", "), more, is_one ? "leaves" : "leave");
  }

  void tell_contacts() {
    const System& system = equations_.system;
    if (system.contacts().empty()) return;
    const JudgedContacts judged = judge_contacts(motion_, motion_sizes_, 0);
    line("  contacts          {}; {}; gap·push vanishes to {:.1e}",
         judged.gap.value > 0 ? fmt::format("no gap below -{:.1e}", judged.gap.value)
                              : std::string("no gap below 0"),
         judged.push.value > 0 ? fmt::format("no push below -{:.1e}", judged.push.value)
                               : std::string("no push below 0"),
         judged.product.value);
    if (const auto& impacts = motion_.impacts(); !impacts.empty()) {
      const double added = energy_added_by_impacts(motion_);
      double lost = 0;
      for (const ImpactRecord& impact : impacts) lost += impact.lost;
      constexpr double rounding = 1e-13;
      line("  impacts           {}, law {}, {}; lost {}", impacts.size(), motion_.impact_law(),
           added <= rounding ? std::string("none adds energy")
                             : fmt::format("one adds {:.1e} of what it exchanges", added),
           shown_number(lost, sizes_[layout_.energy]));
    }
    std::size_t switches = 0;
    for (const std::string& name : names_with_phases(system))
      switches += motion_.timeline(name).size() - 1;
    std::string without_end;
    for (const Accumulation& rest : motion_.accumulations())
      without_end += fmt::format("; without end up to t = {:.15g}", rest.t);
    line("  switches          {} of phase{}", switches, without_end);
    std::string shared;
    for (const ContactForce& force : contact_forces(motion_, end_.t()))
      if (!force.unique)
        shared += fmt::format("{}{} between {:.4g} and {:.4g}", shared.empty() ? "" : ", ",
                              motion_.contact_name(force.contact), force.least, force.most);
    if (!shared.empty()) line("  not unique        {}", shared);
  }

  void tell_checks(const std::vector<CheckResult>& checks) {
    line("\ncheck");
    std::size_t held = 0;
    for (const CheckResult& check : checks) {
      held += check.holds ? 1 : 0;
      // `alembert check` lists those that hold one by one
      if (!check.holds) line("  FAILS  {}  ({})", check.text, check.figure);
    }
    line("  {} of {} hold", held, checks.size());
  }

  const Motion& motion_;
  const int columns_;
  const Equations& equations_;
  const MotionColumns& layout_;
  const Snapshot end_;
  const MotionSizes motion_sizes_;
  const std::vector<double> sizes_;
  std::size_t width_ = 10;
  std::string text_;
};

}  // namespace

std::string motion_text(const Motion& motion, const std::vector<CheckResult>& checks, int columns) {
  return MotionStory(motion, columns).tell(checks);
}

}  // namespace alembert
