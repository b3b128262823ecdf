/* inertia.h - the 21 numbers of a symmetric 6 x 6 matrix A that takes accelerations to wrenches
 *
 *     A = [I C; C' M],   I, M symmetric (xx yy zz xy xz yz),  C by columns
 *
 * of a rigid body about a point at -c from its centre of mass: I about the point, C = [m c], M = m.
 */
#ifndef GEOMS_INERTIA_H
#define GEOMS_INERTIA_H

#include "vector.h"

enum { GEOMS_INERTIA = 21 }; /* I at 0, C at 6, M at 15 */

GEOMS_INLINE void geoms_symmetric3 (const double *S, const double *x, double *y)
{
    y[0] = S[0] * x[0] + S[3] * x[1] + S[4] * x[2];
    y[1] = S[3] * x[0] + S[1] * x[1] + S[5] * x[2];
    y[2] = S[4] * x[0] + S[5] * x[1] + S[2] * x[2];
}

/* f = A a */
GEOMS_INLINE void geoms_inertia_apply (const double *A, const double *a, double *f)
{
    const double *C = A + 6;
    double part[3];

    geoms_symmetric3 (A, a, f);
    geoms_turn3 (C, a + 3, part);
    geoms_axpy3 (1, part, f);
    geoms_symmetric3 (A + 15, a + 3, f + 3);
    geoms_turn_back3 (C, a, part);
    geoms_axpy3 (1, part, f + 3);
}

/* f = A (w; 0) */
GEOMS_INLINE void geoms_inertia_turn (const double *A, const double *w, double *f)
{
    geoms_symmetric3 (A, w, f);
    geoms_turn_back3 (A + 6, w, f + 3);
}

/* S += s u u' */
GEOMS_INLINE void geoms_add_square (double s, const double *u, double *S)
{
    const double x = s * u[0], y = s * u[1], z = s * u[2];

    S[0] += x * u[0];
    S[1] += y * u[1];
    S[2] += z * u[2];
    S[3] += x * u[1];
    S[4] += x * u[2];
    S[5] += y * u[2];
}

/* A += s U U' */
GEOMS_INLINE void geoms_inertia_add_square (double s, const double *U, double *A)
{
    double *C = A + 6;

    geoms_add_square (s, U, A);
    GEOMS_UNROLL
    for (int j = 0; j < 3; j++)
        geoms_axpy3 (s * U[3 + j], U, C + 3 * j);
    geoms_add_square (s, U + 3, A + 15);
}

/* sum += T'A T for T of geoms_carry:  C2 = C + [l] M,  I2 = I - C2 [l] + [l] C',  M2 = M */
GEOMS_INLINE void geoms_inertia_add_carried_back (const double *l, const double *A, double *sum)
{
    const double *C = A + 6, *M = A + 15;
    const double M1[3] = {M[0], M[3], M[4]}, M2[3] = {M[3], M[1], M[5]}, M3[3] = {M[4], M[5], M[2]};
    double C2[9], L[9], K[9];

    /* C2 by columns; [l] C' by columns: l x the rows of C */
    memcpy (C2, C, sizeof C2);
    geoms_add_cross (l, M1, C2);
    geoms_add_cross (l, M2, C2 + 3);
    geoms_add_cross (l, M3, C2 + 6);
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        const double row[3] = {C[i], C[3 + i], C[6 + i]};
        geoms_cross (l, row, L + 3 * i);
    }
    /* - C2 [l] by columns: [l] e1 = (0, l3, -l2), ... */
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        K[i] = C2[6 + i] * l[1] - C2[3 + i] * l[2];
        K[3 + i] = C2[i] * l[2] - C2[6 + i] * l[0];
        K[6 + i] = C2[3 + i] * l[0] - C2[i] * l[1];
    }
    /* sums */
    sum[0] += A[0] + L[0] + K[0];
    sum[1] += A[1] + L[4] + K[4];
    sum[2] += A[2] + L[8] + K[8];
    sum[3] += A[3] + L[3] + K[3];
    sum[4] += A[4] + L[6] + K[6];
    sum[5] += A[5] + L[7] + K[7];
    GEOMS_UNROLL
    for (int i = 0; i < 9; i++)
        sum[6 + i] += C2[i];
    GEOMS_UNROLL
    for (int i = 0; i < 6; i++)
        sum[15 + i] += M[i];
}

/* A of a rigid body turned by R: mass, mc = mass times centre, I (6) about the origin, in its
 * frame;
 * mc_w = R mc is given back */
GEOMS_INLINE void geoms_inertia_of (double mass, const double *mc, const double *I, const double *R,
                                    double *A, double *mc_w)
{
    double RI[9];

    /* R I R' */
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        const double row[3] = {R[i], R[3 + i], R[6 + i]};
        double y[3];
        geoms_symmetric3 (I, row, y);
        RI[i] = y[0], RI[3 + i] = y[1], RI[6 + i] = y[2];
    }
    A[0] = RI[0] * R[0] + RI[3] * R[3] + RI[6] * R[6];
    A[1] = RI[1] * R[1] + RI[4] * R[4] + RI[7] * R[7];
    A[2] = RI[2] * R[2] + RI[5] * R[5] + RI[8] * R[8];
    A[3] = RI[0] * R[1] + RI[3] * R[4] + RI[6] * R[7];
    A[4] = RI[0] * R[2] + RI[3] * R[5] + RI[6] * R[8];
    A[5] = RI[1] * R[2] + RI[4] * R[5] + RI[7] * R[8];
    /* [m c], m */
    geoms_turn3 (R, mc, mc_w);
    A[6] = A[10] = A[14] = 0;
    A[7] = mc_w[2], A[8] = -mc_w[1], A[9] = -mc_w[2];
    A[11] = mc_w[0], A[12] = mc_w[1], A[13] = -mc_w[0];
    A[15] = A[16] = A[17] = mass;
    A[18] = A[19] = A[20] = 0;
}

/* p = ( w x I w ; w x (w x mc) ) - wrench for A, mc of geoms_inertia_of */
GEOMS_INLINE void geoms_inertia_bias (const double *A, const double *mc, const double *w,
                                      const double *wrench, double *p)
{
    double y[3];

    geoms_symmetric3 (A, w, y);
    geoms_cross (w, y, p);
    geoms_cross (w, mc, y);
    geoms_cross (w, y, p + 3);
    geoms_axpy6 (-1, wrench, p);
}

#endif
