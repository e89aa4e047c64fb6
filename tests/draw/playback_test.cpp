#include "draw/playback.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

TEST_CASE("a motion of some seconds is shown as fast as it is") {
  for (const double duration : {2.0, 10.0, 60.0}) CHECK(usual_speed(duration) == 1);
}

TEST_CASE("any other motion is shown in eight to twenty seconds, at a round speed") {
  for (double duration = 1e-9; duration < 1e9; duration *= 1.7) {
    if (duration >= 2 && duration <= 60) continue;
    const double film = duration / usual_speed(duration);
    CHECK(film >= 8 * (1 - 1e-12));
    CHECK(film <= 20 * (1 + 1e-12));
  }
  CHECK(usual_speed(0.001) == Approx(1e-4));
  CHECK(usual_speed(1.7) == Approx(0.2));
  CHECK(usual_speed(1000) == Approx(100));
}
