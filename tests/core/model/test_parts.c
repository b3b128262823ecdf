/* test_parts.c - M, Z, f, C, g, b', b'', b of a model: rda is made of them at any state and
 * multipliers,
 *
 *     f_dyn = f - C' lambda,  [gI; h~] = C v + b',  [gII; hI] = C M^-1 f_dyn + b'',  p' = Z v
 *
 * those that a model gives and those taken from its rda are the same; complete parts hold all of
 * rda; what is affine and what is not; functions that fail; what is counted
 */
#include "assembled.h"
#include "doubled.h"
#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "models/all.h"
#include "moving.h"
#include "odae_models.h"
#include "repeated.h"
#include "run/run.h"

static const Pair uode = {GEOMS_FORMULATION_PARTITION_FULL, GEOMS_METHOD_DOPRI5};

typedef struct Fixture {
    Case c;
    GeomsRun *run;
    GeomsParts *parts;
    GeomsEquations *eq;
} Fixture;

static void open_parts (Fixture *f, const Case *c)
{
    GeomsProblem problem;
    GeomsReport report;

    f->c = *c;
    choose (&f->c, &uode);
    problem = case_problem (&f->c);
    f->run = geoms_run_create (&problem, &report);
    if (f->run == NULL)
        fail_msg ("%s: %s", c->model.name, report.text);
    f->parts = &((GeomsAccelerations *)f->run->integrated)->parts;
    f->eq = &f->run->eq;
}

static void close_parts (Fixture *f) { geoms_run_free (f->run); }

/* the start, moved */
static void random_state (const Case *c, double *x, unsigned *seed)
{
    for (int i = 0; i < c->n; i++)
        x[i] = c->x0[i] + 0.1 * (0.5 + fabs (c->x0[i])) * noise (seed);
}

/* ---- rda is made of the parts ---- */

/* y = C x */
static void apply (const Fixture *f, const double *C, const double *x, double *y)
{
    product (f->parts->m, 1, f->eq->d.nv, C, x, y);
}

static double against (double a, double b, double size) { return fabs (a - b) / (1 + size); }

/* how far rda at (t, x) is from what the parts make of it, relative to the largest terms */
static double difference_at (Fixture *f, double t, const double *x)
{
    const GeomsEquations *e = f->eq;
    const int m = f->parts->m, nv = e->d.nv;
    double rda[400], fdyn[64], a[64], M[64 * 64], level[64], acceleration[64], pdot[64], worst = 0,
                                                                                         size = 0;
    GeomsPart part;

    assert_true (nv <= 64 && e->m <= 400);
    assert_int_equal (e->model->rda (1, &t, x, e->n, rda, e->m, e->user), 0);
    assert_int_equal (geoms_parts_evaluate (f->parts, GEOMS_FOR_METHOD, 1, &t, x, e->n), 0);
    part = geoms_parts_at (f->parts, 0);
    for (int j = 0; j < nv; j++) {
        fdyn[j] = part.f[j];
        for (int i = 0; i < m; i++)
            fdyn[j] -= part.C[i + m * j] * x[i];
        size = fmax (size, fabs (part.f[j]));
        worst = fmax (worst, against (fdyn[j], rda[e->r_v + j], size));
    }
    memcpy (M, part.M, (size_t)(nv * nv) * sizeof *M);
    memcpy (a, fdyn, (size_t)nv * sizeof *a);
    assert_int_equal (model_solve (nv, M, 1, a), 0);
    apply (f, part.C, x + e->o3, level);
    apply (f, part.C, a, acceleration);
    size = 0;
    for (int i = 0; i < nv; i++)
        size = fmax (size, fabs (a[i]));
    for (int i = 0; i < m; i++) {
        worst = fmax (worst, against (level[i] + part.b1[i], rda[e->r_gI + i], 0));
        worst = fmax (worst, against (acceleration[i] + part.b2[i], rda[e->r_gII + i], size));
    }
    for (int i = 0; i < e->d.nl; i++)
        assert_true (part.g[i] == rda[e->r_c + i]);
    for (int i = 0; i < e->d.nr; i++)
        assert_true (part.b[i] == rda[e->r_b + i]);
    assert_int_equal (geoms_parts_kinematics (f->parts, GEOMS_FOR_METHOD, 0, t, x, x + e->o3, pdot),
                      0);
    for (int i = 0; i < e->d.np; i++)
        worst = fmax (worst, against (pdot[i], rda[e->r_p + i], 0));
    return worst;
}

