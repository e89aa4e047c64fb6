// What happens at one instant of a hybrid run: impacts, and which contacts carry and which
// frictions stick from then on.
#include "motion/events/hybrid_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/step_size.hpp"
#include "motion/contacts/contact_rows.hpp"

namespace alembert {

namespace {

constexpr int most_events_at_once = 100;

}  // namespace

// all that happens at one instant: impacts, then rules, then who carries; until nothing changes any
// more
void HybridSimulation::pass_instant(const std::vector<EventHit>& hits) {
  const std::size_t contacts = phases_.closed.size();
  news_ = news_of(hits);
  std::vector<bool> due(held_.size(), false);
  for (const EventHit& hit : hits)
    if (hit.which >= contacts && hit.which - contacts < due.size()) {
      due[hit.which - contacts] = true;
      held_[hit.which - contacts] = true;
    }
  fresh_.clear();
  next_off_ = phases_.off;
  for (int round = 0; round < most_events_at_once; ++round) {
    if (!strike() || !settle()) return;
    const std::vector<bool> holds = rules_that_hold();
    for (std::size_t r = 0; r < holds.size(); ++r) due[r] = due[r] || (holds[r] && !held_[r]);
    for (std::size_t r = 0; r < holds.size(); ++r)
      if (!due[r]) held_[r] = holds[r];
    bool acted = false;
    for (std::size_t r = 0; r < due.size() && !outcome_; ++r) {
      if (!due[r]) continue;
      due[r] = false;
      held_[r] = true;
      fresh_.push_back(contacts + r);
      act(r);
      acted = true;
    }
    if (!outcome_ && next_off_ != phases_.off) switch_rows();
    if (outcome_ || !acted) return;
  }
  end(Fate::events_do_not_end, std::string(hint_for(Fate::events_do_not_end)));
}

// what brought this instant about, of frictions
FrictionNews HybridSimulation::news_of(const std::vector<EventHit>& hits) const {
  const std::size_t frictions = phases_.frictions.size();
  const std::vector<bool> none(frictions, false);
  FrictionNews news{none, none, none};
  for (const EventHit& hit : hits) {
    for (std::size_t f = 0; f < frictions; ++f) {
      if (hit.which == friction_number(f, 2)) news.turned[f] = true;
      const bool at_end = hit.which == friction_number(f, 0) || hit.which == friction_number(f, 1);
      if (!at_end) continue;
      (phases_.frictions[f] == FrictionPhase::slips ? news.stopped : news.released)[f] = true;
    }
    if (frictions > 0 && hit.which == friction_number(frictions, 0)) news.let_go = true;
  }
  return news;
}

const std::string& HybridSimulation::name_of_contact(std::size_t contact) const {
  return struck_name(trajectory_->equations(), contact);
}

double& HybridSimulation::variable(std::size_t parameter) {
  const std::vector<std::size_t>& places = trajectory_->variables();
  const auto place = std::ranges::find(places, parameter) - places.begin();
  return variables_[static_cast<std::size_t>(place)];
}

void HybridSimulation::tell(Tally what, const std::string& name, double number, bool adds) {
  const auto index = trajectory_->equations().system.tally_index(what, name);
  if (!index) return;
  double& kept = variable(*index);
  kept = adds ? kept + number : number;
}

// lets all contacts strike that approach; false where the velocity afterwards is not determined
bool HybridSimulation::strike() {
  ContactSet touching = solver_.touching(t_, q(), v(), phases_.closed);
  ContactSet plastic(touching.size(), false);
  for (int round = 0; round < most_events_at_once; ++round) {
    if (joining_.empty() && !solver_.strikes(t_, q(), v(), touching)) return true;
    ImpactResult impact =
        solver_.strike(t_, q(), v(), touching, plastic, {}, std::exchange(joining_, {}));
    if (impact.failure) {
      end(impact.failure->fate, impact.failure->detail);
      return false;
    }
    reach_.tail(n()) = reach_.tail(n()).cwiseMax(impact.thrown);
    tell_reach();
    take_impact(impact);
    const auto is_contact = [&](const ImpactRecord& one) { return one.contact < touching.size(); };
    if (std::ranges::all_of(impact.contacts, is_contact)) accumulation_.add(impact.contacts);
    if (const auto tail = end_of_impacts()) {
      const Accumulation& rest = *tail;
      // the impacts that are left are one without restitution, which has the same impulse and takes
      // the same energy
      for (const std::size_t contact : rest.contacts) plastic[contact] = touching[contact] = true;
      const double followed = impact.energy;
      impact = solver_.strike(t_, q(), v(), touching, plastic);
      if (impact.failure) {
        end(impact.failure->fate, impact.failure->detail);
        return false;
      }
      for (std::size_t i = 0; i < rest.contacts.size(); ++i) {
        const std::size_t contact = rest.contacts[i];
        tell(Tally::impulse, name_of_contact(contact), rest.impulse[i], true);
        tell(Tally::last, name_of_contact(contact), rest.t, false);
        phases_.closed[contact] = true;
      }
      tell(Tally::lost, name_of_contact(rest.contacts.front()), followed - impact.energy, true);
      log_->builder().add_accumulation(rest);
      accumulation_ = {};
    }
    y_.segment(n(), n()) = impact.velocity;
    log_->add_jump(t_, impact.energy);
  }
  end(Fate::events_do_not_end, "impacts follow each other at the same instant");
  return false;
}

// what is kept of it
void HybridSimulation::take_impact(ImpactResult& impact) {
  if (!impact.checked) note_unchecked();
  for (ImpactRecord& one : impact.contacts) {
    one.t = t_;
    one.group = impacts_;
    log_->builder().add_impact(one);
    tell(Tally::count, name_of_contact(one.contact), 1, true);
    tell(Tally::impulse, name_of_contact(one.contact), one.impulse, true);
    tell(Tally::lost, name_of_contact(one.contact), one.lost, true);
    tell(Tally::last, name_of_contact(one.contact), t_, false);
  }
  ++impacts_;
}

void HybridSimulation::note_unchecked() {
  if (std::exchange(noted_unchecked_, true)) return;
  log_->builder().add_event(t_,
                            "friction acts on more contacts at once than all its solutions can be "
                            "sought for: from here on the one that is found is taken");
}

// The end of impacts that follow each other, where what is left of them is nothing: as far as the
// motion still goes, beside what the tolerance allows; or as high, beside what rounding leaves of
// gaps. Near that impacts no longer repeat a pattern, and below it no bounce can be followed.
std::optional<Accumulation> HybridSimulation::end_of_impacts() {
  const auto repeated = accumulation_.end(), last = accumulation_.end_of_last();
  if (!repeated && !last) return std::nullopt;
  constexpr double above_rounding = 100;
  const std::vector<double> noise = solver_.noise_of_gaps(t_, q(), v());
  const StateValues& here = solver_.state().evaluate(t_, q(), v());
  const Vector q_sizes = Eigen::Map<const Vector>(sizes_->data(), n());
  const auto all_are = [&](const AccumulationWatch::End& tail, const auto& nothing) {
    for (std::size_t i = 0; i < tail.rest.contacts.size(); ++i)
      if (!nothing(tail.rest.contacts[i], tail.approach[i])) return false;
    return true;
  };
  if (repeated && all_are(*repeated, [&](std::size_t contact, double speed) {
        const auto row = static_cast<numeric::Index>(solver_.row_of(contact));
        return speed * (repeated->rest.t - t_) <
                   settings_.tolerance * here.row_size(row, q_sizes) ||
               speed * repeated->period / 4 < above_rounding * noise[contact];
      }))
    return repeated->rest;
  if (last && all_are(*last, [&](std::size_t contact, double speed) {
        return speed * last->period / 4 < noise[contact];
      }))
    return last->rest;
  return std::nullopt;
}

// who carries from now on, and the mode that follows
bool HybridSimulation::settle(int jams) {
  const ContactSet touching = solver_.touching(t_, q(), v(), phases_.closed);
  // soon enough for the motion to go on as it began
  const double later = std::min(1e-3 * integrate::longest_step(settings_.until - settings_.from),
                                1e-2 * solver_.natural_time(t_, q(), v()));
  const ContactSolver::Rest next =
      solver_.settle(t_, q(), v(), touching, friction_states(), news_, later);
  if (next.failure) {
    end(next.failure->fate, next.failure->detail);
    return false;
  }
  if (!next.checked) note_unchecked();
  if (next.jammed) {
    if (jams == most_events_at_once) {
      end(Fate::friction_has_no_solution, "impacts without collision follow each other");
      return false;
    }
    const ContactSet none(touching.size(), false);
    ImpactResult impact = solver_.strike(t_, q(), v(), touching, none, next.jammed);
    if (impact.failure) {
      end(impact.failure->fate, impact.failure->detail);
      return false;
    }
    take_impact(impact);
    y_.segment(n(), n()) = impact.velocity;
    log_->add_jump(t_, impact.energy);
    return strike() && settle(jams + 1);
  }
  phases_.closed = next.rests;
  for (std::size_t c = 0; c < touching.size(); ++c) {
    tell(Tally::phase, name_of_contact(c), next.rests[c] ? 1 : 0, false);
    if (touching[c] && !next.rests[c]) fresh_.push_back(c);
  }
  if (!phases_.frictions.empty()) take_frictions(next.frictions);
  tell_switched();
  mode_ = &mode_of(phases_);
  give_variables(*mode_);
  return true;
}

void HybridSimulation::take_frictions(const FrictionStates& next) {
  const System& system = trajectory_->equations().system;
  const std::vector<double> slips = solver_.slips(t_, q(), v()),
                            noise = solver_.noise_of_slips(t_, q(), v());
  for (std::size_t f = 0; f < next.phases.size(); ++f) {
    const Friction& friction = system.frictions()[f];
    const std::string& name = system.constraints()[friction.constraint].name;
    const FrictionPhase phase = next.phases[f];
    if (phases_.is_off(friction.constraint)) tell(Tally::phase, name, 0, false);
    if (phase != FrictionPhase::open)
      tell(Tally::phase, name, phase == FrictionPhase::sticks ? 2 : 3, false);
    // slip that begins here is zero but for rounding
    if (phase == FrictionPhase::slips && (news_.stopped[f] || std::fabs(slips[f]) <= noise[f]))
      fresh_.push_back(friction_number(f, 0));
    if (news_.turned[f]) fresh_.push_back(friction_number(f, 2));
    variable(friction.sense) = next.sense[f];
    if (friction.side) variable(*friction.side) = next.side[f];
  }
  phases_.frictions = next.phases;
  sense_ = next.sense;
  side_ = next.side;
}

}  // namespace alembert
