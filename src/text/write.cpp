#include "text/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "mechanics/model_error.hpp"
#include "text/abbreviate.hpp"
#include "text/keywords.hpp"
#include "text/parse/scan.hpp"
#include "text/parse/utf8.hpp"
#include "text/read.hpp"
#include "text/same_model.hpp"

namespace alembert {

namespace {

/// A name of a family member, taken apart: `x[3]`.
struct MemberName {
  std::string base;
  long long index;
};

std::optional<MemberName> member_name(const std::string& name) {
  const std::size_t open = name.find('[');
  if (open == std::string::npos || name.back() != ']') return std::nullopt;
  MemberName member{name.substr(0, open), 0};
  const char* const end = name.data() + name.size() - 1;
  const auto parsed = std::from_chars(name.data() + open + 1, end, member.index);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return member;
}

enum class NameUse { formula, label };

const std::string& written(const std::string& name, NameUse use) {
  const auto member = member_name(name);
  const std::string& base = member ? member->base : name;
  if (!is_name(base) || (use == NameUse::formula && is_reserved(base)))
    throw ModelError(fmt::format("the name '{}' cannot be written in a model file", name),
                     "names are a letter or _, then letters, digits, _");
  return name;
}

std::string quoted(const std::string& words) {
  std::string text = "\"";
  for (const char c : words) {
    if (c == '"' || c == '\\') text += '\\';
    // the tab is the only control character that the language reads
    text += static_cast<unsigned char>(c) < ' ' && c != '\t' ? ' ' : c;
  }
  return text + "\"";
}

std::string unit_suffix(std::string unit) {
  if (unit.empty()) return {};
  std::replace_if(
      unit.begin(), unit.end(), [](char c) { return c == ']' || c == '\n'; }, ' ');
  return " [" + unit + "]";
}

class Writer {
 public:
  explicit Writer(const Model& model)
      : model_(model), system_(model.system), graph_(system_.graph()) {}

  std::string write() {
    abbreviations_ = abbreviate(system_, formulas());
    if (!system_.title().empty()) line("system {}\n", quoted(system_.title()));
    write_coordinates();
    write_parameters();
    write_definitions();
    write_dynamics();
    write_constraints();
    write_frictions();
    write_rules();
    write_start();
    if (model_.run) write_run(*model_.run);
    write_outputs();
    write_drawing();
    check_length();
    return std::move(text_);
  }

 private:
  // names that the reader would refuse are not written
  void check_length() const {
    try {
      Mistakes none;
      scan(Source(text_, ""), none);
    } catch (const ModelError&) {
      throw ModelError("the model is too long to be written as text");
    }
  }

  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
    text_ += '\n';
  }

  // everything that is written as a formula, to find what is shared
  std::vector<NodeId> formulas() const {
    std::vector<NodeId> all;
    const auto add = [&](NodeId formula) {
      if (formula != no_node) all.push_back(formula);
    };
    const auto add_all = [&](const std::vector<NodeId>& list) {
      for (const NodeId formula : list) add(formula);
    };
    for (const auto* terms :
         {&system_.kinetic_terms(), &system_.potential_terms(), &system_.lagrangian_terms(),
          &system_.virtual_powers(), &system_.dissipations()})
      add_all(*terms);
    for (const Particle& particle : system_.particles()) {
      add(particle.mass.in(graph_));
      for (const Vector* vector : {&particle.at, &particle.force})
        for (const Expr& component : *vector) add(component.in(graph_));
    }
    for (const CoordinateFormula& force : system_.forces()) add(force.formula);
    for (const Constraint& constraint : system_.constraints()) {
      for (const ConstraintRow& row : constraint.rows) {
        add(row.left);
        add(row.right);
      }
      for (const CoordinateFormula& on : constraint.nonideal) add(on.formula);
      add(constraint.weight);
    }
    for (const Contact& contact : system_.contacts()) add(contact.restitution);
    for (const Friction& friction : system_.frictions())
      for (const NodeId formula : {friction.coefficient, friction.static_coefficient,
                                   friction.given_slip, friction.given_normal})
        add(formula);
    for (const When& rule : system_.rules())
      for (const Action& action : rule.actions) add(action.formula);
    for (const Watch& watch : system_.watches()) add(watch.formula);
    for (const StartValue& value : model_.start) add(value.formula);
    for (const Shape& shape : model_.drawing)
      for (const std::vector<NodeId>& argument : shape.arguments) add_all(argument);
    return all;
  }

