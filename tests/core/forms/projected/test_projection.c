/* test_projection.c - the correction of a state onto the constraints: how far it gets, what it
 * costs, how little it moves
 */
#include "bench.h"
#include "inside.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews, &model_caraxis, &model_slidercrank,
       &model_prescribed, &model_skate,   &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;

/* relative violation of the constraints at x, by the model alone */
static double violation (const double *x)
{
    static double rda[MOST_ROWS];

    assert_int_equal (b.eq.model->rda (1, &b.t, x, b.eq.n, rda, b.eq.m, b.eq.user), 0);
    return geoms_projected_violation (&b.form, rda);
}

/* f_dyn becomes the acceleration */
static void divide_by_mass (const double *x, double *f)
{
    const GeomsModel *model = b.eq.model;
    const int nv = b.eq.d.nv;
    double M[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0};

    for (int i = 0; i < nv; i++)
        M[i * (nv + 1)] = 1;
    if (model->mass != NULL)
        assert_int_equal (model->mass (1, &b.t, x, b.eq.n, M, nv * nv, b.eq.user), 0);
    assert_int_equal (model_solve (nv, M, 1, f), 0);
}

/* the largest relative error of the differential rows of the base point, accelerations among
 * them */
static double base_error (const double *x)
{
    static double rda[MOST_ROWS];
    double worst = 0;

    assert_int_equal (b.eq.model->rda (1, &b.t, x, b.eq.n, rda, b.eq.m, b.eq.user), 0);
    if (inside (&b).accelerates)
        divide_by_mass (x, rda + b.eq.r_v);
    for (int i = b.eq.r_b; i < b.eq.m; i++)
        worst = fmax (worst, fabs (rda[i] - inside (&b).base[i]) / (1e-3 + fabs (rda[i])));
    return worst;
}

/* psf with multipliers iterated, psi1, psf with them solved for, with rows of forces or
 * accelerations */
enum { ITERATED, PSI1, ROWS_OF_FORCES, ROWS_OF_ACCELERATIONS, MODES };

static void open_mode (Case *c, int mode)
{
    c->options.multipliers
        = mode == ITERATED ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_SOLVED;
    c->options.velocity_rows = mode == ROWS_OF_ACCELERATIONS ? GEOMS_VELOCITY_ROWS_ACCELERATION
                                                             : GEOMS_VELOCITY_ROWS_FORCE;
    bench_open (&b, c, mode == PSI1 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF);
    assert_int_equal (inside (&b).accelerates, mode == ROWS_OF_ACCELERATIONS);
}

/* state moved off the constraints by `size`, corrected with its own linearisation or that of the
 * start */
static void correct_one (Case *c, int mode, double size, int exact)
{
    static double x[MOST_UNKNOWNS];
    double before;

    open_mode (c, mode);
    bench_linearise (&b);
    bench_move (&b, size, 3);
    memcpy (x, b.x, sizeof x);
    if (exact)
        bench_linearise (&b);
    else
        assert_int_equal (bench_base (&b, b.t, x), 0);
    before = violation (x);
    if (bench_correct (&b, x, exact) != 0)
        fail_msg ("%s, mode %d, moved by %g, exact %d: violation %.1e -> %.1e", c->model.name, mode,
                  size, exact, before, violation (x));
    if (! (violation (x) <= (exact ? 2e-13 : 2e-11)))
        fail_msg ("%s, moved by %g: violation %.1e -> %.1e", c->model.name, size, before,
                  violation (x));
    /* it moves by as much as the state was moved */
    if (! (distance (x, b.x, 0, c->n) <= 100 * (size + 1e-13)))
        fail_msg ("%s, moved by %g: corrected by %.1e", c->model.name, size,
                  distance (x, b.x, 0, c->n));
    if (! (base_error (x) < 1e-6)) /* the base point goes with it */
        fail_msg ("%s, moved by %g: base point off by %.1e", c->model.name, size, base_error (x));
    bench_close (&b);
}

static void states_are_moved_onto_the_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < MODES * MODELS; i++)
        for (int k = 4; k <= 12; k += 2) {
            Case c = case_of (models[i / MODES]);

            correct_one (&c, i % MODES, pow (10, -k), 1);
            if (k >= 6)
                correct_one (&c, i % MODES, pow (10, -k), 0);
            case_free (&c);
        }
}

