#include "complaints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "source_folder.hpp"

namespace alembert::metamorphic {

namespace {

class TableTest : public Catch::ITestInvoker {
 public:
  TableTest(std::function<void(const Described&)> test, Described described)
      : test_(std::move(test)), described_(std::move(described)) {}
  void invoke() const override { test_(described_); }

 private:
  std::function<void(const Described&)> test_;
  Described described_;
};

}  // namespace

void Complaints::add(const std::string& text) {
  if (!complained_) ++bad_;
  complained_ = true;
  texts_.push_back(variant_ + ": " + text);
}

void Complaints::tell() const {
  std::string first;
  for (std::size_t i = 0; i < texts_.size() && i < 8; ++i) first += texts_[i] + "\n";
  INFO(fmt::format("{} of {} differ, with {} complaints; the first of them:\n{}", bad_, variants_,
                   texts_.size(), first));
  CHECK(bad_ == 0);
}

void compare_decisions(const Course& found, const Course& expected, Complaints& complaints) {
  if (found.ended != expected.ended)
    complaints.add(fmt::format("ends as '{}', not '{}'", found.detail, expected.detail));
  if (!found.ran() || !expected.ran()) return;
  if (found.ranks != expected.ranks)
    complaints.add(fmt::format("ranks {}, not {}", fmt::join(found.ranks, " "),
                               fmt::join(expected.ranks, " ")));
  if (found.events.size() != expected.events.size())
    complaints.add(fmt::format("{} events, not {}: '{}'", found.events.size(),
                               expected.events.size(),
                               (found.events.empty() ? expected : found).events.front()));
}

void compare_uniqueness(const Course& found, const Course& expected, Complaints& complaints) {
  if (!found.ran() || !expected.ran() || found.q.rows() != expected.q.rows()) return;
  for (std::size_t c = 0; c < expected.unique.size(); ++c)
    if (found.unique[c] != expected.unique[c]) {
      complaints.add(fmt::format("other multipliers are unique in constraint {}", c + 1));
      return;
    }
}

void compare_instants(const Course& found, const Course& expected, double bound,
                      Complaints& complaints) {
  if (!found.ran() || !expected.ran()) return;
  if (found.instants.size() != expected.instants.size()) {
    const auto [a, b] = std::ranges::mismatch(found.instants, expected.instants, {}, &Instant::what,
                                              &Instant::what);
    const Instant& other = a == found.instants.end() ? *b : *a;
    complaints.add(fmt::format("{} phases and impacts, not {}: '{}' at {}", found.instants.size(),
                               expected.instants.size(), other.what, other.t));
    return;
  }
  double energy = 0;
  for (const Instant& instant : expected.instants)
    energy = std::max({energy, instant.spent, instant.lost});
  for (std::size_t i = 0; i < expected.instants.size(); ++i) {
    const Instant &a = expected.instants[i], &b = found.instants[i];
    const double time = std::fabs(a.t - b.t) / expected.end;
    const double parts = std::max(std::fabs(a.spent - b.spent), std::fabs(a.lost - b.lost));
    if (a.what == b.what && time <= bound && parts <= bound * energy) continue;
    complaints.add(fmt::format("'{}' at {} ({:.6g}, {:.6g}), not '{}' at {} ({:.6g}, {:.6g})",
                               b.what, b.t, b.spent, b.lost, a.what, a.t, a.spent, a.lost));
    return;
  }
}

void compare_motion(const Course& found, const Course& expected, const Dimensions& dimensions,
                    double bound, Complaints& complaints) {
  if (!found.ran() || !expected.ran()) return;
  const Difference d = difference(expected, found, dimensions);
  if (!(d.largest() <= bound))
    complaints.add(
        fmt::format("differs: q {:.1e}, v {:.1e}, a {:.1e}, reactions {:.1e}, total {:.1e}", d.q,
                    d.v, d.a, d.reaction, d.total));
}

void compare_variants(
    const Described& described, double bound,
    const std::function<std::vector<Rewritten>(const Model&, const State& start)>& variants_of) {
  const Model model = read(described);
  const Change none = no_change(model);
  const Dimensions dimensions = geometry_of(described, model.system).dimensions;
  const Course written = run(model, none, model, described.turned);
  INFO(written.detail);
  REQUIRE(written.ended == "reached the end");
  const State start = written.start();
  const Course expected = run(model, none, changed(model, none, start), described.turned);
  Complaints complaints;
  for (const auto& [name, change] : variants_of(model, start)) {
    complaints.begin(name);
    const Course found = run(model, change, changed(model, change, start), described.turned);
    compare_decisions(found, expected, complaints);
    compare_uniqueness(found, expected, complaints);
    compare_instants(found, expected, bound, complaints);
    compare_motion(found, expected, dimensions, bound, complaints);
  }
  complaints.tell();
}

namespace {

/// Tests of which some are known to fail, one name a line: each is a defect that is still to be
/// mended.
const std::set<std::string>& open_differences() {
  static const std::set<std::string> names = [] {
    std::ifstream file(source_folder() + "/tests/metamorphic/open_differences.txt");
    std::set<std::string> read;
    for (std::string line; std::getline(file, line);)
      if (!line.empty() && line.front() != '#') read.insert(line);
    return read;
  }();
  return names;
}

}  // namespace

TestsOf::TestsOf(const std::vector<Described>& models, const std::string& what,
                 const std::string& tag, const std::function<void(const Described&)>& test,
                 const std::function<bool(const Described&)>& wanted) {
  for (const Described& described : models) {
    if (!wanted(described)) continue;
    const std::string name = described.file + " " + what;
    const std::string tags = tag + (described.sample ? "[sample]" : "") +
                             (open_differences().contains(name) ? "[!mayfail]" : "");
    Catch::AutoReg(new TableTest(test, described), CATCH_INTERNAL_LINEINFO, Catch::StringRef(),
                   Catch::NameAndTags(name, tags));
  }
}

}  // namespace alembert::metamorphic
