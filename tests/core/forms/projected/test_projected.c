/* test_projected.c - the operations of a formulation against their formulas
 */
#include "bench.h"
#include "methods/control.h"
#include "doubled.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;

/* ---- residuals; those of multipliers that are solved for: test_multipliers.c ---- */

static void residuals_have_their_parts (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        GeomsForm *f = bench_form (&b);
        static double x[3 * MOST_UNKNOWNS], v[3 * MOST_UNKNOWNS], out[3 * MOST_ROWS],
            rda[MOST_ROWS];
        const double t[3] = {0.1, 0.2, 0.3};
        unsigned seed = 4;

        c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
        bench_open (&b, &c, psf_or_psi1 (i % 2));
        for (int j = 0; j < 3; j++) {
            bench_move (&b, 0.1, 5 + (unsigned)j);
            memcpy (x + j * c.n, b.x, (size_t)c.n * sizeof *x);
        }
        fill_noise ((size_t)(3 * c.n), v, &seed);
        assert_int_equal (f->ops->evaluate (f, 3, t, x, v, out), 0);
        for (int j = 0; j < 3; j++) {
            const int mb = c.m - b.eq.r_b;

            b.t = t[j];
            memcpy (b.x, x + j * c.n, (size_t)c.n * sizeof *x);
            bench_linearise (&b);
            assert_int_equal (c.model.system.rda (1, t + j, b.x, c.n, rda, c.m, c.user), 0);
            assert_memory_equal (inside (&b).base, rda, (size_t)c.m * sizeof *rda);
            for (int r = 0; r < c.m; r++) {
                double sum = rda[r];
                for (int l = 0; r >= b.eq.r_b && l < c.n; l++)
                    sum -= b.M[r - b.eq.r_b + l * mb] * v[j * c.n + l];
                assert_true (fabs (out[j * c.m + r] - sum) <= 1e-12 * (1 + fabs (sum)));
            }
            /* the defect at the base point: no algebraic rows, + M y */
            f->ops->defect (f, v + j * c.n, out + j * c.m);
            for (int r = 0; r < c.m; r++) {
                double sum = r < b.eq.r_b ? 0 : rda[r];
                for (int l = 0; r >= b.eq.r_b && l < c.n; l++)
                    sum += b.M[r - b.eq.r_b + l * mb] * v[j * c.n + l];
                assert_true (fabs (out[j * c.m + r] - sum) <= 1e-12 * (1 + fabs (sum)));
            }
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* the largest of each kind of unknowns: w, multipliers, r, v, s, p */
static void largest_of_kinds (const GeomsEquations *e, const double *x, double *size)
{
    const int ends[7] = {0, e->d.nw, e->n1, e->o3, e->o4, e->op, e->n};

    for (int k = 0; k < 6; k++)
        for (int i = ends[k]; i < ends[k + 1]; i++) {
            size[i] = 0;
            for (int j = ends[k]; j < ends[k + 1]; j++)
                size[i] = fmax (size[i], fabs (x[j]));
        }
}

/* row = C M^-1 of row i of gII, hI at b.x */
static void divided_row (int i, double *row)
{
    const GeomsEquations *e = &b.eq;
    const int nv = e->d.nv, mb = e->m - e->r_b;
    double M[MOST_UNKNOWNS * MOST_UNKNOWNS];

    for (int j = 0; j < nv; j++) {
        row[j] = b.J[e->r_gI + i + (e->o3 + j) * e->m];
        for (int k = 0; k < nv; k++)
            M[k + j * nv] = b.M[e->n2 + k + (e->o3 + j) * mb];
    }
    assert_int_equal (model_solve (nv, M, 1, row), 0);
}

/* |C M^-1| (|f| + |C'| |l|) + sum_j |Gamma_x + C M^-1 F_x| size of row i of gII, hI */
static double size_of_acceleration (int i, const double *size)
{
    const GeomsEquations *e = &b.eq;
    const int nv = e->d.nv;
    const double *J = inside (&b).J;
    double rda[MOST_ROWS], CM[MOST_UNKNOWNS], sum = 0;

    assert_int_equal (e->model->rda (1, &b.t, b.x, e->n, rda, e->m, e->user), 0);
    divided_row (i, CM);
    for (int j = 0; j < nv; j++) {
        double force = rda[e->r_v + j], held = 0;
        for (int k = 0; k < e->d.nl + e->d.nm; k++) {
            const double term = b.J[e->r_gI + k + (e->o3 + j) * e->m] * b.x[e->d.nw + k];
            force += term;
            held += fabs (term);
        }
        sum += fabs (CM[j]) * (fabs (force) + held);
    }
    for (int j = 0; j < e->n; j++) {
        double entry = J[e->r_gII + i + j * e->m];
        for (int k = 0; k < nv; k++)
            entry += CM[k] * J[e->r_v + k + j * e->m];
        sum += fabs (entry) * size[j];
    }
    return sum;
}

/* scale_i = sum_j |J_ij| size_j, size_j the largest |x_j| of the run, or a thousandth of the
 * largest of its kind; gII and hI of accelerations that are solved for: with the forces that these
 * are made of */
static void check_scales (const double *reach)
{
    const GeomsEquations *e = &b.eq;
    const int solved = inside (&b).solved;
    const double *scale = inside (&b).scale;
    double size[MOST_UNKNOWNS];

    largest_of_kinds (e, reach, size);
    for (int j = 0; j < e->n; j++)
        size[j] = fmax (fmax (1e-3 * size[j], e->floor[j]), reach[j]);
    for (int r = 0; r < e->r_b; r++) {
        const int of_forces = solved && r >= e->r_gII && r < e->r_gI;
        double sum = of_forces ? size_of_acceleration (r - e->r_gII, size) : 0;

        for (int j = 0; j < e->n && ! of_forces; j++)
            sum += fabs (b.J[r + j * e->m]) * size[j];
        if (! (fabs (scale[r] - sum) <= 1e-12 * sum))
            fail_msg ("%s, solved %d: scale of row %d is %g, not %g", b.c->model.name, solved, r,
                      scale[r], sum);
    }
}

/* the violation is the largest |a_i| / scale_i; psf with multipliers iterated, psi1, psf with them
 * solved for */
static void violations_are_relative (void **state)
{
    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_of (models[i / 3]);
        double worst = 0, reach[MOST_UNKNOWNS], far[MOST_UNKNOWNS];

        c.options.multipliers = i % 3 ? GEOMS_MULTIPLIERS_AUTO : GEOMS_MULTIPLIERS_ITERATED;
        bench_open (&b, &c, psf_or_psi1 (i % 3 == 1));
        bench_move (&b, 0.1, 8);
        bench_linearise (&b);
        for (int j = 0; j < c.n; j++)
            reach[j] = fabs (b.x[j]);
        check_scales (reach);
        for (int k = 0; k < algebraic_rows (&b); k++) {
            const int r = algebraic_row (&b, k);
            worst = fmax (worst, fabs (inside (&b).base[r]) / inside (&b).scale[r]);
        }
        assert_true (geoms_projected_violation (&b.form, inside (&b).base) == worst);
        /* another state of the run has larger unknowns */
        for (int j = 0; j < c.n; j++) {
            far[j] = j % 2 ? -3 - b.x[j] : 0.1 * b.x[j];
            reach[j] = fmax (reach[j], fabs (far[j]));
        }
        geoms_equations_note (&b.eq, far);
        geoms_projected_scales (&b.form, b.x);
        check_scales (reach);
        bench_close (&b);
        case_free (&c);
    }
}

/* the base point stays where it is, moves, or is there already: then nothing is evaluated for it,
 * but the parts of its state */
static void check_base_points (int multipliers)
{
    Case c = case_of (&model_slidercrank);
    double base[12], M[9];
    long neom;

    c.options.multipliers = multipliers;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_linearise (&b);
    memcpy (base, inside (&b).base, sizeof base);
    memcpy (M, inside (&b).base_mass, sizeof M);
    bench_move (&b, 0.1, 1);
    assert_int_equal (bench_linearise_at (&b, b.t, b.x, GEOMS_BASE_LEAVE), 0);
    assert_memory_equal (base, inside (&b).base, sizeof base);
    assert_memory_equal (M, inside (&b).base_mass, sizeof M);
    assert_memory_not_equal (M, inside (&b).mass, sizeof M);
    assert_int_equal (bench_base (&b, b.t, b.x), 0);
    assert_memory_not_equal (base, inside (&b).base, sizeof base);
    memcpy (base, inside (&b).base, sizeof base);
    neom = b.counters.neom;
    assert_int_equal (bench_linearise_at (&b, b.t, b.x, GEOMS_BASE_HAVE), 0);
    assert_int_equal (b.counters.neom, neom + inside (&b).solved);
    assert_memory_equal (base, inside (&b).base, sizeof base);
    assert_memory_equal (inside (&b).base_mass, inside (&b).mass, sizeof M);
    bench_close (&b);
    case_free (&c);
}

static void base_points_are_kept (void **state)
{
    (void)state;
    check_base_points (GEOMS_MULTIPLIERS_ITERATED);
    check_base_points (GEOMS_MULTIPLIERS_SOLVED);
}

/* h at lambda, mu in psi1; at w too if d depends on lambda or mu, which here is so while the skate
 * turns */
static void weights_scale_the_index (void **state)
{
    double w[22];

    (void)state;
    for (int i = 0; i < 6; i++) {
        const int psi1 = i % 2, turns = i / 2 > 0;
        const int first = turns ? 0 : 3, last = psi1 ? 6 : 0;
        Case c = case_of (&model_skate);

        bench_open (&b, &c, psf_or_psi1 (psi1));
        b.x[12] = i / 2;
        bench_linearise (&b);
        geoms_index_factors (bench_form (&b), -0.25, w);
        for (int j = 0; j < 22; j++)
            assert_true (w[j] == (j >= first && j < last ? 0.25 : 1));
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- redundant constraints ---- */

/* the second row is another multiple: difference quotients make the ranks uncertain by rounding */
static void redundancy_is_counted_or_refused (void **state)
{
    static const int expected[4][2] = {{GEOMS_DECOMPOSITION_AUTO, 0},
                                       {GEOMS_DECOMPOSITION_LU, GEOMS_LU_RANK2},
                                       {GEOMS_DECOMPOSITION_QR, GEOMS_QR_RANK2},
                                       {GEOMS_DECOMPOSITION_SVD, 0}};

    (void)state;
    for (int i = 0; i < 16; i++) {
        const double q[2] = {13.75, i < 8 ? 1 : 1.7};
        const int psi1 = i / 4 % 2, status = expected[i % 4][1];
        Case c = case_with (&model_doubled, q, 2);

        c.options.constraint_decomposition = expected[i % 4][0];
        bench_open (&b, &c, psf_or_psi1 (psi1));
        bench_move (&b, 1e-3, 3);
        assert_int_equal (bench_linearise_at (&b, 0, b.x, GEOMS_BASE_FILL), status);
        assert_int_equal (b.report.status, status);
        if (status == 0) {
            /* one free p, one free v, and in psi1 one of the two multipliers */
            assert_int_equal (inside (&b).nd, 2 + psi1);
            assert_int_equal (inside (&b).rank[1], 1);
            assert_int_equal (inside (&b).rank[2], 1);
            assert_int_equal (inside (&b).rank[0], 1);
            assert_int_equal (inside (&b).switched, i % 4 == 0);
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* with SVD the motion is right, and the multipliers are and remain those of minimum norm */
static void redundant_constraints_are_integrated_by_svd (void **state)
{
    static const double factors[] = {1, 2, 1.7, -3};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const double q[2] = {13.750371636040745655, factors[i]};
        Case c = case_with (&model_doubled, q, 2);
        double excess = 0;
        Outcome o;
        Errors e;

        c.tspan[1] = 20;
        c.x0[0] = 3 * factors[i]; /* consistent, but not the shortest */
        c.x0[1] = -3;
        c.options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        e = errors_at (&c, &o, o.s->count - 1);
        for (size_t k = 0; k < o.s->count; k++) {
            const double *lambda = o.s->x + 6 * k;
            excess = fmax (excess, fabs (lambda[1] - factors[i] * lambda[0]));
        }
        print_message ("factor %g: %ld steps, errors p %.1e v %.1e lambda %.1e, excess of lambda "
                       "%.1e, residual %.1e\n",
                       factors[i], o.counters.naccpt, e.positions, e.velocities, e.multipliers,
                       excess, worst_residual (o.s));
        assert_true (e.positions < 1e-5 && e.velocities < 1e-5);
        /* at the start the multipliers are shortened by means of difference quotients */
        assert_true (o.s->relative[2] <= 1e-7);
        for (size_t k = 3; k < 3 * o.s->count; k++)
            assert_true (o.s->relative[k] <= 1e-12);
        assert_true (e.multipliers < 1e-5 && excess < 1e-5);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (residuals_have_their_parts),
        cmocka_unit_test (violations_are_relative),
        cmocka_unit_test (base_points_are_kept),
        cmocka_unit_test (weights_scale_the_index),
        cmocka_unit_test (redundancy_is_counted_or_refused),
        cmocka_unit_test (redundant_constraints_are_integrated_by_svd),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
