/* recording.c - functions of the user's recorded on a tape, one operation of arrays after the other
 *
 *     tapebegin (most)                     a new tape; what one before has left is gone
 *     tapeend ()
 *     ids = tape (op, a, b, c)             elementwise, sizes as the host broadcasts them
 *     ids = tapetimes (a, b)               the product of two matrices
 *     ids = tapeinputs (numbers)
 *     [known, values] = tapevalues (ids)   which nodes are constants
 *     values = tapeevaluate (ids, inputs)  at the states that are the columns of inputs
 *     ids = tapetable (breaks, coefs, x)   piecewise polynomials as those of mkpp: breaks rise, coefs
 *                                          is pieces x order, the highest power first; x as a of tape
 *     values = recorded (numbers, inputs, q, outputs)
 *                                          of a function that `record` has made, at the states
 *                                          that are the columns of inputs, parameters q
 *     numbers = record (ids, inputs, nq)   a function of these inputs as plain numbers, of which those
 *                                          from `inputs` on, nq of them, are parameters
 *     numbers = tapeneeds (ids)            of the inputs that nodes need, a row
 *     nodes = tapechoices (ids)            the conditions by which they are chosen, a row
 *
 *     ids = tapeslopes (ids, inputs)       derivatives by the inputs with these numbers, a column each
 *     text = tapewrite (ids, name, inputs) statements in .m that compute a matrix of this name; inputs:
 *                                          a cell with the names of all inputs
 *
 * Arrays of class int32 are nodes, numbers of other classes are constants. There is one tape at
 * most, between tapebegin and tapeend.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static GeomsTape *the_tape;

GeomsTape *gateway_tape (void)
{
    if (! the_tape)
        mexErrMsgIdAndTxt ("geoms:gateway:tape", "There is no tape.");
    return the_tape;
}

void gateway_tape_free (void)
{
    geoms_tape_free (the_tape);
    the_tape = NULL;
}

static void need_sound (void)
{
    const char *trouble = geoms_tape_trouble (the_tape);

    if (trouble)
        mexErrMsgIdAndTxt ("geoms:derive:refused", "%s", trouble);
}

/* ---- arrays of nodes ---- */

typedef struct Operand {
    const int *ids;        /* nodes, or */
    const double *values;  /* constants, or */
    const mxLogical *flags;
    size_t count, dims;
    const mwSize *size;
} Operand;

static Operand operand_of (const mxArray *a)
{
    Operand o = {.count = (size_t)mxGetNumberOfElements (a),
                 .dims = (size_t)mxGetNumberOfDimensions (a),
                 .size = mxGetDimensions (a)};

    if (mxIsInt32 (a))
        o.ids = mxGetData (a);
    else if (mxIsDouble (a) && ! mxIsComplex (a) && ! mxIsSparse (a))
        o.values = mxGetPr (a);
    else if (mxIsLogical (a) && ! mxIsSparse (a))
        o.flags = mxGetLogicals (a);
    else
        mexErrMsgIdAndTxt ("geoms:derive:class",
                           "a value of class %s stands where real numbers are expected",
                           mxGetClassName (a));
    return o;
}

static int node_at (const Operand *o, size_t i)
{
    if (! o->ids)
        return geoms_tape_constant (the_tape, o->values ? o->values[i] : (double)o->flags[i]);
    if (o->ids[i] < 0 || o->ids[i] >= geoms_tape_count (the_tape))
        mexErrMsgIdAndTxt ("geoms:derive:node", "a value of another trace stands here");
    return o->ids[i];
}

static size_t size_of (const Operand *o, size_t dim)
{
    return dim < o->dims ? (size_t)o->size[dim] : 1;
}

enum { MOST_DIMS = 16 };

/* the size that all operands are spread to; how many dimensions it has */
static size_t spread (int count, const Operand *o, size_t *size)
{
    size_t dims = 2;

    for (int k = 0; k < count; k++)
        dims = o[k].dims > dims ? o[k].dims : dims;
    if (dims > MOST_DIMS)
        mexErrMsgIdAndTxt ("geoms:derive:size", "arrays of so many dimensions are not recorded");
    for (size_t d = 0; d < dims; d++) {
        size[d] = 1;
        for (int k = 0; k < count; k++) {
            const size_t n = size_of (o + k, d);
            if (n != 1 && size[d] != 1 && n != size[d])
                mexErrMsgIdAndTxt ("Octave:nonconformant-args",
                                   "sizes of operands do not agree: %d and %d along dimension %d",
                                   (int)size[d], (int)n, (int)d + 1);
            size[d] = n != 1 ? n : size[d];
        }
    }
    return dims;
}

