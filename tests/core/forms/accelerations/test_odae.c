/* test_odae.c - the identities of Petzold, Potra (1992): psf with BDF is the A-ssf iteration, which
 * is BDF on the state-space form and the local parameterisation with the same A; rows of unit
 * vectors are generalised coordinate partitioning; projected invariants are the tangent-plane
 * parameterisation; what mu and tau are in (3.16), (3.17), (3.32); the step sizes that (3.17)
 * allows for where masses differ much
 */
#include "accelerations_bench.h"
#include "odae.h"
#include "odae_models.h"

/* ---- one BDF step of the core ---- */

typedef struct Setting {
    const TestModel *model;
    double h;
} Setting;

/* M = c I, but of the sphere; the constraints of the car axis and the sphere depend on t */
static const Setting settings[] = {{&model_pendulum, 1.0 / 128},
                                   {&model_chain_3, 1.0 / 128},
                                   {&model_caraxis, 1.0 / 1024},
                                   {&model_sphere, 1.0 / 32}};
enum { SETTINGS = sizeof settings / sizeof settings[0], SPHERE = SETTINGS - 1 };

/* of states, and of quotients of their differences by h, the rest by rounding: 2e-14 and 6e-13
 * measured */
static const double STATES = 1e-13, QUOTIENTS = 3e-12;

static Case case_of_step (const Setting *setting, int order, int steps)
{
    Case c = case_of (setting->model);

    c.options.method = GEOMS_METHOD_BDF_FIXED;
    c.options.order = order;
    c.options.step = setting->h;
    c.options.newton_tol = 1e-8;
    c.options.max_newton = 40;
    c.tspan[1] = c.tspan[0] + steps * setting->h;
    return c;
}

/* A' = S_p for positions, A' = S_v M for velocities, with the selectors of the last step */
static void take_selectors (Odae *o, const Outcome *run)
{
    GeomsStrangenessFree p;
    const OdaePoint e = odae_at (o, o->t_c, o->x_c + o->nl + o->np, o->x_c + o->nl);

    run_selectors (run->run, &p);
    assert_int_equal (p.rows_p, o->d);
    assert_int_equal (p.rows_v, o->d);
    for (int l = 0; l < o->d; l++)
        for (int j = 0; j < o->np; j++) {
            o->Ap[j + o->np * l] = p.Sp[j * p.rows_p + l];
            o->Av[j + o->np * l] = 0;
            for (int i = 0; i < o->np; i++)
                o->Av[j + o->np * l] += p.Sv[i * p.rows_v + l] * e.M[i + o->np * j];
        }
}

/* (5.7), (5.8): what A' leaves of r_1 = rho p - v and r_2 = M (rho v - eta), and how large they
 * are themselves; largest remainder of the other rows */
static void ssf_residual (const Odae *o, const double *x, double *left, double *whole, double *rest)
{
    const int np = o->np, nl = o->nl;
    const OdaePoint e = odae_at (o, o->t, x + nl + np, x + nl);
    double rp[ODAE_P], rv[ODAE_P];

    odae_rates (o, x + nl + np, x + nl, rp, rv);
    *left = *whole = 0;
    for (int j = 0; j < np; j++) {
        rp[j] -= x[nl + j];
        rv[j] -= e.w[j];
        *whole = fmax (*whole, fmax (fabs (rp[j]), fabs (rv[j])));
    }
    for (int l = 0; l < o->d; l++) {
        *left = fmax (*left, fabs (odae_dot (np, o->Ap + np * l, 1, rp)));
        *left = fmax (*left, fabs (odae_dot (np, o->Av + np * l, 1, rv)));
    }
    *rest = distance (x, e.lambda, 0, nl);
    for (int i = 0; i < nl; i++) {
        *rest = fmax (*rest, fabs (e.g[i]));
        *rest = fmax (*rest, fabs (e.gt[i] + odae_dot (np, e.G + i, nl, x + nl)));
    }
}

/* the last step of a run, of the core and in the other forms */
typedef struct Compared {
    double space, parameters, other, left, whole, rest;
} Compared;

