#pragma once
/// The start values of many motions: their formulas compiled once.

#include <memory>
#include <vector>

#include "compile/evaluator.hpp"
#include "mechanics/model.hpp"

namespace alembert {

class StartProgram {
 public:
  /// The start values of a model but for those whose symbols are among `varied`, which come as
  /// numbers.
  StartProgram(const Model& model, const std::vector<NodeId>& varied);

  /// Puts the values into a state (q, q̇) that holds zeros and the numbers of what varies;
  /// `parameters` has one number for each parameter of the system. NaN propagates.
  void put(double t, const std::vector<double>& parameters, std::vector<double>& state) const;

 private:
  std::vector<std::size_t> places_;  ///< of the values, in the state
  std::size_t passes_ = 0;           ///< values may use each other in any order: longest chain
  std::unique_ptr<Evaluator> program_;
};

}  // namespace alembert
