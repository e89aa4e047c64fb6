// The laws of Newton and Euler hold for every body of right motions and fail for wrong ones.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <set>

#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"
#include "theory/answer.hpp"
#include "theory/verification.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

// Mechanisms that nobody would draw, as texts of models.
class RandomMechanism {
 public:
  explicit RandomMechanism(unsigned seed) : engine_(seed) {}

  // bodies in a tree, with joints of every kind, springs, a load, a motor and a particle; it starts
  // with a push
  std::string tree(int bodies) {
    add_bodies(bodies);
    for (int k = 1; k <= bodies; ++k) add_joint(k, pick(0, k - 1));
    add_forces(bodies);
    if (!start_.empty()) text_ += "start" + start_ + "\n";
    return text_ + "run 0.05\n    tolerance 1e-10\n";
  }

  // the same, with the last body held by a further joint; it starts at rest
  std::string loop(int bodies) {
    add_bodies(bodies);
    for (int k = 1; k <= bodies; ++k) add_joint(k, k - 1);
    const char* kinds[] = {"spherical", "universal", "cylindrical", "planar"};
    const std::string kind = kinds[pick(0, bodies > 3 ? 3 : 0)];
    // the axes of a universal joint that closes a loop are perpendicular
    const bool is_universal = kind == "universal";
    text_ +=
        fmt::format("joint last: {} b{} ground at {} along {}, closing\n", kind, bodies, vector(2),
                    is_universal ? "cross((1, 2, 3), (3, 1, 2)), (1, 2, 3)" : direction());
    add_forces(bodies);
    return text_ + "run 0.05\n    tolerance 1e-10\n";
  }

