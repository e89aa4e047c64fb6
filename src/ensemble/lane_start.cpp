#include "ensemble/lane_start.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/natural_time.hpp"
#include "dynamics/projection_progress.hpp"
#include "dynamics/sizes_beside.hpp"
#include "integrate/condition_range.hpp"
#include "integrate/flow.hpp"
#include "integrate/step_size.hpp"

namespace alembert {

namespace {

// a start that has to be moved by more than rounding is to be searched for
constexpr double start_moves = 1e-12;

}  // namespace

/// f at the start of a motion, for its first step.
class LaneStart::StartFlow final : public integrate::Flow {
 public:
  StartFlow(const LaneFunctions& functions, std::vector<double>& workspace)
      : functions_(functions),
        inputs_(functions.acceleration->input_count()),
        outputs_(functions.acceleration->output_count()),
        workspace_(workspace),
        y_(static_cast<numeric::Index>(size())),
        f_(y_.size()),
        for_step_{y_, y_},
        natural_sizes_(functions.blocks) {
    natural_sizes_.set_tolerance(functions.tolerance);
  }

  std::size_t size() const override { return 2 * functions_.rows.n; }
  std::size_t controlled() const override { return 2 * functions_.rows.n; }
  const double* sizes() const override { return natural_sizes_.data(); }
  const NaturalSizes& natural_sizes() const { return natural_sizes_; }
  double noise() const override { return 0; }
  bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) override {
    const std::size_t n = functions_.rows.n;
    inputs_[0] = t;
    std::copy_n(y.data(), 2 * n, inputs_.data() + 1);
    functions_.acceleration->evaluate(inputs_.data(), outputs_.data(), workspace_.data());
    std::copy_n(y.data() + n, n, dy.data());
    std::copy_n(outputs_.data(), n, dy.data() + n);
    return outputs_.back() < integrate::largest_condition && dy.allFinite();
  }

  /// Before anything is asked about a motion.
  void set(double t, const std::vector<double>& state, const std::vector<double>& parameters) {
    const auto n = static_cast<numeric::Index>(functions_.rows.n);
    inputs_[0] = t;
    std::copy(parameters.begin(), parameters.end(), inputs_.data() + 1 + size());
    std::copy(state.begin(), state.end(), y_.data());
    std::copy(state.begin(), state.end(), inputs_.data() + 1);
    inertia_ =
        inertia_around(functions_.M, functions_.A, y_.head(n), [&](const numeric::Vector& q) {
          std::copy(q.begin(), q.end(), inputs_.data() + 1);
          numeric::Vector inertia(n);
          functions_.inertia->evaluate(inputs_.data(), inertia.data(), workspace_.data());
          return inertia;
        });
    natural_sizes_.assume(inertia_, y_.head(n), y_.tail(n));
  }

  std::optional<double> first_step(double t, double longest) {
    const auto n = static_cast<numeric::Index>(functions_.rows.n);
    if (!evaluate(t, y_, f_)) return std::nullopt;
    MotionBeginning beginning{inertia_, y_.head(n), y_.tail(n), f_.tail(n)};
    numeric::Vector y(y_.size()), f(y_.size()), a(n);
    const auto accelerate = [&](double later, const numeric::Vector& q, const numeric::Vector& v) {
      y << q, v;
      const bool is_defined = evaluate(later, y, f);
      a = f.tail(n);
      return is_defined ? &a : nullptr;
    };
    const auto terms = [&](double later, const numeric::Vector& q, const numeric::Vector& v) {
      return force_terms(later, q, v);
    };
    find_natural_time(beginning, functions_.blocks, t, functions_.longest_step, accelerate, terms);
    // a motion at rest gets a run of its own, which knows the rounding of its rows and takes long
    // steps
    if (beginning.rests) return std::nullopt;
    natural_sizes_.begin(beginning);
    return integrate::first_step(*this, t, y_, f_, functions_.tolerance, longest, for_step_);
  }

 private:
  /// As Dynamics::force_terms.
  numeric::Vector force_terms(double t, const numeric::Vector& q, const numeric::Vector& v) {
    numeric::Vector terms = numeric::Vector::Zero(q.size());
    if (!functions_.force_terms) return terms;
    inputs_[0] = t;
    std::copy(q.begin(), q.end(), inputs_.data() + 1);
    std::copy(v.begin(), v.end(), inputs_.data() + 1 + q.size());
    functions_.force_terms->evaluate(inputs_.data(), terms.data(), workspace_.data());
    for (numeric::Index j = 0; j < q.size(); ++j) {
      terms[j] /= inertia_[j];
      if (!std::isfinite(terms[j])) terms[j] = 0;
    }
    return terms;
  }

  const LaneFunctions& functions_;
  std::vector<double> inputs_, outputs_;
  std::vector<double>& workspace_;
  numeric::Vector y_, f_;
  integrate::StepWorkspace for_step_;
  NaturalSizes natural_sizes_;
  numeric::Vector inertia_;
};

LaneStart::LaneStart(const LaneFunctions& functions)
    : functions_(functions), block_(functions.rows.count) {
  std::size_t workspace = 0, outputs = 0;
  for (const Evaluator* evaluator :
       {functions.acceleration.get(), functions.inertia.get(), functions.force_terms.get(),
        functions.projection.get(), functions.audit.get()}) {
    if (evaluator == nullptr) continue;
    workspace = std::max(workspace, evaluator->workspace_size(1));
    outputs = std::max(outputs, evaluator->output_count());
  }
  workspace_.resize(workspace);
  outputs_.resize(outputs);
  flow_ = std::make_unique<StartFlow>(functions, workspace_);
}

LaneStart::~LaneStart() = default;

const double* LaneStart::call(const Evaluator& evaluator) {
  evaluator.evaluate(block_.data(), outputs_.data(), workspace_.data());
  return outputs_.data();
}

std::optional<LaneStart::Beginning> LaneStart::begin(double t, const std::vector<double>& state,
                                                     const std::vector<double>& parameters,
                                                     double longest) {
  // a start with NaN is reported by the run of its own that it gets
  if (!std::ranges::all_of(state, [](double x) { return std::isfinite(x); })) return std::nullopt;
  const LaneRows& rows = functions_.rows;
  block_[rows.t] = t;
  std::copy(state.begin(), state.end(), block_.data() + rows.q);
  std::copy(parameters.begin(), parameters.end(), block_.data() + rows.parameters);
  flow_->set(t, state, parameters);
  std::copy_n(flow_->sizes(), 2 * rows.n, block_.data() + rows.size);
  if (functions_.projects && !is_on_constraints()) return std::nullopt;
  const std::optional<double> step = flow_->first_step(t, longest);
  if (!step) return std::nullopt;
  const double* const audit = call(*functions_.audit);
  return Beginning{audit[0], audit[1], *step, &flow_->natural_sizes()};
}

// a start on the constraints stays as it is
bool LaneStart::is_on_constraints() {
  const LaneRows& rows = functions_.rows;
  const double* const found = call(*functions_.projection);
  return found[rows.condition] < integrate::largest_condition &&
         found[rows.miss] <= ProjectionProgress::largest_miss &&
         found[rows.q_size] <= start_moves && found[rows.v_before] <= start_moves;
}

}  // namespace alembert
