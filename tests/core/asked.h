/* asked.h - bytes of memory that are asked for, in a test that is linked with wrap-malloc
 *
 *     asked = 0;  ...;  assert_true (asked <= ...);
 */
#ifndef GEOMS_TEST_ASKED_H
#define GEOMS_TEST_ASKED_H

#include <stddef.h>

static size_t asked;

void *__real_malloc (size_t size);
void *__real_calloc (size_t count, size_t size);
void *__real_realloc (void *old, size_t size);
void __real_free (void *old);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t count, size_t size);
void *__wrap_realloc (void *old, size_t size);
void __wrap_free (void *old);

void *__wrap_malloc (size_t size)
{
    asked += size;
    return __real_malloc (size);
}
void *__wrap_calloc (size_t count, size_t size)
{
    asked += count * size;
    return __real_calloc (count, size);
}
void *__wrap_realloc (void *old, size_t size)
{
    asked += size;
    return __real_realloc (old, size);
}
void __wrap_free (void *old) { __real_free (old); }

#endif
