#include "watched_formula.hpp"

#include "mechanics/model_error.hpp"
#include "text/read.hpp"
#include "text/write.hpp"

namespace alembert::python {

Model with_watch(const Model& model, const std::string& formula) {
  const std::string intro = "    formula_ = ";
  const std::string text = write_text(model) + "\nwatch\n";
  try {
    return read_text(text + intro + formula + "\n", "formula");
  } catch (const ModelError& error) {
    Place place = error.place();
    if (place.text != intro + formula) throw;
    place.text = formula;
    place.line = 1;
    place.column -= intro.size();
    throw ModelError(place, error.message(), error.hint());
  }
}

}  // namespace alembert::python
