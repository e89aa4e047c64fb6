#include "report/verification_report.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace alembert {

using theory::Verification;
using theory::Verified;

std::string verification_text(const Verification& verification, const std::string& title) {
  std::string text;
  const auto out = std::back_inserter(text);
  if (!title.empty()) fmt::format_to(out, "{}\n\n", title);
  fmt::format_to(out, "{} instants of t = {:g} to {:g}; largest residual, its bound, and where\n\n",
                 verification.instants, verification.from, verification.until);
  for (const Verified& v : verification.statements)
    if (v.instants > 0)
      fmt::format_to(out, "  {}  {:<4} {}  ({:.1e} of {:.0e}, t = {:.4g})\n",
                     v.worst.holds() ? "holds" : "FAILS", v.worst.id, v.worst.statement,
                     v.worst.residual, v.worst.bound, v.t);
  if (verification.not_applicable() > 0) text += "\ndo not apply here\n";
  for (const Verified& v : verification.statements)
    if (v.instants == 0)
      fmt::format_to(out, "  {:<4} {}: {}\n", v.worst.id, v.worst.statement,
                     v.worst.does_not_apply);
  fmt::format_to(out, "\n{} statements hold, {} fail, {} do not apply\n", verification.held(),
                 verification.failed(), verification.not_applicable());
  return text;
}

std::string verification_json(const Verification& verification, const std::string& title) {
  using Json = nlohmann::ordered_json;
  Json root;
  root["system"] = title;
  root["from"] = verification.from;
  root["until"] = verification.until;
  root["instants"] = verification.instants;
  root["held"] = verification.held();
  root["failed"] = verification.failed();
  root["not_applicable"] = verification.not_applicable();
  Json statements = Json::array();
  for (const Verified& v : verification.statements) {
    Json entry = {{"id", v.worst.id}, {"statement", v.worst.statement}};
    if (v.instants == 0) {
      entry["does_not_apply"] = v.worst.does_not_apply;
    } else {
      entry["holds"] = v.worst.holds();
      entry["residual"] = v.worst.residual;
      entry["bound"] = v.worst.bound;
      entry["t"] = v.t;
      entry["instants"] = v.instants;
    }
    statements.push_back(std::move(entry));
  }
  root["statements"] = std::move(statements);
  return root.dump(2) + "\n";
}

}  // namespace alembert
