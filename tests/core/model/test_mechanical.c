/* test_mechanical.c - rda composed from the blocks M, Z, f, g, G, ... equals the native model's; a
 * batch asks for no more blocks than it needs; both forms give the same motion
 */
#include "assembled.h"

/* ---- blocks taken from a native model: f and gII, hI at lambda = mu = 0 ---- */

typedef struct Source {
    const TestModel *model;
    void *user;
    int n, m, nn, constant, diagonal, kinematics; /* diagonal: M varies and is given as a vector */
    int calls, points, most; /* calls, points asked for in all, in one call                    */
    int answer;              /* what the callback returns                                      */
    int broken;              /* the mass matrix is singular                                    */
    double slope;            /* what the gradient returns, 0: the exact one                    */
} Source;

/* places in x and rda */
typedef struct Places {
    int lambda, r, v, p, gII, hI, gI, h, e, c, g, b, dyn, kin;
} Places;

static Places places_of (const GeomsDims *d)
{
    Places o;

    o.lambda = d->nw;
    o.r = o.lambda + d->nl + d->nm;
    o.v = o.r + d->nr;
    o.p = o.v + d->nv + d->ns;
    o.gII = d->nw;
    o.hI = o.gII + d->nl;
    o.gI = o.hI + d->nm;
    o.h = o.gI + d->nl;
    o.e = o.h + d->nm;
    o.c = o.e + d->ni;
    o.g = o.c + d->ns;
    o.b = o.g + d->nl;
    o.dyn = o.b + d->nr;
    o.kin = o.dyn + d->nv;
    return o;
}

/* without kinematics: G = d gI / dv, H = d h / dv from the Jacobian */
static void jacobians (const GeomsDims *d, const Places *o, const double *J, int m, double *G,
                       double *H)
{
    for (int j = 0; j < d->np; j++) {
        memcpy (G + j * d->nl, J + (o->v + j) * m + o->gI, (size_t)d->nl * sizeof *G);
        memcpy (H + j * d->nm, J + (o->v + j) * m + o->h, (size_t)d->nm * sizeof *H);
    }
}

/* those of model_skate, whose head gives g, h, p' = Z v; also where C^2 + S^2 is not 1 */
static void skate_jacobians (const double *x, double *Z, double *G, double *H)
{
    enum { NP = 6 };
    const double eta = x[15], C = x[18], S = x[19], cc = C * C + S * S, a = 0.4, b = 0.3;

    memset (Z, 0, 30 * sizeof *Z);
    memset (G, 0, 6 * sizeof *G);
    memset (H, 0, 12 * sizeof *H);
    Z[0] = Z[1 + NP] = Z[3 + 2 * NP] = C;
    Z[1] = S;
    Z[NP] = Z[2 + 2 * NP] = -S;
    Z[4 + 3 * NP] = Z[5 + 4 * NP] = 1;
    G[3] = -2 * b * eta / (1 + 3 * a * eta * eta);
    G[4] = 1;
    H[0] = -S / cc;
    H[2] = C / cc;
    H[1] = -C / cc;
    H[3] = -S / cc;
    H[11] = 0.25;
}

static double *put (double *out, const double *values, int count)
{
    memcpy (out, values, (size_t)count * sizeof *out);
    return out + count;
}

/* part = full - A Z a */
static double *put_part (double *out, int rows, const GeomsDims *d, const double *full,
                         const double *A, const double *Z, const double *a)
{
    double u[MOST_UNKNOWNS];

    if (Z != NULL)
        product (d->np, 1, d->nv, Z, a, u);
    else
        memcpy (u, a, (size_t)d->nv * sizeof *u);
    product (rows, 1, d->np, A, u, out);
    for (int i = 0; i < rows; i++)
        out[i] = full[i] - out[i];
    return out + rows;
}

