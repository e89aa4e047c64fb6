#include "source_folder.hpp"

std::string alembert::source_folder() { return ALEMBERT_SOURCE; }
