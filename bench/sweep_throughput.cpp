// What does a sweep cost beside its runs: per core, for writing, and for each of its chunks?
//
// Double pendulums with rods from random angles at rest, 5 s at tolerance 1e-10, projected. The
// bare ensemble and the sweep to an HDF5 file run by turns on one core, best of several; both must
// end in the same states. CPU time, which other programs disturb less; for writing, which also
// waits for the disk, wall time too. Lines are "name,value".
//
// Usage: bench_sweep_throughput [RUNS [TURNS]]   100,000 and 5 by default

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>

#include "ensemble/prepared_ensemble.hpp"
#include "sweep/journal.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/sweep.hpp"

using namespace alembert;

namespace {

const char* const double_pendulum = R"(
coordinates x1 y1 x2 y2
parameters a = 0, b = 0
kinetic 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2)
potential 9.81*(y1 + y2)
constraint rod1: x1^2 + y1^2 = 1
constraint rod2: (x2 - x1)^2 + (y2 - y1)^2 = 1
start
    x1 = sin(a), y1 = -cos(a), x2 = sin(a) + sin(b), y2 = -cos(a) - cos(b)
    x1' = 0, y1' = 0, x2' = 0, y2' = 0
run 5
    tolerance 1e-10
)";

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double wall_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time that has passed since this was made.
struct Clock {
  double cpu_begin = cpu_now(), wall_begin = wall_now();
  double cpu() const { return cpu_now() - cpu_begin; }
  double wall() const { return wall_now() - wall_begin; }
};

/// What the parts of one sweep took.
struct Parts {
  double all = 0;                                           ///< CPU seconds
  double records = 0, journal = 0, overview = 0, file = 0;  ///< of these, beside the runs
  double reading =
      0;  ///< of records again, which other ranks and threads have made before their turn
  double wall = 0, writing_wall = 0;
  std::size_t bytes = 0;  ///< of the journal

  double writing() const { return records + journal + overview + file; }
};

class Comparison {
 public:
  explicit Comparison(std::size_t runs)
      : study_(read_study(
            {.model_text = double_pendulum,
             .model_name = "double_pendulum.mech",
             .plan = {read_samples("a=uniform(-0.5,0.5), b=uniform(-0.5,0.5)", runs, 7)}})) {
    for (std::size_t run = 0; run < runs; ++run)
      for (const double number : study_.plan().row(run)) table_.push_back(number);
  }
  ~Comparison() {
    std::filesystem::remove(out_);
    std::filesystem::remove(out_ + ".again");
  }

  double bare() {
    EnsembleOptions options;
    options.run = study_.request.run;
    options.threads = 1;
    const Clock clock;
    last_ = simulate_ensemble(study_.model, study_.varied, table_, options);
    return clock.cpu();
  }

  Parts swept() {
    std::filesystem::remove(out_);
    Parts parts;
    std::optional<Clock> after_runs;
    const Clock clock;
    sweep(study_, {.out = out_,
                   .threads = 1,
                   .progress =
                       [&](std::size_t) {
                         after_runs.emplace();
                         return true;
                       },
                   .finished =
                       [&](const Results& results, const Overview&) {
                         parts.all = clock.cpu();
                         parts.wall = clock.wall();
                         parts.file = after_runs->cpu();
                         parts.writing_wall = after_runs->wall();
                         measure_again(results, parts);
                         compare(results);
                       }});
    return parts;
  }

  /// Seconds for each run where chunks have this size.
  double seconds_per_run(std::size_t size) const {
    EnsembleOptions options;
    options.run = study_.request.run;
    options.threads = 1;
    const PreparedEnsemble ensemble(study_.model, study_.varied, study_.plan().row(0), options);
    const std::size_t runs = std::min<std::size_t>(table_.size() / 2, 8192) / size * size;
    const Clock clock;
    for (std::size_t first = 0; first < runs; first += size)
      ensemble.run(std::span(table_).subspan(2 * first, 2 * size));
    return clock.cpu() / static_cast<double>(runs);
  }

