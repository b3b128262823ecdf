/* held.c - accelerations where loops hold velocities that no inertia determines
 *
 *     M~ v' = f~,   M~ = M + C'W C,   f~ = f - C'lambda - C'W gamma,   gII = C v' + gamma
 *
 * On the motion C v' + gamma = 0: v' and lambda are those of M, whatever W > 0 is; here
 * W = max M_kk / max |C_r|^2. With Q of tree_rank.c, M Q = 0: column k is held where C Q_k is not
 * 0.
 *
 * M~ is positive semidefinite and eliminated with pivots on its diagonal: columns with inertia,
 * then those that are held, the largest part of its own M~_kk first, as long as there is one.
 * Motions that neither M nor C takes part in have v' = 0.
 *
 * A joint of the user's may stand still at some positions, J = 0, as a follower at the end of its
 * stroke does: there, too, its coordinates have what loops hold of them.
 */
#include <math.h>
#include <string.h>

#include "tree_system.h"

/* what rounding leaves of a number: choice, far above 1e-16 and below what is held */
static const double NOTHING = 1e-11;

/* an entry C_rk at most, of a row of a loop: |S_k| |w_r|; of couplings the entry has no rounding */
static double bound (const GeomsTreeSystem *s, int r, int k)
{
    const double *S = s->linear.column[k].S, *w = s->wrench + 12 * r;

    if (geoms_tree_row_couples (s, r))
        return 0;
    return sqrt (geoms_dot6 (S, S)) * sqrt (geoms_dot6 (w, w) + geoms_dot6 (w + 6, w + 6));
}

/* ---- which ---- */

void geoms_tree_find_held (GeomsTreeSystem *s, double *C, double *v)
{
    const int nv = s->tree.nv, m = s->m;

    memset (C, 0, (size_t)m * (size_t)nv * sizeof *C);
    geoms_tree_rows (s, C, m);
    for (int k = 0; k < nv; k++) {
        int held = 0;

        if (! s->zero[k] || s->held[k])
            continue;
        geoms_tree_null_motion (&s->state, s->zero, k, v);
        for (int r = 0; r < m; r++) {
            double sum = 0, size = 0;
            for (int l = 0; l < nv; l++) {
                const double part = C[(size_t)r + (size_t)l * (size_t)m] * v[l];
                sum += part;
                size += fmax (fabs (part), bound (s, r, l) * fabs (v[l]));
            }
            held |= fabs (sum) > NOTHING * size;
        }
        s->held[k] = held;
        s->holds += held;
    }
}

/* ---- M~, f~ ---- */

static double weight (int nv, int m, const double *M, const double *C)
{
    double largest = 0, row = 0;

    for (int k = 0; k < nv; k++)
        largest = fmax (largest, M[(size_t)k * (size_t)(nv + 1)]);
    for (int r = 0; r < m; r++) {
        double sum = 0;
        for (int k = 0; k < nv; k++)
            sum += C[r + k * m] * C[r + k * m];
        row = fmax (row, sum);
    }
    return row > 0 && largest > 0 ? largest / row : 1;
}

/* W is given back */
static double add_rows (int nv, int m, const double *C, const double *gamma, double *M, double *f)
{
    const double W = weight (nv, m, M, C);

    for (int j = 0; j < nv; j++) {
        const double *c = C + j * m;
        for (int i = 0; i < nv; i++)
            for (int r = 0; r < m; r++)
                M[i + j * nv] += W * C[r + i * m] * c[r];
        for (int r = 0; r < m; r++)
            f[j] -= W * c[r] * gamma[r];
    }
    return W;
}

/* ---- elimination ---- */

/* the pivot number k leaves what is not done: M_ij -= M_ik M_kj / M_kk, f_i -= M_ik f_k / M_kk */
static void eliminate (int nv, int k, const int *done, double *M, double *f)
{
    const double *column = M + k * nv, D = column[k];

    for (int j = 0; j < nv; j++) {
        if (done[j])
            continue;
        const double part = column[j] / D;
        for (int i = 0; i < nv; i++)
            if (! done[i])
                M[i + j * nv] -= part * column[i];
        f[j] -= part * f[k];
    }
}

/* the next pivot: the first column with inertia, then the held one with the largest part of its
 * diagonal; -1: none left, -2: one with inertia has lost it */
