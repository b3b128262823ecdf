/* linkage_jacobian.c - exact Jacobian of the chains of linkage.c
 *
 * All is differentiated with respect to small turns of the rods in body axes first, because nothing
 * but f_kin and e depends on the quaternions otherwise; accelerations are held fixed, and come in
 * by
 *
 *     gII += G Z M^-1 f_dyn      of the derivatives
 */
#include "linkage.h"

/* derivatives of one side when its rod turns about `axis`: every vector turns with it */
static void turned (const Half *h, const double *axis, Half *d)
{
    cross3 (axis, h->X, d->X);
    cross3 (axis, h->U[0], d->U[0]);
    cross3 (axis, h->U[1], d->U[1]);
    cross3 (axis, h->W, d->W);
    cross3 (axis, h->A, d->A);
}

/* derivatives of joint_rows for those of the two sides */
static void joint_derivatives (const Half *h, const Half *d, double *g, double *gI, double *gII)
{
    double D[3], B[3], dD[3], dB[3];

    memset (gI, 0, 3 * sizeof *gI);
    memset (gII, 0, 3 * sizeof *gII);
    for (int side = 0; side < 2; side++) {
        const Half *a = h + side, *da = d + side;
        const double sign = side == 0 ? 1 : -1;

        add_cross3 (sign, da->W, a->X, gI);
        add_cross3 (sign, a->W, da->X, gI);
        add_cross3 (sign, da->A, a->X, gII);
        add_cross3 (sign, a->A, da->X, gII);
        add_double (sign, da->W, a->W, a->X, gII);
        add_double (sign, a->W, da->W, a->X, gII);
        add_double (sign, a->W, a->W, da->X, gII);
    }
    for (int c = 0; c < 3; c++) {
        g[c] = d[0].X[c] - d[1].X[c];
        D[c] = h[0].W[c] - h[1].W[c], dD[c] = d[0].W[c] - d[1].W[c];
        B[c] = h[0].A[c] - h[1].A[c], dB[c] = d[0].A[c] - d[1].A[c];
    }
    for (int j = 0; j < 2; j++) {
        const double *n = h[0].U[0], *s = h[1].U[j], *dn = d[0].U[0], *ds = d[1].U[j];
        double K[3], K1[3], dK[3] = {0, 0, 0}, dK1[3] = {0, 0, 0};

        linkage_axis (h, h + 1, j, K, K1);
        add_cross3 (1, dn, s, dK);
        add_cross3 (1, n, ds, dK);
        add_spin (d[0].W, n, s, dK1);
        add_spin (h[0].W, dn, s, dK1);
        add_spin (h[0].W, n, ds, dK1);
        add_double (1, dn, h[1].W, s, dK1);
        add_double (1, n, d[1].W, s, dK1);
        add_double (1, n, h[1].W, ds, dK1);
        g[3 + j] = dot3 (dn, s) + dot3 (n, ds);
        gI[3 + j] = dot3 (dD, K) + dot3 (D, dK);
        gII[3 + j] = dot3 (dB, K) + dot3 (B, dK) + dot3 (dD, K1) + dot3 (D, dK1);
    }
}

/* derivatives of the torques of both sides */
static void torque_derivatives (const Half *h, const Half *d, const double *lambda, double *Ta,
                                double *Tb)
{
    memset (Ta, 0, 3 * sizeof *Ta);
    for (int j = 0; j < 2; j++) {
        add_cross3 (lambda[3 + j], d[0].U[0], h[1].U[j], Ta);
        add_cross3 (lambda[3 + j], h[0].U[0], d[1].U[j], Ta);
    }
    memcpy (Tb, Ta, 3 * sizeof *Ta);
    add_cross3 (1, d[0].X, lambda, Ta);
    add_cross3 (1, d[1].X, lambda, Tb);
}

/* The derivatives with respect to v (columns of V) and to positions and turns (columns of T, six
 * for each rod), rows of rda, ld apart. */
typedef struct Derivatives {
    double *V, *T;
    int ld, gI, g, dyn;
} Derivatives;

/* a turn of the rod on one side of joint j by the unit vector number c of its body axes */
static void turn_column (const Linkage *o, const Point *e, const double *lambda, int j, int side,
                         int c, const Derivatives *out)
{
    const int i = rod_of (o, j, side);
    const double *axis = e->body[i].R + 3 * c;
    double *column = out->T + (6 * i + 3 + c) * out->ld, T[2][3], dT[2][3], y[3], rows[3][5];
    Half d[2];

    memset (d, 0, sizeof d);
    turned (&e->half[j][side], axis, d + side);
    joint_derivatives (e->half[j], d, rows[0], rows[1], rows[2]);
    for (int r = 0; r < 5; r++) {
        column[out->g + 5 * j + r] += rows[0][r];
        column[out->gI + 5 * j + r] += rows[1][r];
        column[5 * j + r] += rows[2][r];
    }
    linkage_torques (e->half[j], lambda, T[0], T[1]);
    torque_derivatives (e->half[j], d, lambda, dT[0], dT[1]);
    add_cross3 (-1, axis, T[side], dT[side]); /* body axes turn, too */
    for (int other = 0; other < 2; other++) {
        const int b = rod_of (o, j, other);

        if (b < 0)
            continue;
        turn3_back (e->body[b].R, dT[other], y);
        for (int r = 0; r < 3; r++)
            column[out->dyn + 6 * b + 3 + r] += other == 0 ? -y[r] : y[r];
    }
}

