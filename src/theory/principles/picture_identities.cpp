#include "theory/principles/picture_identities.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace alembert::theory {

namespace {

// Rows in metres beside rows in kilometres: X_ij of a product (rows)·(inverse) has the natural size
// d_i/d_j, so what is compared is X with both sides at unit length.
Matrix unit_rows(const Matrix& X, const Vector& d) { return d.cwiseInverse().asDiagonal() * X; }
Matrix unit_columns(const Matrix& X, const Vector& d) { return X * d.asDiagonal(); }

// |X − Xᵀ| with X_ij relative to d_i/d_j + d_j/d_i
double asymmetry(const Matrix& X, const Vector& d) {
  double worst = 0;
  for (Index i = 0; i < X.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      worst = std::max(worst, std::abs(X(i, j) - X(j, i)) / (d(i) / d(j) + d(j) / d(i)));
    }
  }
  return worst;
}

Vector lengths(const Matrix& A) {
  return A.rowwise().norm().unaryExpr([](double d) { return d > 0 ? d : 1.0; });
}

Identities four_conditions(const std::string& id, const std::string& A_name,
                           const std::string& X_name, const Matrix& A, const Matrix& X,
                           const Matrix& M, double bound) {
  const bool weighted = M.size() > 0;
  const std::string AX = A_name + " " + X_name, XA = X_name + " " + A_name;
  const std::string product = (weighted ? "M " : "") + XA;
  const Vector d = lengths(A);
  const Matrix AX_value = A * X, XA_value = X * A;
  const Matrix last = weighted ? Matrix(M * XA_value) : XA_value;
  // A X is a projector: sizes of its factors say how much of it is cancellation
  const double size = unit_rows(A, d).norm() * unit_columns(X, d).norm();
  return {state(id, AX + " " + A_name + " = " + A_name,
                residual(unit_rows(AX_value * A, d), unit_rows(A, d)), bound),
          state(id, XA + " " + X_name + " = " + X_name,
                residual(unit_columns(XA_value * X, d), unit_columns(X, d)), bound),
          state(id, "(" + AX + ")ᵀ = " + AX, asymmetry(AX_value, d) / std::max(size, 1.0), bound),
          state(id, "(" + product + ")ᵀ = " + product, residual(last.transpose(), last), bound)};
}