static void blocks_at (Source *s, double t, const double *given, double *out)
{
    const GeomsModel *model = &s->model->system;
    const GeomsDims *d = &model->dims;
    const Places o = places_of (d);
    const int n = s->n, m = s->m;
    double x[MOST_UNKNOWNS], rda[MOST_ROWS], free[MOST_ROWS], M[100] = {0}, A[100], a[10];
    double Z[100], G[200], H[200];
    static double J[MOST_ROWS * MOST_UNKNOWNS];

    memcpy (x, given, (size_t)n * sizeof *x);
    assert_int_equal (model->rda (1, &t, x, n, rda, m, s->user), 0);
    memset (x + o.lambda, 0, (size_t)(d->nl + d->nm) * sizeof *x);
    memset (J, 0, sizeof J);
    assert_int_equal (model->rda (1, &t, x, n, free, m, s->user), 0);
    assert_int_equal (model->jac (t, x, J, m, s->user), 0);
    assert_int_equal (model->mass (1, &t, x, n, M, s->nn, s->user), 0);
    for (int i = 0; i < s->nn && s->broken; i++)
        M[i] = 0;
    if (s->kinematics)
        skate_jacobians (x, Z, G, H);
    else
        jacobians (d, &o, J, m, G, H);
    memcpy (A, M, sizeof A);
    memcpy (a, free + o.dyn, (size_t)d->nv * sizeof *a);
    if (model_solve (d->nv, A, 1, a) != 0)
        memset (a, 0, sizeof a);

    for (int i = 0; i < d->nv && s->diagonal; i++)
        *out++ = M[i * (d->nv + 1)];
    out = put (out, M, s->constant || s->diagonal ? 0 : s->nn);
    out = put (out, Z, s->kinematics ? d->np * d->nv : 0);
    out = put (out, free + o.dyn, d->nv);
    out = put (out, rda + o.g, d->nl);
    out = put (out, G, d->nl * d->np);
    out = put (out, rda + o.gI, d->nl);
    out = put_part (out, d->nl, d, free + o.gII, G, s->kinematics ? Z : NULL, a);
    out = put (out, rda + o.h, d->nm);
    out = put (out, H, d->nm * d->np);
    out = put_part (out, d->nm, d, free + o.hI, H, s->kinematics ? Z : NULL, a);
    out = put (out, rda + o.b, d->nr);
    out = put (out, rda, d->nw);
    out = put (out, rda + o.c, d->ns);
    put (out, rda + o.e, d->ni);
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

/* rows of e, columns of v, s, p */
static int gradient (double t, const double *x, double *out, int ld, void *user)
{
    const Source *s = user;
    const GeomsDims *d = &s->model->system.dims;
    const Places o = places_of (d);
    static double J[MOST_ROWS * MOST_UNKNOWNS];

    memset (J, 0, sizeof J);
    assert_int_equal (s->model->system.jac (t, x, J, s->m, s->user), 0);
    for (int j = 0; j < d->nv + d->ns + d->np; j++)
        for (int i = 0; i < d->ni; i++)
            out[i + j * ld] = s->slope != 0 ? s->slope : J[o.e + i + (o.v + j) * s->m];
    return s->answer;
}

static int ivcond (double t, const double *x, double *c, void *user)
{
    const Source *s = user;

    c[0] = t + x[0];
    c[1] = x[s->n - 1];
    return s->answer;
}

static GeomsMechanical form_of (Source *s, const TestModel *model, void *user, double *M)
{
    const GeomsModel *native = &model->system;
    GeomsMechanical form = {.dims = native->dims,
                            .mass_structure = native->mass_structure,
                            .autonomous = native->autonomous,
                            .kinematics = model == &model_skate,
                            .uses_multipliers = model == &model_skate,
                            .blocks = blocks,
                            .gradient = gradient,
                            .user = s};
    const double x[MOST_UNKNOWNS] = {0}, t = 0;

    memset (s, 0, sizeof *s);
    s->model = model;
    s->user = user;
    s->n = model_unknowns (&native->dims);
    s->m = model_rows (&native->dims);
    s->nn = native->dims.nv * native->dims.nv;
    s->kinematics = form.kinematics;
    s->constant = form.mass_structure >= GEOMS_MASS_CONSTANT;
    s->diagonal = form.mass_structure == GEOMS_MASS_DIAGONAL;
    if (s->constant) {
        assert_int_equal (native->mass (1, &t, x, 0, M, s->nn, user), 0);
        form.mass = M;
    }
    return form;
}

static const TestModel *const models[] = {
    &model_pendulum,   &model_pendulum_energy, &model_andrews, &model_slidercrank, &model_caraxis,
    &model_oscillator, &model_sleigh,          &model_disk,    &model_skate};
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

/* parts of all kinds of blocks: rda is put together from them */
static void composed_parts_hold_all_of_rda (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case native = case_of (models[i]), c = native;
        double M[100], x[MOST_UNKNOWNS], worst = 0;
        unsigned seed = 9 + (unsigned)i;
        Source s;
        const GeomsMechanical form = form_of (&s, models[i], native.user, M);
        static Assembly a;

        c.user = geoms_mechanical_create (&form, &c.model.system);
        assert_non_null (c.user);
        assembly_open (&a, &c);
        assert_true (a.parts.complete);
        for (int k = 0; k < 5; k++) {
            for (int r = 0; r < c.n; r++)
                x[r] = c.x0[r] + 0.2 * (0.1 + fabs (c.x0[r])) * noise (&seed);
            worst = fmax (worst, assembly_difference (&a, 0.1 * k, x));
        }
        print_message ("%s: %.1e\n", models[i]->name, worst);
        assert_true (worst < 1e-13);
        assembly_close (&a);
        geoms_mechanical_free (c.user);
        case_free (&native);
    }
}

