/* test_square.c - the forms with as many equations as unknowns, each with some of the constraints: index1,
 * index2, index3, ggl, baumgarte; their rows, orders, what they keep and what drifts, projection, continuation
 */
#include "semi_bench.h"

static const Pair forms[] = {{GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_UODE, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_EXTENDED_316, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_EXTENDED_317, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PROJECTED_INVARIANTS, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX3, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_GGL, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_UODE, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_EXTENDED_316, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_EXTENDED_317, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_PROJECTED_INVARIANTS, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_INDEX3, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_GGL, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_BDF},
                             {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_DOPRI5}};
enum { FORMS = sizeof forms / sizeof forms[0], KINDS = 9 };

/* ---- rows ---- */

/* [g; 0], C v + b', of moving.h */
static void levels (const Known *k, double t, const double *x, double *g, double *velocity)
{
    double level[8], rest[8];

    moving_levels (t, x, g, level, rest);
    g[1] = 0;
    for (int i = 0; i < 2; i++) {
        velocity[i] = k->b1[i];
        for (int l = 0; l < 3; l++)
            velocity[i] += k->C[2 * l + i] * x[MOVING_V + l];
    }
}

static void expected_rows (int formulation, const GeomsOptions *o, double t, const double *z,
                           double *rows)
{
    const Known k = known_at (t, z);
    double g[8], velocity[2], v[3], a[3], both[5], M[9], b2[2];

    levels (&k, t, z, g, velocity);
    memcpy (v, z + MOVING_V, sizeof v);
    memcpy (M, k.M, sizeof M);
    for (int l = 0; l < 3; l++)
        a[l] = k.f[l] - k.C[2 * l] * z[0] - k.C[2 * l + 1] * z[1];
    assert_int_equal (model_solve (3, M, 1, a), 0);
    for (int i = 0; i < 2; i++) {
        rows[i] = velocity[i];
        if (formulation == GEOMS_FORMULATION_INDEX1)
            rows[i] = k.b2[i] + k.C[i] * a[0] + k.C[i + 2] * a[1] + k.C[i + 4] * a[2];
        b2[i] = k.b2[i] + 2 * o->baumgarte_alpha * velocity[i]
                + o->baumgarte_beta * o->baumgarte_beta * g[i];
    }
    if (formulation == GEOMS_FORMULATION_INDEX3)
        rows[0] = g[0];
    if (formulation == GEOMS_FORMULATION_GGL) {
        rows[MOVING_N] = g[0];
        for (int l = 0; l < 3; l++)
            v[l] -= k.C[2 * l] * z[MOVING_N];
    }
    if (formulation == GEOMS_FORMULATION_BAUMGARTE) {
        saddle (&k, k.M, k.f, b2, both);
        memcpy (a, both, sizeof a);
        rows[0] = both[3] - z[0];
        rows[1] = both[4] - z[1];
    }
    rows[MOVING_R] = k.b;
    memcpy (rows + MOVING_V, a, sizeof a);
    product (4, 1, 3, k.Z, v, rows + MOVING_P);
}

static void rows_are_those_of_the_head (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * KINDS; i++) {
        Case c = case_of_moving ();
        double x[MOVING_N], expected[MOST_Z], worst = 0;
        unsigned seed = (unsigned)i + 1;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        c.options.baumgarte_alpha = 3;
        c.options.baumgarte_beta = 7;
        open_form (&f, &c, &forms[i / 2]);
        moving_exact (0.1, x, NULL);
        begin_at (&f, 0.1, x);
        for (int k = 0; k < 30; k++) {
            f.t = 1 + noise (&seed);
            moving_exact (f.t, f.z, NULL);
            for (int l = 0; l < f.n; l++)
                f.z[l] += 0.2 * noise (&seed);
            rows_at (&f);
            expected_rows (forms[i / 2].formulation, &c.options, f.t, f.z, expected);
            worst = fmax (worst, distance (f.rows, expected, 0, f.n));
        }
        print_message ("%s, parts %d: %.1e\n", pair_name (&forms[i / 2]), ! (i % 2), worst);
        assert_true (worst < 1e-11);
        close_form (&f);
        case_free (&c);
    }
}

/* ---- runs ---- */

/* error of r, v, p at the end, largest violation on each level */
static double error_of (const Case *c, double violation[3])
{
    Outcome o = attempt (c);
    const GeomsSolution *s = o.s;
    double error, exact[MOST_UNKNOWNS];

    if (o.status != 0)
        fail_msg ("formulation %d, method %d: %s", c->options.formulation, c->options.method,
                  o.report.text);
    assert_int_equal (c->model.exact (o.s->t_end, exact, c->user), 0);
    error = distance (last_state (&o), exact, c->model.system.dims.nl + c->model.system.dims.nm, c->n);
    for (int l = 0; l < 3 && violation != NULL; l++) {
        violation[l] = 0;
        for (size_t k = 0; k < s->count; k++)
            violation[l] = fmax (violation[l], s->relative[3 * k + (size_t)l]);
    }
    check_solution (c, &o);
    outcome_free (&o);
    return error;
}

/* errors fall with the tolerance; the levels that a form has hold to a part of the tolerance, with Project
 * all of them to rounding */
