/* test_tree_oracle.c - the recursions beside the linear system of all bodies, beside the formulas
 * of the paper with Moore-Penrose inverses, and where inertia is nearly nothing
 */
#include "base/lapack.h"
#include "dense_trees.h"

/* ---- all bodies at once ---- */

typedef struct Worst {
    double vdot, a, mu, ratio; /* differences as parts of the largest number; least pivot       */
    int singular;
} Worst;

/* max |x - y| as part of max |y|, at least of 1 */
static double apart (int count, const double *x, const double *y)
{
    double worst = 0, size = 1;

    for (int i = 0; i < count; i++) {
        worst = fmax (worst, fabs (x[i] - y[i]));
        size = fmax (size, fabs (y[i]));
    }
    return worst / size;
}

/* the motions that no inertia resists leave a and q'': none of a column without inertia stays */
static void take_null_motions (Dense *d)
{
    GeomsTreeSystem *s = d->system;
    static double E[GEOMS_INERTIA * DENSE_BODIES], ratio[DENSE_V], v[DENSE_V];

    geoms_tree_load (&s->state);
    geoms_tree_rank (&s->state, E, ratio);
    for (int k = 0; k < d->nv; k++) {
        const double zeta = d->vdot[k];

        assert_int_equal (geoms_tree_is_zero (ratio[k]), s->zero[k]);
        if (! s->zero[k])
            continue;
        geoms_tree_null_motion (&s->state, s->zero, k, v);
        for (int l = 0; l < d->nv; l++)
            d->vdot[l] -= zeta * v[l];
        for (int i = 0; i < d->bodies; i++)
            geoms_axpy6 (-zeta, s->state.a + 6 * s->tree.seat[i].body, d->a + 6 * i);
    }
}

static double least_pivot (const GeomsTreeSystem *s)
{
    double least = 1;

    for (int k = 0; k < s->tree.nv; k++)
        if (! s->zero[k])
            least = fmin (least, s->ratio[k]);
    return least;
}

/* accelerations and reactions of the core, as the dense system has them */
static void results_as_dense (const Dense *d, double *a, double *mu)
{
    for (int i = 0; i < d->bodies; i++) {
        const double *m = d->motion + 24 * i, *joint = d->joint + 6 * i;

        geoms_set3 (m + 21, a + 6 * i);
        geoms_set3 (m + 18, a + 6 * i + 3);
        geoms_turn3 (d->F[i], joint + 3, mu + 6 * i);
        geoms_turn3 (d->F[i], joint, mu + 6 * i + 3);
    }
}

static void compare (Dense *d, Worst *w)
{
    double a[6 * DENSE_BODIES], mu[6 * DENSE_BODIES];

    dense_solve (d);
    if (d->deficiency != d->system->zeros)
        fail_msg ("deficiency %d, zeros %d", d->deficiency, d->system->zeros);
    w->singular += d->deficiency > 0;
    take_null_motions (d);
    results_as_dense (d, a, mu);
    const double least = least_pivot (d->system);
    w->ratio = fmin (w->ratio, least);
    w->vdot = fmax (w->vdot, least * apart (d->nv, d->system->vdot, d->vdot));
    w->a = fmax (w->a, least * apart (6 * d->bodies, a, d->a));
    w->mu = fmax (w->mu, least * apart (6 * d->bodies, mu, d->mu));
}

static void dense_system (void **state)
{
    static const double massless[5] = {0, 0.15, 0.4, 0.25, 0},
                        bound[5] = {1e-13, 2e-11, 2e-11, 2e-11, 1e-13};
    unsigned seed = 41;

    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        Worst w = {.ratio = 1};

        for (int trial = 0; trial < 250; trial++) {
            const int count = 1 + trial % 12;
            Fixture *f = kind == 0   ? fixture_of (&seed, count, massless[kind])
                         : kind == 4 ? fixture_with_maps (&seed, count, massless[kind])
                                     : fixture_degenerate (&seed, count, massless[kind]);
            Dense *d = dense_of (f);
            compare (d, &w);
            dense_free (d);
            fixture_free (f);
        }
        if (! (fmax (w.vdot, fmax (w.a, w.mu)) <= bound[kind]))
            fail_msg ("%g massless: %g %g %g", massless[kind], w.vdot, w.a, w.mu);
        assert_true (massless[kind] == 0 ? w.singular == 0 : w.singular > 100);
    }
}

