/* verdict.c - one run of the given view, with tolerances for its units, and its end beside the
 * reference's
 *
 * allowed error of v, p, r: each step may add the tolerance, which grows along the motion, and
 * nobody can do better than the given rows are stored (rounding.c); of lambda: 100 tolerances,
 * beside lambda of the same v, p, r. What positions do to stiff vibrations counts up to 10 sizes.
 */
#include "verdict.h"

#include "svd.h"

static const double factor = 100;
/* a run that stops with a smaller rho has stopped at the singular position */
static const double at_singular = 0.1;

const char *verdict_words (int kind)
{
#define VERDICT_WORDS(NAME, text, disagrees) text,
    static const char *const words[] = {VERDICTS (VERDICT_WORDS)};
#undef VERDICT_WORDS

    return words[kind];
}

int verdict_disagrees (int kind)
{
#define VERDICT_DISAGREES(NAME, text, disagrees) disagrees,
    static const int disagree[] = {VERDICTS (VERDICT_DISAGREES)};
#undef VERDICT_DISAGREES

    return disagree[kind];
}

/* ---- tolerances ---- */

/* sizes of the multipliers of the given rows: R' lambda~ = lambda */
static void given_multipliers (const Mechanism *m, const Reference *ref, double *size)
{
    const LongUnits *u = &m->given;
    double Rt[LONG_ROWS * LONG_GIVEN], lambda[LONG_GIVEN], largest = 0;
    Svd svd;

    for (int j = 0; j < m->nb; j++)
        for (int k = 0; k < u->rows; k++)
            Rt[j + k * m->nb] = u->R[k + j * u->rows];
    svd_of_rows (m->nb, u->rows, Rt, 0, &svd);
    memset (size, 0, (size_t)u->rows * sizeof *size);
    for (int i = 0; i < ref->count; i++) {
        svd_solve (&svd, m->nb, ref->x + i * ref->n, lambda);
        for (int k = 0; k < u->rows; k++)
            largest = fmax (largest, size[k] = fmax (size[k], fabs (lambda[k])));
    }
    for (int k = 0; k < u->rows; k++)
        size[k] = fmax (size[k], 1e-3 * largest);
}

static void set_tolerances (const LongView *view, const Reference *ref, Case *c)
{
    const Mechanism *m = view->m;
    const LongUnits *u = view->u;
    double size[MOST_UNKNOWNS], lambda[LONG_GIVEN];

    given_multipliers (m, ref, lambda);
    view_from_own (view, ref->size, size);
    for (int k = 0; k < u->rows; k++)
        size[k] = lambda[k] * u->mass / (u->time * u->time * u->row[k]);
    for (int i = 0; i < c->n; i++) {
        c->rtol[i] = m->tolerance;
        c->atol[i] = m->tolerance * size[i];
    }
}

/* ---- comparison ---- */

static double allowed (const Mechanism *m, const Reference *ref, double steps, int k)
{
    const double size = ref->size[k];

    if (k < m->nb)
        return factor * m->tolerance * size;
    return fmax (factor, steps) * m->tolerance
           * (size + ref->growth[k] + fmin (10 * size, ref->growth[k + REFERENCE_N]));
}

static void compare (const LongView *view, const Reference *ref, double t, const double *x,
                     Verdict *v)
{
    const Mechanism *m = view->m;
    double own[REFERENCE_N], right[REFERENCE_N];

    view_to_own (view, x, own);
    memcpy (right, own, sizeof right);
    reference_multipliers (m, t, right);
    memcpy (right + m->nb, ref->x + (ref->count - 1) * ref->n + m->nb,
            (size_t)(ref->n - m->nb) * sizeof *right);
    for (int k = 0; k < ref->n; k++) {
        const double most = allowed (m, ref, (double)v->steps, k) + ref->rounding[k],
                     excess = fabs (own[k] - right[k]) / most;

        if (! (excess <= v->excess)) {
            v->excess = excess;
            v->worst = k;
        }
    }
}

int verdict_trusts (const Mechanism *m, const Reference *ref, char *why, size_t size)
{
    for (int k = m->nb; k < ref->n; k++) {
        const double limit = 0.1 * allowed (m, ref, 0, k);

        if (! (ref->error[k] <= limit)) {
            snprintf (why, size, "references differ by %.1e in unknown %d, limit %.1e",
                      ref->error[k], k, limit);
            return 0;
        }
    }
    if (ref->energy <= 1e-6)
        return 1;
    snprintf (why, size, "the reference's energy changes by %.1e", ref->energy);
    return 0;
}

static int judge (const Mechanism *m, const Reference *ref, Verdict *v)
{
    if (ref->motion == MOTION_UNCLEAR)
        return VERDICT_UNCLEAR;
    if (ref->motion == MOTION_UNKNOWN || ! verdict_trusts (m, ref, v->text, sizeof v->text))
        return VERDICT_NO_REFERENCE;
    if (v->status < 0)
        return ref->motion == MOTION_SINGULAR && v->rho < at_singular ? VERDICT_STOPS
                                                                      : VERDICT_FAILS;
    if (! ref->complete)
        return VERDICT_GOES_ON;
    if (! (v->excess <= 1))
        return VERDICT_WRONG;
    return ref->motion == MOTION_SINGULAR ? VERDICT_PASSES : VERDICT_OK;
}

void verdict_find (const Mechanism *m, const Reference *ref, int formulation, int method,
                   Verdict *v)
{
    LongView view = {m, &m->given};
    Case c = view_case (&view);
    double t, x[MOST_UNKNOWNS], own[REFERENCE_N];
    Outcome o;

    memcpy (own, ref->x, sizeof own);
    memset (v, 0, sizeof *v);
    c.options.formulation = formulation;
    c.options.method = method;
    c.options.max_steps = 50000;
    set_tolerances (&view, ref, &c);
    case_times (&c, 3, c.tspan[1]);
    o = attempt (&c);
    v->status = o.status;
    v->steps = o.counters.naccpt;
    snprintf (v->text, sizeof v->text, "%.199s", o.report.text);
    if (o.s != NULL) {
        v->t = o.s->t_end / m->given.time;
        v->residual = worst_residual (o.s);
    }
    if (reference_last (&o, c.n, &t, x) == 0)
        view_to_own (&view, x, own);
    v->rho = reference_rho (m, ref, v->t, own);
    if (o.status == 0 && ref->complete)
        compare (&view, ref, m->span, last_state (&o), v);
    v->kind = judge (m, ref, v);
    outcome_free (&o);
    case_free (&c);
}
