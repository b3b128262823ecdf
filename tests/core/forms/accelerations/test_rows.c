/* test_rows.c - the rows of every formulation against the formulas in the head of rows.c; what
 * each of them keeps and what drifts, projection, gains, continuation
 */
#include "continued.h"
#include "accelerations_bench.h"

/* each formulation as implicit methods see it, and those that explicit ones take otherwise */
static const Pair kinds[] = {{GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX1_IMPLICIT, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_UODE, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX3, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_GGL, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_EXTENDED_316, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_EXTENDED_317, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PROJECTED_INVARIANTS, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_FULL, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PSF, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_DOPRI5}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- rows ---- */

/* what the formulas are made of at one point: 3 velocities, 2 constraints, one of them of
 * positions */
typedef struct Point {
    Known k;
    const double *z, *v, *extra; /* unknowns, velocities, unknowns behind those of x */
    double g, velocity[2];       /* g, C v + b'                                      */
    double a[3], v_star[3];      /* a = M^-1 (f - C' lambda), v* = v, to be changed  */
} Point;

/* a = M^-1 (f - C' lambda) */
static void accelerations (const Known *k, const double *lambda, double *a)
{
    double M[9];

    memcpy (M, k->M, sizeof M);
    for (int l = 0; l < 3; l++)
        a[l] = k->f[l] - k->C[2 * l] * lambda[0] - k->C[2 * l + 1] * lambda[1];
    assert_int_equal (model_solve (3, M, 1, a), 0);
}

static Point point_at (double t, const double *z)
{
    Point p = {.k = known_at (t, z), .z = z, .v = z + MOVING_V, .extra = z + MOVING_N};
    double level[2], rest[2];

    moving_levels (t, z, &p.g, level, rest);
    memcpy (p.velocity, p.k.b1, sizeof p.velocity);
    for (int i = 0; i < 6; i++)
        p.velocity[i % 2] += p.k.C[i] * p.v[i / 2];
    accelerations (&p.k, z, p.a);
    memcpy (p.v_star, p.v, sizeof p.v_star);
    return p;
}

/* C a + b'' */
static void second_level (const Known *k, const double *a, double *row)
{
    for (int i = 0; i < 2; i++)
        row[i] = k->b2[i] + k->C[i] * a[0] + k->C[i + 2] * a[1] + k->C[i + 4] * a[2];
}

/* y -= C' x over the first rows of C */
static void subtract (const Known *k, int rows, const double *x, double *y)
{
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < rows; i++)
            y[l] -= k->C[2 * l + i] * x[i];
}

/* lambda, a and v* of a partition, with other b'' */
static void partition (Point *p, int formulation, const int *independent, const double *b2,
                       double *rows)
{
    double both[5];

    expected_velocities (&p->k, formulation, independent, p->v, p->v_star);
    saddle (&p->k, p->k.M, p->k.f, b2, both);
    memcpy (p->a, both, sizeof p->a);
    for (int i = 0; i < 2; i++)
        rows[i] = both[3 + i] - p->z[i];
}

static void baumgarte (Point *p, const GeomsOptions *o, double *rows)
{
    double b2[2];

    for (int i = 0; i < 2; i++)
        b2[i] = p->k.b2[i] + 2 * o->baumgarte_alpha * p->velocity[i];
    b2[0] += o->baumgarte_beta * o->baumgarte_beta * p->g;
    partition (p, GEOMS_FORMULATION_PARTITION_FULL, NULL, b2, rows);
}

/* (10): a is given */
static void implicit (Point *p, double *rows)
{
    memcpy (p->a, p->extra, sizeof p->a);
    second_level (&p->k, p->a, rows);
    memcpy (rows + MOVING_N, p->k.f, sizeof p->k.f);
    subtract (&p->k, 2, p->z, rows + MOVING_N);
    for (int i = 0; i < 9; i++)
        rows[MOVING_N + i % 3] -= p->k.M[i] * p->a[i / 3];
}

/* (3.16), (3.17), (3.32): mu = extra[0], tau = extra[1], extra[2] */
static void extended (Point *p, int formulation, double *rows)
{
    const double *tau = p->extra + 1;
    double L[6], sum[2];

    rows[MOVING_N] = p->g;
    memcpy (rows + MOVING_N + 1, p->velocity, sizeof p->velocity);
    subtract (&p->k, 1, p->extra, p->v_star);
    second_level (&p->k, p->a, rows);
    if (formulation == GEOMS_FORMULATION_PROJECTED_INVARIANTS) {
        subtract (&p->k, 2, tau, p->a);
        return;
    }
    moving_L (p->z, L);
    for (int l = 0; l < 3; l++)
        p->v_star[l] -= L[2 * l] * tau[0] + L[2 * l + 1] * tau[1];
    for (int i = 0; i < 2; i++)
        sum[i] = p->z[i] + tau[i];
    if (formulation == GEOMS_FORMULATION_EXTENDED_317)
        accelerations (&p->k, sum, p->a);
}

