// The planar chain (p1) written by hand in O(N): what a specialist would write for this one system.
//
// METHOD is `rods` (Cartesian coordinates, projected after every step) or `angles` (absolute
// angles, which cannot drift); VALUE is the tolerance of DOP853.

#include "dop853.hpp"
#include "hand_chain.hpp"

using namespace bench;

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  const int N = task.problem.N;
  const bool with_rods = task.method == "rods";
  if (task.problem.name != "p1" || !(with_rods || task.method == "angles")) refuse(task);

  HandChain chain(N);
  Result result;
  std::vector<double> y;
  const auto run = [&](auto&& rates, auto&& project) {
    dop853::Progress progress;
    y = with_rods ? HandChain::level_with_rods(N) : std::vector<double>(2 * N);
    for (const double stop : task.problem.stops()) {
      dop853::integrate(rates, project, y, stop, task.value, progress);
      if (stop != task.problem.error_time) continue;
      result.position =
          with_rods ? std::vector{y[2 * N - 2], y[2 * N - 1]} : chain_end_in_angles(y.data(), N);
    }
    result.steps = progress.steps;
    result.right_hand_sides = progress.right_hand_sides;
  };
  result.cpu_seconds = best_cpu_seconds([&] {
    if (with_rods)
      run([&](double, const double* state, double* rates) { chain.rates_with_rods(state, rates); },
          [&](std::vector<double>& state) { chain.project(state.data()); });
    else
      run([&](double, const double* state, double* rates) { chain.rates_in_angles(state, rates); },
          [](std::vector<double>&) {});
  });
  result.energy_error = std::fabs(with_rods ? chain_energy_with_rods(y.data(), N)
                                            : chain_energy_in_angles(y.data(), N));
  result.violation = with_rods ? chain_violation(y.data(), N) : 0;
  print_line("hand O(N)", task, result);
}
