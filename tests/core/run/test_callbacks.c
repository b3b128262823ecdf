/* test_callbacks.c - a callback fails at its k-th call, for every k until a short run is done
 *
 * It stops (-1), asks for a smaller step (+1), or returns NaN or Inf. What was accepted before must
 * be returned with the same bits as without the failure; a failure at a trial stage costs no more
 * than a step.
 */
#include <limits.h>

#include "extent.h"
#include "forms.h"
#include "inside.h"
#include "moving.h"

enum { RDA, MASS, RDA_MASS, JAC, PARTS };     /* which function fails                             */
enum { STOP, RETRY, RETURN_NAN, RETURN_INF }; /* how                                            */

typedef struct Faulty {
    const GeomsModel *inner;
    void *user;
    int function, how;
    long at;            /* the call that fails, from 1 on; 0: none                              */
    int for_good;       /* all later calls fail, too                                            */
    long calls;         /* of the function                                                      */
    int failed, points; /* failures so far; points of the call that failed first                */
    long initial;       /* calls of the function that find the initial values                   */
    int every;          /* the trial stages fail in every so many calls, if not 0               */
    double t_bad;       /* the function also fails beyond this time, if not 0                   */
} Faulty;

/* not 0 if this call fails; what comes from it */
static int now (Faulty *f, int function, int k, double t)
{
    if (f->t_bad > 0 && function == f->function && t > f->t_bad) {
        f->failed++;
        return 1;
    }
    if (f->every > 0 && function == f->function && k == 3) {
        f->failed += ++f->calls % f->every == 0;
        return f->calls % f->every == 0;
    }
    if (function != f->function || f->at == 0)
        return 0;
    f->calls++;
    if (f->calls < f->at || (f->calls > f->at && ! f->for_good))
        return 0;
    if (f->failed++ == 0)
        f->points = k;
    return 1;
}

static int spoil (const Faulty *f, size_t size, double *out)
{
    if (f->how <= RETRY)
        return f->how == STOP ? -1 : 1;
    out[(size_t)f->calls * 7 % size] = f->how == RETURN_NAN ? NAN : INFINITY;
    return 0;
}

static int faulty_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    Faulty *f = user;
    const int status = f->inner->rda (k, t, x, ldx, out, ldo, f->user);

    return now (f, RDA, k, t[k - 1]) ? spoil (f, (size_t)model_rows (&f->inner->dims), out)
                                     : status;
}

static int faulty_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    Faulty *f = user;
    const int nv = f->inner->dims.nv, status = f->inner->mass (k, t, x, ldx, out, ldo, f->user);

    return now (f, MASS, k, t[k - 1]) ? spoil (f, (size_t)(nv * nv), out) : status;
}

static int faulty_rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            double *mass, int ldm, void *user)
{
    Faulty *f = user;
    const int nv = f->inner->dims.nv;
    const int status = f->inner->rda_mass (k, t, x, ldx, out, ldo, mass, ldm, f->user);

    if (! now (f, RDA_MASS, k, t[k - 1]))
        return status;
    if (f->calls % 2 || mass == NULL)
        return spoil (f, (size_t)model_rows (&f->inner->dims), out);
    return spoil (f, (size_t)(nv * nv), mass);
}

static int faulty_jac (double t, const double *x, double *J, int ldj, void *user)
{
    Faulty *f = user;
    const int status = f->inner->jac (t, x, J, ldj, f->user);

    return now (f, JAC, 1, t) ? spoil (f, (size_t)model_rows (&f->inner->dims), J) : status;
}

static int faulty_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    Faulty *f = user;
    const int status = f->inner->parts (k, t, x, ldx, out, ldo, f->user);

    return now (f, PARTS, k, t[k - 1]) ? spoil (f, (size_t)model_parts_size (f->inner), out)
                                       : status;
}

/* ---- cases: four models with Jacobian, rda_mass and parts, without all of them, with parts alone
 * ---- */

enum { MODELS = 4, CASES = 3 * MODELS };

/* needs f->inner and f->user for the whole run */
static Case case_number (int i, Faulty *f)
{
    static const TestModel *models[]
        = {&model_pendulum, &model_andrews, &model_slidercrank, &model_prescribed};
    static const double length[] = {0.5, 3e-3, 0.2, 0.5};
    Case c = case_of (models[i % MODELS]);
    const GeomsModel *inner = &models[i % MODELS]->system;

    memset (f, 0, sizeof *f);
    f->inner = inner;
    f->user = c.user;
    c.tspan[1] = length[i % MODELS];
    c.options.residuals = GEOMS_SWITCH_OFF;
    case_tolerance (&c, 1e-6);
    c.model.system.rda = faulty_rda;
    c.model.system.mass = inner->mass != NULL ? faulty_mass : NULL;
    c.model.system.rda_mass = inner->rda_mass != NULL && i < MODELS ? faulty_rda_mass : NULL;
    c.model.system.jac = i < MODELS ? faulty_jac : NULL;
    c.model.system.parts = i / MODELS != 1 ? faulty_parts : NULL;
    return c;
}