/* a batch of any length, more points than the integrator ever has at once */
static void long_batches_are_divided (void **state)
{
    enum { MANY = 150 };
    Case c = case_of (&model_slidercrank);
    double M[100], x[MANY * 8], t[MANY], out[MANY * 12], alone[12], A[MANY * 9], B[9];
    unsigned seed = 3;
    Source s;
    const GeomsMechanical form = form_of (&s, &model_slidercrank, c.user, M);
    GeomsModel composed;
    GeomsComposed *object = geoms_mechanical_create (&form, &composed);

    (void)state;
    for (int j = 0; j < MANY; j++) {
        t[j] = 0.01 * j;
        for (int i = 0; i < 8; i++)
            x[8 * j + i] = c.x0[i] + 0.1 * noise (&seed);
    }
    assert_int_equal (composed.rda_mass (MANY, t, x, 8, out, 12, A, 9, object), 0);
    for (int j = 0; j < MANY; j++) {
        assert_int_equal (composed.rda (1, t + j, x + 8 * j, 8, alone, 12, object), 0);
        assert_int_equal (composed.mass (1, t + j, x + 8 * j, 8, B, 9, object), 0);
        assert_memory_equal (alone, out + 12 * j, sizeof alone);
        assert_memory_equal (B, A + 9 * j, sizeof B);
    }
    geoms_mechanical_free (object);
    case_free (&c);
}

/* ---- gradient and initial conditions ---- */

/* jac_known writes the rows of e in the columns of v, s, p and nothing else */
static void the_gradient_fills_its_place (void **state)
{
    Case c = case_of (&model_pendulum_energy);
    const GeomsDims *d = &model_pendulum_energy.system.dims;
    const Places o = places_of (d);
    double M[100], J[20 * 10], exact[20 * 10] = {0};
    Source s;
    const GeomsMechanical form = form_of (&s, &model_pendulum_energy, c.user, M);
    GeomsModel composed;
    GeomsComposed *object = geoms_mechanical_create (&form, &composed);

    (void)state;
    assert_int_equal (d->ni, 1);
    assert_non_null (composed.jac_known);
    for (int i = 0; i < c.m * c.n; i++)
        J[i] = 100 + i;
    c.x0[o.v] = 0.3;
    assert_int_equal (composed.jac_known (0.1, c.x0, J, c.m, object), 0);
    assert_int_equal (c.model.system.jac (0.1, c.x0, exact, c.m, c.user), 0);
    for (int i = 0; i < c.m; i++)
        for (int j = 0; j < c.n; j++)
            assert_true (J[i + j * c.m]
                         == (i == o.e && j >= o.v ? exact[i + j * c.m] : 100 + i + j * c.m));
    for (s.answer = -1; s.answer < 2; s.answer++)
        assert_int_equal (composed.jac_known (0.1, c.x0, J, c.m, object), s.answer);
    geoms_mechanical_free (object);
    case_free (&c);
}

/* a Jacobian by differences gets its rows of e from the gradient, the others are as without it */
static void the_gradient_acts_on_jacobians (void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++) {
        Case c = case_of (&model_pendulum_energy);
        const Places o = places_of (&model_pendulum_energy.system.dims);
        const double increment[10] = {1e-5, 1e-5, 1e-5, 1e-5, 1e-5};
        void *user = c.user;
        double M[100], J[20 * 10], exact[20 * 10] = {0}, base[20];
        Source s;
        GeomsMechanical form = form_of (&s, &model_pendulum_energy, user, M);
        GeomsModel composed;
        GeomsComposed *object;
        GeomsEquations eq = {0};
        GeomsCounters counters = {0};
        GeomsReport report;
        GeomsArena arena = {0};

        s.slope = 7;
        if (! with)
            form.gradient = NULL;
        object = geoms_mechanical_create (&form, &composed);
        assert_int_equal (composed.jac_known != NULL, with);
        assert_int_equal (geoms_equations_create (&eq, (GeomsInstance){&composed, object}, 0, c.x0,
                                                  increment, &counters, &report, &arena), 0);
        assert_int_equal (geoms_equations_jacobian (&eq, 0, c.x0, J, base, NULL, 0), 0);
        assert_int_equal (c.model.system.jac (0, c.x0, exact, c.m, user), 0);
        for (int i = 0; i < c.m; i++)
            for (int j = 0; j < c.n; j++)
                if (with && i == o.e && j >= o.v)
                    assert_true (J[i + j * c.m] == 7);
                else
                    assert_true (fabs (J[i + j * c.m] - exact[i + j * c.m]) < 1e-5);
        geoms_arena_free (&arena);
        geoms_mechanical_free (object);
        case_free (&c);
    }
}

