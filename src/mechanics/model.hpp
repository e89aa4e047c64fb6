#pragma once
/// A system with what its file says about running it: the start, the run, the expectations, the drawing.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/system.hpp"

namespace alembert {

/// A coordinate or velocity at the start: given, or a guess (`x ~ 1.2`).
struct StartValue {
  NodeId symbol;   ///< the q or v symbol
  NodeId formula;  ///< of parameters, t and other start values
  bool guess = false;
};

enum class Method { dop853, taylor, gauss, stiff };
enum class Drift { project, baumgarte, none };
enum class Inconsistent { error, least_squares };
std::string_view name_of(Method method);
std::string_view name_of(Drift drift);
std::string_view name_of(Inconsistent choice);

/// A condition and the words in which the model states it.
struct Condition {
  NodeId formula;  ///< 1 where it holds, 0 elsewhere
  std::string text;
};

/// `run` and the options below it; formulas are of parameters. What is not said keeps its default.
struct Run {
  NodeId from = no_node;  ///< 0
  NodeId until = no_node;
  std::optional<NodeId> tolerance;       ///< relative to natural sizes, 1e-10
  std::optional<NodeId> every;           ///< output step, 1/1000 of the run
  std::optional<NodeId> rank_tolerance;  ///< 1e-10
  Method method = Method::dop853;
  Drift drift = Drift::project;
  NodeId baumgarte_alpha = no_node, baumgarte_beta = no_node;
  Inconsistent inconsistent = Inconsistent::error;
  std::vector<Condition> stop_when;
};

/// One line of a `check` block.
struct Expectation {
  enum class What {
    energy_constant,
    energy_balanced,
    constraints_hold,
    virtual_work_vanishes,
    value_at,
    always,
    outcome,
    rank,
    freedoms,
  };
  What what;
  std::string text;          ///< as the model states it
  NodeId bound = no_node;    ///< E
  NodeId time = no_node;     ///< T of `at T:`
  NodeId formula = no_node;  ///< of `at` and `always`
  NodeId value = no_node;    ///< what the formula should be
  std::string outcome = {};  ///< the words of `outcome`
  NodeId count = no_node;    ///< of rank and freedoms
};

/// A shape of the `draw` block; points are vectors of 2 or 3 formulas. `up` is no shape: it says which way the
/// picture stands.
struct Shape {
  enum class What { point, line, path, disk, box, sphere, frame, up };
  What what;
  std::string name;
  std::vector<std::vector<NodeId>> arguments;  ///< vectors, or single formulas of length 1
};
std::string_view name_of(Shape::What what);

struct Model {
  System system;
  std::vector<StartValue> start;
  std::optional<Run> run;
  std::vector<Expectation> checks;
  std::vector<Shape> drawing;
  /// Parameters whose numbers are in the equations already: they are indices, or bound families and sums.
  std::vector<NodeId> fixed = {};
  /// What it was read from; empty where it was not read.
  std::string text = {};
};

}  // namespace alembert
