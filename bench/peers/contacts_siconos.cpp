// Siconos on problems with contacts and friction: PROBLEM METHOD VALUE, with the methods
//   lsodar  its event-driven scheme, VALUE its tolerance: contacts without friction, so the ball
//   moreau  Moreau and Jean's stepping, VALUE the step in s
// Its dry friction (a relay) has one limit; that it is higher where it sticks is done by hand.

#include <SiconosKernel.hpp>

#include <memory>

#include "contact_problems.hpp"
#include "measure.hpp"

using namespace bench;

namespace {

std::shared_ptr<SiconosVector> vector(const std::vector<double>& numbers) {
  auto result = std::make_shared<SiconosVector>(numbers.size());
  for (unsigned i = 0; i < numbers.size(); ++i) result->setValue(i, numbers[i]);
  return result;
}

std::shared_ptr<SimpleMatrix> matrix(const std::vector<std::vector<double>>& rows) {
  auto result = std::make_shared<SimpleMatrix>(rows.size(), rows[0].size());
  for (unsigned i = 0; i < rows.size(); ++i)
    for (unsigned j = 0; j < rows[i].size(); ++j) result->setValue(i, j, rows[i][j]);
  return result;
}

/// What a run has seen, and in how many steps; its time is that from the first one on.
struct Run {
  std::vector<double> instants = {};
  long steps = 0;
  double seconds = 0;
};

struct Ball {
  std::shared_ptr<NonSmoothDynamicalSystem> system =
      std::make_shared<NonSmoothDynamicalSystem>(0, ball::end);
  std::shared_ptr<Interaction> floor;
  std::shared_ptr<LagrangianLinearTIDS> body =
      std::make_shared<LagrangianLinearTIDS>(vector({ball::height}), vector({0}), matrix({{1}}));

  Ball() {
    body->setFExtPtr(vector({-weight_of_one}));
    floor = std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(ball::restitution),
                                          std::make_shared<LagrangianLinearTIR>(matrix({{1}})));
    system->insertDynamicalSystem(body);
    system->link(floor, body);
  }
};

Run ball_by_events(double tolerance) {
  const Ball ball;
  auto integrator = std::make_shared<LsodarOSI>();
  auto simulation = std::make_shared<EventDriven>(
      ball.system, std::make_shared<TimeDiscretisation>(0, ball::end / 40));
  simulation->insertIntegrator(integrator);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  simulation->initialize();
  integrator->setTol(1, tolerance, tolerance);
  simulation->setToleranceED(tolerance);
  Run run;
  const double start = cpu_seconds();
  // nothing that it has follows impacts without end: it goes as far as it is looked at
  while (simulation->hasNextEvent() && run.instants.size() < ball::impacts) {
    simulation->advanceToEvent();
    const bool strikes = simulation->eventsManager()->nextEvent()->getType() == NS_EVENT;
    simulation->processEvents();
    ++run.steps;
    if (strikes) run.instants.push_back(simulation->startingTime());
  }
  run.seconds = cpu_seconds() - start;
  return run;
}

/// Steps to the end, and looks after each.
template <class Look>
Run run_steps(const std::shared_ptr<NonSmoothDynamicalSystem>& system,
              const std::shared_ptr<OneStepIntegrator>& integrator,
              const std::shared_ptr<OneStepNSProblem>& problem, double step, double end,
              Look&& look) {
  auto simulation =
      std::make_shared<TimeStepping>(system, std::make_shared<TimeDiscretisation>(0, step));
  simulation->insertIntegrator(integrator);
  simulation->insertNonSmoothProblem(problem);
  simulation->initialize();
  Run run;
  const double start = cpu_seconds();
  for (run.steps = 0; (static_cast<double>(run.steps) + 0.5) * step < end; ++run.steps) {
    simulation->computeOneStep();
    look(run, simulation->startingTime(), simulation->nextTime());
    simulation->nextStep();
  }
  run.seconds = cpu_seconds() - start;
  return run;
}

Run ball_by_steps(double step) {
  const Ball ball;
  bool was_open = true;
  return run_steps(ball.system, std::make_shared<MoreauJeanOSI>(0.5), std::make_shared<LCP>(), step,
                   ball::end, [&](Run& run, double from, double until) {
                     const bool is_open = !((*ball.floor->lambda(1))(0) > 0);
                     // the impulse acts somewhere in the step
                     if (was_open && !is_open) run.instants.push_back((from + until) / 2);
                     was_open = is_open;
                   });
}