static void conditions_are_passed_on (void **state)
{
    Case c = case_of (&model_pendulum);
    double M[100], condition[2];
    Source s;
    GeomsMechanical form = form_of (&s, &model_pendulum, c.user, M);
    GeomsModel composed;
    GeomsComposed *object;

    (void)state;
    form.ivcond = ivcond;
    object = geoms_mechanical_create (&form, &composed);
    assert_null (composed.ivcond); /* nc is 0 */
    geoms_mechanical_free (object);
    form.dims.nc = 2;
    object = geoms_mechanical_create (&form, &composed);
    assert_non_null (composed.ivcond);
    assert_int_equal (composed.dims.nc, 2);
    c.x0[0] = 2;
    for (s.answer = -1; s.answer < 2; s.answer++)
        assert_int_equal (composed.ivcond (0.5, c.x0, condition, object), s.answer);
    assert_true (condition[0] == 2.5 && condition[1] == c.x0[4]);
    geoms_mechanical_free (object);
    case_free (&c);
}

/* ---- how often the blocks are asked for ---- */

/* a finite-difference batch: base point and n columns, those of lambda and mu share the base
 * point's blocks */
static void multipliers_share_blocks (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        const TestModel *model = models[i / 2];
        const int uses = i % 2;
        const int multipliers = model->system.dims.nl + model->system.dims.nm;
        Case c = case_of (model);
        double M[100], x[23 * 22], out[23 * 40], t[23] = {0};
        Source s;
        GeomsMechanical form = form_of (&s, model, c.user, M);
        GeomsModel composed;
        GeomsComposed *object;

        form.uses_multipliers = uses;
        object = geoms_mechanical_create (&form, &composed);
        for (int j = 0; j <= c.n; j++) {
            memcpy (x + j * c.n, c.x0, (size_t)c.n * sizeof *x);
            if (j > 0)
                x[j * c.n + j - 1] += 1e-3;
        }
        assert_int_equal (composed.rda (c.n + 1, t, x, c.n, out, c.m, object), 0);
        assert_int_equal (s.calls, 1);
        assert_int_equal (s.points, c.n + 1 - (uses ? 0 : multipliers));
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
    static const TestModel *const some[] = {&model_slidercrank, &model_disk};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (some[i]);
        const int n = c.n, m = c.m;
        double M[100], x[9 * 12], out[9 * 20], alone[20], t[9] = {0};
        Source s;
        const GeomsMechanical form = form_of (&s, some[i], c.user, M);
        GeomsModel composed;
        GeomsComposed *object = geoms_mechanical_create (&form, &composed);
        unsigned seed = 1;

        assert_true (n <= 12 && m <= 20);
        for (int j = 0; j < 9; j++) {
            memcpy (x + n * j, c.x0, (size_t)n * sizeof *x);
            x[n * j + j % 4] += noise (&seed); /* multipliers and v in turn */
        }
        assert_int_equal (composed.rda (9, t, x, n, out, m, object), 0);
        assert_true (s.points < 9);
        for (int j = 0; j < 9; j++) {
            assert_int_equal (composed.rda (1, t, x + n * j, n, alone, m, object), 0);
            assert_memory_equal (alone, out + m * j, (size_t)m * sizeof *alone);
        }
        geoms_mechanical_free (object);
        case_free (&c);
    }
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

/* without any mass, and without a damper, there is no motion: the run ends at the initial point */
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
        assert_int_equal (c.model.system.rda (1, &c.tspan[0], c.x0, c.n, out, c.m, object), 0);
        c.user = object;
        o = attempt (&c); /* what is left of the crank's forces depends on its velocity */
        assert_true (! constant || o.status == GEOMS_UNDAMPED);
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
        cmocka_unit_test (composed_parts_hold_all_of_rda),
        cmocka_unit_test (long_batches_are_divided),
        cmocka_unit_test (the_gradient_fills_its_place),
        cmocka_unit_test (the_gradient_acts_on_jacobians),
        cmocka_unit_test (conditions_are_passed_on),
        cmocka_unit_test (multipliers_share_blocks),
        cmocka_unit_test (shared_blocks_change_nothing),
        cmocka_unit_test (both_forms_give_the_same_motion),
        cmocka_unit_test (answers_are_passed_on),
        cmocka_unit_test (a_singular_mass_is_noticed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
