#pragma once
/// Ctrl-C ends a command at once, with a sentence, or asks it to end if it has results to keep.

namespace alembert::app {

/// From now on Ctrl-C ends the program at once, with exit status 1.
void listen_to_interrupts();

/// During the lifetime of this object Ctrl-C and SIGTERM only ask: the command checks
/// is_interrupted() and ends with what it has. A second Ctrl-C ends the program at once.
class EndsWhenAsked {
 public:
  EndsWhenAsked();
  ~EndsWhenAsked();
  EndsWhenAsked(const EndsWhenAsked&) = delete;
  EndsWhenAsked& operator=(const EndsWhenAsked&) = delete;
};

/// Whether the command was asked to end; any thread may call it.
bool is_interrupted();

}  // namespace alembert::app
