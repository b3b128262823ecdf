/* test_choice.c - independent coordinates of a fixed partition: given ones stay, others are chosen
 * by pivoting and changed at PartitionLimit; singular choices are passed and noted, or stop the
 * run; on slider cranks, whose coordinates are singular at different angles
 */
#include "accelerations_bench.h"

/* ---- independent coordinates of the slider crank: slider, rod, crank ---- */

static const Pair fixed_dopri5 = {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5};
static const Pair fixed_radau5 = {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_RADAU5};
static const int coordinate[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* the crank nearly as long as the rod: no coordinate does for a whole turn */
static Case long_crank (void)
{
    const double q[9] = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};

    return case_with (&model_slidercrank, q, 9);
}

static void given_coordinates_stay (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (&model_slidercrank);
        Outcome o;

        c.tspan[1] = 0.1;
        c.independent = coordinate[i % 3];
        choose (&c, i < 3 ? &fixed_dopri5 : &fixed_radau5);
        o = solve (&c);
        assert_memory_equal (o.s->independent, coordinate[i % 3], sizeof coordinate[0]);
        assert_true (o.s->switched == 0);
        assert_true (final_error (&c, &o) < 1e-5);
        case_end (&c, &o);
    }
}

/* the time at which the exact motion has the crank angle phi */
static double time_of_angle (const Case *c, double phi)
{
    double early = c->tspan[0], late = c->tspan[1] + 5, x[8];

    for (int i = 0; i < 60; i++) {
        const double t = (early + late) / 2;

        assert_int_equal (c->model.exact (t, x, c->user), 0);
        *(crank_angle (x) < phi ? &early : &late) = t;
    }
    return early;
}

/* det C_d is - l1 l2 sin beta, l1 cos (alpha + beta), - x */
static double determinant (const double *x, int number)
{
    return number == 0 ? -sin (x[7]) : number == 1 ? cos (x[6] + x[7]) : -x[5];
}

/* A change of its sign is noted once, in the middle of the step that made it. How many there
 * are. */
static int check_passings (const Outcome *o, int number)
{
    const GeomsSolution *s = o->s;
    int count = 0;

    for (size_t k = 1; k < s->count; k++)
        if (determinant (s->x + 8 * (k - 1), number) * determinant (s->x + 8 * k, number) < 0) {
            assert_true (count < s->passed);
            assert_true (s->passed_t[count++] == 0.5 * (s->t[k - 1] + s->t[k]));
        }
    assert_int_equal (s->passed, count);
    return count;
}

static Case case_of_coordinate (int number, const Pair *pair)
{
    Case c = case_of (&model_slidercrank);

    c.tspan[1] = 3;
    c.independent = coordinate[number];
    choose (&c, pair);
    return c;
}

static void singular_choices_are_noted (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Case c = case_of_coordinate (i, &fixed_dopri5);
        Outcome o = solve (&c);

        print_message ("coordinate %d: passed %d times, worst condition %.1e at %.3f, error %.1e\n",
                       i, o.s->passed, o.s->worst, o.s->t_worst, final_error (&c, &o));
        assert_true (check_passings (&o, i) == (i < 2 ? 5 : 0));
        assert_true (o.s->worst > 1 && o.s->t_worst > 0 && o.s->t_worst <= 3);
        case_end (&c, &o);
    }
}

/* the run has come to an angle at which these coordinates are singular, and says so */
static void check_stop (const Outcome *o, int number)
{
    const double pi = acos (-1), offset = number == 0 ? 0 : pi / 2;
    const double phi = floor ((crank_angle (last_state (o)) - offset) / pi + 0.5) * pi + offset;

    assert_int_equal (o->status, GEOMS_PARTITION_SINGULAR);
    assert_non_null (strstr (o->report.text, number == 0 ? "coordinates v(1) do not determine"
                                                         : "coordinates v(2) do not determine"));
    assert_true (o->report.value > 1e6 && o->report.t == o->s->t_end);
    assert_true (fabs (crank_angle (last_state (o)) - phi) < 1e-3);
}

