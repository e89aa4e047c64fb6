#pragma once
/// The same mechanics written in other coordinates, units and rows.
///
/// q = T q̂ with a constant regular T, t = τ t̂, L̂ = κ L. Work is invariant up to κ, so that every
/// generalised force becomes κ Tᵀ Q. A row times ρ keeps its force: its multiplier is divided by ρ.

#include <optional>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "numeric/matrix.hpp"

namespace alembert::metamorphic {

/// How the rows of the constraints are written; empty vectors leave them as they are.
struct RowChange {
  std::vector<std::size_t> order = {};            ///< of the constraints
  std::vector<std::vector<double>> factors = {};  ///< by constraint and row
  bool doubled = false;  ///< every constraint stands there again, its rows times −2
};

/// A change of all that a model is free to choose.
struct Change {
  numeric::Matrix T;   ///< q = T q̂
  double time = 1;     ///< t = time · t̂
  double energy = 1;   ///< L̂ = energy · L
  double checked = 1;  ///< both sides of `at T: f = v` are multiplied by it
  RowChange rows = {};
};

/// A state in the coordinates of the model as it is written.
struct State {
  numeric::Vector q, v;
};

/// The change that changes nothing.
Change no_change(const Model& model);

/// The name of the copy of a constraint whose rows are doubled.
std::string again(const std::string& constraint);

/// The model after the change: system, start, run and checks; watches and drawing are left out.
/// With `start` all values are given as numbers; without it T must be diagonal.
Model changed(const Model& model, const Change& change,
              const std::optional<State>& start = std::nullopt);

}  // namespace alembert::metamorphic
