/* reference.c - partition-svd + dopri5 on the independent rows, or the path of a mechanism that has
 * one
 *
 * It is compared with index1-explicit + dopri5 (the path: another tolerance), which says how exact
 * it is, and with a start that differs a little, which says what errors grow to.
 */
#include "reference.h"

#include "rows.h"
#include "svd.h"

static const double tight = 1e-11, less_tight = 1e-10, moved_by = 1e-7;

/* rho at a singular position that is passed, at the end of a motion that ends there, of a regular
 * motion */
static const double zero = 1e-6, zero_at_end = 1e-3, regular = 1e-3;

/* ---- states ---- */

void reference_multipliers (const Mechanism *m, double t, double *x)
{
    enum { MOST = LONG_P + LONG_ROWS };
    const int np = m->np, nb = m->nb, n = np + nb;
    const double *v = x + nb + m->nr;
    double A[MOST * MOST] = {0}, b[MOST];
    LongValues o;

    mechanism_values (m, t, x[nb], v, v + np, &o);
    for (int j = 0; j < np; j++) {
        memcpy (A + j * n, o.M + j * np, (size_t)np * sizeof *A);
        for (int k = 0; k < nb; k++)
            A[np + k + j * n] = A[j + (np + k) * n] = o.G[k + j * nb];
        b[j] = o.f[j];
    }
    for (int k = 0; k < nb; k++)
        b[np + k] = -o.rest[k];
    if (model_solve (n, A, 1, b) == 0)
        memcpy (x, b + np, (size_t)nb * sizeof *x);
}

static void from_path (const Mechanism *m, double t, const double *phi, double *x)
{
    double P[3 * LONG_P];

    m->path (phi[1], P);
    for (int i = 0; i < m->np; i++) {
        x[m->nb + i] = P[m->np + i] * phi[0];
        x[m->nb + m->np + i] = P[i];
    }
    reference_multipliers (m, t, x);
}

/* ---- runs: the start is consistent, and used as it is ---- */

static Case case_to_run (LongView *view, int formulation, double tolerance)
{
    const Mechanism *m = view->m;
    Case c = m->path != NULL ? path_case (m) : view_case (view);

    c.options.formulation = m->path != NULL ? GEOMS_FORMULATION_PARTITION_FULL : formulation;
    c.options.method = GEOMS_METHOD_DOPRI5;
    c.options.max_steps = 10000000;
    c.options.residuals = GEOMS_SWITCH_OFF;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    case_tolerance (&c, tolerance);
    if (m->path == NULL)
        reference_multipliers (m, 0, c.x0);
    return c;
}

static void take (const Mechanism *m, double t, const double *x, double *own)
{
    if (m->path != NULL)
        from_path (m, t, x, own);
    else
        memcpy (own, x, (size_t)(m->nb + m->nr + 2 * m->np) * sizeof *own);
}

int reference_last (const Outcome *o, int n, double *t, double *x)
{
    double *state;

    if (o->run == NULL || geoms_run_state_size (o->run) == 0)
        return 1;
    state = malloc (geoms_run_state_size (o->run) * sizeof *state);
    assert_non_null (state);
    geoms_run_state (o->run, state);
    *t = geoms_state_time (state);
    memcpy (x, geoms_state_unknowns (state), (size_t)n * sizeof *x);
    free (state);
    return ! isfinite (*t);
}

/* where a run stopped, behind its outputs */
static void add_last (const Mechanism *m, const Outcome *o, int n, Reference *ref)
{
    double t, x[MOST_UNKNOWNS];

    if (ref->count == 0 || reference_last (o, n, &t, x) != 0 || ! (t > ref->t[ref->count - 1]))
        return;
    ref->t[ref->count] = t;
    take (m, t, x, ref->x + ref->count++ * ref->n);
}

