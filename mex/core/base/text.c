/* text.c - a text that grows, and numbers as texts */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* room for `more` characters and the 0 behind them; 0, or not 0 without memory */
static int make_room (GeomsText *text, size_t more)
{
    text->failed
        |= text->failed
           || geoms_grow ((void **)&text->at, &text->room, text->length + more + 1, 1) != 0;
    return text->failed;
}

void geoms_text_put (GeomsText *text, const char *more)
{
    const size_t count = strlen (more);

    if (make_room (text, count) != 0)
        return;
    memcpy (text->at + text->length, more, count + 1);
    text->length += count;
}

void geoms_text_add (GeomsText *text, const char *format, ...)
{
    va_list list, again;

    va_start (list, format);
    va_copy (again, list);
    const int count = vsnprintf (NULL, 0, format, list);
    if (count >= 0 && make_room (text, (size_t)count) == 0) {
        vsnprintf (text->at + text->length, (size_t)count + 1, format, again);
        text->length += (size_t)count;
    }
    va_end (again);
    va_end (list);
}

/* where a line of `room` characters may end: a blank behind an operator; 0: nowhere */
static size_t break_of (const char *line, size_t room)
{
    size_t found = 0;

    for (size_t i = 1; line[i - 1] != 0 && line[i] != 0 && (found == 0 || i <= room); i++)
        if (line[i] == ' ' && strchr ("+-*/,;=<>&|", line[i - 1]) != NULL)
            found = i;
    return found;
}

void geoms_text_put_lines (GeomsText *text, const char *statement, size_t width)
{
    const char *at = statement != NULL ? statement : "";
    size_t indent = 0, cut;

    while (strlen (at) + indent > width && (cut = break_of (at, width - 4 - indent)) > 0) {
        geoms_text_add (text, "%*s%.*s ...\n", (int)indent, "", (int)cut, at);
        at += cut + 1;
        indent = 4;
    }
    geoms_text_add (text, "%*s%s\n", (int)indent, "", at);
}

void geoms_text_free (GeomsText *text)
{
    free (text->at);
    memset (text, 0, sizeof *text);
}

void geoms_text_of_number (char to[GEOMS_LONGEST_NUMBER], double value)
{
    int digits = 15;

    do
        snprintf (to, GEOMS_LONGEST_NUMBER, "%.*g", digits, value);
    while (digits++ < 17 && strtod (to, NULL) != value);
    char *comma = strchr (to, ',');
    if (comma != NULL)
        *comma = '.';
}
