#pragma once
/// Bricard's mechanism (p4) at its start: five thin bars of 1 kg and 1 m along edges of a cube,
/// hinged to each other; the sixth edge is the ground. The error is that of corner 3.

namespace bench::bricard {

inline constexpr int bars = 5;
inline constexpr double corner[6][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                        {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
inline constexpr int bar_axis[bars] = {0, 1, 2, 0, 1};  ///< bar k lies along it, from corner k
inline constexpr int hinge_axis[bars + 1] = {1, 2, 0, 1, 2, 0};  ///< of the hinge at corner k
inline constexpr int observed_bar = 2;                           ///< that ends in corner 3

}  // namespace bench::bricard
