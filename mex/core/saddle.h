/* saddle.h - accelerations and multipliers of one state: [M B; C 0] [alpha; lambda] = [f; -gamma]
 *
 * B = C' - f_lambda, where f depends on the multipliers (friction), else C'. M may be singular, as long as
 * it is positive on the motions that C allows.
 */
#ifndef GEOMS_SADDLE_H
#define GEOMS_SADDLE_H

#include "linalg.h"
#include "mass.h"
#include "memory.h"

typedef struct GeomsSaddle {
    int n, m;              /* accelerations, rows of C                                            */
    const GeomsMass *mass; /* by which the factors were made, or NULL: those of all of the matrix */
    double *CM, *S;        /* C M^-1 (m x n); C M^-1 C' = L D L'                                  */
    double *size;          /* m: its diagonal                                                     */
    GeomsFactor factor;    /* [M B S; S C 0], order n + m                                         */
    double *scale;         /* m: S, which makes the rows of C as large as M                       */
    double *x;             /* n + m                                                               */
} GeomsSaddle;

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena);
/* fewer rows than at the creation */
void geoms_saddle_resize (GeomsSaddle *s, int m);

/* M is n x n, C m x n (stored ldc apart), B n x m or NULL for C'; `mass`: factors of M, or NULL if they are not
 * known or not to be relied on. `mass` stays as it is until the last solve. 0, or not 0 if the matrix is
 * singular. */
int geoms_saddle_factor (GeomsSaddle *s, const GeomsMass *mass, const double *M, const double *C, int ldc,
                         const double *B);

/* The same with `mass` alone: not 0 also if another way is safer. */
int geoms_saddle_factor_by_mass (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc);

/* alpha (n) and lambda (m) for f (n) and gamma (m) */
void geoms_saddle_solve (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                         double *lambda);

#endif