static Outcome run (Case *c, Faulty *f)
{
    void *user = c->user;
    Outcome o;

    f->calls = f->failed = f->points = 0;
    c->user = f;
    o = attempt (c);
    c->user = user;
    return o;
}

/* the first states are those of the undisturbed run, the last one nearly (it may not be
 * corrected) */
static void check_part (const Case *c, const Outcome *part, const Outcome *whole)
{
    const size_t n = (size_t)c->n, count = part->run == NULL ? 0 : part->s->count;

    if (count == 0)
        return;
    check_solution (c, part);
    assert_true (count <= whole->s->count);
    assert_memory_equal (part->s->t, whole->s->t, count * sizeof (double));
    if (c->ntspan == 2) {
        /* multipliers may come in chunks, and be what they were before */
        const GeomsDims *d = &c->model.system.dims;
        const int n1 = run_recovers (part->run) ? d->nw + d->nl + d->nm : 0;

        assert_int_equal (count, part->counters.naccpt + 1);
        for (size_t i = 0; i + 1 < count; i++)
            assert_memory_equal (part->s->x + i * n + n1, whole->s->x + i * n + n1,
                                 (n - (size_t)n1) * sizeof (double));
    }
    for (size_t i = 0; i < count; i++)
        assert_true (distance (part->s->x + i * n, whole->s->x + i * n, 0, c->n) < 1e-3);
    if (part->s->relative != NULL && whole->s->relative != NULL)
        for (size_t i = 0; i < 3 * (count - 1); i++)
            assert_true (isnan (part->s->relative[i]) || part->s->relative[i] <= 1e-12);
}

/* where time is short, a call returns NaN or Inf, in turn */
static int left_out (const Faulty *f)
{
    return run_short () && f->how >= RETURN_NAN && (f->at % 2 == 0) == (f->how == RETURN_INF);
}

/* calls of one function in a run that comes to its end */
static long calls_of (Case *c, Faulty *f)
{
    Outcome o;

    f->at = LONG_MAX;
    o = run (c, f);
    assert_int_equal (o.status, 0);
    outcome_free (&o);
    return f->calls;
}

/* multipliers and accelerations are solved for */
static int is_solved (const Case *c)
{
    return c->model.system.parts != NULL && c->options.formulation == GEOMS_FORMULATION_PSF
           && c->options.multipliers != GEOMS_MULTIPLIERS_ITERATED;
}

/* the function that evaluates stages */
static int of_stages (const Case *c)
{
    return is_solved (c) ? PARTS : c->model.system.rda_mass != NULL ? RDA_MASS : RDA;
}

/* how many of them find the initial values: these have a code of their own */
static void count_initial (Case *c, Faulty *f)
{
    int status = GEOMS_INITIAL_EOM;
    const int how = f->how;

    f->how = STOP;
    for (f->at = 1; status == GEOMS_INITIAL_EOM; f->at++) {
        Outcome o = run (c, f);

        status = o.status;
        outcome_free (&o);
    }
    f->initial = f->at - 2;
    assert_in_range (f->initial, 0, 3);
    f->how = how;
}

static int stop_code (const Case *c, const Faulty *f)
{
    if (f->function == MASS)
        return GEOMS_STOP_MASS;
    if (f->function == JAC)
        return GEOMS_STOP_JACOBIAN;
    if (f->at <= f->initial)
        return GEOMS_INITIAL_EOM;
    return c->model.system.jac == NULL && (f->function == RDA || f->function == PARTS)
                   && f->points > 3
               ? GEOMS_STOP_EOM_DIFFERENCE
               : GEOMS_STOP_EOM;
}

/* ---- one failure ---- */

static void describe (const Case *c, const Faulty *f, const Outcome *o)
{
    fail_msg ("%s, psi1 %d, function %d, failure %d at call %ld with %d points: %d, %s",
              c->model.name, c->options.formulation, f->function, f->how, f->at, f->points,
              o->status, o->report.text);
}