/* ---- the paper's recursion: K = I, H = -T, J_paper = -J, k^II = -c, mu_paper = -mu ---- */

typedef struct Literal {
    double M[36], f[6]; /* M bar, f bar                                                         */
    double G[36];       /* (J'M J)^+                                                            */
    double H[36], k[6]; /* H bar, k bar                                                         */
    double JMJ[36];
    int rank, regular; /* of J'M J; M bar is regular                                           */
    double a[6];
} Literal;

/* singular values s of A (n x n) = U diag (s) V' */
static void decompose (int n, const double *A, double *s, double *U, double *V_t)
{
    const int lwork = 200;
    double copy[36], work[200];
    int info;

    memcpy (copy, A, (size_t)(n * n) * sizeof *copy);
    dgesvd ("A", "A", &n, &n, copy, &n, s, U, &n, V_t, &n, work, &lwork, &info);
    assert_int_equal (info, 0);
}

static int pseudo_inverse (int n, const double *A, double *G)
{
    double s[6], U[36], V_t[36];
    int rank = 0;

    memset (G, 0, 36 * sizeof *G);
    if (n == 0)
        return 0;
    decompose (n, A, s, U, V_t);
    for (; rank < n && s[rank] > 1e-11; rank++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                G[i + j * n] += V_t[rank + i * n] * U[j + rank * n] / s[rank];
    return rank;
}

/* C (m x n) = A'B, A with k rows */
static void product_of_transposed (int m, int n, int k, const double *A, const double *B, double *C)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            C[i + j * m] = 0;
            for (int l = 0; l < k; l++)
                C[i + j * m] += A[l + i * k] * B[l + j * k];
        }
}

/* P = I - J G J'M, (J'M J)^+, rank, H bar and k bar of a body whose M bar and f bar are complete */
static void condense (const DenseBody *b, Literal *p, double *P)
{
    const int n = b->columns;
    double MJ[36], JG[36], s[6], U[36], V_t[36], force[6], applied[6];

    product (6, n, 6, p->M, b->J, MJ);
    product_of_transposed (n, n, 6, b->J, MJ, p->JMJ);
    p->rank = pseudo_inverse (n, p->JMJ, p->G);
    product (6, n, n, b->J, p->G, JG);
    for (int j = 0; j < 6; j++)
        for (int i = 0; i < 6; i++) {
            double sum = 0;
            for (int l = 0; l < n; l++)
                sum += JG[i + 6 * l] * MJ[j + 6 * l];
            P[i + 6 * j] = (i == j) - sum;
        }
    decompose (6, p->M, s, U, V_t);
    p->regular = s[5] > 1e-10 * s[0];
    /* (20a), (20b) */
    product (6, 6, 6, P, b->T, p->H);
    product (6, 1, 6, P, b->c, p->k);
    product_of_transposed (n, 1, 6, b->J, p->f, force);
    product (6, 1, n, JG, force, applied);
    for (int i = 0; i < 36; i++)
        p->H[i] = -p->H[i];
    for (int i = 0; i < 6; i++)
        p->k[i] = -p->k[i] - applied[i];
}

/* the wrench of what drives the joint, J (J'J)^-1 tau, on the body and against its predecessor */
static void add_drives (const Dense *d, Literal *all)
{
    for (int i = 0; i < d->bodies; i++) {
        const DenseBody *b = d->body + i;
        double JJ[36], G[36], y[6], W[6], on[6];

        product_of_transposed (b->columns, b->columns, 6, b->J, b->J, JJ);
        assert_int_equal (pseudo_inverse (b->columns, JJ, G), b->columns);
        product (b->columns, 1, b->columns, G, d->f->tau + b->column, y);
        product (6, 1, b->columns, b->J, y, W);
        geoms_axpy6 (1, W, all[i].f);
        product_of_transposed (6, 1, 6, b->T, W, on);
        if (b->parent >= 0)
            geoms_axpy6 (-1, on, all[b->parent].f);
    }
}

