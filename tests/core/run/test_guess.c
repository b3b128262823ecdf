/* test_guess.c - consistent initial values of whole mechanisms from guesses that are 20 % off, and
 * from conditions on them (Steinbrecher 2007, Example 3.1)
 */
#include "test.h"

/* the initial values alone: the time span is a point */
static Outcome initialise (Case *c)
{
    c->tspan[1] = c->tspan[0];
    return attempt (c);
}

/* positions and velocities off by up to 20 % of their size, multipliers not known */
static void disturb (Case *c, unsigned seed)
{
    const GeomsDims *d = &c->model.system.dims;
    const int n1 = d->nw + d->nl + d->nm;

    for (int i = 0; i < c->n; i++)
        c->x0[i] = i < n1 ? NAN : c->x0[i] * (1 + 0.2 * noise (&seed));
}

static void check_consistent (const Case *c, const Outcome *o)
{
    if (o->status != 0)
        fail_msg ("%s: %d, %s", c->model.name, o->status, o->report.text);
    assert_int_equal (o->s->count, 1);
    for (int level = 0; level < 3; level++)
        assert_true (o->s->relative[level] <= 1e-12);
    for (int i = 0; i < c->n; i++)
        assert_true (isfinite (o->s->x[i]));
}

static const TestModel *const mechanisms[]
    = {&model_slidercrank, &model_andrews, &model_bricard, &model_fourbar, &model_top};
enum { MECHANISMS = sizeof mechanisms / sizeof mechanisms[0], GUESSES = 20 };

/* What is found is consistent, and not much farther away than the exact values are. Where rows are
 * redundant on the constraints only, the nearest state is less well determined from outside. */
static void guesses_are_corrected (void **state)
{
    (void)state;
    for (int i = 0; i < MECHANISMS * GUESSES; i++) {
        Case c = case_of (mechanisms[i / GUESSES]);
        const GeomsDims *d = &c.model.system.dims;
        const int position = c.n - d->np - d->ns;
        const int redundant = d->nl == 30 || d->nl == 20;
        double exact[MOST_UNKNOWNS], moved = 0, off = 0;
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        disturb (&c, (unsigned)(1 + i));
        o = initialise (&c);
        check_consistent (&c, &o);
        for (int j = position; j < c.n; j++) {
            moved += (o.s->x[j] - c.x0[j]) * (o.s->x[j] - c.x0[j]);
            off += (exact[j] - c.x0[j]) * (exact[j] - c.x0[j]);
        }
        if (sqrt (moved) > (redundant ? 6 : 2) * sqrt (off))
            fail_msg ("%s, guess %d: moved by %g, but %g were enough", c.model.name, i % GUESSES,
                      sqrt (moved), sqrt (off));
        case_end (&c, &o);
    }
}

/* the drive's angle and speed are given, the rest follows */
static void fixed_components_stay (void **state)
{
    const struct {
        const TestModel *model;
        int v, p;
    } drive[] = {{&model_slidercrank, 4, 7}, {&model_andrews, 6, 13}};

    (void)state;
    for (int i = 0; i < 2 * GUESSES; i++) {
        Case c = case_of (drive[i / GUESSES].model);
        const int v = drive[i / GUESSES].v, p = drive[i / GUESSES].p;
        int fixed[MOST_UNKNOWNS] = {0};
        double given[2], exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        disturb (&c, (unsigned)(100 + i));
        given[0] = c.x0[v] = exact[v] + 0.3;
        given[1] = c.x0[p] = exact[p];
        fixed[v] = fixed[p] = 1;
        c.start.fixed = fixed;
        o = initialise (&c);
        check_consistent (&c, &o);
        assert_true (o.s->x[v] == given[0] && o.s->x[p] == given[1]);
        /* nothing is left to choose but the branch */
        for (int j = c.n - 2 * c.model.system.dims.np; i < GUESSES && j < c.n; j++)
            assert_true (j < c.n - 3 || fabs (o.s->x[j] - exact[j]) < 1e-11);
        case_end (&c, &o);
    }
}