/* LU, QR and SVD: one and the same correction, the smallest of x4, then of x3; x1 is determined */
static void corrections_are_the_smallest (void **state)
{
    static double r[MOST_ROWS], dx[3][MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 2 * MODES * MODELS; i++) {
        Case c = case_of (models[i / (2 * MODES)]);
        unsigned seed = 5 + (unsigned)i;
        double size = 0;
        int from = 0, n = c.n;

        fill_noise (MOST_ROWS, r, &seed);
        for (int kind = 0; kind < 3; kind++) {
            c.options.constraint_decomposition = decomposition (kind);
            open_mode (&c, i % MODES);
            bench_move (&b, 0.1, (unsigned)i);
            bench_linearise (&b);
            if (i / MODES % 2) /* twice: what the first one prepared is used again */
                geoms_projected_step (&b.form, inside (&b).base, dx[kind]);
            geoms_projected_step (&b.form, r, dx[kind]);
            from = inside (&b).psi1 ? b.eq.o2 : 0;
            bench_close (&b);
        }
        for (int j = from; j < n; j++)
            size = fmax (size, fabs (dx[2][j]));
        for (int j = from; j < n; j++)
            for (int kind = 0; kind < 2; kind++)
                if (! (fabs (dx[kind][j] - dx[2][j]) <= 1e-10 * size))
                    fail_msg ("%s, decomposition %d: dx (%d) = %.12g, SVD %.12g", c.model.name,
                              kind, j, dx[kind][j], dx[2][j]);
        case_free (&c);
    }
}

/* ---- weights, and units ---- */

/* dx (n) = -W^-2 G'(G W^-2 G')^-1 a of rows `row` ... of J in the columns from `column` on: the
 * shortest by |W dx| */
static void shortest (int rows, int row, int column, int n, const double *w, double *a, double *dx)
{
    static double A[MOST_ROWS * MOST_ROWS];
    const int m = b.eq.m;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++) {
            A[i + j * rows] = 0;
            for (int k = column; k < column + n; k++)
                A[i + j * rows] += b.J[row + i + k * m] * b.J[row + j + k * m] / (w[k] * w[k]);
        }
    assert_int_equal (model_solve (rows, A, 1, a), 0);
    for (int k = column; k < column + n; k++) {
        dx[k] = 0;
        for (int i = 0; i < rows; i++)
            dx[k] -= b.J[row + i + k * m] * a[i] / (w[k] * w[k]);
    }
}

/* that of x4, then that of x3, from the model's own Jacobian */
static void shortest_of_levels (const double *w, const double *r, double *dx)
{
    const Inside p = inside (&b);
    double a[MOST_ROWS];

    memcpy (a, r + p.a3, (size_t)p.m3 * sizeof *a);
    shortest (p.m3, p.a3, b.eq.o4, b.eq.n4, w, a, dx);
    for (int i = 0; i < p.m2; i++) {
        a[i] = r[p.a2 + i];
        for (int j = b.eq.o4; j < b.eq.n; j++)
            a[i] += b.J[p.a2 + i + j * b.eq.m] * dx[j];
    }
    shortest (p.m2, p.a2, b.eq.o3, b.eq.n3, w, a, dx);
}

static void corrections_are_the_smallest_in_weights (void **state)
{
    static double r[MOST_ROWS], w[MOST_UNKNOWNS], dx[MOST_UNKNOWNS], wanted[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 3 * MODES * MODELS; i++) {
        Case c = case_of (models[i / (3 * MODES)]);
        unsigned seed = 7 + (unsigned)i;
        double size = 0;

        fill_noise (MOST_ROWS, r, &seed);
        for (int j = 0; j < c.n; j++)
            w[j] = pow (10, noise (&seed));
        c.options.constraint_decomposition = decomposition (i / MODES);
        open_mode (&c, i % MODES);
        bench_weigh (&b, w);
        bench_move (&b, 0.1, (unsigned)i);
        bench_linearise (&b);
        geoms_projected_step (&b.form, r, dx);
        shortest_of_levels (w, r, wanted);
        for (int j = b.eq.o3; j < c.n; j++)
            size = fmax (size, w[j] * fabs (wanted[j]));
        for (int j = b.eq.o3; j < c.n; j++)
            if (! (w[j] * fabs (dx[j] - wanted[j]) <= 1e-10 * size))
                fail_msg ("%s, case %d: dx (%d) = %.12g, shortest %.12g", c.model.name, i, j, dx[j],
                          wanted[j]);
        bench_close (&b);
        case_free (&c);
    }
}

