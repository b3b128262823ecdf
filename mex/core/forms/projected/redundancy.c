/* redundancy.c - constraints that depend on each other
 *
 *     u' F = 0        rows with u_i != 0 depend on each other; contradictory if u' a != 0
 *     x1 -= V0 V0'x1  with V0 = null (F11): w, lambda, mu of minimum norm (psf)
 *     psi1, and psf where multipliers are solved for:  [lambda; mu] -= L L' [lambda; mu],
 *     L = null (F23')
 *
 * The null component of the multipliers is determined by no equation and would wander; the motion
 * does not depend on it. A multiplier is unique where V0 (or L) has a row of zeros.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "projected.h"

void geoms_redundancy_left (GeomsBlocks *b, int hard)
{
    b->nleft = hard - b->rank2;
    for (int j = 0; j < b->nleft; j++)
        geoms_block_left_null (&b->F23, j, b->left + (size_t)j * (size_t)hard);
    geoms_orthonormalise (hard, b->nleft, b->left);
}

/* the columns of V0 or L, count of them, and the part of x1 that they belong to */
static const double *null_basis (const GeomsProjected *p, int *count, int *first, int *size)
{
    const GeomsBlocks *b = &p->blocks;
    const int nw = p->form.eq->d.nw;

    const int left = p->index1 || p->multipliers.used;

    *first = left ? nw : 0;
    *size = p->form.eq->n1 - *first;
    *count = left ? b->nleft : b->F11.kind == GEOMS_DECOMPOSITION_SVD ? b->F11.kernel : 0;
    return left ? b->left : b->F11.null;
}

int geoms_redundancy_normalise (const GeomsProjected *p, int k, double *x)
{
    int count, first, size;
    const double *basis = null_basis (p, &count, &first, &size);

    for (int c = 0; c < k && count > 0; c++, x += p->form.n)
        for (int j = 0; j < count; j++) {
            const double *v = basis + (size_t)j * (size_t)size;
            geoms_axpy (size, -geoms_dot (size, v, x + first), v, x + first);
        }
    return count;
}

/* ---- what to say of it ---- */

/* Choices: entries of unit vectors that are more than noise; a relative residual that is no
 * rounding. */
static const double NO_NOISE = 1e-4, CONTRADICTS = 1e-9;

/* entries of u that are more than noise */
static void mark (int m, const double *u, int *marked)
{
    double largest = 0;

    for (int i = 0; i < m; i++)
        largest = geoms_max (largest, fabs (u[i]));
    for (int i = 0; i < m; i++)
        if (fabs (u[i]) > NO_NOISE * largest)
            marked[i] = 1;
}

static const GeomsBlock *block_of (const GeomsProjected *p, int which, int *row)
{
    const GeomsBlocks *b = &p->blocks;

    *row = which == 0 ? p->a3 : which == 1 ? p->a2 : 0;
    if (which == 2 && p->multipliers.used) { /* rows gII, hI depend on each other like gI, h~ */
        *row = p->form.eq->r_gII;
        return &b->F23;
    }
    return which == 0 ? &b->F34 : which == 1 ? &b->F23 : &b->F11;
}

void geoms_redundancy_rows (GeomsProjected *p, int *marked, int *unique)
{
    int count, first, size;
    const double *basis = null_basis (p, &count, &first, &size);

    memset (marked, 0, (size_t)p->ra * sizeof *marked);
    for (int which = 0; which < 3; which++) {
        int row;
        const GeomsBlock *b = block_of (p, which, &row);
        for (int j = 0; j < b->m - b->rank && b->kind == GEOMS_DECOMPOSITION_SVD; j++) {
            geoms_block_left_null (b, j, p->work.n);
            mark (b->m, p->work.n, marked + row);
        }
    }
    for (int i = 0; i < p->form.eq->n1; i++)
        unique[i] = 1;
    for (int j = 0; j < count; j++)
        for (int i = 0; i < size; i++)
            if (fabs (basis[j * size + i]) > NO_NOISE)
                unique[first + i] = 0;
}

int geoms_redundancy_contradiction (GeomsProjected *p, const double *residual, int *marked)
{
    int found = 0;

    memset (marked, 0, (size_t)p->ra * sizeof *marked);
    /* what contradicts itself on the position level does so on the others */
    for (int which = 0; which < 3 && ! found; which++) {
        int row;
        const GeomsBlock *b = block_of (p, which, &row);
        double worst = 0;
        if (b->kind != GEOMS_DECOMPOSITION_SVD || b->rank == b->m)
            continue;
        geoms_block_left_part (b, residual + row, p->work.n);
        for (int i = 0; i < b->m; i++)
            worst = geoms_max (worst, fabs (p->work.n[i]) / (b->scale[i] * p->scale[row + i]));
        if (worst > CONTRADICTS) {
            mark (b->m, p->work.n, marked + row);
            found = 1;
        }
    }
    return found;
}

int geoms_redundancy_names (const GeomsEquations *e, const int *marked, char *text, size_t size)
{
    size_t used = 0;
    int count = 0;

    text[0] = 0;
    for (int i = 0; i < e->r_b; i++) {
        char name[32];
        if (! marked[i])
            continue;
        count++;
        if (used + 40 > size) {
            snprintf (text + used, size - used, " ...");
            return count;
        }
        geoms_name_row (e, i, name, sizeof name);
        used += (size_t)snprintf (text + used, size - used, "%s%s", used ? ", " : "", name);
    }
    return count;
}