/* each model with the parts that it gives, and without */
static Case case_number (int i)
{
    static const TestModel *const models[]
        = {&model_pendulum, &model_slidercrank,    &model_sleigh,    &model_top,
           &model_caraxis,  &model_prescribed,     &model_knifeedge, &model_disk,
           &model_particle, &model_andrews,        &model_chain_3,   &model_oscillator,
           &model_fourbar,  &model_truck_pneumatic};
    Case c = i > 1 ? case_of (models[i / 2 - 1]) : case_of_moving ();

    if (i % 2)
        c.model.system.parts = NULL;
    return c;
}
enum { MODELS = 30 };

static void rda_is_made_of_the_parts (void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++) {
        Case c = case_number (model);
        double x[MOST_UNKNOWNS], worst = 0;
        unsigned seed = 3;
        Fixture f;

        open_parts (&f, &c);
        for (int k = 0; k < 20; k++) {
            random_state (&c, x, &seed);
            worst = fmax (worst, difference_at (&f, 0.1 * k, x));
        }
        print_message ("%s: %.1e\n", c.model.name, worst);
        assert_true (worst < 1e-11);
        close_parts (&f);
        case_free (&c);
    }
}

/* ---- complete parts: rda assembled from them ---- */

static void check_assembled (const Case *c)
{
    double x[MOST_UNKNOWNS], worst = 0;
    static Assembly a;
    unsigned seed = 7;

    assembly_open (&a, c);
    assert_true (a.parts.complete);
    for (int k = 0; k < 8; k++) {
        random_state (c, x, &seed);
        worst = fmax (worst, assembly_difference (&a, 0.1 * k, x));
    }
    print_message ("%s: %.1e\n", c->model.name, worst);
    assert_true (worst < 1e-13);
    assembly_close (&a);
}

static void rda_is_assembled_from_the_parts (void **state)
{
    static const TestModel *const others[] = {&model_doubled, &model_sphere, &model_circle};
    Case c = case_of_moving ();

    (void)state;
    check_assembled (&c);
    case_free (&c);
    for (int i = 0; i < ALL_MODELS + 3; i++) {
        const TestModel model = i < ALL_MODELS ? model_number (i) : *others[i - ALL_MODELS];
        double q;

        assert_non_null (model.system.parts);
        c = case_with (&model, &q, model_size (&model, &q));
        check_assembled (&c);
        case_free (&c);
    }
}

/* with rows of each kind written down again */
static void rda_is_assembled_from_repeated_parts (void **state)
{
    static const TestModel *const base[] = {&model_skate, &model_andrews, &model_top_energy};

    (void)state;
    for (int i = 0; i < 3; i++) {
        Repeated r = {.base = base[i], .count = 3, .row = {1, 0, 2}, .factor = {1, -2, 0.5}};
        Case c = case_repeated (&r);

        check_assembled (&c);
        case_free (&c);
    }
}

/* the parts of the first model of geoms_model.h: nothing behind b */
static int parts_of_abi_2 (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    assert_int_equal (ldo, 7);
    for (int j = 0; j < k; j++) {
        double column[8];

        if (model_pendulum_energy.system.parts (1, t + j, x + j * ldx, ldx, column, 8, user) != 0)
            return -1;
        memcpy (out + j * ldo, column, 7 * sizeof *out);
    }
    return 0;
}

/* complete only without e; what needs no more than before runs as before */
static void parts_of_abi_2_end_with_b (void **state)
{
    (void)state;
    for (int old = 0; old < 4; old++) {
        Case c = case_of (old < 2 ? &model_pendulum : &model_pendulum_energy);
        static Assembly a;

        c.model.system.abi = old % 2 ? 2 : GEOMS_MODEL_ABI;
        c.model.system.parts = old == 3 ? parts_of_abi_2 : c.model.system.parts;
        assembly_open (&a, &c);
        assert_int_equal (a.parts.complete, old < 3);
        assert_int_equal (geoms_parts_evaluate (&a.parts, GEOMS_FOR_METHOD, 1, c.tspan, c.x0, c.n),
                          0);
        assert_true ((geoms_parts_at (&a.parts, 0).e != NULL) == (old < 3));
        assembly_close (&a);
        case_free (&c);
    }
}

