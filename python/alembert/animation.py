"""The moving picture of a motion, with matplotlib: the shapes of the draw block, and the forces."""
import numpy as np

from ._core import refuse, scene_of

CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) / 2
# along all edges of a box, some of them twice
BOX = np.array([(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, -1), (-1, -1, 1), (1, -1, 1), (1, -1, -1),
                (1, -1, 1), (1, 1, 1), (1, 1, -1), (1, 1, 1), (-1, 1, 1), (-1, 1, -1), (-1, 1, 1), (-1, -1, 1)]) / 2
ROUND = np.linspace(0, 2 * np.pi, 49)


def animate(motion, *, frames=200, forces=False, seconds=None, axes=None):
    """Draws the motion and returns a matplotlib.animation.FuncAnimation; `forces=True` adds arrows.

    `seconds` is how long the film takes, by default as long as the motion. A model without a draw block shows its
    particles, or the points that its Cartesian coordinates name; one that has neither is a ModelError.

    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> motion = al.example("pendulum/cartesian").simulate(until=1)
    >>> film = motion.animate(frames=5, forces=True)
    >>> len(film._func(4)) >= 2  # at the last frame there are a rod and a bob at least
    True
    """
    from matplotlib import pyplot
    from matplotlib.animation import FuncAnimation

    scene = scene_of(motion)
    if not scene.shapes:
        refuse(scene.notes[0], "say in a draw block or by particles what should be seen; motion.plot() draws curves")
    if axes is None:
        axes = pyplot.figure().add_subplot(projection="3d" if scene.dimension == 3 else None)
    pictures = [_Curve(axes, scene, shape) for shape in scene.shapes]
    if forces:
        scale = _arrow_scale(scene)
        pictures += [_Arrow(axes, scene, arrow, scale) for arrow in scene.arrows]
    _fit(axes, scene)

    # outputs nearest to times that are evenly spaced
    times = np.linspace(motion.t[0], motion.t[-1], frames)
    rows = np.clip(np.searchsorted(motion.t, times), 0, len(motion) - 1)

    def show(frame):
        axes.set_title(f"t = {times[frame]:.2f}")
        for picture in pictures:
            picture.show(rows[frame])
        return [picture.line for picture in pictures]

    duration = seconds if seconds is not None else motion.t[-1] - motion.t[0]
    return FuncAnimation(axes.figure, show, frames=frames, interval=1000 * duration / frames)


class _Curve:
    """A shape of the scene as one polygonal line."""

    def __init__(self, axes, scene, shape):
        self.numbers, self.shape = scene.numbers, shape
        style = {"marker": "o"} if shape.what in ("point", "sphere", "ball") else {}
        self.line = axes.plot(*([] for _ in range(scene.dimension)), label=shape.name, **style)[0]

    def show(self, row):
        _set_points(self.line, self.points(row))

    def points(self, row):
        now, shape = self.numbers[row], self.shape
        places = now[np.array(shape.points)]
        if shape.what == "path":
            return self.numbers[:row + 1][:, shape.points[0]]
        if shape.what == "frame":
            # out and back along each axis
            origin = places[0]
            tips = [origin + now[axis] for axis in shape.axes]
            return np.array([point for tip in tips for point in (origin, tip, origin)])
        if shape.what == "disk":
            return _circle(places[0], now[shape.radius], now[shape.normal] if shape.normal else None)
        if shape.what == "ground":
            return np.array([places[0], places[0] + now[shape.radius] * now[shape.normal]])
        if shape.what == "ellipsoid":
            # its three principal ellipses
            axes = [now[axis] for axis in shape.axes]
            return np.concatenate([places[0] + np.outer(np.cos(ROUND), one) + np.outer(np.sin(ROUND), other)
                                   for one, other in zip(axes, axes[1:] + axes[:1])])
        if shape.what == "box" and shape.axes:
            axes = np.array([length * now[axis] for length, axis in zip(now[shape.size], shape.axes)])
            corners = CORNERS if len(axes) == 2 else BOX
            return places[0] + corners @ axes
        if shape.what == "box" and len(places[0]) == 2:
            angle = now[shape.angle] if shape.angle is not None else 0.0
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            return places[0] + (CORNERS * now[shape.size]) @ turn.T
        return places


class _Arrow:
    """The force of a constraint at a point, ideal and non-ideal part together."""

    def __init__(self, axes, scene, arrow, scale):
        self.numbers, self.arrow, self.scale = scene.numbers, arrow, scale
        self.line = axes.plot(*([] for _ in range(scene.dimension)), color="tab:red", linewidth=2)[0]

    def show(self, row):
        now = self.numbers[row]
        force = now[self.arrow.ideal] + now[self.arrow.nonideal]
        _set_points(self.line, np.array([now[self.arrow.at], now[self.arrow.at] + self.scale * force]))


def _set_points(line, points):
    line.set_data(points[:, 0], points[:, 1])
    if points.shape[1] == 3:
        line.set_3d_properties(points[:, 2])


def _circle(centre, radius, normal):
    if normal is None:
        return centre + radius * np.column_stack([np.cos(ROUND), np.sin(ROUND)])
    normal = normal / np.linalg.norm(normal)
    # any direction will do that is not along the axis
    aside = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    aside /= np.linalg.norm(aside)
    return centre + radius * (np.outer(np.cos(ROUND), aside)
                              + np.outer(np.sin(ROUND), np.cross(normal, aside)))


def _extent(scene):
    """The lowest and the highest corner of all points of all instants."""
    columns = np.array([point for shape in scene.shapes for point in shape.points])
    places = scene.numbers[:, columns]
    return places.min(axis=(0, 1)), places.max(axis=(0, 1))


def _arrow_scale(scene):
    """Such that the largest force is a quarter as long as the picture."""
    low, high = _extent(scene)
    sizes = [np.linalg.norm(scene.numbers[:, arrow.ideal] + scene.numbers[:, arrow.nonideal], axis=1).max()
             for arrow in scene.arrows]
    largest = max(sizes, default=0)
    return 0.25 * (high - low).max() / largest if largest > 0 else 1.0


def _fit(axes, scene):
    low, high = _extent(scene)
    middle, half = (low + high) / 2, max(0.6 * (high - low).max(), 1e-9)
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half, middle[1] + half)
    if scene.dimension == 3:
        axes.set_zlim(middle[2] - half, middle[2] + half)
        axes.set_box_aspect((1, 1, 1))
    else:
        axes.set_aspect("equal")
