/* clock.h - CPU seconds of this process, and its largest memory */
#ifndef GEOMS_BENCHMARK_CLOCK_H
#define GEOMS_BENCHMARK_CLOCK_H

#include <sys/resource.h>
#include <time.h>

static inline double cpu_seconds (void)
{
    struct timespec t;

    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double megabytes (void)
{
    struct rusage usage;

    getrusage (RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

#endif
