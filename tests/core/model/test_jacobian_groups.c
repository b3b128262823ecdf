/* test_jacobian_groups.c - J by differences in groups of columns beside differences one by one; where
 * there are no groups
 */
#include "model/jacobian_groups.h"
#include "model/pattern_probe.h"
#include "test.h"

typedef struct Setting {
    Case c;
    GeomsModel model;
    GeomsEquations e;
    GeomsCounters counters;
    GeomsReport report;
    GeomsArena arena;
    void *dense;
    double increment[MOST_UNKNOWNS], *J, *base;
} Setting;

/* a chain with patterns of M, C and B, and without derivatives */
static void begin (Setting *s, int bodies)
{
    const GeomsPattern none = {0};
    const Case dense = case_of_chain (bodies);
    long evaluations;

    memset (s, 0, sizeof *s);
    s->c = dense;
    s->dense = dense.user;
    s->c.user = model_patterned (&dense.model.system, dense.user, dense.x0, &s->model);
    assert_non_null (s->c.user);
    s->model.jac = NULL;
    assert_int_equal (geoms_pattern_probe (&s->model, s->c.user, 0, s->c.x0, &none,
                                           &s->model.patterns.B, &evaluations, &s->arena,
                                           &s->report),
                      0);
    for (int i = 0; i < s->c.n; i++) {
        s->increment[i] = 1e-3;
        s->c.x0[i] += 0.1 * sin (3.0 * i + 1);
    }
    s->J = calloc ((size_t)(s->c.m * (s->c.n + 1)), sizeof *s->J);
    s->base = s->J + s->c.m * s->c.n;
}

static void create (Setting *s)
{
    assert_int_equal (
        geoms_equations_create (&s->e, (GeomsInstance){&s->model, s->c.user}, 0, s->c.x0,
                                s->increment, &s->counters, &s->report, &s->arena),
        0);
}

static void end (Setting *s)
{
    geoms_arena_free (&s->arena);
    free (s->J);
    model_patterned_free (s->c.user);
    s->c.user = s->dense;
    case_free (&s->c);
}

static void quotients_are_those_one_by_one (void **state)
{
    long evaluations[2];

    (void)state;
    for (int k = 0; k < 2; k++) {
        Setting in_groups, alone;

        begin (&in_groups, k == 0 ? 8 : 25);
        begin (&alone, k == 0 ? 8 : 25);
        alone.model.patterns.B = (GeomsPattern){0};
        create (&in_groups);
        create (&alone);
        assert_int_equal (geoms_equations_jacobian (&in_groups.e, 0, in_groups.c.x0, in_groups.J,
                                                    in_groups.base, NULL, 0),
                          0);
        assert_int_equal (
            geoms_equations_jacobian (&alone.e, 0, alone.c.x0, alone.J, alone.base, NULL, 0), 0);
        for (int i = 0; i < alone.c.m * alone.c.n; i++)
            if (! (fabs (alone.J[i] - in_groups.J[i]) <= 1e-7 * (1 + fabs (alone.J[i]))))
                fail_msg ("%g instead of %g in place %d", in_groups.J[i], alone.J[i], i);
        evaluations[k] = in_groups.counters.neomjac;
        assert_int_equal (alone.counters.neomjac, alone.c.n);
        end (&in_groups);
        end (&alone);
    }
    assert_in_range (evaluations[0], 4, 26);
    assert_in_range (evaluations[1], 4, 26);
}

/* a mass matrix that varies, or is no diagonal: rows gII have entries everywhere */
static void no_groups (void **state)
{
    Setting s;

    (void)state;
    begin (&s, 6);
    create (&s);
    assert_non_null (geoms_jacobian_groups (&s.e));
    s.e.groups = NULL;
    s.e.mass_diagonal_of[3] = 0;
    assert_null (geoms_jacobian_groups (&s.e));
    s.e.mass_diagonal_of[3] = 1;
    s.e.mass_varies = 1;
    assert_null (geoms_jacobian_groups (&s.e));
    end (&s);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (quotients_are_those_one_by_one),
        cmocka_unit_test (no_groups),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
