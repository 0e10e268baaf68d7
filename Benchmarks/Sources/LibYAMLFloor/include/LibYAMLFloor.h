#pragma once

/// Parses files with a bare `yaml_parser_parse` loop, each on a thread of its own.
///
/// Returns the number of events in all of them, or -1 where one cannot be opened or parsed.
long libyaml_floor_events(const char *const *paths, int count);
