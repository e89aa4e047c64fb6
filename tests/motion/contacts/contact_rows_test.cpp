// Which rows are those of contacts.

#include "motion/contacts/contact_rows.hpp"

#include <catch2/catch.hpp>

#include "text/read.hpp"

using namespace alembert;

TEST_CASE("rows of contacts come and go, those of constraints stay") {
  const Model model = read_text(
      "coordinates x y z\nkinetic x'^2 + y'^2 + z'^2\nconstraint pin: (x, y) = (0, t)\n"
      "contact floor: z >= 0\nconstraint rail: y = z\ncontact wall: x <= 1\n",
      "model.mech");
  const Equations equations = derive(model.system);
  REQUIRE(equations.rows.size() == 5);
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    const std::string& name = equations.rows[r].name;
    INFO(name);
    const bool is_contact = name == "floor" || name == "wall";
    CHECK(comes_and_goes(equations, r) == is_contact);
    CHECK(contact_of_row(equations, r).has_value() == is_contact);
    if (is_contact) CHECK(contact_of_row(equations, r) == model.system.contact_index(name));
  }
  // a row that a constraint does not state, as that of a friction which sticks
  Equations more = equations;
  more.rows.push_back(more.rows.front());
  more.rows.back().name = "pin.slip";
  CHECK(comes_and_goes(more, 5));
  CHECK_FALSE(contact_of_row(more, 5));
}
