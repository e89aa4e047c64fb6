// A pendulum in Cartesian coordinates, derived with nothing but the installed package. The user's
// own headers lie before it on the path and bear names that Alembert has too.
#include <alembert/alembert.hpp>
#include <alembert/theory.hpp>
#include <motion/motion.hpp>
#include <version.hpp>

#include <iostream>

int main() {
  static_assert(ours::version == 7 && ours::motion == 8);
  using namespace alembert;

  System pendulum("pendulum");
  const Expr x = pendulum.coordinate("x"), y = pendulum.coordinate("y");
  const Expr m = pendulum.parameter("m", 1.0), l = pendulum.parameter("l", 1.0);
  pendulum.kinetic(m / 2 * (square(rate(x)) + square(rate(y))));
  pendulum.potential(m * 9.81 * y);
  pendulum.constraint("rod", square(x) + square(y) == square(l));

  const Equations equations = derive(pendulum);
  std::cout << "M " << equations.M.rows << " x " << equations.M.columns << ", "
            << equations.M.entries.size() << " nonzeros\n"
            << "A " << equations.A.rows << " x " << equations.A.columns << ", "
            << equations.A.entries.size() << " nonzeros\n";
}
