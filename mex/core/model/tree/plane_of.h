/* plane_of.h - the recursions of plane.h for one kind of numbers: included with NUMBER, NAME,
 * TURNED and PLANE by plane.c for one state, by lanes_of.h for some side by side
 */

void NAME (plane_state_create) (PLANE *s, const GeomsPlane *plane, GeomsArena *arena)
{
    const size_t count = (size_t)plane->tree->count, nv = (size_t)plane->tree->nv,
                 each = sizeof (NUMBER);

    s->plane = plane;
    for (int i = 0; i < 3; i++)
        s->drive[i] = geoms_arena_get (arena, (size_t)plane->tree->driven, each);
    s->body = geoms_arena_get (arena, count + 1, sizeof *s->body);
    s->A = geoms_arena_get (arena, 6 * count, each);
    s->bias = geoms_arena_get (arena, 3 * count, each);
    s->a = geoms_arena_get (arena, 3 * (count + 1), each);
    s->wrench = geoms_arena_get (arena, plane->pushed ? 3 * count : 0, each);
    s->U = geoms_arena_get (arena, 3 * nv, each);
    s->D = geoms_arena_get (arena, nv, each);
    if (arena->failed)
        return;
    s->body->turn[0] = NAME (of) (1);
    s->body++;
    s->a += 3;
}

/* ---- outward: frames, velocities, A and p of the bodies alone ---- */

/* y = Rz (phi) x */
GEOMS_INLINE void NAME (plane_turn) (const NUMBER *turn, const double *x, NUMBER *y)
{
    const NUMBER x1 = NAME (of) (x[0]), x2 = NAME (of) (x[1]);

    y[0] = turn[0] * x1 - turn[1] * x2;
    y[1] = turn[1] * x1 + turn[0] * x2;
}

/* the translations of a joint: l, c */
static void NAME (plane_slide) (const PLANE *s, int i, const NUMBER *q, const NUMBER *v)
{
    const GeomsTreeBody *b = s->plane->tree->body + i;
    const GeomsPlaneBody *f = s->plane->body + i;
    const TURNED *pi = s->body + b->parent;
    const NUMBER ww = pi->w + pi->w;
    TURNED *m = s->body + i;

    for (int k = 0; k < f->translations; k++) {
        NUMBER *J = m->J[k];

        NAME (plane_turn) (pi->turn, f->axis[k], J);
        m->l[0] += q[k] * J[0];
        m->l[1] += q[k] * J[1];
        m->c[1] -= ww * (v[k] * J[1]);
        m->c[2] += ww * (v[k] * J[0]);
        if (b->driven) {
            m->c[1] += s->drive[2][b->q + k] * J[0];
            m->c[2] += s->drive[2][b->q + k] * J[1];
        }
    }
}

/* its rotation: the body's angle and w, c */
GEOMS_INLINE void NAME (plane_rotate) (const PLANE *s, int i, NUMBER q, NUMBER v)
{
    const GeomsTreeBody *b = s->plane->tree->body + i;
    const NUMBER sense = NAME (of) (s->plane->body[i].sense);
    const TURNED *pi = s->body + b->parent;
    TURNED *m = s->body + i;
    NUMBER sine, cosine;

    NAME (sine) (q, &sine, &cosine);
    sine = sense * sine;
    m->turn[0] = pi->turn[0] * cosine - pi->turn[1] * sine;
    m->turn[1] = pi->turn[1] * cosine + pi->turn[0] * sine;
    m->w = pi->w + sense * v;
    if (b->driven)
        m->c[0] = sense * s->drive[2][b->q + b->driven - 1];
}

GEOMS_INLINE void NAME (plane_load) (PLANE *s, int i)
{
    const GeomsPlaneBody *f = s->plane->body + i;
    const TURNED *m = s->body + i;
    const NUMBER zero = NAME (of) (0), ww = m->w * m->w;
    NUMBER *A = s->A + 6 * i, *p = s->bias + 3 * i, mc[2];

    NAME (plane_turn) (m->turn, f->mc, mc);
    A[0] = NAME (of) (f->inertia);
    A[1] = -mc[1], A[2] = mc[0];
    A[3] = A[4] = NAME (of) (f->mass);
    A[5] = p[0] = zero;
    p[1] = -(ww * mc[0]);
    p[2] = -(ww * mc[1]);
}

