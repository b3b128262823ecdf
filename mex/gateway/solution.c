/* solution.c - sol, the struct that a run returns, in one piece, from what the core has found
 *
 * Fields as in help geoms; extdata, and of info what the toolbox alone knows (levels, derive, events, moved,
 * names of redundant rows, partition, extra), are empty: it fills them. Rows of x and of residuals:
 *
 *     x = [ w; lambda; mu | r | v | s; p ],   residuals [ d; gII; hI | gI; h~; e | c; g ]
 */
#include <math.h>
#include <string.h>

#include "gateway.h"

/* the columns that stay, of those that were found */
typedef struct Kept {
    size_t count;
    const size_t *at; /* NULL: all of them */
} Kept;

/* ---- structs with all fields at once ---- */

typedef struct Field {
    const char *name;
    mxArray *value;
} Field;

enum { MOST_FIELDS = 32 };

static mxArray *put_struct (const Field *list, int count)
{
    const char *names[MOST_FIELDS];
    for (int i = 0; i < count; i++)
        names[i] = list[i].name;
    mxArray *array = mxCreateStructMatrix (1, 1, count, names);
    for (int i = 0; i < count; i++)
        mxSetFieldByNumber (array, 0, i, list[i].value);
    return array;
}

static mxArray *put_number (double value) { return mxCreateDoubleScalar (value); }

static mxArray *put_nothing (void) { return mxCreateDoubleMatrix (0, 0, mxREAL); }

/* ---- columns ---- */

static mxArray *put_nan (size_t rows, size_t columns)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)rows, (mwSize)columns, mxREAL);
    for (size_t i = 0; i < rows * columns; i++)
        mxGetPr (array)[i] = mxGetNaN ();
    return array;
}

/* count rows of the columns that stay, which are ld long, into `to` */
static void take_rows (Kept kept, const double *from, size_t ld, size_t count, double *to, size_t ldo)
{
    for (size_t j = 0; count > 0 && j < kept.count; j++)
        memcpy (to + j * ldo, from + (kept.at ? kept.at[j] : j) * ld, count * sizeof *to);
}

static mxArray *put_rows (Kept kept, const double *from, size_t ld, size_t first, size_t count)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)count, (mwSize)kept.count, mxREAL);
    take_rows (kept, from + first, ld, count, mxGetPr (array), count);
    return array;
}

/* Without the points that Refine has put between the steps: every refine-th one stays; the time of a
 * restart stands twice. */
static Kept steps_alone (const GeomsSolution *s, const GatewayShape *shape)
{
    size_t *at = mxMalloc ((s->count + 1) * sizeof *at);
    size_t count = 0, number = shape->continues != 0;

    for (size_t j = 0; j < s->count; j++) {
        number += j > 0 && s->t[j] != s->t[j - 1];
        if (number % (size_t)shape->refine == 0)
            at[count++] = j;
    }
    return (Kept){count, at};
}

/* ---- residuals ---- */

/* first rows of the kinds of residuals */
enum { ROWS_D, ROWS_GII, ROWS_HI, ROWS_GI, ROWS_H, ROWS_E, ROWS_C, ROWS_G, KINDS_OF_ROWS };

static void place_rows (const GeomsDims *d, size_t first[KINDS_OF_ROWS + 1])
{
    const int count[KINDS_OF_ROWS] = {d->nw, d->nl, d->nm, d->nl, d->nm, d->ni, d->ns, d->nl};
    first[0] = 0;
    for (int i = 0; i < KINDS_OF_ROWS; i++)
        first[i + 1] = first[i] + (size_t)count[i];
}