/* (17) */
static void backward (const Dense *d, Literal *all)
{
    memset (all, 0, (size_t)d->bodies * sizeof *all);
    for (int i = 0; i < d->bodies; i++) {
        memcpy (all[i].M, d->body[i].M, sizeof all[i].M);
        memcpy (all[i].f, d->body[i].f, sizeof all[i].f);
    }
    add_drives (d, all);
    for (int i = d->bodies - 1; i >= 0; i--) {
        const DenseBody *b = d->body + i;
        Literal *p = all + i;
        double P[36], MP[36], MPT[36], up[36], f[6], Pf[6], y[6];

        condense (b, p, P);
        if (b->parent < 0)
            continue;
        product (6, 6, 6, p->M, P, MP);
        product (6, 6, 6, MP, b->T, MPT);
        product_of_transposed (6, 6, 6, b->T, MPT, up);
        for (int k = 0; k < 36; k++)
            all[b->parent].M[k] += up[k];
        /* - H'(I - M J G J')(f + M k), I - M J G J' = P' */
        product (6, 1, 6, p->M, b->c, f);
        for (int k = 0; k < 6; k++)
            f[k] = p->f[k] - f[k];
        product_of_transposed (6, 1, 6, P, f, Pf);
        product_of_transposed (6, 1, 6, b->T, Pf, y);
        geoms_axpy6 (1, y, all[b->parent].f);
    }
}

/* (24): those with regular M bar */
static void forward (const Dense *d, Literal *all)
{
    for (int j = 0; j < d->bodies; j++) {
        Literal *p = all + j;
        double on[6] = {0}, y[6];
        const int i = d->body[j].parent, far = i >= 0 ? d->body[i].parent : -1;

        if (! p->regular)
            continue;
        if (i >= 0 && all[i].regular)
            memcpy (on, all[i].a, sizeof on);
        else if (i >= 0) {
            /* - H_i a_pi - k_i stands for a_i */
            if (far >= 0)
                product (6, 1, 6, all[i].H, all[far].a, on);
            for (int k = 0; k < 6; k++)
                on[k] = -on[k] - all[i].k[k];
        }
        product (6, 1, 6, p->H, on, y);
        for (int k = 0; k < 6; k++)
            p->a[k] = -y[k] - p->k[k];
    }
}

/* residual of (25) at q'', as part of its largest term */
static double motion_residual (const Dense *d, const Literal *all, const double *vdot)
{
    double worst = 0, size = 1;

    for (int j = 0; j < d->bodies; j++) {
        const DenseBody *b = d->body + j;
        const Literal *p = all + j;
        const int i = b->parent, n = b->columns;
        double on[6] = {0}, Ta[6] = {0}, left[6], force[6], right[6];

        if (i >= 0 && all[i].regular)
            memcpy (on, all[i].a, sizeof on);
        else if (i >= 0) {
            /* (19): a_i = - H_i a_pi - k_i + J_i (1 - (J'M J)^+ J'M J) q''_i */
            const DenseBody *B = d->body + i;
            double y[6], z[6], far[6] = {0};

            product (B->columns, 1, B->columns, all[i].JMJ, vdot + B->column, y);
            product (B->columns, 1, B->columns, all[i].G, y, z);
            for (int k = 0; k < B->columns; k++)
                z[k] = vdot[B->column + k] - z[k];
            product (6, 1, B->columns, B->J, z, on);
            if (B->parent >= 0)
                product (6, 1, 6, all[i].H, all[B->parent].a, far);
            for (int k = 0; k < 6; k++)
                on[k] -= far[k] + all[i].k[k];
        }
        product (n, 1, n, p->JMJ, vdot + b->column, left);
        product (6, 1, 6, b->T, on, Ta);
        geoms_axpy6 (1, b->c, Ta);
        product (6, 1, 6, p->M, Ta, force);
        for (int k = 0; k < 6; k++) {
            size = fmax (size, fabs (force[k]));
            force[k] = p->f[k] - force[k];
        }
        product_of_transposed (n, 1, 6, b->J, force, right);
        for (int k = 0; k < n; k++)
            worst = fmax (worst, fabs (left[k] - right[k]));
    }
    return worst / size;
}

