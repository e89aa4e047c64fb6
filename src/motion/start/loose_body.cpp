#include "motion/start/loose_body.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

struct Pose {
  Matrix3 axes;
  Vector3 origin;
};

// what is this small beside the others is rounding of differences
constexpr double negligible = 1e-6;

class Bodies {
 public:
  Bodies(const StateEquations& state, double t, const numeric::Vector& q)
      : graph_(state.equations().graph()),
        system_(state.equations().system),
        here_(state.assigned_at(t, q, numeric::Vector::Zero(q.size()))) {
    for (const Coordinate& opening : system_.openings()) here_[opening.q] = 0;
  }

  Vector3 numbers(const Nodes3& nodes) const {
    const std::vector<double> values = evaluate(graph_, {nodes.begin(), nodes.end()}, here_);
    return {values[0], values[1], values[2]};
  }
  double number(NodeId node) const { return evaluate(graph_, {node}, here_).front(); }

  Pose pose(const BodyRecord& body, const numeric::Vector& shift) const {
    Assignment there = here_;
    for (std::size_t j = 0; j < system_.coordinates().size(); ++j)
      there[system_.coordinates()[j].q] += shift[static_cast<numeric::Index>(j)];
    std::vector<NodeId> nodes(body.axes.begin(), body.axes.end());
    nodes.insert(nodes.end(), body.origin.begin(), body.origin.end());
    const std::vector<double> values = evaluate(graph_, nodes, there);
    return {Eigen::Map<const Matrix3>(values.data()), Eigen::Map<const Vector3>(values.data() + 9)};
  }

  bool has_inertia(const BodyRecord& body) const {
    for (const NodeId element : body.inertia)
      if (number(element) != 0) return true;
    return false;
  }

 private:
  const Graph& graph_;
  const System& system_;
  Assignment here_;
};

std::string direction_of(const Vector3& vector) {
  Vector3 n = vector.normalized();
  Eigen::Index largest = 0;
  n.cwiseAbs().maxCoeff(&largest);
  if (n[largest] < 0) n = -n;
  for (double& x : n)
    if (std::fabs(x) < negligible) x = 0;
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", n[0], n[1], n[2]);
}

LooseBody turning(const Bodies& bodies, const BodyRecord& body, bool is_planar,
                  const Vector3& omega) {
  const std::string turn =
      is_planar ? "its turn" : fmt::format("its turn about {}", direction_of(omega));
  const auto words = [&](std::string_view missing) {
    return fmt::format("body '{}' has no {}, and nothing holds {}", body.name, missing, turn);
  };
  if (bodies.number(body.mass) == 0)
    return {words("mass"),
            "give it mass and inertia, or joints that leave it no motion of its own"};
  if (!bodies.has_inertia(body))
    return {words("inertia"), "give it inertia or a solid; a point that has mass is a particle"};
  return {words("inertia about its axis"), "give its rods a radius or a width"};
}

}  // namespace

std::optional<LooseBody> loose_body(const StateEquations& state, double t, const numeric::Vector& q,
                                    const numeric::Vector& direction) {
  const BodyRecords& records = state.equations().system.body_records();
  const Bodies bodies(state, t, q);
  const numeric::Vector step = negligible * direction;
  const auto rates = [&](const BodyRecord& body) {
    const Pose behind = bodies.pose(body, -step), ahead = bodies.pose(body, step);
    const Matrix3 turn = (ahead.axes - behind.axes) * (ahead.axes + behind.axes).transpose() / 4;
    return std::pair<Vector3, Vector3>{Vector3(turn(2, 1), turn(0, 2), turn(1, 0)) / negligible,
                                       (ahead.origin - behind.origin) / (2 * negligible)};
  };
  for (const BodyRecord& body : records.bodies) {
    const auto [omega, velocity] = rates(body);
    const auto [carrier_omega, carrier_velocity] =
        body.parent ? rates(records.bodies[*body.parent])
                    : std::pair<Vector3, Vector3>{Vector3::Zero(), Vector3::Zero()};
    // what its carrier moves is not the one to mend
    if (carrier_omega.norm() > negligible || carrier_velocity.norm() > negligible) continue;
    if (omega.norm() > negligible) return turning(bodies, body, records.is_planar, omega);
    if (velocity.norm() > negligible * std::max(1.0, bodies.pose(body, 0 * step).origin.norm()))
      return LooseBody{fmt::format("body '{}' has no mass, and nothing holds its motion along {}",
                                   body.name, direction_of(velocity)),
                       "give it mass, or joints that leave it no motion of its own"};
  }
  return std::nullopt;
}

}  // namespace alembert
