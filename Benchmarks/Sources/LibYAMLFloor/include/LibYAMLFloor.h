#pragma once

/// Parses files with a bare `yaml_parser_parse` loop, each on a separate thread.
///
/// Returns the number of events in all of them, or -1 if one of them cannot be opened or parsed.
long libyaml_floor_events(const char *const *paths, int count);
