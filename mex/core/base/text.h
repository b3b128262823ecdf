/* text.h - a text that grows, and numbers as texts */
#ifndef GEOMS_TEXT_H
#define GEOMS_TEXT_H

#include <stddef.h>

typedef struct GeomsText {
    char *at; /* ends with 0; NULL while it is empty                                  */
    size_t length, room;
    int failed; /* not 0: there was no memory, and nothing is added any more            */
} GeomsText;

void geoms_text_put (GeomsText *text, const char *more);
void geoms_text_add (GeomsText *text, const char *format, ...)
#if defined(__GNUC__)
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;
/* a statement in .m, in lines of some `width` characters that go on with ..., broken behind operators
 * and commas; NULL: none */
void geoms_text_put_lines (GeomsText *text, const char *statement, size_t width);
void geoms_text_free (GeomsText *text);

/* The shortest decimal that reads back as this finite number, with a point whatever the locale. */
enum { GEOMS_LONGEST_NUMBER = 32 };
void geoms_text_of_number (char to[GEOMS_LONGEST_NUMBER], double value);

#endif