static Compared compare_step (const Setting *setting, int k, int variant)
{
    const int rows = variant % 2;
    Case c = case_of_step (setting, k, 9 + 7 * variant);
    double x[MOST_UNKNOWNS];
    Compared found;
    Outcome run;
    Odae o;

    c.options.constraint_decomposition = decomposition (variant);
    c.options.selector = rows ? GEOMS_SELECTOR_ROWS : GEOMS_SELECTOR_TANGENT;
    run = solve (&c);
    o = odae_of (&c, &run);
    take_selectors (&o, &run);
    odae_state_space (&o, x);
    found.space = distance (x, last_state (&run), 0, c.n);
    odae_parameterised (&o, x);
    found.parameters = distance (x, last_state (&run), 0, c.n);
    ssf_residual (&o, last_state (&run), &found.left, &found.whole, &found.rest);
    odae_choose (&o);
    o.tangent = ODAE_AT_END;
    odae_parameterised (&o, x);
    found.other = distance (x, last_state (&run), 0, c.n);
    outcome_free (&run);
    case_free (&c);
    return found;
}

/* The state of the core, BDF on the state-space form and the local parameterisation with the
 * same A are one; another A gives another state. */
static void one_step_in_three_forms (void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS; i++)
        for (int k = 1; k <= 6; k++) {
            Compared worst = {0, 0, 1, 0, 1, 0};

            for (int variant = 0; variant < 6; variant++) {
                const Compared found = compare_step (&settings[i], k, variant);

                worst.space = fmax (worst.space, found.space);
                worst.parameters = fmax (worst.parameters, found.parameters);
                worst.left = fmax (worst.left, found.left);
                worst.rest = fmax (worst.rest, found.rest);
                worst.whole = fmin (worst.whole, found.whole);
                worst.other = fmin (worst.other, found.other);
            }
            print_message (
                "%s, order %d: state-space form %.1e, parameterisation %.1e, A' r %.1e of "
                "%.1e, other rows %.1e; another A %.1e\n",
                settings[i].model->name, k, worst.space, worst.parameters, worst.left, worst.whole,
                worst.rest, worst.other);
            assert_true (worst.space < STATES && worst.parameters < STATES && worst.rest < STATES);
            assert_true (worst.left < 1e-11);
            assert_true (k > 3 || (worst.whole > 1e-8 && worst.other > 1e-11));
        }
}

/* ---- unit vectors: generalised coordinate partitioning ---- */

static void unit_vectors_are_coordinates (void **state)
{
    (void)state;
    for (int i = 0; i < SPHERE; i++)
        for (int k = 1; k <= 6; k++) {
            double worst = 0;

            for (int variant = 0; variant < 3; variant++) {
                Case c = case_of_step (&settings[i], k, 11 + 10 * variant);
                double x[MOST_UNKNOWNS];
                Outcome run;
                Odae o;

                c.options.selector = GEOMS_SELECTOR_ROWS;
                run = solve (&c);
                o = odae_of (&c, &run);
                take_selectors (&o, &run);
                for (int l = 0; l < o.d; l++)
                    for (int j = 0; j < o.np; j++) {
                        const double unit = o.Ap[j + o.np * l];

                        assert_true (unit == 0 || unit == 1);
                        assert_true ((o.Av[j + o.np * l] != 0) == (unit == 1));
                        if (unit == 1)
                            o.independent[l] = j;
                    }
                odae_partitioned (&o, x);
                worst = fmax (worst, distance (x, last_state (&run), 0, c.n));
                outcome_free (&run);
                case_free (&c);
            }
            print_message ("%s, order %d: core and partitioning %.1e\n", settings[i].model->name, k,
                           worst);
            assert_true (worst < STATES);
        }
}

/* ---- tangent planes and projected invariants ---- */

/* With t_c = t_n the core's (3.32), the parameterisation by the tangent plane and (5.10) are
 * one; with t_c = t_{n-1} the latter two are, but another one. */
static void tangent_planes_are_projected_invariants (void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS; i++)
        for (int k = 1; k <= 6; k++) {
            Case c = case_of_step (&settings[i], k, 20);
            double z[MOST_UNKNOWNS], x[MOST_UNKNOWNS], core[2], among[2], extra[2] = {0, 0};
            Outcome run;
            Odae o;

            c.options.formulation = GEOMS_FORMULATION_PROJECTED_INVARIANTS;
            run = solve (&c);
            o = odae_of (&c, &run);
            odae_choose (&o);
            for (int end = 0; end < 2; end++) {
                o.tangent = end ? ODAE_AT_END : ODAE_AT_CENTRE;
                odae_parameterised (&o, x);
                odae_multipliers (&o, x, x + c.n, x + c.n + o.nl);
                odae_invariants (&o, z);
                core[end] = distance (x, run_unknowns (run.run), 0, c.n);
                extra[end] = distance (x, run_unknowns (run.run), c.n, c.n + 2 * o.nl);
                among[end] = distance (x, z, 0, c.n);
                assert_true (among[end] < STATES);
                assert_true (distance (x, z, c.n, c.n + 2 * o.nl) < QUOTIENTS);
            }
            print_message (
                "%s, order %d: core and tangent plane %.1e, mu and tau %.1e (of %.1e); with t_c = "
                "t_{n-1} %.1e\n",
                settings[i].model->name, k, core[1], extra[1], fabs (run_unknowns (run.run)[c.n]),
                core[0]);
            assert_true (core[1] < STATES && extra[1] < QUOTIENTS);
            assert_true (k > 3 || core[0] > 1e-11);
            outcome_free (&run);
            case_free (&c);
        }
}

