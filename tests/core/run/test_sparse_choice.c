/* test_sparse_choice.c - the one reason why a run goes by dense matrices where sparse ones are asked for:
 * each of them once; rows of zeros are none
 */
#include "base/sparse_lu.h"
#include "both_solvers.h"

/* ---- one reason ---- */

/* not_sparse of a run that ends at once; where sparse matrices are not asked for, nothing is said */
static void expect_reason (const Case *c, const char *why)
{
    Case asked = *c;
    Outcome o;

    asked.options.linear_solver = GEOMS_LINEAR_SPARSE;
    asked.tspan[1] = asked.tspan[0] + 1e-4;
    o = attempt (&asked);
    assert_non_null (o.run);
    assert_string_equal (o.s->linear_solver, why[0] == 0 ? "sparse" : "dense");
    assert_string_equal (o.s->not_sparse, why);
    outcome_free (&o);
    asked.options.linear_solver = GEOMS_LINEAR_AUTO;
    o = attempt (&asked);
    assert_string_equal (o.s->not_sparse, "");
    outcome_free (&o);
}

/* of a method without sparse matrices the word for the solver is "" */
static void expect_no_form (const Case *c, const char *why)
{
    Case asked = *c;
    Outcome o;

    asked.options.linear_solver = GEOMS_LINEAR_SPARSE;
    asked.tspan[1] = asked.tspan[0] + 1e-4;
    o = attempt (&asked);
    assert_non_null (o.run);
    assert_string_equal (o.s->linear_solver, "");
    assert_string_equal (o.s->not_sparse, why);
    outcome_free (&o);
}

static void formulations_and_methods (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    Case c = case_of_rods (r, 1e-6);

    (void)state;
    c.options.formulation = GEOMS_FORMULATION_BAUMGARTE;
    expect_no_form (&c, "the formulation goes by dense matrices alone");
    c.options.formulation = GEOMS_FORMULATION_PSF;
    c.options.method = GEOMS_METHOD_DOPRI5;
    expect_no_form (&c, "the method is an explicit one");
    rods_free (r);
}

static void options (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    const Case plain = case_of_rods (r, 1e-6);
    double weights[MOST_UNKNOWNS];
    int fixed[MOST_UNKNOWNS] = {0};
    Case c = plain;

    (void)state;
    expect_reason (&c, "");
    c.options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
    expect_reason (&c, "ConstraintDecomposition is not 'auto'");
    c = plain;
    c.options.selector = GEOMS_SELECTOR_ROWS;
    expect_reason (&c, "Selector is not 'tangent'");
    c = plain;
    c.options.selector_update = GEOMS_UPDATE_ADAPTIVE;
    expect_reason (&c, "SelectorUpdate is not 'every'");
    c = plain;
    c.options.error_norm = GEOMS_ERROR_NORM_FREE;
    expect_reason (&c, "ErrorNorm is not 'all'");
    c = plain;
    c.options.weights = GEOMS_WEIGHTING_MASS;
    expect_reason (&c, "Weights is 'mass'");
    c = plain;
    c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
    expect_reason (&c, "Multipliers is 'iterated'");
    c = plain;
    c.options.formulation = GEOMS_FORMULATION_INDEX2;
    c.options.project = GEOMS_PROJECT_ON;
    expect_reason (&c, "Project is 'on', and states of index1, index2 and ggl are moved by dense "
                       "matrices alone");
    c = plain;
    fixed[c.n - 1] = 1;
    c.start.fixed = fixed;
    expect_reason (&c, "components of the start are fixed");
    c = plain;
    for (int i = 0; i < MOST_UNKNOWNS; i++)
        weights[i] = 1 + i % 2;
    c.start.weights = weights;
    expect_reason (&c, "components of the start have weights");
    rods_free (r);
}

/* ---- the model ---- */

static void patterns (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    const Case plain = case_of_rods (r, 1e-6);
    Case c = case_of (&model_pendulum);

    (void)state;
    expect_reason (&c, "the mass matrix has no pattern");
    case_free (&c);
    c = plain;
    c.model.system.parts = NULL;
    c.model.system.blocks_jac = NULL;
    c.model.system.patterns.C = c.model.system.patterns.B = (GeomsPattern){0};
    expect_reason (&c, "the model does not give M, f, C by themselves (parts)");
    c = plain;
    c.model.system.blocks_jac = NULL;
    c.model.system.patterns.B = (GeomsPattern){0};
    expect_reason (&c, "the derivatives (B, blocks_jac) have no pattern");
    rods_free (r);
}

/* lengths of quaternions in index1, index2, ggl; w and s are in none of their equations */
static void invariants (void **state)
{
    const int list[] = {GEOMS_FORMULATION_INDEX1, GEOMS_FORMULATION_INDEX2, GEOMS_FORMULATION_GGL};
    int seen = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS * 3; i++) {
        static Patterned p;
        Case c = patterned (&p, i / 3);
        const GeomsDims *d = &c.model.system.dims;

        c.options.formulation = list[i % 3];
        if (d->ni > 0 && d->nc == 0 && strstr (p.model.name, "energy") == NULL) {
            expect_reason (&c, "invariants need psf or psi1 with sparse matrices");
            seen++;
        }
        patterned_free (&p, &c);
    }
    assert_true (seen >= 3);
}

