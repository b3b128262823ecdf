/* test_every_pair.c - all formulations with all their methods, from the one table, on models of
 * every kind: memory runs out at the k-th allocation, a function of the model fails at its k-th call
 */
/* link: wrap-malloc */
/* Written by hand, derived, trees with and without Newton systems of their own, sparse matrices.
 * Trees and derived models are made under the same failures. Every k with GEOMS_LONG (tests/run
 * --long), else some, at other places for each pair.
 */
#include "both_solvers.h"
#include "extent.h"
#include "failing.h"
#include "geoms_tree.h"
#include "links.h"
#include "model/program/derived_model.h"
#include "model/program/described.h"
#include "moving.h"

/* ---- models ---- */

/* a case, and what of it is made anew for each run: its model and user */
typedef struct Kind {
    const char *name;
    Case (*prepare) (void);
    int (*make) (Case *c, GeomsReport *report); /* or NULL */
    void (*unmake) (Case *c);
    void (*end) (Case *c);
    int least; /* so many pairs fit */
    int looks; /* whether matrices are sparse, a position is singular is looked for ahead of the run */
} Kind;

static Case shortened (Case c, double span)
{
    c.tspan[1] = c.tspan[0] + span;
    case_tolerance (&c, 1e-4);
    c.options.initial_step = span / 4;
    return c;
}

static Case pendulum (void) { return shortened (case_of (&model_pendulum), 0.1); }
static Case moving (void) { return shortened (case_of_moving (), 0.1); }
static Case skate (void) { return shortened (case_of (&model_skate), 0.02); }
static Case fourbar (void) { return shortened (case_of (&model_fourbar), 0.01); }
static Case oscillator (void) { return shortened (case_of (&model_oscillator), 0.1); }

/* without parts and Jacobian */
static Case bare (void)
{
    Case c = shortened (case_of (&model_slidercrank), 0.002);

    c.model.system.parts = NULL;
    c.model.system.jac = NULL;
    return c;
}

static Case rods_in_a_chain (void)
{
    return shortened (case_of_rods (rods_of (rods_chain (3, 0.3)), 1e-4), 0.01);
}

static void rods_end (Case *c) { rods_free (c->user); }

/* ---- derived models, as a gateway loads them ---- */

static double *numbers;
static size_t numbers_count;

static void store (const Case *c, Describe describe)
{
    static Roots roots;
    GeomsTape t;
    GeomsArena arena = {0};
    GeomsReport report;
    GeomsDerived to;
    GeomsModel made;
    double start[MOST_UNKNOWNS + 60] = {0};

    memcpy (start, c->x0, sizeof c->x0);
    assert_int_equal (0, geoms_tape_begin (&t, 200000));
    const GeomsDescribed of = described (&t, &c->model.system.dims, describe, &roots);
    assert_int_equal (0, geoms_derive (&to, &t, &of, start, &report, &arena));
    GeomsDerivedModel *m = geoms_derived_model_create (
        &to, &t, start + geoms_derive_parameters (&of.dims), of.nq, &made, &report);
    assert_non_null (m);
    free (numbers);
    numbers_count = geoms_derived_model_store (m, NULL);
    numbers = malloc (numbers_count * sizeof *numbers);
    assert_non_null (numbers);
    geoms_derived_model_store (m, numbers);
    geoms_derived_model_free (m);
    geoms_derived_free (&to);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
}

static Case derived_pendulum (void)
{
    Case c = pendulum ();

    store (&c, describe_pendulum);
    case_free (&c);
    return c;
}

static Case derived_skate (void)
{
    Case c = skate ();

    store (&c, describe_skate);
    case_free (&c);
    return c;
}

static int load (Case *c, GeomsReport *report)
{
    c->user = geoms_derived_model_load (numbers, numbers_count, NULL, 0, &c->model.system, report);
    return c->user == NULL;
}

static void unload (Case *c) { geoms_derived_model_free (c->user); }

static void no_end (Case *c) { (void)c; }

/* ---- trees: hinged links whose last end is pinned, or free ---- */

enum { MOST_LINKS = 24 };

static GeomsBody body[MOST_LINKS];
static GeomsLoopJoint loop;
static GeomsTreeDescription links;

static GeomsPlace place (int number, double x)
{
    return (GeomsPlace){
        .body = number, .at = {x, 0, 0}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .axis = {0, 0, 1}};
}

