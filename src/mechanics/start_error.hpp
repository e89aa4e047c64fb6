#pragma once
/// A mistake that shows only where a run begins. It knows what it is about by names alone; whoever
/// has the text finds their place there (text/placed.hpp).

#include <utility>

#include "mechanics/model_error.hpp"

namespace alembert {

/// What of the model such a mistake is about. Where nothing is named it is the start as a whole.
struct StartMatter {
  std::vector<std::string> given = {};  ///< values at the start, by their columns: x, x'
  std::vector<std::string> held = {};   ///< constraints and joints that ask for something else
};

class StartError : public ModelError {
 public:
  StartError(std::string what, std::string hint, StartMatter matter = {})
      : ModelError(std::move(what), std::move(hint)), matter_(std::move(matter)) {}

  const StartMatter& matter() const { return matter_; }

 private:
  StartMatter matter_;
};

}  // namespace alembert
