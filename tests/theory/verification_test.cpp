// A right motion never fails a statement, whatever vanishes on it and whatever it is measured in; a
// wrong one does.

#include "theory/verification.hpp"
#include "dynamics/dynamics.hpp"
#include "theory/answer.hpp"

#include <fmt/format.h>

#include "motion/simulate.hpp"
#include "scenes.hpp"
#include "theory/explanation.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

// how large the numbers of one metre, one kilogram and one second are
struct Measures {
  double metre = 1, kilogram = 1, second = 1;
};

// A model in any measures: `m`, `kg` and `s` are parameters, and positions with the dimension of a
// length are named.
struct Sample {
  std::string name, text;
  std::vector<bool> is_length;  // by coordinate; the others are numbers
  double until;                 // s

  Model in(const Measures& measures) const {
    return read_text(
        fmt::format("parameters m = {}, kg = {}, s = {}\n{}\nrun {:.17g}\n", measures.metre,
                    measures.kilogram, measures.second, text, until * measures.second),
        "model.mech");
  }
};

// three rigid bodies with unit quaternions and four hinges whose axes are parallel: three rows too
// many
std::string four_bar() {
  return "coordinates x[1..3] y[1..3] z[1..3] e0[1..3] e1[1..3] e2[1..3] e3[1..3]\n"
         "parameters l[1] = 1*m, l[2] = 3.5*m, l[3] = 3*m, w[1] = 1*kg, w[2] = 3.5*kg, w[3] = "
         "3*kg\n"
         "define\n"
         "    r[i in 1..3] = (x[i], y[i], z[i])\n"
         "    ax[i in 1..3] = (e0[i]^2 + e1[i]^2 - e2[i]^2 - e3[i]^2, 2*(e1[i]*e2[i] + "
         "e0[i]*e3[i]), 2*(e1[i]*e3[i] - e0[i]*e2[i]))\n"
         "    ay[i in 1..3] = (2*(e1[i]*e2[i] - e0[i]*e3[i]), e0[i]^2 - e1[i]^2 + e2[i]^2 - "
         "e3[i]^2, 2*(e2[i]*e3[i] + e0[i]*e1[i]))\n"
         "    az[i in 1..3] = (2*(e1[i]*e3[i] + e0[i]*e2[i]), 2*(e2[i]*e3[i] - e0[i]*e1[i]), "
         "e0[i]^2 - e1[i]^2 - e2[i]^2 + e3[i]^2)\n"
         "    wx[i in 1..3] = 2*(e0[i]*e1[i]' - e1[i]*e0[i]' - e2[i]*e3[i]' + e3[i]*e2[i]')\n"
         "    wy[i in 1..3] = 2*(e0[i]*e2[i]' - e2[i]*e0[i]' - e3[i]*e1[i]' + e1[i]*e3[i]')\n"
         "    wz[i in 1..3] = 2*(e0[i]*e3[i]' - e3[i]*e0[i]' - e1[i]*e2[i]' + e2[i]*e1[i]')\n"
         "    tail[i in 1..3] = r[i] - l[i]/2*ax[i]\n"
         "    head[i in 1..3] = r[i] + l[i]/2*ax[i]\n"
         "kinetic sum(i in 1..3: 1/2*w[i]*dot(r[i]', r[i]') + 1/2*w[i]*(0.01*m^2*wx[i]^2 + "
         "l[i]^2/12*(wy[i]^2 + wz[i]^2)))\n"
         "potential sum(i in 1..3: w[i]*9.81*m/s^2*y[i])\n"
         "constraint\n"
         "    unit[i in 1..3]: e0[i]^2 + e1[i]^2 + e2[i]^2 + e3[i]^2 = 1\n"
         "    A: tail[1] = (0, 0, 0)\n    Ax: ax[1].3 = 0\n    Ay: ay[1].3 = 0\n"
         "    B: head[1] = tail[2]\n    Bx: dot(az[1], ax[2]) = 0\n    By: dot(az[1], ay[2]) = 0\n"
         "    C: head[2] = tail[3]\n    Cx: dot(az[2], ax[3]) = 0\n    Cy: dot(az[2], ay[3]) = 0\n"
         "    D: head[3] = (4*m, 0, 0)\n    Dx: az[3].1 = 0\n    Dy: az[3].2 = 0\n"
         "parameters\n"
         "    t1 = 1, dx = 4*m - l[1]*cos(t1), dy = -l[1]*sin(t1), d2 = dx^2 + dy^2\n"
         "    t2 = atan2(dy, dx) + acos((d2 + l[2]^2 - l[3]^2)/(2*l[2]*sqrt(d2)))\n"
         "    t3 = atan2(dy - l[2]*sin(t2), dx - l[2]*cos(t2))\n"
         "    h[1] = t1/2, h[2] = t2/2, h[3] = t3/2\n"
         "start\n"
         "    e0[i in 1..3] = cos(h[i])\n    e1[i in 1..3] = 0\n    e2[i in 1..3] = 0\n"
         "    e3[i in 1..3] = sin(h[i])\n"
         "    e0[1]' = -sin(h[1])/s\n    e3[1]' = cos(h[1])/s\n";
}

