/* linkage.c - a closed chain of rods in space: Bricard's mechanism, and a parallelogram in 3-D
 *
 *     p = (r, e) of each rod   centre of mass, quaternion;   v = (r', omega), omega in body axes
 *     p' = Z v = (v, E (e) omega/2),   M = diag (m, m, m, J1, J2, J2)
 *     f = (m grav, -omega x J omega)
 *     e = e'e - 1 of each rod  (invariants)
 *
 * A revolute joint between a and b, the support at both ends of the chain (with R = I at rest):
 *
 *     g  = (r_a + X_a - r_b - X_b,  n's, n't),   X = R c,  n = R_a n0,  s = R_b s0,  t = R_b t0
 *
 * n0 is the axis, s0 and t0 are across it. In world axes let W = R omega, A = R omega', D = W_a -
 * W_b, K = n x s, K' = (W_a x n) x s + n x (W_b x s); then
 *
 *     gI  = (r_a' + W_a x X_a - ...,  D'K, ...)
 *     gII = (r_a'' + A_a x X_a + W_a x (W_a x X_a) - ...,  (A_a - A_b)'K + D'K', ...)
 *
 * and lambda = (l, k1, k2) of the joint acts on a by the force -l and the torque -T_a, T = X x l +
 * k1 K1 + k2 K2, on b by l and T_b. x = [lambda; v; p], rda = [gII; gI; e; g; f_dyn; f_kin].
 *
 * model_bricard: five rods (length 1, 1 kg, square section 0.1) through the corners P1 ... P6 of a
 * cube, A04 of the IFToMM library of multibody benchmarks: 30 rows for 30 velocities, rank 29
 * wherever the constraints hold and 30 elsewhere, one degree of freedom. model_fourbar: the
 * parallelogram with two cranks of parallelogram.c in a tilted plane: 20 rows for 18 velocities,
 * three redundant; its motion is known. q = gravity, standard 9.81; both start at rest. Multipliers
 * of minimum norm.
 */
#include "linkage.h"

void linkage_axis (const Half *a, const Half *b, int j, double *K, double *K1)
{
    cross3 (a->U[0], b->U[j], K);
    memset (K1, 0, 3 * sizeof *K1);
    add_spin (a->W, a->U[0], b->U[j], K1);
    add_double (1, a->U[0], b->W, b->U[j], K1);
}

void linkage_torques (const Half *h, const double *lambda, double *Ta, double *Tb)
{
    memset (Ta, 0, 3 * sizeof *Ta);
    for (int j = 0; j < 2; j++)
        add_cross3 (lambda[3 + j], h[0].U[0], h[1].U[j], Ta);
    memcpy (Tb, Ta, 3 * sizeof *Ta);
    add_cross3 (1, h[0].X, lambda, Ta);
    add_cross3 (1, h[1].X, lambda, Tb);
}

/* f */
static void forces (const Linkage *o, const double *v, double *all)
{
    for (int i = 0; i < rods_of (o); i++) {
        const double *w = v + 6 * i + 3;
        const double L[3] = {inertia (o, 6 * i + 3) * w[0], inertia (o, 6 * i + 4) * w[1],
                             inertia (o, 6 * i + 5) * w[2]};
        double *f = all + 6 * i;

        for (int c = 0; c < 3; c++)
            f[c] = o->shape.mass[i] * o->gravity[c];
        cross3 (L, w, f + 3);
    }
}

/* f_dyn from f */
static void reactions (const Linkage *o, const double *x, Point *e)
{
    for (int j = 0; j <= rods_of (o); j++) {
        double T[2][3], y[3];

        linkage_torques (e->half[j], x + 5 * j, T[0], T[1]);
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);
            const double sign = side == 0 ? -1 : 1;

            if (i < 0)
                continue;
            turn3_back (e->body[i].R, T[side], y);
            for (int c = 0; c < 3; c++) {
                e->f[6 * i + c] += sign * x[5 * j + c];
                e->f[6 * i + 3 + c] += sign * y[c];
            }
        }
    }
}

