/* bytes.h - how many bytes the core asks for: malloc, calloc and realloc add them up
 *
 * The test that includes it sets bytes to 0 wherever it begins to count.
 */
#ifndef GEOMS_TEST_BYTES_H
#define GEOMS_TEST_BYTES_H

#include "wrapped.h"

static size_t bytes;

void *__wrap_malloc (size_t size)
{
    bytes += size;
    return __real_malloc (size);
}

void *__wrap_calloc (size_t count, size_t size)
{
    bytes += count * size;
    return __real_calloc (count, size);
}

void *__wrap_realloc (void *old, size_t size)
{
    bytes += size;
    return __real_realloc (old, size);
}

void __wrap_free (void *old) { __real_free (old); }

#endif
