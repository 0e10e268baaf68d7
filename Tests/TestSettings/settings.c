#include <stdlib.h>

// Settings of Swift Testing, which reads them when its first test begins. A variable of the shell wins.
__attribute__((constructor)) static void set_defaults(void) {
  // All tests at once, the default, have 1,900 files open on a busy machine.
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "32", 0);
  // Otherwise a trace of each error that is thrown is kept, for a report that Linux does not print: a fifth of the processor
  // time of all tests.
  setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
