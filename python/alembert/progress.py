"""Progress bars for runs, ensembles and sweeps, on the terminal."""
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
        self.show(done / total if total else 1.0, f"{done} of {total}", done == total)

    def show(self, part, words, is_last):
        full = round(part * self.width)
        seconds = time.monotonic() - self.begin
        self.file.write(f"\r[{'#' * full}{'.' * (self.width - full)}] {words} in {seconds:.1f} s")
        if is_last:
            self.file.write("\n")
        self.file.flush()


class TimeBar(Bar):
    """Called with the time that a run has reached.

    >>> import io
    >>> bar = TimeBar(0, 10, file=io.StringIO(), width=10)
    >>> bar(5)
    >>> bar(10)
    >>> bar.file.getvalue().split(" in ")[0].strip()
    '[##########] t = 10 of 10'
    """

    def __init__(self, begin, until, file=None, width=40):
        super().__init__(file, width)
        self.from_, self.until = begin, until

    def __call__(self, t):
        is_last = t >= self.until
        if is_last or self.file.isatty():
            part = (t - self.from_) / (self.until - self.from_)
            self.show(min(max(part, 0.0), 1.0), f"t = {t:.6g} of {self.until:.6g}", is_last)
