#include "numeric/friction_modes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "numeric/friction/mode.hpp"
#include "numeric/friction/mode_list.hpp"
#include "numeric/friction/pivoting.hpp"

namespace alembert::numeric {

namespace {

// the least change first, as the present state and then sticking are preferred
int change(const PlanarFriction& friction, FrictionState state) {
  if (friction.slip != Slip::rest || state == FrictionState::none) return 0;
  if (!slips(friction.before)) return state == FrictionState::sticks ? 0 : 1;
  if (state == friction.before) return 0;
  return state == FrictionState::sticks ? 1 : 2;
}

// a mode of a group that is a motion
struct Candidate {
  FrictionMode mode;
  FrictionAnswer answer;
  int changes = 0;
  Index open = 0, slipping = 0;  ///< contacts that are open, and frictions that leave rest
};

double group_size(const FrictionProblem& p, const FrictionGroup& g) {
  double size = 0;
  for (const Index i : g.contacts) size = std::max(size, p.terms(i));
  for (const Index j : g.frictions) size = std::max(size, p.terms(p.contacts() + j));
  return size;
}

bool preferred(const Candidate& a, const Candidate& b) {
  if (a.changes != b.changes) return a.changes < b.changes;
  if (a.open != b.open) return a.open < b.open;
  return a.answer.y.squaredNorm() < b.answer.y.squaredNorm();
}

// what a group can do, the preferred first, each motion once
struct Possible {
  std::vector<Candidate> candidates;
  bool checked = true;
};

Candidate candidate(const std::vector<PlanarFriction>& frictions, const FrictionGroup& group,
                    FrictionMode mode, FrictionAnswer answer) {
  Candidate c{std::move(mode), std::move(answer)};
  c.open = std::count(c.mode.closed.begin(), c.mode.closed.end(), false);
  for (std::size_t j = 0; j < group.frictions.size(); ++j) {
    const PlanarFriction& friction = frictions[at(group.frictions[j])];
    c.changes += change(friction, c.mode.frictions[j]);
    if (friction.slip == Slip::rest && slips(c.mode.frictions[j])) ++c.slipping;
  }
  return c;
}

Possible possible(const FrictionProblem& p, const std::vector<PlanarFriction>& frictions,
                  const FrictionGroup& group, const FrictionOptions& options,
                  const FrictionTolerances& tolerances) {
  Possible found;
  std::vector<Candidate> all;
  if (auto modes = list_modes(p, frictions, group, options.most_modes)) {
    for (FrictionMode& mode : *modes)
      if (auto answer = try_mode(p, frictions, group, mode, tolerances))
        all.push_back(candidate(frictions, group, std::move(mode), std::move(*answer)));
  } else {
    found.checked = false;
    if (auto mode = pivot_to_mode(p, frictions, group, tolerances))
      if (auto answer = try_mode(p, frictions, group, *mode, tolerances))
        all.push_back(candidate(frictions, group, std::move(*mode), std::move(*answer)));
  }
  // of modes with one motion the one that most rows take part in: what touches does not count as
  // open, and what rests not as slipping
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    if (a.open != b.open) return a.open < b.open;
    return a.slipping != b.slipping ? a.slipping < b.slipping : a.changes < b.changes;
  });
  const double size = group_size(p, group);
  for (Candidate& c : all) {
    const auto same = [&](const Candidate& other) {
      const double scale = std::max({size, c.answer.y.norm(), other.answer.y.norm()});
      return (c.answer.y - other.answer.y).norm() <= tolerances.same * scale;
    };
    const auto known = std::find_if(found.candidates.begin(), found.candidates.end(), same);
    if (known == found.candidates.end())
      found.candidates.push_back(std::move(c));
    else
      known->changes = std::min(known->changes, c.changes);
  }
  std::stable_sort(found.candidates.begin(), found.candidates.end(), preferred);
  return found;
}