/* A model in other units: x_i is unit[i] times as large. Forces belong to velocities, p' = v
 * stays. */
typedef struct Units {
    const TestModel *model;
    void *user;
    int n, m, nv, np, rows; /* rows: of C */
    int masses;             /* parts begin with M */
    double unit[MOST_UNKNOWNS];
} Units;

static double row_unit (const Units *u, int i)
{
    const int f = u->m - u->nv - u->np, o = u->n - u->nv - u->np;

    return i < f ? 1 : i < f + u->nv ? 1 / u->unit[o + i - f] : u->unit[o + i - f];
}

static const double *in_own_units (const Units *u, const double *x)
{
    static double y[MOST_UNKNOWNS];

    for (int i = 0; i < u->n; i++)
        y[i] = x[i] / u->unit[i];
    return y;
}

static int units_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    const Units *u = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        if (u->model->system.rda (1, t + j, in_own_units (u, x), u->n, out, u->m, u->user) != 0)
            return -1;
        for (int i = 0; i < u->m; i++)
            out[i] *= row_unit (u, i);
    }
    return 0;
}

static int units_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const Units *u = user;
    const double *unit = u->unit + u->n - u->nv - u->np;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        if (u->model->system.mass (1, t + j, in_own_units (u, x), u->n, out, u->nv * u->nv, u->user)
            != 0)
            return -1;
        for (int i = 0; i < u->nv * u->nv; i++)
            out[i] /= unit[i % u->nv] * unit[i / u->nv];
    }
    return 0;
}

static int units_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Units *u = user;
    const int status = u->model->system.jac (t, in_own_units (u, x), J, ldj, u->user);

    for (int j = 0; j < u->n; j++)
        for (int i = 0; i < u->m; i++)
            J[i + j * ldj] *= row_unit (u, i) / u->unit[j];
    return status;
}

/* M, f and the columns of C are those of velocities */
static int units_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const Units *u = user;
    const double *unit = u->unit + u->n - u->nv - u->np;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        if (u->model->system.parts (1, t + j, in_own_units (u, x), u->n, out, ldo, u->user) != 0)
            return -1;
        for (int i = 0; i < u->masses; i++)
            out[i] /= unit[i % u->nv] * unit[i / u->nv];
        for (int i = 0; i < u->nv; i++) {
            double *f = out + u->masses, *C = f + u->nv + i * u->rows;

            f[i] /= unit[i];
            for (int l = 0; l < u->rows; l++)
                C[l] /= unit[i];
        }
    }
    return 0;
}

/* every second coordinate in millimetres, and the tolerances with it */
static void take_units (Case *c, const TestModel *model, Units *u)
{
    const GeomsDims *d = &model->system.dims;

    const int masses = model->system.mass_structure <= GEOMS_MASS_DIAGONAL ? d->nv * d->nv : 0;

    *u = (Units){model, c->user, c->n, c->m, d->nv, d->np, d->nl + d->nm, masses, {0}};
    for (int i = 0; i < c->n; i++) {
        const int coordinate = i - (c->n - d->nv - d->np);

        u->unit[i] = coordinate >= 0 && coordinate % d->nv % 2 ? 1000 : 1;
        c->x0[i] *= u->unit[i];
        c->atol[i] *= u->unit[i];
    }
    c->user = u;
    c->model.system.rda = units_rda;
    c->model.system.mass = units_mass;
    c->model.system.jac = units_jac;
    c->model.system.parts = units_parts;
    c->model.system.rda_mass = NULL;
    c->model.system.jac_known = NULL;
}

/* the same steps, and ends that differ by rounding alone: far less than by the errors of the
 * method */