static void models_of_abi_2_run (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Outcome o[2];

        for (int old = 0; old < 2; old++) {
            Case c = case_of (&model_pendulum_energy);

            choose (&c, &pairs[i]);
            c.tspan[1] = 1;
            c.model.system.abi = old ? 2 : GEOMS_MODEL_ABI;
            c.model.system.parts = old ? parts_of_abi_2 : c.model.system.parts;
            o[old] = solve (&c);
            case_free (&c);
        }
        assert_int_equal (o[0].s->count, o[1].s->count);
        assert_memory_equal (last_state (&o[0]), last_state (&o[1]), 5 * sizeof (double));
        outcome_free (&o[0]);
        outcome_free (&o[1]);
    }
}

/* ---- those of the model, and those from rda: the formulas of moving.h ---- */

static void known_parts (void **state)
{
    (void)state;
    for (int own = 0; own < 2; own++) {
        Case c = case_number (! own);
        double x[MOVING_N], M[9], C[6], Z[12], force[3], b, g, level[2], rest[2], b1[2], pdot[4],
            expected[4], worst = 0;
        unsigned seed = 11;
        Fixture f;

        open_parts (&f, &c);
        for (int k = 0; k < 20; k++) {
            const double t = 0.1 * k, v[3] = {0.3, -0.7, 1.1}; /* not those of x */
            GeomsPart part;

            random_state (&c, x, &seed);
            moving_mass (x + MOVING_P, M);
            moving_C (x + MOVING_P, C);
            moving_kinematics (x + MOVING_P, Z);
            moving_all_forces (t, x, force, &b);
            moving_levels (t, x, &g, level, rest);
            product (2, 1, 3, C, x + MOVING_V, b1);
            for (int i = 0; i < 2; i++)
                b1[i] = level[i] - b1[i];
            assert_int_equal (geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 1, &t, x, MOVING_N),
                              0);
            part = geoms_parts_at (f.parts, 0);
            worst = fmax (worst, distance (part.M, M, 0, 9));
            worst = fmax (worst, distance (part.C, C, 0, 6));
            worst = fmax (worst, distance (part.f, force, 0, 3));
            worst = fmax (worst, distance (part.b1, b1, 0, 2));
            worst = fmax (worst, distance (part.b2, rest, 0, 2));
            worst = fmax (worst, fmax (fabs (*part.g - g), fabs (*part.b - b)));
            assert_true ((part.Z != NULL) == own);
            if (own)
                assert_memory_equal (part.Z, Z, sizeof Z);
            assert_int_equal (geoms_parts_kinematics (f.parts, GEOMS_FOR_METHOD, 0, t, x, v, pdot),
                              0);
            product (4, 1, 3, Z, v, expected);
            worst = fmax (worst, distance (pdot, expected, 0, 4));
        }
        print_message ("parts of its own %d: %.1e\n", own, worst);
        assert_true (worst < 1e-13);
        close_parts (&f);
        case_free (&c);
    }
}

/* runs with and without parts of the model's own */
static void runs_agree (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Outcome o[2];

        for (int own = 0; own < 2; own++) {
            Case c = case_number (! own);

            choose (&c, &pairs[i]);
            o[own] = solve (&c);
            case_free (&c);
        }
        /* with another rounding radau5 may take other steps, but errors as small */
        assert_true (distance (last_state (&o[0]), last_state (&o[1]), 0, MOVING_N) < 1e-5);
        if (pairs[i].method == GEOMS_METHOD_DOPRI5) {
            assert_int_equal (o[0].counters.naccpt, o[1].counters.naccpt);
            assert_true (distance (last_state (&o[0]), last_state (&o[1]), 0, MOVING_N) < 1e-10);
        }
        assert_true (o[1].counters.neom < o[0].counters.neom);
        outcome_free (&o[0]);
        outcome_free (&o[1]);
    }
}

/* ---- the mechanical form without kinematics, a constant mass ---- */

static int plain_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 1, *p = x + 3;
        const double all[7] = {0,
                               -9.81,
                               p[0] * p[0] + p[1] * p[1] - 1,
                               2 * p[0],
                               2 * p[1],
                               2 * (p[0] * v[0] + p[1] * v[1]),
                               2 * (v[0] * v[0] + v[1] * v[1])};

        memcpy (out, all, sizeof all);
    }
    return 0;
}

