#pragma once
/// Formulas of the text to formulas of the graph: names are looked up, sums and indices worked out.

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "bodies/mechanism.hpp"
#include "mechanics/system.hpp"
#include "text/build/purpose.hpp"
#include "text/build/value.hpp"
#include "text/document.hpp"
#include "text/names.hpp"

namespace alembert {

class Formulas {
 public:
  /// `operations`: how many pieces of formulas may be worked out in all.
  Formulas(const Document& document, System& system, Mechanism& mechanism, std::size_t operations);

  Value value(FormulaId formula, const Purpose& purpose);
  Expr scalar(FormulaId formula, const Purpose& purpose);
  Vector vector(FormulaId formula, const Purpose& purpose);
  Expr condition(FormulaId formula, const Purpose& purpose);
  /// The number of a formula of parameters, at their values.
  double number(const Expr& formula) const;
  /// An index or a bound.
  std::int64_t integer(FormulaId formula);

  /// Adds a name for formulas; a name in use is an error.
  void declare(const ItemName& item, Member member, NameKind kind, std::size_t number);
  /// Adds a definition, worked out when it is first needed.
  void define(const ItemName& item, Member member, FormulaId formula);
  /// What a definition stands for, by the order of `define`.
  const Value& definition(std::size_t number);
  /// Evaluates a definition if that is possible; one with forces of constraint waits for the
  /// constraints.
  bool is_worked_out(std::size_t number);
  /// Forgets what was being worked out, after a mistake; definitions that were begun are in doubt.
  void abandon();
  /// A parameter whose value has a mistake: what depends on its number is in doubt.
  void doubt(const Parameter& parameter) { doubtful_parameters_.insert(parameter.symbol); }
  /// Throws InDoubt where the number of a formula depends on such a parameter.
  void require_known(const Expr& formula) const;
  /// From now on definitions may use forces of constraint.
  void constraints_are_known() { constraints_are_known_ = true; }
  /// From now on the system's last watch has a name for formulas.
  void name_last_watch() {
    watches_.emplace(system_.watches().back().name, system_.watches().size() - 1);
  }
  std::string definition_name(std::size_t number) const;
  TokenSpan definition_span(std::size_t number) const { return definitions_[number].span; }
  std::size_t definition_count() const { return definitions_.size(); }

  /// The full name of a body that the mechanism must have.
  std::string body(const ItemName& item, Member member) const;
  /// The same for one that is named within another item: its index is a formula.
  std::string body(const ItemName& item);
  /// From now on formulas may use bodies and joints.
  void bodies_are_known() { bodies_are_known_ = true; }

  /// The coordinate that an item names, as its index in the system.
  std::size_t coordinate(const ItemName& item, Member member) const;
  /// The full name of a constraint that the system must have.
  std::string constraint(const ItemName& item, Member member) const;
  /// The same for a contact.
  std::string contact(const ItemName& item, Member member) const;
  /// The same for one that is named within another item: its index is a formula.
  std::string contact(const ItemName& item);
  /// The same of what has phases: a contact or a friction.
  std::string with_phases(const ItemName& item);
  /// The same of what impacts strike: a contact, or a constraint that is switched.
  std::string struck(const ItemName& item);
  const Names& names() const { return names_; }

  /// The symbols of parameters that were used as numbers, in indices and bounds.
  const std::set<NodeId>& used_as_numbers() const { return used_as_numbers_; }

  /// Calls `work` with each member that an item stands for, its index set for formulas.
  template <typename Work>
  void each_member(const ItemName& item, Work work) {
    if (item.is_single()) return work(Member());
    const std::int64_t first = integer(item.first);
    if (!item.is_family()) return work(Member(first));
    const std::int64_t last = integer(item.last);
    check_range(item.span, first, last);
    const bool bound = bind(item.index, item.index_span);
    for (std::int64_t i = first; i <= last; ++i) {
      spend(1, item.span);
      if (bound) indices_.back().value = i;
      work(Member(i));
    }
    if (bound) indices_.pop_back();
  }

  /// Charges work to the budget; an error where it is used up.
  void spend(std::size_t operations, TokenSpan span);

 private:
  struct Index {
    NameId name;
    std::int64_t value;
  };
  enum class Progress : std::uint8_t { waiting, begun, done, in_doubt };
  /// Thrown where a definition is needed that is too deep to be worked out at once.
  struct NeededFirst {
    std::size_t definition;
  };
  /// Thrown where a definition needs constraints that have not been read.
  struct NeededLater {
    bool of_contact = false;
  };
  struct Definition {
    NameId name;
    Member member;
    FormulaId formula;
    NameId index;  // of its family
    TokenSpan span;
    Progress progress = Progress::waiting;
    Value value = {};
    bool tells_of_contact = false;
  };

