#pragma once
/// Keeps with a system what a check of its motion needs to know of the bodies; private to this
/// layer.

#include "bodies/parts.hpp"

namespace alembert {

TermCounts count_terms(const System& system);

/// A point in the axes of a body, which is named as in Parts.
struct PointOfLink {
  std::size_t link;
  Vector point;
};

/// All bodies and joints. The energies added from `before` to `after` are those of the bodies.
void record_bodies(const Parts& parts, const TermCounts& before, const TermCounts& after);
/// A spring and a load, whose terms were added since `before`.
void record_spring(System& system, const Spring& spring, const PointOfLink& a, const PointOfLink& b,
                   const TermCounts& before);
void record_load(System& system, const PointOfLink& on, const Vector& force, const Vector& moment,
                 const TermCounts& before);

}  // namespace alembert
