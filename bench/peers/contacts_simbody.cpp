// Simbody on problems with contacts and friction: PROBLEM METHOD VALUE, with the methods
//   rkm    its error-controlled integrator, VALUE the accuracy; contacts that open and close, and
//          friction that sticks, are written by hand as handlers of events, which it locates
//   euler  its stepper with contacts of its own (PLUS, Poisson), VALUE the step in s: the block

#include <Simbody.h>

#include <functional>
#include <memory>

#include "contact_problems.hpp"
#include "measure.hpp"

using namespace bench;
using namespace SimTK;

namespace {

/// A witness that falls through 0, and what is done then.
class Handler : public TriggeredEventHandler {
 public:
  Handler(Stage stage, double window, std::function<Real(const State&)> witness,
          std::function<void(State&)> action)
      : TriggeredEventHandler(stage), witness_(std::move(witness)), action_(std::move(action)) {
    getTriggerInfo().setTriggerOnRisingSignTransition(false);
    getTriggerInfo().setRequiredLocalizationTimeWindow(window);
  }
  Real getValue(const State& state) const override { return witness_(state); }
  void handleEvent(State& state, Real, bool&) const override { action_(state); }

 private:
  std::function<Real(const State&)> witness_;
  std::function<void(State&)> action_;
};

/// A force on one mobility, known as a function of the state.
class MobilityForce : public Force::Custom::Implementation {
 public:
  MobilityForce(const MobilizedBody& body, std::function<Real(const State&)> force)
      : body_(body), force_(std::move(force)) {}
  void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&,
                 Vector& forces) const override {
    body_.applyOneMobilityForce(state, 0, force_(state), forces);
  }
  Real calcPotentialEnergy(const State&) const override { return 0; }

 private:
  MobilizedBody body_;
  std::function<Real(const State&)> force_;
};

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<double> seen = {};
  long steps = 0;

  /// From the start to the end, by way of the given instants; CPU seconds.
  double run(const State& start, double accuracy, const std::vector<double>& ways,
             const std::function<void(State&)>& at_way = {}) {
    seen.clear();
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(accuracy);
    integrator.setConstraintTolerance(accuracy / 10);
    integrator.setAllowInterpolation(false);
    TimeStepper stepper(system, integrator);
    stepper.initialize(start);
    const double begin = cpu_seconds();
    for (const double t : ways) {
      stepper.stepTo(t);
      if (at_way) {
        at_way(integrator.updAdvancedState());
        integrator.reinitialize(Stage::Position, false);
      }
    }
    steps = integrator.getNumStepsTaken();
    return cpu_seconds() - begin;
  }
};

/// Friction with a limit between a wheel or a block and what carries it, as a state machine.
struct Friction {
  const MultibodySystem& system;
  const MobilizedBody body;
  Constraint::ConstantSpeed held;
  double speed;  ///< at which nothing slips
  std::function<double(double t)> limit;
  double sticking_part;
  std::vector<double>* seen;
  bool sees_sticking;
  bool sticks = false;
  double side = 1;

  Friction(Model& model, MobilizedBody& on, double at_speed,
           std::function<double(double t)> slipping, double part, double window,
           bool sees_sticking_too)
      : system(model.system),
        body(on),
        held(on, at_speed),
        speed(at_speed),
        limit(std::move(slipping)),
        sticking_part(part),
        seen(&model.seen),
        sees_sticking(sees_sticking_too) {
    held.setDisabledByDefault(true);
    Force::Custom(model.forces, new MobilityForce(on, [this](const State& state) {
                    return sticks ? 0 : -side * limit(state.getTime());
                  }));
    model.system.addEventHandler(new Handler(
        Stage::Acceleration, window, [this](const State& state) { return margin(state); },
        [this](State& state) { change(state); }));
  }
  double largest_held(const State& state) const { return sticking_part * limit(state.getTime()); }
  double force(const State& state) const { return held.getMultiplier(state); }
  double margin(const State& state) const {
    return sticks ? largest_held(state) - std::fabs(force(state))
                  : side * (body.getOneU(state, 0) - speed);
  }
  void stick(State& state) {
    sticks = true;
    held.enable(state);
    body.setOneU(state, 0, speed);
  }
  void slip(State& state, double to) {
    sticks = false;
    side = to;
    held.disable(state);
  }
  void change(State& state) {
    if (sticks) {
      // the force that held it is opposite to the slip to come
      const double to = force(state) > 0 ? 1 : -1;
      slip(state, to);
      seen->push_back(state.getTime());
      return;
    }
    const double was = side;
    stick(state);
    system.realize(state, Stage::Acceleration);
    if (std::fabs(force(state)) > largest_held(state))
      slip(state, -was);
    else if (sees_sticking)
      seen->push_back(state.getTime());
  }
};

Body::Rigid mass_of_one() { return Body::Rigid(MassProperties(1, Vec3(0), Inertia(1, 1, 1))); }

