// alembert run MODEL: the motion, every force of constraint by name, and the audit.

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/certificate.hpp"
#include "motion/expectations.hpp"
#include "motion/run_settings.hpp"
#include "motion/simulate.hpp"
#include "report/atomic_file.hpp"
#include "report/audit.hpp"
#include "report/certificate_report.hpp"
#include "report/html_report.hpp"
#include "report/motion_report.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct RunArguments : ModelArguments {
  std::string folder;
  std::string format = "text";
  bool json = false;
  bool check = false;
  std::optional<double> until, tolerance, every;
  std::string method;
  bool certify = false;
};

volatile std::sig_atomic_t interrupted = 0;

int columns_of_terminal() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

// a bar on a terminal, from the second second on; nothing in a pipe
class Progress {
 public:
  explicit Progress(const RunSpan& span) : span_(span), shown_(isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (drawn_ > 0) fmt::print(stderr, "\r{:{}}\r", "", drawn_);
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
    // a line that is full to its last column would begin the next one
    constexpr int longest_bar = 30, around_the_bar = 8;
    const int bar = std::min(longest_bar, columns_of_terminal() - around_the_bar - 1);
    const double part = std::clamp((t - span_.from) / (span_.until - span_.from), 0.0, 1.0);
    std::string line = fmt::format("{:3.0f} %", 100 * part);
    if (bar > 0) {
      const int filled = static_cast<int>(bar * part);
      line = fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", bar - filled, line);
    }
    fmt::print(stderr, "\r{:{}}", line, drawn_);
    drawn_ = std::max(drawn_, line.size());
  }

  RunSpan span_;
  bool shown_;
  std::size_t drawn_ = 0;  ///< columns that hold something
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

void write_folder(const Motion& motion, const Model& model, const std::vector<CheckResult>& checks,
                  const std::optional<Certificate>& certificate, const RunArguments& arguments) {
  std::error_code error;
  std::filesystem::create_directories(arguments.folder, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", arguments.folder, error.message()));
  if (arguments.format == "hdf5")
    write_motion_hdf5(motion, arguments.folder + "/motion.h5");
  else
    write_file(arguments.folder + "/motion.csv", motion_csv(motion));
  write_file(arguments.folder + "/summary.json", motion_json(motion, checks, certificate));
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
    if (!progress) progress.emplace(span_of(model, options));
    return (*progress)(t);
  };
  const Motion motion = simulate(model, options);
  progress.reset();
  const std::vector<CheckResult> checks = check_expectations(model, motion);
  std::optional<Certificate> certificate;
  if (arguments.certify && motion.outcome().fate != Fate::interrupted)
    certificate = certify(motion, model, options);
  progress.reset();
  if (!arguments.folder.empty()) write_folder(motion, model, checks, certificate, arguments);
  const bool json = arguments.json || arguments.format == "json";
  deliver(json ? motion_json(motion, checks, certificate)
               : motion_text(motion, checks) + (certificate ? certificate_text(*certificate) : ""),
          "");
  const Audit audit = audit_of(motion);
  const bool fails = !motion.outcome().complete() || !audit.holds();
  if (fails && json) complain(ending_in_words(motion, audit));
  const bool counts = arguments.check && !std::ranges::all_of(checks, &CheckResult::holds);
  return fails || counts ? Exit::failed_later : Exit::done;
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
  command->add_flag("--check", arguments->check,
                    "exit with 1 also where the check block of the model does not hold");
  command->add_option("--until", arguments->until, "end of the run");
  command->add_option("--tolerance", arguments->tolerance,
                      "error of a step, relative to the natural sizes of the motion");
  command->add_option("--every", arguments->every, "output step");
  command->add_flag("--certify", arguments->certify,
                    "run again at a hundredth of the tolerance and say which digits agree");
  std::vector<std::string_view> names;
  for (const Method method : methods) names.push_back(name_of(method));
  offer(*command->add_option("--method", arguments->method, "of integration"), names);
  command->callback([arguments, &exit] { exit.status = run_model(*arguments); });
}

}  // namespace alembert::app
