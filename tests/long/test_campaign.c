/* test_campaign.c - random mechanisms: does psf say of each what an independent reference says?
 *
 *     test_campaign              the tests; with GEOMS_LONG (tests/run --long) of all mechanisms
 *     test_campaign 17 [20]      cases 17 ... 20 in words
 *
 * Chains, trusses, surfaces; masses to 1e-10 of each other, rows that are nearly parallel or
 * redundant, springs to 1e9 N/m for 1 kg, M (p), drives, elements, any units; some come to singular
 * positions. Whether a position is singular, and the state at the end, come from reference.c, which
 * uses neither psf nor its ranks.
 */
#include "random.h"
#include "rows.h"
#include "svd.h"
#include "verdict.h"

#ifdef __SANITIZE_ADDRESS__
enum { ALL = 100 };
#else
enum { ALL = 1000 };
#endif
enum { FEW = 40 };

/* ---- who is judged, and who is only watched ---- */

static const struct {
    const char *name;
    int formulation, method, judged;
} contenders[] = {{"psf", GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, 1},
                  {"partition-svd", GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_DOPRI5, 0}};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };

static void judge (int number, Mechanism *m, Reference *ref, Verdict *v)
{
    mechanism_generate (number, m);
    reference_find (m, ref);
    for (int i = 0; i < CONTENDERS; i++)
        verdict_find (m, ref, contenders[i].formulation, contenders[i].method, v + i);
}

/* ---- the campaign ---- */

static void print_numbers (int count, const int *numbers, const int *kinds, int kind)
{
    int printed = 0;

    for (int i = 0; i < count; i++)
        if (kinds[i] == kind)
            print_message ("%s%d", printed++ % 20 ? " " : "\n    ", numbers[i]);
    print_message ("\n");
}

static int print_summary (int count, const int *numbers, int (*kinds)[ALL])
{
    int disagree = 0;

    for (int c = 0; c < CONTENDERS; c++) {
        print_message ("%s, %d mechanisms\n", contenders[c].name, count);
        for (int kind = 0; kind < VERDICT_COUNT; kind++) {
            int found = 0;

            for (int i = 0; i < count; i++)
                found += kinds[c][i] == kind;
            print_message ("%6d  %s", found, verdict_words (kind));
            if (found > 0 && verdict_disagrees (kind) && contenders[c].judged) {
                print_numbers (count, numbers, kinds[c], kind);
                disagree += found;
            } else
                print_message ("\n");
        }
    }
    return disagree;
}

/* the first of the plain ones without GEOMS_LONG: independent rows in units of order 1, nothing
 * vibrates */
static int takes_part (const Mechanism *m)
{
    return getenv ("GEOMS_LONG") != NULL
           || (memcmp (&m->own, &m->given, sizeof m->own) == 0 && ! (m->rate > 0));
}

static void psf_agrees_with_the_reference (void **state)
{
    static Mechanism m;
    static Reference ref;
    static int kinds[CONTENDERS][ALL], numbers[ALL];
    const int most = getenv ("GEOMS_LONG") != NULL ? ALL : FEW;
    int count = 0;
    Verdict v[CONTENDERS];

    (void)state;
    for (int i = 0; count < most; i++) {
        mechanism_generate (i, &m);
        if (! takes_part (&m))
            continue;
        judge (i, &m, &ref, v);
        numbers[count] = i;
        for (int c = 0; c < CONTENDERS; c++)
            kinds[c][count] = v[c].kind;
        count++;
    }
    assert_int_equal (print_summary (count, numbers, kinds), 0);
}

/* mechanisms that psf was once wrong about: rows parallel to 3e-4 that end near a singular
 * position, where lambda was 3e-6 off; rows parallel to 1e-5 on masses of 1e-7, where the noise of
 * accelerations stopped Newton's method, not in 50000 steps through a tenth of the motion */
