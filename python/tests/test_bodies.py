"""Mechanisms in the words of Python move as their texts do."""
import copy
import inspect
import pickle

import pytest

import alembert as al


def linkage():
    system = al.System("Four-bar linkage")
    system.gravity((0.1, -9.81, 0))
    rho = system.parameter("rho", 5000)
    P = [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)]
    bars = ["ground", "a", "b", "c", "ground"]
    for i in (1, 2, 3):
        system.body(bars[i], density=rho, solids=[al.rod(P[i - 1], P[i], width=0.1)])
    for i in (1, 2, 3, 4):
        system.joint(f"pin{i}", "revolute", bars[i - 1], bars[i], at=P[i - 1], along="z")
    return system


def test_a_loop_of_bodies_moves_and_pulls_as_its_exact_equation_says():
    system = linkage()
    system.watch("F", system.reaction("pin1", "a"), "N")
    motion = system.simulate(until=0.5, tolerance=1e-12)
    assert motion.at(0)["F.1"] == pytest.approx(-1.50599400599401, abs=1e-12)
    assert motion.at(0)["F.2"] == pytest.approx(735.75, abs=1e-12)
    assert -motion.at(0.5)["pin1"] == pytest.approx(0.0190355434371431, abs=1e-10)
    assert motion.at(0.5)["F.1"] == pytest.approx(9.67385951295008, abs=1e-8)
    # every joint is watched
    assert "reaction(pin3, c).1" in motion.to_pandas().columns


TEXT = """
gravity (0, 0, -9.81)
parameters m = 2 [kg]
body base: mass m, centre (0, 0, 0.1), inertia (0.1, 0.1, 0.2), at (0.1, 0, 0), turned z 0.3
body drum: density 700, cylinder 0.1 0.3 along y, sphere 0.12, at (0.5, 0.2, 0.1)
body plate: mass 1, box (0.3, 0.2, 0.01), at (0.9, 0.2, 0.1)
joint slide: prismatic ground base at (0, 0, 0) along (1, 1, 0), spring 40, damping 1
joint hinge: revolute base drum at (0.3, 0.1, 0) along (0, 1, 0.2), armature 0.05
joint ball: spherical drum plate at (0.7, 0.2, 0.1)
spring cord: ground(0, 0, 1) plate(0.1, 0, 0), stiffness 20, length 0.5, damping 0.3
load push: on plate at (0.1, 0, 0) force (1, 2, 0) moment (0, 0, 0.1)
actuator motor: hinge', force 0.5 - hinge'
particle bob: mass 0.3, at drum(0, 0.2, 0)
constraint level: plate.centre.3 = 0.1
watch F = reaction(hinge, drum), M = moment(ball, plate, (0, 0, 0)), up = plate.z, inner = inside((0, 0, 1), plate)
run 0.5
"""


def in_words():
    system = al.System()
    system.gravity((0, 0, -9.81))
    m = system.parameter("m", 2, "kg")
    system.body("base", mass=m, centre=(0, 0, 0.1), inertia=(0.1, 0.1, 0.2), at=(0.1, 0, 0), turned=[("z", 0.3)])
    system.body("drum", density=700, solids=[al.cylinder(0.1, 0.3, "y"), al.sphere(0.12)], at=(0.5, 0.2, 0.1))
    system.body("plate", mass=1, solids=[al.box((0.3, 0.2, 0.01))], at=(0.9, 0.2, 0.1))
    system.joint("slide", "prismatic", "ground", "base", at=(0, 0, 0), along=(1, 1, 0), spring=40, damping=1)
    system.joint("hinge", "revolute", "base", "drum", at=(0.3, 0.1, 0), along=(0, 1, 0.2), armature=0.05)
    system.joint("ball", "spherical", "drum", "plate", at=(0.7, 0.2, 0.1))
    system.spring("cord", "ground", (0, 0, 1), "plate", (0.1, 0, 0), stiffness=20, length=0.5, damping=0.3)
    system.load("push", "plate", at=(0.1, 0, 0), force=(1, 2, 0), moment=(0, 0, 0.1))
    turning = al.rate(system.symbol("hinge"))
    system.actuator(turning, 0.5 - turning, name="motor")
    system.particle("bob", 0.3, system.place("drum", (0, 0.2, 0)))
    system.constraint("level", system.centre("plate")[2] == 0.1)
    system.watch("F", system.reaction("hinge", "drum"))
    system.watch("M", system.moment("ball", "plate", (0, 0, 0)))
    system.watch("up", system.axis("plate", "z"))
    system.watch("inner", system.inside((0, 0, 1), "plate"))
    return system


