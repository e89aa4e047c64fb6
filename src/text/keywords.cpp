#include "text/keywords.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "bodies/body.hpp"
#include "bodies/joint.hpp"
#include "mechanics/model.hpp"

namespace alembert {

namespace {

using enum WordKind;

constexpr auto statements_and_options = std::to_array<Keyword>({
    {"system", statement, "system \"title\"", "a title"},
    {"coordinates", statement, "coordinates x y z[1..N]", "the generalised coordinates q"},
    {"parameters", statement, "parameters m = 1.0 [kg]",
     "named constants; a value is a formula of earlier ones; the unit in brackets labels output"},
    {"define", statement, "define name = formula",
     "abbreviations of parameters, coordinates, velocities, t; those of forces of constraint for "
     "watch, check and stop"},
    {"kinetic", statement, "kinetic T", "kinetic energy; several lines add up"},
    {"potential", statement, "potential V", "potential energy of q and t; several lines add up"},
    {"lagrangian", statement, "lagrangian L", "adds to L = T - V; several lines add up"},
    {"particle", statement, "particle name: mass m, at (r), force (F)",
     "adds 1/2 m r'^2 to T and F·∂r/∂q to the generalised forces"},
    {"gravity", statement, "gravity (0, 0, -9.81)",
     "the weight of all bodies and particles; two components make a model in the plane"},
    {"body", statement, "body b: mass m, centre (c), inertia (xx, yy, zz)",
     "a rigid body where it is drawn; solids give it mass and inertia: density rho, rod (p) (q) "
     "radius r"},
    {"joint", statement, "joint j: revolute A B at (p) along z",
     "the first joint that reaches a body carries it and makes its coordinates, a later one closes "
     "a loop"},
    {"spring", statement, "spring s: A(p) B(q), stiffness k, length l, damping d",
     "between two points of bodies"},
    {"load", statement, "load l: on A at (p) force (F) moment (M)",
     "a force and a moment on a body: p in its axes, F and M in those of the ground"},
    {"actuator", statement, "actuator m: j', force formula",
     "a force or a torque of power force times velocity"},
    {"force", statement, "force x: formula",
     "non-conservative generalised force on a coordinate; several add up"},
    {"virtual_power", statement, "virtual_power P",
     "P linear in the velocities; adds ∂P/∂q' to the generalised forces"},
    {"dissipation", statement, "dissipation D",
     "Rayleigh's function; adds -∂D/∂q' to the generalised forces"},
    {"constraint", statement, "constraint name: left = right",
     "an equation of q, q', t; its level is found"},
    {"nonideal", statement, "nonideal name: x: formula, y: formula",
     "the vector C of a constraint: the work it does in virtual displacements"},
    {"weight", statement, "weight name: formula",
     "weight of a constraint when measured constraints may contradict each other"},
    {"contact", statement, "contact name: left >= right",
     "a constraint that can only push, lambda >= 0, on positions or velocities"},
    {"restitution", statement, "restitution name: e",
     "how much of the speed of approach an impact gives back, 0 to 1, default 0"},
    {"friction", statement, "friction name: mu, static mu_s, slip u",
     "dry friction of a contact or a constraint, which may stick; `limit F` in place of mu where "
     "no "
     "row carries it"},
    {"discrete", statement, "discrete n = 0",
     "a number that changes only by actions; a formula of parameters at the start"},
    {"when", statement, "when condition, condition: action, action",
     "actions at the instant at which the last of the conditions becomes true: x := formula, "
     "x' := formula, n := formula, on name, off name, stop \"words\", note \"words\""},
    {"start", statement, "start x = formula, x' = formula, y ~ guess",
     "what is known at the start; the rest is found so that the constraints hold"},
    {"run", statement, "run T", "from t = 0 to T; `run a to b` from a to b"},
    {"watch", statement, "watch name = formula [unit]", "named outputs"},
    {"check", statement, "check expectation", "what must hold of the run"},
    {"draw", statement, "draw shape name arguments", "what the viewer shows"},

    {"tolerance", run_option, "tolerance E",
     "error of a step, relative to the natural sizes of the motion, default 1e-10"},
    {"every", run_option, "every h", "output step, default 1/1000 of the run"},
    {"method", run_option, "method name", "the integrator"},
    {"drift", run_option, "drift way", "how the constraints are kept"},
    {"rank_tolerance", run_option, "rank_tolerance E",
     "rows that depend on each other up to this count once, default 1e-10"},
    {"inconsistent", run_option, "inconsistent choice",
     "what to do with constraints that contradict each other"},
    {"impacts", run_option, "impacts way",
     "what several contacts do that are struck at once; where nothing is said the run ends if it "
     "matters"},
    {"painleve", run_option, "painleve way",
     "what a contact does whose friction no force satisfies, or several do"},
    {"stop", run_option, "stop when condition",
     "ends the run where the condition becomes true; forces of constraint and watches may stand in "
     "it"},
});

constexpr auto expectations = std::to_array<Keyword>({
    {"energy", expectation, "energy constant to E",
     "the energy function stays within E times the energy exchanged of its start"},
    {"energy", expectation, "energy balanced to E",
     "its change equals the work of all forces and of explicit time dependence, within the same "
     "bound"},
    {"constraints", expectation, "constraints hold to E",
     "every residual, of position and of velocity, stays below E times the terms that cancel in "
     "it"},
    {"virtual", expectation, "virtual work vanishes to E",
     "the ideal reactions do no work along virtual displacements, relative to the size of the "
     "forces"},
    {"at", expectation, "at T: formula = value to E",
     "the formula at time T, within E times the size of both sides"},
    {"always", expectation, "always: condition", "true at every output"},
    {"outcome", expectation, "outcome \"words\"", "the run ended that way"},
    {"impact", expectation, "impact 3 of floor: t = f to E",
     "the time of the third impact of a contact, within E times the time of the run; or its "
     "`impulse`, `speed` of approach or `lost` energy, within E times the largest of the contact"},
    {"count", expectation, "count floor = 11", "how many impacts of a contact were followed"},
    {"rest", expectation, "rest of floor: t = f to E",
     "the time at which its impacts without end are over"},
    {"timeline", expectation, "timeline floor: open, rest",
     "the phases of a contact, one after the other"},
    {"change", expectation, "change 2 of floor: t = f to E",
     "the time at which the second of its phases ends"},
    {"contacts", expectation, "contacts hold to E",
     "no gap and no push is below zero and one of them vanishes, within E times the terms that "
     "cancel in the gap and the largest push"},
    {"cone", expectation, "cone holds to E",
     "no friction is larger than it may be, nor along its slip, within E times the largest that it "
     "may be"},
    {"impacts", expectation, "impacts lose energy", "no impact adds to it"},
    {"rank", expectation, "rank K", "rank of the constraints at the start"},
    {"freedoms", expectation, "freedoms K", "degrees of freedom at the start"},
});

constexpr auto words_of_formulas_and_items = std::to_array<Keyword>({
    {"sin", function, "sin(a)", "sine"},
    {"cos", function, "cos(a)", "cosine"},
    {"tan", function, "tan(a)", "tangent"},
    {"asin", function, "asin(a)", "inverse sine"},
    {"acos", function, "acos(a)", "inverse cosine"},
    {"atan", function, "atan(a)", "inverse tangent"},
    {"atan2", function, "atan2(y, x)", "angle of the point (x, y)"},
    {"sinh", function, "sinh(a)", "hyperbolic sine"},
    {"cosh", function, "cosh(a)", "hyperbolic cosine"},
    {"tanh", function, "tanh(a)", "hyperbolic tangent"},
    {"exp", function, "exp(a)", "exponential"},
    {"log", function, "log(a)", "natural logarithm"},
    {"sqrt", function, "sqrt(a)", "square root"},
    {"abs", function, "abs(a)", "magnitude"},
    {"sign", function, "sign(a)", "-1, 0 or 1"},
    {"min", function, "min(a, b, ...)", "the least"},
    {"max", function, "max(a, b, ...)", "the greatest"},
    {"hypot", function, "hypot(a, b)", "sqrt(a^2 + b^2)"},
    {"if", function, "if(a < b, yes, no)", "one of two formulas; conditions are < <= > >="},
    {"dot", function, "dot(r, s)", "product of two vectors, a number"},
    {"cross", function, "cross(r, s)", "product of two vectors of 3 components, a vector"},
    {"norm", function, "norm(r)", "length of a vector"},
    {"sum", function, "sum(i in 1..N: formula)", "the formula added up over an index"},

    {"inside", body_quantity, "inside(v, b)", "components of a vector in the axes of a body"},
    {"local", body_quantity, "local(P, b)", "coordinates of a place in the axes of a body"},
    {"angle", body_quantity, "angle(j)", "turn of a joint about its axis, in (-pi, pi]"},

    {"lambda", force_quantity, "lambda(name)", "multiplier of a constraint (ideal)"},
    {"total", force_quantity, "total(name)", "true multiplier of a constraint that is not ideal"},
    {"reaction", force_quantity, "reaction(name, x)",
     "force of a constraint on a coordinate, or of a joint on a body: a vector"},
    {"ideal", force_quantity, "ideal(name, x)", "the part of it that does no virtual work"},
    {"nonideal", force_quantity, "nonideal(name, x)", "the part of it that does virtual work"},
    {"moment", force_quantity, "moment(joint, body)",
     "moment of a joint on a body about the joint's point; moment(joint, body, P) about P"},
    {"power", force_quantity, "power(name)", "power of the reaction of a constraint"},
    {"energy", force_quantity, "energy", "the energy function q'·∂L/∂q' - L"},

    {"gap", contact_quantity, "gap(name)", "left - right of a contact"},
    {"approach", contact_quantity, "approach(name)", "the speed with which the gap closes"},
    {"normal", contact_quantity, "normal(name)", "how hard a contact pushes, friction included"},
    {"least", contact_quantity, "least(name)",
     "the least that a contact may push with, where its force is not unique"},
    {"most", contact_quantity, "most(name)",
     "the most that it may push with; else both are normal(name)"},
    {"tangent", contact_quantity, "tangent(name)", "the force of a friction along its slip"},
    {"slip", contact_quantity, "slip(name)", "the slip velocity of a friction"},
    {"count", contact_quantity, "count(name)", "number of impacts so far"},
    {"impulse", contact_quantity, "impulse(name)", "sum of the impulses of its impacts so far"},
    {"lost", contact_quantity, "lost(name)", "energy lost in its impacts so far"},
    {"last", contact_quantity, "last(name)",
     "time of its last impact; the start of the run before there was one"},
    {"phase", contact_quantity, "phase(name)",
     "0 where it is open, 1 where it rests, 2 where it sticks, 3 where it slips"},

    {"t", constant, "t", "time"},
    {"pi", constant, "pi", "3.14159..."},
    {"π", constant, "π", "the same"},

    {"mass", contextual, "mass m", "of a particle"},
    {"at", contextual, "at (r)", "position of a particle"},
    {"force", contextual, "force (F)", "applied to a particle"},
    {"centre", contextual, "centre (c)", "of a body, in its axes"},
    {"inertia", contextual, "inertia (xx, yy, zz, xy, xz, yz)",
     "of a body, about its centre; three principal moments, or one number in the plane"},
    {"density", contextual, "density rho", "of the solids of a body"},
    {"turned", contextual, "turned z a, y b", "how the axes of a body are drawn"},
    {"along", contextual, "along z", "the axis of a joint or of a solid: x, y, z or a vector"},
    {"radius", contextual, "radius r", "of a rod, a wheel, a pinion"},
    {"width", contextual, "width w", "of a rod with a square section"},
    {"pitch", contextual, "pitch h", "of a screw: how far a turn leads"},
    {"ratio", contextual, "ratio i", "of a gear: j = i*k"},
    {"offset", contextual, "offset o", "of a gear or a rack: j = i*k + o"},
    {"length", contextual, "length l", "of a rod or a spring"},
    {"stiffness", contextual, "stiffness k", "of a spring between bodies"},
    {"damping", contextual, "damping d", "of a joint or a spring"},
    {"armature", contextual, "armature I", "inertia of what a joint turns besides its body"},
    {"from", contextual, "spring k from a", "where the spring of a joint is relaxed"},
    {"range", contextual, "range a b", "its two stops: contacts j_lower and j_upper"},
    {"angles", contextual, "angles zxz", "Euler angles in place of a quaternion"},
    {"closing", contextual, "closing", "a joint that closes a loop although it could carry a body"},
    {"plane", contextual, "plane z h", "the plane of a body that a wheel rolls on"},
    {"on", contextual, "on A", "the body of a load"},
    {"moment", contextual, "moment (M)", "of a load"},
    {"limit", contextual, "limit F", "the largest force of a friction that no row carries"},
    {"static", contextual, "static mu_s", "of a friction that sticks; without it mu"},
    {"slip", contextual, "slip u", "the velocity that a friction opposes"},
    {"normal", contextual, "normal 2*R*lambda(hoop)",
     "the normal force of a friction, where the multiplier itself is no force"},
    {"in", contextual, "i in 1..N", "an index and its range"},
    {"to", contextual, "run a to b, ... to E", "an end, or a bound"},
    {"when", contextual, "stop when condition", "before a condition"},
    {"stop", contextual, "when condition: stop \"words\"", "an action: the run ends"},
    {"on", contextual, "when condition: on name",
     "an action: a constraint, a contact or a friction acts from now on"},
    {"off", contextual, "when condition: off name", "an action: it does not act from now on"},
    {"off", contextual, "start off name", "it does not act at the start"},
    {"note", contextual, "when condition: note \"words\"",
     "an action: the words are kept among the events of the run"},
    {"of", contextual, "impact 3 of floor", "whose impact, change or rest"},
    {"impulse", contextual, "impact 3 of floor: impulse = f to E", "of an impact"},
    {"speed", contextual, "impact 3 of floor: speed = f to E", "of approach in an impact"},
    {"lost", contextual, "impact 3 of floor: lost = f to E", "energy in an impact"},
    {"lose", contextual, "impacts lose energy", "of an expectation"},
    {"constant", contextual, "energy constant to E", "of an expectation"},
    {"balanced", contextual, "energy balanced to E", "of an expectation"},
    {"hold", contextual, "constraints hold to E", "of an expectation"},
    {"work", contextual, "virtual work vanishes to E", "of an expectation"},
    {"vanishes", contextual, "virtual work vanishes to E", "of an expectation"},
});

// what one of several words of an enumeration means
template <class Enumeration>
constexpr auto keywords_of(WordKind kind) {
  std::array<Keyword, choices<Enumeration>.size()> keywords{};
  std::ranges::transform(choices<Enumeration>, keywords.begin(), [&](const auto& choice) {
    return Keyword{choice.word, kind, choice.syntax, choice.meaning};
  });
  return keywords;
}

template <std::size_t... sizes>
constexpr auto joined(const std::array<Keyword, sizes>&... parts) {
  std::array<Keyword, (sizes + ...)> all{};
  auto place = all.begin();
  ((place = std::ranges::copy(parts, place).out), ...);
  return all;
}

constexpr auto table =
    joined(statements_and_options, keywords_of<Method>(run_choice), keywords_of<Drift>(run_choice),
           keywords_of<Inconsistent>(run_choice), keywords_of<Impacts>(run_choice),
           keywords_of<Painleve>(run_choice), expectations, keywords_of<Shape::What>(shape),
           keywords_of<JointKind>(joint_kind), keywords_of<Solid::What>(solid),
           words_of_formulas_and_items, keywords_of<Phase>(contextual));

}  // namespace

std::string_view name_of(WordKind kind) {
  switch (kind) {
    case statement:
      return "statement";
    case run_option:
      return "run option";
    case run_choice:
      return "choice of a run option";
    case expectation:
      return "expectation";
    case shape:
      return "shape";
    case joint_kind:
      return "joint";
    case solid:
      return "solid";
    case function:
      return "function";
    case body_quantity:
      return "quantity of a body or a joint";
    case force_quantity:
      return "force quantity";
    case contact_quantity:
      return "quantity of a contact";
    case constant:
      return "constant";
    case contextual:
      return "word within an item";
  }
  return "";
}

std::span<const Keyword> keywords() { return table; }

const Keyword* find_keyword(std::string_view word, WordKind kind) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [&](const Keyword& k) {
    return k.kind == kind && k.word == word;
  });
  return found == std::end(table) ? nullptr : found;
}

std::vector<std::string_view> words_of(WordKind kind) {
  std::vector<std::string_view> words;
  for (const Keyword& keyword : table)
    if (keyword.kind == kind && (words.empty() || words.back() != keyword.word))
      words.push_back(keyword.word);
  return words;
}

bool is_reserved(std::string_view word) {
  return find_keyword(word, function) || find_keyword(word, constant) || word == "energy";
}

}  // namespace alembert
