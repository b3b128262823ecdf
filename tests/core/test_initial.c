/* test_initial.c - consistent initial values: what is moved and what not, and when the search ends
 */
#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,   &model_caraxis,         &model_slidercrank,
       &model_prescribed, &model_skate,     &model_oscillator,      &model_disk,
       &model_sleigh,     &model_top_energy, &model_pendulum_energy, &model_particle};
enum { MODELS = sizeof models / sizeof models[0] };

/* the first output of a short run from x0; o must be freed */
static Outcome begin (Case *c, int initial)
{
    c->options.initial = initial;
    c->options.project = GEOMS_PROJECT_OFF;
    c->options.max_steps = 1;
    return attempt (c);
}

/* initial values alone */
static Outcome initialise (Case *c)
{
    c->ntspan = 2;
    c->tspan[1] = c->tspan[0];
    return attempt (c);
}

static void expect_done (const Case *c, const Outcome *o)
{
    if (o->status != 0)
        fail_msg ("%s: %d, %s", c->model.name, o->status, o->report.text);
}

/* the report says this and names that */
static void expect_refusal (const Outcome *o, int status, const char *name)
{
    if (o->status != status || strstr (o->report.text, name) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", o->status, status, name,
                  o->report.text);
    assert_int_equal (o->s->count, 0);
}

static int has_begun (const Outcome *o)
{
    return o->status == 0 || o->status == GEOMS_TOO_MANY_STEPS;
}

static void consistent_values_stay (void **state)
{
    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        Outcome o;

        c.options.formulation = i / 3 % 2;
        o = begin (&c, i % 3);
        assert_true (has_begun (&o));
        assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* x0 off by 1e-3: corrected, refused with the name of a row, or taken as it is */
static void inconsistent_values_are_treated_as_wanted (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        unsigned seed = 7 + (unsigned)i;
        Outcome o;

        if (c.model.system.dims.nl + c.model.system.dims.nm == 0) {
            case_free (&c);
            continue;
        }
        c.options.formulation = i % 2;
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);

        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        assert_memory_not_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        assert_true (o.report.component >= 0);
        /* value and scale of the row */
        assert_true (o.report.limit >= 1);
        assert_true (fabs (o.report.value) > 1e-8 * o.report.limit);
        assert_true (strchr (o.report.text, '(') != NULL); /* the row's name */
        assert_int_equal (o.s->count, 0);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_ASSUME);
        if (o.s->count > 0)
            assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* each row that is violated alone is the one that is named */
