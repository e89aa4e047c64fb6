#include "text/parse/habits.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "text/keywords.hpp"

namespace alembert {

namespace {

constexpr ForeignSign signs[] = {
    {"−", "minus is written -", TokenKind::minus},
    {"–", "minus is written -", TokenKind::minus},
    {"·", "multiplication is written *", TokenKind::times},
    {"⋅", "multiplication is written *", TokenKind::times},
    {"×", "multiplication is written *", TokenKind::times},
    {"÷", "division is written /", TokenKind::divide},
    {"²", "write ^2"},
    {"³", "write ^3"},
    {"“", "quotations are written \"...\""},
    {"”", "quotations are written \"...\""},
    {"„", "quotations are written \"...\""},
    {"’", "the velocity of x is written x'", TokenKind::prime},
    {"′", "the velocity of x is written x'", TokenKind::prime},
    {"″", "the acceleration of x is written x''", TokenKind::prime},
    {"ẋ", "the velocity of x is written x'"},
    {"ẏ", "the velocity of y is written y'"},
    {"ẍ", "the acceleration of x is written x''"},
    {"\u0307", "the velocity of x is written x'"},
    {"\u0308", "the acceleration of x is written x''"},
    {"≤", "write <=", TokenKind::less_equal},
    {"≥", "write >=", TokenKind::greater_equal},
    {"≠", "conditions compare with < <= > >="},
    {"½", "write 1/2"},
    {"√", "write sqrt(...)"},
    {"∞", "numbers are finite; write a large one, such as 1e6"},
    {"ℓ", "write l; names are made of Latin, Greek and Cyrillic letters, digits and _",
     TokenKind::name},
    {";", "items are separated by commas or lines", TokenKind::comma},
    {"!", "conditions compare with < <= > >="},
    {"&", "a condition compares two formulas; min(a, b) > 0 says that both are positive"},
    {"|", "a condition compares two formulas; max(a, b) > 0 says that one is positive"},
    {"{", "formulas are grouped with ( ), units stand in [ ]"},
    {"}", "formulas are grouped with ( ), units stand in [ ]"},
    {"$", "formulas are not LaTeX: write x^2/2, not $\\frac{x^2}{2}$"},
    {"%", "a comment starts with #"},
    {"@", "signs of formulas are + - * / ^ ( )"},
    {"?", "signs of formulas are + - * / ^ ( )"},
    {"\u00a0", "this is a no-break space; write an ordinary one"},
};

struct Foreign {
  std::string_view written, hint;
};
constexpr Foreign commands[] = {
    {"\\frac", "formulas are not LaTeX: a fraction is written a/b"},
    {"\\tfrac", "formulas are not LaTeX: a fraction is written a/b"},
    {"\\dfrac", "formulas are not LaTeX: a fraction is written a/b"},
    {"\\cdot", "formulas are not LaTeX: multiplication is written *"},
    {"\\times", "formulas are not LaTeX: multiplication is written *"},
    {"\\dot", "formulas are not LaTeX: the velocity of x is written x'"},
    {"\\ddot", "formulas are not LaTeX: the acceleration of x is written x''"},
    {"\\left", "formulas are not LaTeX: take away \\left and \\right"},
    {"\\right", "formulas are not LaTeX: take away \\left and \\right"},
};

constexpr Foreign functions[] = {
    {"ln", "did you mean 'log'?"},
    {"arctan", "did you mean 'atan'?"},
    {"arctan2", "did you mean 'atan2'?"},
    {"fabs", "did you mean 'abs'?"},
    {"sgn", "did you mean 'sign'?"},
    {"length", "did you mean 'norm'?"},
    {"pow", "powers are written a^b"},
    {"diff", "the velocity of x is written x'"},
    {"der", "the velocity of x is written x'"},
    {"ddt", "the velocity of x is written x'"},
};

constexpr Foreign numbers[] = {
    {"inf", "numbers are finite; write a large one, such as 1e6"},
    {"infinity", "numbers are finite; write a large one, such as 1e6"},
    {"nan", "numbers are finite"},
    {"Pi", "did you mean 'pi'? capital and small letters are different"},
    {"PI", "did you mean 'pi'? capital and small letters are different"},
};

// as URDF, MJCF, Modelica, Simbody, SymPy and mechanical drawings have them
constexpr Foreign joint_kinds[] = {
    {"hinge", "revolute"},
    {"pin", "revolute"},
    {"continuous", "revolute"},
    {"bearing", "revolute"},
    {"slide", "prismatic"},
    {"slider", "prismatic"},
    {"translational", "prismatic"},
    {"linear", "prismatic"},
    {"ball", "spherical"},
    {"socket", "spherical"},
    {"point", "spherical"},
    {"fixed", "weld"},
    {"rigid", "weld"},
    {"cardan", "universal"},
    {"hooke", "universal"},
    {"floating", "free"},
    {"helical", "screw"},
    {"distance", "rod"},
    {"link", "rod"},
    {"wheel", "rolling"},
    {"plane", "planar"},
};

constexpr Foreign parts[] = {
    {"axis", "along"},         {"axes", "along"},      {"about", "along"},
    {"direction", "along"},    {"com", "centre"},      {"cog", "centre"},
    {"cm", "centre"},          {"position", "at"},     {"pos", "at"},
    {"origin", "at"},          {"point", "at"},        {"location", "at"},
    {"rotated", "turned"},     {"rotation", "turned"}, {"rpy", "turned"},
    {"orientation", "turned"}, {"limits", "range"},    {"limit", "range"},
    {"stop", "range"},         {"damper", "damping"},  {"friction", "damping"},
    {"stiffness", "spring"},   {"tensor", "inertia"},  {"lead", "pitch"},
    {"loop", "closing"},
};

constexpr ForeignStatement statements[] = {
    {"T", "kinetic"},         {"V", "potential"},          {"U", "potential"},
    {"L", "lagrangian"},      {"coords", "coordinates"},   {"variables", "coordinates"},
    {"params", "parameters"}, {"constants", "parameters"}, {"let", "define"},
    {"initial", "start"},     {"simulate", "run"},         {"title", "system"},
};

constexpr std::string_view units[] = {
    "kg", "g",   "mg", "t", "m",  "mm", "cm",  "km",  "um", "nm", "s",
    "ms", "min", "h",  "N", "kN", "mN", "Nm",  "J",   "kJ", "W",  "kW",
    "Pa", "K",   "A",  "V", "C",  "Hz", "rad", "rpm", "lb", "ft", "in",
};

template <typename Entry>
const Entry* find(std::span<const Entry> entries, std::string_view written) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& e) { return e.written == written; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

const ForeignSign* find_foreign_sign(std::string_view character) {
  return find(std::span<const ForeignSign>(signs), character);
}

std::string hint_for_latex(std::string_view command) {
  if (const Foreign* known = find(std::span<const Foreign>(commands), command))
    return std::string(known->hint);
  const std::string word(command.substr(1));
  if (word.empty()) return "formulas are not LaTeX: write names, numbers and + - * / ^ ( )";
  if (find_keyword(word, WordKind::function))
    return "formulas are not LaTeX: write " +
           std::string(find_keyword(word, WordKind::function)->syntax);
  return "formulas are not LaTeX: write " + word;
}

const ForeignStatement* find_foreign_statement(std::string_view word) {
  return find(std::span<const ForeignStatement>(statements), word);
}

std::string_view hint_for_function(std::string_view word) {
  const Foreign* known = find(std::span<const Foreign>(functions), word);
  return known ? known->hint : "";
}

std::string_view hint_for_number(std::string_view word) {
  const Foreign* known = find(std::span<const Foreign>(numbers), word);
  return known ? known->hint : "";
}

std::string_view joint_kind_meant(std::string_view word) {
  const Foreign* known = find(std::span<const Foreign>(joint_kinds), word);
  return known ? known->hint : "";
}

std::string_view part_meant(std::string_view word) {
  const Foreign* known = find(std::span<const Foreign>(parts), word);
  return known ? known->hint : "";
}

bool is_unit(std::string_view word) {
  return std::find(std::begin(units), std::end(units), word) != std::end(units);
}

std::vector<ForeignRate> foreign_rates(std::string_view word) {
  std::vector<ForeignRate> readings;
  struct Ending {
    std::string_view text, primes;
  };
  // the longer ones first: xddot ends in dot too
  for (const Ending& ending :
       {Ending{"_ddot", "''"}, Ending{"ddot", "''"}, Ending{"_dot", "'"}, Ending{"dot", "'"}})
    if (word.ends_with(ending.text))
      readings.push_back({word.substr(0, word.size() - ending.text.size()), ending.primes});
  if (word.starts_with("dd")) readings.push_back({word.substr(2), "''"});
  for (const std::string_view start : {"d_", "d", "v_", "v"})
    if (word.starts_with(start)) readings.push_back({word.substr(start.size()), "'"});
  return readings;
}

}  // namespace alembert
