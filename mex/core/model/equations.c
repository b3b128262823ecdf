/* equations.c - blocks of x, rda and parts, evaluation of the user's model, names of its rows */
#include "equations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/linalg.h"

int geoms_equations_parts (const GeomsEquations *e)
{
    const GeomsDims *d = &e->d;
    const int m = d->nl + d->nm;

    return geoms_equations_before_f (e) + d->nv + m * d->nv + d->nl + 2 * m + d->nr + d->nw + d->ns
           + d->ni;
}

static void layout (GeomsEquations *e, const GeomsDims *d)
{
    e->d = *d;
    e->n1 = d->nw + d->nl + d->nm;
    e->n2 = d->nr;
    e->n3 = d->nv;
    e->n4 = d->ns + d->np;
    e->o2 = e->n1;
    e->o3 = e->o2 + e->n2;
    e->o4 = e->o3 + e->n3;
    e->op = e->o4 + d->ns;
    e->n = e->o4 + e->n4;
    e->r_gII = d->nw;
    e->r_gI = e->n1;
    e->r_e = e->r_gI + d->nl + d->nm;
    e->r_c = e->r_e + d->ni;
    e->r_b = e->r_c + d->ns + d->nl;
    e->r_v = e->r_b + d->nr;
    e->r_p = e->r_v + d->nv;
    e->m = e->r_p + d->np;
    e->na = e->r_b;
}

int geoms_equations_late (const GeomsEquations *e)
{
    return e->limit > 0 && geoms_seconds () - e->begin > e->limit;
}

/* of a callback that returned a negative number */
int geoms_equations_stopped (GeomsEquations *e, int returned, int idid, const char *function,
                             double t)
{
    e->report->t = t;
    if (returned == GEOMS_NO_MEMORY)
        return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    return geoms_report (e->report, idid, "The function %s stopped the run at t = %.10g.",
                         function, t);
}

/* What the integrator makes of a callback's return value. */
static int verdict (GeomsEquations *e, int returned, int idid, const char *function, double t)
{
    if (returned >= 0 && ! geoms_equations_late (e))
        return returned > 0 ? GEOMS_RETRY : 0;
    e->report->t = t;
    if (returned >= 0)
        return geoms_report (
            e->report, GEOMS_TIME_IS_UP,
            "MaxWallTime = %.3g seconds went by; the function %s was evaluated last, "
            "at t = %.10g.",
            e->limit, function, t);
    return geoms_equations_stopped (e, returned, idid, function, t);
}

void geoms_equations_spread_parts (const GeomsEquations *e, int k, double *columns, int ldc)
{
    const int with_mass = e->mass_varies || e->model->parts_mass;

    for (int j = 0; j < k; j++)
        geoms_pattern_spread_parts (e->model, with_mass, (size_t)geoms_equations_parts (e),
                                    columns + (size_t)j * (size_t)ldc);
}

/* k matrices M as the model has written them, nn apart */
static void spread_masses (const GeomsEquations *e, int k, double *mass)
{
    const int nv = e->d.nv;
    const GeomsPattern *pattern = &e->model->patterns.M;

    if (geoms_pattern_given (pattern))
        for (int j = 0; j < k; j++, mass += (size_t)nv * (size_t)nv)
            geoms_pattern_spread (pattern, nv, nv, mass, mass);
}

/* M stands at the head of the parts; where M is not kept, nor is their column */
static int mass_of_parts (GeomsEquations *e, int k, const double *t, const double *x, double *mass)
{
    const size_t nn = (size_t)(e->d.nv * e->d.nv);
    const int length = geoms_equations_parts (e);
    GeomsArena arena = {0};
    double *column = e->column != NULL ? e->column : geoms_arena_reals (&arena, (size_t)length);
    int status = 0;

    if (column == NULL)
        return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    for (size_t j = 0; j < (size_t)k && status == 0; j++) {
        e->counters->ncall++;
        status = verdict (e, geoms_equations_ask_parts (e, 1, t + j, x + j * (size_t)e->n, e->n,
                                                        column, length),
                          GEOMS_STOP_MASS, "parts", t[j]);
        memcpy (mass + j * nn, column, nn * sizeof *mass);
    }
    geoms_arena_free (&arena);
    return status;
}

static int mass_of_function (GeomsEquations *e, int k, const double *t, const double *x,
                             double *mass)
{
    const int nn = e->d.nv * e->d.nv;
    int status;

    e->counters->ncall++;
    status = verdict (e, e->model->mass (k, t, x, e->n, mass, nn, e->user), GEOMS_STOP_MASS, "mass",
                      t[0]);
    if (status == 0)
        spread_masses (e, k, mass);
    return status;
}