static void errors_fall (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        double error[3], violation[3], kept[3];
        const int f = forms[i].formulation;

        for (int k = 0; k < 3; k++) {
            Case c = case_of_moving ();
            choose (&c, &forms[i]);
            case_tolerance (&c, pow (10, -4 - 2 * k));
            error[k] = error_of (&c, violation);
            c.options.project = GEOMS_PROJECT_ON;
            error_of (&c, kept);
            case_free (&c);
        }
        print_message ("%s: errors %.1e %.1e %.1e, levels %.1e %.1e %.1e, projected %.1e %.1e %.1e\n",
                       pair_name (&forms[i]), error[0], error[1], error[2], violation[0],
                       violation[1], violation[2], kept[0], kept[1], kept[2]);
        assert_true (error[2] < 1e-5 && error[2] < 0.05 * error[0]);
        assert_true (kept[0] <= 1e-12 && kept[1] <= 1e-12);
        if (f == GEOMS_FORMULATION_GGL || f == GEOMS_FORMULATION_INDEX3)
            assert_true (violation[0] < 1e-7);
        if (f == GEOMS_FORMULATION_GGL || f == GEOMS_FORMULATION_INDEX2)
            assert_true (violation[1] < 1e-6);
    }
}

/* by halving the step */
static void orders_of_convergence (void **state)
{
    static const int methods[][3] = {{GEOMS_METHOD_TRAPEZOIDAL, 2, 2},
                                     {GEOMS_METHOD_BDF_FIXED, 1, 1},
                                     {GEOMS_METHOD_BDF_FIXED, 2, 2},
                                     {GEOMS_METHOD_BDF_FIXED, 3, 3},
                                     {GEOMS_METHOD_BDF_FIXED, 4, 4}};

    (void)state;
    for (int i = 0; i < KINDS; i++)
        for (int m = 0; m < 5; m++) {
            double error[2], order;

            for (int k = 0; k < 2; k++) {
                Case c = case_of_moving ();
                choose (&c, &forms[i]);
                c.options.method = methods[m][0];
                c.options.order = methods[m][1];
                c.options.step = 0.02 / (1 + k);
                c.tspan[1] = 1;
                case_tolerance (&c, 1e-10);
                error[k] = error_of (&c, NULL);
                case_free (&c);
            }
            order = order_of (error[0], error[1]);
            print_message ("%s, method %d, order %d: %.2f (%.1e)\n", pair_name (&forms[i]),
                           methods[m][0], methods[m][1], order, error[1]);
            assert_true (order > methods[m][2] - 0.5 || error[1] < 1e-8);
        }
}

/* the whole of a run in two parts, bit for bit */
static void runs_are_continued (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Case c = case_of_moving (), first;
        Outcome whole, part, rest;
        double *numbers;
        size_t count;

        choose (&c, &forms[i]);
        whole = attempt (&c);
        first = c;
        first.tspan[1] = 0.77;
        part = attempt (&first);
        assert_int_equal (part.status, 0);
        count = geoms_run_state_size (part.run);
        numbers = malloc (count * sizeof *numbers);
        assert_non_null (numbers);
        geoms_run_state (part.run, numbers);
        c.state = numbers;
        c.nstate = count;
        rest = attempt (&c);
        assert_int_equal (rest.status, 0);
        assert_memory_equal (last_state (&rest), last_state (&whole), (size_t)c.n * sizeof (double));
        assert_int_equal (rest.counters.naccpt, whole.counters.naccpt);
        free (numbers);
        outcome_free (&whole);
        outcome_free (&part);
        outcome_free (&rest);
        case_free (&c);
    }
}

/* ---- what makes each of them ---- */

/* off the constraints: g decays like (1 + beta t) exp (-beta t) with alpha = beta, with larger gains faster */
static void baumgarte_leads_back (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        const double beta = i ? 20 : 5;
        double first, last;
        Outcome o;

        c.options.formulation = GEOMS_FORMULATION_BAUMGARTE;
        c.options.baumgarte_alpha = c.options.baumgarte_beta = beta;
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.tspan[1] = 1;
        case_tolerance (&c, 1e-9);
        c.x0[3] *= 1.001; /* away from the centre */
        c.x0[4] *= 1.001;
        o = attempt (&c);
        assert_int_equal (o.status, 0);
        first = o.s->residual[o.s->na - 1];
        last = o.s->residual[(o.s->count - 1) * (size_t)o.s->na + (size_t)o.s->na - 1];
        print_message ("beta %g: from %.3e to %.3e, expected %.3e\n", beta, first, last,
                       first * (1 + beta) * exp (-beta));
        assert_true (fabs (first) > 1e-4);
        assert_true (fabs (last - first * (1 + beta) * exp (-beta)) < 0.02 * fabs (first) * exp (-beta) * beta + 1e-9);
        outcome_free (&o);
        case_free (&c);
    }
}

/* index 1 drifts from all levels but the last one, index 2 from the position */
static void drift_is_as_it_must_be (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        double violation[3];

        choose (&c, &forms[i]);
        case_tolerance (&c, 1e-5);
        error_of (&c, violation);
        print_message ("%s: %.1e %.1e %.1e\n", pair_name (&forms[i]), violation[0], violation[1],
                       violation[2]);
        assert_true (violation[0] > 1e-10);
        assert_true (i == 0 ? violation[1] > 1e-6 : violation[0] < 1e-4);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rows_are_those_of_the_head), cmocka_unit_test (errors_fall),
        cmocka_unit_test (orders_of_convergence),      cmocka_unit_test (runs_are_continued),
        cmocka_unit_test (baumgarte_leads_back),       cmocka_unit_test (drift_is_as_it_must_be),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
