#pragma once
/// What a verification found, statement by statement.

#include <string>

#include "theory/verification.hpp"

namespace alembert {

/// A table for a terminal: what holds, what fails, and what does not apply with the reason.
std::string verification_text(const theory::Verification& verification, const std::string& title);

/// The same as one object.
std::string verification_json(const theory::Verification& verification, const std::string& title);

}  // namespace alembert
