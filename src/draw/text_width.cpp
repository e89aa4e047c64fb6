#include <array>

#include "draw/picture.hpp"
#include "text/parse/utf8.hpp"

namespace alembert {

namespace {

// advance widths of DejaVu Sans in 1/2048 of the font's size
constexpr double units = 2048;
constexpr std::uint32_t first_latin = 0x20, first_greek = 0x391;
constexpr auto latin = std::to_array<int>({
    651,  821,  942,  1716, 1303, 1946, 1597, 563,  799,  799,  1024, 1716, 651,  739,  651,  690,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690,  690,  1716, 1716, 1716, 1087,
    2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604,  604,  1343, 1141, 1767, 1532, 1612,
    1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799,  690,  799,  1716, 1024,
    1024, 1255, 1300, 1126, 1300, 1260, 721,  1300, 1298, 569,  569,  1186, 569,  1995, 1298, 1253,
    1300, 1300, 842,  1067, 803,  1298, 1212, 1675, 1212, 1212, 1075, 1303, 690,  1303, 1716,
});
constexpr auto greek = std::to_array<int>({
    1401, 1405, 1141, 1401, 1294, 1403, 1540, 1612, 604,  1343, 1401, 1767, 1532, 1294, 1612,
    1540, 1235, 1229, 1294, 1251, 1251, 1612, 1403, 1612, 1565, 604,  1251, 1350, 1107, 1298,
    693,  1185, 1350, 1307, 1212, 1253, 1107, 1114, 1298, 1253, 693,  1207, 1212, 1303, 1144,
    1142, 1253, 1233, 1300, 1202, 1298, 1233, 1185, 1351, 1183, 1351, 1715,
});

int advance(std::uint32_t code) {
  if (code >= first_latin && code < first_latin + latin.size()) return latin[code - first_latin];
  if (code >= first_greek && code < first_greek + greek.size()) return greek[code - first_greek];
  switch (code) {
    case 0x2212:  // minus
    case 0xD7:    // times
      return 1716;
    case 0x207A:  // raised plus
    case 0x207B:  // raised minus
      return 1081;
    case 0x308:  // the two dots above the letter before
      return 0;
    case 0x1D40:  // raised T
      return 788;
    case 0xB9:
    case 0xB2:
    case 0xB3:
      return 821;
    default:
      break;
  }
  if (code >= 0x2070 && code <= 0x2079) return 821;  // raised digits
  return 1300;                                       // that of most letters
}

}  // namespace

double text_width(const std::string& text, double size) {
  double width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character character = decode(text, i);
    width += advance(character.code);
    i += std::max<std::size_t>(character.length, 1);
  }
  return width / units * size;
}

}  // namespace alembert