/* ---- Example 3.1: the pendulum at a deviation of pi/4 with a given angular velocity ---- */

enum { SUM, PLACE };
static int deviation; /* which of the two conditions */
static const double omega = 2.5;

static int conditions (double t, const double *x, double *c, void *user)
{
    const double *q = user, L = q[1];

    (void)t;
    c[0] = deviation == SUM ? x[3] + x[4] : x[3] - L / sqrt (2);
    c[1] = hypot (x[1], x[2]) / L - omega;
    return 0;
}

static void conditions_are_met (void **state)
{
    const double q[3] = {2, 1.5, 9.81}, L = q[1];

    (void)state;
    for (int i = 0; i < 2 * 2 * 10; i++) {
        Case c = case_with (&model_pendulum, q, 3);
        unsigned seed = (unsigned)(1 + i);
        const double angle = acos (-1) / 4, side = i / 2 % 2 ? 1 : -1;
        Outcome o;

        deviation = i % 2;
        c.model.system.dims.nc = 2;
        c.model.system.ivcond = conditions;
        /* about at 45 degrees from the lowest point, moving to one side, 20 % off */
        c.x0[0] = NAN;
        c.x0[1] = side * omega * L * cos (angle);
        c.x0[2] = side * omega * L * sin (angle);
        c.x0[3] = L * sin (angle);
        c.x0[4] = -L * cos (angle);
        for (int j = 1; j < 5; j++)
            c.x0[j] *= 1 + 0.2 * noise (&seed);
        o = initialise (&c);
        check_consistent (&c, &o);
        assert_true (fabs (o.s->x[3] - L * sin (angle)) < 1e-12);
        assert_true (fabs (o.s->x[4] + L * cos (angle)) < 1e-12);
        assert_true (fabs (o.s->x[1] - side * omega * L * cos (angle)) < 1e-11);
        assert_true (fabs (o.s->x[2] - side * omega * L * sin (angle)) < 1e-11);
        assert_true (fabs (o.s->x[0] - q[0] * (omega * omega + q[2] * cos (angle) / L) / 2)
                     < 1e-10);
        case_end (&c, &o);
    }
}

/* they dominate: consistent values that do not meet them are changed (Remark 3.2) */
static void conditions_dominate (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    deviation = PLACE;
    c.model.system.dims.nc = 2;
    c.model.system.ivcond = conditions;
    assert_int_equal (c.model.exact (0.3, c.x0, c.user), 0);
    o = initialise (&c);
    check_consistent (&c, &o);
    assert_true (fabs (o.s->x[3] - sqrt (0.5)) < 1e-12);
    assert_true (fabs (o.s->x[4] + sqrt (0.5)) < 1e-12);
    assert_true (fabs (hypot (o.s->x[1], o.s->x[2]) - omega) < 1e-11);
    case_end (&c, &o);
}

/* one that contradicts the constraints is refused: a rod of length 1 does not reach p1 = 1.5 */
static int out_of_reach (double t, const double *x, double *c, void *user)
{
    (void)t, (void)user;
    c[0] = x[3] - 1.5;
    return 0;
}

static void contradictions_are_refused (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    c.model.system.dims.nc = 1;
    c.model.system.ivcond = out_of_reach;
    o = initialise (&c);
    assert_true (o.status == GEOMS_INITIAL_DIVERGES || o.status == GEOMS_INITIAL_SLOW
                 || o.status == GEOMS_INITIAL_DEPENDENT);
    assert_true (strlen (o.report.text) > 0);
    case_end (&c, &o);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (guesses_are_corrected),      cmocka_unit_test (fixed_components_stay),
        cmocka_unit_test (conditions_are_met),         cmocka_unit_test (conditions_dominate),
        cmocka_unit_test (contradictions_are_refused),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
