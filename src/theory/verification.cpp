#include "theory/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "dynamics/state_solver.hpp"
#include "motion/contacts/contact_rows.hpp"
#include "theory/answer.hpp"
#include "theory/contacts/contacts.hpp"
#include "theory/contacts/impacts.hpp"
#include "theory/kinks.hpp"
#include "theory/natural_instant.hpp"
#include "theory/principles/accelerations.hpp"
#include "theory/principles/constraint_rates.hpp"
#include "theory/principles/geometry.hpp"
#include "theory/principles/lagrange.hpp"
#include "theory/principles/newton_euler.hpp"
#include "theory/principles/nonideal.hpp"
#include "theory/principles/picture_identities.hpp"
#include "theory/principles/routes.hpp"
#include "theory/principles/second_route.hpp"
#include "theory/principles/textbook_chain.hpp"
#include "theory/principles/virtual_displacements.hpp"
#include "theory/principles/whole_run.hpp"
#include "theory/scene.hpp"

namespace alembert::theory {

namespace {

// "F5" before "F13", and ids that are no row of the table last
std::pair<std::string, int> order_of(const std::string& id) {
  const std::size_t digits = id.find_first_of("0123456789");
  if (digits == std::string::npos) return {"~" + id, 0};
  return {id.substr(0, digits), std::stoi(id.substr(digits))};
}

// whether M and Q are those of the Lagrangian alone, without the rows that complete a singular M
bool are_alike(const Equations& one, const Equations& other) {
  return std::ranges::equal(one.M.entries, other.M.entries,
                            [](const Entry& x, const Entry& y) {
                              return x.row == y.row && x.column == y.column && x.value == y.value;
                            }) &&
         one.Q == other.Q;
}

// counts have the bound 0
double part_of_bound(const Identity& identity) {
  return identity.residual == 0 ? 0 : identity.residual / identity.bound;
}

/// What was found of every statement so far.
class Findings {
 public:
  void add(const Identities& identities, double t) {
    for (const Identity& identity : identities) {
      const auto [at, is_new] =
          found_.try_emplace(identity.id + identity.statement, Verified{identity, t, 0});
      Verified& verified = at->second;
      if (!identity.applies()) continue;
      if (verified.instants == 0 || part_of_bound(identity) > part_of_bound(verified.worst)) {
        verified.worst = identity;
        verified.t = t;
      }
      ++verified.instants;
    }
  }

  Verification finish(double from, double until, int instants) {
    Verification result{.from = from, .until = until, .instants = instants, .statements = {}};
    for (auto& [key, verified] : found_) result.statements.push_back(std::move(verified));
    std::ranges::stable_sort(result.statements, {},
                             [](const Verified& verified) { return order_of(verified.worst.id); });
    return result;
  }

 private:
  std::map<std::string, Verified> found_;
};

class Verifier {
 public:
  Verifier(const Equations& equations, const DynamicsOptions& options, Findings& found)
      : equations_(equations),
        solver_(equations, options),
        // where rows come and go, M and Q are not completed, and the rows are those that act
        derived_(equations.system.has_events() ? equations : derive(equations.system)),
        lagrange_(equations.system),
        rates_(derived_),
        chain_(equations.system),
        kinks_(equations.system),
        found_(found) {
    if (!are_alike(derived_, equations)) own_.emplace(derived_, options);
    for (std::size_t r = 0; r < equations.rows.size(); ++r)
      pushes_.push_back(contact_of_row(equations, r).has_value());
    // bodies are told by all rows of their system
    if (names_with_phases(equations.system).empty()) bodies_.emplace(equations);
  }