/* what was not evaluated is NaN: the whole, or gII and hI where the system does not give them */
static mxArray *put_residual (const GeomsSolution *s, const GeomsDims *d, Kept kept, int reduced)
{
    size_t at[KINDS_OF_ROWS + 1];
    place_rows (d, at);
    const size_t na = at[KINDS_OF_ROWS], k = kept.count;
    const int none = ! s->residual || ! s->relative || s->count == 0;
    mxArray *acceleration = none ? put_nan (at[ROWS_GI], k)
                                 : put_rows (kept, s->residual, na, 0, at[ROWS_GI]);
    mxArray *relative = none ? put_nan (3, k) : put_rows (kept, s->relative, 3, 0, 3);

    for (size_t j = 0; reduced && j < k; j++) {
        for (size_t i = at[ROWS_GII]; i < at[ROWS_GI]; i++)
            mxGetPr (acceleration)[j * at[ROWS_GI] + i] = mxGetNaN ();
        if (d->nw == 0)
            mxGetPr (relative)[3 * j + 2] = mxGetNaN ();
    }
#define ROWS(from, to)                           \
    (none ? put_nan (at[to] - at[from], k)       \
          : put_rows (kept, s->residual, na, at[from], at[to] - at[from]))
    const Field list[] = {{"position", ROWS (ROWS_C, KINDS_OF_ROWS)},
                          {"velocity", ROWS (ROWS_GI, ROWS_E)},
                          {"acceleration", acceleration},
                          {"invariant", ROWS (ROWS_E, ROWS_C)},
                          {"relative", relative}};
#undef ROWS
    return put_struct (list, sizeof list / sizeof *list);
}

/* ---- stats: those of MATLAB, the counters of the core, callbacks and seconds ---- */

static mxArray *put_stats (const GatewayRun *run, double seconds)
{
    const GeomsCounters *c = geoms_run_counters (run->run);
    const Field list[] = {
        {"nsteps", put_number ((double)c->naccpt)},
        {"nfailed", put_number ((double)(c->nerjct + c->ncrjct))},
        {"nfevals", put_number ((double)(c->neom + c->neomjac + c->neomout))},
        {"npds", put_number ((double)c->njac)},
        {"ndecomps", put_number ((double)c->nedec)},
        {"nsolves", put_number ((double)c->nbsub)},
#define PUT_COUNTER(field, meaning) {#field, put_number ((double)c->field)},
        GEOMS_COUNTERS (PUT_COUNTER)
#undef PUT_COUNTER
        {"callbacks", put_number ((double)run->calls)},
        {"nchecks", put_number (0)},
        {"seconds", put_number (seconds)},
        {"secondsCallbacks", put_number (run->seconds_callbacks)}};
    return put_struct (list, sizeof list / sizeof *list);
}

/* ---- info ---- */

/* numbers, from 1, of those that are not zero; a row */
static mxArray *put_numbers (const int *flags, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; flags && i < count; i++)
        found += flags[i] != 0;
    mxArray *array = mxCreateDoubleMatrix (1, (mwSize)found, mxREAL);
    for (size_t i = count; flags && i-- > 0;)
        if (flags[i])
            mxGetPr (array)[--found] = (double)(i + 1);
    return array;
}

/* orders of the steps, and how many there were of each */
static mxArray *put_orders (const GeomsSolution *s)
{
    size_t count = 0;
    for (int i = 0; s->orders && i < s->norders; i++)
        count += s->orders[i] != 0;
    mxArray *array = mxCreateDoubleMatrix (2, (mwSize)count, mxREAL);
    double *to = mxGetPr (array);
    for (int i = 0; s->orders && i < s->norders; i++)
        if (s->orders[i] != 0) {
            *to++ = i;
            *to++ = s->orders[i];
        }
    return array;
}

static mxArray *put_limiting (const GeomsSolution *s, const GeomsDims *d)
{
    const struct {
        const char *name;
        int count;
    } kinds[] = {{"w", d->nw}, {"lambda", d->nl}, {"mu", d->nm}, {"r", d->nr},
                 {"v", d->nv}, {"s", d->ns},      {"p", d->np}};
    Field list[MOST_FIELDS];
    int count = 0;
    const double *from = s->limiting;

    for (size_t i = 0; from && i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count > 0)
            list[count++] = (Field){kinds[i].name, gateway_put_matrix (from, 1, (size_t)kinds[i].count)};
        from += kinds[i].count;
    }
    return put_struct (list, count);
}

