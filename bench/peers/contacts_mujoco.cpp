// MuJoCo on problems with contacts and friction: PROBLEM METHOD VALUE, with its integrator `Euler`
// or `RK4`, and VALUE the step in s. Its contacts are soft and as stiff as the step allows; the
// ball's restitution is that of a spring with a damper, and that dry friction has a higher limit
// where it sticks is done by hand.

#include <mujoco/mujoco.h>

#include <sstream>

#include "contact_problems.hpp"
#include "measure.hpp"
#include "mujoco_model.hpp"

using namespace bench;

namespace {

std::string with_digits(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

/// Spring and damper, for a step, of which a body that falls onto them leaves with the part e of
/// its speed: where the force is 0, before the spring has its length again.
std::string rebound(double e, double step) {
  double low = 0, high = 0.99;
  for (int k = 0; k < 60; ++k) {
    const double damping = (low + high) / 2;
    const double left = std::exp(-damping / std::sqrt(1 - damping * damping) *
                                 (std::acos(-1.0) - 2 * std::asin(damping)));
    (left > e ? low : high) = damping;
  }
  const double steps_of_contact = 20;
  const double frequency = std::acos(-1.0) / (steps_of_contact * step);
  const double impedance = 0.9999;
  return "\"" + with_digits(-impedance * frequency * frequency) + " " +
         with_digits(-2 * low * frequency) + "\"";
}

constexpr const char* stiffest = "\"0.9999 0.9999 0.001\"";
constexpr const char* no_inertia = "diaginertia=\"1e-3 1e-3 1e-3\"";

std::string bodies_of(const std::string& problem, double step) {
  const std::string soft = "=\"" + with_digits(2 * step) + " 1\"",
                    stiff = std::string("=") + stiffest;
  if (problem == "ball")
    return std::string(
               "<body><joint type=\"slide\" axis=\"0 0 1\" limited=\"true\" range=\"0 100\" "
               "solreflimit=") +
           rebound(ball::restitution, step) + " solimplimit" + stiff +
           "/><inertial pos=\"0 0 0\" mass=\"1\" " + no_inertia + "/></body>";
  if (problem == "belt")
    return "<body><joint type=\"slide\" axis=\"1 0 0\" frictionloss=\"1\" solreffriction" + soft +
           " solimpfriction" + stiff + "/><inertial pos=\"0 0 0\" mass=\"1\" " + no_inertia +
           "/></body>";
  if (problem == "clutches") {
    std::string text;
    for (int i = 0; i < 4; ++i)
      text +=
          std::string("<body><joint type=\"hinge\" axis=\"0 0 1\"") +
          (i > 0 ? " frictionloss=\"1\" solreffriction" + soft + " solimpfriction" + stiff : "") +
          "/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>";
    return text + "</body></body></body></body>";
  }
  const double c = std::cos(block::tilt), s = std::sin(block::tilt);
  const std::string touch = " friction=\"" + with_digits(block::friction) +
                            " 0 0\" condim=\"3\" solref" + soft + " solimp" + stiff;
  // the coordinates are those of the mass centre from where it starts
  return "<geom type=\"plane\" size=\"100 100 1\"" + touch + "/><body pos=\"" +
         with_digits(block::half_width * c - block::half_height * s) + " 0 " +
         with_digits(block::half_width * s + block::half_height * c) +
         "\"><joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 0 1\"/><joint "
         "type=\"hinge\" axis=\"0 -1 0\" ref=\"0\"/><inertial pos=\"0 0 0\" mass=\"1\" "
         "diaginertia=\"1 " +
         with_digits(block::inertia) + " 1\"/><geom type=\"box\" size=\"" +
         with_digits(block::half_width) + " 0.1 " + with_digits(block::half_height) + "\"" + touch +
         "/></body>";
}

mjModel* load(const std::string& problem, const std::string& integrator, double step) {
  const std::string text =
      "<mujoco><compiler angle=\"radian\" boundmass=\"0\" boundinertia=\"0\"/><size "
      "nconmax=\"100\" njmax=\"500\"/><option gravity=\"0 0 -9.81\" timestep=\"" +
      with_digits(step) + "\" integrator=\"" + integrator +
      "\" cone=\"elliptic\" impratio=\"100\" solver=\"Newton\" tolerance=\"1e-12\" "
      "iterations=\"100\"/><worldbody>" +
      bodies_of(problem, step) + "</worldbody></mujoco>";
  return model_of_text(text);
}

/// Forces of the coordinates that are functions of time and place: the belt is seen from itself.
void apply_belt_spring(const mjModel*, mjData* d) {
  d->qfrc_passive[0] -= belt::stiffness * (d->qpos[0] + belt::speed * d->time);
}
void apply_drive(const mjModel*, mjData* d) { d->qfrc_passive[0] += clutches::drive(d->time); }

/// Force of dry friction on each coordinate, 0 where there is none.
std::vector<double> friction_forces(const mjModel* m, const mjData* d) {
  std::vector<double> force(static_cast<std::size_t>(m->nv), 0);
  for (int row = 0; row < d->nefc; ++row)
    if (d->efc_type[row] == mjCNSTR_FRICTION_DOF)
      force[static_cast<std::size_t>(d->efc_id[row])] = d->efc_force[row];
  return force;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  const std::string problem = words[1], integrator = words[2];
  const double step = std::atof(words[3]);
  if (problem == "woodpecker")
    return cannot(
        "its contacts are between shapes in space, and this model's gaps and slips are formulas");
  // or they go to a file where it is started
  mju_user_warning = [](const char*) {};
  mjModel* const m = load(problem, integrator, step);
  mjData* const d = mj_makeData(m);
  if (problem == "belt") mjcb_passive = apply_belt_spring;
  if (problem == "clutches") mjcb_passive = apply_drive;

  const long steps = std::lround(end_of(problem) / step);
  std::vector<double> seen;
  const double seconds = best_cpu_seconds([&] {
    mj_resetData(m, d);
    seen.clear();
    std::vector<DryFriction> frictions;
    if (problem == "ball") d->qpos[0] = ball::height;
    if (problem == "block") d->qpos[2] = block::tilt;
    if (problem == "belt") frictions.emplace_back(true);
    if (problem == "clutches") {
      d->qvel[0] = 10;
      d->qvel[1] = -10;
      frictions.assign(3, DryFriction(false));
    }
    const int first = problem == "clutches" ? 1 : 0;
    double before = problem == "block" ? d->qpos[2] : d->qpos[0];
    for (long k = 0; k < steps; ++k) {
      const double t = static_cast<double>(k) * step;
      for (std::size_t i = 0; i < frictions.size(); ++i) {
        const double slipping =
            problem == "belt"
                ? belt::slipping
                : clutches::moment * clutches::pressed(static_cast<int>(i), t + step / 2);
        const double part =
            problem == "belt" ? belt::sticking / belt::slipping : clutches::sticking_part;
        m->dof_frictionloss[first + static_cast<int>(i)] =
            frictions[i].limit(slipping, part * slipping);
      }
      mj_step(m, d);
      if (!frictions.empty()) {
        const std::vector<double> force = friction_forces(m, d);
        for (std::size_t i = 0; i < frictions.size(); ++i) {
          const std::size_t at = static_cast<std::size_t>(first) + i;
          const double limit = m->dof_frictionloss[at];
          if (limit > 0 && frictions[i].changes(force[at], limit) &&
              (problem == "clutches" || !frictions[i].sticks()))
            seen.push_back(t + step / 2);
        }
      } else {
        const double now = problem == "block" ? d->qpos[2] : d->qpos[0];
        if (problem == "block" ? before * now < 0 : before > 0 && now <= 0)
          seen.push_back(crossing(t, before, t + step, now));
        before = now;
      }
    }
  });
  print_instants(seconds, steps, seen);
  mj_deleteData(d);
  mj_deleteModel(m);
}
