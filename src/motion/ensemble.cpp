#include "motion/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "mechanics/model_error.hpp"
#include "motion/lane_group.hpp"
#include "motion/run_settings.hpp"
#include "motion/simulation.hpp"

namespace alembert {

namespace {

class EnsembleRun {
 public:
  EnsembleRun(const Model& model, const std::vector<Expr>& varied, std::span<const double> table,
              const EnsembleOptions& options)
      : model_(model),
        varied_(varied),
        table_(table),
        options_(options),
        equations_(derive(model.system)),
        settings_(settle(model, equations_, options.run)),
        n_(model.system.coordinates().size()) {
    check();
    result_.coordinates = n_;
    result_.times = options.times;
    if (result_.times.empty()) result_.times = {settings_.until};
    result_.states.assign(members_ * result_.times.size() * 2 * n_,
                          std::numeric_limits<double>::quiet_NaN());
    // so they stay if the whole is stopped before their turn
    result_.outcomes.assign(members_, {Fate::interrupted, settings_.from, ""});
    result_.energy_deviation.assign(members_, 0);
    result_.residual.assign(members_, 0);
    result_.steps.assign(members_, 0);
    prepare_lanes();
  }

  Ensemble run() {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = options_.threads > 0 ? options_.threads : cores;
    const std::size_t useful = (members_ + options_.lanes - 1) / options_.lanes;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(wanted, useful); ++i)
      others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    result_.one_by_one = one_by_one_;
    return std::move(result_);
  }

 private:
  void check() {
    if (options_.lanes != 1 && options_.lanes != 4)
      throw ModelError(fmt::format("{} motions cannot run together", options_.lanes),
                       "a core runs 1 or 4 of them");
    const Graph& graph = model_.system.graph();
    for (const Expr& symbol : varied_)
      if (symbol.graph() != &graph || !graph.is_symbol(symbol.node()) ||
          !graph.kinds(symbol.node()).has(Kind::coordinate | Kind::velocity | Kind::parameter))
        throw ModelError("what varies is a coordinate, a velocity or a parameter, not a formula");
    if (varied_.empty() ? !table_.empty() : table_.size() % varied_.size() != 0)
      throw ModelError(fmt::format("{} numbers do not fill a table of {} columns", table_.size(),
                                   varied_.size()));
    members_ = varied_.empty() ? 0 : table_.size() / varied_.size();
    double before = settings_.from;
    for (const double t : options_.times) {
      if (!(t > before && t <= settings_.until))
        throw ModelError(fmt::format("{:g} cannot be a time at which states are kept", t),
                         "times increase, from the start of the run to its end");
      before = t;
    }
  }

  // lanes serve regular motions by Dormand and Prince's method; everything else is run one by one
  void prepare_lanes() {
    if (members_ == 0 || settings_.method != Method::dop853 || !settings_.stop_when.empty() ||
        settings_.inconsistent == Inconsistent::least_squares)
      return;
    for (const EquationRow& row : equations_.rows)
      if (row.level == Level::velocity && row.classification.form == VelocityForm::nonlinear)
        return;  // its gradient must be watched

    // the rows that are independent in the first motion
    const auto first = std::make_shared<Simulation>(equations_of(0), settings_);
    try {
      first->prepare(start_of(0));
    } catch (const ModelError&) {
      return;
    }
    const std::vector<std::size_t>* rows = first->independent_rows();
    if (rows == nullptr) return;
    find_free_parameters();
    starts_alike_ = are_starts_alike();
    common_start_ = start_of(0);
    ExplicitOptions options{free_parameters_, settings_.drift == Drift::baumgarte,
                            settings_.baumgarte_alpha, settings_.baumgarte_beta};
    if (auto formulas = ExplicitFormulas::make(equations_, *rows, options))
      functions_ = std::make_unique<LaneFunctions>(
          *formulas, n_, std::max(settings_.tolerance, smallest_tolerance),
          settings_.drift == Drift::project);
  }

