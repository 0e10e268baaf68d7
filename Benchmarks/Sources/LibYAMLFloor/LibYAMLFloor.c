#include "LibYAMLFloor.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>

struct work {
  const char *path;
  long events;
};

static long events_of(yaml_parser_t *parser) {
  for (long events = 1;; events++) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) return -1;
    yaml_event_type_t type = event.type;
    yaml_event_delete(&event);
    if (type == YAML_STREAM_END_EVENT) return events;
  }
}

static void *parse(void *argument) {
  struct work *work = argument;
  work->events = -1;
  FILE *file = fopen(work->path, "rb");
  if (!file) return NULL;
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_file(&parser, file);
    work->events = events_of(&parser);
    yaml_parser_delete(&parser);
  }
  fclose(file);
  return NULL;
}

long libyaml_floor_events(const char *const *paths, int count) {
  struct work *works = calloc(count, sizeof *works);
  pthread_t *threads = calloc(count, sizeof *threads);
  int started = 0;
  if (works && threads) {
    for (; started < count; started++) {
      works[started].path = paths[started];
      if (pthread_create(&threads[started], NULL, parse, &works[started])) break;
    }
  }
  long total = started == count ? 0 : -1;
  for (int index = 0; index < started; index++) {
    pthread_join(threads[index], NULL);
    if (total >= 0) total = works[index].events < 0 ? -1 : total + works[index].events;
  }
  free(works);
  free(threads);
  return total;
}