static void energies (void **state)
{
    static Patterned p;
    int seen = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Case c = patterned (&p, i);

        if (strstr (p.model.name, "energy") != NULL) {
            expect_reason (&c, "an invariant depends on velocities");
            c.options.invariant = GEOMS_INVARIANT_ELIMINATE;
            expect_reason (&c, "Invariant is 'eliminate'");
            seen++;
        }
        patterned_free (&p, &c);
    }
    assert_true (seen > 0);
}

/* ---- the start ---- */

static void rows_that_depend (void **state)
{
    const int list[] = {GEOMS_FORMULATION_INDEX1, GEOMS_FORMULATION_INDEX2, GEOMS_FORMULATION_GGL};
    Rods *r = rods_of (rods_lattice (2, 2, 1));
    Case c = case_of_rods (r, 1e-6);

    (void)state;
    expect_reason (&c, "");
    for (int i = 0; i < 3; i++) {
        c.options.formulation = list[i];
        expect_reason (&c, "rows of the constraints depend on each other at the start");
    }
    rods_free (r);
}

/* the reason of a run that ends, if it begins at all: dense matrices refuse the same */
static void expect_end (const Case *c, const char *why)
{
    Case asked = *c;
    Outcome o;

    asked.options.linear_solver = GEOMS_LINEAR_SPARSE;
    o = attempt (&asked);
    assert_true (o.status < 0);
    assert_non_null (o.s);
    assert_string_equal (o.s->not_sparse, why);
    outcome_free (&o);
}

static void masses (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    Case c = case_of_rods (r, 1e-6);

    (void)state;
    r->mass[1] = -1;
    expect_end (&c, "M is not positive at the start");
    r->mass[1] = 0; /* rods hold one of its directions */
    c.options.formulation = GEOMS_FORMULATION_GGL;
    expect_end (&c, "M is singular at the start");
    r->mass[0] = r->mass[1] = r->mass[2] = 0;
    c.options.formulation = GEOMS_FORMULATION_PSF;
    expect_end (&c, "M is singular at the start, and accelerations are not determined");
    rods_free (r);
}

/* rods that are there twice, on light points beside heavy ones */
static void uneven_masses (void **state)
{
    Rods *r = rods_of (rods_lattice (2, 2, 1));
    Case c = case_of_rods (r, 1e-4);
    Outcome o;

    (void)state;
    for (int i = 0; i < r->points; i += 2)
        r->mass[i] = 1e-4;
    expect_reason (&c, "");
    for (int i = 0; i < r->points; i += 2)
        r->mass[i] = 1e-8;
    expect_reason (&c, "rows of the constraints depend on each other, and masses differ by more than "
                       "1e5 times");
    o = solve_by (&c, GEOMS_LINEAR_SPARSE);
    assert_true (worst_residual (o.s) <= 1e-12);
    outcome_free (&o);
    rods_free (r);
}

/* the last point would have to be where no rod reaches */
static void positions (void **state)
{
    Rods *r = rods_of (rods_lattice (1, 1, 1));
    Case c = case_of_rods (r, 1e-6);

    (void)state;
    r->link[1].length = 100; /* of the two rods that hold the first point */
    expect_end (&c, "no consistent state was found at the start");
    rods_free (r);
}

/* ---- rows of zeros ---- */

/* a rod between two places that are held: nothing moves it, its multiplier is 0 */
static void rows_of_zeros (void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        RodsPlan plan = rods_lattice (4, 4, 1);
        Rods *r;
        Case c;
        Outcome a, b;

        ((RodsLink *)plan.rod)[plan.rods - 1] = (RodsLink){.end = {-1, -2}};
        r = rods_of (plan);
        c = case_of_rods (r, 1e-6);
        c.options.formulation = way == 2 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF;
        c.options.velocity_rows
            = way == 1 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_AUTO;
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_true (is_sparse (&b) && b.s->redundant == 1);
        assert_int_equal (a.counters.naccpt, b.counters.naccpt);
        assert_true (apart (&a, &b, r->rods, c.n) <= 1e-11);
        assert_true (apart (&a, &b, 0, r->rods) <= 1e-8);
        assert_memory_equal (a.s->rank, b.s->rank, sizeof a.s->rank);
        assert_memory_equal (a.s->dependent_rows, b.s->dependent_rows,
                             (size_t)a.s->na * sizeof (int));
        assert_true (last_state (&b)[r->rods - 1] == 0);
        assert_true (way == 2 || worst_residual (b.s) <= 1e-12);
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

/* ---- without KLU ---- */

static void nothing_without_klu (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    Case c = case_of_rods (r, 1e-6);

    (void)state;
    expect_reason (&c, "GEOMS was built without KLU");
    rods_free (r);
}

int main (void)
{
    const struct CMUnitTest alone[] = {cmocka_unit_test (nothing_without_klu)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (formulations_and_methods),
        cmocka_unit_test (options),
        cmocka_unit_test (patterns),
        cmocka_unit_test (invariants),
        cmocka_unit_test (energies),
        cmocka_unit_test (rows_that_depend),
        cmocka_unit_test (masses),
        cmocka_unit_test (uneven_masses),
        cmocka_unit_test (positions),
        cmocka_unit_test (rows_of_zeros),
    };

    if (! geoms_sparse_lu_have ())
        return cmocka_run_group_tests (alone, NULL, NULL);
    return cmocka_run_group_tests (tests, NULL, NULL);
}
