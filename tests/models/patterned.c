/* patterned.c - any model with patterns of M, C and B: the values that it gives are those of its
 * dense matrices, picked and put side by side
 *
 *     entries of a pattern: other than 0 in one of some states around a given one; of M with its
 *     transpose and its diagonal
 */
#include "models.h"

#include <stdlib.h>
#include <string.h>

typedef struct Matrix {
    int m, n;
    int *start, *row;
} Matrix;

typedef struct Patterned {
    GeomsModel dense;
    void *user;
    Matrix M, C, B;
    int with_mass, parts_size; /* M stands in the parts; length of a dense column of them */
    double *work;              /* the largest of a column of parts, M and B               */
} Patterned;

/* ---- values ---- */

static void pick (const Matrix *A, const double *dense, double *values)
{
    for (int j = 0; j < A->n; j++)
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            values[k] = dense[(size_t)j * (size_t)A->m + (size_t)A->row[k]];
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const Patterned *p = user;

    return p->dense.rda (k, t, x, ldx, out, ldo, p->user);
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const Patterned *p = user;
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        status = p->dense.mass (1, t + j, x + j * ldx, ldx, p->work, p->M.n * p->M.n, p->user);
        pick (&p->M, p->work, out + (size_t)j * (size_t)ldo);
    }
    return status;
}

static int rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *masses, int ldm, void *user)
{
    const Patterned *p = user;
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        status = p->dense.rda_mass (1, t + j, x + j * ldx, ldx, out + (size_t)j * (size_t)ldo, ldo,
                                    p->work, p->M.n * p->M.n, p->user);
        pick (&p->M, p->work, masses + (size_t)j * (size_t)ldm);
    }
    return status;
}

/* [ M; Z; f | C | the rest ] */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const Patterned *p = user;
    const GeomsDims *d = &p->dense.dims;
    const int nn = p->with_mass ? d->nv * d->nv : 0, mn = p->C.m * p->C.n,
              between = d->nv + (p->dense.kinematics ? d->np * d->nv : 0),
              rest = p->parts_size - nn - between - mn;
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        double *to = out + (size_t)j * (size_t)ldo;
        const double *from = p->work;

        status = p->dense.parts (1, t + j, x + j * ldx, ldx, p->work, p->parts_size, p->user);
        if (p->with_mass) {
            pick (&p->M, from, to);
            to += p->M.start[p->M.n];
        }
        memcpy (to, from + nn, (size_t)between * sizeof *to);
        to += between;
        pick (&p->C, from + nn + between, to);
        memcpy (to + p->C.start[p->C.n], from + nn + between + mn, (size_t)rest * sizeof *to);
    }
    return status;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Patterned *p = user;

    return p->dense.jac (t, x, J, ldj, p->user);
}

static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    const Patterned *p = user;
    int status;

    (void)ldb;
    memset (p->work, 0, (size_t)p->B.m * (size_t)p->B.n * sizeof *p->work);
    status = p->dense.blocks_jac (t, x, alpha, p->work, p->B.m, p->user);
    pick (&p->B, p->work, B);
    return status;
}

/* ---- patterns ---- */

static int make_matrix (Matrix *A, int m, int n)
{
    *A = (Matrix){.m = m, .n = n};
    A->start = calloc ((size_t)n + 1, sizeof *A->start);
    A->row = malloc ((size_t)m * (size_t)n * sizeof *A->row + 1);
    return A->start == NULL || A->row == NULL;
}

/* its entries are those of the marks (m x n) that are not 0 */
static void set_entries (Matrix *A, const char *marks)
{
    for (int j = 0; j < A->n; j++) {
        A->start[j + 1] = A->start[j];
        for (int i = 0; i < A->m; i++)
            if (marks[(size_t)j * (size_t)A->m + (size_t)i])
                A->row[A->start[j + 1]++] = i;
    }
}

static void mark (size_t count, const double *values, char *marks)
{
    for (size_t i = 0; i < count; i++)
        marks[i] = marks[i] || values[i] != 0;
}

static void mark_mass (int n, char *marks)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            marks[i + j * n] = marks[j + i * n] = marks[i + j * n] || marks[j + i * n] || i == j;
}

