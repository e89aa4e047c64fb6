#include "bodies/closing_rows.hpp"

#include <fmt/format.h>

#include <numbers>

#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

class Rows {
 public:
  explicit Rows(const JointSides& sides) : s_(sides) {}

  Rows& force(const Vector& e, std::string words) {
    rows_.push_back({ClosingRow::What::force, dot(e, s_.gap), e, 0.0, std::move(words), 0.0});
    return *this;
  }
  Rows& forces() {
    return force(s_.e1, "force across the axis")
        .force(s_.e2, "second force across the axis")
        .force(s_.e3, "force along the axis");
  }
  // a turn δθ of B changes a·f by δθ·(f × a)
  Rows& moment(const Vector& a, const Vector& f, std::string words) {
    rows_.push_back({ClosingRow::What::moment, dot(a, f), cross(f, a), 0.0, std::move(words), 0.0});
    return *this;
  }
  // keeps f₃ along e₃
  Rows& axis_moments() {
    return moment(-s_.e2, s_.f3, "moment across the axis")
        .moment(s_.e1, s_.f3, "second moment across the axis");
  }
  Rows& all_moments() {
    return moment(s_.e3, s_.f2, "moment across the axis")
        .moment(s_.e1, s_.f3, "second moment across the axis")
        .moment(s_.e2, s_.f1, "moment about the axis");
  }
  std::vector<ClosingRow> take() { return std::move(rows_); }

 private:
  const JointSides& s_;
  std::vector<ClosingRow> rows_;
};

}  // namespace

std::vector<ClosingRow> closing_rows(const Joint& joint, const JointSides& s) {
  switch (joint.kind) {
    case JointKind::weld:
      return Rows(s).forces().all_moments().take();
    case JointKind::revolute:
      return Rows(s).forces().axis_moments().take();
    case JointKind::prismatic:
      return Rows(s)
          .force(s.e1, "force across the axis")
          .force(s.e2, "second force across the axis")
          .all_moments()
          .take();
    case JointKind::cylindrical:
      return Rows(s)
          .force(s.e1, "force across the axis")
          .force(s.e2, "second force across the axis")
          .axis_moments()
          .take();
    case JointKind::universal:
      return Rows(s).forces().moment(s.e1, s.f2, "moment across both axes").take();
    case JointKind::spherical:
      return Rows(s).forces().take();
    case JointKind::planar:
      return Rows(s).force(s.e3, "force along the normal").axis_moments().take();
    case JointKind::rod: {
      const Expr length = norm(s.gap);
      return {{ClosingRow::What::force, length - *joint.length, (1.0 / length) * s.gap, 0.0,
               "force along the rod", 0.0}};
    }
    case JointKind::screw: {
      // θ is a coordinate of its own, so that turns are counted: the last row makes it the turn of
      // B, and what acts on θ, the thread's force with its lead, acts on B by the moment of that
      // row
      const Expr lead = *joint.pitch / (2 * std::numbers::pi), &turn = *s.turn;
      Rows rows(s);
      rows.force(s.e1, "force across the axis")
          .force(s.e2, "second force across the axis")
          .axis_moments()
          .force(s.e3, "force along the axis")
          .moment(sin(turn) * s.e1 - cos(turn) * s.e2, s.f1, "moment about the axis");
      std::vector<ClosingRow> list = rows.take();
      list[4].residual = list[4].residual - lead * turn;
      list[4].twist = -lead;
      list[5].what = ClosingRow::What::turn;
      return list;
    }
    case JointKind::on_curve:
      return Rows(s).forces().take();
    case JointKind::free:
      throw ModelError(fmt::format("the free joint '{}' has nothing to hold", joint.name),
                       "both bodies are held by other joints already");
    case JointKind::rolling:
    case JointKind::gear:
    case JointKind::rack:
      break;
  }
  return {};
}

}  // namespace alembert
