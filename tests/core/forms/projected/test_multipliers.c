/* test_multipliers.c - multipliers and accelerations that are solved for at every stage: rows of
 * the stages, orders, friction, models with and without parts, parts that contradict rda
 */
#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum, &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_skate,    &model_prescribed, &model_disk,    &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;

/* ---- stages ---- */

/* at a state whose multipliers are those that d, gII, hI = 0 ask for, but unknown: they are found
 * (w is iterated), gII and hI are 0, the other rows those of rda, less M x' or, of velocities,
 * alpha - v' */
static void check_stage (Case *c, const double *x, const double *xdot)
{
    const GeomsEquations *e = &b.eq;
    const int mb = e->m - e->r_b, nv = e->d.nv;
    double out[MOST_ROWS], rda[MOST_ROWS], y[MOST_UNKNOWNS];

    memcpy (y, x, (size_t)c->n * sizeof *y);
    for (int i = e->d.nw; i < e->n1 && ! inside (&b).friction; i++)
        y[i] = 17;
    assert_int_equal (bench_form (&b)->ops->evaluate (bench_form (&b), 1, &b.t, y, xdot, out), 0);
    assert_true (distance (y, x, 0, c->n) < 1e-10);
    assert_int_equal (e->model->rda (1, &b.t, x, e->n, rda, e->m, e->user), 0);
    for (int r = 0; r < e->m; r++) {
        double sum = rda[r];

        if (r >= e->r_gII && r < e->r_gI) {
            assert_true (out[r] == 0);
            continue;
        }
        for (int l = 0; r >= e->r_b && l < c->n; l++)
            sum -= b.M[r - e->r_b + l * mb] * xdot[l];
        if (! (inside (&b).accelerates && r >= e->r_v && r < e->r_p))
            assert_true (fabs (out[r] - sum) <= 1e-9 * (1 + fabs (sum) + fabs (rda[r])));
        else if (r == e->r_v) { /* M (alpha - v') = f_dyn - M v' */
            for (int i = 0; i < nv; i++) {
                double left = 0, right = rda[e->r_v + i], size = 1 + fabs (right);
                for (int j = 0; j < nv; j++) {
                    const double m = b.M[e->n2 + i + (e->o3 + j) * mb];
                    left += m * out[e->r_v + j];
                    right -= m * xdot[e->o3 + j];
                    size += fabs (m) * (fabs (out[e->r_v + j]) + fabs (xdot[e->o3 + j]));
                }
                assert_true (fabs (left - right) <= 1e-9 * size);
            }
        }
    }
}

static void stages_have_their_rows (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        double xdot[MOST_UNKNOWNS];
        unsigned seed = 3;

        c.options.velocity_rows
            = i % 2 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_move (&b, 0.05, 4);
        assert_int_equal (model_multipliers (&c.model.system, b.t, b.x, c.user), 0);
        bench_linearise (&b);
        fill_noise (MOST_UNKNOWNS, xdot, &seed);
        check_stage (&c, b.x, xdot);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- which models ---- */

static void parts_decide (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);

        if (i % 2)
            c.model.system.parts = NULL;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        assert_int_equal (inside (&b).solved, i % 2 == 0);
        assert_int_equal (inside (&b).accelerates, i % 2 == 0 && b.eq.mass_varies);
        bench_linearise (&b);
        assert_int_equal (bench_form (&b)->untested, i % 2 == 0 && ! b.eq.friction);
        assert_int_equal (b.eq.friction, i % 2 == 0 && models[i / 2] == &model_skate);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- orders 5 of p, v and lambda, fixed steps ---- */

static Errors errors_with (const TestModel *model, int rows, double length, int steps)
{
    Case c = case_of (model);
    Errors e;
    Outcome o;

    c.options.velocity_rows = rows;
    c.options.multipliers = GEOMS_MULTIPLIERS_SOLVED;
    c.options.newton_tol = 1e-8;
    c.options.max_newton = 30;
    c.options.step = length / steps;
    c.tspan[1] = c.tspan[0] + length;
    o = solve (&c);
    e = errors_at (&c, &o, o.s->count - 1);
    case_end (&c, &o);
    return e;
}

static void orders_are_five (void **state)
{
    static const struct {
        const TestModel *model;
        double length;
        int steps;
    } list[] = {{&model_pendulum, 0.5, 20}, {&model_slidercrank, 0.2, 20}, {&model_sleigh, 1, 20}};

    (void)state;
    for (int i = 0; i < 6; i++) {
        const int rows = i % 2 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE,
                  k = i / 2;
        const Errors a = errors_with (list[k].model, rows, list[k].length, list[k].steps),
                     f = errors_with (list[k].model, rows, list[k].length, 2 * list[k].steps);
        const double p = order_of (a.positions, f.positions),
                     v = order_of (a.velocities, f.velocities),
                     l = order_of (a.multipliers, f.multipliers);

        print_message ("%s, rows %d: orders %.2f (p) %.2f (v) %.2f (lambda), error %.1e\n",
                       list[k].model->name, rows, p, v, l, largest (f));
        assert_true (p > 4.7 && v > 4.7 && l > 4.7);
    }
}

/* ---- parts that contradict rda ---- */

static int wrong_at;

static int wrong_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = model_pendulum.system.parts (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[wrong_at + j * ldo] += 1e-3;
    return status;
}

/* f (2), C (2), g, gI, gII of the pendulum: the row that differs first is named; rda alone, or
 * psi1, is not asked */
static void contradictions_are_named (void **state)
{
    static const char *const rows[]
        = {"gII(1)", "gII(1)", "f_dyn(1)", "f_dyn(2)", "g(1)", "gI(1)", "gII(1)"};

    (void)state;
    for (wrong_at = 0; wrong_at < 7; wrong_at++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.model.system.parts = wrong_parts;
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.x0[1] = -0.6; /* moves, hangs at an angle, nothing vanishes */
        c.x0[2] = -0.8;
        c.x0[3] = 0.8;
        c.x0[4] = -0.6;
        assert_int_equal (model_multipliers (&model_pendulum.system, 0, c.x0, c.user), 0);
        o = attempt (&c);
        if (o.status != GEOMS_BAD_MODEL)
            fail_msg ("entry %d: %d, %s", wrong_at, o.status, o.report.text);
        print_message ("entry %d: %s\n", wrong_at, o.report.text);
        assert_true (strstr (o.report.text, rows[wrong_at]) != NULL || wrong_at < 4);
        assert_true (strstr (o.report.text, "parts") != NULL && o.report.component >= 0);
        outcome_free (&o);
        c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
        c.tspan[1] = 0.1;
        o = solve (&c);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (stages_have_their_rows),
        cmocka_unit_test (parts_decide),
        cmocka_unit_test (orders_are_five),
        cmocka_unit_test (contradictions_are_named),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
