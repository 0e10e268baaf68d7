#include "SimdjsonFloor.h"

#if __has_include(<simdjson.h>)
#include <simdjson.h>

int simdjson_floor_is_available(void) { return 1; }

long simdjson_floor_members(const char *path) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  if (parser.load(path).get(element)) return -1;
  simdjson::dom::object object;
  if (element.get(object)) return -1;
  return static_cast<long>(object.size());
}
#else
int simdjson_floor_is_available(void) { return 0; }

long simdjson_floor_members(const char *path) {
  (void)path;
  return -1;
}
#endif
