// Simbody on all four problems: minimal coordinates in a tree of mobilizers, loops closed by
// constraints.
//
// METHOD is the integrator: `rkm` (Runge-Kutta-Merson, its default), `rkf`, `rk3` or `cpodes` (BDF
// with projection); VALUE is its accuracy. VARIANT `rods` builds the chain from free particles and
// rods instead of pins. Right-hand sides are Simbody's realizations.

#include <Simbody.h>

#include <memory>

#include "bricard.hpp"
#include "measure.hpp"

using namespace SimTK;

namespace {

struct Model {
  Model() : matter(system), forces(system), weight(forces, matter, -YAxis, bench::gravity) {}

  MultibodySystem system;
  SimbodyMatterSubsystem matter;
  GeneralForceSubsystem forces;
  Force::Gravity weight;
  MobilizedBody observed_body;
  Vec3 observed_point = Vec3(0);  ///< in the axes of its body

  /// A first coordinate or speed that is not zero at the start.
  struct Given {
    MobilizedBody body;
    int index;
    double value;
  };
  std::vector<Given> coordinates = {}, speeds = {};
};

const MassProperties point_mass(1, Vec3(0), Inertia(0));

MassProperties thin_bar(int axis) {
  Vec3 moments(1.0 / 12);
  moments[axis] = 0;
  return MassProperties(1, Vec3(0), Inertia(moments));
}

void build_chain_of_pins(Model& model, int N) {
  MobilizedBody parent = model.matter.Ground();
  for (int i = 0; i < N; ++i)
    parent = MobilizedBody::Pin(parent, Transform(Vec3(0)), Body::Rigid(point_mass),
                                Transform(Vec3(-1, 0, 0)));
  model.observed_body = parent;
}

void build_chain_with_rods(Model& model, int N) {
  MobilizedBody previous = model.matter.Ground();
  for (int i = 1; i <= N; ++i) {
    MobilizedBody::Translation particle(model.matter.Ground(), Transform(Vec3(i, 0, 0)),
                                        Body::Rigid(point_mass), Transform(Vec3(0)));
    Constraint::Rod(previous, Vec3(0), particle, Vec3(0), 1.0);
    previous = particle;
  }
  model.observed_body = previous;
}

// a loop closes with two equations in the plane: three, as of a ball, would be one too many
void build_four_bars(Model& model, int N) {
  const Body::Rigid upright(thin_bar(1)), level(thin_bar(0));
  MobilizedBody previous;
  for (int i = 0; i <= N; ++i) {
    MobilizedBody::Pin bar(model.matter.Ground(), Transform(Vec3(i, 0, 0)), upright,
                           Transform(Vec3(0, -0.5, 0)));
    model.speeds.push_back({bar, 0, -1});
    if (i > 0) {
      MobilizedBody::Pin link(previous, Transform(Vec3(0, 0.5, 0)), level,
                              Transform(Vec3(-0.5, 0, 0)));
      model.speeds.push_back({link, 0, 1});
      Constraint::PointInPlane(bar, XAxis, 0, link, Vec3(0.5, 0, 0));
      Constraint::PointInPlane(bar, YAxis, 0.5, link, Vec3(0.5, 0, 0));
    }
    previous = bar;
  }
  model.observed_body = previous;
  model.observed_point = Vec3(0, 0.5, 0);
}

/// u + roll·cos(heading), or with sin: the velocity of the contact point along one axis of the
/// ground, as a function of (u, roll, heading).
class RollingCondition : public Function {
 public:
  explicit RollingCondition(bool with_cosine) : with_cosine_(with_cosine) {}

  Real calcValue(const Vector& x) const override { return x[0] + x[1] * factor(x[2], 0); }
  Real calcDerivative(const Array_<int>& by, const Vector& x) const override {
    int orders[3] = {0, 0, 0};
    for (const int argument : by) ++orders[argument];
    if (orders[0] > 0) return orders[0] == 1 && orders[1] == 0 && orders[2] == 0 ? 1 : 0;
    if (orders[1] > 1) return 0;
    return (orders[1] == 1 ? 1 : x[1]) * factor(x[2], orders[2]);
  }
  int getArgumentSize() const override { return 3; }
  int getMaxDerivativeOrder() const override { return 2; }

 private:
  double factor(double heading, int derivative) const {
    const double shift = (with_cosine_ ? 0 : -Pi / 2) + derivative * Pi / 2;
    return std::cos(heading + shift);
  }

