/* linear.h - derivatives of the equations of a tree along its coordinates
 *
 * Motions and wrenches stand about one common point, the origin of the first body:
 *
 *     V x m = (w x m_w; w x m_v + v x m_w),   V x* f = (w x n + v x F; w x F)
 *
 * Direction k is a change of coordinate k that turns or moves its column S_k and all behind it; of
 * quaternions it is a turn about an axis of the body. With V_-, A_- of the motion before the column
 *
 *     psi' = V_- x S,   psi'' = A_- x S + V_- x psi',   S' = V_- x S (spherical: V x S)
 *     d V = S_k x V + psi'_k,   d A = S_k x A + psi'_k x V + psi''_k      of the bodies behind it
 *
 * Joints of the user's: mapped.h.
 *
 * Singh, Russo, Wensing, IEEE RA-L 7 (2022); Echeandia, Wensing, J. Comput. Nonlinear Dyn. 16
 * (2021).
 */
#ifndef GEOMS_TREE_LINEAR_H
#define GEOMS_TREE_LINEAR_H

#include "model/pattern.h"
#include "tree.h"

/* V x m, V x* f */
GEOMS_INLINE void geoms_motion_cross (const double *V, const double *m, double *to)
{
    geoms_cross (V, m, to);
    geoms_cross (V, m + 3, to + 3);
    geoms_add_cross (V + 3, m, to + 3);
}
GEOMS_INLINE void geoms_wrench_cross (const double *V, const double *f, double *to)
{
    geoms_cross (V, f, to);
    geoms_add_cross (V + 3, f + 3, to);
    geoms_cross (V, f + 3, to + 3);
}

typedef struct GeomsTreeColumn {
    double S[6], psi1[6], psi2[6], S1[6]; /* S, psi', psi'', S'                                */
    double falling[6];                    /* psi'' with gravity: derivatives.c                 */
} GeomsTreeColumn;

typedef struct GeomsTreeLinear {
    const GeomsTreeState *state;
    double origin[3];        /* the common point, O                                            */
    GeomsTreeColumn *column; /* nv, then those that are driven                                 */
    double *V, *A;           /* 6 x count: of bodies about the common point; 0 at the ground     */
    double *I, *B, *f;       /* 21, 36, 6 x count: I, 2B, f, then of all that hangs there        */
    double *along;           /* of maps: dS_l/dq_k                                             */
} GeomsTreeLinear;

/* of a joint of the user's: what its coordinate number k changes in its columns, 6 each */
static inline double *geoms_tree_along (const GeomsTreeLinear *s, const GeomsTreeBody *b, int k)
{
    return s->along + 6 * GEOMS_MOST_COLUMNS * (GEOMS_MOST_COLUMNS * b->map + k);
}

void geoms_tree_linear_create (GeomsTreeLinear *s, const GeomsTreeState *state, GeomsArena *arena);

/* linear.c: columns, V and A at the state's frames and velocities (place, move), for v' (nv), or
 * NULL: 0 */
void geoms_tree_linearise (GeomsTreeLinear *s, const double *v, const double *vdot);
/* mapped.c: the same of one body on a joint of the user's; V, A of its predecessor become its
 * own */
void geoms_map_pass (GeomsTreeLinear *s, int i, const double *vdot, double *V, double *A);
/* the common point, and V of body i alone, which is all that forces ask for */
void geoms_tree_linear_begin (GeomsTreeLinear *s);
void geoms_tree_linear_velocity (GeomsTreeLinear *s, int i);
/* linear.c, after linearise and with the bodies' own A (load): I, 2B and f of body i alone,
 *
 *     h = I V,   f = I (A + (0; -g)) + V x* h,   2B e = V x* (I e) - I (V x e) + e x* h,
 *     of a turn  2B (a; 0) = (w x J a + v x C'a - J (w x a) - C (v x a) + a x L; 2 a x P),
 *     of a translation 0;   V = (w; v), I = [J C; C' m 1], h = (L; P) */
void geoms_tree_linear_body (GeomsTreeLinear *s, int i);
/* derivatives.c: psi'' where the ground is accelerated by -gravity, `falling` of the columns */
void geoms_tree_let_fall (GeomsTreeLinear *s);
/* after linearise and with the bodies' own A (load): d ID/d q along the directions and
 * d ID/d v (nv x nv), or the values of a pattern of both, wrenches of forces left out */
void geoms_tree_inverse_derivatives (GeomsTreeLinear *s, const GeomsPattern *pattern, double *by_q,
                                     double *by_v);

#endif
