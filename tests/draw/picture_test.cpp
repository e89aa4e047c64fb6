#include "draw/picture.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "draw/video.hpp"
#include "source_folder.hpp"
#include "text/goldens.hpp"

using namespace alembert;

// fontconfig keeps what it knows about fonts until the program ends
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }

namespace {

// one of each mark, and the text that XML and fonts find hardest
Picture all_marks() {
  Picture picture{60, 40, "a < b & c", {}};
  picture.add(Stroke{.spots = {{5, 5}, {55, 5}, {55, 12}},
                     .pen = Pen{colours::blue, 0.5, {2, 1}},
                     .fill = Colour{0x56, 0xB4, 0xE9, 0.3},
                     .closed = true});
  picture.add(Stroke{.spots = {{5, 20}, {55, 22}}, .pen = Pen{colours::vermilion, 1}});
  picture.add(Circle{{30, 30}, 4, Pen{colours::ink, 0.2}, colours::green});
  picture.add(Words{.at = {30, 18}, .text = "λ < 10⁻³ & θ'", .anchor = Words::Anchor::middle});
  picture.add(Words{.at = {4, 36}, .text = "upwards", .colour = colours::purple, .upwards = true});
  return picture;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

}  // namespace

TEST_CASE("a picture as SVG is the text that is kept") {
  check_golden(std::filesystem::path(source_folder()) / "tests/pictures/all_marks.svg",
               picture_svg(all_marks()));
}

TEST_CASE("a picture as PNG has the size of its paper") {
  const std::string png = picture_png(all_marks(), 254);
  CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1A\n");
  CHECK(big_endian(png, 16) == 600);  // 10 points per millimetre
  CHECK(big_endian(png, 20) == 400);
  CHECK(png.size() > picture_png({60, 40, "", {}}, 254).size() + 1000);
}

TEST_CASE("a picture as PDF has the size of its paper, and is the same whenever it is drawn") {
  const std::string pdf = picture_pdf(all_marks());
  CHECK(pdf.substr(0, 5) == "%PDF-");
  CHECK(pdf.find("/MediaBox [ 0 0 170.07874 113.385827 ]") != std::string::npos);
  CHECK(pdf.size() > picture_pdf({60, 40, "", {}}).size() + 1000);
  CHECK(picture_pdf(all_marks()) == pdf);
}

TEST_CASE("every mark leaves its colour where it was put") {
  const Pixels pixels = picture_pixels(all_marks(), 600);
  CHECK(pixels.width == 600);
  CHECK(pixels.height == 400);
  const auto colour_at = [&](int x, int y) {
    const std::size_t at = 3 * static_cast<std::size_t>(600 * y + x);
    return Colour{pixels.rgb[at], pixels.rgb[at + 1], pixels.rgb[at + 2]};
  };
  CHECK(colour_at(300, 210) == colours::vermilion);
  CHECK(colour_at(300, 300) == colours::green);
  CHECK(colour_at(595, 395) == colours::white);
  // a fill of 30 percent over white
  CHECK(colour_at(530, 80).red == Approx(255 - 0.3 * (255 - 0x56)).margin(1.5));
  // letters: something dark within the box that the table of widths gives, nothing beside it
  const double width = text_width("λ < 10⁻³ & θ'", 2.8);
  const auto dark_between = [&](double from, double to) {
    int count = 0;
    for (int x = static_cast<int>(10 * from); x < static_cast<int>(10 * to); ++x)
      for (int y = 155; y < 185; ++y) count += colour_at(x, y).red < 100 ? 1 : 0;
    return count;
  };
  CHECK(dark_between(30 - width / 2, 30 - width / 2 + 2) > 10);
  CHECK(dark_between(30 + width / 2 - 2, 30 + width / 2) > 10);
  CHECK(dark_between(30 + width / 2 + 0.2, 30 + width / 2 + 4) == 0);
}

TEST_CASE("a film by ffmpeg appears whole, and an unfinished one leaves nothing") {
  namespace fs = std::filesystem;
  if (!can_write_video()) return;
  const fs::path folder = fs::temp_directory_path() / "alembert_video_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const Pixels frame = picture_pixels(all_marks(), 120);
  {
    VideoWriter unfinished(folder / "none.mp4", frame.width, frame.height, 25);
    unfinished.add(frame);
  }
  CHECK(fs::is_empty(folder));
  VideoWriter film(folder / "film.mp4", frame.width, frame.height, 25);
  for (int i = 0; i < 5; ++i) film.add(frame);
  film.finish();
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  CHECK(contents(folder / "film.mp4").substr(4, 4) == "ftyp");
  fs::remove_all(folder);
}
