"""Which length explains the angles that were seen? A thousand lengths in one ensemble."""
import numpy as np

import alembert as al

pendulum = al.System("Pendulum of unknown length")
a = pendulum.coordinate("a")
l, g = pendulum.parameter("l", 1.0, "m"), pendulum.parameter("g", 9.81, "m/s^2")
pendulum.kinetic((l * al.rate(a))**2 / 2)
pendulum.potential(-g * l * al.cos(a))

# what a camera saw, to its last digit
times, seen = [1.0, 2.0, 3.0], np.array([-0.917, 0.677, -0.315])

lengths = 0.5 + np.arange(1001) / 1000
ensemble = pendulum.ensemble({l: lengths}, start={a: 1}, until=3, times=times)

misfit = ((ensemble["a"] - seen)**2).mean(axis=1)
best = misfit.argmin()
print(f"{len(ensemble)} motions, best length {lengths[best]:.3f} m, root mean square {np.sqrt(misfit[best]):.5f}")
for t, angle, computed in zip(times, seen, ensemble["a"][best]):
    print(f"t = {t:.0f}: seen {angle:7.3f}, computed {computed:9.6f}")
