#include "report/equilibrium_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/shown_number.hpp"

namespace alembert {

using theory::Equilibrium;
using theory::StaticReaction;

std::string equilibrium_text(const Equilibrium& rest, const System& system) {
  std::string text;
  const auto out = std::back_inserter(text);
  if (!system.title().empty()) fmt::format_to(out, "{}\n\n", system.title());
  fmt::format_to(out, "at rest, {}: {}\n\n", name_of(rest.stability), rest.reason);
  std::size_t width = 10;
  for (const Coordinate& x : system.coordinates()) width = std::max(width, x.name.size());
  for (std::size_t j = 0; j < system.coordinates().size(); ++j)
    fmt::format_to(out, "  {:{}} {:>{}}\n", system.coordinates()[j].name, width,
                   shown_number(rest.q[static_cast<Eigen::Index>(j)]), widest_number);
  if (!rest.reactions.empty()) text += "\nforce of constraint on coordinate\n";
  for (const StaticReaction& reaction : rest.reactions) {
    std::string multipliers;
    for (const double lambda : reaction.lambda)
      multipliers += fmt::format("{}{}", multipliers.empty() ? "" : ", ", shown_number(lambda));
    fmt::format_to(out, "  {}: lambda {}\n", reaction.constraint, multipliers);
    for (std::size_t j = 0; j < system.coordinates().size(); ++j)
      if (const double force = reaction.force[static_cast<Eigen::Index>(j)]; force != 0)
        fmt::format_to(out, "    {:{}} {:>{}}\n", system.coordinates()[j].name, width - 2,
                       shown_number(force), widest_number);
  }
  if (rest.curvatures.size() > 0) {
    text += "\ncurvatures of the energy along the freedoms:";
    for (const double curvature : rest.curvatures) fmt::format_to(out, " {:.6g}", curvature);
    text += "\n";
  }
  if (!rest.exponents.empty()) {
    text += "\nexponents of small motions:";
    for (const std::complex<double>& s : rest.exponents)
      fmt::format_to(out, " {:.6g}{:+.6g}i", s.real(), s.imag());
    text += "\n";
  }
  fmt::format_to(out, "\nvirtual work of the applied forces vanishes to {:.0e} of their size\n",
                 std::max(rest.virtual_work, 1e-16));
  for (const std::string& note : rest.notes) fmt::format_to(out, "note: {}\n", note);
  return text;
}

std::string equilibrium_json(const Equilibrium& rest, const System& system) {
  using Json = nlohmann::ordered_json;
  const auto named = [&](const auto& vector) {
    Json object = Json::object();
    for (std::size_t j = 0; j < system.coordinates().size(); ++j)
      object[system.coordinates()[j].name] = vector[static_cast<Eigen::Index>(j)];
    return object;
  };
  Json root;
  root["system"] = system.title();
  root["t"] = rest.t;
  root["position"] = named(rest.q);
  Json constraints = Json::object();
  for (const StaticReaction& reaction : rest.reactions)
    constraints[reaction.constraint] = {
        {"force", named(reaction.force)},
        {"lambda", std::vector<double>(reaction.lambda.begin(), reaction.lambda.end())}};
  root["constraints"] = std::move(constraints);
  root["stability"] = name_of(rest.stability);
  root["reason"] = rest.reason;
  root["curvatures"] = std::vector<double>(rest.curvatures.begin(), rest.curvatures.end());
  Json exponents = Json::array();
  for (const std::complex<double>& s : rest.exponents) exponents.push_back({s.real(), s.imag()});
  root["exponents"] = std::move(exponents);
  root["virtual_work"] = rest.virtual_work;
  root["residual"] = rest.residual;
  root["notes"] = rest.notes;
  return root.dump(2) + "\n";
}

}  // namespace alembert
