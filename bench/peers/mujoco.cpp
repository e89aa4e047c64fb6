// MuJoCo on all four problems: minimal coordinates in a tree of hinges, loops closed by its soft
// equality constraints, as stiff as the step size allows.
//
// METHOD is the integrator, `RK4`, `Euler` or `implicit`; VALUE is the step size in s. VARIANT
// `rods` builds the chain from free particles and tendons of fixed length instead of hinges. MuJoCo
// has no rolling constraint: the disc is held by contact and friction, and slips.

#include <mujoco/mujoco.h>

#include "bricard.hpp"
#include "measure.hpp"
#include "mujoco_model.hpp"

using namespace bench;

namespace {

/// A model in MuJoCo's language, and what is looked at.
struct Model {
  std::ostringstream bodies, tendons, equalities;
  int observed_body = 0;
  double observed_point[3] = {0, 0, 0};  ///< in the axes of its body
  std::vector<double> start_speeds = {};
  bool has_contact = false;
};

// rotational inertia must not be 0; 1e-10 would be seen in the ninth digit of the motion
constexpr const char* no_inertia = "diaginertia=\"1e-14 1e-14 1e-14\"";

std::string thin_bar(int axis) {
  std::ostringstream text;
  text.precision(17);
  text << "mass=\"1\" diaginertia=\"";
  for (int k = 0; k < 3; ++k) text << (k == axis ? 1e-14 : 1.0 / 12) << " ";
  text << "\"";
  return text.str();
}

/// The softness of an equality: time constant of two steps, and the stiffest impedance.
std::string softness(double step) {
  std::ostringstream text;
  text << "solref=\"" << 2 * step << " 1\" solimp=\"0.9999 0.9999 0.001\"";
  return text.str();
}

void build_chain_of_hinges(Model& model, int N) {
  for (int i = 0; i < N; ++i)
    model.bodies << "<body pos=\"" << (i > 0) << " 0 0\"><joint type=\"hinge\" axis=\"0 0 1\"/>"
                 << "<inertial pos=\"1 0 0\" mass=\"1\" " << no_inertia << "/>";
  for (int i = 0; i < N; ++i) model.bodies << "</body>";
  model.observed_body = N;
  model.observed_point[0] = 1;
}

void build_chain_with_rods(Model& model, int N, const std::string& soft) {
  model.bodies << "<site name=\"s0\" pos=\"0 0 0\"/>";
  for (int i = 1; i <= N; ++i) {
    model.bodies << "<body pos=\"" << i << " 0 0\"><joint type=\"slide\" axis=\"1 0 0\"/>"
                 << "<joint type=\"slide\" axis=\"0 1 0\"/>"
                 << "<inertial pos=\"0 0 0\" mass=\"1\" " << no_inertia << "/>"
                 << "<site name=\"s" << i << "\" pos=\"0 0 0\"/></body>";
    model.tendons << "<spatial name=\"t" << i << "\"><site site=\"s" << i - 1
                  << "\"/><site site=\"s" << i << "\"/></spatial>";
    model.equalities << "<tendon tendon1=\"t" << i << "\" " << soft << "/>";
  }
  model.observed_body = N;
}

// an upright bar carries the level bar to its right; the bodies count in this order
void build_four_bars(Model& model, int N, const std::string& soft) {
  for (int i = 0; i <= N; ++i) {
    model.bodies << "<body name=\"upright" << i << "\" pos=\"" << i << " 0 0\">"
                 << "<joint type=\"hinge\" axis=\"0 0 1\"/><inertial pos=\"0 .5 0\" " << thin_bar(1)
                 << "/>";
    model.start_speeds.push_back(-1);
    if (i < N) {
      model.bodies << "<body name=\"level" << i + 1 << "\" pos=\"0 1 0\">"
                   << "<joint type=\"hinge\" axis=\"0 0 1\"/><inertial pos=\".5 0 0\" "
                   << thin_bar(0) << "/></body>";
      model.start_speeds.push_back(1);
    }
    model.bodies << "</body>";
    if (i > 0)
      model.equalities << "<connect body1=\"level" << i << "\" body2=\"upright" << i
                       << "\" anchor=\"1 0 0\" " << soft << "/>";
  }
  model.observed_body = 2 * N + 1;
  model.observed_point[1] = 1;
}

// a thin cylinder that leans by 0.1 and rolls along x at 3 m/s
void build_disc(Model& model, const std::string& soft) {
  model.bodies << "<geom type=\"plane\" size=\"100 100 1\" zaxis=\"0 1 0\" friction=\"1 0 0\" "
               << "condim=\"3\"/><body pos=\"0 " << std::cos(0.1) << " " << std::sin(0.1)
               << "\" euler=\"0.1 0 0\"><freejoint/>"
               << "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\".25 .25 .5\"/>"
               << "<geom type=\"cylinder\" size=\"1 0.0005\" friction=\"1 0 0\" condim=\"3\" "
               << soft << "/></body>";
  model.observed_body = 1;
  model.start_speeds = {3, 0, 0, 0, 0, -3};
  model.has_contact = true;
}

void build_bricard(Model& model, const std::string& soft) {
  using namespace bricard;
  const char* const axes[3] = {"1 0 0", "0 1 0", "0 0 1"};
  for (int k = 0; k < bars; ++k) {
    model.bodies << "<body name=\"bar" << k << "\" pos=\"";
    for (int c = 0; c < 3; ++c)
      model.bodies << (k > 0 ? corner[k][c] - corner[k - 1][c] : 0) << " ";
    model.bodies << "\"><joint type=\"hinge\" axis=\"" << axes[hinge_axis[k]]
                 << "\"/><inertial pos=\"";
    for (int c = 0; c < 3; ++c) model.bodies << (corner[k + 1][c] - corner[k][c]) / 2 << " ";
    model.bodies << "\" " << thin_bar(bar_axis[k]) << "/>";
  }
  for (int k = 0; k < bars; ++k) model.bodies << "</body>";
  // two points on the axis of the last hinge stay where they are
  model.equalities << "<connect body1=\"bar4\" anchor=\"0 1 0\" " << soft
                   << "/><connect body1=\"bar4\" anchor=\".5 1 0\" " << soft << "/>";
  model.observed_body = 1 + observed_bar;
  model.observed_point[2] = 1;
}

void build(Model& model, const Task& task) {
  const std::string soft = softness(task.value);
  model.bodies.precision(17);
  if (task.problem.name == "p1" && task.variant == "rods")
    build_chain_with_rods(model, task.problem.N, soft);
  else if (task.problem.name == "p1")
    build_chain_of_hinges(model, task.problem.N);
  else if (task.problem.name == "p2")
    build_four_bars(model, task.problem.N, soft);
  else if (task.problem.name == "p3")
    build_disc(model, soft);
  else if (task.problem.name == "p4")
    build_bricard(model, soft);
  else
    refuse(task);
}

std::string text_of(const Model& model, const Task& task) {
  const auto element = [](const char* name, const std::string& content) {
    const std::string tag = name;
    return content.empty() ? content : "<" + tag + ">" + content + "</" + tag + ">";
  };
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><compiler angle=\"radian\" boundmass=\"0\" boundinertia=\"0\"/>"
       << "<size nconmax=\"100\" njmax=\"" << 10 * task.problem.N + 100 << "\"/>"
       << "<option gravity=\"0 -9.81 0\" timestep=\"" << task.value << "\" integrator=\""
       << task.method << "\" solver=\"Newton\" tolerance=\"1e-12\" iterations=\"100\"><flag "
       << (model.has_contact ? "" : "contact=\"disable\"") << "/></option>"
       << element("worldbody", model.bodies.str()) << element("tendon", model.tendons.str())
       << element("equality", model.equalities.str()) << "</mujoco>";
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  Model model;
  build(model, task);
  mjModel* const m = model_of_text(text_of(model, task));
  mjData* const d = mj_makeData(m);

  const auto restart = [&] {
    mj_resetData(m, d);
    std::copy(model.start_speeds.begin(), model.start_speeds.end(), d->qvel);
  };
  const auto observed = [&] {
    const double* place = d->xpos + 3 * model.observed_body;
    const double* turn = d->xmat + 9 * model.observed_body;
    std::vector<double> position(place, place + 3);
    for (int row = 0; row < 3; ++row)
      for (int k = 0; k < 3; ++k) position[row] += turn[3 * row + k] * model.observed_point[k];
    return position;
  };
  // the energy costs time, so it is found before and after the run alone
  const auto energy = [&] {
    m->opt.enableflags |= mjENBL_ENERGY;
    mj_forward(m, d);
    m->opt.enableflags &= ~mjENBL_ENERGY;
    return d->energy[0] + d->energy[1];
  };

  restart();
  const double start_energy = energy();
  Result result;
  const long steps = std::lround(task.problem.end / task.value);
  const long observed_step = std::lround(task.problem.error_time / task.value);
  result.cpu_seconds = best_cpu_seconds([&] {
    restart();
    for (long step = 1; step <= steps; ++step) {
      mj_step(m, d);
      if (step != observed_step) continue;
      mj_kinematics(m, d);
      result.position = observed();
    }
  });
  result.energy_error = std::fabs(energy() - start_energy);
  for (int i = 0; i < d->nefc; ++i)
    result.violation = std::max(result.violation, std::fabs(d->efc_pos[i]));
  result.steps = steps;
  result.right_hand_sides = task.method == "RK4" ? 4 * steps : steps;
  print_line("MuJoCo", task, result);
  mj_deleteData(d);
  mj_deleteModel(m);
}
