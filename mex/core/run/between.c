/* between.c - states between the ends of steps, moved onto the constraints, many at once
 *
 *     landing     where p' = v and nothing but g holds: each by its own Jacobian, see landing.h;
 *                 beside a singular position what counts of it alone, landing_beside.c
 *     sweeping    else: by the linearisation of the run, which contracts like the length of a step,
 *                 until a look finds nothing left; what does not contract is moved alone
 *
 * All states that are not there yet are evaluated in one call, and stand in front of the others for
 * that. What becomes of a state depends on nothing but it and the step: not on those beside it.
 */
#include <math.h>
#include <string.h>

#include "forms/corrections.h"
#include "forms/projected/projected.h"
#include "landing.h"
#include "run.h"

/* looks at one state before it is moved alone */
enum { MOST_LOOKS = 8 };

/* ---- places ---- */

static void swap_reals (size_t n, double *a, double *b)
{
    for (size_t i = 0; i < n; i++) {
        const double keep = a[i];

        a[i] = b[i];
        b[i] = keep;
    }
}

/* states i and j of the chunk, with what is known of them; chunk_place: where each belongs */
static void swap_states (GeomsRun *run, int i, int j)
{
    const size_t n = (size_t)run->eq.n, m = (size_t)run->eq.m, a = (size_t)i, b = (size_t)j;
    const int place = run->chunk_place[i], known = run->chunk_known[i];

    if (i == j)
        return;
    swap_reals (1, run->chunk_t + a, run->chunk_t + b);
    swap_reals (n, run->chunk_x + a * n, run->chunk_x + b * n);
    swap_reals (m, run->chunk_rda + a * m, run->chunk_rda + b * m);
    swap_reals (1, run->chunk_last + a, run->chunk_last + b);
    run->chunk_place[i] = run->chunk_place[j];
    run->chunk_place[j] = place;
    run->chunk_known[i] = run->chunk_known[j];
    run->chunk_known[j] = known;
}

static void begin_states (GeomsRun *run, int k)
{
    for (int j = 0; j < k; j++) {
        run->chunk_place[j] = j;
        run->chunk_known[j] = 0;
        run->chunk_last[j] = INFINITY;
    }
}

/* each where it was */
static void end_states (GeomsRun *run, int k)
{
    for (int j = 0; j < k; j++)
        while (run->chunk_place[j] != j)
            swap_states (run, j, run->chunk_place[j]);
}

/* ---- landing ---- */

/* whether the form goes by parts that are enough for it: what tangent.c asks for */
static int lands (const GeomsRun *run, const GeomsProjected *p)
{
    const GeomsEquations *e = &run->eq;
    const GeomsDims *d = &e->d;

    return ! e->rates && p->multipliers.used && e->looked && ! e->friction
           && p->multipliers.parts.plain && d->np == d->nv && d->nl > 0
           && d->nw + d->ns + d->nm == 0
           && (d->ni == 0 || run->options.invariant == GEOMS_INVARIANT_MONITOR)
           && p->multipliers.rows == d->nl && p->multipliers.mass.singular == 0
           && p->metric.weights == NULL && ! p->metric.by_mass;
}

static int no_memory (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                         "There is no memory for states between the steps at t = %.10g.", run->t);
}

/* 1 if run->landing is there, 0: the system is none for it, or GEOMS_OUT_OF_MEMORY */
static int make_landing (GeomsRun *run, const GeomsProjected *p)
{
    GeomsLanding *s;

    if (! lands (run, p))
        return 0;
    if (run->landing != NULL)
        return 1;
    s = geoms_arena_get (&run->arena, 1, sizeof *s);
    if (s == NULL || geoms_landing_create (s, &run->eq, geoms_corrections_limit (&p->form)) != 0)
        return no_memory (run);
    s->rtol = run->rtol;
    s->atol = run->atol;
    run->landing = s;
    return 1;
}

/* what is done with a batch, of which some are to be looked at again */
typedef struct Looks {
    int constraints;  /* alone, or all of the parts                                            */
    int count;        /* states of the chunk, the first ones                                   */
    int open;         /* that stand in front, to be looked at again                            */
    double *relative; /* 3 numbers for each state that has landed, by its place, or NULL       */
} Looks;

