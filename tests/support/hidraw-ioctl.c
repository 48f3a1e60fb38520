/*
 * The one thing that hidapi asks of a hidraw device when it opens it, and nothing else can answer for a
 * simulated one: how long its report descriptor is. It takes any answer as a yes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/hidraw.h>
#include <stdarg.h>
#include <sys/ioctl.h>

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request == HIDIOCGRDESCSIZE) {
    *(int *)argument = 1;
    return 0;
  }
  int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
  return next(file, request, argument);
}