  // a linkage of four hinges with one direction, whose plane lies anyhow in space: three rows hold
  // by themselves
  std::string flat_loop() {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)).normalized();
    const auto place = [&](double x, double y, double z) {
      const Eigen::Vector3d p = turn * Eigen::Vector3d(x, y, z);
      return fmt::format("({:.17g}, {:.17g}, {:.17g})", p[0], p[1], p[2]);
    };
    text_ = fmt::format("gravity {}\n", vector(9));
    text_ += fmt::format("define P[1] = {}, P[2] = {}, P[3] = {}, P[4] = {}\n", place(0, 0, 0),
                         place(number(-0.2, 0.2), number(0.8, 1.2), 0),
                         place(number(1, 1.4), number(1.1, 1.6), 0), place(number(1.8, 2.2), 0, 0));
    text_ += "body bar[0] = ground, bar[4] = ground\n";
    text_ += "body bar[i in 1..3]: mass i, rod P[i] P[i+1] radius 0.05\n";
    const int closing = pick(1, 4);
    for (int i = 1; i <= 4; ++i)
      text_ += fmt::format("joint pin{0}: revolute bar[{1}] bar[{0}] at P[{0}] along {2}{3}\n", i,
                           i - 1, place(0, 0, 1), i == closing ? ", closing" : "");
    return text_ + "run 0.1\n    tolerance 1e-11\n";
  }

 private:
  double number(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  int pick(int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine_); }
  std::string vector(double size) {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", number(-size, size), number(-size, size),
                       number(-size, size));
  }
  // no direction is so near to another that a frame of both has no third
  std::string direction() {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", number(0.2, 1) * (pick(0, 1) ? 1 : -1),
                       number(-1, 1), number(-1, 1));
  }

  void add_bodies(int count) {
    text_ = fmt::format("gravity {}\n", vector(9));
    for (int k = 1; k <= count; ++k) {
      // the moments of a box, about axes that are not those of the body
      const double m = number(0.5, 3), a = number(0.1, 1), b = number(0.1, 1), c = number(0.1, 1);
      const Eigen::Matrix3d R =
          Eigen::Quaterniond(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1))
              .normalized()
              .toRotationMatrix();
      const Eigen::Vector3d moments(m / 12 * (b * b + c * c), m / 12 * (c * c + a * a),
                                    m / 12 * (a * a + b * b));
      const Eigen::Matrix3d J = R * moments.asDiagonal() * R.transpose();
      text_ += fmt::format(
          "body b{}: mass {:.6g}, centre {}, inertia ({:.17g}, {:.17g}, {:.17g}, {:.17g}, {:.17g}, "
          "{:.17g}), at {}, turned z {:.6g}, x {:.6g}\n",
          k, m, vector(0.5), J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2), vector(1),
          number(-3, 3), number(-1, 1));
    }
  }

  void add_joint(int body, int parent) {
    const char* kinds[] = {"revolute",  "prismatic", "screw", "cylindrical", "universal",
                           "spherical", "planar",    "free",  "weld",        "revolute"};
    // something has to move
    const std::string kind = kinds[pick(0, body == 1 ? 7 : 9)], name = fmt::format("j{}", body);
    const std::string one = parent == 0 ? "ground" : fmt::format("b{}", parent),
                      other = fmt::format("b{}", body);
    const bool is_reversed = pick(0, 1) != 0 && kind != "free";
    std::string line = fmt::format("joint {}: {} {} {} at {}", name, kind,
                                   is_reversed ? other : one, is_reversed ? one : other, vector(1));
    if (kind != "weld" && kind != "spherical" && kind != "free") line += " along " + direction();
    if (kind == "universal") line += ", " + direction();
    if (kind == "screw") line += fmt::format(" pitch {:.6g}", number(0.1, 1));
    const auto push = [&](const std::string& part) {
      start_ += fmt::format("\n    {}{}' = {:.6g}", name, part, number(-1, 1));
    };
    if (kind == "revolute" || kind == "prismatic" || kind == "screw") {
      if (pick(0, 1)) line += fmt::format(", spring {:.6g} from 0.2", number(1, 20));
      if (pick(0, 1)) line += fmt::format(", damping {:.6g}", number(0.1, 2));
      if (pick(0, 1)) line += fmt::format(", armature {:.6g}", number(0.1, 1));
      motors_.push_back(name);
      push("");
    }
    if (kind == "cylindrical") push(".turn"), push(".slide");
    if (kind == "universal") push(".1"), push(".2");
    if (kind == "planar") push(".x"), push(".y"), push(".turn");
    if (kind == "free") push(".x"), push(".y"), push(".z");
    if (kind == "free" || kind == "spherical") {
      const bool has_angles = pick(0, 2) == 0;
      if (has_angles) line += ", angles zyx";
      for (int k = 1; k <= 3; ++k) push(fmt::format("{}{}", has_angles ? "." : ".e", k));
    }
    text_ += line + "\n";
  }

  void add_forces(int bodies) {
    const auto any_body = [&] { return fmt::format("b{}", pick(1, bodies)); };
    text_ += fmt::format("spring s1: ground{} {}{}, stiffness {:.6g}, length 0.5, damping {:.6g}\n",
                         vector(2), any_body(), vector(0.5), number(5, 50), number(0.1, 2));
    const std::string a = any_body(), b = any_body();
    if (a != b)
      text_ += fmt::format("spring s2: {}{} {}{}, stiffness {:.6g}, length 0.3\n", a, vector(0.5),
                           b, vector(0.5), number(5, 50));
    text_ += fmt::format("load push: on {} at {} force {} moment {}\n", any_body(), vector(0.5),
                         vector(5), vector(2));
    text_ += fmt::format("particle bead: mass {:.6g}, at {}{}\n", number(0.1, 1), any_body(),
                         vector(0.5));
    text_ += fmt::format("potential {:.6g}*dot({}.centre, {}.x)\n", number(-2, 2), any_body(),
                         any_body());
    if (!motors_.empty())
      text_ += fmt::format("actuator motor: {}', force {:.6g}*cos(3*t)\n", motors_.front(),
                           number(-3, 3));
  }

  std::mt19937_64 engine_;
  std::string text_, start_;
  std::vector<std::string> motors_;
};

Verification verify_text(const std::string& text, int instants) {
  return verify(simulate(read_text(text, "random.mech")), {.instants = instants});
}

