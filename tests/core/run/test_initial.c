/* test_initial.c - consistent initial values: what is moved and what not, and when the search ends
 */
#include "start.h"

/* the first output of a short run from x0; o must be freed */
static Outcome begin (Case *c, int initial)
{
    c->options.initial = initial;
    c->options.project = GEOMS_PROJECT_OFF;
    c->options.max_steps = 1;
    return attempt (c);
}

static int has_begun (const Outcome *o)
{
    return o->status == 0 || o->status == GEOMS_TOO_MANY_STEPS;
}

static void consistent_values_stay (void **state)
{
    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        Outcome o;

        c.options.formulation = psf_or_psi1 (i / 3 % 2);
        o = begin (&c, i % 3);
        assert_true (has_begun (&o));
        assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        case_end (&c, &o);
    }
}

/* a row is measured by its terms at x0, with each unknown as large as it is, or as others of its
 * kind */
static void check_scale (const Case *c, int row, double scale)
{
    const GeomsDims *d = &c->model.system.dims;
    const int n1 = d->nw + d->nl + d->nm, v = n1 + d->nr, s = v + d->nv,
              ends[7] = {0, d->nw, n1, v, s, s + d->ns, c->n};
    static double J[2 * MOST_UNKNOWNS * MOST_UNKNOWNS];
    double least = 0, most = 0;

    memset (J, 0, sizeof J);
    assert_int_equal (c->model.system.jac (c->tspan[0], c->x0, J, c->m, c->user), 0);
    for (int k = 0; k < 6; k++)
        for (int j = ends[k]; j < ends[k + 1]; j++) {
            const double entry = fabs (J[row + j * c->m]);
            double largest = 1e-3; /* or so small that nobody looks at it */

            for (int l = ends[k]; l < ends[k + 1]; l++)
                largest = fmax (largest, fabs (c->x0[l]));
            least += entry * fabs (c->x0[j]);
            most += entry * largest;
        }
    assert_true (scale > 0);
    if (row >= n1) /* gII and hI are measured by forces, too */
        assert_true (scale >= (1 - 1e-9) * least && scale <= (1 + 1e-9) * most);
}

/* x0 off by 1e-3: corrected, refused with the name of a row, or taken as it is */
static void inconsistent_values_are_treated_as_wanted (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        unsigned seed = 7 + (unsigned)i;
        Outcome o;

        if (c.model.system.dims.nl + c.model.system.dims.nm == 0) {
            case_free (&c);
            continue;
        }
        c.options.formulation = psf_or_psi1 (i % 2);
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);

        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        assert_memory_not_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        assert_true (o.report.component >= 0);
        /* value and scale of the row */
        check_scale (&c, o.report.component, o.report.limit);
        assert_true (fabs (o.report.value) > 1e-8 * o.report.limit);
        assert_true (strchr (o.report.text, '(') != NULL); /* the row's name */
        assert_int_equal (o.s->count, 0);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_ASSUME);
        if (o.s->count > 0)
            assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        case_end (&c, &o);
    }
}

/* each row that is violated alone is the one that is named */
static void the_violated_row_is_named (void **state)
{
    static const char *const names[] = {"gII(1)", "gI(1)", "g(1)"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double x0[3][5] = {{0.1, 0, 0, 1, 0}, {0.005, 0.1, 0, 1, 0}, {0, 0, 0, 1.1, 0}};
        Case c = case_of (&model_pendulum);
        Outcome o;

        memcpy (c.x0, x0[i], sizeof x0[i]);
        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        if (strstr (o.report.text, names[i]) == NULL)
            fail_msg ("'%s' does not name %s", o.report.text, names[i]);
        case_end (&c, &o);
    }
}

/* The nearest point of the circle lies on the ray from the centre, the nearest velocity is the
 * tangential part, and lambda follows. */
static void the_change_is_the_smallest (void **state)
{
    (void)state;
    for (unsigned i = 1; i < 20; i++) {
        Case c = case_of (&model_pendulum);
        unsigned seed = i;
        const double angle = 3 * noise (&seed), r = 1 + 1e-3 * noise (&seed), w = 2 * noise (&seed);
        const double radial = 1e-3 * noise (&seed);
        const double e[2] = {cos (angle), sin (angle)};
        const double x0[5] = {noise (&seed), -w * e[1] + radial * e[0], w * e[0] + radial * e[1],
                              r * e[0], r * e[1]};
        const double expected[5]
            = {(w * w - 13.750371636040745655 * e[1]) / 2, -w * e[1], w * e[0], e[0], e[1]};
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (distance (o.s->x, expected, 3, 5) < 1e-12);
        assert_true (distance (o.s->x, expected, 0, 3)
                     < 1e-5); /* velocities turn with the position */
        case_end (&c, &o);
    }
}

