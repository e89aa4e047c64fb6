// MuJoCo on trees of hinges and slides, and loops that balls close: TREE N accelerations 0, or TREE
// N INTEGRATOR STEP, with the integrator `RK4`, `Euler` or `implicitfast`.

#include <mujoco/mujoco.h>

#include <sstream>

#include "measure.hpp"
#include "mujoco_model.hpp"
#include "trees.hpp"

using namespace bench;

namespace {

std::string triple(const Triple& x) {
  std::ostringstream text;
  text.precision(17);
  text << '"' << x[0] << ' ' << x[1] << ' ' << x[2] << '"';
  return text.str();
}

// children stand inside their carrier
void write_carried_by(int carrier, const Tree& tree, std::ostringstream& text) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree[i].carrier != carrier) continue;
    const HingedBody& body = tree[i];
    text << "<body name=\"b" << i << "\" pos=" << triple(offset(tree, i)) << "><joint name=\"j" << i
         << "\" type=\"" << (body.slides ? "slide" : "hinge") << "\" axis=" << triple(body.axis)
         << " stiffness=\"" << body.stiffness << "\" springref=\"" << body.rest << "\" damping=\""
         << body.damping << "\"/><inertial pos=" << triple(body.centre) << " mass=\"" << body.mass
         << "\" diaginertia=" << triple(body.inertia) << "/>";
    write_carried_by(static_cast<int>(i), tree, text);
    text << "</body>";
  }
}

// as stiff as the step allows
void write_balls(const std::vector<Ball>& balls, const Tree& tree, double step,
                 std::ostringstream& text) {
  if (balls.empty()) return;
  text << "<equality>";
  for (const Ball& ball : balls) {
    text << "<connect body1=\"b" << ball.body << "\"";
    if (ball.other >= 0) text << " body2=\"b" << ball.other << "\"";
    text << " anchor=" << triple(from_hinge(tree, ball.body, ball.point)) << " solref=\""
         << 2 * step << " 1\" solimp=\"0.9999 0.9999 0.001\"/>";
  }
  text << "</equality>";
}

mjModel* model_of(const std::string& name, const Tree& tree, const std::string& integrator,
                  double step) {
  const std::vector<Ball> balls = balls_of(name);
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><compiler angle=\"radian\"/><size nstack=\"30000000\"/><option gravity=\"0 0 "
       << -gravity_of_tree << "\" integrator=\"" << integrator << "\" timestep=\"" << step
       << "\" tolerance=\"1e-12\"><flag contact=\"disable\" constraint=\""
       << (balls.empty() ? "disable" : "enable") << "\" "
       << (balls.empty() ? "warmstart=\"disable\"" : "") << "/></option><worldbody>";
  write_carried_by(-1, tree, text);
  text << "</worldbody>";
  write_balls(balls, tree, step, text);
  text << "</mujoco>";
  return model_of_text(text.str());
}

}  // namespace

int main(int count, char** words) {
  const Tree tree = count > 4 ? tree_named(words[1], std::atoi(words[2])) : Tree();
  if (tree.empty()) return 2;
  const std::string method = words[3];
  const bool only_accelerations = method == "accelerations";
  const double step = only_accelerations ? 1e-3 : std::atof(words[4]);
  mjModel* const model = model_of(words[1], tree, only_accelerations ? "Euler" : method, step);
  mjData* const data = mj_makeData(model);
  std::vector<int> address;
  for (std::size_t i = 0; i < tree.size(); ++i)
    address.push_back(
        model->jnt_qposadr[mj_name2id(model, mjOBJ_JOINT, ("j" + std::to_string(i)).c_str())]);
  const auto start = [&] {
    mj_resetData(model, data);
    for (std::size_t i = 0; i < tree.size(); ++i) data->qpos[address[i]] = tree[i].start;
  };
  const auto angles_or_accelerations = [&](const mjtNum* from) {
    std::vector<double> values;
    for (const int at : address) values.push_back(from[at]);
    return values;
  };
  if (only_accelerations) {
    start();
    const int calls = 2000;
    const double seconds = best_cpu_seconds([&] {
      for (int k = 0; k < calls; ++k) mj_forward(model, data);
    });
    print_numbers(seconds / calls, angles_or_accelerations(data->qacc));
    return 0;
  }
  const double seconds = best_cpu_seconds([&] {
    start();
    const long steps = std::lround(seconds_of_tree(words[1], std::atoi(words[2])) / step);
    for (long k = 0; k < steps; ++k) mj_step(model, data);
  });
  print_numbers(seconds, angles_or_accelerations(data->qpos));
}
