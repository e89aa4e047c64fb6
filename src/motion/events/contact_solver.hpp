#pragma once
/// What contacts do at one instant: which of them touch, what happens to those that strike, and
/// which carry from then on.

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/shared_code.hpp"
#include "dynamics/state_equations.hpp"
#include "mechanics/acting_part.hpp"
#include "mechanics/equations.hpp"
#include "motion/motion_record.hpp"
#include "motion/run_settings.hpp"
#include "numeric/friction_modes.hpp"
#include "numeric/impact_with_friction.hpp"

namespace alembert {

/// By contact.
using ContactSet = std::vector<bool>;

/// An impact, or why there is no telling what follows it.
struct ImpactResult {
  std::optional<Failure> failure;
  numeric::Vector velocity;            ///< after it
  std::vector<ImpactRecord> contacts;  ///< that got an impulse; t and group are not set
  double energy = 0;                   ///< what it changed the energy by, from the impulses
  bool checked = true;                 ///< that friction leaves no other
  /// By coordinate that was struck, its velocity if it alone had the energy of the whole change: it
  /// may have been thrown to and fro.
  numeric::Vector thrown;
};

/// What frictions do, by friction: their phase; 1 or −1 where they slip, and of the multiplier that
/// presses them.
struct FrictionStates {
  std::vector<FrictionPhase> phases;
  std::vector<int> sense, side;
};

/// What is known of this instant by friction, because an event brought it about.
struct FrictionNews {
  std::vector<bool> stopped;   ///< its slip has come to rest
  std::vector<bool> released;  ///< it has come to its limit
  std::vector<bool> turned;    ///< the multiplier that presses it, or its force, changes its sign
  bool let_go = false;         ///< some of those that share their forces came to theirs
};

class ContactSolver {
 public:
  using Vector = numeric::Vector;

  ContactSolver(const Equations& all, const RunSettings& settings,
                std::shared_ptr<SharedCode> code);

  const Equations& equations() const { return state_.equations(); }
  StateEquations& state() { return state_; }
  void set_parameter(std::size_t parameter, double value) {
    state_.set_parameter(parameter, value);
    known_.t = std::numeric_limits<double>::quiet_NaN();
  }
  std::size_t row_of(std::size_t contact) const { return rows_[contact]; }

  /// How large positions and velocities have been: what vanishes by rounding alone is small beside
  /// them.
  void set_reach(const Vector& of_positions, const Vector& of_velocities) {
    q_reach_ = of_positions;
    v_reach_ = of_velocities;
  }
  /// By constraint, as in Phases.
  void set_off(const std::vector<bool>& off) { off_ = off; }
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
  /// `plastic` contacts come to rest; one that is `jammed` is struck although it does not approach.
  /// Rows that are `joining` were switched on, and are told of like contacts.
  ImpactResult strike(double t, const Vector& q, const Vector& v, const ContactSet& touching,
                      const ContactSet& plastic, std::optional<std::size_t> jammed = {},
                      const std::vector<std::size_t>& joining = {});

  /// Of the contacts that touch, those that stay closed, and what frictions do; where the forces of
  /// this instant leave it open, those `later` decide.
  struct Rest {
    std::optional<Failure> failure;
    ContactSet rests;
    FrictionStates frictions;
    std::optional<std::size_t> jammed;  ///< a contact that has no force, and is struck instead
    bool checked = true;                ///< that friction leaves nothing else
  };
  Rest settle(double t, const Vector& q, const Vector& v, const ContactSet& touching,
              const FrictionStates& before, const FrictionNews& news, double later);

  /// Why the run ends where steps become ever shorter: the pressure of a contact that slips grows
  /// beyond all bounds as p → 0 (Eq. 85).
  std::optional<Failure> jam(double t, const Vector& q, const Vector& v, const ContactSet& rests,
                             const FrictionStates& frictions);

  /// How far all contacts that rest are from one that has to let go, and all frictions that stick
  /// (numeric/one_sided.hpp, friction_modes.hpp).
  double carrying_margin(double t, const Vector& q, const Vector& v, const ContactSet& rests,
                         const FrictionStates& frictions);

