#include "bodies/newton_euler.hpp"

#include <algorithm>

#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

enum class Accelerations { zero, those_of_the_motion };

// vectors in one list: one sweep over the graph differentiates them all
class VectorList {
 public:
  explicit VectorList(Graph& graph, const std::vector<Vector>& vectors) : graph_(graph) {
    for (const Vector& v : vectors)
      for (const Expr& x : v) formulas_.push_back(x.in(graph));
  }
  const std::vector<NodeId>& formulas() const { return formulas_; }
  std::vector<Vector> read(const std::vector<NodeId>& formulas) const {
    std::vector<Vector> result;
    for (std::size_t i = 0; i + 2 < formulas.size(); i += 3)
      result.push_back({Expr(graph_, formulas[i]), Expr(graph_, formulas[i + 1]),
                        Expr(graph_, formulas[i + 2])});
    return result;
  }

 private:
  Graph& graph_;
  std::vector<NodeId> formulas_;
};

std::vector<Vector> shifts_of(const BodyTree& tree) {
  std::vector<Vector> d;
  for (const TreeBody& body : tree) d.push_back(body.d);
  return d;
}

std::vector<Vector> rates_of(const System& system, const std::vector<Vector>& vectors,
                             Accelerations which) {
  Graph& graph = system.graph();
  const VectorList list(graph, vectors);
  if (which == Accelerations::those_of_the_motion)
    return list.read(time_derivative(graph, list.formulas()));
  std::vector<Direction> along;
  for (const Coordinate& x : system.coordinates()) along.push_back({x.q, x.v});
  return list.read(derivative_along(graph, list.formulas(), along));
}

struct BodyMotion {
  Vector w{0.0, 0.0, 0.0}, alpha{0.0, 0.0, 0.0};
  Vector a{0.0, 0.0, 0.0};  ///< of the origin
  Tensor Gamma;             ///< for what it carries
};

// outwards
std::vector<BodyMotion> motions_of(const System& system, const TreeMotion& motion,
                                   Accelerations which) {
  const BodyTree& tree = motion.tree;
  const std::vector<Vector> d_dot =
      rates_of(system, shifts_of(tree), Accelerations::those_of_the_motion);
  const std::vector<Vector> d_dot_dot = rates_of(system, d_dot, which);
  const std::vector<Vector> omega_dot = rates_of(system, motion.omega, which);
  const BodyMotion ground;
  std::vector<BodyMotion> motions;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const TreeBody& body = tree[i];
    const BodyMotion& carrier = body.carrier ? motions[*body.carrier] : ground;
    const Tensor back = body.E.transposed();
    const Vector brought = back * carrier.w;
    BodyMotion next;
    next.w = brought + motion.omega[i];
    next.alpha = back * carrier.alpha + cross(brought, motion.omega[i]) + omega_dot[i];
    next.a = back *
             (carrier.a + carrier.Gamma * body.d + 2.0 * cross(carrier.w, d_dot[i]) + d_dot_dot[i]);
    next.Gamma = place_to_acceleration(next.alpha, next.w);
    motions.push_back(std::move(next));
  }
  return motions;
}

struct CarriedWrench {
  Wrench wrench;
  Vector force_outside;  ///< in the axes of the carrier
};

// and back: each joint moves the body, and what the body carries
std::vector<CarriedWrench> solve(const System& system, const TreeMotion& motion,
                                 Accelerations which) {
  const BodyTree& tree = motion.tree;
  const std::vector<BodyMotion> motions = motions_of(system, motion, which);
  std::vector<CarriedWrench> result(tree.size());
  for (std::size_t i = 0; i < tree.size(); ++i)
    result[i].wrench = tree[i].mass.rates(motions[i].a, motions[i].Gamma);
  for (std::size_t i = tree.size(); i-- > 0;) {
    const TreeBody& body = tree[i];
    const Vector force = body.E * result[i].wrench.force;
    result[i].force_outside = force;
    if (!body.carrier) continue;
    Wrench& sum = result[*body.carrier].wrench;
    sum = sum + Wrench{force, body.E * result[i].wrench.moment + cross(body.d, force)};
  }
  // the weight of all that is carried at once: what it does not do, as along an axis that stands
  // upright, remains zero
  const std::vector<MassMoments> composite = composite_moments(tree);
  std::vector<Vector> g;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Vector outside = tree[i].carrier ? g[*tree[i].carrier] : motion.gravity;
    g.push_back(tree[i].E.transposed() * outside);
    const auto& [m, h, S] = composite[i];
    result[i].force_outside = result[i].force_outside - m * outside;
    result[i].wrench.force = result[i].wrench.force - m * g[i];
    result[i].wrench.moment = result[i].wrench.moment - cross(h, g[i]);
  }
  return result;
}

}  // namespace

void add_columns(const System& system, TreeMotion& motion) {
  Graph& graph = system.graph();
  std::vector<NodeId> q, v;
  for (const Coordinate& x : system.coordinates()) {
    q.push_back(x.q);
    v.push_back(x.v);
  }
  const auto column_of = [&](std::size_t body, std::size_t coordinate) -> JointColumn& {
    std::vector<JointColumn>& columns = motion.tree[body].columns;
    const auto known = std::ranges::find(columns, coordinate, &JointColumn::coordinate);
    if (known != columns.end()) return *known;
    return columns.emplace_back(coordinate, Vector(3, Expr(0.0)), Vector(3, Expr(0.0)));
  };
  const VectorList shifts(graph, shifts_of(motion.tree)), turns(graph, motion.omega);
  for (const Entry& entry : jacobian(graph, shifts.formulas(), q))
    column_of(entry.row / 3, entry.column).shift[entry.row % 3] = Expr(graph, entry.value);
  for (const Entry& entry : jacobian(graph, turns.formulas(), v))
    column_of(entry.row / 3, entry.column).turn[entry.row % 3] = Expr(graph, entry.value);
  for (TreeBody& body : motion.tree) std::ranges::sort(body.columns, {}, &JointColumn::coordinate);
}

std::vector<Wrench> carrying_wrenches(const System& system, const TreeMotion& motion) {
  std::vector<Wrench> result;
  for (const CarriedWrench& carried : solve(system, motion, Accelerations::those_of_the_motion))
    result.push_back(carried.wrench);
  return result;
}

std::vector<CoordinateFormula> velocity_and_gravity_forces(const System& system,
                                                           const TreeMotion& motion) {
  const std::vector<CarriedWrench> carried = solve(system, motion, Accelerations::zero);
  std::vector<CoordinateFormula> forces;
  for (std::size_t i = 0; i < carried.size(); ++i)
    for (const JointColumn& column : motion.tree[i].columns)
      forces.push_back({column.coordinate, (-TreeBody::work(column, carried[i].force_outside,
                                                            carried[i].wrench.moment))
                                               .in(system.graph())});
  return forces;
}

}  // namespace alembert