static Case case_of_links (int count, int pinned)
{
    Case c = {.model.name = pinned ? "pinned links" : "links", .ntspan = 2};
    GeomsReport report;

    for (int i = 0; i < count; i++)
        body[i] = hinged_link (i);
    loop = (GeomsLoopJoint){.kind = GEOMS_LOOP_SPHERICAL,
                            .side = {place (-1, 0.8 * count), place (count - 1, 1)}};
    links = (GeomsTreeDescription){.planar = 1,
                                   .bodies = count,
                                   .body = body,
                                   .loops = pinned,
                                   .loop = &loop,
                                   .gravity = {0, -9.81, 0}};
    GeomsTreeSystem *tree = geoms_tree_create (&links, &c.model.system, &report);
    assert_non_null (tree);
    c.n = model_unknowns (&c.model.system.dims);
    c.m = model_rows (&c.model.system.dims);
    geoms_tree_free (tree);
    geoms_options_default (&c.options);
    c.x0[c.n - count] = -acos (0.8);
    c.x0[c.n - count / 2] = 2 * acos (0.8);
    return shortened (c, 0.02);
}

static Case four_links (void) { return case_of_links (4, 1); }
static Case free_links (void) { return case_of_links (3, 0); }
static Case cable (void) { return shortened (case_of_links (MOST_LINKS, 0), 1e-3); }
static Case pinned_cable (void) { return shortened (case_of_links (MOST_LINKS, 1), 1e-3); }

static int plant (Case *c, GeomsReport *report)
{
    c->user = geoms_tree_create (&links, &c->model.system, report);
    return c->user == NULL;
}

static void fell (Case *c) { geoms_tree_free (c->user); }

static const Kind kinds[] = {{"pendulum", pendulum, NULL, NULL, case_free, 90, 0},
                             {"moving", moving, NULL, NULL, case_free, 80, 0},
                             {"slider crank, rda alone", bare, NULL, NULL, case_free, 80, 0},
                             {"skate", skate, NULL, NULL, case_free, 10, 0},
                             {"redundant rows", fourbar, NULL, NULL, case_free, 10, 1},
                             {"no constraints", oscillator, NULL, NULL, case_free, 80, 0},
                             {"sparse rods", rods_in_a_chain, NULL, NULL, rods_end, 80, 1},
                             {"derived pendulum", derived_pendulum, load, unload, no_end, 80, 0},
                             {"derived skate", derived_skate, load, unload, no_end, 10, 0},
                             {"tree with a loop", four_links, plant, fell, no_end, 80, 0},
                             {"open tree", free_links, plant, fell, no_end, 80, 0},
                             {"cable", cable, plant, fell, no_end, 10, 1},
                             {"pinned cable", pinned_cable, plant, fell, no_end, 10, 1}};
enum { KINDS = sizeof kinds / sizeof kinds[0], LARGE = KINDS - 2 };

/* ---- functions that fail ---- */

enum { MOST_LOOKS = 12 }; /* calls of one run that look ahead */
enum { STOP, RETRY, RETURN_NAN, NO_MEMORY, WAYS };

static GeomsModel inner;
static long calls, call_that_fails; /* 0: none */
static int way, failed;
static const char *function_that_failed;

static int fails_now (const char *function)
{
    if (++calls != call_that_fails)
        return 0;
    function_that_failed = function;
    return ++failed;
}

static int failure (double *out)
{
    if (way == RETURN_NAN && out != NULL) {
        *out = NAN;
        return 0;
    }
    return way == NO_MEMORY ? GEOMS_NO_MEMORY : way == STOP ? -1 : 1;
}

#define BATCH(name)                                                                            \
    static int faulty_##name (int k, const double *t, const double *x, int ldx, double *out,   \
                              int ldo, void *user)                                             \
    {                                                                                          \
        const int status = inner.name (k, t, x, ldx, out, ldo, user);                          \
        return fails_now (#name) ? failure (out + (size_t)(calls % k) * (size_t)ldo) : status; \
    }
BATCH (rda)
BATCH (mass)
BATCH (parts)
BATCH (accelerations)
BATCH (constraints)

static int faulty_rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            double *mass, int ldm, void *user)
{
    const int status = inner.rda_mass (k, t, x, ldx, out, ldo, mass, ldm, user);

    return fails_now ("rda_mass") ? failure (mass != NULL && calls % 2 ? mass : out) : status;
}

