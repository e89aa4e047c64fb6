#pragma once
/// A mechanical system as a textbook states it: coordinates, energies, forces, constraints.
///
/// A System is built once, from C++ with the words below or from text by `read_model`, and then
/// only read. The constraints keep the sign of the theory page: `left = right` is φ = left − right.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mechanics/body_record.hpp"
#include "mechanics/body_tree.hpp"
#include "mechanics/contact.hpp"
#include "mechanics/description.hpp"
#include "symbol/evaluate.hpp"
#include "symbol/expr.hpp"

namespace alembert {

/// A generalised coordinate with the symbols of its position, velocity and acceleration.
struct Coordinate {
  std::string name;
  NodeId q;
  NodeId v;
  NodeId a;
};

/// A named constant. Its formula uses earlier parameters only; its value is that formula in
/// numbers.
struct Parameter {
  std::string name;
  NodeId symbol;
  NodeId formula;
  double value;
  std::string unit;  ///< a label, not checked
  /// What events may do to it: a variable is set by the actions of the model, a tally is kept of a
  /// contact, the sense in which a friction slips is found by the run.
  enum class Changes { never, variable, tally, sense };
  Changes changes = Changes::never;

  bool is_variable() const { return changes != Changes::never; }
};

/// An abbreviation: one formula, or the components of a vector.
struct Definition {
  std::string name;
  std::vector<NodeId> components;
  bool is_vector = false;
};

/// A mass point at r(q, t) with an applied force.
struct Particle {
  std::string name;
  Expr mass;
  Vector at;
  Vector force = {};
};

/// A formula that belongs to a coordinate: a generalised force, a component of C.
struct CoordinateFormula {
  std::size_t coordinate;
  NodeId formula;
};

/// How often a constraint must be differentiated to give a row of A q̈ = b.
enum class Level { position, velocity, acceleration };
std::string_view name_of(Level level);

/// One scalar equation of a constraint.
struct ConstraintRow {
  std::string name;  ///< that of the constraint, or `pin.2` for the second of several rows
  NodeId left;
  NodeId right;
  NodeId residual;  ///< φ, ψ or the acceleration residual: left − right
  Level level;
};

struct Constraint {
  std::string name;
  std::vector<ConstraintRow> rows;
  std::vector<CoordinateFormula> nonideal;  ///< the vector C (Eq. 20 of docs/theory.md)
  NodeId weight = no_node;                  ///< of contradictory measured rows (Eq. 32)
};

/// Dry friction with true sticking. Sticking is a row of its constraint, u = 0 for the velocity u
/// of slip, and ideal: its multiplier T is what the rest of the motion asks for, as long as |T| ≤
/// F_s. Sliding is a law C = −s F ∂u/∂q̇ of the same constraint, in the sense s = ±1 of the slip,
/// with F = μ N for the normal force N of a row, or a force of its own (Eqs. 77-80).
struct Friction {
  std::size_t constraint;      ///< whose other row, if it has one, is that of the normal force
  ConstraintRow sticking_row;  ///< u = 0
  NodeId coefficient,
      static_coefficient;  ///< μ and μ_s as they were given, or F and F_s; no_node: the same
  NodeId given_slip = no_node, given_normal = no_node;  ///< as they were given
  NodeId normal = no_node;    ///< N ≥ 0 in true multipliers; no_node where no row carries
  NodeId pressing = no_node;  ///< the only true multiplier that F depends on, if there is one, …
  struct Force {
    NodeId value;        ///< it
    NodeId free, slope;  ///< … and how: free + slope times the multiplier
  };
  Force sliding = {}, largest = {};  ///< F and F_s
  std::vector<CoordinateFormula> law = {};
  NodeId tangent = no_node;  ///< the force along u, T − s F
  std::size_t sense = 0;     ///< the parameter s: 0 while nothing slides
  std::optional<std::size_t> side =
      {};  ///< the parameter ±1 that makes N ≥ 0 where a multiplier may have both signs
};

/// What a force symbol stands for: quantities that only the motion knows.
enum class Quantity {
  lambda,
  total,
  ideal,
  nonideal,
  reaction,
  power,
  energy,
  holding,
  tangent,
  least,  ///< the ends of what a contact may push with, where that is not unique
  most
};
std::string_view name_of(Quantity quantity);

/// A symbol such as lambda(rod) or reaction(rod, x) in a watch, a check or a non-ideal law.
struct ForceSymbol {
  Quantity quantity;
  std::size_t constraint = 0;  ///< for all but the energy
  std::size_t row =
      0;  ///< within the constraint, for lambda and total; behind them that of its friction
  std::size_t coordinate = 0;  ///< for ideal, nonideal and reaction; the opening, for holding
  NodeId symbol = no_node;
};

/// A force and the velocity that it drives: its power is their product.
struct Drive {
  std::string name;  ///< empty where it was given none
  NodeId velocity;
  NodeId force;
  std::size_t first_force, forces_end;  ///< what it adds to System::forces()
};

/// Energies of rigid bodies with their share of the equations of motion, which is known without
/// differentiating them. They are part of the Lagrangian like all others, so that it remains a
/// second route to the same share.
struct BodyEnergies {
  std::vector<Expr> kinetic = {}, potential = {};  ///< T is of degree 2 in the velocities
  BodyTree tree = {};                              ///< has their share of M …
  std::vector<CoordinateFormula> forces = {};      ///< … and this is that of Q
  std::vector<Expr> holding = {};  ///< by opening: d/dt ∂L/∂ε̇ − ∂L/∂ε, a formula of q, q̇ and q̈
};

/// What was added to a system, with the openings of joints still in it. The same formulas with
/// every opening at zero are those that the system moves by.
struct OpenFormulas {
  struct MassPoint {
    NodeId mass;
    std::vector<NodeId> at, force;
  };
  std::vector<NodeId> kinetic, potential, lagrangian, virtual_powers, dissipations;
  std::vector<MassPoint> particles;
  std::vector<Drive> drives;
  std::vector<NodeId> residuals;  ///< of all rows, in the order of the constraints
  struct Sides {
    NodeId left, right;
  };
  std::vector<Sides> sides;  ///< of the same rows
  /// Rows of joints that hold by themselves and are left out. They carry what they are given: their
  /// multipliers follow from nothing, and are chosen where reactions are told.
  struct IdleRow {
    std::string name;
    NodeId residual;
    NodeId multiplier;
  };
  std::vector<IdleRow> idle;
};

/// A named output.
struct Watch {
  std::string name;
  NodeId formula;
  std::string unit;
};

/// A joint between two bodies, as results speak of it: which coordinates it made, which constraint
/// keeps it closed, and which watches are the force and the moment with which it acts on a body.
struct JointRecord {
  std::string name;
  std::string kind;
  std::string from, to;  ///< the bodies, in the order of the model
  std::string on;        ///< the body whose reaction the watches are
  std::vector<std::size_t> coordinates = {};
  std::optional<std::size_t> constraint = {};        ///< of a joint that closes a loop
  std::vector<std::size_t> force = {}, moment = {};  ///< watches, by component in ground axes
  std::vector<std::string> idle_rows = {};  ///< what its rows that hold by themselves would carry
  NodeId facing = no_node;         ///< positive where a joint that closes is put together as drawn
  std::vector<NodeId> point = {};  ///< the place about which the moment is
};

class System {
 public:
  explicit System(std::string title = {});