/* ---- mu and tau: Lemmas 3.1 to 3.3 ---- */

static const int extended[] = {GEOMS_FORMULATION_EXTENDED_316, GEOMS_FORMULATION_EXTENDED_317,
                               GEOMS_FORMULATION_PROJECTED_INVARIANTS};

/* L = D_p (G v + g_t), nl x np by columns, of gI that is quadratic at most */
static void velocity_slopes (const Odae *o, double t, const double *p, const double *v, double *L)
{
    for (int j = 0; j < o->np; j++) {
        double q[ODAE_P];
        OdaePoint e[2];

        memcpy (q, p, (size_t)o->np * sizeof *q);
        for (int s = 0; s < 2; s++) {
            q[j] = p[j] + (s ? 0.5 : -0.5);
            e[s] = odae_at (o, t, q, v);
        }
        for (int i = 0; i < o->nl; i++)
            L[i + o->nl * j] = e[1].gt[i] - e[0].gt[i] + odae_dot (o->np, e[1].G + i, o->nl, v)
                               - odae_dot (o->np, e[0].G + i, o->nl, v);
    }
}

/* a consistent state beside (p, v), by steps along G' */
static void onto_constraints (const Odae *o, double t, double *p, double *v)
{
    const double none[ODAE_P] = {0};

    for (int i = 0; i < 30; i++) {
        OdaePoint e = odae_at (o, t, p, none);
        double H[ODAE_L * ODAE_L] = {0}, y[ODAE_L];

        for (int a = 0; a < o->nl; a++) {
            y[a] = i < 29 ? e.g[a] : e.gt[a] + odae_dot (o->np, e.G + a, o->nl, v);
            for (int b = 0; b < o->nl; b++)
                for (int j = 0; j < o->np; j++)
                    H[a + o->nl * b] += e.G[a + o->nl * j] * e.G[b + o->nl * j];
        }
        assert_int_equal (model_solve (o->nl, H, 1, y), 0);
        for (int j = 0; j < o->np; j++)
            *((i < 29 ? p : v) + j) -= odae_dot (o->nl, e.G + o->nl * j, 1, y);
    }
}

/* What a motion through the state of f.z obeys: the row of lambda, and the derivatives of g and
 * G v + g_t with p' = v*, v' = a of the rows of the core. Zero for lambda = zeta, mu = tau = 0. */
static void hidden_rows (Fixture *f, const Odae *o, const double *y, double *r)
{
    const int np = o->np, nl = o->nl, n = o->c->n;
    const double *v = f->z + nl, *p = v + np, *a = f->rows + nl, *pdot = a + np;
    const OdaePoint e = odae_at (o, f->t, p, v);
    double L[ODAE_L * ODAE_P], slip[ODAE_P];

    memcpy (f->z, y, (size_t)nl * sizeof *y);
    memcpy (f->z + n, y + nl, (size_t)(2 * nl) * sizeof *y);
    rows_at (f);
    velocity_slopes (o, f->t, p, v, L);
    for (int j = 0; j < np; j++)
        slip[j] = pdot[j] - v[j];
    for (int i = 0; i < nl; i++) {
        r[i] = f->rows[i];
        r[nl + i] = odae_dot (np, e.G + i, nl, pdot) + e.gt[i];
        r[2 * nl + i] = odae_dot (np, L + i, nl, slip) + odae_dot (np, e.G + i, nl, a) + e.z[i];
    }
}

/* Their solution y = (lambda, mu, tau); -> size of the inverse of their matrix, infinite if it
 * is singular */