static void parts_of_the_mechanical_form (void **state)
{
    const double M[4] = {2, 0.5, 0.5, 1}, x[5] = {7, 0.1, 0.2, 0.8, -0.6}, t = 0;
    const GeomsMechanical form = {.dims = {.np = 2, .nv = 2, .nl = 1},
                                  .mass_structure = GEOMS_MASS_CONSTANT,
                                  .autonomous = 1,
                                  .mass = M,
                                  .blocks = plain_blocks};
    Case c = case_of (&model_pendulum);
    void *user = c.user;
    double pdot[2];
    GeomsPart part;
    Fixture f;

    (void)state;
    c.user = geoms_mechanical_create (&form, &c.model.system);
    memcpy (c.x0, x, sizeof x);
    open_parts (&f, &c);
    assert_int_equal (geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 1, &t, x, 5), 0);
    part = geoms_parts_at (f.parts, 0);
    assert_null (part.Z);
    assert_memory_equal (part.M, M, sizeof M);
    assert_true (part.f[0] == 0 && part.f[1] == -9.81);
    assert_true (part.C[0] == 1.6 && part.C[1] == -1.2);
    assert_true (part.g[0] == 0.8 * 0.8 + 0.6 * 0.6 - 1);
    assert_true (fabs (part.b1[0]) < 1e-16 && fabs (part.b2[0] - 0.1) < 1e-16);
    assert_int_equal (geoms_parts_kinematics (f.parts, GEOMS_FOR_METHOD, 0, t, x, M, pdot), 0);
    assert_memory_equal (pdot, M, sizeof pdot);
    close_parts (&f);
    geoms_mechanical_free (c.user);
    model_pendulum.system.destroy (user);
}

/* ---- batches, counters ---- */

static void batches_are_single_points (void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++) {
        Case c = case_number (model);
        const size_t n = (size_t)c.n;
        double t[6], x[6 * MOST_UNKNOWNS], *all;
        size_t bytes;
        long before, calls;
        unsigned seed = 5;
        Fixture f;

        open_parts (&f, &c);
        bytes = 6 * (size_t)f.parts->size * sizeof *all;
        all = malloc (bytes + 1);
        assert_non_null (all);
        for (int k = 0; k < 6; k++) {
            t[k] = 0.07 * k;
            random_state (&c, x + (size_t)k * n, &seed);
        }
        before = f.run->counters.neom;
        calls = f.run->counters.ncall;
        assert_int_equal (geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 6, t, x, c.n), 0);
        assert_int_equal (f.run->counters.neom - before,
                          6 * (c.model.system.parts != NULL ? 1 : 1 + f.parts->m));
        assert_in_range (f.run->counters.ncall - calls, 1, 2); /* maybe one more for the mass */
        memcpy (all, f.parts->columns, bytes);
        for (size_t k = 0; k < 6; k++) {
            assert_int_equal (
                geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 1, t + k, x + k * n, c.n), 0);
            assert_memory_equal (f.parts->columns, all + k * (size_t)f.parts->size, bytes / 6);
        }
        free (all);
        close_parts (&f);
        case_free (&c);
    }
}

static void purposes_are_counted (void **state)
{
    static const int purpose[3] = {GEOMS_FOR_METHOD, GEOMS_FOR_JACOBIAN, GEOMS_FOR_OUTPUT};

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_number (i % 2);
        const double t = 0;
        const int points = i % 2 ? 3 : 1;
        Fixture f;
        GeomsCounters before, k;

        open_parts (&f, &c);
        before = f.run->counters;
        assert_int_equal (geoms_parts_evaluate (f.parts, purpose[i / 2], 1, &t, c.x0, c.n), 0);
        k = f.run->counters;
        assert_int_equal (k.neom - before.neom, i / 2 == 0 ? points : 0);
        assert_int_equal (k.neomjac - before.neomjac, i / 2 == 1 ? points : 0);
        assert_int_equal (k.neomout - before.neomout, i / 2 == 2 ? points : 0);
        assert_int_equal (k.nmas - before.nmas, points);
        close_parts (&f);
        case_free (&c);
    }
}

/* ---- systems that have no such parts ---- */

/* what is added to f_dyn of the sleigh-like system of moving.h, by its rda or its blocks */
static double (*addition) (const double *lambda);

