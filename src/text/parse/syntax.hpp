#pragma once
/// A model file as it is written: statements, items and formulas with their places, nothing worked
/// out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bodies/body.hpp"
#include "bodies/joint.hpp"
#include "mechanics/model.hpp"
#include "symbol/operation.hpp"
#include "text/parse/token.hpp"

namespace alembert {

/// A spelling, numbered so that formulas compare names as integers.
using NameId = std::uint32_t;
inline constexpr NameId no_name = ~NameId{0};

/// The place of a formula in the arena of its Syntax.
using FormulaId = std::uint32_t;
inline constexpr FormulaId no_formula = ~FormulaId{0};

/// What a piece of a formula is, and what its operands are.
enum class FormulaKind : std::uint8_t {
  number,
  name,       ///< operands: the index, if it has one
  rate,       ///< operand: what moves; count: number of primes
  component,  ///< operand: the vector; count: which component
  part,       ///< operand: a body or a joint; name: which part of it, `.x`
  sum,        ///< operands with their signs
  product,    ///< operands, each multiplied or divided by
  negate,
  power,       ///< base, exponent
  call,        ///< name(operands)
  point,       ///< name[index](operands): a point of a body of a family; the index first
  vector,      ///< (operands)
  comparison,  ///< left, right
  series,      ///< sum(name in first..last: term): first, last, term
};

/// A piece of a formula; operands stand one after the other in `Syntax::operands`.
struct FormulaNode {
  FormulaKind kind;
  TokenKind sign = TokenKind::plus;  ///< of a comparison
  TokenSpan span;
  NameId name = no_name;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  double number = 0;  ///< value, number of primes, or component
};

/// An operand and the operator before it: minus in a sum, divide in a product.
struct Operand {
  FormulaId formula;
  bool inverse = false;
};

/// `x`, `x[3]`, `x[1..N]` or `x[i in 1..N]`, where an item is named.
struct ItemName {
  NameId name = no_name;
  TokenSpan span;
  NameId index = no_name;        ///< i
  FormulaId first = no_formula;  ///< 1, or the 3 of x[3]
  FormulaId last = no_formula;   ///< N; missing for one member
  TokenSpan index_span = {};
  NameId part = no_name;  ///< `.x` of a coordinate that a joint made

  bool is_single() const { return first == no_formula; }
  bool is_family() const { return last != no_formula; }
};

/// name = formula [unit], and its like.
struct NamedFormula {
  ItemName name;
  FormulaId formula = no_formula;
  std::string unit = {};
};

/// What the terms of an energy or a power are added to.
enum class TermKind { kinetic, potential, lagrangian, virtual_power, dissipation };

struct TermSyntax {
  TermKind kind;
  FormulaId formula;
};

struct ParticleSyntax {
  ItemName name;
  FormulaId mass = no_formula;
  FormulaId at = no_formula;
  FormulaId force = no_formula;
};

/// A direction: an axis of the frame, or a vector.
struct AxisSyntax {
  char letter = 0;  ///< x, y or z
  bool is_negative = false;
  FormulaId formula = no_formula;

