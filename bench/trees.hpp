#pragma once
/// Trees of bodies on hinges and slides, and loops of them, as ours and the peers build them: all
/// axes are parallel to the ground's where the angles are zero.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace bench {

using Triple = std::array<double, 3>;

/// A body and the hinge that carries it; lengths are in m and kg m².
struct HingedBody {
  int carrier;  ///< an earlier body, −1 on the ground
  Triple hinge, axis;
  double mass;
  Triple centre, inertia;  ///< the centre from the hinge; principal moments about the centre
  double start;            ///< rad or m; the motion starts at rest
  bool slides = false;     ///< along the axis, held by a spring with a damper
  double stiffness = 0, rest = 0, damping = 0;
};

/// A point, in the drawing, where a body and the ground or another body stay together.
struct Ball {
  int body, other;  ///< −1 for the ground
  Triple point;
};

using Tree = std::vector<HingedBody>;

/// How long they move: steps of a fortieth of a run should bind nobody, and no error should grow by
/// more than peers can follow.
inline double seconds_of_tree(const std::string& name, int N) {
  if (name == "four_bar" || (name == "chain" && N <= 4)) return 5;
  if (name == "chain" && N <= 16) return 3;
  if (name == "chain" && N <= 64) return 2;
  return 1;
}

/// Weight is along −z.
inline constexpr double gravity_of_tree = 9.81;

inline Tree chain_in_space(int N) {
  Tree tree;
  for (int i = 0; i < N; ++i)
    tree.push_back({i - 1,
                    {1.0 * i, 0, 0},
                    i % 2 == 0 ? Triple{0, 1, 0} : Triple{0, 0, 1},
                    1,
                    {0.5, 0, 0},
                    {0.01, 0.09, 0.085},
                    0.1 * std::sin(i + 1.0)});
  return tree;
}

/// Seven hinges, upright and level in turns, with the masses of the arm of rbd-benchmarks; its axes
/// are principal here.
inline Tree arm() {
  const Triple z{0, 0, 1}, y{0, 1, 0};
  return {
      {-1, {0, 0, 0.1575}, z, 4, {0, -0.03, 0.12}, {0.1, 0.09, 0.02}, 0.1},
      {0, {0, 0, 0.36}, y, 4, {0.0003, -0.042, 0.059}, {0.05, 0.044, 0.018}, -0.2},
      {1, {0, 0, 0.5645}, z, 3, {0, 0.03, 0.13}, {0.08, 0.075, 0.01}, 0.3},
      {2, {0, 0, 0.78}, y, 2.7, {0, -0.034, 0.067}, {0.03, 0.029, 0.01}, -0.4},
      {3, {0, 0, 0.9645}, z, 1.7, {0.0001, 0.021, 0.076}, {0.02, 0.018, 0.005}, 0.5},
      {4, {0, 0, 1.18}, y, 1.8, {0, -0.0004, 0.0006}, {0.005, 0.0047, 0.0036}, -0.6},
      {5, {0, 0, 1.261}, z, 0.3, {0, 0, 0.02}, {0.001, 0.001, 0.001}, 0.7},
  };
}

/// A pelvis that is held, a back of three hinges, a neck, two legs of six and two arms of seven.
inline Tree humanoid() {
  Tree tree;
  const Triple axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto add = [&](int carrier, Triple hinge, char axis, double mass, Triple centre,
                       Triple inertia) {
    const int index = static_cast<int>(tree.size());
    tree.push_back(
        {carrier, hinge, axes[axis - 'x'], mass, centre, inertia, 0.2 * std::sin(index + 1.0)});
    return index;
  };
  int back = add(-1, {0, 0, 1.1}, 'z', 3, {0, 0, 0.05}, {0.02, 0.02, 0.015});
  back = add(back, {0, 0, 1.15}, 'y', 4, {0, 0.01, 0.05}, {0.04, 0.03, 0.03});
  back = add(back, {0, 0, 1.2}, 'x', 15, {0.01, 0, 0.2}, {0.5, 0.4, 0.2});
  add(back, {0, 0, 1.6}, 'y', 3, {0, 0, 0.1}, {0.02, 0.02, 0.01});
  for (const double side : {1.0, -1.0}) {
    const double y = 0.1 * side;
    int leg = add(-1, {0, y, 0.95}, 'z', 1, {0, 0, -0.02}, {0.004, 0.004, 0.003});
    leg = add(leg, {0, y, 0.93}, 'x', 1, {0.01, 0, -0.02}, {0.004, 0.004, 0.003});
    leg = add(leg, {0, y, 0.9}, 'y', 6, {0, 0.01 * side, -0.2}, {0.1, 0.1, 0.02});
    leg = add(leg, {0, y, 0.5}, 'y', 4, {0.01, 0, -0.18}, {0.07, 0.07, 0.008});
    leg = add(leg, {0, y, 0.1}, 'y', 0.5, {0, 0, 0}, {0.001, 0.001, 0.001});
    add(leg, {0, y, 0.08}, 'x', 1.5, {0.05, 0, -0.04}, {0.002, 0.006, 0.006});
  }
  for (const double side : {1.0, -1.0}) {
    const double y = 0.2 * side;
    int arm = add(back, {0, y, 1.5}, 'y', 1.5, {0, 0.03 * side, 0}, {0.004, 0.004, 0.004});
    arm = add(arm, {0, y, 1.5}, 'x', 1.5, {0, 0, -0.05}, {0.004, 0.004, 0.003});
    arm = add(arm, {0, y, 1.45}, 'z', 2, {0.01, 0, -0.1}, {0.015, 0.015, 0.003});
    arm = add(arm, {0, y, 1.2}, 'y', 1, {0, 0, -0.03}, {0.003, 0.003, 0.002});
    arm = add(arm, {0, y, 1.15}, 'z', 1.5, {0, 0.01 * side, -0.08}, {0.008, 0.008, 0.002});
    arm = add(arm, {0, y, 0.95}, 'x', 0.3, {0, 0, -0.01}, {0.0003, 0.0003, 0.0003});
    add(arm, {0, y, 0.93}, 'y', 0.5, {0.01, 0, -0.05}, {0.001, 0.001, 0.0005});
  }
  return tree;
}

