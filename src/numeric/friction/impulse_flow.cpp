#include "numeric/friction/impulse_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::numeric {

namespace {

// du/dP, dv/dP and dP_t/dP as long as the slip keeps its sign or stays zero
struct Rates {
  double u = 0, v = 0, tangential = 0, slip = 0;
};

Rates rates(const ImpulseFlow& f, double v) {
  const auto sliding = [&](double s) {
    return Rates{f.W_nn - f.mu * s * f.W_nt, f.W_nt - f.mu * s * f.W_tt, -f.mu * s, s};
  };
  if (v != 0) return sliding(v > 0 ? 1 : -1);
  if (std::abs(f.W_nt) > f.mu * f.W_tt) return sliding(f.W_nt > 0 ? 1 : -1);
  const double holds = f.W_tt > 0 ? -f.W_nt / f.W_tt : 0;
  return {f.W_nn + holds * f.W_nt, 0, holds, 0};
}

}  // namespace

FlowEnd follow(const ImpulseFlow& flow, double restitution) {
  constexpr double never = std::numeric_limits<double>::infinity();
  FlowEnd end;
  end.u = flow.u;
  end.v = flow.v;
  double taken = 0, to_give = 0;
  bool expanding = false;
  // slip ends at most once in either direction, compression once: a handful of straight pieces
  for (int piece = 0; piece < 8; ++piece) {
    const Rates r = rates(flow, end.v);
    end.slip = r.slip;
    const double until_slip_ends = end.v != 0 && r.v * end.v < 0 ? -end.v / r.v : never;
    double until_next = never;
    if (!expanding && r.u > 0) until_next = std::max(0.0, -end.u / r.u);
    if (expanding) {
      const double root = std::sqrt(std::max(0.0, end.u * end.u + 2 * r.u * to_give));
      until_next = end.u + root > 0 ? 2 * to_give / (end.u + root) : never;
    }
    const bool slip_ends = until_slip_ends < until_next;
    const double P = std::min(until_slip_ends, until_next);
    if (P == never) return end;
    const double work = P * (end.u + r.u * P / 2);
    end.normal += P;
    end.tangential += r.tangential * P;
    end.u += r.u * P;
    end.v = slip_ends ? 0 : end.v + r.v * P;
    if (expanding) {
      to_give = std::max(0.0, to_give - work);
      if (!slip_ends) break;
    } else {
      taken -= work;
      if (slip_ends) continue;
      end.u = 0;
      end.compression = end.normal;
      to_give = restitution * restitution * taken;
      expanding = true;
      if (!(to_give > 0)) break;
    }
  }
  end.slip = rates(flow, end.v).slip;
  return end;
}

}  // namespace alembert::numeric
