#include "bodies/multibody_system.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"

namespace alembert {

void MultibodySystem::actuator(const Expr& velocity, const Expr& force, const std::string& name) {
  System::drive(velocity, force, name);
}

Expr MultibodySystem::symbol(const std::string& name) {
  assemble();
  const auto index = coordinate_index(name);
  if (!index)
    throw ModelError(fmt::format("there is no coordinate '{}'", name),
                     "joints and free bodies make coordinates of their names: pin, or box.x");
  return {graph(), coordinates()[*index].q};
}

void MultibodySystem::watch(const std::string& name, const Vector& vector,
                            const std::string& unit) {
  for (std::size_t k = 0; k < vector.size(); ++k)
    System::watch(fmt::format("{}.{}", name, k + 1), vector[k], unit);
}

Model MultibodySystem::model() {
  std::vector<StartValue> start;
  std::vector<Shape> drawing;
  if (has_bodies()) {
    weigh_particles();
    watch_reactions();
    start = start_with({});
    drawing = drawing_with({});
  }
  return {static_cast<System&>(*this), std::move(start), {}, {}, std::move(drawing)};
}

}  // namespace alembert
