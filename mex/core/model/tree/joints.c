/* joints.c - the joint catalogue: frame, columns and velocity of the body behind a joint
 *
 *     l = R_pi r + R_F d (q),   R = R_F Q (q),   columns J_k = (rotation; translation at O)
 *
 *     joint         d              Q                 columns
 *     revolute      0              Rz(q)             (z; 0)
 *     prismatic     z q            1                 (0; z)
 *     screw         h z q          Rz(q)             (z; h z)
 *     cylindrical   z q1           Rz(q2)            (0; z), (z; 0)
 *     universal     0              Rx(q1) Ry(q2)     (x; 0), (y1; 0)
 *     planar        x q1 + y q2    Rz(q3)            (0; x), (0; y), (z; 0)
 *     spherical     0              R(e)              (R e_k; 0)
 *     free          y              R(e)              (0; R_F e_k), (R e_k; 0)
 *
 * The rotation part of c is the sum of w x n_k q'_k, w that before column k; for spherical and free
 * joints w_pi x R omega.
 */
#include <math.h>
#include <string.h>

#include "tree.h"

void geoms_quaternion_turn (const double *e, double *R)
{
    const double s = 2 / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    const double x = s * e[1], y = s * e[2], z = s * e[3];

    R[0] = 1 - (y * e[2] + z * e[3]);
    R[1] = x * e[2] + z * e[0];
    R[2] = x * e[3] - y * e[0];
    R[3] = x * e[2] - z * e[0];
    R[4] = 1 - (x * e[1] + z * e[3]);
    R[5] = y * e[3] + x * e[0];
    R[6] = x * e[3] + y * e[0];
    R[7] = y * e[3] - x * e[0];
    R[8] = 1 - (x * e[1] + y * e[2]);
}

void geoms_quaternion_rate (const double *e, const double *omega, double *rate)
{
    const double x = 0.5 * omega[0], y = 0.5 * omega[1], z = 0.5 * omega[2];

    rate[0] = -(e[1] * x + e[2] * y + e[3] * z);
    rate[1] = e[0] * x + e[2] * z - e[3] * y;
    rate[2] = e[0] * y + e[3] * x - e[1] * z;
    rate[3] = e[0] * z + e[1] * y - e[2] * x;
}

/* R = F Rz (q): two columns turn into each other, the third stays */
static inline void turn_about (int axis, const double *F, double q, double *R)
{
    const double s = sin (q), c = cos (q);
    const double *x = F + 3 * ((axis + 1) % 3), *y = F + 3 * ((axis + 2) % 3), *z = F + 3 * axis;
    double *to_x = R + 3 * ((axis + 1) % 3), *to_y = R + 3 * ((axis + 2) % 3), *to_z = R + 3 * axis;

    for (int i = 0; i < 3; i++) {
        to_x[i] = c * x[i] + s * y[i];
        to_y[i] = c * y[i] - s * x[i];
        to_z[i] = z[i];
    }
}

static void column (double *J, const double *rotation, const double *translation)
{
    memset (J, 0, 6 * sizeof *J);
    if (rotation != NULL)
        geoms_set3 (rotation, J);
    if (translation != NULL)
        geoms_set3 (translation, J + 3);
}

/* the frequent one by itself */
static void place_hinge (const GeomsTreeBody *b, const double *R_pi, double q, double *R, double *l,
                         double *J)
{
    const double s = sin (q), c = cos (q), *E = b->turn;
    double x[3], y[3];

    geoms_turn3 (R_pi, E, x);
    geoms_turn3 (R_pi, E + 3, y);
    geoms_turn3 (R_pi, E + 6, R + 6);
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        R[i] = c * x[i] + s * y[i];
        R[3 + i] = c * y[i] - s * x[i];
        J[i] = R[6 + i];
        J[3 + i] = 0;
    }
    geoms_turn3 (R_pi, b->at, l);
}

/* spherical and free: a point in the frame before, if it is free, and a quaternion */
static void place_quaternion (const GeomsTreeBody *b, const double *F, const double *q, double *R,
                              double *l, double *J)
{
    double turn[9];

    for (int k = 0; b->joint == GEOMS_JOINT_FREE && k < 3; k++, q++, J += 6) {
        geoms_axpy3 (*q, F + 3 * k, l);
        column (J, NULL, F + 3 * k);
    }
    geoms_quaternion_turn (q, turn);
    geoms_multiply3 (F, turn, R);
    for (int k = 0; k < 3; k++)
        column (J + 6 * k, R + 3 * k, NULL);
}

void geoms_joint_place (const GeomsTreeBody *b, const double *R_pi, const double *q, double *R,
                        double *l, double *J)
{
    double turned[9], between[9];
    const double *F = R_pi;

    if (b->joint == GEOMS_JOINT_REVOLUTE) {
        place_hinge (b, R_pi, q[0], R, l, J);
        return;
    }
    if (! b->straight) {
        geoms_multiply3 (R_pi, b->turn, turned);
        F = turned;
    }
    geoms_turn3 (R_pi, b->at, l);
    switch (b->joint) {
    case GEOMS_JOINT_FIXED:
        memcpy (R, F, 9 * sizeof *R);
        break;
    case GEOMS_JOINT_PRISMATIC:
        memcpy (R, F, 9 * sizeof *R);
        geoms_axpy3 (q[0], F + 6, l);
        column (J, NULL, F + 6);
        break;
    case GEOMS_JOINT_SCREW:
        turn_about (2, F, q[0], R);
        geoms_axpy3 (b->pitch * q[0], F + 6, l);
        column (J, F + 6, NULL);
        geoms_axpy3 (b->pitch, F + 6, J + 3);
        break;
    case GEOMS_JOINT_CYLINDRICAL:
        turn_about (2, F, q[1], R);
        geoms_axpy3 (q[0], F + 6, l);
        column (J, NULL, F + 6);
        column (J + 6, F + 6, NULL);
        break;
    case GEOMS_JOINT_UNIVERSAL:
        turn_about (0, F, q[0], between);
        turn_about (1, between, q[1], R);
        column (J, F, NULL);
        column (J + 6, between + 3, NULL);
        break;
    case GEOMS_JOINT_PLANAR:
        turn_about (2, F, q[2], R);
        geoms_axpy3 (q[0], F, l);
        geoms_axpy3 (q[1], F + 3, l);
        column (J, NULL, F);
        column (J + 6, NULL, F + 3);
        column (J + 12, F + 6, NULL);
        break;
    case GEOMS_JOINT_SPHERICAL:
    case GEOMS_JOINT_FREE:
        place_quaternion (b, F, q, R, l, J);
        break;
    default:
        break;
    }
}

void geoms_joint_move (const GeomsTreeBody *b, const double *J, const double *w_pi, const double *v,
                       double *relative, double *c)
{
    const int one_by_one = ! geoms_joint_turns (b->joint);
    double w[3];

    memset (relative, 0, 6 * sizeof *relative);
    memset (c, 0, 3 * sizeof *c);
    geoms_set3 (w_pi, w);
    for (int k = 0; k < b->columns + b->driven; k++, J += 6) {
        double across[3];
        geoms_cross (w, J, across);
        geoms_axpy3 (v[k], across, c);
        geoms_axpy6 (v[k], J, relative);
        if (one_by_one)
            geoms_axpy3 (v[k], J, w);
    }
}
