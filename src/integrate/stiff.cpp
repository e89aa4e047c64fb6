#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <sundials/sundials_context.hpp>

#include "integrate/integrator.hpp"
#include "integrate/noted_evaluation.hpp"
#include "integrate/power_quadrature.hpp"
#include "integrate/step_size.hpp"

namespace alembert::integrate {
namespace {

using numeric::Index;
using numeric::Vector;

struct Release {
  void operator()(N_Vector v) const { N_VDestroy(v); }
  void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};
using OwnedVector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Release>;
using OwnedMatrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Release>;
using OwnedSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Release>;
struct ReleaseMemory {
  void operator()(void* memory) const { CVodeFree(&memory); }
};

auto view(N_Vector v) {
  return Eigen::Map<Vector>(N_VGetArrayPointer(v), static_cast<Index>(N_VGetLength(v)));
}

/// CVODE integrates z = y − shift, z′ = f(t, z + shift). A small correction of y is added to the
/// shift: it moves all that CVODE remembers by the same amount, so the past stays a past (the
/// projection that CVODE offers does the same). Only a correction beyond the tolerance needs a new
/// start with small steps. The integrals that come along are not controlled, and CVODE's steps may
/// be far too long for them: they are found by quadrature over its dense output.
class Stiff final : public Integrator {
 public:
  Stiff(Flow& flow, double tolerance)
      : flow_(flow), tolerance_(std::max(tolerance, smallest_tolerance)) {}
  Stiff(const Stiff&) = delete;
  Stiff& operator=(const Stiff&) = delete;

  void start(double t, const Vector& y, double step_guess) override;
  StepReport step(double t_end) override {
    met_ = {};
    return {take_step(t_end), met_};
  }
  void limit_steps(double longest) override { longest_ = longest; }
  void correct(const Vector& y) override;

  double t() const override { return t_; }
  double t_before() const override { return t_before_; }
  const Vector& y() const override { return y_; }
  void interpolate(double t, Vector& y) override;
  const IntegratorCounters& counters() const override { return counters_; }

 private:
  bool call(double t, const Vector& y, Vector& dy) {
    return evaluate_and_note(flow_, t, y, dy, met_);
  }
  bool evaluate(double t, N_Vector z, N_Vector dz);
  int fill_jacobian(double t, N_Vector z, N_Vector dz, SUNMatrix J);
  void weigh(N_Vector z, N_Vector weights) const;
  double allowed(Index i, double y) const {
    return i < controlled_ ? allowed_error(tolerance_ + noise_, flow_.sizes()[i], 0)
                           : allowed_error(tolerance_, std::abs(y), 0);
  }

  void create();
  void begin();
  StepStatus take_step(double t_end);
  StepStatus euler_step(double t_end);
  void polynomial_at(double t, Vector& y);
  void gather_integrals();
  void know_rates_at_ends();
  long failures() const;
  void know_jump();

  Flow& flow_;
  double tolerance_;
  IntegratorCounters counters_;
  ConditionRange met_;  // in the last step
  Index n_ = 0, controlled_ = 0;

  // in the order of their making: released the other way round
  sundials::Context context_;
  OwnedVector z_;
  OwnedMatrix matrix_;
  OwnedSolver solver_;
  std::unique_ptr<void, ReleaseMemory> memory_;

