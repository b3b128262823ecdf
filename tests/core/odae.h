/* odae.h - one BDF step of order k in the forms of Petzold, Potra: ODAE methods for the numerical
 * solution of Euler-Lagrange equations, Applied Numerical Mathematics 10 (1992), section 5, each
 * solved in plain code
 *
 *     M w + G' lambda = f,  G w + z = 0      makes w = eta (t, p, v) and lambda = zeta (t, p, v)
 *     rho x_n = (alpha_0 x_n + ... + alpha_k x_{n-k}) / h
 *
 *     odae_state_space      (5.1)   rho q = A' v,  rho s = A' eta,  p = phi_1 (t, q), v = phi_2 (t,
 *                           q, s):
 *                                   g = 0, A'(p - p_c) = q;  G v + g_t = 0, A'v = s by inner solves
 *     odae_parameterised    (5.4)   A'(rho p - v) = 0, A'(rho v - w) = 0 and all constraints at
 *                           once; A constant,
 *                                   or a basis of ker G (t_c, p_c), or of ker G (t_n, p_n)
 *     odae_invariants       (5.10)  rho p - v + G_c' mu = 0, M rho v + G' lambda + M G_c' tau - f =
 *                           0, ...
 *     odae_partitioned              generalised coordinate partitioning: rho p_i = v_i, rho v_i =
 *                                   w_i for
 *                                   independent coordinates i, the others from g = 0, G v + g_t = 0
 *
 * A may be one matrix for p and another one for v. M, f, G, z come from the rows of the model,
 * which are affine in lambda; models have p' = v, nothing but holonomic constraints and x =
 * [lambda; v; p].
 */
#ifndef GEOMS_TEST_ODAE_H
#define GEOMS_TEST_ODAE_H

#include "test.h"

enum { ODAE_P = 8, ODAE_L = 4, ODAE_UNKNOWNS = 3 * ODAE_P + ODAE_L };

/* where ker G is taken for A: A is given, at (t_c, p_c), at (t_n, p_n) */
enum { ODAE_GIVEN, ODAE_AT_CENTRE, ODAE_AT_END };

typedef struct Odae {
    const Case *c;
    int np, nl, d; /* d = np - nl                                        */
    int k;
    double t, h;
    const double *x[7]; /* x_{n-1}, ..., x_{n-k} in x[1], ..., x[k]           */
    int tangent;        /* ODAE_...                                           */
    double Ap[ODAE_P * ODAE_P], Av[ODAE_P * ODAE_P]; /* np x d                                 */
    double t_c;
    const double *x_c;
    int independent[ODAE_P]; /* d coordinates that determine the others            */
} Odae;

/* ---- the model at one state ---- */

typedef struct OdaePoint {
    double M[ODAE_P * ODAE_P], G[ODAE_L * ODAE_P]; /* by columns */
    double f[ODAE_P], g[ODAE_L], gt[ODAE_L], z[ODAE_L], w[ODAE_P], lambda[ODAE_L];
} OdaePoint;

static inline double odae_dot (int n, const double *a, int step, const double *b)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i * step] * b[i];
    return sum;
}

/* [M G'; G 0] [w; lambda] = [f; -second] */
static inline void odae_saddle (const Odae *o, const OdaePoint *e, const double *second, double *w,
                                double *lambda)
{
    const int np = o->np, nl = o->nl, n = np + nl;
    double K[(ODAE_P + ODAE_L) * (ODAE_P + ODAE_L)] = {0}, y[ODAE_P + ODAE_L];

    for (int j = 0; j < np; j++) {
        for (int i = 0; i < np; i++)
            K[i + n * j] = e->M[i + np * j];
        for (int i = 0; i < nl; i++)
            K[np + i + n * j] = K[j + n * (np + i)] = e->G[i + nl * j];
        y[j] = e->f[j];
    }
    for (int i = 0; i < nl; i++)
        y[np + i] = -second[i];
    assert_int_equal (model_solve (n, K, 1, y), 0);
    memcpy (w, y, (size_t)np * sizeof *y);
    memcpy (lambda, y + np, (size_t)nl * sizeof *y);
}

