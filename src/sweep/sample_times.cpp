#include "sweep/sample_times.hpp"

#include <algorithm>

namespace alembert {

namespace {

// the times of one Kept by itself; none where it needs the outputs of the run
std::vector<double> own_times(const Study& study, const Kept& kept) {
  switch (kept.what) {
    case Kept::What::final:
      return {study.until};
    case Kept::What::at:
      return {kept.time};
    case Kept::What::series:
      return series_times(study.from, study.until, kept.time);
    case Kept::What::largest:
    case Kept::What::smallest:
    case Kept::What::first:
      break;
  }
  return {};
}

}  // namespace

SampleTimes::SampleTimes(const Study& study) {
  std::vector<std::vector<double>> own;
  for (const Kept& kept : study.kept) {
    own.push_back(own_times(study, kept));
    has_outputs = has_outputs || own.back().empty();
    times.insert(times.end(), own.back().begin(), own.back().end());
  }
  std::vector<double> outputs;
  if (has_outputs) {
    outputs = series_times(study.from, study.until, study.every);
    // the run has an output at its end
    if (outputs.back() < study.until) outputs.push_back(study.until);
    times.insert(times.end(), outputs.begin(), outputs.end());
  }
  times.push_back(study.until);
  std::ranges::sort(times);
  // times that differ by rounding alone are one: no step is that short
  const double close = 1e-12 * (study.until - study.from);
  std::vector<double> apart;
  for (const double t : times)
    if (apart.empty() || t - apart.back() > close) apart.push_back(t);
  if (apart.back() < study.until) apart.back() = study.until;
  times = apart;
  const auto index_of = [&](double t) {
    const auto after = std::ranges::lower_bound(times, t - close);
    return static_cast<std::size_t>(after - times.begin());
  };
  for (const std::vector<double>& list : own) {
    moments.emplace_back();
    for (const double t : list) moments.back().push_back(index_of(t));
  }
  is_output.assign(times.size(), false);
  for (const double t : outputs) is_output[index_of(t)] = true;
}

}  // namespace alembert
