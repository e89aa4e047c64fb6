#include "motion/unique_reactions.hpp"

#include "dynamics/shared_reactions.hpp"

namespace alembert {

namespace {

// calls `ask` with the reactions as they are shared at an instant
template <class Ask>
auto shared_at(const Motion& motion, double t, Ask ask) {
  const Snapshot then = motion.at(t);
  const MotionColumns& layout = motion.layout();
  const auto part = [&](std::size_t first, std::size_t count) -> numeric::Vector {
    return Eigen::Map<const numeric::Vector>(then.row().data() + first,
                                             static_cast<numeric::Index>(count));
  };
  // of the rows that act there
  StateEquations state(motion.equations_at(t));
  const std::size_t n = state.coordinates();
  const std::vector<EquationRow>& rows = state.equations().rows;
  Instant now;
  now.acceleration = part(layout.a, n);
  now.lambda = now.lambda_total = numeric::Vector::Zero(static_cast<numeric::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto i = static_cast<numeric::Index>(r);
    now.lambda[i] = then["lambda(" + rows[r].name + ")"];
    now.lambda_total[i] = then["total(" + rows[r].name + ")"];
  }
  now.rank = static_cast<numeric::Index>(then.row()[layout.rank]);
  SharedReactions shared(state);
  shared.share(state.evaluate(t, part(layout.q, n), part(layout.v, n)), now);
  return ask(shared);
}

}  // namespace

std::vector<bool> unique_reactions(const Motion& motion, double t) {
  const Equations& equations = motion.equations();
  std::size_t components = 0;
  for (const JointRecord& joint : equations.system.joints())
    components += joint.force.size() + joint.moment.size();
  if (!SharedReactions::may_share(equations)) return std::vector<bool>(components, true);
  return shared_at(motion, t, [](const SharedReactions& shared) { return shared.unique(); });
}

std::vector<std::vector<std::string>> joints_that_share(const Motion& motion, double t) {
  if (!SharedReactions::may_share(motion.equations())) return {};
  std::vector<std::string> names;
  for (const JointRecord& joint : motion.equations().system.joints())
    if (!joint.force.empty() || !joint.moment.empty()) names.push_back(joint.name);
  std::vector<std::vector<std::string>> result;
  const auto groups =
      shared_at(motion, t, [](const SharedReactions& shared) { return shared.groups(); });
  for (const std::vector<std::size_t>& group : groups) {
    result.emplace_back();
    for (const std::size_t joint : group) result.back().push_back(names[joint]);
  }
  return result;
}

std::vector<std::string> joints_with_shared_reactions(const Motion& motion, double t) {
  std::vector<std::string> names;
  const std::vector<bool> unique = unique_reactions(motion, t);
  std::size_t next = 0;
  for (const JointRecord& joint : motion.equations().system.joints()) {
    bool is_unique = true;
    for (std::size_t k = joint.force.size() + joint.moment.size(); k > 0; --k)
      is_unique = is_unique && unique[next++];
    if (!is_unique) names.push_back(joint.name);
  }
  return names;
}

}  // namespace alembert
