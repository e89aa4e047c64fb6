#pragma once
/// The way of a run whose equations change: parts, each by the equations of its mode.

#include <memory>
#include <vector>

#include "mechanics/acting_part.hpp"
#include "motion/smooth_trajectory.hpp"

namespace alembert {

/// Equations of a system with some of its contacts closed.
struct TrajectoryMode {
  Acting acts;
  std::shared_ptr<SmoothTrajectory> trajectory;
};

class HybridTrajectory final : public Trajectory {
 public:
  HybridTrajectory(const Equations& all, const RunSettings& settings);

  const Equations& equations() const override { return all_; }
  Equations equations_at(double t) override;
  const MotionColumns& layout() const override { return *layout_; }
  const std::shared_ptr<const MotionColumns>& shared_layout() const { return layout_; }
  const RunSettings& settings() const override { return settings_; }
  DynamicsOptions dynamics_options() const override;

  std::vector<double> row_at(double t) override;
  std::vector<double> evaluate_at(const std::vector<NodeId>& formulas, double t) override;
  std::vector<std::vector<double>> evaluate_rows(const std::vector<NodeId>& formulas,
                                                 const std::vector<double>& table) override;

  /// A mode is there from now on; its number.
  std::size_t add_mode(TrajectoryMode mode);
  /// From t on the run follows this mode, with these numbers of the variables of the system.
  void begin_part(double t, std::size_t mode, const std::vector<double>& variables);
  /// The parameters that are variables, by index.
  const std::vector<std::size_t>& variables() const { return variables_; }

 private:
  struct Part {
    double from;
    std::size_t mode;
    std::vector<double> variables;
  };
  /// The part at a time, with its variables in place.
  const TrajectoryMode& mode_at(double t);

  const Equations all_;
  const RunSettings settings_;
  const std::shared_ptr<const MotionColumns> layout_;
  std::vector<std::size_t> variables_;
  std::vector<TrajectoryMode> modes_;
  std::vector<Part> parts_;
  const std::shared_ptr<std::mutex> reading_;  ///< held while a part is chosen and asked
};

}  // namespace alembert
