#include "motion/unique_reactions.hpp"

#include "dynamics/shared_reactions.hpp"

namespace alembert {

std::vector<bool> unique_reactions(const Motion& motion, double t) {
  const Equations& equations = motion.equations();
  std::size_t components = 0;
  for (const JointRecord& joint : equations.system.joints())
    components += joint.force.size() + joint.moment.size();
  if (!SharedReactions::may_share(equations)) return std::vector<bool>(components, true);
  const Snapshot then = motion.at(t);
  const MotionColumns& layout = motion.layout();
  const auto part = [&](std::size_t first, std::size_t count) -> numeric::Vector {
    return Eigen::Map<const numeric::Vector>(then.row().data() + first,
                                             static_cast<numeric::Index>(count));
  };
  StateEquations state(equations);
  const std::size_t n = state.coordinates(), m = state.rows();
  Instant now;
  now.acceleration = part(layout.a, n);
  now.lambda = part(layout.lambda, m);
  now.lambda_total = part(layout.total, m);
  now.rank = static_cast<numeric::Index>(then.row()[layout.rank]);
  SharedReactions shared(state);
  shared.share(state.evaluate(t, part(layout.q, n), part(layout.v, n)), now);
  return shared.unique();
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
