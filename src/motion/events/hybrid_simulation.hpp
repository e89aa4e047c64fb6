#pragma once
/// A run whose equations change on the way: contacts close and open, impacts change velocities, and
/// the rules of the model act. Between these instants it is a Simulation of the equations that hold
/// there.

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "motion/events/accumulation.hpp"
#include "motion/events/contact_solver.hpp"
#include "motion/events/hybrid_trajectory.hpp"
#include "motion/events/mode_events.hpp"
#include "motion/simulation.hpp"

namespace alembert {

class HybridSimulation final : public MotionRun {
 public:
  using Vector = numeric::Vector;

  HybridSimulation(const Equations& equations, const RunSettings& settings,
                   std::shared_ptr<SharedCode> code = std::make_shared<SharedCode>());

  /// Finds a start that satisfies the constraints; no contact may be passed there.
  void prepare(const StartData& data) override;
  /// Integrates from the start that was prepared; once. Both functions may be empty (simulate.hpp).
  Motion run(const std::function<bool(double)>& progress,
             const std::function<void(std::span<const double>)>& output = {}) override;

 private:
  /// The equations while contacts and frictions do this.
  struct Mode {
    std::size_t number;  ///< in the trajectory
    Simulation simulation;
    std::unique_ptr<ModeEvents> events;  ///< once it is known whether forces are shared
    std::size_t rows;
  };

  Mode& mode_of(const Phases& phases);
  void watch(Mode& mode);
  void watch_frictions(std::vector<NodeId>& numbers, std::vector<bool>& guarded, bool is_shared);
  NodeId margin_of_limit(const Friction& friction, bool is_shared) const;
  RunSettings settings_of_mode(const Acting& acts) const;
  void give_variables(Mode& mode);
  void take_sizes(Mode& mode);
  void tell_reach();
  void pass_instant(const std::vector<EventHit>& hits);
  bool strike();
  void take_impact(ImpactResult& impact);
  void note_unchecked();
  std::optional<Accumulation> end_of_impacts();
  bool settle(int jams = 0);
  std::vector<bool> rules_that_hold();
  bool is_done(const When& rule) const;
  void act(std::size_t rule);
  void refuse_broken_rows(std::size_t rule);
  void switch_rows();
  bool comes_on(std::size_t constraint);
  void tell(Tally what, const std::string& name, double number, bool adds);
  void take_frictions(const FrictionStates& next);
  /// The number that a parameter has now, one of those that change on the way.
  double& variable(std::size_t parameter);
  const std::string& name_of_contact(std::size_t contact) const;
  void tell_switched();
  FrictionNews news_of(const std::vector<EventHit>& hits) const;
  FrictionStates friction_states() const { return {phases_.frictions, sense_, side_}; }
  /// Where the numbers of a friction stand among those that are watched.
  std::size_t friction_number(std::size_t friction, std::size_t which) const {
    return phases_.closed.size() + held_.size() + 3 * friction + which;
  }
  void enter();
  void end(Fate fate, const std::string& detail);

  numeric::Index n() const { return static_cast<numeric::Index>(coordinates_); }
  Vector q() const { return y_.head(n()); }
  Vector v() const { return y_.segment(n(), n()); }

  const RunSettings settings_;
  const std::shared_ptr<SharedCode> code_;
  const std::shared_ptr<HybridTrajectory> trajectory_;
  ContactSolver solver_;
  const std::size_t coordinates_;
  std::map<Phases, std::unique_ptr<Mode>> modes_;

  RunLog* log_ = nullptr;
  double t_ = 0;
  Vector y_;
  Phases phases_;
  std::vector<int> sense_,
      side_;                    ///< by friction: of its slip, and of the multiplier that presses it
  FrictionNews news_;           ///< of the instant that is passed
  std::vector<bool> next_off_;  ///< by constraint: what rules of this instant made of it
  std::vector<std::size_t> joining_;  ///< rows that came on with a velocity of their own
  Mode* mode_ = nullptr;
  std::vector<double> variables_;  ///< their numbers, in the order of the trajectory's
  std::vector<bool> held_;         ///< by rule: whether its conditions held when last seen
  std::vector<std::size_t>
      fresh_;  ///< numbers of the mode that are zero but for rounding as it begins
  const NaturalSizes* sizes_ = nullptr;  ///< of the mode that was left last
  Vector reach_;                         ///< (q, q̇) at their largest, in all modes so far
  AccumulationWatch accumulation_;
  std::size_t impacts_ = 0;       ///< groups
  bool noted_unchecked_ = false;  ///< that solutions of friction were not all sought for
  std::optional<Outcome> outcome_;
};

}  // namespace alembert
