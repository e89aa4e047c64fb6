#pragma once
/// Ctrl-C: ends a command at once, with a sentence, or asks it to end where it has something to keep.

namespace alembert::app {

/// From now on Ctrl-C ends the program as said above, with exit status 1.
void listen_to_interrupts();

/// While one of these lives, Ctrl-C and a polite kill only ask: who made it looks at is_interrupted() and ends with what
/// there is. Who asks a second time does not wait for that.
class EndsWhenAsked {
 public:
  EndsWhenAsked();
  ~EndsWhenAsked();
  EndsWhenAsked(const EndsWhenAsked&) = delete;
  EndsWhenAsked& operator=(const EndsWhenAsked&) = delete;
};

/// Whether somebody has asked; any thread may call it.
bool is_interrupted();

}  // namespace alembert::app
