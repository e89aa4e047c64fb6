#include "studio/live_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "mechanics/start_error.hpp"
#include "motion/simulate.hpp"
#include "report/viewer_json.hpp"
#include "text/placed.hpp"

namespace alembert::studio {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_messages = std::chrono::milliseconds(40);
constexpr auto between_looks = std::chrono::milliseconds(20);  // whether the client still listens
constexpr std::size_t largest_message = 128 << 10;
// every step is remembered: at most this many numbers in all
constexpr std::size_t most_remembered = 20'000'000;

/// Rows of the viewer's table on their way to the client.
class RowStream {
 public:
  RowStream(const BoundedModel& bounded, const ModelRequest& request, const LiveRun& run)
      : table_(bounded.model, bounded.equations), request_(request), run_(run) {
    const RunSettings& settings = bounded.settings;
    outputs_.of = bounded.outputs;
    outputs_.shown =
        std::min(outputs_.of,
                 static_cast<std::size_t>((settings.until - settings.from) / settings.every) + 1);
  }

  void add(std::span<const double> motion_row) {
    const std::vector<double>& row = table_.row(motion_row);
    // the first row tells what the figure can show
    if (!has_begun_)
      send(fmt::format("{{\"header\": {}}}\n",
                       viewer_header_json(table_, {request_.file, request_.text}, outputs_)));
    has_begun_ = true;
    pending_ += pending_.empty() ? "[" : ",[";
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0) pending_ += ',';
      put(row[k], k == 0);
    }
    pending_ += ']';
    if (pending_.size() > largest_message || Clock::now() - last_ > between_messages) flush();
  }

  void flush() {
    if (pending_.empty()) return;
    send("{\"rows\": [" + pending_ + "]}\n");
    pending_.clear();
  }

  void send(const std::string& line) {
    if (is_heard_) is_heard_ = run_.send(line);
    last_ = Clock::now();
  }
  bool is_heard() const { return is_heard_; }

 private:
  // single precision is more than a screen shows, but times may lie close together
  void put(double number, bool is_time) {
    if (!std::isfinite(is_time ? number : static_cast<float>(number)))
      pending_ += "null";
    else if (is_time)
      fmt::format_to(std::back_inserter(pending_), "{}", number);
    else
      fmt::format_to(std::back_inserter(pending_), "{}", static_cast<float>(number));
  }

  ViewerTable table_;
  const ModelRequest& request_;
  const LiveRun& run_;
  ShownOutputs outputs_;
  std::string pending_;
  Clock::time_point last_ = Clock::now();
  bool has_begun_ = false, is_heard_ = true;
};

void integrate(const ModelRequest& request, const LiveRun& run) {
  const auto deadline = Clock::now() + run.time_limit;
  const BoundedModel bounded = read_bounded(request);
  RowStream stream(bounded, request, run);
  const std::size_t numbers_of_step = 2 * bounded.model.system.coordinates().size() + 4;
  std::size_t steps = 0;
  std::string bound;  // of the studio, that ended the run
  Clock::time_point last_look = {};
  SimulateOptions options = bounded.options;
  options.output = [&](std::span<const double> row) { stream.add(row); };
  options.progress = [&](double) {
    if (++steps * numbers_of_step > most_remembered)
      bound = fmt::format("the studio follows up to {} steps of this model", steps - 1);
    const auto now = Clock::now();
    if (!bound.empty() || now - last_look < between_looks) return bound.empty();
    last_look = now;
    if (now >= deadline)
      bound = fmt::format("the studio gives a run {:.3g} seconds",
                          std::chrono::duration<double>(run.time_limit).count());
    return bound.empty() && stream.is_heard() && !run.is_cancelled();
  };
  const Motion motion = [&] {
    try {
      return simulate(bounded.model, options);
    } catch (const StartError& error) {
      throw placed(error, bounded.model.text, "");
    }
  }();
  stream.flush();
  stream.send(fmt::format("{{\"end\": {}, \"bound\": \"{}\"}}\n",
                          viewer_end_json(motion, bounded.model), bound));
}

}  // namespace

std::string mistake_json(const Mistake& mistake) {
  nlohmann::json json{{"message", mistake.message}, {"hint", mistake.hint}};
  if (mistake.place.line > 0) {
    json["line"] = mistake.place.line;
    json["column"] = mistake.place.column;
    json["length"] = mistake.place.length;
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void run_live(const ModelRequest& request, const LiveRun& run) {
  try {
    integrate(request, run);
  } catch (const ModelError& error) {
    run.send(fmt::format("{{\"error\": {}}}\n", mistake_json(error.mistakes().front())));
  } catch (const std::exception& error) {
    run.send(fmt::format("{{\"error\": {}}}\n", mistake_json({{}, error.what(), {}})));
  }
}

}  // namespace alembert::studio
