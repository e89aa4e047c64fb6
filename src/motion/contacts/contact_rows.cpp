#include "motion/contacts/contact_rows.hpp"

#include <algorithm>

namespace alembert {

std::optional<std::size_t> contact_of_row(const Equations& equations, std::size_t row) {
  const System& system = equations.system;
  const std::string& constraint = system.constraints()[equations.rows[row].constraint].name;
  if (equations.rows[row].name != constraint) return std::nullopt;
  return system.contact_index(constraint);
}

const std::string& struck_name(const Equations& equations, std::size_t struck) {
  const std::vector<Contact>& contacts = equations.system.contacts();
  if (struck < contacts.size())
    return equations.system.constraints()[contacts[struck].constraint].name;
  return equations.rows[struck - contacts.size()].name;
}

bool comes_and_goes(const Equations& equations, std::size_t row) {
  const Constraint& constraint = equations.system.constraints()[equations.rows[row].constraint];
  return equations.system.contact_index(constraint.name) ||
         equations.system.is_switched(equations.rows[row].constraint) ||
         std::ranges::find(constraint.rows, equations.rows[row].name, &ConstraintRow::name) ==
             constraint.rows.end();
}

}  // namespace alembert
