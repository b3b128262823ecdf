/* mass.h - factors of a mass matrix M, which may be singular where constraints or dampers hold what
 * moves
 *
 *     M alpha = f - C' lambda,  C alpha + gamma = 0
 *
 *     regular M             alpha = M^-1 (f - C' lambda)
 *     M positive on ker C   alpha = M~^-1 (f - C' lambda - C' W gamma),  M~ = M + C' W C
 *     not even that         the same with M~ = M + C' W C + s Q Q',  Q = null (M) within ker C
 *
 * alpha and lambda are the same for every W > 0, lambda and C alpha for every s > 0; Q' alpha means
 * nothing.
 */
#ifndef GEOMS_MASS_H
#define GEOMS_MASS_H

#include "base/linalg.h"
#include "base/memory.h"
#include "base/report.h"

/* relative size of a pivot of M that counts as zero; largest mass over the smallest one, from which on
 * C M^-1 C' is not to be relied on: their inverses do not stand side by side */
#define GEOMS_MASS_LOST 1e-13
#define GEOMS_MASS_UNEVEN 1e4

/* what M is on ker C */
enum { GEOMS_MASS_REGULAR, GEOMS_MASS_HELD, GEOMS_MASS_FREE };

typedef struct GeomsMass {
    int n, m;     /* coordinates, rows of C                                                */
    int singular; /* 0: M is regular; 1: singular, but positive on ker C; 2: not even that */
    int nq;       /* columns of Q                                                          */
    double *Q;    /* n x nq, orthonormal: massless directions that no constraint holds     */
    /* why M was refused */
    double *direction; /* x (n), its largest entry is 1                                         */
    double value;      /* x' M x                                                                */
    int row, column;   /* of two entries that are not the same                                  */
    double entry[2];   /* M (row, column), M (column, row)                                      */
    /* work */
    int large, diagonal; /* the factors are LAPACK's; those of a diagonal                        */
    double *factor;      /* n x n: L, the inverse of D on its diagonal; by LAPACK L L'            */
    double *shifted;     /* n x n: M + s Q Q'                                                     */
    double *pivoted;     /* n x n: factors of the scaled matrix                                   */
    double *W, *WC;      /* m; m x n                                                              */
    double *scale;       /* n                                                                     */
    int *order;          /* n                                                                     */
} GeomsMass;

/* s is zero on entry. Not 0: no memory, as the arena says, too. */
int geoms_mass_create (GeomsMass *s, int n, int m, GeomsArena *arena);

/* Factorises M (n x n, `diagonal`: nothing else of it is looked at), or M~ where M is singular; C
 * (m x n) is looked at only there. 0, or GEOMS_MASS_UNSYMMETRIC (row, column, entry), or
 * GEOMS_MASS_INDEFINITE: M is not positive semidefinite on ker C (direction, value; value NaN: M is
 * not finite). */
int geoms_mass_factor (GeomsMass *s, const double *M, const double *C, int ldc, int diagonal);

/* The same where C is not at hand: > 0 if M is singular, and nothing is factorised but s->singular
 * set. */
int geoms_mass_try (GeomsMass *s, const double *M, int diagonal);

/* The same of an M that is known to be symmetric. */
int geoms_mass_try_symmetric (GeomsMass *s, const double *M, int diagonal);

/* not 0 if M_ij = a and M_ji = b differ by more than rounding of them, or of sqrt (M_ii M_jj) */
int geoms_mass_differ (double a, double b, double M_ii, double M_jj);
/* 0, or GEOMS_MASS_UNSYMMETRIC; nothing is factorised. */
int geoms_mass_symmetric (GeomsMass *s, const double *M);

/* y = f - C' lambda becomes alpha. gamma (m) is looked at where M is singular only; NULL: 0. */
void geoms_mass_solve_factors (const GeomsMass *s, const double *gamma, double *y);
static inline void geoms_mass_solve (const GeomsMass *s, const double *gamma, double *y)
{
    if (! s->diagonal)
        geoms_mass_solve_factors (s, gamma, y);
    else
        for (int k = 0; k < s->n; k++)
            y[k] *= s->factor[(size_t)k * (size_t)(s->n + 1)];
}

/* X = C M^-1 (m x n; C is stored ldc apart, X m apart) of a regular M; largest diagonal entry of M
 * over its smallest pivot */
void geoms_mass_divide_factors (const GeomsMass *s, int m, double *X);
/* `diagonal` is s->diagonal and n is s->n, which the compiler may know */
GEOMS_INLINE void geoms_mass_divide (const GeomsMass *s, int diagonal, int m, int n,
                                     const double *C, int ldc, double *restrict X)
{
    const double *D = s->factor;
    double *x = X;

    for (int k = 0; k < n; k++, C += ldc, D += n + 1, x += m)
        for (int i = 0; i < m; i++)
            x[i] = diagonal ? D[0] * C[i] : C[i];
    if (! diagonal)
        geoms_mass_divide_factors (s, m, X);
}
double geoms_mass_spread (const GeomsMass *s, const double *M);

/* y -= C' W b where M is singular: the accelerations of given multipliers leave C alpha + gamma = b
 * and M alpha = f - C' lambda - C' W b */
void geoms_mass_lean (const GeomsMass *s, const double *b, double *y);

/* lambda of M a + C' lambda = 0, C a = - b becomes (C M~^-1 C')^-1 b: where M is singular, lambda
 * += W b. */
void geoms_mass_weigh (const GeomsMass *s, const double *b, double *lambda);

/* M + s Q Q' (n x n) for [M C'; C 0], NULL where M itself will do */
const double *geoms_mass_shifted (const GeomsMass *s);

/* "v(3), v(5)": the largest entry of each column of Q */
void geoms_mass_name_free (const GeomsMass *s, char *text, size_t size);

/* What geoms_mass_factor refused, in words; returns status, which is what it returned. */
int geoms_mass_refused (const GeomsMass *s, int status, double t, GeomsReport *report);
/* the same of entries (row, column) and (column, row), and of a direction "v(1) = 1, ..." */
int geoms_mass_not_symmetric (GeomsReport *report, double t, int row, int column,
                              const double entry[2]);
int geoms_mass_not_positive (GeomsReport *report, int status, double t, double value,
                             const char *direction);

/* mass_null.c: M~ into s->factor, not yet factorised; W, Q, s->singular. As geoms_mass_factor. */
int geoms_mass_complete (GeomsMass *s, const double *M, const double *C, int ldc, int diagonal);

#endif
