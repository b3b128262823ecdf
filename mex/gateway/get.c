/* get.c - mxArray -> C: every access checks type and size first */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gateway.h"

static void wrong (const char *reason, const char *what, const char *expected)
{
    char identifier[64];
    snprintf (identifier, sizeof identifier, "geoms:gateway:%s", reason);
    mexErrMsgIdAndTxt (identifier, "%s must be %s.", what, expected);
}

/* ---- plain values ---- */

const mxArray *gateway_get_field (const mxArray *array, const char *field, const char *what)
{
    if (! mxIsStruct (array) || mxGetNumberOfElements (array) != 1)
        wrong ("type", what, "a struct");
    const mxArray *value = mxGetField (array, 0, field);
    if (! value)
        mexErrMsgIdAndTxt ("geoms:gateway:field", "%s has no field '%s'.", what, field);
    return value;
}

static void need_double (const mxArray *array, const char *what)
{
    if (! mxIsDouble (array) || mxIsComplex (array) || mxIsSparse (array))
        wrong ("type", what, "real, full and of class double");
}

double gateway_get_real (const mxArray *array, const char *what)
{
    const int is_number = mxIsDouble (array) || mxIsLogical (array);
    if (! is_number || mxIsComplex (array) || mxIsSparse (array)
        || mxGetNumberOfElements (array) != 1)
        wrong ("type", what, "one real number");
    return mxGetScalar (array);
}

int gateway_get_count (const mxArray *array, const char *what)
{
    const double value = gateway_get_real (array, what);
    if (! (value >= 0) || value > GATEWAY_MOST || value != floor (value))
        wrong ("value", what, "a whole number from 0 to 1000000");
    return (int)value;
}

const double *gateway_get_array (const mxArray *array, size_t rows, size_t columns,
                                 const char *what)
{
    need_double (array, what);
    if (mxGetM (array) != rows || mxGetN (array) != columns)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s must be %d x %d, it is %d x %d.", what,
                           (int)rows, (int)columns, (int)mxGetM (array), (int)mxGetN (array));
    return mxGetPr (array);
}

const double *gateway_get_vector (const mxArray *array, size_t *count, const char *what)
{
    need_double (array, what);
    *count = mxGetNumberOfElements (array);
    if (*count > 0 && mxGetM (array) != 1 && mxGetN (array) != 1)
        wrong ("size", what, "a vector");
    return mxGetPr (array);
}

char *gateway_get_word (const mxArray *array, const char *what)
{
    const int row = mxGetM (array) <= 1 && mxGetNumberOfDimensions (array) == 2;
    char *word = mxIsChar (array) && row ? mxArrayToString (array) : NULL;
    if (! word)
        wrong ("type", what, "a text, one row");
    return word;
}

/* 1 for each value that is not 0, or NULL if there are none; from mxMalloc */
int *gateway_get_flags (const mxArray *array, size_t *count, const char *what)
{
    const double *values = gateway_get_vector (array, count, what);
    int *flags = *count > 0 ? mxMalloc (*count * sizeof *flags) : NULL;
    for (size_t i = 0; i < *count; i++)
        flags[i] = values[i] != 0;
    return flags;
}