/* bodies without mass hang on bodies with mass, or the ground: (23) */
static Fixture *fixture_isolated (unsigned *seed, int count)
{
    Fixture *f = fixture_of (seed, count, 0.4), *g = calloc (1, sizeof *g);

    assert_non_null (g);
    memcpy (g->body, f->body, sizeof g->body);
    for (int i = 0; i < count; i++) {
        GeomsBody *b = g->body + i;
        if (b->mass == 0 && b->parent >= 0 && g->body[b->parent].mass == 0)
            random_mass (b, seed);
    }
    fixture_filled (g, count, f->state.gravity, seed);
    fixture_free (f);
    return g;
}

static void moore_penrose (void **state)
{
    static Literal all[DENSE_BODIES];
    double a[6 * DENSE_BODIES], mu[6 * DENSE_BODIES];
    unsigned seed = 7;
    int singular = 0;

    (void)state;
    for (int trial = 0; trial < 500; trial++) {
        Fixture *f = fixture_isolated (&seed, 1 + trial % 12);
        Dense *d = dense_of (f);
        const double least = least_pivot (d->system);
        int zeros = d->nv;

        backward (d, all);
        forward (d, all);
        results_as_dense (d, a, mu);
        for (int i = 0; i < d->bodies; i++) {
            zeros -= all[i].rank;
            if (all[i].regular)
                assert_true (least * apart (6, a + 6 * i, all[i].a) <= 1e-11);
        }
        assert_int_equal (zeros, d->system->zeros);
        singular += zeros > 0;
        assert_true (least * motion_residual (d, all, d->system->vdot) <= 1e-11);
        dense_free (d);
        fixture_free (f);
    }
    assert_true (singular > 200);
}

/* ---- loops that hold columns without inertia ---- */

typedef struct Closed {
    GeomsLoopJoint loop[2];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    int nv, nl, size;
    double x[400], rda[800];
    double M[DENSE_V * DENSE_V], f[DENSE_V], C[12 * DENSE_V], gamma[12], z[DENSE_V + 12];
} Closed;

/* a ball or a rod between places of two bodies or the ground, one or two of them */
static void close_loops (Closed *c, const Fixture *f, unsigned *seed)
{
    GeomsReport report;

    memset (c, 0, sizeof *c);
    c->d = (GeomsTreeDescription){.bodies = f->count, .body = f->body, .loop = c->loop};
    memcpy (c->d.gravity, f->state.gravity, sizeof c->d.gravity);
    c->d.loops = 1 + choose (2, seed);
    for (int i = 0; i < c->d.loops; i++) {
        c->loop[i].kind = choose (2, seed) ? GEOMS_LOOP_SPHERICAL : GEOMS_LOOP_ROD;
        c->loop[i].length = 1;
        const int A = choose (f->count + 1, seed) - 1, B = choose (f->count, seed) - 1;
        unit_place (c->loop[i].side, A);
        unit_place (c->loop[i].side + 1, B < A ? B : B + 1);
        for (int k = 0; k < 2; k++)
            fill_noise (3, c->loop[i].side[k].at, seed);
    }
    c->system = geoms_tree_create (&c->d, &c->model, &report);
    assert_non_null (c->system);
    c->nv = c->model.dims.nv;
    c->nl = c->model.dims.nl;
    c->size = c->nv + c->nl;
    memcpy (c->x + c->nl, f->v, (size_t)c->nv * sizeof *c->x);
    memcpy (c->x + c->size, f->p, (size_t)f->tree.np * sizeof *c->x);
}

