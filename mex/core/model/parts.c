/* parts.c - M, f, C, b', b'' from the model's own parts, or from rda; rda from the parts
 *
 *     f_dyn (lambda, mu) = f - C' [lambda; mu]:   f = f_dyn (0),  C' e_j = f_dyn (0) - f_dyn (e_j)
 *     b' = [gI; h~] - C v,   b'' = [gII; hI] (0) - C M^-1 f, if M is regular
 *     rda = [ d; C v' + b'' | gI; h~; e | c; g | b | f - C' [lambda; mu] | Z v ]
 */
#include "parts.h"

#include <math.h>
#include <string.h>

static int next (int *place, int size)
{
    const int begin = *place;

    *place += size;
    return begin;
}

/* the order of geoms_model.h */
static void set_places (GeomsParts *s)
{
    const GeomsDims *d = &s->eq->d;

    const int gives_mass = s->own && s->eq->model->parts_mass;

    s->M = next (&s->size, s->eq->mass_varies || gives_mass ? d->nv * d->nv : 0);
    s->Z = next (&s->size, s->turned ? d->np * d->nv : 0);
    s->f = next (&s->size, d->nv);
    s->C = next (&s->size, s->m * d->nv);
    s->g = next (&s->size, d->nl);
    s->level = next (&s->size, s->m);
    s->b2 = next (&s->size, s->m);
    s->b = next (&s->size, d->nr);
    s->d = next (&s->size, s->complete ? d->nw : 0);
    s->c = next (&s->size, s->complete ? d->ns : 0);
    s->e = next (&s->size, s->complete ? d->ni : 0);
}

int geoms_parts_create (GeomsParts *s, GeomsEquations *eq, int most, GeomsArena *arena)
{
    const GeomsModel *model = eq->model;
    const size_t nv = (size_t)eq->d.nv;
    size_t points;

    /* what it is */
    s->eq = eq;
    s->m = eq->d.nl + eq->d.nm;
    s->most = most;
    s->own = model->parts != NULL;
    s->complete = s->own && (model->abi >= 3 || eq->d.nw + eq->d.ns + eq->d.ni == 0);
    s->turned = s->own && model->kinematics;
    s->plain = s->own && ! model->kinematics;
    s->others = s->complete && eq->d.nw + eq->d.ni + eq->d.ns + eq->d.nr > 0;
    /* memory: columns, and the points of rda that they come from */
    set_places (s);
    points = s->own ? 1 : (size_t)most * (size_t)(s->m + 1);
    s->columns = geoms_arena_reals (arena, (size_t)most * (size_t)s->size);
    s->b1 = geoms_arena_reals (arena, (size_t)most * (size_t)s->m);
    s->times = geoms_arena_reals (arena, points);
    s->points = geoms_arena_reals (arena, points * (size_t)eq->n);
    s->rda = geoms_arena_reals (arena, points * (size_t)eq->m);
    s->masses = geoms_arena_reals (arena, eq->mass_varies ? points * nv * nv : 0);
    s->a = geoms_arena_reals (arena, nv);
    s->moving = geoms_arena_reals (arena, (size_t)eq->n);
    geoms_mass_create (&s->mass, eq->d.nv, 0, arena);
    if (! arena->failed)
        return 0;
    return geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", eq->n);
}

/* b' = [gI; h~] - C v of number j */
static void set_b1 (GeomsParts *s, int j, const double *v)
{
    const double *column = s->columns + (size_t)j * (size_t)s->size, *C = column + s->C;
    double *b1 = s->b1 + (size_t)j * (size_t)s->m;

    memcpy (b1, column + s->level, (size_t)s->m * sizeof *b1);
    for (int l = 0; l < s->eq->d.nv; l++, C += s->m)
        for (int i = 0; i < s->m; i++)
            b1[i] -= C[i] * v[l];
}

/* ---- from the model itself ---- */

