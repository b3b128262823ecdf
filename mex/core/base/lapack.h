/* lapack.h - the LAPACK and BLAS routines the core uses, with their integer type and naming
 *
 * MATLAB's libraries have 64-bit integers (define GEOMS_LAPACK_INT=ptrdiff_t); Debian's have int.
 */
#ifndef GEOMS_LAPACK_H
#define GEOMS_LAPACK_H

#include <stddef.h>

#ifndef GEOMS_LAPACK_INT
#define GEOMS_LAPACK_INT int
#endif
typedef GEOMS_LAPACK_INT lapack_int;

#ifdef GEOMS_LAPACK_NO_UNDERSCORE
#define LAPACK_NAME(name) name
#else
#define LAPACK_NAME(name) name##_
#endif

#define dgemm LAPACK_NAME (dgemm)
#define dgetrf LAPACK_NAME (dgetrf)
#define dgetrs LAPACK_NAME (dgetrs)
#define dpotrf LAPACK_NAME (dpotrf)
#define dpotrs LAPACK_NAME (dpotrs)
#define zgetrf LAPACK_NAME (zgetrf)
#define zgetrs LAPACK_NAME (zgetrs)
#define dgesvd LAPACK_NAME (dgesvd)
#define dgeqp3 LAPACK_NAME (dgeqp3)
#define dgeqrf LAPACK_NAME (dgeqrf)
#define dormqr LAPACK_NAME (dormqr)
#define dtrtrs LAPACK_NAME (dtrtrs)
#define zgeqrf LAPACK_NAME (zgeqrf)
#define zunmqr LAPACK_NAME (zunmqr)
#define ztrtrs LAPACK_NAME (ztrtrs)

void dgemm (const char *ta, const char *tb, const lapack_int *m, const lapack_int *n,
            const lapack_int *k, const double *alpha, const double *a, const lapack_int *lda,
            const double *b, const lapack_int *ldb, const double *beta, double *c,
            const lapack_int *ldc);
void dgetrf (const lapack_int *m, const lapack_int *n, double *a, const lapack_int *lda,
             lapack_int *ipiv, lapack_int *info);
void dgetrs (const char *trans, const lapack_int *n, const lapack_int *nrhs, const double *a,
             const lapack_int *lda, const lapack_int *ipiv, double *b, const lapack_int *ldb,
             lapack_int *info);
void dpotrf (const char *uplo, const lapack_int *n, double *a, const lapack_int *lda,
             lapack_int *info);
void dpotrs (const char *uplo, const lapack_int *n, const lapack_int *nrhs, const double *a,
             const lapack_int *lda, double *b, const lapack_int *ldb, lapack_int *info);
void zgetrf (const lapack_int *m, const lapack_int *n, double *a, const lapack_int *lda,
             lapack_int *ipiv, lapack_int *info);
void zgetrs (const char *trans, const lapack_int *n, const lapack_int *nrhs, const double *a,
             const lapack_int *lda, const lapack_int *ipiv, double *b, const lapack_int *ldb,
             lapack_int *info);
void dgesvd (const char *jobu, const char *jobvt, const lapack_int *m, const lapack_int *n,
             double *a, const lapack_int *lda, double *s, double *u, const lapack_int *ldu,
             double *vt, const lapack_int *ldvt, double *work, const lapack_int *lwork,
             lapack_int *info);
void dgeqp3 (const lapack_int *m, const lapack_int *n, double *a, const lapack_int *lda,
             lapack_int *jpvt, double *tau, double *work, const lapack_int *lwork,
             lapack_int *info);
void dgeqrf (const lapack_int *m, const lapack_int *n, double *a, const lapack_int *lda,
             double *tau, double *work, const lapack_int *lwork, lapack_int *info);
void dormqr (const char *side, const char *trans, const lapack_int *m, const lapack_int *n,
             const lapack_int *k, const double *a, const lapack_int *lda, const double *tau,
             double *c, const lapack_int *ldc, double *work, const lapack_int *lwork,
             lapack_int *info);
void dtrtrs (const char *uplo, const char *trans, const char *diag, const lapack_int *n,
             const lapack_int *nrhs, const double *a, const lapack_int *lda, double *b,
             const lapack_int *ldb, lapack_int *info);
void zgeqrf (const lapack_int *m, const lapack_int *n, double *a, const lapack_int *lda,
             double *tau, double *work, const lapack_int *lwork, lapack_int *info);
void zunmqr (const char *side, const char *trans, const lapack_int *m, const lapack_int *n,
             const lapack_int *k, const double *a, const lapack_int *lda, const double *tau,
             double *c, const lapack_int *ldc, double *work, const lapack_int *lwork,
             lapack_int *info);
void ztrtrs (const char *uplo, const char *trans, const char *diag, const lapack_int *n,
             const lapack_int *nrhs, const double *a, const lapack_int *lda, double *b,
             const lapack_int *ldb, lapack_int *info);

#endif
