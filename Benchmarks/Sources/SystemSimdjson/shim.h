// Intentionally empty: simdjson is C++, and this module only provides its compiler flags.
