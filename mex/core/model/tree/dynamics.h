/* dynamics.h - accelerations in O(N): columns are eliminated inward, one scalar pivot each
 *
 *     for k = n .. 1:   U_k = A J_k,  D_k = J_k'U_k,  u_k = tau_k - J_k'p
 *                       A <- A - U_k U_k'/D_k,   p <- p + U_k u_k / D_k
 *     p <- p + A c,   A_pi += T'A T,   p_pi += T'p
 *     outward:          a = T a_pi + c;   q''_k = (u_k - U_k'a) / D_k,   a += J_k q''_k
 *
 * This is (17), (24), (25) of the paper with the Moore-Penrose inverse of J'M J taken column by
 * column: a column without inertia has U_k = 0 and is passed over with q''_k = 0. Condition (23) is
 * not needed: what such columns add to accelerations, A takes to 0.
 *
 * Of hinges W = T'U and e = u - U'c stand in the places of U and u, so that from body to body
 * nothing but the division has to be waited for:
 *
 *     A_pi += T'A T - W W'/D,   p_pi += T'(p + A c) + W e/D,   q'' = (e - W'a_pi) / D
 *
 * Bodies' own A and p are made when their first successor is reached.
 *
 * Included with NUMBER, NAME, MOTION and STATE, for one state by dynamics.c, for some side by side
 * by lanes_of.h.
 */

/* ---- bodies ---- */

/* A and bias of body i alone: A = [I_w [mc]; -[mc] m 1],
 * p = ( w x I_w w ; w x (w x mc) ) - wrench */
GEOMS_INLINE void NAME (load_body) (STATE *s, int i)
{
    const GeomsTreeBody *b = s->tree->body + i;
    const MOTION *m = s->body + i;
    NUMBER *A = s->A + GEOMS_INERTIA * i, of_mc[3], of_I[6], mc[3];

    NAME (inertia_of) (NAME (of) (b->mass), NAME (constants) (b->mc, 3, of_mc),
                       NAME (constants) (b->inertia, 6, of_I), b->principal, m->R, A, mc);
    NAME (inertia_bias) (A, mc, m->w, s->wrench + 6 * i, s->bias + 6 * i);
}

void NAME (tree_load) (STATE *s)
{
    for (int i = 0; i < s->tree->count; i++)
        NAME (load_body) (s, i);
}

static inline void NAME (accelerate_ground) (STATE *s)
{
    for (int k = 0; k < 3; k++) {
        s->a[6 * GEOMS_GROUND + k] = NAME (of) (0);
        s->a[6 * GEOMS_GROUND + 3 + k] = -s->gravity[k];
    }
}

/* ---- inward ---- */

/* U = A J and u are there: column k leaves A and p */
static inline void NAME (eliminate) (STATE *s, int k, int zero, NUMBER D, NUMBER u, NUMBER *A,
                                     NUMBER *p)
{
    NUMBER *U = s->U + 6 * k;

    if (zero) {
        memset (U, 0, 6 * sizeof *U);
        s->D[k] = NAME (of) (0);
        return;
    }
    s->D[k] = NAME (of) (1) / D;
    NAME (inertia_add_square) (-s->D[k], U, A);
    NAME (axpy6) (u * s->D[k], U, p);
}

/* the columns of any joint but a hinge, last to first; then A c + p, T'A T and T' of that to the
 * predecessor */
static void NAME (pass_joint) (STATE *s, int i, const int *zero, const NUMBER *tau, NUMBER *u)
{
    const GeomsTreeBody *b = s->tree->body + i;
    const MOTION *m = s->body + i;
    NUMBER *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i, Ac[6];

    for (int k = b->column + b->columns - 1; k >= b->column; k--) {
        const NUMBER *J = s->J + 6 * k;
        NUMBER *U = s->U + 6 * k;

        NAME (inertia_apply) (A, J, U);
        u[k] = tau[k] - NAME (dot6) (J, p);
        NAME (eliminate) (s, k, zero != NULL && zero[k], NAME (dot6) (J, U), u[k], A, p);
    }
    if (b->parent == GEOMS_GROUND)
        return;
    NAME (inertia_apply) (A, m->c, Ac);
    NAME (add6) (p, Ac);
    NAME (inertia_add_carried_back) (m->l, A, s->A + GEOMS_INERTIA * b->parent);
    NAME (add_carried_back) (m->l, Ac, s->bias + 6 * b->parent);
}

/* a hinge: J = (z; 0); W in the place of U, e of u */
static inline void NAME (pass_hinge) (STATE *s, int i, const int *zero, NUMBER tau, NUMBER *e)
{
    const GeomsTreeBody *b = s->tree->body + i;
    const MOTION *m = s->body + i;
    const int k = b->column;
    const NUMBER *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i, *z = s->J + 6 * k;
    NUMBER *W = s->U + 6 * k, U[6], Ac[6], D;

    NAME (inertia_turn) (A, z, U);
    D = NAME (of) (1) / NAME (dot3) (z, U);
    if (zero != NULL && zero[k])
        D = NAME (of) (0);
    s->D[k] = D;
    *e = tau - NAME (dot3) (z, p) - NAME (dot6) (U, m->c);
    NAME (cross) (m->l, U + 3, W);
    NAME (add3) (U, W);
    NAME (set3) (U + 3, W + 3);
    if (b->parent == GEOMS_GROUND)
        return;
    NUMBER *p_pi = s->bias + 6 * b->parent;
    NAME (inertia_apply) (A, m->c, Ac);
    NAME (add6) (p, Ac);
    NAME (add_carried_back) (m->l, Ac, p_pi);
    NAME (axpy6) (*e * D, W, p_pi);
    NAME (inertia_add_hinge) (m->l, A, -D, W, s->A + GEOMS_INERTIA * b->parent);
}

static inline int NAME (is_hinge) (const GeomsTreeBody *b)
{
    return b->joint == GEOMS_JOINT_REVOLUTE && b->columns == 1;
}

static void NAME (inward) (STATE *s, const int *zero, const NUMBER *tau, NUMBER *u)
{
    const GeomsTree *tree = s->tree;

    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;

        if (b->last == i)
            NAME (load_body) (s, i);
        if (b->parent != GEOMS_GROUND && tree->body[b->parent].last == b->last)
            NAME (load_body) (s, b->parent);
        if (NAME (is_hinge) (b))
            NAME (pass_hinge) (s, i, zero, tau[b->column], u + b->column);
        else
            NAME (pass_joint) (s, i, zero, tau, u);
    }
}

/* ---- outward ---- */

void NAME (tree_accelerations) (STATE *s, const int *zero, const NUMBER *tau, NUMBER *vdot)
{
    const GeomsTree *tree = s->tree;

    NAME (inward) (s, zero, tau, vdot);
    NAME (accelerate_ground) (s);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const NUMBER *a_pi = s->a + 6 * b->parent;
        NUMBER *a = s->a + 6 * i;
        const int k0 = b->column;

        NAME (carry) (s->body[i].l, a_pi, a);
        NAME (add6) (s->body[i].c, a);
        if (NAME (is_hinge) (b)) {
            vdot[k0] = (vdot[k0] - NAME (dot6) (s->U + 6 * k0, a_pi)) * s->D[k0];
            NAME (axpy3) (vdot[k0], s->J + 6 * k0, a);
            continue;
        }
        for (int k = k0; k < k0 + b->columns; k++) {
            vdot[k] = (vdot[k] - NAME (dot6) (s->U + 6 * k, a)) * s->D[k];
            NAME (axpy6) (vdot[k], s->J + 6 * k, a);
        }
    }
}
