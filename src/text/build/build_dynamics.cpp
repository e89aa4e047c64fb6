// Energies, particles, forces and constraints.

#include <fmt/format.h>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

std::string own_name(const Builder& b, const ConstraintSyntax& item, Member member) {
  const std::string name = b.name_of(item.name, member);
  if (b.system().constraint_index(name))
    b.document.fail(item.name.span, fmt::format("there are two constraints of the name '{}'", name),
                    "forces are reported by name: give each constraint its own");
  return name;
}

void build_contact(Builder& b, const ConstraintSyntax& item, Member member) {
  const auto side = [&](FormulaId formula) {
    const Value value = b.formulas.value(formula, purpose::contact);
    if (!value.is_scalar())
      b.document.fail(formula,
                      fmt::format("a contact compares numbers, not {}", value.description()),
                      "what a wall bounds is one component, such as r.2, or a length, norm(r)");
    return value.scalar;
  };
  const Expr left = side(item.left), right = side(item.right);
  const std::string name = own_name(b, item, member);
  const Kinds kinds = b.graph().kinds(left.in(b.graph())) | b.graph().kinds(right.in(b.graph()));
  if (!kinds.has(Kind::coordinate | Kind::velocity))
    b.document.fail(item.span, fmt::format("nothing moves in contact '{}'", name),
                    "a contact compares formulas of coordinates, velocities and t");
  b.document.located(item.span, [&] { b.system().contact(name, {left, right}); });
}

void build_constraint(Builder& b, const ConstraintSyntax& item, Member member) {
  const Value left = b.formulas.value(item.left, purpose::constraint);
  const Value right = b.formulas.value(item.right, purpose::constraint);
  if (left.is_condition() || right.is_condition())
    b.document.fail(item.span, "a constraint is an equation, not a condition");
  const bool fit = left.type == right.type && left.components.size() == right.components.size();
  if (!fit)
    b.document.fail(item.span,
                    fmt::format("the left side is {}, the right side {}", left.description(),
                                right.description()),
                    "a vector equation has as many components left as right: (x, y) = (0, 0)");
  const std::string name = own_name(b, item, member);
  b.document.located(item.span, [&] {
    if (left.is_scalar()) return b.system().constraint(name, {left.scalar, right.scalar});
    std::vector<Equation> rows;
    for (std::size_t i = 0; i < left.components.size(); ++i)
      rows.push_back({left.components[i], right.components[i]});
    b.system().constraint(name, rows);
  });
}

}  // namespace

void build_terms(Builder& b) {
  for (const TermSyntax& term : b.syntax().terms) {
    const auto build_term = [&] {
      switch (term.kind) {
        case TermKind::kinetic:
          return b.system().kinetic(b.formulas.scalar(term.formula, purpose::kinetic));
        case TermKind::potential:
          return b.system().potential(b.formulas.scalar(term.formula, purpose::potential));
        case TermKind::lagrangian:
          return b.system().lagrangian(b.formulas.scalar(term.formula, purpose::lagrangian));
        case TermKind::virtual_power:
          return b.system().virtual_power(b.formulas.scalar(term.formula, purpose::virtual_power));
        case TermKind::dissipation:
          return b.system().dissipation(b.formulas.scalar(term.formula, purpose::dissipation));
      }
    };
    b.attempt([&] { b.document.located(term.formula, build_term); });
  }
}

void build_particles(Builder& b) {
  for (const ParticleSyntax& item : b.syntax().particles)
    b.attempt_members(item.name, [&](Member member) {
      Particle particle{b.name_of(item.name, member), b.formulas.scalar(item.mass, purpose::mass),
                        b.formulas.vector(item.at, purpose::particle_position)};
      if (item.force != no_formula)
        particle.force = b.formulas.vector(item.force, purpose::particle_force);
      b.document.located(item.name.span, [&] { b.system().particle(particle); });
    });
}

void build_forces(Builder& b) {
  for (const NamedFormula& item : b.syntax().forces)
    b.attempt_members(item.name, [&](Member member) {
      const std::size_t x = b.formulas.coordinate(item.name, member);
      const Expr formula = b.formulas.scalar(item.formula, purpose::force);
      b.system().force(Expr(b.graph(), b.system().coordinates()[x].q), formula);
    });
}

void build_constraints(Builder& b) {
  for (const ConstraintSyntax& item : b.syntax().constraints)
    b.attempt_members(item.name, [&](Member member) {
      item.is_contact ? build_contact(b, item, member) : build_constraint(b, item, member);
    });
  for (const NamedFormula& item : b.syntax().weights)
    b.attempt_members(item.name, [&](Member member) {
      const std::string name = b.formulas.constraint(item.name, member);
      if (b.system().contact_index(name))
        b.document.fail(item.name.span,
                        fmt::format("'{}' is a contact, and only equations have a weight", name),
                        "take this weight away");
      const Expr weight = b.formulas.scalar(item.formula, purpose::weight);
      b.document.located(item.name.span, [&] { b.system().weight(name, weight); });
    });
  for (const NonidealSyntax& item : b.syntax().nonideal)
    b.attempt_members(item.constraint, [&](Member member) {
      const std::string name = b.formulas.constraint(item.constraint, member);
      b.formulas.each_member(item.coordinate, [&](Member which) {
        const std::size_t x = b.formulas.coordinate(item.coordinate, which);
        const Expr formula = b.formulas.scalar(item.formula, purpose::nonideal);
        b.document.located(item.formula, [&] {
          b.system().nonideal(name, Expr(b.graph(), b.system().coordinates()[x].q), formula);
        });
      });
    });
}

}  // namespace alembert
