#pragma once
/// How fast a motion is shown.

namespace alembert {

/// Time of the motion per second of its film, for a motion that lasts so long: as in nature where that takes some
/// seconds up to a minute, else so that it takes some ten, at a round number. The report's page has the same rule.
double usual_speed(double duration);

}  // namespace alembert
