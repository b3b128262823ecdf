/* digest.c - whether a struct is still what it was: a digest of all that stands in it
 *
 *     [numbers, same, plain] = digest (system)    1 x 2; same: system.mark holds these numbers; plain:
 *                                                 there is no object in it, which may change unseen
 *
 * Names of fields, classes, sizes and values count, in their order; the field `mark` does not. Of
 * functions and objects the class counts alone: whoever asks looks at functions himself. What is
 * sparse or complex has no digest: NaN, which no mark is equal to.
 *
 *     a <- rotate (a, 23) ^ word ...,  b <- (b + word) odd ...     two lanes of 64 bits, 8 bytes each
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "gateway.h"

static const char MARK[] = "mark";

typedef struct Digest {
    uint64_t a, b;
    int unknown; /* not 0: something has no digest          */
    int objects; /* not 0: something is of a user's class   */
} Digest;

static void take_word (Digest *d, uint64_t word)
{
    d->a = ((d->a ^ word) * UINT64_C (0x9e3779b97f4a7c15));
    d->a = d->a << 23 | d->a >> 41;
    d->b = (d->b + word) * UINT64_C (0xc2b2ae3d27d4eb4f);
    d->b ^= d->b >> 29;
}

static void take_bytes (Digest *d, const void *bytes, size_t size)
{
    const char *from = bytes;
    uint64_t word;

    take_word (d, size);
    for (; size >= sizeof word; size -= sizeof word, from += sizeof word) {
        memcpy (&word, from, sizeof word);
        take_word (d, word);
    }
    word = 0;
    if (size > 0)
        memcpy (&word, from, size);
    take_word (d, word);
}

static void take_text (Digest *d, const char *text) { take_bytes (d, text, strlen (text)); }

static void take (Digest *d, const mxArray *array);

static void take_fields (Digest *d, const mxArray *array, const char *except)
{
    const int fields = mxGetNumberOfFields (array);
    const mwIndex count = (mwIndex)mxGetNumberOfElements (array);

    for (int i = 0; i < fields; i++) {
        const char *name = mxGetFieldNameByNumber (array, i);
        if (except && strcmp (name, except) == 0)
            continue;
        take_text (d, name);
        for (mwIndex j = 0; j < count; j++)
            take (d, mxGetFieldByNumber (array, j, i));
    }
}

static void take_values (Digest *d, const mxArray *array)
{
    const size_t count = mxGetNumberOfElements (array);

    if (mxIsSparse (array) || mxIsComplex (array))
        d->unknown = 1;
    else if (count > 0)
        take_bytes (d, mxGetData (array), count * mxGetElementSize (array));
}

/* The first look inside comes before class and size: Octave 7 turns structs, cells and what it keeps as a
   range or a diagonal into other arrays then, and never frees the words and sizes asked for before. */
static void look_inside (const mxArray *array)
{
    if (mxIsStruct (array))
        (void)mxGetFieldNumber (array, MARK);
    else if (mxIsCell (array) && mxGetNumberOfElements (array) > 0)
        (void)mxGetCell (array, 0);
    else if (mxIsNumeric (array) && ! mxIsSparse (array))
        (void)mxGetData (array);
}

/* empty places of cells and structs are NULL in MATLAB */
static void take (Digest *d, const mxArray *array)
{
    if (! array) {
        take_word (d, 0);
        return;
    }
    look_inside (array);
    take_text (d, mxGetClassName (array));
    for (mwSize i = 0; i < mxGetNumberOfDimensions (array); i++)
        take_word (d, (uint64_t)mxGetDimensions (array)[i]);
    if (mxIsStruct (array))
        take_fields (d, array, NULL);
    else if (mxIsNumeric (array) || mxIsChar (array) || mxIsLogical (array))
        take_values (d, array);
    else if (! mxIsCell (array) && ! mxIsClass (array, "function_handle"))
        d->objects = 1;
    const mwIndex cells = mxIsCell (array) ? (mwIndex)mxGetNumberOfElements (array) : 0;
    for (mwIndex j = 0; j < cells; j++)
        take (d, mxGetCell (array, j));
}

static int holds (const mxArray *mark, const double numbers[2])
{
    if (! mark || ! mxIsDouble (mark) || mxIsComplex (mark) || mxIsSparse (mark)
        || mxGetNumberOfElements (mark) != 2)
        return 0;
    return mxGetPr (mark)[0] == numbers[0] && mxGetPr (mark)[1] == numbers[1];
}

void gateway_digest (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    enum { SPARE_BITS = 12 }; /* whole numbers below 2^52 are doubles */
    Digest d = {1, 2, 0, 0};

    if (! mxIsStruct (prhs[0]) || mxGetNumberOfElements (prhs[0]) != 1)
        mexErrMsgIdAndTxt ("geoms:gateway:type", "The system must be a struct.");
    take_fields (&d, prhs[0], MARK);
    const double numbers[2] = {d.unknown ? (double)NAN : (double)(d.a >> SPARE_BITS),
                               d.unknown ? (double)NAN : (double)(d.b >> SPARE_BITS)};
    const int same = holds (mxGetField (prhs[0], 0, MARK), numbers);

    gateway_put_output (nlhs, plhs, 0, gateway_put_matrix (numbers, 1, 2));
    gateway_put_output (nlhs, plhs, 1, mxCreateLogicalScalar (same != 0));
    gateway_put_output (nlhs, plhs, 2, mxCreateLogicalScalar (d.objects == 0));
}
