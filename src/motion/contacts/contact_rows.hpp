#pragma once
/// Which rows are those of contacts, and which act only now and then.

#include <cstddef>
#include <optional>

#include "mechanics/equations.hpp"

namespace alembert {

/// The contact, by its index into System::contacts(), whose gap a row is.
std::optional<std::size_t> contact_of_row(const Equations& equations, std::size_t row);

/// The name of what an impact struck: a contact, or behind them a row of a constraint that was
/// switched on.
const std::string& struck_name(const Equations& equations, std::size_t struck);

/// Whether a row may be there without acting: that of a contact, of what is switched, and any that
/// a constraint has beside those it states.
bool comes_and_goes(const Equations& equations, std::size_t row);

}  // namespace alembert