// the candidates that are chosen, one by group, as a motion of the whole
class WholeMotion {
 public:
  WholeMotion(const FrictionProblem& p, const OneSidedInstant& s,
              const std::vector<PlanarFriction>& frictions, const FrictionOptions& options)
      : p_(p), s_(s), frictions_(frictions), rounding_(options.rows.rounding) {}

  FrictionMotion write(const std::vector<FrictionGroup>& groups,
                       const std::vector<const Candidate*>& chosen) const {
    const Index c = p_.contacts(), f = p_.frictions(), m = s_.A.rows();
    FrictionMotion motion;
    motion.rows.assign(at(m), RowState::equality);
    motion.frictions.assign(at(f), FrictionState::none);
    motion.unique.assign(at(m), true);
    motion.unique_friction.assign(at(f), true);
    motion.margin = infinite;
    std::vector<bool> closed(at(c), false);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Candidate& candidate = *chosen[g];
      motion.changes += candidate.changes;
      motion.margin = std::min(motion.margin, candidate.answer.margin);
      const std::size_t contacts = groups[g].contacts.size();
      for (std::size_t i = 0; i < contacts; ++i) {
        closed[at(groups[g].contacts[i])] = candidate.mode.closed[i];
        motion.unique[at(p_.kept.pushing[at(groups[g].contacts[i])])] = candidate.answer.unique[i];
      }
      for (std::size_t j = 0; j < groups[g].frictions.size(); ++j) {
        const Index friction = groups[g].frictions[j];
        motion.frictions[at(friction)] = candidate.mode.frictions[j];
        motion.unique_friction[at(friction)] = candidate.answer.unique[contacts + j];
      }
    }
    const Vector z = write_forces(groups, chosen, motion);
    write_rows(z, closed, motion);
    write_ends(groups, chosen, motion);
    write_frictions(motion);
    return motion;
  }

 private:
  double excess(const Vector& x, Index k) const {
    const Index c = p_.contacts();
    const Index row = k < c ? p_.kept.pushing[at(k)] : no_row;
    return k < c ? s_.A.row(row).dot(x) - s_.b(row)
                 : frictions_[at(k - c)].J.dot(x) - frictions_[at(k - c)].b;
  }

  // forces at unit length from the equations as they were given: what holds does so to rounding of
  // q̈ itself
  Vector write_forces(const std::vector<FrictionGroup>& groups,
                      const std::vector<const Candidate*>& chosen, FrictionMotion& motion) const {
    const Index c = p_.contacts(), f = p_.frictions();
    Vector z = Vector::Zero(c + f);
    std::vector<Rows> lists;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      lists.push_back(groups[g].contacts);
      for (const Index j : groups[g].frictions) lists[g].push_back(c + j);
      z(lists[g]) = chosen[g]->answer.forces;
    }
    KktSolution kkt;
    for (int refinement = 0; refinement < 3; ++refinement) {
      kkt = p_.kept.factors.solve(s_.Q + p_.columns * z, p_.kept.b);
      if (refinement == 2) break;
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const Rows& active = chosen[g]->answer.active;
        Vector fails(static_cast<Index>(active.size()));
        for (std::size_t i = 0; i < active.size(); ++i)
          fails(static_cast<Index>(i)) = excess(kkt.x, active[i]) / p_.lengths(active[i]);
        z(lists[g]) += chosen[g]->answer.correction * fails;
      }
      z.head(c) = z.head(c).cwiseMax(0);
    }
    motion.acceleration = kkt.x;
    motion.lambda = Vector::Zero(s_.A.rows());
    motion.lambda(p_.kept.holding) = kkt.lambda;
    motion.excess = s_.A * kkt.x - s_.b;
    motion.friction = z.tail(f).cwiseQuotient(p_.lengths.tail(f));
    return z;
  }

  void write_rows(const Vector& z, const std::vector<bool>& closed, FrictionMotion& motion) const {
    const Index c = p_.contacts();
    const double force = z.size() > 0 ? z.cwiseAbs().maxCoeff() : 0.0;
    const Vector through = p_.G.transpose() * z;
    for (Index i = 0; i < c; ++i) {
      const Index row = p_.kept.pushing[at(i)];
      RowState& state = motion.rows[at(row)];
      const double size = p_.terms(i) + p_.G.row(i).cwiseAbs() * through.cwiseAbs();
      if (closed[at(i)]) {
        const bool carries = z(i) > rounding_ * std::max(force, p_.terms(i));
        state = carries ? RowState::carries : RowState::touches;
        if (carries) motion.lambda(row) = z(i) / p_.lengths(i);
      } else {
        state = motion.excess(row) > rounding_ * size * p_.lengths(i) ? RowState::open
                                                                      : RowState::touches;
      }
    }
  }

  void write_ends(const std::vector<FrictionGroup>& groups,
                  const std::vector<const Candidate*>& chosen, FrictionMotion& motion) const {
    motion.least = motion.most = motion.lambda;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t i = 0; i < groups[g].contacts.size(); ++i) {
        const Index contact = groups[g].contacts[i], row = p_.kept.pushing[at(contact)];
        if (motion.unique[at(row)]) continue;
        const FrictionAnswer& answer = chosen[g]->answer;
        motion.least(row) = answer.least(static_cast<Index>(i)) / p_.lengths(contact);
        motion.most(row) = answer.most(static_cast<Index>(i)) / p_.lengths(contact);
      }
  }

  void write_frictions(FrictionMotion& motion) const {
    const Index f = p_.frictions();
    motion.normal = motion.bound = motion.slip_acceleration = Vector::Zero(f);
    for (Index j = 0; j < f; ++j) {
      const PlanarFriction& friction = frictions_[at(j)];
      if (friction.row != no_row)
        motion.normal(j) = friction.scale * std::abs(motion.lambda(friction.row));
      const bool sticks = motion.frictions[at(j)] == FrictionState::sticks;
      motion.bound(j) = (sticks ? friction.limit_static : friction.limit) +
                        (sticks ? friction.mu_static : friction.mu) * motion.normal(j);
      motion.slip_acceleration(j) = friction.J.dot(motion.acceleration) - friction.b;
    }
  }

  const FrictionProblem& p_;
  const OneSidedInstant& s_;
  const std::vector<PlanarFriction>& frictions_;
  double rounding_;
};