void gateway_get_dims (const mxArray *array, int most, GeomsDims *dims)
{
#define GET_DIMENSION(field, meaning) \
    dims->field = gateway_get_count (gateway_get_field (array, #field, "dims"), "dims." #field);
    GEOMS_DIMENSIONS (GET_DIMENSION)
#undef GET_DIMENSION
    const int n = dims->np + dims->nv + dims->nr + dims->nw + dims->ns + dims->nl + dims->nm;
    if (n > most || dims->ni > most || dims->nc > most)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "dims are too large: at most %d unknowns.", most);
}

/* ---- options ---- */

/* "'word'", "3.5", "a cell of size 1 x 2" */
static void describe (const mxArray *array, char *text, size_t size)
{
    char *word = mxIsChar (array) && mxGetM (array) == 1 ? mxArrayToString (array) : NULL;
    const int plain = mxIsDouble (array) && ! mxIsComplex (array) && ! mxIsSparse (array);
    if (word)
        snprintf (text, size, "'%.60s'", word);
    else if (plain && mxGetNumberOfElements (array) == 1)
        snprintf (text, size, "%.10g", mxGetPr (array)[0]);
    else if (plain && mxGetNumberOfElements (array) == 2)
        snprintf (text, size, "[%.10g %.10g]", mxGetPr (array)[0], mxGetPr (array)[1]);
    else
        snprintf (text, size, "a %s of size %lu x %lu", mxGetClassName (array),
                  (unsigned long)mxGetM (array), (unsigned long)mxGetN (array));
    mxFree (word);
}

static void bad_option (const GeomsOptionEntry *entry, const char *expected, const mxArray *found)
{
    char text[128];
    describe (found, text, sizeof text);
    mexErrMsgIdAndTxt ("geoms:options:value", "%s must be %s, not %s (%s).", entry->name, expected,
                       text, entry->reason);
}

/* "one of 'a', 'b'" */
static void bad_choice (const GeomsOptionEntry *entry, const mxArray *found)
{
    char text[512] = "one of";
    for (int i = 0; entry->words[i]; i++) {
        const size_t used = strlen (text);
        snprintf (text + used, sizeof text - used, "%s '%s'", i ? "," : "", entry->words[i]);
    }
    bad_option (entry, text, found);
}

static int get_choice (const mxArray *array, const GeomsOptionEntry *entry)
{
    if (! mxIsChar (array) || mxGetM (array) != 1)
        bad_choice (entry, array);
    char *word = gateway_get_word (array, entry->name);
    int i = 0;
    while (entry->words[i] && strcmp (entry->words[i], word) != 0)
        i++;
    if (! entry->words[i])
        bad_choice (entry, array);
    mxFree (word);
    return i;
}

/* number of a word of an option */
int gateway_get_choice (const mxArray *array, const char *option)
{
    int i = 0, count;
    const GeomsOptionEntry *list = geoms_options_list (&count);
    while (i < count - 1 && strcmp (list[i].name, option) != 0)
        i++;
    return get_choice (array, &list[i]);
}

static void get_option (const mxArray *array, const GeomsOptionEntry *entry, void *place)
{
    if (entry->kind == GEOMS_KIND_CHOICE) {
        *(int *)place = get_choice (array, entry);
        return;
    }

    /* numbers: how many, real, within the range */
    const size_t count = entry->kind == GEOMS_KIND_PAIR ? 2 : 1;
    char range[128];
    snprintf (range, sizeof range, "%s from %.10g to %.10g",
              count == 2                        ? "two increasing numbers"
              : entry->kind == GEOMS_KIND_COUNT ? "a whole number"
                                                : "a number",
              entry->lowest, entry->highest);
    if (! mxIsDouble (array) || mxIsComplex (array) || mxIsSparse (array)
        || mxGetNumberOfElements (array) != count)
        bad_option (entry, range, array);
    const double *value = mxGetPr (array);
    for (size_t i = 0; i < count; i++)
        if (! (value[i] >= entry->lowest && value[i] <= entry->highest))
            bad_option (entry, range, array);

    if (entry->kind == GEOMS_KIND_COUNT) {
        if (value[0] != floor (value[0]))
            bad_option (entry, range, array);
        *(int *)place = (int)value[0];
    } else {
        memcpy (place, value, count * sizeof *value);
    }
}

/* fields that are missing or empty keep their default */
void gateway_get_options (const mxArray *array, GeomsOptions *options)
{
    if (! mxIsStruct (array) || mxGetNumberOfElements (array) != 1)
        wrong ("type", "The options", "a struct");
    geoms_options_default (options);
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);
    for (int i = 0; i < count; i++) {
        const mxArray *value = mxGetField (array, 0, list[i].name);
        if (value && ! mxIsEmpty (value))
            get_option (value, &list[i], (char *)options + list[i].offset);
    }
    const GeomsOptionEntry *entry = geoms_options_check (options);
    if (entry)
        bad_option (entry, "two increasing numbers", mxGetField (array, 0, entry->name));
}