/* Rows [gII | gI | g | f - G' lambda | v] with lambda = 0 and with each of them 1. */
static inline OdaePoint odae_at (const Odae *o, double t, const double *p, const double *v)
{
    const int np = o->np, nl = o->nl, n = o->c->n, m = o->c->m;
    const GeomsModel *model = &o->c->model.system;
    double x[MOST_UNKNOWNS * (ODAE_L + 1)] = {0}, rows[MOST_UNKNOWNS * (ODAE_L + 1)],
                                       times[ODAE_L + 1], a[ODAE_P], M[ODAE_P * ODAE_P];
    OdaePoint e = {.M = {0}};

    for (int j = 0; j <= nl; j++) {
        double *column = x + j * n;

        times[j] = t;
        if (j > 0)
            column[j - 1] = 1;
        memcpy (column + nl, v, (size_t)np * sizeof *v);
        memcpy (column + nl + np, p, (size_t)np * sizeof *p);
    }
    assert_int_equal (model->rda (nl + 1, times, x, n, rows, m, o->c->user), 0);
    assert_int_equal (model->mass (1, &t, x, n, e.M, np * np, o->c->user), 0);
    memcpy (e.f, rows + 3 * nl, (size_t)np * sizeof *p);
    memcpy (e.g, rows + 2 * nl, (size_t)nl * sizeof *p);
    for (int j = 0; j < np; j++)
        for (int i = 0; i < nl; i++)
            e.G[i + nl * j] = e.f[j] - rows[(i + 1) * m + 3 * nl + j];
    memcpy (a, e.f, sizeof a);
    memcpy (M, e.M, sizeof M);
    assert_int_equal (model_solve (np, M, 1, a), 0);
    for (int i = 0; i < nl; i++) {
        e.gt[i] = rows[nl + i] - odae_dot (np, e.G + i, nl, v);
        e.z[i] = rows[i] - odae_dot (np, e.G + i, nl, a);
    }
    odae_saddle (o, &e, e.z, e.w, e.lambda);
    return e;
}

/* ---- the formula ---- */

/* rho of component i of x, whose value at t_n is `now` */
static inline double odae_rho (const Odae *o, int i, double now)
{
    static const double alpha[6][7]
        = {{1, -1},
           {3.0 / 2, -2, 1.0 / 2},
           {11.0 / 6, -3, 3.0 / 2, -1.0 / 3},
           {25.0 / 12, -4, 3, -4.0 / 3, 1.0 / 4},
           {137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5},
           {49.0 / 20, -6, 15.0 / 2, -20.0 / 3, 15.0 / 4, -6.0 / 5, 1.0 / 6}};
    double sum = alpha[o->k - 1][0] * now;

    for (int j = 1; j <= o->k; j++)
        sum += alpha[o->k - 1][j] * o->x[j][i];
    return sum / o->h;
}

/* rho p and rho v */
static inline void odae_rates (const Odae *o, const double *p, const double *v, double *rp,
                               double *rv)
{
    for (int i = 0; i < o->np; i++) {
        rv[i] = odae_rho (o, o->nl + i, v[i]);
        rp[i] = odae_rho (o, o->nl + o->np + i, p[i]);
    }
}

/* ---- Newton's method with difference quotients, until rounding is all that is left ---- */

typedef void (*OdaeResidual) (const Odae *o, const double *u, double *r);