static void the_violated_row_is_named (void **state)
{
    static const char *const names[] = {"gII(1)", "gI(1)", "g(1)"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double x0[3][5] = {{0.1, 0, 0, 1, 0}, {0.005, 0.1, 0, 1, 0}, {0, 0, 0, 1.1, 0}};
        Case c = case_of (&model_pendulum);
        Outcome o;

        memcpy (c.x0, x0[i], sizeof x0[i]);
        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        if (strstr (o.report.text, names[i]) == NULL)
            fail_msg ("'%s' does not name %s", o.report.text, names[i]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* The nearest point of the circle lies on the ray from the centre, the nearest velocity is the
 * tangential part, and lambda follows. */
static void the_change_is_the_smallest (void **state)
{
    (void)state;
    for (unsigned i = 1; i < 20; i++) {
        Case c = case_of (&model_pendulum);
        unsigned seed = i;
        const double angle = 3 * noise (&seed), r = 1 + 1e-3 * noise (&seed), w = 2 * noise (&seed);
        const double radial = 1e-3 * noise (&seed);
        const double e[2] = {cos (angle), sin (angle)};
        const double x0[5] = {noise (&seed), -w * e[1] + radial * e[0], w * e[0] + radial * e[1],
                              r * e[0], r * e[1]};
        const double expected[5]
            = {(w * w - 13.750371636040745655 * e[1]) / 2, -w * e[1], w * e[0], e[0], e[1]};
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (distance (o.s->x, expected, 3, 5) < 1e-12);
        assert_true (distance (o.s->x, expected, 0, 3)
                     < 1e-5); /* velocities turn with the position */
        outcome_free (&o);
        case_free (&c);
    }
}

/* a rough guess of the slider crank: crank angle and speed given, the rest about right */
static void rough_guesses_are_enough (void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        Case c = case_of (&model_slidercrank);
        unsigned seed = (unsigned)k;
        Outcome o;

        for (int j = 0; j < c.n; j++)
            c.x0[j] += 0.1 * k * (j > 1 ? 1 : 10) * noise (&seed);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (fmax (o.s->relative[0], fmax (o.s->relative[1], o.s->relative[2])) <= 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* multipliers that are not known: 0 is as good as anything */
static void multipliers_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const GeomsDims *d = &c.model.system.dims;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        memset (c.x0 + d->nw, 0, (size_t)(d->nl + d->nm) * sizeof c.x0[0]);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (distance (o.s->x, exact, 0, c.n) < 1e-9);
        outcome_free (&o);
        case_free (&c);
    }
}

/* w, lambda, mu that are NaN are computed whatever Initial says; where all else is consistent it stays
 * bit for bit. In psi1 no initial value has to meet gII, hI, which may not even be there: lambda, mu
 * are just numbers. */
static void unknown_multipliers_are_computed (void **state)
{
    static const char *const words[] = {"correct", "check", "assume"};

    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        const GeomsDims *d = &c.model.system.dims;
        const int n1 = d->nw + d->nl + d->nm;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        for (int j = 0; j < n1; j++)
            c.x0[j] = NAN;
        c.options.initial = i % 3;
        c.options.formulation = i / 3 % 2;
        o = initialise (&c);
        if (o.status != 0)
            fail_msg ("%s, psi1 %d, %s: %d, %s", c.model.name, i / 3 % 2, words[i % 3], o.status,
                      o.report.text);
        for (int j = n1; j < c.n; j++)
            if (o.s->x[j] != exact[j])
                fail_msg ("%s, psi1 %d, %s: x(%d) moves from %.17g to %.17g", c.model.name,
                          i / 3 % 2, words[i % 3], j, exact[j], o.s->x[j]);
        for (int j = 0; j < n1; j++)
            assert_true (isfinite (o.s->x[j]));
        if (i / 3 % 2 == 0 && ! (distance (o.s->x, exact, 0, n1) < 1e-8))
            fail_msg ("%s, psi1 %d, %s: multipliers are off by %.1e", c.model.name, i / 3 % 2,
                      words[i % 3], distance (o.s->x, exact, 0, n1));
        outcome_free (&o);
        case_free (&c);
    }
}

/* one known, one not: the known one is where the search begins */
static void some_multipliers_may_be_unknown (void **state)
{
    Case c = case_of (&model_skate);
    double exact[MOST_UNKNOWNS];
    Outcome o;

    (void)state;
    memcpy (exact, c.x0, sizeof exact);
    c.x0[1] = c.x0[4] = NAN;
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (distance (o.s->x, exact, 0, 6) < 1e-9);
    outcome_free (&o);
    c.x0[4] = INFINITY; /* that is no way to say it */
    o = initialise (&c);
    assert_int_equal (o.status, GEOMS_BAD_MODEL);
    assert_int_equal (o.report.component, 4);
    case_free (&c);
}

/* Initial 'check' with unknown multipliers still refuses what else is wrong */
static void a_check_sees_through_unknown_multipliers (void **state)
{
    static const char *const names[] = {"gI(1)", "g(1)"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.x0[0] = NAN;
        c.x0[i % 2 ? 3 : 1] += 0.1;
        c.options.initial = GEOMS_INITIAL_CHECK;
        c.options.formulation = i / 2;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INCONSISTENT, names[i % 2]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- one time: initial values only ---- */

static size_t told;

static int count_outputs (size_t first, const GeomsSolution *s, void *user)
{
    (void)user;
    assert_int_equal (first, 0);
    told += s->count;
    return 0;
}

static void a_single_time_gives_initial_values (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        const double t = c.tspan[0];
        unsigned seed = (unsigned)i;
        Outcome o;

        told = 0;
        c.hooks.output = count_outputs;
        c.options.formulation = i % 2;
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (o.s->count == 1 && o.s->steps == 0 && told == 1);
        assert_true (o.s->t[0] == t && o.s->t_end == t && o.report.t == t);
        assert_int_equal (o.counters.naccpt + o.counters.nstep, 0);
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- damped iterations: g = atan p, from where Newton's method runs away ---- */

static int atan_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], v = x[1], p = x[2], G = 1 / (1 + p * p);

        out[0] = G * (-G * lambda) - 2 * p * G * G * v * v;
        out[1] = G * v;
        out[2] = atan (p);
        out[3] = -G * lambda;
        out[4] = v;
    }
    return 0;
}

static int atan_start (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = x[2] = 0;
    return 0;
}

static void *nothing_create (const double *q, int nq) { return model_parameters (q, nq, q, 1); }

static void steps_are_damped (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        TestModel model = model_pendulum;
        Outcome o;
        Case c;

        model.system.dims = (GeomsDims){.np = 1, .nv = 1, .nl = 1};
        model.system.rda = atan_rda;
        model.system.mass = NULL;
        model.system.jac = NULL;
        model.system.create = nothing_create;
        model.start = atan_start;
        c = case_with (&model, &(double){0}, 1);
        c.x0[2] = (i % 2 ? -1 : 1) * (1.5 + 0.5 * (i / 2) * (i / 2));
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[2]) < 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- weights: the smallest change, level by level ---- */

/* x (n) = W^-1 F' (F W^-1 F')^-1 r for F (m x n), W^-1 (n x n) */
static void weighted_least (int m, int n, const double *F, const double *W, const double *r,
                            double *x)
{
    double T[20 * 20], A[20 * 20], z[20];

    assert_true (m <= 20 && n <= 20);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            T[i + k * n] = 0;
            for (int j = 0; j < n; j++)
                T[i + k * n] += W[i + j * n] * F[k + j * m];
        }
    product (m, m, n, F, T, A);
    memcpy (z, r, (size_t)m * sizeof *z);
    assert_int_equal (model_solve (m, A, 1, z), 0);
    product (n, 1, m, T, z, x);
}

/* W^-1 of the weights, or M^-1 */
static void inverse_weights (const Bench *b, int velocities, int by_mass, const double *weights,
                             double *W)
{
    const int n = velocities ? b->eq.n3 : b->eq.n4, o = velocities ? b->eq.o3 : b->eq.o4;
    const int mb = b->eq.m - b->eq.r_b;
    double M[20 * 20];

    memset (W, 0, (size_t)(n * n) * sizeof *W);
    for (int i = 0; i < n; i++)
        W[i * (n + 1)] = velocities && by_mass ? 1 : 1 / (weights[o + i] * weights[o + i]);
    if (! velocities || ! by_mass)
        return;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            M[i + j * n] = b->M[b->eq.n2 + i + (o + j) * mb];
    assert_int_equal (model_solve (n, M, n, W), 0);
}

static void take_block (const Bench *b, int row, int m, int o, int n, double *F)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            F[i + j * m] = b->J[row + i + (o + j) * b->eq.m];
}

