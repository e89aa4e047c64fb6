#pragma once
/// Small models for tests: what a formula is worth, and which mistake a text gets.

#include <map>
#include <string>

#include "mechanics/model_error.hpp"
#include "symbol/evaluate.hpp"
#include "text/read.hpp"

namespace alembert {

/// Three coordinates, two parameters and a rod, to which a test adds its own lines.
inline const std::string small_system =
    "coordinates x y z\n"
    "parameters a = 2, b = 3\n"
    "kinetic 1/2*(x'^2 + y'^2 + z'^2)\n"
    "constraint rod: x^2 + y^2 = 1\n";

inline Model read(const std::string& text, const ReadOptions& options = {}) {
  return read_text(text, "test.mech", options);
}

/// The number of a formula of the model when its symbols have these values.
inline double number(const Model& model, NodeId formula,
                     const std::map<std::string, double>& values = {}) {
  Assignment known;
  for (const auto& [symbol, value] : model.system.parameter_values()) known[symbol] = value;
  for (const auto& [name, value] : values) {
    const NodeId symbol = model.system.graph().find_symbol(name);
    if (symbol != no_node) known[symbol] = value;
  }
  return evaluate(model.system.graph(), {formula}, known).front();
}

/// What a formula is worth in the small system, as a watch; `more` may declare what it needs.
inline double value_of(const std::string& formula, const std::map<std::string, double>& values = {},
                       const std::string& more = {}) {
  const Model model = read(small_system + more + "watch result = " + formula + "\n");
  return number(model, model.system.watches().back().formula, values);
}

/// The message that a text gets, or "none".
inline std::string mistake(const std::string& text, const ReadOptions& options = {}) {
  try {
    read(text, options);
  } catch (const ModelError& error) {
    return error.message();
  }
  return "none";
}

}  // namespace alembert
