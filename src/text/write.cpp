#include "text/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "mechanics/model_error.hpp"
#include "text/abbreviate.hpp"
#include "text/keywords.hpp"
#include "text/parse/scan.hpp"
#include "text/parse/utf8.hpp"
#include "text/read.hpp"
#include "text/same_model.hpp"
#include "text/wording.hpp"
#include "text/write_check.hpp"
#include "text/written_formulas.hpp"

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

std::string unit_suffix(std::string unit) {
  if (unit.empty()) return {};
  std::replace_if(
      unit.begin(), unit.end(), [](char c) { return c == ']' || c == '\n'; }, ' ');
  return " [" + unit + "]";
}

class Writer {
 public:
  explicit Writer(const Model& model)
      : model_(model),
        system_(model.system),
        described_(system_.description()),
        wording_(system_),
        graph_(wording_.graph()) {}

  std::string write() {
    abbreviations_ = abbreviate_formulas();
    // the side from which a constraint presses has no name in a model
    for (const Friction& friction : system_.frictions())
      if (friction.side)
        abbreviations_.names.try_emplace(
            wording_.closed({friction.normal}).front(),
            fmt::format("normal({})", system_.constraints()[friction.constraint].name));
    if (!system_.title().empty()) line("system {}\n", quoted(system_.title()));
    write_coordinates();
    write_parameters();
    write_definitions();
    write_statements(Statement::What::gravity, Statement::What::coupling);
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

  // finds the words of all formulas, and what is shared
  Abbreviations abbreviate_formulas() {
    const auto note = [](std::unordered_map<NodeId, NodeId>& words,
                         const std::vector<NodeId>& formulas, const std::vector<NodeId>& worded) {
      for (std::size_t k = 0; k < formulas.size(); ++k) words[formulas[k]] = worded[k];
      return worded;
    };
    const std::vector<NodeId> open = open_formulas(model_), closed = closed_formulas(model_);
    std::vector<NodeId> all = note(open_words_, open, wording_.open(open));
    const std::vector<NodeId> worded = note(closed_words_, closed, wording_.closed(closed));
    all.insert(all.end(), worded.begin(), worded.end());
    const std::vector<NodeId> judged = judged_formulas(model_);
    note(closed_words_, judged, wording_.closed(judged));
    std::vector<Definition> definitions = system_.definitions();
    for (Definition& definition : definitions)
      definition.components = wording_.closed(definition.components);
    return abbreviate(system_, graph_, definitions, all);
  }

  // a formula with words for where bodies are
  std::string said(NodeId node) const {
    const auto name = abbreviations_.names.find(node);
    return name != abbreviations_.names.end() ? name->second : in_full(node);
  }
  std::string said(const std::vector<NodeId>& components) const {
    for (const auto* vectors : {&abbreviations_.vectors, &wording_.vectors()})
      if (const auto name = vectors->find(components); name != vectors->end()) return name->second;
    std::string text = "(";
    for (const NodeId component : components) {
      if (text.size() > 1) text += ", ";
      text += said(component);
    }
    return text + ")";
  }
  std::string in_full(NodeId node) const { return to_text(graph_, node, abbreviations_.names); }

  // formulas of the system: with the openings of joints, and without
  NodeId open(NodeId node) const { return open_words_.at(node); }
  std::vector<NodeId> open(std::vector<NodeId> nodes) const {
    for (NodeId& node : nodes) node = open(node);
    return nodes;
  }
  NodeId closed(NodeId node) const {
    const auto words = closed_words_.find(node);
    return words == closed_words_.end() ? node : words->second;
  }
  std::string formula(NodeId node) const { return said(closed(node)); }
  std::string vector(std::vector<NodeId> components) const {
    for (NodeId& component : components) component = closed(component);
    return said(components);
  }

  std::string condition(const Condition& of) const {
    return of.text.empty() ? condition_text(graph_, closed(of.formula), abbreviations_.names)
                           : of.text;
  }

  void write_coordinates() {
    const std::vector<Coordinate> all =
        unmade(described_, system_.coordinates(), &TermCounts::coordinates);
    if (all.empty()) return;
    text_ += "coordinates";
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
      if (const auto words = wording_.vectors().find(definition.components);
          words != wording_.vectors().end())
        value = words->second;
      line("    {} = {}", written(definition.name, NameUse::formula), value);
    }
  }

