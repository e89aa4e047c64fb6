#pragma once
/// Processes that share a sweep, on one machine or on many.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>

namespace alembert {

/// The first rank hands out work and writes; the others talk only to it.
class Ranks {
 public:
  struct Message {
    std::size_t from;
    std::string bytes;
  };
  /// How long a rank sleeps before it looks for a message again, at first and at most: Open MPI
  /// takes some 5 us to look, and an answer must not take longer than a small chunk.
  static constexpr std::chrono::milliseconds pause{1}, longest_pause{2};

  virtual ~Ranks() = default;
  virtual bool is_first() const = 0;
  virtual std::size_t others() const = 0;  ///< how many there are beside the first
  /// Sends a message without waiting for its arrival.
  virtual void send(std::size_t to, std::string bytes) = 0;
  /// Whether a message is still on its way; looking may help it along.
  virtual bool is_sending() const = 0;
  /// The next message, if it is there.
  virtual std::optional<Message> next() = 0;
  /// Ends all ranks at once, where one of them cannot go on.
  [[noreturn]] virtual void abort() = 0;

  /// Waits for the next message. The longer there is none, the less often it looks.
  Message receive() {
    for (std::chrono::milliseconds wait = pause;; wait = std::min(2 * wait, longest_pause)) {
      if (std::optional<Message> message = next()) return *std::move(message);
      std::this_thread::sleep_for(wait);
    }
  }
};

}  // namespace alembert
