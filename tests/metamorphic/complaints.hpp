#pragma once
/// What differs between runs that ought to be the same, gathered so that one test says it once; and
/// tests that are made from a table.

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "described.hpp"

namespace alembert::metamorphic {

/// Collects what is wrong in a series of runs and tells the first few.
class Complaints {
 public:
  void begin(const std::string& variant) {
    variant_ = variant;
    ++variants_;
    complained_ = false;
  }
  void add(const std::string& text);
  /// Fails the test if there was a complaint.
  void tell() const;

 private:
  std::string variant_;
  std::vector<std::string> texts_;
  int variants_ = 0, bad_ = 0;
  bool complained_ = false;
};

/// What must be equal in any axes, units and rows: how it ends, the ranks, the number of events.
void compare_decisions(const Course& found, const Course& expected, Complaints& complaints);

/// Which multipliers are unique; not where rows were doubled, because their copies share what they
/// had.
void compare_uniqueness(const Course& found, const Course& expected, Complaints& complaints);

/// What contacts and frictions did: the same in the same order, times within `bound` of the run,
/// energies of impacts within that part of the largest.
void compare_instants(const Course& found, const Course& expected, double bound,
                      Complaints& complaints);

/// Motion and forces within `bound` of their size.
void compare_motion(const Course& found, const Course& expected, const Dimensions& dimensions,
                    double bound, Complaints& complaints);

/// The same model written otherwise.
struct Rewritten {
  std::string name;
  Change change;
};
/// Runs variants of a model from the numbers with which it starts, and compares what they tell with
/// what the model itself does.
void compare_variants(
    const Described& described, double bound,
    const std::function<std::vector<Rewritten>(const Model&, const State& start)>& variants_of);

/// Registers a test of every model for which `wanted` holds; its name is `what` about the file.
struct TestsOf {
  TestsOf(
      const std::vector<Described>& models, const std::string& what, const std::string& tag,
      const std::function<void(const Described&)>& test,
      const std::function<bool(const Described&)>& wanted = [](const Described&) { return true; });
};

}  // namespace alembert::metamorphic