/* A method that looks closely passes by at times, at others it stops there. */
static void singular_choices_stop_a_run (void **state)
{
    int stopped = 0, passed = 0;

    (void)state;
    for (int digits = 4; digits <= 10; digits++)
        for (int i = 0; i < 3; i++) {
            Case c = case_of_coordinate (i, &fixed_radau5);
            Outcome o;

            case_tolerance (&c, pow (10, -digits));
            o = attempt (&c);
            assert_true (o.status == 0 || i < 2);
            if (o.status != 0)
                check_stop (&o, i);
            passed += check_passings (&o, i);
            stopped += o.status != 0;
            check_solution (&c, &o);
            case_end (&c, &o);
        }
    print_message ("%d runs stopped, %d choices passed\n", stopped, passed);
    assert_true (stopped > 0 && passed > 10);
}

/* the largest 1-norm condition of C_d that was met, by the model's Jacobian */
static double condition_at (const Case *c, const double *x, const int *independent)
{
    double J[12 * 8] = {0}, A[4], det, norm = 0, inverse = 0;
    int at = 0;

    assert_int_equal (c->model.system.jac (0, x, J, 12, c->user), 0);
    for (int j = 0; j < 3; j++)
        if (! independent[j]) {
            A[at++] = J[4 + 12 * (5 + j)];
            A[at++] = J[5 + 12 * (5 + j)];
        }
    det = fabs (A[0] * A[3] - A[1] * A[2]);
    for (int j = 0; j < 2; j++)
        norm = fmax (norm, fabs (A[2 * j]) + fabs (A[2 * j + 1]));
    inverse = fmax (fabs (A[3]) + fabs (A[1]), fabs (A[2]) + fabs (A[0])) / det;
    return norm * inverse;
}

/* the worst condition is that of one of the steps, and of the largest */
static void worst_condition_is_that_of_a_step (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (&model_slidercrank);
        double worst = 0, t_worst = 0;
        Outcome o;

        c.tspan[1] = 1.5;
        c.independent = coordinate[i % 3];
        choose (&c, i < 3 ? &fixed_dopri5 : &fixed_radau5);
        o = solve (&c);
        for (size_t k = 0; k < o.s->count; k++) {
            const double condition = condition_at (&c, o.s->x + 8 * k, coordinate[i % 3]);

            t_worst = condition > worst ? o.s->t[k] : t_worst;
            worst = fmax (condition, worst);
        }
        assert_true (fabs (o.s->worst / worst - 1) < 1e-6);
        assert_true (o.s->t_worst == t_worst);
        case_end (&c, &o);
    }
}

/* and that of the start, near a dead centre, if it is never as large again */
static void worst_condition_is_that_of_the_start (void **state)
{
    const double q[9] = {0.15, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.05, 5};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_with (&model_slidercrank, q, 9);
        Outcome o;

        c.independent = coordinate[0];
        choose (&c, i ? &fixed_radau5 : &fixed_dopri5);
        c.tspan[0] = 1;
        c.tspan[1] = 1.1;
        o = solve (&c);
        assert_true (fabs (o.s->worst / condition_at (&c, c.x0, coordinate[0]) - 1) < 1e-9);
        assert_true (o.s->t_worst == 1);
        case_end (&c, &o);
    }
}

/* more passings than there is room for the times of: two states in turn */
static void passings_are_counted_without_end (void **state)
{
    Case c = case_of (&model_slidercrank);
    double x[2][8];
    Fixture f;

    (void)state;
    c.independent = coordinate[0];
    open_form (&f, &c, &fixed_dopri5);
    assert_int_equal (c.model.exact (0.1, x[0], c.user), 0);
    assert_int_equal (c.model.exact (time_of_angle (&c, 4), x[1], c.user), 0);
    begin_at (&f, 0, x[0]);
    for (int k = 1; k <= 2 * GEOMS_MOST_PASSED; k++) {
        const int same_side = k % 4 == 0; /* every fourth is no passing */

        f.t = k;
        memcpy (f.z, x[(k + k / 4) % 2], sizeof x[0]);
        rows_at (&f);
        geoms_motion_accepted (f.s, f.t);
        assert_int_equal (f.s->choice.passed, k - k / 4);
        if (! same_side && f.s->choice.passed <= GEOMS_MOST_PASSED)
            assert_true (f.s->choice.passed_t[f.s->choice.passed - 1] == k - 0.5);
    }
    assert_true (f.s->choice.passed > GEOMS_MOST_PASSED);
    close_form (&f);
    case_free (&c);
}

