#pragma once
/// A system with what its file says about running it: the start, the run, the expectations, the
/// drawing.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/choices.hpp"
#include "mechanics/system.hpp"

namespace alembert {

/// A coordinate or velocity at the start: given, or a guess (`x ~ 1.2`).
struct StartValue {
  NodeId symbol;   ///< the q or v symbol
  NodeId formula;  ///< of parameters, t and other start values
  bool guess = false;
};

enum class Method { dop853, taylor, gauss, stiff };
template <>
inline constexpr auto choices<Method> = std::to_array<NamedChoice<Method>>({
    {Method::dop853, "dop853", "method dop853", "explicit Runge-Kutta of order 8, the default"},
    {Method::taylor, "taylor", "method taylor", "Taylor series of high order"},
    {Method::gauss, "gauss", "method gauss",
     "Gauss collocation, symmetric, for long conservative runs"},
    {Method::stiff, "stiff", "method stiff", "implicit, for stiff systems"},
});

enum class Drift { project, baumgarte, none };
template <>
inline constexpr auto choices<Drift> = std::to_array<NamedChoice<Drift>>({
    {Drift::project, "project", "drift project",
     "back onto the constraints after every step, the default"},
    {Drift::baumgarte, "baumgarte", "drift baumgarte a b", "errors of the constraints are damped"},
    {Drift::none, "none", "drift none", "errors of the constraints grow as they will"},
});

enum class Inconsistent { error, least_squares };
template <>
inline constexpr auto choices<Inconsistent> = std::to_array<NamedChoice<Inconsistent>>({
    {Inconsistent::error, "error", "inconsistent error", "the run ends, the default"},
    {Inconsistent::least_squares, "least_squares", "inconsistent least_squares",
     "the weighted squares of the errors are made least; not with method taylor"},
});

enum class Impacts { together, in_turn, poisson, energetic };
template <>
inline constexpr auto choices<Impacts> = std::to_array<NamedChoice<Impacts>>({
    {Impacts::together, "together", "impacts together", "they give back their speeds all at once"},
    {Impacts::in_turn, "in_turn", "impacts in_turn",
     "one impact after the other, until no contact is struck"},
    {Impacts::poisson, "poisson", "impacts poisson",
     "contacts are compressed first, and then give back a part of their impulses"},
    {Impacts::energetic, "energetic", "impacts energetic",
     "a contact gives back a part of the energy that went into it, the square of `restitution`"},
});

enum class Painleve { impact, lift, stop };
template <>
inline constexpr auto choices<Painleve> = std::to_array<NamedChoice<Painleve>>({
    {Painleve::impact, "impact", "painleve impact",
     "the contact is struck although nothing approaches, the default where no force satisfies the "
     "law"},
    {Painleve::lift, "lift", "painleve lift", "the contact opens where it may"},
    {Painleve::stop, "stop", "painleve stop",
     "the run ends, the default where several forces satisfy the law"},
});

/// What a contact or a friction does.
enum class Phase { open, rest, stick, slip };
template <>
inline constexpr auto choices<Phase> = std::to_array<NamedChoice<Phase>>({
    {Phase::open, "open", "open", "it touches nothing"},
    {Phase::rest, "rest", "rest", "closed, and without friction"},
    {Phase::stick, "stick", "stick", "closed, and friction holds what it touches"},
    {Phase::slip, "slip", "slip", "closed, and what it touches slides"},
});

constexpr std::string_view name_of(Method method) { return choice_word(method); }
constexpr std::string_view name_of(Drift drift) { return choice_word(drift); }
constexpr std::string_view name_of(Inconsistent choice) { return choice_word(choice); }
constexpr std::string_view name_of(Impacts impacts) { return choice_word(impacts); }
constexpr std::string_view name_of(Painleve painleve) { return choice_word(painleve); }
constexpr std::string_view name_of(Phase phase) { return choice_word(phase); }

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
  std::optional<Impacts> impacts = {};  ///< where nothing is said, an error where it matters
  std::optional<Painleve> painleve = {};
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
    impact,      ///< a quantity of the n-th impact of a contact
    change,      ///< the time of the n-th change of a phase
    impacts,     ///< how many impacts there were
    timeline,    ///< the phases one after the other
    rest_after,  ///< the end of impacts without end
    contacts_hold,
    cone_holds,
    impacts_lose_energy,
  };
  /// What is asked of an impact: its time, its impulse, the speed of approach, the energy lost.
  enum class OfImpact { t, impulse, speed, lost };
  What what;
  std::string text;          ///< as the model states it
  NodeId bound = no_node;    ///< E
  NodeId time = no_node;     ///< T of `at T:`
  NodeId formula = no_node;  ///< of `at` and `always`
  NodeId value = no_node;    ///< what the formula should be
  std::string outcome = {};  ///< the words of `outcome`
  NodeId count = no_node;    ///< of rank, freedoms and impacts; n of the n-th
  std::string contact = {};  ///< whose impacts and phases
  OfImpact of_impact = OfImpact::t;
  std::vector<Phase> phases = {};
};

