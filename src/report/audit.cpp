#include "report/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "integrate/state_layout.hpp"
#include "integrate/step_size.hpp"
#include "motion/contacts/contact_expectations.hpp"
#include "motion/judged_residuals.hpp"

namespace alembert {

namespace {

// The error of a step is at most the tolerance; the sum over many steps and what projections leave
// may be this much larger before a number deserves attention.
constexpr double tolerances_of_residuals = 10, tolerances_of_energy = 1000;
// the ideal forces come from solutions that lose a few digits where the rows are nearly dependent
constexpr double largest_virtual_work = 1e-8;
// of what an impact exchanges; it is known from the velocities before and after it
constexpr double largest_energy_added = 1e-10;

// An output may show what no step has met, such as a hill that is narrower than the way between two
// stages. What is interpolated is less exact than a step: less than this part of the energies is no
// sign of that.
constexpr double overlooked = 1e-3;

double energy_missing_at_outputs(const Motion& motion) {
  const MotionColumns& layout = motion.layout();
  const double at_start = motion.row(0)[layout.energy];
  const std::vector<EnergyJump>& jumps = motion.jumps();
  double largest = 0, before = 0;
  std::size_t jumped = 0;
  for (std::size_t output = 0; output < motion.size(); ++output) {
    const std::span<const double> row = motion.row(output);
    for (; jumped < jumps.size() && jumps[jumped].t < row[0]; ++jumped)
      before += jumps[jumped].energy;
    const std::span<const double> works = row.subspan(layout.work, integrate::StateLayout::works);
    double missing = std::fabs(row[layout.energy] - at_start -
                               std::accumulate(works.begin(), works.end(), before));
    // a row at the instant of an impact is of the state before it, of that after it, or between two
    double after = before;
    for (std::size_t i = jumped; i < jumps.size() && jumps[i].t == row[0]; ++i) {
      after += jumps[i].energy;
      missing = std::min(missing, std::fabs(row[layout.energy] - at_start -
                                            std::accumulate(works.begin(), works.end(), after)));
    }
    if (std::isfinite(missing)) largest = std::max(largest, missing);
  }
  return largest;
}

std::string within(double value) {
  return value == 0 ? "exactly" : fmt::format("to {:.1e}", value);
}

std::string complaint(const AuditRow& row) {
  return fmt::format("{} {:.1e} only (bound {:.1e})", row.what, row.value, *row.bound);
}

std::string verdict_of(const Motion& motion, const Audit& audit) {
  if (!audit.holds()) return fmt::format("The audit fails: {}.", audit.complaints);
  if (!motion.outcome().complete())
    return fmt::format("The motion ended early: {}. Until there the audit holds.",
                       motion.outcome().words());
  const std::string energy = "energy balanced " + within(motion.energy_imbalance());
  if (motion.equations().rows.empty()) return fmt::format("The audit holds: {}.", energy);
  return fmt::format("The audit holds: constraints {}, {}.", within(motion.largest().position),
                     energy);
}

}  // namespace

Audit audit_of(const Motion& motion) {
  Audit audit;
  const MotionSizes sizes = sizes_of(motion);
  const double tolerance = std::max(motion.tolerance(), integrate::smallest_tolerance);
  if (!motion.equations().rows.empty()) {
    const JudgedResiduals judged =
        judge_residuals(motion, sizes, tolerances_of_residuals * tolerance);
    audit.rows.push_back({"constraints hold to", judged.position.value, judged.position.bound,
                          "residual that is largest beside the terms of its row"});
    audit.rows.push_back({"their rates hold to", judged.velocity.value, judged.velocity.bound,
                          "the same at the level of velocities"});
    audit.rows.push_back({"virtual work of the ideal forces vanishes to",
                          motion.largest().virtual_work, largest_virtual_work,
                          "relative to the forces; zero in theory"});
    audit.rows.push_back({"equations of the constraints", motion.largest().acceleration,
                          std::nullopt, "largest |A q̈ − b|"});
  }
  if (!motion.equations().system.contacts().empty()) {
    const JudgedContacts judged =
        judge_contacts(motion, sizes, tolerances_of_residuals * tolerance);
    audit.rows.push_back({"no gap is below zero by more than", judged.gap.value, judged.gap.bound,
                          "of all contacts the one that is largest beside its terms"});
    audit.rows.push_back({"no contact pulls by more than", judged.push.value, judged.push.bound,
                          "a contact can only push"});
    audit.rows.push_back({"gap times push vanishes to", judged.product.value, judged.product.bound,
                          "only closed contacts push"});
    audit.rows.push_back({"energy that impacts add, of what they exchange",
                          std::max(energy_added_by_impacts(motion), 0.0), largest_energy_added,
                          "an impact may only lose"});
  }
  if (!motion.equations().system.frictions().empty()) {
    const JudgedFrictions judged = judge_frictions(motion, tolerances_of_residuals * tolerance);
    audit.rows.push_back({"no friction is beyond its limit by more than", judged.force.value,
                          judged.force.bound, "inside its cone at every output"});
  }
  const double missing = energy_missing_at_outputs(motion);
  audit.rows.push_back({"energy is balanced to",
                        missing > overlooked * sizes.energy
                            ? std::max(missing, motion.energy_imbalance())
                            : motion.energy_imbalance(),
                        tolerances_of_energy * tolerance * sizes.energy + sizes.energy_rounding,
                        "change of energy less the work of all forces"});
  for (const AuditRow& row : audit.rows)
    if (!row.holds()) audit.complaints += (audit.complaints.empty() ? "" : "; ") + complaint(row);
  audit.verdict = verdict_of(motion, audit);
  return audit;
}

std::string ending_in_words(const Motion& motion, const Audit& audit) {
  const std::string words = motion.outcome().words();
  if (audit.holds()) return words;
  return fmt::format("{}, {} the audit fails: {}", words,
                     motion.outcome().complete() ? "but" : "and", audit.complaints);
}

}  // namespace alembert
