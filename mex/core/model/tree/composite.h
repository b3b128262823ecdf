/* composite.h - the mass matrix from composite bodies
 *
 *     A_pi += T'A T inward,   F = A_i J_k,   M_lk = J_l'F for the columns l of body i,
 *     F <- T'F and so on for those of its ancestors
 *
 * Included behind dynamics.h with the same names.
 */

/* column k, of body i, of M; and the row */
static void NAME (fill_column) (const STATE *s, int i, int k, NUMBER *M)
{
    const GeomsTree *tree = s->tree;
    const size_t nv = (size_t)tree->nv;
    NUMBER F[6];

    NAME (inertia_apply) (s->A + GEOMS_INERTIA * i, s->J + 6 * k, F);
    for (int at = i; at != GEOMS_GROUND; at = tree->body[at].parent) {
        const GeomsTreeBody *b = tree->body + at;

        for (int l = b->column; l < b->column + b->columns; l++)
            M[(size_t)l + (size_t)k * nv] = M[(size_t)k + (size_t)l * nv]
                = NAME (dot6) (s->J + 6 * l, F);
        NAME (add_cross) (s->body[at].l, F + 3, F);
    }
}

void NAME (tree_mass) (STATE *s, NUMBER *M)
{
    const GeomsTree *tree = s->tree;

    memset (M, 0, (size_t)tree->nv * (size_t)tree->nv * sizeof *M);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;

        for (int k = b->column; k < b->column + b->columns; k++)
            NAME (fill_column) (s, i, k, M);
        if (b->parent != GEOMS_GROUND)
            NAME (inertia_add_carried_back) (s->body[i].l, s->A + GEOMS_INERTIA * i,
                                            s->A + GEOMS_INERTIA * b->parent);
    }
}