/// A lower corner of the block: its height, and its way along the floor.
class Corner : public LagrangianScleronomousR {
 public:
  explicit Corner(double side) : side_(side) {}

  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const double c = std::cos(q(2)), s = std::sin(q(2));
    y.setValue(0, q(1) + side_ * block::half_width * s - block::half_height * c);
    y.setValue(1, q(0) + side_ * block::half_width * c + block::half_height * s);
  }
  void computeJachq(const BlockVector& q, BlockVector&) override {
    const double c = std::cos(q(2)), s = std::sin(q(2));
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(2, 3);
    _jachq->zero();
    _jachq->setValue(0, 1, 1);
    _jachq->setValue(0, 2, side_ * block::half_width * c + block::half_height * s);
    _jachq->setValue(1, 0, 1);
    _jachq->setValue(1, 2, -side_ * block::half_width * s + block::half_height * c);
  }

 private:
  double side_;
};

std::shared_ptr<FrictionContact> friction_in_the_plane() {
  return std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_LEMKE);
}

Run block_by_steps(double step) {
  const double c = std::cos(block::tilt), s = std::sin(block::tilt);
  auto body = std::make_shared<LagrangianLinearTIDS>(
      vector({block::half_width * c - block::half_height * s,
              block::half_width * s + block::half_height * c, block::tilt}),
      vector({0, 0, 0}), matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, block::inertia}}));
  body->setFExtPtr(vector({0, -weight_of_one, 0}));
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, block::end);
  system->insertDynamicalSystem(body);
  for (const double side : {-1.0, 1.0})
    system->link(std::make_shared<Interaction>(
                     std::make_shared<NewtonImpactFrictionNSL>(0, 0, block::friction, 2),
                     std::make_shared<Corner>(side)),
                 body);
  double before = block::tilt;
  return run_steps(system, std::make_shared<MoreauJeanOSI>(0.5), friction_in_the_plane(), step,
                   block::end, [&](Run& run, double from, double until) {
                     const double tilt = (*body->q())(2);
                     if (before * tilt < 0)
                       run.instants.push_back(crossing(from, before, until, tilt));
                     before = tilt;
                   });
}

Run woodpecker_by_steps(double step) {
  using namespace woodpecker;
  const double m = m_sleeve + m_bird, g = weight_of_one, c = spring;
  auto body = std::make_shared<LagrangianLinearTIDS>(
      vector({0, -(r_sleeve - r_pole) / half_sleeve, -0.20513534924352575665}),
      vector({0, 0, 17.574666205576077863}),
      matrix(
          {{m, m_bird * to_spring, m_bird * to_bird},
           {m_bird * to_spring, J_sleeve + m_bird * to_spring * to_spring,
            m_bird * to_spring * to_bird},
           {m_bird * to_bird, m_bird * to_spring * to_bird, J_bird + m_bird * to_bird * to_bird}}),
      matrix({{0, 0, 0}, {0, c, -c}, {0, -c, c}}), matrix({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}));
  body->setFExtPtr(vector({-g * m, -g * m_bird * to_spring, -g * m_bird * to_bird}));
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, end);
  system->insertDynamicalSystem(body);
  const auto contact = [&](double e, const std::vector<std::vector<double>>& rows, double gap) {
    auto made = std::make_shared<Interaction>(
        std::make_shared<NewtonImpactFrictionNSL>(e, 0, friction, 2),
        std::make_shared<LagrangianLinearTIR>(matrix(rows), vector({gap, 0})));
    system->link(made, body);
    return made;
  };
  contact(0, {{0, half_sleeve, 0}, {1, r_sleeve, 0}}, r_sleeve - r_pole);
  contact(0, {{0, -half_sleeve, 0}, {1, r_sleeve, 0}}, r_sleeve - r_pole);
  const auto beak = contact(restitution, {{0, 0, -beak_height}, {1, to_spring, to_bird - to_beak}},
                            to_spring + to_bird - to_beak - r_pole);
  bool was_open = true;
  return run_steps(system, std::make_shared<MoreauJeanOSI>(0.5), friction_in_the_plane(), step, end,
                   [&](Run& run, double from, double until) {
                     const bool is_open = !((*beak->lambda(1))(0) > 0);
                     if (was_open && !is_open) run.instants.push_back((from + until) / 2);
                     was_open = is_open;
                   });
}

/// Relays with their limits, on a system of first order.
struct Relays {
  std::vector<std::shared_ptr<RelayNSL>> laws = {};
  std::vector<std::shared_ptr<Interaction>> interactions = {};
  std::vector<DryFriction> frictions = {};

