#include "text/parse/syntax.hpp"

#include <algorithm>

namespace alembert {

NameId Syntax::name_id(std::string_view spelling) {
  const auto [place, is_new] =
      ids_.try_emplace(std::string(spelling), static_cast<NameId>(spellings_.size()));
  if (is_new) spellings_.emplace_back(spelling);
  return place->second;
}

bool Syntax::declares(NameId name) const {
  const auto is_named = [&](const NamedFormula& item) { return item.name.name == name; };
  return std::any_of(coordinates.begin(), coordinates.end(),
                     [&](const ItemName& item) { return item.name == name; }) ||
         std::any_of(parameters.begin(), parameters.end(), is_named) ||
         std::any_of(variables.begin(), variables.end(), is_named) ||
         std::any_of(definitions.begin(), definitions.end(), is_named);
}

FormulaId Syntax::add(FormulaNode node, const std::vector<Operand>& of) {
  node.first_operand = static_cast<std::uint32_t>(operands.size());
  node.operand_count = static_cast<std::uint32_t>(of.size());
  operands.insert(operands.end(), of.begin(), of.end());
  formulas.push_back(node);
  return static_cast<FormulaId>(formulas.size() - 1);
}

}  // namespace alembert