/* everything that contains neither multipliers nor accelerations */
static void place_at (const Linkage *o, const double *x, Point *e)
{
    const double *v = x + nl_of (o), *p = v + 6 * rods_of (o);

    for (int i = 0; i < rods_of (o); i++) {
        quaternion_rotation (p + 7 * i + 3, e->body[i].R);
        turn3 (e->body[i].R, v + 6 * i + 3, e->body[i].W);
    }
    for (int j = 0; j <= rods_of (o); j++)
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);
            const Place *place = &o->place[j][side];
            Half *h = &e->half[j][side];

            memset (h, 0, sizeof *h);
            memcpy (h->X, place->c, sizeof h->X);
            memcpy (h->U, place->u, sizeof h->U);
            if (i < 0)
                continue;
            turn3 (e->body[i].R, place->c, h->X);
            turn3 (e->body[i].R, place->u[0], h->U[0]);
            turn3 (e->body[i].R, place->u[1], h->U[1]);
            memcpy (h->W, e->body[i].W, sizeof h->W);
        }
    forces (o, v, e->f);
}

void linkage_evaluate (const Linkage *o, const double *x, Point *e)
{
    place_at (o, x, e);
    reactions (o, x, e);
    for (int i = 0; i < 6 * rods_of (o); i++)
        e->a[i] = e->f[i] / inertia (o, i);
    for (int i = 0; i < rods_of (o); i++)
        turn3 (e->body[i].R, e->a + 6 * i + 3, e->body[i].A);
    for (int j = 0; j <= rods_of (o); j++)
        for (int side = 0; side < 2; side++)
            if (rod_of (o, j, side) >= 0)
                memcpy (e->half[j][side].A, e->body[rod_of (o, j, side)].A, 3 * sizeof (double));
}

/* rows += what one side of a joint gives when it turns with W: those of gI, and with A in place of
 * W those of gII */
static void add_turn (const Half *h, int side, const double *W, double *rows)
{
    const double sign = side == 0 ? 1 : -1;

    add_cross3 (sign, W, h[side].X, rows);
    for (int j = 0; j < 2; j++) {
        double K[3];

        cross3 (h[0].U[0], h[1].U[j], K);
        rows[3 + j] += sign * dot3 (W, K);
    }
}

/* rows of one joint without r, r': g, gI, gII without accelerations */
static void joint_rows (const Half *h, double *g, double *gI, double *gII)
{
    const Half *a = h, *b = h + 1;
    double D[3];

    memset (gI, 0, 5 * sizeof *gI);
    memset (gII, 0, 3 * sizeof *gII);
    for (int side = 0; side < 2; side++) {
        add_turn (h, side, h[side].W, gI);
        add_double (side == 0 ? 1 : -1, h[side].W, h[side].W, h[side].X, gII);
    }
    for (int c = 0; c < 3; c++) {
        g[c] = a->X[c] - b->X[c];
        D[c] = a->W[c] - b->W[c];
    }
    for (int j = 0; j < 2; j++) {
        double K[3], K1[3];

        linkage_axis (a, b, j, K, K1);
        g[3 + j] = dot3 (a->U[0], b->U[j]);
        gII[3 + j] = dot3 (D, K1);
    }
}

/* g, gI, gII without accelerations */
static void levels (const Linkage *o, const double *x, const Point *e, double *g, double *gI,
                    double *gII)
{
    const double *v = x + nl_of (o), *p = v + 6 * rods_of (o);

    for (int j = 0; j <= rods_of (o); j++) {
        joint_rows (e->half[j], g + 5 * j, gI + 5 * j, gII + 5 * j);
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);
            const double sign = side == 0 ? 1 : -1;

            for (int c = 0; i >= 0 && c < 3; c++) {
                g[5 * j + c] += sign * p[7 * i + c];
                gI[5 * j + c] += sign * v[6 * i + c];
            }
        }
    }
}

static void invariants (const Linkage *o, const double *p, double *e)
{
    for (int i = 0; i < rods_of (o); i++)
        e[i] = quaternion_square (p + 7 * i + 3) - 1;
}

static void rows_of (const Linkage *o, const double *x, double *out)
{
    const int B = rods_of (o), nl = nl_of (o);
    const double *v = x + nl, *p = v + 6 * B;
    double *gI = out + nl, *inv = gI + nl, *g = inv + B, *dyn = g + nl, *kin = dyn + 6 * B;
    Point e;

    linkage_evaluate (o, x, &e);
    levels (o, x, &e, g, gI, out);
    for (int j = 0; j <= B; j++)
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);

            if (i < 0)
                continue;
            add_turn (e.half[j], side, e.half[j][side].A, out + 5 * j);
            for (int c = 0; c < 3; c++)
                out[5 * j + c] += side == 0 ? e.a[6 * i + c] : -e.a[6 * i + c];
        }
    invariants (o, p, inv);
    for (int i = 0; i < B; i++) {
        memcpy (kin + 7 * i, v + 6 * i, 3 * sizeof *kin);
        quaternion_rate (p + 7 * i + 3, v + 6 * i + 3, kin + 7 * i + 3);
    }
    memcpy (dyn, e.f, (size_t)(6 * B) * sizeof *dyn);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        rows_of (user, x + j * ldx, out + j * ldo);
    return 0;
}

