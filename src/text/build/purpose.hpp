#pragma once
/// What a formula is for, and with it which symbols may stand in it.

#include <string_view>

#include "symbol/graph.hpp"

namespace alembert {

/// Which forces of constraint a formula may use.
enum class ForceUse {
  none,
  ideal_law,  ///< in `nonideal`: lambda and reaction mean the ideal ones, total is allowed
  true_law,   ///< in `friction`: multipliers alone, the true ones
  all,
};

struct Purpose {
  std::string_view what;  ///< for messages: "a potential"
  Kinds allowed;
  ForceUse forces = ForceUse::none;
  std::string_view hint = {};  ///< what to do with coordinates, velocities or time that are refused
  bool acts = false;           ///< it adds to the forces, also to those that joints carry
  bool strikes = false;        ///< of an impact: gap and approach may stand in it
};

namespace purpose {

inline constexpr Kinds constants = Kind::parameter;
inline constexpr Kinds position = constants | Kind::coordinate | Kind::time;
inline constexpr Kinds state = position | Kind::velocity;

inline constexpr Purpose index{"an index", constants, ForceUse::none,
                               "indices and bounds are known when the file is read"};
inline constexpr Purpose parameter{
    "the value of a parameter", constants, ForceUse::none,
    "a parameter is a formula of numbers and earlier parameters; use define for other formulas"};
inline constexpr Purpose body{"the description of a body or a joint", constants, ForceUse::none,
                              "bodies and joints are described by numbers and parameters"};
inline constexpr Purpose curve{"a curve", constants | Kind::coordinate, ForceUse::none,
                               "a curve is a formula of its coordinate and parameters"};
inline constexpr Purpose gravity{"gravity", constants, ForceUse::none,
                                 "gravity is the same everywhere; other fields are potentials"};
inline constexpr Purpose definition{"a definition", state, ForceUse::all, {}, true};
inline constexpr Purpose kinetic{"a kinetic energy", state, ForceUse::none, {}, true};
inline constexpr Purpose potential{"a potential", position, ForceUse::none,
                                   "a term with velocities belongs in lagrangian", true};
inline constexpr Purpose lagrangian{"a Lagrangian", state, ForceUse::none, {}, true};
inline constexpr Purpose virtual_power{"a virtual power", state, ForceUse::none, {}, true};
inline constexpr Purpose dissipation{"a dissipation function", state, ForceUse::none, {}, true};
inline constexpr Purpose mass{"a mass", position, ForceUse::none,
                              "write the kinetic energy with kinetic", true};
inline constexpr Purpose particle_position{"the position of a particle", position, ForceUse::none,
                                           "a position depends on coordinates and t", true};
inline constexpr Purpose particle_force{"the force on a particle", state, ForceUse::none, {}, true};
inline constexpr Purpose force{"a force", state, ForceUse::none, {}, true};
inline constexpr Purpose constraint{
    "a constraint", state | Kind::acceleration, ForceUse::none, {}, true};
inline constexpr Purpose nonideal{"a non-ideal force", state, ForceUse::ideal_law};
inline constexpr Purpose weight{"a weight", state};
inline constexpr Purpose variable{"the value of a variable at the start", constants, ForceUse::none,
                                  "it is a formula of numbers and parameters"};
inline constexpr Purpose contact{"a contact", state, ForceUse::none, {}, true};
inline constexpr Purpose restitution{
    "a coefficient of restitution", state, ForceUse::none, {}, false, true};
inline constexpr Purpose friction{"a friction", state, ForceUse::true_law};
inline constexpr Purpose slip{"a slip velocity", state};
inline constexpr Purpose condition{"a condition", state | Kind::acceleration, ForceUse::all};
inline constexpr Purpose action{"the value that an action sets", state | Kind::acceleration,
                                ForceUse::all};
inline constexpr Purpose start{"a start value", state};
inline constexpr Purpose run_option{"an option of the run", constants, ForceUse::none,
                                    "options are formulas of numbers and parameters"};
inline constexpr Purpose stop{"a condition to stop", state | Kind::acceleration, ForceUse::all};
inline constexpr Purpose watch{"a watch", state | Kind::acceleration, ForceUse::all};
inline constexpr Purpose check{"a check", state | Kind::acceleration, ForceUse::all};
inline constexpr Purpose check_bound{
    "this part of a check", constants, ForceUse::none,
    "times, values and bounds are formulas of numbers and parameters"};
inline constexpr Purpose drawing{"a drawing", state};
inline constexpr Purpose up{"the direction of up", constants, ForceUse::none,
                            "a picture stands still: up is a formula of numbers and parameters"};

}  // namespace purpose

}  // namespace alembert