static inline void odae_newton (const Odae *o, int n, OdaeResidual residual, double *u)
{
    double J[ODAE_UNKNOWNS * ODAE_UNKNOWNS], r[ODAE_UNKNOWNS], before = 1e300, size = 1;

    assert_true (n <= ODAE_UNKNOWNS);
    for (int i = 0; i < 40 && size > 0 && ! (size < 1e-11 && size > before / 2); i++) {
        before = size;
        residual (o, u, r);
        for (int j = 0; j < n; j++) {
            const double keep = u[j];

            u[j] += 1e-7 * fmax (1, fabs (keep));
            residual (o, u, J + j * n);
            for (int l = 0; l < n; l++)
                J[l + j * n] = (J[l + j * n] - r[l]) / (u[j] - keep);
            u[j] = keep;
        }
        assert_int_equal (model_solve (n, J, 1, r), 0);
        size = 0;
        for (int j = 0; j < n; j++) {
            u[j] -= r[j];
            size = fmax (size, fabs (r[j]) / (1 + fabs (u[j])));
        }
    }
    if (! (size < 1e-10))
        fail_msg ("order %d at t = %g: the test's own Newton iteration stays at %.1e", o->k, o->t,
                  size);
}

/* ---- (5.1) ---- */

/* [G; A'] y = [-first; second] */
static inline void odae_split (const Odae *o, const double *G, const double *A, const double *first,
                               const double *second, double *y)
{
    double K[ODAE_P * ODAE_P];

    for (int j = 0; j < o->np; j++)
        for (int i = 0; i < o->np; i++)
            K[i + o->np * j] = i < o->nl ? G[i + o->nl * j] : A[j + o->np * (i - o->nl)];
    for (int i = 0; i < o->np; i++)
        y[i] = i < o->nl ? -first[i] : second[i - o->nl];
    assert_int_equal (model_solve (o->np, K, 1, y), 0);
}

/* p = phi_1 (t, q) with p_c = p_{n-1}, v = phi_2 (t, q, s), and the model there; u = (q, s) */
static inline OdaePoint odae_phi (const Odae *o, const double *u, double *p, double *v)
{
    const double *centre = o->x[1] + o->nl + o->np;
    double none[ODAE_P] = {0}, rest[ODAE_P], move[ODAE_P], size = 1, before = 2;
    OdaePoint e;

    memcpy (p, centre, (size_t)o->np * sizeof *p);
    for (int i = 0; i < 40 && size > 0 && ! (size < 1e-11 && size > before / 2); i++) {
        e = odae_at (o, o->t, p, none);
        for (int l = 0; l < o->d; l++) {
            rest[l] = u[l];
            for (int j = 0; j < o->np; j++)
                rest[l] -= o->Ap[j + o->np * l] * (p[j] - centre[j]);
        }
        odae_split (o, e.G, o->Ap, e.g, rest, move);
        before = size;
        size = 0;
        for (int j = 0; j < o->np; j++) {
            p[j] += move[j];
            size = fmax (size, fabs (move[j]) / (1 + fabs (p[j])));
        }
    }
    assert_true (size < 1e-10);
    e = odae_at (o, o->t, p, none);
    odae_split (o, e.G, o->Av, e.gt, u + o->d, v);
    return odae_at (o, o->t, p, v);
}

static inline void odae_state_space_rows (const Odae *o, const double *u, double *r)
{
    double p[ODAE_P], v[ODAE_P], rp[ODAE_P], rv[ODAE_P];
    const OdaePoint e = odae_phi (o, u, p, v);

    odae_rates (o, p, v, rp, rv);
    for (int l = 0; l < o->d; l++) {
        const double *ap = o->Ap + o->np * l, *av = o->Av + o->np * l;

        r[l] = odae_dot (o->np, ap, 1, rp) - odae_dot (o->np, ap, 1, v);
        r[o->d + l] = odae_dot (o->np, av, 1, rv) - odae_dot (o->np, av, 1, e.w);
    }
}

static inline void odae_state_space (const Odae *o, double *x)
{
    double u[2 * ODAE_P] = {0}, *v = x + o->nl, *p = v + o->np;
    OdaePoint e;

    for (int l = 0; l < o->d; l++)
        u[o->d + l] = odae_dot (o->np, o->Av + o->np * l, 1, o->x[1] + o->nl);
    odae_newton (o, 2 * o->d, odae_state_space_rows, u);
    e = odae_phi (o, u, p, v);
    memcpy (x, e.lambda, (size_t)o->nl * sizeof *x);
}