int geoms_equations_mass (GeomsEquations *e, int k, const double *t, const double *x, double *mass)
{
    const int nn = e->d.nv * e->d.nv;
    int status;

    e->counters->nmas += k;
    status = e->model->mass != NULL ? mass_of_function (e, k, t, x, mass)
                                    : mass_of_parts (e, k, t, x, mass);
    if (status == 0 && ! geoms_finite ((size_t)k * (size_t)nn, mass))
        return GEOMS_RETRY;
    return status;
}

/* M stands at the head of a whole column of parts */
size_t geoms_equations_mass_room (const GeomsEquations *e)
{
    if (e->model->mass != NULL)
        return geoms_pattern_values (&e->model->patterns.M, e->d.nv, e->d.nv);
    return e->model->parts_mass ? geoms_pattern_parts (e->model, 1) : 0;
}

int geoms_equations_mass_values (GeomsEquations *e, double t, const double *x, double *values)
{
    const GeomsModel *model = e->model;
    const size_t count = geoms_equations_mass_room (e);
    const int room = (int)count;
    int returned = 0;

    if (count == 0)
        return 0;
    if (count > INT_MAX)
        return geoms_equations_stopped (e, GEOMS_NO_MEMORY, GEOMS_STOP_MASS, "mass", t);
    e->counters->ncall++;
    e->counters->nmas++;
    returned = model->mass != NULL ? model->mass (1, &t, x, e->n, values, room, e->user)
                                   : model->parts (1, &t, x, e->n, values, room, e->user);
    returned = verdict (e, returned, GEOMS_STOP_MASS, model->mass != NULL ? "mass" : "parts", t);
    return returned == 0 && ! geoms_finite ((size_t)room, values) ? GEOMS_RETRY : returned;
}

static int constant_mass (GeomsEquations *e, double t, const double *x)
{
    const int nv = e->d.nv;
    int status = 0;

    if (e->rates)
        return 0;
    if (! geoms_equations_mass_given (e->model))
        for (int i = 0; i < nv; i++)
            e->mass[(size_t)i * (size_t)(nv + 1)] = 1;
    else if (! e->mass_varies && nv > 0)
        status = geoms_equations_mass (e, 1, &t, x, e->mass);
    for (int i = 0; i < nv; i++)
        e->mass_diagonal_of[i] = e->mass[(size_t)i * (size_t)(nv + 1)];
    if (status == GEOMS_RETRY)
        status = geoms_report (e->report, GEOMS_NOT_FINITE,
                               "The constant mass matrix cannot be evaluated at t = %.10g.", t);
    return status;
}

/* size_i = the largest of its kind: w, multipliers, r, v, s, p */
static void largest_of_kinds (const GeomsEquations *e, const double *x, double *size)
{
    const int end[] = {e->d.nw, e->n1, e->o3, e->o4, e->op, e->n};

    for (int k = 0, i = 0; k < 6; k++) {
        double largest = 0;
        for (int j = i; j < end[k]; j++)
            largest = geoms_max (largest, fabs (x[j]));
        for (; i < end[k]; i++)
            size[i] = largest;
    }
}

/* The largest of each kind at the start, where that is below 1: metres of a device of microns.
 * Velocities are at least as large as positions. What is smaller than a picometre is rounding, a
 * start from rest; of other kinds, which come from terms that may be large, a nano-unit. */
static const double PICO = 1e-12, NANO = 1e-9;
/* residuals do not look at what is smaller, in parts of what is typical: a choice */
static const double LOOKED_AT = 1e-9;

static void typical_sizes (GeomsEquations *e, const double *x)
{
    double length = 0;

    largest_of_kinds (e, x, e->typical);
    for (int i = e->op; i < e->n; i++)
        length = geoms_max (length, e->typical[i]);
    for (int i = e->o3; i < e->o4; i++)
        e->typical[i] = geoms_max (e->typical[i], length);
    for (int i = 0; i < e->n; i++) {
        const double least = i < e->o3 ? NANO : PICO;

        e->typical[i] = e->typical[i] > least && e->typical[i] < 1 ? e->typical[i] : 1;
        e->floor[i] = LOOKED_AT * e->typical[i];
    }
    for (int i = 0; i < e->n1; i++)
        e->unit[i] = 1;
}

int geoms_equations_note (GeomsEquations *e, const double *x)
{
    int grown = 0;

    for (int j = 0; j < e->n; j++) {
        grown |= fabs (x[j]) > e->reach[j];
        e->reach[j] = geoms_max (e->reach[j], fabs (x[j]));
    }
    return grown;
}

void geoms_equations_sizes (const GeomsEquations *e, const double *x, double *size)
{
    const double small_part = 1e-3;
    double *reach = e->points;

    for (int i = 0; i < e->n; i++)
        reach[i] = geoms_max (e->reach[i], fabs (x[i]));
    largest_of_kinds (e, reach, size);
    for (int i = 0; i < e->n; i++)
        size[i] = geoms_max (geoms_max (small_part * size[i], e->floor[i]), reach[i]);
}

