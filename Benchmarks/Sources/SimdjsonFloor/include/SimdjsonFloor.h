#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Whether simdjson was there when this was compiled.
int simdjson_floor_is_available(void);

/// Parses a file into simdjson's DOM; returns the members at its top, or -1 where that fails.
long simdjson_floor_members(const char *path);

#ifdef __cplusplus
}
#endif
