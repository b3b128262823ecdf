/* test_mechanical.c - rda composed from the blocks M, f, g, G, gI, gII - G v' equals the native
 * model's; a batch asks for no more blocks than it needs; both forms give the same motion
 */
#include "bench.h"

/* ---- blocks taken from a native model: f and gII at lambda = 0, G from its Jacobian ---- */

typedef struct Source {
    const TestModel *model;
    void *user;
    int np, nl, constant;
    int calls, points, most; /* calls, points asked for in all, in one call                    */
    int answer;              /* what the callback returns                                      */
    int broken;              /* the mass matrix is singular                                    */
} Source;

static void blocks_at (Source *s, double t, const double *y, double *out)
{
    const GeomsModel *model = &s->model->system;
    const int np = s->np, nl = s->nl, n = 2 * np + nl, m = 3 * nl + 2 * np;
    double x[MOST_UNKNOWNS] = {0}, rda[MOST_ROWS], M[100] = {0}, A[100], a[10];
    static double J[MOST_ROWS * MOST_UNKNOWNS];
    double *f, *g, *G;

    memcpy (x + nl, y + np, (size_t)np * sizeof *x);
    memcpy (x + nl + np, y, (size_t)np * sizeof *x);
    memset (J, 0, sizeof J);
    assert_int_equal (model->rda (1, &t, x, n, rda, m, s->user), 0);
    assert_int_equal (model->jac (t, x, J, m, s->user), 0);
    assert_int_equal (model->mass (1, &t, x, n, M, np * np, s->user), 0);
    for (int i = 0; i < np * np && s->broken; i++)
        M[i] = 0;
    if (! s->constant) {
        memcpy (out, M, (size_t)(np * np) * sizeof *out);
        out += np * np;
    }
    f = out;
    g = f + np;
    G = g + nl;
    memcpy (f, rda + 3 * nl, (size_t)np * sizeof *f);
    memcpy (g, rda + 2 * nl, (size_t)nl * sizeof *g);
    for (int j = 0; j < np; j++)
        memcpy (G + j * nl, J + (nl + j) * m + nl, (size_t)nl * sizeof *G); /* d gI / dv */
    memcpy (G + nl * np, rda + nl, (size_t)nl * sizeof *G);
    memcpy (A, M, sizeof A);
    memcpy (a, f, (size_t)np * sizeof *a);
    if (model_solve (np, A, 1, a) != 0)
        memset (a, 0, sizeof a);
    product (nl, 1, np, G, a, G + nl * np + nl);
    for (int i = 0; i < nl; i++)
        G[nl * np + nl + i] = rda[i] - G[nl * np + nl + i];
}

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    Source *s = user;

    s->calls++;
    s->points += k;
    s->most = k > s->most ? k : s->most;
    for (int j = 0; j < k; j++)
        blocks_at (s, t[j], x + j * ldx, out + j * ldo);
    return s->answer;
}

static GeomsMechanical form_of (Source *s, const TestModel *model, void *user, double *M)
{
    const GeomsModel *native = &model->system;
    GeomsMechanical form = {.np = native->dims.np,
                            .nl = native->dims.nl,
                            .mass_structure = native->mass_structure,
                            .autonomous = native->autonomous,
                            .blocks = blocks,
                            .user = s};
    const double x[MOST_UNKNOWNS] = {0}, t = 0;

    memset (s, 0, sizeof *s);
    s->model = model;
    s->user = user;
    s->np = form.np;
    s->nl = form.nl;
    s->constant = form.mass_structure >= GEOMS_MASS_CONSTANT;
    if (s->constant) {
        assert_int_equal (native->mass (1, &t, x, 0, M, form.np * form.np, user), 0);
        form.mass = M;
    }
    return form;
}

static const TestModel *const models[]
    = {&model_pendulum, &model_andrews, &model_slidercrank, &model_caraxis, &model_oscillator};
enum { MODELS = sizeof models / sizeof models[0] };

/* ---- rda and M ---- */

