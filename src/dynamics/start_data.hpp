#pragma once
/// What a model says about its start, in numbers.

#include <vector>

#include "mechanics/model.hpp"

namespace alembert {

/// A coordinate or velocity known at the start, as a number.
struct Known {
  std::size_t coordinate;
  double value;
};

/// What is known and what is guessed about the state at the start.
struct StartData {
  std::vector<Known> q, v;
  std::vector<Known> q_guess, v_guess;
};

/// The start values of a model in numbers at time t. Throws ModelError where one cannot be known.
StartData evaluate_start(const System& system, const std::vector<StartValue>& start, double t);

}  // namespace alembert