static void check_stop (const Case *c, const Faulty *f, const Outcome *o, const Outcome *whole)
{
    if (o->status != stop_code (c, f))
        describe (c, f, o);
    check_part (c, o, whole);
}

static void check_retry (const Case *c, const Faulty *f, const Outcome *o, const Outcome *whole)
{
    const int stage = f->points == 3 && (f->function == of_stages (c) || ! is_solved (c));

    if (o->status == GEOMS_NOT_FINITE && ! stage) {
        assert_true (o->run == NULL || o->report.t == o->s->t_end);
        check_part (c, o, whole);
        return;
    }
    if (o->status != 0)
        describe (c, f, o);
    check_solution (c, o);
    assert_true (o->s->t_end == c->tspan[1]);
    /* a prescribed motion has rows, and a symmetric M has a half, that nobody looks at: all is as
     * if they were good */
    if (stage && o->counters.ncrjct == 0 && c->model.system.dims.nl < c->model.system.dims.np
        && (f->how == RETRY
            || memcmp (last_state (o), last_state (whole), (size_t)c->n * sizeof (double)) != 0))
        describe (c, f, o);
    if (distance (last_state (o), last_state (whole), c->options.formulation ? c->n / 3 : 0, c->n)
        > 1e-4)
        describe (c, f, o);
}

static void fail_at_every_call (int i, int psi1, int function)
{
    Faulty f;
    Case c = case_number (i, &f);
    Outcome whole;
    long calls = 0;

    c.options.formulation = psf_or_psi1 (psi1);
    whole = run (&c, &f);
    assert_int_equal (whole.status, 0);
    f.function = function;
    count_initial (&c, &f);
    /* rda is compared with the parts once, where the run has begun */
    assert_true (function == MASS || function == JAC || calls_of (&c, &f) == 0 || f.initial > 0
                 || (function == RDA && is_solved (&c)));
    for (f.how = STOP; f.how <= RETURN_INF; f.how++)
        for (f.at = 1;; f.at++) {
            Outcome o;

            if (left_out (&f))
                continue;
            o = run (&c, &f);
            if (f.failed == 0) {
                outcome_free (&o);
                calls = f.at - 1;
                break;
            }
            if (f.how == STOP)
                check_stop (&c, &f, &o, &whole);
            else
                check_retry (&c, &f, &o, &whole);
            outcome_free (&o);
        }
    print_message ("%s, psi1 %d, jac %d, function %d: %ld calls\n", c.model.name, psi1, i < MODELS,
                   function, calls);
    outcome_free (&whole);
    case_free (&c);
}

static void rda_fails (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++)
        fail_at_every_call (i / 2, i % 2, RDA);
}

static void mass_fails (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++)
        fail_at_every_call (i / 2, i % 2, MASS);
}

static void rda_mass_fails (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++)
        fail_at_every_call (i / 2, i % 2, RDA_MASS);
}

static void parts_fail (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++)
        fail_at_every_call (i / 2, i % 2, PARTS);
}

static void jac_fails (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++)
        fail_at_every_call (i / 2, i % 2, JAC);
}

/* ---- the forms that solve for the accelerations ---- */

enum { FORM_MODELS = 4 };

/* parts of its own, the same from rda and mass together, from one each, from rda alone */
static Case case_of_form (int i, Faulty *f, GeomsModel *inner)
{
    Case c = i < 2 ? case_of_moving () : case_of (i == 2 ? &model_slidercrank : &model_pendulum);

    memset (f, 0, sizeof *f);
    *inner = c.model.system;
    f->inner = inner;
    f->user = c.user;
    c.tspan[1] = 0.2;
    c.options.residuals = GEOMS_SWITCH_OFF;
    case_tolerance (&c, 1e-6);
    c.model.system.rda = faulty_rda;
    c.model.system.mass = faulty_mass;
    c.model.system.rda_mass = i < 2 && inner->rda_mass != NULL ? faulty_rda_mass : NULL;
    c.model.system.jac = NULL;
    c.model.system.jac_known = NULL;
    c.model.system.parts = i == 0 ? faulty_parts : NULL;
    return c;
}

static void describe_form (const Case *c, const Pair *pair, const Faulty *f, const Outcome *o)
{
    fail_msg (
        "%s, %s, project %d, function %d, failure %d at call %ld with %d points: t = %g, %d, %s",
        c->model.name, pair_name (pair), c->options.project, f->function, f->how, f->at, f->points,
        o->report.t, o->status, o->report.text);
}

/* It stops the run, and what was accepted before is there; or ends it where the state is that
 * cannot be evaluated; or costs a step. */