  bool is_given() const { return letter != 0 || formula != no_formula; }
};

/// `turned z a`.
struct TurnSyntax {
  AxisSyntax about;
  FormulaId angle = no_formula;
};

struct SolidSyntax {
  Solid::What what;
  TokenSpan span = {};
  std::vector<FormulaId> arguments = {};
  FormulaId width = no_formula;
  FormulaId radius = no_formula;
  AxisSyntax along = {};
};

struct BodySyntax {
  ItemName name;
  ItemName same_as = {};  ///< of `body b = ground`
  FormulaId mass = no_formula;
  FormulaId density = no_formula;
  FormulaId centre = no_formula;
  FormulaId inertia = no_formula;
  FormulaId at = no_formula;
  std::vector<TurnSyntax> turned = {}, inertia_turned = {};
  std::vector<SolidSyntax> solids = {};
};

/// `A`, or `A(p)`.
struct BodyPointSyntax {
  ItemName body;
  FormulaId point = no_formula;
};

struct JointSyntax {
  ItemName name;
  JointKind kind = JointKind::revolute;
  BodyPointSyntax a = {}, b = {};  ///< of a gear or a rack the joints that it couples
  FormulaId at = no_formula;
  std::vector<AxisSyntax> along = {};
  FormulaId spring = no_formula;
  FormulaId spring_from = no_formula;
  FormulaId damping = no_formula;
  FormulaId armature = no_formula;
  FormulaId pitch = no_formula;
  FormulaId radius = no_formula;
  FormulaId length = no_formula;
  FormulaId range_from = no_formula;
  FormulaId range_to = no_formula;
  AxisSyntax plane = {};
  FormulaId plane_height = no_formula;
  FormulaId ratio = no_formula;
  FormulaId offset = no_formula;
  FormulaId curve = no_formula;
  ItemName parameter = {};  ///< u of a curve
  TokenSpan angles_span = {};
  std::string angles = {};
  bool closing = false;
};

struct SpringSyntax {
  ItemName name;
  BodyPointSyntax a = {}, b = {};
  FormulaId stiffness = no_formula;
  FormulaId length = no_formula;
  FormulaId damping = no_formula;
};

struct LoadSyntax {
  ItemName name;
  ItemName on = {};
  FormulaId at = no_formula;
  FormulaId force = no_formula;
  FormulaId moment = no_formula;
};

struct ActuatorSyntax {
  ItemName name;
  FormulaId velocity = no_formula;
  FormulaId force = no_formula;
};

/// An equation, or a contact: an inequality with its larger side on the left.
struct ConstraintSyntax {
  ItemName name;
  FormulaId left = no_formula;
  FormulaId right = no_formula;
  TokenSpan span = {};  ///< of both sides
  bool is_contact = false;
};

/// Friction of a contact or a constraint, or one with a limit of its own.
struct FrictionSyntax {
  ItemName name;
  bool has_limit = false;
  FormulaId sliding = no_formula;
  FormulaId sticking = no_formula;
  FormulaId slip = no_formula;
  FormulaId normal = no_formula;
};

struct NonidealSyntax {
  ItemName constraint;
  ItemName coordinate;
  FormulaId formula;
};

struct StartSyntax {
  ItemName name;
  bool velocity = false;
  bool guess = false;
  FormulaId formula = no_formula;
};

struct ConditionSyntax {
  FormulaId formula;
  std::string text;
};

struct ActionSyntax {
  TokenSpan span = {};
  ItemName name = {};  ///< of what it sets or switches; none for stop and note
  bool velocity = false;
  FormulaId formula = no_formula;
  /// Words and switches say so, the rest is found.
  Action::What what = Action::What::set_position;
  std::string words = {};
};

/// `when[i in 1..N] conditions: actions`; the name is the keyword, with the index of a family.
struct WhenSyntax {
  ItemName name;
  std::vector<ConditionSyntax> conditions = {};
  std::vector<ActionSyntax> actions = {};
};

struct RunSyntax {
  FormulaId from = no_formula;
  FormulaId until = no_formula;
  FormulaId tolerance = no_formula;
  FormulaId every = no_formula;
  FormulaId rank_tolerance = no_formula;
  FormulaId baumgarte_alpha = no_formula;
  FormulaId baumgarte_beta = no_formula;
  Method method = Method::dop853;
  Drift drift = Drift::project;
  Inconsistent inconsistent = Inconsistent::error;
  std::optional<Impacts> impacts = {};
  std::optional<Painleve> painleve = {};
  std::vector<ConditionSyntax> stop_when = {};
};

struct CheckSyntax {
  Expectation::What what;
  TokenSpan span = {};
  std::string text = {};
  FormulaId bound = no_formula;
  FormulaId time = no_formula;
  FormulaId formula = no_formula;
  FormulaId value = no_formula;
  FormulaId count = no_formula;
  std::string outcome = {};
  ItemName contact = {};
  Expectation::OfImpact of_impact = Expectation::OfImpact::t;
  std::vector<Phase> phases = {};
};

struct ShapeSyntax {
  Shape::What what;
  TokenSpan span = {};
  std::string quoted_name = {};
  ItemName name = {};  ///< a bare word after the shape: its name, or the first argument
  FormulaId name_as_argument = no_formula;
  std::vector<FormulaId> arguments = {};
};

/// All statements of a file, each kind in the order of the text.
struct Syntax {
  std::string title;
  std::vector<ItemName> coordinates;
  std::vector<NamedFormula> parameters;
  std::vector<NamedFormula> definitions;
  std::vector<TermSyntax> terms;
  std::vector<ParticleSyntax> particles;
  FormulaId gravity = no_formula;
  std::vector<BodySyntax> bodies;
  std::vector<JointSyntax> joints;
  std::vector<SpringSyntax> springs;
  std::vector<LoadSyntax> loads;
  std::vector<ActuatorSyntax> actuators;
  std::vector<NamedFormula> forces;
  std::vector<ConstraintSyntax> constraints;
  std::vector<NonidealSyntax> nonideal;
  std::vector<NamedFormula> weights;
  std::vector<NamedFormula> restitutions;
  std::vector<FrictionSyntax> frictions;
  std::vector<NamedFormula> variables;
  std::vector<WhenSyntax> rules;
  std::vector<StartSyntax> start;
  std::vector<ItemName> start_off;  ///< what does not act at the start
  std::optional<RunSyntax> run;
  std::vector<NamedFormula> watches;
  std::vector<CheckSyntax> checks;
  std::vector<ShapeSyntax> shapes;

  // the arena of all formulas
  std::vector<FormulaNode> formulas;
  std::vector<Operand> operands;

  /// The number of a spelling, the same for the same spelling.
  NameId name_id(std::string_view spelling);
  const std::string& spelling(NameId name) const { return spellings_[name]; }

  /// True where a coordinate, a parameter, a variable or a definition read so far has this name.
  bool declares(NameId name) const;

  /// Adds a formula whose operands are these.
  FormulaId add(FormulaNode node, const std::vector<Operand>& of);
  const Operand& operand(const FormulaNode& node, std::size_t i) const {
    return operands[node.first_operand + i];
  }

 private:
  std::vector<std::string> spellings_;
  std::unordered_map<std::string, NameId> ids_;
};

}  // namespace alembert