/* Z, np x nv */
static void turning (const Linkage *o, const double *p, double *Z)
{
    const int np = 7 * rods_of (o);

    memset (Z, 0, (size_t)(np * 6 * rods_of (o)) * sizeof *Z);
    for (int i = 0; i < rods_of (o); i++) {
        double *block = Z + 7 * i + 6 * i * np, matrix[12];

        quaternion_matrix (p + 7 * i + 3, matrix);
        for (int c = 0; c < 3; c++) {
            block[c * (np + 1)] = 1;
            for (int r = 0; r < 4; r++)
                block[3 + r + (3 + c) * np] = matrix[r + 4 * c] / 2;
        }
    }
}

/* C = G Z, nl x nv: what the velocities of both sides give to the rows gI */
static void gradient (const Linkage *o, const Point *e, double *C)
{
    const int nl = nl_of (o);

    memset (C, 0, (size_t)(nl * 6 * rods_of (o)) * sizeof *C);
    for (int j = 0; j <= rods_of (o); j++)
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);

            for (int c = 0; i >= 0 && c < 3; c++) {
                double *column = C + 5 * j + (6 * i + c) * nl;

                column[c] = side == 0 ? 1 : -1;
                add_turn (e->half[j], side, e->body[i].R + 3 * c, column + 3 * nl);
            }
        }
}

/* Z, f, C, g, gI, gII, e */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const Linkage *o = user;
    const int nl = nl_of (o), np = 7 * rods_of (o), nv = 6 * rods_of (o);

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *p = x + nl + nv;
        double *f = out + np * nv, *C = f + nv, *g = C + nl * nv;
        Point e;

        place_at (o, x, &e);
        turning (o, p, out);
        memcpy (f, e.f, (size_t)nv * sizeof *f);
        gradient (o, &e, C);
        levels (o, x, &e, g, g + nl, g + 2 * nl);
        invariants (o, p, g + 3 * nl);
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const Linkage *o = user;
    const int nv = 6 * rods_of (o);

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo) {
        memset (out, 0, (size_t)(nv * nv) * sizeof *out);
        for (int i = 0; i < nv; i++)
            out[i * (nv + 1)] = inertia (o, i);
    }
    return 0;
}

static double energy (double t, const double *x, void *user)
{
    const Linkage *o = user;
    const double *v = x + nl_of (o), *p = v + 6 * rods_of (o);
    double E = 0;

    (void)t;
    for (int i = 0; i < 6 * rods_of (o); i++)
        E += inertia (o, i) * v[i] * v[i] / 2;
    for (int i = 0; i < rods_of (o); i++)
        E -= o->shape.mass[i] * dot3 (o->gravity, p + 7 * i);
    return E;
}

void linkage_joint (const double *x, void *user, int joint, double *P)
{
    const Linkage *o = user;
    const double *v = x + nl_of (o), *p = v + 6 * rods_of (o);
    const int i = rod_of (o, joint, 1);
    double R[9], c[3];

    quaternion_rotation (p + 7 * i + 3, R);
    turn3 (R, o->place[joint][1].c, P);
    cross3 (v + 6 * i + 3, o->place[joint][1].c, c);
    turn3 (R, c, P + 3);
    for (int j = 0; j < 3; j++) {
        P[j] += p[7 * i + j];
        P[3 + j] += v[6 * i + j];
    }
}

#define LINKAGE(B, CREATE)                                                           \
    .system = {.abi = GEOMS_MODEL_ABI,                                               \
               .size = sizeof (GeomsModel),                                          \
               .dims = {.np = 7 * (B), .nv = 6 * (B), .nl = 5 * (B) + 5, .ni = (B)}, \
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,                       \
               .autonomous = 1,                                                      \
               .rda = rda,                                                           \
               .mass = mass,                                                         \
               .jac = linkage_jac,                                                   \
               .parts = parts,                                                       \
               .kinematics = 1,                                                      \
               .create = CREATE,                                                     \
               .destroy = free},                                                     \
    .start = linkage_start, .energy = energy

const TestModel model_bricard
    = {LINKAGE (5, linkage_create_bricard), .name = "Bricard's mechanism", .tspan = {0, 10}};

const TestModel model_fourbar
    = {LINKAGE (3, linkage_create_fourbar), .name = "parallelogram in space", .tspan = {0, 2},
       .exact = linkage_exact_fourbar};