void append(Identities& list, Identities more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

// statements about the matrices alone: M, A and what is made of them
Identities about_matrices(const ScaledPicture& p) {
  const auto& [M, Q, A, b, C] = p.instant;
  const Index n = M.rows(), m = A.rows();
  const Matrix& B = p.B;
  const Matrix& B_plus = p.rows.inverse;
  const Matrix I = Matrix::Identity(n, n);
  const double bound = p.bound();
  const Vector d = p.rows.divisors();
  const Matrix& u = p.rows.null;
  const auto same = [&](const char* id, const char* statement, const Matrix& left,
                        const Matrix& right, std::initializer_list<double> sizes = {}) {
    return state(id, statement, residual(left, right, sizes), bound);
  };

  Identities list;
  const Eigen::FullPivLU<Matrix> mass(M);
  list.push_back(same("F6", "B Bᵀ = A M⁻¹Aᵀ",
                      unit_rows(unit_rows(B * B.transpose(), d).transpose(), d),
                      unit_rows(unit_rows(A * mass.solve(A.transpose()), d).transpose(), d)));
  const Matrix v = p.inverse_root * u;
  const Vector d_A = lengths(A);
  list.push_back(same("F7", "A v = 0 for v = M^(-1/2)u with B u = 0", unit_rows(A * v, d_A),
                      Matrix::Zero(m, v.cols()), {v.norm()}));
  list.push_back(state(
      "F7", "there are n − k of them, independent",
      residual(v.transpose() * M * v, Matrix::Identity(n - p.rows.rank, n - p.rows.rank)), bound));

  // B⁺ and K: the conditions that define them, and roots of M other than the symmetric one
  append(list, gain_identities(M, A, p.K, bound));
  const Matrix R = Eigen::LLT<Matrix>(M).matrixU();
  const Matrix Z = Eigen::HouseholderQR<Matrix>(any_matrix(n, n, 7)).householderQ();
  for (const auto& [name, other] :
       {std::pair{"K = R⁻¹(A R⁻¹)⁺ with Cholesky's R", R},
        std::pair{"K = R⁻¹(A R⁻¹)⁺ with another R, RᵀR = M", Matrix(Z * R)}}) {
    const Matrix inverse = Eigen::FullPivLU<Matrix>(other).inverse();
    list.push_back(same("F15", name, unit_columns(inverse * row_space(A * inverse).inverse, d),
                        unit_columns(p.K, d)));
  }
  append(list, inverse_identities("F18", "B", B, B_plus, bound));
  Index row = -1;
  if (m > 0) p.rows.lengths.maxCoeff(&row);
  if (row >= 0 && p.rows.lengths(row) > 0) {
    const Matrix r = B.row(row);
    list.push_back(same("F20", "u⁺ = uᵀ/(uᵀu) for a row of B",
                        row_space(r).inverse * r.squaredNorm(), r.transpose()));
  } else {
    list.push_back(
        same("F20", "u⁺ = 0 for u = 0", row_space(Matrix::Zero(1, n)).inverse, Matrix::Zero(n, 1)));
  }
  list.push_back(same("F21", "uᵀB⁺ = 0 where B u = 0", unit_columns(u.transpose() * B_plus, d),
                      Matrix::Zero(u.cols(), m), {unit_columns(B_plus, d).norm()}));
  list.push_back(same("F22", "Nᵀ = N", p.N.transpose(), p.N, {1}));
  list.push_back(same("F22", "N N = N", p.N * p.N, p.N, {1}));

  list.push_back(same("N6", "M^(1/2)M^(1/2) = M", p.root * p.root, M));
  const Vector x = any_vector(n, 2);
  list.push_back(same("N6", "M^(-1/2)(M^(1/2)x) = x", p.unscale(p.scale(x)), x));

  list.push_back(same("N8", "Tᵀ = T", p.T.transpose(), p.T, {1}));
  list.push_back(same("N8", "T T = T", p.T * p.T, p.T, {1}));
  list.push_back(same("N8", "T N = 0", p.T * p.N, Matrix::Zero(n, n), {1}));
  const double k = static_cast<double>(p.rows.rank), size = static_cast<double>(n);
  list.push_back(state("N8", "trace T = k", std::abs(p.T.trace() - k) / size, bound));
  list.push_back(state("N8", "trace N = n − k", std::abs(p.N.trace() - (size - k)) / size, bound));
  list.push_back(
      same("N8", "B N w = 0", unit_rows(B * (p.N * x), d), Matrix::Zero(m, 1), {x.norm()}));
  const Matrix& range = p.rows.range;
  list.push_back(
      same("N8", "T w ∈ R(Bᵀ)", range * (range.transpose() * (p.T * x)), p.T * x, {x.norm()}));
  list.push_back(same("N8", "N = V Vᵀ for orthonormal V of N(B)", u * u.transpose(), p.N, {1}));
  list.push_back(same("N9", "w = T w + N w, at right angles",
                      Vector::Constant(1, (p.T * x).squaredNorm() + (p.N * x).squaredNorm()),
                      Vector::Constant(1, x.squaredNorm())));
  list.push_back(same("F12", "N Bᵀ = 0", p.N * unit_rows(B, d).transpose(), Matrix::Zero(n, m),
                      {unit_rows(B, d).norm()}));
  return list;
}

double right_angle(const Vector& x, const Vector& y, double size) {
  return size > 0 ? std::abs(x.dot(y)) / (size * size) : 0;
}

// relative to the terms on the way: at rest the sides themselves are only rounding
double pythagoras(const Vector& hypotenuse, const Vector& x, const Vector& y, double size) {
  const double whole = hypotenuse.squaredNorm(), parts = x.squaredNorm() + y.squaredNorm();
  return size > 0 ? std::abs(whole - parts) / (size * size) : 0;
}

// statements about the accelerations and forces of this instant
Identities about_motion(const ScaledPicture& p) {
  const auto& [M, Q, A, b, C] = p.instant;
  const Index n = M.rows(), m = A.rows();
  const Matrix& B = p.B;
  const Matrix& B_plus = p.rows.inverse;
  const double bound = p.bound();
  const Vector d = p.rows.divisors();
  const double size = p.size;
  const auto same = [&](const char* id, const char* statement, const Vector& left,
                        const Vector& right) {
    return state(id, statement, residual(left, right, {size}), bound);
  };

  Identities list;
  // FE (11)-(15): the y that D'Alembert asks for is known up to Bᵀw, and w does not matter
  const Vector w = any_vector(m, 3).cwiseQuotient(d) * size;
  const Vector y = p.a_s + p.c_s + B.transpose() * w;
  list.push_back(same("F11", "N(y − a_s − c_s) = 0 for y = a_s + c_s + Bᵀw",
                      p.N * (y - p.a_s - p.c_s), Vector::Zero(n)));
  list.push_back(
      same("F12", "B⁺b + N y is the same for any w", B_plus * b + p.N * y, p.acceleration));

  const char* solvable = "B B⁺b = b";
  const char* met = "B q̈_s = b";
  if (p.consistent) {
    // b is consistent only to the rounding of its own terms, which may exceed the rank tolerance
    const double met_bound = bound + p.contradiction;
    list.push_back(state("F19", solvable,
                         residual(unit_rows(B * (B_plus * b), d), unit_rows(b, d), {size}),
                         met_bound));
    list.push_back(state(
        "N7", met, residual(unit_rows(B * p.acceleration, d), unit_rows(b, d), {size}), met_bound));
  } else {
    const char* reason = "the rows contradict each other: b does not lie in R(B)";
    list.push_back(skip("F19", solvable, reason));
    list.push_back(skip("N7", met, reason));
  }

  // scaled and unscaled forms, the latter with M⁻¹ by elimination
  const Eigen::FullPivLU<Matrix> mass(M);
  const Vector a = mass.solve(Q), c = mass.solve(nonideal_force(p.instant));
  list.push_back(same("N5", "q̈ − a = K e + (I − K A)M⁻¹C", p.scale(p.unscale(p.acceleration) - a),
                      p.scale(p.K * (b - A * a) + c - p.K * (A * c))));
  const Vector Q_c = M * p.unscale(p.acceleration) - Q;
  list.push_back(
      same("N7", "q̈_s = a_s + M^(-1/2)Q_c", p.a_s + p.inverse_root * Q_c, p.acceleration));
  list.push_back(same("N9", "T Δq̈_s = B⁺(b − B a_s)", p.T * p.deviation, B_plus * (b - B * p.a_s)));
  const Vector z = any_vector(n, 4) * size;
  list.push_back(same("N16", "N(z + Bᵀw) = N z", p.N * (z + B.transpose() * w), p.N * z));

  // Fig. 1
  list.push_back(
      same("N28", "q̈_s = B⁺b + N a_s + N c_s", p.B_plus_b + p.N_a_s + p.N_c_s, p.acceleration));
  list.push_back(same("N28", "Δq̈_s = B⁺e + N c_s", p.B_plus_e + p.N_c_s, p.deviation));
  list.push_back(same("N28", "B⁺b = B⁺e + T a_s", p.B_plus_e + p.T_a_s, p.B_plus_b));
  list.push_back(
      state("N28", "N(a_s + c_s) ⟂ B⁺b", right_angle(p.N_a_s + p.N_c_s, p.B_plus_b, size), bound));
  list.push_back(state("N28", "N c_s ⟂ B⁺e", right_angle(p.N_c_s, p.B_plus_e, size), bound));
  list.push_back(state("N28", "N a_s ⟂ T a_s", right_angle(p.N_a_s, p.T_a_s, size), bound));
  list.push_back(state("N28", "|q̈_s|² = |B⁺b|² + |N(a_s + c_s)|²",
                       pythagoras(p.acceleration, p.B_plus_b, p.N_a_s + p.N_c_s, size), bound));
  list.push_back(state("N28", "|Δq̈_s|² = |B⁺e|² + |N c_s|²",
                       pythagoras(p.deviation, p.B_plus_e, p.N_c_s, size), bound));

  // other forces, given and non-ideal, change q̈_s within N(B) only
  Instant other = p.instant;
  other.Q = Q + any_vector(n, 5) * Q.norm();
  other.C = nonideal_force(p.instant) + any_vector(n, 6) * (Q.norm() + C.norm());
  list.push_back(same("N29", "T q̈_s = B⁺b whatever Q and C are",
                      p.T * scaled_picture(other).acceleration, p.B_plus_b));
  return list;
}

}  // namespace

Identities gain_identities(const Matrix& M, const Matrix& A, const Matrix& K, double bound) {
  return four_conditions("F15", "A", "K", A, K, M, bound);
}

Identities inverse_identities(const std::string& id, const std::string& name, const Matrix& B,
                              const Matrix& X, double bound) {
  return four_conditions(id, name, "X", B, X, {}, bound);
}

Identities picture_identities(const ScaledPicture& picture) {
  Identities list;
  if (!picture.applies()) {
    for (const char* id : {"F6", "F7", "F11", "F12", "F15", "F18", "F19", "F20", "F21", "F22", "N5",
                           "N6", "N7", "N8", "N9", "N16", "N28", "N29"}) {
      list.push_back(skip(id, "the scaled picture", picture.does_not_apply));
    }
    return list;
  }
  append(list, about_matrices(picture));
  append(list, about_motion(picture));
  return list;
}

}  // namespace alembert::theory
