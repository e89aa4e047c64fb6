#pragma once
/// Models to model files.

#include <string>

#include "mechanics/model.hpp"

namespace alembert {

/// The model in the model language; reading it gives an equal model. Formulas that are used again
/// and again are written once, as definitions; bodies, joints and what acts on them are written as
/// the statements that describe them. A model that cannot be written is a ModelError: names that
/// the language does not allow, formulas too long or too deep to be read again.
std::string write_text(const Model& model);

}  // namespace alembert
