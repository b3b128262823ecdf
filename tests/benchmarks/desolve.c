/* desolve.c - RADAU5 of E. Hairer and G. Wanner and DASPK, as they are in the R package deSolve
 *
 * The Fortran subroutines are called directly in deSolve's shared library, without R: the same
 * program and the same clock as for GEOMS. DESOLVE_LIBRARY is where the build found that library.
 *
 * RADAU5: mass matrix diag (1 ... 1, 0 ... 0) as a band, full analytic Jacobian, the variables of
 * index 2 and 3 declared. Variants: 0 as it comes; 1 the structure p' = v declared as well
 * (IWORK(9), IWORK(10)), which saves linear algebra. DASPK: direct method, analytic iteration
 * matrix, the algebraic variables out of the error test for variant 1.
 */
#include "bench.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifndef DESOLVE_LIBRARY
#define DESOLVE_LIBRARY "/usr/lib/R/site-library/deSolve/libs/deSolve.so"
#endif

typedef void
Radau5 (int *n, void (*f) (int *, double *, double *, double *, double *, int *), double *x,
        double *y, double *xend, double *h, double *rtol, double *atol, int *itol,
        void (*jac) (int *, double *, double *, int *, int *, double *, int *, double *, int *),
        int *ijac, int *mljac, int *mujac, void (*mas) (int *, double *, int *, double *, int *),
        int *imas, int *mlmas, int *mumas,
        void (*solout) (int *, double *, double *, double *, double *, int *, int *, double *,
                        int *, int *, double *),
        int *iout, double *work, int *lwork, int *iwork, int *liwork, double *rpar, int *ipar,
        int *idid);
typedef void
Daspk (void (*res) (double *, double *, double *, double *, double *, int *, double *, int *),
       int *neq, double *t, double *y, double *yp, double *tout, int *info, double *rtol,
       double *atol, int *idid, double *rwork, int *lrw, int *iwork, int *liw, double *rpar,
       int *ipar, void (*jac) (double *, double *, double *, double *, double *, double *, int *),
       void (*psol) (void));

/* RADAU5 hands RPAR through to all its functions: the address of one of these */
typedef struct Run {
    const Form *form;
    int skip;     /* first rows of the Jacobian that the code knows itself */
    double *full; /* n x n, if skip > 0                                    */
    void (*watch) (double t, const double *p, void *to);
    void *to;
    long evaluations, jacobians;
} Run;

static void *find (const char *name)
{
    static void *library;

    if (library == NULL)
        library = dlopen (DESOLVE_LIBRARY, RTLD_NOW);
    return library != NULL ? dlsym (library, name) : NULL;
}

int have_radau5 (void) { return find ("radau5_") != NULL && find ("ddaspk_") != NULL; }

/* ---- RADAU5 ---- */

static void radau_f (int *n, double *t, double *y, double *F, double *rpar, int *ipar)
{
    Run *run = (void *)rpar;

    (void)n, (void)ipar;
    run->evaluations++;
    run->form->f (*t, y, F, run->form);
}

static void radau_jac (int *n, double *t, double *y, int *ml, int *mu, double *J, int *ldj,
                       double *rpar, int *ipar)
{
    Run *run = (void *)rpar;
    double *K = run->skip == 0 ? J : run->full;

    (void)ml, (void)mu, (void)ipar;
    run->jacobians++;
    memset (K, 0, (size_t)(*n * *n) * sizeof *K);
    run->form->jac (*t, y, K, run->form);
    for (int j = 0; run->skip > 0 && j < *n; j++)
        memcpy (J + j * *ldj, K + run->skip + j * *n, (size_t)(*n - run->skip) * sizeof *J);
}

static void radau_mass (int *n, double *M, int *ldm, double *rpar, int *ipar)
{
    const Run *run = (void *)rpar;

    (void)ipar;
    for (int i = 0; i < *n; i++)
        M[i * *ldm] = i + run->skip < run->form->nd;
}

static void radau_step (int *nr, double *told, double *t, double *y, double *con, int *lrc, int *n,
                        double *rpar, int *ipar, int *irtrn, double *xout)
{
    const Run *run = (void *)rpar;

    (void)nr, (void)told, (void)con, (void)lrc, (void)n, (void)ipar, (void)xout;
    *irtrn = 0;
    if (run->watch != NULL)
        run->watch (*t, y, run->to);
}