/* a rough guess of the slider crank: crank angle and speed given, the rest about right */
static void rough_guesses_are_enough (void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        Case c = case_of (&model_slidercrank);
        unsigned seed = (unsigned)k;
        Outcome o;

        for (int j = 0; j < c.n; j++)
            c.x0[j] += 0.1 * k * (j > 1 ? 1 : 10) * noise (&seed);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (fmax (o.s->relative[0], fmax (o.s->relative[1], o.s->relative[2])) <= 1e-12);
        case_end (&c, &o);
    }
}

/* multipliers that are not known: 0 is as good as anything */
static void multipliers_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const GeomsDims *d = &c.model.system.dims;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        memset (c.x0 + d->nw, 0, (size_t)(d->nl + d->nm) * sizeof c.x0[0]);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (distance (o.s->x, exact, 0, c.n) < 1e-9);
        case_end (&c, &o);
    }
}

/* w, lambda, mu that are NaN are computed whatever Initial says; where all else is consistent it
 * stays bit for bit. In psi1 no initial value has to meet gII, hI, which may not even be there:
 * lambda, mu are just numbers. */
static void unknown_multipliers_are_computed (void **state)
{
    static const char *const words[] = {"correct", "check", "assume"};

    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        const GeomsDims *d = &c.model.system.dims;
        const int n1 = d->nw + d->nl + d->nm;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        for (int j = 0; j < n1; j++)
            c.x0[j] = NAN;
        c.options.initial = i % 3;
        c.options.formulation = psf_or_psi1 (i / 3 % 2);
        o = initialise (&c);
        if (o.status != 0)
            fail_msg ("%s, psi1 %d, %s: %d, %s", c.model.name, i / 3 % 2, words[i % 3], o.status,
                      o.report.text);
        for (int j = n1; j < c.n; j++)
            if (o.s->x[j] != exact[j])
                fail_msg ("%s, psi1 %d, %s: x(%d) moves from %.17g to %.17g", c.model.name,
                          i / 3 % 2, words[i % 3], j, exact[j], o.s->x[j]);
        for (int j = 0; j < n1; j++)
            assert_true (isfinite (o.s->x[j]));
        if (i / 3 % 2 == 0 && ! (distance (o.s->x, exact, 0, n1) < 1e-8))
            fail_msg ("%s, psi1 %d, %s: multipliers are off by %.1e", c.model.name, i / 3 % 2,
                      words[i % 3], distance (o.s->x, exact, 0, n1));
        case_end (&c, &o);
    }
}

/* explicit methods: a consistent state is told without a Jacobian, and stays; multipliers are
 * found. Beside it there is a search as for all others. */
static void explicit_methods_search_where_they_must (void **state)
{
    static const TestModel *const of[]
        = {&model_pendulum, &model_slidercrank, &model_andrews, &model_caraxis, &model_knifeedge};
    static const int pairs[][2] = {{GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_HEDOP5}};

    (void)state;
    for (int i = 0; i < 5 * 5 * 4; i++) {
        const int consistent = i % 4 < 3;
        Case c = case_of (of[i / 20]);
        const GeomsDims *d = &c.model.system.dims;
        const int n1 = d->nl + d->nm;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        c.model.system = model_differences (of[i / 20]);
        memcpy (exact, c.x0, sizeof exact);
        for (int j = 0; j < n1; j++)
            c.x0[j] = i % 4 == 0 ? c.x0[j] : i % 4 == 1 ? NAN : 0;
        for (int j = n1; j < n1 + d->nv && ! consistent; j++)
            c.x0[j] += 1e-6 * j;
        c.options.formulation = pairs[i / 4 % 5][0];
        c.options.method = pairs[i / 4 % 5][1];
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        if ((o.counters.njac == 0 && o.counters.neomjac == 0) != consistent)
            fail_msg ("%s, %s, case %d: %ld Jacobians", c.model.name,
                      geoms_formulation_entry (c.options.formulation)->word, i % 4,
                      o.counters.njac);
        for (int j = n1; j < c.n && consistent; j++)
            assert_true (o.s->x[j] == exact[j]);
        assert_true (distance (o.s->x, exact, 0, c.n) < (consistent ? 1e-9 : 1e-3));
        assert_true (o.s->relative[0] < 1e-12 && o.s->relative[1] < 1e-12);
        case_end (&c, &o);
    }
}