/// A crank that turns all round, a coupler and a rocker, on hinges along y; a ball closes the loop.
inline Tree four_bar() {
  const Triple y{0, 1, 0};
  return {{-1, {0, 0, 0}, y, 2, {0, 0, 0.2}, {0.03, 0.03, 0.005}, 0},
          {0, {0, 0, 0.4}, y, 1.5, {0.6, 0, 0.2}, {0.03, 0.2, 0.2}, 0},
          {1, {1.2, 0, 0.8}, y, 1, {-0.1, 0, -0.4}, {0.06, 0.06, 0.01}, 0}};
}

/// A platform on six legs of a cross, a barrel and a piston. Springs in the legs, each with a
/// length of its own, shake it; the first leg carries it on two rings, and balls join the others to
/// it.
inline Tree stewart_platform() {
  const double pi = std::acos(-1.0);
  Tree tree;
  Triple feet[6], tops[6];
  for (int i = 0; i < 6; ++i) {
    const double side = i % 2 == 0 ? 0.3 : -0.3;
    const double u = pi / 3 * i + side, v = pi / 3 * i - side;
    feet[i] = {std::cos(u), std::sin(u), 0};
    tops[i] = {0.6 * std::cos(v), 0.6 * std::sin(v), 1.2};
  }
  const Triple x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  for (int i = 0; i < 6; ++i) {
    Triple span, half;
    for (std::size_t k = 0; k < 3; ++k) {
      span[k] = tops[i][k] - feet[i][k];
      half[k] = feet[i][k] + span[k] / 2;
    }
    const int cross = static_cast<int>(tree.size());
    const auto along = [&](double part) {
      return Triple{part * span[0], part * span[1], part * span[2]};
    };
    tree.push_back({-1, feet[i], x, 0.2, {0, 0, 0}, {1e-3, 1e-3, 1e-3}, 0});
    tree.push_back({cross, feet[i], y, 4, along(0.25), {0.2, 0.2, 0.15}, 0});
    tree.push_back({cross + 1,
                    half,
                    span,
                    3,
                    along(0.25),
                    {0.15, 0.15, 0.1},
                    0,
                    true,
                    2e4,
                    0.05 * std::sin(i + 1.0),
                    400});
  }
  const int ring = static_cast<int>(tree.size());
  const Triple centre{-tops[0][0], -tops[0][1], 0};
  tree.push_back({2, tops[0], x, 0.2, {0, 0, 0}, {1e-3, 1e-3, 1e-3}, 0});
  tree.push_back({ring, tops[0], y, 0.2, {0, 0, 0}, {1e-3, 1e-3, 1e-3}, 0});
  tree.push_back({ring + 1, tops[0], z, 40, centre, {3.6, 3.6, 7.2}, 0});
  return tree;
}

inline std::vector<Ball> balls_of(const std::string& name) {
  std::vector<Ball> balls;
  if (name == "four_bar") balls.push_back({2, -1, {1, 0, 0}});
  if (name == "stewart") {
    const Tree tree = stewart_platform();
    for (int leg = 1; leg < 6; ++leg) {
      const HingedBody& piston = tree[static_cast<std::size_t>(3 * leg + 2)];
      Triple top = piston.hinge;
      for (std::size_t k = 0; k < 3; ++k) top[k] += 2 * piston.centre[k];
      balls.push_back({20, 3 * leg + 2, top});
    }
  }
  return balls;
}

inline Tree tree_named(const std::string& name, int N) {
  if (name == "four_bar") return four_bar();
  if (name == "stewart") return stewart_platform();
  if (name == "arm") return arm();
  if (name == "humanoid") return humanoid();
  if (name == "chain") return chain_in_space(N);
  std::fprintf(stderr, "no such tree: %s\n", name.c_str());
  std::exit(2);
}

/// From the hinge of the carrier to that of a body.
inline Triple offset(const Tree& tree, std::size_t i) {
  Triple result = tree[i].hinge;
  if (tree[i].carrier >= 0)
    for (std::size_t k = 0; k < 3; ++k)
      result[k] -= tree[static_cast<std::size_t>(tree[i].carrier)].hinge[k];
  return result;
}

/// From the hinge of a body, or from the origin of the ground, to a point of the drawing.
inline Triple from_hinge(const Tree& tree, int body, Triple point) {
  if (body >= 0)
    for (std::size_t k = 0; k < 3; ++k) point[k] -= tree[static_cast<std::size_t>(body)].hinge[k];
  return point;
}

/// seconds,angle,angle,... of a run, or seconds,acceleration,... of one evaluation.
inline void print_numbers(double seconds, const std::vector<double>& values) {
  std::printf("%.9g", seconds);
  for (const double x : values) std::printf(",%.17g", x);
  std::printf("\n");
}

}  // namespace bench
