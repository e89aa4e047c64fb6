#pragma once
/// The processes that were started together, under mpirun.

#include <memory>

#include "sweep/ranks.hpp"

namespace alembert::app {

/// Null if the program was started alone, or was built without MPI.
std::unique_ptr<Ranks> ranks_of_this_start();

}  // namespace alembert::app