/* M, f, C, gamma at x */
static void read_parts (Closed *c)
{
    static double out[40000];
    const int nv = c->nv, nl = c->nl, Z = c->model.kinematics ? c->model.dims.np * nv : 0;
    const double t = 0, *f = out + nv * nv + Z, *C = f + nv;

    assert_int_equal (c->model.parts (1, &t, c->x, 400, out, 40000, c->system), 0);
    memcpy (c->M, out, (size_t)(nv * nv) * sizeof *out);
    memcpy (c->f, f, (size_t)nv * sizeof *out);
    memcpy (c->C, C, (size_t)(nl * nv) * sizeof *out);
    memcpy (c->gamma, C + nl * nv + 2 * nl, (size_t)nl * sizeof *out);
}

/* the largest of M v' + C'lambda - f and C v' + gamma, as part of the largest term, at least of 1 */
static double residual (const Closed *c, const double *vdot, const double *lambda)
{
    double worst = 0, size = 1;

    for (int i = 0; i < c->size; i++) {
        const int row = i - c->nv;
        double sum = row < 0 ? -c->f[i] : c->gamma[row];

        for (int k = 0; k < c->nv; k++) {
            const double part = (row < 0 ? c->M[i + k * c->nv] : c->C[row + k * c->nl]) * vdot[k];
            sum += part;
            size = fmax (size, fabs (part));
        }
        for (int r = 0; r < c->nl && row < 0; r++)
            sum += c->C[r + i * c->nl] * lambda[r];
        worst = fmax (worst, fabs (sum));
    }
    return worst / size;
}

/* v', lambda of minimum norm */
static void solve_closed (Closed *c)
{
    static double K[(DENSE_V + 12) * (DENSE_V + 12)], work[70 * (DENSE_V + 12)];
    static int pivots[DENSE_V + 12];
    const int n = c->size, one = 1, lwork = 70 * (DENSE_V + 12);
    const double rcond = 1e-11;
    int rank, info;

    memset (K, 0, sizeof K);
    memset (pivots, 0, sizeof pivots);
    for (int j = 0; j < c->nv; j++) {
        for (int i = 0; i < c->nv; i++)
            K[i + j * n] = c->M[i + j * c->nv];
        for (int r = 0; r < c->nl; r++)
            K[c->nv + r + j * n] = K[j + (c->nv + r) * n] = c->C[r + j * c->nl];
        c->z[j] = c->f[j];
    }
    for (int r = 0; r < c->nl; r++)
        c->z[c->nv + r] = -c->gamma[r];
    dgelsy_ (&n, &n, &one, K, &n, c->z, &n, pivots, &rcond, &rank, work, &lwork, &info);
    assert_int_equal (info, 0);
}

/* where M, C, f, gamma have a solution with lambda, rda has gII = 0 there and its v' solves them */
static void loops_hold (void **state)
{
    static Closed c;
    const double t = 0;
    unsigned seed = 19;
    int compared = 0;

    (void)state;
    for (int trial = 0; trial < 1000; trial++) {
        Fixture *f = fixture_of (&seed, 2 + trial % 8, 0.4);

        close_loops (&c, f, &seed);
        if (c.system->holds > 0) {
            read_parts (&c);
            solve_closed (&c);
            if (residual (&c, c.z, c.z + c.nv) <= 1e-11) {
                memcpy (c.x, c.z + c.nv, (size_t)c.nl * sizeof *c.x);
                assert_int_equal (c.model.rda (1, &t, c.x, 400, c.rda, 800, c.system), 0);
                assert_true (residual (&c, c.system->vdot, c.x) <= 1e-9);
                for (int r = 0; r < c.nl; r++) {
                    double size = 1 + fabs (c.gamma[r]);
                    for (int k = 0; k < c.nv; k++)
                        size = fmax (size, fabs (c.C[r + k * c.nl] * c.system->vdot[k]));
                    assert_true (fabs (c.rda[r]) <= 1e-10 * size);
                }
                compared++;
            }
        }
        geoms_tree_free (c.system);
        fixture_free (f);
    }
    assert_true (compared > 300);
}

