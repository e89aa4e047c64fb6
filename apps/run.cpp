// alembert run MODEL: the motion, every force of constraint by name, and the audit.

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "report/atomic_file.hpp"
#include "report/html_report.hpp"
#include "report/motion_report.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct RunArguments : ModelArguments {
  std::string folder;
  std::string format = "text";
  bool json = false;
  std::optional<double> until, tolerance, every;
  std::string method;
};

volatile std::sig_atomic_t interrupted = 0;

// a bar on a terminal, from the second second on; nothing in a pipe
class Progress {
 public:
  Progress(double from, double until)
      : from_(from), until_(until), shown_(isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (drawn_) fmt::print(stderr, "\r{:50}\r", "");
  }

  bool operator()(double t) {
    if (shown_ && (++calls_ & 63) == 0) draw(t);
    return interrupted == 0;
  }

 private:
  void draw(double t) {
    const auto now = std::chrono::steady_clock::now();
    if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100))
      return;
    last_ = now;
    const double part = (t - from_) / (until_ - from_);
    const int filled = static_cast<int>(30 * part);
    fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", 30 - filled, 100 * part);
    drawn_ = true;
  }

  double from_, until_;
  bool shown_;
  bool drawn_ = false;
  unsigned calls_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_ = start_;
};

constexpr std::array methods{Method::dop853, Method::taylor, Method::gauss, Method::stiff};

Method method_named(const std::string& name) {
  for (const Method method : methods)
    if (name_of(method) == name) return method;
  throw ModelError(fmt::format("there is no method '{}'", name),
                   "the methods are dop853, taylor, gauss and stiff");
}

void write_folder(const Motion& motion, const Model& model, const RunArguments& arguments) {
  std::error_code error;
  std::filesystem::create_directories(arguments.folder, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", arguments.folder, error.message()));
  if (arguments.format == "hdf5")
    write_motion_hdf5(motion, arguments.folder + "/motion.h5");
  else
    write_file(arguments.folder + "/motion.csv", motion_csv(motion));
  write_file(arguments.folder + "/summary.json", motion_json(motion));
  if (has_html_report()) {
    const ModelText text{std::filesystem::path(arguments.path).filename().string(),
                         text_of_file(arguments.path)};
    write_file(arguments.folder + "/report.html", html_report(motion, model, text));
  }
}

int run_model(const RunArguments& arguments) {
  const Model model = read_model(arguments.path, {.set = parse_settings(arguments.set)});
  SimulateOptions options;
  options.until = arguments.until;
  options.tolerance = arguments.tolerance;
  options.every = arguments.every;
  if (!arguments.method.empty()) options.method = method_named(arguments.method);
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::optional<Progress> progress;
  options.progress = [&](double t) {
    if (!progress) progress.emplace(t, options.until.value_or(t + 1));
    return (*progress)(t);
  };
  const Motion motion = simulate(model, options);
  progress.reset();
  if (!arguments.folder.empty()) write_folder(motion, model, arguments);
  const bool json = arguments.json || arguments.format == "json";
  deliver(json ? motion_json(motion) : motion_text(motion), "");
  if (!motion.outcome().complete()) {
    if (json) complain(motion.outcome().words());
    return Exit::failed_later;
  }
  return Exit::done;
}

}  // namespace

void add_run(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command =
      program.add_subcommand("run", "integrate the motion and report every force of constraint");
  arguments->add_to(*command);
  command
      ->add_option("--out", arguments->folder,
                   "write motion.csv, summary.json and report.html to this folder")
      ->type_name("FOLDER");
  command->add_option("--format", arguments->format, "text or json; hdf5 writes motion.h5 to --out")
      ->check(CLI::IsMember({"text", "json", "hdf5"}));
  command->add_flag("--json", arguments->json, "the same as --format json");
  command->add_option("--until", arguments->until, "end of the run");
  command->add_option("--tolerance", arguments->tolerance, "absolute and relative");
  command->add_option("--every", arguments->every, "output step");
  std::vector<std::string_view> names;
  for (const Method method : methods) names.push_back(name_of(method));
  offer(*command->add_option("--method", arguments->method, "of integration"), names);
  command->callback([arguments, &exit] { exit.status = run_model(*arguments); });
}

}  // namespace alembert::app