static int faulty_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const int status = inner.jac (t, x, J, ldj, user);

    return fails_now ("jac") ? failure (J) : status;
}

static int faulty_blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                              void *user)
{
    const int status = inner.blocks_jac (t, x, alpha, B, ldb, user);

    return fails_now ("blocks_jac") ? failure (B) : status;
}

static int faulty_linearise (double t, const double *x, const double *xdot, void *user)
{
    const int status = inner.newton.linearise (t, x, xdot, user);

    return fails_now ("linearise") ? failure (NULL) : status;
}

static int faulty_factor (int slot, double re, double im, void *user)
{
    const int status = inner.newton.factor (slot, re, im, user);

    return fails_now ("factor") ? failure (NULL) : status;
}

static int faulty_rows (double t, const double *x, const GeomsHeldRows *to, void *user)
{
    const int status = inner.newton.rows (t, x, to, user);

    return fails_now ("rows") ? failure (to->f) : status;
}

static void put_faults (GeomsModel *m)
{
    inner = *m;
    calls = failed = 0;
#define FAULTY(member, name) m->member = m->member != NULL ? faulty_##name : NULL
    FAULTY (rda, rda);
    FAULTY (mass, mass);
    FAULTY (rda_mass, rda_mass);
    FAULTY (jac, jac);
    FAULTY (parts, parts);
    FAULTY (blocks_jac, blocks_jac);
    FAULTY (accelerations, accelerations);
    FAULTY (constraints, constraints);
    FAULTY (newton.linearise, linearise);
    FAULTY (newton.factor, factor);
    FAULTY (newton.rows, rows);
#undef FAULTY
}

/* ---- pairs ---- */

static const GeomsUseEntry *use_of (const char *option)
{
    int count;
    const GeomsUseEntry *list = geoms_use_list (&count);

    for (int i = 0; i < count; i++)
        if (strcmp (list[i].name, option) == 0)
            return list + i;
    return NULL;
}

/* formulation, method and what they need */
static void set_pair (Case *c, int kind, int formulation, int method)
{
    const double span = c->tspan[1] - c->tspan[0];

    c->options.formulation = formulation;
    c->options.method = method;
    if (geoms_method_entry (method)->steps == GEOMS_STEPS_FIXED)
        c->options.step = span / 4;
    if (kinds[kind].prepare == rods_in_a_chain
        && geoms_pair_uses (formulation, method, use_of ("LinearSolver")))
        c->options.linear_solver = GEOMS_LINEAR_SPARSE;
}

static const char *words (const Case *c)
{
    static char text[80];

    snprintf (text, sizeof text, "%s, %s", geoms_formulation_entry (c->options.formulation)->word,
              geoms_method_entry (c->options.method)->word);
    return text;
}

/* makes, runs; the caller frees the outcome and unmakes */
static Outcome made_and_run (const Kind *kind, Case *c, int faults)
{
    Outcome o = {0};

    if (kind->make != NULL && kind->make (c, &o.report) != 0) {
        o.status = o.report.status;
        return o;
    }
    const GeomsModel plain = c->model.system;
    if (faults)
        put_faults (&c->model.system);
    o = attempt (c);
    c->model.system = plain;
    return o;
}

static void done (const Kind *kind, Case *c, Outcome *o)
{
    outcome_free (o);
    if (kind->make != NULL)
        kind->unmake (c);
}

/* from one k to the next; another first one for each pair */
static long stride (void) { return getenv ("GEOMS_LONG") != NULL ? 1 : run_short () ? 37 : 7; }

/* do (kind, c, how many pairs fitted before) for each pair that fits, and for few of large systems */
static void for_all_pairs (void (*act) (const Kind *kind, Case *c, int number))
{
    int formulations;
    const GeomsFormulationEntry *f = geoms_formulation_list (&formulations);

    for (int i = 0; i < KINDS; i++) {
        int fits = 0;

        for (int j = 0; j < formulations && (i < LARGE || f[j].projected); j++)
            for (const int *method = f[j].methods; *method != GEOMS_NO_METHOD; method++) {
                Case c = kinds[i].prepare ();

                set_pair (&c, i, f[j].number, *method);
                Outcome whole = made_and_run (&kinds[i], &c, 0);
                const int good = whole.status == 0;
                done (&kinds[i], &c, &whole);
                if (good)
                    act (&kinds[i], &c, i + 7 * fits++);
                kinds[i].end (&c);
            }
        print_message ("%s: %d pairs\n", kinds[i].name, fits);
        assert_true (fits >= kinds[i].least);
    }
}

