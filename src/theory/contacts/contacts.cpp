#include "theory/contacts/contacts.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "theory/principles/row_space.hpp"

namespace alembert::theory {

namespace {

constexpr const char* signs = "contacts push: no multiplier of theirs is below zero";
constexpr const char* least = "no acceleration that the contacts allow has less Zwang";
constexpr const char* choices =
    "of all sets of contacts that might carry, those without pull and without penetration give "
    "this "
    "q̈";
constexpr int most_contacts = 6;

Matrix rows_where(const Matrix& A, const std::vector<bool>& pushes, bool which) {
  Matrix rows(std::ranges::count(pushes, which), A.cols());
  Index next = 0;
  for (Index r = 0; r < A.rows(); ++r)
    if (pushes[static_cast<std::size_t>(r)] == which) rows.row(next++) = A.row(r);
  return rows;
}

double zwang(const Eigen::LLT<Matrix>& mass, const Vector& a, const Vector& q) {
  const Vector deviation = mass.matrixU() * (q - a);
  return 0.5 * deviation.squaredNorm();
}

/// q̈ and λ while some rows hold as equalities; empty where these depend on each other.
struct Held {
  Vector acceleration, lambda;
};
Held held(const Instant& instant, const std::vector<Index>& rows) {
  const Index n = instant.M.rows(), m = static_cast<Index>(rows.size());
  Matrix saddle = Matrix::Zero(n + m, n + m);
  Vector right(n + m);
  saddle.topLeftCorner(n, n) = instant.M;
  right.head(n) = instant.Q;
  if (instant.C.size() == n) right.head(n) += instant.C;
  for (Index i = 0; i < m; ++i) {
    const double length = std::max(instant.A.row(rows[i]).norm(), 1e-300);
    saddle.row(n + i).head(n) = instant.A.row(rows[i]) / length;
    saddle.col(n + i).head(n) = -instant.A.row(rows[i]).transpose() / length;
    right[n + i] = instant.b[rows[i]] / length;
  }
  const Eigen::FullPivLU<Matrix> factors(saddle);
  if (factors.rank() < n + m) return {};
  const Vector solution = factors.solve(right);
  return {solution.head(n), solution.tail(m)};
}

Identity check_choices(const Instant& instant, const std::vector<bool>& pushes,
                       const Vector& acceleration, double size) {
  std::vector<Index> equalities, contacts;
  for (Index r = 0; r < instant.A.rows(); ++r)
    (pushes[static_cast<std::size_t>(r)] ? contacts : equalities).push_back(r);
  if (contacts.size() > most_contacts) return skip("C3", choices, "more than six closed contacts");
  constexpr double rounding_of_signs = 1e-9, bound = 1e-8;
  double worst = -1;
  for (unsigned set = 0; set < (1U << contacts.size()); ++set) {
    std::vector<Index> rows = equalities;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if ((set >> i) & 1U) rows.push_back(contacts[i]);
    const Held found = held(instant, rows);
    if (found.acceleration.size() == 0 || !found.acceleration.allFinite()) continue;
    const double slack = rounding_of_signs * std::max(size, found.acceleration.norm());
    bool is_right = true;
    for (std::size_t i = equalities.size(); i < rows.size(); ++i)
      is_right = is_right && found.lambda[static_cast<Index>(i)] >= -slack;
    for (const Index r : contacts)
      is_right = is_right && instant.A.row(r).dot(found.acceleration) - instant.b[r] >=
                                 -slack * std::max(instant.A.row(r).norm(), 1e-300);
    if (is_right) worst = std::max(worst, residual(found.acceleration, acceleration, {size}));
  }
  if (worst < 0) return skip("C3", choices, "the constraints depend on each other");
  return state("C3", choices, worst, bound);
}

}  // namespace

Matrix allowed_directions(const Matrix& A, const std::vector<bool>& pushes) {
  const Matrix contacts = rows_where(A, pushes, true);
  const Matrix free = row_space(rows_where(A, pushes, false)).null;
  if (contacts.rows() == 0) {
    Matrix both(A.cols(), 2 * free.cols());
    both << free, -free;
    return both;
  }
  if (free.cols() == 0) return free;
  const Matrix reduced = contacts * free;
  const Vector outwards = row_space(reduced).inverse * Vector::Ones(reduced.rows());
  const Vector away = reduced * outwards;
  if (!(away.minCoeff() > 1e-6)) return Matrix(A.cols(), 0);
  constexpr Index count = 8;
  Matrix directions = any_matrix(free.cols(), count, 31);
  for (Index k = 0; k < count; ++k) {
    const Vector rates = reduced * directions.col(k);
    double step = 0;
    for (Index r = 0; r < rates.size(); ++r) step = std::max(step, -rates[r] / away[r]);
    directions.col(k) += step * outwards;
  }
  return free * directions;
}

Identities contact_identities(const Instant& instant, const std::vector<bool>& pushes,
                              const Vector& acceleration, const Vector& lambda, double size) {
  if (std::ranges::find(pushes, true) == pushes.end()) {
    const char* none = "no contact is closed";
    return {skip("C1", signs, none), skip("C2", least, none), skip("C3", choices, none)};
  }
  Identities found;
  double pull = 0, largest = 0;
  for (Index r = 0; r < lambda.size(); ++r) {
    const double force = lambda[r] * instant.A.row(r).norm();
    largest = std::max(largest, std::fabs(force));
    if (pushes[static_cast<std::size_t>(r)]) pull = std::max(pull, -force);
  }
  largest = std::max(largest, size);
  found.push_back(state("C1", signs, largest > 0 ? pull / largest : pull, 1e-9));

  const Eigen::LLT<Matrix> mass(instant.M);
  // a row that is not met as an equality is free to be so a little less
  std::vector<Index> binding;
  std::vector<bool> pushes_there;
  const double scale = std::max(size, acceleration.norm());
  for (Index r = 0; r < instant.A.rows(); ++r) {
    const bool is_contact = pushes[static_cast<std::size_t>(r)];
    const double excess = instant.A.row(r).dot(acceleration) - instant.b[r];
    if (is_contact && excess > 1e-6 * scale * instant.A.row(r).norm()) continue;
    binding.push_back(r);
    pushes_there.push_back(is_contact);
  }
  const Matrix directions = allowed_directions(instant.A(binding, Eigen::all), pushes_there);
  if (mass.info() != Eigen::Success) {
    found.push_back(skip("C2", least, "the mass matrix is singular"));
  } else if (directions.cols() == 0) {
    found.push_back(skip("C2", least, "no motion separates all closed contacts at once"));
  } else {
    Vector force = instant.Q;
    if (instant.C.size() == force.size()) force += instant.C;
    const Vector a = mass.solve(force);
    const double own = zwang(mass, a, acceleration);
    double less = 0;
    constexpr double step = 1e-3;
    for (Index k = 0; k < directions.cols(); ++k) {
      const double other = zwang(mass, a, acceleration + step * scale * directions.col(k));
      less = std::max(less, (own - other) / (step * std::max({own, other, scale * scale, 1e-300})));
    }
    found.push_back(state("C2", least, less, 1e-8));
  }
  found.push_back(check_choices(instant, pushes, acceleration, size));
  return found;
}

}  // namespace alembert::theory