static double of_size (const double *l) { return 0.1 * fabs (l[0]); }
static double of_size_of_mu (const double *l) { return 0.1 * fabs (l[1]); }
static double of_square (const double *l) { return 0.01 * l[1] * l[1]; }
static double of_product (const double *l) { return 0.01 * l[0] * l[1]; }
static double of_positive (const double *l) { return 0.1 * fmax (l[0], 0); }
static double of_both (const double *l) { return 0.1 * sqrt (l[0] * l[0] + l[1] * l[1]); }
static double of_nothing (const double *l) { return 0 * l[0]; }
static double of_number (const double *l) { return 3 + 0 * l[0]; }

static int changed_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    Case *c = user;
    const int status = c->model.system.rda (k, t, x, ldx, out, ldo, c->user);

    for (int j = 0; j < k; j++) /* rda = [gII; hI; gI; h~; g; b; f_dyn; f_kin] */
        out[j * ldo + 7] += addition (x + j * ldx);
    return status;
}

static int changed_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    Case *c = user;

    return c->model.system.mass (k, t, x, ldx, out, ldo, c->user);
}

static int changed_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    Case *c = user;
    const int status = c->model.system.parts (k, t, x, ldx, out, ldo, c->user);

    for (int j = 0; j < k; j++) /* M, Z, f */
        out[j * ldo + 22] += addition (x + j * ldx);
    return status;
}

/* p' = Z v with a rotation Z, G = (c, s): of G Z rounding leaves (1, 1e-17), and of f_dyn as
 * much */
static int turned_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const double c = cos (0.3), s = sin (0.3), *G = user, Z[4] = {c, s, -s, c};

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double forces[2];

        for (int i = 0; i < 2; i++) /* Z' (G' lambda), not (G Z)' lambda */
            forces[i] = Z[2 * i] * (G[0] * x[0]) + Z[2 * i + 1] * (G[1] * x[0]);
        out[3] = -forces[0];
        out[4] = -forces[1];
        out[5] = Z[0] * x[1] + Z[2] * x[2];
        out[6] = Z[1] * x[1] + Z[3] * x[2];
        out[2] = G[0] * x[3] + G[1] * x[4];
        out[1] = G[0] * out[5] + G[1] * out[6];
        out[0] = -(G[0] * (Z[0] * forces[0] + Z[2] * forces[1])
                   + G[1] * (Z[1] * forces[0] + Z[3] * forces[1]));
    }
    return 0;
}

static void rounding_is_no_friction (void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        double G[2] = {(0.5 + 0.1 * i) * cos (0.3), (0.5 + 0.1 * i) * sin (0.3)};
        Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                       .size = sizeof (GeomsModel),
                                       .dims = {.np = 2, .nv = 2, .nl = 1},
                                       .mass_structure = GEOMS_MASS_CONSTANT,
                                       .rda = turned_rda},
                            .name = "slot"},
                  .user = G,
                  .n = 5,
                  .m = 7,
                  .ntspan = 2,
                  .tspan = {0, 1}};
        Fixture f;

        geoms_options_default (&c.options);
        case_tolerance (&c, 1e-6);
        open_parts (&f, &c);
        assert_int_equal (geoms_parts_check (f.parts, 0, c.x0), 0);
        close_parts (&f);
    }
}

static void what_is_affine_is_recognised (void **state)
{
    static const struct {
        double (*addition) (const double *lambda);
        int affine;
    } cases[] = {{of_nothing, 1}, {of_number, 1},  {of_size, 0},     {of_size_of_mu, 0},
                 {of_square, 0},  {of_product, 0}, {of_positive, 0}, {of_both, 0}};

    (void)state;
    for (size_t i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
        Case inner = case_of_moving (), c = inner;
        Fixture f;
        int status;

        c.x0[0] = i / 2 % 2 ? -1.5 : 1.5;
        addition = cases[i / 4].addition;
        c.user = &inner;
        c.model.system.rda = changed_rda;
        c.model.system.rda_mass = NULL;
        c.model.system.mass = changed_mass;
        c.model.system.jac = NULL;
        c.model.system.jac_known = NULL;
        c.model.system.parts = i % 2 ? changed_parts : NULL;
        open_parts (&f, &c);
        status = geoms_parts_check (f.parts, 0.1, c.x0);
        if (cases[i / 4].affine)
            assert_int_equal (status, 0);
        else {
            assert_int_equal (status, GEOMS_BAD_FORMULATION);
            assert_non_null (strstr (f.run->report.text,
                                     "forces that depend on lambda or mu in another way than - C' "
                                     "lambda"));
        }
        close_parts (&f);
        case_free (&inner);
    }
}