static void composed_rows_equal_native_ones (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        const TestModel *model = models[i];
        Case c = case_of (model);
        const int n = c.n, m = c.m, nv = model->system.dims.nv, ldx = n + 1, ldo = m + 2;
        double M[100], x[4 * MOST_UNKNOWNS], a[4 * MOST_ROWS], b[4 * MOST_ROWS], A[400], B[400];
        const double t[4] = {0.1, 0.2, 0.3, 0.3};
        unsigned seed = 5 + (unsigned)i;
        Source s;
        const GeomsMechanical form = form_of (&s, model, c.user, M);
        GeomsModel composed;
        GeomsComposed *object = geoms_mechanical_create (&form, &composed);

        assert_non_null (object);
        assert_int_equal (composed.abi, GEOMS_MODEL_ABI);
        assert_memory_equal (&composed.dims, &model->system.dims, sizeof composed.dims);
        for (int j = 0; j < 4; j++)
            for (int r = 0; r < n; r++)
                x[j * ldx + r] = c.x0[r] + 0.2 * (0.1 + fabs (c.x0[r])) * noise (&seed);
        memset (a, 0, sizeof a);
        memset (b, 0, sizeof b);
        assert_int_equal (composed.rda (4, t, x, ldx, a, ldo, object), 0);
        assert_int_equal (model->system.rda (4, t, x, ldx, b, ldo, c.user), 0);
        for (int r = 0; r < 4 * ldo; r++)
            if (fabs (a[r] - b[r]) > 1e-11 * (1 + fabs (b[r])))
                fail_msg ("%s: row %d of point %d is %.16g, native %.16g", model->name, r % ldo,
                          r / ldo, a[r], b[r]);
        memset (b, 0, sizeof b);
        assert_int_equal (composed.rda_mass (4, t, x, ldx, b, ldo, A, nv * nv, object), 0);
        assert_memory_equal (a, b, sizeof a);
        assert_int_equal (composed.mass (4, t, x, ldx, B, nv * nv, object), 0);
        if (! s.constant)
            assert_memory_equal (A, B, (size_t)(4 * nv * nv) * sizeof *A);
        assert_int_equal (model->system.mass (4, t, x, ldx, A, nv * nv, c.user), 0);
        for (int r = 0; r < 4 * nv * nv; r++)
            assert_true (fabs (A[r] - B[r]) < 1e-14);
        geoms_mechanical_free (object);
        case_free (&c);
    }
}

/* ---- how often the blocks are asked for ---- */

/* a finite-difference batch: base point and n columns, those of lambda share the base point's
 * blocks */
static void multipliers_share_blocks (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        const TestModel *model = models[i / 2];
        const int uses = i % 2, nl = model->system.dims.nl;
        Case c = case_of (model);
        double M[100], x[21 * 20], out[21 * 40], t[21] = {0};
        Source s;
        GeomsMechanical form = form_of (&s, model, c.user, M);
        GeomsModel composed;
        GeomsComposed *object;

        form.uses_lambda = uses;
        object = geoms_mechanical_create (&form, &composed);
        for (int j = 0; j <= c.n; j++) {
            memcpy (x + j * c.n, c.x0, (size_t)c.n * sizeof *x);
            if (j > 0)
                x[j * c.n + j - 1] += 1e-3;
        }
        assert_int_equal (composed.rda (c.n + 1, t, x, c.n, out, c.m, object), 0);
        assert_int_equal (s.calls, 1);
        assert_int_equal (s.points, c.n + 1 - (uses ? 0 : nl));
        /* at another time nothing is shared */
        s.points = 0;
        for (int j = 1; j <= c.n; j++)
            t[j] = j;
        assert_int_equal (composed.rda (c.n + 1, t, x, c.n, out, c.m, object), 0);
        assert_int_equal (s.points, c.n + 1);
        geoms_mechanical_free (object);
        case_free (&c);
    }
}