def test_words_of_python_are_those_of_the_text():
    words, text = in_words().simulate(until=0.5), al.read_text(TEXT).simulate()
    for name in ("slide", "hinge", "ball.e1", "F.1", "F.3", "M.2", "up.1", "inner.2"):
        assert words.at(0.5)[name] == pytest.approx(text.at(0.5)[name], rel=1e-7, abs=1e-7), name


def test_a_system_that_has_run_takes_forces_but_no_more_bodies():
    system = linkage()
    before = system.simulate(until=0.1)
    system.actuator(al.rate(system.symbol("pin1")), 100)
    after = system.simulate(until=0.1)
    assert before.at(0.1)["pin1"] != after.at(0.1)["pin1"]
    assert before.at(0.1)["pin1"] == pytest.approx(linkage().simulate(until=0.1).at(0.1)["pin1"], abs=1e-12)
    with pytest.raises(al.ModelError, match="describe all bodies and joints first"):
        system.body("late", mass=1)


@pytest.mark.parametrize("build", [linkage, in_words])
def test_a_mechanism_comes_back_from_pickle_with_its_motion(build):
    system = build()
    again = pickle.loads(pickle.dumps(system))
    assert again.text() == system.text()
    there, here = again.simulate(until=0.1), system.simulate(until=0.1)
    # the outputs of joints come last, whenever they were asked for
    assert set(there.names) == set(here.names)
    for name in here.names:
        # sums of formulas that are written out may stand in another order
        assert there.at(0.1)[name] == pytest.approx(here.at(0.1)[name], rel=1e-9, abs=1e-9), name


def test_the_text_of_a_mechanism_says_what_its_user_said():
    text = in_words().text()
    for line in ("joint slide: prismatic ground base, at (0, 0, 0), along (1, 1, 0), spring 40, damping 1",
                 "spring cord: ground(0, 0, 1) plate(0.1, 0, 0), stiffness 20, length 0.5, damping 0.3",
                 "particle bob: mass 0.3, at drum(0, 0.2, 0)", "F = reaction(hinge, drum)",
                 "constraint level: plate.centre.3 = 0.1"):
        assert line in text, text


def test_a_joint_has_the_words_of_the_language():
    with pytest.raises(al.ModelError) as refused:
        al.read_text("gravity (0, -9.81)\nbody b: mass 1, inertia 1\njoint j: revolute ground b at (0, 0), q 1\n")
    words = str(refused.value).split("there are ")[1].split(", ")
    assert {"range", "armature", "closing"} < set(words)
    assert {word.strip() for word in words} <= set(inspect.signature(al.System.joint).parameters)


def test_a_joint_has_a_range_at_whose_end_it_is_stopped():
    system = al.System()
    system.gravity((0, -9.81))
    system.body("arm", mass=1, centre=(1, 0), inertia=0.1)
    system.joint("hinge", "revolute", "ground", "arm", at=(0, 0), range=(-1, 1))
    motion = system.simulate(until=5)
    assert str(motion.outcome) == "reached the end"
    assert motion.impacts["contact"].tolist() == ["hinge_lower"]
    assert motion.at(motion.t[-1])["hinge"] == pytest.approx(-1, abs=1e-12)


def test_a_copy_moves_alike_and_takes_no_bodies():
    system = linkage()
    twin = copy.copy(system)
    assert twin.simulate(until=0.1).at(0.1)["pin1"] == system.simulate(until=0.1).at(0.1)["pin1"]
    with pytest.raises(al.ModelError, match="described already"):
        twin.body("late", mass=1)


@pytest.mark.parametrize("describe, words", [
    (lambda s: s.joint("j", "revolut", "ground", "arm"), "did you mean 'revolute'"),
    (lambda s: s.joint("j", "revolute", "ground", "arn"), "there is no body 'arn'"),
    (lambda s: s.joint("j", "screw", "ground", "arm"), "this screw has no pitch"),
    (lambda s: s.body("flat", mass=1, inertia=(1, 2, 3.5)), "0.5 too much"),
    (lambda s: s.body("2b", mass=1), "cannot be the name of a body"),
    (lambda s: s.axis("arm", "w"), "is no axis"),
])
def test_mistakes_are_told_with_what_to_do(describe, words):
    system = al.System()
    system.gravity((0, 0, -9.81))
    system.body("arm", mass=1, inertia=(1, 1, 1))
    with pytest.raises(al.ModelError, match=words):
        describe(system)
