// alembert sweep MODEL: many runs of one model, for a grid, random samples or a table of parameters and starts.

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "picture_arguments.hpp"
#include "ranks.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/results_picture.hpp"
#include "sweep/sweep.hpp"

namespace alembert::app {

namespace {

struct SweepArguments : ModelArguments {
  std::vector<std::string> vary, keep;
  std::string sample, from, out, picture;
  std::optional<std::size_t> count;
  std::uint64_t seed = 0;
  std::optional<double> until, tolerance, every;
  unsigned threads = 0;
  bool resume = false;
};

volatile std::sig_atomic_t interrupted = 0;

// a bar on a terminal, with the rate of this process and the time left; nothing in a pipe
class Progress {
 public:
  explicit Progress(std::size_t runs) : runs_(runs), shown_(isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (drawn_) fmt::print(stderr, "\r{:79}\r", "");
  }

  bool operator()(std::size_t done) {
    if (first_ == 0) first_ = done;
    if (shown_) draw(done);
    return interrupted == 0;
  }

 private:
  void draw(std::size_t done) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    if (seconds < 1 || now - last_ < std::chrono::milliseconds(100) || done == first_) return;
    last_ = now;
    const double rate = static_cast<double>(done - first_) / seconds;
    const double left = static_cast<double>(runs_ - done) / rate;
    const double part = static_cast<double>(done) / static_cast<double>(runs_);
    const int filled = static_cast<int>(30 * part);
    fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %  {:.4g} runs/s  {} left ", "", filled, "",
               30 - filled, 100 * part, rate, duration(left));
    drawn_ = true;
  }
  static std::string duration(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  }

  std::size_t runs_;
  bool shown_;
  bool drawn_ = false;
  std::size_t first_ = 0;  ///< done when the first chunk came
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_ = start_;
};

SweepPlan plan_of(const SweepArguments& arguments) {
  const bool grid = !arguments.vary.empty(), sampled = !arguments.sample.empty(),
             chosen = !arguments.from.empty();
  if (!grid && !sampled && !chosen)
    throw ModelError("nothing varies",
                     "give --vary m=0.1:2:100, or --sample \"m=normal(1,0.1)\" --count 1000, or "
                     "--from table.csv");
  if (chosen && (grid || sampled))
    throw ModelError("--from has all that varies, and nothing else can vary beside it",
                     "add columns to the table, or leave it out");
  if (!sampled && arguments.count) throw ModelError("--count belongs to --sample");
  if (chosen) return {read_chosen_runs(arguments.from)};
  if (!sampled) return {read_grid(arguments.vary)};
  const Samples samples = read_samples(arguments.sample, arguments.count, arguments.seed);
  if (!grid) return {samples};
  return {sample_at_each(read_grid(arguments.vary), samples)};
}

// a rank that fails must not leave the first one waiting for it
void share(const Study& study, const SweepArguments& arguments, Ranks& ranks) {
  try {
    sweep(study, {.out = arguments.out, .ranks = &ranks, .threads = arguments.threads});
  } catch (const std::exception& error) {
    complain(error.what());
    ranks.abort();
  }
}

int run_sweep(const SweepArguments& arguments) {
  const Study study = read_study({.model_text = text_of_file(arguments.path),
                                  .model_name = arguments.path,
                                  .set = parse_settings(arguments.set),
                                  .plan = plan_of(arguments),
                                  .keep = arguments.keep,
                                  .until = arguments.until,
                                  .tolerance = arguments.tolerance,
                                  .every = arguments.every});
  PictureArguments picture;
  picture.output = arguments.picture;
  if (!picture.output.empty()) {  // what cannot be drawn is refused before the runs
    picture.chosen_format();
    check_drawable(study.plan());
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  const std::unique_ptr<Ranks> ranks = ranks_of_this_start();
  if (ranks && !ranks->is_first()) {
    share(study, arguments, *ranks);
    return Exit::done;
  }
  std::optional<Progress> progress(study.plan().runs());
  const SweepReport report =
      sweep(study, {.out = arguments.out,
                    .resume = arguments.resume,
                    .ranks = ranks.get(),
                    .threads = arguments.threads,
                    .progress = [&](std::size_t done) { return (*progress)(done); },
                    .go_on = [] { return interrupted == 0; },
                    .finished =
                        [&](const Results& results, const Overview& overview) {
                          progress.reset();
                          deliver(results_text(results, overview), "");
                          if (!picture.output.empty())
                            picture.deliver(draw_results(results, overview));
                        }});
  progress.reset();
  if (report.damaged > 0)
    complain(fmt::format("{} {} of the journal {} damaged: what {} said was computed again",
                         report.damaged, report.damaged == 1 ? "record" : "records",
                         report.damaged == 1 ? "was" : "were",
                         report.damaged == 1 ? "it" : "they"));
  if (report.was_finished) complain(fmt::format("{} is finished already", arguments.out));
  if (report.complete()) return Exit::done;
  complain(fmt::format("interrupted: {} of {} runs are kept; --resume does the rest", report.done,
                       report.runs));
  return Exit::failed_later;
}

}  // namespace

void add_sweep(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command =
      program.add_subcommand("sweep", "run many variants of a model and keep what is asked for");
  arguments->add_to(*command);
  command
      ->add_option("--vary", arguments->vary,
                   "numbers of a parameter, a coordinate or a velocity: m=0.1:2:100 is "
                   "from:to:count (repeatable, for a grid)")
      ->allow_extra_args(false);
  command->add_option("--sample", arguments->sample,
                      "random numbers: \"m=normal(1,0.1), l=uniform(0.9,1.1)\"");
  command->add_option("--count", arguments->count,
                      "how many samples --sample takes, at each point where --vary makes a grid");
  command->add_option("--seed", arguments->seed, "of --sample; the same seed, the same runs");
  command
      ->add_option("--from", arguments->from,
                   "a CSV file: a line of names, then a line of numbers for each run")
      ->type_name("FILE.csv");
  command
      ->add_option(
          "--keep", arguments->keep,
          "final, final(x), \"x at 5\", \"x every 0.1\", max(x), min(x), \"first(x > 1)\", "
          "with formulas of the model's names; a semicolon between several, and a name "
          "before: \"peak = max(x)\" (repeatable; final by default)")
      ->allow_extra_args(false);
  command->add_option("--out", arguments->out, "the file of results, .h5 or .csv")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--picture", arguments->picture,
                   "draw the results (.svg, .pdf or .png): curves over one varied number, maps "
                   "over two, means where samples are taken at each point, the histogram of "
                   "samples alone")
      ->type_name("FILE");
  command->add_flag("--resume", arguments->resume, "finish what an interrupted sweep left");
  command->add_option("--threads", arguments->threads,
                      "one for each core by default; under mpirun one for each rank");
  command->add_option("--until", arguments->until, "end of the runs");
  command->add_option("--tolerance", arguments->tolerance,
                      "error of a step, relative to the natural sizes of the motion");
  command->add_option("--every", arguments->every,
                      "output step: extremes and first times are looked for at outputs");
  command->callback([arguments, &exit] { exit.status = run_sweep(*arguments); });
}

}  // namespace alembert::app
