#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns 1 if simdjson was available when this was compiled, otherwise 0.
int simdjson_floor_is_available(void);

/// Parses a file into simdjson's DOM; returns the number of its root's members, or -1 on failure.
long simdjson_floor_members(const char *path);

#ifdef __cplusplus
}
#endif
