/* bushing.c - stiffness and damping between two frames: force_elements.h
 *
 *     phi = log (R_A'R_B),   d phi = L (phi) R_A'(dtheta_B - dtheta_A)
 *     L v = v - phi x v / 2 + b phi x (phi x v),   b = (1 - (|phi|/2) cot (|phi|/2)) / |phi|^2
 *
 * u and phi are turned back into axes of A, the forces from them; along a direction all of it is
 * differentiated by the product rule.
 */
#include <math.h>
#include <string.h>

#include "force_elements.h"

/* below it the series of b: 1/12 + |phi|^2/720, the rest is below 1e-16 */
static const double SMALL = 1e-2;

/* ---- rotation vectors ---- */

/* of R = [a b c]: of the quaternion whose largest component is found first, so that no digits are
 * lost near half a turn */
static void rotation_vector (const double *R, double *phi)
{
    double e[4];
    const double trace = R[0] + R[4] + R[8];
    int k = R[0] > R[4] ? (R[0] > R[8] ? 0 : 2) : (R[4] > R[8] ? 1 : 2);

    if (trace > R[4 * k]) {
        e[0] = 1 + trace;
        e[1] = R[5] - R[7];
        e[2] = R[6] - R[2];
        e[3] = R[1] - R[3];
    } else {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        e[1 + k] = 1 + 2 * R[4 * k] - trace;
        e[1 + i] = R[i + 3 * k] + R[k + 3 * i];
        e[1 + j] = R[j + 3 * k] + R[k + 3 * j];
        e[0] = R[j + 3 * i] - R[i + 3 * j];
    }
    /* phi = 2 atan2 (|e|, e0) e / |e|, e0 >= 0 */
    const double sign = e[0] < 0 ? -1 : 1, size = sqrt (geoms_dot3 (e + 1, e + 1)),
                 factor = size > 0 ? 2 * atan2 (size, sign * e[0]) / size : 0;
    for (int i = 0; i < 3; i++)
        phi[i] = sign * factor * e[1 + i];
}

/* L (phi) v */
static void rotation_rate (const double *phi, const double *v, double *rate)
{
    const double square = geoms_dot3 (phi, phi), half = sqrt (square) / 2,
                 b = half < SMALL ? 1.0 / 12 + square / 720 : (1 - half / tan (half)) / square;
    double across[3];

    geoms_cross (phi, v, across);
    geoms_set3 (v, rate);
    geoms_axpy3 (-0.5, across, rate);
    double twice[3];
    geoms_cross (phi, across, twice);
    geoms_axpy3 (b, twice, rate);
}

/* ---- in axes of A ---- */

/* the columns of A's frame as a matrix */
static void frame_of (const GeomsTreeSides *sides, int side, double *R)
{
    for (int k = 0; k < 3; k++)
        geoms_set3 (sides->axis[side][k].x, R + 3 * k);
}

/* (u; phi), (u'; w), both in axes of A */
static void strains (const GeomsTreeSides *sides, double *strain, double *rate)
{
    const double *w_A = sides->motion[0].V, *w_B = sides->motion[1].V;
    double A[9], B[9], AB[9], v[3], w[3];

    frame_of (sides, 0, A);
    frame_of (sides, 1, B);
    geoms_turn_back3 (A, sides->span.x, strain);
    for (int k = 0; k < 3; k++)
        geoms_turn_back3 (A, B + 3 * k, AB + 3 * k);
    rotation_vector (AB, strain + 3);
    geoms_set3 (sides->span.d, v);
    geoms_add_cross (sides->span.x, w_A, v);
    geoms_turn_back3 (A, v, rate);
    for (int k = 0; k < 3; k++)
        w[k] = w_B[k] - w_A[k];
    geoms_turn_back3 (A, w, rate + 3);
}

/* y = A x + B z, 6 x 6 */
static void stress (const double *A, const double *x, const double *B, const double *z, double *y)
{
    memset (y, 0, 6 * sizeof *y);
    for (int j = 0; j < 6; j++) {
        geoms_axpy6 (x[j], A + 6 * j, y);
        geoms_axpy6 (z[j], B + 6 * j, y);
    }
}