  bool with_cosine_;
};

// Simbody's own NoSlip1D leaves out how the contact point moves over the disc, so it is not exact
// here: a massless body at the contact (x, z, heading), the lean, then the disc, with coupled
// speeds instead.
void build_disc(Model& model) {
  const Rotation z_to_y(-Pi / 2, XAxis), z_to_x(Pi / 2, YAxis);
  MobilizedBody::Planar contact(model.matter.Ground(), Transform(z_to_y), Body::Massless(),
                                Transform(z_to_y));
  MobilizedBody::Pin lean(contact, Transform(z_to_x), Body::Massless(), Transform(z_to_x));
  MobilizedBody::Pin disc(lean, Transform(Vec3(0, 1, 0)),
                          Body::Rigid(MassProperties(1, Vec3(0), Inertia(0.25, 0.25, 0.5))),
                          Transform(Vec3(0)));
  const MobilizedBodyIndex contact_index = contact.getMobilizedBodyIndex();
  for (int k = 0; k < 2; ++k)
    Constraint::SpeedCoupler(
        model.matter, new RollingCondition(k == 0),
        Array_<MobilizedBodyIndex>{contact_index, disc.getMobilizedBodyIndex()},
        Array_<MobilizerUIndex>{MobilizerUIndex(1 + k), MobilizerUIndex(0)},
        Array_<MobilizedBodyIndex>{contact_index}, Array_<MobilizerQIndex>{MobilizerQIndex(0)});
  model.coordinates = {{lean, 0, 0.1}};
  model.speeds = {{disc, 0, -3}, {contact, 1, 3}};
  model.observed_body = disc;
}

void build_bricard(Model& model) {
  using namespace bench::bricard;
  const auto place = [](int k) { return Vec3(corner[k][0], corner[k][1], corner[k][2]); };
  MobilizedBody parent = model.matter.Ground();
  Vec3 parent_centre(0);
  for (int k = 0; k < bars; ++k) {
    const Vec3 centre = 0.5 * (place(k) + place(k + 1));
    const Rotation z_to_hinge(UnitVec3(CoordinateAxis(hinge_axis[k])), ZAxis);
    parent = MobilizedBody::Pin(parent, Transform(z_to_hinge, place(k) - parent_centre),
                                Body::Rigid(thin_bar(bar_axis[k])),
                                Transform(z_to_hinge, place(k) - centre));
    parent_centre = centre;
    if (k == observed_bar) {
      model.observed_body = parent;
      model.observed_point = place(k + 1) - centre;
    }
  }
  // five equations, one of which repeats the others
  MobilizedBody& ground = model.matter.Ground();
  Constraint::Ball(ground, place(5), parent, place(5) - parent_centre);
  Constraint::ConstantAngle(ground, UnitVec3(YAxis), parent, UnitVec3(XAxis), Pi / 2);
  Constraint::ConstantAngle(ground, UnitVec3(ZAxis), parent, UnitVec3(XAxis), Pi / 2);
}

void build(Model& model, const bench::Task& task) {
  const std::string& problem = task.problem.name;
  if (problem == "p1" && task.variant == "rods")
    build_chain_with_rods(model, task.problem.N);
  else if (problem == "p1")
    build_chain_of_pins(model, task.problem.N);
  else if (problem == "p2")
    build_four_bars(model, task.problem.N);
  else if (problem == "p3")
    build_disc(model);
  else if (problem == "p4")
    build_bricard(model);
  else
    bench::refuse(task);
}

std::unique_ptr<Integrator> make_integrator(const bench::Task& task, const System& system) {
  if (task.method == "rkm") return std::make_unique<RungeKuttaMersonIntegrator>(system);
  if (task.method == "rkf") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
  if (task.method == "rk3") return std::make_unique<RungeKutta3Integrator>(system);
  if (task.method == "cpodes")
    return std::make_unique<CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
  bench::refuse(task);
}

double largest_violation(const State& state, bool of_velocities) {
  const Vector& errors = of_velocities ? state.getUErr() : state.getQErr();
  return errors.size() == 0 ? 0 : max(abs(errors));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Task task = bench::read_task(argc, argv);
  Model model;
  build(model, task);
  State start = model.system.realizeTopology();
  for (const Model::Given& q : model.coordinates) q.body.setOneQ(start, q.index, q.value);
  for (const Model::Given& u : model.speeds) u.body.setOneU(start, u.index, u.value);
  model.system.realize(start, Scene::Dynamics);
  const double start_energy = model.system.calcEnergy(start);

  bench::Result result;
  result.cpu_seconds = bench::best_cpu_seconds([&] {
    const std::unique_ptr<Integrator> integrator = make_integrator(task, model.system);
    integrator->setAccuracy(task.value);
    integrator->setAllowInterpolation(false);
    TimeStepper stepper(model.system, *integrator);
    stepper.initialize(start);
    try {
      for (const double stop : task.problem.stops()) {
        stepper.stepTo(stop);
        if (stop != task.problem.error_time) continue;
        const State& state = stepper.getState();
        model.system.realize(state, Scene::Position);
        const Vec3 p = model.observed_body.findStationLocationInGround(state, model.observed_point);
        result.position = {p[0], p[1], p[2]};
      }
    } catch (const std::exception&) {
      // an integrator that gives up: a run without a result
      result.position.clear();
    }
    const State& state = stepper.getState();
    model.system.realize(state, Scene::Dynamics);
    result.energy_error = std::fabs(model.system.calcEnergy(state) - start_energy);
    result.violation = largest_violation(state, task.problem.name == "p3");
    result.steps = integrator->getNumStepsTaken();
    result.right_hand_sides = integrator->getNumRealizations();
  });
  bench::print_line("Simbody", task, result);
}
