// The same mechanism described in other ways moves in the same way, with the same reactions.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "bodies/mechanism.hpp"
#include "motion/simulate.hpp"
#include "motion/unique_reactions.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// joints of every kind, a particle, a spring, a load and a formula of a place
const std::string tree = R"(
gravity (1.1, -2.3, -9.1)
body base:  mass 3, centre (0.1, 0.2, 0.3), inertia (0.5, 0.6, 0.7, 0.02, -0.03, 0.05)
body slide: mass 2, centre (0.5, 0.1, 0.4), inertia (0.3, 0.4, 0.5), at (0.4, 0, 0.3), turned z 0.4, x 0.3
body drum:  density 800, cylinder 0.1 0.3 along (1, 1, 0), at (0.8, 0.2, 0.5)
body spider: mass 1, centre (1, 0.4, 0.7), inertia (0.05, 0.04, 0.03)
body ball:  mass 1.5, centre (1.3, 0.5, 0.9), inertia (0.08, 0.09, 0.1)
body plate: mass 0.7, box (0.4, 0.3, 0.02), at (1.6, 0.8, 0.9)
joint hinge: revolute ground base at (0, 0, 0) along (0.2, 0.3, 1)
joint rail:  prismatic base slide at (0.3, 0.1, 0.2) along (1, 0.2, 0.1)
joint tube:  cylindrical slide drum at (0.7, 0.2, 0.5) along (0, 1, 0.3)
joint yoke:  universal drum spider at (0.9, 0.3, 0.6) along (1, 0, 0), (0, 1, 0.2)
joint cup:   spherical spider ball at (1.1, 0.45, 0.8)
joint table: planar ball plate at (1.5, 0.7, 0.9) along (0.1, 0, 1)
particle bead: mass 0.4, at ball(1.4, 0.6, 1)
spring cord: ground(0, 1, 0) plate(0.1, 0.1, 0), stiffness 30, length 0.5, damping 2
load push: on spider at (1, 0.4, 0.7) force (3, -2, 1) moment (0.2, 0.1, -0.3)
potential 5*dot(drum.centre, drum.centre)
virtual_power -2*dot(slide.omega, (1, 2, 3))
watch about = moment(rail, slide, (0, 0, 0))
run 0.2
    tolerance 1e-12
)";

const std::vector<std::string> joints{"hinge", "rail", "tube", "yoke", "cup", "table"};

Motion run(const std::string& text) { return simulate(read_text(text, "tree.mech")); }

std::vector<double> wrench(const Motion& motion, double t, const std::string& joint) {
  const Snapshot then = motion.at(t);
  const std::vector<JointRecord>& all = then.equations().system.joints();
  const auto record = std::ranges::find(all, joint, &JointRecord::name);
  REQUIRE(record != all.end());
  std::vector<double> values;
  for (const std::vector<std::size_t>* list : {&record->force, &record->moment})
    for (const std::size_t k : *list) values.push_back(then.row()[motion.layout().watch + k]);
  return values;
}

// forces in parts of the largest of them, which is what rounding and steps are relative to
void check_same(const std::vector<double>& a, const std::vector<double>& b, double size,
                double to) {
  REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    INFO("component " << k << ": " << a[k] << " and " << b[k]);
    CHECK(std::fabs(a[k] - b[k]) <= to * size);
  }
}

constexpr double weight = 100;  // the forces of the tree, roughly

}  // namespace

TEST_CASE("a joint that carries its body has the reaction that it has as rows", "[bodies]") {
  const Motion motion = run(tree);
  for (const std::string& closing : joints) {
    std::string text = tree;
    const std::size_t line = text.find("joint " + closing + ":");
    text.insert(text.find('\n', line), ", closing");
    const Motion other = run(text);
    for (const double t : {0.0, 0.1, 0.2})
      for (const std::string& joint : joints) {
        INFO(closing << " closes, " << joint << " at " << t);
        // the body that is free then has seven coordinates more, and other steps
        check_same(wrench(motion, t, joint), wrench(other, t, joint), weight, 1e-8);
      }
  }
}