std::vector<ContactLoop> contact_loops(const FrictionProblem& p,
                                       const std::vector<PlanarFriction>& frictions,
                                       const std::vector<FrictionGroup>& groups) {
  std::vector<ContactLoop> loops;
  const Index c = p.contacts();
  for (const FrictionGroup& group : groups)
    for (const Index i : group.contacts) {
      Index slipping = no_row;
      int pressed = 0;
      for (const Index j : group.frictions) {
        if (p.press[at(j)] != Press::pushing || p.pressing[at(j)] != i) continue;
        ++pressed;
        if (frictions[at(j)].slip != Slip::rest) slipping = j;
      }
      if (pressed != 1 || slipping == no_row) continue;
      const double s = frictions[at(slipping)].slip == Slip::forward ? 1 : -1;
      const double own = p.G.row(i).squaredNorm(), across = p.G.row(i).dot(p.G.row(c + slipping));
      const double mu = p.mu(slipping), limit = p.limit(slipping), length = p.lengths(i);
      ContactLoop loop;
      loop.row = p.kept.pushing[at(i)];
      const double p_unit = own - s * mu * across, b_unit = -p.h(i) - s * limit * across;
      loop.p = length * length * p_unit;
      loop.b = length * b_unit;
      loop.relative_p = p_unit / (own + mu * std::abs(across));
      loop.relative_b = b_unit / (p.terms(i) + limit * std::abs(across));
      loop.alone = group.contacts.size() == 1 && group.frictions.size() == 1;
      loops.push_back(loop);
    }
  return loops;
}

