#pragma once
/// Models with what the tests must know of their coordinates: which of them are places, directions
/// and attitudes that turn with the frame, and which are lengths.

#include <array>
#include <string>
#include <vector>

#include "course.hpp"

namespace alembert::metamorphic {

/// A model file with its coordinates in words, separated by `;`:
///
///   place x y z          a point in space or, with two names, in a plane
///   direction u v w      the same without dimension: a unit vector, a cosine and its sine
///   quaternion a b c d   an attitude
///   length s             a length along something that does not turn
///
/// All others are pure numbers that do not turn. A `#` stands for every index that the model has.
struct Described {
  std::string file;
  std::string coordinates;
  Look turned = {};     ///< of the tests that turn the axes or write other rows
  Look units = {};      ///< of the tests that change the units
  bool sample = false;  ///< among the few that also run under sanitizers and by the interpreter
};

/// Coordinates that turn together.
struct Block {
  enum class What { place, direction, quaternion };
  What what;
  std::vector<std::size_t> coordinates;
};

struct Geometry {
  std::vector<Block> blocks;
  Dimensions dimensions;
  bool in_space() const;  ///< has it something that a rotation in space turns?
};
Geometry geometry_of(const Described& described, const System& system);

/// A rotation in space, and the one that things in a plane get in its place.
struct Turn {
  std::array<double, 4> quaternion;
  double angle;
  std::string name;
};
/// The 24 rotations that map the axes onto each other.
std::vector<Turn> quarter_turns();
std::vector<Turn> random_turns(int count, unsigned seed);

/// The axes turned: r = R r̂, e = p ∘ ê.
Change turned(const Geometry& geometry, const Turn& turn);

/// Units of length, mass and time as factors: x̂ = length · x. Each row gets a length, by its level
/// per time or time².
struct Units {
  double length, mass, time;
};
Change in_units(const Geometry& geometry, const System& system, const Units& units);

/// All models of the gallery but those below.
const std::vector<Described>& gallery();
/// Those in which equations come and go, or the motion jumps.
const std::vector<Described>& models_with_events();
/// Mechanisms of bodies that have no form in formulas beside them. They are turned, with the points
/// and axes that describe them, in tests/bodies/metamorphic_test.cpp.
const std::vector<Described>& mechanisms();
/// Models in space that are there for these tests.
const std::vector<Described>& models_in_space();

/// Reads a model from the tree of the project.
Model read(const Described& described);

}  // namespace alembert::metamorphic