static void units_do_not_matter (void **state)
{
    static const TestModel *const some[] = {&model_pendulum, &model_slidercrank, &model_caraxis};

    (void)state;
    for (int i = 0; i < 9; i++) {
        const TestModel *model = some[i / 3];
        Units u;
        Case c = case_of (model), other = case_of (model);
        Outcome o, in_mm;
        void *user = other.user;

        c.options.multipliers = other.options.multipliers
            = i % 3 ? GEOMS_MULTIPLIERS_SOLVED : GEOMS_MULTIPLIERS_ITERATED;
        c.options.velocity_rows = other.options.velocity_rows
            = i % 3 > 1 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_AUTO;
        case_tolerance (&c, 1e-5);
        case_tolerance (&other, 1e-5);
        take_units (&other, model, &u);
        o = solve (&c);
        in_mm = solve (&other);
        assert_int_equal (o.counters.naccpt, in_mm.counters.naccpt);
        for (int j = c.n - u.nv - u.np; j < c.n; j++) {
            const double x = o.s->x[(o.s->count - 1) * (size_t)c.n + (size_t)j],
                         y = in_mm.s->x[(in_mm.s->count - 1) * (size_t)c.n + (size_t)j] / u.unit[j];

            if (! (fabs (y - x) <= 1e-9 * (1 + fabs (x))))
                fail_msg ("%s, case %d: x (%d) = %.12g, in other units %.12g", model->name, i, j, x,
                          y);
        }
        other.user = user;
        outcome_free (&o);
        outcome_free (&in_mm);
        case_free (&c);
        case_free (&other);
    }
}

/* AbsTol is what corrections are measured by, of velocities, and of positions with contact points,
 * where it is not the same for all of a kind */
static void weights_are_those_of_abstol (void **state)
{
    (void)state;
    for (int differ = 0; differ < 2; differ++) {
        Case c = case_of (&model_skate);
        const int o3 = c.model.system.dims.nw + c.model.system.dims.nl + c.model.system.dims.nm
                       + c.model.system.dims.nr,
                  o4 = o3 + c.model.system.dims.nv, op = o4 + c.model.system.dims.ns;
        Outcome o;

        for (int j = o3; j < c.n; j++)
            c.atol[j] = j < o4 ? 1e-2 : j < op ? 1e-3 : differ && j == op ? 1e-6 : 1e-5;
        c.tspan[1] = c.tspan[0] + 0.01;
        o = solve (&c);
        if (! differ)
            assert_null (run_weights (o.run));
        else
            for (int j = o3; j < c.n; j++) {
                const int first = j < o4 ? o3 : o4;
                const double *w = run_weights (o.run);

                assert_true (fabs (w[j] * c.atol[j] - w[first] * c.atol[first])
                             <= 1e-12 * w[j] * c.atol[j]);
            }
        case_end (&c, &o);
    }
}

static void a_consistent_state_stays (void **state)
{
    (void)state;
    for (int i = 0; i < MODES * MODELS; i++) {
        Case c = case_of (models[i / MODES]);
        long neom;

        open_mode (&c, i % MODES);
        bench_linearise (&b);
        neom = b.counters.neom;
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        assert_memory_equal (b.x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        assert_int_equal (b.counters.neom, neom);
        bench_close (&b);
        case_free (&c);
    }
}

/* also steps so long that they leave the constraints by far end on them */
static void steps_of_any_length_end_on_the_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < 3 * MODELS; i++)
        for (int k = 1; k < 8; k++) {
            Case c = case_of (models[i / 3]);
            Outcome o;

            c.options.multipliers = i % 3 ? GEOMS_MULTIPLIERS_SOLVED : GEOMS_MULTIPLIERS_ITERATED;
            c.options.velocity_rows
                = i % 3 > 1 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;

            case_tolerance (&c, pow (10, -k));
            o = solve (&c);
            if (! (worst_residual (o.s) <= 1e-12))
                fail_msg ("%s, tolerance 1e-%d: residual %.1e", c.model.name, k,
                          worst_residual (o.s));
            case_end (&c, &o);
        }
}

/* once it is known how a correction contracts, one correction that is smaller needs no
 * evaluation */