bool all_finite(const OneSidedInstant& s, const std::vector<PlanarFriction>& frictions) {
  const auto finite = [](const PlanarFriction& f) {
    return f.J.allFinite() && std::isfinite(f.b) && std::isfinite(f.scale) && std::isfinite(f.mu) &&
           std::isfinite(f.mu_static) && std::isfinite(f.limit) && std::isfinite(f.limit_static);
  };
  return s.M.allFinite() && s.Q.allFinite() && s.A.allFinite() && s.b.allFinite() &&
         std::all_of(frictions.begin(), frictions.end(), finite);
}

FrictionTolerances tolerances_of(const FrictionOptions& options) {
  return {options.rows.rank.tolerance, options.rows.rounding, options.rows.consistency_tolerance};
}

// the preferred of each group, and then one group after the other with what else it could do
void combine(const std::vector<FrictionGroup>& groups, const std::vector<Possible>& all,
             const WholeMotion& whole, FrictionModes& modes) {
  std::vector<const Candidate*> chosen;
  for (const Possible& group : all) chosen.push_back(&group.candidates.front());
  modes.motions.push_back(whole.write(groups, chosen));
  std::vector<FrictionMotion> behind;
  for (std::size_t g = 0; g < all.size(); ++g) {
    const Candidate* first = chosen[g];
    for (std::size_t k = 1; k < all[g].candidates.size(); ++k) {
      chosen[g] = &all[g].candidates[k];
      const bool equal = chosen[g]->changes == first->changes;
      (equal ? modes.motions : behind).push_back(whole.write(groups, chosen));
    }
    chosen[g] = first;
  }
  modes.equals = static_cast<Index>(modes.motions.size());
  std::move(behind.begin(), behind.end(), std::back_inserter(modes.motions));
}

}  // namespace

FrictionModes friction_modes(const OneSidedInstant& instant,
                             const std::vector<PlanarFriction>& frictions,
                             const FrictionOptions& options) {
  assert(instant.M.rows() == instant.M.cols() && instant.Q.size() == instant.M.rows());
  assert(instant.A.cols() == instant.M.rows() && instant.b.size() == instant.A.rows());

  FrictionModes modes;
  if (!all_finite(instant, frictions)) {
    modes.status = Status::not_finite;
    return modes;
  }
  if (classify_mass(instant.M).kind == MassKind::asymmetric) {
    modes.status = Status::asymmetric;
    return modes;
  }
  Kept kept = keep(instant, options.rows.rank);
  if (!kept.factors.determined() || !kept.factors.minimum()) {
    modes.status = Status::undetermined;
    modes.free_direction = kept.factors.free_direction();
    return modes;
  }
  const Vector terms =
      options.rows.terms.size() > 0 ? Vector(options.rows.terms(kept.holding)) : kept.b;
  const Vector alone = kept.factors.solve(instant.Q, kept.b).x;
  const Consistency consistency = check_consistency(
      kept.factors, find_redundancy(kept.factors), kept.b,
      kept.factors.row_terms(terms, instant.Q, alone), options.rows.consistency_tolerance);
  if (!consistency.consistent) {
    modes.status = Status::inconsistent;
    for (const Index i : consistency.rows) modes.contradictory.push_back(kept.holding[at(i)]);
    return modes;
  }

  const FrictionProblem problem = friction_problem(std::move(kept), instant, frictions, options);
  const FrictionTolerances tolerances = tolerances_of(options);
  const std::vector<FrictionGroup> groups = coupled_groups(problem, tolerances.rounding);
  std::vector<Possible> all;
  modes.count = Solutions::one;
  for (const FrictionGroup& group : groups) {
    all.push_back(possible(problem, frictions, group, options, tolerances));
    const std::vector<Candidate>& found = all.back().candidates;
    modes.checked = modes.checked && all.back().checked;
    const bool several =
        !found.empty() &&
        (found.front().answer.varies || (found.size() > 1 && found[1].changes == found[0].changes));
    if (!found.empty() && !several) continue;
    if (found.empty())
      modes.count = Solutions::none;
    else if (modes.count == Solutions::one)
      modes.count = Solutions::several;
    for (const Index i : group.contacts) modes.doubtful_rows.push_back(problem.kept.pushing[at(i)]);
    modes.doubtful_frictions.insert(modes.doubtful_frictions.end(), group.frictions.begin(),
                                    group.frictions.end());
  }
  std::sort(modes.doubtful_rows.begin(), modes.doubtful_rows.end());
  std::sort(modes.doubtful_frictions.begin(), modes.doubtful_frictions.end());
  modes.loops = contact_loops(problem, frictions, groups);
  if (modes.count != Solutions::none)
    combine(groups, all, WholeMotion(problem, instant, frictions, options), modes);
  return modes;
}