static double hidden_solution (Fixture *f, const Odae *o, double *y)
{
    const int m = 3 * o->nl;
    double K[9 * ODAE_L * ODAE_L], inverse[9 * ODAE_L * ODAE_L] = {0}, zero[3 * ODAE_L] = {0},
                                                        r[3 * ODAE_L], size = 0;

    hidden_rows (f, o, zero, r);
    for (int j = 0; j < m; j++) {
        zero[j] = 1;
        hidden_rows (f, o, zero, K + j * m);
        zero[j] = 0;
        inverse[j * (m + 1)] = 1;
        for (int i = 0; i < m; i++)
            K[i + j * m] -= r[i];
    }
    if (model_solve (m, K, m, inverse) != 0)
        return INFINITY;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            size = fmax (size, fabs (inverse[i + j * m]));
    product (m, 1, m, inverse, r, y);
    for (int i = 0; i < m; i++)
        y[i] = -y[i];
    return size;
}

typedef struct Place {
    const TestModel *model;
    double t;
    int singular; /* 1: at rest, L = 0. 2: G and L are parallel                                 */
} Place;

static const Place places[]
    = {{&model_pendulum, 0, 0}, {&model_sphere, 0.4, 0}, {&model_caraxis, 0.1, 0},
       {&model_chain_3, 0, 0},  {&model_pendulum, 0, 1}, {&model_sphere, 0.4, 2}};

static void place_state (const Odae *o, const Place *place, unsigned *seed, double *x)
{
    const int np = o->np, nl = o->nl;
    double *v = x + nl, *p = v + np, R[3];

    assert_int_equal (place->model->start (x, o->c->user), 0);
    for (int j = 0; j < np; j++) {
        p[j] += 0.1 * noise (seed);
        v[j] = place->singular ? 0 : noise (seed);
    }
    onto_constraints (o, place->t, p, v);
    sphere_radius (place->t, R);
    for (int j = 0; j < np && place->singular == 2; j++)
        v[j] = R[1] / R[0] * p[j];
    memcpy (x, odae_at (o, place->t, p, v).lambda, (size_t)nl * sizeof *x);
}

/* (3.17) and (3.32) have lambda = zeta, mu = tau = 0 as their only solution everywhere; (3.16)
 * where [G; L] has full rank */
static void multipliers_vanish (void **state)
{
    unsigned seed = 7;

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int form = 0; form < 3; form++) {
            const Pair pair = {extended[form], GEOMS_METHOD_BDF_FIXED};
            const int unique = form > 0 || ! places[i].singular;
            Case c = case_of (places[i].model);
            double size = 0, wrong = 0;

            c.options.step = 0.01;
            for (int k = 0; k < 10; k++) {
                Odae o = {.c = &c, .np = c.model.system.dims.np, .nl = c.model.system.dims.nl};
                double y[3 * ODAE_L], expected[3 * ODAE_L] = {0};
                Fixture f;

                open_form (&f, &c, &pair);
                f.t = places[i].t;
                place_state (&o, &places[i], &seed, f.z);
                memcpy (expected, f.z, (size_t)o.nl * sizeof *y);
                size = fmax (size, hidden_solution (&f, &o, y));
                if (unique)
                    wrong = fmax (wrong, distance (y, expected, 0, 3 * o.nl));
                close_form (&f);
            }
            print_message ("%s%s, form %d: inverse %.1e, error %.1e\n", places[i].model->name,
                           places[i].singular ? " (singular)" : "", form, size, wrong);
            assert_true (unique ? size < 1e4 && wrong < 1e-6 : size > 1e6);
            case_free (&c);
        }
}

/* Where [G; L] is rank deficient, (3.16) has the same p' and v' with lambda - tau, mu, tau for
 * every tau with G' mu + L' tau = 0. On the sphere with v along p both terms are there: (3.25)
 * says that each of them vanishes, which needs L = 0. The rows of (3.17) and (3.32) do not
 * vanish. */