static void check_evaluations (int mode)
{
    Case c = case_of (&model_pendulum);
    const double fast[5] = {15, 0, -4, 1, 0}; /* what the residuals are measured by */
    long neom = 0;

    open_mode (&c, mode);
    geoms_equations_note (&b.eq, fast);
    for (unsigned i = 0; i < 60; i++) {
        bench_move (&b, i == 0 ? 1e-8 : 1e-9, i);
        bench_linearise (&b);
        neom = b.counters.neom;
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        neom = b.counters.neom - neom;
        assert_in_range (neom, 0, 2);
        assert_true (violation (b.x) <= 1e-13);
        assert_true (base_error (b.x) < 1e-12);
    }
    /* 60 linearisations, and it is measured again from time to time */
    assert_in_range (b.counters.neom - 60, 3, 10);
    bench_close (&b);
    case_free (&c);
}

static void corrections_become_free (void **state)
{
    (void)state;
    for (int mode = 0; mode < MODES; mode++)
        check_evaluations (mode);
}

/* Multipliers far off, which the rows are linear in, leave next to nothing: that says nothing of
 * how positions and velocities will contract */
static void linear_rows_make_no_trust (void **state)
{
    (void)state;
    for (int mode = 0; mode < MODES; mode++) {
        Case c = case_of (&model_pendulum);

        open_mode (&c, mode);
        bench_move (&b, 2e-7, 1); /* what it leaves is more than rounding */
        b.x[0] += 3;
        bench_linearise (&b);
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        for (unsigned i = 0; i < 5; i++) {
            bench_move (&b, 1e-4, i);
            bench_linearise (&b);
            assert_int_equal (bench_correct (&b, b.x, 1), 0);
            if (! (violation (b.x) <= 1e-13))
                fail_msg ("mode %d, correction %u: violation %.1e", mode, i, violation (b.x));
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* AbsTol far above the device: steps are what Newton's method can do, their ends are off by much,
 * and corrected to rounding all the same */
static void loose_tolerances_do_not_loosen_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const double q[3] = {1, 1e-9, 9.81};
        Case c = case_with (&model_pendulum, q, 3);
        Outcome o;

        case_tolerance (&c, 1e-4);
        for (int j = 0; j < c.n; j++)
            c.rtol[j] = pow (10, -3 - 3 * (i % 3));
        c.atol[0] = i / 3 % 2 ? NAN : 1e-4;
        c.tspan[1] = 100 * sqrt (q[1] / q[2]);
        if (i >= 6)
            c.model.system.jac = NULL;
        o = solve (&c);
        if (! (worst_residual (o.s) <= 2e-13))
            fail_msg ("case %d: residual %.1e", i, worst_residual (o.s));
        case_end (&c, &o);
    }
}

/* Rounding is what the option says: less is not asked for */
static void rounding_is_the_limit (void **state)
{
    Case c = case_of (&model_pendulum);

    (void)state;
    c.options.rounding = 1e-8;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_move (&b, 1e-9, 1);
    bench_linearise (&b);
    assert_int_equal (bench_correct (&b, b.x, 1), 0);
    assert_true (violation (b.x) > 1e-11);
    bench_close (&b);
    case_free (&c);
}

/* a linearisation that belongs to another position does not converge, and says so */
static void a_wrong_linearisation_fails (void **state)
{
    Case c = case_of (&model_pendulum);
    double x[5] = {0, 0.3, 0, 0, 1.5};

    (void)state;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_linearise (&b); /* at (1, 0): the vertical position is not touched */
    assert_int_equal (bench_base (&b, b.t, x), 0);
    assert_int_equal (bench_correct (&b, x, 0), GEOMS_PROJECTION_FAILS);
    bench_close (&b);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (states_are_moved_onto_the_constraints),
        cmocka_unit_test (corrections_are_the_smallest),
        cmocka_unit_test (corrections_are_the_smallest_in_weights),
        cmocka_unit_test (units_do_not_matter),
        cmocka_unit_test (weights_are_those_of_abstol),
        cmocka_unit_test (a_consistent_state_stays),
        cmocka_unit_test (steps_of_any_length_end_on_the_constraints),
        cmocka_unit_test (corrections_become_free),
        cmocka_unit_test (linear_rows_make_no_trust),
        cmocka_unit_test (loose_tolerances_do_not_loosen_constraints),
        cmocka_unit_test (rounding_is_the_limit),
        cmocka_unit_test (a_wrong_linearisation_fails),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
