// alembert animate MODEL: the motion as a film.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "commands.hpp"
#include "draw/gif.hpp"
#include "draw/playback.hpp"
#include "draw/scene_picture.hpp"
#include "draw/video.hpp"
#include "files/atomic_file.hpp"
#include "instant_of_run.hpp"
#include "interrupt.hpp"
#include "mechanics/model_error.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "scene_arguments.hpp"

namespace alembert::app {

namespace {

struct AnimateArguments : SceneArguments {
  std::string output;
  double frames_per_second = 25;
  int width = 640;
  std::optional<double> speed;
  RunArguments run;
};

constexpr int rows_per_frame = 4;  // tracks are smooth between frames too
constexpr double most_frames = 10000;

// each frame of the film, drawn when it is asked for
class Film {
 public:
  Film(const MotionScene& scene, const AnimateArguments& arguments)
      : scene_(scene), width_(arguments.width) {
    SceneNumbers numbers(scene.plan, scene.motion.equations());
    for (std::size_t i = 0; i < scene.motion.size(); ++i)
      instants_.push_back({scene.motion.row(i)[0], numbers.at(scene.motion.row(i))});
    options_ = scene.options;
    options_.fit = SceneOptions::Fit::all;
    layout_ = lay_out(scene.plan, instants_, options_);
  }

  std::size_t size() const { return (instants_.size() - 1) / rows_per_frame + 1; }

  Pixels frame(std::size_t index) const {
    return picture_pixels(draw_scene(scene_.plan, instants_, index * rows_per_frame, options_,
                                     *layout_, scene_.model.system.title()),
                          width_);
  }

 private:
  const MotionScene& scene_;
  int width_;
  std::vector<SceneInstant> instants_;
  SceneOptions options_;
  std::optional<SceneLayout> layout_;
};

std::string gif_of(const Film& film, double frames_per_second) {
  // the palette is made for frames from all parts of the film
  constexpr std::size_t most_samples = 16;
  std::vector<Pixels> samples;
  const std::size_t count = std::min(most_samples, film.size());
  for (std::size_t k = 0; k < count; ++k)
    samples.push_back(film.frame(count == 1 ? 0 : k * (film.size() - 1) / (count - 1)));
  GifWriter gif(samples.front().width, samples.front().height, Palette(samples));
  // the times of a GIF are hundredths of a second: what one frame loses by rounding, the next one
  // gets
  const auto shown_at = [&](std::size_t i) {
    return std::lround(100 * static_cast<double>(i) / frames_per_second);
  };
  ProgressBar bar("frames");
  for (std::size_t i = 0; i < film.size(); ++i) {
    gif.add(film.frame(i), static_cast<int>(shown_at(i + 1) - shown_at(i)));
    bar.show_count(i + 1, film.size());
  }
  return gif.finish();
}

void write_video(const Film& film, const AnimateArguments& arguments) {
  const Pixels first = film.frame(0);
  const EndsWhenAsked leaves_nothing_behind;
  VideoWriter video(arguments.output, first.width, first.height, arguments.frames_per_second);
  ProgressBar bar("frames");
  for (std::size_t i = 0; i < film.size(); ++i) {
    if (is_interrupted()) throw std::runtime_error("interrupted");
    video.add(film.frame(i));
    bar.show_count(i + 1, film.size());
  }
  video.finish();
}

// how long the motion lasts, if that is known before the run
std::optional<double> duration_of(const Model& model, const AnimateArguments& arguments) {
  const SpanOfModel span = span_of(model);
  const std::optional<double>& said = arguments.run.said.until;
  const std::optional<double> until = said ? said : span.until;
  return until ? std::optional(*until - span.from) : std::nullopt;
}

double choose_speed(const AnimateArguments& arguments, std::optional<double> duration) {
  if (arguments.speed) return *arguments.speed;
  const double speed = usual_speed(duration.value_or(0));
  if (speed != 1)
    complain(
        fmt::format("note: the film is {:.6g} x {} than the motion; --speed 1 shows it as it is",
                    speed < 1 ? 1 / speed : speed, speed < 1 ? "slower" : "faster"));
  return speed;
}

// a film of a single frame is refused before the run
void refuse_endless(double duration, double frame_time) {
  const double frames = std::floor(duration / frame_time) + 1;
  if (frames > most_frames)
    throw ModelError(
        fmt::format("the film would have {:.0f} frames, more than {:.0f}", frames, most_frames),
        "show it faster with --speed, or less of it with --until");
  if (frames < 2)
    throw ModelError("at this speed the whole motion is one frame of the film",
                     "show it slower with --speed, or leave --speed out");
}

void animate_model(const AnimateArguments& arguments) {
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (ending != ".gif" && ending != ".mp4")
    throw ModelError(fmt::format("there are no films of the format '{}'", arguments.output),
                     "the name of the file ends with .gif or .mp4");
  if (ending == ".mp4" && !can_write_video())
    throw ModelError("mp4 needs the program ffmpeg, which is not installed",
                     "install ffmpeg (on Debian: apt install ffmpeg), or write a gif");
  Model model = arguments.read();
  try_output(arguments.output);
  const std::optional<double> duration = duration_of(model, arguments);
  const double frame_time = choose_speed(arguments, duration) / arguments.frames_per_second;
  if (duration) refuse_endless(*duration, frame_time);
  const MotionScene scene = arguments.scene(
      std::move(model), {.until = arguments.run.said.until, .every = frame_time / rows_per_frame});
  const Film film(scene, arguments);
  if (ending == ".gif")
    files::write_file(arguments.output, gif_of(film, arguments.frames_per_second));
  else
    write_video(film, arguments);
}

}  // namespace

void add_animate(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<AnimateArguments>();
  CLI::App* command = program.add_subcommand("animate", "film the motion, as gif or mp4");
  arguments->add_to(*command);
  command->add_option("-o,--output", arguments->output, "motion.gif, or motion.mp4 with ffmpeg")
      ->type_name("FILE")
      ->required();
  command->add_option("--fps", arguments->frames_per_second, "frames per second")
      ->check(CLI::Range(1, 50))
      ->capture_default_str();
  command->add_option("--width", arguments->width, "of the film in pixels")
      ->check(CLI::Range(64, 3840))
      ->capture_default_str();
  command->add_option("--speed", arguments->speed, "time of the motion per second of the film")
      ->check(CLI::PositiveNumber)
      ->default_str("1, or as fast as lets the film last some ten seconds");
  arguments->run.add_until(*command);
  command->footer(
      "alembert animate pendulum.mech --until 2 --width 200 -o pendulum.gif\n"
      "alembert animate pendulum.mech --until 4 --speed 2 --width 200 --reactions all -o "
      "forces.gif");
  command->callback([arguments] { animate_model(*arguments); });
}

}  // namespace alembert::app
