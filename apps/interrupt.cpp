#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "commands.hpp"

namespace alembert::app {

namespace {

volatile std::sig_atomic_t asked = 0;
volatile std::sig_atomic_t ends_when_asked = 0;
volatile std::sig_atomic_t on_terminal = 0;

void say(std::string_view words) {
  // standard error may be closed, which changes nothing
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
}

// only what is allowed in a signal handler
void on_interrupt(int) {
  if (ends_when_asked != 0 && asked == 0) {
    asked = 1;
    return;
  }
  if (on_terminal != 0) say("\n");  // below the bar, and what the terminal shows of the key
  say(asked != 0 ? "interrupted again: what was not yet written is lost\n"
                 : "interrupted: there is no result\n");
  _exit(Exit::failed_later);
}

}  // namespace

void listen_to_interrupts() {
  on_terminal = isatty(STDERR_FILENO);
  std::signal(SIGINT, on_interrupt);
}

EndsWhenAsked::EndsWhenAsked() {
  ends_when_asked = 1;
  std::signal(SIGTERM, on_interrupt);
}

EndsWhenAsked::~EndsWhenAsked() {
  ends_when_asked = 0;
  std::signal(SIGTERM, SIG_DFL);
}

bool is_interrupted() { return asked != 0; }

}  // namespace alembert::app
