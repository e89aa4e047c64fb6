#include "sweep/philox.hpp"

namespace alembert {

namespace {

PhiloxCounter mixed(const PhiloxCounter& counter, const PhiloxKey& key) {
  const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
  const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  return {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    counter = mixed(counter, key);
    key[0] += 0x9E3779B9;  // the golden ratio
    key[1] += 0xBB67AE85;  // and √3 − 1, of 2³²
  }
  return counter;
}

double uniform_number(std::uint64_t seed, std::uint64_t run, std::uint64_t dimension) {
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const PhiloxCounter bits =
      philox({low(run), high(run), low(dimension), high(dimension)}, {low(seed), high(seed)});
  // 52 bits and a half: neither 0 nor 1 can occur
  const std::uint64_t word = std::uint64_t{bits[1]} << 32 | bits[0];
  return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52;
}

}  // namespace alembert