/* by pivoting: the two largest pivots of the rows, scaled; anew at every start */
static void coordinates_are_chosen_by_pivoting (void **state)
{
    int different = 0, last = -1;
    Case c = long_crank ();
    Fixture f;

    (void)state;
    open_form (&f, &c, &fixed_dopri5);
    for (int k = 0; k < 40; k++) {
        double x[8], best = INFINITY;
        int chosen = 0;

        assert_int_equal (c.model.exact (0.05 * k, x, c.user), 0);
        begin_at (&f, 0.05 * k, x);
        while (chosen < 2 && ! f.s->partition.independent[chosen])
            chosen++;
        for (int i = 0; i < 3; i++)
            best = fmin (best, condition_at (&c, x, coordinate[i]));
        assert_memory_equal (f.s->partition.independent, coordinate[chosen], sizeof coordinate[0]);
        assert_true (condition_at (&c, x, coordinate[chosen]) < 4 * best);
        different += chosen != last;
        last = chosen;
        /* the same without a start */
        memset (f.s->partition.independent, 0, 3 * sizeof (int));
        assert_int_equal (geoms_choice_alone (f.s, 0.05 * k, f.z), 0);
        assert_memory_equal (f.s->partition.independent, coordinate[chosen], sizeof coordinate[0]);
    }
    assert_true (different > 2);
    close_form (&f);
    case_free (&c);
}

/* largest entry of C_d^-1 C_i: how much faster another coordinate moves than the independent one */
static double ratio_at (const Case *c, const double *x, const int *independent)
{
    double J[12 * 8] = {0}, A[4], b[2] = {0};
    int at = 0;

    assert_int_equal (c->model.system.jac (0, x, J, 12, c->user), 0);
    for (int j = 0; j < 3; j++) {
        memcpy (independent[j] ? b : A + 2 * at, J + 4 + 12 * (5 + j), 2 * sizeof *b);
        at += ! independent[j];
    }
    assert_int_equal (model_solve (2, A, 1, b), 0);
    return fmax (1, fmax (fabs (b[0]), fabs (b[1])));
}

/* The choice is renewed between two steps where the condition of C_d has grown by more than
 * PartitionLimit, or the others move so much faster, and nowhere else; where pivoting
 * finds nothing better they stay, which is no change. */
static void choices_are_renewed_at_the_limit (void **state)
{
    Case c = long_crank ();
    Fixture f;
    int switched = 0, again = 0;

    (void)state;
    c.options.partition_limit = 3;
    open_form (&f, &c, &fixed_dopri5);
    memcpy (f.z, c.x0, sizeof f.z[0] * 8);
    begin_at (&f, 0, c.x0);
    for (int k = 1; k < 400; k++) {
        const double chosen = f.s->choice.chosen;
        int before[3], grown, changed;
        double x[8], bad;

        memcpy (before, f.s->partition.independent, sizeof before);
        f.t = 0.005 * k;
        assert_int_equal (c.model.exact (f.t, x, c.user), 0);
        memcpy (f.z, x, sizeof x);
        rows_at (&f);
        bad = fmax (condition_at (&c, x, before), ratio_at (&c, x, before));
        grown = bad > 3 * chosen;
        geoms_motion_accepted (f.s, f.t);
        changed = memcmp (before, f.s->partition.independent, sizeof before) != 0;
        assert_true (grown || ! changed);
        again += grown && ! changed;
        switched += changed;
        assert_int_equal (f.s->choice.switched, switched);
        if (changed) {
            const double old = bad;
            bad = fmax (condition_at (&c, x, f.s->partition.independent),
                        ratio_at (&c, x, f.s->partition.independent));
            assert_true (bad < old);
        }
        if (grown)
            assert_true (fabs (f.s->choice.chosen / bad - 1) < 1e-9);
        else
            assert_true (f.s->choice.chosen == chosen);
        assert_int_equal (f.s->choice.passed, 0);
    }
    print_message ("%d changes, %d times the same again\n", switched, again);
    assert_true (switched > 2 && again > 0);
    close_form (&f);
    case_free (&c);
}

