"""A four-bar linkage in space, of bodies and joints: the last hinge closes the loop, and each reaction says on which bar it acts."""
import alembert as al

linkage = al.System("Four-bar linkage in space")
linkage.gravity((0.1, -9.81, 0))
rho = linkage.parameter("rho", 5000, "kg/m^3")
P = [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)]
bars = ["ground", "left", "top", "right", "ground"]
for i in (1, 2, 3):
    linkage.body(bars[i], density=rho, solids=[al.rod(P[i - 1], P[i], width=0.1)])
for i in (1, 2, 3, 4):
    linkage.joint(f"pin{i}", "revolute", bars[i - 1], bars[i], at=P[i - 1], along="z")
linkage.watch("shaft", linkage.reaction("pin1", "left"), "N")
linkage.watch("corner", linkage.place("top", P[2]), "m")

motion = linkage.simulate(until=0.5)
for t in (0, 0.5):
    now = motion.at(t)
    print(f"t = {t:.1f}: first bar at {now['pin1']:.9f}, its pin pushes it with {now['shaft.1']:.6f} {now['shaft.2']:.6f} N")
end = motion.at(0.5)
print(f"corner at {end['corner.1']:.9f} {end['corner.2']:.9f} m")
print(f"{end['rank']:.0f} of the five rows of the last pin are needed")