/* index2, index3, ggl */
static void lower_levels (Point *p, int formulation, double *rows)
{
    memcpy (rows, p->velocity, sizeof p->velocity);
    if (formulation == GEOMS_FORMULATION_INDEX3)
        rows[0] = p->g;
    if (formulation == GEOMS_FORMULATION_GGL) {
        subtract (&p->k, 1, p->extra, p->v_star);
        rows[MOVING_N] = p->g;
    }
}

/* all rows but lambda' of uode */
static void expected_rows (const Pair *pair, const GeomsOptions *o, const int *independent,
                           double t, const double *z, double *rows)
{
    Point p = point_at (t, z);
    const int f = pair->formulation, explicit = pair->method == GEOMS_METHOD_DOPRI5;

    if (f == GEOMS_FORMULATION_BAUMGARTE)
        baumgarte (&p, o, rows);
    else if (f == GEOMS_FORMULATION_UODE)
        rows[0] = rows[1] = 0;
    else if (f == GEOMS_FORMULATION_PARTITION_FULL || is_partition (f))
        partition (&p, f, independent, p.k.b2, rows);
    else if (explicit)
        partition (&p, f == GEOMS_FORMULATION_PSF ? GEOMS_FORMULATION_PARTITION_SVD : f, NULL,
                   p.k.b2, rows);
    else if (f == GEOMS_FORMULATION_INDEX1 || f == GEOMS_FORMULATION_INDEX1_EXPLICIT)
        second_level (&p.k, p.a, rows);
    else if (f == GEOMS_FORMULATION_INDEX1_IMPLICIT)
        implicit (&p, rows);
    else if (geoms_formulation_entry (f)->extra == GEOMS_EXTRA_MU_TAU)
        extended (&p, f, rows);
    else
        lower_levels (&p, f, rows);
    rows[MOVING_R] = p.k.b;
    memcpy (rows + MOVING_V, p.a, sizeof p.a);
    product (4, 1, 3, p.k.Z, p.v_star, rows + MOVING_P);
}

/* any state near the motion, on the constraints or not, with any multipliers and other unknowns;
 * L' tau is made by differences */
static void rows_are_those_of_the_head (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * KINDS; i++) {
        const Pair *pair = &kinds[i / 2];
        const int uode = pair->formulation == GEOMS_FORMULATION_UODE,
                  L = pair->formulation == GEOMS_FORMULATION_EXTENDED_316
                      || pair->formulation == GEOMS_FORMULATION_EXTENDED_317;
        Case c = case_of_moving ();
        double x[MOVING_N], expected[MOST_Z], worst = 0;
        unsigned seed = (unsigned)i + 1;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        c.options.baumgarte_alpha = 3;
        c.options.baumgarte_beta = 7;
        open_form (&f, &c, pair);
        moving_exact (0.1, x, NULL);
        begin_at (&f, 0.1, x);
        for (int k = 0; k < 50; k++) {
            f.t = 1 + noise (&seed);
            moving_exact (f.t, f.z, NULL);
            for (int l = 0; l < f.n; l++)
                f.z[l] = (l < MOVING_N ? f.z[l] : 0) + 0.3 * noise (&seed);
            rows_at (&f);
            expected_rows (pair, &c.options, f.s->partition.independent, f.t, f.z, expected);
            worst = fmax (worst, distance (f.rows, expected, uode ? MOVING_R : 0, f.n));
        }
        print_message ("%s, parts %d: %.1e\n", pair_name (pair), ! (i % 2), worst);
        assert_true (worst < (L ? 1e-6 : 1e-11));
        close_form (&f);
        case_free (&c);
    }
}

/* ---- what is kept, what drifts ---- */

static Outcome run_of (const Case *c)
{
    Outcome o = attempt (c);

    if (o.status != 0) {
        const Pair pair = {c->options.formulation, c->options.method};

        fail_msg ("%s: %s", pair_name (&pair), o.report.text);
    }
    check_solution (c, &o);
    return o;
}

/* largest relative residual of each level, after a tenth of the run: the start from rest has
 * nothing to measure velocities by */
static void worst_of_levels (const GeomsSolution *s, double worst[3])
{
    for (int l = 0; l < 3; l++) {
        worst[l] = 0;
        for (size_t k = 0; k < s->count; k++)
            if (s->t[k] > 0.1 * s->t[s->count - 1])
                worst[l] = fmax (worst[l], s->relative[3 * k + (size_t)l]);
    }
}

/* Levels that stand in the rows hold as Newton's method leaves them, the others have errors of
 * the steps: with Newton's method iterated further the former get smaller by far. */
