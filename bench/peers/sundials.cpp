// SUNDIALS on the planar chain (p1), with equations of motion written by hand in O(N): what its
// integrators cost when the right-hand side costs little.
//
// METHOD is one of
//     adams      CVODE, Adams formulas with fixed-point iteration, in angles
//     bdf        CVODE, backward differentiation with a dense Jacobian by differences, in angles
//     projected  the same in Cartesian coordinates with the rods in CVODE's projection
//     ida        IDA on the stabilised index-2 form: x, v, λ, and μ that keeps x on the rods
// and VALUE the tolerance, absolute and relative.

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "hand_chain.hpp"

using namespace bench;

namespace {

/// What the functions that SUNDIALS calls work on.
struct ChainInCalls {
  explicit ChainInCalls(int links) : N(links), chain(links) {}
  int N;
  HandChain chain;
  long calls = 0;
};

double* numbers(N_Vector v) { return N_VGetArrayPointer(v); }

int rates_in_angles(double, N_Vector y, N_Vector rates, void* user) {
  auto& call = *static_cast<ChainInCalls*>(user);
  ++call.calls;
  call.chain.rates_in_angles(numbers(y), numbers(rates));
  return 0;
}

int rates_with_rods(double, N_Vector y, N_Vector rates, void* user) {
  auto& call = *static_cast<ChainInCalls*>(user);
  ++call.calls;
  call.chain.rates_with_rods(numbers(y), numbers(rates));
  return 0;
}

// CVODE wants the correction that leads to the rods
int project(double, N_Vector y, N_Vector correction, double, N_Vector, void* user) {
  auto& call = *static_cast<ChainInCalls*>(user);
  std::vector<double> state(numbers(y), numbers(y) + 4 * call.N);
  call.chain.project(state.data());
  for (int i = 0; i < 4 * call.N; ++i) numbers(correction)[i] = state[i] - numbers(y)[i];
  return 0;
}

// ẋ = v + Aᵀμ, v̇ = Q + Aᵀλ, φ(x) = 0, A v = 0
int ida_residual(double, N_Vector y, N_Vector rates, N_Vector residual, void* user) {
  auto& call = *static_cast<ChainInCalls*>(user);
  ++call.calls;
  const int N = call.N;
  const double *x = numbers(y), *v = x + 2 * N, *lambda = x + 4 * N, *mu = x + 5 * N;
  const double* rate = numbers(rates);
  double* r = numbers(residual);
  thread_local std::vector<double> ex, ey;
  ex.resize(N);
  ey.resize(N);
  double x0 = 0, y0 = 0, vx0 = 0, vy0 = 0;
  for (int i = 0; i < N; ++i) {
    ex[i] = x[2 * i] - x0;
    ey[i] = x[2 * i + 1] - y0;
    r[4 * N + i] = (ex[i] * ex[i] + ey[i] * ey[i] - 1) / 2;
    r[5 * N + i] = ex[i] * (v[2 * i] - vx0) + ey[i] * (v[2 * i + 1] - vy0);
    x0 = x[2 * i];
    y0 = x[2 * i + 1];
    vx0 = v[2 * i];
    vy0 = v[2 * i + 1];
  }
  for (int i = 0; i < N; ++i) {
    double ax = -lambda[i] * ex[i], ay = -lambda[i] * ey[i] - gravity;
    double mx = -mu[i] * ex[i], my = -mu[i] * ey[i];
    if (i + 1 < N) {
      ax += lambda[i + 1] * ex[i + 1];
      ay += lambda[i + 1] * ey[i + 1];
      mx += mu[i + 1] * ex[i + 1];
      my += mu[i + 1] * ey[i + 1];
    }
    r[2 * i] = rate[2 * i] - v[2 * i] - mx;
    r[2 * i + 1] = rate[2 * i + 1] - v[2 * i + 1] - my;
    r[2 * N + 2 * i] = rate[2 * N + 2 * i] - ax;
    r[2 * N + 2 * i + 1] = rate[2 * N + 2 * i + 1] - ay;
  }
  return 0;
}

class Run {
 public:
  Run(const Task& task, SUNContext context) : task_(task), call_(task.problem.N) {
    const int N = task.problem.N;
    n_ = is_in_angles() ? 2 * N : task.method == "ida" ? 6 * N : 4 * N;
    y_ = N_VNew_Serial(n_, context);
    N_VConst(0, y_);
    if (!is_in_angles())
      for (int i = 0; i < N; ++i) numbers(y_)[2 * i] = i + 1;
    if (task.method != "adams") {
      jacobian_ = SUNDenseMatrix(n_, n_, context);
      linear_solver_ = SUNLinSol_Dense(y_, jacobian_, context);
    }
    if (task.method == "ida")
      create_ida(context);
    else
      create_cvode(context);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    if (cvode_ != nullptr) CVodeFree(&cvode_);
    if (ida_ != nullptr) IDAFree(&ida_);
    if (linear_solver_ != nullptr) SUNLinSolFree(linear_solver_);
    if (jacobian_ != nullptr) SUNMatDestroy(jacobian_);
    if (fixed_point_ != nullptr) SUNNonlinSolFree(fixed_point_);
    if (rates_ != nullptr) N_VDestroy(rates_);
    N_VDestroy(y_);
  }

