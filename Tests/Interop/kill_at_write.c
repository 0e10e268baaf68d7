/* Kills a program at its n-th write, in any of its threads, after it was preloaded (LD_PRELOAD).

   KILL_BELOW is the folder whose writes are counted, KILL_AT is the number of the write before which the program is killed, and
   KILL_LOG is a file to which each write appends a line with its function and path. If KILL_FLUSHES is set, writes are counted
   only after the state's log has been flushed that many times. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long count, flushes;

static void pass(const char *call, const char *path) {
  const char *below = getenv("KILL_BELOW"), *at = getenv("KILL_AT"), *log = getenv("KILL_LOG");
  if (!below || strncmp(path, below, strlen(below)) != 0) return;
  const char *least = getenv("KILL_FLUSHES");
  if (least && atomic_load(&flushes) < atol(least)) {
    const char *log = "state.sqlite-wal", *end = path + strlen(path) - strlen(log);
    if (strstr(call, "sync") && end > path && strcmp(end, log) == 0) atomic_fetch_add(&flushes, 1);
    return;
  }
  long number = atomic_fetch_add(&count, 1) + 1;
  if (at && number == atol(at)) {
    kill(getpid(), SIGKILL);
    pause();
  }
  if (!log) return;
  char line[PATH_MAX + 32];
  int size = snprintf(line, sizeof line, "%s %s\n", call, path + strlen(below));
  int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  syscall(SYS_write, file, line, size);
  syscall(SYS_close, file);
}

static void pass_file(const char *call, int file) {
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return;
  path[size] = 0;
  pass(call, path);
}

/* Wrappers of functions with a file descriptor, and of functions with a path. */
#define FILE_CALL(type, name, parameters, arguments)                                     \
  type name parameters {                                                                 \
    static type(*next) parameters;                                                       \
    if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name);                       \
    pass_file(#name, file);                                                              \
    return next arguments;                                                               \
  }
#define PATH_CALL(type, name, parameters, arguments)                                     \
  type name parameters {                                                                 \
    static type(*next) parameters;                                                       \
    if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name);                       \
    pass(#name, path);                                                                   \
    return next arguments;                                                               \
  }

FILE_CALL(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
FILE_CALL(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset))
FILE_CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset), (file, bytes, size, offset))
FILE_CALL(int, ftruncate, (int file, off_t size), (file, size))
FILE_CALL(int, ftruncate64, (int file, off64_t size), (file, size))
FILE_CALL(int, fsync, (int file), (file))
FILE_CALL(int, fdatasync, (int file), (file))
PATH_CALL(int, rename, (const char *path, const char *new), (path, new))
PATH_CALL(int, link, (const char *path, const char *new), (path, new))
PATH_CALL(int, linkat, (int folder, const char *path, int new_folder, const char *new, int flags), (folder, path, new_folder, new, flags))
PATH_CALL(int, unlink, (const char *path), (path))
PATH_CALL(int, remove, (const char *path), (path))
PATH_CALL(int, rmdir, (const char *path), (path))
