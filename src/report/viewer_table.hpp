#pragma once
/// The one table of numbers that the viewer in the browser shows: a row of the motion, then the
/// deviation of the energy, the vertices and arrows of the scene, singular values and the arrows of
/// Fig. 1. It is filled row by row, so that it can follow a motion that is still running.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "draw/scene_numbers.hpp"
#include "dynamics/state_solver.hpp"
#include "motion/motion_columns.hpp"
#include "theory/figure.hpp"

namespace alembert {

class ViewerTable {
 public:
  /// `equations` are those of the model and share its graph.
  ViewerTable(const Model& model, const Equations& equations, const DynamicsOptions& options = {});

  /// The numbers of an instant from its row of the motion's table, kept until the next call.
  const std::vector<double>& row(std::span<const double> motion_row);

  const Equations& equations() const { return solver_.equations(); }
  const MotionColumns& layout() const { return layout_; }
  const ScenePlan& plan() const { return plan_; }

  // first columns of the blocks
  std::size_t width() const { return row_.size(); }
  std::size_t deviation() const { return layout_.width(); }
  std::size_t scene() const { return deviation() + 1; }
  std::size_t singular_values() const { return scene() + plan_.width; }
  std::size_t singular_value_count() const { return singular_value_count_; }
  /// The columns of each arrow of Fig. 1: along, across, length, hidden.
  std::size_t figure() const { return singular_values() + singular_value_count_; }
  bool has_figure() const { return has_figure_; }
  /// What the figure does not show, judged by the first row.
  const std::string& figure_note() const { return figure_note_; }

  static constexpr std::size_t figure_arrows = 9, numbers_of_arrow = 4;
  /// Their names for the viewer, in order.
  static constexpr std::array<const char*, figure_arrows> arrow_names = {
      "a", "Ta", "Na", "c", "Nc", "Be", "Bb", "q", "d"};

 private:
  void put_figure(double t, const numeric::Vector& q, const numeric::Vector& v);
  void put_singular_values(double t, const numeric::Vector& q, const numeric::Vector& v);

  StateSolver solver_;
  const MotionColumns layout_;
  ScenePlan plan_;
  SceneNumbers scene_numbers_;
  std::size_t singular_value_count_;
  bool has_figure_;
  std::string figure_note_;
  std::optional<double> energy_at_start_;
  std::vector<double> row_;
};

}  // namespace alembert