/* states off by 1e-6: to first order the change is what linear algebra says */
static void changes_are_the_smallest_by_weight (void **state)
{
    static Bench b;

    (void)state;
    for (int i = 0; i < 4 * MODELS; i++) {
        Case c = case_of (models[i / 4]);
        const GeomsEquations *e = &b.eq;
        const int by_mass = i % 2, heavy = i / 2 % 2;
        double weights[MOST_UNKNOWNS], F[20 * 20], W[20 * 20], r[20], dx[MOST_UNKNOWNS];
        unsigned seed = 5 + (unsigned)i;
        Outcome o;

        if (c.model.system.dims.ni > 0) { /* beside the constraints e counts, too */
            case_free (&c);
            continue;
        }
        for (int j = 0; j < c.n; j++)
            weights[j] = heavy ? pow (10, noise (&seed)) : 1;
        c.start.weights = heavy ? weights : NULL;
        c.options.weights = by_mass ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_linearise (&b);
        for (int j = e->o3; j < c.n; j++)
            c.x0[j] += 1e-6 * (0.1 + fabs (c.x0[j])) * noise (&seed);
        memcpy (b.x, c.x0, sizeof b.x);
        bench_linearise (&b);
        o = initialise (&c);
        expect_done (&c, &o);
        /* dx4 from c, g; then dx3 from gI, h and what dx4 does there */
        take_block (&b, e->r_c, e->d.ns + e->d.nl, e->o4, e->n4, F);
        inverse_weights (&b, 0, by_mass, weights, W);
        for (int k = 0; k < e->d.ns + e->d.nl; k++)
            r[k] = -b.form.base[e->r_c + k];
        weighted_least (e->d.ns + e->d.nl, e->n4, F, W, r, dx + e->o4);
        take_block (&b, e->r_gI, e->d.nl + e->d.nm, e->o3, e->n3, F);
        inverse_weights (&b, 1, by_mass, weights, W);
        for (int k = 0; k < e->d.nl + e->d.nm; k++) {
            r[k] = -b.form.base[e->r_gI + k];
            for (int j = e->o4; j < c.n; j++)
                r[k] -= b.J[e->r_gI + k + j * c.m] * dx[j];
        }
        weighted_least (e->d.nl + e->d.nm, e->n3, F, W, r, dx + e->o3);
        for (int j = e->o3; j < c.n; j++)
            if (! (fabs (o.s->x[j] - c.x0[j] - dx[j]) <= 1e-8 * (1 + fabs (c.x0[j]))))
                fail_msg ("%s, mass %d, weights %d: x(%d) moves by %.6e, expected %.6e", c.model.name,
                          by_mass, heavy, j, o.s->x[j] - c.x0[j], dx[j]);
        outcome_free (&o);
        bench_close (&b);
        case_free (&c);
    }
}

