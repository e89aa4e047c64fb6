#pragma once
/// A motion: states, accelerations, every force of constraint by name, and the audit of the run.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "motion/contacts/timeline.hpp"
#include "motion/motion_columns.hpp"
#include "motion/motion_record.hpp"

namespace alembert {

class Trajectory;

/// The force of one constraint at one instant, by coordinate.
struct ReactionAt {
  std::string constraint;
  std::vector<std::string> coordinates;
  std::vector<double> ideal, nonideal;
  std::vector<double> lambda, total;  ///< by row of the constraint
  std::vector<bool> unique;           ///< by row: is its λ the only one?
  double power = 0;

  /// The whole force on a coordinate, ideal plus non-ideal; 0 where the constraint does not act.
  double operator[](std::string_view coordinate) const;
};

/// One instant of a motion, by name: "x", "x'", "x''", a watch, "lambda(rod)", "energy", ...
class Snapshot {
 public:
  Snapshot(std::shared_ptr<const Trajectory> trajectory, std::vector<double> row);

  double t() const { return row_.front(); }
  /// Throws ModelError for a name that the motion does not have.
  double operator[](std::string_view name) const;
  ReactionAt reaction(std::string_view constraint) const;
  std::span<const double> row() const { return row_; }
  const Equations& equations() const;

 private:
  std::shared_ptr<const Trajectory> trajectory_;
  std::vector<double> row_;
};

class Motion;

/// The force of one constraint through a motion.
class Reaction {
 public:
  Reaction(const Motion& motion, std::string constraint)
      : motion_(motion), constraint_(std::move(constraint)) {}
  ReactionAt at(double t) const;

 private:
  const Motion& motion_;
  std::string constraint_;
};

/// What a run leaves. Any number of threads may read one const Motion, or several motions of one
/// system, at the same time, and get the numbers that one thread alone would get: `at`, `evaluate`
/// and the like, which integrate again or work formulas out, wait for each other; all else is only
/// looked up. Making formulas, deriving and simulating change a System's graph and need the system
/// and its motions for themselves meanwhile.
class Motion {
 public:
  Motion(MotionRecord record, std::shared_ptr<Trajectory> trajectory);

  const Outcome& outcome() const { return record_.outcome; }
  const std::vector<Event>& events() const { return record_.events; }
  /// Smooth parts, one after the other; where one ends, formulas of time switch.
  const std::vector<Stretch>& stretches() const { return record_.stretches; }
  /// What contacts did at once, in the order of time.
  const std::vector<ImpactRecord>& impacts() const { return record_.impacts; }
  const std::vector<Accumulation>& accumulations() const { return record_.accumulations; }
  /// What a contact or a friction did from the start to the end. Throws ModelError where there is
  /// none of this name.
  std::vector<PhaseSpan> timeline(std::string_view name) const;
  /// The name of what an impact struck (ImpactRecord::contact).
  const std::string& contact_name(std::size_t contact) const;
  /// The law by which contacts that are struck give back their speeds: "together", "in turn", or
  /// "newton" where nobody named one because it made no difference.
  std::string_view impact_law() const;
  const std::vector<EnergyJump>& jumps() const { return record_.jumps; }
  double jump_energy() const;  ///< of all of them together
  const LargestResiduals& largest() const { return record_.largest; }
  const integrate::IntegratorCounters& counters() const { return record_.counters; }
  const RunTimes& seconds() const { return record_.seconds; }
  void set_seconds(const RunTimes& seconds) { record_.seconds = seconds; }
  double energy_imbalance() const { return record_.energy_imbalance; }  ///< largest, absolute
  double energy_deviation() const { return record_.energy_deviation; }  ///< largest |H − H₀|

  std::size_t size() const { return record_.table.size() / layout().width(); }
  const MotionColumns& layout() const;
  double tolerance() const;                  ///< of the run
  DynamicsOptions dynamics_options() const;  ///< how accelerations were found
  const Equations& equations() const;
  /// Those that the motion follows at a time: without the rows of contacts that are open there.
  Equations equations_at(double t) const;
  /// One row of the table: everything at one output.
  std::span<const double> row(std::size_t sample) const;
  /// A column by name, one number per output.
  std::vector<double> operator[](std::string_view name) const;

  /// What makes up the motion beside its system.
  const MotionRecord& record() const { return record_; }

  double start_time() const { return row(0)[0]; }
  double end_time() const { return record_.outcome.t; }

  /// The instant at any time of the run, on the constraints and with its forces: not interpolated
  /// between outputs but integrated from the last step before it.
  /// At an impact and wherever the motion jumps, what follows it.
  Snapshot at(double t) const;
  /// The instant before what happened at t; the same as `at` where nothing did.
  Snapshot before(double t) const;
  Snapshot front() const;
  Snapshot back() const;
  Reaction reaction(std::string_view constraint) const;

  /// The values of formulas at any time; accelerations and forces of constraint may occur in them.
  std::vector<double> evaluate(const std::vector<NodeId>& formulas, double t) const;
  /// The same at every output, one vector per output.
  std::vector<std::vector<double>> evaluate_outputs(const std::vector<NodeId>& formulas) const;

 private:
  MotionRecord record_;
  std::shared_ptr<Trajectory> trajectory_;  ///< for what lies between the outputs
};

/// The instant as a table: position, velocity and acceleration of every coordinate, the multipliers
/// and the force of every constraint, the watches and the energy.
std::string to_string(const Snapshot& snapshot);
/// "rod: lambda -14.1473, force x 7.78329, y 27.2029"; ideal and non-ideal parts together.
std::string to_string(const ReactionAt& reaction);

/// Writes instants and reactions to standard output: print(motion.at(10),
/// motion.reaction("rod").at(10)).
void print(const Snapshot& snapshot);
void print(const ReactionAt& reaction);
template <class First, class Second, class... More>
void print(const First& first, const Second& second, const More&... more) {
  print(first);
  print(second, more...);
}

}  // namespace alembert