static void other_multipliers_of_316 (void **state)
{
    unsigned seed = 3;

    (void)state;
    for (size_t i = 4; i < sizeof places / sizeof places[0]; i++)
        for (int form = 0; form < 3; form++) {
            const Pair pair = {extended[form], GEOMS_METHOD_BDF_FIXED};
            Case c = case_of (places[i].model);
            const double tau = 0.3;
            Odae o = {.c = &c, .np = c.model.system.dims.np, .nl = c.model.system.dims.nl};
            double rows[MOST_Z], R[3], change;
            Fixture f;

            c.options.step = 0.01;
            open_form (&f, &c, &pair);
            f.t = places[i].t;
            place_state (&o, &places[i], &seed, f.z);
            rows_at (&f);
            memcpy (rows, f.rows, sizeof rows);
            assert_true (fabs (rows[0]) < 1e-12);
            sphere_radius (f.t, R);
            if (form > 0)
                f.z[0] -= tau; /* the core's lambda of (3.16) is lambda + tau */
            f.z[c.n] = places[i].singular == 2 ? -tau * R[1] / R[0] : 0;
            f.z[c.n + 1] = tau;
            rows_at (&f);
            change = distance (f.rows, rows, 0, f.n);
            print_message ("%s, form %d: mu = %.2g, tau = %g change the rows by %.1e\n",
                           c.model.name, form, f.z[c.n], tau, change);
            assert_true (form > 0 ? change > 1e-2 : change < 1e-7);
            close_form (&f);
            case_free (&c);
        }
}

/* In runs mu and tau are errors of the formula: they fall with its order, until those of the
 * first steps, which Radau IIA makes with multipliers of order 3, are the largest. */
static void multipliers_fall_with_the_order (void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS; i += SPHERE)
        for (int form = 1; form < 3; form++)
            for (int k = 1; k <= 4; k++) {
                double largest[2][2], order[2];

                for (int fine = 0; fine < 2; fine++) {
                    const Setting setting = {settings[i].model, 1.0 / (fine ? 512 : 256)};
                    Case c = case_of_step (&setting, k, fine ? 256 : 128);
                    Outcome run;

                    c.options.formulation = extended[form];
                    run = solve (&c);
                    memcpy (largest[fine], run.s->largest, sizeof largest[fine]);
                    outcome_free (&run);
                    case_free (&c);
                }
                for (int l = 0; l < 2; l++)
                    order[l] = order_of (largest[0][l], largest[1][l]);
                print_message ("%s, form %d, order %d: mu %.1e, order %.2f, tau %.1e, order %.2f\n",
                               settings[i].model->name, form, k, largest[1][0], order[0],
                               largest[1][1], order[1]);
                for (int l = 0; l < 2; l++)
                    assert_true (order[l] > (k < 3 ? k : 3) - 0.3 && order[l] < k + 0.1);
            }
}

/* ---- stability: a point on a circle, inertia 1 along an axis that turns with it and eps across
 * ---- */

/* the largest error of p and v over a run, infinite if it does not end */
static double circle_error (int formulation, double eps, int k, double h, int steps)
{
    const double q[3] = {eps, 1, 1};
    Case c = case_with (&model_circle, q, 3);
    double worst = 0;
    Outcome run;

    c.options.formulation = formulation;
    c.options.method = GEOMS_METHOD_BDF_FIXED;
    c.options.order = k;
    c.options.step = h;
    c.options.max_newton = 30;
    c.tspan[1] = steps * h;
    run = attempt (&c);
    if (run.status != 0)
        worst = INFINITY;
    for (size_t i = 0; i < run.s->count && run.status == 0; i++) {
        const Errors e = errors_at (&c, &run, i);

        worst = fmax (worst, fmax (e.velocities, e.positions));
    }
    outcome_free (&run);
    case_free (&c);
    return worst;
}

/* (3.17) for eps -> 0 with a of odae_models.h: with R = K'M, K along the circle, perturbations
 * z^n of the speed obey
 *
 *     rho (w) + c (4 + 2 E (w)) / 3 = 0,   w = 1/z,   E = 1 - (1 - w)^k,   c = h a
 *
 * R' S u is extrapolated (E), the rest is implicit, and L' tau moves p, too. z = -1 at c = 6 for
 * k = 2, c = 2 for k = 3; there is no such c for k = 1. (3.32) has rho (w) + 2 c = 0, which
 * every such c damps. */
static void large_mass_ratios_restrict_317 (void **state)
{
    static const double limit[4] = {0, INFINITY, 6, 2}, eps = 1e-6;
    const double a = (1 - eps) / (2 * sqrt (eps));

    (void)state;
    for (int k = 1; k <= 3; k++)
        for (int above = 0; above < 2; above++) {
            const double c = k == 1 ? (above ? 8 : 1) : limit[k] * (above ? 1.2 : 0.8), h = c / a;
            const double e317 = circle_error (GEOMS_FORMULATION_EXTENDED_317, eps, k, h, 1000),
                         e332
                         = circle_error (GEOMS_FORMULATION_PROJECTED_INVARIANTS, eps, k, h, 1000);

            print_message ("order %d, h = %.1e, c = %.1f: (3.17) %.1e, (3.32) %.1e\n", k, h, c,
                           e317, e332);
            assert_true (e332 < 0.05);
            assert_true (c < limit[k] ? e317 < 0.05 : e317 > 0.3);
        }
}

