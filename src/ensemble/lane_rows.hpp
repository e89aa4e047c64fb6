#pragma once
/// Where the numbers of motions that run side by side lie: one row for each, with the lanes side by
/// side.
///
/// A block holds all rows. The functions of lanes read one block and write a part of another, so
/// that the state goes to and fro between two blocks and is never copied.

#include <cstddef>

namespace alembert {

struct LaneRows {
  LaneRows(std::size_t coordinates, std::size_t free_parameters)
      : n(coordinates), parameter_count(free_parameters) {}

  std::size_t n, parameter_count;

  // a step writes from t on: the state where it lands, and what it found on the way
  std::size_t t = 0, q = 1, v = q + n;
  std::size_t size = v + n;          ///< natural sizes of q and q̇
  std::size_t waits = size + 2 * n;  ///< 1 where the state is not on its constraints yet
  std::size_t v_before = waits + 1;  ///< size of the last correction of q̇
  std::size_t error = v_before + 1;  ///< relative to what is allowed
  std::size_t best = error + 1;      ///< condition of the rows on the way
  std::size_t worst = best + 1;
  std::size_t end_of_step = worst + 1;

  // a correction writes from t on as well, and its sizes where a step has its findings
  std::size_t q_size = error, miss = best, condition = worst;

  // the audit of a state writes these
  std::size_t residual_here = end_of_step, energy_here = residual_here + 1;

  // the control of steps writes these for the next step
  std::size_t remark = energy_here + 1;  ///< what the last step was, a LaneRemark
  std::size_t t_begin = remark + 1;      ///< where the step begins
  std::size_t h = t_begin + 1;
  std::size_t landing = h + 1;  ///< where the step ends
  std::size_t wish = landing + 1, root_before = wish + 1, h_before = root_before + 1;
  std::size_t may_grow = h_before + 1;
  std::size_t steps = may_grow + 1;
  std::size_t residual = steps + 1;  ///< largest so far, before this step
  std::size_t energy_deviation = residual + 1;
  std::size_t end_of_control = energy_deviation + 1;

  // what stays as it is until a time is reached, or for a whole motion
  std::size_t target = end_of_control;
  std::size_t next_target = target + 1;  ///< after that one; the same at the end
  std::size_t energy_at_start = next_target + 1;
  std::size_t origin = energy_at_start + 1;  ///< what natural sizes are made from (NaturalSizes)
  std::size_t root = origin + n, share = root + n;
  std::size_t parameters = share + n;
  std::size_t count = parameters + parameter_count;
};

/// What the control found about a step; zero where it is taken and nothing else happened.
struct LaneRemark {
  static constexpr double taken = 0;
  static constexpr double arrived = 1;   ///< taken, and the target is reached
  static constexpr double rejected = 2;  ///< to be tried again, shorter
  static constexpr double failed = 3;    ///< the motion cannot go on here
};

}  // namespace alembert
