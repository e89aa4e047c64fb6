// alembert sweep MODEL: many runs of one model, for a grid, random samples or a table of parameters
// and starts.

#include <fmt/format.h>

#include <filesystem>
#include <mutex>

#include "commands.hpp"
#include "interrupt.hpp"
#include "mechanics/model_error.hpp"
#include "model_arguments.hpp"
#include "output_file.hpp"
#include "picture_arguments.hpp"
#include "progress_bar.hpp"
#include "ranks.hpp"
#include "run_arguments.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/results_picture.hpp"
#include "sweep/start/start_branches.hpp"
#include "sweep/sweep.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct SweepArguments : ModelArguments {
  std::vector<std::string> vary, keep;
  std::string sample, from, out, picture;
  std::optional<std::size_t> count;
  std::uint64_t seed = 0;
  RunArguments run;
  unsigned threads = 0;
  bool resume = false;
};

/// The bar of a sweep, whose first chunk of runs may take its time.
class SweepBar {
 public:
  explicit SweepBar(std::size_t runs) : runs_(runs) {}

  void show(std::size_t done) {
    const std::lock_guard lock(mutex_);
    done_ = done;
    bar_.show_count(done_, runs_);
  }
  /// What was shown last, with the time that has passed; from any thread, as often as it likes.
  void show_again() {
    if (!bar_.is_seen()) return;
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) bar_.show_count(done_, runs_);
  }

 private:
  ProgressBar bar_{"runs"};
  const std::size_t runs_;
  std::size_t done_ = 0;
  std::mutex mutex_;
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
  const std::string text = text_of_model(arguments.path);
  const Study study = read_study({.model_text = text,
                                  .model_name = arguments.path,
                                  .set = arguments.numbers(text, arguments.path),
                                  .plan = plan_of(arguments),
                                  .keep = arguments.keep,
                                  .run = arguments.run.said});
  arguments.run.options(study.model);  // for its notes
  PictureArguments picture;
  picture.output = arguments.picture;
  if (!picture.output.empty()) {  // pictures that cannot be drawn are refused before the runs
    picture.chosen_format();
    check_drawable(study.plan());
    try_output(picture.output);
  }
  try_output(arguments.out);
  const EndsWhenAsked keeps_what_there_is;
  const std::unique_ptr<Ranks> ranks = ranks_of_this_start();
  if (ranks && !ranks->is_first()) {
    share(study, arguments, *ranks);
    return Exit::done;
  }
  std::optional<SweepBar> bar(study.plan().runs());
  const SweepReport report =
      sweep(study, {.out = arguments.out,
                    .resume = arguments.resume,
                    .ranks = ranks.get(),
                    .threads = arguments.threads,
                    .begins = [&](std::size_t done) { bar->show(done); },
                    .progress =
                        [&](std::size_t done) {
                          bar->show(done);
                          return !is_interrupted();
                        },
                    .go_on =
                        [&] {
                          bar->show_again();
                          return !is_interrupted();
                        },
                    .finished =
                        [&](const Results& results, const Overview& overview) {
                          bar.reset();
                          deliver_report(results_text(results, overview) +
                                             start_branches_text(start_branches(study), study),
                                         "");
                          if (!picture.output.empty())
                            picture.deliver(draw_results(results, overview));
                        }});
  bar.reset();
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
      ->type_name("NAME=RANGE")
      ->default_str("nothing")
      ->allow_extra_args(false);
  command
      ->add_option("--sample", arguments->sample,
                   "random numbers: \"m=normal(1,0.1), l=uniform(0.9,1.1)\"")
      ->default_str("nothing");
  command
      ->add_option("--count", arguments->count,
                   "how many samples --sample takes, at each point where --vary makes a grid")
      ->default_str("none: --sample needs it");
  command->add_option("--seed", arguments->seed, "of --sample; the same seed, the same runs")
      ->capture_default_str();
  command
      ->add_option("--from", arguments->from,
                   "a CSV file: a line of names, then a line of numbers for each run")
      ->type_name("FILE.csv")
      ->default_str("nothing");
  command
      ->add_option(
          "--keep", arguments->keep,
          "final, final(x), \"x at 5\", \"x every 0.1\", max(x), min(x), \"first(x > 1)\", "
          "with formulas of the model's names; a semicolon between several, and a name "
          "before: \"peak = max(x)\" (repeatable)")
      ->default_str("final")
      ->allow_extra_args(false);
  command->add_option("--out", arguments->out, "the file of results, .h5 or .csv")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--picture", arguments->picture,
                   "draw the results (.svg, .pdf or .png): curves over one varied number, maps "
                   "over two, means where samples are taken at each point, the histogram of "
                   "samples alone")
      ->type_name("FILE")
      ->default_str("nothing is drawn");
  command->add_flag("--resume", arguments->resume, "finish what an interrupted sweep left");
  command->add_option("--threads", arguments->threads, "that share the runs")
      ->default_str("one for each core; under mpirun one for each rank");
  arguments->run.add_until(*command);
  arguments->run.add_tolerance(*command);
  arguments->run.add_every(*command);
  command->get_option("--every")->description(
      "output step: extremes and first times are looked for at outputs");
  arguments->run.add_max_steps(*command);
  command->footer(
      "alembert sweep pendulum.mech --vary g=1:10:100 --keep \"max(tension)\" --out lengths.csv\n"
      "alembert sweep pendulum.mech --sample \"m=normal(1,0.1)\" --count 1000 --out masses.h5");
  command->callback([arguments, &exit] { exit.status = run_sweep(*arguments); });
}

}  // namespace alembert::app