template <>
inline constexpr auto choices<Expectation::OfImpact> =
    std::to_array<NamedChoice<Expectation::OfImpact>>({
        {Expectation::OfImpact::t, "t", "t", "its time"},
        {Expectation::OfImpact::impulse, "impulse", "impulse", "its impulse"},
        {Expectation::OfImpact::speed, "speed", "speed", "the speed of approach"},
        {Expectation::OfImpact::lost, "lost", "lost", "the energy that it takes"},
    });
constexpr std::string_view name_of(Expectation::OfImpact quantity) { return choice_word(quantity); }

/// A shape of the `draw` block; points are vectors of 2 or 3 formulas. `up` is no shape: it says
/// which way the picture stands.
struct Shape {
  /// The last three stand for parts of mechanisms and are no words of the language: a round bar
  /// (end, end, radius), a ball of a joint (centre, radius), and the ground that holds a joint
  /// (place, direction of the ground from there, size).
  enum class What { point, line, path, disk, box, sphere, ellipsoid, frame, up, bar, ball, ground };
  What what;
  std::string name;
  /// Vectors, or single formulas of length 1. The box of a body has its three axes in place of an
  /// angle.
  std::vector<std::vector<NodeId>> arguments;
  std::optional<std::size_t> body = {};  ///< of a mechanism, by its number: one colour a body
};
template <>
inline constexpr auto choices<Shape::What> = std::to_array<NamedChoice<Shape::What>>({
    {Shape::What::point, "point", "point name (p) radius", "a dot; the radius may be left out"},
    {Shape::What::line, "line", "line name (p) (p) ...", "a line through two or more points"},
    {Shape::What::path, "path", "path name (p)", "the trace of a point"},
    {Shape::What::disk, "disk", "disk name (centre) radius (normal) (spoke)",
     "a disk; the normal and the spoke, which turns with it, may be left out; no normal in the "
     "plane"},
    {Shape::What::box, "box", "box name (centre) (size) angle", "a box; the angle may be left out"},
    {Shape::What::sphere, "sphere", "sphere name (centre) radius", "a sphere"},
    {Shape::What::ellipsoid, "ellipsoid", "ellipsoid name (centre) (axis) (axis) (axis)",
     "an ellipsoid in space, by its half axes as vectors"},
    {Shape::What::frame, "frame", "frame name (origin) (axis) (axis) (axis)",
     "the axes of a body; two axes in the plane"},
    {Shape::What::up, "up", "up (direction)",
     "which way is up in space; without it against gravity where that is clear, else along z"},
});
constexpr std::string_view name_of(Shape::What what) {
  switch (what) {
    case Shape::What::bar:
      return "bar";
    case Shape::What::ball:
      return "ball";
    case Shape::What::ground:
      return "ground";
    default:
      return choice_word(what);
  }
}

struct Model {
  System system;
  std::vector<StartValue> start;
  std::optional<Run> run;
  std::vector<Expectation> checks;
  std::vector<Shape> drawing;
  /// Parameters whose numbers are in the equations already: they are indices, or bound families and
  /// sums.
  std::vector<NodeId> fixed = {};
  /// The text it was read from; empty for a model built in C++.
  std::string text = {};
};

}  // namespace alembert