  double t_ = 0, t_before_ = 0;
  double step_guess_ = 0;
  double longest_ = 0;    // 0: as long as they like
  double noise_ = 0;      // that the tolerance must not forbid
  Vector before_;         // y at t_before_
  Vector landed_;         // y at t_ as the step found it
  Vector y_;              // y at t_, corrected
  Vector shift_;          // y − z
  Vector shift_of_step_;  // of the last step
  Vector argument_, slope_, slope_nearby_;
  PowerQuadrature integrals_;  // over the last step
  Vector jump_;                // what the polynomial lacks at the begin of the last step
  bool fresh_ = true;          // CVODE has to begin anew, at (t_, y_)
  bool jump_known_ = false;
  bool rates_at_ends_known_ = false;
};

bool Stiff::evaluate(double t, N_Vector z, N_Vector dz) {
  ++counters_.evaluations;
  argument_ = view(z) + shift_;
  if (!call(t, argument_, slope_)) return false;
  view(dz) = slope_;
  return true;
}

/// ∂f/∂y by differences. Nothing depends on the integrals that come along: their columns are zero.
/// So are their rows: they are found by quadrature, and numbers in other units would be taken as
/// pivots.
int Stiff::fill_jacobian(double t, N_Vector z, N_Vector dz, SUNMatrix J) {
  argument_ = view(z) + shift_;
  const auto f = view(dz);
  // the best compromise between rounding and curvature
  const double relative =
      std::sqrt(std::max(std::numeric_limits<double>::epsilon(), flow_.noise()));
  SUNMatZero(J);
  for (Index j = 0; j < controlled_; ++j) {
    const double y = argument_[j];
    double increment = relative * std::max(std::abs(y), flow_.sizes()[j]);
    for (const double side : {1.0, -1.0}) {
      argument_[j] = y + side * increment;
      ++counters_.evaluations;
      if (call(t, argument_, slope_nearby_)) {
        increment = argument_[j] - y;
        break;
      }
      if (side < 0) return 1;
    }
    argument_[j] = y;
    Eigen::Map<Vector>(SUNDenseMatrix_Column(J, j), controlled_) =
        (slope_nearby_ - f).head(controlled_) / increment;
  }
  return 0;
}

/// CVODE takes the mean of squares over all components: those that are not controlled weigh
/// nothing, and the others as much as if they were alone.
void Stiff::weigh(N_Vector z, N_Vector weights) const {
  const double share =
      std::sqrt(static_cast<double>(n_) / static_cast<double>(std::max<Index>(controlled_, 1)));
  // times a work in any units
  constexpr double nothing = 1e-250;
  const auto from = view(z);
  auto to = view(weights);
  for (Index i = 0; i < n_; ++i)
    to[i] = i < controlled_ ? share / allowed(i, from[i] + shift_[i]) : nothing;
}

void Stiff::create() {
  n_ = static_cast<Index>(flow_.size());
  controlled_ = static_cast<Index>(flow_.controlled());
  for (Vector* v : {&shift_of_step_, &argument_, &slope_, &slope_nearby_, &jump_}) v->resize(n_);
  memory_.reset();
  z_.reset(N_VNew_Serial(n_, context_));
  matrix_.reset(SUNDenseMatrix(n_, n_, context_));
  solver_.reset(SUNLinSol_Dense(z_.get(), matrix_.get(), context_));
  memory_.reset(CVodeCreate(CV_BDF, context_));
  if (!z_ || !matrix_ || !solver_ || !memory_) throw std::bad_alloc();

  void* const memory = memory_.get();
  CVodeInit(
      memory,
      [](double t, N_Vector z, N_Vector dz, void* user) {
        return static_cast<Stiff*>(user)->evaluate(t, z, dz) ? 0 : 1;
      },
      t_, z_.get());
  CVodeSetUserData(memory, this);
  CVodeWFtolerances(memory, [](N_Vector z, N_Vector weights, void* user) {
    static_cast<Stiff*>(user)->weigh(z, weights);
    return 0;
  });
  CVodeSetLinearSolver(memory, solver_.get(), matrix_.get());
  CVodeSetJacFn(memory,
                [](double t, N_Vector z, N_Vector dz, SUNMatrix J, void* user, N_Vector, N_Vector,
                   N_Vector) { return static_cast<Stiff*>(user)->fill_jacobian(t, z, dz, J); });
  // only the smallest step ends the search for a good one; the status tells, not a message
  CVodeSetMaxErrTestFails(memory, 100);
  CVodeSetMaxConvFails(memory, 100);
  CVodeSetErrHandlerFn(
      memory, [](int, const char*, const char*, char*, void*) {}, nullptr);
}

void Stiff::start(double t, const Vector& y, double step_guess) {
  assert(y.size() == static_cast<Index>(flow_.size()));
  t_ = t_before_ = t;
  y_ = before_ = landed_ = y;
  step_guess_ = std::max(step_guess, 0.0);
  noise_ = 0;
  shift_ = Vector::Zero(y.size());
  if (!memory_) create();
  fresh_ = true;
}

void Stiff::begin() {
  shift_.setZero();
  view(z_.get()) = y_;
  CVodeReInit(memory_.get(), t_, z_.get());
  CVodeSetInitStep(memory_.get(), step_guess_);
  fresh_ = false;
}

long Stiff::failures() const {
  long error_tests = 0, iterations = 0;
  CVodeGetNumErrTestFails(memory_.get(), &error_tests);
  CVodeGetNumNonlinSolvConvFails(memory_.get(), &iterations);
  return error_tests + iterations;
}

StepStatus Stiff::take_step(double t_end) {
  assert(t_end > t_);
  t_before_ = t_;
  before_ = landed_ = y_;
  jump_known_ = false;
  if (fresh_) begin();

  void* const memory = memory_.get();
  CVodeSetStopTime(memory, t_end);
  // it looks at the end of a step alone
  CVodeSetMaxStep(memory, longest_ / 5);
  CVodeSetMinStep(memory, std::min(smallest_step(t_, t_end), t_end - t_));
  const long failed = failures();
  double landing = t_;
  const int flag = CVode(memory, t_end, z_.get(), &landing, CV_ONE_STEP);
  counters_.rejected += failures() - failed;
  switch (flag) {
    case CV_SUCCESS:
    case CV_TSTOP_RETURN:
      break;
    case CV_TOO_CLOSE:
      return euler_step(t_end);
    case CV_TOO_MUCH_ACC:
    case CV_ERR_FAILURE:
      return StepStatus::too_small;
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
      return StepStatus::not_defined;
    default:
      return StepStatus::not_converging;
  }
  ++counters_.steps;
  t_ = landing;
  y_ = landed_ = view(z_.get()) + shift_;
  shift_of_step_ = shift_;
  noise_ = 10 * flow_.noise();
  gather_integrals();
  return StepStatus::advanced;
}

/// Replaces what CVODE makes of the integrals by the quadrature of their rates.
void Stiff::gather_integrals() {
  const Index count = n_ - controlled_;
  if (count == 0) return;
  const double h = t_ - t_before_;
  bool defined = true;
  for (const std::size_t i : PowerQuadrature::inner) {
    const double t = t_before_ + PowerQuadrature::nodes[i] * h;
    polynomial_at(t, argument_);
    ++counters_.evaluations;
    defined = defined && call(t, argument_, slope_);
    integrals_.rates[i] = slope_.tail(count);
  }
  // at the border of the domain CVODE's own are what there is
  if (!defined) integrals_.rates.fill((landed_ - before_).tail(count) / h);
  rates_at_ends_known_ = !defined;
  landed_.tail(count) = before_.tail(count) + integrals_.gained(h);
  y_ = landed_;
}

/// Only for what lies inside the step.
void Stiff::know_rates_at_ends() {
  const Index count = n_ - controlled_;
  counters_.evaluations += 2;
  for (const std::size_t i : {std::size_t{0}, PowerQuadrature::count - 1}) {
    const bool defined = call(i == 0 ? t_before_ : t_, i == 0 ? before_ : landed_, slope_);
    if (defined)
      integrals_.rates[i] = slope_.tail(count);
    else
      integrals_.rates[i] = integrals_.rates[i == 0 ? 1 : 3];
  }
  rates_at_ends_known_ = true;
}

/// Where the end is so near that CVODE cannot choose a first step.
StepStatus Stiff::euler_step(double t_end) {
  ++counters_.evaluations;
  fresh_ = true;
  if (!call(t_, y_, slope_)) return StepStatus::not_defined;
  integrals_.rates.fill(slope_.tail(n_ - controlled_));
  rates_at_ends_known_ = true;
  y_ += (t_end - t_) * slope_;
  landed_ = y_;
  t_ = t_end;
  ++counters_.steps;
  return StepStatus::advanced;
}

void Stiff::correct(const Vector& y) {
  double largest = 0;
  for (Index i = 0; i < controlled_; ++i)
    largest = std::max(largest, std::abs(y[i] - y_[i]) / allowed(i, y[i]));
  if (largest <= 10) {
    shift_ += y - y_;
  } else {
    fresh_ = true;
    step_guess_ = 0;
  }
  y_ = y;
}

/// The polynomial of CVODE passes through the new y, but misses the old one by about the tolerance.
void Stiff::know_jump() {
  const bool known = CVodeGetDky(memory_.get(), t_before_, 0, z_.get()) == CV_SUCCESS;
  if (known)
    jump_ = before_ - view(z_.get()) - shift_of_step_;
  else
    jump_.setZero();
  jump_known_ = true;
}

/// The state by CVODE's polynomial, made to begin at the old y.
void Stiff::polynomial_at(double t, Vector& y) {
  if (!jump_known_) know_jump();
  const double x = (t - t_before_) / (t_ - t_before_);
  if (CVodeGetDky(memory_.get(), t, 0, z_.get()) == CV_SUCCESS) {
    y = view(z_.get()) + shift_of_step_ + (1 - x) * (1 - x) * (1 + 2 * x) * jump_;
  } else {
    y = before_ + x * (landed_ - before_);
  }
}

void Stiff::interpolate(double t, Vector& y) {
  assert(t_before_ <= t && t <= t_);
  y.resize(n_);
  if (t == t_) {
    y = landed_;
    return;
  }
  polynomial_at(t, y);
  if (controlled_ == n_) return;
  if (!rates_at_ends_known_) know_rates_at_ends();
  const double h = t_ - t_before_;
  y.tail(n_ - controlled_) =
      before_.tail(n_ - controlled_) + integrals_.gained((t - t_before_) / h, h);
}

}  // namespace

std::unique_ptr<Integrator> make_stiff(Flow& flow, double tolerance) {
  return std::make_unique<Stiff>(flow, tolerance);
}

}  // namespace alembert::integrate