/* all times, and where it stops if it does */
static void run_along (const Mechanism *m, Reference *ref)
{
    LongView view = {m, &m->own};
    Case c = case_to_run (&view, GEOMS_FORMULATION_PARTITION_SVD, tight);
    Outcome o;

    ref->n = m->nb + m->nr + 2 * m->np;
    case_times (&c, REFERENCE_TIMES, m->span);
    o = attempt (&c);
    ref->complete = o.status == 0;
    for (size_t i = 0; o.s != NULL && i < o.s->count; i++, ref->count++) {
        ref->t[i] = o.s->t[i];
        take (m, ref->t[i], o.s->x + i * (size_t)c.n, ref->x + i * (size_t)ref->n);
    }
    if (! ref->complete) {
        snprintf (ref->text, sizeof ref->text, "reference stops: %.180s", o.report.text);
        add_last (m, &o, c.n, ref);
    }
    outcome_free (&o);
    case_free (&c);
}

/* the end alone; not 0 if it is not reached */
static int run_to_end (const Mechanism *m, int formulation, double *x)
{
    LongView view = {m, &m->own};
    Case c = case_to_run (&view, formulation, less_tight);
    Outcome o;
    int status;

    case_times (&c, 3, m->span);
    o = attempt (&c);
    status = o.status;
    if (status == 0)
        take (m, m->span, last_state (&o), x);
    outcome_free (&o);
    case_free (&c);
    return status;
}

/* ---- singular positions ---- */

static double rho_of (const Mechanism *m, double t, const double *p)
{
    double G[LONG_ROWS * LONG_P];
    Svd svd;

    rows_jacobian (m, t, p, G);
    svd_of_rows (m->nb, m->np, G, 1, &svd);
    return svd.sigma[m->nb - 1] / svd.sigma[0];
}

/* p between two times, cubic */
static double rho_between (const Mechanism *m, const Reference *ref, int i, double t)
{
    const double h = ref->t[i + 1] - ref->t[i], s = (t - ref->t[i]) / h;
    const double *v = ref->x + i * ref->n + m->nb + m->nr, *w = v + ref->n;
    double p[LONG_P];

    for (int k = 0; k < m->np; k++) {
        const double a = v[m->np + k], b = w[m->np + k];

        p[k] = a + s * s * (3 - 2 * s) * (b - a) + h * s * (1 - s) * ((1 - s) * v[k] - s * w[k]);
    }
    return rho_of (m, t, p);
}

static void note (Reference *ref, double t, double rho)
{
    if (rho < ref->least) {
        ref->least = rho;
        ref->t_least = t;
    }
}

/* golden section around time number i */
static void refine (const Mechanism *m, Reference *ref, int i)
{
    const double g = (sqrt (5) - 1) / 2;
    double a = ref->t[i - 1], b = ref->t[i + 1];

    while (b - a > 1e-12 * m->span) {
        const double c = b - g * (b - a), d = a + g * (b - a);
        const double rc = rho_between (m, ref, c < ref->t[i] ? i - 1 : i, c) / ref->median;
        const double rd = rho_between (m, ref, d < ref->t[i] ? i - 1 : i, d) / ref->median;

        note (ref, c, rc);
        note (ref, d, rd);
        if (rc < rd)
            b = d;
        else
            a = c;
    }
}