 private:
  // what is done with each chunk once more, without the runs
  void measure_again(const Results& results, Parts& parts) {
    const std::string path = out_ + ".again";
    std::filesystem::remove(path);
    const auto any_record = [](std::string_view) { return true; };
    Journal journal(path, study_.words(), Journal::Mode::begin, any_record);
    OverviewStream overview(study_);
    std::string record;
    const auto measure = [&](double& cpu, const auto& what) {
      const Clock clock;
      what();
      cpu += clock.cpu();
      parts.writing_wall += clock.wall();
    };
    for (std::size_t c = 0; c < results.chunking.count(); ++c) {
      const Clock clock;
      const ChunkResult chunk = results.chunk(c);
      parts.reading += clock.cpu();
      measure(parts.records, [&] { record = results.records.record(chunk); });
      measure(parts.journal, [&] { journal.append(record); });
      measure(parts.overview, [&] { overview.add(chunk); });
    }
    parts.bytes = std::filesystem::file_size(path);
  }

  void compare(const Results& results) {
    for (std::size_t c = 0; c < results.chunking.count(); ++c) {
      const ChunkResult chunk = results.chunk(c);
      for (std::size_t i = 0; i < chunk.values.size(); ++i) {
        const double other = last_.states[results.chunking.first(c) * 8 + i];
        largest_difference = std::max(largest_difference, std::fabs(chunk.values[i] - other));
      }
    }
  }

  const Study study_;
  std::vector<double> table_;
  Ensemble last_;
  const std::string out_ = (std::filesystem::temp_directory_path() /
                            fmt::format("alembert_throughput_{}.h5", ::getpid()))
                               .string();

 public:
  double largest_difference = 0;
};

}  // namespace

int main(int count, char** words) {
  const std::size_t runs = count > 1 ? std::stoul(words[1]) : 100'000;
  const int turns = count > 2 ? std::stoi(words[2]) : 5;
  Comparison comparison(runs);
  double bare = 1e300;
  Parts best{.all = 1e300};
  for (int turn = 0; turn < turns; ++turn) {
    bare = std::min(bare, comparison.bare());
    const Parts parts = comparison.swept();
    if (parts.all < best.all) best = parts;
  }
  const auto n = static_cast<double>(runs);
  fmt::print("us per run in the bare ensemble,{:.2f}\n", 1e6 * bare / n);
  fmt::print("us per run in the sweep,{:.2f}\n", 1e6 * best.all / n);
  fmt::print("largest difference of the states,{:.2g}\n", comparison.largest_difference);
  fmt::print("throughput of the sweep over the bare ensemble,{:.3f}\n", bare / best.all);
  fmt::print("percent of the sweep spent on writing,{:.2f}\n", 100 * best.writing() / best.all);
  fmt::print("percent of the wall time spent on writing,{:.2f}\n",
             100 * best.writing_wall / best.wall);
  fmt::print("us per run for its record,{:.3f}\n", 1e6 * best.records / n);
  fmt::print("us per run for the journal,{:.3f}\n", 1e6 * best.journal / n);
  fmt::print("us per run for the overview,{:.3f}\n", 1e6 * best.overview / n);
  fmt::print("us per run to read its record again,{:.3f}\n", 1e6 * best.reading / n);
  fmt::print("us per run for the file at the end,{:.3f}\n", 1e6 * best.file / n);
  fmt::print("bytes of the journal per run,{:.1f}\n", static_cast<double>(best.bytes) / n);
  for (const std::size_t size : {16, 32, 64, 128, 256, 1024}) {
    double least = 1e300;
    for (int turn = 0; turn < turns; ++turn)
      least = std::min(least, comparison.seconds_per_run(size));
    fmt::print("us per run in chunks of {},{:.2f}\n", size, 1e6 * least);
  }
}
