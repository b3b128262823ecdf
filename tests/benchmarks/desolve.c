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
#include "desolve_r.h"

#include <dlfcn.h>
#include <math.h>
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

/* one call; both codes hand RPAR through to all their functions: the address of one of these */
typedef struct Run {
    const Form *form;
    int skip;     /* first rows of the Jacobian that the code knows itself */
    double *full; /* n x n, if skip > 0                                    */
    void (*watch) (double t, const double *p, void *to);
    void *to;
    long evaluations, jacobians;
    double tol, tend, t, y[FORM_MAX], yp[FORM_MAX];
    double *work;
    int *iwork, lwork, liwork, info[30], idid;
} Run;

static void *find (const char *name)
{
    static void *library;

    if (library == NULL)
        library = dlopen (DESOLVE_LIBRARY, RTLD_NOW);
    return library != NULL ? dlsym (library, name) : NULL;
}

int have_radau5 (void) { return find ("radau5_") != NULL && find ("ddaspk_") != NULL; }

static void begin (Run *run, const Contender *c, double tol, double tend, int lwork, int liwork)
{
    const size_t n = (size_t)c->form->n;

    run->form = c->form;
    run->tol = tol;
    run->tend = tend;
    run->full = malloc (n * n * sizeof *run->full);
    run->work = calloc ((size_t)lwork, sizeof *run->work);
    run->iwork = calloc ((size_t)liwork, sizeof *run->iwork);
    run->lwork = lwork;
    run->liwork = liwork;
    memcpy (run->y, c->form->y0, n * sizeof *run->y);
}

/* failed: what desolve_call gave; RADAU5 and DASPK may call NaN a success */
static void end (Run *run, int failed, long steps, Outcome *o)
{
    o->failed = failed != 0 ? failed : run->idid < 0 ? run->idid : 0;
    for (int i = 0; i < run->form->n; i++)
        if (o->failed == 0 && ! isfinite (run->y[i]))
            o->failed = FAILED_NOT_FINITE;
    o->steps = steps;
    o->evaluations = run->evaluations;
    o->jacobians = run->jacobians;
    free (run->full);
    free (run->work);
    free (run->iwork);
}

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

static void call_radau5 (void *call)
{
    Run *run = call;
    void *symbol = find ("radau5_");
    Radau5 *radau5;
    int n = run->form->n, full = n - run->skip, iout = run->watch != NULL;
    int itol = 0, yes = 1, no = 0;
    double h = 0;

    memcpy (&radau5, &symbol, sizeof radau5); /* ISO C has no cast from object to function */
    radau5 (&n, radau_f, &run->t, run->y, &run->tend, &h, &run->tol, &run->tol, &itol, radau_jac,
            &yes, &full, &full, radau_mass, &yes, &no, &no, radau_step, &iout, run->work,
            &run->lwork, run->iwork, &run->liwork, call, NULL, &run->idid);
}

void run_radau5 (const Contender *c, double tol, double tend,
                 void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const Form *form = c->form;
    const int n = form->n;
    Run run = {.skip = c->variant == 1 ? form->second_order : 0, .watch = watch, .to = to};
    int failed;

    begin (&run, c, tol, tend, n * (5 * n + 12) + 20, 3 * n + 20);
    run.iwork[1] = MOST_STEPS;
    memcpy (run.iwork + 4, form->index, sizeof form->index);
    run.iwork[8] = run.skip;
    run.iwork[9] = run.skip <= form->nd / 2 ? run.skip : form->nd / 2;
    failed = desolve_call (call_radau5, &run);
    end (&run, failed, run.iwork[16], o);
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

static void call_daspk (void *call)
{
    Run *run = call;
    void *symbol = find ("ddaspk_");
    Daspk *daspk;
    int n = run->form->n;

    memcpy (&daspk, &symbol, sizeof daspk);
    for (long calls = 0; run->t < run->tend && run->idid >= 0; calls++) {
        if (calls >= MOST_STEPS) {
            run->idid = FAILED_GAVE_UP;
            break;
        }
        daspk (daspk_f, &n, &run->t, run->y, run->yp, &run->tend, run->info, &run->tol, &run->tol,
               &run->idid, run->work, &run->lwork, run->iwork, &run->liwork, call, NULL, daspk_jac,
               daspk_psol);
        run->info[0] = 1;
        if (run->watch != NULL && run->idid > 0)
            run->watch (run->t, run->y, run->to);
    }
}

void run_daspk (const Contender *c, double tol, double tend,
                void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const Form *form = c->form;
    const int n = form->n;
    Run run = {.watch = watch, .to = to};
    int failed;

    begin (&run, c, tol, tend, 60 + 12 * n + n * n, 60 + 3 * n);
    form->f (0, run.y, run.yp, form);
    memset (run.yp + form->nd, 0, (size_t)(n - form->nd) * sizeof *run.yp);
    run.info[2] = 1; /* returns after every step, so that 500 steps are no limit */
    run.info[3] = 1; /* does not step over the end */
    run.work[0] = tend;
    run.info[4] = 1; /* own Jacobian */
    if (c->variant == 1) {
        run.info[15] = 1; /* IWORK (LID...): 1 differential, -1 algebraic */
        for (int i = 0; i < n; i++)
            run.iwork[40 + i] = i < form->nd ? 1 : -1;
    }
    /* deSolve's own entries: dimensions of the variables of index 1, 2, 3 */
    memcpy (run.info + 20, form->index, sizeof form->index);
    failed = desolve_call (call_daspk, &run);
    end (&run, failed, run.iwork[10], o);
}
