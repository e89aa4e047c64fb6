#pragma once
/// The length of steps that a symmetric method keeps: it is shortened for good where the way
/// becomes harder, and for a while at kinks and jumps of f, which no constant step could meet.

#include <functional>
#include <limits>

namespace alembert::integrate {

class KeptLength {
 public:
  /// What a step has shown of the way: how wrong it is, relative to what is allowed, and whether a
  /// shorter step errs less by a high power of its length. At a kink it does not.
  struct Measure {
    double error;
    bool smooth;
  };

  /// Whether to keep a step, or which length to try instead.
  struct Judgement {
    bool keep;
    double factor = 1;
    bool smooth = true;
  };

  /// A length that is given is not lengthened; 0: there is none yet.
  void start(double given);
  void limit(double longest) { longest_ = longest; }

  bool is_known() const { return kept_ != 0; }
  void guess(double length) { kept_ = length; }

  /// The length of the next step. Where none is found yet, it is at least `smallest`.
  void begin_step(double smallest);
  double of_step() const { return length_; }

  /// Of a step h with this roughness; its error is measured only where that tells too little.
  Judgement judge(double h, bool to_end, double roughness, const std::function<Measure()>& measure);
  /// Another length for the step from t, instead of h: for all that follow too where the way is
  /// smooth, otherwise only for those up to the kink. False where it would be too short, for a step
  /// or for keeping.
  bool change(double t, double h, const Judgement& judgement, double smallest,
              double smallest_kept);
  /// After a step h to t that was kept. A kink lies within one step of the place where it was met
  /// first; where shorter steps are needed for longer, the way is hard.
  void recover(double t, double h);

  /// Kink after kink with hardly any way between them: the motion goes to and fro over a kink that
  /// pulls from both sides.
  bool chatters(double t, double smallest_kept);

 private:
  double kept_ = 0;
  double longest_ = std::numeric_limits<double>::infinity();
  double length_ = 0;     // of the next step: shorter near a kink
  double kink_from_ = 0;  // where the steps became shorter
  double longest_near_kink_ = 0;
  int near_kink_ = 0;        // how many of them there were …
  double counted_from_ = 0;  // … since then
  bool met_kink_ = false;    // in search of this step
  bool found_ = false;       // kept_ is settled
  bool given_ = false;       // it came from outside: not to be lengthened
  int lengthened_ = 0;       // how often, in search of it
  double rough_ = 0;  // largest roughness for which the error was found small enough; 0: none yet
};

}  // namespace alembert::integrate