static int smaller (const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median_of (const double *values, int count)
{
    double sorted[REFERENCE_TIMES + 1];

    memcpy (sorted, values, (size_t)count * sizeof *values);
    qsort (sorted, (size_t)count, sizeof *sorted, smaller);
    return sorted[count / 2];
}

static void find_rho (const Mechanism *m, Reference *ref)
{
    for (int i = 0; i < ref->count; i++)
        ref->rho[i] = rho_of (m, ref->t[i], ref->x + i * ref->n + m->nb + m->nr + m->np);
    ref->median = median_of (ref->rho, ref->count);
    ref->least = INFINITY;
    for (int i = 0; i < ref->count; i++)
        note (ref, ref->t[i], ref->rho[i] /= ref->median);
    for (int i = 1; i < ref->count - 1; i++)
        if (ref->rho[i] < 0.3 && ref->rho[i] <= ref->rho[i - 1] && ref->rho[i] <= ref->rho[i + 1])
            refine (m, ref, i);
}

double reference_rho (const Mechanism *m, const Reference *ref, double t, const double *own)
{
    return rho_of (m, t, own + m->nb + m->nr + m->np) / ref->median;
}

/* ---- how exact, how sensitive, how large ---- */

static void find_sizes (const Mechanism *m, Reference *ref)
{
    double lambda = 0, speed = 0.1;

    for (int i = 0; i < ref->count; i++)
        for (int k = 0; k < ref->n; k++)
            ref->size[k] = fmax (ref->size[k], fabs (ref->x[i * ref->n + k]));
    for (int k = 0; k < m->nb; k++)
        lambda = fmax (lambda, ref->size[k]);
    for (int k = 0; k < m->np; k++)
        speed = fmax (speed, ref->size[m->nb + m->nr + k]);
    for (int k = 0; k < ref->n; k++)
        ref->size[k] = k < m->nb            ? fmax (ref->size[k], 1e-3 * lambda)
                       : k < m->nb + m->nr  ? fmax (ref->size[k], 0.1)
                       : k < ref->n - m->np ? speed
                                            : fmax (ref->size[k], 1);
}

static int find_error (const Mechanism *m, Reference *ref)
{
    const double *end = ref->x + (ref->count - 1) * ref->n;
    double x[REFERENCE_N];

    if (run_to_end (m, GEOMS_FORMULATION_INDEX1_EXPLICIT, x) != 0) {
        snprintf (ref->text, sizeof ref->text, "second reference fails");
        return 1;
    }
    for (int k = 0; k < ref->n; k++)
        ref->error[k] = fabs (x[k] - end[k]);
    return 0;
}

/* another start: velocities, or positions, changed by up to moved_by */
static void move_start (Mechanism *m, int positions)
{
    unsigned seed = 1 + (unsigned)m->number;
    double *x = positions ? m->p0 : m->v0;

    for (int i = 0; i < m->np; i++)
        x[i] += moved_by * noise (&seed);
    *(positions ? &m->phi0 : &m->rate0) += moved_by;
    if (m->path == NULL) {
        rows_project_positions (m, m->p0);
        rows_project (m, m->v0);
    }
}

static int find_growth (const Mechanism *m, Reference *ref)
{
    const double *end = ref->x + (ref->count - 1) * ref->n;

    for (int i = 0; i < 2; i++) {
        Mechanism moved = *m;
        double x[REFERENCE_N];

        move_start (&moved, i);
        if (run_to_end (&moved, GEOMS_FORMULATION_PARTITION_SVD, x) != 0) {
            snprintf (ref->text, sizeof ref->text, "reference with another start fails");
            return 1;
        }
        for (int k = 0; k < ref->n; k++)
            ref->growth[k + i * REFERENCE_N] = fabs (x[k] - end[k]) / moved_by;
    }
    return 0;
}

static void find_energy (const Mechanism *m, Reference *ref)
{
    const int at = m->nb + m->nr;
    double E0 = mechanism_energy (m, m->v0, m->p0), largest = 0, kinetic = 0;

    for (int i = 0; i < ref->count && m->conservative; i++) {
        const double *v = ref->x + i * ref->n + at, rest[LONG_P] = {0};
        const double E = mechanism_energy (m, v, v + m->np);

        kinetic = fmax (kinetic, E - mechanism_energy (m, rest, v + m->np));
        largest = fmax (largest, fabs (E - E0));
    }
    ref->energy = kinetic > 0 ? largest / kinetic : 0;
}

void reference_find (const Mechanism *m, Reference *ref)
{
    memset (ref, 0, sizeof *ref);
    ref->motion = MOTION_UNKNOWN;
    run_along (m, ref);
    if (ref->count < 3)
        return;
    find_rho (m, ref);
    find_sizes (m, ref);
    find_energy (m, ref);
    if (! ref->complete)
        ref->motion = ref->rho[ref->count - 1] < zero_at_end ? MOTION_SINGULAR : MOTION_UNKNOWN;
    else if (ref->least >= regular || m->path != NULL) {
        if (find_error (m, ref) == 0 && find_growth (m, ref) == 0)
            ref->motion = ref->least < zero      ? MOTION_SINGULAR
                          : ref->least < regular ? MOTION_UNCLEAR
                                                 : MOTION_REGULAR;
        if (ref->motion == MOTION_REGULAR)
            reference_rounding (m, ref);
    } else
        ref->motion = ref->least < zero ? MOTION_SINGULAR : MOTION_UNCLEAR;
}
