/* forms.c - a mechanical system in the forms that other codes integrate
 *
 *     M diagonal and constant: y = (p, v, lambda[, eta]),   v' = M^-1 (f - C'lambda)
 *     M (p): y = (p, v, a, lambda[, eta]),   v' = a,   0 = f - M a - C'lambda
 *     p' = v [- C'eta]
 *
 *     index 3: 0 = g,   index 2: 0 = gI,   index 1: 0 = gII,   GGL: 0 = gI and 0 = g
 *
 * Rows and derivatives come from the rda of the model, or, with a, from its parts and the derivatives
 * of blocks_jac. eta = 0 in exact arithmetic: its derivative by p is left out.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* numbers of one column of parts, of rda, of J */
typedef struct Sizes {
    int np, nl, n, rows, first, parts;
} Sizes;

static Sizes sizes_of (const ModelForm *m)
{
    const GeomsDims *d = &m->model.system.dims;

    return (Sizes){d->np, d->nl, model_unknowns (d), model_rows (d),
                   (m->unknown_a ? 3 : 2) * d->np, m->parts_g + 3 * d->nl};
}

static int unknowns (const ModelForm *m)
{
    const Sizes s = sizes_of (m);

    return s.first + (m->level == FORM_GGL ? 2 : 1) * s.nl;
}

/* x = [lambda; v; p] */
static void state_of (const ModelForm *m, const double *y, double *x)
{
    const Sizes s = sizes_of (m);

    memcpy (x, y + s.first, (size_t)s.nl * sizeof *x);
    memcpy (x + s.nl, y + s.np, (size_t)s.np * sizeof *x);
    memcpy (x + s.nl + s.np, y, (size_t)s.np * sizeof *x);
}

/* y += s C'l */
static void add_force (const ModelForm *m, const double *parts, double factor, const double *l,
                       double *y)
{
    const Sizes s = sizes_of (m);
    const double *C = parts + m->parts_C;

    for (int j = 0; j < s.np; j++)
        for (int i = 0; i < s.nl; i++)
            y[j] += factor * C[i + j * s.nl] * l[i];
}

static const double *mass_of (const ModelForm *m) { return m->work; }

static double *parts_room (const ModelForm *m)
{
    const int np = m->model.system.dims.np;

    return m->work + np * np;
}

/* ---- M diagonal and constant ---- */

static void plain_rows (const ModelForm *m, double t, const double *x, double *v, double *held)
{
    const Sizes s = sizes_of (m);
    double out[2 * FORM_MAX];

    m->model.system.rda (1, &t, x, s.n, out, 2 * FORM_MAX, m->user);
    for (int i = 0; i < s.np; i++)
        v[i] = out[3 * s.nl + i] / mass_of (m)[i + i * s.np];
    if (m->level == FORM_GGL)
        memcpy (held, out + s.nl, (size_t)(2 * s.nl) * sizeof *held);
    else
        memcpy (held, out + (m->level - 1) * s.nl, (size_t)s.nl * sizeof *held);
}

/* columns of x in J of y: by rows of rda */
static void plain_columns (const ModelForm *m, const double *K, double *J, int n)
{
    const Sizes s = sizes_of (m);
    const int held = m->level == FORM_GGL ? 2 * s.nl : s.nl,
              from = m->level == FORM_GGL ? s.nl : (m->level - 1) * s.nl;

    for (int j = 0; j < s.n; j++) {
        const int to = j < s.nl ? s.first + j : j < s.nl + s.np ? s.np + j - s.nl : j - s.nl - s.np;
        const double *column = K + j * s.rows;

        for (int i = 0; i < s.np; i++)
            J[s.np + i + to * n] = column[3 * s.nl + i] / mass_of (m)[i + i * s.np];
        for (int i = 0; i < held; i++)
            J[s.first + i + to * n] = column[from + i];
    }
}

/* ---- accelerations as unknowns ---- */

static void matrices (const ModelForm *m, double t, const double *x)
{
    m->model.system.parts (1, &t, x, sizes_of (m).n, parts_room (m), sizes_of (m).parts, m->user);
}

static void full_rows (const ModelForm *m, const double *y, double *a_rows, double *held)
{
    const Sizes s = sizes_of (m);
    const double *parts = parts_room (m), *a = y + 2 * s.np, *g = parts + m->parts_g;

    memcpy (a_rows, parts + m->parts_f, (size_t)s.np * sizeof *a_rows);
    for (int j = 0; j < s.np; j++)
        for (int i = 0; i < s.np; i++)
            a_rows[i] -= parts[i + j * s.np] * a[j];
    add_force (m, parts, -1, y + s.first, a_rows);
    for (int i = 0; i < s.nl; i++) {
        const double *C = parts + m->parts_C + i;

        if (m->level == FORM_GGL) {
            held[i] = g[s.nl + i];
            held[s.nl + i] = g[i];
            continue;
        }
        held[i] = g[(3 - m->level) * s.nl + i];
        for (int j = 0; m->level == 1 && j < s.np; j++)
            held[i] += C[j * s.nl] * a[j];
    }
}

