// DART on trees of hinges: TREE N accelerations 0, or TREE N semi_implicit_euler STEP.

#include <dart/dart.hpp>

#include "measure.hpp"
#include "trees.hpp"

using namespace bench;

int main(int count, char** words) {
  const Tree tree = count > 4 ? tree_named(words[1], std::atoi(words[2])) : Tree();
  // it closes loops by impulses of first order, which takes it to no such error
  if (tree.empty() || !balls_of(words[1]).empty()) return 2;
  const auto vector = [](const Triple& x) { return Eigen::Vector3d(x[0], x[1], x[2]); };
  const dart::simulation::WorldPtr world = dart::simulation::World::create();
  const dart::dynamics::SkeletonPtr skeleton = dart::dynamics::Skeleton::create("tree");
  std::vector<dart::dynamics::BodyNode*> bodies;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const HingedBody& body = tree[i];
    dart::dynamics::RevoluteJoint::Properties joint;
    joint.mName = "j" + std::to_string(i);
    joint.mAxis = vector(body.axis);
    joint.mT_ParentBodyToJoint.translation() = vector(offset(tree, i));
    dart::dynamics::BodyNode::Properties node;
    node.mName = "b" + std::to_string(i);
    node.mInertia.setMass(body.mass);
    node.mInertia.setLocalCOM(vector(body.centre));
    node.mInertia.setMoment(vector(body.inertia).asDiagonal());
    dart::dynamics::BodyNode* const carrier =
        body.carrier < 0 ? nullptr : bodies[static_cast<std::size_t>(body.carrier)];
    bodies.push_back(
        skeleton->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(carrier, joint, node)
            .second);
  }
  world->setGravity(Eigen::Vector3d(0, 0, -gravity_of_tree));
  world->addSkeleton(skeleton);
  const auto start = [&] {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      bodies[i]->getParentJoint()->setPosition(0, tree[i].start);
      bodies[i]->getParentJoint()->setVelocity(0, 0);
    }
  };
  std::vector<double> values;
  start();
  if (std::string(words[3]) == "accelerations") {
    const int calls = 500;
    const double seconds = best_cpu_seconds([&] {
      for (int k = 0; k < calls; ++k) {
        // what depended on the positions is void
        start();
        skeleton->computeForwardDynamics();
      }
    });
    for (const auto* body : bodies) values.push_back(body->getParentJoint()->getAcceleration(0));
    print_numbers(seconds / calls, values);
    return 0;
  }
  const double step = std::atof(words[4]);
  world->setTimeStep(step);
  const double seconds = best_cpu_seconds([&] {
    start();
    const long steps = std::lround(seconds_of_tree(words[1], std::atoi(words[2])) / step);
    for (long k = 0; k < steps; ++k) world->step();
  });
  for (const auto* body : bodies) values.push_back(body->getParentJoint()->getPosition(0));
  print_numbers(seconds, values);
}
