// Simbody on trees of hinges and slides, and loops that balls close: TREE N accelerations 0, or
// TREE N INTEGRATOR ACCURACY, with the integrator `rkm` or `rkf`.

#include <Simbody.h>

#include <memory>

#include "measure.hpp"
#include "trees.hpp"

using namespace bench;
using namespace SimTK;

namespace {

Vec3 vector(const Triple& x) { return {x[0], x[1], x[2]}; }

// a pin turns about the z of its frames, a slider moves along their x
Rotation z_along(const Triple& axis) { return Rotation(UnitVec3(vector(axis)), ZAxis); }
Rotation x_along(const Triple& axis) { return Rotation(UnitVec3(vector(axis)), XAxis); }

struct TreeModel {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBodyIndex> bodies;
};

}  // namespace

int main(int count, char** words) {
  const Tree tree = count > 4 ? tree_named(words[1], std::atoi(words[2])) : Tree();
  if (tree.empty()) return 2;
  const std::string method = words[3];
  TreeModel model;
  Force::UniformGravity(model.forces, model.matter, Vec3(0, 0, -gravity_of_tree));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const HingedBody& body = tree[i];
    const Vec3 centre = vector(body.centre);
    const Inertia about_hinge =
        Inertia(vector(body.inertia)).shiftFromMassCenter(-centre, body.mass);
    MobilizedBody& carrier =
        body.carrier < 0
            ? static_cast<MobilizedBody&>(model.matter.Ground())
            : model.matter.updMobilizedBody(model.bodies[static_cast<std::size_t>(body.carrier)]);
    const Body::Rigid rigid(MassProperties(body.mass, centre, about_hinge));
    if (body.slides) {
      const MobilizedBody::Slider slider(carrier,
                                         Transform(x_along(body.axis), vector(offset(tree, i))),
                                         rigid, Transform(x_along(body.axis)));
      Force::MobilityLinearSpring(model.forces, slider, MobilizerQIndex(0), body.stiffness,
                                  body.rest);
      Force::MobilityLinearDamper(model.forces, slider, MobilizerUIndex(0), body.damping);
      model.bodies.push_back(slider.getMobilizedBodyIndex());
    } else {
      const MobilizedBody::Pin pin(carrier, Transform(z_along(body.axis), vector(offset(tree, i))),
                                   rigid, Transform(z_along(body.axis)));
      model.bodies.push_back(pin.getMobilizedBodyIndex());
    }
  }
  for (const Ball& ball : balls_of(words[1])) {
    const auto mobilized = [&](int which) -> MobilizedBody& {
      return which < 0
                 ? static_cast<MobilizedBody&>(model.matter.Ground())
                 : model.matter.updMobilizedBody(model.bodies[static_cast<std::size_t>(which)]);
    };
    Constraint::Ball(mobilized(ball.body), vector(from_hinge(tree, ball.body, ball.point)),
                     mobilized(ball.other), vector(from_hinge(tree, ball.other, ball.point)));
  }
  State state = model.system.realizeTopology();
  for (std::size_t i = 0; i < tree.size(); ++i)
    model.matter.getMobilizedBody(model.bodies[i]).setOneQ(state, 0, tree[i].start);
  if (method == "accelerations") {
    const int calls = 500;
    const double seconds = best_cpu_seconds([&] {
      for (int k = 0; k < calls; ++k) {
        state.updQ();  // what depended on the positions is void
        model.system.realize(state, Stage::Acceleration);
      }
    });
    std::vector<double> values;
    for (const MobilizedBodyIndex body : model.bodies)
      values.push_back(model.matter.getMobilizedBody(body).getOneUDot(state, 0));
    print_numbers(seconds / calls, values);
    return 0;
  }
  std::vector<double> angles;
  const double seconds = best_cpu_seconds([&] {
    std::unique_ptr<Integrator> integrator;
    if (method == "rkf")
      integrator = std::make_unique<RungeKuttaFeldbergIntegrator>(model.system);
    else
      integrator = std::make_unique<RungeKuttaMersonIntegrator>(model.system);
    integrator->setAccuracy(std::atof(words[4]));
    integrator->setConstraintTolerance(std::atof(words[4]) / 10);
    integrator->setAllowInterpolation(false);
    TimeStepper stepper(model.system, *integrator);
    stepper.initialize(state);
    stepper.stepTo(seconds_of_tree(words[1], std::atoi(words[2])));
    angles.clear();
    for (const MobilizedBodyIndex body : model.bodies)
      angles.push_back(model.matter.getMobilizedBody(body).getOneQ(stepper.getState(), 0));
  });
  print_numbers(seconds, angles);
}