void NAME (plane_move) (PLANE *s, const NUMBER *p, const NUMBER *v)
{
    const GeomsTree *tree = s->plane->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsPlaneBody *f = s->plane->body + i;
        const TURNED *pi = s->body + b->parent;
        const NUMBER *q = b->driven ? s->drive[0] + b->q : p + b->q,
                     *speed = b->driven ? s->drive[1] + b->q : v + b->column,
                     ww = pi->w * pi->w;
        TURNED *m = s->body + i;

        NAME (plane_turn) (pi->turn, f->at, m->l);
        m->c[0] = m->c[1] = m->c[2] = NAME (of) (0);
        if (f->translations > 0)
            NAME (plane_slide) (s, i, q, speed);
        m->c[1] -= ww * m->l[0];
        m->c[2] -= ww * m->l[1];
        if (f->sense != 0)
            NAME (plane_rotate) (s, i, q[f->translations], speed[f->translations]);
        else {
            m->turn[0] = pi->turn[0], m->turn[1] = pi->turn[1];
            m->w = pi->w;
        }
        NAME (plane_load) (s, i);
    }
}

/* ---- inward ---- */

/* column k of body i: of a rotation (sense; 0), of a translation (0; J) */
GEOMS_INLINE void NAME (plane_column) (const PLANE *s, int i, int k, NUMBER *J)
{
    const GeomsPlaneBody *f = s->plane->body + i;
    const int turns = k == f->translations;

    J[0] = NAME (of) (turns ? f->sense : 0);
    J[1] = turns ? NAME (of) (0) : s->body[i].J[k][0];
    J[2] = turns ? NAME (of) (0) : s->body[i].J[k][1];
}

/* f = A a */
GEOMS_INLINE void NAME (plane_apply) (const NUMBER *A, const NUMBER *a, NUMBER *f)
{
    f[0] = A[0] * a[0] + A[1] * a[1] + A[2] * a[2];
    f[1] = A[1] * a[0] + A[3] * a[1] + A[5] * a[2];
    f[2] = A[2] * a[0] + A[5] * a[1] + A[4] * a[2];
}

/* y = M x */
GEOMS_INLINE void NAME (plane_times) (const NUMBER *A, const NUMBER *x, NUMBER *y)
{
    y[0] = A[3] * x[0] + A[5] * x[1];
    y[1] = A[5] * x[0] + A[4] * x[1];
}

/* k of T */
GEOMS_INLINE void NAME (plane_arm) (const TURNED *m, NUMBER *k)
{
    k[0] = -m->l[1];
    k[1] = m->l[0];
}

/* T'f to the predecessor */
GEOMS_INLINE void NAME (plane_add_wrench) (PLANE *s, int i, const NUMBER *f)
{
    NUMBER *p = s->bias + 3 * s->plane->tree->body[i].parent, k[2];

    NAME (plane_arm) (s->body + i, k);
    p[0] += f[0] + (k[0] * f[1] + k[1] * f[2]);
    p[1] += f[1];
    p[2] += f[2];
}

/* columns of a joint, last to first */
static void NAME (plane_pass) (PLANE *s, int i, const int *zero, const NUMBER *tau, NUMBER *u)
{
    const GeomsTreeBody *b = s->plane->tree->body + i;
    NUMBER *A = s->A + 6 * i, *p = s->bias + 3 * i, f[3], k[2], Mk[2];

    for (int column = b->columns - 1; column >= 0; column--) {
        const int at = b->column + column;
        NUMBER *U = s->U + 3 * at, J[3], D;

        NAME (plane_column) (s, i, column, J);
        NAME (plane_apply) (A, J, U);
        D = NAME (of) (1) / NAME (dot3) (J, U);
        if (zero != NULL && zero[at])
            D = NAME (of) (0);
        s->D[at] = D;
        u[at] = tau[at] - NAME (dot3) (J, p);
        NAME (axpy3) (u[at] * D, U, p);
        A[0] -= U[0] * U[0] * D;
        A[1] -= U[0] * U[1] * D;
        A[2] -= U[0] * U[2] * D;
        A[3] -= U[1] * U[1] * D;
        A[4] -= U[2] * U[2] * D;
        A[5] -= U[1] * U[2] * D;
    }
    if (b->parent == GEOMS_GROUND)
        return;
    NAME (plane_apply) (A, s->body[i].c, f);
    NAME (add3) (p, f);
    NAME (plane_add_wrench) (s, i, f);
    NAME (plane_arm) (s->body + i, k);
    NAME (plane_times) (A, k, Mk);
    NUMBER *A_pi = s->A + 6 * b->parent;
    A_pi[0] += A[0] + (k[0] * (A[1] + A[1] + Mk[0]) + k[1] * (A[2] + A[2] + Mk[1]));
    A_pi[1] += A[1] + Mk[0];
    A_pi[2] += A[2] + Mk[1];
    A_pi[3] += A[3];
    A_pi[4] += A[4];
    A_pi[5] += A[5];
}

