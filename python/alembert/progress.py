"""A progress bar for ensembles, on the terminal."""
import sys
import time


class Bar:
    """Called with how many motions are done, and of how many; it moves on a terminal only.

    >>> import io
    >>> bar = Bar(file=io.StringIO(), width=10)
    >>> bar(50, 100)
    >>> bar(100, 100)
    >>> bar.file.getvalue().split(" in ")[0].strip()
    '[##########] 100 of 100'
    """

    def __init__(self, file=None, width=40):
        self.file = file or sys.stderr
        self.width = width
        self.begin = time.monotonic()

    def __call__(self, done, total):
        if done < total and not self.file.isatty():
            return
        part = done / total if total else 1.0
        full = round(part * self.width)
        seconds = time.monotonic() - self.begin
        self.file.write(f"\r[{'#' * full}{'.' * (self.width - full)}] {done} of {total} in {seconds:.1f} s")
        if done == total:
            self.file.write("\n")
        self.file.flush()