/* ---- (5.4) ---- */

/* Ap and Av that the step uses; a basis of ker G: the columns of I - G'(G G')^-1 G of independent
 * coordinates */
static inline void odae_basis (const Odae *o, const double *G, double *A)
{
    for (int l = 0; l < o->d; l++) {
        const int j = o->independent[l];
        double H[ODAE_L * ODAE_L], y[ODAE_L];

        for (int i = 0; i < o->nl; i++) {
            y[i] = G[i + o->nl * j];
            for (int s = 0; s < o->nl; s++) {
                H[i + o->nl * s] = 0;
                for (int a = 0; a < o->np; a++)
                    H[i + o->nl * s] += G[i + o->nl * a] * G[s + o->nl * a];
            }
        }
        assert_int_equal (model_solve (o->nl, H, 1, y), 0);
        for (int a = 0; a < o->np; a++)
            A[a + o->np * l] = (a == j) - odae_dot (o->nl, G + o->nl * a, 1, y);
    }
}

/* u = (p, v, w, lambda) */
static inline void odae_parameterised_rows (const Odae *o, const double *u, double *r)
{
    const int np = o->np, nl = o->nl, d = o->d;
    const double *p = u, *v = u + np, *w = v + np, *lambda = w + np, *Ap = o->Ap, *Av = o->Av;
    const OdaePoint e = odae_at (o, o->t, p, v);
    double rp[ODAE_P], rv[ODAE_P], A[ODAE_P * ODAE_P];

    if (o->tangent != ODAE_GIVEN) {
        const int end = o->tangent == ODAE_AT_END;
        const OdaePoint c = end ? e : odae_at (o, o->t_c, o->x_c + nl + np, o->x_c + nl);

        odae_basis (o, c.G, A);
        Ap = Av = A;
    }
    odae_rates (o, p, v, rp, rv);
    for (int l = 0; l < d; l++) {
        r[l] = odae_dot (np, Ap + np * l, 1, rp) - odae_dot (np, Ap + np * l, 1, v);
        r[d + l] = odae_dot (np, Av + np * l, 1, rv) - odae_dot (np, Av + np * l, 1, w);
    }
    for (int i = 0; i < np; i++)
        r[2 * d + i]
            = odae_dot (np, e.M + i, np, w) + odae_dot (nl, e.G + nl * i, 1, lambda) - e.f[i];
    for (int i = 0; i < nl; i++) {
        double *last = r + 2 * d + np;

        last[i] = odae_dot (np, e.G + i, nl, w) + e.z[i];
        last[nl + i] = odae_dot (np, e.G + i, nl, v) + e.gt[i];
        last[2 * nl + i] = e.g[i];
    }
}

static inline void odae_parameterised (const Odae *o, double *x)
{
    const int np = o->np, nl = o->nl;
    double u[ODAE_UNKNOWNS], *v = x + nl, *p = v + np;
    const OdaePoint e = odae_at (o, o->t - o->h, o->x[1] + nl + np, o->x[1] + nl);

    memcpy (u, o->x[1] + nl + np, (size_t)np * sizeof *u);
    memcpy (u + np, o->x[1] + nl, (size_t)np * sizeof *u);
    memcpy (u + 2 * np, e.w, (size_t)np * sizeof *u);
    memcpy (u + 3 * np, e.lambda, (size_t)nl * sizeof *u);
    odae_newton (o, 3 * np + nl, odae_parameterised_rows, u);
    memcpy (p, u, (size_t)np * sizeof *u);
    memcpy (v, u + np, (size_t)np * sizeof *u);
    memcpy (x, u + 3 * np, (size_t)nl * sizeof *u);
}

/* ---- (5.10) ---- */