  /// Adds a coordinate and returns its symbol; its velocity is rate(x).
  Expr coordinate(const std::string& name);
  /// Adds one of several coordinates that belong to something with a name, such as `base.x`; `part`
  /// is "" or ".x".
  Expr part_coordinate(const std::string& owner, const std::string& part);
  /// Adds a named constant, a number or a formula of earlier parameters.
  Expr parameter(const std::string& name, const Expr& value, const std::string& unit = {});
  /// Time t.
  Expr time() const;
  /// Names a formula; the formula itself is returned.
  Expr define(const std::string& name, const Expr& formula);
  Vector define(const std::string& name, const Vector& components);

  /// Adds to T, to V, or to L = T − V; several calls add up.
  void kinetic(const Expr& T);
  void potential(const Expr& V);
  void lagrangian(const Expr& L);
  /// The same for rigid bodies, once.
  void bodies(const BodyEnergies& energies);
  /// Adds ½ m ṙ² to T and F·∂r/∂q to the generalised forces (textbook Eqs 4.23-4.31).
  void particle(const Particle& particle);
  /// Adds to the non-conservative generalised force on a coordinate (Q′ of Eq. 4.34).
  void force(const Expr& coordinate, const Expr& formula);
  /// Adds ∂P/∂q̇ to the generalised forces; P must be linear in the velocities.
  void virtual_power(const Expr& P);
  /// Rayleigh's function: adds −∂D/∂q̇ to the generalised forces.
  void dissipation(const Expr& D);

