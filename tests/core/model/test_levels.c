/* test_levels.c - the levels of all models agree, at the start and along their motion; one row that is
 * wrong by a hundredth, one entry of J that is wrong by a part of its row, a function that fails, and a
 * system that depends on t although it says that it does not, do not
 */
#include "models/all.h"
#include "test.h"

/* a model with something wrong in it */
typedef struct Spoiled {
    GeomsModel model;
    void *user;
    int n, row;         /* row of rda that is wrong, -1: none                                     */
    int entry;          /* column of J with a wrong entry in all rows, -1: none                   */
    int fails;          /* what rda returns                                                       */
    double drift, hole; /* what rda has of t; what it has instead of its first row, 0: nothing    */
} Spoiled;

static int spoiled_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const Spoiled *s = user;
    const int status = s->model.rda (k, t, x, ldx, out, ldo, s->user);

    for (int j = 0; j < k; j++) {
        double *y = out + j * ldo;
        y[0] += s->drift * t[j];
        if (s->hole != 0)
            y[0] = s->hole;
        if (s->row >= 0)
            y[s->row] += 0.01 * (fabs (y[s->row]) + fabs (x[j * ldx + s->n - 1]) + 0.1);
    }
    return status != 0 ? status : s->fails;
}

static int spoiled_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    const Spoiled *s = user;

    return s->model.mass (k, t, x, ldx, out, ldo, s->user);
}

static int spoiled_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Spoiled *s = user;
    const int status = s->model.jac (t, x, J, ldj, s->user), m = ldj;

    for (int i = 0; i < m && s->entry >= 0; i++)
        J[i + s->entry * ldj] += 0.01 * (1 + fabs (J[i + s->entry * ldj]));
    return status;
}

static GeomsModel spoiled_model (const Spoiled *s)
{
    GeomsModel model = s->model;

    model.rda = spoiled_rda;
    model.mass = s->model.mass ? spoiled_mass : NULL;
    model.jac = s->model.jac ? spoiled_jac : NULL;
    return model;
}

static int agrees (const Spoiled *s, const GeomsLevels *at)
{
    const GeomsModel model = spoiled_model (s);

    return geoms_levels_agree (&model, (void *)s, at);
}

/* model number i, nothing wrong, and its start; 0: it has contact points, which are looked at closer */
typedef struct Fixture {
    Spoiled s;
    GeomsLevels at;
    double x[MOST_UNKNOWNS], tspan[2];
} Fixture;

static int open_model (int i, Fixture *f)
{
    const TestModel model = model_number (i);
    double q;

    f->s = (Spoiled){.model = model.system, .row = -1, .entry = -1};
    f->s.user = model.system.create (&q, model_size (&model, &q));
    f->s.n = model_unknowns (&model.system.dims);
    assert_true (f->s.n <= MOST_UNKNOWNS);
    assert_int_equal (model.start (f->x, f->s.user), 0);
    f->at = (GeomsLevels){.x = f->x,
                          .t0 = model.tspan[0],
                          .tf = model.tspan[1],
                          .autonomous = model.system.autonomous,
                          .second_g = 1,
                          .second_h = 1};
    return model.system.dims.ns == 0;
}

static void close_model (Fixture *f) { f->s.model.destroy (f->s.user); }

/* ---- what agrees, and what does not ---- */

static void levels_of_all_models_agree (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Fixture f;
        const int plain = open_model (i, &f);

        assert_int_equal (agrees (&f.s, &f.at), plain);
        const double t[2] = {f.at.t0, f.at.t0};
        double x[2 * MOST_UNKNOWNS];
        memcpy (x, f.x, (size_t)f.s.n * sizeof *x);
        memcpy (x + f.s.n, f.x, (size_t)f.s.n * sizeof *x);
        f.at.k = 2;
        f.at.t = t;
        f.at.x = x;
        assert_int_equal (agrees (&f.s, &f.at), plain);
        close_model (&f);
    }
}

/* gII, hI, gI one by one; the hidden ones not where they are not given */
static void wrong_rows_are_seen (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Fixture f;
        const int plain = open_model (i, &f);
        const GeomsDims *d = &f.s.model.dims;

        f.s.model.jac = NULL;
        for (int r = 0; r < 2 * (d->nl + d->nm) - d->nm && plain; r++) {
            f.s.row = d->nw + r;
            f.at.second_g = f.at.second_h = 1;
            assert_int_equal (agrees (&f.s, &f.at), 0);
            f.at.second_g = f.at.second_h = 0;
            assert_int_equal (agrees (&f.s, &f.at), r < d->nl + d->nm);
        }
        close_model (&f);
    }
}

/* by r, v, s and p, of models that move: what rests, but for rounding, is hardly moved */
enum { MOVING = 5 };
static void wrong_jacobians_are_seen (void **state)
{
    (void)state;
    for (int i = 0; i < MOVING; i++) {
        Fixture f;
        const int plain = open_model (i, &f);
        const GeomsDims *d = &f.s.model.dims;

        for (int j = d->nw + d->nl + d->nm; j < f.s.n && plain; j++) {
            f.s.entry = j;
            if (agrees (&f.s, &f.at))
                fail_msg ("model %d, column %d", i, j);
        }
        close_model (&f);
    }
}

static void what_is_not_defined_is_left_to_others (void **state)
{
    Fixture f;

    (void)state;
    open_model (0, &f);
    f.s.fails = 1;
    assert_int_equal (agrees (&f.s, &f.at), 0);
    f.s.fails = 0;
    f.s.hole = NAN;
    assert_int_equal (agrees (&f.s, &f.at), 0);
    f.s.hole = INFINITY;
    assert_int_equal (agrees (&f.s, &f.at), 0);
    f.s.hole = 0;
    f.at.x = f.x;
    f.x[0] = NAN;
    assert_int_equal (agrees (&f.s, &f.at), 0);
    close_model (&f);
}

/* the first row, gII of the pendulum, grows with t; without second derivatives nothing else tells */
static void who_depends_on_time_must_say_so (void **state)
{
    Fixture f;

    (void)state;
    open_model (0, &f);
    f.s.model.jac = NULL;
    f.at.second_g = 0;
    f.s.drift = 1e-6;
    assert_int_equal (agrees (&f.s, &f.at), 0);
    f.at.autonomous = 0;
    assert_int_equal (agrees (&f.s, &f.at), 1);
    close_model (&f);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (levels_of_all_models_agree),
        cmocka_unit_test (wrong_rows_are_seen),
        cmocka_unit_test (wrong_jacobians_are_seen),
        cmocka_unit_test (what_is_not_defined_is_left_to_others),
        cmocka_unit_test (who_depends_on_time_must_say_so),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