/* M (v+ - v-) = [G; H]' times an impulse, [G; H] v+ = 0, positions stay: a plastic impact */
static void mass_weights_are_a_plastic_impact (void **state)
{
    static Bench b;

    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_of (models[i / 3]);
        const GeomsEquations *e = &b.eq;
        const int hard = c.model.system.dims.nl + c.model.system.dims.nm, nv = c.model.system.dims.nv;
        double F[20 * 20], A[20 * 20], W[20 * 20], unit[MOST_UNKNOWNS], r[20], dv[20], z[20];
        unsigned seed = 9 + (unsigned)i;
        double before = 0, after = 0, size = 0;
        int mb;
        Outcome o;

        if (c.model.system.dims.ni > 0 || i / 3 == 4) { /* or nothing is free to move */
            case_free (&c);
            continue;
        }
        c.options.weights = GEOMS_WEIGHTING_MASS;
        c.options.formulation = i % 3 == 1;
        if (i % 3 == 2)
            c.model.system.rda_mass = NULL;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        for (int j = e->o3; j < e->o4; j++)
            c.x0[j] += (1 + fabs (c.x0[j])) * noise (&seed);
        for (int j = 0; j < e->n1; j++)
            c.x0[j] = NAN;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (distance (o.s->x, c.x0, e->o4, c.n) < 1e-13);
        memcpy (b.x, o.s->x, (size_t)c.n * sizeof b.x[0]);
        bench_matrices (&b);
        mb = e->m - e->r_b;
        take_block (&b, e->r_gI, hard, e->o3, nv, F);
        for (int j = 0; j < nv; j++)
            dv[j] = o.s->x[e->o3 + j] - c.x0[e->o3 + j];
        /* the impulse z = (F M^-1 F')^-1 F dv explains all of M dv */
        for (int j = 0; j < c.n; j++)
            unit[j] = 1;
        inverse_weights (&b, 1, 1, unit, W);
        product (hard, 1, nv, F, dv, r);
        weighted_least (hard, nv, F, W, r, z);
        for (int j = 0; j < nv; j++) {
            size = fmax (size, fabs (dv[j]));
            for (int k = 0; k < nv; k++) {
                const double M = b.M[e->n2 + j + (e->o3 + k) * mb];

                before += M * c.x0[e->o3 + j] * c.x0[e->o3 + k];
                after += M * o.s->x[e->o3 + j] * o.s->x[e->o3 + k];
                A[j + k * nv] = M;
            }
        }
        (void)A;
        for (int j = 0; j < nv; j++)
            if (! (fabs (dv[j] - z[j]) <= 1e-9 * (1 + size)))
                fail_msg ("%s: v(%d) jumps by %.12g, the impulse gives %.12g", c.model.name, j, dv[j],
                          z[j]);
        /* and energy is lost, unless there is nothing to hit */
        assert_true (hard == 0 ? size == 0 : after < before);
        outcome_free (&o);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- conditions ---- */

typedef struct Wish {
    int count, unknown[4]; /* x (unknown[k]) = value[k], or the sum of p is sum                 */
    double value[4], sum;
    int with_sum;
    long calls, fail_at;
    int how;
    void *user; /* of the model */
} Wish;

static Wish wish;

static int wishes (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    for (int i = 0; i < wish.count; i++)
        k[i] = x[wish.unknown[i]] - wish.value[i];
    if (wish.with_sum)
        k[wish.count] = x[3] + x[4] - wish.sum; /* p of the pendulum */
    if (++wish.calls != wish.fail_at)
        return 0;
    if (wish.how == 2)
        k[0] = NAN;
    return wish.how == 0 ? -1 : wish.how == 1;
}

static void make_wishes (Case *c, Wish w)
{
    wish = w;
    c->model.system.dims.nc = w.count + w.with_sum;
    c->model.system.ivcond = wishes;
}

/* states on the way, the exact ones at some time, from guesses: positions and speeds of the free
 * coordinates are given, the others follow */
static void conditions_dominate (void **state)
{
    static const struct {
        const TestModel *model;
        int v, p; /* what determines all others */
        double time;
    } list[] = {{&model_pendulum, 2, 3, 0.2}, {&model_slidercrank, 3, 6, 0.07}, {&model_particle, 1, 3, 0.6}};

    (void)state;
    for (int i = 0; i < 24; i++) {
        const int which = i / 8, psi1 = i % 2, heavy = i / 2 % 2, n1 = which == 1 ? 2 : 1;
        Case c = case_of (list[which].model);
        double exact[MOST_UNKNOWNS], weights[MOST_UNKNOWNS];
        unsigned seed = (unsigned)i;
        Outcome o;

        assert_int_equal (c.model.exact (list[which].time, exact, c.user), 0);
        for (int j = 0; j < c.n; j++) {
            c.x0[j] = exact[j] + 0.05 * (1 + fabs (exact[j])) * noise (&seed);
            weights[j] = pow (10, 3 * noise (&seed)); /* that it is dear does not help */
        }
        c.start.weights = heavy ? weights : NULL;
        c.options.formulation = psi1;
        if (i / 4 % 2)
            c.model.system.jac = NULL;
        make_wishes (&c, (Wish){.count = 2,
                                .unknown = {list[which].v, list[which].p},
                                .value = {exact[list[which].v], exact[list[which].p]}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (distance (o.s->x, exact, psi1 ? n1 : 0, c.n) < 1e-9);
        assert_true (fabs (o.s->x[list[which].p] - exact[list[which].p]) < 1e-12);
        assert_true (fabs (o.s->x[list[which].v] - exact[list[which].v]) < 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* conditions on multipliers and on r: what they depend on is moved */
static void conditions_on_any_unknown (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    make_wishes (&c, (Wish){.count = 1, .unknown = {0}, .value = {2}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (fabs (o.s->x[0] - 2) < 1e-12 && o.s->relative[2] <= 1e-12);
    outcome_free (&o);
    case_free (&c);
    c = case_of (&model_skate);
    make_wishes (&c, (Wish){.count = 2, .unknown = {7, 9}, .value = {0.3, -1}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (fabs (o.s->x[7] - 0.3) < 1e-12 && fabs (o.s->x[9] + 1) < 1e-12);
    assert_true (o.s->x[6] == c.x0[6] && o.s->x[8] == c.x0[8]);
    outcome_free (&o);
    case_free (&c);
}

/* without constraints: v1 + v2 = 3 by the smallest change in the weights, or in kinetic energy */
static int sum_of_speeds (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    k[0] = x[0] + x[1] - 3;
    return 0;
}

static void weights_count_for_conditions (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double q[4] = {1, 3, 5, 2}, weights[4] = {1, 3, 2, 7};
        Case c = case_with (&model_oscillator, q, 4);
        /* W^-1 (1, 1): with the unit, 1/w^2 = (1, 1/9); M = [5 2; 2 5] */
        const double direction[3][2] = {{1, 1}, {1, 1.0 / 9}, {1, 1}};
        const double lack = 3 - c.x0[0] - c.x0[1], all = direction[i][0] + direction[i][1];
        Outcome o;

        c.model.system.dims.nc = 1;
        c.model.system.ivcond = sum_of_speeds;
        c.start.weights = i == 1 ? weights : NULL;
        c.options.weights = i == 2 ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        o = initialise (&c);
        expect_done (&c, &o);
        for (int j = 0; j < 2; j++) {
            const double moved = o.s->x[j] - c.x0[j], expected = lack * direction[i][j] / all;

            if (! (fabs (moved - expected) < 1e-9))
                fail_msg ("weighting %d: v(%d) moves by %.12g, expected %.12g", i, j + 1, moved,
                          expected);
        }
        assert_memory_equal (o.s->x + 2, c.x0 + 2, 2 * sizeof (double));
        outcome_free (&o);
        case_free (&c);
    }
}

/* dependent conditions may agree, and if they do not they are named */
static void dependent_conditions_are_told_apart (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.x0[3] = 0.6; /* where p1 is free to move */
        c.x0[4] = -0.8;
        c.options.formulation = i % 2;
        if (i / 2)
            c.model.system.jac = NULL;
        /* p1 twice, v2 once */
        make_wishes (&c, (Wish){.count = 3, .unknown = {3, 2, 3}, .value = {0.8, 0.5, 0.8}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - 0.8) < 1e-12 && fabs (o.s->x[2] - 0.5) < 1e-12);
        outcome_free (&o);
        wish.value[2] = 0.7;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INITIAL_DEPENDENT, "condition(1), condition(3) depend");
        assert_null (strstr (o.report.text, "condition(2)"));
        outcome_free (&o);
        case_free (&c);
    }
}

/* conditions that are constraints written down again: agreeing, and not */
static void conditions_may_repeat_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_particle); /* g = p1 - p2 */
        Outcome o;

        c.options.formulation = i;
        make_wishes (&c, (Wish){.count = 2, .unknown = {3, 4}, .value = {0.75, 0.75}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - 0.75) < 1e-13 && fabs (o.s->x[4] - 0.75) < 1e-13);
        outcome_free (&o);
        wish.value[1] = 0.76;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INITIAL_DEPENDENT, "condition(1), condition(2)");
        outcome_free (&o);
        case_free (&c);
    }
}

/* what cannot be is refused, with the condition or constraint that stays */
static void impossible_conditions_are_named (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    make_wishes (&c, (Wish){.count = 1, .unknown = {3}, .value = {1.5}}); /* beyond the rod */
    o = initialise (&c);
    assert_true (o.status == GEOMS_INITIAL_DIVERGES || o.status == GEOMS_INITIAL_SLOW
                 || o.status == GEOMS_INITIAL_DEPENDENT);
    assert_true (strstr (o.report.text, "condition(1)") != NULL
                 || strstr (o.report.text, "g(1)") != NULL);
    outcome_free (&o);
    /* 'check' changes nothing, and names it, too */
    c.options.initial = GEOMS_INITIAL_CHECK;
    o = initialise (&c);
    expect_refusal (&o, GEOMS_INCONSISTENT, "condition(1)");
    assert_true (fabs (o.report.value + 0.5) < 1e-14);
    outcome_free (&o);
    wish.value[0] = 1; /* that is where it stands */
    o = initialise (&c);
    expect_done (&c, &o);
    assert_memory_equal (o.s->x, c.x0, 5 * sizeof (double));
    outcome_free (&o);
    case_free (&c);
}

/* the smallest motion that meets p1 + p2 = 0 and nothing else: v turns with p */
static void the_rest_moves_least (void **state)
{
    const double h = sqrt (0.5);

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        /* close to 45 degrees, at rest */
        c.x0[3] = cos (-0.7);
        c.x0[4] = sin (-0.7);
        c.x0[0] = NAN;
        c.options.weights = i;
        make_wishes (&c, (Wish){.with_sum = 1});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - h) < 1e-12 && fabs (o.s->x[4] + h) < 1e-12);
        assert_true (fabs (o.s->x[1]) < 1e-12 && fabs (o.s->x[2]) < 1e-12);
        assert_true (fabs (o.s->x[0] - 13.750371636040745655 * h / 2) < 1e-10);
        outcome_free (&o);
        case_free (&c);
    }
}

