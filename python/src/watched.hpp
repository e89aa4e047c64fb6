#pragma once
/// Long computations on another thread, while this one handles the interrupt key and the progress.

#include <atomic>
#include <chrono>
#include <functional>
#include <future>

#include "interrupt.hpp"

namespace alembert::python {

/// What a computation reports and is told.
struct Watch {
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stopped = false;
  bool key_was_pressed = false;

  /// Called by the computation; false if it must stop.
  bool operator()(std::size_t now) {
    done = now;
    return !stopped;
  }
};

/// `progress` as users give it: True is a bar, False is nothing.
inline py::object progress_of(const py::object& progress) {
  if (progress.is(py::bool_(true))) return py::module_::import("alembert.progress").attr("Bar")();
  if (progress.is(py::bool_(false))) return py::none();
  return progress;
}

/// Calls `compute` without Python's lock. `progress` is None, or is called with what is done and
/// with all, and may answer False.
template <class Result>
Result watched(const py::object& progress, std::size_t all, Watch& watch,
               const std::function<Result()>& compute) {
  std::future<Result> result;
  {
    const py::gil_scoped_release others_may_go_on;
    result = std::async(std::launch::async, compute);
    try {
      while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        const py::gil_scoped_acquire lock;
        if (interrupt_key_pressed()) watch.stopped = watch.key_was_pressed = true;
        if (!progress.is_none() && asks_for_end(progress(watch.done.load(), all)))
          watch.stopped = true;
      }
    } catch (...) {
      watch.stopped = true;
      result.wait();
      throw;
    }
  }
  if (!progress.is_none()) progress(watch.done.load(), all);
  return result.get();
}

}  // namespace alembert::python