  void add(NonSmoothDynamicalSystem& system, const std::shared_ptr<DynamicalSystem>& body,
           const std::vector<double>& slip, const std::vector<std::vector<double>>& force,
           double offset, bool sticks) {
    auto relation = std::make_shared<FirstOrderLinearTIR>(matrix({slip}), matrix(force));
    relation->setePtr(vector({offset}));
    laws.push_back(std::make_shared<RelayNSL>(1, -1, 1));
    interactions.push_back(std::make_shared<Interaction>(laws.back(), relation));
    system.link(interactions.back(), body);
    frictions.emplace_back(sticks);
  }
  void set_limit(std::size_t i, double limit) {
    laws[i]->setLb(-limit);
    laws[i]->setUb(limit);
  }
  double force(std::size_t i) const { return (*interactions[i]->lambda(0))(0); }
};

std::shared_ptr<Relay> relay_problem() {
  auto problem = std::make_shared<Relay>();
  problem->setSolverId(SICONOS_RELAY_LEMKE);
  return problem;
}

Run belt_by_steps(double step) {
  auto body = std::make_shared<FirstOrderLinearTIDS>(vector({0, belt::speed}),
                                                     matrix({{0, 1}, {-belt::stiffness, 0}}));
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, belt::end);
  system->insertDynamicalSystem(body);
  Relays relays;
  relays.add(*system, body, {0, 1}, {{0}, {1}}, -belt::speed, true);
  double limit = belt::sticking;
  relays.set_limit(0, limit);
  return run_steps(system, std::make_shared<EulerMoreauOSI>(0.5), relay_problem(), step, belt::end,
                   [&](Run& run, double from, double until) {
                     const bool changes = relays.frictions[0].changes(relays.force(0), limit);
                     if (changes && !relays.frictions[0].sticks())
                       run.instants.push_back((from + until) / 2);
                     limit = relays.frictions[0].limit(belt::slipping, belt::sticking);
                     relays.set_limit(0, limit);
                   });
}

void drive_first_wheel(double t, unsigned int, double* b, unsigned int, double*) {
  b[0] = clutches::drive(t);
  b[1] = b[2] = b[3] = 0;
}

Run clutches_by_steps(double step) {
  auto wheels = std::make_shared<FirstOrderLinearDS>(vector({10, 0, 0, 0}),
                                                     std::make_shared<SimpleMatrix>(4, 4));
  wheels->setComputebFunction(&drive_first_wheel);
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, clutches::end);
  system->insertDynamicalSystem(wheels);
  Relays relays;
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> slip(4, 0);
    slip[i] = 1;
    slip[i + 1] = -1;
    relays.add(*system, wheels, slip, {{slip[0]}, {slip[1]}, {slip[2]}, {slip[3]}}, 0, false);
  }
  double limits[3] = {};
  const auto set_limits = [&](double t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double slipping = clutches::moment * clutches::pressed(static_cast<int>(i), t);
      limits[i] = relays.frictions[i].limit(slipping, clutches::sticking_part * slipping);
      relays.set_limit(i, limits[i]);
    }
  };
  set_limits(step);
  return run_steps(system, std::make_shared<EulerMoreauOSI>(0.5), relay_problem(), step,
                   clutches::end, [&](Run& run, double from, double until) {
                     for (std::size_t i = 0; i < 3; ++i)
                       // one that nothing presses does nothing
                       if (limits[i] > 0 && relays.frictions[i].changes(relays.force(i), limits[i]))
                         run.instants.push_back((from + until) / 2);
                     set_limits(2 * until - from);
                   });
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  const std::string problem = words[1], method = words[2];
  const double value = std::atof(words[3]);
  if (method == "lsodar" && problem != "ball")
    return cannot("its event-driven scheme has no friction");
  Run run;
  try {
    const double seconds = least_seconds([&] {
      if (problem == "ball")
        run = method == "lsodar" ? ball_by_events(value) : ball_by_steps(value);
      if (problem == "belt") run = belt_by_steps(value);
      if (problem == "block") run = block_by_steps(value);
      if (problem == "woodpecker") run = woodpecker_by_steps(value);
      if (problem == "clutches") run = clutches_by_steps(value);
      return run.seconds;
    });
    print_instants(seconds, run.steps, run.instants);
  } catch (...) {
    Siconos::exception::process();
    return 1;
  }
}