/* The condition of one constraint is 1 everywhere: the ratio |p1/p2| decides. By the exact
 * motion, in small steps, and along runs. */
static void one_constraint_is_watched (void **state)
{
    Case c = case_of (&model_pendulum);
    int switched = 0, expected = 0;
    Fixture f;

    (void)state;
    c.options.partition_limit = 4;
    open_form (&f, &c, &fixed_dopri5);
    begin_at (&f, 0, c.x0); /* at (1, 0): p2 is independent */
    assert_int_equal (f.s->partition.independent[1], 1);
    for (int k = 1; k < 800; k++) {
        const int *independent = f.s->partition.independent;
        double x[5], ratio;

        f.t = 0.005 * k;
        assert_int_equal (c.model.exact (f.t, x, c.user), 0);
        memcpy (f.z, x, sizeof x);
        ratio = fabs (independent[0] ? x[3] / x[4] : x[4] / x[3]);
        expected += ratio > 4;
        rows_at (&f);
        geoms_motion_accepted (f.s, f.t);
        switched = f.s->choice.switched;
        assert_int_equal (switched, expected);
        assert_true (fabs (f.s->partition.condition - 1) < 1e-14);
    }
    assert_true (switched > 5 && switched < 20);
    close_form (&f);
    case_free (&c);
    for (int i = 0; i < 8; i++) {
        Outcome o;

        c = case_of (&model_pendulum);
        choose (&c, i % 2 ? &fixed_radau5 : &fixed_dopri5);
        c.options.partition_limit = 2 + i / 2;
        c.tspan[1] = 4;
        o = solve (&c);
        assert_true (o.s->switched >= 7 && o.s->switched <= 9);
        assert_true (final_error (&c, &o) < 1e-5 * c.options.partition_limit);
        case_end (&c, &o);
    }
}

/* ---- what is refused ---- */

static void expect (const Case *c, int status, const char *words)
{
    Outcome o = attempt (c);

    if (o.status != status || strstr (o.report.text, words) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", o.status, status, words,
                  o.report.text);
    if (o.s != NULL)
        assert_true (o.s->count <= 1);
    outcome_free (&o);
}

static void choices_that_cannot_be_are_refused (void **state)
{
    static const int none[3] = {0, 0, 0}, two[3] = {1, 0, 1};
    const double pi = acos (-1);

    (void)state;
    for (int i = 0; i < 2; i++) {
        const Pair *pair = i ? &fixed_radau5 : &fixed_dopri5;
        Case c = case_of (&model_slidercrank);
        double q[9] = {0.15, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0, 5};

        choose (&c, pair);
        c.independent = none;
        expect (&c, GEOMS_BAD_OPTION,
                "0 independent coordinates are given; with 3 velocities and 2 constraints there "
                "must be 1.");
        c.independent = two;
        expect (&c, GEOMS_BAD_OPTION, "2 independent coordinates are given;");
        case_free (&c);

        c = case_with (&model_slidercrank, q, 9); /* a dead centre */
        choose (&c, pair);
        c.independent = coordinate[0];
        expect (&c, GEOMS_PARTITION_SINGULAR,
                "The independent coordinates v(1) do not determine the others at t = 0:");
        case_free (&c);
        q[7] = pi / 2;
        c = case_with (&model_slidercrank, q, 9);
        choose (&c, pair);
        c.independent = coordinate[1];
        expect (&c, GEOMS_PARTITION_SINGULAR, "v(2)");
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (given_coordinates_stay),
        cmocka_unit_test (singular_choices_are_noted),
        cmocka_unit_test (singular_choices_stop_a_run),
        cmocka_unit_test (worst_condition_is_that_of_a_step),
        cmocka_unit_test (worst_condition_is_that_of_the_start),
        cmocka_unit_test (passings_are_counted_without_end),
        cmocka_unit_test (coordinates_are_chosen_by_pivoting),
        cmocka_unit_test (choices_are_renewed_at_the_limit),
        cmocka_unit_test (one_constraint_is_watched),
        cmocka_unit_test (choices_that_cannot_be_are_refused),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
