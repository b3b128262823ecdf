/* test_table.c - the table of formulations and methods: complete, in agreement with the options and
 * with what the core does, and all of its pairs run
 */
#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "moving.h"

/* ---- the lines ---- */

static const GeomsOptionEntry *option_of (const char *name)
{
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);

    for (int i = 0; i < count; i++)
        if (strcmp (list[i].name, name) == 0)
            return &list[i];
    fail_msg ("there is no option %s", name);
    return NULL;
}

static void words_are_those_of_the_options (void **state)
{
    const char *const *formulations = option_of ("Formulation")->words,
               *const *methods = option_of ("Method")->words;
    int nf, nm;
    const GeomsFormulationEntry *f = geoms_formulation_list (&nf);
    const GeomsMethodEntry *m = geoms_method_list (&nm);

    (void)state;
    assert_int_equal (nf, GEOMS_FORMULATION_COUNT);
    assert_int_equal (nm + 1, GEOMS_METHOD_COUNT);
    assert_true (nf <= 32 && nm < 32); /* sets of them are bits of an unsigned */
    assert_null (geoms_method_entry (GEOMS_METHOD_AUTO));
    assert_null (geoms_formulation_entry (GEOMS_FORMULATION_COUNT));
    for (int i = 0; i < nf; i++) {
        assert_ptr_equal (geoms_formulation_entry (f[i].number), &f[i]);
        assert_string_equal (f[i].word, formulations[f[i].number]);
        assert_true (strlen (f[i].meaning) > 10);
    }
    for (int i = 0; i < nm; i++) {
        assert_ptr_equal (geoms_method_entry (m[i].number), &m[i]);
        assert_string_equal (m[i].word, methods[m[i].number]);
        assert_true (strlen (m[i].meaning) > 10);
    }
}

/* each formulation has methods, none of them twice; each method has a formulation */
static void formulations_and_methods_have_each_other (void **state)
{
    int nf, nm, seen[GEOMS_METHOD_COUNT] = {0};
    const GeomsFormulationEntry *f = geoms_formulation_list (&nf);
    const GeomsMethodEntry *m = geoms_method_list (&nm);

    (void)state;
    for (int i = 0; i < nf; i++) {
        const int *list = f[i].methods;

        assert_int_not_equal (list[0], GEOMS_NO_METHOD);
        for (int k = 0; list[k] != GEOMS_NO_METHOD; k++) {
            assert_non_null (geoms_method_entry (list[k]));
            assert_true (geoms_pair_exists (f[i].number, list[k]));
            seen[list[k]] = 1;
            for (int l = 0; l < k; l++)
                assert_int_not_equal (list[l], list[k]);
        }
        assert_false (geoms_pair_exists (f[i].number, GEOMS_METHOD_AUTO));
    }
    for (int i = 0; i < nm; i++)
        assert_true (seen[m[i].number]);
}

/* the formulation whose right-hand side other solvers get has one of its own */
static void right_hand_sides_have_an_owner (void **state)
{
    int count, owners = 0;
    const GeomsFormulationEntry *f = geoms_formulation_list (&count);

    (void)state;
    for (int i = 0; i < count; i++) {
        int found = f[i].rhs[0] == 0;

        for (int j = 0; j < count; j++)
            found += strcmp (f[i].rhs, f[j].word) == 0 && strcmp (f[j].rhs, f[j].word) == 0;
        assert_int_equal (found, 1);
        owners += strcmp (f[i].rhs, f[i].word) == 0;
        assert_true (f[i].rhs[0] == 0 || ! f[i].projected);
    }
    assert_true (owners > 4);
}

/* an option of the table exists once, has an effect with some pair and none with another one */
static void options_belong_to_pairs (void **state)
{
    int uses, nf;
    const GeomsUseEntry *use = geoms_use_list (&uses);
    const GeomsFormulationEntry *f = geoms_formulation_list (&nf);

    (void)state;
    for (int k = 0; k < uses; k++) {
        int with = 0, without = 0;

        option_of (use[k].name);
        assert_true (strlen (use[k].belongs) > 10);
        for (int l = 0; l < k; l++)
            assert_string_not_equal (use[l].name, use[k].name);
        for (int i = 0; i < nf; i++)
            for (const int *m = f[i].methods; *m != GEOMS_NO_METHOD; m++) {
                const int used = geoms_pair_uses (f[i].number, *m, &use[k]);
                with += used;
                without += ! used;
            }
        if (with == 0 || without == 0)
            fail_msg ("%s: %d pairs with, %d without", use[k].name, with, without);
    }
}

/* what marks a word in a saved state is that of no other one, and the same for ever */
static void marks_tell_words_apart (void **state)
{
    enum { MOST = GEOMS_FORMULATION_COUNT + GEOMS_METHOD_COUNT };
    double marks[MOST];
    int nf, nm, count = 0;
    const GeomsFormulationEntry *f = geoms_formulation_list (&nf);
    const GeomsMethodEntry *m = geoms_method_list (&nm);

    (void)state;
    for (int i = 0; i < nf + nm; i++) {
        const double mark = geoms_word_mark (i < nf ? f[i].word : m[i - nf].word);

        assert_true (mark >= 0 && mark < 4294967296.0 && mark == floor (mark));
        for (int k = 0; k < count; k++)
            assert_true (marks[k] != mark);
        marks[count++] = mark;
    }
    /* FNV-1a, as any other implementation has it */
    assert_true (geoms_word_mark ("a") == 0xe40c292c.p0);
    assert_true (geoms_word_mark ("foobar") == 0xbf9cf968.p0);
}