/* u = (lambda, v, p, mu, tau) */
static inline void odae_invariants_rows (const Odae *o, const double *u, double *r)
{
    const int np = o->np, nl = o->nl;
    const double *lambda = u, *v = u + nl, *p = v + np, *mu = p + np, *tau = mu + nl;
    const OdaePoint e = odae_at (o, o->t, p, v);
    const OdaePoint c
        = o->tangent == ODAE_AT_END ? e : odae_at (o, o->t_c, o->x_c + nl + np, o->x_c + nl);
    double rp[ODAE_P], rv[ODAE_P], acceleration[ODAE_P];

    odae_rates (o, p, v, rp, rv);
    for (int i = 0; i < np; i++)
        acceleration[i] = rv[i] + odae_dot (nl, c.G + nl * i, 1, tau);
    for (int i = 0; i < np; i++) {
        r[i] = rp[i] - v[i] + odae_dot (nl, c.G + nl * i, 1, mu);
        r[np + i] = odae_dot (np, e.M + i, np, acceleration)
                    + odae_dot (nl, e.G + nl * i, 1, lambda) - e.f[i];
    }
    for (int i = 0; i < nl; i++) {
        double *last = r + 2 * np;

        last[i] = odae_dot (np, e.G + i, nl, acceleration) + e.z[i];
        last[nl + i] = odae_dot (np, e.G + i, nl, v) + e.gt[i];
        last[2 * nl + i] = e.g[i];
    }
}

/* z = [lambda; v; p; mu; tau] */
static inline void odae_invariants (const Odae *o, double *z)
{
    const int n = o->nl + 2 * o->np;

    memset (z, 0, (size_t)(n + 2 * o->nl) * sizeof *z);
    memcpy (z, o->x[1], (size_t)n * sizeof *z);
    odae_newton (o, n + 2 * o->nl, odae_invariants_rows, z);
}

/* mu and tau that a solution of (5.4) leaves: G_c' mu = v - rho p, G_c' tau = eta - rho v */
static inline void odae_multipliers (const Odae *o, const double *x, double *mu, double *tau)
{
    const int np = o->np, nl = o->nl;
    const double *v = x + nl, *p = v + np;
    const OdaePoint e = odae_at (o, o->t, p, v);
    const OdaePoint c
        = o->tangent == ODAE_AT_END ? e : odae_at (o, o->t_c, o->x_c + nl + np, o->x_c + nl);
    double rp[ODAE_P], rv[ODAE_P], H[ODAE_L * ODAE_L] = {0}, y[2 * ODAE_L] = {0};

    odae_rates (o, p, v, rp, rv);
    for (int j = 0; j < np; j++)
        for (int i = 0; i < nl; i++) {
            y[i] += c.G[i + nl * j] * (v[j] - rp[j]);
            y[nl + i] += c.G[i + nl * j] * (e.w[j] - rv[j]);
            for (int s = 0; s < nl; s++)
                H[i + nl * s] += c.G[i + nl * j] * c.G[s + nl * j];
        }
    assert_int_equal (model_solve (nl, H, 2, y), 0);
    memcpy (mu, y, (size_t)nl * sizeof *y);
    memcpy (tau, y + nl, (size_t)nl * sizeof *y);
}

/* ---- generalised coordinate partitioning ---- */

/* y on the other coordinates such that G y = -first, those of y that are independent stay */
static inline void odae_depend (const Odae *o, const double *G, const double *first, double *y)
{
    const int np = o->np, nl = o->nl;
    int dependent[ODAE_L], count = 0, is_free[ODAE_P] = {0};
    double C[ODAE_L * ODAE_L], b[ODAE_L];

    for (int l = 0; l < o->d; l++)
        is_free[o->independent[l]] = 1;
    for (int i = 0; i < nl; i++)
        b[i] = -first[i];
    for (int j = 0; j < np; j++)
        for (int i = 0; i < nl; i++) {
            if (is_free[j])
                b[i] -= G[i + nl * j] * y[j];
            else
                C[i + nl * count] = G[i + nl * j];
            if (! is_free[j] && i == nl - 1)
                dependent[count++] = j;
        }
    assert_int_equal (model_solve (nl, C, 1, b), 0);
    for (int i = 0; i < nl; i++)
        y[dependent[i]] = b[i];
}

