#pragma once
/// Functions in vector code within a library that also runs on machines without it: they are
/// compiled for AVX2 and FMA one by one, and called where `runs_machine_code`.

#if defined(__x86_64__)
#include <immintrin.h>

#define ALEMBERT_AVX2 __attribute__((target("avx2,fma")))
#endif