/* force F and moment N on B at P_B, the opposite on A there; on the wrenches add scale times them
 * */
static void put (double scale, const double *F, const double *N, const double *P,
                 double wrench[2][6])
{
    double n[3];

    geoms_cross (P, F, n);
    for (int i = 0; i < 2; i++) {
        const double s = i == 0 ? -scale : scale;
        geoms_axpy3 (s, n, wrench[i]);
        geoms_axpy3 (s, N, wrench[i]);
        geoms_axpy3 (s, F, wrench[i] + 3);
    }
}

void geoms_bushing_wrenches (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                             double wrench[2][6])
{
    double strain[6], rate[6], in_A[6], A[9], F[3], N[3];

    strains (sides, strain, rate);
    stress (f->K, strain, f->D, rate, in_A);
    frame_of (sides, 0, A);
    geoms_turn3 (A, in_A, F);
    geoms_turn3 (A, in_A + 3, N);
    put (-1, F, N, sides->at[1].x, wrench);
}

/* ---- along a direction ---- */

/* turns of A and of B, dtheta: nothing of a body that stays; changes of w */
static const double *turn_of (const GeomsTreeSides *along, int side, const int moves[2])
{
    static const double none[6];
    return moves[side] ? along->motion[side].S : none;
}
static const double *spin_of (const GeomsTreeSides *along, int side, const int moves[2])
{
    static const double none[6];
    return moves[side] ? along->motion[side].V : none;
}

/* A'(dx - dtheta x x) = A'(dx + x x dtheta): the derivative of A'x */
static void turned_along (const double *A, const double *x, const double *dx, const double *turn,
                          double *y)
{
    double z[3];

    geoms_set3 (dx, z);
    geoms_add_cross (x, turn, z);
    geoms_turn_back3 (A, z, y);
}

void geoms_bushing_wrenches_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                                   const GeomsTreeSides *along, double wrench[2][6])
{
    const double *w_A = sides->motion[0].V, *w_B = sides->motion[1].V,
                 *turn = turn_of (along, 0, along->moves),
                 *turn_B = turn_of (along, 1, along->moves),
                 *spin = spin_of (along, 0, along->moves),
                 *spin_B = spin_of (along, 1, along->moves);
    double strain[6], rate[6], in_A[6], dstrain[6], drate[6], din_A[6], A[9], x[3], dx[3], F[3],
        N[3], dF[3], dN[3];

    strains (sides, strain, rate);
    stress (f->K, strain, f->D, rate, in_A);
    frame_of (sides, 0, A);
    /* u, phi */
    turned_along (A, sides->span.x, along->span.x, turn, dstrain);
    for (int k = 0; k < 3; k++)
        x[k] = turn_B[k] - turn[k];
    geoms_turn_back3 (A, x, dx);
    rotation_rate (strain + 3, dx, dstrain + 3);
    /* u', w */
    geoms_set3 (sides->span.d, x);
    geoms_add_cross (sides->span.x, w_A, x);
    geoms_set3 (along->span.d, dx);
    geoms_add_cross (along->span.x, w_A, dx);
    geoms_add_cross (sides->span.x, spin, dx);
    turned_along (A, x, dx, turn, drate);
    for (int k = 0; k < 3; k++) {
        x[k] = w_B[k] - w_A[k];
        dx[k] = spin_B[k] - spin[k];
    }
    turned_along (A, x, dx, turn, drate + 3);
    /* F = A in_A: dF = A din_A + dtheta x F */
    stress (f->K, dstrain, f->D, drate, din_A);
    geoms_turn3 (A, in_A, F);
    geoms_turn3 (A, in_A + 3, N);
    geoms_turn3 (A, din_A, dF);
    geoms_turn3 (A, din_A + 3, dN);
    geoms_add_cross (turn, F, dF);
    geoms_add_cross (turn, N, dN);
    put (-1, dF, dN, sides->at[1].x, wrench);
    /* its arm moves */
    static const double none[3];
    double arm[3];
    geoms_cross (along->at[1].x, F, arm);
    put (-1, none, arm, sides->at[1].x, wrench);
}