static int ask (GeomsRun *run, const Looks *looks, int first, int k)
{
    GeomsLanding *s = run->landing;
    const double *t = run->chunk_t + first, *x = run->chunk_x + (size_t)first * (size_t)run->eq.n;

    return looks->constraints
               ? geoms_landing_ask (s, k, t, x)
               : geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, k, t, x, run->eq.n);
}

/* those k states, which were asked for; what is open comes to stand in front */
static void look_at (GeomsRun *run, Looks *looks, int first, int k)
{
    GeomsLanding *s = run->landing;
    GeomsLanded is[GEOMS_CHUNK];
    double *x = run->chunk_x + (size_t)first * (size_t)run->eq.n,
           *rda = run->chunk_rda + (size_t)first * (size_t)run->eq.m,
           *last = run->chunk_last + first;
    const int *state = run->chunk_place + first;

    if (looks->constraints)
        geoms_landing_hold (s, k, state, x, last, is);
    else
        geoms_landing_look (s, k, state, x, last, rda, looks->relative, is);
    for (int j = 0; j < k; j++) {
        run->chunk_known[first + j] = is[j] == GEOMS_LANDED;
        if (is[j] != GEOMS_LANDED && is[j] != GEOMS_HELD)
            swap_states (run, looks->open++, first + j);
    }
}

/* k states from number `first` on in one call. A state that cannot be evaluated is not to change what
 * becomes of others. 0 or a negative IDID */
static int look_at_batch (GeomsRun *run, Looks *looks, int first, int k)
{
    int status = ask (run, looks, first, k);

    if (status == 0)
        look_at (run, looks, first, k);
    if (status <= 0)
        return status;
    for (int j = first; j < first + k; j++) {
        status = k > 1 ? ask (run, looks, j, 1) : status;
        if (status < 0)
            return status;
        if (status == 0)
            look_at (run, looks, j, 1);
        else
            swap_states (run, looks->open++, j);
    }
    return 0;
}

/* One look at each; how many are open, or a negative IDID */
static int look_at_all (GeomsRun *run, Looks looks)
{
    const int most = run->landing->most;

    for (int first = 0; first < looks.count; first += most) {
        const int status = look_at_batch (run, &looks, first,
                                          geoms_int_min (most, looks.count - first));

        if (status < 0)
            return status;
    }
    return looks.open;
}

/* How many of k states have not landed, which stand in front; or a negative IDID. Where constraints can
 * be asked for alone they are met first, and once. */
static int land_states (GeomsRun *run, int k, double *relative)
{
    int left = k;

    for (int i = 0; i < MOST_LOOKS && left > 0; i++) {
        int open = i == 0 && run->landing->length > 0 ? left : 0;

        for (int l = 0; l < MOST_LOOKS && open > 0; l++)
            open = look_at_all (run, (Looks){.constraints = 1, .count = open});
        if (open < 0)
            return open;
        left = look_at_all (run, (Looks){.count = left, .relative = relative});
    }
    return left;
}

/* The k states beside a singular position, among those that have not landed and those that have gone
 * far; what has not landed stands in front again. How many have not, or a negative IDID */
static int land_beside (GeomsRun *run, int k, double *relative)
{
    GeomsLanding *s = run->landing;
    const size_t n = (size_t)run->eq.n, m = (size_t)run->eq.m;
    int open = 0;

    for (int j = 0; j < k; j++) {
        const size_t at = (size_t)j, place = (size_t)run->chunk_place[j];
        double *x = run->chunk_x + at * n;
        const double *guess = s->guess + place * n;
        int status = 0;

        if (! run->chunk_known[j] || geoms_landing_suspect (s, run->x, guess, x))
            status = geoms_landing_beside (s, run->t, run->x, run->chunk_t[j], guess, x,
                                           run->chunk_rda + at * m,
                                           relative != NULL ? relative + 3 * place : NULL);
        if (status < 0)
            return status == GEOMS_OUT_OF_MEMORY ? no_memory (run) : status;
        run->chunk_known[j] |= status;
        if (! run->chunk_known[j])
            swap_states (run, open++, j);
    }
    return open;
}

