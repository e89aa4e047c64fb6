#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/body.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

// Volume, or area of a disk, or length of a thin rod; the centre; and the tensor of inertia for a
// mass of one.
struct SolidProperties {
  Expr content = 0.0;
  Vector centre;
  Tensor inertia;
};

// equal moments about all axes across n
Tensor round_tensor(const Vector& n, const Expr& along, const Expr& across) {
  const Tensor nn = Tensor::product(n, n);
  return along * nn + across * (Tensor::identity() - nn);
}

SolidProperties properties_of_rod(const Solid& rod) {
  const Vector span = rod.to - rod.from;
  const Expr length2 = dot(span, span), length = sqrt(length2);
  const Vector n = unit(span);
  SolidProperties result{length, 0.5 * (rod.from + rod.to), {}};
  if (rod.radius) {
    const Expr r2 = square(*rod.radius);
    result.content = std::numbers::pi * r2 * length;
    result.inertia = round_tensor(n, r2 / 2.0, r2 / 4.0 + length2 / 12.0);
  } else if (rod.width) {
    const Expr w2 = square(*rod.width);
    result.content = w2 * length;
    result.inertia = round_tensor(n, w2 / 6.0, (w2 + length2) / 12.0);
  } else {
    result.inertia = round_tensor(n, 0.0, length2 / 12.0);
  }
  return result;
}

SolidProperties properties_of(const Solid& solid, const Vector& centre) {
  switch (solid.what) {
    case Solid::What::rod:
      return properties_of_rod(solid);
    case Solid::What::box: {
      const bool is_flat = solid.size.size() == 2;
      const Expr a2 = square(solid.size[0]), b2 = square(solid.size[1]);
      const Expr c2 = is_flat ? Expr(0.0) : square(solid.size[2]);
      const Expr area = solid.size[0] * solid.size[1];
      return {is_flat ? area : area * solid.size[2], centre,
              Tensor::diagonal((b2 + c2) / 12.0, (a2 + c2) / 12.0, (a2 + b2) / 12.0)};
    }
    case Solid::What::cylinder: {
      const Expr r2 = square(*solid.radius);
      return {std::numbers::pi * r2 * *solid.height, centre,
              round_tensor(unit(solid.along), r2 / 2.0, r2 / 4.0 + square(*solid.height) / 12.0)};
    }
    case Solid::What::sphere: {
      const Expr r2 = square(*solid.radius);
      return {4.0 / 3.0 * std::numbers::pi * r2 * *solid.radius, centre,
              0.4 * r2 * Tensor::identity()};
    }
    case Solid::What::disk: {
      const Expr r2 = square(*solid.radius);
      return {std::numbers::pi * r2, centre, round_tensor(unit(solid.along), r2 / 2.0, r2 / 4.0)};
    }
  }
  return {};
}

// m (r² − r rᵀ): what a mass away from the centre adds
Tensor steiner(const Expr& mass, const Vector& r) {
  return mass * (dot(r, r) * Tensor::identity() - Tensor::product(r, r));
}

Tensor given_inertia(const Body& body) {
  const Vector& J = body.inertia;
  Tensor tensor;
  if (J.size() == 1) tensor = Tensor::diagonal(0.0, 0.0, J[0]);
  if (J.size() == 3) tensor = Tensor::diagonal(J[0], J[1], J[2]);
  if (J.size() == 6) {
    tensor = Tensor::diagonal(J[0], J[1], J[2]);
    tensor(0, 1) = tensor(1, 0) = J[3];
    tensor(0, 2) = tensor(2, 0) = J[4];
    tensor(1, 2) = tensor(2, 1) = J[5];
  }
  const Tensor axes = axes_after(body.inertia_turned);
  return axes * tensor * axes.transposed();
}

