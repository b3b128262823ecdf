/* failing.h - allocations that fail, and are counted, for a test that is linked with wrap-malloc
 *
 *     fail_after (k, good);       the k-th allocation from now on fails, good: all after it, too
 *     ... failures, outstanding ...
 *     fail_no_more ();
 */
#ifndef GEOMS_TEST_FAILING_H
#define GEOMS_TEST_FAILING_H

#include "wrapped.h"

static long countdown = -1; /* allocations until one fails; < 0: none fails                      */
static int for_good;        /* after the first failure all fail                                  */
static int failures;
static long outstanding;

static int fails (void)
{
    if (countdown < 0 || (countdown > 0 && --countdown > 0))
        return 0;
    countdown = for_good ? 0 : -1;
    failures++;
    return 1;
}

static void *counted (void *block)
{
    outstanding += block != NULL;
    return block;
}

void *__wrap_malloc (size_t size) { return fails () ? NULL : counted (__real_malloc (size)); }

void *__wrap_calloc (size_t count, size_t size)
{
    return fails () ? NULL : counted (__real_calloc (count, size));
}

void *__wrap_realloc (void *old, size_t size)
{
    void *grown;

    if (fails ())
        return NULL;
    grown = __real_realloc (old, size);
    outstanding += old == NULL && grown != NULL;
    return grown;
}

void __wrap_free (void *old)
{
    outstanding -= old != NULL;
    __real_free (old);
}

static inline void fail_after (long k, int good)
{
    countdown = k;
    for_good = good;
    failures = 0;
}

static inline void fail_no_more (void) { countdown = -1; }

#endif
