#include "theory/verification.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "theory/accelerations.hpp"
#include "theory/answer.hpp"
#include "theory/constraint_rates.hpp"
#include "theory/geometry.hpp"
#include "theory/lagrange.hpp"
#include "theory/nonideal.hpp"
#include "theory/picture_identities.hpp"
#include "theory/routes.hpp"
#include "theory/second_route.hpp"
#include "theory/textbook_chain.hpp"
#include "theory/virtual_displacements.hpp"
#include "theory/whole_run.hpp"

namespace alembert::theory {

namespace {

// "F5" before "F13", and whatever is no row of the table last
std::pair<std::string, int> order_of(const std::string& id) {
  const std::size_t digits = id.find_first_of("0123456789");
  if (digits == std::string::npos) return {"~" + id, 0};
  return {id.substr(0, digits), std::stoi(id.substr(digits))};
}

class Verifier {
 public:
  explicit Verifier(const Motion& motion)
      : motion_(motion),
        dynamics_(motion.equations(), motion.dynamics_options()),
        lagrange_(motion.equations().system),
        rates_(motion.equations().system),
        chain_(motion.equations().system) {}

  void look_at_instant(double t) {
    const Answer answer = answer_at(motion_, t);
    if (!answer.point.a.allFinite()) return;
    ++instants_;
    t_ = t;
    // the equations themselves, at the state of the motion but for an acceleration of our own
    Point elsewhere = answer.point;
    elsewhere.a += (1 + elsewhere.a.cwiseAbs().maxCoeff()) * any_vector(elsewhere.a.size());
    add(check_lagrange(dynamics_, lagrange_, elsewhere));
    add(check_constraint_rates(dynamics_, rates_, elsewhere));
    add(chain_.check(motion_.equations(), elsewhere, any_vector(elsewhere.q.size(), 2)));

    const Scene scene = look_at_what_is_met(dynamics_, t, answer.point.q, answer.point.v);
    const ScaledPicture picture = scaled_picture(scene.equations);
    add(check_answer(scene, picture, answer));
    add(check_laws(motion_.equations(), scene, answer));
    add(check_tangency(rates_, answer.point, row_space(scene.equations.A).null));
    add(check_geometry(dynamics_, lagrange_, rates_, answer.point, scene.equations.C));
    // the ideal force of the motion, whatever the motion itself says of it
    const numeric::Instant& given = scene.equations;
    const Vector inertia = given.M * answer.point.a;
    add(check_virtual_displacements(motion_.equations(), rates_, answer.point,
                                    inertia - given.Q - given.C,
                                    inertia.norm() + given.Q.norm() + given.C.norm()));
    add(check_dalembert(motion_.equations(), chain_, answer.point,
                        (answer.ideal + answer.nonideal).colwise().sum(), given.C));
    add(picture_identities(picture));
    add(acceleration_identities(picture));
    add(nonideal_identities(picture));
    add(second_route_identities(second_route(scene.equations)));
    add(uniqueness_identities(scene.equations));
    add(check_routes(scene.equations, answer));
  }

  void look_at_interval(std::size_t output) {
    t_ = motion_.row(output)[0];
    add(check_interval(motion_, dynamics_, output));
  }

  Verification finish() {
    t_ = motion_.end_time();
    add({check_energy(motion_)});
    Verification result{.from = motion_.start_time(),
                        .until = motion_.end_time(),
                        .instants = instants_,
                        .statements = {}};
    for (auto& [key, verified] : found_) result.statements.push_back(std::move(verified));
    std::ranges::stable_sort(result.statements, {},
                             [](const Verified& verified) { return order_of(verified.worst.id); });
    return result;
  }

 private:
  // every route against the reported acceleration
  static Identities check_routes(const Instant& instant, const Answer& answer) {
    Identities found;
    for (const Route& route : routes(instant)) {
      const std::string statement = "q̈ by the route: " + route.name;
      if (!route.acceleration) {
        found.push_back(skip("F23", statement, route.failure));
        continue;
      }
      // rows that are dependent only as far as the rank cut can be met in two ways
      found.push_back(state("F23", statement, residual(*route.acceleration, answer.point.a),
                            std::max(route.bound, numeric::RankOptions{}.tolerance)));
    }
    return found;
  }

  // counts have the bound 0
  static double part_of_bound(const Identity& identity) {
    return identity.residual == 0 ? 0 : identity.residual / identity.bound;
  }

  void add(const Identities& identities) {
    for (const Identity& identity : identities) {
      const auto [at, is_new] =
          found_.try_emplace(identity.id + identity.statement, Verified{identity, t_, 0});
      Verified& verified = at->second;
      if (!identity.applies()) continue;
      if (verified.instants == 0 || part_of_bound(identity) > part_of_bound(verified.worst)) {
        verified.worst = identity;
        verified.t = t_;
      }
      ++verified.instants;
    }
  }

  const Motion& motion_;
  Dynamics dynamics_;
  Lagrange lagrange_;
  ConstraintRates rates_;
  TextbookChain chain_;
  double t_ = 0;
  int instants_ = 0;
  std::map<std::string, Verified> found_;
};

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
  Verifier verifier(motion);
  const double from = motion.start_time(), length = motion.end_time() - from;
  const int last = std::max(options.instants - 1, 1);
  for (int i = 0; i <= last; ++i)
    verifier.look_at_instant(i == last ? motion.end_time() : from + length * i / last);
  // intervals between outputs, spread in the same way
  const std::size_t intervals = motion.size() - 1;
  const std::size_t checked = std::min<std::size_t>(intervals, static_cast<std::size_t>(last));
  for (std::size_t i = 0; i < checked; ++i) verifier.look_at_interval(i * intervals / checked);
  return verifier.finish();
}

}  // namespace alembert::theory