static mxArray *put_missed (const GeomsSolution *s)
{
    const char *names[] = {"event", "t", "h"};
    const Field list[] = {{names[0], put_number (s->missed)},
                          {names[1], put_number (s->t_missed)},
                          {names[2], put_number (s->h_missed)}};
    return s->missed > 0 ? put_struct (list, 3) : mxCreateStructMatrix (0, 0, 3, names);
}

static mxArray *put_three (const int values[3])
{
    const double numbers[3] = {values[0], values[1], values[2]};
    return gateway_put_matrix (numbers, 1, 3);
}

static mxArray *put_redundant (const GeomsSolution *s)
{
    const Field list[] = {{"rows", mxCreateCellMatrix (1, 0)},
                          {"count", put_three (s->rows)},
                          {"rank", put_three (s->rank)},
                          {"automatic", mxCreateLogicalScalar (s->redundant != 0)}};
    return put_struct (list, 4);
}

/* of lambda and mu; NULL if they are all unique */
static mxArray *put_unique (const GeomsSolution *s, const GeomsDims *d)
{
    const int count = d->nl + d->nm;
    int all = 1;
    for (int i = 0; s->unique && i < d->nw + count; i++)
        all &= s->unique[i] != 0;
    if (all || ! s->unique)
        return NULL;
    mxArray *array = mxCreateLogicalMatrix (1, (mwSize)count);
    for (int i = 0; i < count; i++)
        mxGetLogicals (array)[i] = s->unique[d->nw + i] != 0;
    return array;
}

/* rows of the user */
static mxArray *put_selector (const GeomsSolution *s)
{
    const double seen[2] = {s->seen[0], s->seen[1]};
    const double t[2] = {isnan (seen[0]) ? NAN : s->t_seen[0], isnan (seen[1]) ? NAN : s->t_seen[1]};
    const Field list[] = {{"seen", gateway_put_matrix (seen, 1, 2)},
                          {"t", gateway_put_matrix (t, 1, 2)},
                          {"passed", put_number (s->seen_passed)},
                          {"passedTime", put_number (s->seen_passed > 0 ? s->t_seen_passed : NAN)}};
    return put_struct (list, 4);
}

static mxArray *put_info (const GatewayRun *run, const GeomsSolution *s, Kept kept)
{
    const GeomsDims *d = &run->model.dims;
    const GeomsReport *report = geoms_run_report (run->run);
    const GeomsCode *code = geoms_status (report->status);
    mxArray *unique = put_unique (s, d);
    Field list[MOST_FIELDS];
    int n = 0;
#define PUT(field, value) list[n++] = (Field){field, value}
    PUT ("condition", s->count == 0     ? put_nan (3, 1)
                      : s->condition != NULL ? put_rows (kept, s->condition, 3, 0, 3)
                                             : mxCreateDoubleMatrix (3, 0, mxREAL));
    PUT ("extra", put_struct (NULL, 0));
    PUT ("multipliers", mxCreateString (s->multipliers));
    PUT ("velocityRows", mxCreateString (s->velocity_rows));
    PUT ("linearSolver", mxCreateString (s->linear_solver));
    PUT ("notSparse", mxCreateString (s->not_sparse));
    PUT ("limiting", put_limiting (s, d));
    PUT ("orders", put_orders (s));
    PUT ("levels", mxCreateString (""));
    PUT ("derive", mxCreateString (""));
    PUT ("events", mxCreateString (""));
    PUT ("moved", put_nothing ());
    PUT ("missed", put_missed (s));
    PUT ("redundant", put_redundant (s));
    if (unique)
        PUT ("multiplierUnique", unique);
    if (! isnan (s->seen[0]) || ! isnan (s->seen[1]))
        PUT ("selector", put_selector (s));
    PUT ("massless", put_numbers (s->massless, (size_t)d->nv));
    /* what became of the run */
    PUT ("component", put_number (report->component + 1));
    PUT ("value", put_number (report->value));
    PUT ("limit", put_number (report->limit));
    PUT ("t", put_number (report->t));
    PUT ("h", put_number (report->h));
    PUT ("name", mxCreateString (code->name));
    PUT ("identifier", mxCreateString (code->identifier));
    PUT ("idid", put_number (report->status));
    PUT ("status", mxCreateString ("ok"));
    PUT ("message", mxCreateString (report->text));
    PUT ("remedy", mxCreateString (code->remedy));
#undef PUT
    return put_struct (list, n);
}

