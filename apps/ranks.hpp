#pragma once
/// The processes that were started together, under mpirun.

#include <memory>

#include "sweep/ranks.hpp"

namespace alembert::app {

/// Null where the program was started by itself, or was built without MPI.
std::unique_ptr<Ranks> ranks_of_this_start();

}  // namespace alembert::app