static void other_unknowns_are_named (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        GeomsReport report = {0};
        GeomsEquations e = {.d = {.np = 2, .nv = 2, .nw = i == 0, .ns = i == 1}, .report = &report};

        assert_int_equal (geoms_parts_dimensions (&e), i < 2 ? GEOMS_BAD_FORMULATION : 0);
        if (i < 2)
            assert_non_null (
                strstr (report.text, i == 0 ? "auxiliary variables w" : "contact variables s"));
    }
}

/* ---- functions that fail ---- */

static int failing (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    (void)k, (void)t, (void)x, (void)ldx, (void)out, (void)ldo;
    return **(int **)user;
}

static void return_values_are_obeyed (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_number (i / 2);
        int value = i % 2 ? -1 : 1, *at = &value, status;
        const double t = 0.25;
        Fixture f;

        open_parts (&f, &c);
        f.run->model.rda = f.run->model.parts ? f.run->model.rda : failing;
        f.run->model.parts = f.run->model.parts ? failing : NULL;
        f.run->model.rda_mass = NULL;
        f.eq->user = &at;
        status = geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 1, &t, c.x0, c.n);
        assert_int_equal (status, i % 2 ? GEOMS_STOP_EOM : GEOMS_RETRY);
        if (i % 2)
            assert_true (f.run->report.t == 0.25);
        close_parts (&f);
        case_free (&c);
    }
}

/* from rda the mass must be regular */
static int no_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    (void)t, (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++)
        memset (out + j * ldo, 0, 9 * sizeof *out);
    return 0;
}

static void singular_masses_are_told (void **state)
{
    Case c = case_of (&model_slidercrank);
    const double t = 0;
    Fixture f;

    (void)state;
    c.model.system.mass = no_mass;
    c.model.system.rda_mass = NULL;
    c.model.system.parts = NULL;
    open_parts (&f, &c);
    assert_int_equal (geoms_parts_evaluate (f.parts, GEOMS_FOR_METHOD, 1, &t, c.x0, c.n),
                      GEOMS_RETRY);
    close_parts (&f);
    case_free (&c);
}

/* a constraint that is no number beyond p1 = -1/2, in both forms: that is why the run ends */
static int torn_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = plain_blocks (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 3] += 0 * sqrt (x[j * ldx + 3] + 0.5);
    return status;
}

static void constraints_that_are_no_numbers_are_told (void **state)
{
    const double M[4] = {1, 0, 0, 1}, x[5] = {0, 0, 0, 1, 0};
    const GeomsMechanical form = {.dims = {.np = 2, .nv = 2, .nl = 1},
                                  .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                                  .autonomous = 1,
                                  .mass = M,
                                  .blocks = torn_blocks};

    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = case_of (&model_pendulum);
        void *user = c.user;
        Outcome o;

        choose (&c, &pairs[i / 2]);
        c.user = geoms_mechanical_create (&form, &c.model.system);
        memcpy (c.x0, x, sizeof x);
        c.model.system.parts = i % 2 ? c.model.system.parts : NULL;
        o = attempt (&c);
        if (o.status != GEOMS_NOT_FINITE || ! (o.s->t_end > 0.3))
            fail_msg ("%s, parts %d: t = %g, %d, %s", pair_name (&pairs[i / 2]), i % 2, o.s->t_end,
                      o.status, o.report.text);
        assert_true (fabs (last_state (&o)[3] + 0.5) < 1e-3);
        outcome_free (&o);
        geoms_mechanical_free (c.user);
        model_pendulum.system.destroy (user);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rda_is_made_of_the_parts),
        cmocka_unit_test (rda_is_assembled_from_the_parts),
        cmocka_unit_test (rda_is_assembled_from_repeated_parts),
        cmocka_unit_test (parts_of_abi_2_end_with_b),
        cmocka_unit_test (models_of_abi_2_run),
        cmocka_unit_test (known_parts),
        cmocka_unit_test (runs_agree),
        cmocka_unit_test (parts_of_the_mechanical_form),
        cmocka_unit_test (batches_are_single_points),
        cmocka_unit_test (purposes_are_counted),
        cmocka_unit_test (what_is_affine_is_recognised),
        cmocka_unit_test (rounding_is_no_friction),
        cmocka_unit_test (other_unknowns_are_named),
        cmocka_unit_test (return_values_are_obeyed),
        cmocka_unit_test (singular_masses_are_told),
        cmocka_unit_test (constraints_that_are_no_numbers_are_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