// The eigenvalues of a symmetric matrix, increasing, by Jacobi's rotations: closed formulas lose
// half of the digits where two of them are equal, as those of a rod are.
std::array<double, 3> principal_values(const std::array<double, 6>& J) {
  double A[3][3] = {{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
  constexpr int sweeps = 12;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      if (A[p][q] == 0) continue;
      const double cotangent = (A[q][q] - A[p][p]) / (2 * A[p][q]);
      const double tangent =
          std::copysign(1 / (std::fabs(cotangent) + std::hypot(cotangent, 1.0)), cotangent);
      const double c = 1 / std::hypot(tangent, 1.0), s = tangent * c;
      const int r = 3 - p - q;
      const double apr = A[p][r], aqr = A[q][r], apq = A[p][q];
      A[p][p] -= tangent * apq;
      A[q][q] += tangent * apq;
      A[p][q] = A[q][p] = 0;
      A[p][r] = A[r][p] = c * apr - s * aqr;
      A[q][r] = A[r][q] = s * apr + c * aqr;
    }
  std::array<double, 3> values{A[0][0], A[1][1], A[2][2]};
  std::ranges::sort(values);
  return values;
}

}  // namespace

Tensor axes_after(const std::vector<Turn>& turns) {
  Tensor axes = Tensor::identity();
  for (const Turn& turn : turns) axes = axes * Tensor::rotation(unit(turn.about), turn.angle);
  return axes;
}

MassProperties mass_properties(const Body& body) {
  const bool gives_all = body.mass && !body.inertia.empty();
  const Vector origin = body.centre.value_or(Vector{0.0, 0.0, 0.0});
  if (gives_all || body.solids.empty()) {
    if (body.density && body.solids.empty())
      throw ModelError(fmt::format("body '{}' has a density and no solid", body.name),
                       "add a solid: rod, box, cylinder, sphere or disk");
    return {body.mass.value_or(Expr(0.0)), origin, given_inertia(body)};
  }
  std::vector<SolidProperties> parts;
  Expr content = 0.0;
  for (const Solid& solid : body.solids) {
    parts.push_back(properties_of(solid, origin));
    content += parts.back().content;
  }
  if (!body.mass && !body.density)
    throw ModelError(fmt::format("body '{}' has solids and no mass", body.name),
                     "give it mass m or density rho");
  // by volume, whether the mass is given or follows
  const Expr density = body.mass ? *body.mass / content : *body.density;
  MassProperties result;
  result.mass = body.mass ? *body.mass : density * content;
  Vector moment{0.0, 0.0, 0.0};
  for (const SolidProperties& part : parts) moment = moment + part.content * part.centre;
  result.centre =
      body.centre.value_or(parts.size() == 1 ? parts.front().centre : (1.0 / content) * moment);
  if (!body.inertia.empty()) {
    result.inertia = given_inertia(body);
    return result;
  }
  for (const SolidProperties& part : parts) {
    const Expr mass = parts.size() == 1 ? result.mass : density * part.content;
    result.inertia = result.inertia + mass * part.inertia;
    if (parts.size() > 1)
      result.inertia = result.inertia + steiner(mass, part.centre - result.centre);
  }
  return result;
}

void require_possible_inertia(const std::string& body, const std::array<double, 6>& inertia) {
  const std::array<double, 3> J = principal_values(inertia);
  const double largest = J[2];
  // flat bodies meet the bound, which numbers with ten digits may miss by their rounding
  constexpr double rounding = 1e-9;
  const double missing = J[2] - J[0] - J[1];
  const bool has_products = inertia[3] != 0 || inertia[4] != 0 || inertia[5] != 0;
  if (J[0] < -rounding * std::fabs(largest) || missing > rounding * std::fabs(largest))
    throw ModelError(
        fmt::format(
            "no body has the inertia of '{}': its principal moments are {:.6g}, {:.6g} and {:.6g}",
            body, J[0], J[1], J[2]),
        J[0] < 0 ? "moments of inertia are positive"
                 : fmt::format(
                       "the largest may be the sum of the others at most: {:.6g} too much{}",
                       missing, has_products ? "; are the products of inertia xy = -∫xy dm?" : ""));
}

}  // namespace alembert