  // finds what is large and small in this motion, which goes elsewhere too, then checks every
  // instant
  void look_at_instants(const std::vector<Answer>& answers, const std::vector<Point>& elsewhere,
                        const std::function<void(std::size_t, std::size_t)>& progress = {}) {
    std::vector<Point> points;
    std::vector<Terms> terms;
    for (const Answer& answer : answers) {
      points.push_back(answer.point);
      terms.push_back(terms_at(derived_, answer.point));
      energy_ = std::max(energy_, terms.back().energy);
    }
    if (points.empty()) return;
    // an inertia may be only rounding at all of them, such as that of the scalar part of a
    // quaternion that never turns
    const Point& start = points.front();
    for (StateSolver* solver : {&solver_, &derived_solver()})
      solver->look_around(start.t, start.q, start.v);
    units_ = units_of(points, terms, derived_solver().inertia(), elsewhere);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      look_at_instant(answers[i], terms[i]);
      if (progress) progress(i + 1, answers.size());
    }
  }

  void look_at_interval(const Motion& motion, std::size_t output) {
    if (instants_ == 0) return;
    t_ = motion.row(output)[0];
    add(check_interval(motion, solver_, units_, output));
  }

  double energy() const { return energy_; }
  int instants() const { return instants_; }

 private:
  // M and Q as derived from the Lagrangian, without what completes them
  StateSolver& derived_solver() { return own_ ? *own_ : solver_; }

  void look_at_instant(const Answer& answer, const Terms& terms) {
    ++instants_;
    const Point& point = answer.point;
    t_ = point.t;
    const Scene scene = look_at_what_is_met(solver_, t_, point.q, point.v);
    const Vector& C = scene.equations.C;
    const Sizes sizes = sizes_at(units_, terms, point, C);
    check_formulas(answer, scene, sizes);

    const NaturalInstant instant =
        natural_instant(scene.equations, units_.coordinate, sizes.acceleration);
    const ScaledPicture picture = scaled_picture(instant.completed, instant.size);
    add(check_answer(instant, picture, answer));
    add(check_laws(equations_, instant, answer));
    add(picture_identities(picture));
    add(acceleration_identities(picture));
    add(nonideal_identities(picture));
    add(second_route_identities(second_route(instant.completed, {}, instant.size)));
    add(uniqueness_identities(instant.completed, instant.size));
    add(check_routes(instant, answer));
    if (!equations_.system.contacts().empty())
      add(contact_identities(instant.given, pushes_, instant.acceleration(point.a),
                             instant.multipliers(answer.lambda), instant.size));
  }

  // statements that differentiate T, V, L, r and the constraints
  void check_formulas(const Answer& answer, const Scene& scene, const Sizes& sizes) {
    const Point& point = answer.point;
    const Vector& s = sizes.units.coordinate;
    Identities found;
    const auto collect = [&found](const Identities& more) {
      found.insert(found.end(), more.begin(), more.end());
    };
    // the equations themselves, at the state of the motion but with an arbitrary acceleration
    Point elsewhere = point;
    elsewhere.a += (sizes.acceleration > 0 ? sizes.acceleration : 1) *
                   s.cwiseProduct(any_vector(elsewhere.a.size()));
    collect(check_lagrange(derived_solver().state(), lagrange_, elsewhere, sizes));
    collect(check_constraint_rates(solver_.state(), rates_, elsewhere, sizes));
    collect(chain_.check(derived_, elsewhere, s.cwiseProduct(any_vector(elsewhere.q.size(), 2)),
                         sizes));

    const numeric::Instant& given = scene.equations;
    const Matrix basis = s.asDiagonal() * row_space(given.A * s.asDiagonal()).null;
    collect(check_tangency(rates_, point, basis, sizes));
    collect(check_geometry(derived_solver().state(), lagrange_, rates_, point, given.C, sizes));
    // the ideal force of the motion, independent of what the motion reports
    collect(check_virtual_displacements(derived_, rates_, point,
                                        given.M * point.a - given.Q - given.C, sizes));
    collect(check_dalembert(derived_, chain_, point,
                            (answer.ideal + answer.nonideal).colwise().sum(), given.C, sizes));
    if (bodies_) collect(bodies_->check(answer, given.C, given.A, elsewhere, s));

    if (const std::string kink = kinks_.at(point); !kink.empty())
      for (Identity& identity : found)
        if (identity.applies()) identity.does_not_apply = kink;
    add(found);
  }