static void check_form (const Case *c, const Pair *pair, const Faulty *f, const Outcome *o,
                        const Outcome *whole)
{
    const GeomsDims *d = &c->model.system.dims;
    const int points = f->function == PARTS ? 1 : 1 + d->nl + d->nm;
    const int stages = pair->method == GEOMS_METHOD_RADAU5 && f->points == 3 * points
                       && f->points != c->n + 1; /* of a Jacobian */
    const int stop = f->function == MASS
                         ? o->status == GEOMS_STOP_MASS
                         : o->status == GEOMS_STOP_EOM || o->status == GEOMS_STOP_EOM_DIFFERENCE
                               || o->status == GEOMS_INITIAL_EOM;

    if (f->how == STOP ? ! stop : o->status != 0 && o->status != GEOMS_NOT_FINITE)
        describe_form (c, pair, f, o);
    /* of rda with some multipliers not every row is looked at */
    if (f->how != STOP && stages
        && (o->status != 0 || (f->how == RETRY && o->counters.ncrjct == 0)))
        describe_form (c, pair, f, o);
    if (o->status != 0) {
        check_part (c, o, whole);
        return;
    }
    check_solution (c, o);
    assert_true (o->s->t_end == c->tspan[1]);
    if (distance (last_state (o), last_state (whole), 0, c->n) > 1e-4)
        describe_form (c, pair, f, o);
}

static void fail_at_every_call_of (const Pair *pair, int model, int function, int project)
{
    Faulty f;
    GeomsModel inner;
    Case c = case_of_form (model, &f, &inner);
    Outcome whole;
    int survived = 0, ended = 0;

    choose (&c, pair);
    c.options.project = project;
    whole = run (&c, &f);
    assert_int_equal (whole.status, 0);
    f.function = function;
    for (f.how = STOP; f.how <= RETURN_INF; f.how++)
        for (f.at = 1;; f.at++) {
            Outcome o;

            if (left_out (&f))
                continue;
            o = run (&c, &f);
            if (f.failed == 0) {
                outcome_free (&o);
                break;
            }
            check_form (&c, pair, &f, &o, &whole);
            survived += o.status == 0;
            ended += o.status == GEOMS_NOT_FINITE;
            outcome_free (&o);
        }
    print_message ("%s, %s, function %d: %ld calls, %d survived, %d ended\n", c.model.name,
                   pair_name (pair), function, f.at - 1, survived, ended);
    /* trial stages cost a step, and no more; rda is not called where rda_mass is */
    assert_true (f.at == 1 || pair->method != GEOMS_METHOD_DOPRI5 || survived > ended);
    assert_true (function != PARTS || f.at > 15);
    outcome_free (&whole);
    case_free (&c);
}

static void forms_survive_failures (void **state)
{
    static const int functions[FORM_MODELS][2]
        = {{PARTS, RDA}, {RDA, RDA_MASS}, {RDA, MASS}, {RDA, RDA}};
    const Pair orders = {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU};

    (void)state;
    for (int i = 0; i <= PAIRS; i++)
        for (int model = 0; model < FORM_MODELS; model++)
            for (int k = 0; k < 2; k++) {
                if (model == 0 && k == 1)
                    continue; /* rda is for the start alone */
                fail_at_every_call_of (i < PAIRS ? &pairs[i] : &orders, model, functions[model][k],
                                       (i + model) % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF);
            }
}

/* from some call on nothing works */
static void lasting_failures_end_the_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * PAIRS; i++)
        for (int model = 0; model < FORM_MODELS; model++) {
            Faulty f;
            GeomsModel inner;
            Case c = case_of_form (model, &f, &inner);

            choose (&c, &pairs[i / 4]);
            c.options.project = i % 3;
            f.function = model == 0 ? PARTS : RDA;
            f.how = i % 4;
            f.for_good = 1;
            for (f.at = 1; f.at < 60; f.at += run_short () ? 8 : 3) {
                Outcome o = run (&c, &f);

                /* what is for outputs alone, in one call each: multipliers and scales stay what
                 * they were */
                if (f.failed > 0 && f.failed <= 2 && f.how != STOP && f.points > 3 && o.status == 0)
                    f.failed = 0;
                if (f.failed == 0 ? o.status != 0 : o.status >= 0)
                    describe_form (&c, &pairs[i / 4], &f, &o);
                if (f.failed > 0 && f.how >= RETRY && o.status != GEOMS_NOT_FINITE
                    && o.status != GEOMS_STEP_TOO_SMALL)
                    describe_form (&c, &pairs[i / 4], &f, &o);
                if (o.run != NULL)
                    check_solution (&c, &o);
                outcome_free (&o);
            }
            case_free (&c);
        }
}

