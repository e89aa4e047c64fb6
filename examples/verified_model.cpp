// A model as text: run it, test what its check block says, and verify the theory along its motion.
#include <alembert/alembert.hpp>
#include <cstdio>

const char* const text = R"(
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
)";

int main() {
  using namespace alembert;
  const Model model = read_text(text, "conical.mech");
  const Motion motion = simulate(model);
  std::printf("z = %.6f, tension %.6f N\n", motion.back()["z"], motion.back()["tension"]);
  for (const CheckResult& check : check_expectations(model, motion))
    std::printf("%s: %s\n", check.text.c_str(), check.holds ? "holds" : "fails");

  const theory::Verification verification = theory::verify(motion);
  std::printf("%d statements of the theory fail\n", verification.failed());
}