/* who does without gII and hI stands in the remedy, too */
static void remedies_agree_with_the_table (void **state)
{
    int count;
    const GeomsFormulationEntry *f = geoms_formulation_list (&count);
    const char *remedy = geoms_status (GEOMS_NO_SECOND_DERIVATIVES)->remedy;

    (void)state;
    for (int i = 0; i < count; i++) {
        char quoted[40];

        snprintf (quoted, sizeof quoted, "'%s'", f[i].word);
        assert_int_equal (strstr (remedy, quoted) != NULL, f[i].second == GEOMS_SECOND_EXPLICIT);
    }
}

/* ---- runs ---- */

/* a short run of a system that all formulations can be used for; steps of a given size where the
 * method needs them */
static Case case_for (const Pair *pair)
{
    Case c = case_of_moving ();

    choose (&c, pair);
    c.tspan[1] = 0.1;
    c.options.step = geoms_method_entry (pair->method)->steps == GEOMS_STEPS_FIXED ? 0.01 : 0;
    return c;
}

/* creates a run of a case, which fails as it is said, or not: the run then */
static GeomsRun *create (const Case *c, const Pair *pair, int status)
{
    const GeomsProblem problem = case_problem (c);
    GeomsReport report;
    GeomsRun *run = geoms_run_create (&problem, &report);

    if (report.status != status || (run != NULL) != (status == 0))
        fail_msg ("%s: %d instead of %d, %s", pair_name (pair), report.status, status, report.text);
    return run;
}

/* what the core has made of a pair is what the table says */
static void check_run (const GeomsRun *run, const Pair *pair)
{
    const GeomsFormulationEntry *f = geoms_formulation_entry (pair->formulation);
    const GeomsMethodEntry *m = geoms_method_entry (pair->method);
    const GeomsSolution *s = geoms_run_solution (run);
    const GeomsKind *kind = f->projected ? NULL : geoms_rows_kind (f->number, 0);

    assert_int_equal (run_is_projected (run), f->projected && ! m->is_explicit);
    assert_string_equal (s->method, m->word);
    assert_int_equal (s->project != 0, geoms_pair_keeps (f->number, m->number));
    assert_int_equal (run_method (run)->ends_at_outputs, m->rough);
    assert_int_equal (geoms_accelerations_has (f->number), kind != NULL);
    assert_true (kind == NULL || (kind->lambda == f->lambda && kind->extra == f->extra));
    assert_int_equal (s->independent != NULL,
                      f->independent == GEOMS_INDEPENDENT_COORDINATES);
}

static void every_pair_of_the_table_runs (void **state)
{
    int nf, nm, ran = 0, refused = 0;
    const GeomsFormulationEntry *f = geoms_formulation_list (&nf);
    const GeomsMethodEntry *m = geoms_method_list (&nm);

    (void)state;
    for (int i = 0; i < nf * nm; i++) {
        const Pair pair = {f[i / nm].number, m[i % nm].number};
        const int exists = geoms_pair_exists (pair.formulation, pair.method);
        Case c = case_for (&pair);
        GeomsRun *run = create (&c, &pair, exists ? 0 : GEOMS_BAD_PAIR);

        if (exists) {
            check_run (run, &pair);
            if (geoms_run_integrate (run) != 0)
                fail_msg ("%s: %s", pair_name (&pair), geoms_run_report (run)->text);
        }
        ran += exists;
        refused += ! exists;
        geoms_run_free (run);
        case_free (&c);
    }
    print_message ("%d pairs ran, %d were refused\n", ran, refused);
}

/* 'auto' is the first method of the list */
static void automatic_methods_are_the_first_ones (void **state)
{
    int count;
    const GeomsFormulationEntry *f = geoms_formulation_list (&count);

    (void)state;
    for (int i = 0; i < count; i++) {
        const Pair pair = {f[i].number, f[i].methods[0]};
        Case c = case_for (&pair);
        GeomsRun *run;

        c.options.method = GEOMS_METHOD_AUTO;
        run = create (&c, &pair, 0);
        assert_string_equal (geoms_run_solution (run)->method,
                             geoms_method_entry (pair.method)->word);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* the option Step is needed, refused or taken; second derivatives are needed or not */
static void steps_and_levels_are_those_of_the_table (void **state)
{
    int count;
    const GeomsFormulationEntry *f = geoms_formulation_list (&count);

    (void)state;
    for (int i = 0; i < count; i++)
        for (const int *m = f[i].methods; *m != GEOMS_NO_METHOD; m++) {
            const Pair pair = {f[i].number, *m};
            const int steps = geoms_method_entry (*m)->steps, bad = GEOMS_BAD_OPTION,
                      second = geoms_pair_second (f[i].number, *m);
            Case c = case_for (&pair);

            c.options.step = 0;
            geoms_run_free (create (&c, &pair, steps == GEOMS_STEPS_FIXED ? bad : 0));
            c.options.step = 0.01;
            geoms_run_free (create (&c, &pair, steps == GEOMS_STEPS_VARIABLE ? bad : 0));
            c.options.step = steps == GEOMS_STEPS_FIXED ? 0.01 : 0;
            c.reduced = 1;
            geoms_run_free (create (&c, &pair, second ? GEOMS_NO_SECOND_DERIVATIVES : 0));
            case_free (&c);
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (words_are_those_of_the_options),
        cmocka_unit_test (formulations_and_methods_have_each_other),
        cmocka_unit_test (right_hand_sides_have_an_owner),
        cmocka_unit_test (options_belong_to_pairs),
        cmocka_unit_test (marks_tell_words_apart),
        cmocka_unit_test (remedies_agree_with_the_table),
        cmocka_unit_test (every_pair_of_the_table_runs),
        cmocka_unit_test (automatic_methods_are_the_first_ones),
        cmocka_unit_test (steps_and_levels_are_those_of_the_table),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
