/* equations.h - dimensions, blocks of x and of rda, the user's callbacks, the Jacobian
 *
 * Notation, here for all of the core; the equations themselves are in geoms_model.h:
 *
 *     x   = [ x1 | x2 | x3 | x4 ] = [ w lambda mu | r | v | s p ]       unknowns
 *     rda = [ d gII hI | gI h~ e | c g | b | f_dyn | f_kin ]            reduced derivative array
 *
 *     p v s r w     positions, velocities, contact variables, force elements, auxiliary variables
 *     M f Z         p' = Z v,   M v' = f - C' l
 *     g h~ e        holonomic and nonholonomic constraints, invariants
 *     gI gII hI     dg/dt, d2g/dt2, dh~/dt along the motion
 *     G H C         G = dg/dp,  h~ = H Z v + h,  C = [G; H] Z
 *     lambda mu l   multipliers of g and of h~;  l = [lambda; mu]
 *     b' b'' gamma  [gI; h~] = C v + b',  [gII; hI] = C v' + b'',  gamma = b''
 *     a alpha       accelerations v' of forms that solve for them; where a are rows: alpha
 *
 *     a b J_a J_b   algebraic and differential rows of a form, their derivatives;  b - M x' = 0
 *     K N P         kernels of blocks of J_a;  dx = N y - P a,  J_a N = 0,  J_a P = I
 *     S S_v S_p     selector: rows of b - M x' that are integrated, those of v and of p
 *     E E1 E2       Newton matrix S (sigma M - J_b) N;  those of the real and the complex sigma
 *     c A T         of Radau IIA: nodes, coefficients, T^-1 A^-1 T in blocks
 *     h X Z W D     step size, stages X = x + Z, Z = T W, their derivatives
 */
#ifndef GEOMS_EQUATIONS_H
#define GEOMS_EQUATIONS_H

#include "geoms.h"
#include "base/memory.h"
#include "base/report.h"
#include "pattern.h"

/* what an evaluation is for: which counter it enters; NaN in stages shows in Newton's method */
enum { GEOMS_FOR_STAGES, GEOMS_FOR_METHOD, GEOMS_FOR_JACOBIAN, GEOMS_FOR_OUTPUT };

/* The largest batch beside that of a Jacobian (n + 1 points): output points evaluated in one
 * call. */
enum { GEOMS_CHUNK = 64 };

/* Values of one call of the user's functions, 16 MB: where points have more, they go by several. */
enum { GEOMS_MOST_VALUES = 1 << 21 };

/* so many of k points, each with `size` values, go into one call */
static inline int geoms_points_at_once (int k, size_t size)
{
    const size_t most = size < GEOMS_MOST_VALUES / 2 ? GEOMS_MOST_VALUES / (size + 1) : 1;

    return (size_t)k <= most ? k : (int)most;
}

/* a callback that cannot be evaluated here: > 0, never an IDID */
enum { GEOMS_RETRY = 1 };

typedef struct GeomsEquations {
    const GeomsModel *model;
    void *user;
    GeomsDims d;
    int n, m;                  /* unknowns, rows of rda                                        */
    int n1, n2, n3, n4;        /* sizes and offsets of x1 ... x4                               */
    int o2, o3, o4;
    int op;                    /* offset of p in x                                             */
    int r_gII, r_gI, r_e, r_c; /* first rows; d starts at 0, hI behind gII, h~ behind gI       */
    int r_b, r_v, r_p;         /* first rows of b, f_dyn, f_kin                                */
    int na;                    /* algebraic rows                                               */
    int rates;                 /* x' is all that is asked of the model, by its accelerations: there
                                  are no algebraic rows but e, and nothing n x n is made      */
    int solves;                /* of `rates`: the model solves its Newton systems; then there may be
                                  few constraints, too                                        */
    int sparse;                /* of `solves`: by the patterns of M, C and B, with all constraints */
    int mass_varies, mass_diagonal;
    double *mass;              /* constant M, nv x nv; NULL if `rates`, as the next one        */
    double *mass_diagonal_of;  /* diagonal of a constant M                                     */
    int sharp;                 /* a finite-difference Jacobian is extrapolated                 */
    const double *increment;   /* smallest size of each unknown, for difference quotients      */
    double *typical;           /* n: what counts as small: 1, or the largest of its kind at first */
    double *floor;             /* n: what is smaller is not looked at by residuals             */
    double *reach;             /* n: largest |x_j| of the accepted states so far               */
    const double *atol;        /* n: AbsTol; NULL: not known                                   */
    double *unit;              /* n1: AbsTol of multipliers is measured in these               */
    int *scaled;               /* n1: 1 where that is the size of the forces, 0: unit is 1     */
    int looked, friction;      /* whether the parts depend on the multipliers, if looked          */
    double *points, *times, *values, *masses; /* batch of a finite-difference Jacobian         */
    double *column;            /* parts of one point, where M alone is taken from them           */
    struct GeomsBlocks *blocks; /* of blocks.c; NULL: none yet                                    */
    struct GeomsJacobianGroups *groups; /* of jacobian_groups.c, the same                          */
    GeomsArena *arena;         /* what is made later belongs to it, too                          */
    double begin, limit;       /* seconds: when the run began; how long it may take, 0: no limit */
    GeomsCounters *counters;
    GeomsReport *report;
} GeomsEquations;