std::vector<bool> lengths_then_numbers(std::size_t lengths, std::size_t numbers) {
  std::vector<bool> all(lengths, true);
  all.resize(lengths + numbers, false);
  return all;
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"at rest in a frame that turns: the energy has large terms and does not change",
       "coordinates x y\nparameters M = 3*kg, W = 0.1/s\n"
       "kinetic 1/2*M*((x' - W*y)^2 + (y' + W*x)^2)\npotential M*9.81*m/s^2*y\n"
       "start x = 0.6*m, y = -0.8*m, x' = 0, y' = 0\n",
       {true, true},
       1},
      {"a grain that falls at its final speed: its weight and its drag cancel",
       "coordinates y\nparameters M = 0.001*kg, c = 0.1*kg/s, F = 1*kg*m/s^2\n"
       "kinetic 1/2*M*y'^2\npotential F*y\ndissipation 1/2*c*y'^2\nstart y = 0, y' = 0\n",
       {true},
       1},
      {"a light mass on a circle",
       "coordinates x y\nkinetic 1/2*1e-8*kg*(x'^2 + y'^2)\nconstraint o: x^2 + y^2 = m^2\n"
       "start x = m, y = 0, x' = 0, y' = 1*m/s\n",
       {true, true},
       10},
      {"an arm that is driven from rest: it weighs, and begins without acceleration",
       "coordinates a b\nparameters l = 0.5*m, M = 2*kg, g = 9.81*m/s^2\n"
       "particle elbow: mass M, at (l*cos(a), l*sin(a)), force (0, -M*g)\n"
       "particle hand: mass M, at (l*cos(a) + l*cos(a + b), l*sin(a) + l*sin(a + b)), force (0, "
       "-M*g)\n"
       "constraint\n    shoulder: a = 0.3 + (t/s)^3*(1 - t/(2*s))\n"
       "    wrist: b = 0.7 - 0.5*(t/s)^3*(1 - t/(2*s))\nstart a = 0.3, b = 0.7\n",
       {false, false},
       1},
      {"a bead that starts on the kink of its wire",
       "coordinates x\nparticle bead: mass 2*kg, at (x, min(x, 2*x)), force (0, "
       "-2*kg*9.81*m/s^2)\n"
       "start x = 0, x' = 3*m/s\n",
       {true},
       0.5},
      {"a rod with an angle and a slider without mass, on redundant rows",
       "coordinates x y theta u\nparameters l = 2*m, M = 3*kg, J = M*l^2/12\n"
       "kinetic 1/2*M*(x'^2 + y'^2) + 1/2*J*theta'^2\npotential M*9.81*m/s^2*y\n"
       "constraint\n    pin: (x, y) = (l/2*cos(theta), l/2*sin(theta))\n"
       "    slider: u = l*cos(theta)\n    again: 2*x = u\nstart theta = 0.4, theta' = 1/s\n",
       {true, true, false, true},
       2},
      {"a loop of rigid bodies in space with rows too many", four_bar(),
       lengths_then_numbers(9, 12), 1}};
  return all;
}

// the whole answer at a state by the solver of `explain`, which steps nowhere
Answer answer_by_solving(StateSolver& solver, double t, const numeric::Vector& q,
                         const numeric::Vector& v) {
  const Explanation story = explain(solver, t, q, v);
  const auto constraints = static_cast<Index>(story.forces.size());
  const auto rows = static_cast<Index>(story.rows.size());
  Answer answer;
  answer.point = {t, q, v, story.acceleration};
  answer.lambda = answer.lambda_total = numeric::Vector::Zero(rows);
  for (Index r = 0; r < rows; ++r) {
    const RowShare& row = story.rows[static_cast<std::size_t>(r)];
    answer.lambda[r] = row.lambda;
    answer.lambda_total[r] = row.lambda_total;
    answer.unique.push_back(row.unique);
  }
  answer.ideal = answer.nonideal = numeric::Matrix::Zero(constraints, q.size());
  answer.power = numeric::Vector::Zero(constraints);
  for (Index c = 0; c < constraints; ++c) {
    const ConstraintForce& force = story.forces[static_cast<std::size_t>(c)];
    answer.ideal.row(c) = force.ideal;
    if (force.nonideal.size() > 0) answer.nonideal.row(c) = force.nonideal;
    answer.power[c] = (answer.ideal.row(c) + answer.nonideal.row(c)).dot(v);
  }
  answer.energy = solver.state().energy(t, q, v);
  answer.rank = story.rank;
  return answer;
}