/* one known, one not: the known one is where the search begins */
static void some_multipliers_may_be_unknown (void **state)
{
    Case c = case_of (&model_skate);
    double exact[MOST_UNKNOWNS];
    Outcome o;

    (void)state;
    memcpy (exact, c.x0, sizeof exact);
    c.x0[1] = c.x0[4] = NAN;
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (distance (o.s->x, exact, 0, 6) < 1e-9);
    outcome_free (&o);
    c.x0[4] = INFINITY; /* that is no way to say it */
    o = initialise (&c);
    assert_int_equal (o.status, GEOMS_BAD_MODEL);
    assert_int_equal (o.report.component, 4);
    case_free (&c);
}

/* Initial 'check' with unknown multipliers still refuses what else is wrong */
static void a_check_sees_through_unknown_multipliers (void **state)
{
    static const char *const names[] = {"gI(1)", "g(1)"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.x0[0] = NAN;
        c.x0[i % 2 ? 3 : 1] += 0.1;
        c.options.initial = GEOMS_INITIAL_CHECK;
        c.options.formulation = psf_or_psi1 (i / 2);
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INCONSISTENT, names[i % 2]);
        case_end (&c, &o);
    }
}

/* ---- one time: initial values only ---- */

static size_t told;

static int count_outputs (size_t first, const GeomsSolution *s, void *user)
{
    (void)user;
    assert_int_equal (first, 0);
    told += s->count;
    return 0;
}

static void a_single_time_gives_initial_values (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        const double t = c.tspan[0];
        unsigned seed = (unsigned)i;
        Outcome o;

        told = 0;
        c.hooks.output = count_outputs;
        c.options.formulation = psf_or_psi1 (i % 2);
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (o.s->count == 1 && o.s->steps == 0 && told == 1);
        assert_true (o.s->t[0] == t && o.s->t_end == t && o.report.t == t);
        assert_int_equal (o.counters.naccpt + o.counters.nstep, 0);
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        case_end (&c, &o);
    }
}

/* ---- damped iterations: g = atan p, from where Newton's method runs away ---- */

static int atan_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], v = x[1], p = x[2], G = 1 / (1 + p * p);

        out[0] = G * (-G * lambda) - 2 * p * G * G * v * v;
        out[1] = G * v;
        out[2] = atan (p);
        out[3] = -G * lambda;
        out[4] = v;
    }
    return 0;
}

static int rest_at_zero (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = x[2] = 0;
    return 0;
}

static void *nothing_create (const double *q, int nq) { return model_parameters (q, nq, q, 1); }

/* one position p with a constraint, at rest */
static Case scalar_case (GeomsBatch rda, double p)
{
    TestModel model = model_pendulum;
    Case c;

    model.system.dims = (GeomsDims){.np = 1, .nv = 1, .nl = 1};
    model_replace_rda (&model.system, rda);
    model.system.mass = NULL;
    model.system.jac = NULL;
    model.system.create = nothing_create;
    model.start = rest_at_zero;
    c = case_with (&model, &(double){0}, 1);
    c.x0[2] = p;
    return c;
}

static void steps_are_damped (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = scalar_case (atan_rda, (i % 2 ? -1 : 1) * (1.5 + 0.5 * (i / 2) * (i / 2)));
        Outcome o;

        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[2]) < 1e-12);
        case_end (&c, &o);
    }
}

/* g = cos (p) - 1/2 */
static int cosine_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], v = x[1], p = x[2], G = -sin (p);

        out[0] = G * (-G * lambda) - cos (p) * v * v;
        out[1] = G * v;
        out[2] = cos (p) - 0.5;
        out[3] = -G * lambda;
        out[4] = v;
    }
    return 0;
}

