"""explain, verify and equilibrium say what the theory says."""
import json

import numpy as np
import pytest

import alembert as al


def test_the_shares_of_the_rows_make_up_the_difference_from_free_motion():
    motion = al.read("models/double_pendulum/double_pendulum.mech").simulate(until=1)
    story = al.explain(motion, 0.5)
    assert np.allclose(story.acceleration, story.free_acceleration + sum(r.answer for r in story.rows))
    assert np.allclose(story.acceleration, [motion.at(0.5)[f"{x}''"] for x in ("x1", "y1", "x2", "y2")])
    assert [force.name for force in story.forces] == ["rod1", "rod2"] and story.rank == 2
    assert "free" in str(story) and json.loads(story.json()) and story.svg().startswith("<")
    assert "Udwadia" in story.routes()


def test_every_statement_holds_along_a_double_pendulum():
    motion = al.read("models/double_pendulum/double_pendulum.mech").simulate(until=1)
    verification = al.verify(motion, instants=4)
    assert verification and verification.failed == 0 and verification.held > 150
    assert all(statement.holds for statement in verification.statements)
    assert "statements hold" in str(verification)


def test_a_pendulum_rests_hanging_and_its_rod_carries_the_weight(pendulum):
    pendulum.start({"x": 0.3, "y": -1.4})
    rest = al.equilibrium(pendulum)
    assert np.allclose(rest.q, [0, -1.5], atol=1e-9) and rest.stability == "stable"
    assert np.allclose(rest.reactions["rod"], [0, 2 * 9.81])
    assert "stable" in str(rest) and json.loads(rest.json())


def test_a_motion_is_verified_at_two_instants_at_least(pendulum):
    with pytest.raises(al.ModelError):
        al.verify(pendulum.simulate(until=1), instants=1)