int geoms_equations_constraints (GeomsEquations *e, int purpose, int k, const double *t,
                                 const double *x, double *columns, int ldc)
{
    const GeomsPattern *C = &e->model->patterns.C;
    const int m = e->d.nl + e->d.nm;
    const size_t full = (size_t)m * (size_t)e->d.nv,
                 values = geoms_pattern_values (C, m, e->d.nv);
    int status;

    geoms_equations_count (e, purpose, k);
    status = e->model->constraints (k, t, x, e->n, columns, ldc, e->user);
    for (int j = 0; j < k && status == 0 && values < full; j++) {
        double *column = columns + (size_t)j * (size_t)ldc;

        memmove (column + full, column + values, (size_t)(e->d.nl + m) * sizeof *column);
        geoms_pattern_spread (C, m, e->d.nv, column, column);
    }
    status = geoms_equations_verdict (e, purpose, status, t[0]);
    return status != 0 || geoms_finite ((size_t)k * (size_t)ldc, columns) ? status : GEOMS_RETRY;
}

/* M, and the batch of a Jacobian by differences; one point where nobody asks for either */
static void allocate (GeomsEquations *e, GeomsArena *arena)
{
    const GeomsModel *model = e->model;
    const size_t n = (size_t)e->n, nv = (size_t)e->d.nv, points = e->rates ? 1 : n + 1;

    e->points = geoms_arena_reals (arena, n * points);
    e->values = geoms_arena_reals (arena, (size_t)e->m * points);
    e->times = geoms_arena_reals (arena, points);
    if (e->rates)
        return;
    e->mass = geoms_arena_reals (arena, nv * nv);
    e->mass_diagonal_of = geoms_arena_reals (arena, nv);
    if (model->jac == NULL && e->mass_varies && model->rda_mass != NULL
        && geoms_points_at_once ((int)points, nv * nv) == (int)points) /* else M is asked for alone */
        e->masses = geoms_arena_reals (arena, nv * nv * points);
    if (model->parts_mass && model->mass == NULL)
        e->column = geoms_arena_reals (arena, (size_t)geoms_equations_parts (e));
}

