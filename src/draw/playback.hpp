#pragma once
/// How fast a motion is shown.

namespace alembert {

/// Time of the motion per second of film, for a motion of this duration: real time if that takes a
/// few seconds to a minute, else a round number for which the film takes some ten seconds. The page
/// of a report has the same rule.
double usual_speed(double duration);

}  // namespace alembert