/* ---- nearly nothing ---- */

/* a hinge about z, then another body on the same axis, or on an axis across it */
static Fixture *two_hinges (const double I[2][3], const double *axis)
{
    Fixture *f = calloc (1, sizeof *f);
    const double gravity[3] = {0};

    assert_non_null (f);
    for (int i = 0; i < 2; i++) {
        GeomsBody *b = f->body + i;
        *b = (GeomsBody){
            .parent = i - 1, .joint = GEOMS_JOINT_REVOLUTE, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
        memcpy (b->inertia, I[i], 3 * sizeof *b->inertia);
        b->mass = I[i][0] > 0;
    }
    memcpy (f->body[1].axis, axis, sizeof f->body[1].axis);
    fixture_compile (f, 2, gravity);
    f->tau[0] = 0.5, f->tau[1] = -0.25;
    return f;
}

/* small at the end of a chain is regular; between large ones its part of them counts */
static void small_inertia (void **state)
{
    static const double z[3] = {0, 0, 1}, power[] = {9, 10, 12, 13};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const double e = pow (10, -power[i]);
        const double last[2][3] = {{1, 1, 1}, {e, e, e}}, first[2][3] = {{e, e, e}, {1, 1, 1}};
        Fixture *f = two_hinges (last, z);
        f->body[1].mass = e;
        Dense *d = dense_of (f);

        assert_int_equal (d->system->zeros, 0);
        assert_true (fabs (d->system->ratio[1] - 1) <= 1e-15);
        assert_true (fabs (d->system->vdot[0] - 0.75) <= 1e-15);
        assert_true (fabs (d->system->vdot[1] * e + 0.25 + 0.75 * e) <= 1e-15);
        dense_free (d);
        fixture_free (f);

        f = two_hinges (first, z);
        d = dense_of (f);
        assert_true (fabs (geoms_tree_inertias (d->system)[0] - e) <= 1e-15);
        assert_int_equal (d->system->zeros, power[i] > 11);
        if (power[i] < 11)
            assert_true (fabs (d->system->vdot[0] * e - 0.75) <= 1e-15 / e);
        dense_free (d);
        fixture_free (f);
    }
}

/* a ring without mass on a hinge about z, in it a hinge about x with a rod along z: about the
 * ring's axis there is inertia sin^2 q2, none where the rod stands on it */
static void gimbal (void **state)
{
    static const double x[3] = {1, 0, 0}, rod[2][3] = {{0, 0, 0}, {1, 1, 0}};
    Fixture *f = two_hinges (rod, x);
    Dense *d;
    const double t = 0;
    double xdot[4];

    (void)state;
    f->p[1] = 0.5;
    f->v[0] = f->v[1] = 0.25;
    d = dense_of (f);
    assert_int_equal (d->system->zeros, 0);
    dense_solve (d);
    assert_true (apart (2, d->system->vdot, d->vdot) <= 1e-14);
    for (int i = 0; i < 20; i++) {
        const double q = pow (10, -i), size = sin (q) * sin (q);

        d->x[3] = i < 19 ? q : 0;
        const int status = d->model.accelerations (1, &t, d->x, 4, xdot, 4, d->system);
        assert_int_equal (status, i < 7 ? 0 : 1);
        if (status == 0)
            assert_true (fabs (xdot[0] * size - 0.5 + 0.125 * sin (q) * cos (q)) <= 1e-15 / size);
    }
    dense_free (d);
    fixture_free (f);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (dense_system), cmocka_unit_test (moore_penrose),
        cmocka_unit_test (loops_hold), cmocka_unit_test (small_inertia), cmocka_unit_test (gimbal)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