  /// Adds the force ∂w/∂q̇ F, of power F w, for a velocity w: what a motor or a load does. F may
  /// depend on velocities.
  void drive(const Expr& w, const Expr& F, const std::string& name = {});

  /// A displacement ε that the motion keeps at zero, such as that of a body against the joint that
  /// holds it. It may stand in formulas like a coordinate, and counts as zero in the motion; `name`
  /// is for no one to write.
  Expr opening(const std::string& name);
  /// The force that keeps an opening at zero, positive along ε (Eq. 48 of docs/theory.md).
  Expr holding(const Expr& opening);
  /// The multiplier of a row that holds by itself and is left out.
  Expr idle_multiplier(const std::string& name, const Expr& residual);
  /// A formula with every opening at zero.
  Expr closed(const Expr& formula);

  /// Adds a constraint of one row, or of one row per equation (`name.1`, `name.2`, ...).
  void constraint(const std::string& name, const Equation& equation);
  void constraint(const std::string& name, const std::vector<Equation>& rows);
  /// Adds to the vector C of a constraint on one coordinate.
  void nonideal(const std::string& constraint, const Expr& coordinate, const Expr& formula);
  /// The weight of a constraint's rows when measured rows may contradict each other.
  void weight(const std::string& constraint, const Expr& formula);

  /// Adds a constraint of one row that can only push, `left ≥ right`, for positions or velocities.
  void contact(const std::string& name, const Equation& sides);
  /// The coefficient of restitution of a contact.
  void restitution(const std::string& contact, const Expr& e);
  /// Dry friction of a contact or of a constraint of one row: while it slides its force is μ times
  /// the normal force.
  void friction(const std::string& constraint, const FrictionTerms& terms);
  /// Dry friction that no row carries, with a largest force of its own.
  void dry_friction(const std::string& name, const FrictionTerms& terms);
  /// Adds a number that only the actions of `when` change; `value` is that at the start.
  Expr variable(const std::string& name, const Expr& value, const std::string& unit = {});
  /// What happens where conditions come true.
  void when(When rule);
  /// A constraint, a contact or a friction does not act at the start; an action of `when` brings it
  /// in.
  void start_off(const std::string& name);
  /// left − right of a contact, and the speed with which it falls.
  Expr gap(const std::string& contact) const;
  Expr approach(const std::string& contact) const;
  /// What the run keeps of a contact; the phase of a friction too.
  Expr tally(Tally what, const std::string& contact);
  /// How hard a contact pushes, or what a friction slides under; with all that slides, as
  /// total(...).
  Expr normal(const std::string& name);
  /// The two ends of normal(contact) over all forces with the same motion, in which contacts push
  /// and what sticks holds; where it is unique they are that number.
  Expr least(const std::string& contact);
  Expr most(const std::string& contact);
  /// The force of a friction along its slip velocity, and that velocity.
  Expr tangent(const std::string& friction);
  Expr slip(const std::string& friction) const;

