/* test_pattern.c - models that give the values of patterns alone make the same motions as dense
 * ones, to the last bit; what a loader refuses of a pattern
 */
#include "forms.h"
#include "model/pattern.h"
#include "models/all.h"
#include "refused.h"

/* ---- one matrix ---- */

/* by hand, and with an empty column and one that is full:
 *     [ . 4 . ]
 *     [ 1 5 . ]
 *     [ . 6 . ]                                          */
static void values_stand_in_their_places (void **state)
{
    static const int start[] = {0, 1, 4, 4}, row[] = {1, 0, 1, 2};
    const GeomsPattern pattern = {start, row}, dense = {0};
    const double expected[9] = {0, 1, 0, 4, 5, 6, 0, 0, 0};
    double apart[4] = {1, 4, 5, 6}, in_place[9] = {1, 4, 5, 6, NAN, NAN, NAN, NAN, NAN},
           before[12] = {NAN, 1, 4, 5, 6, NAN, NAN, NAN, NAN, NAN, NAN, NAN}, A[9];

    (void)state;
    geoms_pattern_spread (&pattern, 3, 3, apart, A);
    assert_memory_equal (A, expected, sizeof A);
    geoms_pattern_spread (&pattern, 3, 3, in_place, in_place);
    assert_memory_equal (in_place, expected, sizeof A);
    geoms_pattern_spread (&pattern, 3, 3, before + 1, before + 3);
    assert_memory_equal (before + 3, expected, sizeof A);
    geoms_pattern_spread (&dense, 3, 3, before + 3, before + 2);
    assert_memory_equal (before + 2, expected, sizeof A);
    assert_int_equal (geoms_pattern_values (&pattern, 3, 3), 4);
    assert_int_equal (geoms_pattern_values (&dense, 3, 3), 9);
}

/* ---- whole motions ---- */

typedef struct Way {
    Pair pair;
    int velocity_rows;
} Way;

static const Way ways[]
    = {{{GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5}, GEOMS_VELOCITY_ROWS_FORCE},
       {{GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5}, GEOMS_VELOCITY_ROWS_ACCELERATION},
       {{GEOMS_FORMULATION_PSF, GEOMS_METHOD_BDF}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_PSI1, GEOMS_METHOD_RADAU5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_DOPRI5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_RADAU5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_HEDOP5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_RADAU5}, GEOMS_VELOCITY_ROWS_AUTO},
       {{GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5}, GEOMS_VELOCITY_ROWS_AUTO}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void same_bits (const Case *c, const Outcome *a, const Outcome *b)
{
    assert_int_equal (a->status, b->status);
    assert_int_equal (a->s->count, b->s->count);
    assert_memory_equal (a->s->x, b->s->x, a->s->count * (size_t)c->n * sizeof (double));
    assert_memory_equal (&a->counters, &b->counters, sizeof a->counters);
}

/* the case as it is and with patterns; -> values that are not written */
static size_t compare (Case *c)
{
    const Case dense = *c;
    const GeomsDims *d = &c->model.system.dims;
    Outcome a = solve (c), b;
    const GeomsPatterns *p = &c->model.system.patterns;
    size_t saved;

    c->user = model_patterned (&dense.model.system, dense.user, dense.x0, &c->model.system);
    assert_non_null (c->user);
    b = solve (c);
    same_bits (c, &a, &b);
    saved = (size_t)d->nv * (size_t)d->nv - geoms_pattern_values (&p->M, d->nv, d->nv);
    saved += (size_t)(d->nl + d->nm) * (size_t)d->nv
             - geoms_pattern_values (&p->C, d->nl + d->nm, d->nv);
    if (geoms_pattern_given (&p->B))
        saved += (size_t)c->m * (size_t)c->n - geoms_pattern_values (&p->B, c->m, c->n);
    outcome_free (&a);
    outcome_free (&b);
    model_patterned_free (c->user);
    *c = dense;
    return saved;
}

static void take_way (Case *c, const Way *way)
{
    choose (c, &way->pair);
    c->options.velocity_rows = way->velocity_rows;
}

/* M constant and diagonal, C with two blocks in each row */
static void chains (void **state)
{
    (void)state;
    for (int i = 0; i < WAYS; i++) {
        Case c = case_of_chain (4);

        take_way (&c, &ways[i]);
        c.tspan[1] = 0.3;
        assert_true (compare (&c) >= 56 + 18);
        case_free (&c);
    }
}

