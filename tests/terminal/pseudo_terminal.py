"""Runs a program on a terminal of a given width, as a person would, and keeps what it writes there."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from dataclasses import dataclass


@dataclass
class Session:
    """What was seen of a program that has ended."""
    said: str  # on the terminal
    answer: str  # on standard output, where that is a pipe
    status: int
    seconds_after_key: float = 0  # from Ctrl-C to the end


class Terminal:
    """A program on a terminal, or on several: with standard output on a pipe unless `all_on_terminal`."""

    def __init__(self, words, columns, all_on_terminal=False, **more):
        self.ours, theirs = pty.openpty()
        self.resize(columns)

        def take_terminal():  # so that keys reach the program, whatever started us ignores
            os.setsid()
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.SIG_DFL)

        self.process = subprocess.Popen(words, stdin=theirs, stderr=theirs,
                                        stdout=theirs if all_on_terminal else subprocess.PIPE,
                                        preexec_fn=take_terminal, text=True, **more)
        os.close(theirs)
        self.said = ""
        self.begin = time.monotonic()

    def resize(self, columns):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def press_interrupt(self):
        os.write(self.ours, b"\x03")

    def listen(self, until, patience=120):
        """Reads until the condition holds for what was said and the seconds since the beginning, or until the program
        ends; False where it does neither."""
        while not until(self.said, time.monotonic() - self.begin):
            if time.monotonic() - self.begin > patience:
                self.process.kill()
                return False
            if not select.select([self.ours], [], [], 0.05)[0]:
                continue
            try:
                piece = os.read(self.ours, 65536).decode(errors="replace")
            except OSError:  # nobody holds the other end any more
                break
            self.said += piece
        return True

    def finish(self):
        """The session to its end."""
        begin = time.monotonic()
        if not self.listen(lambda said, seconds: False):
            raise TimeoutError(f"the program does not end; the terminal got {self.said!r}")
        answer = self.process.stdout.read() if self.process.stdout else ""
        status = self.process.wait()
        os.close(self.ours)
        return Session(self.said, answer, status, time.monotonic() - begin)
