/* wrapped.h - malloc, calloc, realloc and free of the core, and what a test has in their place: it
 * says "link: wrap-malloc" in one of its first five lines
 */
#ifndef GEOMS_TEST_WRAPPED_H
#define GEOMS_TEST_WRAPPED_H

#include <stddef.h>

void *__real_malloc (size_t size);
void *__real_calloc (size_t count, size_t size);
void *__real_realloc (void *old, size_t size);
void __real_free (void *old);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t count, size_t size);
void *__wrap_realloc (void *old, size_t size);
void __wrap_free (void *old);

#endif
