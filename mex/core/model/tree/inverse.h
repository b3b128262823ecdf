/* inverse.h - joint forces of a motion in O(N)
 *
 *     outward:  a = T a_pi + c + J q''      inward:  f = A a + p,  tau_k = J_k'f,  f_pi += T'f
 *
 * tau = ID (q, q', q'') = M q'' + ID (q, q', 0), the bodies' wrenches in p included; f is the
 * wrench that the joint transmits, mu of (11) of the paper.
 *
 * Included behind dynamics.h with the same names.
 */

static void NAME (accelerate) (STATE *s, const NUMBER *vdot)
{
    const GeomsTree *tree = s->tree;

    NAME (accelerate_ground) (s);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        NUMBER *a = s->a + 6 * i;

        NAME (carry) (s->body[i].l, s->a + 6 * b->parent, a);
        NAME (add6) (s->body[i].c, a);
        for (int k = b->column; vdot != NULL && k < b->column + b->columns; k++)
            NAME (axpy6) (vdot[k], s->J + 6 * k, a);
    }
}

void NAME (tree_inverse) (STATE *s, const NUMBER *vdot, NUMBER *tau)
{
    const GeomsTree *tree = s->tree;

    NAME (accelerate) (s, vdot);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;
        NUMBER *f = s->bias + 6 * i, Aa[6];

        NAME (inertia_apply) (s->A + GEOMS_INERTIA * i, s->a + 6 * i, Aa);
        NAME (add6) (Aa, f);
        for (int k = b->column; k < b->column + b->columns; k++)
            tau[k] = NAME (dot6) (s->J + 6 * k, f);
        if (b->parent != GEOMS_GROUND)
            NAME (add_carried_back) (s->body[i].l, f, s->bias + 6 * b->parent);
    }
}

void NAME (tree_balance) (STATE *s, const NUMBER *tau, NUMBER *f)
{
    NAME (tree_load) (s);
    NAME (tree_inverse) (s, NULL, f);
    for (int k = 0; k < s->tree->nv; k++)
        f[k] = tau[k] - f[k];
}
