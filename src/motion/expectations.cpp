#include "motion/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "motion/contacts/contact_expectations.hpp"
#include "motion/judged_residuals.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

class Checker {
 public:
  Checker(const Model& model, const Motion& motion) : system_(model.system), motion_(motion) {}

  CheckResult check(const Expectation& e) {
    using What = Expectation::What;
    switch (e.what) {
      case What::energy_constant:
        return energy(e, motion_.energy_deviation(), "largest deviation");
      case What::energy_balanced:
        return energy(e, motion_.energy_imbalance(), "largest imbalance");
      case What::constraints_hold:
        return constraints_hold(e);
      case What::virtual_work_vanishes:
        return {e.text, motion_.largest().virtual_work <= number(e.bound),
                fmt::format("largest, relative {:.2e}", motion_.largest().virtual_work)};
      case What::value_at:
        return value_at(e);
      case What::always:
        return always(e);
      case What::outcome: {
        const std::string words = motion_.outcome().words();
        return {e.text, words == e.outcome || name_of(motion_.outcome().fate) == e.outcome, words};
      }
      case What::impact:
      case What::change:
      case What::impacts:
      case What::timeline:
      case What::rest_after:
        return check_contact(e, {number(e.value), number(e.count), number(e.bound)}, motion_);
      case What::contacts_hold:
        return contacts_hold(e);
      case What::cone_holds:
        return cone_holds(e);
      case What::impacts_lose_energy:
        return impacts_lose_energy(e);
      case What::rank:
        return count(e, motion_.front()["rank"]);
      case What::freedoms:
        return count(e,
                     static_cast<double>(system_.coordinates().size()) - motion_.front()["rank"]);
    }
    return {e.text, false, ""};
  }

 private:
  double number(NodeId formula) const {
    if (formula == no_node) return 0;
    return evaluate(system_.graph(), {formula}, system_.parameter_values()).front();
  }
  const MotionSizes& sizes() {
    if (!sizes_) sizes_ = sizes_of(motion_);
    return *sizes_;
  }

  // what is conserved, or balanced, is small beside the energies that were exchanged
  CheckResult energy(const Expectation& e, double value, std::string_view what) {
    const double bound = number(e.bound) * sizes().exchanged + sizes().energy_rounding;
    return {e.text, value <= bound,
            fmt::format("{} {:.2e}, of {:.3g} exchanged", what, value, sizes().exchanged)};
  }

  CheckResult constraints_hold(const Expectation& e) {
    const JudgedResiduals judged = judge_residuals(motion_, sizes(), number(e.bound));
    return {e.text, judged.hold(),
            fmt::format("largest residual {:.2e}, rate {:.2e}", motion_.largest().position,
                        motion_.largest().velocity)};
  }

  CheckResult contacts_hold(const Expectation& e) {
    const JudgedContacts judged = judge_contacts(motion_, sizes(), number(e.bound));
    return {e.text, judged.hold(),
            fmt::format("gap below zero {:.2e}, push below zero {:.2e}, their product {:.2e}",
                        judged.gap.value, judged.push.value, judged.product.value)};
  }

  CheckResult cone_holds(const Expectation& e) const {
    const JudgedFrictions judged = judge_frictions(motion_, number(e.bound));
    return {e.text, judged.hold(),
            fmt::format("beyond its limit {:.2e}, along its slip {:.2e}", judged.force.value,
                        judged.along.value)};
  }

  CheckResult impacts_lose_energy(const Expectation& e) const {
    constexpr double rounding = 1e-13;
    const double added = energy_added_by_impacts(motion_);
    return {e.text, added <= rounding,
            motion_.impacts().empty()
                ? "no impact"
                : fmt::format("of {}, added {:.2e} of what they exchange", motion_.impacts().size(),
                              std::max(added, 0.0))};
  }

  CheckResult count(const Expectation& e, double value) const {
    return {e.text, value == number(e.count), fmt::format("found {:g}", value)};
  }

