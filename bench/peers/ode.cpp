// ODE (Open Dynamics Engine) on the linkages p2 and p4: six coordinates per body, every joint a
// hinge, steps of first order.
//
// METHOD is the solver, `step` (direct) or `quick` (50 iterations); VALUE is the step size in s.
// Redundant constraints are regularised by a CFM of 1e-12; the ERP, how much of an error a step
// removes, is 0.2. Building the bodies is part of the time, a few microseconds of it.

#include <ode/ode.h>

#include <array>

#include "bricard.hpp"
#include "measure.hpp"

using namespace bench;

namespace {

class World {
 public:
  World() : world_(dWorldCreate()) {
    dWorldSetGravity(world_, 0, -gravity, 0);
    dWorldSetERP(world_, 0.2);
    dWorldSetCFM(world_, 1e-12);
    dWorldSetQuickStepNumIterations(world_, 50);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World() { dWorldDestroy(world_); }

  /// The moment about the bar's own axis must not be 0.
  dBodyID thin_bar(double x, double y, double z, int axis) {
    std::array<double, 3> moments = {1.0 / 12, 1.0 / 12, 1.0 / 12};
    moments[axis] = 1e-6;
    const dBodyID body = dBodyCreate(world_);
    dMass mass;
    dMassSetParameters(&mass, 1, 0, 0, 0, moments[0], moments[1], moments[2], 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, x, y, z);
    dBodySetGyroscopicMode(body, 1);
    bodies_.push_back({body, moments});
    return body;
  }

  /// A second body of 0 is the ground.
  void hinge(dBodyID first, dBodyID second, double x, double y, double z, int axis) {
    const dJointID joint = dJointCreateHinge(world_, nullptr);
    dJointAttach(joint, first, second);
    dJointSetHingeAnchor(joint, x, y, z);
    dJointSetHingeAxis(joint, axis == 0, axis == 1, axis == 2);
    hinges_.push_back(joint);
  }

  /// The point whose error is taken, in the axes of its body.
  void observe(dBodyID body, double x, double y, double z) {
    observed_body_ = body;
    observed_point_ = {x, y, z};
  }

  void step(double size) { dWorldStep(world_, size); }
  void quick_step(double size) { dWorldQuickStep(world_, size); }

  std::vector<double> observed() const {
    dVector3 place;
    dBodyGetRelPointPos(observed_body_, observed_point_[0], observed_point_[1], observed_point_[2],
                        place);
    return {place[0], place[1], place[2]};
  }

  double energy() const {
    double energy = 0;
    for (const auto& [body, moments] : bodies_) {
      const double *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
      dVector3 own;
      dBodyVectorFromWorld(body, w[0], w[1], w[2], own);
      energy += gravity * dBodyGetPosition(body)[1];
      for (int k = 0; k < 3; ++k) energy += (v[k] * v[k] + moments[k] * own[k] * own[k]) / 2;
    }
    return energy;
  }

  /// The largest gap in a hinge.
  double violation() const {
    double largest = 0;
    for (const dJointID joint : hinges_) {
      dVector3 a, b;
      dJointGetHingeAnchor(joint, a);
      dJointGetHingeAnchor2(joint, b);
      largest = std::max(largest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    return largest;
  }

 private:
  struct Bar {
    dBodyID body;
    std::array<double, 3> moments;
  };

  dWorldID world_;
  std::vector<Bar> bodies_;
  std::vector<dJointID> hinges_;
  dBodyID observed_body_ = nullptr;
  std::array<double, 3> observed_point_ = {};
};

void build_four_bars(World& world, int N) {
  dBodyID previous = nullptr;
  for (int i = 0; i <= N; ++i) {
    const dBodyID upright = world.thin_bar(i, 0.5, 0, 1);
    dBodySetLinearVel(upright, 0.5, 0, 0);
    dBodySetAngularVel(upright, 0, 0, -1);
    world.hinge(upright, nullptr, i, 0, 0, 2);
    if (i > 0) {
      const dBodyID level = world.thin_bar(i - 0.5, 1, 0, 0);
      dBodySetLinearVel(level, 1, 0, 0);
      world.hinge(level, previous, i - 1, 1, 0, 2);
      world.hinge(level, upright, i, 1, 0, 2);
    }
    previous = upright;
  }
  world.observe(previous, 0, 0.5, 0);
}

void build_bricard(World& world) {
  using namespace bricard;
  dBodyID previous = nullptr;
  for (int k = 0; k < bars; ++k) {
    const double *from = corner[k], *to = corner[k + 1];
    const dBodyID bar = world.thin_bar((from[0] + to[0]) / 2, (from[1] + to[1]) / 2,
                                       (from[2] + to[2]) / 2, bar_axis[k]);
    world.hinge(bar, previous, from[0], from[1], from[2], hinge_axis[k]);
    if (k == observed_bar) world.observe(bar, 0, 0, 0.5);
    previous = bar;
  }
  world.hinge(previous, nullptr, corner[5][0], corner[5][1], corner[5][2], hinge_axis[5]);
}

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  const bool is_quick = task.method == "quick";
  if (!(task.problem.name == "p2" || task.problem.name == "p4") ||
      !(is_quick || task.method == "step"))
    refuse(task);

  dInitODE2(0);
  Result result;
  result.steps = result.right_hand_sides = std::lround(task.problem.end / task.value);
  const long observed_step = std::lround(task.problem.error_time / task.value);
  result.cpu_seconds = best_cpu_seconds([&] {
    World world;
    if (task.problem.name == "p2")
      build_four_bars(world, task.problem.N);
    else
      build_bricard(world);
    const double start_energy = world.energy();
    for (long step = 1; step <= result.steps; ++step) {
      if (is_quick)
        world.quick_step(task.value);
      else
        world.step(task.value);
      if (step == observed_step) result.position = world.observed();
    }
    result.energy_error = std::fabs(world.energy() - start_energy);
    result.violation = world.violation();
  });
  print_line("ODE", task, result);
  dCloseODE();
}