  std::string formula(NodeId node) const {
    const auto name = abbreviations_.names.find(node);
    return name != abbreviations_.names.end() ? name->second : in_full(node);
  }
  std::string formula(const Expr& expr) const { return formula(expr.in(graph_)); }
  std::string in_full(NodeId node) const { return to_text(graph_, node, abbreviations_.names); }

  std::string vector(const std::vector<NodeId>& components) const {
    const auto name = abbreviations_.vectors.find(components);
    if (name != abbreviations_.vectors.end()) return name->second;
    std::string text = "(";
    for (const NodeId component : components) {
      if (text.size() > 1) text += ", ";
      text += formula(component);
    }
    return text + ")";
  }
  std::string vector(const Vector& components) const {
    std::vector<NodeId> nodes;
    for (const Expr& component : components) nodes.push_back(component.in(graph_));
    return vector(nodes);
  }

  std::string condition(const Condition& of) const {
    return of.text.empty() ? condition_text(graph_, of.formula, abbreviations_.names) : of.text;
  }

  void write_coordinates() {
    text_ += "coordinates";
    const std::vector<Coordinate>& all = system_.coordinates();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto first = member_name(written(all[i].name, NameUse::formula));
      // neighbours x[1], x[2], x[3] are one family x[1..3]
      std::size_t last = i;
      while (first && last + 1 < all.size()) {
        const auto next = member_name(all[last + 1].name);
        const auto step = static_cast<long long>(last + 1 - i);
        if (!next || next->base != first->base || next->index != first->index + step) break;
        ++last;
      }
      if (last > i)
        text_ += fmt::format(" {}[{}..{}]", first->base, first->index,
                             first->index + static_cast<long long>(last - i));
      else
        text_ += " " + all[i].name;
      i = last;
    }
    text_ += "\n";
  }

  void write_parameters() {
    write_values("parameters", Parameter::Changes::never);
    write_values("discrete", Parameter::Changes::variable);
  }

  // tallies are parameters too, which formulas make by using them
  void write_values(std::string_view keyword, Parameter::Changes changes) {
    bool is_first = true;
    // they come before definitions, so that these cannot shorten them
    for (const Parameter& p : system_.parameters()) {
      if (p.changes != changes) continue;
      if (std::exchange(is_first, false)) line("\n{}", keyword);
      line("    {} = {}{}", written(p.name, NameUse::formula), to_text(graph_, p.formula),
           unit_suffix(p.unit));
    }
  }

  void write_definitions() {
    if (!abbreviations_.lines.empty()) line("\ndefine");
    for (const Abbreviation& definition : abbreviations_.lines) {
      std::string value;
      for (const NodeId component : definition.components)
        value += (value.empty() ? "" : ", ") + in_full(component);
      if (definition.components.size() > 1) value = "(" + value + ")";
      line("    {} = {}", written(definition.name, NameUse::formula), value);
    }
  }

  void write_terms(std::string_view keyword, const std::vector<NodeId>& terms) {
    // a statement each: below each other, a term that starts with a minus would continue the last
    for (const NodeId term : terms) line("{} {}", keyword, formula(term));
  }

  void write_dynamics() {
    text_ += "\n";
    write_terms("kinetic", system_.kinetic_terms());
    write_terms("potential", system_.potential_terms());
    write_terms("lagrangian", system_.lagrangian_terms());
    for (const Particle& particle : system_.particles()) {
      text_ += fmt::format("particle {}: mass {}, at {}", written(particle.name, NameUse::label),
                           formula(particle.mass), vector(particle.at));
      if (!particle.force.empty()) text_ += ", force " + vector(particle.force);
      text_ += "\n";
    }
    for (const CoordinateFormula& force : system_.forces())
      line("force {}: {}", system_.coordinates()[force.coordinate].name, formula(force.formula));
    write_terms("virtual_power", system_.virtual_powers());
    write_terms("dissipation", system_.dissipations());
  }

