#pragma once
/// Whether a run makes progress. One that would need far too many steps gets an outcome that says
/// why: something switches to and fro, as the friction of a body that has come to rest does, or the
/// steps are too short.

#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/failure.hpp"
#include "motion/run_settings.hpp"
#include "motion/switching/switches.hpp"

namespace alembert {

/// Looks at the steps by thousands; as long as these lead on, a step costs next to nothing.
class Pace {
 public:
  Pace(Dynamics& dynamics, const RunSettings& settings);

  /// To be told of every step, with the state that it led to. It fails where it will not reach its
  /// end.
  std::optional<Failure> after_step(double t, const numeric::Vector& y) {
    if (++steps_ % steps_between_looks != 0 && !is_watching_) return std::nullopt;
    return look(t, y);
  }

 private:
  static constexpr int steps_between_looks = 32, steps_of_window = 32 * steps_between_looks;

  /// What a switch did.
  struct Record {
    std::vector<double> sides;  ///< when last seen
    long changes = 0;           ///< in this window
    double largest = 0;         ///< of its sides, in this window …
    double largest_ever = 0;    ///< … and whenever it was seen
  };

  std::optional<Failure> look(double t, const numeric::Vector& y);
  void see_switches(double t, const numeric::Vector& y);
  std::optional<Failure> judge(double t);
  Failure chattering(std::ptrdiff_t which, double t) const;
  void begin_window(double t);
  static bool is_restless(const Record& record);
  static bool is_at_its_change(const Record& record);

  Dynamics& dynamics_;
  const RunSettings& settings_;
  const std::vector<Switch> switches_;
  CompiledFormulas sides_;
  std::vector<Record> records_;
  int steps_ = 0;            ///< of this window
  double window_begin_;      ///< its t
  bool is_watching_ = true;  ///< at every step: in the first window, and after one that led nowhere
  long rattling_steps_ = 0, hopeless_steps_ = 0;  ///< in a row
};

}  // namespace alembert