  // every route against the reported acceleration
  static Identities check_routes(const NaturalInstant& instant, const Answer& answer) {
    Identities found;
    const Vector reported = instant.acceleration(answer.point.a);
    std::vector<Route> all = routes(instant.given, instant.size);
    // where M is singular, routes that need its inverse take the completed one
    if (instant.is_completed) {
      const std::vector<Route> completed = routes(instant.completed, instant.size);
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].acceleration) all[i] = completed[i];
    }
    for (const Route& route : all) {
      const std::string statement = "q̈ by the route: " + route.name;
      if (!route.acceleration) {
        found.push_back(skip("F23", statement, route.failure));
        continue;
      }
      // rows that are dependent only to the rank tolerance can be met in two ways
      found.push_back(state("F23", statement,
                            residual(*route.acceleration, reported, {instant.size}),
                            std::max(route.bound, numeric::RankOptions{}.tolerance)));
    }
    return found;
  }

  void add(const Identities& identities) { found_.add(identities, t_); }

  const Equations& equations_;
  StateSolver solver_;
  Equations derived_;
  std::optional<StateSolver> own_;  ///< of `derived_`, where they are not those of the motion
  Lagrange lagrange_;
  ConstraintRates rates_;
  TextbookChain chain_;
  std::optional<NewtonEuler> bodies_;
  Kinks kinks_;
  std::vector<bool> pushes_;  ///< by row
  Units units_;
  double energy_ = 0;  ///< the largest size of its terms
  double t_ = 0;
  int instants_ = 0;
  Findings& found_;
};

// the rows of an answer that act
Answer of_rows(const Answer& whole, const Equations& all, const Equations& part) {
  Answer answer = whole;
  std::vector<Index> rows;
  answer.unique.clear();
  for (std::size_t r = 0, next = 0; r < all.rows.size() && next < part.rows.size(); ++r) {
    if (all.rows[r].name != part.rows[next].name) continue;
    rows.push_back(static_cast<Index>(r));
    answer.unique.push_back(whole.unique[r]);
    ++next;
  }
  answer.lambda = whole.lambda(rows);
  answer.lambda_total = whole.lambda_total(rows);
  // of several forces of contacts those are told that push
  answer.shares_reactions = answer.shares_reactions || answer.rank < answer.lambda.size();
  return answer;
}

/// One after the other the equations that a motion follows, each with the instants and intervals
/// that are looked at.
struct Mode {
  Equations equations;
  std::vector<Answer> answers;
  std::vector<std::size_t> intervals;
};

class ModesOfMotion {
 public:
  explicit ModesOfMotion(const Motion& motion)
      : motion_(motion),
        used_(reachable(motion.equations().graph(), motion.equations().run_formulas())) {}

  Mode& at(double t) {
    if (!motion_.equations().system.has_events()) {
      if (modes_.empty()) modes_.push_back({motion_.equations(), {}, {}});
      return modes_.front();
    }
    Equations equations = motion_.equations_at(t);
    std::vector<double> numbers;
    for (const Parameter& p : equations.system.parameters())
      if (p.is_variable() && std::ranges::binary_search(used_, p.symbol))
        numbers.push_back(p.value);
    std::string key = fmt::format("{}", fmt::join(numbers, " "));
    for (const EquationRow& row : equations.rows) key += " " + row.name;
    const auto [place, is_new] = numbers_.try_emplace(key, modes_.size());
    if (is_new) modes_.push_back({std::move(equations), {}, {}});
    return modes_[place->second];
  }

