/* geoms_model.h - a mechanical system in C, as the integrator sees it
 *
 * Unknowns, in this order everywhere:   x = [ w; lambda; mu | r | v | s; p ]
 *
 *     p' = Z v                                         (1a)
 *     M v' = f - Z'G' lambda - Z'H' mu                 (1b)
 *     r' = b,  0 = d,  0 = c,  0 = h~ = HZv + h,  0 = g   (1c)-(1g)
 *     0 = e                                            (3)
 *
 * (equation numbers of Steinbrecher, GEOMS, WIAS preprint 1259, 2007). The reduced derivative array
 * has the rows
 *
 *     rda = [ d; gII; hI | gI; h~; e | c; g | b | f_dyn | f_kin ]
 *
 * where gI, gII, hI are the time derivatives along the motion, f_dyn the right-hand side of (1b)
 * and f_kin that of (1a). This header is all that a user's own C model includes.
 */
#ifndef GEOMS_MODEL_H
#define GEOMS_MODEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A model says with which header it was compiled, by abi and size. Of an older one those `size`
 * bytes are taken and all that follows is 0, not given; a newer one is refused. New members stand
 * at the end of GeomsModel; abi grows only where the meaning of an old one changes. */
#define GEOMS_MODEL_ABI 3
#define GEOMS_MODEL_ABI_OLDEST 2 /* still taken; its `parts` end with b                          */

/* One list of the dimensions: field, meaning. */
#define GEOMS_DIMENSIONS(X)                                  \
    X (np, "position variables p")                           \
    X (nv, "velocity variables v")                           \
    X (nr, "dynamical force elements r")                     \
    X (nw, "auxiliary variables w")                          \
    X (ns, "contact point variables s")                      \
    X (nl, "holonomic constraints and multipliers lambda")   \
    X (nm, "nonholonomic constraints and multipliers mu")    \
    X (ni, "solution invariants e")                          \
    X (nc, "additional initial conditions (IVCOND)")

typedef struct GeomsDims {
#define GEOMS_DIMS_FIELD(field, meaning) int field;
    GEOMS_DIMENSIONS (GEOMS_DIMS_FIELD)
#undef GEOMS_DIMS_FIELD
} GeomsDims;

/* How the mass matrix may be exploited: MASSTRKT of the manual, IOPT(15). */
enum {
    GEOMS_MASS_FULL = 1,              /* depends on t or x                   */
    GEOMS_MASS_DIAGONAL = 2,          /* diagonal, depends on t or x         */
    GEOMS_MASS_CONSTANT = 3,          /* constant                            */
    GEOMS_MASS_CONSTANT_DIAGONAL = 4  /* constant and diagonal               */
};

enum { GEOMS_NO_MEMORY = -32000 };

/* Callbacks return
 *     0    done
 *   > 0    cannot be evaluated here: the integrator tries again with a smaller step
 *   < 0    stop; GEOMS_NO_MEMORY: because memory has run out
 * They are called for k points at once: column j of x starts at x + j*ldx, its time is t[j], its
 * result starts at out + j*ldo, and ldo is at least the length of a result. Matrices are stored by
 * columns.
 *
 * Memory: t, x and all results belong to the caller; a callback reads the former and fills the
 * latter during the call, and keeps no pointer to either. What it keeps of its own hangs on `user`,
 * which is what create returned and destroy frees. Threads: one `user` is never used from two
 * threads at once, two of them may be: a callback that changes nothing but its results and what
 * hangs on its `user` is safe.
 */
typedef int (*GeomsBatch) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user);

/* Which entries of a matrix may be other than 0, by columns: those of column j have the numbers
 * k = start[j] ... start[j + 1] - 1 and stand in the rows row[k], which rise within a column. All
 * of it counts from 0; start has one number more than there are columns, start[0] = 0. start NULL:
 * there is no pattern, and the matrix is dense. */
typedef struct GeomsPattern {
    const int *start, *row;
} GeomsPattern;

typedef struct GeomsPatterns {
    GeomsPattern M; /* nv x nv; both triangles, all of the diagonal, that alone where the structure
                       is diagonal                                                               */
    GeomsPattern C; /* nl + nm rows, nv columns                                                   */
    GeomsPattern B; /* rows of rda x unknowns; also where there is no blocks_jac                   */
} GeomsPatterns;

/* What constraints are at one state, as in parts: */
typedef struct GeomsHeldRows {
    double *f;                  /* nv                                                           */
    double *C, *G;              /* nl x nv; nl x np: dg/dp                                      */
    double *g, *gI, *gamma;     /* nl each, gamma = gII without C v'                            */
    double *rates;              /* r', then p' = Z v                                            */
} GeomsHeldRows;

