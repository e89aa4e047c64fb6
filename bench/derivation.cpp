// How long does it take to derive the equations of motion, and how large are they?
//
// Best of several runs; beside it SymPy's LagrangesMethod on the same chain. The accuracy is that
// of the derived M against the closed form M_ij = (N − max(i,j) + 1) m l² cos(θ_i − θ_j).

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>

#include "chains.hpp"
#include "mechanics/equations.hpp"

using namespace alembert;

namespace {

struct Measured {
  double milliseconds = 1e300;
  std::size_t nodes = 0;
};

Measured measure(const std::function<System()>& build, int runs) {
  Measured best;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const Equations equations = derive(build());
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    best.milliseconds = std::min(best.milliseconds, time.count());
    if (run == 0) best.nodes = equations.live_nodes();
  }
  return best;
}

double largest_error_of_M(int N) {
  const Equations equations = derive(planar_chain_in_angles(N));
  Assignment values = equations.system.parameter_values();
  std::vector<double> theta;
  for (const Coordinate& x : equations.system.coordinates()) {
    theta.push_back(0.3 * static_cast<double>(theta.size()) + 0.1);
    values[x.q] = theta.back();
  }
  double largest = 0;
  for (const Entry& entry : equations.M.entries) {
    const double found = evaluate(equations.graph(), {entry.value}, values).front();
    const double links = N - static_cast<double>(std::max(entry.row, entry.column));
    largest = std::max(largest,
                       std::fabs(found - links * std::cos(theta[entry.row] - theta[entry.column])));
  }
  return largest;
}

std::map<int, double> sympy_seconds() {
  std::map<int, double> seconds;
  // Debian's Python has Debian's SymPy
  FILE* pipe = popen("/usr/bin/python3 bench/peers/derivation_sympy.py 2 4 8", "r");
  int N = 0;
  double time = 0;
  while (pipe && std::fscanf(pipe, "%d %lf", &N, &time) == 2) seconds[N] = time;
  if (pipe) pclose(pipe);
  return seconds;
}

}  // namespace

int main() {
  fmt::print("planar chain in angles\n{:>6} {:>12} {:>10} {:>14} {:>12} {:>12}\n", "N", "ms",
             "nodes", "SymPy ms", "ratio", "error of M");
  const std::map<int, double> sympy = sympy_seconds();
  for (const int N : {2, 4, 8, 16, 32, 64}) {
    const Measured ours = measure([&] { return planar_chain_in_angles(N); }, N <= 16 ? 50 : 10);
    const auto peer = sympy.find(N);
    fmt::print(
        "{:>6} {:>12.4f} {:>10} {:>14} {:>12} {:>12.1e}\n", N, ours.milliseconds, ours.nodes,
        peer == sympy.end() ? "" : fmt::format("{:.1f}", 1e3 * peer->second),
        peer == sympy.end() ? "" : fmt::format("{:.0f}", 1e3 * peer->second / ours.milliseconds),
        largest_error_of_M(N));
  }

  fmt::print("\nplanar chain with rods, Cartesian\n{:>6} {:>12} {:>10} {:>14} {:>12}\n", "N", "ms",
             "nodes", "us per link", "nodes/link");
  for (const int N : {64, 512, 4096}) {
    const Measured ours = measure([&] { return planar_chain_with_rods(N); }, 10);
    fmt::print("{:>6} {:>12.3f} {:>10} {:>14.3f} {:>12.2f}\n", N, ours.milliseconds, ours.nodes,
               1e3 * ours.milliseconds / N, static_cast<double>(ours.nodes) / N);
  }

  const Measured spatial = measure([] { return spatial_chain(16); }, 5);
  fmt::print("\nspatial chain of 16 rigid bodies in Euler angles (n = 48): {:.1f} ms, {} nodes\n",
             spatial.milliseconds, spatial.nodes);
}