  /// The shortest of the times in which forces carry a coordinate over a way of its own size.
  double natural_time(double t, const Vector& q, const Vector& v);
  /// The slip velocities of frictions, and what is lost of them in rounding.
  std::vector<double> slips(double t, const Vector& q, const Vector& v);
  std::vector<double> noise_of_slips(double t, const Vector& q, const Vector& v);

 private:
  /// What is lost in rounding of residuals at a state, kept for those who ask again.
  const Residuals& rounding_at(double t, const Vector& q, const Vector& v);
  /// A friction among the rows of an instant.
  struct FrictionRows {
    std::size_t sticking;
    std::optional<std::size_t> pressing;
    std::optional<std::size_t> contact;  ///< its own
    bool has_side = false;               ///< it takes the magnitude of what presses
  };
  std::vector<numeric::PlanarFriction> frictions_at(const StateValues& here,
                                                    const std::vector<numeric::Index>& rows,
                                                    const std::vector<std::size_t>& which,
                                                    const FrictionStates& states);
  std::vector<double> noise_of_velocities(double t, const Vector& q, const Vector& v);
  std::vector<std::size_t> acting_frictions(const ContactSet& contacts) const;
  std::optional<Failure> jam_of(const numeric::FrictionModes& modes,
                                const std::vector<numeric::Index>& rows) const;
  double slope_of_normal(std::size_t friction, const FrictionStates& now, double t, const Vector& q,
                         const Vector& v);
  /// Whether the force that the model gives for a friction is below zero, or what a multiplier
  /// adds to it.
  bool is_negative(std::size_t friction, const StateValues& here,
                   const numeric::FrictionMotion& motion, const numeric::PlanarFriction& rows);
  Failure negative_friction(std::size_t friction) const;
  bool is_off(std::size_t constraint) const { return !off_.empty() && off_[constraint]; }
  std::optional<std::size_t> jammed_contact(const numeric::FrictionModes& modes,
                                            const std::vector<numeric::Index>& rows) const;
  /// What rows and slips do in an impact, whoever finds it.
  struct Struck {
    std::optional<Failure> failure;
    Vector velocity, impulse, friction;
    std::vector<bool> unique;
    bool checked = true;
  };
  numeric::Collision collision_at(const StateValues& here, const std::vector<numeric::Index>& rows,
                                  const ContactSet& plastic, std::optional<Failure>& failure);
  Struck struck(const numeric::Collision& collision, const std::vector<numeric::Index>& rows,
                std::optional<Impacts> law) const;
  Struck struck_with_friction(const numeric::Collision& collision,
                              const std::vector<numeric::ImpactFriction>& frictions,
                              const std::vector<numeric::Index>& rows, numeric::Index jammed,
                              std::optional<Impacts> law) const;
  std::string names_of_striking(const numeric::Collision& collision,
                                const std::vector<numeric::Index>& rows) const;
  Rest settle_with_friction(double t, const Vector& q, const Vector& v,
                            const ContactSet& candidates, const FrictionStates& before,
                            const FrictionNews& news, double later);
  /// Rows of all constraints, and of these contacts.
  std::vector<numeric::Index> acting_rows(const ContactSet& contacts) const;
  numeric::OneSidedInstant one_sided(const StateValues& here,
                                     const std::vector<numeric::Index>& rows) const;
  std::string names(const std::vector<numeric::Index>& rows,
                    const std::vector<numeric::Index>& which) const;

  /// Of the sizes of a state that was integrated and moved onto the constraints.
  static constexpr double state_rounding = 64 * std::numeric_limits<double>::epsilon();

  const RunSettings& settings_;
  StateEquations state_;
  std::vector<std::size_t> rows_;  ///< by contact
  std::vector<std::optional<std::size_t>> contact_of_row_;
  std::vector<FrictionRows> frictions_;
  CompiledFormulas restitution_;
  CompiledFormulas friction_forces_;  ///< of each friction: free and slope of F and of F_s
  Vector q_reach_, v_reach_;
  struct {
    double t = std::numeric_limits<double>::quiet_NaN();
    Vector q, v;
    Residuals rounding;
  } known_;
  std::vector<bool> off_;
};

}  // namespace alembert
