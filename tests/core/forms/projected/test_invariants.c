/* test_invariants.c - solution invariants 0 = e: projected by the smallest motion along the
 * constraints, eliminated where they restrict the velocities, or only watched
 */
#include "assembled.h"

static Bench b;

/* ---- models with more invariants: combinations of those they have, and of constraints ---- */

enum { MOST_EXTRA = 3 };

typedef struct Extra {
    const TestModel *base;
    void *user; /* of the base model */
    int count;
    double factor[MOST_EXTRA][2]; /* of the invariants of the base model                        */
    double of_g[MOST_EXTRA];      /* of g(1)                                                    */
} Extra;

/* the new ones from g and e of the base model, or their derivatives */
static void combine (const Extra *o, const double *g, const double *e, double *to)
{
    for (int i = 0; i < o->count; i++) {
        to[i] = o->of_g[i] * g[0];
        for (int k = 0; k < o->base->system.dims.ni; k++)
            to[i] += o->factor[i][k] * e[k];
    }
}

/* rows of the base model, or one column of its Jacobian, with the new ones behind e */
static void extend (const Extra *o, const double *from, double *to)
{
    const GeomsDims *d = &o->base->system.dims;
    const int e = d->nw + 2 * d->nl + 2 * d->nm, behind = e + d->ni, rows = model_rows (d);

    memcpy (to, from, (size_t)behind * sizeof *to);
    memcpy (to + behind + o->count, from + behind, (size_t)(rows - behind) * sizeof *to);
    combine (o, from + behind + d->ns, from + e, to + behind);
}

static int extra_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    const Extra *o = user;
    double rows[MOST_ROWS];
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        status = o->base->system.rda (1, t + j, x + j * ldx, ldx, rows, MOST_ROWS, o->user);
        extend (o, rows, out + j * ldo);
    }
    return status;
}

static int extra_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const Extra *o = user;
    const GeomsDims *d = &o->base->system.dims;
    const int size = model_parts_size (&o->base->system), m = d->nl + d->nm;
    const int g = size - d->ni - d->ns - d->nw - d->nr - 2 * m - d->nl;
    const int status = o->base->system.parts (k, t, x, ldx, out, ldo, o->user);

    for (int j = 0; j < k; j++, out += ldo)
        combine (o, out + g, out + size - d->ni, out + size);
    return status;
}

static int extra_jac (double t, const double *x, double *J, int ldj, void *user)
{
    static double K[MOST_ROWS * MOST_UNKNOWNS];
    const Extra *o = user;
    const int n = model_unknowns (&o->base->system.dims), m = model_rows (&o->base->system.dims);
    int status;

    memset (K, 0, sizeof K);
    status = o->base->system.jac (t, x, K, m, o->user);
    for (int j = 0; j < n; j++)
        extend (o, K + j * m, J + j * ldj);
    return status;
}

static int extra_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const Extra *o = user;

    return o->base->system.mass (k, t, x, ldx, out, ldo, o->user);
}

static void extra_destroy (void *user)
{
    Extra *o = user;

    o->base->system.destroy (o->user);
}

static Case case_extra (Extra *o)
{
    Case c = case_of (o->base);

    o->user = c.user;
    c.user = o;
    c.model.system.dims.ni += o->count;
    c.model.system.rda = extra_rda;
    c.model.system.parts = extra_parts;
    c.model.system.jac = extra_jac;
    c.model.system.mass = extra_mass;
    c.model.system.destroy = extra_destroy;
    c.model.exact = NULL;
    c.m += o->count;
    return c;
}

/* energy, its double and the constraint; quaternion, energy, their sum and difference, constraint
 */
static Extra doubled
    = {.base = &model_pendulum_energy, .count = 2, .factor = {{2, 0}, {0, 0}}, .of_g = {0, 3}};
static Extra mixed = {
    .base = &model_top_energy, .count = 3, .factor = {{1, 1}, {1, -1}, {0, 0}}, .of_g = {0, 0, 1}};

enum { SIMPLE, MOVED_TOP, TOP_WITH_ENERGY, DOUBLED, MIXED, FOURBAR, BRICARD, CASES };

static Case case_number (int i)
{
    static const TestModel *const models[CASES]
        = {&model_pendulum_energy, &model_top,    &model_top_energy, NULL, NULL,
           &model_fourbar,         &model_bricard};

    return i == DOUBLED ? case_extra (&doubled)
           : i == MIXED ? case_extra (&mixed)
                        : case_of (models[i]);
}

static int redundant (int i) { return i == FOURBAR || i == BRICARD; }

