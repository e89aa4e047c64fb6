"""What people get of contacts: impacts, phases, the two instants of an event."""
import numpy as np
import pytest

import alembert as al


@pytest.fixture(scope="module")
def ball():
    return al.example("bouncing_ball").simulate()


def test_impacts_are_a_structured_array(ball):
    impacts = ball.impacts
    assert impacts.dtype.names == ("t", "contact", "impulse", "tangential", "approach", "separation",
                                   "lost", "law", "group", "unique")
    assert (impacts["contact"] == "floor").all() and impacts["unique"].all()
    assert np.allclose(impacts["separation"], 0.8*impacts["approach"], atol=1e-9)
    # at intervals that shrink by the coefficient of restitution
    assert np.allclose(np.diff(impacts["t"])[1:6], 0.8*np.diff(impacts["t"])[:5], atol=1e-9)
    (end, left), = ball.accumulations
    assert impacts["impulse"].sum() + left["floor"] == pytest.approx(9.81*end, abs=1e-9)


def test_phases_follow_each_other(ball):
    (begin, closes, fall), (opens, end, rest) = ball.timeline("floor")
    assert (begin, end) == (0, 6) and closes == opens and (fall, rest) == ("open", "rest")
    with pytest.raises(al.ModelError, match="no contact or friction 'ceiling'"):
        ball.timeline("ceiling")


def test_before_and_after_an_impact_are_two_instants(ball):
    t = ball.impacts["t"][0]
    assert ball.at(t)["y'"] == pytest.approx(-0.8*ball.before(t)["y'"], abs=1e-9)
    assert ball.before(1.0)["y"] == ball.at(1.0)["y"]


def test_without_contacts_there_are_no_impacts(pendulum):
    motion = pendulum.simulate(until=1)
    assert len(motion.impacts) == 0 and motion.impacts.dtype.names[0] == "t"
    assert motion.accumulations == []
