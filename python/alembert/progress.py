"""A progress bar for ensembles, on the terminal."""
import sys
import time


class Bar:
    """Called with how many motions are done, and of how many.

    >>> import io
    >>> bar = Bar(file=io.StringIO())
    >>> bar(50, 100)
    >>> bar.file.getvalue()[1:].split()[-2:]
    ['50', '%']
    """

    def __init__(self, file=None, width=40):
        self.file = file or sys.stderr
        self.width = width
        self.begin = time.monotonic()

    def __call__(self, done, total):
        part = done / total if total else 1.0
        full = round(part * self.width)
        seconds = time.monotonic() - self.begin
        line = f"[{'#' * full}{'.' * (self.width - full)}] {done} of {total} in {seconds:.1f} s, {part:4.0%}"
        self.file.write("\r" + line.replace("%", " %"))
        if done == total:
            self.file.write("\n")
        self.file.flush()