/* r, r', and omega of the rod on one side of joint j */
static void other_columns (const Linkage *o, const Point *e, int j, int side,
                           const Derivatives *out)
{
    const int i = rod_of (o, j, side);
    const double sign = side == 0 ? 1 : -1;

    for (int c = 0; c < 3; c++) {
        double *column = out->V + (6 * i + 3 + c) * out->ld, rows[3][5];
        Half d[2];

        out->T[out->g + 5 * j + c + (6 * i + c) * out->ld] += sign;
        out->V[out->gI + 5 * j + c + (6 * i + c) * out->ld] += sign;
        memset (d, 0, sizeof d);
        memcpy (d[side].W, e->body[i].R + 3 * c, sizeof d[side].W);
        joint_derivatives (e->half[j], d, rows[0], rows[1], rows[2]);
        for (int r = 0; r < 5; r++) {
            column[out->gI + 5 * j + r] += rows[1][r];
            column[5 * j + r] += rows[2][r];
        }
    }
}

/* d (J omega x omega)/d omega */
static void gyroscopic (const Linkage *o, const double *v, const Derivatives *out)
{
    for (int i = 0; i < rods_of (o); i++)
        for (int c = 0; c < 3; c++) {
            const double *w = v + 6 * i + 3;
            double *f = out->V + (6 * i + 3 + c) * out->ld + out->dyn + 6 * i + 3;
            double L[3], unit[3] = {0, 0, 0}, dL[3] = {0, 0, 0};

            for (int r = 0; r < 3; r++)
                L[r] = inertia (o, 6 * i + 3 + r) * w[r];
            unit[c] = 1;
            dL[c] = inertia (o, 6 * i + 3 + c);
            add_cross3 (1, dL, w, f);
            add_cross3 (1, L, unit, f);
        }
}

/* n columns of rows gII += G Z M^-1 f_dyn; G Z are the rows gI of the columns V */
static void add_accelerations (const Linkage *o, const Derivatives *s, int n, double *columns)
{
    for (int j = 0; j <= rods_of (o); j++)
        for (int side = 0; side < 2; side++)
            for (int c = 0; rod_of (o, j, side) >= 0 && c < 6; c++) {
                const int k = 6 * rod_of (o, j, side) + c;

                for (int r = 5 * j; r < 5 * j + 5; r++) {
                    const double G = s->V[s->gI + r + k * s->ld] / inertia (o, k);

                    for (int l = 0; G != 0 && l < n; l++)
                        columns[r + l * s->ld] += G * columns[s->dyn + k + l * s->ld];
                }
            }
}

/* columns of p from those of the turns; e, f_kin */
static void position_columns (const Linkage *o, const double *v, const double *p,
                              const Derivatives *s, double *J, int ldj)
{
    const int B = rods_of (o), kin = s->dyn + 6 * B;

    for (int i = 0; i < B; i++) {
        const double *e = p + 7 * i + 3, *turns = s->T + (6 * i + 3) * s->ld;
        double *Je = J + (7 * i + 3) * ldj, E[12];

        for (int c = 0; c < 3; c++) {
            memcpy (J + (7 * i + c) * ldj, s->T + (6 * i + c) * s->ld, (size_t)kin * sizeof *J);
            s->V[kin + 7 * i + c + (6 * i + c) * s->ld] = 1;
        }
        for (int r = 0; r < kin; r++)
            turns_to_quaternion (e, turns + r, s->ld, Je + r, ldj);
        quaternion_matrix (e, E);
        for (int c = 0; c < 4; c++) {
            double unit[4] = {0, 0, 0, 0};

            unit[c] = 1;
            Je[s->g - B + i + c * ldj] = 2 * e[c];
            quaternion_rate (unit, v + 6 * i + 3, Je + kin + 7 * i + 3 + c * ldj);
            for (int k = 0; k < 3; k++)
                s->V[kin + 7 * i + 3 + c + (6 * i + 3 + k) * s->ld] = E[c + 4 * k] / 2;
        }
    }
}

int linkage_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Linkage *o = user;
    const int B = rods_of (o), nl = nl_of (o), nv = 6 * B;
    double turns[ROWS * NV];
    const Derivatives s = {J + nl * ldj, turns, ldj, nl, 2 * nl + B, 3 * nl + B};
    Point e;

    (void)t;
    if (ldj > ROWS)
        return -1;
    memset (turns, 0, (size_t)(ldj * nv) * sizeof *turns);
    linkage_evaluate (o, x, &e);
    for (int j = 0; j <= B; j++)
        for (int side = 0; side < 2; side++) {
            if (rod_of (o, j, side) < 0)
                continue;
            other_columns (o, &e, j, side, &s);
            for (int c = 0; c < 3; c++)
                turn_column (o, &e, x + 5 * j, j, side, c, &s);
        }
    for (int r = 0; r < nl; r++)
        for (int k = 0; k < nv; k++)
            J[s.dyn + k + r * ldj] = -s.V[nl + r + k * ldj];
    gyroscopic (o, x + nl, &s);
    add_accelerations (o, &s, nl + nv, J);
    add_accelerations (o, &s, nv, turns);
    position_columns (o, x + nl, x + nl + nv, &s, J + (nl + nv) * ldj, ldj);
    return 0;
}