static void rows_that_are_nearly_parallel (void **state)
{
    static const int numbers[] = {587, 693};
    static Mechanism m;
    static Reference ref;
    Verdict v;

    (void)state;
    for (int i = 0; i < 2; i++) {
        mechanism_generate (numbers[i], &m);
        reference_find (&m, &ref);
        verdict_find (&m, &ref, GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, &v);
        print_message ("%d: %ld steps, error %.1e of what is allowed\n", numbers[i], v.steps,
                       v.excess);
        assert_int_equal (v.kind, VERDICT_OK);
        assert_true (v.steps < 5000);
    }
}

/* ---- whether the campaign itself tells the truth ---- */

static void references_are_exact (void **state)
{
    static Mechanism m;
    static Reference ref;
    char why[200];

    (void)state;
    for (int i = 0; i < FEW; i++) {
        mechanism_generate (i, &m);
        reference_find (&m, &ref);
        if (ref.motion == MOTION_UNKNOWN || ! verdict_trusts (&m, &ref, why, sizeof why))
            fail_msg ("case %d, %s: %s", i, m.text, ref.motion == MOTION_UNKNOWN ? ref.text : why);
    }
}

/* a state near the start, in own units, s later on a curve of constant acceleration a */
static void state_on_curve (const Mechanism *m, double s, const double *a, double *x)
{
    double *v = x + m->nb + m->nr, *p = v + m->np;

    memset (x, 0, (size_t)(m->nb + m->nr) * sizeof *x);
    for (int i = 0; i < m->np; i++) {
        v[i] = m->v0[i] + s * a[i];
        p[i] = m->p0[i] + s * m->v0[i] + s * s / 2 * a[i];
    }
}

/* g, gI, gII of a view there, in units of its rows and time; from [M; f; C; g; gI; gII - C v'] */
static void levels (LongView *view, double s, const double *a, double (*level)[LONG_GIVEN])
{
    const Mechanism *m = view->m;
    const LongUnits *u = view->u;
    Case c = view_case (view);
    double own[REFERENCE_N], x[MOST_UNKNOWNS] = {0},
                             out[LONG_P * LONG_P + LONG_GIVEN * (LONG_P + 3) + LONG_P + 1];
    const double t = s * u->time, *C = out + (m->mu > 0 ? m->np * m->np : 0) + m->np,
                 *g = C + u->rows * m->np;

    state_on_curve (m, s, a, own);
    view_from_own (view, own, x);
    assert_int_equal (
        c.model.system.parts (1, &t, x, c.n, out, (int)(sizeof out / sizeof *out), c.user), 0);
    for (int k = 0; k < u->rows; k++)
        for (int l = 0; l < 3; l++) {
            double sum = g[k + l * u->rows] * pow (u->time, l);

            for (int i = 0; i < m->np && l == 2; i++)
                sum += C[k + i * u->rows] * a[i] * u->length[i];
            level[l][k] = sum / u->row[k];
        }
    case_free (&c);
}

/* g, gI, gII are derivatives of each other, in both views */
static void rows_are_derivatives_of_each_other (void **state)
{
    static Mechanism m;
    const double h = 1e-4;

    (void)state;
    for (int i = 0; i < 2 * FEW; i++) {
        double before[3][LONG_GIVEN], at[3][LONG_GIVEN], after[3][LONG_GIVEN], a[LONG_P];
        LongView view = {&m, i % 2 ? &m.own : &m.given};
        unsigned seed = 7 + (unsigned)i;

        mechanism_generate (i / 2, &m);
        fill_noise (LONG_P, a, &seed);
        levels (&view, -h, a, before);
        levels (&view, 0, a, at);
        levels (&view, h, a, after);
        for (int l = 0; l < 2; l++)
            for (int k = 0; k < view.u->rows; k++) {
                const double slope = (after[l][k] - before[l][k]) / (2 * h);

                if (! (fabs (slope - at[l + 1][k]) < 1e-4 * (1 + fabs (slope))))
                    fail_msg ("case %d, row %d, level %d: %g, difference quotient %g", i / 2, k,
                              l + 1, at[l + 1][k], slope);
            }
    }
}