// the rows about bodies that fail, and all of them that were checked
std::set<std::string> failing(const Verification& found) {
  std::set<std::string> rows;
  for (const Verified& verified : found.statements)
    if (verified.instants > 0 && !verified.worst.holds()) rows.insert(verified.worst.id);
  return rows;
}
std::set<std::string> checked(const Verification& found) {
  std::set<std::string> rows;
  for (const Verified& verified : found.statements)
    if (verified.instants > 0) rows.insert(verified.worst.id);
  return rows;
}

// the rows about bodies and the balance of energy
void check_holds(const Verification& found) {
  for (const Verified& verified : found.statements) {
    const bool is_looked_at = verified.worst.id.starts_with("B") ||
                              verified.worst.statement.find("energy") != std::string::npos;
    if (verified.instants == 0 || !is_looked_at) continue;
    INFO(verified.worst.id << " " << verified.worst.statement << ": " << verified.worst.residual
                           << " of " << verified.worst.bound << " at " << verified.t);
    CHECK(verified.worst.holds());
  }
}

// the motion of a text with an answer of its end that somebody has changed
Verification with_changed_answer(const Motion& motion, const std::function<void(Answer&)>& change) {
  Answer answer = answer_at(motion, motion.end_time());
  change(answer);
  return verify(motion.equations(), {answer}, motion.dynamics_options());
}

std::size_t watch_of(const Motion& motion, const std::string& name) {
  const std::vector<Watch>& watches = motion.equations().watches;
  const auto found = std::ranges::find(watches, name, &Watch::name);
  REQUIRE(found != watches.end());
  return static_cast<std::size_t>(found - watches.begin());
}

const char* pendulum = R"(
gravity (0, 0, -9.81)
body arm: mass 2, centre (0.5, 0, 0), inertia (0.01, 0.2, 0.2)
body bob: mass 1, centre (1.2, 0, 0), inertia (0.02, 0.03, 0.04)
joint hinge: revolute ground arm at (0, 0, 0) along y
joint cup:   spherical arm bob at (1, 0, 0)
start hinge' = 1, cup.e1' = 0.3, cup.e2' = -0.4
run 0.3
    tolerance 1e-11
)";

}  // namespace

TEST_CASE("bodies of random trees obey Newton and Euler, and their joints are as good as rows",
          "[B1][B2][B3][B4][B5][B6][B7]") {
  std::set<std::string> rows;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const std::string text = RandomMechanism(seed).tree(1 + static_cast<int>(seed) % 4);
    INFO(seed << "\n" << text);
    const Verification found = verify_text(text, 2);
    check_holds(found);
    for (const std::string& row : checked(found)) rows.insert(row);
    CHECK(checked(found).contains("B3"));
  }
  for (const char* row : {"B1", "B2", "B3", "B4", "B5", "B6", "B7"}) CHECK(rows.contains(row));
}

TEST_CASE("bodies of random loops obey Newton and Euler", "[B3][B4][B6][B9]") {
  std::set<std::string> rows;
  for (unsigned seed = 1; seed <= 24; ++seed) {
    const std::string text = RandomMechanism(1000 + seed).loop(2 + static_cast<int>(seed) % 3);
    INFO(seed << "\n" << text);
    const Verification found = verify_text(text, 2);
    check_holds(found);
    for (const std::string& row : checked(found)) rows.insert(row);
  }
  for (const char* row : {"B3", "B4", "B6", "B9"}) CHECK(rows.contains(row));
}

TEST_CASE("a flat loop in space shares the least reactions, whichever of its joints closes it",
          "[B8][B9][B10]") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const std::string text = RandomMechanism(2000 + seed).flat_loop();
    INFO(text);
    const Verification found = verify_text(text, 2);
    check_holds(found);
    for (const char* row : {"B8", "B9", "B10"}) CHECK(checked(found).contains(row));
  }
}

