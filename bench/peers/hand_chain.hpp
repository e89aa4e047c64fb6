#pragma once
/// The planar chain by hand, in O(N): a rod shares a mass with its neighbours only, so the matrix A
/// M⁻¹Aᵀ of the tensions is tridiagonal. All masses are 1 kg, all rods 1 m.

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace bench {

/// States are x1 y1 ... xN yN and their velocities (with rods), or the angles of the rods against
/// the x axis and their velocities.
class HandChain {
 public:
  explicit HandChain(int links)
      : N(links), ex(N), ey(N), diagonal(N), off_diagonal(N), tension(N + 1) {}

  static std::vector<double> level_with_rods(int N) {
    std::vector<double> y(4 * N);
    for (int i = 0; i < N; ++i) y[2 * i] = i + 1;
    return y;
  }

  void rates_with_rods(const double* y, double* rates) {
    find_tensions(y);
    std::copy_n(y + 2 * N, 2 * N, rates);
    find_accelerations(rates + 2 * N);
  }

  void rates_in_angles(const double* y, double* rates) {
    for (int i = 0; i < N; ++i) {
      ex[i] = std::cos(y[i]);
      ey[i] = std::sin(y[i]);
      diagonal[i] = i == 0 ? 1 : 2;
      tension[i] = y[N + i] * y[N + i];
    }
    tension[0] -= gravity * ey[0];
    solve();
    // the angular acceleration of a rod is the difference of its ends' accelerations across it
    double ax0 = 0, ay0 = 0;
    for (int i = 0; i < N; ++i) {
      double ax = -tension[i] * ex[i], ay = -tension[i] * ey[i] - gravity;
      if (i + 1 < N) {
        ax += tension[i + 1] * ex[i + 1];
        ay += tension[i + 1] * ey[i + 1];
      }
      rates[i] = y[N + i];
      rates[N + i] = -ey[i] * (ax - ax0) + ex[i] * (ay - ay0);
      ax0 = ax;
      ay0 = ay;
    }
  }

  /// The tensions of the rods, from e·(a_i − a_{i−1}) = −|v_i − v_{i−1}|².
  const std::vector<double>& find_tensions(const double* y) {
    const double* v = y + 2 * N;
    double x0 = 0, y0 = 0, vx0 = 0, vy0 = 0;
    for (int i = 0; i < N; ++i) {
      ex[i] = y[2 * i] - x0;
      ey[i] = y[2 * i + 1] - y0;
      const double wx = v[2 * i] - vx0, wy = v[2 * i + 1] - vy0;
      x0 = y[2 * i];
      y0 = y[2 * i + 1];
      vx0 = v[2 * i];
      vy0 = v[2 * i + 1];
      diagonal[i] = (ex[i] * ex[i] + ey[i] * ey[i]) * (i == 0 ? 1 : 2);
      tension[i] = wx * wx + wy * wy;
    }
    tension[0] -= gravity * ey[0];
    solve();
    return tension;
  }

  /// From the tensions just found.
  void find_accelerations(double* a) const {
    for (int i = 0; i < N; ++i) {
      double ax = -tension[i] * ex[i], ay = -tension[i] * ey[i] - gravity;
      if (i + 1 < N) {
        ax += tension[i + 1] * ex[i + 1];
        ay += tension[i + 1] * ey[i + 1];
      }
      a[2 * i] = ax;
      a[2 * i + 1] = ay;
    }
  }

  /// Brings positions and velocities back to the rods, by the least motion in the sense of the
  /// masses.
  void project(double* y) {
    for (int iteration = 0; iteration < 10; ++iteration) {
      double x0 = 0, y0 = 0, largest = 0;
      for (int i = 0; i < N; ++i) {
        ex[i] = y[2 * i] - x0;
        ey[i] = y[2 * i + 1] - y0;
        x0 = y[2 * i];
        y0 = y[2 * i + 1];
        const double length2 = ex[i] * ex[i] + ey[i] * ey[i];
        tension[i] = (length2 - 1) / 2;
        largest = std::max(largest, std::fabs(tension[i]));
        diagonal[i] = length2 * (i == 0 ? 1 : 2);
      }
      if (largest < 1e-13) break;
      solve();
      pull(y);
    }

    double* v = y + 2 * N;
    double x0 = 0, y0 = 0, vx0 = 0, vy0 = 0;
    for (int i = 0; i < N; ++i) {
      ex[i] = y[2 * i] - x0;
      ey[i] = y[2 * i + 1] - y0;
      tension[i] = ex[i] * (v[2 * i] - vx0) + ey[i] * (v[2 * i + 1] - vy0);
      x0 = y[2 * i];
      y0 = y[2 * i + 1];
      vx0 = v[2 * i];
      vy0 = v[2 * i + 1];
      diagonal[i] = (ex[i] * ex[i] + ey[i] * ey[i]) * (i == 0 ? 1 : 2);
    }
    solve();
    pull(v);
  }

 private:
  // the tridiagonal system whose right-hand side is in `tension`
  void solve() {
    for (int i = 0; i + 1 < N; ++i) off_diagonal[i] = -(ex[i] * ex[i + 1] + ey[i] * ey[i + 1]);
    for (int i = 1; i < N; ++i) {
      const double factor = off_diagonal[i - 1] / diagonal[i - 1];
      diagonal[i] -= factor * off_diagonal[i - 1];
      tension[i] -= factor * tension[i - 1];
    }
    tension[N - 1] /= diagonal[N - 1];
    for (int i = N - 2; i >= 0; --i)
      tension[i] = (tension[i] - off_diagonal[i] * tension[i + 1]) / diagonal[i];
  }

  // positions or velocities minus M⁻¹Aᵀ times what was solved for
  void pull(double* z) const {
    for (int i = 0; i < N; ++i) {
      const bool has_next = i + 1 < N;
      z[2 * i] -= tension[i] * ex[i] - (has_next ? tension[i + 1] * ex[i + 1] : 0);
      z[2 * i + 1] -= tension[i] * ey[i] - (has_next ? tension[i + 1] * ey[i + 1] : 0);
    }
  }

  int N;
  std::vector<double> ex, ey;  // rod i, from mass i − 1 to mass i
  std::vector<double> diagonal, off_diagonal;
  std::vector<double>
      tension;  // also the right-hand side; the last, of a rod that is not there, is 0
};

/// Energy of a chain that started level and at rest, so that this is the error of the energy.
inline double chain_energy_with_rods(const double* y, int N) {
  double energy = 0;
  for (int i = 0; i < N; ++i) {
    const double vx = y[2 * N + 2 * i], vy = y[2 * N + 2 * i + 1];
    energy += (vx * vx + vy * vy) / 2 + gravity * y[2 * i + 1];
  }
  return energy;
}

inline double chain_energy_in_angles(const double* y, int N) {
  double energy = 0, vx = 0, vy = 0, height = 0;
  for (int i = 0; i < N; ++i) {
    vx -= std::sin(y[i]) * y[N + i];
    vy += std::cos(y[i]) * y[N + i];
    height += std::sin(y[i]);
    energy += (vx * vx + vy * vy) / 2 + gravity * height;
  }
  return energy;
}

/// The largest deviation of a rod's length.
inline double chain_violation(const double* y, int N) {
  double largest = 0, x0 = 0, y0 = 0;
  for (int i = 0; i < N; ++i) {
    largest = std::max(largest, std::fabs(std::hypot(y[2 * i] - x0, y[2 * i + 1] - y0) - 1));
    x0 = y[2 * i];
    y0 = y[2 * i + 1];
  }
  return largest;
}

inline std::vector<double> chain_end_in_angles(const double* y, int N) {
  double x = 0, height = 0;
  for (int i = 0; i < N; ++i) {
    x += std::cos(y[i]);
    height += std::sin(y[i]);
  }
  return {x, height};
}

}  // namespace bench
