#include "draw/playback.hpp"

#include "draw/ticks.hpp"

namespace alembert {

double usual_speed(double duration) {
  if (!(duration > 0) || (duration >= 2 && duration <= 60)) return 1;
  return round_down(duration / 8);
}

}  // namespace alembert
