/* test_overconstrained.c - constraints that depend on each other: too many joints, and rows written
 * twice
 *
 * The motion is that of the independent constraints; multipliers are the shortest of those that
 * give the same forces.
 */
#include "extent.h"
#include "repeated.h"

/* the state at output i without its multipliers, against the exact motion */
static double motion_error (const Case *c, const Outcome *o, size_t i)
{
    const Errors e = errors_at (c, o, i);

    return fmax (e.velocities, e.positions);
}

/* largest relative residual of position and velocity, with the acceleration for psf */
static double worst_kept (const Case *c, const GeomsSolution *s)
{
    const int levels = c->options.formulation == GEOMS_FORMULATION_PSF ? 3 : 2;
    double worst = 0;

    for (size_t i = 0; i < 3 * s->count; i++)
        if ((int)(i % 3) < levels)
            worst = fmax (worst, s->relative[i]);
    return worst;
}

/* ---- mechanisms that are redundant only because of their dimensions ---- */

static TestModel mechanism (int i)
{
    return i == 0 ? model_parallelogram (2) : i == 1 ? model_parallelogram (3) : model_fourbar;
}

static void parallelograms_move_exactly (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const TestModel model = mechanism (i / 2);
        Case c = case_of (&model);
        Errors e;
        Outcome o;

        c.options.formulation = psf_or_psi1 (i % 2);
        case_tolerance (&c, 1e-11);
        o = solve (&c);
        e = errors_at (&c, &o, o.s->count - 1);
        print_message ("%s, formulation %d: %ld steps, errors %.1e (lambda) %.1e (v) %.1e (p), "
                       "residual %.1e\n",
                       c.model.name, i % 2, o.counters.naccpt, e.multipliers, e.velocities,
                       e.positions, worst_kept (&c, o.s));
        assert_true (fmax (e.velocities, e.positions) <= 1e-9);
        assert_true (e.multipliers <= (i % 2 ? 1e-4 : 1e-7));
        assert_true (worst_kept (&c, o.s) <= 1e-12);
        assert_int_equal (o.s->redundant, i >= 2);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* LU and QR refuse redundant rows; auto takes the singular value decomposition */
static void only_svd_takes_redundant_rows (void **state)
{
    const int expected[][2] = {{GEOMS_DECOMPOSITION_AUTO, 0},
                               {GEOMS_DECOMPOSITION_SVD, 0},
                               {GEOMS_DECOMPOSITION_LU, 1},
                               {GEOMS_DECOMPOSITION_QR, 1}};

    (void)state;
    for (int i = 0; i < 8; i++) {
        const TestModel model = mechanism (1 + i / 4);
        Case c = case_of (&model);
        Outcome o;

        c.options.constraint_decomposition = expected[i % 4][0];
        o = attempt (&c);
        if (expected[i % 4][1] == 0) {
            assert_int_equal (o.status, 0);
            assert_true (motion_error (&c, &o, o.s->count - 1) < 1e-6);
        } else if (i % 4 == 2)
            assert_true (o.status <= GEOMS_LU_RANK1 && o.status >= GEOMS_LU_RANK3);
        else
            assert_true (o.status <= GEOMS_QR_RANK1 && o.status >= GEOMS_QR_RANK3);
        case_end (&c, &o);
    }
}

/* ---- what is said about redundancy ---- */

/* Rows of [GZ; HZ] that depend on others: those whose removal leaves the rank as it is. */
static void dependent_by_rank (const Case *c, int *marked)
{
    const GeomsDims *d = &c->model.system.dims;
    const int nl = d->nl + d->nm, first = d->nw + nl, v = d->nw + nl + d->nr;
    double *J = calloc ((size_t)(c->m * c->n), sizeof *J);
    double *A = calloc ((size_t)(nl * d->nv), sizeof *A);
    int rank = -1;

    assert_int_equal (c->model.system.jac (c->tspan[0], c->x0, J, c->m, c->user), 0);
    for (int without = -1; without < nl; without++) {
        const int rows = without < 0 ? nl : nl - 1;

        for (int j = 0; j < d->nv; j++)
            for (int i = 0; i < rows; i++)
                A[i + j * rows] = J[first + i + (without >= 0 && i >= without) + (v + j) * c->m];
        if (without < 0)
            rank = model_rank (rows, d->nv, A);
        else
            marked[without] = model_rank (rows, d->nv, A) == rank;
    }
    free (J);
    free (A);
}

static void redundant_rows_are_named (void **state)
{
    const int rank[] = {11, 17, 29};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const TestModel model = i < 2 ? mechanism (1 + i) : model_bricard;
        const GeomsDims *d = &model.system.dims;
        Case c = case_of (&model);
        int marked[MOST_UNKNOWNS], found = 0;
        Outcome o;

        c.tspan[1] = 1e-3;
        dependent_by_rank (&c, marked);
        o = solve (&c);
        for (int level = 0; level < 3; level++) {
            assert_int_equal (o.s->rows[level], d->nl);
            assert_int_equal (o.s->rank[level], rank[i]);
        }
        for (int r = 0; r < d->nl; r++) {
            /* gII, gI, g */
            assert_int_equal (o.s->dependent_rows[r], marked[r]);
            assert_int_equal (o.s->dependent_rows[d->nl + r], marked[r]);
            assert_int_equal (o.s->dependent_rows[2 * d->nl + d->ni + r], marked[r]);
            /* a multiplier is determined exactly if its row is independent of the others */
            assert_int_equal (o.s->unique[r], ! marked[r]);
            found += marked[r];
        }
        print_message ("%s: %d of %d rows depend on each other\n", model.name, found, d->nl);
        assert_true (found > 0);
        case_end (&c, &o);
    }
}

