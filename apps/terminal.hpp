#pragma once
/// What the terminal is like that a person sits at.

namespace alembert::app {

/// How many columns the terminal of a stream (STDOUT_FILENO, STDERR_FILENO) has at this moment; 80 where it is none.
int columns_of_terminal(int stream);

}  // namespace alembert::app