static mxArray *array_of (size_t dims, const size_t *size)
{
    mwSize shape[MOST_DIMS];

    for (size_t d = 0; d < dims; d++)
        shape[d] = (mwSize)size[d];
    return mxCreateNumericArray ((mwSize)dims, shape, mxINT32_CLASS, mxREAL);
}

/* number of the element of an operand that belongs to place `at` of the result */
static size_t element (const Operand *o, size_t dims, const size_t *at)
{
    size_t index = 0, stride = 1;

    for (size_t d = 0; d < dims; d++) {
        const size_t n = size_of (o, d);
        index += n == 1 ? 0 : at[d] * stride;
        stride *= n;
    }
    return index;
}

void gateway_tape_op (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char *name = gateway_get_word (prhs[0], "The operation");
    Operand o[3];
    size_t size[MOST_DIMS], at[MOST_DIMS] = {0};
    int arguments, op = geoms_operation_named (name, &arguments);

    mxFree (name);
    gateway_tape ();
    if (op < 0 || arguments < 1 || arguments != nrhs - 1)
        mexErrMsgIdAndTxt ("geoms:gateway:tape", "No operation has this name and these arguments.");
    for (int k = 0; k < arguments; k++)
        o[k] = operand_of (prhs[k + 1]);
    const size_t dims = spread (arguments, o, size);
    mxArray *result = array_of (dims, size);
    int *to = mxGetData (result);
    const size_t count = mxGetNumberOfElements (result);
    for (size_t i = 0; i < count; i++) {
        int node[3] = {0};
        for (int k = 0; k < arguments; k++)
            node[k] = node_at (o + k, o[k].count == count ? i : element (o + k, dims, at));
        to[i] = geoms_tape_node (the_tape, op, node[0], node[1], node[2]);
        for (size_t d = 0; d < dims && ++at[d] == size[d]; d++)
            at[d] = 0;
    }
    need_sound ();
    gateway_put_output (nlhs, plhs, 0, result);
}

void gateway_tape_times (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand a = operand_of (prhs[0]), b = operand_of (prhs[1]);
    const size_t m = mxGetM (prhs[0]), n = mxGetN (prhs[0]), k = mxGetN (prhs[1]);
    int arguments;
    const int add = geoms_operation_named ("ADD", &arguments),
              mul = geoms_operation_named ("MUL", &arguments);

    (void)nrhs;
    gateway_tape ();
    if (a.dims > 2 || b.dims > 2 || n != mxGetM (prhs[1]))
        mexErrMsgIdAndTxt ("Octave:nonconformant-args",
                           "operator *: sizes of operands do not agree: %d x %d and %d x %d", (int)m,
                           (int)n, (int)mxGetM (prhs[1]), (int)k);
    mxArray *result = mxCreateNumericMatrix ((mwSize)m, (mwSize)k, mxINT32_CLASS, mxREAL);
    int *to = mxGetData (result);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < m; i++) {
            int sum = 0;
            for (size_t l = 0; l < n; l++)
                sum = geoms_tape_node (the_tape, add, sum,
                                       geoms_tape_node (the_tape, mul, node_at (&a, i + l * m),
                                                        node_at (&b, l + j * n), 0),
                                       0);
            to[i + j * m] = sum;
        }
    need_sound ();
    gateway_put_output (nlhs, plhs, 0, result);
}

/* ---- tables, whole functions ---- */

static mxArray *like (const mxArray *a, mxClassID class)
{
    return mxCreateNumericArray (mxGetNumberOfDimensions (a), mxGetDimensions (a), class, mxREAL);
}

/* rows x columns, transposed */
static double *turned (const double *from, size_t rows, size_t columns)
{
    double *to = mxMalloc ((rows * columns + 1) * sizeof *to);

    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            to[j + i * columns] = from[i + j * rows];
    return to;
}

void gateway_tape_table (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t count;
    const double *breaks = gateway_get_vector (prhs[0], &count, "The breaks");
    const size_t pieces = count > 1 ? count - 1 : 0, order = mxGetN (prhs[1]);
    const double *coefs = gateway_get_array (prhs[1], pieces, order, "The coefficients");
    const Operand x = operand_of (prhs[2]);
    double *rows = turned (coefs, pieces, order);
    const int table = geoms_tape_table (gateway_tape (), (int)pieces, (int)order, breaks, rows);

    (void)nrhs;
    mxFree (rows);
    need_sound ();
    if (table < 0)
        mexErrMsgIdAndTxt ("geoms:derive:table", "the breaks of a table must rise");
    mxArray *ids = like (prhs[2], mxINT32_CLASS);
    int *to = mxGetData (ids);
    for (size_t i = 0; i < x.count; i++)
        to[i] = geoms_tape_look_up (the_tape, table, node_at (&x, i));
    need_sound ();
    gateway_put_output (nlhs, plhs, 0, ids);
}

