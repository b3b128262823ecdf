/* test_between.c - many states at once, moved onto the constraints each by its own Jacobian: all levels
 * are met, bit for bit the same alone and among others, and where something is wrong with one of them
 */
#include "inside.h"

enum { STATES = 150 }; /* more than one chunk */

static const TestModel *const models[] = {&model_pendulum, &model_andrews, &model_slidercrank,
                                          &model_truck, &model_caraxis};
enum { MODELS = sizeof models / sizeof models[0] };

typedef struct Many {
    Case c;
    Outcome o;
    double t[STATES], x[STATES * MOST_UNKNOWNS], relative[3 * STATES];
} Many;

/* a short run, and its last state, with p and v off by some 1e-5 */
static void begin (Many *s, const TestModel *model)
{
    const GeomsDims *d = &model->system.dims;
    unsigned seed = 7;

    s->c = case_of (model);
    s->c.model.system.blocks_jac = model->blocks_jac;
    s->c.tspan[1] = s->c.tspan[0] + 0.01 * (s->c.tspan[1] - s->c.tspan[0]);
    s->o = solve (&s->c);
    for (int j = 0; j < STATES; j++) {
        double *x = s->x + j * s->c.n;

        s->t[j] = s->c.tspan[1];
        memcpy (x, last_state (&s->o), (size_t)s->c.n * sizeof *x);
        for (int i = s->c.n - d->np - d->nv; i < s->c.n; i++)
            x[i] += 1e-5 * noise (&seed) * (1 + fabs (x[i]));
    }
}

static void end (Many *s)
{
    case_end (&s->c, &s->o);
}

static int project (Many *s, int k, const double *t, double *x, double *relative)
{
    return geoms_run_project (s->o.run, k, t, x, NULL, relative, 1);
}

/* one by one and all together */
static void states_do_not_depend_on_each_other (void **state)
{
    static Many s;

    (void)state;
    for (int i = 0; i < MODELS; i++) {
        begin (&s, models[i]);
        const size_t n = (size_t)s.c.n;
        double x[MOST_UNKNOWNS];

        for (size_t j = 0; j < STATES; j += 13) {
            double *all = malloc (STATES * n * sizeof *all);

            memcpy (all, s.x, STATES * n * sizeof *all);
            memcpy (x, s.x + j * n, n * sizeof *x);
            assert_int_equal (project (&s, STATES, s.t, all, s.relative), 0);
            assert_int_equal (project (&s, 1, s.t + j, x, NULL), 0);
            assert_memory_equal (x, all + j * n, n * sizeof *x);
            for (int l = 0; l < 3 * STATES; l++)
                assert_true (s.relative[l] <= 1e-12);
            free (all);
        }
        assert_true (run_lands (s.o.run));
        end (&s);
    }
}

/* moved no farther than it takes, and all levels are met by the model's own rda */
static void states_land_nearby (void **state)
{
    static Many s;

    (void)state;
    for (int i = 0; i < MODELS; i++) {
        begin (&s, models[i]);
        const GeomsDims *d = &s.c.model.system.dims;
        double before[MOST_UNKNOWNS], *x = s.x, rda[200];

        memcpy (before, x, (size_t)s.c.n * sizeof *x);
        assert_int_equal (project (&s, 1, s.t, x, s.relative), 0);
        for (int j = s.c.n - d->np - d->nv; j < s.c.n; j++)
            assert_true (fabs (x[j] - before[j]) <= 1e-3 * (1 + fabs (x[j])));
        assert_int_equal (s.c.model.system.rda (1, s.t, x, s.c.n, rda, 200, s.c.user), 0);
        run_relative (s.o.run, rda, s.relative);
        for (int l = 0; l < 3; l++)
            assert_true (s.relative[l] <= 1e-12);
        end (&s);
    }
}

static GeomsBatch parts_of_pendulum;
static long asked;

/* C, g, gI of the pendulum, wrong by 1e-3; and as they are */
static int wrong_constraints (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    double column[40];

    for (int j = 0; j < k; j++) {
        if (parts_of_pendulum (1, t + j, x + j * ldx, ldx, column, 40, user) != 0)
            return 1;
        memcpy (out + j * ldo, column + 2, 4 * sizeof *out);
        out[j * ldo + 2] += 1e-3;
    }
    asked += k;
    return 0;
}

static int no_constraints (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    (void)k, (void)t, (void)x, (void)ldx, (void)out, (void)ldo, (void)user;
    asked++;
    return 1;
}

/* the parts have the last word; where constraints have no values, they have the only one */
static void parts_have_the_last_word (void **state)
{
    static const GeomsBatch given[] = {wrong_constraints, no_constraints};
    static Many s, plain;

    (void)state;
    begin (&plain, &model_pendulum);
    assert_int_equal (project (&plain, STATES, plain.t, plain.x, plain.relative), 0);
    for (int i = 0; i < 2; i++) {
        TestModel model = model_pendulum;

        parts_of_pendulum = model.system.parts;
        model.system.constraints = given[i];
        asked = 0;
        begin (&s, &model);
        assert_int_equal (project (&s, STATES, s.t, s.x, s.relative), 0);
        assert_true (asked > 0);
        for (int l = 0; l < 3 * STATES; l++)
            assert_true (s.relative[l] <= 1e-12);
        for (int l = 0; l < STATES * s.c.n; l++)
            assert_true (fabs (s.x[l] - plain.x[l]) <= (i == 0 ? 2e-2 : 1e-9));
        end (&s);
    }
    end (&plain);
}

/* one of them cannot be moved: that is told, at its time; those before it are */
static void a_state_without_a_direction (void **state)
{
    static Many s;

    (void)state;
    begin (&s, &model_pendulum);
    double *x = s.x + 5 * s.c.n;

    x[3] = x[4] = 0; /* G = 2 p' */
    s.t[5] = 17;
    assert_true (project (&s, STATES, s.t, s.x, s.relative) < 0);
    assert_true (geoms_run_report (s.o.run)->text[0] != 0);
    for (int l = 0; l < 15; l++)
        assert_true (s.relative[l] <= 1e-12);
    end (&s);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (states_do_not_depend_on_each_other),
        cmocka_unit_test (states_land_nearby),
        cmocka_unit_test (parts_have_the_last_word),
        cmocka_unit_test (a_state_without_a_direction),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
