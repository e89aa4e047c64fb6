#include "dynamics/shared_code.hpp"

#include <algorithm>

namespace alembert {

SharedCode::Key SharedCode::key_of(const Equations& equations, const std::vector<std::size_t>& rows,
                                   const solution::ExplicitOptions& options,
                                   double step_tolerance) {
  const solution::Baumgarte baumgarte = options.baumgarte.value_or(solution::Baumgarte{});
  Key key{rows, options.free_parameters, {}, {step_tolerance}};
  key.numbers.insert(key.numbers.end(),
                     {options.baumgarte ? 1.0 : 0.0, baumgarte.alpha, baumgarte.beta,
                      options.keeps_constraints ? 1.0 : 0.0, options.may_roll ? 1.0 : 0.0});
  key.numbers.insert(key.numbers.end(), options.row_lengths.begin(), options.row_lengths.end());
  const std::vector<Parameter>& parameters = equations.system.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (std::ranges::find(options.free_parameters, p) == options.free_parameters.end())
      key.numbers.push_back(parameters[p].value);
  for (const auto& [row, weight] : equations.completion.rows) {
    key.completing_rows.push_back(row);
    key.numbers.push_back(weight);
  }
  return key;
}

std::shared_ptr<SharedCode> SharedCode::of_part(const Acting& acts) {
  const std::scoped_lock hold(looking_);
  std::shared_ptr<SharedCode>& part = parts_[acts];
  if (!part) part = std::make_shared<SharedCode>();
  return part;
}

std::shared_ptr<ExplicitCode> SharedCode::explicit_code(const Equations& equations,
                                                        const std::vector<std::size_t>& rows,
                                                        const solution::ExplicitOptions& options,
                                                        double step_tolerance) {
  // some choices of rows for some settings; a fit whose numbers are not free would fill the memory
  constexpr std::size_t most = 16;
  const std::scoped_lock hold(looking_);
  const Key key = key_of(equations, rows, options, step_tolerance);
  if (const auto known = codes_.find(key); known != codes_.end()) return known->second;
  if (codes_.size() >= most) codes_.clear();
  std::shared_ptr<ExplicitCode>& code = codes_[key];
  if (auto formulas = solution::ExplicitFormulas::make(equations, rows, options))
    code = std::make_shared<ExplicitCode>(std::move(formulas),
                                          equations.system.coordinates().size(), step_tolerance);
  return code;
}

}  // namespace alembert