/* nodes of an operand, to be freed with mxFree */
static int *nodes_of (const Operand *o)
{
    int *node = mxMalloc ((o->count + 1) * sizeof *node);

    for (size_t i = 0; i < o->count; i++)
        node[i] = node_at (o, i);
    return node;
}

void gateway_record (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    const int inputs = gateway_get_count (prhs[1], "The number of inputs"),
              nq = gateway_get_count (prhs[2], "The number of parameters");
    GeomsReport report;
    size_t count;

    (void)nrhs;
    if (geoms_tape_inputs (gateway_tape ()) > inputs + nq)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "The tape has %d inputs, %d are told.",
                           geoms_tape_inputs (the_tape), inputs + nq);
    int *node = nodes_of (&o);
    double *numbers = geoms_record_numbers (the_tape, inputs, nq, (int)o.count, node, &count, &report);
    mxFree (node);
    if (! numbers)
        mexErrMsgIdAndTxt ("geoms:memory", "%s", report.text);
    mxArray *kept = gateway_put_matrix (numbers, count, 1);
    free (numbers);
    gateway_put_output (nlhs, plhs, 0, kept);
}

void gateway_tape_slopes (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    size_t columns;
    const double *number = gateway_get_vector (prhs[1], &columns, "Numbers of inputs");
    const int inputs = geoms_tape_inputs (gateway_tape ());
    mxArray *ids = mxCreateNumericMatrix ((mwSize)o.count, (mwSize)columns, mxINT32_CLASS, mxREAL);
    int *node = mxMalloc ((o.count + 1) * sizeof *node);
    int *column = mxMalloc (((size_t)inputs + 1) * sizeof *column);

    (void)nrhs;
    for (size_t i = 0; i < o.count; i++)
        node[i] = node_at (&o, i);
    for (int i = 0; i < inputs; i++)
        column[i] = -1;
    for (size_t j = 0; j < columns; j++)
        if (number[j] >= 0 && number[j] < inputs)
            column[(int)number[j]] = (int)j;
    if (geoms_tape_slopes (the_tape, (int)o.count, node, inputs, column, mxGetData (ids)) != 0)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for derivatives.");
    mxFree (node);
    mxFree (column);
    need_sound ();
    gateway_put_output (nlhs, plhs, 0, ids);
}

void gateway_tape_write (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    char *name = gateway_get_word (prhs[1], "The name of the result");
    const size_t count = mxIsCell (prhs[2]) ? mxGetNumberOfElements (prhs[2]) : 0;
    const char **inputs = mxMalloc ((count + 1) * sizeof *inputs);
    int *node = mxMalloc ((o.count + 1) * sizeof *node);
    GeomsReport report;

    (void)nrhs;
    if (geoms_tape_inputs (gateway_tape ()) > (int)count)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "The tape has %d inputs, %d names are given.",
                           geoms_tape_inputs (the_tape), (int)count);
    for (size_t i = 0; i < count; i++) {
        const mxArray *cell = mxGetCell (prhs[2], (mwSize)i);
        if (! cell)
            mexErrMsgIdAndTxt ("geoms:gateway:type", "The name of an input must be a text.");
        inputs[i] = gateway_get_word (cell, "The name of an input");
    }
    for (size_t i = 0; i < o.count; i++)
        node[i] = node_at (&o, i);
    char *text = geoms_tape_write_m (the_tape, (int)size_of (&o, 0), (int)size_of (&o, 1), node, name,
                                     inputs, &report);
    if (! text)
        mexErrMsgIdAndTxt (report.status == GEOMS_OUT_OF_MEMORY ? "geoms:memory"
                                                                : "geoms:gateway:value",
                           "%s", report.text);
    gateway_put_output (nlhs, plhs, 0, gateway_put_text (text));
}

