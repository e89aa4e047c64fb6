#pragma once
/// How a motion begins in a lane: by itself, before it joins the others.

#include <memory>
#include <optional>
#include <vector>

#include "dynamics/natural_sizes.hpp"
#include "ensemble/lane_functions.hpp"

namespace alembert {

class LaneStart {
 public:
  explicit LaneStart(const LaneFunctions& functions);
  ~LaneStart();

  struct Beginning {
    double residual, energy;
    double step;  ///< length of the first one
    const NaturalSizes* sizes;
  };
  /// Of a motion from (t, state), state = (q, q̇), that goes on for `longest` at most. Nothing where
  /// it cannot begin here: its start is not a number, has to be searched for, or the rows are
  /// nearly dependent there.
  std::optional<Beginning> begin(double t, const std::vector<double>& state,
                                 const std::vector<double>& parameters, double longest);

 private:
  class StartFlow;

  bool is_on_constraints();
  const double* call(const Evaluator& evaluator);

  const LaneFunctions& functions_;
  std::vector<double> block_, outputs_, workspace_;  ///< of one lane
  std::unique_ptr<StartFlow> flow_;
};

}  // namespace alembert