/* p and v of independent values u = (p_i, v_i), and the model there */
static inline OdaePoint odae_assemble (const Odae *o, const double *u, double *p, double *v)
{
    double none[ODAE_P] = {0}, move[ODAE_P];
    OdaePoint e;

    memcpy (p, o->x[1] + o->nl + o->np, (size_t)o->np * sizeof *p);
    memset (v, 0, (size_t)o->np * sizeof *v);
    for (int l = 0; l < o->d; l++) {
        p[o->independent[l]] = u[l];
        v[o->independent[l]] = u[o->d + l];
    }
    for (int i = 0; i < 12; i++) {
        e = odae_at (o, o->t, p, none);
        memset (move, 0, sizeof move);
        odae_depend (o, e.G, e.g, move);
        for (int j = 0; j < o->np; j++)
            p[j] += move[j];
    }
    e = odae_at (o, o->t, p, none);
    odae_depend (o, e.G, e.gt, v);
    return odae_at (o, o->t, p, v);
}

static inline void odae_partitioned_rows (const Odae *o, const double *u, double *r)
{
    double p[ODAE_P], v[ODAE_P];
    const OdaePoint e = odae_assemble (o, u, p, v);

    for (int l = 0; l < o->d; l++) {
        const int j = o->independent[l];

        r[l] = odae_rho (o, o->nl + o->np + j, u[l]) - u[o->d + l];
        r[o->d + l] = odae_rho (o, o->nl + j, u[o->d + l]) - e.w[j];
    }
}

static inline void odae_partitioned (const Odae *o, double *x)
{
    double u[2 * ODAE_P], *v = x + o->nl, *p = v + o->np;
    OdaePoint e;

    for (int l = 0; l < o->d; l++) {
        u[l] = o->x[1][o->nl + o->np + o->independent[l]];
        u[o->d + l] = o->x[1][o->nl + o->independent[l]];
    }
    odae_newton (o, 2 * o->d, odae_partitioned_rows, u);
    e = odae_assemble (o, u, p, v);
    memcpy (x, e.lambda, (size_t)o->nl * sizeof *x);
}

/* ---- a step of the core to compare with ---- */

/* the last step of a run with fixed steps of order k */
static inline Odae odae_of (const Case *c, const Outcome *run)
{
    const GeomsSolution *s = run->s;
    Odae o = {.c = c, .np = c->model.system.dims.np, .nl = c->model.system.dims.nl};

    o.d = o.np - o.nl;
    o.k = c->options.order;
    o.h = c->options.step;
    o.t = s->t[s->count - 1];
    assert_true (o.np <= ODAE_P && o.nl <= ODAE_L && (int)s->count > o.k);
    for (int j = 1; j <= o.k; j++)
        o.x[j] = s->x + (s->count - 1 - (size_t)j) * (size_t)s->n;
    o.t_c = s->t[s->count - 2];
    o.x_c = o.x[1];
    return o;
}

/* d columns that can be independent: not among those that elimination of G with column pivots
 * takes */
static inline void odae_choose (Odae *o)
{
    const OdaePoint e = odae_at (o, o->t_c, o->x_c + o->nl + o->np, o->x_c + o->nl);
    double G[ODAE_L * ODAE_P];
    int taken[ODAE_P] = {0}, count = 0;

    memcpy (G, e.G, sizeof G);
    for (int i = 0; i < o->nl; i++) {
        int best = -1;

        for (int j = 0; j < o->np; j++)
            if (! taken[j] && (best < 0 || fabs (G[i + o->nl * j]) > fabs (G[i + o->nl * best])))
                best = j;
        taken[best] = 1;
        for (int l = i + 1; l < o->nl; l++) {
            const double factor = G[l + o->nl * best] / G[i + o->nl * best];

            for (int j = 0; j < o->np; j++)
                G[l + o->nl * j] -= factor * G[i + o->nl * j];
        }
    }
    for (int j = 0; j < o->np; j++)
        if (! taken[j])
            o->independent[count++] = j;
    assert_int_equal (count, o->d);
}

#endif