void gateway_recorded (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t count, nq;
    const double *numbers = gateway_get_vector (prhs[0], &count, "The recorded function");
    const size_t inputs = mxGetM (prhs[1]), k = mxGetN (prhs[1]);
    const double *input = gateway_get_array (prhs[1], inputs, k, "The inputs"),
                 *q = gateway_get_vector (prhs[2], &nq, "The parameters");
    const int outputs = gateway_get_count (prhs[3], "The number of outputs");
    mxArray *values = mxCreateDoubleMatrix ((mwSize)outputs, (mwSize)k, mxREAL);
    GeomsReport report;

    (void)nrhs;
    GeomsRecorded *f
        = geoms_recorded_load (numbers, count, (int)inputs, outputs, q, (int)nq, &report);
    if (! f)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{input, (int)inputs, (int)inputs}};
    geoms_recorded_run (f, (int)k, source, mxGetPr (values), outputs);
    geoms_recorded_free (f);
    gateway_put_output (nlhs, plhs, 0, values);
}

/* ---- the tape ---- */

void gateway_tape_begin (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs;
    gateway_tape_free ();
    the_tape = geoms_tape_create ((int)gateway_get_real (prhs[0], "The number of nodes"));
    if (! the_tape)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a tape.");
}

void gateway_tape_end (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs, (void)prhs;
    gateway_tape_free ();
}

void gateway_tape_inputs (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t count;
    const double *number = gateway_get_vector (prhs[0], &count, "Numbers of inputs");
    mxArray *ids = like (prhs[0], mxINT32_CLASS);
    int *to = mxGetData (ids);

    (void)nrhs;
    for (size_t i = 0; i < count; i++)
        to[i] = geoms_tape_input (gateway_tape (), (int)number[i]);
    need_sound ();
    gateway_put_output (nlhs, plhs, 0, ids);
}

void gateway_tape_values (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    mxArray *known = mxCreateLogicalArray ((mwSize)o.dims, o.size), *values = like (prhs[0], mxDOUBLE_CLASS);
    mxLogical *is_known = mxGetLogicals (known);
    double *to = mxGetPr (values);

    (void)nrhs;
    gateway_tape ();
    for (size_t i = 0; i < o.count; i++)
        is_known[i] = geoms_tape_knows (the_tape, node_at (&o, i), to + i) != 0;
    gateway_put_output (nlhs, plhs, 0, known);
    gateway_put_output (nlhs, plhs, 1, values);
}

void gateway_tape_evaluate (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    const size_t inputs = mxGetM (prhs[1]), k = mxGetN (prhs[1]);
    const double *input = gateway_get_array (prhs[1], inputs, k, "The inputs");
    mxArray *values = mxCreateDoubleMatrix ((mwSize)o.count, (mwSize)k, mxREAL);
    double *all = mxMalloc ((size_t)geoms_tape_count (gateway_tape ()) * sizeof *all);

    (void)nrhs;
    if ((int)inputs < geoms_tape_inputs (the_tape))
        mexErrMsgIdAndTxt ("geoms:gateway:size", "The tape has %d inputs, %d are given.",
                           geoms_tape_inputs (the_tape), (int)inputs);
    for (size_t j = 0; j < k; j++) {
        geoms_tape_evaluate (the_tape, input + j * inputs, all);
        for (size_t i = 0; i < o.count; i++)
            mxGetPr (values)[i + j * o.count] = all[node_at (&o, i)];
    }
    mxFree (all);
    gateway_put_output (nlhs, plhs, 0, values);
}

void gateway_tape_needs (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    const int inputs = geoms_tape_inputs (gateway_tape ());
    int *node = nodes_of (&o);
    unsigned char *needed = mxMalloc ((size_t)inputs + 1);
    double *number = mxMalloc (((size_t)inputs + 1) * sizeof *number);
    size_t count = 0;

    (void)nrhs;
    if (geoms_tape_needs (the_tape, (int)o.count, node, needed) != 0)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a tape.");
    for (int i = 0; i < inputs; i++)
        if (needed[i])
            number[count++] = i;
    gateway_put_output (nlhs, plhs, 0, gateway_put_matrix (number, 1, count));
    mxFree (number);
    mxFree (needed);
    mxFree (node);
}

void gateway_tape_choices (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const Operand o = operand_of (prhs[0]);
    int *condition = mxMalloc ((size_t)geoms_tape_count (gateway_tape ()) * sizeof *condition);
    int *node = nodes_of (&o);
    const int count = geoms_tape_choices (the_tape, (int)o.count, node, condition);

    (void)nrhs;
    if (count < 0)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a tape.");
    mxArray *found = mxCreateNumericMatrix (1, (mwSize)count, mxINT32_CLASS, mxREAL);
    if (count > 0)
        memcpy (mxGetData (found), condition, (size_t)count * sizeof *condition);
    mxFree (condition);
    mxFree (node);
    gateway_put_output (nlhs, plhs, 0, found);
}