  // bodies, joints, and what acts on them, as they were described
  void write_statements(Statement::What first, Statement::What last) {
    bool is_first = true;
    for (const Statement::What what :
         {Statement::What::gravity, Statement::What::body, Statement::What::joint,
          Statement::What::coupling, Statement::What::spring, Statement::What::load}) {
      if (what < first || what > last) continue;
      for (const Statement& statement : described_.statements) {
        if (statement.what != what) continue;
        if (std::exchange(is_first, false)) text_ += "\n";
        if (what != Statement::What::gravity)
          written(statement.name,
                  what < Statement::What::spring ? NameUse::formula : NameUse::label);
        for (const Statement::Piece& piece : statement.pieces)
          text_ += piece.words + argument(piece);
        text_ += "\n";
      }
    }
  }

  // options follow each other: a formula that is more than a name or a number is closed off
  std::string argument(const Statement::Piece& piece) const {
    if (piece.formulas.empty()) return {};
    if (piece.formulas.size() > 1) {
      const std::string text = said(open(piece.formulas));
      // a point stands right behind its body
      return piece.words.ends_with(' ') || text.front() == '(' ? text : "(" + text + ")";
    }
    const std::string text = said(open(piece.formulas.front()));
    const bool is_simple = std::ranges::all_of(text, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '[' ||
             c == ']';
    });
    return is_simple ? text : "(" + text + ")";
  }

  void write_terms(std::string_view keyword, const std::vector<NodeId>& terms) {
    // a statement each: below each other, a term that starts with a minus would continue the last
    for (const NodeId term : terms) line("{} {}", keyword, said(open(term)));
  }

  void write_dynamics() {
    text_ += "\n";
    const OpenFormulas& formulas = system_.open_formulas();
    write_terms("kinetic", unmade(described_, formulas.kinetic, &TermCounts::open_kinetic));
    write_terms("potential", unmade(described_, formulas.potential, &TermCounts::potential));
    write_terms("lagrangian", formulas.lagrangian);
    for (std::size_t k = 0; k < system_.particles().size(); ++k) {
      const OpenFormulas::MassPoint& particle = formulas.particles[k];
      text_ += fmt::format("particle {}: mass {}, at {}",
                           written(system_.particles()[k].name, NameUse::label),
                           said(open(particle.mass)), said(open(particle.at)));
      if (!particle.force.empty()) text_ += ", force " + said(open(particle.force));
      text_ += "\n";
    }
    write_statements(Statement::What::spring, Statement::What::load);
    const std::vector<Drive> drives = unmade(described_, formulas.drives, &TermCounts::drives);
    for (std::size_t k = 0; k < drives.size(); ++k)
      line("actuator {}: {}, force {}",
           drives[k].name.empty() ? fmt::format("drive{}", k + 1)
                                  : written(drives[k].name, NameUse::label),
           said(open(drives[k].velocity)), said(open(drives[k].force)));
    for (const CoordinateFormula& force : undriven_forces(system_))
      line("force {}: {}", system_.coordinates()[force.coordinate].name, formula(force.formula));
    write_terms("virtual_power", formulas.virtual_powers);
    write_terms("dissipation",
                unmade(described_, formulas.dissipations, &TermCounts::dissipations));
  }

  void write_constraints() {
    if (!system_.constraints().empty()) text_ += "\n";
    auto sides = system_.open_formulas().sides.begin();
    for (std::size_t c = 0; c < system_.constraints().size(); ++c) {
      const Constraint& constraint = system_.constraints()[c];
      const auto first = sides;
      sides += static_cast<std::ptrdiff_t>(constraint.rows.size());
      const bool is_made = described_.has_made(&TermCounts::constraints, c);
      const auto contact = system_.contact_index(constraint.name);
      const bool gives_back = contact && system_.contacts()[*contact].restitution != no_node;
      if (is_made && constraint.nonideal.empty() && constraint.weight == no_node && !gives_back)
        continue;
      const std::string& name = written(constraint.name, NameUse::label);
      if (!is_made) {
        std::vector<NodeId> left, right;
        for (auto row = first; row != sides; ++row) {
          left.push_back(open(row->left));
          right.push_back(open(row->right));
        }
        if (contact)
          line("contact {}: {} >= {}", name, said(left[0]), said(right[0]));
        else if (left.empty())
          continue;
        else if (left.size() == 1)
          line("constraint {}: {} = {}", name, said(left[0]), said(right[0]));
        else
          line("constraint {}: {} = {}", name, said(left), said(right));
      }
      for (const CoordinateFormula& on : constraint.nonideal)
        line("nonideal {}: {}: {}", name, system_.coordinates()[on.coordinate].name,
             formula(on.formula));
      if (constraint.weight != no_node) line("weight {}: {}", name, formula(constraint.weight));
      if (gives_back)
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
      case Action::What::switch_on:
      case Action::What::switch_off:
        return fmt::format("{} {}", of.what == Action::What::switch_on ? "on" : "off",
                           written(system_.constraints()[of.index].name, NameUse::label));
      case Action::What::stop:
        return "stop " + quoted(of.words);
      case Action::What::note:
        return "note " + quoted(of.words);
    }
    return {};
  }

  // how many of the last values are those of the drawing, of which nothing is said
  std::size_t described_start() const {
    std::size_t count = 0;
    for (auto drawn = described_.drawn.rbegin(); drawn != described_.drawn.rend(); ++drawn) {
      if (count == model_.start.size()) break;
      const StartValue& last = model_.start[model_.start.size() - 1 - count];
      if (last.guess && last.symbol == drawn->symbol && last.formula == drawn->formula)
        ++count;
      else if (std::ranges::count(model_.start, drawn->symbol, &StartValue::symbol) == 0)
        break;
    }
    return count;
  }

  void write_start() {
    const std::vector<bool>& off = system_.off_at_start();
    const std::size_t said_values = model_.start.size() - described_start();
    if (said_values > 0 || !off.empty()) line("\nstart");
    for (std::size_t c = 0; c < off.size(); ++c)
      if (off[c]) line("    off {}", written(system_.constraints()[c].name, NameUse::label));
    for (std::size_t k = 0; k < said_values; ++k) {
      const StartValue& value = model_.start[k];
      line("    {} {} {}", graph_.name(value.symbol), value.guess ? "~" : "=",
           formula(value.formula));
    }
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
    const std::vector<Watch> watches = unmade(described_, system_.watches(), &TermCounts::watches);
    if (!watches.empty()) line("\nwatch");
    for (std::size_t k = 0; k < watches.size();) {
      const Watch& watch = watches[k];
      const std::size_t components = components_from(watches, k);
      if (components == 0) {
        line("    {} = {}{}", written(watch.name, NameUse::label), formula(watch.formula),
             unit_suffix(watch.unit));
        ++k;
        continue;
      }
      std::vector<NodeId> formulas;
      for (std::size_t i = 0; i < components; ++i) formulas.push_back(watches[k++].formula);
      line("    {} = {}{}", written(vector_of(watch.name), NameUse::label), vector(formulas),
           unit_suffix(watch.unit));
    }
    if (!model_.checks.empty()) line("\ncheck");
    for (const Expectation& check : model_.checks)
      line("    {}", check.text.empty() ? expectation_text(
                                              check, [&](NodeId node) { return formula(node); },
                                              [&](NodeId node) {
                                                return condition({node, ""});
                                              })
                                        : check.text);
  }

  static std::string vector_of(const std::string& component) {
    return component.substr(0, component.rfind('.'));
  }

  // how many watches from this one on are the components F.1, F.2, ... of a vector
  static std::size_t components_from(const std::vector<Watch>& watches, std::size_t first) {
    const Watch& one = watches[first];
    if (!one.name.ends_with(".1")) return 0;
    std::size_t count = 1;
    while (first + count < watches.size() && watches[first + count].unit == one.unit &&
           watches[first + count].name == fmt::format("{}.{}", vector_of(one.name), count + 1))
      ++count;
    return count > 1 ? count : 0;
  }

  void write_drawing() {
    // what is drawn by itself comes first
    if (model_.drawing.size() > described_.shapes) line("\ndraw");
    for (std::size_t k = described_.shapes; k < model_.drawing.size(); ++k) {
      const Shape& shape = model_.drawing[k];
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
  const Description& described_;
  Wording wording_;
  Graph& graph_;
  std::unordered_map<NodeId, NodeId> open_words_, closed_words_;
  Abbreviations abbreviations_;
  std::string text_;
};

}  // namespace

std::string write_text(const Model& model) {
  // a text says in families and words of its own what is written here body by body
  const bool is_mechanism = !model.system.joints().empty();
  if (is_mechanism && !model.text.empty() && same_model(read_text(model.text, "model"), model))
    return model.text;
  return Writer(model).write();
}

}  // namespace alembert
