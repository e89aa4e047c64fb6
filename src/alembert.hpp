#pragma once
/// Everything a program needs: systems, their equations, their motions, the model language.

#include "compile/evaluator.hpp"
#include "mechanics/equations.hpp"
#include "mechanics/freedoms.hpp"
#include "mechanics/model.hpp"
#include "mechanics/model_error.hpp"
#include "mechanics/system.hpp"
#include "motion/expectations.hpp"
#include "motion/simulate.hpp"
#include "report/equations_report.hpp"
#include "report/motion_report.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/expr.hpp"
#include "symbol/latex.hpp"
#include "symbol/print.hpp"
#include "text/read.hpp"
#include "text/write.hpp"
