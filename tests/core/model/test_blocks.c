/* test_blocks.c - B by differences in groups of columns beside the model's own blocks_jac, and beside
 * differences one by one, for all models that have patterns; how many evaluations that takes
 */
#include "base/linalg.h"
#include "forms.h"
#include "model/blocks.h"
#include "model/pattern_probe.h"
#include "models/all.h"

typedef struct Setting {
    Case c;
    GeomsModel model;
    void *dense;              /* the user of the model itself                                  */
    GeomsEquations e;
    GeomsCounters counters;
    GeomsReport report;
    GeomsArena arena;
    double increment[MOST_UNKNOWNS], alpha[MOST_UNKNOWNS], *given, *found; /* values of B        */
} Setting;

/* the model with patterns and without its derivatives; 0 where it has none to compare with */
static int begin (Setting *s, const Case *of)
{
    memset (s, 0, sizeof *s);
    s->c = *of;
    if (of->model.system.blocks_jac == NULL) {
        of->model.system.destroy (of->user);
        return 0;
    }
    s->dense = of->user;
    s->c.user = model_patterned (&of->model.system, of->user, of->x0, &s->c.model.system);
    s->model = s->c.model.system;
    s->model.blocks_jac = NULL;
    s->model.jac = NULL;
    for (int i = 0; i < s->c.n; i++) {
        s->increment[i] = 1e-3;
        s->alpha[i] = sin (3.0 * i);
    }
    assert_int_equal (geoms_equations_create (&s->e, (GeomsInstance){&s->model, s->c.user},
                                              s->c.tspan[0], s->c.x0, s->increment, &s->counters,
                                              &s->report, &s->arena),
                      0);
    s->given = calloc (2 * (size_t)(s->c.n * s->c.m), sizeof *s->given);
    s->found = s->given + s->c.n * s->c.m;
    return 1;
}

static void end (Setting *s)
{
    geoms_arena_free (&s->arena);
    free (s->given);
    model_patterned_free (s->c.user);
    s->c.user = s->dense;
    case_free (&s->c);
}

static void near_each_other (const Setting *s)
{
    const int values = s->model.patterns.B.start[s->c.n];
    double size = 1;

    for (int k = 0; k < values; k++)
        size = fmax (size, fabs (s->given[k]));
    for (int k = 0; k < values; k++)
        if (! (fabs (s->given[k] - s->found[k]) <= 2e-6 * size))
            fail_msg ("%s: %g instead of %g in place %d", s->c.model.name, s->found[k], s->given[k],
                      k);
}

/* with the columns of multipliers, and without once nobody depends on them */
static void look_at (const Case *of, void *unused)
{
    Setting s;

    (void)unused;
    if (! begin (&s, of))
        return;
    const double t = s.c.tspan[0];
    const int looked = s.c.model.system.dims.nw == 0;
    assert_int_equal (
        s.c.model.system.blocks_jac (t, s.c.x0, s.alpha, s.given, 0, s.c.user), 0);
    for (int k = 0; k < 2; k++) {
        const long before = s.counters.neomjac;

        assert_int_equal (geoms_equations_block_values (&s.e, t, s.c.x0, s.alpha, s.found), 0);
        near_each_other (&s);
        assert_true (s.counters.neomjac - before <= s.c.n + 1);
        if (k == 0 && looked && strcmp (s.c.model.name, "disk") != 0)
            s.e.looked = 1;
    }
    end (&s);
}

static void differences_are_derivatives (void **state)
{
    (void)state;
    const TestModel *const all[]
        = {&model_pendulum, &model_andrews, &model_slidercrank, &model_truck, &model_caraxis,
           &model_top, &model_knifeedge, &model_sleigh, &model_skate};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const Case c = case_of (all[i]);
        look_at (&c, NULL);
    }
}

/* the chain, whose model has no derivatives of its parts, with a pattern of them */
static void chain_with_pattern (Case *c, int bodies, GeomsArena *arena)
{
    const GeomsPattern none = {0};
    GeomsReport report;
    long evaluations;

    *c = case_of_chain (bodies);
    c->model.system.jac = NULL;
    assert_int_equal (geoms_pattern_probe (&c->model.system, c->user, 0, c->x0, &none,
                                           &c->model.system.patterns.B, &evaluations, arena,
                                           &report),
                      0);
}

/* evaluations do not grow with the chain */
static void chains_take_the_same_groups (void **state)
{
    long groups[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        GeomsArena arena = {0};
        Setting s = {.report = {0}};

        chain_with_pattern (&s.c, i == 0 ? 8 : 25, &arena);
        for (int j = 0; j < s.c.n; j++)
            s.increment[j] = 1e-3;
        assert_int_equal (
            geoms_equations_create (&s.e, (GeomsInstance){&s.c.model.system, s.c.user}, 0, s.c.x0,
                                    s.increment, &s.counters, &s.report, &s.arena),
            0);
        s.found = calloc ((size_t)(s.c.n * s.c.m), sizeof *s.found);
        s.e.looked = 1;
        assert_int_equal (geoms_equations_block_values (&s.e, 0, s.c.x0, s.alpha, s.found), 0);
        groups[i] = s.counters.neomjac - 1;
        free (s.found);
        geoms_arena_free (&s.arena);
        geoms_arena_free (&arena);
        case_free (&s.c);
    }
    assert_in_range (groups[0], 4, 10);
    assert_in_range (groups[1], 4, 10);
}

/* as many steps as with differences one by one, from fewer evaluations */
static void runs_are_as_good (void **state)
{
    GeomsArena arena = {0};
    Case c;
    Outcome a, b;

    (void)state;
    chain_with_pattern (&c, 12, &arena);
    b = solve (&c);
    c.model.system.patterns.B = (GeomsPattern){0};
    a = solve (&c);
    assert_int_equal (b.status, a.status);
    assert_true (labs (b.counters.naccpt - a.counters.naccpt) <= 1 + a.counters.naccpt / 20);
    assert_true (a.counters.neomjac > 40 * a.counters.njac);
    assert_true (b.counters.neomjac < 12 * b.counters.njac);
    outcome_free (&a);
    case_end (&c, &b);
    geoms_arena_free (&arena);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (differences_are_derivatives),
        cmocka_unit_test (chains_take_the_same_groups),
        cmocka_unit_test (runs_are_as_good),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
