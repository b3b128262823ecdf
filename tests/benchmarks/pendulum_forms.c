/* pendulum_forms.c - the pendulum (m = L = 1) in the forms that other codes integrate
 *
 *     p' = v [- 2 p eta],   v' = (0, -g) - 2 p lambda
 *     index 3: 0 = p'p - 1,   index 2: 0 = 2 p'v,   index 1: 0 = 2 v'v - 2 g p2 - 4 p'p lambda
 *     GGL:     0 = 2 p'v and 0 = p'p - 1, with eta
 *
 * written out by hand: nothing is computed that the form does not need.
 */
#include "bench.h"

#include <math.h>
#include <stddef.h>

static const double q[3] = {1, 1, 13.750371636040745655};
static const double start[6] = {1, 0, 0, 0, 0, 0};

const PendulumOrbit *pendulum_orbit (void)
{
    static PendulumOrbit orbit;

    if (! (orbit.m > 0))
        orbit = pendulum_from_rest (q, acos (-1) / 2);
    return &orbit;
}

/* y: p1 p2 v1 v2 lambda eta */
static inline void motion (const double *y, double *F)
{
    F[0] = y[2];
    F[1] = y[3];
    F[2] = -2 * y[0] * y[4];
    F[3] = -2 * y[1] * y[4] - q[2];
}

static inline void motion_jac (const double *y, double *J, int n)
{
    J[2 * n] = 1;
    J[1 + 3 * n] = 1;
    J[2] = J[3 + n] = -2 * y[4];
    J[2 + 4 * n] = -2 * y[0];
    J[3 + 4 * n] = -2 * y[1];
}

static void f1 (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    motion (y, F);
    F[4] = 2 * (y[2] * y[2] + y[3] * y[3] - q[2] * y[1]) - 4 * (y[0] * y[0] + y[1] * y[1]) * y[4];
}

static void jac1 (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)form;
    motion_jac (y, J, 5);
    J[4] = -8 * y[0] * y[4];
    J[9] = -8 * y[1] * y[4] - 2 * q[2];
    J[14] = 4 * y[2];
    J[19] = 4 * y[3];
    J[24] = -4 * (y[0] * y[0] + y[1] * y[1]);
}

static void f2 (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    motion (y, F);
    F[4] = 2 * (y[0] * y[2] + y[1] * y[3]);
}

static void jac2 (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)form;
    motion_jac (y, J, 5);
    J[4] = 2 * y[2];
    J[9] = 2 * y[3];
    J[14] = 2 * y[0];
    J[19] = 2 * y[1];
}

static void f3 (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    motion (y, F);
    F[4] = y[0] * y[0] + y[1] * y[1] - 1;
}

static void jac3 (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)form;
    motion_jac (y, J, 5);
    J[4] = 2 * y[0];
    J[9] = 2 * y[1];
}

static void f_ggl (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    motion (y, F);
    F[0] -= 2 * y[0] * y[5];
    F[1] -= 2 * y[1] * y[5];
    F[4] = 2 * (y[0] * y[2] + y[1] * y[3]);
    F[5] = y[0] * y[0] + y[1] * y[1] - 1;
}

static void jac_ggl (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)form;
    motion_jac (y, J, 6);
    J[0] = J[7] = -2 * y[5];
    J[30] = -2 * y[0];
    J[31] = -2 * y[1];
    J[4] = 2 * y[2];
    J[10] = 2 * y[3];
    J[16] = 2 * y[0];
    J[22] = 2 * y[1];
    J[5] = 2 * y[0];
    J[11] = 2 * y[1];
}

const Form pendulum_index1 = {"index 1", 5, 4, {5, 0, 0}, 2, f1, jac1, start, NULL};
const Form pendulum_index2 = {"index 2", 5, 4, {4, 1, 0}, 2, f2, jac2, start, NULL};
const Form pendulum_index3 = {"index 3", 5, 4, {2, 2, 1}, 2, f3, jac3, start, NULL};
const Form pendulum_ggl = {"GGL", 6, 4, {4, 2, 0}, 0, f_ggl, jac_ggl, start, NULL};
