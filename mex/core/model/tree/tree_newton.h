/* tree_newton.h - Newton systems of a tree for given multipliers, factorised in O(N)
 *
 *     (sigma^2 M + sigma dID/dv + dID/dq) delta = M r,   delta along the directions of linear.h
 *
 * A change of a body's motion is u = (x; y; s): its turn and move s, dV = y + s x V, dA = x + s x A
 * + y x V, all about the common point. With dv = W delta - c of the joint's columns
 *
 *     u = u_pi + sum G_k delta_k - g,   g = sum Gv_k c_k + (S_k; 0; 0) r_k
 *     Gv_k = (sigma S + psi' + S'; S; 0),   G_k = sum_l Gv_l W_lk + (psi''; psi'; S)
 *
 * W = sigma and c = r_p where p' = v; of quaternions, with r_p = e o (rho0, rho), v the velocities,
 *
 *     W = sigma + [v]/2 + v v'/(4 sigma),   c = 2 rho + v rho0 / sigma,
 *     de = e o ((rho0 - v'delta/4) / sigma, delta/2)
 *
 * which is p' = Z v, linearised. Bodies are eliminated inward, joint by joint, with the wrench
 * f = Phi u + Psi u_pi + phi of all that hangs on a body, about the common point:
 *
 *     w_k = Phi G_k + S_k x* f,
 *     D_kl = S_k.Phi G_l + S_k.(S_l x* f) (l behind k) - forces in joints
 *            (of the user's S_k.(S_l x* f) + (dS_k/dq_l).f)
 *     rho = D^-1 S'(Phi + Psi),   z = - D^-1 S'(phi - Phi g)
 *     Phi_pi += Phi + Psi + X - (w + X G) rho,   phi_pi += phi - (Phi + X) g + (w + X G) z
 *     outward:  delta = z - rho u_pi
 *
 * Phi begins as [I, 2B, 0] of the body, less the derivatives of wrenches that it moves. Psi and X
 * are those of forces between a body and its predecessor: on the body by u_pi, on the predecessor
 * by u. Forces between other bodies have no place here;
 * of a loop between such bodies what each side does to itself has (`near`).
 */
#ifndef GEOMS_TREE_NEWTON_H
#define GEOMS_TREE_NEWTON_H

#include "linear.h"

/* x, y and, where forces act on bodies, s */
enum { GEOMS_SWEEP_NARROW = 12, GEOMS_SWEEP_WIDE = 18 };

/* numbers of the factors for one sigma, two for each complex one */
typedef struct GeomsTreeSlot {
    int made;
    double re, im;                 /* sigma                                                    */
    double *Phi;                   /* 6 x wide of each body                                     */
    double *G, *rho;               /* wide x nv                                                 */
    double *w, *H, *I;             /* 6 x nv: w + X G; Phi Gv; Phi (S; 0; 0)                     */
    double *D;                     /* factors of D: at 6 k for a joint whose first column is k    */
    double *cross;                 /* of each body that has them X, then Psi, 6 x wide            */
    double *phi, *u, *z, *c;       /* work: 6, wide of each body; nv, nv                        */
} GeomsTreeSlot;

/* a force between bodies: derivatives of the wrench on side i by u of side j (6 x 12: y, s); of
 * `series` those of r' (12) and of the wrenches by r (6) */
typedef struct GeomsTreeStiffness {
    double K[2][2][72], flow[2][12], line[2][6], rate;
    int series, body[2], near;
    double wrench[2][6];
} GeomsTreeStiffness;

typedef struct GeomsTreeNewton {
    GeomsTreeLinear *linear;       /* columns with psi' + S' for S', I and 2B of each body alone, f
                                      of all behind it                                         */
    int wide;
    int elements;                  /* forces between bodies                                      */
    GeomsTreeStiffness *element;
    int *couples;                  /* count: which X and Psi, -1: none                           */
    int coupled;
    double *by_q, *by_v;           /* nv: of forces in joints                                    */
    double *v, *p;                 /* of the linearisation                                       */
    int *pivot;                    /* 2 nv: of D of both slots                                    */
    GeomsTreeSlot slot[2];         /* real, complex                                             */
} GeomsTreeNewton;

/* tree_sweep.c: not 0 if singular; dx of residuals of r, v, p, imaginary parts where complex */
int geoms_tree_sweep_factor (GeomsTreeNewton *s, int slot);
void geoms_tree_sweep_solve (GeomsTreeNewton *s, int slot, int nr, const double *re,
                             const double *im, double *dx_re, double *dx_im);

#endif