  /// Names an output; accelerations and the forces below may occur in it.
  void watch(const std::string& name, const Expr& formula, const std::string& unit = {});

  /// Multipliers of a row, ideal and true; `pin.2` names the second row of `pin`.
  Expr lambda(const std::string& row);
  Expr total(const std::string& row);
  /// Forces of a constraint on a coordinate.
  Expr ideal(const std::string& constraint, const Expr& coordinate);
  Expr nonideal(const std::string& constraint, const Expr& coordinate);
  Expr reaction(const std::string& constraint, const Expr& coordinate);
  /// Power of the reaction, q̇·reaction.
  Expr power(const std::string& constraint);
  /// The energy function q̇·∂L/∂q̇ − L.
  Expr energy();

  const std::string& title() const { return title_; }
  Graph& graph() const { return *graph_; }
  const std::shared_ptr<Graph>& shared_graph() const { return graph_; }
  const std::vector<Coordinate>& coordinates() const { return coordinates_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<Definition>& definitions() const { return definitions_; }
  const std::vector<NodeId>& kinetic_terms() const { return kinetic_; }
  const std::vector<NodeId>& potential_terms() const { return potential_; }
  const std::vector<NodeId>& lagrangian_terms() const { return lagrangian_; }
  const std::vector<Particle>& particles() const { return particles_; }
  const std::vector<CoordinateFormula>& forces() const { return forces_; }
  const std::vector<NodeId>& virtual_powers() const { return virtual_powers_; }
  const std::vector<NodeId>& dissipations() const { return dissipations_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Contact>& contacts() const { return contacts_; }
  const std::vector<Friction>& frictions() const { return frictions_; }
  const std::vector<When>& rules() const { return rules_; }
  /// By constraint: whether it is off at the start.
  const std::vector<bool>& off_at_start() const { return off_at_start_; }
  /// Whether a constraint, by its index, is off at the start or switched on the way.
  bool is_switched(std::size_t constraint) const;
  /// Whether the equations may change on the way, or the motion jump.
  bool has_events() const {
    return !contacts_.empty() || !frictions_.empty() || !rules_.empty() || !off_at_start_.empty();
  }
  /// The parameter that is a tally of a contact or a friction, if a formula asks for it.
  std::optional<std::size_t> tally_index(Tally what, std::string_view name) const;
  const std::vector<Watch>& watches() const { return watches_; }
  const std::vector<ForceSymbol>& force_symbols() const { return force_symbols_; }
  /// Those of them that are ends of forces of contacts.
  std::vector<ForceSymbol> ends_of_forces() const;
  const std::vector<Coordinate>& openings() const { return openings_; }
  const OpenFormulas& open_formulas() const { return open_; }
  /// The energies that are not differentiated; their terms are among those of T and V from the
  /// places `first_…` on.
  struct KnownEnergies : BodyEnergies {
    std::size_t first_kinetic = 0, first_potential = 0;
  };
  const std::optional<KnownEnergies>& known_energies() const { return known_; }
  const std::vector<JointRecord>& joints() const { return joints_; }
  void add_joint(JointRecord joint) { joints_.push_back(std::move(joint)); }
  void set_joint(std::size_t which, JointRecord joint) { joints_[which] = std::move(joint); }
  /// Where every run ends, because what the system describes ends there too.
  const std::vector<Condition>& bounds() const { return bounds_; }
  void bound(const Condition& condition) { bounds_.push_back(condition); }
  /// The statements about bodies and joints, and what they made.
  const Description& description() const { return description_; }
  Description& description() { return description_; }
  const BodyRecords& body_records() const { return body_records_; }
  void set_body_records(BodyRecords records) { body_records_ = std::move(records); }

  /// The index of the coordinate that this formula is the symbol of, if it is one.
  std::optional<std::size_t> coordinate_index(const Expr& symbol) const;
  std::optional<std::size_t> coordinate_index(std::string_view name) const;
  std::optional<std::size_t> constraint_index(std::string_view name) const;
  std::optional<std::size_t> contact_index(std::string_view name) const;
  std::optional<std::size_t> friction_index(std::string_view name) const;

  /// The symbols of t, q and q̇ in this order: what the equations of motion depend on.
  std::vector<NodeId> state_symbols() const;

  /// A copy on a graph of its own, with some parameters set to numbers; those that are formulas of
  /// them follow.
  System with_parameters(const Assignment& numbers) const;
  /// The same on this graph: formulas of this system are formulas of the copy too.
  System with_numbers(const Assignment& numbers) const;
  /// The parameters, by index, that change with any of these: they themselves and the formulas of
  /// them.
  std::vector<std::size_t> parameters_that_follow(const std::vector<NodeId>& symbols) const;

  /// The parameters' numbers, for `evaluate`.
  const Assignment& parameter_values() const { return parameter_values_; }

 private:
  void claim_name(const std::string& name, std::string_view what);
  void require_free(const std::string& name, std::string_view what);
  Expr add_coordinate(const std::string& name);
  NodeId own(const Expr& formula) const;
  NodeId close(NodeId formula);
  void require_kinds(NodeId formula, Kinds allowed, std::string_view what) const;
  bool is_linear_in(NodeId formula, Kind kind) const;
  bool has_switches();
  ConstraintRow constraint_row(const std::string& name, const Equation& equation);
  ForceSymbol row_symbol(Quantity quantity, const std::string& row) const;
  Expr force_symbol(ForceSymbol symbol, const std::string& text);
  Expr force_on(Quantity quantity, const std::string& constraint, const Expr& coordinate);
  std::size_t required_constraint(const std::string& name) const;
  std::size_t required_contact(const std::string& name) const;
  const ConstraintRow& contact_row(const std::string& name) const;
  const Friction& required_friction(const std::string& name) const;
  void add_friction(Friction friction, const FrictionTerms& terms);
  NodeId friction_formula(const Expr& formula, std::string_view what);
  void find_shares(Friction& friction) const;
  NodeId slip_along(const ConstraintRow& gap, NodeId& steepness) const;
  Expr add_parameter(Parameter parameter);
  std::size_t required_coordinate(const Expr& coordinate) const;

  std::string title_;
  std::shared_ptr<Graph> graph_;
  NodeId time_;
  std::vector<Coordinate> coordinates_;
  std::vector<Parameter> parameters_;
  std::vector<Definition> definitions_;
  std::vector<NodeId> kinetic_, potential_, lagrangian_;
  std::vector<Particle> particles_;
  std::vector<CoordinateFormula> forces_;
  std::vector<NodeId> virtual_powers_, dissipations_;
  std::vector<Constraint> constraints_;
  std::vector<Contact> contacts_;
  std::vector<Friction> frictions_;
  std::vector<When> rules_;
  std::vector<bool> off_at_start_;  ///< by constraint; empty where none is
  std::vector<Watch> watches_;
  std::vector<ForceSymbol> force_symbols_;
  std::vector<Coordinate> openings_;
  OpenFormulas open_;
  std::optional<KnownEnergies> known_;
  std::vector<JointRecord> joints_;
  BodyRecords body_records_;
  Description description_;
  std::vector<Condition> bounds_;
  std::vector<NodeId> closed_of_;  ///< by node: the same formula with every opening at zero
  Assignment parameter_values_;
  std::unordered_set<std::string> watch_names_;
  std::unordered_map<std::string, std::string> taken_;  ///< name -> what it names
  std::unordered_map<NodeId, std::size_t> coordinate_of_, coordinate_of_velocity_;
  std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> constraint_of_;
  std::unordered_map<NodeId, std::size_t> force_symbol_of_;
  NodeId looked_at_ = 0;       ///< the nodes before it …
  bool has_switches_ = false;  ///< … hold abs, sign, min, max or a comparison
};

}  // namespace alembert