/* ---- Bricard's mechanism ---- */

/* tests/data/bricard.csv: t, position and velocity of P3 */
static int read_bricard (double (*row)[7])
{
    FILE *stream = fopen (GEOMS_TEST_DATA "/bricard.csv", "r");
    char line[256];
    int found = 0;

    assert_non_null (stream);
    while (fgets (line, sizeof line, stream) != NULL) {
        double *r = row[found];

        if (line[0] != '%'
            && sscanf (line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", r, r + 1, r + 2, r + 3, r + 4, r + 5,
                       r + 6)
                   == 7)
            found++;
    }
    fclose (stream);
    return found;
}

static void bricard_keeps_its_energy_and_meets_its_reference (void **state)
{
    double row[4][7];

    (void)state;
    assert_int_equal (read_bricard (row), 4);
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_bricard);
        const double E = c.model.energy (0, c.x0, c.user);
        double drift = 0, worst = 0, norm = 0, x[MOST_UNKNOWNS], P[6];
        Outcome o;

        c.options.formulation = psf_or_psi1 (i);
        case_tolerance (&c, 1e-9);
        if (run_short ())
            c.tspan[1] = row[0][0];
        o = solve (&c);
        for (size_t k = 0; k < o.s->count; k++) {
            drift = fmax (drift, fabs (c.model.energy (0, o.s->x + k * (size_t)c.n, c.user) - E));
            for (int j = 0; j < 5; j++)
                norm = fmax (norm, fabs (o.s->residual[60 + j + (int)k * o.s->na]));
        }
        for (int k = 0; k < (run_short () ? 1 : 4); k++) {
            geoms_dense (geoms_steps (o.s), 1, row[k], x, NULL);
            linkage_joint (x, c.user, 2, P);
            for (int j = 0; j < 6; j++)
                worst = fmax (worst, fabs (P[j] - row[k][1 + j]));
        }
        print_message ("Bricard, formulation %d: %ld steps, %ld + %ld rejected, energy %.1e J, P3 "
                       "to %.1e, residual %.1e, norms %.1e\n",
                       i, o.counters.naccpt, o.counters.nerjct, o.counters.ncrjct, drift, worst,
                       worst_kept (&c, o.s), norm);
        assert_true (drift <= 1e-7);
        assert_true (worst <= 1e-6);
        assert_true (worst_kept (&c, o.s) <= 1e-12);
        assert_true (norm <= 1e-12);
        /* the rank is not disturbed by small violations within the steps */
        assert_true (o.counters.ncrjct <= o.counters.naccpt / 2);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* finite differences in place of the exact Jacobian: small singular values are then noise */
static void differences_will_do (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const TestModel model = mechanism (1 + i / 2);
        Case c = case_of (&model);
        Outcome o;

        c.model.system.jac = NULL;
        c.options.formulation = psf_or_psi1 (i % 2);
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        print_message ("%s with differences, formulation %d: %ld steps, %ld + %ld rejected, error "
                       "%.1e\n",
                       c.model.name, i % 2, o.counters.naccpt, o.counters.nerjct, o.counters.ncrjct,
                       motion_error (&c, &o, o.s->count - 1));
        assert_true (motion_error (&c, &o, o.s->count - 1) <= 1e-7);
        assert_true (worst_kept (&c, o.s) <= 1e-12);
        assert_int_equal (o.s->redundant, 1);
        case_end (&c, &o);
    }
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_bricard);
        double row[4][7], P[6];
        Outcome o;

        read_bricard (row);
        c.model.system.jac = NULL;
        c.options.formulation = psf_or_psi1 (i);
        c.tspan[1] = 2;
        case_tolerance (&c, 1e-7);
        o = solve (&c);
        linkage_joint (last_state (&o), c.user, 2, P);
        print_message (
            "Bricard with differences, formulation %d: %ld steps, %ld + %ld rejected, P3 "
            "to %.1e, residual %.1e\n",
            i, o.counters.naccpt, o.counters.nerjct, o.counters.ncrjct,
            distance (P, row[1] + 1, 0, 6), worst_kept (&c, o.s));
        assert_true (distance (P, row[1] + 1, 0, 6) <= 1e-5);
        assert_true (worst_kept (&c, o.s) <= 1e-12);
        case_end (&c, &o);
    }
}

/* ---- rows written twice or three times ---- */