/* linearised at the start, moved by up to 20 % unless that changes ranks */
static void open_case (Case *c, int i, int kind, int psi1)
{
    c->options.constraint_decomposition
        = redundant (i) ? GEOMS_DECOMPOSITION_SVD : decomposition (kind);
    bench_open (&b, c, psf_or_psi1 (psi1));
    bench_move (&b, redundant (i) ? 0 : 0.2, 5);
    bench_linearise (&b);
}

/* ---- projected: e + e_x dx = 0, J_a dx = -a ---- */

/* r = J x, or what the blocks of redundant constraints can meet */
static void some_residual (int i, double *r, unsigned seed)
{
    const GeomsEquations *e = &b.eq;
    double x[MOST_UNKNOWNS];

    memset (r, 0, MOST_ROWS * sizeof *r);
    fill_noise ((size_t)e->n, x, &seed);
    if (! redundant (i)) {
        product (e->m, 1, e->n, b.J, x, r);
        return;
    }
    for (int row = 0; row < e->na; row++) {
        const int first = row < e->n1 ? 0 : row < e->r_e ? e->o3 : e->o4;
        const int last = row < e->n1 ? e->n1 : row < e->r_e ? e->o4 : e->n;

        for (int j = first; j < last && (row < e->r_e || row >= e->r_c); j++)
            r[row] += b.J[row + j * e->m] * x[j];
    }
    fill_noise ((size_t)e->d.ni, r + e->r_e, &seed);
}

/* row of J times dx, + r, relative */
static double rest_of_row (int row, const double *r, const double *dx)
{
    double sum = r[row], size = fabs (r[row]) + 1e-100;

    for (int j = 0; j < b.eq.n; j++) {
        sum += b.J[row + j * b.eq.m] * dx[j];
        size += fabs (b.J[row + j * b.eq.m] * dx[j]);
    }
    return fabs (sum) / size;
}