namespace {

// the mode of a group in which rows and frictions are in these states, once for each of the sides
// from which rows that hold may press
template <class Visit>
void for_each_side(const FrictionProblem& problem, const FrictionGroup& group,
                   const std::vector<RowState>& rows, const std::vector<FrictionState>& states,
                   const Visit& visit) {
  FrictionMode mode;
  for (const Index i : group.contacts)
    mode.closed.push_back(rows[at(problem.kept.pushing[at(i)])] != RowState::open);
  for (const Index j : group.frictions) mode.frictions.push_back(states[at(j)]);
  const std::size_t held = group.held.size();
  for (std::size_t sides = 0; sides < std::size_t{1} << held; ++sides) {
    mode.signs.clear();
    for (std::size_t e = 0; e < held; ++e) mode.signs.push_back((sides >> e & 1) != 0 ? -1 : 1);
    visit(mode);
  }
}

}  // namespace

double friction_margin(const OneSidedInstant& instant, const std::vector<PlanarFriction>& frictions,
                       const std::vector<RowState>& rows, const std::vector<FrictionState>& states,
                       const FrictionOptions& options) {
  assert(rows.size() == instant.pushes.size() && states.size() == frictions.size());
  const FrictionProblem problem =
      friction_problem(keep(instant, options.rows.rank), instant, frictions, options);
  const FrictionTolerances tolerances = tolerances_of(options);
  double least = infinite;
  for (const FrictionGroup& group : coupled_groups(problem, tolerances.rounding)) {
    double most = -infinite;
    for_each_side(problem, group, rows, states, [&](const FrictionMode& mode) {
      most = std::max(most, mode_margin(problem, frictions, group, mode, tolerances));
    });
    least = std::min(least, most);
  }
  return least;
}

std::optional<FrictionMotion> motion_in(const OneSidedInstant& instant,
                                        const std::vector<PlanarFriction>& frictions,
                                        const std::vector<RowState>& rows,
                                        const std::vector<FrictionState>& states,
                                        const FrictionOptions& options) {
  assert(rows.size() == instant.pushes.size() && states.size() == frictions.size());
  const FrictionProblem problem =
      friction_problem(keep(instant, options.rows.rank), instant, frictions, options);
  const FrictionTolerances tolerances = tolerances_of(options);
  const std::vector<FrictionGroup> groups = coupled_groups(problem, tolerances.rounding);
  std::vector<std::optional<Candidate>> found;
  for (const FrictionGroup& group : groups) {
    std::optional<Candidate>& candidate = found.emplace_back();
    for_each_side(problem, group, rows, states, [&](const FrictionMode& mode) {
      const auto answer = try_mode(problem, frictions, group, mode, tolerances);
      if (!answer) return;
      if (!candidate) {
        candidate = Candidate{mode, *answer};
        return;
      }
      candidate->answer.least = candidate->answer.least.cwiseMin(answer->least);
      candidate->answer.most = candidate->answer.most.cwiseMax(answer->most);
    });
    if (!candidate) return std::nullopt;
  }
  std::vector<const Candidate*> chosen;
  for (const auto& candidate : found) chosen.push_back(&*candidate);
  return WholeMotion(problem, instant, frictions, options).write(groups, chosen);
}

}  // namespace alembert::numeric