  CheckResult value_at(const Expectation& e) {
    const double t = number(e.time);
    if (!(t >= motion_.start_time() && t <= motion_.end_time()))
      return {e.text, false, fmt::format("the motion ends at t = {:.6g}", motion_.end_time())};
    const std::vector<double> found = motion_.evaluate({e.formula, e.value}, t);
    const double error = std::fabs(found[0] - found[1]);
    const SizeOfSides size = size_of_sides(e, t);
    if (!std::isfinite(error)) return {e.text, false, "not defined there"};
    // zero is shown without a sign
    return {e.text, error <= number(e.bound) * size.terms + size.rounding,
            fmt::format("{:.12g}, error {:.2e} of {:.3g}", found[0] + 0.0, error, size.terms)};
  }

  /// Of both sides of `f = g`: the largest of their terms at t and of their values on the way, so
  /// that a value that passes through zero still means something; and what rounding leaves of them.
  struct SizeOfSides {
    double terms = 0;
    double rounding = 0;
  };

  SizeOfSides size_of_sides(const Expectation& e, double t) {
    const Equations& equations = motion_.equations();
    const std::vector<NodeId> sides = resolve_forces(equations, {e.formula, e.value});
    const Assignment now = assignment_at(equations, motion_.at(t).row());
    SizeOfSides size;
    for (const double terms : sizes_of_terms(equations.graph(), sides, now))
      if (std::isfinite(terms)) size.terms = std::max(size.terms, terms);
    for (const std::vector<double>& values : motion_.evaluate_outputs({e.formula, e.value}))
      for (const double value : values)
        if (std::isfinite(value)) size.terms = std::max(size.terms, std::fabs(value));
    size.rounding = rounding_of(sides, now);
    return size;
  }

  // what the rounding of the state, of the accelerations and of the multipliers makes of the
  // formulas
  double rounding_of(const std::vector<NodeId>& formulas, const Assignment& now) {
    const Equations& equations = motion_.equations();
    std::vector<NodeId> symbols;
    std::vector<double> errors;
    const auto add = [&](NodeId symbol, double error) {
      symbols.push_back(symbol);
      errors.push_back(error);
    };
    for (std::size_t j = 0; j < sizes().coordinates.size(); ++j) {
      const Coordinate& x = equations.system.coordinates()[j];
      add(x.q, sizes().coordinates[j].position_rounding);
      add(x.v, sizes().coordinates[j].velocity_rounding);
      add(x.a, sizes().coordinates[j].acceleration_rounding);
    }
    for (std::size_t r = 0; r < equations.rows.size(); ++r) {
      add(equations.rows[r].lambda, sizes().rows[r].multiplier_rounding);
      add(equations.rows[r].total, sizes().rows[r].multiplier_rounding);
    }
    const std::vector<Entry> slopes = jacobian(equations.graph(), formulas, symbols);
    std::vector<NodeId> slope_formulas;
    for (const Entry& slope : slopes) slope_formulas.push_back(slope.value);
    const std::vector<double> numbers = evaluate(equations.graph(), slope_formulas, now);
    double rounding = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (std::isfinite(numbers[k])) rounding += std::fabs(numbers[k]) * errors[slopes[k].column];
    return rounding;
  }

  CheckResult always(const Expectation& e) const {
    const std::vector<std::vector<double>> outputs = motion_.evaluate_outputs({e.formula});
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!(std::fabs(outputs[i].front()) > 0))
        return {e.text, false, fmt::format("not at t = {:.6g}", motion_.row(i)[0])};
    return {e.text, true, fmt::format("at all {} outputs", outputs.size())};
  }

  const System& system_;
  const Motion& motion_;
  std::optional<MotionSizes> sizes_;
};

}  // namespace

std::vector<CheckResult> check_expectations(const Model& model, const Motion& motion) {
  Checker checker(model, motion);
  std::vector<CheckResult> results;
  for (const Expectation& expectation : model.checks) results.push_back(checker.check(expectation));
  return results;
}

}  // namespace alembert