/* beside p = 0 and pi a step of Newton's method is as long as it likes */
static void no_step_leads_far_away (void **state)
{
    static const double guesses[] = {1e-3, -2e-3, -0.1, 3.1, 3.14};

    (void)state;
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
        Case c = scalar_case (cosine_rda, guesses[i]);
        Outcome o;

        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (cos (o.s->x[2]) - 0.5) < 1e-12);
        assert_true (fabs (o.s->x[2] - guesses[i]) < 3.2);
        case_end (&c, &o);
    }
}

/* ---- weights: the smallest change, level by level ---- */

/* x (n) = W^-1 F' (F W^-1 F')^-1 r for F (m x n), W^-1 (n x n) */
static void weighted_least (int m, int n, const double *F, const double *W, const double *r,
                            double *x)
{
    double T[20 * 20], A[20 * 20], z[20];

    assert_true (m <= 20 && n <= 20);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            T[i + k * n] = 0;
            for (int j = 0; j < n; j++)
                T[i + k * n] += W[i + j * n] * F[k + j * m];
        }
    product (m, m, n, F, T, A);
    memcpy (z, r, (size_t)m * sizeof *z);
    assert_int_equal (model_solve (m, A, 1, z), 0);
    product (n, 1, m, T, z, x);
}

/* W^-1 of the weights, or M^-1 */
static void inverse_weights (const Bench *b, int velocities, int by_mass, const double *weights,
                             double *W)
{
    const int n = velocities ? b->eq.n3 : b->eq.n4, o = velocities ? b->eq.o3 : b->eq.o4;
    const int mb = b->eq.m - b->eq.r_b;
    double M[20 * 20];

    memset (W, 0, (size_t)(n * n) * sizeof *W);
    for (int i = 0; i < n; i++)
        W[i * (n + 1)] = velocities && by_mass ? 1 : 1 / (weights[o + i] * weights[o + i]);
    if (! velocities || ! by_mass)
        return;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            M[i + j * n] = b->M[b->eq.n2 + i + (o + j) * mb];
    assert_int_equal (model_solve (n, M, n, W), 0);
}

static void take_block (const Bench *b, int row, int m, int o, int n, double *F)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            F[i + j * m] = b->J[row + i + (o + j) * b->eq.m];
}

/* states off by 1e-6: to first order the change is what linear algebra says */
static void changes_are_the_smallest_by_weight (void **state)
{
    static Bench b;

    (void)state;
    for (int i = 0; i < 4 * MODELS; i++) {
        Case c = case_of (models[i / 4]);
        const GeomsEquations *e = &b.eq;
        const int by_mass = i % 2, heavy = i / 2 % 2;
        double weights[MOST_UNKNOWNS], F[20 * 20], W[20 * 20], r[20], dx[MOST_UNKNOWNS];
        unsigned seed = 5 + (unsigned)i;
        Outcome o;

        if (c.model.system.dims.ni > 0) { /* beside the constraints e counts, too */
            case_free (&c);
            continue;
        }
        for (int j = 0; j < c.n; j++)
            weights[j] = heavy ? pow (10, noise (&seed)) : 1;
        c.start.weights = heavy ? weights : NULL;
        c.options.weights = by_mass ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_linearise (&b);
        for (int j = e->o3; j < c.n; j++)
            c.x0[j] += 1e-6 * (0.1 + fabs (c.x0[j])) * noise (&seed);
        memcpy (b.x, c.x0, sizeof b.x);
        bench_linearise (&b);
        o = initialise (&c);
        expect_done (&c, &o);
        /* dx4 from c, g; then dx3 from gI, h and what dx4 does there */
        take_block (&b, e->r_c, e->d.ns + e->d.nl, e->o4, e->n4, F);
        inverse_weights (&b, 0, by_mass, weights, W);
        for (int k = 0; k < e->d.ns + e->d.nl; k++)
            r[k] = -inside (&b).base[e->r_c + k];
        weighted_least (e->d.ns + e->d.nl, e->n4, F, W, r, dx + e->o4);
        take_block (&b, e->r_gI, e->d.nl + e->d.nm, e->o3, e->n3, F);
        inverse_weights (&b, 1, by_mass, weights, W);
        for (int k = 0; k < e->d.nl + e->d.nm; k++) {
            r[k] = -inside (&b).base[e->r_gI + k];
            for (int j = e->o4; j < c.n; j++)
                r[k] -= b.J[e->r_gI + k + j * c.m] * dx[j];
        }
        weighted_least (e->d.nl + e->d.nm, e->n3, F, W, r, dx + e->o3);
        for (int j = e->o3; j < c.n; j++)
            if (! (fabs (o.s->x[j] - c.x0[j] - dx[j]) <= 1e-8 * (1 + fabs (c.x0[j]))))
                fail_msg ("%s, mass %d, weights %d: x(%d) moves by %.6e, expected %.6e",
                          c.model.name, by_mass, heavy, j, o.s->x[j] - c.x0[j], dx[j]);
        outcome_free (&o);
        bench_close (&b);
        case_free (&c);
    }
}

