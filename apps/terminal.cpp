#include "terminal.hpp"

#include <sys/ioctl.h>

namespace alembert::app {

int columns_of_terminal(int stream) {
  winsize size{};
  const bool is_known = ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

}  // namespace alembert::app