static int from_model (GeomsParts *s, int purpose, int k, const double *t, const double *x, int ldx)
{
    GeomsEquations *e = s->eq;
    int status;

    geoms_equations_count (e, purpose, k);
    if (e->mass_varies)
        e->counters->nmas += k;
    status = geoms_equations_ask_parts (e, k, t, x, ldx, s->columns, s->size);
    return geoms_equations_verdict (e, purpose, status, t[0]);
}

/* ---- from rda ---- */

/* not 0 if M is singular, or not symmetric: s->singular */
static int factor_mass (GeomsParts *s, const double *M)
{
    if (s->factored)
        return 0;
    s->singular = geoms_mass_try (&s->mass, M, s->eq->mass_diagonal);
    s->factored = ! s->eq->mass_varies && s->singular == 0;
    return s->singular;
}

/* one column from the rda of its m + 1 points */
static void compose (GeomsParts *s, int j)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv, m = s->m, points = m + 1;
    const double *rda = s->rda + (size_t)(j * points) * (size_t)e->m, *f = rda + e->r_v;
    double *column = s->columns + (size_t)j * (size_t)s->size, *C = column + s->C;
    const double *M = e->mass;

    /* M, f, b */
    if (e->mass_varies) {
        M = s->masses + (size_t)(j * points) * (size_t)(nv * nv);
        memcpy (column + s->M, M, (size_t)(nv * nv) * sizeof *M);
    }
    memcpy (column + s->f, f, (size_t)nv * sizeof *f);
    memcpy (column + s->b, rda + e->r_b, (size_t)e->d.nr * sizeof *f);
    /* C from the multipliers of size 1 */
    for (int i = 0; i < m; i++)
        for (int l = 0; l < nv; l++)
            C[l * m + i] = f[l] - rda[(i + 1) * e->m + e->r_v + l];
    /* constraints on three levels */
    memcpy (column + s->g, rda + e->r_c + e->d.ns, (size_t)e->d.nl * sizeof *f);
    memcpy (column + s->level, rda + e->r_gI, (size_t)m * sizeof *f);
    memcpy (column + s->b2, rda + e->r_gII, (size_t)m * sizeof *f);
    if (m == 0)
        return;
    /* b'' = [gII; hI] - C M^-1 f */
    memcpy (s->a, f, (size_t)nv * sizeof *f);
    if (factor_mass (s, M) != 0)
        s->a[0] = NAN;
    else
        geoms_mass_solve (&s->mass, NULL, s->a);
    for (int l = 0; l < nv; l++)
        for (int i = 0; i < m; i++)
            column[s->b2 + i] -= C[l * m + i] * s->a[l];
}

static int from_rda (GeomsParts *s, int purpose, int k, const double *t, const double *x, int ldx)
{
    GeomsEquations *e = s->eq;
    const int points = s->m + 1;
    int status;

    for (int j = 0; j < k; j++)
        for (int i = 0; i < points; i++) {
            double *point = s->points + (size_t)(j * points + i) * (size_t)e->n;
            memcpy (point, x + (size_t)j * (size_t)ldx, (size_t)e->n * sizeof *x);
            memset (point, 0, (size_t)e->n1 * sizeof *point);
            if (i > 0)
                point[i - 1] = 1;
            s->times[j * points + i] = t[j];
        }
    status = geoms_equations_evaluate (e, purpose, k * points, s->times, s->points, s->rda,
                                       s->masses);
    for (int j = 0; j < k && status == 0; j++)
        compose (s, j);
    return status;
}

int geoms_parts_evaluations (const GeomsParts *s) { return s->own ? 1 : s->m + 1; }

/* M of k points */
static int check_symmetry (GeomsParts *s, int k, const double *t)
{
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        status = geoms_mass_symmetric (&s->mass, s->columns + (size_t)j * (size_t)s->size + s->M);
        if (status != 0)
            geoms_mass_refused (&s->mass, status, t[j], s->eq->report);
    }
    return status;
}

static int all_finite (const GeomsParts *s, size_t points)
{
    return geoms_finite (points * (size_t)s->size, s->columns)
           && (s->bare || geoms_finite (points * (size_t)s->m, s->b1));
}