  void look_at(double t) {
    Mode& mode = at(t);
    Answer answer = answer_at(motion_, t);
    if (!answer.point.a.allFinite()) return;
    if (motion_.equations().system.has_events())
      answer = of_rows(answer, motion_.equations(), mode.equations);
    mode.answers.push_back(std::move(answer));
  }

  std::vector<Mode>& all() { return modes_; }

 private:
  const Motion& motion_;
  const std::vector<NodeId> used_;  ///< nodes of the equations of motion
  std::vector<Mode> modes_;
  std::map<std::string, std::size_t> numbers_;
};

// in the middle of the first parts of the run, where equally spaced instants may miss what is short
std::vector<double> instants_of(const Motion& motion, int count) {
  const double from = motion.start_time(), length = motion.end_time() - from;
  const int last = std::max(count - 1, 1);
  std::vector<double> times;
  for (int i = 0; i <= last; ++i)
    times.push_back(i == last ? motion.end_time() : from + length * i / last);
  if (!motion.equations().system.has_events()) return times;
  const std::vector<Stretch>& parts = motion.stretches();
  for (std::size_t i = 0; i < std::min(parts.size(), static_cast<std::size_t>(count)); ++i)
    times.push_back(0.5 * (parts[i].from + parts[i].until));
  std::ranges::sort(times);
  return times;
}

}  // namespace

int Verification::held() const {
  return static_cast<int>(std::ranges::count_if(
      statements, [](const Verified& v) { return v.instants > 0 && v.worst.holds(); }));
}

int Verification::failed() const {
  return static_cast<int>(std::ranges::count_if(
      statements, [](const Verified& v) { return v.instants > 0 && !v.worst.holds(); }));
}

int Verification::not_applicable() const {
  return static_cast<int>(
      std::ranges::count_if(statements, [](const Verified& v) { return v.instants == 0; }));
}

Verification verify(const Motion& motion, const VerifyOptions& options) {
  ModesOfMotion modes(motion);
  const std::vector<double> times = instants_of(motion, options.instants);
  for (const double t : times) modes.look_at(t);
  // intervals between outputs, spread in the same way; between two rows of one instant there is
  // none
  const std::size_t intervals = motion.size() - 1;
  const std::size_t checked =
      std::min<std::size_t>(intervals, static_cast<std::size_t>(std::max(options.instants - 1, 1)));
  for (std::size_t i = 0; i < checked; ++i) {
    const std::size_t output = i * intervals / checked;
    const double from = motion.row(output)[0], until = motion.row(output + 1)[0];
    if (from < until) modes.at(0.5 * (from + until)).intervals.push_back(output);
  }
  Findings found;
  std::size_t done = 0;
  int instants = 0;
  double energy = 0;
  std::vector<Point> everywhere;
  for (const Mode& mode : modes.all())
    for (const Answer& answer : mode.answers) everywhere.push_back(answer.point);
  for (const Mode& mode : modes.all()) {
    Verifier verifier(mode.equations, motion.dynamics_options(), found);
    verifier.look_at_instants(mode.answers, everywhere, [&](std::size_t, std::size_t) {
      if (options.progress) options.progress(++done, times.size());
    });
    for (const std::size_t output : mode.intervals) verifier.look_at_interval(motion, output);
    energy = std::max(energy, verifier.energy());
    instants += verifier.instants();
  }
  for (const ImpactInstant& impact : impacts_of(motion))
    found.add(impact_identities(impact), impact.t);
  found.add({check_energy(motion, energy)}, motion.end_time());
  return found.finish(motion.start_time(), motion.end_time(), instants);
}

Verification verify(const Equations& equations, const std::vector<Answer>& answers,
                    const DynamicsOptions& options) {
  Findings found;
  Verifier verifier(equations, options, found);
  verifier.look_at_instants(answers, {});
  if (answers.empty()) return found.finish(0, 0, 0);
  return found.finish(answers.front().point.t, answers.back().point.t, verifier.instants());
}

}  // namespace alembert::theory
