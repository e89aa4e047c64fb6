#include "report/contacts_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/shown_number.hpp"

namespace alembert {

namespace {

// as many as are read at a glance; a table that is longer belongs in a file
constexpr std::size_t shown_first = 4, shown_last = 3;

std::string padded(const std::string& name, std::size_t width) {
  return name + std::string(name.size() < width ? width - name.size() : 0, ' ');
}

char mark_of(Phase phase) {
  switch (phase) {
    case Phase::open:
      return '.';
    case Phase::rest:
      return '=';
    case Phase::stick:
      return '#';
    case Phase::slip:
      return '~';
  }
  return ' ';
}

class ContactStory {
 public:
  ContactStory(const Motion& motion, std::size_t name_width, int columns)
      : motion_(motion),
        contacts_(motion.equations().system.contacts().size()),
        names_(names_with_phases(motion.equations().system)),
        width_(name_width),
        columns_(static_cast<std::size_t>(std::max(columns, 1))) {}

  std::string tell() {
    if (names_.empty()) return {};
    if (contacts_ > 0) tell_contacts();
    tell_impacts();
    tell_frictions();
    tell_timeline();
    return text_;
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  const std::string& name(std::size_t contact) const { return motion_.contact_name(contact); }

  // how often they were struck, and since when they are what they are
  void tell_contacts() {
    line("\ncontact");
    for (std::size_t c = 0; c < contacts_; ++c) {
      std::size_t count = 0;
      double impulse = 0, lost = 0;
      for (const ImpactRecord& impact : motion_.impacts()) {
        if (impact.contact != c) continue;
        ++count;
        impulse += impact.impulse;
        lost += impact.lost;
      }
      for (const Accumulation& rest : motion_.accumulations())
        for (std::size_t i = 0; i < rest.contacts.size(); ++i)
          if (rest.contacts[i] == c) impulse += rest.impulse[i];
      const std::string struck =
          count == 0 ? std::string("no impact")
                     : fmt::format("{} impact{}, impulse {}, lost {}", count, count == 1 ? "" : "s",
                                   shown_number(impulse), shown_number(lost));
      const PhaseSpan last = motion_.timeline(name(c)).back();
      line("  {}  {}; {} from t = {}", padded(name(c), width_), struck, name_of(last.phase),
           shown_number(last.from));
    }
    for (const Accumulation& rest : motion_.accumulations()) {
      std::string names;
      for (const std::size_t c : rest.contacts) names += (names.empty() ? "" : ", ") + name(c);
      line("  {}  impacts without end up to t = {:.12g}", padded(names, width_), rest.t);
    }
  }

  // how often they changed, and what they do since when
  void tell_frictions() {
    const System& system = motion_.equations().system;
    if (system.frictions().empty()) return;
    line("\nfriction");
    for (const Friction& friction : system.frictions()) {
      const std::string& name = system.constraints()[friction.constraint].name;
      const std::vector<PhaseSpan> phases = motion_.timeline(name);
      const std::size_t changes = phases.size() - 1;
      line("  {}  {}; {} from t = {}", padded(name, width_),
           changes == 0 ? std::string("no change")
                        : fmt::format("{} change{}", changes, changes == 1 ? "" : "s"),
           name_of(phases.back().phase), shown_number(phases.back().from));
    }
  }

  void tell_impacts() {
    const std::vector<ImpactRecord>& all = motion_.impacts();
    if (all.empty()) return;
    const auto in_column = [](std::string_view words) { return fmt::format(" {:>11}", words); };
    const auto number = [&](double value) { return in_column(fmt::format("{:.5g}", value + 0.0)); };
    line("\n{} {}{}{}{}{}", padded("impact", width_ + 2), in_column("t"), in_column("impulse"),
         in_column("approach"), in_column("separation"), in_column("lost"));
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == shown_first && all.size() > shown_first + shown_last) {
        line("  {} more: motion.impacts(), --json, impacts.csv of --out",
             all.size() - shown_first - shown_last);
        i = all.size() - shown_last;
      }
      const ImpactRecord& impact = all[i];
      line("  {} {}{}{}{}{}{}", padded(name(impact.contact), width_), number(impact.t),
           number(impact.impulse), number(impact.approach), number(impact.separation),
           number(impact.lost), impact.unique ? "" : " (impulse not unique)");
    }
  }

  // one column of a bar shows what takes most of its time, and an impact if there was one
  std::string bar(const std::string& name, std::size_t cells) const {
    const double from = motion_.start_time(), length = motion_.end_time() - from;
    if (!(length > 0)) return {};
    const std::vector<PhaseSpan> phases = motion_.timeline(name);
    const auto cell_of = [&](double t) {
      const double place = (t - from) / length * static_cast<double>(cells);
      return std::min(cells - 1, static_cast<std::size_t>(std::max(0.0, place)));
    };
    std::string marks(cells, ' ');
    std::size_t next = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      const double begin = from + length * static_cast<double>(i) / static_cast<double>(cells),
                   end = from + length * static_cast<double>(i + 1) / static_cast<double>(cells);
      double longest = -1;
      while (next + 1 < phases.size() && phases[next].until <= begin) ++next;
      for (std::size_t k = next; k < phases.size() && phases[k].from < end; ++k) {
        const double time = std::min(phases[k].until, end) - std::max(phases[k].from, begin);
        if (time <= longest) continue;
        longest = time;
        marks[i] = mark_of(phases[k].phase);
      }
    }
    for (const ImpactRecord& impact : motion_.impacts())
      if (motion_.contact_name(impact.contact) == name) marks[cell_of(impact.t)] = '|';
    return marks;
  }

  void tell_timeline() {
    if (!(motion_.end_time() > motion_.start_time())) return;
    constexpr std::size_t indent = 2, least_beside_names = 20, widest = 120;
    std::vector<Phase> met;
    for (const std::string& name : names_)
      for (const PhaseSpan& span : motion_.timeline(name)) met.push_back(span.phase);
    std::string legend;
    for (const Phase phase : {Phase::open, Phase::rest, Phase::stick, Phase::slip})
      if (std::ranges::find(met, phase) != met.end())
        legend +=
            fmt::format("{}{} {}", legend.empty() ? "" : ", ", mark_of(phase), name_of(phase));
    if (!motion_.impacts().empty()) legend += ", | impact";
    std::size_t names = width_;
    for (const std::string& name : names_) names = std::max(names, name.size());
    // where names would leave no room the bars stand below them
    const bool beside = indent + names + 2 + least_beside_names <= columns_;
    const std::size_t before = beside ? indent + names + 2 : indent;
    const std::size_t cells =
        std::clamp<std::size_t>(columns_ > before ? columns_ - before : 1, 1, widest);
    line("\ntimeline from t = {:g} to {:g}: {}", motion_.start_time(), motion_.end_time(), legend);
    for (const std::string& name : names_) {
      if (beside) {
        line("  {}  {}", padded(name, names), bar(name, cells));
      } else {
        line("  {}", name);
        line("  {}", bar(name, cells));
      }
    }
  }

  const Motion& motion_;
  const std::size_t contacts_;
  const std::vector<std::string> names_;
  const std::size_t width_, columns_;
  std::string text_;
};

}  // namespace

std::string contacts_text(const Motion& motion, std::size_t name_width, int columns) {
  return ContactStory(motion, name_width, columns).tell();
}

}  // namespace alembert