static int next_pivot (const GeomsTreeSystem *s, const int *done, const double *M,
                       const double *diagonal)
{
    const int nv = s->tree.nv;
    double most = NOTHING;
    int next = -1;

    for (int k = 0; k < nv; k++)
        if (! s->zero[k] && ! done[k])
            return M[k * (nv + 1)] > GEOMS_TREE_LOST * diagonal[k] ? k : -2;
    for (int k = 0; k < nv; k++)
        if (s->held[k] && ! done[k] && M[k * (nv + 1)] > most * diagonal[k]) {
            most = M[k * (nv + 1)] / diagonal[k];
            next = k;
        }
    return next;
}

/* what M and C have of column k is rounding */
static int is_still (const GeomsTreeSystem *s, int k, double W, double diagonal)
{
    double most = 0;

    for (int r = 0; r < s->m; r++)
        most = fmax (most, NOTHING * bound (s, r, k));
    return s->held[k] && diagonal <= W * most * most;
}

/* M v' = f, both changed; how many pivots there are, s->order; -1: a column has lost its inertia */
static int solve (const GeomsTreeSystem *s, double W, double *M, double *f, double *diagonal,
                  double *vdot)
{
    const int nv = s->tree.nv;
    int *order = s->order, *done = s->order + nv, count = 0, k;

    for (k = 0; k < nv; k++) {
        diagonal[k] = M[k * (nv + 1)];
        done[k] = is_still (s, k, W, diagonal[k]);
    }
    while ((k = next_pivot (s, done, M, diagonal)) >= 0) {
        done[k] = 1;
        order[count++] = k;
        eliminate (nv, k, done, M, f);
    }
    if (k == -2)
        return -1;
    /* back: rows of pivots reach what came after them */
    memset (vdot, 0, (size_t)nv * sizeof *vdot);
    for (int i = count - 1; i >= 0; i--) {
        double sum = f[order[i]];
        for (int l = i + 1; l < count; l++)
            sum -= M[order[l] + order[i] * nv] * vdot[order[l]];
        vdot[order[i]] = sum / M[order[i] * (nv + 1)];
    }
    return count;
}

/* number of pivots, or -1 */
static int solve_all (GeomsTreeSystem *s, int j, const double *x, double *vdot)
{
    const size_t nv = (size_t)s->tree.nv, m = (size_t)s->m;
    double *M = s->dense, *C = M + nv * nv, *f = C + m * nv, *diagonal = f + nv,
           *levels = diagonal + nv;

    geoms_tree_balance (&s->state, s->tau, f);
    geoms_tree_mass (&s->state, M);
    memset (C, 0, m * nv * sizeof *C);
    geoms_tree_rows (s, C, s->m);
    geoms_tree_levels (s, j, x, levels, levels + m, levels + 2 * m);
    const double W = add_rows (s->tree.nv, s->m, C, levels + 2 * m, M, f);
    return solve (s, W, M, f, diagonal, vdot);
}

int geoms_tree_solve_held (GeomsTreeSystem *s, int j, const double *x, double *vdot)
{
    return solve_all (s, j, x, vdot) < 0;
}

/* ---- where a joint of the user's stands still ---- */

/* all its columns count as held; those that have inertia elsewhere have to be */
static int still_lost (const GeomsTreeSystem *s, int count, const GeomsTreeBody *b)
{
    int found = 0, needed = 0;

    for (int k = b->column; k < b->column + b->columns; k++)
        needed += ! s->zero[k];
    for (int i = 0; i < count; i++)
        found += s->order[i] >= b->column && s->order[i] < b->column + b->columns
                 && ! s->zero[s->order[i]];
    return found < needed;
}

int geoms_tree_solve_dead (GeomsTreeSystem *s, int j, const double *x, double *vdot)
{
    const int nv = s->tree.nv;
    int *const zero = s->zero, *const held = s->held, lost = 0;

    s->zero = s->order + 2 * nv;
    s->held = s->zero + nv;
    memcpy (s->zero, zero, (size_t)nv * sizeof *zero);
    memcpy (s->held, held, (size_t)nv * sizeof *held);
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        for (int k = b->column; b->joint == GEOMS_JOINT_USER && k < b->column + b->columns; k++)
            s->zero[k] = s->held[k] = 1;
    }
    const int count = solve_all (s, j, x, vdot);
    s->zero = zero;
    s->held = held;
    for (int i = 0; i < s->tree.count && count >= 0; i++)
        if (s->tree.body[i].joint == GEOMS_JOINT_USER)
            lost |= still_lost (s, count, s->tree.body + i);
    return count < 0 || lost;
}
