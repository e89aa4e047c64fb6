#include "motion/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

class Checker {
 public:
  Checker(const Model& model, const Motion& motion)
      : system_(model.system), motion_(motion), energy_(motion.front()["energy"]) {}

  CheckResult check(const Expectation& e) const {
    using What = Expectation::What;
    switch (e.what) {
      case What::energy_constant:
        return within(e, motion_.energy_deviation(), number(e.bound) * energy_scale(),
                      "largest deviation");
      case What::energy_balanced:
        return within(e, motion_.energy_imbalance(), number(e.bound) * energy_scale(),
                      "largest imbalance");
      case What::constraints_hold:
        return within(e, std::max(motion_.largest().position, motion_.largest().velocity),
                      number(e.bound), "largest residual");
      case What::virtual_work_vanishes:
        return within(e, motion_.largest().virtual_work, number(e.bound), "largest, relative");
      case What::value_at:
        return value_at(e);
      case What::always:
        return always(e);
      case What::outcome: {
        const std::string words = motion_.outcome().words();
        return {e.text, words == e.outcome || name_of(motion_.outcome().fate) == e.outcome, words};
      }
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
    return evaluate(system_.graph(), {formula}, system_.parameter_values()).front();
  }
  double energy_scale() const { return std::max(1.0, std::fabs(energy_)); }

  static CheckResult within(const Expectation& e, double value, double bound,
                            std::string_view what) {
    return {e.text, value <= bound, fmt::format("{} {:.2e}", what, value)};
  }

  static CheckResult count(const Expectation& e, double value, double expected) {
    return {e.text, value == expected, fmt::format("found {:g}", value)};
  }
  CheckResult count(const Expectation& e, double value) const {
    return count(e, value, number(e.count));
  }

  CheckResult value_at(const Expectation& e) const {
    const double t = number(e.time);
    if (!(t >= motion_.start_time() && t <= motion_.end_time()))
      return {e.text, false, fmt::format("the motion ends at t = {:.6g}", motion_.end_time())};
    const std::vector<double> found = motion_.evaluate({e.formula, e.value}, t);
    const double error = std::fabs(found[0] - found[1]);
    const double bound = number(e.bound) * std::max(1.0, std::fabs(found[1]));
    return {e.text, error <= bound, fmt::format("{:.12g}, error {:.2e}", found[0], error)};
  }

  CheckResult always(const Expectation& e) const {
    const std::vector<std::vector<double>> outputs = motion_.evaluate_outputs({e.formula});
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (outputs[i].front() == 0)
        return {e.text, false, fmt::format("not at t = {:.6g}", motion_.row(i)[0])};
    return {e.text, true, fmt::format("at all {} outputs", outputs.size())};
  }

  const System& system_;
  const Motion& motion_;
  const double energy_;
};

}  // namespace

std::vector<CheckResult> check_expectations(const Model& model, const Motion& motion) {
  const Checker checker(model, motion);
  std::vector<CheckResult> results;
  for (const Expectation& expectation : model.checks) results.push_back(checker.check(expectation));
  return results;
}

}  // namespace alembert
