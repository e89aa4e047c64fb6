"""Equations in numbers satisfy the theory at many states at once."""
import numpy as np
import pytest

import alembert as al

MODELS = ["double_pendulum/double_pendulum", "knife_edge/knife_edge", "heavy_top/formulas",
          "appell/resisted"]


def states(system, count=200):
    random = np.random.default_rng(5)
    n = len(system.coordinate_names)
    return random.uniform(0.2, 1.2, (count, n)), random.uniform(0.2, 1.0, (count, n))


@pytest.mark.parametrize("model", MODELS)
def test_accelerations_satisfy_the_constraints_and_the_reaction_lies_in_the_rows(model):
    system = al.read(f"models/{model}.mech")
    equations = system.equations()
    q, v = states(system)
    a = equations.acceleration(q, v)
    M, Q, A, b = (f(q, v) for f in (equations.M, equations.Q, equations.A, equations.b))
    scale = 1 + np.abs(a).max()
    assert np.abs(np.einsum("kij,kj->ki", A, a) - b).max() < 1e-8 * scale
    assert np.allclose(M, M.transpose(0, 2, 1))
    reaction = np.einsum("kij,kj->ki", M, a) - Q
    for k in range(0, len(q), 20):
        # outside the space of the rows there is the non-ideal part alone, which only Appell's particle has
        left = reaction[k] - A[k].T @ np.linalg.lstsq(A[k].T, reaction[k], rcond=None)[0]
        assert (np.abs(left).max() < 1e-7 * scale) == (model != "appell/resisted")


def test_one_state_and_many_give_the_same_numbers():
    system = al.read("models/double_pendulum/double_pendulum.mech")
    equations = system.equations()
    q, v = states(system, 130)
    for formulas in (equations.M, equations.Q, equations.A, equations.b):
        many = formulas(q, v)
        assert np.array_equal(many[77], formulas(q[77], v[77]))
        shaped = formulas(q.reshape(13, 10, 4), v.reshape(13, 10, 4))
        assert np.array_equal(shaped.reshape(many.shape), many)
    assert np.array_equal(equations.acceleration(q, v)[3], equations.acceleration(q[3], v[3]))


def test_parameters_may_be_given_anew_for_each_state():
    system = al.read("models/double_pendulum/double_pendulum.mech")
    M = system.equations().M
    masses = np.linspace(1, 2, 50)
    assert np.allclose(M(np.zeros((50, 4)), m2=masses)[:, 3, 3], masses)
    with pytest.raises(ValueError, match="no parameter 'm9'"):
        M(np.zeros(4), m9=1)
    with pytest.raises(ValueError, match="length 4"):
        M(np.zeros((50, 3)))
    # all that is given is broadcast
    assert M(np.zeros(4), m2=masses).shape == (50, 4, 4)
    assert M(np.zeros((3, 1, 4)), t=np.zeros(5), m1=2).shape == (3, 5, 4, 4)
    with pytest.raises(ValueError, match=r"v is given for states of the shape \(4,\), but q for \(5,\)"):
        M(np.zeros((5, 4)), np.zeros((4, 4)))
    with pytest.raises(TypeError, match="the parameter m2 is a number or an array of numbers, not a dictionary"):
        M(np.zeros(4), m2={})


def test_an_acceleration_may_be_asked_for_other_parameters():
    system = al.example("double_pendulum")
    equations = system.equations()
    q, v = states(system, 20)
    masses = np.linspace(0.5, 3, 20)
    many = equations.acceleration(q, v, m2=masses)
    for i in (0, 7, 19):
        alone = system.with_parameters(m2=masses[i]).equations().acceleration(q[i], v[i])
        assert np.allclose(many[i], alone, rtol=1e-11)
    assert equations.acceleration(q[0], v[0], m2=masses).shape == (20, 4)
    # where the rows depend on each other the solvers answer
    redundant = al.example("redundant_rod")
    n = len(redundant.coordinate_names)
    at, speed = np.linspace(0.5, 1, n), np.linspace(0.1, 0.2, n)
    name, value = next(iter(redundant.parameters.items()))
    assert np.allclose(redundant.equations().acceleration(at, speed, **{name: value}),
                       redundant.equations().acceleration(at, speed))


def test_an_array_of_formulas_is_indexed_as_numpy_does():
    equations = al.example("double_pendulum").equations()
    M = equations.M
    whole = np.array(M)
    assert whole.shape == (4, 4) and whole.dtype == object and str(whole[0, 0]) == "m1"
    assert str(M[-1, -1]) == "m2" and str(M[3][3]) == "m2" and M[:, 0].shape == (4,) and M[1:, ::2].shape == (3, 2)
    q = np.arange(4.0)
    assert np.array_equal(equations.A[:, 1](q), equations.A(q)[:, 1])
    assert [str(formula) for formula in equations.Q][1] == str(equations.Q[1])
    with pytest.raises(IndexError, match="out of bounds"):
        M[5, 5]
    assert equations.M is equations.M


def test_equations_print_as_text_latex_and_json():
    equations = al.read("models/knife_edge/knife_edge.mech").equations()
    assert "M q'' = Q + A^T lambda" in str(equations)
    assert "\\ddot" in equations._repr_latex_() and equations._repr_latex_().startswith("$$")
    assert equations.json().startswith("{") and "M\\ddot{q} = Q" in equations.latex()
    assert equations.A._repr_latex_().startswith("$\\begin{bmatrix}")
    assert equations.rows == ["blade"] and equations.freedoms == 2
    assert str(equations.A[0, 1]) == "-cos(phi)"
    with pytest.raises(IndexError):
        equations.A[1, 0]
    assert [str(f) for f in equations.Q][1:] == ["0", "0"]


def test_a_state_without_acceleration_is_an_error():
    system = al.System()
    x, y = system.coordinates("x y")
    system.kinetic(al.rate(x)**2 / 2)
    # neither inertia nor a constraint acts along y
    with pytest.raises(al.ModelError, match=r"state 0 has no acceleration: .* along \(1 y\)") as caught:
        system.equations().acceleration(np.zeros((2, 2)))
    assert "give it inertia" in caught.value.hint
