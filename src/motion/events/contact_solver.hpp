#pragma once
/// What contacts do at one instant: which of them touch, what happens to those that strike, and which carry from then on.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/shared_code.hpp"
#include "dynamics/state_equations.hpp"
#include "mechanics/equations.hpp"
#include "motion/motion_record.hpp"
#include "motion/run_settings.hpp"
#include "numeric/impact.hpp"

namespace alembert {

/// By contact.
using ContactSet = std::vector<bool>;

/// An impact, or why there is no telling what follows it.
struct ImpactResult {
  std::optional<Failure> failure;
  numeric::Vector velocity;            ///< after it
  std::vector<ImpactRecord> contacts;  ///< that got an impulse; t and group are not set
  double energy = 0;                   ///< what it changed the energy by, from the impulses
};

class ContactSolver {
 public:
  using Vector = numeric::Vector;

  ContactSolver(const Equations& all, const RunSettings& settings,
                std::shared_ptr<SharedCode> code);

  const Equations& equations() const { return state_.equations(); }
  StateEquations& state() { return state_; }
  std::size_t row_of(std::size_t contact) const { return rows_[contact]; }

  /// How large the positions and the velocities of the motion are: what vanishes by rounding alone is small beside them.
  void set_sizes(const Vector& of_positions, const Vector& of_velocities) {
    q_sizes_ = of_positions;
    v_sizes_ = of_velocities;
  }
  /// What is lost in rounding of the gap of each contact, and of its rate.
  std::vector<double> noise_of_gaps(double t, const Vector& q, const Vector& v);
  std::vector<double> noise_of_rates(double t, const Vector& q, const Vector& v);
  /// φ of each contact, or ψ, and φ̇ or ψ.
  std::vector<double> gaps(double t, const Vector& q, const Vector& v);
  std::vector<double> rates(double t, const Vector& q, const Vector& v);

  /// Those without a gap, and those that rest.
  ContactSet touching(double t, const Vector& q, const Vector& v, const ContactSet& rests);
  /// Whether one of those approaches.
  bool strikes(double t, const Vector& q, const Vector& v, const ContactSet& touching);
  /// `plastic` contacts give nothing back.
  ImpactResult strike(double t, const Vector& q, const Vector& v, const ContactSet& touching,
                      const ContactSet& plastic);

  /// Of the contacts that touch, those that stay closed; where the forces of this instant leave it open, those `later` decide.
  struct Rest {
    std::optional<Failure> failure;
    ContactSet rests;
  };
  Rest settle(double t, const Vector& q, const Vector& v, const ContactSet& touching, double later);

  /// How far all contacts that rest are from one that has to let go (numeric/one_sided.hpp).
  double carrying_margin(double t, const Vector& q, const Vector& v, const ContactSet& rests);

 private:
  /// Rows of all constraints, and of these contacts.
  std::vector<numeric::Index> acting_rows(const ContactSet& contacts) const;
  numeric::OneSidedInstant one_sided(const StateValues& here,
                                     const std::vector<numeric::Index>& rows) const;
  std::string names(const std::vector<numeric::Index>& rows,
                    const std::vector<numeric::Index>& which) const;

  const RunSettings& settings_;
  StateEquations state_;
  std::vector<std::size_t> rows_;  ///< by contact
  std::vector<std::optional<std::size_t>> contact_of_row_;
  CompiledFormulas restitution_;
  Vector q_sizes_, v_sizes_;
};

}  // namespace alembert
