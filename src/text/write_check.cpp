#include "text/write_check.hpp"

#include <fmt/format.h>

namespace alembert {

namespace {

std::string timeline(const Expectation& check) {
  std::string text = "timeline " + check.contact + ":";
  for (std::size_t i = 0; i < check.phases.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", name_of(check.phases[i]));
  return text;
}

}  // namespace

std::string quoted(const std::string& words) {
  std::string text = "\"";
  for (const char c : words) {
    if (c == '"' || c == '\\') text += '\\';
    // the tab is the only control character that the language reads
    text += static_cast<unsigned char>(c) < ' ' && c != '\t' ? ' ' : c;
  }
  return text + "\"";
}

std::string expectation_text(const Expectation& check,
                             const std::function<std::string(NodeId)>& formula,
                             const std::function<std::string(NodeId)>& condition) {
  switch (check.what) {
    case Expectation::What::energy_constant:
      return "energy constant to " + formula(check.bound);
    case Expectation::What::energy_balanced:
      return "energy balanced to " + formula(check.bound);
    case Expectation::What::constraints_hold:
      return "constraints hold to " + formula(check.bound);
    case Expectation::What::virtual_work_vanishes:
      return "virtual work vanishes to " + formula(check.bound);
    case Expectation::What::value_at:
      return fmt::format("at {}: {} = {} to {}", formula(check.time), formula(check.formula),
                         formula(check.value), formula(check.bound));
    case Expectation::What::always:
      return "always: " + condition(check.formula);
    case Expectation::What::outcome:
      return "outcome " + quoted(check.outcome);
    case Expectation::What::impact:
      return fmt::format("impact {} of {}: {} = {} to {}", formula(check.count), check.contact,
                         name_of(check.of_impact), formula(check.value), formula(check.bound));
    case Expectation::What::change:
      return fmt::format("change {} of {}: t = {} to {}", formula(check.count), check.contact,
                         formula(check.value), formula(check.bound));
    case Expectation::What::impacts:
      return fmt::format("count {} = {}", check.contact, formula(check.count));
    case Expectation::What::timeline:
      return timeline(check);
    case Expectation::What::rest_after:
      return fmt::format("rest of {}: t = {} to {}", check.contact, formula(check.value),
                         formula(check.bound));
    case Expectation::What::cone_holds:
      return "cone holds to " + formula(check.bound);
    case Expectation::What::contacts_hold:
      return "contacts hold to " + formula(check.bound);
    case Expectation::What::impacts_lose_energy:
      return "impacts lose energy";
    case Expectation::What::rank:
      return "rank " + formula(check.count);
    case Expectation::What::freedoms:
      return "freedoms " + formula(check.count);
  }
  return {};
}

}  // namespace alembert