/* M varies: at the head of the parts, in mass and rda_mass; blocks_jac */
static void blocks_and_masses_that_vary (void **state)
{
    const TestModel *const list[] = {&model_slidercrank, &model_andrews, &model_pendulum_energy};
    const double ends[] = {0.05, 5e-4, 0.3};

    (void)state;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < WAYS; i++)
            for (int blocks = 0; blocks < 2; blocks++) {
                Case c = case_of (list[k]);

                take_way (&c, &ways[i]);
                c.model.system = blocks ? model_blocks (list[k]) : list[k]->system;
                c.tspan[1] = c.tspan[0] + ends[k];
                assert_true (compare (&c) > 0);
                case_free (&c);
            }
}

/* Z, nonholonomic constraints, r, w, s: whatever stands before and behind C; differences, where
 * there is no jac */
static void every_model (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        TestModel model = model_number (i);
        double q;
        Case c = case_with (&model, &q, model_size (&model, &q));

        if (model.system.jac_known == NULL && c.n <= 60) {
            c.model.system.jac = i % 2 ? c.model.system.jac : NULL;
            c.tspan[1] = c.tspan[0] + 1e-3 * (c.tspan[1] - c.tspan[0]);
            compare (&c);
        }
        case_free (&c);
    }
}

/* M in the parts alone */
static int parts_with_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    const GeomsModel *m = &model_oscillator.system;

    return m->mass (k, t, x, ldx, out, ldo, user) || m->parts (k, t, x, ldx, out + 4, ldo, user);
}

static void masses_of_parts_alone (void **state)
{
    (void)state;
    for (int i = 0; i < WAYS; i++) {
        Case c = case_of (&model_oscillator);

        take_way (&c, &ways[i]);
        c.model.system.parts = parts_with_mass;
        c.model.system.parts_mass = 1;
        c.model.system.mass = NULL;
        c.tspan[1] = 1;
        compare (&c);
        case_free (&c);
    }
}

/* J as exact as differences allow takes C from the parts */
static void reduced_forms (void **state)
{
    Case c = case_of_chain (3), dense;
    GeomsStrangenessFree found[2];
    double *SMJ = NULL;

    (void)state;
    c.model.system.jac = NULL;
    dense = c;
    c.user = model_patterned (&dense.model.system, dense.user, dense.x0, &c.model.system);
    assert_non_null (c.user);
    for (int i = 0; i < 2; i++) {
        const GeomsProblem problem = case_problem (i ? &c : &dense);
        GeomsReport report;
        GeomsRun *run = geoms_run_create (&problem, &report);
        size_t size;

        assert_non_null (run);
        assert_int_equal (geoms_run_reduce (run, 0, c.x0, &found[i]), 0);
        size = (size_t)found[i].nd * (size_t)c.n * sizeof *SMJ;
        if (i == 0) {
            SMJ = malloc (size);
            memcpy (SMJ, found[0].SMJ, size);
        } else
            assert_memory_equal (SMJ, found[1].SMJ, size);
        geoms_run_free (run);
    }
    free (SMJ);
    model_patterned_free (c.user);
    case_free (&dense);
}

/* ---- what is refused ---- */

static void check_refused (const GeomsModel *model, const char *word)
{
    Case c = case_of (&model_pendulum);
    GeomsModel copy;
    char why[400] = "";
    Outcome o;

    assert_int_equal (geoms_model_take (&copy, model, why, sizeof why), GEOMS_MODEL_PATTERN);
    if (strstr (why, word) == NULL)
        fail_msg ("'%s' does not contain '%s'", why, word);
    c.model.system = *model;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_BAD_MODEL);
    assert_non_null (strstr (o.report.text, why));
    outcome_free (&o);
    case_free (&c);
}

static const int two[] = {0, 1, 2}, diagonal[] = {0, 1}, first[] = {0, 0};