/* conditions are for the start: states after that are moved onto the constraints alone */
static void conditions_do_not_hold_later (void **state)
{
    Case c = case_of (&model_pendulum);
    const double t = 0;
    double x[5] = {0, 0, 0, 0.1, -1.001};
    Outcome o;

    (void)state;
    c.x0[3] = 0.8;
    c.x0[4] = -0.6;
    make_wishes (&c, (Wish){.count = 1, .unknown = {3}, .value = {0.9}});
    c.tspan[1] = 0.3;
    o = solve (&c);
    assert_true (fabs (o.s->x[3] - 0.9) < 1e-12 && fabs (last_state (&o)[3] - 0.9) > 0.01);
    assert_int_equal (geoms_run_project (o.run, 1, &t, x, NULL, NULL, 1), 0);
    assert_true (fabs (x[3] - 0.1) < 0.01 && fabs (hypot (x[3], x[4]) - 1) < 1e-13);
    outcome_free (&o);
    case_free (&c);
}

static void conditions_may_fail_at_any_call (void **state)
{
    long calls = 0;

    (void)state;
    for (int how = 0; how < 3; how++)
        for (long k = 0; k == 0 || k <= calls; k++) {
            Case c = case_of (&model_slidercrank);
            Outcome o;

            c.x0[3] += 0.5; /* speed and angle of the rod */
            make_wishes (&c, (Wish){.count = 2,
                                    .unknown = {3, 6},
                                    .value = {1, -0.2},
                                    .fail_at = k,
                                    .how = how});
            o = initialise (&c);
            if (k == 0) {
                expect_done (&c, &o);
                calls = wish.calls;
                assert_true (calls > 20);
            } else if (how == 0) {
                assert_int_equal (o.status, GEOMS_INITIAL_COND);
                assert_int_equal (wish.calls, k);
                assert_int_equal (o.s->count, 0);
            } else if (o.status == 0) { /* a shorter step has helped */
                assert_true (fabs (o.s->x[3] - 1) < 1e-11 && fabs (o.s->x[6] + 0.2) < 1e-11);
            } else
                assert_int_equal (o.status, GEOMS_NOT_FINITE);
            outcome_free (&o);
            case_free (&c);
        }
}

