#include "solution/tree_factors.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "compile/evaluator.hpp"
#include "dynamics/dynamics.hpp"
#include "mechanics/equations.hpp"
#include "motion/simulate.hpp"
#include "solution/explicit_formulas.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

std::string hinges(int count) {
  std::string text = "gravity (0, 0, -9.81)\nbody link[0] = ground\n";
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 1; i <= count; ++i)
    text += "body link[" + number(i) +
            "]: mass 1, centre (0.5, 0.02, 0), inertia (0.01, 0.09, 0.085), at (" + number(i - 1) +
            ", 0, 0)\n";
  for (int i = 1; i <= count; ++i)
    text += "joint q" + number(i) + ": revolute link[" + number(i - 1) + "] link[" + number(i) +
            "] at (" + number(i - 1) + ", 0, 0) along " + (i % 2 ? "y" : "z") + "\n";
  return text;
}

// joints of one to seven coordinates, branches, and an armature
const std::string all_joints = R"(
gravity (0.3, -0.2, -9.81)
body base:  mass 5, centre (0, 0, 0), inertia (0.5, 0.6, 0.7, 0.1, 0.05, 0.02)
body slide: mass 2, centre (0.5, 0.1, 0.4), inertia (0.3, 0.4, 0.5), at (0.4, 0, 0.3), turned z 0.4
body drum:  mass 1.2, centre (0.8, 0.2, 0.5), inertia (0.1, 0.1, 0.15)
body spider: mass 1, centre (1, 0.4, 0.7), inertia (0.05, 0.04, 0.03)
body ball:  mass 1.5, centre (1.3, 0.5, 0.9), inertia (0.08, 0.09, 0.1)
body plate: mass 0.7, centre (1.6, 0.8, 0.9), inertia (0.02, 0.03, 0.04)
body nut: mass 0.7, centre (0.2, 0.8, 0.9), inertia (0.02, 0.03, 0.04)
joint float: free ground base at (0, 0, 0)
joint rail:  prismatic base slide at (0.3, 0.1, 0.2) along (1, 0.2, 0.1) armature 0.3
joint tube:  cylindrical slide drum at (0.7, 0.2, 0.5) along (0, 1, 0.3)
joint yoke:  universal drum spider at (0.9, 0.3, 0.6) along (1, 0, 0), (0, 1, 0.2)
joint cup:   spherical spider ball at (1.1, 0.45, 0.8)
joint table: planar ball plate at (1.5, 0.7, 0.9) along (0, 0.1, 1)
joint bolt:  screw base nut at (0.1, 0.4, 0.9) along y pitch 0.1
)";

/// M x + Aᵀμ = f, A x = g with all rows of the system, by the factors of the tree and by a dense
/// solution.
void compare_with_dense_solution(const std::string& text) {
  const Model model = read_text(text + "run 1\n", "tree.mech");
  const Equations equations = derive(model.system);
  const std::size_t n = model.system.coordinates().size(), m = equations.rows.size();
  const BodyTree& tree = model.system.known_energies()->tree;
  REQUIRE(solution::is_deep_tree(tree, n, equations.M_beside_bodies, 0));
  Graph& g = equations.graph();
  const solution::TreeFactors factors(g, tree, n, equations.M_beside_bodies, m,
                                      equations.A.entries);

  Eigen::MatrixXd K =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n + m), static_cast<Eigen::Index>(n + m));
  Eigen::VectorXd y(n + m);
  Assignment at = model.system.parameter_values();
  for (std::size_t j = 0; j < n; ++j) {
    at[model.system.coordinates()[j].q] = std::sin(1.7 * static_cast<double>(j) + 0.4);
    at[model.system.coordinates()[j].v] = std::cos(2.1 * static_cast<double>(j));
  }
  const auto value = [&](NodeId formula) { return evaluate(g, {formula}, at).front(); };
  for (const Entry& e : equations.M.entries) K(e.row, e.column) = value(e.value);
  for (const Entry& e : equations.A.entries) {
    const auto row = static_cast<Eigen::Index>(n + e.row);
    K(row, e.column) = K(e.column, row) = value(e.value);
  }
  std::vector<NodeId> right_side;
  for (std::size_t i = 0; i < n + m; ++i) {
    y[static_cast<Eigen::Index>(i)] = std::sin(0.7 * static_cast<double>(i) + 1);
    right_side.push_back(g.constant(y[static_cast<Eigen::Index>(i)]));
  }
  const Eigen::VectorXd product = K.topLeftCorner(n, n) * y.head(n);
  const std::vector<double> Mx = evaluate(
      g, factors.M_times({right_side.begin(), right_side.begin() + static_cast<std::ptrdiff_t>(n)}),
      at);
  for (std::size_t j = 0; j < n; ++j)
    CHECK(std::fabs(Mx[j] - product[static_cast<Eigen::Index>(j)]) <= 1e-13 * product.norm());
  const Eigen::VectorXd expected = K.fullPivLu().solve(y);
  const std::vector<double> x = evaluate(g, factors.solve(right_side), at);
  for (std::size_t i = 0; i < n + m; ++i) {
    CAPTURE(i);
    // the dense solution keeps 16 digits less those of the condition of K, below 1e4 here
    CHECK(std::fabs(x[i] - expected[static_cast<Eigen::Index>(i)]) <=
          1e-11 * expected.cwiseAbs().maxCoeff());
  }
}

}  // namespace

TEST_CASE("articulated inertias solve what M and the rows of loops ask") {
  SECTION("a chain of hinges") { compare_with_dense_solution(hinges(14)); }
  SECTION("a chain of hinges whose end is held") {
    compare_with_dense_solution(hinges(14) +
                                "joint end: spherical link[14] ground at (14, 0, 0)\n");
  }
  SECTION("joints of all kinds on a floating base") { compare_with_dense_solution(all_joints); }
  SECTION("the same with a loop") {
    compare_with_dense_solution(all_joints +
                                "joint loop: rod plate(0, 0, 0) nut(0, 0, 0) length 3\n");
  }
}

TEST_CASE("the accelerations of a long chain take operations in proportion to its length") {
  std::size_t nodes[2];
  for (const int k : {0, 1}) {
    const Model model = read_text(hinges(32 << k) + "run 1\n", "chain.mech");
    const auto formulas = solution::ExplicitFormulas::make(derive(model.system), {}, {});
    REQUIRE(formulas);
    nodes[k] = reachable(formulas->graph(), formulas->acceleration()).size();
  }
  CHECK(static_cast<double>(nodes[1]) < 2.1 * static_cast<double>(nodes[0]));
}

TEST_CASE("a chain of two hundred bodies in space compiles and moves with its energy") {
  const Model model = read_text(hinges(200) + "run 0.01\n tolerance 1e-8\n", "chain.mech");
  const Motion motion = simulate(model);
  REQUIRE(motion.outcome().complete());
  // ten times the tolerance, for the steps add up
  CHECK(motion.energy_imbalance() <= 1e-7 * 200 * 9.81);
}
