#include "theory/principles/second_route.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "theory/principles/picture_identities.hpp"

namespace alembert::theory {

namespace {

Matrix identity(Index n) { return Matrix::Identity(n, n); }

// a basis of N(B) by elimination, its vectors at unit length but at no right angles
Matrix eliminated_null_space(const Matrix& B, const RowSpace& rows) {
  const Index n = B.cols();
  if (rows.rank == 0) return identity(n);
  if (rows.rank == n) return Matrix(n, 0);
  const Matrix unit = rows.divisors().cwiseInverse().asDiagonal() * B;
  // pivots alone can misjudge the rank; where they do, the singular vectors are used
  Eigen::FullPivLU<Matrix> lu(unit);
  lu.setThreshold(1e-10);
  Matrix V = lu.rank() == rows.rank ? Matrix(lu.kernel()) : rows.null;
  V.colwise().normalize();
  return V;
}

std::string why_no_basis(const ScaledPicture& picture, const Matrix& V) {
  const Index n = picture.B.cols();
  if (V.rows() != n || V.cols() != picture.freedoms()) {
    return "V must have n rows and n − k columns";
  }
  if (!V.allFinite()) return "an entry of V is not a finite number";
  const Matrix unit = picture.rows.divisors().cwiseInverse().asDiagonal() * picture.B;
  if ((unit * V).norm() > 1e-8 * V.norm()) return "B V is not zero";
  if (row_space(V.transpose()).rank < V.cols()) return "the columns of V are not independent";
  return {};
}

Matrix blocks(const Matrix& a, const Matrix& b, const Matrix& c, const Matrix& d) {
  Matrix all(a.rows() + c.rows(), a.cols() + b.cols());
  all << a, b, c, d;
  return all;
}

}  // namespace

double SecondRoute::bound() const {
  return rounding(L.rows(), condition * picture.mass_condition) +
         picture.rows.neglected * condition;
}

SecondRoute second_route(const Instant& instant, const Matrix& given, double terms) {
  SecondRoute route;
  ScaledPicture picture = scaled_picture(instant, terms);
  route.does_not_apply = picture.does_not_apply;
  if (!route.applies()) return route;
  const Matrix V = given.size() > 0 ? given : eliminated_null_space(picture.B, picture.rows);
  route.does_not_apply = why_no_basis(picture, V);
  if (!route.applies()) return route;

  const Matrix& B = picture.B;
  const Index n = B.cols(), m = B.rows(), f = V.cols();
  const Matrix D = B.transpose() * B, E = V * V.transpose();
  const Vector spectrum =
      Eigen::SelfAdjointEigenSolver<Matrix>(D + E, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(spectrum(0) > 1e-15 * spectrum(n - 1))) {
    route.does_not_apply =
        "D + E is singular to rounding: J squares the condition of the rows, and they are too near "
        "to "
        "dependence or too different in size";
    return route;
  }
  route.L = Matrix::Zero(n + m + f, 2 * n);
  route.L.topLeftCorner(n, n) = identity(n);
  route.L.topRightCorner(n, n) = -identity(n);
  route.L.block(n, 0, m, n) = B;
  route.L.bottomRightCorner(f, n) = V.transpose();
  route.s.resize(n + m + f);
  route.s << picture.a_s, instant.b, V.transpose() * picture.c_s;

  route.J = Eigen::FullPivLU<Matrix>(D + E).inverse();
  route.P = (identity(n) + E) * route.J;
  route.S = (identity(n) + D) * route.J;
  route.G = blocks(identity(n) + D, -identity(n), -identity(n), identity(n) + E);
  route.G_inverse = blocks(route.P, route.J, route.J, route.S);
  const Vector of_G =
      Eigen::SelfAdjointEigenSolver<Matrix>(route.G, Eigen::EigenvaluesOnly).eigenvalues();
  // rows much smaller than one are regular in D + E and nearly lost beside the I of G
  route.condition = std::max(spectrum(n - 1) / spectrum(0), of_G(2 * n - 1) / std::abs(of_G(0)));
  const Vector Bb = B.transpose() * instant.b;
  route.x_s = route.J * (Bb + E * (picture.a_s + picture.c_s));
  route.F_s = route.J * (Bb - D * picture.a_s) + route.J * (E * picture.c_s);
  route.q = picture.unscale(route.x_s);
  route.reaction = picture.scale(route.F_s);
  route.V = V;
  route.D = D;
  route.E = E;
  route.picture = std::move(picture);
  return route;
}

Identities second_route_identities(const SecondRoute& r) {
  Identities list;
  if (!r.applies()) {
    for (const char* id :
         {"X10", "X11", "X12", "X13", "X14", "X15", "X16", "X17", "X18", "X20", "X21"}) {
      list.push_back(skip(id, "the route of 1997", r.does_not_apply));
    }
    return list;
  }
  const ScaledPicture& p = r.picture;
  const Matrix &B = p.B, &D = r.D, &E = r.E, &J = r.J, &P = r.P, &S = r.S, &V = r.V;
  const Vector &b = p.instant.b, &a_s = p.a_s, &c_s = p.c_s;
  const Index n = B.cols(), m = B.rows(), k = p.rows.rank;
  const Matrix I = identity(n);
  const double bound = r.bound();
  const auto same = [&](const char* id, const char* statement, const Matrix& left,
                        const Matrix& right, std::initializer_list<double> sizes = {}) {
    list.push_back(state(id, statement, residual(left, right, sizes), bound));
  };
  const double size = std::max({p.size, r.x_s.norm(), r.F_s.norm()});
  const auto equal = [&](const char* id, const char* statement, const Vector& left,
                         const Vector& right) { same(id, statement, left, right, {size}); };
  const Vector d = p.rows.divisors();
  const Matrix unit = d.cwiseInverse().asDiagonal() * B;

  // the three sets of equations, and their solution (20)-(22)
  equal("X10", "x_s − F_s^c = a_s   (17)", r.x_s - r.F_s, a_s);
  if (p.consistent) {
    list.push_back(state("X10", "B x_s = b   (18)",
                         residual(unit * r.x_s, b.cwiseQuotient(d), {size}),
                         bound + p.contradiction));
  } else {
    list.push_back(skip("X10", "B x_s = b   (18)", "the rows contradict each other"));
  }
  same("X10", "VᵀF_s^c = Vᵀc_s   (19)", V.transpose() * r.F_s, V.transpose() * c_s,
       {V.norm() * size});
  same("X10", "B V = 0", unit * V, Matrix::Zero(m, V.cols()), {V.norm()});
  same("X11", "Jᵀ = J   (22)", J.transpose(), J);
  equal("X11", "M q̈ = Q + F^c   (20), (21)", p.inverse_root * (p.instant.M * r.q - p.instant.Q),
        r.F_s);
  equal("X11", "x_s is the q̈_s of the fundamental equation", r.x_s, p.acceleration);

  // L r = s and its normal equations (23)-(27)
  same("X12", "L r is s, or its nearest point in the range of L   (23)",
       r.L.transpose() * (r.L * (Vector(2 * n) << r.x_s, r.F_s).finished()), r.L.transpose() * r.s,
       {r.L.squaredNorm() * size});
  const Vector sigma = Eigen::JacobiSVD<Matrix>(r.L).singularValues();
  const double rows = static_cast<double>(n + m + n - k);
  list.push_back(state("X12", "L has 2n + m − k rows   (24)",
                       std::abs(static_cast<double>(r.L.rows()) - rows) / rows, 0));
  list.push_back(state("X20", "rank L = 2n   (A1-A5)",
                       sigma.size() == 2 * n && sigma(2 * n - 1) > 1e-14 * sigma(0) ? 0 : 1, 0));
  same("X13", "LᵀL = [[I + D, −I], [−I, I + E]]   (25)", r.L.transpose() * r.L, r.G);
  Vector right(2 * n);
  right << a_s + B.transpose() * b, E * c_s - a_s;
  same("X13", "Lᵀs = [a_s + Bᵀb; E c_s − a_s]   (25)", r.L.transpose() * r.s, right,
       {r.L.norm() * r.s.norm()});
  const double G_size = r.G.norm() * r.G_inverse.norm();
  same("X14", "G [[P, J], [J, S]] = I   (26)", r.G * r.G_inverse, identity(2 * n), {G_size});
  same("X14", "the same by elimination   (26)", Eigen::FullPivLU<Matrix>(r.G).inverse(),
       r.G_inverse);
  same("X14", "J = (D + E + D E)⁻¹", Eigen::FullPivLU<Matrix>(D + E + D * E).inverse(), J);
  same("X14", "D E = 0", D * E, Matrix::Zero(n, n), {D.norm() * E.norm()});
  Matrix stacked(m + V.cols(), n);
  stacked << B, V.transpose();
  same("X15", "D + E = [Bᵀ V][B; Vᵀ]   (27)", stacked.transpose() * stacked, D + E);
  const Vector singular = Eigen::JacobiSVD<Matrix>(stacked).singularValues();
  list.push_back(state(
      "X15", "D + E is nonsingular: λ_min = σ_min²   (27)",
      singular(n - 1) > 0
          ? std::abs(1 / (singular(n - 1) * singular(n - 1)) - J.operatorNorm()) / J.operatorNorm()
          : 1,
      bound));

  // the four relations and what the paper uses beside them (28)-(31)
  const double PD = P.norm() * D.norm(), JE = J.norm() * E.norm(), DJ = D.norm() * J.norm(),
               ES = E.norm() * S.norm();
  same("X16", "D P = P D   (28)", D * P, P * D, {PD});
  same("X16", "E J = J E   (29)", E * J, J * E, {JE});
  same("X16", "D J = J D   (30)", D * J, J * D, {DJ});
  same("X16", "J D = I − E S   (30)", J * D, I - E * S, {DJ, ES});
  same("X16", "E S = S E   (31)", E * S, S * E, {ES});
  same("X16", "E S = E J", E * S, E * J, {ES});
  same("X16", "E Bᵀ = 0", E * unit.transpose(), Matrix::Zero(n, m), {E.norm() * unit.norm()});
  same("X16", "J D = T", J * D, p.T, {DJ, 1});
  same("X16", "J E = N", J * E, p.N, {JE, 1});

  // from (32) to (36)
  const Vector Bb = B.transpose() * b;
  const Vector third = E * c_s;
  equal("X17", "x_s = (I + E)J(a_s + Bᵀb) − J(a_s − E c_s)   (32)",
        (I + E) * (J * (a_s + Bb)) - J * (a_s - third), r.x_s);
  equal("X17", "F_s^c = J(a_s + Bᵀb) − (I + D)J(a_s − E c_s)   (33)",
        J * (a_s + Bb) - (I + D) * (J * (a_s - third)), r.F_s);
  equal("X17", "x_s = J(I + E)(a_s + Bᵀb) − J(a_s − E c_s)   (34)",
        J * ((I + E) * (a_s + Bb)) - J * (a_s - third), r.x_s);
  equal("X18", "x_s = a_s + J Bᵀ(b − B a_s) + J E c_s   (35)",
        a_s + J * (B.transpose() * (b - B * a_s)) + J * third, r.x_s);
  equal("X18", "F^c = M^(1/2)J Bᵀ(b − B a_s) + M^(1/2)J E c_s   (36)",
        p.inverse_root * (p.root * (J * (B.transpose() * (b - B * a_s)) + J * third)), r.F_s);

  // J Bᵀ = B⁺ (appendix 2)
  const Matrix X = J * B.transpose();
  same("X21", "J Bᵀ = B⁺", X * d.asDiagonal(), p.rows.inverse * d.asDiagonal());
  for (Identity& condition : inverse_identities("X21", "B", B, X, bound)) {
    condition.statement += " for X = J Bᵀ";
    list.push_back(std::move(condition));
  }
  return list;
}

Identities uniqueness_identities(const Instant& instant, double terms) {
  const SecondRoute first = second_route(instant, {}, terms);
  const char* with_V = "another V gives the same x_s and F_s^c";
  const char* with_order = "rows in another order give the same";
  const char* with_units = "rows in other units give the same";
  if (!first.applies() || !first.picture.consistent) {
    const std::string reason =
        first.applies() ? "the rows contradict each other" : first.does_not_apply;
    return {skip("X22", with_V, reason), skip("X22", with_order, reason),
            skip("X22", with_units, reason)};
  }
  const double size = std::max(first.x_s.norm(), first.picture.size);
  const auto compare = [&](const char* statement, const SecondRoute& other) {
    if (!other.applies()) return skip("X22", statement, other.does_not_apply);
    Matrix before(first.x_s.size(), 2), after = before;
    before << first.x_s, first.F_s;
    after << other.x_s, other.F_s;
    return state("X22", statement, residual(after, before, {size}), first.bound() + other.bound());
  };
  // columns mixed by a matrix that is regular because its diagonal dominates
  const Index f = first.V.cols(), m = instant.A.rows();
  const Matrix mix = 2 * static_cast<double>(f + 1) * identity(f) + any_matrix(f, f, 11);
  Instant reversed = instant, rescaled = instant;
  reversed.A = instant.A.colwise().reverse();
  reversed.b = instant.b.reverse();
  for (Index i = 0; i < m; ++i) {
    const double unit = 1 + static_cast<double>(i % 3);
    rescaled.A.row(i) *= unit;
    rescaled.b(i) *= unit;
  }
  return {compare(with_V, f > 0 ? second_route(instant, first.V * mix, terms) : first),
          compare(with_order, second_route(reversed, {}, terms)),
          compare(with_units, second_route(rescaled, {}, terms))};
}

}  // namespace alembert::theory