/* Their derivatives, for given accelerations: nl x np each, and nl x nv */
typedef struct GeomsHeldSlopes {
    double *gI_p, *gII_p;
    double *gII_v;
} GeomsHeldSlopes;

/* A model that solves its own Newton systems, in less time and memory than n x n numbers take: only
 * beside `accelerations`, x' = F (t, x), x = [r; v; p], n = nr + nv + np:
 *
 *     (sigma - dF/dx) dx = R
 *
 *     linearise  dF/dx at (t, x), where x' = F is given; kept with `user`: factor and solve go by
 *                what it was called with last
 *     factor     of slot 0, sigma = re, or of slot 1, sigma = re + i im; kept until the next factor
 *                of that slot or linearise; > 0 if it is singular
 *     solve      dx of R (n); of slot 1 two columns each, real and imaginary part
 *     keep       moves x (n) onto 0 = e, by little; NULL only where ni = 0
 *
 * With constraints (nl > 0; nm = nw = ns = 0, no accelerations) F is that of given multipliers,
 * M v' = f - C'lambda, x has them in front, x', R and dx have not, and four more are given:
 *
 *     rows       what the constraints are at (t, x)
 *     divide     k columns y (nv) become M^-1 y, where rows was called last
 *     slopes     derivatives of the rows, right after linearise; < 0: stop
 *     pull       k rows y' d(f - M v' - C'lambda)/d(r, v, p) for k columns y, right after
 *                linearise; < 0: stop
 *
 * The first three or none are given. A dF/dx that is not exact makes Newton's method slow, and
 * nothing else. Used for psf with radau5 and bdf where there are more than 20 velocities, and no
 * more than 50 constraints that do not depend on each other at the start. Example, m p'' = - c p,
 * x = [v; p]:
 *
 *     [sigma, c/m; -1, sigma] dx = R                                                            */
typedef struct GeomsNewtonSystems {
    int (*linearise) (double t, const double *x, const double *xdot, void *user);
    int (*factor) (int slot, double re, double im, void *user);
    void (*solve) (int slot, const double *residual, double *dx, void *user);
    int (*keep) (double t, double *x, void *user);
    int (*rows) (double t, const double *x, const GeomsHeldRows *to, void *user);
    void (*divide) (int k, double *y, void *user);
    int (*slopes) (const GeomsHeldSlopes *to, void *user);
    int (*pull) (int k, const double *y, double *row, void *user);
} GeomsNewtonSystems;

