#pragma once
/// What the runs of one system share: its formulas, compiled for whichever run asked for them
/// first.

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "compile/code_store.hpp"
#include "dynamics/explicit_code.hpp"
#include "mechanics/acting_part.hpp"

namespace alembert {

/// Of equations that were derived once; the numbers of their parameters and the rows that complete
/// M may differ from run to run. Any number of threads may use it.
class SharedCode {
 public:
  /// Formulas of t, q, q̇, the parameters, q̈ and the multipliers.
  CodeStore& formulas() { return formulas_; }

  /// What the runs share of that part of the equations alone.
  std::shared_ptr<SharedCode> of_part(const Acting& acts);

  /// The explicit equation for the rows `rows`, or null where there is none
  /// (ExplicitFormulas::make).
  std::shared_ptr<ExplicitCode> explicit_code(const Equations& equations,
                                              const std::vector<std::size_t>& rows,
                                              const solution::ExplicitOptions& options,
                                              double step_tolerance);

 private:
  /// Everything that the code depends on.
  struct Key {
    std::vector<std::size_t> rows, free_parameters, completing_rows;
    std::vector<double> numbers;
    auto operator<=>(const Key&) const = default;
  };
  static Key key_of(const Equations& equations, const std::vector<std::size_t>& rows,
                    const solution::ExplicitOptions& options, double step_tolerance);

  CodeStore formulas_;
  std::mutex looking_;
  std::map<Key, std::shared_ptr<ExplicitCode>> codes_;
  std::map<Acting, std::shared_ptr<SharedCode>> parts_;
};

}  // namespace alembert
