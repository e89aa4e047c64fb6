"""What leaves a motion for other programs is the motion."""
import h5py
import numpy as np
import pytest

import alembert as al


def test_a_data_frame_has_every_column(pendulum):
    motion = pendulum.simulate(until=1)
    frame = motion.to_pandas()
    assert list(frame.columns) == motion.names[1:]
    assert np.array_equal(frame.index, motion.t) and np.array_equal(frame["y'"], motion["y'"])


def test_a_file_of_hdf5_has_every_column(pendulum, tmp_path):
    motion = pendulum.simulate(until=1)
    motion.to_hdf5(tmp_path / "motion.h5")
    with h5py.File(tmp_path / "motion.h5") as file:
        assert np.array_equal(file["t"], motion.t)
        found = {}
        file.visititems(lambda name, item: found.update({name: item[()]})
                        if isinstance(item, h5py.Dataset) else None)
        assert any(np.array_equal(column, motion["x"]) for column in found.values())


def test_a_system_becomes_a_model_file_and_comes_back(pendulum):
    again = al.read_text(pendulum.text())
    assert np.array_equal(again.simulate(until=1)["x"], pendulum.simulate(until=1)["x"])


def test_a_notebook_shows_the_interactive_report(pendulum):
    page = pendulum.simulate(until=1)._repr_html_()
    assert page.startswith("<iframe srcdoc=") and page.endswith("</iframe>")
    assert "<script" not in page.split(">", 1)[0].replace("&lt;script", "")


def test_curves_are_the_columns(pendulum):
    motion = pendulum.simulate(until=1)
    axes = motion.plot("x", "y'")
    assert np.array_equal(axes.lines[1].get_ydata(), motion["y'"])
    assert len(motion.plot().lines) == 2


def test_the_film_shows_the_bob_where_it_is(pendulum):
    motion = pendulum.simulate(until=2)
    film = motion.animate(frames=11, forces=True)
    artists = film._func(5)
    points = np.array([xy for artist in artists for xy in zip(*artist.get_data())])
    bob = np.array([motion.at(1.0)["x"], motion.at(1.0)["y"]])
    assert np.min(np.linalg.norm(points - bob, axis=1)) < 1e-9
    film._draw_was_started = True


def test_a_motion_without_a_picture_says_so():
    swing = al.System()
    a = swing.coordinate("a")
    swing.kinetic(al.rate(a)**2 / 2)
    swing.potential(-9.81 * al.cos(a))
    with pytest.raises(al.ModelError, match="draw") as caught:
        swing.simulate(start={a: 1}, until=1).animate()
    assert "motion.plot() draws curves" in caught.value.hint
    # particles are enough
    swing.particle("bob", 1, at=[al.sin(a), -al.cos(a)])
    film = swing.simulate(start={a: 1}, until=1).animate(frames=3)
    film._draw_was_started = True


def test_models_in_space_are_filmed_too():
    motion = al.read("models/rolling_disk/rolling_disk.mech").simulate(until=0.5)
    film = motion.animate(frames=3)
    assert all(np.isfinite(artist.get_data_3d()).all() for artist in film._func(2))
    film._draw_was_started = True