void run_radau5 (const Contender *c, double tol, double tend,
                 void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const Form *form = c->form;
    void *symbol = find ("radau5_");
    Radau5 *radau5;
    const int skip = c->variant == 1 ? form->second_order : 0;
    Run run = {.form = form, .skip = skip, .watch = watch, .to = to};
    int n = form->n, itol = 0, yes = 1, no = 0, full = n - skip, iout = watch != NULL, idid = 0;
    int lwork = n * (5 * n + 12) + 20, liwork = 3 * n + 20;
    double *work = calloc ((size_t)lwork, sizeof *work), t = 0, h = 0;
    int *iwork = calloc ((size_t)liwork, sizeof *iwork);
    double y[FORM_MAX];

    run.full = malloc ((size_t)(n * n) * sizeof *run.full);
    memcpy (&radau5, &symbol, sizeof radau5); /* ISO C has no cast from object to function */
    memcpy (y, form->y0, (size_t)n * sizeof *y);
    iwork[1] = 100000000;
    memcpy (iwork + 4, form->index, sizeof form->index);
    iwork[8] = iwork[9] = skip;
    radau5 (&n, radau_f, &t, y, &tend, &h, &tol, &tol, &itol, radau_jac, &yes, &full, &full,
            radau_mass, &yes, &no, &no, radau_step, &iout, work, &lwork, iwork, &liwork,
            (void *)&run, NULL, &idid);
    o->failed = idid != 1;
    o->steps = iwork[16];
    o->evaluations = run.evaluations;
    o->jacobians = run.jacobians;
    free (run.full);
    free (work);
    free (iwork);
}

/* ---- DASPK: 0 = y' - f or 0 = -f; rpar as above ---- */

static void daspk_f (double *t, double *y, double *yp, double *cj, double *delta, int *ires,
                     double *rpar, int *ipar)
{
    Run *run = (void *)rpar;

    (void)cj, (void)ires, (void)ipar;
    run->evaluations++;
    run->form->f (*t, y, delta, run->form);
    for (int i = 0; i < run->form->n; i++)
        delta[i] = (i < run->form->nd ? yp[i] : 0) - delta[i];
}

static void daspk_jac (double *t, double *y, double *yp, double *J, double *cj, double *rpar,
                       int *ipar)
{
    Run *run = (void *)rpar;
    const int n = run->form->n;

    (void)yp, (void)ipar;
    run->jacobians++;
    memset (J, 0, (size_t)(n * n) * sizeof *J);
    run->form->jac (*t, y, J, run->form);
    for (int i = 0; i < n * n; i++)
        J[i] = -J[i];
    for (int i = 0; i < run->form->nd; i++)
        J[i + i * n] += *cj;
}

static void daspk_psol (void) {}

void run_daspk (const Contender *c, double tol, double tend,
                void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const Form *form = c->form;
    void *symbol = find ("ddaspk_");
    Daspk *daspk;
    Run run = {.form = form};
    int n = form->n, info[30] = {0}, idid = 0, lrw = 60 + 12 * n + n * n, liw = 60 + 3 * n;
    double *rwork = calloc ((size_t)lrw, sizeof *rwork), y[FORM_MAX], yp[FORM_MAX] = {0}, t = 0;
    int *iwork = calloc ((size_t)liw, sizeof *iwork);

    memcpy (&daspk, &symbol, sizeof daspk);
    memcpy (y, form->y0, (size_t)n * sizeof *y);
    form->f (0, y, yp, form);
    memset (yp + form->nd, 0, (size_t)(n - form->nd) * sizeof *yp);
    info[2] = 1; /* returns after every step, so that 500 steps are no limit */
    info[3] = 1; /* does not step over the end */
    rwork[0] = tend;
    info[4] = 1; /* own Jacobian */
    if (c->variant == 1) {
        info[15] = 1; /* IWORK (LID...): 1 differential, -1 algebraic */
        for (int i = 0; i < n; i++)
            iwork[40 + i] = i < form->nd ? 1 : -1;
    }
    /* deSolve's own entries: dimensions of the variables of index 1, 2, 3 */
    memcpy (info + 20, form->index, sizeof form->index);
    while (t < tend && idid >= 0) {
        daspk (daspk_f, &n, &t, y, yp, &tend, info, &tol, &tol, &idid, rwork, &lrw, iwork, &liw,
               (void *)&run, NULL, daspk_jac, daspk_psol);
        info[0] = 1;
        if (watch != NULL && idid > 0)
            watch (t, y, to);
    }
    o->failed = idid < 0;
    o->steps = iwork[10];
    o->evaluations = run.evaluations;
    o->jacobians = run.jacobians;
    free (rwork);
    free (iwork);
}