/* whether the limit is exceeded: functions of the model then end the run */
int geoms_equations_late (const GeomsEquations *e);

/* model.c: the copy of a model of any version that is taken, whatever it lacks 0; whether it fits
 * together. 0 or GEOMS_BAD_MODEL. */
int geoms_model_copy (GeomsModel *copy, const GeomsModel *given, GeomsReport *report);
int geoms_model_check (const GeomsModel *model, GeomsReport *report);

/* a model, and the `user` that its functions are called with */
typedef struct GeomsInstance {
    const GeomsModel *model;
    void *user;
} GeomsInstance;

/* Fills e, where `rates` is set before, evaluates a constant mass at (t, x). 0, or an IDID with
 * *report filled. */
int geoms_equations_create (GeomsEquations *e, GeomsInstance of, double t, const double *x,
                            const double *increment, GeomsCounters *counters, GeomsReport *report,
                            GeomsArena *arena);

/* rda (m x k) at k points and, unless mass is NULL or M is constant, M (nv x nv x k).
 * 0, GEOMS_RETRY, or a negative IDID. */
int geoms_equations_evaluate (GeomsEquations *e, int purpose, int k, const double *t,
                              const double *x, double *rda, double *mass);

/* For functions of the model beside rda: counts k evaluations; what is made of a return value;
 * inline where there is nothing to say of it. */
void geoms_equations_count (GeomsEquations *e, int purpose, int k);
int geoms_equations_judge (GeomsEquations *e, int purpose, int returned, double t);
int geoms_equations_stopped (GeomsEquations *e, int returned, int idid, const char *function,
                             double t);
static inline int geoms_equations_verdict (GeomsEquations *e, int purpose, int returned, double t)
{
    return returned == 0 && ! (e->limit > 0) ? 0 : geoms_equations_judge (e, purpose, returned, t);
}

/* whether the model gives M: else it is the identity; values before f in a column of parts; those
 * of all of it */
static inline int geoms_equations_mass_given (const GeomsModel *model)
{
    return model->mass != NULL || model->parts_mass;
}
static inline int geoms_equations_before_f (const GeomsEquations *e)
{
    return (e->mass_varies || e->model->parts_mass ? e->d.nv * e->d.nv : 0)
           + (e->model->kinematics ? e->d.np * e->d.nv : 0);
}
int geoms_equations_parts (const GeomsEquations *e);

/* whether x' can be all that is asked for: accelerations, no algebraic rows, no conditions */
static inline int geoms_equations_have_rates (const GeomsModel *model)
{
    return model->accelerations != NULL && model->dims.ni == 0 && model->ivcond == NULL;
}

/* whether the model solves its own Newton systems, and keeps its invariants */
static inline int geoms_equations_have_newton (const GeomsModel *model)
{
    const GeomsDims *d = &model->dims;

    return model->newton.solve != NULL && model->ivcond == NULL
           && (d->nl > 0 ? d->nm + d->nw + d->ns == 0 && model->newton.rows != NULL
                         : model->accelerations != NULL)
           && (d->ni == 0 || model->newton.keep != NULL);
}

/* The model's function parts at k points, M and C dense whether or not they have patterns: columns
 * ldc apart. What it returned; nothing is counted. */
void geoms_equations_spread_parts (const GeomsEquations *e, int k, double *columns, int ldc);
static inline int geoms_equations_ask_parts (GeomsEquations *e, int k, const double *t,
                                             const double *x, int ldx, double *columns, int ldc)
{
    const int returned = e->model->parts (k, t, x, ldx, columns, ldc, e->user);

    if (returned == 0 && geoms_pattern_in_parts (e->model))
        geoms_equations_spread_parts (e, k, columns, ldc);
    return returned;
}

/* The model's function constraints at k points, C dense: columns [ C; g; [gI; h~] ], ldc apart, which is
 * their length. 0, GEOMS_RETRY or a negative IDID. */
int geoms_equations_constraints (GeomsEquations *e, int purpose, int k, const double *t,
                                 const double *x, double *columns, int ldc);

/* M (nv x nv x k) alone. 0, GEOMS_RETRY, or a negative IDID. */
int geoms_equations_mass (GeomsEquations *e, int k, const double *t, const double *x, double *mass);

