#include <stdlib.h>

// Settings of Swift Testing, which reads them when its first test begins. Variables of the shell take precedence.
__attribute__((constructor)) static void set_defaults(void) {
  // By default, all tests run concurrently, which opens 1,900 files on a busy machine.
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "32", 0);
  // Otherwise, a backtrace of each thrown error is recorded for a report that Linux does not print, which takes a fifth of
  // the processor time of all tests.
  setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