/* ---- memory ---- */

/* where factors are the one thing without memory, a smaller step asks for it again; trees without room for
 * several states at once take them one by one */
static void every_allocation_of (const Kind *kind, Case *c, int number)
{
    const int waits = c->options.linear_solver == GEOMS_LINEAR_SPARSE, spares = kind->make == plant;
    long missed = 0, ended = 0;

    for (int good = 0; good < 2; good++)
        for (long k = 1 + number % stride (), last = 0; ! last; k += stride ()) {
            const long before = outstanding;

            fail_after (k, good);
            Outcome o = made_and_run (kind, c, 0);
            fail_no_more ();
            last = failures == 0;
            if (last ? o.status != 0
                     : o.status != GEOMS_OUT_OF_MEMORY
                           && ! (o.status == 0 && ((waits && ! good) || spares)))
                fail_msg ("%s, %s: allocation %ld failed (all after it: %d): %d, %s", kind->name,
                          words (c), k, good, o.status, o.report.text);
            missed += ! last;
            ended += o.status != 0;
            if (o.status != 0)
                assert_true (strlen (o.report.text) > 10);
            if (o.run != NULL)
                check_solution (c, &o);
            done (kind, c, &o);
            assert_int_equal (outstanding, before);
        }
    assert_true ((double)ended >= 0.8 * (double)missed);
}

static void allocations_fail (void **state)
{
    (void)state;
    for_all_pairs (every_allocation_of);
}

/* ---- functions ---- */

/* Where a look ahead fails the run does without what it was for; factors of a model that cannot be had are
 * those of a singular matrix, and ask for a smaller step. */
static int is_fitting (const Kind *kind, int status)
{
    const int rates = kind->looks && status == GEOMS_PROJECTION_FAILS;

    if (kind->looks && status == 0)
        return 1;
    switch (way) {
    case STOP:
        return status == GEOMS_STOP_EOM || status == GEOMS_STOP_MASS
               || status == GEOMS_STOP_JACOBIAN || status == GEOMS_STOP_EOM_DIFFERENCE
               || status == GEOMS_INITIAL_EOM;
    case NO_MEMORY:
        return status == GEOMS_OUT_OF_MEMORY;
    default: /* a state that cannot be evaluated ends the run, or costs a step */
        return status == 0 || status == GEOMS_NOT_FINITE || status == GEOMS_STEP_TOO_SMALL
               || status == GEOMS_INITIAL_EOM || rates;
    }
}

static void every_call_of (const Kind *kind, Case *c, int number)
{
    call_that_fails = 0;
    Outcome whole = made_and_run (kind, c, 1);
    const long all = calls;
    int ignored = 0;
    double end[MOST_UNKNOWNS];

    assert_int_equal (whole.status, 0);
    memcpy (end, last_state (&whole), (size_t)c->n * sizeof *end);
    done (kind, c, &whole);

    for (way = STOP; way < WAYS; way++)
        for (long k = 1 + (number + 11 * way) % stride (); k <= all; k += stride ()) {
            const long before = outstanding;
            call_that_fails = k;
            Outcome o = made_and_run (kind, c, 1);
            assert_int_equal (failed, 1);
            if (! is_fitting (kind, o.status)
                || (o.status == 0 && distance (last_state (&o), end, 0, c->n) > 0.1))
                fail_msg ("%s, %s: call %ld of %ld (%s) fails in way %d: %d, %s", kind->name,
                          words (c), k, all, function_that_failed, way, o.status, o.report.text);
            if (o.status == 0) {
                assert_true (o.s->t_end == c->tspan[1]);
                ignored += way == STOP;
            } else
                assert_true (strlen (o.report.text) > 10);
            if (o.run != NULL)
                check_solution (c, &o);
            done (kind, c, &o);
            assert_int_equal (outstanding, before);
        }
    assert_true (ignored <= MOST_LOOKS);
}

static void functions_fail (void **state)
{
    (void)state;
    for_all_pairs (every_call_of);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (allocations_fail),
        cmocka_unit_test (functions_fail),
    };
    const int failures_of_tests = cmocka_run_group_tests (tests, NULL, NULL);

    free (numbers);
    return failures_of_tests;
}