/* M of one point as the model writes it, dense or the values of its pattern, where `rates`; values
 * has room for so many numbers. */
size_t geoms_equations_mass_room (const GeomsEquations *e);
int geoms_equations_mass_values (GeomsEquations *e, double t, const double *x, double *values);

/* J = d rda / dx (m x n) at (t, x). base is rda (t, x) and mass is M (t, x), if M is not constant:
 * both are given if have_base, else they are filled. */
int geoms_equations_jacobian (GeomsEquations *e, double t, const double *x, double *J,
                              double *base, double *mass, int have_base);

/* The model's jac_known over J. 0, GEOMS_RETRY or an IDID. */
int geoms_equations_known (GeomsEquations *e, double t, const double *x, double *J);

/* 0, GEOMS_RETRY or an IDID for what a function of the model that fills a Jacobian has returned */
int geoms_equations_filled (GeomsEquations *e, int returned, const char *function, double t);

/* component j of x moved as far as difference quotients want it; point = x with that alone moved */
double geoms_equations_moved (const GeomsEquations *e, int j, const double *x);
void geoms_equations_move (const GeomsEquations *e, int j, const double *x, double *point);

/* x' = [r'; v'; p'] at k states, of a model that has accelerations. 0, GEOMS_RETRY or a negative
 * IDID. */
int geoms_equations_accelerations (GeomsEquations *e, int purpose, int k, const double *t,
                                   const double *x, double *xdot);

/* The model's own Newton systems: the linearisation at x with x' there; x moved onto 0 = e. 0,
 * GEOMS_RETRY or a negative IDID. */
int geoms_equations_linearise (GeomsEquations *e, double t, const double *x, const double *xdot);
int geoms_equations_keep (GeomsEquations *e, double t, double *x);
/* Of such a model with constraints: its rows; their slopes and k rows of pull, right after
 * linearise. 0, GEOMS_RETRY or a negative IDID. */
int geoms_equations_rows (GeomsEquations *e, int purpose, double t, const double *x,
                          const GeomsHeldRows *to);
int geoms_equations_slopes (GeomsEquations *e, double t, const GeomsHeldSlopes *to, int k,
                            const double *y, double *row);

/* units of multipliers: none far below the largest */
void geoms_equations_raise_units (GeomsEquations *e);

/* blocks.c: whether d R / dx of geoms_model.h is given, or can be had by differences of the parts in
 * groups of columns; it (m x n) for given accelerations alpha, or the values of its pattern. 0,
 * GEOMS_RETRY or a negative IDID. */
static inline int geoms_equations_have_blocks (const GeomsModel *model)
{
    return model->blocks_jac != NULL
           || (model->parts != NULL && geoms_pattern_given (&model->patterns.B));
}
int geoms_equations_block_values (GeomsEquations *e, double t, const double *x, const double *alpha,
                                  double *values);
int geoms_equations_blocks (GeomsEquations *e, double t, const double *x, const double *alpha,
                            double *B);

/* The model's own J, if it has one; its additional conditions k (nc), if it has any. */
int geoms_equations_user_jacobian (GeomsEquations *e, double t, const double *x, double *J);
int geoms_equations_conditions (GeomsEquations *e, double t, const double *x, double *k);

/* y += s M x for the velocity part (nv); mass is the one of the point, ignored if M is constant */
void geoms_mass_apply_full (const GeomsEquations *e, const double *M, double s, const double *x,
                            double *y);
static inline void geoms_mass_apply (const GeomsEquations *e, const double *mass, double s,
                                     const double *x, double *y)
{
    const int nv = e->d.nv, stride = e->mass_varies ? nv + 1 : 1;
    const double *M = e->mass_varies ? mass : e->mass,
                 *D = e->mass_varies ? mass : e->mass_diagonal_of;

    if (! e->mass_diagonal)
        geoms_mass_apply_full (e, M, s, x, y);
    else
        for (int i = 0; i < nv; i++)
            y[i] += s * D[i * stride] * x[i];
}

/* an accepted state: how large its unknowns are; not 0 if one is larger than before */
int geoms_equations_note (GeomsEquations *e, const double *x);

/* size (n) = largest |x_j| so far, or of x, but at least a thousandth of the largest of its kind,
 * and e->floor */
void geoms_equations_sizes (const GeomsEquations *e, const double *x, double *size);

/* mechanical.c: not 0 for models that geoms_mechanical_create has made */
int geoms_mechanical_made (const GeomsModel *model);

/* The unknown or row number i in words, e.g. "v(2)": for messages. */
void geoms_name_unknown (const GeomsEquations *e, int i, char *name, size_t size);
void geoms_name_row (const GeomsEquations *e, int i, char *name, size_t size);

#endif