static void levels_of_the_rows_are_kept (void **state)
{
    static const struct {
        int formulation, keeps[3];
    } forms[] = {{GEOMS_FORMULATION_INDEX1_EXPLICIT, {0, 0, 1}},
                 {GEOMS_FORMULATION_INDEX1_IMPLICIT, {0, 0, 1}},
                 {GEOMS_FORMULATION_UODE, {0, 0, 0}},
                 {GEOMS_FORMULATION_INDEX3, {1, 0, 0}},
                 {GEOMS_FORMULATION_INDEX2, {0, 1, 0}},
                 {GEOMS_FORMULATION_INDEX1, {0, 0, 1}},
                 {GEOMS_FORMULATION_GGL, {1, 1, 0}},
                 {GEOMS_FORMULATION_BAUMGARTE, {0, 0, 0}},
                 {GEOMS_FORMULATION_EXTENDED_317, {1, 1, 1}},
                 {GEOMS_FORMULATION_PROJECTED_INVARIANTS, {1, 1, 1}},
                 {GEOMS_FORMULATION_PARTITION_FULL, {0, 0, 1}}};

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const Pair pair = {forms[i].formulation, GEOMS_METHOD_RADAU5};
        Case c = case_of (&model_pendulum);
        double worst[3];
        Outcome o;

        choose (&c, &pair);
        case_tolerance (&c, 1e-4);
        c.options.newton_tol = 1e-9;
        c.options.max_newton = 30;
        o = run_of (&c);
        worst_of_levels (o.s, worst);
        print_message ("%s: %.1e %.1e %.1e\n", pair_name (&pair), worst[0], worst[1], worst[2]);
        for (int l = 0; l < 3; l++)
            assert_true (forms[i].keeps[l] ? worst[l] < 1e-9 : worst[l] > 1e-7);
        case_end (&c, &o);
    }
}

/* of positions, velocities and r */
static double error_of (const Case *c, const Outcome *o)
{
    const GeomsDims *d = &c->model.system.dims;
    double exact[MOST_UNKNOWNS];

    assert_int_equal (c->model.exact (o->s->t_end, exact, c->user), 0);
    return distance (last_state (o), exact, d->nl + d->nm, c->n);
}

/* with Project all levels are at rounding */
static void errors_fall_with_the_tolerance (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * KINDS; i++) {
        const int method = i % 2 ? GEOMS_METHOD_BDF : kinds[i / 2].method;
        const Pair pair = {kinds[i / 2].formulation, method};
        double error[3], kept[3];

        if (! fits_all_systems (pair.formulation)
            || (i % 2 && kinds[i / 2].method != GEOMS_METHOD_RADAU5))
            continue; /* a singular position on the way; once is enough */
        for (int k = 0; k < 4; k++) {
            Case c = case_of_moving ();
            Outcome o;

            choose (&c, &pair);
            c.options.project = k < 3 ? GEOMS_PROJECT_OFF : GEOMS_PROJECT_ON;
            case_tolerance (&c, pow (10, -4 - 2 * (k % 3)));
            o = run_of (&c);
            if (k < 3)
                error[k] = error_of (&c, &o);
            else
                worst_of_levels (o.s, kept);
            case_end (&c, &o);
        }
        print_message ("%s: errors %.1e %.1e %.1e, projected levels %.1e %.1e %.1e\n",
                       pair_name (&pair), error[0], error[1], error[2], kept[0], kept[1], kept[2]);
        assert_true (error[2] < 1e-5 && error[2] < 0.05 * error[0]);
        assert_true (kept[0] <= 1e-12 && kept[1] <= 1e-12 && kept[2] <= 1e-12);
    }
}

/* off the constraints: g decays like (1 + beta t) exp (-beta t) with alpha = beta, with larger
 * gains faster */
static void baumgarte_leads_back (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        const double beta = i ? 20 : 5;
        double first, last, expected;
        Outcome o;

        c.options.formulation = GEOMS_FORMULATION_BAUMGARTE;
        c.options.baumgarte_alpha = c.options.baumgarte_beta = beta;
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.tspan[1] = 1;
        case_tolerance (&c, 1e-12);
        c.x0[3] *= 1.001; /* away from the centre */
        o = run_of (&c);
        first = o.s->residual[o.s->na - 1];
        last = o.s->residual[(o.s->count - 1) * (size_t)o.s->na + (size_t)o.s->na - 1];
        expected = first * (1 + beta) * exp (-beta);
        print_message ("beta %g: from %.3e to %.3e, expected %.3e\n", beta, first, last, expected);
        assert_true (fabs (first) > 1e-4);
        assert_true (fabs (last - expected) < 0.01 * fabs (expected));
        case_end (&c, &o);
    }
}

/* the whole of a run in two parts, bit for bit */
static void runs_are_continued (void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        Case c = case_of_moving ();

        choose (&c, &kinds[i]);
        c.tspan[1] = 1; /* (3.16) comes to a singular position later on */
        check_continued (&c, 0.77);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rows_are_those_of_the_head),
        cmocka_unit_test (levels_of_the_rows_are_kept),
        cmocka_unit_test (errors_fall_with_the_tolerance),
        cmocka_unit_test (baumgarte_leads_back),
        cmocka_unit_test (runs_are_continued),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