/* A hinge: U = (I; C) times its sense, so that M - C C'/I alone stays of A. With e = u - C'c and
 * W = T'(I; C)
 *
 *     q'' = (e - W'a_pi) / I,   e / I and W / I in the places of u and U,
 *
 * and what has to be waited for is multiplied once by 1 / I. */
GEOMS_INLINE void NAME (plane_pass_hinge) (PLANE *s, int i, int zero, NUMBER tau, NUMBER *e)
{
    const GeomsTreeBody *b = s->plane->tree->body + i;
    const NUMBER *A = s->A + 6 * i, *p = s->bias + 3 * i, *c = s->body[i].c + 1;
    NUMBER *W = s->U + 3 * b->column, k[2], Mk[2], Mc[2], f[3], D, u, Ck, Cc;

    D = NAME (of) (1) / A[0];
    if (zero)
        D = NAME (of) (0);
    s->D[b->column] = D;
    NAME (plane_arm) (s->body + i, k);
    tau = NAME (of) (s->plane->body[i].sense) * tau;
    Ck = A[1] * k[0] + A[2] * k[1];
    Cc = A[1] * c[0] + A[2] * c[1];
    u = (tau - p[0] - Cc) * D;
    *e = u;
    W[0] = (A[0] + Ck) * D;
    W[1] = A[1] * D;
    W[2] = A[2] * D;
    if (b->parent == GEOMS_GROUND)
        return;
    /* wrench */
    NAME (plane_times) (A, c, Mc);
    f[0] = zero ? p[0] : tau;
    f[1] = p[1] + Mc[0] + A[1] * u;
    f[2] = p[2] + Mc[1] + A[2] * u;
    NAME (plane_add_wrench) (s, i, f);
    /* M - C C'/I, carried */
    NUMBER *A_pi = s->A + 6 * b->parent;
    NAME (plane_times) (A, k, Mk);
    A_pi[0] += k[0] * Mk[0] + k[1] * Mk[1] - Ck * Ck * D;
    A_pi[1] += Mk[0] - A[1] * Ck * D;
    A_pi[2] += Mk[1] - A[2] * Ck * D;
    A_pi[3] += A[3] - A[1] * A[1] * D;
    A_pi[4] += A[4] - A[2] * A[2] * D;
    A_pi[5] += A[5] - A[1] * A[2] * D;
}

/* ---- all ---- */

GEOMS_INLINE int NAME (plane_is_hinge) (const PLANE *s, int i)
{
    return s->plane->tree->body[i].columns == 1 && s->plane->body[i].sense != 0;
}

static void NAME (plane_inward) (PLANE *s, const int *zero, const NUMBER *tau, NUMBER *u)
{
    for (int i = 0; i < 3 * s->plane->tree->count && s->plane->pushed; i++)
        s->bias[i] -= s->wrench[i];
    for (int i = s->plane->tree->count - 1; i >= 0; i--) {
        const int at = s->plane->tree->body[i].column;

        if (NAME (plane_is_hinge) (s, i))
            NAME (plane_pass_hinge) (s, i, zero != NULL && zero[at], tau[at], u + at);
        else
            NAME (plane_pass) (s, i, zero, tau, u);
    }
}

void NAME (plane_accelerations) (PLANE *s, const int *zero, const NUMBER *tau, NUMBER *vdot)
{
    const GeomsTree *tree = s->plane->tree;

    NAME (plane_inward) (s, zero, tau, vdot);
    s->a[3 * GEOMS_GROUND] = NAME (of) (0);
    s->a[3 * GEOMS_GROUND + 1] = -s->gravity[0];
    s->a[3 * GEOMS_GROUND + 2] = -s->gravity[1];
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const TURNED *m = s->body + i;
        const NUMBER *a_pi = s->a + 3 * b->parent;
        NUMBER *a = s->a + 3 * i, J[3];

        a[0] = a_pi[0] + m->c[0];
        a[1] = a_pi[1] - a_pi[0] * m->l[1] + m->c[1];
        a[2] = a_pi[2] + a_pi[0] * m->l[0] + m->c[2];
        if (NAME (plane_is_hinge) (s, i)) {
            NUMBER *u = vdot + b->column;
            *u -= NAME (dot3) (s->U + 3 * b->column, a_pi);
            a[0] += *u;
            *u = NAME (of) (s->plane->body[i].sense) * *u;
            continue;
        }
        for (int k = 0; k < b->columns; k++) {
            const int at = b->column + k;
            vdot[at] = (vdot[at] - NAME (dot3) (s->U + 3 * at, a)) * s->D[at];
            NAME (plane_column) (s, i, k, J);
            NAME (axpy3) (vdot[at], J, a);
        }
    }
}
