#pragma once
/// What the steps of a run have cost.

namespace alembert::integrate {

struct IntegratorCounters {
  long steps = 0;  ///< accepted
  long rejected = 0;
  long evaluations = 0;  ///< of f

  IntegratorCounters& operator+=(const IntegratorCounters& other) {
    steps += other.steps;
    rejected += other.rejected;
    evaluations += other.evaluations;
    return *this;
  }
};

}  // namespace alembert::integrate