  Result to_the_end() {
    Result result;
    bool goes_on = true;
    for (const double stop : task_.problem.stops()) {
      goes_on = goes_on && advance(stop);
      if (goes_on && stop == task_.problem.error_time) result.position = observed();
    }
    if (!goes_on) result.position.clear();
    if (ida_ != nullptr)
      IDAGetNumSteps(ida_, &result.steps);
    else
      CVodeGetNumSteps(cvode_, &result.steps);
    const int N = task_.problem.N;
    result.energy_error = std::fabs(is_in_angles() ? chain_energy_in_angles(numbers(y_), N)
                                                   : chain_energy_with_rods(numbers(y_), N));
    result.violation = is_in_angles() ? 0 : chain_violation(numbers(y_), N);
    result.right_hand_sides = call_.calls;
    return result;
  }

 private:
  bool is_in_angles() const { return task_.method == "adams" || task_.method == "bdf"; }

  void create_cvode(SUNContext context) {
    const bool is_adams = task_.method == "adams";
    cvode_ = CVodeCreate(is_adams ? CV_ADAMS : CV_BDF, context);
    CVodeInit(cvode_, is_in_angles() ? rates_in_angles : rates_with_rods, 0, y_);
    CVodeSetUserData(cvode_, &call_);
    CVodeSStolerances(cvode_, task_.value, task_.value);
    CVodeSetMaxNumSteps(cvode_, 5'000'000);
    if (is_adams) {
      fixed_point_ = SUNNonlinSol_FixedPoint(y_, 0, context);
      CVodeSetNonlinearSolver(cvode_, fixed_point_);
    } else {
      CVodeSetLinearSolver(cvode_, linear_solver_, jacobian_);
    }
    if (task_.method == "projected") CVodeSetProjFn(cvode_, project);
  }

  // consistent tensions and accelerations at the start; steps are not chosen by the multipliers
  void create_ida(SUNContext context) {
    const int N = task_.problem.N;
    rates_ = N_VClone(y_);
    N_VConst(0, rates_);
    std::copy_n(call_.chain.find_tensions(numbers(y_)).begin(), N, numbers(y_) + 4 * N);
    call_.chain.find_accelerations(numbers(rates_) + 2 * N);
    N_Vector is_differential = N_VClone(y_);
    N_VConst(1, is_differential);
    std::fill_n(numbers(is_differential) + 4 * N, 2 * N, 0.0);

    ida_ = IDACreate(context);
    IDAInit(ida_, ida_residual, 0, y_, rates_);
    IDASetUserData(ida_, &call_);
    IDASStolerances(ida_, task_.value, task_.value);
    IDASetLinearSolver(ida_, linear_solver_, jacobian_);
    IDASetId(ida_, is_differential);
    IDASetSuppressAlg(ida_, SUNTRUE);
    IDASetMaxNumSteps(ida_, 2'000'000);
    N_VDestroy(is_differential);
  }

  bool advance(double stop) {
    double t = 0;
    if (ida_ != nullptr) {
      IDASetStopTime(ida_, stop);
      return IDASolve(ida_, stop, &t, y_, rates_, IDA_NORMAL) >= 0;
    }
    CVodeSetStopTime(cvode_, stop);
    return CVode(cvode_, stop, y_, &t, CV_NORMAL) >= 0;
  }

  std::vector<double> observed() const {
    const int N = task_.problem.N;
    const double* y = numbers(y_);
    return is_in_angles() ? chain_end_in_angles(y, N) : std::vector{y[2 * N - 2], y[2 * N - 1]};
  }

  const Task& task_;
  ChainInCalls call_;
  int n_ = 0;
  void *cvode_ = nullptr, *ida_ = nullptr;
  N_Vector y_ = nullptr, rates_ = nullptr;
  SUNMatrix jacobian_ = nullptr;
  SUNLinearSolver linear_solver_ = nullptr;
  SUNNonlinearSolver fixed_point_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  const std::string& method = task.method;
  if (task.problem.name != "p1" ||
      !(method == "adams" || method == "bdf" || method == "projected" || method == "ida"))
    refuse(task);
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  Result result;
  const double seconds = best_cpu_seconds([&] { result = Run(task, context).to_the_end(); });
  result.cpu_seconds = seconds;
  print_line("SUNDIALS", task, result);
  SUNContext_Free(&context);
}