int geoms_parts_evaluate (GeomsParts *s, int purpose, int k, const double *t, const double *x,
                          int ldx)
{
    const size_t points = (size_t)k;
    int status;

    s->singular = 0;
    status = s->own ? from_model (s, purpose, k, t, x, ldx) : from_rda (s, purpose, k, t, x, ldx);
    if (status != 0)
        return status;
    for (int j = 0; j < k && ! s->bare; j++)
        set_b1 (s, j, x + (size_t)j * (size_t)ldx + s->eq->o3);
    if (! (s->bare && purpose == GEOMS_FOR_STAGES) && ! all_finite (s, points))
        return GEOMS_RETRY;
    return s->eq->mass_varies && ! s->eq->mass_diagonal ? check_symmetry (s, k, t) : 0;
}

/* ---- rda from the parts ---- */

/* m is s->m, which the compiler may know */
GEOMS_INLINE void put_rda (const GeomsParts *s, int m, int j, const double *x, const double *alpha,
                           double *rda)
{
    const GeomsPart part = geoms_parts_at (s, j);
    const int nv = s->eq->d.nv;
    double *hidden = rda + s->eq->r_gII;

    geoms_parts_rows (s, m, nv, 0, &part, x, NULL, rda);
    geoms_minus_transposed (m, nv, part.C, x + s->eq->d.nw, part.f, rda + s->eq->r_v);
    geoms_parts_put (hidden, part.b2, m);
    if (alpha != NULL)
        geoms_add_matvec_few (m, nv, part.C, m, alpha, hidden);
}

void geoms_parts_rda (const GeomsParts *s, int j, const double *x, const double *alpha, double *rda)
{
#define PUT(m) put_rda (s, m, j, x, alpha, rda)
    GEOMS_BY_ROWS (s->m, PUT)
#undef PUT
}

int geoms_parts_kinematics (GeomsParts *s, int purpose, int j, double t, const double *x,
                            const double *v, double *pdot)
{
    GeomsEquations *e = s->eq;
    const double *Z = geoms_parts_at (s, j).Z;
    int status;

    if (Z != NULL)
        geoms_matvec (e->d.np, e->d.nv, Z, e->d.np, v, pdot);
    if (Z != NULL)
        return 0;
    if (s->plain) {
        memcpy (pdot, v, (size_t)e->d.np * sizeof *v);
        return 0;
    }
    memcpy (s->points, x, (size_t)e->n * sizeof *x);
    memset (s->points, 0, (size_t)e->n1 * sizeof *x);
    memcpy (s->points + e->o3, v, (size_t)e->d.nv * sizeof *v);
    status = geoms_equations_evaluate (e, purpose, 1, &t, s->points, s->rda, s->masses);
    memcpy (pdot, s->rda + e->r_p, (size_t)e->d.np * sizeof *v);
    return status;
}

/* ---- whether there are such parts ---- */

static int unfit (const GeomsEquations *eq, const char *what)
{
    return geoms_report (eq->report, GEOMS_BAD_FORMULATION,
                         "A formulation that solves for the accelerations cannot be used for a "
                         "system with %s.", what);
}

/* row l of f_dyn - f + C' lambda; *size: that of its terms */
static double rest_of (const GeomsParts *s, const double *multipliers, int l, double *size)
{
    const GeomsPart part = geoms_parts_at (s, 0);
    double value = s->rda[s->eq->r_v + l] - part.f[l];

    *size = fabs (part.f[l]) + fabs (value);
    for (int i = 0; i < s->m; i++) {
        const double term = part.C[l * s->m + i] * multipliers[i];
        value += term;
        *size += fabs (term);
    }
    return value;
}

/* largest |f_dyn - f + C' lambda|, relative to its terms, at multipliers of another size; rda at
 * hand. Terms that are so much smaller than those of other rows may be nothing but what rounding
 * leaves of G Z. */
static const double SMALL_ROW = 1e-6;