typedef struct GeomsModel {
    int abi;          /* GEOMS_MODEL_ABI of the header it was compiled with                     */
    size_t size;      /* sizeof (GeomsModel)                                                    */
    GeomsDims dims;
    int mass_structure;  /* one of GEOMS_MASS_...                                               */
    int autonomous;      /* not 0: neither rda nor mass depends on t                            */

    GeomsBatch rda;      /* k columns of the reduced derivative array; ldo >= its rows          */
    GeomsBatch mass;     /* k matrices M, nv x nv, all of it also when diagonal; ldo >= nv*nv;
                            NULL: M is the identity, or stands in parts alone (parts_mass);
                            M, C and B are dense here and below unless they have patterns       */
    /* optional: rda and mass from one evaluation, for a mass matrix that is not constant       */
    int (*rda_mass) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *mass, int ldm, void *user);
    /* optional: J = d rda / dx, zero on entry; without it J is computed by finite differences  */
    int (*jac) (double t, const double *x, double *J, int ldj, void *user);
    /* optional, where there is no jac: puts entries that are known exactly over the differences */
    int (*jac_known) (double t, const double *x, double *J, int ldj, void *user);
    /* optional, for whatever solves for multipliers and accelerations: all that rda is made of.
       k columns [ M (nv x nv, if not constant); Z (np x nv, if `kinematics`); f (nv);
       C = [G; H] Z (nl + nm rows, nv columns); g (nl); [gI; h~]; [gII; hI] without C v'; b (nr);
       d (nw); c (ns); e (ni) ]. f, b, d may depend on lambda and mu, and are taken at those of x;
       f never contains - C'[lambda; mu]. Where there is s, G is the total derivative of g, s a
       function of p by 0 = c. parts_mass: M also if it is constant.                            */
    GeomsBatch parts;
    int kinematics;   /* not 0: parts has Z; else Z is the identity                             */
    /* optional: nc additional conditions 0 = c (t, x) on the initial values                    */
    int (*ivcond) (double t, const double *x, double *c, void *user);

    /* optional: `user` made from, and freed after, nq parameters q; NULL on failure            */
    void *(*create) (const double *q, int nq);
    void (*destroy) (void *user);

    /* ---- here ends abi 2; what follows is 0 in older libraries: see GEOMS_MODEL_ABI ---- */

    /* not 0: each column of parts begins with M (nv x nv, all of it also when diagonal), constant
       or not. mass may be NULL then: where M alone is wanted, it is taken from parts; mass and
       rda_mass, if they are given beside it, give the same M                                    */
    int parts_mass;

    /* optional, only beside parts: B = d R / dx at one point, for given accelerations alpha (nv),

           R = [ d; C alpha + gamma; gI; h~; e; c; g; b; f - M alpha - C'[lambda; mu]; Z v ]

       with gamma = [gII; hI] without C v', all as in parts. R has the rows of rda, one below the
       other; column j is the derivative by unknown j of x, lambda and mu among them, at fixed t,
       alpha and other unknowns. M alpha drops out where M is constant. Entry (i, j) belongs at
       B[i + j*ldb]; B is zero on entry, ldb >= rows of rda. No M^-1 is in it. Example: a point of
       mass m at the end of a bar, x = [lambda; v1; v2; p1; p2], M = m I, f = (0, -m g), C = 2 p':

           R = [ 2 p'alpha + 2 v'v; 2 p'v; p'p - L^2; f - m alpha - 2 p lambda; v1; v2 ]
           column 3 (p1): B[3*ldb] = 2 alpha1, then 2 v1, 2 p1, -2 lambda, 0, 0, 0

       Where multipliers or accelerations are solved for, it is used instead of jac and of
       differences.                                                                              */
    int (*blocks_jac) (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user);

    /* optional, only for systems with nl = nm = nw = ns = 0: k columns x' = [ r' (nr); v' (nv);
       p' (np) ]. For whatever wants derivatives and no equations, as explicit methods do: there it
       is used instead of parts, rda and mass. With dopri5, where ni = 0 and there is no ivcond,
       memory grows with the number of unknowns and not with its square then; M is evaluated once,
       to compare rda and accelerations, and is as large as the model writes it, see patterns, but
       not where there is `newton`                                                               */
    GeomsBatch accelerations;

    /* optional: patterns of M, of the C of parts and of the B of blocks_jac. Of a matrix that has
       one its values alone are written, in the order of the pattern, wherever it is written:

           M    in mass and rda_mass, whose ldo and ldm may be as small as the number of values,
                start[nv] instead of nv*nv, and at the head of parts
           C    in parts: a column of parts is as long as its values, with start[nv] for M and for
                C instead of nv*nv and (nl + nm)*nv
           B    in blocks_jac: value k is B[k]; ldb means nothing. Without blocks_jac it tells
                which derivatives of the parts there are: they are found by differences then, of as
                many columns at once as share no row

       All other entries are 0, for all parameters and in all states; one of the pattern may be 0,
       too. The arrays belong to the model and stay as they are for as long as it is used. Example:
       two points of masses m, M on a line, held at a distance, with M = diag (m, M), C = [-1 1]:

           const int start[] = {0, 1, 2}, row_M[] = {0, 1}, row_C[] = {0, 0};
           .patterns = {.M = {start, row_M}, .C = {start, row_C}}

       with parts_mass a column of parts is m, M; f1, f2; -1, 1; g; gI; gII                       */
    GeomsPatterns patterns;

    /* optional: the model solves its own Newton systems                                        */
    GeomsNewtonSystems newton;

    /* optional, where parts have Z: its pattern, np x nv. Of Z the values alone are written then, in
       its place in parts, pattern_Z.start[nv] of them                                           */
    GeomsPattern pattern_Z;

    /* optional, only beside parts, where they take less time alone: k columns [ C; g; [gI; h~] ] as in
       parts, C by its pattern, if it has one. States between the steps are moved by them before
       parts are asked, which have the last word                                                 */
    GeomsBatch constraints;
} GeomsModel;

/* Before the definition of a model that a shared library offers, see geomssys ('library', ...):
 *
 *     GEOMS_EXPORT const GeomsModel pendulum = {
 *         .abi = GEOMS_MODEL_ABI, .size = sizeof (GeomsModel),
 *         .dims = {.np = 2, .nv = 2, .nl = 1}, .rda = rda, ...};
 */
#ifdef __cplusplus
#define GEOMS_EXTERN extern "C"
#else
#define GEOMS_EXTERN
#endif
#ifdef _WIN32
#define GEOMS_EXPORT GEOMS_EXTERN __declspec (dllexport)
#elif defined(__GNUC__)
#define GEOMS_EXPORT GEOMS_EXTERN __attribute__ ((visibility ("default")))
#else
#define GEOMS_EXPORT GEOMS_EXTERN
#endif

#ifdef __cplusplus
}
#endif
#endif
