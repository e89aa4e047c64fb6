// What asmjit says when something is wrong. Debian's asmjit is an archive for programs: of its
// members this one alone, which names stderr, cannot go into a shared module. With its functions
// defined here the linker leaves it out.

#include <asmjit/core.h>

#include <cstdio>
#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

namespace DebugUtils {

const char* errorAsString(Error) noexcept { return "asmjit reports an error"; }

void debugOutput(const char* text) noexcept { std::fputs(text, stderr); }

void assertionFailed(const char* file, int line, const char* what) noexcept {
  std::fprintf(stderr, "%s:%d: asmjit: %s\n", file, line, what);
  std::abort();
}

}  // namespace DebugUtils

ASMJIT_END_NAMESPACE
