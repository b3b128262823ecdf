/* saddle.h - accelerations and multipliers of one state: [M B; C 0] [alpha; lambda] = [f; -gamma]
 *
 * B = C' - f_lambda, where f depends on the multipliers (friction), or C' of another state
 * (half-explicit methods), else C'. M may be singular, as long as it is positive on the motions
 * that C allows.
 */
#ifndef GEOMS_SADDLE_H
#define GEOMS_SADDLE_H

#include "base/ldl.h"
#include "model/mass.h"
#include "base/memory.h"

typedef struct GeomsSaddle {
    int n, m;              /* accelerations, rows of C                                            */
    const GeomsMass *mass; /* by which the factors were made, or NULL: those of all of the matrix */
    double *CM, *S;        /* C M^-1 (m x n); C M^-1 C' = L D L'                                  */
    double *size;          /* m: its diagonal                                                     */
    GeomsFactor factor;    /* [M B S; S C 0], order n + m                                         */
    double *scale;         /* m: S, which makes the rows of C as large as M                       */
    double *K, *x;         /* the matrix itself; solution, right-hand side, remainder: 3 (n + m)  */
    int plain;             /* not 0: S = I, and solutions of all of the matrix are not refined    */
    /* of a diagonal mass and more than a few rows: entries of C that are not 0, by columns */
    int listed;            /* not 0: the factors were made from them                              */
    int *begin, *row;      /* n + 1; of each entry                                                */
    int *reach;            /* m: the last row of each column of L that is not 0                   */
    double *c, *cm;        /* C, C M^-1                                                           */
} GeomsSaddle;

/* relative size of a pivot of C M^-1 C' that is too small: rows that are nearly parallel */
#define GEOMS_SADDLE_PARALLEL 1e-4

/* up to which number of rows the compiler knows it, and nothing is listed */
enum { GEOMS_FEW_ROWS = 3 };

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena);
/* room for geoms_saddle_factor_by_mass alone */
void geoms_saddle_create_by_mass (GeomsSaddle *s, int n, int m, GeomsArena *arena);
/* fewer rows than at the creation */
void geoms_saddle_resize (GeomsSaddle *s, int m);

/* M is n x n, C m x n (stored ldc apart), B n x m or NULL for C'; `mass`: factors of M, or NULL if
 * they are not known or not to be relied on. `mass` stays as it is until the last solve. 0, or not
 * 0 if the matrix is singular. */
int geoms_saddle_factor (GeomsSaddle *s, const GeomsMass *mass, const double *M, const double *C,
                         int ldc, const double *B);

/* The same from all of [M C'; C 0]; not 0 also if a pivot is lost in rounding. */
int geoms_saddle_factor_safely (GeomsSaddle *s, const double *M, const double *C, int ldc);

/* The same with `mass` alone: not 0 also if another way is safer. */
int geoms_saddle_factor_by_mass (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc);

/* alpha (n) and lambda (m) for f (n) and gamma (m) */
void geoms_saddle_solve (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                         double *lambda);
/* lambda alone (m apart) for columns of f and gamma (ld apart), with the factors of the mass */
void geoms_saddle_multipliers (const GeomsSaddle *s, int columns, const double *f,
                               const double *gamma, int ld, double *lambda);

/* ---- by the mass matrix, inline: m is s->m and n is s->n, which the compiler may know ---- */

/* lower triangle of S = CM C', column by column of both; zeros are frequent where rows are many */
GEOMS_INLINE void geoms_saddle_gram (int m, int n, const double *CM, const double *C, int ldc,
                                     double *restrict S)
{
    for (int i = 0; i < m * m; i++)
        S[i] = 0;
    for (int k = 0; k < n; k++, C += ldc, CM += m)
        for (int i = 0; i < m; i++) {
            double *column = S + i * m;
            const double c = C[i];
            if (m > 3 && c == 0)
                continue;
            for (int j = i; j < m; j++)
                column[j] += CM[j] * c;
        }
}

/* The same from the entries of C: L D L' within its envelope; lambda; f - C' lambda */
int geoms_saddle_factor_listed (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc,
                                double tol);
void geoms_saddle_lambda_listed (const GeomsSaddle *s, const double *f, const double *gamma,
                                 double *lambda);
void geoms_saddle_forces_listed (const GeomsSaddle *s, const double *f, const double *lambda,
                                 double *force);
/* y += C M^-1 f, where CM = C M^-1 is at hand if nothing is listed */
void geoms_saddle_add_rows (const GeomsSaddle *s, const double *CM, const double *f, double *y);
/* y = S^-1 y */
void geoms_saddle_divide (const GeomsSaddle *s, double *y);

/* as geoms_saddle_factor_by_mass; `diagonal` is mass->diagonal */
GEOMS_INLINE int geoms_saddle_factor_rows (GeomsSaddle *s, int m, int n, const GeomsMass *mass,
                                           int diagonal, const double *C, int ldc)
{
    s->listed = diagonal && m > GEOMS_FEW_ROWS;
    if (s->listed)
        return geoms_saddle_factor_listed (s, mass, C, ldc, GEOMS_SADDLE_PARALLEL);
    geoms_mass_divide (mass, diagonal, m, n, C, ldc, s->CM);
    geoms_saddle_gram (m, n, s->CM, C, ldc, s->S);
    for (int i = 0; i < m; i++)
        s->size[i] = s->S[i * (m + 1)];
    s->mass = mass;
    if (geoms_ldl_inline (m, s->S, s->size, 1, GEOMS_SADDLE_PARALLEL) == 0)
        return 0;
    s->mass = NULL;
    return 1;
}

/* lambda (m) = S^-1 (C M^-1 f + gamma) */
GEOMS_INLINE void geoms_saddle_lambda (const GeomsSaddle *s, int m, int n, const double *f,
                                       const double *gamma, double *restrict lambda)
{
    const double *CM = s->CM;

    if (m > GEOMS_FEW_ROWS && s->listed) {
        geoms_saddle_lambda_listed (s, f, gamma, lambda);
        return;
    }
    for (int i = 0; i < m; i++)
        lambda[i] = gamma[i];
    for (int k = 0; k < n; k++, CM += m)
        for (int i = 0; i < m; i++)
            lambda[i] += CM[i] * f[k];
    geoms_ldl_solve_inline (m, s->S, lambda);
}

/* force (n) = f - C' lambda */
GEOMS_INLINE void geoms_saddle_forces (const GeomsSaddle *s, int m, int n, const double *C,
                                       const double *f, const double *lambda, double *force)
{
    if (m > GEOMS_FEW_ROWS && s->listed)
        geoms_saddle_forces_listed (s, f, lambda, force);
    else
        geoms_minus_transposed (m, n, C, lambda, f, force);
}

#endif
