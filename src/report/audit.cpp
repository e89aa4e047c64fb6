#include "report/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

// The error of a step is at most the tolerance; what many steps add up to, and projections leave, may be this
// much more before a number deserves a look.
constexpr double tolerances_of_residuals = 10, tolerances_of_energy = 1000;
// the ideal forces come from solutions that lose a few digits where the rows are nearly dependent
constexpr double largest_virtual_work = 1e-8;

/// The largest energy or work on the way, at least 1: what a balance of energy is measured by.
double size_of_energy(const Motion& motion) {
  double size = 1;
  for (const char* column :
       {"energy", "work(applied)", "work(ideal)", "work(nonideal)", "work(time)"})
    for (const double value : motion[column]) size = std::max(size, std::fabs(value));
  return size;
}

std::string within(double value) {
  return value == 0 ? "exactly" : fmt::format("to {:.1e}", value);
}

}  // namespace

Audit audit_of(const Motion& motion) {
  Audit audit;
  const double tolerance = motion.tolerance();
  if (!motion.equations().rows.empty()) {
    const double bound = tolerances_of_residuals * tolerance;
    audit.rows.push_back({"constraints hold to", motion.largest().position, bound,
                          "largest residual at any step or output"});
    audit.rows.push_back({"their rates hold to", motion.largest().velocity, bound,
                          "largest residual at the level of velocities"});
    audit.rows.push_back({"virtual work of the ideal forces", motion.largest().virtual_work,
                          largest_virtual_work, "relative to the forces; zero in theory"});
    audit.rows.push_back({"equations of the constraints", motion.largest().acceleration,
                          std::nullopt, "largest |A q̈ − b|"});
  }
  audit.rows.push_back({"energy balanced to", motion.energy_imbalance(),
                        tolerances_of_energy * tolerance * size_of_energy(motion),
                        "change of energy less the work of all forces"});

  std::string complaints;
  for (const AuditRow& row : audit.rows) {
    if (row.holds()) continue;
    audit.can_be_trusted = false;
    complaints += fmt::format("{}{} {:.1e}, beyond {:.1e}", complaints.empty() ? "" : "; ",
                              row.what, row.value, *row.bound);
  }
  if (!audit.can_be_trusted)
    audit.verdict = "Needs a look: " + complaints + ".";
  else if (!motion.outcome().complete())
    audit.verdict =
        fmt::format("The motion ended early, at t = {:g}: {}. Until there every check holds.",
                    motion.end_time(), motion.outcome().words());
  else if (motion.equations().rows.empty())
    audit.verdict =
        fmt::format("Every check holds: energy balanced {}.", within(motion.energy_imbalance()));
  else
    audit.verdict =
        fmt::format("Every check holds: constraints {}, energy balanced {}.",
                    within(motion.largest().position), within(motion.energy_imbalance()));
  return audit;
}

}  // namespace alembert
