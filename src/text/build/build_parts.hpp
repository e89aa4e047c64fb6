#pragma once
/// The parts of a model, each built from its statements.

#include <string>
#include <unordered_map>

#include "bodies/mechanism.hpp"
#include "mechanics/model.hpp"
#include "text/build/formula.hpp"
#include "text/document.hpp"

namespace alembert {

/// A model under construction.
struct Builder {
  const Document& document;
  Model model;
  Mechanism mechanism;
  Formulas formulas;

  Builder(const Document& of, std::size_t operations)
      : document(of),
        model{System(of.syntax.title), {}, {}, {}, {}},
        mechanism(model.system),
        formulas(document, model.system, mechanism, operations) {}

  /// Builds one item. A mistake in it is noted; false if it could not be finished.
  template <typename Work>
  bool attempt(Work work) {
    const bool right = document.mistakes.attempt(work);
    if (!right) formulas.abandon();
    return right;
  }
  /// The same for an item with a name, which is then in doubt wherever it is used.
  template <typename Work>
  bool attempt(const ItemName& item, Work work) {
    const bool right = attempt(work);
    if (!right) document.mistakes.doubt(document.syntax.spelling(item.name));
    return right;
  }
  /// The same for each member that an item stands for.
  template <typename Work>
  bool attempt_members(const ItemName& item, Work work) {
    return attempt(item, [&] { formulas.each_member(item, work); });
  }

  const Syntax& syntax() const { return document.syntax; }
  System& system() { return model.system; }
  const System& system() const { return model.system; }
  Graph& graph() { return model.system.graph(); }
  /// The name of a member as results use it.
  std::string name_of(const ItemName& item, Member member) const {
    return full_name(document.syntax.spelling(item.name), member);
  }
};

/// Bodies and joints, and with them the coordinates that they make.
void build_bodies(Builder& builder);
/// What acts on bodies: springs, loads, actuators.
void build_actions(Builder& builder);
/// Where a model of bodies cannot start.
void refuse_starts(Builder& builder);
/// Variables that change at instants alone; `set`: values that replace those of the text.
void build_variables(Builder& builder, const std::unordered_map<std::string, double>& set);
void build_terms(Builder& builder);
void build_particles(Builder& builder);
void build_forces(Builder& builder);
/// Constraints with their weights and their non-ideal parts; contacts with their restitution.
void build_constraints(Builder& builder);
void build_restitutions(Builder& builder);
/// Frictions of them, and those that stand for themselves.
void build_frictions(Builder& builder);
/// What happens where conditions come true.
void build_rules(Builder& builder);
/// `set`: values that replace those of the text, by the names x and x'.
void build_start(Builder& builder, const std::unordered_map<std::string, double>& set);
void build_run(Builder& builder);
void build_watches(Builder& builder);
void build_checks(Builder& builder);
void build_drawing(Builder& builder);

}  // namespace alembert