/* How many of k states could not be moved, which stand in front; or a negative IDID */
static int land_all_states (GeomsRun *run, int k, const double *sizes, double *relative)
{
    int open;

    memcpy (run->landing->guess, run->chunk_x,
            (size_t)k * (size_t)run->eq.n * sizeof *run->chunk_x);
    geoms_landing_begin (run->landing, sizes);
    open = land_states (run, k, relative);
    return open < 0 ? open : land_beside (run, k, relative);
}

int geoms_between_lands (GeomsRun *run) { return lands (run, run->form); }

int geoms_between_land (GeomsRun *run, const GeomsProjected *p, int k, const double *t,
                        const double *x, double *relative)
{
    int open = make_landing (run, p);

    memcpy (run->chunk_t, t, (size_t)k * sizeof *t);
    memcpy (run->chunk_x, x, (size_t)k * (size_t)run->eq.n * sizeof *x);
    begin_states (run, k);
    if (open <= 0)
        return open;
    open = land_all_states (run, k, NULL, relative);
    end_states (run, k);
    return open < 0 ? open : 0;
}

/* ---- sweeping ---- */

/* A correction may contract so much less than the one before: positions come before multipliers */
static const double CAUTION = 100;

/* One batched evaluation and, where still needed, one correction of each of the first `count`
 * states. How many are open still, which come to stand in front, or a negative IDID. chunk_known:
 * rda is that of the state.
 *
 * A correction contracts like the one before: where that leaves much less than the limit, the state
 * is there, and is not evaluated again but for its residuals. */
static int sweep (GeomsRun *run, int count, double limit)
{
    GeomsForm *form = run->projection;
    const size_t n = (size_t)run->eq.n, m = (size_t)run->eq.m;
    const int looks_again = run->options.residuals == GEOMS_SWITCH_ON;
    int open = 0, status;

    /* all states at once */
    status = geoms_equations_evaluate (&run->eq, GEOMS_FOR_OUTPUT, count, run->chunk_t,
                                       run->chunk_x, run->chunk_rda, NULL);
    if (status != 0)
        return status < 0 ? status : count;
    /* those that are not there yet, in front of the others */
    for (int j = 0; j < count; j++) {
        const double *rda = run->chunk_rda + (size_t)j * m;
        const double violation = form->ops->approach (form, rda, NULL),
                     old = run->chunk_last[j];

        run->chunk_known[j]
            = violation <= limit || (violation < 2 * limit && violation >= 0.5 * old);
        if (run->chunk_known[j])
            continue;
        form->ops->approach (form, rda, run->chunk_x + (size_t)j * n);
        if (! looks_again && ! isinf (old) && CAUTION * violation * (violation / old) <= limit)
            continue;
        run->chunk_last[j] = violation;
        swap_states (run, open, j);
        open++;
    }
    return open;
}

static int sweep_states (GeomsRun *run, int k)
{
    int open = k;

    for (int i = 0; i < MOST_LOOKS && open > 0; i++)
        open = sweep (run, open, geoms_corrections_limit (run->projection));
    return open;
}

/* ---- all ---- */

static int correct_alone (GeomsRun *run, double t, double *x)
{
    const int status = run->eq.sparse ? 0 : geoms_consistent_form (run);

    if (run->eq.sparse)
        return geoms_rates_move (run, 1, &t, x);
    return status != 0 ? status : geoms_consistent_correct (run, t, x);
}

int geoms_between_move (GeomsRun *run, int k)
{
    const size_t n = (size_t)run->eq.n;
    int open, status = 0;

    if (run->eq.na == 0)
        return 0;
    if (run->eq.rates && ! run->eq.sparse)
        return geoms_rates_move (run, k, run->chunk_t, run->chunk_x);
    begin_states (run, k);
    if ((open = make_landing (run, run->form)) < 0)
        return open;
    open = open > 0 ? land_all_states (run, k, run->x, NULL) : sweep_states (run, k);
    for (int j = 0; j < open && status == 0; j++)
        status = correct_alone (run, run->chunk_t[j], run->chunk_x + (size_t)j * n);
    end_states (run, k);
    status = open < 0 ? open : status;
    run->chunk_kept = status == 0 ? k : 0;
    return status;
}