int run_ball(double accuracy) {
  Model model;
  MobilizedBody::Slider body(model.matter.Ground(), mass_of_one());
  Force::Custom(model.forces, new MobilityForce(body, [](const State&) { return -weight_of_one; }));
  // a rebound that is over before the next can be located is none
  const double window = accuracy, slowest = 20 * window * weight_of_one;
  model.system.addEventHandler(new Handler(
      Stage::Position, window, [&](const State& state) { return body.getOneQ(state, 0); },
      [&](State& state) {
        model.seen.push_back(state.getTime());
        const double rebound = -ball::restitution * body.getOneU(state, 0);
        body.setOneU(state, 0, rebound);
        if (rebound < slowest) {
          body.setOneU(state, 0, 0);
          body.lock(state, Motion::Velocity);
        }
      }));
  // a step that is a whole flight begins and ends below: the top parts it
  model.system.addEventHandler(new Handler(
      Stage::Velocity, window, [&](const State& state) { return body.getOneU(state, 0); },
      [](State&) {}));
  State start = model.system.realizeTopology();
  body.setOneQ(start, 0, ball::height);
  const double seconds = least_seconds([&] { return model.run(start, accuracy, {ball::end}); });
  print_instants(seconds, model.steps, model.seen);
  return 0;
}

int run_belt(double accuracy) {
  Model model;
  MobilizedBody::Slider body(model.matter.Ground(), mass_of_one());
  Force::MobilityLinearSpring(model.forces, body, MobilizerQIndex(0), belt::stiffness, 0);
  Friction friction(
      model, body, belt::speed, [](double) { return belt::slipping; },
      belt::sticking / belt::slipping, accuracy, false);
  State start = model.system.realizeTopology();
  const double seconds = least_seconds([&] {
    State state = start;
    body.setOneU(state, 0, belt::speed);
    friction.stick(state);
    return model.run(state, accuracy, {belt::end});
  });
  print_instants(seconds, model.steps, model.seen);
  return 0;
}

int run_clutches(double accuracy) {
  Model model;
  // each wheel on the one before it, so that a coordinate is what slips
  std::vector<MobilizedBody> wheels = {model.matter.Ground()};
  for (int i = 0; i < 4; ++i) wheels.push_back(MobilizedBody::Pin(wheels.back(), mass_of_one()));
  Force::Custom(model.forces, new MobilityForce(wheels[1], [](const State& state) {
                  return clutches::drive(state.getTime());
                }));
  std::vector<std::unique_ptr<Friction>> frictions;
  for (int i = 0; i < 3; ++i)
    frictions.push_back(std::make_unique<Friction>(
        model, wheels[static_cast<std::size_t>(i) + 2], 0.0,
        [i](double t) { return clutches::moment * clutches::pressed(i, t); },
        clutches::sticking_part, accuracy, true));
  State start = model.system.realizeTopology();
  std::vector<double> ways(std::begin(clutches::switches), std::end(clutches::switches));
  ways.push_back(clutches::end);
  const double seconds = least_seconds([&] {
    State state = start;
    wheels[1].setOneU(state, 0, 10);
    wheels[2].setOneU(state, 0, -10);
    frictions[0]->slip(state, -1);
    for (const int i : {1, 2}) frictions[static_cast<std::size_t>(i)]->slip(state, 1);
    // those that nothing has slipped yet begin where the one before them turns: to the back
    frictions[1]->side = frictions[2]->side = -1;
    return model.run(state, accuracy, ways);
  });
  print_instants(seconds, model.steps, model.seen);
  return 0;
}

int run_block(double step) {
  Model model;
  Force::UniformGravity(model.forces, model.matter, Vec3(0, -weight_of_one, 0));
  MobilizedBody::Planar body(
      model.matter.Ground(),
      Body::Rigid(MassProperties(1, Vec3(0), Inertia(1, 1, block::inertia))));
  for (const double side : {-1.0, 1.0})
    model.matter.adoptUnilateralContact(
        new PointPlaneContact(model.matter.Ground(), UnitVec3(YAxis), 0, body,
                              Vec3(side * block::half_width, -block::half_height, 0), 0,
                              block::friction, block::friction, 0));
  State start = model.system.realizeTopology();
  const double c = std::cos(block::tilt), s = std::sin(block::tilt);
  body.setOneQ(start, 0, block::tilt);
  body.setOneQ(start, 1, block::half_width * c - block::half_height * s);
  body.setOneQ(start, 2, block::half_width * s + block::half_height * c);
  const double seconds = least_seconds([&] {
    model.seen.clear();
    model.steps = 0;
    SemiExplicitEulerTimeStepper stepper(model.system);
    stepper.setConstraintTolerance(1e-8);
    stepper.setDefaultImpactCaptureVelocity(0);
    stepper.setDefaultImpactMinCORVelocity(0);
    stepper.setDefaultFrictionTransitionVelocity(1e-6);
    stepper.initialize(start);
    double before = block::tilt;
    const double begin = cpu_seconds();
    while ((static_cast<double>(model.steps) + 0.5) * step < block::end) {
      ++model.steps;
      const double t = static_cast<double>(model.steps) * step;
      stepper.stepTo(t);
      const double tilt = body.getOneQ(stepper.getState(), 0);
      if (before * tilt < 0) model.seen.push_back(crossing(t - step, before, t, tilt));
      before = tilt;
    }
    return cpu_seconds() - begin;
  });
  print_instants(seconds, model.steps, model.seen);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  const std::string problem = words[1], method = words[2];
  const double value = std::atof(words[3]);
  if (problem == "woodpecker")
    return cannot(
        "its contacts are between bodies in space, and this model's gaps and slips are formulas");
  if (method == "euler") {
    if (problem == "block") return run_block(value);
    return cannot("done by located events");
  }
  if (problem == "ball") return run_ball(value);
  if (problem == "belt") return run_belt(value);
  if (problem == "clutches") return run_clutches(value);
  return cannot("two contacts with friction are for its stepper");
}