/* shared blocks give the same rows as single points */
static void shared_blocks_change_nothing (void **state)
{
    Case c = case_of (&model_slidercrank);
    double M[100], x[9 * 8], out[9 * 12], alone[12], t[9] = {0};
    Source s;
    const GeomsMechanical form = form_of (&s, &model_slidercrank, c.user, M);
    GeomsModel composed;
    GeomsComposed *object = geoms_mechanical_create (&form, &composed);
    unsigned seed = 1;

    (void)state;
    for (int j = 0; j < 9; j++) {
        memcpy (x + 8 * j, c.x0, 8 * sizeof *x);
        x[8 * j + j % 4] += noise (&seed); /* lambda and v in turn */
    }
    assert_int_equal (composed.rda (9, t, x, 8, out, 12, object), 0);
    for (int j = 0; j < 9; j++) {
        assert_int_equal (composed.rda (1, t, x + 8 * j, 8, alone, 12, object), 0);
        assert_memory_equal (alone, out + 12 * j, sizeof alone);
    }
    geoms_mechanical_free (object);
    case_free (&c);
}

/* ---- runs ---- */

static void both_forms_give_the_same_motion (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        double M[100];
        Source s;
        const GeomsMechanical form = form_of (&s, models[i], c.user, M);
        void *user = c.user;
        GeomsComposed *object;
        Outcome native, composed;

        c.tspan[1] = fmin (0.02 * models[i]->tspan[1] + 0.005, c.tspan[1]);
        case_times (&c, MOST_TIMES, c.tspan[1]); /* batches of many points */
        c.model.system.jac = NULL;
        native = solve (&c);
        object = geoms_mechanical_create (&form, &c.model.system);
        c.user = object;
        composed = solve (&c);
        print_message ("%s: %ld steps, %d calls for %d points, at most %d, difference %.1e\n",
                       c.model.name, composed.counters.naccpt, s.calls, s.points, s.most,
                       distance (last_state (&native), last_state (&composed), 0, c.n));
        assert_int_equal (native.counters.naccpt, composed.counters.naccpt);
        assert_true (distance (last_state (&native), last_state (&composed), 0, c.n) < 1e-6);
        assert_true (worst_residual (composed.s) <= 1e-12);
        outcome_free (&native);
        outcome_free (&composed);
        geoms_mechanical_free (object);
        c.user = user;
        c.model.system = models[i]->system;
        case_free (&c);
    }
}

static void answers_are_passed_on (void **state)
{
    Case c = case_of (&model_pendulum);
    double M[100], out[7];
    Source s;
    const GeomsMechanical form = form_of (&s, &model_pendulum, c.user, M);
    GeomsModel composed;
    GeomsComposed *object = geoms_mechanical_create (&form, &composed);

    (void)state;
    for (s.answer = -1; s.answer < 2; s.answer++)
        assert_int_equal (composed.rda (1, &c.tspan[0], c.x0, 5, out, 7, object), s.answer);
    geoms_mechanical_free (object);
    case_free (&c);
}

/* no accelerations without mass: a smaller step is tried, at the initial point the run ends */
static void a_singular_mass_is_noticed (void **state)
{
    (void)state;
    for (int constant = 0; constant < 2; constant++) {
        const TestModel *model = constant ? &model_pendulum : &model_slidercrank;
        Case c = case_of (model);
        void *user = c.user;
        double M[100], out[12];
        Source s;
        const GeomsMechanical form = form_of (&s, model, c.user, M);
        GeomsComposed *object;
        Outcome o;

        s.broken = 1;
        memset (M, 0, sizeof M);
        object = geoms_mechanical_create (&form, &c.model.system);
        assert_non_null (object);
        if (! constant)
            assert_true (c.model.system.rda (1, &c.tspan[0], c.x0, c.n, out, c.m, object) > 0);
        c.user = object;
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_NOT_FINITE);
        outcome_free (&o);
        geoms_mechanical_free (object);
        c.user = user;
        c.model.system = model->system;
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (composed_rows_equal_native_ones),
        cmocka_unit_test (multipliers_share_blocks),
        cmocka_unit_test (shared_blocks_change_nothing),
        cmocka_unit_test (both_forms_give_the_same_motion),
        cmocka_unit_test (answers_are_passed_on),
        cmocka_unit_test (a_singular_mass_is_noticed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