TEST_CASE("a reaction that is not the one of the motion is noticed on its bodies", "[B3][B4][B6]") {
  const Motion motion = simulate(read_text(pendulum, "pendulum.mech"));
  CHECK(failing(with_changed_answer(motion, [](Answer&) {})).empty());
  const auto changed = [&](const std::string& watch, double by) {
    const std::size_t k = watch_of(motion, watch);
    return failing(with_changed_answer(
        motion, [&](Answer& answer) { answer.watches[static_cast<Index>(k)] += by; }));
  };
  CHECK(changed("reaction(hinge, arm).1", 1e-4) == std::set<std::string>{"B3", "B4", "B7"});
  CHECK(changed("moment(hinge, arm).1", 1e-4) == std::set<std::string>{"B4", "B7"});
  // about the axis it works
  CHECK(changed("moment(hinge, arm).2", 1e-4) == std::set<std::string>{"B4", "B6", "B7"});
  // a ball joint has no moment
  CHECK(changed("moment(cup, bob).3", 1e-4) == std::set<std::string>{"B4", "B6", "B7"});
}

TEST_CASE("a force on a quaternion is noticed, and one that is too long", "[B1][B2]") {
  const Motion motion = simulate(read_text(pendulum, "pendulum.mech"));
  const std::set<std::string> pulled =
      failing(with_changed_answer(motion, [](Answer& answer) { answer.lambda[0] += 1e-6; }));
  CHECK(pulled.contains("B2"));
  const std::set<std::string> longer = failing(
      with_changed_answer(motion, [](Answer& answer) { answer.point.q.tail(4) *= 1 + 1e-12; }));
  CHECK(longer.contains("B1"));
}

TEST_CASE("an acceleration that is not the one of the motion is noticed on the bodies",
          "[B3][B4][B7]") {
  const Motion motion = simulate(read_text(pendulum, "pendulum.mech"));
  const std::set<std::string> rows =
      failing(with_changed_answer(motion, [](Answer& answer) { answer.point.a[0] += 1e-5; }));
  for (const char* row : {"B3", "B4", "B7"}) CHECK(rows.contains(row));
}

TEST_CASE("reactions that joints share otherwise are noticed, and move no body", "[B10]") {
  const Motion motion = simulate(read_text(RandomMechanism(2001).flat_loop(), "loop.mech"));
  const std::vector<JointRecord>& joints = motion.equations().system.joints();
  REQUIRE(joints.size() == 4);
  // a force along the axes that goes round the loop: of each joint on the second of its bodies
  const Answer answer = answer_at(motion, motion.end_time());
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  {
    // the bars lie in the plane of the loop
    std::vector<Eigen::Vector3d> places;
    for (const JointRecord& joint : joints) {
      const std::vector<double> place =
          evaluate(motion.equations().graph(), joint.point,
                   values_at(motion.equations().system, answer.point));
      places.emplace_back(place[0], place[1], place[2]);
    }
    axis = (places[1] - places[0]).cross(places[2] - places[1]).normalized();
    const std::set<std::string> rows = failing(with_changed_answer(motion, [&](Answer& changed) {
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const double sign = joints[j].on == joints[j].to ? 1 : -1;
        const Eigen::Vector3d moment = (places[0] - places[j]).cross(axis);
        for (int k = 0; k < 3; ++k) {
          changed.watches[static_cast<Index>(joints[j].force[static_cast<std::size_t>(k)])] +=
              sign * axis[k];
          changed.watches[static_cast<Index>(joints[j].moment[static_cast<std::size_t>(k)])] +=
              sign * moment[k];
        }
      }
    }));
    CHECK(rows == std::set<std::string>{"B10"});
  }
}

TEST_CASE("the mechanisms of the gallery and of the tests obey Newton and Euler", "[B3][B4][B5]") {
  int mechanisms = 0;
  for (const char* folder : {"/models", "/tests/bodies"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(source_folder() + folder)) {
      if (entry.path().extension() != ".mech") continue;
      Model model = read_model(entry.path().string());
      if (model.system.joints().empty()) continue;
      INFO(entry.path().string());
      ++mechanisms;
      // the start and what comes soon after it: whole runs are verified by the program
      SimulateOptions options;
      options.until = 0.01;
      check_holds(verify(simulate(model, options), {.instants = 2}));
    }
  CHECK(mechanisms >= 40);
}