  // those that vary, and those that are formulas of them
  void find_free_parameters() {
    std::vector<NodeId> moving;
    for (const Expr& symbol : varied_) moving.push_back(symbol.node());
    const std::vector<Parameter>& parameters = model_.system.parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const std::vector<NodeId> used =
          reachable(model_.system.graph(), {parameters[p].symbol, parameters[p].formula});
      if (std::none_of(moving.begin(), moving.end(), [&](NodeId node) {
            return std::binary_search(used.begin(), used.end(), node);
          }))
        continue;
      free_parameters_.push_back(p);
      moving.push_back(parameters[p].symbol);
    }
  }

  double number(std::size_t member, std::size_t column) const {
    return table_[member * varied_.size() + column];
  }

  Assignment parameters_of(std::size_t member) const {
    Assignment numbers;
    for (std::size_t c = 0; c < varied_.size(); ++c)
      if (model_.system.graph().kind(varied_[c].node()) == Kind::parameter)
        numbers[varied_[c].node()] = number(member, c);
    return numbers;
  }

  /// The equations of one motion, on a graph of their own.
  Equations equations_of(std::size_t member) const {
    Equations equations = equations_;
    equations.system = model_.system.with_parameters(parameters_of(member));
    return equations;
  }

  /// The start of one motion, by the formulas of the model on a graph of their own.
  StartData start_of(std::size_t member) const {
    Model model = model_;
    model.system = model_.system.with_parameters(parameters_of(member));
    SimulateOptions options = options_.run;
    for (std::size_t c = 0; c < varied_.size(); ++c)
      if (model_.system.graph().kind(varied_[c].node()) != Kind::parameter)
        options.start.emplace_back(varied_[c], number(member, c));
    return alembert::start_of(model, options, settings_.from);
  }

  // whether no start value is a formula of what varies
  bool are_starts_alike() const {
    std::vector<NodeId> formulas;
    for (const StartValue& value : model_.start)
      if (!is_varied(value.symbol)) formulas.push_back(value.formula);
    const std::vector<NodeId> used = reachable(model_.system.graph(), formulas);
    const auto is_used = [&](NodeId symbol) {
      return std::binary_search(used.begin(), used.end(), symbol);
    };
    for (const Expr& symbol : varied_)
      if (is_used(symbol.node())) return false;
    for (const std::size_t p : free_parameters_)
      if (is_used(model_.system.parameters()[p].symbol)) return false;
    return true;
  }

  // what varies takes the place of what the model says
  void put_start(std::size_t member, StartData& start) const {
    const std::vector<Coordinate>& coordinates = model_.system.coordinates();
    const auto put = [&](std::vector<Known>& given, std::vector<Known>& guesses,
                         std::size_t coordinate, double value) {
      const auto is_it = [&](const Known& known) { return known.coordinate == coordinate; };
      std::erase_if(given, is_it);
      std::erase_if(guesses, is_it);
      given.push_back({coordinate, value});
    };
    for (std::size_t c = 0; c < varied_.size(); ++c)
      for (std::size_t j = 0; j < n_; ++j) {
        if (coordinates[j].q == varied_[c].node())
          put(start.q, start.q_guess, j, number(member, c));
        if (coordinates[j].v == varied_[c].node())
          put(start.v, start.v_guess, j, number(member, c));
      }
  }

