#pragma once
/// Taylor series of the motion: every step evaluates the equations at one point only, so that a
/// step can pass over a position in which the constraints lose rank.

#include <memory>

#include "dynamics/dynamics.hpp"
#include "integrate/integrator.hpp"

namespace alembert {

/// Whether the series can be formed: not for laws that use total(...), whose loop has no series.
bool taylor_applies(const Equations& equations);

/// y = (q, q̇, work of applied, ideal, non-ideal and explicitly time-dependent parts), as the flow
/// of a simulation has it. Jets go through the residuals d/dt ∂L/∂q̇ − ∂L/∂q − Q′ − Aᵀλ − C and
/// d²φ/dt² with accelerations and multipliers as unknowns; each order is solved with the factors of
/// the first.
std::unique_ptr<integrate::Integrator> make_taylor(Dynamics& dynamics, double tolerance,
                                                   double rank_tolerance);

}  // namespace alembert
