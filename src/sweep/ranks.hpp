#pragma once
/// Processes that share a sweep, on one machine or on many.

#include <cstddef>
#include <string>

namespace alembert {

/// The first rank hands out work and writes; each other one talks to it alone.
class Ranks {
 public:
  struct Message {
    std::size_t from;
    std::string bytes;
  };

  virtual ~Ranks() = default;
  virtual bool is_first() const = 0;
  virtual std::size_t others() const = 0;  ///< how many there are beside the first
  virtual void send(std::size_t to, const std::string& bytes) = 0;
  /// The next message; while there is none it leaves the core to others.
  virtual Message receive() = 0;
  /// Ends all ranks at once, where one of them cannot go on.
  [[noreturn]] virtual void abort() = 0;
};

}  // namespace alembert
