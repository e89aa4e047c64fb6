#include "course.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "mechanics/model_error.hpp"

namespace alembert::metamorphic {

using numeric::Index;
using numeric::Matrix;

namespace {

constexpr double patience = 5;  // seconds of this process, however busy the machine is
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// forces as rows: R = T⁻ᵀ R̂/κ
Matrix forces_back(const Matrix& forces, const Change& change) {
  return forces * change.T.inverse() / change.energy;
}

// what happened to contacts and frictions; a contact that stands there twice shares its impulse
// with its copy
std::vector<Instant> instants_of(const System& original, const Change& change,
                                 const Motion& motion) {
  std::vector<Instant> instants;
  for (const std::string& name : names_with_phases(original))
    for (const PhaseSpan& span : motion.timeline(name))
      instants.push_back({name + " " + std::string(name_of(span.phase)), span.from * change.time});
  for (const Contact& contact : original.contacts()) {
    const std::string& name = original.constraints()[contact.constraint].name;
    std::optional<std::size_t> group;
    for (const ImpactRecord& impact : motion.impacts()) {
      const std::string& struck = motion.contact_name(impact.contact);
      if (struck != name && struck != again(name)) continue;
      if (impact.group != group) instants.push_back({name + " is struck", impact.t * change.time});
      group = impact.group;
      instants.back().spent += impact.impulse * impact.approach / change.energy;
      instants.back().lost += impact.lost / change.energy;
    }
  }
  return instants;
}

// a number that compares as wrong with everything
constexpr double never = std::numeric_limits<double>::infinity();

// by coordinate, the largest number that those of its dimension have; where they all rest it is
// borrowed from the others
std::vector<double> sizes(const std::vector<const Matrix*>& tables, const Dimensions& dimensions) {
  std::vector<double> size(dimensions.size(), 0.0);
  for (const Matrix* table : tables)
    for (std::size_t j = 0; j < size.size(); ++j)
      for (std::size_t k = 0; k < size.size(); ++k)
        if (dimensions[k] == dimensions[j])
          size[j] = std::max(size[j], table->col(static_cast<Index>(k)).cwiseAbs().maxCoeff());
  const double overall = *std::ranges::max_element(size);
  for (double& one : size)
    if (one < 1e-9 * overall) one = overall;
  return size;
}

double largest_difference(const Matrix& one, const Matrix& other, const std::vector<double>& size,
                          const std::vector<bool>& rows) {
  double largest = 0;
  for (Index i = 0; i < one.rows(); ++i)
    for (Index j = 0; j < one.cols() && rows[static_cast<std::size_t>(i)]; ++j) {
      const double part = std::fabs(one(i, j) - other(i, j));
      if (part == 0) continue;
      const double relative = part / size[static_cast<std::size_t>(j)];
      largest = std::isfinite(relative) ? std::max(largest, relative) : never;
    }
  return largest;
}

// `rest`: by coordinate, what is nothing beside the motion
double compare(const Matrix& one, const Matrix& other, const Dimensions& dimensions,
               const std::vector<double>& rest) {
  if (one.rows() != other.rows()) return never;
  if (one.size() == 0) return 0;
  const std::vector<bool> all(static_cast<std::size_t>(one.rows()), true);
  std::vector<double> size = sizes({&one, &other}, dimensions);
  for (std::size_t j = 0; j < size.size(); ++j) size[j] = std::max(size[j], rest[j]);
  return largest_difference(one, other, size, all);
}

// A velocity that would not move its coordinate by a thousandth of its size in the whole run is one
// of a motion that rests, and is known no better than that coordinate.
std::vector<double> rest_of(const Course& course, const Dimensions& dimensions, int derivative) {
  std::vector<double> size = sizes({&course.largest}, dimensions);
  for (double& one : size) one *= 1e-3 / std::pow(course.end, derivative);
  return size;
}

}  // namespace

Matrix Course::total() const {
  Matrix sum = Matrix::Zero(q.rows(), q.cols());
  for (const Matrix& reaction : reactions) sum += reaction;
  return sum;
}

double Difference::largest() const { return std::max({q, v, a, reaction, total}); }

std::function<bool(double)> patient() {
  return [begin = seconds()](double) { return seconds() - begin < patience; };
}

SimulateOptions options(const Change& change, const Look& look) {
  return {.until = look.until / change.time,
          .tolerance = look.tolerance,
          .every = look.until / change.time / look.outputs,
          .method = look.method,
          .progress = patient()};
}

Course run(const Model& original, const Change& change, const Model& model, const Look& look) {
  try {
    return course_of(original, change, simulate(model, options(change, look)));
  } catch (const ModelError& error) {
    Course course;
    course.ended = "refused";
    course.detail = error.what();
    return course;
  }
}

Course course_of(const Model& original, const Change& change, const Motion& motion) {
  const MotionColumns& layout = motion.layout();
  const System& system = motion.equations().system;
  const Index n = change.T.rows(), outputs = static_cast<Index>(motion.size());
  Course course;
  course.ended = name_of(motion.outcome().fate);
  course.detail = motion.outcome().words();
  course.end = motion.outcome().t * change.time;
  course.steps = motion.counters().steps;
  for (const Event& event : motion.events()) course.events.push_back(event.what);
  for (Index i = 0; i < outputs; ++i)
    course.energy =
        std::max(course.energy,
                 std::fabs(motion.row(static_cast<std::size_t>(i))[layout.energy]) / change.energy);
  course.instants = instants_of(original.system, change, motion);

  Matrix q(outputs, n), v(outputs, n), a(outputs, n);
  for (Index i = 0; i < outputs; ++i) {
    const std::span<const double> row = motion.row(static_cast<std::size_t>(i));
    course.ranks.push_back(static_cast<int>(row[layout.rank]));
    for (Index j = 0; j < n; ++j) {
      q(i, j) = row[layout.q + static_cast<std::size_t>(j)];
      v(i, j) = row[layout.v + static_cast<std::size_t>(j)];
      a(i, j) = row[layout.a + static_cast<std::size_t>(j)];
    }
  }
  const double tau = change.time;
  course.q = q * change.T.transpose();
  course.largest = course.q.cwiseAbs().colwise().maxCoeff();
  course.v = v * change.T.transpose() / tau;
  course.a = a * change.T.transpose() / tau / tau;

  for (const Constraint& constraint : original.system.constraints()) {
    Matrix force = Matrix::Zero(outputs, n);
    std::vector<bool> unique(motion.size(), true);
    for (const std::string& name : {constraint.name, again(constraint.name)}) {
      const auto c = system.constraint_index(name);
      if (!c) continue;
      for (Index i = 0; i < outputs; ++i) {
        const std::span<const double> row = motion.row(static_cast<std::size_t>(i));
        for (const ForceColumn& column : layout.forces[*c])
          force(i, static_cast<Index>(column.coordinate)) +=
              row[column.ideal] + row[column.nonideal];
        for (std::size_t r = 0; r < motion.equations().rows.size(); ++r)
          if (motion.equations().rows[r].constraint == *c && row[layout.unique + r] == 0)
            unique[static_cast<std::size_t>(i)] = false;
      }
    }
    course.reactions.push_back(forces_back(force, change));
    course.unique.push_back(unique);
  }
  return course;
}

Difference difference(const Course& one, const Course& other, const Dimensions& dimensions) {
  if (one.q.size() == 0) return {.q = other.q.size() == 0 ? 0 : never};
  Difference d{compare(one.q, other.q, dimensions, rest_of(one, dimensions, 0)),
               compare(one.v, other.v, dimensions, rest_of(one, dimensions, 1)),
               compare(one.a, other.a, dimensions, rest_of(one, dimensions, 2))};
  if (d.q == never || one.reactions.empty()) return d;
  std::vector<const Matrix*> all;
  for (const Matrix& reaction : one.reactions) all.push_back(&reaction);
  std::vector<double> size = sizes(all, dimensions);
  // where rows carry nothing, their forces are nothing beside those that made the motion
  const std::vector<double> way = sizes({&one.largest}, dimensions);
  for (std::size_t j = 0; j < size.size(); ++j)
    if (way[j] > 0) size[j] = std::max(size[j], 1e-3 * one.energy / way[j]);
  for (std::size_t c = 0; c < one.reactions.size(); ++c)
    d.reaction = std::max(
        d.reaction, largest_difference(one.reactions[c], other.reactions[c], size, one.unique[c]));
  const std::vector<bool> everywhere(static_cast<std::size_t>(one.q.rows()), true);
  d.total = largest_difference(one.total(), other.total(), size, everywhere);
  return d;
}

double error(const Course& course, const Course& reference, const Dimensions& dimensions) {
  if (course.q.rows() != reference.q.rows()) return never;
  double largest = 0;
  const auto look = [&](const Matrix& found, const Matrix& expected, int derivative) {
    const std::vector<double> alike = sizes({&expected}, dimensions);
    const std::vector<double> rest = rest_of(reference, dimensions, derivative);
    for (Index j = 0; j < expected.cols(); ++j) {
      // a coordinate that hardly moves is measured with the others of its dimension
      const double own = expected.col(j).cwiseAbs().maxCoeff();
      const double size = std::max(
          {own, 1e-3 * alike[static_cast<std::size_t>(j)], rest[static_cast<std::size_t>(j)]});
      const double miss = (found.col(j) - expected.col(j)).cwiseAbs().maxCoeff();
      if (miss == 0) continue;
      largest = std::isfinite(miss / size) ? std::max(largest, miss / size) : never;
    }
  };
  look(course.q, reference.q, 0);
  look(course.v, reference.v, 1);
  return largest;
}

}  // namespace alembert::metamorphic
