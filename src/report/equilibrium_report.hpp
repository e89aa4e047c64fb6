#pragma once
/// A state of rest: where, held by which forces, and what a small push does.

#include <string>

#include "theory/equilibrium.hpp"

namespace alembert {

std::string equilibrium_text(const theory::Equilibrium& rest, const System& system);
std::string equilibrium_json(const theory::Equilibrium& rest, const System& system);

}  // namespace alembert