  void write_constraints() {
    if (!system_.constraints().empty()) text_ += "\n";
    for (const Constraint& constraint : system_.constraints()) {
      std::vector<NodeId> left, right;
      for (const ConstraintRow& row : constraint.rows) {
        left.push_back(row.left);
        right.push_back(row.right);
      }
      const std::string& name = written(constraint.name, NameUse::label);
      const auto contact = system_.contact_index(constraint.name);
      if (contact)
        line("contact {}: {} >= {}", name, formula(left[0]), formula(right[0]));
      else if (left.empty())
        continue;
      else if (left.size() == 1)
        line("constraint {}: {} = {}", name, formula(left[0]), formula(right[0]));
      else
        line("constraint {}: {} = {}", name, vector(left), vector(right));
      for (const CoordinateFormula& on : constraint.nonideal)
        line("nonideal {}: {}: {}", name, system_.coordinates()[on.coordinate].name,
             formula(on.formula));
      if (constraint.weight != no_node) line("weight {}: {}", name, formula(constraint.weight));
      if (contact && system_.contacts()[*contact].restitution != no_node)
        line("restitution {}: {}", name, formula(system_.contacts()[*contact].restitution));
    }
  }

  // behind all constraints: their forces may depend on the multipliers of others
  void write_frictions() {
    for (const Friction& friction : system_.frictions()) {
      const Constraint& of = system_.constraints()[friction.constraint];
      std::string text = formula(friction.coefficient);
      const auto add = [&](std::string_view word, NodeId part) {
        if (part != no_node) text += fmt::format(", {} {}", word, formula(part));
      };
      add("static", friction.static_coefficient);
      add("slip", friction.given_slip);
      add("normal", friction.given_normal);
      line("friction {}: {}{}", written(of.name, NameUse::label), of.rows.empty() ? "limit " : "",
           text);
    }
  }

  void write_rules() {
    for (const When& rule : system_.rules()) {
      std::string conditions, actions;
      for (const Condition& of : rule.conditions)
        conditions += (conditions.empty() ? "" : ", ") + condition(of);
      for (const Action& of : rule.actions) actions += "\n    " + action(of);
      line("\nwhen {}:{}", conditions, actions);
    }
  }

  std::string action(const Action& of) const {
    switch (of.what) {
      case Action::What::set_position:
        return system_.coordinates()[of.index].name + " := " + formula(of.formula);
      case Action::What::set_velocity:
        return system_.coordinates()[of.index].name + "' := " + formula(of.formula);
      case Action::What::set_variable:
        return system_.parameters()[of.index].name + " := " + formula(of.formula);
      case Action::What::stop:
        return "stop " + quoted(of.words);
      case Action::What::note:
        return "note " + quoted(of.words);
    }
    return {};
  }

  void write_start() {
    if (!model_.start.empty()) line("\nstart");
    for (const StartValue& value : model_.start)
      line("    {} {} {}", graph_.name(value.symbol), value.guess ? "~" : "=",
           formula(value.formula));
  }

  void write_run(const Run& run) {
    const bool from_zero = run.from == no_node || graph_.is_value(run.from, 0);
    text_ += "\nrun ";
    if (!from_zero) text_ += formula(run.from) + " to ";
    text_ += formula(run.until) + "\n";
    if (run.tolerance) line("    tolerance {}", formula(*run.tolerance));
    if (run.every) line("    every {}", formula(*run.every));
    if (run.rank_tolerance) line("    rank_tolerance {}", formula(*run.rank_tolerance));
    if (run.method != Method::dop853) line("    method {}", name_of(run.method));
    if (run.drift == Drift::baumgarte)
      line("    drift baumgarte ({}) ({})", formula(run.baumgarte_alpha),
           formula(run.baumgarte_beta));
    if (run.drift == Drift::none) line("    drift none");
    if (run.inconsistent == Inconsistent::least_squares) line("    inconsistent least_squares");
    if (run.impacts) line("    impacts {}", name_of(*run.impacts));
    if (run.painleve) line("    painleve {}", name_of(*run.painleve));
    for (const Condition& stop : run.stop_when) line("    stop when {}", condition(stop));
  }