TEST_CASE("the order of joints and of their bodies changes no reaction", "[bodies]") {
  const Motion motion = run(tree);
  std::string text = tree;
  // from the last joint to the first, with the bodies of some of them exchanged
  std::string reversed;
  for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint) {
    const std::size_t begin = text.find("joint " + *joint + ":");
    const std::size_t end = text.find('\n', begin) + 1;
    reversed += text.substr(begin, end - begin);
    text.erase(begin, end - begin);
  }
  text.insert(text.find("particle"), reversed);
  for (const auto& [from, to] :
       {std::pair{"ground base", "base ground"}, {"base slide", "slide base"}})
    text.replace(text.find(from), std::string(from).size(), to);
  const Motion other = run(text);
  for (const double t : {0.0, 0.2})
    for (const std::string& joint : joints) {
      INFO(joint << " at " << t);
      std::vector<double> expected = wrench(motion, t, joint), found = wrench(other, t, joint);
      if (joint == "rail") {
        // told on the second body and, as it slides, about the point of that one
        for (std::size_t k = 0; k < 3; ++k) {
          const std::string moment = fmt::format("about.{}", k + 1);
          expected[k] = -expected[k];
          expected[3 + k] = motion.at(t)[moment];
          found[3 + k] = other.at(t)[moment];
        }
      }
      check_same(expected, found, weight, 1e-9);
    }
}

TEST_CASE("a mechanism that is turned as a whole has its reactions turned", "[bodies]") {
  // a four-bar linkage in space, whose loop holds three rows by itself, and a bar on a ball joint
  // at its coupler
  const auto linkage = [](const Eigen::Matrix3d& R) {
    const auto turned = [&](double x, double y, double z) {
      const Eigen::Vector3d p = R * Eigen::Vector3d(x, y, z);
      return Vector{p[0], p[1], p[2]};
    };
    Model model;
    Mechanism mechanism(model.system);
    mechanism.gravity(turned(0.3, -9.81, 0.2));
    const std::vector<std::array<double, 3>> P{{0, 0, 0}, {0, 1, 0}, {1.5, 1.3, 0}, {1.2, 0, 0}};
    for (std::size_t i = 0; i + 1 < P.size(); ++i)
      mechanism.body({.name = fmt::format("bar{}", i + 1),
                      .mass = 1.0 + static_cast<double>(i),
                      .solids = {{.what = Solid::What::rod,
                                  .from = turned(P[i][0], P[i][1], P[i][2]),
                                  .to = turned(P[i + 1][0], P[i + 1][1], P[i + 1][2]),
                                  .radius = 0.05}}});
    mechanism.body({.name = "arm",
                    .mass = 0.5,
                    .solids = {{.what = Solid::What::rod,
                                .from = turned(0.75, 1.15, 0),
                                .to = turned(0.9, 1.0, 0.8),
                                .radius = 0.02}}});
    for (std::size_t i = 0; i < P.size(); ++i)
      mechanism.joint({.name = fmt::format("pin{}", i + 1),
                       .a = i == 0 ? "ground" : fmt::format("bar{}", i),
                       .b = i == 3 ? "ground" : fmt::format("bar{}", i + 1),
                       .at = turned(P[i][0], P[i][1], P[i][2]),
                       .along = {turned(0, 0, 1)}});
    mechanism.joint({.name = "cup",
                     .kind = JointKind::spherical,
                     .a = "bar2",
                     .b = "arm",
                     .at = turned(0.75, 1.15, 0)});
    mechanism.assemble();
    mechanism.watch_reactions();
    model.start = mechanism.start_with({});
    SimulateOptions options;
    options.until = 0.3;
    options.tolerance = 1e-12;
    return simulate(model, options);
  };
  const Motion drawn = linkage(Eigen::Matrix3d::Identity());
  CHECK(drawn.back()["rank"] == 3);  // two of the loop, and the unit of the quaternion
  CHECK(drawn.equations().rows.size() == 3);
  std::vector<Eigen::Matrix3d> turns{
      Eigen::AngleAxisd(std::acos(-1.0) / 2, Eigen::Vector3d::UnitX()).toRotationMatrix(),
      Eigen::AngleAxisd(std::acos(-1.0), Eigen::Vector3d::UnitY()).toRotationMatrix()};
  for (const double angle : {0.3, 1.1, 2.9})
    turns.push_back(Eigen::AngleAxisd(angle, Eigen::Vector3d(1, -2 * angle, 0.7).normalized())
                        .toRotationMatrix());
  for (const Eigen::Matrix3d& R : turns) {
    const Motion turned = linkage(R);
    CHECK(turned.back()["rank"] == 3);
    CHECK(turned.equations().rows.size() == 3);
    for (const std::string joint : {"pin1", "pin2", "pin3", "pin4", "cup"}) {
      const std::vector<double> a = wrench(drawn, 0.3, joint), b = wrench(turned, 0.3, joint);
      std::vector<double> expected;
      for (std::size_t k = 0; k < a.size(); k += 3) {
        const Eigen::Vector3d v = R * Eigen::Vector3d(a[k], a[k + 1], a[k + 2]);
        expected.insert(expected.end(), {v[0], v[1], v[2]});
      }
      INFO(joint);
      check_same(expected, b, 50, 1e-9);
    }
  }
}