/* so small that the two runs, which take different steps, agree to 1e-8 (the angular velocities of
 * Andrews' mechanism are 1e3; psi1 is less accurate at the same tolerance) */
static double tolerance_for (int formulation)
{
    return formulation == GEOMS_FORMULATION_PSF ? 1e-10 : 1e-12;
}

/* the state at the end of the run of the base model itself */
static void run_base (const TestModel *model, int formulation, double *x)
{
    Case c = case_of (model);
    Outcome o;

    c.options.formulation = formulation;
    case_tolerance (&c, tolerance_for (formulation));
    o = solve (&c);
    memcpy (x, last_state (&o), (size_t)c.n * sizeof *x);
    case_end (&c, &o);
}

static void check_repeated (Repeated *r, int formulation, const double *base)
{
    const GeomsDims *d = &r->base->system.dims;
    Case c = case_repeated (r);
    double x[MOST_UNKNOWNS], shortest[MOST_UNKNOWNS];
    Errors e;
    Outcome o;

    c.options.formulation = formulation;
    case_tolerance (&c, tolerance_for (formulation));
    o = solve (&c);
    repeated_fold (r, last_state (&o), x);
    repeated_unfold (r, x, shortest);
    e = errors_between (d, x, base);
    print_message ("%s, row %d, %d copies, formulation %d: %ld steps, differences %.1e (sum of "
                   "lambda) %.1e (v) %.1e (p)\n",
                   r->base->name, r->row[0], r->count, formulation, o.counters.naccpt,
                   e.multipliers, e.velocities, e.positions);
    assert_true (e.velocities <= 1e-8);
    assert_true (e.positions <= 1e-8);
    assert_true (e.multipliers <= (formulation == GEOMS_FORMULATION_PSF ? 1e-8 : 1e-5));
    assert_true (distance (last_state (&o), shortest, 0, c.model.system.dims.nl) <= 1e-8);
    assert_true (worst_kept (&c, o.s) <= 1e-12);
    assert_int_equal (o.s->redundant, 1);
    assert_int_equal (o.s->rank[0], d->nl);
    case_end (&c, &o);
}

static void any_row_of_andrews_may_be_repeated (void **state)
{
    double base[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 2; i++) {
        const int formulation = psf_or_psi1 (i);

        run_base (&model_andrews, formulation, base);
        for (int row = 0; row < 6; row++)
            for (int copies = 1; copies <= 2; copies++) {
                Repeated r = {
                    .base = &model_andrews, .count = copies, .row = {row, row}, .factor = {1, 1}};

                check_repeated (&r, formulation, base);
            }
    }
}

/* all at once, and multiplied by factors: the shares of the copies are as the factors */
static void several_rows_may_be_repeated (void **state)
{
    double base[MOST_UNKNOWNS];
    Repeated all = {.base = &model_andrews,
                    .count = 6,
                    .row = {0, 1, 2, 3, 4, 5},
                    .factor = {1, 2, -1.7, 0.5, 1, 3}};
    Repeated two = {.base = &model_slidercrank, .count = 3, .row = {0, 1, 1}, .factor = {2, 1, -2}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const int formulation = psf_or_psi1 (i);

        run_base (&model_andrews, formulation, base);
        check_repeated (&all, formulation, base);
        run_base (&model_slidercrank, formulation, base);
        check_repeated (&two, formulation, base);
    }
}

/* holonomic and nonholonomic rows, with every other kind of unknown */
static void every_block_may_be_redundant (void **state)
{
    Repeated r = {.base = &model_skate, .count = 3, .row = {1, 0, 2}, .factor = {1, -1, 0.5}};
    double exact[MOST_UNKNOWNS], x[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 2; i++) {
        const int formulation = psf_or_psi1 (i);
        Case c = case_repeated (&r);
        Outcome o;

        c.options.formulation = formulation;
        case_tolerance (&c, 1e-9);
        o = solve (&c);
        repeated_fold (&r, last_state (&o), x);
        assert_int_equal (model_skate.exact (c.tspan[1], exact, r.user), 0);
        print_message ("skate, formulation %d: %ld steps, errors %.1e (w, lambda, mu) %.1e\n",
                       formulation, o.counters.naccpt, distance (x, exact, 0, 6),
                       distance (x, exact, 6, 22));
        assert_true (distance (x, exact, 6, 22) <= 1e-7);
        assert_true (worst_kept (&c, o.s) <= 1e-12);
        assert_int_equal (o.s->rows[0], 3); /* c, g, and a copy of g */
        assert_int_equal (o.s->rank[0], 2);
        assert_int_equal (o.s->rank[1], 3);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (parallelograms_move_exactly),
        cmocka_unit_test (only_svd_takes_redundant_rows),
        cmocka_unit_test (redundant_rows_are_named),
        cmocka_unit_test (bricard_keeps_its_energy_and_meets_its_reference),
        cmocka_unit_test (differences_will_do),
        cmocka_unit_test (any_row_of_andrews_may_be_repeated),
        cmocka_unit_test (several_rows_may_be_repeated),
        cmocka_unit_test (every_block_may_be_redundant),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