int geoms_equations_create (GeomsEquations *e, GeomsInstance of, double t, const double *x,
                            const double *increment, GeomsCounters *counters, GeomsReport *report,
                            GeomsArena *arena)
{
    const GeomsModel *model = of.model;
    const int status = geoms_model_check (model, report);

    if (status != 0)
        return status;
    /* what is given, and its layout */
    e->model = model;
    e->user = of.user;
    e->increment = increment;
    e->counters = counters;
    e->report = report;
    layout (e, &model->dims);
    /* M, batches */
    e->mass_varies
        = geoms_equations_mass_given (model) && model->mass_structure <= GEOMS_MASS_DIAGONAL;
    e->mass_diagonal = ! geoms_equations_mass_given (model)
                       || model->mass_structure == GEOMS_MASS_DIAGONAL
                       || model->mass_structure == GEOMS_MASS_CONSTANT_DIAGONAL;
    allocate (e, arena);
    /* sizes of unknowns */
    e->typical = geoms_arena_reals (arena, (size_t)e->n);
    e->floor = geoms_arena_reals (arena, (size_t)e->n);
    e->reach = geoms_arena_reals (arena, (size_t)e->n);
    e->unit = geoms_arena_reals (arena, (size_t)e->n1);
    e->scaled = geoms_arena_ints (arena, (size_t)e->n1);
    e->arena = arena;
    if (arena->failed)
        return geoms_report (report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    /* what is known at the start */
    typical_sizes (e, x);
    return constant_mass (e, t, x);
}

void geoms_equations_count (GeomsEquations *e, int purpose, int k)
{
    *(purpose <= GEOMS_FOR_METHOD     ? &e->counters->neom
      : purpose == GEOMS_FOR_JACOBIAN ? &e->counters->neomjac
                                      : &e->counters->neomout) += k;
    e->counters->ncall++;
}

int geoms_equations_judge (GeomsEquations *e, int purpose, int returned, double t)
{
    return verdict (e, returned,
                    purpose == GEOMS_FOR_JACOBIAN ? GEOMS_STOP_EOM_DIFFERENCE : GEOMS_STOP_EOM,
                    "rda", t);
}

int geoms_equations_evaluate (GeomsEquations *e, int purpose, int k, const double *t,
                              const double *x, double *rda, double *mass)
{
    const int nv = e->d.nv, with_mass = mass != NULL && e->mass_varies;
    int status;

    geoms_equations_count (e, purpose, k);
    if (with_mass && e->model->rda_mass != NULL) {
        e->counters->nmas += k;
        status = e->model->rda_mass (k, t, x, e->n, rda, e->m, mass, nv * nv, e->user);
        if (status == 0)
            spread_masses (e, k, mass);
    } else
        status = e->model->rda (k, t, x, e->n, rda, e->m, e->user);
    status = geoms_equations_verdict (e, purpose, status, t[0]);
    if (status == 0 && with_mass && e->model->rda_mass == NULL)
        status = geoms_equations_mass (e, k, t, x, mass);
    if (status != 0 || purpose == GEOMS_FOR_STAGES)
        return status;
    if (! geoms_finite ((size_t)k * (size_t)e->m, rda))
        return GEOMS_RETRY;
    if (with_mass && ! geoms_finite ((size_t)k * (size_t)(nv * nv), mass))
        return GEOMS_RETRY;
    return 0;
}

int geoms_equations_accelerations (GeomsEquations *e, int purpose, int k, const double *t,
                                   const double *x, double *xdot)
{
    geoms_equations_count (e, purpose, k);
    return geoms_equations_verdict (
        e, purpose, e->model->accelerations (k, t, x, e->n, xdot, e->n, e->user), t[0]);
}

int geoms_equations_linearise (GeomsEquations *e, double t, const double *x, const double *xdot)
{
    e->counters->njac++;
    e->counters->ncall++;
    return verdict (e, e->model->newton.linearise (t, x, xdot, e->user), GEOMS_STOP_JACOBIAN,
                    "newton.linearise", t);
}

int geoms_equations_keep (GeomsEquations *e, double t, double *x)
{
    if (e->d.ni == 0)
        return 0;
    e->counters->ncall++;
    return verdict (e, e->model->newton.keep (t, x, e->user), GEOMS_STOP_EOM, "newton.keep", t);
}

int geoms_equations_rows (GeomsEquations *e, int purpose, double t, const double *x,
                          const GeomsHeldRows *to)
{
    geoms_equations_count (e, purpose, 1);
    return geoms_equations_verdict (e, purpose, e->model->newton.rows (t, x, to, e->user), t);
}

int geoms_equations_slopes (GeomsEquations *e, double t, const GeomsHeldSlopes *to, int k,
                            const double *y, double *row)
{
    int status = e->model->newton.slopes (to, e->user);

    if (status == 0)
        status = e->model->newton.pull (k, y, row, e->user);
    return verdict (e, status, GEOMS_STOP_JACOBIAN, "newton.slopes", t);
}

/* the part of the largest unit below which rounding has its place */
static const double SMALL_PART = 1e-6;

void geoms_equations_raise_units (GeomsEquations *e)
{
    double most = 0;

    for (int i = e->d.nw; i < e->n1; i++)
        if (e->scaled[i])
            most = geoms_max (most, e->unit[i]);
    for (int i = e->d.nw; i < e->n1; i++)
        if (e->scaled[i])
            e->unit[i] = geoms_max (e->unit[i], SMALL_PART * most);
}

int geoms_equations_conditions (GeomsEquations *e, double t, const double *x, double *k)
{
    int status;

    e->counters->ncall++;
    status = verdict (e, e->model->ivcond (t, x, k, e->user), GEOMS_INITIAL_COND, "ivcond", t);
    return status == 0 && ! geoms_finite ((size_t)e->d.nc, k) ? GEOMS_RETRY : status;
}

void geoms_mass_apply_full (const GeomsEquations *e, const double *M, double s, const double *x,
                            double *y)
{
    const int nv = e->d.nv;

    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            y[i] += s * M[(size_t)j * (size_t)nv + (size_t)i] * x[j];
}

/* ---- names ---- */

typedef struct Part {
    const char *name;
    int size;
} Part;

static void name_part (const Part *parts, int count, int i, char *name, size_t size)
{
    for (int k = 0; k < count; k++) {
        if (i < parts[k].size) {
            snprintf (name, size, "%s(%d)", parts[k].name, i + 1);
            return;
        }
        i -= parts[k].size;
    }
    snprintf (name, size, "?");
}

void geoms_name_unknown (const GeomsEquations *e, int i, char *name, size_t size)
{
    const Part parts[] = {{"w", e->d.nw}, {"lambda", e->d.nl}, {"mu", e->d.nm}, {"r", e->d.nr},
                          {"v", e->d.nv}, {"s", e->d.ns},      {"p", e->d.np}};

    name_part (parts, 7, i, name, size);
}

void geoms_name_row (const GeomsEquations *e, int i, char *name, size_t size)
{
    const Part parts[] = {{"d", e->d.nw},     {"gII", e->d.nl},   {"hI", e->d.nm}, {"gI", e->d.nl},
                          {"h", e->d.nm},     {"e", e->d.ni},     {"c", e->d.ns},  {"g", e->d.nl},
                          {"b", e->d.nr},     {"f_dyn", e->d.nv}, {"f_kin", e->d.np}};

    name_part (parts, 11, i, name, size);
}
