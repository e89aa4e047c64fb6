#include "draw/picture.hpp"

namespace alembert {

void Picture::add(Mark mark) { marks.push_back(std::move(mark)); }

}  // namespace alembert