/* ---- failures that last ---- */

/* from some call on nothing works: the run ends, and what was found is kept */
static void lasting_failures_end_the_run (void **state)
{
    (void)state;
    for (int i = 0; i < 8 * CASES; i++) {
        Faulty f;
        Case c = case_number (i / 8, &f);

        c.options.multipliers = i / 4 % 2 ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        f.function = of_stages (&c);
        f.how = i % 4;
        f.for_good = 1;
        for (f.at = 1; f.at < 100; f.at += run_short () ? 8 : 3) {
            Outcome o = run (&c, &f);

            assert_true (f.failed == 0 ? o.status == 0 : o.status < 0);
            if (o.run != NULL)
                check_solution (&c, &o);
            outcome_free (&o);
        }
        case_free (&c);
    }
}

/* failures here and there cost steps, however many there are */
static void scattered_failures_do_not_add_up (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const int how = RETRY + i / 2;
        Faulty f;
        Case c = case_number (0, &f);
        Outcome whole, o;

        c.tspan[1] = 6;
        c.options.multipliers = i % 2 ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        whole = run (&c, &f);
        f.function = of_stages (&c);
        f.how = how;
        f.every = 13;
        o = run (&c, &f);
        assert_int_equal (o.status, 0);
        print_message ("%d failures, %ld steps, difference %.1e\n", f.failed, o.counters.naccpt,
                       distance (last_state (&o), last_state (&whole), 0, c.n));
        assert_true (f.failed > 60 && o.counters.ncrjct >= f.failed);
        assert_true (distance (last_state (&o), last_state (&whole), 0, c.n) < 1e-3);
        check_solution (&c, &o);
        outcome_free (&whole);
        case_end (&c, &o);
    }
}

/* beyond some time the equations are not defined: the run comes close to it */
static void the_edge_of_the_domain_is_reached (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const int how = RETRY + i / 2;
        Faulty f;
        Case c = case_number (0, &f);
        Outcome o;

        c.options.multipliers = i % 2 ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        f.function = of_stages (&c);
        f.how = how;
        f.t_bad = 0.1;
        o = run (&c, &f);
        assert_true (o.status == GEOMS_NOT_FINITE || o.status == GEOMS_STEP_TOO_SMALL);
        assert_true (o.s->t_end <= 0.1 && o.s->t_end > 0.09999);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* ---- failures while residuals of outputs are evaluated, or requested times are corrected ---- */

static void outputs_fail (void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        const int requested = i / 4 % 2;
        Faulty f;
        Case c = case_number (0, &f);
        Outcome whole;

        c.options.residuals = GEOMS_SWITCH_ON;
        if (i / 8 == 0)
            c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
        if (requested)
            case_times (&c, 40, c.tspan[1]);
        f.function = i / 8 < 2 ? RDA : PARTS;
        count_initial (&c, &f);
        f.at = 0;
        whole = run (&c, &f);
        f.how = i % 4;
        for (f.at = 1;; f.at++) {
            Outcome o = run (&c, &f);
            int lost = 0;

            if (f.failed == 0) {
                outcome_free (&o);
                break;
            }
            if (o.run != NULL)
                for (size_t k = 0; k < 3 * o.s->count; k++)
                    lost += isnan (o.s->relative[k]);
            /* either the run ended, or residuals are missing, or it cost a step, or friction is
             * taken for granted where nobody could look */
            if (o.status == 0 && lost == 0 && o.counters.ncrjct == 0 && ! requested
                && ! (f.function == PARTS && f.points == 4)
                && ! (f.function == RDA && f.at == 1 && is_solved (&c)))
                describe (&c, &f, &o);
            if (f.how == STOP && o.status != stop_code (&c, &f))
                describe (&c, &f, &o);
            if (o.status != 0)
                check_part (&c, &o, &whole);
            else
                check_solution (&c, &o);
            outcome_free (&o);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rda_fails),
        cmocka_unit_test (mass_fails),
        cmocka_unit_test (rda_mass_fails),
        cmocka_unit_test (parts_fail),
        cmocka_unit_test (jac_fails),
        cmocka_unit_test (forms_survive_failures),
        cmocka_unit_test (lasting_failures_end_the_forms),
        cmocka_unit_test (lasting_failures_end_the_run),
        cmocka_unit_test (scattered_failures_do_not_add_up),
        cmocka_unit_test (the_edge_of_the_domain_is_reached),
        cmocka_unit_test (outputs_fail),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
