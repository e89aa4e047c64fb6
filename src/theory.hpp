#pragma once
/// The theory as a laboratory, beside <alembert/alembert.hpp>: one instant explained, the routes of
/// several centuries, states of rest, measured rows. Its vectors and matrices are Eigen's.

#include "report/equilibrium_report.hpp"
#include "report/explanation_report.hpp"
#include "theory/equilibrium.hpp"
#include "theory/explanation.hpp"
#include "theory/measured.hpp"
#include "theory/principles/routes.hpp"