// states of the motion in metres, kilograms and seconds, written in other measures
std::vector<Answer> answers_in(const Measures& measures, const Sample& sample, const Motion& motion,
                               StateSolver& solver) {
  const auto n = static_cast<Index>(sample.is_length.size());
  std::vector<Answer> answers;
  for (int i = 0; i <= 6; ++i) {
    const Snapshot then = motion.at(sample.until * i / 6);
    numeric::Vector q(n), v(n);
    for (Index j = 0; j < n; ++j) {
      const double unit = sample.is_length[static_cast<std::size_t>(j)] ? measures.metre : 1;
      q[j] = unit * then.row()[motion.layout().q + static_cast<std::size_t>(j)];
      v[j] = unit / measures.second * then.row()[motion.layout().v + static_cast<std::size_t>(j)];
    }
    answers.push_back(answer_by_solving(solver, then.t() * measures.second, q, v));
  }
  return answers;
}

// "F9 holds: M q̈ = …", a line per statement
std::vector<std::string> verdicts(const Verification& verification) {
  std::vector<std::string> all;
  for (const Verified& v : verification.statements)
    all.push_back(fmt::format("{} {}: {}", v.worst.id,
                              v.instants == 0   ? "does not apply"
                              : v.worst.holds() ? "holds"
                                                : "FAILS",
                              v.worst.statement));
  return all;
}

void check_that_all_hold(const Verification& verification) {
  for (const Verified& v : verification.statements) {
    CAPTURE(v.worst.id, v.worst.statement, v.worst.residual, v.worst.bound, v.t);
    CHECK((v.instants == 0 || v.worst.holds()));
  }
  CHECK(verification.held() > 60);
}

// powers of two, so that states are the same to the last digit: 2^40 = 1.1e12, 2^30 = 1.1e9
std::vector<Measures> all_measures() {
  const double far = 0x1p40, long_ago = 0x1p30;
  std::vector<Measures> all;
  for (const double metre : {far, 1 / far})
    for (const double kilogram : {far, 1 / far})
      for (const double second : {long_ago, 1 / long_ago}) all.push_back({metre, kilogram, second});
  return all;
}

}  // namespace

TEST_CASE("verify finds no fault with a right motion where forces, velocities or rows vanish",
          "[F8][F9][F23][L9][L15][L16][V15][V17][V18][V20][V23]") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    check_that_all_hold(verify(simulate(sample.in({}))));
  }
}

TEST_CASE("every verdict is the same in any measures of length, mass and time",
          "[F8][F9][F16][F23][L12][N14][N21][V18][X11]") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    const Motion motion = simulate(sample.in({}));
    const auto verdicts_in = [&](const Measures& measures) {
      StateSolver solver(derive(sample.in(measures).system));
      return verdicts(verify(solver.equations(), answers_in(measures, sample, motion, solver)));
    };
    const std::vector<std::string> usual = verdicts_in({});
    for (const std::string& verdict : usual) CHECK(verdict.find("FAILS") == std::string::npos);
    for (const Measures& measures : all_measures()) {
      CAPTURE(measures.metre, measures.kilogram, measures.second);
      const std::vector<std::string> other = verdicts_in(measures);
      REQUIRE(other.size() == usual.size());
      for (std::size_t i = 0; i < usual.size(); ++i) CHECK(other[i] == usual[i]);
    }
  }
}

TEST_CASE("an answer that is wrong in the seventh digit fails in any measures", "[F9][F13][V18]") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    const Motion motion = simulate(sample.in({}));
    std::vector<Measures> measures = all_measures();
    measures.push_back({});
    for (const Measures& in : measures) {
      CAPTURE(in.metre, in.kilogram, in.second);
      StateSolver solver(derive(sample.in(in).system));
      const std::vector<Answer> right = answers_in(in, sample, motion, solver);
      const auto failed = [&](const auto& spoil) {
        std::vector<Answer> wrong = right;
        // the grain ends without acceleration: what is wrong must be wrong somewhere on the way
        for (Answer& answer : wrong) spoil(answer);
        return verify(solver.equations(), wrong).failed();
      };
      CHECK(failed([](Answer& answer) { answer.point.a *= 1 + 1e-6; }) > 0);
      if (solver.state().rows() == 0) continue;
      CHECK(failed([](Answer& answer) { answer.ideal *= 1 + 1e-6; }) > 0);
      CHECK(failed([](Answer& answer) { answer.lambda *= 1 + 1e-6; }) > 0);
    }
  }
}

TEST_CASE("with a singular mass matrix the scaled picture is that of the completed one",
          "[F13][N14][X11]") {
  const Verification top = verify(simulate(gallery("heavy_top/formulas")), {.instants = 6});
  check_that_all_hold(top);
  for (const std::string& verdict : verdicts(top)) {
    CAPTURE(verdict);
    for (const char* id : {"F13 ", "N14 ", "N28 ", "X11 ", "F23 "})
      if (verdict.find(id) == 0) CHECK(verdict.find("does not apply") == std::string::npos);
  }
}
