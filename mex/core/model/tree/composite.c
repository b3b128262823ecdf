/* composite.c - the mass matrix from composite bodies
 *
 *     A_pi += T'A T inward,   F = A_i J_k,   M_lk = J_l'F for the columns l of body i,
 *     F <- T'F and so on for those of its ancestors
 */
#include <string.h>

#include "tree.h"

/* column k, of body i, of M; and the row */
static void fill (const GeomsTreeState *s, int i, int k, double *M)
{
    const GeomsTree *tree = s->tree;
    const size_t nv = (size_t)tree->nv;
    double F[6];

    geoms_inertia_apply (s->A + GEOMS_INERTIA * i, s->J + 6 * k, F);
    for (int at = i; at != GEOMS_GROUND; at = tree->body[at].parent) {
        const GeomsTreeBody *b = tree->body + at;
        double carried[6] = {0};

        for (int l = b->column; l < b->column + b->columns; l++)
            M[(size_t)l + (size_t)k * nv] = M[(size_t)k + (size_t)l * nv]
                = geoms_dot6 (s->J + 6 * l, F);
        geoms_add_carried_back (s->body[at].l, F, carried);
        memcpy (F, carried, sizeof F);
    }
}

void geoms_tree_mass (GeomsTreeState *s, double *M)
{
    const GeomsTree *tree = s->tree;

    memset (M, 0, (size_t)tree->nv * (size_t)tree->nv * sizeof *M);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;

        for (int k = b->column; k < b->column + b->columns; k++)
            fill (s, i, k, M);
        if (b->parent != GEOMS_GROUND)
            geoms_inertia_add_carried_back (s->body[i].l, s->A + GEOMS_INERTIA * i,
                                            s->A + GEOMS_INERTIA * b->parent);
    }
}
