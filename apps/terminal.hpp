#pragma once
/// The properties of the terminal.

namespace alembert::app {

/// The present number of columns of the terminal of a stream (STDOUT_FILENO, STDERR_FILENO); 80 if
/// it is none.
int columns_of_terminal(int stream);

}  // namespace alembert::app