/* ---- fixed components ---- */

/* a position and a speed are given, the others are off */
static void fixed_components_stay_exactly (void **state)
{
    (void)state;
    for (int i = 0; i < 36; i++) {
        static const int pairs[3][3][2] = {{{1, 3}, {2, 3}, {2, 4}},
                                           {{2, 5}, {3, 6}, {4, 7}},
                                           {{1, 3}, {2, 4}, {1, 4}}};
        const TestModel *list[3] = {&model_pendulum, &model_slidercrank, &model_particle};
        const int which = i / 12, psi1 = i % 2, heavy = i / 2 % 2;
        const int v = pairs[which][i / 4 % 3][0], p = pairs[which][i / 4 % 3][1];
        Case c = case_of (list[which]);
        int fixed[MOST_UNKNOWNS] = {0};
        double exact[MOST_UNKNOWNS], weights[MOST_UNKNOWNS];
        unsigned seed = 3 + (unsigned)i;
        Outcome o;

        assert_int_equal (c.model.exact (0.1, exact, c.user), 0);
        for (int j = 0; j < c.n; j++) {
            c.x0[j] = exact[j] + 0.05 * (0.5 + fabs (exact[j])) * noise (&seed);
            weights[j] = pow (10, noise (&seed));
        }
        c.x0[v] = exact[v];
        c.x0[p] = exact[p];
        fixed[v] = 1;
        fixed[p] = 5; /* anything but 0 */
        c.start.fixed = fixed;
        c.start.weights = heavy ? weights : NULL;
        c.options.formulation = psi1;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (o.s->x[v] == exact[v] && o.s->x[p] == exact[p]);
        if (! (distance (o.s->x, exact, psi1 ? c.model.system.dims.nl : 0, c.n) < 1e-6))
            fail_msg ("%s, x(%d) and x(%d) fixed: off by %.1e", c.model.name, v, p,
                      distance (o.s->x, exact, 0, c.n));
        for (int level = 0; level < (psi1 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* all that can be free is fixed: nothing moves; one more, and off: it is named, or its constraint */
static void too_many_fixed_components_are_refused (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (&model_pendulum);
        int fixed[5] = {0, 1, 1, 1, 1};
        Outcome o;

        c.start.fixed = fixed;
        c.options.formulation = i % 2;
        c.x0[0] = NAN;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_memory_equal (o.s->x + 1, c.x0 + 1, 4 * sizeof (double));
        assert_true (i % 2 || fabs (o.s->x[0]) < 1e-12);
        outcome_free (&o);
        c.x0[i / 2 == 0 ? 3 : i / 2 == 1 ? 4 : 1] += 0.05; /* p1, p2, v1 */
        o = initialise (&c);
        assert_true (o.status < 0 && o.s->count == 0);
        if (strstr (o.report.text, "g(1)") == NULL && strstr (o.report.text, "gI(1)") == NULL
            && strstr (o.report.text, "p(") == NULL && strstr (o.report.text, "v(") == NULL)
            fail_msg ("nothing is named: %s", o.report.text);
        outcome_free (&o);
        case_free (&c);
    }
}

/* a condition on what is fixed */
static void conditions_on_fixed_components (void **state)
{
    Case c = case_of (&model_pendulum);
    int fixed[5] = {0, 0, 0, 1, 0};
    Outcome o;

    (void)state;
    c.start.fixed = fixed;
    make_wishes (&c, (Wish){.count = 2, .unknown = {3, 2}, .value = {1, 0.4}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (o.s->x[3] == 1 && fabs (o.s->x[2] - 0.4) < 1e-12);
    outcome_free (&o);
    wish.value[0] = 0.9;
    o = initialise (&c);
    assert_true (o.status < 0 && strstr (o.report.text, "condition(1)") != NULL);
    outcome_free (&o);
    case_free (&c);
}

/* ---- nothing moves that need not ---- */

/* with conditions, fixed components, weights, redundancy, invariants: bit for bit */
static void what_is_consistent_stays (void **state)
{
    const TestModel three = model_parallelogram (3);
    const TestModel *const more[] = {&three, &model_fourbar, &model_bricard, &model_top};

    (void)state;
    for (int i = 0; i < 12 * (MODELS + 4); i++) {
        Case c = case_of (i / 12 < MODELS ? models[i / 12] : more[i / 12 - MODELS]);
        double weights[MOST_UNKNOWNS];
        int fixed[MOST_UNKNOWNS] = {0};
        unsigned seed = (unsigned)i;
        Outcome o;

        for (int j = 0; j < c.n; j++) {
            weights[j] = pow (10, noise (&seed));
            fixed[j] = noise (&seed) > 0.5;
        }
        c.options.formulation = i % 2;
        c.options.weights = i / 2 % 3 == 1 ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        c.start.weights = i / 2 % 3 == 2 ? weights : NULL;
        if (i / 6 % 2) {
            c.start.fixed = fixed;
            make_wishes (&c, (Wish){.count = 1, .unknown = {c.n - 1}, .value = {c.x0[c.n - 1]}});
        }
        o = initialise (&c);
        expect_done (&c, &o);
        /* redundant multipliers are those of minimum norm, to rounding */
        for (int j = o.s->redundant ? c.model.system.dims.nl : 0; j < c.n; j++)
            if (o.s->x[j] != c.x0[j])
                fail_msg ("%s, psi1 %d, weighting %d: x(%d) moves from %.17g to %.17g",
                          c.model.name, i % 2, i / 2 % 3, j, c.x0[j], o.s->x[j]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- invariants ---- */

/* an energy that is prescribed is reached by the smallest motion, and is not if it cannot be */
static void prescribed_invariants_are_met (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double q[4] = {1, 1, 10, i % 3 == 0 ? 1 : i % 3 == 1 ? -3 : -9};
        const double x0[5] = {0, -1.5, 2, 0.8, 0.6};
        Case c = case_with (&model_pendulum_energy, q, 4);
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        c.options.formulation = i / 3;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (c.model.energy (0, o.s->x, c.user) - q[3]) < 1e-12);
        assert_true (o.s->relative[0] <= 1e-12 && o.s->relative[1] <= 1e-12);
        outcome_free (&o);
        c.options.initial = GEOMS_INITIAL_CHECK;
        c.x0[1] = -1.2; /* v'p = 0 */
        c.x0[2] = 1.6;
        c.x0[0] = NAN;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INCONSISTENT, "e(1)");
        assert_true (fabs (o.report.value - (8 - q[3])) < 1e-13);
        outcome_free (&o);
        case_free (&c);
    }
    {
        const double q[4] = {1, 1, 10, -10.5}; /* lower than the lowest */
        Case c = case_with (&model_pendulum_energy, q, 4);
        Outcome o = initialise (&c);

        if (o.status >= 0 || strstr (o.report.text, "e(1)") == NULL)
            fail_msg ("%d, %s", o.status, o.report.text);
        outcome_free (&o);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (consistent_values_stay),
        cmocka_unit_test (inconsistent_values_are_treated_as_wanted),
        cmocka_unit_test (the_violated_row_is_named),
        cmocka_unit_test (the_change_is_the_smallest),
        cmocka_unit_test (rough_guesses_are_enough),
        cmocka_unit_test (multipliers_are_found),
        cmocka_unit_test (unknown_multipliers_are_computed),
        cmocka_unit_test (some_multipliers_may_be_unknown),
        cmocka_unit_test (a_check_sees_through_unknown_multipliers),
        cmocka_unit_test (a_single_time_gives_initial_values),
        cmocka_unit_test (steps_are_damped),
        cmocka_unit_test (changes_are_the_smallest_by_weight),
        cmocka_unit_test (mass_weights_are_a_plastic_impact),
        cmocka_unit_test (conditions_dominate),
        cmocka_unit_test (conditions_on_any_unknown),
        cmocka_unit_test (weights_count_for_conditions),
        cmocka_unit_test (dependent_conditions_are_told_apart),
        cmocka_unit_test (conditions_may_repeat_constraints),
        cmocka_unit_test (impossible_conditions_are_named),
        cmocka_unit_test (the_rest_moves_least),
        cmocka_unit_test (conditions_do_not_hold_later),
        cmocka_unit_test (conditions_may_fail_at_any_call),
        cmocka_unit_test (fixed_components_stay_exactly),
        cmocka_unit_test (too_many_fixed_components_are_refused),
        cmocka_unit_test (conditions_on_fixed_components),
        cmocka_unit_test (what_is_consistent_stays),
        cmocka_unit_test (prescribed_invariants_are_met),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
