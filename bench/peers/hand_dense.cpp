// The planar chain (p1) written by hand with dense matrices, the textbook way: Cartesian
// coordinates, λ from (A M⁻¹Aᵀ) λ = b − A M⁻¹Q by Cholesky, rods projected after every step.
//
// METHOD is `dop853`, VALUE its tolerance. Short chains have matrices of fixed size, which the
// compiler unrolls; longer ones keep their buffers, so that nothing is allocated in a step.

#include <Eigen/Dense>

#include "dop853.hpp"
#include "hand_chain.hpp"

using namespace bench;

namespace {

/// Size is N, or Eigen::Dynamic.
template <int Size>
class DenseChain {
 public:
  explicit DenseChain(int N) : kept_(N) {}

  void rates(const double* y, double* rates) {
    if constexpr (Size == Eigen::Dynamic) {
      find_rates(kept_, y, rates);
    } else {
      // in fresh matrices the compiler sees which entries are zero
      Workspace fresh(Size);
      find_rates(fresh, y, rates);
    }
  }

 private:
  static constexpr int coordinates = Size == Eigen::Dynamic ? Eigen::Dynamic : 2 * Size;
  using Square = Eigen::Matrix<double, Size, Size>;

  struct Workspace {
    explicit Workspace(int links) : N(links), A(N, 2 * N), S(N, N), b(N), factors(N) {
      A.setZero();
    }
    int N;
    Eigen::Matrix<double, Size, coordinates> A;
    Square S;
    Eigen::Matrix<double, Size, 1> b;
    Eigen::LLT<Square> factors;
  };

  // inlined into `rates`, or else the fresh matrices would go through memory: 10 % at N = 2
  [[gnu::always_inline]] static inline void find_rates(Workspace& w, const double* y,
                                                       double* rates) {
    const int N = Size == Eigen::Dynamic ? w.N : Size;
    const double* v = y + 2 * N;
    for (int i = 0; i < N; ++i) {
      double ex = y[2 * i], ey = y[2 * i + 1], wx = v[2 * i], wy = v[2 * i + 1];
      if (i > 0) {
        ex -= y[2 * i - 2];
        ey -= y[2 * i - 1];
        wx -= v[2 * i - 2];
        wy -= v[2 * i - 1];
        w.A(i, 2 * i - 2) = -ex;
        w.A(i, 2 * i - 1) = -ey;
      }
      w.A(i, 2 * i) = ex;
      w.A(i, 2 * i + 1) = ey;
      // gravity pulls both ends of a rod alike, but for the first
      w.b[i] = -(wx * wx + wy * wy) + (i == 0 ? gravity * ey : 0);
    }
    w.S.noalias() = w.A * w.A.transpose();
    w.factors.compute(w.S);
    w.factors.solveInPlace(w.b);
    Eigen::Map<Eigen::Matrix<double, coordinates, 1>> acceleration(rates + 2 * N, 2 * N);
    acceleration.noalias() = w.A.transpose() * w.b;
    for (int i = 0; i < N; ++i) {
      rates[2 * i] = v[2 * i];
      rates[2 * i + 1] = v[2 * i + 1];
      acceleration[2 * i + 1] -= gravity;
    }
  }

  Workspace kept_;
};

template <int Size>
void compare(const Task& task) {
  const int N = task.problem.N;
  DenseChain<Size> chain(N);
  HandChain rods(N);
  Result result;
  std::vector<double> y;
  result.cpu_seconds = best_cpu_seconds([&] {
    dop853::Progress progress;
    y = HandChain::level_with_rods(N);
    for (const double stop : task.problem.stops()) {
      dop853::integrate(
          [&](double, const double* state, double* rates) { chain.rates(state, rates); },
          [&](std::vector<double>& state) { rods.project(state.data()); }, y, stop, task.value,
          progress);
      if (stop == task.problem.error_time) result.position = {y[2 * N - 2], y[2 * N - 1]};
    }
    result.steps = progress.steps;
    result.right_hand_sides = progress.right_hand_sides;
  });
  result.energy_error = std::fabs(chain_energy_with_rods(y.data(), N));
  result.violation = chain_violation(y.data(), N);
  print_line("hand dense", task, result);
}

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  if (task.problem.name != "p1" || task.method != "dop853") refuse(task);
  switch (task.problem.N) {
    case 1:
      return compare<1>(task), 0;
    case 2:
      return compare<2>(task), 0;
    case 4:
      return compare<4>(task), 0;
    case 8:
      return compare<8>(task), 0;
    case 16:
      return compare<16>(task), 0;
    default:
      compare<Eigen::Dynamic>(task);
  }
}