static void patterns_of_M_are_refused (void **state)
{
    static const int full[] = {0, 2, 4}, three[] = {0, 2, 3}, one[] = {1, 2, 2},
                     falls[] = {0, 2, 1}, much[] = {0, 3, 4}, all[] = {0, 1, 0, 1},
                     wrong[] = {0, 1, 1}, over[] = {0, 2}, down[] = {1, 0, 0, 1},
                     swapped[] = {1, 0};
    static const struct {
        GeomsPattern pattern;
        const char *word;
    } list[] = {{{one, diagonal}, "of M with start[0] = 1"},
                {{falls, all}, "of M with start[2] = 1 behind start[1] = 2"},
                {{much, all}, "3 entries in column 0"},
                {{two, over}, "of M with row[1] = 2 in column 1: its rows are 0 to 1"},
                {{full, down}, "row[1] = 0 behind row[0] = 1 in column 0"},
                {{two, swapped}, "of M without the entry (0, 0)"},
                {{three, wrong}, "with the entry (1, 0), row[1] of column 0, but without (0, 1)"},
                {{NULL, diagonal}, "of M without start"},
                {{two, NULL}, "of M without row"}};
    GeomsModel m = model_pendulum.system;

    (void)state;
    m.mass_structure = GEOMS_MASS_CONSTANT;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        m.patterns.M = list[i].pattern;
        check_refused (&m, list[i].word);
    }
    m.mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL;
    m.patterns.M = (GeomsPattern){full, all};
    check_refused (&m, "with the entry (1, 0), row[1] of column 0, but mass_structure = 4");
}

static void other_patterns_are_refused (void **state)
{
    static const int rows[] = {0, 7}, columns[] = {0, 0, 0, 0, 0, 2};
    GeomsModel m = model_blocks (&model_pendulum);

    (void)state;
    m.patterns.C = (GeomsPattern){two, diagonal}; /* C has one row */
    check_refused (&m, "of C with row[1] = 1 in column 1: its rows are 0 to 0");
    m.patterns.C = (GeomsPattern){0};
    m.patterns.B = (GeomsPattern){columns, rows}; /* B has seven */
    check_refused (&m, "of B with row[1] = 7 in column 4: its rows are 0 to 6");
}

/* columns of parts that no int can measure */
static void parts_that_are_too_large (void **state)
{
    const GeomsModel m = {.dims = {.np = 60000, .nv = 60000, .nl = 3}, .kinematics = 1};
    const size_t n = 60000;

    (void)state;
    assert_true (geoms_pattern_parts (&m, 1) == 2 * n * n + n + 3 * n + 3 + 6);
    assert_true (! geoms_pattern_fits (&m, 1) && ! geoms_pattern_fits (&m, 0));
    assert_int_equal (geoms_pattern_places (&m, 1).size, INT_MAX);
    assert_int_equal (geoms_pattern_places (&model_pendulum.system, 0).size,
                      (int)geoms_pattern_parts (&model_pendulum.system, 0));
}

static void patterns_need_their_functions (void **state)
{
    GeomsModel m = model_pendulum.system;
    static const int none[6], row[1];

    (void)state;
    m.patterns.C = (GeomsPattern){two, first};
    m.parts = NULL;
    check_refused_model (&m, "pattern of C");
    m = model_pendulum.system;
    m.patterns.M = (GeomsPattern){two, diagonal};
    m.mass = NULL;
    check_refused_model (&m, "pattern of M");
    m = model_pendulum.system;
    m.patterns.B = (GeomsPattern){none, row};
    check_refused_model (&m, "pattern of B");
}

/* libraries of headers that know no patterns */
static void shorter_models_have_none (void **state)
{
    GeomsModel m = model_pendulum.system, copy;
    char why[400];

    (void)state;
    m.patterns.M = (GeomsPattern){diagonal, two}; /* whatever stands behind its end */
    m.size = offsetof (GeomsModel, patterns);
    assert_int_equal (geoms_model_take (&copy, &m, why, sizeof why), 0);
    assert_true (copy.patterns.M.start == NULL && copy.patterns.M.row == NULL);
    assert_true (copy.size == sizeof copy && copy.mass == m.mass);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (values_stand_in_their_places),
                                       cmocka_unit_test (chains),
                                       cmocka_unit_test (blocks_and_masses_that_vary),
                                       cmocka_unit_test (every_model),
                                       cmocka_unit_test (masses_of_parts_alone),
                                       cmocka_unit_test (reduced_forms),
                                       cmocka_unit_test (patterns_of_M_are_refused),
                                       cmocka_unit_test (other_patterns_are_refused),
                                       cmocka_unit_test (parts_that_are_too_large),
        cmocka_unit_test (patterns_need_their_functions),
                                       cmocka_unit_test (shorter_models_have_none)};

    return cmocka_run_group_tests_name ("pattern", tests, NULL, NULL);
}
