// Which length explains the angles that were seen? A thousand lengths in one ensemble.
#include <alembert/alembert.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace alembert;

int main() {
  System pendulum("Pendulum of unknown length");
  const Expr a = pendulum.coordinate("a");
  const Expr l = pendulum.parameter("l", 1.0, "m"), g = pendulum.parameter("g", 9.81, "m/s^2");
  pendulum.kinetic(square(l * rate(a)) / 2);
  pendulum.potential(-g * l * cos(a));

  // what a camera saw, to its last digit
  const std::vector<double> times{1.0, 2.0, 3.0}, seen{-0.917, 0.677, -0.315};

  std::vector<double> lengths;
  for (int i = 0; i <= 1000; ++i) lengths.push_back(0.5 + i / 1000.0);
  const Ensemble ensemble = simulate_ensemble(
      pendulum, {l}, lengths, {.run = {.start = {{a, 1.0}}, .until = 3.0}, .times = times});

  std::size_t best = 0;
  double least = INFINITY;
  for (std::size_t i = 0; i < ensemble.size(); ++i) {
    double misfit = 0;
    for (std::size_t k = 0; k < times.size(); ++k)
      misfit += std::pow(ensemble.state(i, k)[0] - seen[k], 2);
    if (misfit < least) best = i, least = misfit;
  }
  std::printf("%zu motions, best length %.3f m, root mean square %.5f\n", ensemble.size(),
              lengths[best], std::sqrt(least / static_cast<double>(times.size())));
  for (std::size_t k = 0; k < times.size(); ++k)
    std::printf("t = %.0f: seen %7.3f, computed %9.6f\n", times[k], seen[k],
                ensemble.state(best, k)[0]);
}
