/* rounding.c - what the rounding of the given rows makes of the motion, however exactly it is
 * integrated
 *
 * Entries of R G are stored with errors of up to u sum_l |R_kl G_lj|, those of the rows' second
 * derivatives likewise, which stand for G + dG and rest + dr, dG = R^+ d (R G), dr = R^+ d (R
 * rest), with accelerations that differ by da:
 *
 *     [M G'; G 0] (da; dl) = - (dG' l; dr + dG a)
 *
 * That is 1/eps times u for rows parallel to eps; the constraint forces of heavy bodies, tilted by
 * that, act on light ones. It need not change its sign, so that velocities may come to differ by
 * V_i = the integral of |da_i|, which grows as v0 does. How much of it comes to other bodies
 * energies tell: at most max_j (m_j / m_k)^1/2 V_j to body k, and at most max_j V_j.
 */
#include <float.h>

#include "reference.h"
#include "svd.h"

enum { MOST = LONG_P + LONG_ROWS };

/* R^+ d of what is stored with a relative error u of its terms: R y, y of length nb */
static void rounded (const LongUnits *u, int nb, const Svd *svd, const double *y, unsigned *seed,
                     double *d)
{
    double error[LONG_GIVEN];

    for (int k = 0; k < u->rows; k++) {
        double terms = 0;

        for (int l = 0; l < nb; l++)
            terms += fabs (u->R[k + l * u->rows] * y[l]);
        error[k] = DBL_EPSILON / 2 * terms * noise (seed);
    }
    svd_solve (svd, nb, error, d);
}

/* [M G'; G 0] x = b, b becomes x */
static int saddle (const Mechanism *m, const LongValues *o, double *b)
{
    const int np = m->np, nb = m->nb, n = np + nb;
    double A[MOST * MOST] = {0};

    for (int j = 0; j < np; j++) {
        memcpy (A + j * n, o->M + j * np, (size_t)np * sizeof *A);
        for (int k = 0; k < nb; k++)
            A[np + k + j * n] = A[j + (np + k) * n] = o->G[k + j * nb];
    }
    return model_solve (n, A, 1, b);
}

/* da at one state, in the first np of `out`; not 0 if it cannot be told */
static int change_of_acceleration (const Mechanism *m, const Svd *svd, double t, const double *x,
                                   unsigned *seed, double *out)
{
    const int np = m->np, nb = m->nb;
    const double *v = x + nb + m->nr;
    double z[MOST], dr[LONG_ROWS];
    LongValues o;

    mechanism_values (m, t, x[nb], v, v + np, &o);
    memcpy (z, o.f, (size_t)np * sizeof *z);
    for (int k = 0; k < nb; k++)
        z[np + k] = -o.rest[k];
    if (saddle (m, &o, z) != 0)
        return 1;
    rounded (&m->given, nb, svd, o.rest, seed, dr);
    for (int k = 0; k < nb; k++)
        out[np + k] = -dr[k];
    for (int j = 0; j < np; j++) {
        double dG[LONG_ROWS];

        rounded (&m->given, nb, svd, o.G + j * nb, seed, dG);
        out[j] = 0;
        for (int k = 0; k < nb; k++) {
            out[j] -= dG[k] * z[np + k];
            out[np + k] -= dG[k] * z[j];
        }
    }
    return saddle (m, &o, out);
}

/* V */
static void integrate (const Mechanism *m, const Reference *ref, double *V)
{
    unsigned seed = 3 + (unsigned)m->number;
    Svd svd;

    memset (V, 0, (size_t)m->np * sizeof *V);
    svd_of_rows (m->given.rows, m->nb, m->given.R, 0, &svd);
    for (int i = 1; i < ref->count; i++) {
        double change[MOST];

        if (change_of_acceleration (m, &svd, ref->t[i], ref->x + i * ref->n, &seed, change) == 0)
            for (int j = 0; j < m->np; j++)
                V[j] += (ref->t[i] - ref->t[i - 1]) * fabs (change[j]);
    }
}

void reference_rounding (const Mechanism *m, Reference *ref)
{
    double V[LONG_P], largest = 0, energy = 0;

    integrate (m, ref, V);
    for (int j = 0; j < m->np; j++) {
        largest = fmax (largest, V[j]);
        energy = fmax (energy, sqrt (m->mass[j]) * V[j]);
    }
    for (int k = m->nb; k < ref->n; k++) {
        const int i = k - m->nb - m->nr;

        ref->rounding[k] = ref->growth[k]
                           * (i < 0 ? largest : fmin (largest, energy / sqrt (m->mass[i % m->np])));
    }
}
