#pragma once
/// DOP853 as one writes it by hand for one problem: the pair of order 8(5,3) of Dormand and Prince
/// with the step control of Hairer, Nørsett and Wanner. It shares nothing with the library that it
/// is compared to.

#include <algorithm>
#include <cmath>
#include <vector>

namespace bench::dop853 {

inline constexpr int stages = 12;
// clang-format off
inline constexpr double a[stages][stages] = {
    {},
    {0.05260015195876773},
    {0.0197250569845379, 0.0591751709536137},
    {0.02958758547680685, 0, 0.08876275643042054},
    {0.2413651341592667, 0, -0.8845494793282861, 0.924834003261792},
    {0.037037037037037035, 0, 0, 0.17082860872947386, 0.12546768756682242},
    {0.037109375, 0, 0, 0.17025221101954405, 0.06021653898045596, -0.017578125},
    {0.03709200011850479, 0, 0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
     0.008273789163814023},
    {0.6241109587160757, 0, 0, -3.3608926294469414, -0.868219346841726, 27.59209969944671,
     20.154067550477894, -43.48988418106996},
    {0.47766253643826434, 0, 0, -2.4881146199716677, -0.590290826836843, 21.230051448181193,
     15.279233632882423, -33.28821096898486, -0.020331201708508627},
    {-0.9371424300859873, 0, 0, 5.186372428844064, 1.0914373489967295, -8.149787010746927,
     -18.52006565999696, 22.739487099350505, 2.4936055526796523, -3.0467644718982196},
    {2.273310147516538, 0, 0, -10.53449546673725, -2.0008720582248625, -17.9589318631188,
     27.94888452941996, -2.8589982771350235, -8.87285693353063, 12.360567175794303,
     0.6433927460157636}};
inline constexpr double b[stages] = {
    0.054293734116568765, 0, 0, 0, 0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259};
inline constexpr double c[stages] = {
    0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726,
    0.3333333333333333, 0.25, 0.3076923076923077, 0.6512820512820513, 0.6, 0.8571428571428571, 1};
// the errors of the embedded formulas of order 3 and 5
inline constexpr double e3[stages] = {
    -0.18980075407240762, 0, 0, 0, 0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    -0.4226823213237919, -0.1521609496625161, 0.20136540080403034, 0.02265179219836082};
inline constexpr double e5[stages] = {
    0.01312004499419488, 0, 0, 0, 0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864,
    -0.35032884874997366, 0.3341791187130175, 0.08192320648511571, -0.022355307863886294};
// clang-format on

/// Where a run has got to.
struct Progress {
  double t = 0;
  double step = 1e-3;  ///< that will be tried next
  long steps = 0;      ///< accepted
  long right_hand_sides = 0;
};

/// Brings y' = f(t, y) to `end`; `tolerance` is absolute and relative. `project(y)` follows every
/// step.
template <class RightHandSide, class Project>
void integrate(RightHandSide&& f, Project&& project, std::vector<double>& y, double end,
               double tolerance, Progress& progress) {
  const int n = static_cast<int>(y.size());
  std::vector<double> k(n * stages), trial(n);
  double t = progress.t, h = progress.step, most_growth = 5;
  f(t, y.data(), k.data());
  ++progress.right_hand_sides;
  while (t < end - 1e-14) {
    const bool is_last = t + h >= end;
    const double step = is_last ? end - t : h;
    for (int s = 1; s < stages; ++s) {
      std::fill(trial.begin(), trial.end(), 0.0);
      for (int j = 0; j < s; ++j) {
        if (a[s][j] == 0) continue;
        const double weight = a[s][j];
        const double* slope = &k[j * n];
        for (int i = 0; i < n; ++i) trial[i] += weight * slope[i];
      }
      for (int i = 0; i < n; ++i) trial[i] = y[i] + step * trial[i];
      f(t + c[s] * step, trial.data(), &k[s * n]);
    }
    progress.right_hand_sides += stages - 1;

    double error5 = 0, error3 = 0;
    for (int i = 0; i < n; ++i) {
      double mean = 0, d5 = 0, d3 = 0;
      for (int s = 0; s < stages; ++s) {
        const double slope = k[s * n + i];
        mean += b[s] * slope;
        d5 += e5[s] * slope;
        d3 += e3[s] * slope;
      }
      trial[i] = y[i] + step * mean;
      const double scale = tolerance + tolerance * std::max(std::fabs(y[i]), std::fabs(trial[i]));
      d5 /= scale;
      d3 /= scale;
      error5 += d5 * d5;
      error3 += d3 * d3;
    }
    const double sum = error5 + 0.01 * error3;
    const double error = sum <= 0 ? 0 : step * error5 / std::sqrt(sum * n);
    const double growth =
        error == 0 ? 5 : std::min(most_growth, std::max(0.2, 0.9 * std::pow(error, -1.0 / 8)));

    if (error > 1) {
      h = step * std::min(1.0, growth);
      most_growth = 1;
      continue;
    }
    t += step;
    y.swap(trial);
    project(y);
    f(t, y.data(), k.data());
    ++progress.right_hand_sides;
    ++progress.steps;
    most_growth = 5;
    // a last step that was cut short says little about the size of the next
    h = is_last ? std::max(h, step) : step * growth;
  }
  progress.t = end;
  progress.step = h;
}

}  // namespace bench::dop853