  void work() {
    try {
      std::vector<std::size_t> left_over;
      if (functions_) {
        LaneGroup lanes(*functions_, options_.lanes, result_.times);
        lanes.run([&](LaneMotion& motion) { return next(motion); },
                  [&](const LaneMotion& motion, std::size_t index) { keep(motion, index); },
                  [&](const LaneMotion& motion) { left_over.push_back(motion.member); });
        for (const std::size_t member : left_over) run_alone(member);
      } else {
        for (std::size_t member = next_++; member < members_ && !stopped_; member = next_++)
          run_alone(member);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  /// The next motion, where it would start if its start satisfies the constraints.
  bool next(LaneMotion& motion) {
    motion.member = next_++;
    if (motion.member >= members_ || stopped_) return false;
    motion.t = settings_.from;
    const Assignment* numbers = &model_.system.parameter_values();
    Assignment own;
    if (!free_parameters_.empty()) {
      own = *numbers;
      for (const auto& [symbol, value] : parameters_of(motion.member)) own[symbol] = value;
      const std::vector<Parameter>& parameters = model_.system.parameters();
      motion.parameters.clear();
      for (const std::size_t p : free_parameters_) {
        double& value = own[parameters[p].symbol];
        if (!is_varied(parameters[p].symbol))
          value = evaluate(model_.system.graph(), {parameters[p].formula}, own).front();
        motion.parameters.push_back(value);
      }
    }
    StartData start;
    if (starts_alike_) {
      start = common_start_;
      put_start(motion.member, start);
    } else {
      start = start_of(motion.member);
    }
    motion.state.assign(2 * n_, 0);
    for (const auto* list : {&start.q_guess, &start.q})
      for (const Known& known : *list) motion.state[known.coordinate] = known.value;
    for (const auto* list : {&start.v_guess, &start.v})
      for (const Known& known : *list) motion.state[n_ + known.coordinate] = known.value;
    return true;
  }

  bool is_varied(NodeId symbol) const {
    return std::any_of(varied_.begin(), varied_.end(),
                       [&](const Expr& expr) { return expr.node() == symbol; });
  }

  double* state_at(std::size_t member, std::size_t index) {
    return result_.states.data() + (member * result_.times.size() + index) * 2 * n_;
  }

  void keep(const LaneMotion& motion, std::size_t index) {
    std::copy(motion.state.begin(), motion.state.end(), state_at(motion.member, index));
    if (index + 1 < result_.times.size()) return;
    result_.outcomes[motion.member] = {Fate::reached_the_end, motion.t, ""};
    result_.energy_deviation[motion.member] = motion.energy_deviation;
    result_.residual[motion.member] = motion.residual;
    result_.steps[motion.member] = motion.steps;
    count();
  }

  void run_alone(std::size_t member) {
    RunSettings settings = settings_;
    // rows of the table exactly at the times that are kept
    settings.every = settings.until - settings.from;
    Outcome& outcome = result_.outcomes[member];
    try {
      const auto simulation = std::make_shared<Simulation>(equations_of(member), settings);
      simulation->prepare(start_of(member));
      const Motion motion = simulation->run([this](double) { return !stopped_; });
      outcome = motion.outcome();
      for (std::size_t k = 0; k < result_.times.size(); ++k) {
        if (result_.times[k] > motion.end_time()) break;
        const std::vector<double> row = simulation->row_at(result_.times[k]);
        std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(simulation->layout().q), n_,
                    state_at(member, k));
        std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(simulation->layout().v), n_,
                    state_at(member, k) + n_);
      }
      result_.energy_deviation[member] = motion.energy_deviation();
      result_.residual[member] = motion.largest().position;
      result_.steps[member] = motion.counters().steps;
    } catch (const ModelError& error) {
      outcome = {Fate::not_converging, settings.from, error.what()};
    }
    ++one_by_one_;
    count();
  }

  void count() {
    const std::size_t done = ++done_;
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    if (!options_.progress(done)) stopped_ = true;
  }

  const Model& model_;
  const std::vector<Expr>& varied_;
  const std::span<const double> table_;
  const EnsembleOptions& options_;
  const Equations equations_;
  const RunSettings settings_;
  const std::size_t n_;
  std::size_t members_ = 0;
  std::vector<std::size_t> free_parameters_;
  std::unique_ptr<LaneFunctions> functions_;
  bool starts_alike_ = false;
  StartData common_start_;
  Ensemble result_;
  std::atomic<std::size_t> next_ = 0, done_ = 0, one_by_one_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

Ensemble simulate_ensemble(const Model& model, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options) {
  return EnsembleRun(model, varied, table, options).run();
}

Ensemble simulate_ensemble(const System& system, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options) {
  return simulate_ensemble(Model{system, {}, {}, {}, {}}, varied, table, options);
}

}  // namespace alembert