TEST_CASE("what joints of a loop share does not depend on which of them closes it", "[bodies]") {
  const std::string head = R"(
gravity (0.5, -9.81, 0.3)
define
    P[1] = (0, 0, 0), P[2] = (1, 0, 0), P[3] = (1, -1, 0), P[4] = (1, -1, 1), P[5] = (0, -1, 1), P[6] = (0, 0, 1)
    n[1] = (0, 1, 0), n[2] = (0, 0, 1), n[3] = (1, 0, 0), n[i in 4..6] = n[i-3]
body bar[0] = ground, bar[6] = ground
body bar[i in 1..5]: mass 1, rod P[i] P[i+1]
run 0.5
    tolerance 1e-12
)";
  const auto joint = [](int i, const std::string& option) {
    return fmt::format("joint a{0}: revolute bar[{1}] bar[{0}] at P[{0}] along n[{0}]{2}\n", i,
                       i - 1, option);
  };
  std::vector<Motion> motions;
  for (const int closing : {6, 3, 1}) {
    std::string text = head;
    for (int i = 1; i <= 6; ++i) text += joint(i, i == closing ? ", closing" : "");
    motions.push_back(run(text));
  }
  const std::vector<bool> unique = unique_reactions(motions.front(), 0.5);
  CHECK(std::ranges::count(unique, false) > 20);
  for (const Motion& other : {motions[1], motions[2]})
    for (int i = 1; i <= 6; ++i)
      for (const double t : {0.0, 0.5}) {
        INFO("a" << i << " at " << t);
        check_same(wrench(motions.front(), t, fmt::format("a{}", i)),
                   wrench(other, t, fmt::format("a{}", i)), 30, 1e-8);
      }
}

TEST_CASE("a mechanism in other units has its reactions in those units", "[bodies]") {
  // a platform on three legs of two bodies each, with a spring and a motor; lengths, masses and
  // times in multiples
  const auto platform = [](double length, double mass, double time) {
    const double L = length, M = mass, T = time, F = M * L / (T * T);
    std::string text = fmt::format(R"(
parameters L = {}, M = {}, T = {}, F = M*L/T^2
gravity (0.2*L/T^2, 0.1*L/T^2, -9.81*L/T^2)
body plate: mass 4*M, cylinder 0.5*L 0.1*L along z, at (0, 0, L)
body lower: mass M, rod (L, 0, 0) (0.75*L, 0.1*L, 0.5*L) radius 0.05*L
body upper: mass M, rod (0.75*L, 0.1*L, 0.5*L) (0.5*L, 0, L) radius 0.05*L
joint pose: free ground plate
joint foot: universal ground lower at (L, 0, 0) along y, (1, 0, 0.3)
joint knee: revolute lower upper at (0.75*L, 0.1*L, 0.5*L) along y, damping 0.2*M*L^2/T, spring 3*M*L^2/T^2
joint head: spherical upper plate at (0.5*L, 0, L)
spring s: ground(-L, 0, 0) plate(-0.4*L, 0, 0), stiffness 80*M/T^2, length 0.7*L, damping 3*M/T
actuator m: knee', force 2*M*L^2/T^2
run 0.3*T
    tolerance 1e-10
)",
                                   length, mass, time);
    const Motion motion = simulate(read_text(text, "platform.mech"));
    std::vector<double> scaled;
    for (const std::string joint : {"foot", "knee", "head"}) {
      const std::vector<double> wrench_now = wrench(motion, 0.3 * time, joint);
      for (std::size_t k = 0; k < wrench_now.size(); ++k)
        scaled.push_back(wrench_now[k] / (k < 3 ? F : F * L));
    }
    return std::pair(scaled, motion.counters().steps);
  };
  const auto [plain, steps] = platform(1, 1, 1);
  for (const auto& [length, mass, time] :
       {std::array{1e-6, 1e9, 1e3}, {1e12, 1e-12, 1e-9}, {1e3, 1e-3, 1.0}, {1.0, 1e12, 1e9}}) {
    INFO(length << ", " << mass << ", " << time);
    const auto [other, other_steps] = platform(length, mass, time);
    // the same steps, so that errors of the tolerance cancel too
    check_same(plain, other, 40, 1e-9);
    CHECK(other_steps == Approx(steps).epsilon(0.02));
  }
}