/* M (v+ - v-) = [G; H]' times an impulse, [G; H] v+ = 0, positions stay: a plastic impact */
static void mass_weights_are_a_plastic_impact (void **state)
{
    static Bench b;

    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_of (models[i / 3]);
        const GeomsEquations *e = &b.eq;
        const int hard = c.model.system.dims.nl + c.model.system.dims.nm,
                  nv = c.model.system.dims.nv;
        double F[20 * 20], A[20 * 20], W[20 * 20], unit[MOST_UNKNOWNS], r[20], dv[20], z[20];
        unsigned seed = 9 + (unsigned)i;
        double before = 0, after = 0, size = 0;
        int mb;
        Outcome o;

        if (c.model.system.dims.ni > 0 || i / 3 == 4) { /* or nothing is free to move */
            case_free (&c);
            continue;
        }
        c.options.weights = GEOMS_WEIGHTING_MASS;
        c.options.formulation = psf_or_psi1 (i % 3 == 1);
        if (i % 3 == 2)
            c.model.system.rda_mass = NULL;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        for (int j = e->o3; j < e->o4; j++)
            c.x0[j] += (1 + fabs (c.x0[j])) * noise (&seed);
        for (int j = 0; j < e->n1; j++)
            c.x0[j] = NAN;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (distance (o.s->x, c.x0, e->o4, c.n) < 1e-13);
        memcpy (b.x, o.s->x, (size_t)c.n * sizeof b.x[0]);
        bench_matrices (&b);
        mb = e->m - e->r_b;
        take_block (&b, e->r_gI, hard, e->o3, nv, F);
        for (int j = 0; j < nv; j++)
            dv[j] = o.s->x[e->o3 + j] - c.x0[e->o3 + j];
        /* the impulse z = (F M^-1 F')^-1 F dv explains all of M dv */
        for (int j = 0; j < c.n; j++)
            unit[j] = 1;
        inverse_weights (&b, 1, 1, unit, W);
        product (hard, 1, nv, F, dv, r);
        weighted_least (hard, nv, F, W, r, z);
        for (int j = 0; j < nv; j++) {
            size = fmax (size, fabs (dv[j]));
            for (int k = 0; k < nv; k++) {
                const double M = b.M[e->n2 + j + (e->o3 + k) * mb];

                before += M * c.x0[e->o3 + j] * c.x0[e->o3 + k];
                after += M * o.s->x[e->o3 + j] * o.s->x[e->o3 + k];
                A[j + k * nv] = M;
            }
        }
        (void)A;
        for (int j = 0; j < nv; j++)
            if (! (fabs (dv[j] - z[j]) <= 1e-9 * (1 + size)))
                fail_msg ("%s: v(%d) jumps by %.12g, the impulse gives %.12g", c.model.name, j,
                          dv[j], z[j]);
        /* and energy is lost, unless there is nothing to hit */
        assert_true (hard == 0 ? size == 0 : after < before);
        outcome_free (&o);
        bench_close (&b);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (consistent_values_stay),
        cmocka_unit_test (inconsistent_values_are_treated_as_wanted),
        cmocka_unit_test (the_violated_row_is_named),
        cmocka_unit_test (the_change_is_the_smallest),
        cmocka_unit_test (rough_guesses_are_enough),
        cmocka_unit_test (multipliers_are_found),
        cmocka_unit_test (unknown_multipliers_are_computed),
        cmocka_unit_test (explicit_methods_search_where_they_must),
        cmocka_unit_test (some_multipliers_may_be_unknown),
        cmocka_unit_test (a_check_sees_through_unknown_multipliers),
        cmocka_unit_test (a_single_time_gives_initial_values),
        cmocka_unit_test (steps_are_damped),
        cmocka_unit_test (no_step_leads_far_away),
        cmocka_unit_test (changes_are_the_smallest_by_weight),
        cmocka_unit_test (mass_weights_are_a_plastic_impact),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