static double nonlinearity (const GeomsParts *s, const double *multipliers)
{
    double worst = 0, whole = 1e-300, size;

    for (int l = 0; l < s->eq->d.nv; l++) {
        rest_of (s, multipliers, l, &size);
        whole = geoms_max (whole, size);
    }
    for (int l = 0; l < s->eq->d.nv; l++) {
        const double value = fabs (rest_of (s, multipliers, l, &size));
        worst = geoms_max (worst, value / geoms_max (size, SMALL_ROW * whole));
    }
    return worst;
}

int geoms_parts_dimensions (GeomsEquations *eq)
{
    if (eq->d.nw > 0)
        return unfit (eq, "auxiliary variables w");
    if (eq->d.ns > 0)
        return unfit (eq, "contact variables s");
    return 0;
}

/* largest change of r' by the multipliers; rda at hand */
static double change_of_b (const GeomsParts *s)
{
    const GeomsEquations *e = s->eq;
    const double *b = geoms_parts_at (s, 0).b;
    double worst = 0;

    for (int i = 0; i < e->d.nr; i++)
        worst = geoms_max (worst, fabs (s->rda[e->r_b + i] - b[i]) / (1 + fabs (b[i])));
    return worst;
}

/* s->points = x with the multipliers even, odd, even, ... */
static const double *with_multipliers (GeomsParts *s, const double *x, double even, double odd)
{
    memcpy (s->points, x, (size_t)s->eq->n * sizeof *x);
    for (int i = 0; i < s->eq->n1; i++)
        s->points[i] = i % 2 ? odd : even;
    return s->points;
}

/* what rounding does to forces that do not depend on multipliers is far less: a choice */
static const double DEPENDS = 1e-8;

/* parts for multipliers > 0, those of the model's own may depend on them, and rda for others < 0:
 * |lambda| is not linear there */
static int check_at (GeomsParts *s, double t, const double *x)
{
    GeomsEquations *e = s->eq;
    const double *point = s->own ? with_multipliers (s, x, 1, 1) : x;
    int status = geoms_parts_evaluate (s, GEOMS_FOR_METHOD, 1, &t, point, e->n);

    point = with_multipliers (s, x, GEOMS_PARTS_EVEN, GEOMS_PARTS_ODD);
    if (status == 0)
        status = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &t, point, s->rda, s->masses);
    if (status != 0)
        return status;
    if (nonlinearity (s, point) > DEPENDS)
        return unfit (e, "forces that depend on lambda or mu in another way than - C' lambda");
    if (change_of_b (s) > DEPENDS)
        return unfit (e, "dynamics (b) that depend on lambda or mu");
    return 0;
}

/* rda holds C M^-1 f, of which nothing can be made then */
static int refuse_mass (GeomsParts *s, double t)
{
    if (s->singular < 0)
        return geoms_mass_refused (&s->mass, s->singular, t, s->eq->report);
    s->eq->report->t = t;
    return geoms_report (s->eq->report, GEOMS_MASS_SINGULAR,
                         "The mass matrix is singular at t = %.10g: a formulation that solves for "
                         "the accelerations needs the mechanical form then, or `parts` of a model "
                         "in C.", t);
}

double geoms_parts_moved (int i, double v) { return v + (i % 2 ? -0.1 : 0.13) * (1 + fabs (v)); }

/* Friction may vanish at rest: the other state moves. */
int geoms_parts_check (GeomsParts *s, double t, const double *x)
{
    GeomsEquations *e = s->eq;
    int status = geoms_parts_dimensions (e);

    if (status != 0)
        return status;
    memcpy (s->moving, x, (size_t)e->n * sizeof *x);
    for (int i = e->o3; i < e->op; i++)
        s->moving[i] = geoms_parts_moved (i, x[i]);
    status = check_at (s, t, s->moving);
    if (status >= 0) /* it may be one that cannot be evaluated */
        status = check_at (s, t, x);
    if (status == GEOMS_RETRY && s->singular != 0)
        return refuse_mass (s, t);
    if (status == 0 && ! s->own)
        s->plain = e->d.np == e->d.nv
                   && memcmp (s->rda + e->r_p, x + e->o3, (size_t)e->d.np * sizeof *x) == 0;
    return status;
}