static long circle_steps (int formulation, int method, double eps)
{
    const double q[3] = {eps, 1, 1};
    Case c = case_with (&model_circle, q, 3);
    long steps;
    Outcome run;

    c.options.formulation = formulation;
    c.options.method = method;
    case_tolerance (&c, 1e-6);
    c.tspan[1] = 4 * acos (-1);
    run = solve (&c);
    assert_true (final_error (&c, &run) < 1e-3);
    steps = run.counters.naccpt;
    outcome_free (&run);
    case_free (&c);
    return steps;
}

static void steps_of_317_grow_with_the_ratio (void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        const int method = m ? GEOMS_METHOD_RADAU5 : GEOMS_METHOD_BDF;
        long steps[2][4];

        for (int i = 0; i < 4; i++)
            for (int form = 1; form < 3; form++)
                steps[form - 1][i] = circle_steps (extended[form], method, pow (100, -i));
        print_message ("%s: (3.17) %ld %ld %ld %ld steps, (3.32) %ld %ld %ld %ld\n",
                       m ? "radau5" : "bdf", steps[0][0], steps[0][1], steps[0][2], steps[0][3],
                       steps[1][0], steps[1][1], steps[1][2], steps[1][3]);
        assert_true (steps[0][3] > 5 * steps[0][0]);
        assert_true (steps[1][3] < 2 * steps[1][0]);
    }
}

/* Without forces a step of (3.17) with k = 1 is v_n = P v_{n-1}, P the projection on the tangent
 * at p_n that is orthogonal in M (p_n). Where M is constant the kinetic energy never grows,
 * however different the masses are: different masses alone do not restrict h, the direction of
 * the heavy one must turn. */
static void steps_of_317_are_projections (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const double q[3] = {pow (100, -(i / 2)), i % 2, 0}, C = cos (1), S = sin (1);
        const double first = i % 2 ? sqrt (q[0]) : 1;
        const double x0[5] = {NAN, -first * S, first * C, C, S};
        Case c = case_with (&model_circle, q, 3);
        double before = INFINITY, worst = 0;
        Outcome run;

        memcpy (c.x0, x0, sizeof x0);
        c.options.formulation = GEOMS_FORMULATION_EXTENDED_317;
        c.options.method = GEOMS_METHOD_BDF_FIXED;
        c.options.order = 1;
        c.options.step = 0.02;
        c.options.max_newton = 30;
        c.options.newton_tol = 1e-6;
        c.tspan[1] = 1;
        run = solve (&c);
        for (size_t k = 0; k < run.s->count; k++) {
            const double *v = run.s->x + 5 * k + 1, *p = v + 2, K[2] = {-p[1], p[0]};
            double M[4], MK[2], speed, energy;

            circle_mass (q, p, M);
            product (2, 1, 2, M, K, MK);
            energy = v[0] * (M[0] * v[0] + 2 * M[2] * v[1]) + M[3] * v[1] * v[1];
            assert_true (q[1] != 0 || energy < before * (1 + 1e-12));
            before = energy;
            if (k == 0)
                continue;
            speed = odae_dot (2, MK, 1, v - 5) / odae_dot (2, MK, 1, K);
            worst = fmax (worst, hypot (v[0] - speed * K[0], v[1] - speed * K[1]) / first);
        }
        print_message ("eps = %g, turning %g: %.1e\n", q[0], q[1], worst);
        assert_true (worst < 1e-11);
        outcome_free (&run);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (one_step_in_three_forms),
        cmocka_unit_test (unit_vectors_are_coordinates),
        cmocka_unit_test (tangent_planes_are_projected_invariants),
        cmocka_unit_test (multipliers_vanish),
        cmocka_unit_test (other_multipliers_of_316),
        cmocka_unit_test (multipliers_fall_with_the_order),
        cmocka_unit_test (large_mass_ratios_restrict_317),
        cmocka_unit_test (steps_of_317_grow_with_the_ratio),
        cmocka_unit_test (steps_of_317_are_projections),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