  Value evaluate(FormulaId formula);
  Value evaluate_sum(const FormulaNode& node);
  Value evaluate_product(const FormulaNode& node);
  Value evaluate_name(const FormulaNode& node);
  Value evaluate_rate(const FormulaNode& node);
  Value evaluate_component(const FormulaNode& node);
  Value evaluate_part(const FormulaNode& node);
  Value evaluate_point(const FormulaNode& node, Member member, std::size_t first_argument);
  Value evaluate_body_function(const FormulaNode& node, std::string_view function);
  Value evaluate_joint_force(const FormulaNode& node, std::string_view quantity,
                             const std::string& joint);
  Value joint_value(const FormulaNode& node, const std::string& joint);
  std::string body_operand(const FormulaNode& node, std::size_t i, std::string_view function);
  std::string full_name_of(const FormulaNode& name);
  bool is_body(NameId name, Member member) const;
  bool is_joint(NameId name, Member member) const;
  void require_bodies(const FormulaNode& node) const;
  Value evaluate_vector(const FormulaNode& node);
  Value evaluate_comparison(const FormulaNode& node);
  Value evaluate_series(const FormulaNode& node);
  Value evaluate_call(const FormulaNode& node);
  Value evaluate_if(const FormulaNode& node);
  Value evaluate_vector_function(const FormulaNode& node, std::string_view function);
  Value evaluate_force(const FormulaNode& node, std::string_view quantity);
  Value evaluate_contact(const FormulaNode& node, std::string_view quantity);
  bool is_contact_quantity(const FormulaNode& node) const;
  const Watch* watch_of(NameId name, Member member) const;
  Value declared_value(const FormulaNode& node, const Declared& declared);
  Expr scalar_operand(const FormulaNode& node, std::size_t i, std::string_view function);
  Vector vector_operand(const FormulaNode& node, std::size_t i, std::string_view function);
  void check_argument_count(const FormulaNode& node, std::size_t least, std::size_t most);
  std::string constraint_name(FormulaId formula, std::string_view quantity);
  std::string contact_name(FormulaId formula, std::string_view quantity);
  Expr coordinate_operand(const FormulaNode& node, std::size_t i, std::string_view quantity);
  void check_kinds(const FormulaNode& node, const Value& value);
  void refuse_variables(const FormulaNode& node, const Value& value) const;
  [[noreturn]] void fail_late_definition(const FormulaNode& node, std::size_t number,
                                         bool of_contact) const;
  void check_finite(const FormulaNode& node, const Value& value);
  void work_out(std::size_t definition);
  void work_out_in_turn(std::size_t definition);
  [[noreturn]] void fail_circular(std::size_t number) const;
  void check_range(TokenSpan span, std::int64_t first, std::int64_t last);
  bool bind(NameId index, TokenSpan span);
  [[noreturn]] void fail_unknown_function(const FormulaNode& node);
  [[noreturn]] void fail_unknown_constraint(TokenSpan span, const std::string& name) const;
  [[noreturn]] void fail_no_contact(TokenSpan span, const std::string& name) const;
  [[noreturn]] void fail_unknown(const FormulaNode& node);
  std::string hint_for_unknown(const std::string& name, TokenId at) const;
  [[noreturn]] void fail_unknown_member(const FormulaNode& node, std::int64_t member);
  FormulaId operand(const FormulaNode& node, std::size_t i) const {
    return document_.syntax.operand(node, i).formula;
  }

  const Document& document_;
  System& system_;
  Mechanism& mechanism_;
  Names names_;
  std::vector<Definition> definitions_;
  std::vector<Index> indices_;
  const Purpose* purpose_ = &purpose::definition;
  std::unordered_map<std::string, std::size_t> watches_;  // by name
  bool constraints_are_known_ = false;
  bool bodies_are_known_ = false;
  bool numbers_only_ = false;  // parameters count as their numbers
  std::set<NodeId> used_as_numbers_;
  std::set<NodeId> doubtful_parameters_;
  std::size_t depth_ = 0;
  std::vector<std::size_t> active_definitions_;
  std::size_t operations_;
  std::size_t operations_left_;
};

}  // namespace alembert