  void write_outputs() {
    if (!system_.watches().empty()) line("\nwatch");
    for (const Watch& watch : system_.watches())
      line("    {} = {}{}", written(watch.name, NameUse::label), formula(watch.formula),
           unit_suffix(watch.unit));
    if (!model_.checks.empty()) line("\ncheck");
    for (const Expectation& check : model_.checks)
      line("    {}", check.text.empty() ? expectation(check) : check.text);
  }

  std::string expectation(const Expectation& check) const {
    switch (check.what) {
      case Expectation::What::energy_constant:
        return "energy constant to " + formula(check.bound);
      case Expectation::What::energy_balanced:
        return "energy balanced to " + formula(check.bound);
      case Expectation::What::constraints_hold:
        return "constraints hold to " + formula(check.bound);
      case Expectation::What::virtual_work_vanishes:
        return "virtual work vanishes to " + formula(check.bound);
      case Expectation::What::value_at:
        return fmt::format("at {}: {} = {} to {}", formula(check.time), formula(check.formula),
                           formula(check.value), formula(check.bound));
      case Expectation::What::always:
        return "always: " + condition({check.formula, ""});
      case Expectation::What::outcome:
        return "outcome " + quoted(check.outcome);
      case Expectation::What::impact:
        return fmt::format("impact {} of {}: {} = {} to {}", formula(check.count),
                           written(check.contact, NameUse::label), name_of(check.of_impact),
                           formula(check.value), formula(check.bound));
      case Expectation::What::change:
        return fmt::format("change {} of {}: t = {} to {}", formula(check.count),
                           written(check.contact, NameUse::label), formula(check.value),
                           formula(check.bound));
      case Expectation::What::impacts:
        return fmt::format("count {} = {}", written(check.contact, NameUse::label),
                           formula(check.count));
      case Expectation::What::timeline:
        return timeline(check);
      case Expectation::What::rest_after:
        return fmt::format("rest of {}: t = {} to {}", written(check.contact, NameUse::label),
                           formula(check.value), formula(check.bound));
      case Expectation::What::contacts_hold:
        return "contacts hold to " + formula(check.bound);
      case Expectation::What::impacts_lose_energy:
        return "impacts lose energy";
      case Expectation::What::rank:
        return "rank " + formula(check.count);
      case Expectation::What::freedoms:
        return "freedoms " + formula(check.count);
    }
    return {};
  }

  static std::string timeline(const Expectation& check) {
    std::string text = "timeline " + written(check.contact, NameUse::label) + ":";
    for (std::size_t i = 0; i < check.phases.size(); ++i)
      text += fmt::format("{} {}", i == 0 ? "" : ",", name_of(check.phases[i]));
    return text;
  }

  void write_drawing() {
    if (!model_.drawing.empty()) line("\ndraw");
    for (const Shape& shape : model_.drawing) {
      text_ += fmt::format("    {}", name_of(shape.what));
      if (!shape.name.empty()) text_ += " " + quoted(shape.name);
      // numbers in parentheses as well: a name alone might be taken for another shape
      for (std::size_t i = 0; i < shape.arguments.size(); ++i)
        text_ += (i > 0 ? ", " : " ") + vector(shape.arguments[i]);
      text_ += "\n";
    }
  }

  const Model& model_;
  const System& system_;
  Graph& graph_;
  Abbreviations abbreviations_;
  std::string text_;
};

}  // namespace

std::string write_text(const Model& model) {
  if (model.system.joints().empty()) return Writer(model).write();
  // coordinates of joints cannot be declared: a mechanism is written as it was described
  if (!model.text.empty() && same_model(read_text(model.text, "model"), model)) return model.text;
  throw ModelError(
      "a mechanism of bodies and joints can be written only as the text it was read from",
      "this one was built or changed otherwise");
}

}  // namespace alembert