/* P lies on the constraints, P' and P'' are its derivatives */
static void paths_are_motions (void **state)
{
    static Mechanism m;
    const double h = 1e-4, v[LONG_P] = {0};
    double P[3][3 * LONG_P];
    LongValues o;
    int found = 0;

    (void)state;
    for (int number = 0; number < 200; number++) {
        mechanism_generate (number, &m);
        if (m.path == NULL)
            continue;
        found++;
        for (int j = 0; j < 3; j++) {
            m.path (m.phi0 + (j - 1) * h, P[j]);
            mechanism_values (&m, 0, 0, v, P[j], &o);
            for (int k = 0; k < m.nb; k++)
                assert_true (fabs (o.g[k]) < 1e-14);
        }
        for (int i = 0; i < 2 * m.np; i++)
            assert_true (fabs ((P[2][i] - P[0][i]) / (2 * h) - P[1][m.np + i]) < 1e-7);
    }
    assert_true (found > 10);
}

/* the rows of a matrix of known rank; the shortest solution */
static void svd_finds_rank_and_shortest_solution (void **state)
{
    Random random = {.state = 1};
    double A[12], B[12], G[36], b[6], x[6], y[6];
    Svd s;

    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        for (int i = 0; i < 12; i++) {
            A[i] = uniform (&random, -1, 1);
            B[i] = uniform (&random, -1, 1);
        }
        product (6, 6, 2, A, B, G);
        for (int i = 0; i < 6; i++)
            x[i] = B[2 * i]; /* in the range of G' */
        product (6, 1, 6, G, x, b);
        svd_of_rows (6, 6, G, 0, &s);
        assert_int_equal (svd_rank (&s, 1e-12), 2);
        svd_solve (&s, 2, b, y);
        assert_true (distance (y, x, 0, 6) < 1e-12);
        svd_of_rows (6, 6, G, 1, &s);
        assert_true (fabs (hypot (s.sigma[0], s.sigma[1]) - sqrt (6)) < 1e-12);
    }
}

/* ---- one case in words ---- */

static void describe (int number)
{
    static Mechanism m;
    static Reference ref;
    static const char *const motions[] = {"regular", "singular", "unclear", "unknown"};
    Verdict v[CONTENDERS];

    judge (number, &m, &ref, v);
    printf ("%d: %s\n    reference: %s, least rho %.1e at t = %.4g, energy %.0e %s\n", number,
            m.text, motions[ref.motion], ref.least, ref.t_least, ref.energy, ref.text);
    for (int c = 0; c < CONTENDERS; c++) {
        printf ("    %s: %s; %ld steps to t = %.4g, rho %.1e, residual %.0e", contenders[c].name,
                verdict_words (v[c].kind), v[c].steps, v[c].t, v[c].rho, v[c].residual);
        if (v[c].status == 0)
            printf (", error %.1e of what is allowed (x_%d of %d + %d + %d)", v[c].excess,
                    v[c].worst + 1, m.nb, m.nr + m.np, m.np);
        printf ("\n        %s\n", v[c].text);
    }
}

int main (int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (svd_finds_rank_and_shortest_solution),
        cmocka_unit_test (rows_are_derivatives_of_each_other),
        cmocka_unit_test (paths_are_motions),
        cmocka_unit_test (references_are_exact),
        cmocka_unit_test (rows_that_are_nearly_parallel),
        cmocka_unit_test (psf_agrees_with_the_reference),
    };

    if (argc == 1)
        return cmocka_run_group_tests (tests, NULL, NULL);
    for (int i = atoi (argv[1]); i <= atoi (argv[argc - 1]); i++)
        describe (i);
    return 0;
}