/* what the dense matrices of one state have */
static int mark_state (const Patterned *p, double t, const double *x, char *marks[3])
{
    const GeomsModel *s = &p->dense;
    const int nv = s->dims.nv, nn = nv * nv;
    const size_t before_C = (size_t)((p->with_mass ? nn : 0) + nv
                                     + (s->kinematics ? s->dims.np * nv : 0)),
                 size_B = (size_t)p->B.m * (size_t)p->B.n;
    double alpha[128];
    int status = 0;

    for (int i = 0; i < nv; i++)
        alpha[i] = 1 + 0.1 * i;
    if (s->mass != NULL) {
        status = s->mass (1, &t, x, p->B.n, p->work, nn, p->user);
        mark ((size_t)nn, p->work, marks[0]);
    }
    if (status == 0 && s->parts != NULL) {
        status = s->parts (1, &t, x, p->B.n, p->work, p->parts_size, p->user);
        mark (p->with_mass ? (size_t)nn : 0, p->work, marks[0]);
        mark ((size_t)(p->C.m * nv), p->work + before_C, marks[1]);
    }
    if (status == 0 && s->blocks_jac != NULL) {
        memset (p->work, 0, size_B * sizeof *p->work);
        status = s->blocks_jac (t, x, alpha, p->work, p->B.m, p->user);
        mark (size_B, p->work, marks[2]);
    }
    return status;
}

/* in states around x, none of whose unknowns is 0 */
static int set_patterns (Patterned *p, const double *x)
{
    const int n = p->B.n;
    Matrix *all[3] = {&p->M, &p->C, &p->B};
    char *marks[3];
    double *y = malloc ((size_t)n * sizeof *y);
    int status = y == NULL;

    for (int i = 0; i < 3; i++) {
        marks[i] = calloc ((size_t)all[i]->m * (size_t)all[i]->n + 1, 1);
        status |= marks[i] == NULL;
    }
    for (int i = 1; i < 4 && status == 0; i++) {
        for (int j = 0; j < n; j++)
            y[j] = x[j] + 1e-3 * i * (1 + (j * i) % 7);
        status = mark_state (p, 0.01 * i, y, marks);
    }
    if (status == 0)
        mark_mass (p->M.n, marks[0]);
    for (int i = 0; i < 3; i++) {
        if (status == 0)
            set_entries (all[i], marks[i]);
        free (marks[i]);
    }
    free (y);
    return status;
}

/* ---- the model ---- */

static GeomsModel model_of (const Patterned *p)
{
    GeomsModel model = p->dense;

    model.rda = rda;
    model.mass = p->dense.mass != NULL ? mass : NULL;
    model.rda_mass = p->dense.rda_mass != NULL ? rda_mass : NULL;
    model.parts = p->dense.parts != NULL ? parts : NULL;
    model.jac = p->dense.jac != NULL ? jac : NULL;
    model.blocks_jac = p->dense.blocks_jac != NULL ? blocks_jac : NULL;
    model.jac_known = NULL;
    model.accelerations = NULL;
    if (model.mass != NULL || model.parts_mass)
        model.patterns.M = (GeomsPattern){p->M.start, p->M.row};
    if (model.parts != NULL)
        model.patterns.C = (GeomsPattern){p->C.start, p->C.row};
    if (model.blocks_jac != NULL)
        model.patterns.B = (GeomsPattern){p->B.start, p->B.row};
    return model;
}

void *model_patterned (const GeomsModel *dense, void *user, const double *x, GeomsModel *model)
{
    const GeomsDims *d = &dense->dims;
    const int rows = model_rows (d), n = model_unknowns (d), size = model_parts_size (dense);
    Patterned *p = calloc (1, sizeof *p);
    int failed = p == NULL;

    if (failed)
        return NULL;
    p->dense = *dense;
    p->user = user;
    p->parts_size = size;
    p->with_mass = dense->parts_mass
                   || (dense->mass != NULL && dense->mass_structure <= GEOMS_MASS_DIAGONAL);
    failed |= make_matrix (&p->M, d->nv, d->nv) || make_matrix (&p->C, d->nl + d->nm, d->nv)
              || make_matrix (&p->B, rows, n);
    p->work = malloc ((size_t)(d->nv * d->nv + size + rows * n) * sizeof *p->work);
    failed |= p->work == NULL || d->nv > 128;
    if (failed || set_patterns (p, x) != 0) {
        model_patterned_free (p);
        return NULL;
    }
    *model = model_of (p);
    return p;
}

void model_patterned_free (void *patterned)
{
    Patterned *p = patterned;

    if (p == NULL)
        return;
    free (p->M.start);
    free (p->M.row);
    free (p->C.start);
    free (p->C.row);
    free (p->B.start);
    free (p->B.row);
    free (p->work);
    free (p);
}
