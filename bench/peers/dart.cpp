// DART on the linkages p2 and p4: minimal coordinates in a tree of revolute joints, loops closed by
// ball joints on the level of velocities.
//
// METHOD is `euler`, its semi-implicit Euler steps; VALUE is the step size in s. Building the
// skeleton is part of the time, a few hundred microseconds of it.

#include <dart/dart.hpp>

#include "bricard.hpp"
#include "measure.hpp"

using dart::dynamics::BodyNode;
using dart::dynamics::SkeletonPtr;
using Eigen::Vector3d;

namespace {

struct Model {
  dart::simulation::WorldPtr world = dart::simulation::World::create();
  SkeletonPtr skeleton = dart::dynamics::Skeleton::create("linkage");
  BodyNode* observed_body = nullptr;
  Vector3d observed_point = Vector3d::Zero();  ///< in the axes of its body

  /// A point of a body that must stay at a point of another, or of the ground (nullptr).
  struct Closure {
    BodyNode* body;
    Vector3d point;
    BodyNode* other;
    Vector3d other_point;
  };
  std::vector<Closure> closures = {};
};

Vector3d place(const BodyNode* body, const Vector3d& point) {
  return body == nullptr ? point : Vector3d(body->getTransform() * point);
}

// hinged to its parent at `hinge`, a point in the axes of the parent
BodyNode* add_thin_bar(Model& model, BodyNode* parent, const Vector3d& hinge, int hinge_axis,
                       const Vector3d& bar, int bar_axis) {
  const std::string number = std::to_string(model.skeleton->getNumBodyNodes());
  dart::dynamics::RevoluteJoint::Properties joint;
  joint.mName = "hinge" + number;
  joint.mAxis = Vector3d::Unit(hinge_axis);
  joint.mT_ParentBodyToJoint.translation() = hinge;
  Vector3d moments = Vector3d::Constant(1.0 / 12);
  moments[bar_axis] = 1e-10;
  BodyNode::Properties body;
  body.mName = "bar" + number;
  body.mInertia.setMass(1);
  body.mInertia.setLocalCOM(bar / 2);
  body.mInertia.setMoment(Eigen::Matrix3d(moments.asDiagonal()));
  return model.skeleton
      ->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(parent, joint, body)
      .second;
}

void build_four_bars(Model& model, int N) {
  BodyNode* previous = nullptr;
  const Vector3d right = Vector3d::UnitX(), up = Vector3d::UnitY();
  for (int i = 0; i <= N; ++i) {
    BodyNode* upright = add_thin_bar(model, nullptr, i * right, 2, up, 1);
    upright->getParentJoint()->setVelocity(0, -1);
    if (i > 0) {
      BodyNode* level = add_thin_bar(model, previous, up, 2, right, 0);
      level->getParentJoint()->setVelocity(0, 1);
      model.closures.push_back({level, right, upright, up});
    }
    previous = upright;
  }
  model.observed_body = previous;
  model.observed_point = up;
}

void build_bricard(Model& model) {
  using namespace bench::bricard;
  BodyNode* previous = nullptr;
  Vector3d hinge = Vector3d::Zero();
  for (int k = 0; k < bars; ++k) {
    const Vector3d bar = Vector3d(corner[k + 1]) - Vector3d(corner[k]);
    previous = add_thin_bar(model, previous, hinge, hinge_axis[k], bar, bar_axis[k]);
    hinge = bar;
    if (k != observed_bar) continue;
    model.observed_body = previous;
    model.observed_point = bar;
  }
  // two points on the axis of the last hinge stay where they are
  for (const double shift : {0.0, 0.5})
    model.closures.push_back({previous, Vector3d(shift, 1, 0), nullptr, Vector3d(shift, 0, 1)});
}

void close_loops(Model& model) {
  using dart::constraint::BallJointConstraint;
  for (const Model::Closure& closure : model.closures) {
    const Vector3d at = place(closure.body, closure.point);
    model.world->getConstraintSolver()->addConstraint(
        closure.other == nullptr
            ? std::make_shared<BallJointConstraint>(closure.body, at)
            : std::make_shared<BallJointConstraint>(closure.body, closure.other, at));
  }
}

double energy_of(const Model& model) {
  double energy = 0;
  for (std::size_t i = 0; i < model.skeleton->getNumBodyNodes(); ++i) {
    const BodyNode* body = model.skeleton->getBodyNode(i);
    const Vector3d spin = body->getAngularVelocity(dart::dynamics::Frame::World(), body);
    energy += body->getCOMLinearVelocity().squaredNorm() / 2 +
              spin.dot(body->getInertia().getMoment() * spin) / 2 +
              bench::gravity * body->getCOM()[1];
  }
  return energy;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Task task = bench::read_task(argc, argv);
  if (!(task.problem.name == "p2" || task.problem.name == "p4") || task.method != "euler")
    bench::refuse(task);

  bench::Result result;
  result.steps = result.right_hand_sides = std::lround(task.problem.end / task.value);
  const long observed_step = std::lround(task.problem.error_time / task.value);
  result.cpu_seconds = bench::best_cpu_seconds([&] {
    Model model;
    model.world->setGravity(Vector3d(0, -bench::gravity, 0));
    model.world->setTimeStep(task.value);
    if (task.problem.name == "p2")
      build_four_bars(model, task.problem.N);
    else
      build_bricard(model);
    model.world->addSkeleton(model.skeleton);
    close_loops(model);

    const double start_energy = energy_of(model);
    for (long step = 1; step <= result.steps; ++step) {
      model.world->step();
      if (step != observed_step) continue;
      const Vector3d p = place(model.observed_body, model.observed_point);
      result.position = {p[0], p[1], p[2]};
    }
    result.energy_error = std::fabs(energy_of(model) - start_energy);
    result.violation = 0;
    for (const Model::Closure& closure : model.closures)
      result.violation = std::max(
          result.violation,
          (place(closure.body, closure.point) - place(closure.other, closure.other_point)).norm());
  });
  bench::print_line("DART", task, result);
}
