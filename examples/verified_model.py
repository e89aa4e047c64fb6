"""A model as text: run it, test what its check block says, and verify the theory along its motion."""
import alembert as al

TEXT = """
system "Conical pendulum"
coordinates x y z
parameters m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], a = 0.5
define w = sqrt(g/(l*cos(a)))   # the rate at which it circles at the angle a

particle bob: mass m, at (x, y, z)
potential m*g*z
constraint rod: x^2 + y^2 + z^2 = l^2

start x = l*sin(a), y = 0, z = -l*cos(a), x' = 0, y' = w*x, z' = 0
run 5
watch tension = -2*lambda(rod)*l [N]
check
    energy constant to 1e-8
    at 5: z = -cos(0.5) to 1e-8
    at 5: tension = 9.81/cos(0.5) to 1e-8
"""

motion = al.read_text(TEXT, "conical.mech").simulate()
print(f"z = {motion['z'][-1]:.6f}, tension {motion['tension'][-1]:.6f} N")
for check in motion.check():
    print(f"{check.text}: {'holds' if check.holds else 'fails'}")

verification = al.verify(motion)
print(f"{verification.failed} statements of the theory fail")