static void projected_steps_meet_the_invariants (void **state)
{
    static double r[MOST_ROWS], dx[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 6 * CASES; i++) {
        Case c = case_number (i / 6);

        open_case (&c, i / 6, i, i / 3 % 2);
        assert_true (bench_form (&b)->invariants);
        for (unsigned seed = 1; seed < 6; seed++) {
            some_residual (i / 6, r, seed);
            geoms_projected_step (&b.form, r, dx);
            /* of redundant constraints the block gII alone cannot meet what positions add to it */
            for (int k = redundant (i / 6) ? inside (&b).m1 : 0; k < algebraic_rows (&b); k++)
                if (! (rest_of_row (algebraic_row (&b, k), r, dx) < 1e-10))
                    fail_msg ("%s, kind %d, psi1 %d: row %d is left by %.1e", c.model.name, i % 3,
                              i / 3 % 2, algebraic_row (&b, k),
                              rest_of_row (algebraic_row (&b, k), r, dx));
            for (int k = b.eq.r_e; k < b.eq.r_c; k++)
                if (! (rest_of_row (k, r, dx) < 1e-10))
                    fail_msg ("case %d, kind %d, psi1 %d: e(%d) is left by %.1e", i / 6, i % 3,
                              i / 3 % 2, k - b.eq.r_e + 1, rest_of_row (k, r, dx));
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* y of dx = N y, and H^-1 y with H^-1 = K'K of the null basis of each level */
static void coordinates (int nd, const double *dx, double *y, double *Hy)
{
    static double NN[MOST_UNKNOWNS * MOST_UNKNOWNS];
    const Inside p = inside (&b);
    const int n = b.eq.n;

    for (int k = 0; k < nd; k++) {
        y[k] = 0;
        for (int j = 0; j < n; j++)
            y[k] += p.N[j + k * n] * dx[j];
        for (int l = 0; l < nd; l++) {
            NN[k + l * nd] = 0;
            for (int j = 0; j < n; j++)
                NN[k + l * nd] += p.N[j + k * n] * p.N[j + l * n];
        }
    }
    assert_int_equal (model_solve (nd, NN, 1, y), 0);
    for (int k = 0; k < nd; k++) {
        const int positions = k < p.y3, first = positions ? b.eq.o4 : b.eq.o3;
        const int last = positions ? n : b.eq.o4;

        Hy[k] = k < p.y2 ? 0 : y[k];
        for (int l = positions ? 0 : p.y3; l < (positions ? p.y3 : p.y2) && k < p.y2; l++)
            for (int j = first; j < last; j++)
                Hy[k] += p.N[j + k * n] * p.N[j + l * n] * y[l];
    }
}

/* x minus its parts along the first count columns of G, which are orthonormal or 0; twice */
static void make_orthogonal (int n, int count, const double *G, double *x)
{
    for (int pass = 0; pass < 2; pass++)
        for (int l = 0; l < count; l++) {
            double sum = 0;

            for (int k = 0; k < n; k++)
                sum += x[k] * G[k + l * n];
            for (int k = 0; k < n; k++)
                x[k] -= sum * G[k + l * n];
        }
}

static double norm (int n, const double *x)
{
    double sum = 0;

    for (int k = 0; k < n; k++)
        sum += x[k] * x[k];
    return sqrt (sum);
}

/* orthonormal columns along (e_x N)'; 0 for an invariant that depends on others or the
 * constraints */
static void gradients (int nd, double *G)
{
    const double *N = inside (&b).N;

    for (int l = 0; l < b.eq.d.ni; l++) {
        double *g = G + l * nd, whole, rest;

        for (int k = 0; k < nd; k++) {
            g[k] = 0;
            for (int j = b.eq.o2; j < b.eq.n; j++)
                g[k] += b.J[b.eq.r_e + l + j * b.eq.m] * N[j + k * b.eq.n];
        }
        whole = norm (nd, g);
        make_orthogonal (nd, l, G, g);
        rest = norm (nd, g);
        for (int k = 0; k < nd; k++)
            g[k] = rest > 1e-8 * whole && whole > 1e-8 ? g[k] / rest : 0;
    }
}

/* The part N y that the invariants add is the shortest in the norm y'H^-1 y: H^-1 y is a
 * combination of the columns of (e_x N)'. */
static void what_is_added_is_the_shortest (void **state)
{
    static double r[MOST_ROWS], dx[MOST_UNKNOWNS], without[MOST_UNKNOWNS];
    static double y[MOST_UNKNOWNS], Hy[MOST_UNKNOWNS], G[5 * MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 6 * CASES; i++) {
        Case c = case_number (i / 6);
        double size;
        int nd;

        open_case (&c, i / 6, i, i / 3 % 2);
        nd = inside (&b).y1; /* multipliers are not moved for the sake of e */
        some_residual (i / 6, r, 3);
        geoms_projected_step (&b.form, r, dx);
        bench_skip_invariants (&b, 1);
        geoms_projected_step (&b.form, r, without);
        bench_skip_invariants (&b, 0);
        for (int j = 0; j < c.n; j++)
            dx[j] -= without[j];
        coordinates (nd, dx, y, Hy);
        gradients (nd, G);
        size = norm (nd, Hy);
        make_orthogonal (nd, b.eq.d.ni, G, Hy);
        assert_true (size > 1e-3);
        if (! (norm (nd, Hy) <= 1e-9 * size))
            fail_msg ("case %d, kind %d, psi1 %d: %.1e of %.1e is not needed", i / 6, i % 3,
                      i / 3 % 2, norm (nd, Hy), size);
        bench_close (&b);
        case_free (&c);
    }
}

/* states off the constraints and the invariants are moved onto both */
static void states_are_corrected (void **state)
{
    (void)state;
    for (int i = 0; i < 6 * CASES; i++) {
        Case c = case_number (i / 6);
        double rda[MOST_ROWS];

        c.options.constraint_decomposition
            = redundant (i / 6) ? GEOMS_DECOMPOSITION_SVD : decomposition (i);
        bench_open (&b, &c, psf_or_psi1 (i / 3 % 2));
        if (redundant (
                i / 6)) /* off the invariants only: off the constraints the rank is another one */
            for (int j = 0; j < 7 * c.model.system.dims.ni; j++)
                b.x[b.eq.op + j] *= j % 7 < 3 ? 1 : 1 + 1e-5;
        else
            bench_move (&b, 1e-5, 3);
        bench_linearise (&b);
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        assert_int_equal (c.model.system.rda (1, &b.t, b.x, c.n, rda, c.m, c.user), 0);
        for (int k = b.eq.r_e; k < b.eq.r_c; k++)
            if (! (fabs (rda[k]) <= 2e-13 * inside (&b).scale[k]))
                fail_msg ("case %d, kind %d: e(%d) = %.1e", i / 6, i % 3, k - b.eq.r_e + 1, rda[k]);
        assert_true (geoms_projected_violation (&b.form, rda) <= 2e-13);
        bench_close (&b);
        case_free (&c);
    }
}

/* the pendulum at rest at its lowest point: no small motion changes the energy, which stays wrong
 */
static void what_cannot_be_corrected_is_left (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double q[4] = {1, 1, 10, -9.9}, x0[5] = {5, 0, 0, 0, -1}; /* e = -0.1 */
        Case c = case_with (&model_pendulum_energy, q, 4);

        memcpy (c.x0, x0, sizeof x0);
        c.options.constraint_decomposition = decomposition (i);
        bench_open (&b, &c, psf_or_psi1 (i / 3));
        bench_linearise (&b);
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        assert_true (distance (b.x, x0, 0, 5) < 1e-12);
        b.x[4] = -1.001; /* the constraint is met all the same */
        bench_linearise (&b);
        assert_int_equal (bench_correct (&b, b.x, 1), 0);
        assert_true (fabs (b.x[4] + 1) < 1e-13 && fabs (b.x[3]) < 1e-13);
        bench_close (&b);
        case_free (&c);
    }
}

/* the same where states are projected outside of steps */
static void what_cannot_be_projected_is_left (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double q[4] = {1, 1, 10, -9.9}, t = 0;
        Case c = case_with (&model_pendulum_energy, q, 4);
        double x[10] = {5, 0, 0, 0, -1.001, 5, 0.1, 0, 0, -1.001}, relative[6];
        GeomsRun *run;

        c.options.formulation = psf_or_psi1 (i);
        run = create_run (&c);
        assert_int_equal (geoms_run_project (run, 1, &t, x, NULL, relative, 1), 0);
        assert_true (fabs (x[4] + 1) < 1e-13 && fabs (x[3]) < 1e-13 && relative[0] <= 1e-13);
        assert_true (fabs (relative[1] - 0.1) < 0.1); /* the energy, which counts as kept */
        /* with some speed it can be met */
        assert_int_equal (geoms_run_project (run, 1, &t, x + 5, NULL, relative, 1), 0);
        assert_true (relative[0] <= 1e-12 && relative[1] <= 1e-12);
        assert_true (fabs (c.model.energy (0, x + 5, c.user) + 9.9) < 1e-11);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* ---- eliminated: |e_v N3| >= 0.1 |e_x|, as long as they are independent ---- */

/* the rule for one row, with the null basis of gI, h~ */
static int rule (int row)
{
    const GeomsEquations *e = &b.eq;
    const double *null = inside (&b).null;
    double whole = 0, velocity = 0, tangential = 0;

    for (int j = 0; j < e->n; j++) {
        const double size = fabs (b.J[row + j * e->m]);

        whole = fmax (whole, size);
        velocity = j >= e->o3 && j < e->o4 ? fmax (velocity, size) : velocity;
    }
    if (velocity == 0)
        return GEOMS_E_PROJECTED;
    for (int k = 0; k < inside (&b).kernel; k++) {
        double sum = 0;

        for (int j = 0; j < e->n3; j++)
            sum += b.J[row + (e->o3 + j) * e->m] * null[j + k * e->n3];
        tangential = fmax (tangential, fabs (sum));
    }
    return tangential >= 0.1 * whole ? GEOMS_E_ELIMINATED : GEOMS_E_FREE;
}

static void elimination_follows_its_rule (void **state)
{
    int count[3] = {0, 0, 0};

    (void)state;
    for (int i = 0; i < 600; i++) {
        Case c = case_of (i % 2 ? &model_pendulum_energy : &model_top_energy);
        int expected[2];

        c.options.constraint_decomposition = decomposition (i / 4);
        for (int eliminate = 0; eliminate < 2; eliminate++) {
            c.options.invariant = eliminate ? GEOMS_INVARIANT_ELIMINATE : GEOMS_INVARIANT_MONITOR;
            bench_open (&b, &c, psf_or_psi1 (i / 2 % 2));
            bench_move (&b, i % 2 ? 4 : 2, (unsigned)i);
            bench_linearise (&b);
            for (int k = 0; k < b.eq.d.ni; k++) {
                if (eliminate)
                    assert_int_equal (inside (&b).keeps[k], expected[k]);
                else {
                    assert_int_equal (inside (&b).keeps[k], GEOMS_E_FREE);
                    expected[k] = rule (b.eq.r_e + k);
                    count[expected[k]]++;
                }
                assert_int_equal (geoms_invariants_kept (&b.form.invariants, k),
                                  eliminate && expected[k] != GEOMS_E_FREE);
            }
            assert_int_equal (bench_form (&b)->invariants, eliminate && i % 2 == 0);
            bench_close (&b);
        }
        case_free (&c);
    }
    for (int k = 0; k < 3; k++)
        assert_true (count[k] >= 50);
}

/* energy twice: none of the two for once */
static void dependent_invariants_are_not_eliminated (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_number (DOUBLED);

        c.options.invariant = GEOMS_INVARIANT_ELIMINATE;
        c.options.constraint_decomposition = decomposition (i);
        bench_open (&b, &c, psf_or_psi1 (i / 3));
        b.x[2] = -3;
        bench_linearise (&b);
        assert_int_equal (inside (&b).keeps[0], GEOMS_E_FREE);
        assert_int_equal (inside (&b).keeps[1], GEOMS_E_FREE);
        assert_int_equal (inside (&b).keeps[2], GEOMS_E_PROJECTED);
        assert_int_equal (inside (&b).m2, 1);
        assert_int_equal (inside (&b).nd, 2 + i / 3);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- runs ---- */

/* largest |e| and relative residual of the velocity level at the outputs */
static void worst_invariant (const Outcome *o, int r_e, int ni, double *e, double *relative)
{
    *e = *relative = 0;
    for (size_t i = 0; i < o->s->count; i++) {
        for (int k = 0; k < ni; k++)
            *e = fmax (*e, fabs (o->s->residual[i * (size_t)o->s->na + (size_t)(r_e + k)]));
        *relative = fmax (*relative, o->s->relative[3 * i + 1]);
    }
}

static void runs_keep_what_they_should (void **state)
{
    static const char *const words[] = {"projected", "eliminated", "watched"};

    (void)state;
    for (int i = 0; i < 6 * 4; i++) {
        static const int cases[] = {SIMPLE, TOP_WITH_ENERGY, DOUBLED, MIXED};
        Case c = case_number (cases[i / 6]);
        const GeomsDims *d = &c.model.system.dims;
        const int option = i % 3, psi1 = i / 3 % 2;
        double e, relative;
        Outcome o;

        c.options.invariant = option;
        c.options.formulation = psf_or_psi1 (psi1);
        c.tspan[1] = fmin (c.tspan[1], 3);
        o = solve (&c);
        worst_invariant (&o, d->nw + 2 * d->nl + 2 * d->nm, d->ni, &e, &relative);
        print_message ("case %d, psi1 %d, %s: %ld steps, e %.1e, velocity level %.1e\n",
                       cases[i / 6], psi1, words[option], o.counters.naccpt, e, relative);
        if (option == GEOMS_INVARIANT_PROJECT)
            assert_true (e <= 1e-12 && relative <= 1e-12);
        else /* at turning points, or for ever, it is left to the tolerance */
            assert_true (e > 1e-10 && e < 1e-2 && relative <= 1e-12);
        if (c.model.exact != NULL)
            assert_true (errors_at (&c, &o, o.s->count - 1).positions < 1e-4);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* a pendulum that turns over and over never comes to rest: its energy is eliminated all the time */
static void energy_is_met_by_elimination (void **state)
{
    double worst[3];

    (void)state;
    for (int i = 0; i < 6; i++) {
        const double q[4] = {1, 1, 1, 17}, x0[5] = {18, 6, 0, 0, -1};
        Case c = case_with (&model_pendulum_energy, q, 4);
        double relative;
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        c.x0[0] = NAN;
        c.options.invariant = i % 3;
        c.options.formulation = psf_or_psi1 (i / 3);
        c.tspan[1] = 4;
        o = solve (&c);
        worst_invariant (&o, 2, 1, &worst[i % 3], &relative);
        print_message ("psi1 %d, invariant %d: %ld steps, e %.1e\n", i / 3, i % 3,
                       o.counters.naccpt, worst[i % 3]);
        assert_true (i % 3 < 2 ? worst[i % 3] <= 1e-12 : worst[i % 3] > 1e-9);
        case_end (&c, &o);
    }
}

/* ---- they stand in the parts, too ---- */

static void parts_hold_the_invariants (void **state)
{
    Extra *const models[] = {&doubled, &mixed};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_extra (models[i]);
        static Assembly a;

        assembly_open (&a, &c);
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 0.1;
        assert_true (assembly_difference (&a, 0, c.x0) < 1e-13);
        assembly_close (&a);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (projected_steps_meet_the_invariants),
        cmocka_unit_test (what_is_added_is_the_shortest),
        cmocka_unit_test (states_are_corrected),
        cmocka_unit_test (what_cannot_be_corrected_is_left),
        cmocka_unit_test (what_cannot_be_projected_is_left),
        cmocka_unit_test (elimination_follows_its_rule),
        cmocka_unit_test (dependent_invariants_are_not_eliminated),
        cmocka_unit_test (runs_keep_what_they_should),
        cmocka_unit_test (energy_is_met_by_elimination),
        cmocka_unit_test (parts_hold_the_invariants),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