static void full_columns (const ModelForm *m, const double *B, double *J, int n)
{
    const Sizes s = sizes_of (m);
    const double *parts = parts_room (m);
    const int held = m->level == FORM_GGL ? 2 * s.nl : s.nl,
              from = m->level == FORM_GGL ? s.nl : (m->level - 1) * s.nl;

    for (int j = 0; j < s.n; j++) {
        const int to = j < s.nl ? s.first + j : j < s.nl + s.np ? s.np + j - s.nl : j - s.nl - s.np;
        const double *column = B + j * s.rows;

        memcpy (J + 2 * s.np + to * n, column + 3 * s.nl, (size_t)s.np * sizeof *J);
        memcpy (J + s.first + to * n, column + from, (size_t)held * sizeof *J);
    }
    for (int j = 0; j < s.np; j++) {
        J[s.np + j + (2 * s.np + j) * n] = 1; /* v' = a */
        for (int i = 0; i < s.np; i++)
            J[2 * s.np + i + (2 * s.np + j) * n] = -parts[i + j * s.np];
        for (int i = 0; m->level == 1 && i < s.nl; i++)
            J[s.first + i + (2 * s.np + j) * n] = parts[m->parts_C + i + j * s.nl];
    }
}

/* ---- both ---- */

static void form_f (double t, const double *y, double *F, const Form *form)
{
    const ModelForm *m = form->data;
    const Sizes s = sizes_of (m);
    double x[FORM_MAX];

    state_of (m, y, x);
    memcpy (F, y + s.np, (size_t)s.np * sizeof *F);
    if (m->unknown_a || m->level == FORM_GGL)
        matrices (m, t, x);
    if (m->unknown_a) {
        memcpy (F + s.np, y + 2 * s.np, (size_t)s.np * sizeof *F);
        full_rows (m, y, F + 2 * s.np, F + s.first);
    } else
        plain_rows (m, t, x, F + s.np, F + s.first);
    if (m->level == FORM_GGL)
        add_force (m, parts_room (m), -1, y + s.first + s.nl, F);
}

static void form_jac (double t, const double *y, double *J, const Form *form)
{
    const ModelForm *m = form->data;
    const Sizes s = sizes_of (m);
    const int n = form->n;
    double x[FORM_MAX], *K = parts_room (m) + s.parts;

    state_of (m, y, x);
    memset (K, 0, (size_t)(s.rows * s.n) * sizeof *K);
    if (m->unknown_a || m->level == FORM_GGL)
        matrices (m, t, x);
    if (m->unknown_a) {
        m->model.blocks_jac (t, x, y + 2 * s.np, K, s.rows, m->user);
        full_columns (m, K, J, n);
    } else {
        m->model.system.jac (t, x, K, s.rows, m->user);
        plain_columns (m, K, J, n);
    }
    for (int j = 0; j < s.np; j++) {
        J[j + (s.np + j) * n] = 1; /* p' = v */
        for (int i = 0; m->level == FORM_GGL && i < s.nl; i++)
            J[j + (s.first + s.nl + i) * n] = -parts_room (m)[m->parts_C + i + j * s.nl];
    }
}

/* ---- the start ---- */

/* M a = f - C'lambda */
static void first_accelerations (const ModelForm *m, double *y)
{
    const Sizes s = sizes_of (m);
    double M[FORM_MAX * FORM_MAX / 4];

    memcpy (M, parts_room (m), (size_t)(s.np * s.np) * sizeof *M);
    memcpy (y + 2 * s.np, parts_room (m) + m->parts_f, (size_t)s.np * sizeof *y);
    add_force (m, parts_room (m), -1, y + s.first, y + 2 * s.np);
    model_solve (s.np, M, 1, y + 2 * s.np);
}

static void fill_start (ModelForm *m)
{
    const Sizes s = sizes_of (m);
    const double t = 0;
    double x[FORM_MAX];

    m->model.start (x, m->user);
    memset (m->y0, 0, sizeof m->y0);
    memcpy (m->y0, x + s.nl + s.np, (size_t)s.np * sizeof *x);
    memcpy (m->y0 + s.np, x + s.nl, (size_t)s.np * sizeof *x);
    memcpy (m->y0 + s.first, x, (size_t)s.nl * sizeof *x);
    m->model.system.mass (1, &t, x, s.n, m->work, s.np * s.np, m->user);
    if (m->unknown_a) {
        matrices (m, 0, x);
        first_accelerations (m, m->y0);
    }
}

/* numbers of variables of index 1, 2, 3 */
static void fill_index (const ModelForm *m, int index[3])
{
    const Sizes s = sizes_of (m);
    const int rest = s.first - 2 * s.np + s.nl;

    index[0] = m->level == 1 ? 2 * s.np + rest : m->level == 3 ? s.np : 2 * s.np;
    index[1] = m->level == 1 ? 0 : m->level == 3 ? s.np : unknowns (m) - 2 * s.np;
    index[2] = m->level == 3 ? rest : 0;
}

Form model_form (const TestModel *model, void *user, int level, ModelForm *m)
{
    static const char *const names[4] = {"GGL", "index 1", "index 2", "index 3"};
    const GeomsDims *d = &model->system.dims;
    Form form = {.name = names[level], .nd = 2 * d->np, .f = form_f, .jac = form_jac};

    *m = (ModelForm){.model = *model, .user = user, .level = level};
    m->unknown_a = model->system.mass_structure != GEOMS_MASS_CONSTANT_DIAGONAL;
    m->parts_f = m->unknown_a ? d->nv * d->nv : 0;
    m->parts_C = m->parts_f + d->nv;
    m->parts_g = m->parts_C + d->nl * d->nv;
    m->work = calloc ((size_t)(d->nv * d->nv + sizes_of (m).parts
                               + model_rows (d) * model_unknowns (d)), sizeof *m->work);
    fill_start (m);
    form.n = unknowns (m);
    fill_index (m, form.index);
    form.second_order = level == FORM_GGL ? 0 : m->unknown_a ? 2 * d->np : d->np;
    form.y0 = m->y0;
    form.data = m;
    return form;
}

void model_form_free (ModelForm *m) { free (m->work); }