/* ---- sol ---- */

static mxArray *put_idata (const GeomsSolution *s)
{
    const size_t steps = s->step_x ? s->steps : 0;
    const Field dense[] = {
        {"t", gateway_put_matrix (s->step_t, 2, steps)},
        {"x", gateway_put_cube (s->step_x, (size_t)s->n, 1 + (size_t)s->degree, steps)},
        {"node", gateway_put_matrix (s->node, 1, (size_t)s->degree)}};
    const Field idata = {"dense", put_struct (dense, 3)};
    return put_struct (&idata, 1);
}

static mxArray *put_which (const GeomsSolution *s)
{
    mxArray *array = gateway_put_matrix (s->event_which, 1, s->nevents);
    for (size_t i = 0; i < s->nevents; i++)
        mxGetPr (array)[i] += 1;
    return array;
}

mxArray *gateway_put_solution (const GatewayRun *run, const GatewayShape *shape, double seconds,
                               mxArray *state)
{
    const GeomsSolution *s = geoms_run_solution (run->run);
    const GeomsDims *d = &run->model.dims;
    const size_t n = (size_t)s->n, lambda = (size_t)d->nw, mu = lambda + (size_t)d->nl,
                 r = mu + (size_t)d->nm, v = r + (size_t)d->nr, sp = v + (size_t)d->nv,
                 p = sp + (size_t)d->ns;
    const int begun = s->count > 0;
    const double *t = begun ? s->t : &shape->t0, *x = begun ? s->x : shape->x0;
    const Kept kept = begun && shape->refine > 1 ? steps_alone (s, shape)
                                                 : (Kept){begun ? s->count : 1, NULL};
    const Field list[] = {
        {"solver", mxCreateString ("geoms")},
        {"x", put_rows (kept, t, 1, 0, 1)},
        {"y", put_rows (kept, x, n, 0, n)},
        {"xe", gateway_put_matrix (s->event_t, 1, s->nevents)},
        {"ye", gateway_put_matrix (s->event_x, n, s->nevents)},
        {"ie", put_which (s)},
        {"t", put_rows (kept, t, 1, 0, 1)},
        {"p", put_rows (kept, x, n, p, n - p)},
        {"v", put_rows (kept, x, n, v, sp - v)},
        {"r", put_rows (kept, x, n, r, v - r)},
        {"w", put_rows (kept, x, n, 0, lambda)},
        {"s", put_rows (kept, x, n, sp, p - sp)},
        {"lambda", put_rows (kept, x, n, lambda, mu - lambda)},
        {"mu", put_rows (kept, x, n, mu, r - mu)},
        {"record", mxCreateDoubleMatrix (0, (mwSize)kept.count, mxREAL)},
        {"state", state},
        {"idata", put_idata (s)},
        {"extdata", put_nothing ()},
        {"residual", put_residual (s, d, kept, shape->reduced)},
        {"stats", put_stats (run, seconds)},
        {"info", put_info (run, s, kept)}};
    return put_struct (list, sizeof list / sizeof *list);
}
