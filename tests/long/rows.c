/* rows.c - rods, rails, surfaces:  g = p'A p/2 + (b + s e)'p + c + s d + s^2 q */
#include "rows.h"

#include "svd.h"

/* of rows of length 1, at the start: what is not so independent is refused */
static const double least_independent = 0.03;

static LongRow *fresh (Mechanism *m)
{
    LongRow *row = &m->row[m->nb];

    assert_true (m->nb < LONG_ROWS);
    memset (row, 0, sizeof *row);
    return row;
}

void rows_jacobian (const Mechanism *m, double t, const double *p, double *G)
{
    const double v[LONG_P] = {0};
    LongValues o;

    mechanism_values (m, t, 0, v, p, &o);
    memcpy (G, o.G, (size_t)(m->nb * m->np) * sizeof *G);
}

/* c such that g (0, p0) = 0 */
static int keep (Mechanism *m)
{
    const double v[LONG_P] = {0};
    LongValues o;
    Svd svd;

    m->nb++;
    mechanism_values (m, 0, 0, v, m->p0, &o);
    m->row[m->nb - 1].c -= o.g[m->nb - 1];
    svd_of_rows (m->nb, m->np, o.G, 1, &svd);
    if (m->nb < m->np && svd.sigma[m->nb - 1] > least_independent * svd.sigma[0])
        return 1;
    m->nb--;
    return 0;
}

int row_rod (Mechanism *m, int i, int j)
{
    double *A = fresh (m)->A;

    for (int d = 0; d < m->dim; d++) {
        const int a = i * m->dim + d, b = j * m->dim + d;

        A[a + a * m->np] = A[b + b * m->np] = 2;
        A[a + b * m->np] = A[b + a * m->np] = -2;
    }
    return keep (m);
}

int row_anchor (Mechanism *m, int i, const double *a, const double *move)
{
    LongRow *row = fresh (m);

    for (int d = 0; d < m->dim; d++) {
        const int at = i * m->dim + d;
        const double to = move == NULL ? 0 : move[d];

        row->A[at + at * m->np] = 2;
        row->b[at] = -2 * a[d];
        row->e[at] = -2 * to;
        row->d += 2 * a[d] * to;
        row->q += to * to;
    }
    return keep (m);
}

int row_rail (Mechanism *m, int i, const double *d)
{
    memcpy (fresh (m)->b + i * m->dim, d, (size_t)m->dim * sizeof *d);
    return keep (m);
}

int row_surface (Mechanism *m, int i, const double *A, const double *b)
{
    LongRow *row = fresh (m);
    const int first = i * m->dim;

    for (int d = 0; d < m->dim; d++) {
        row->b[first + d] = b[d];
        for (int e = 0; e < m->dim; e++)
            row->A[first + d + (first + e) * m->np] = A[d + e * m->dim];
    }
    return keep (m);
}

/* x -= G^+ y, G at the positions of m and y from the values there */
static void take_off (const Mechanism *m, const double *G, const double *y, double *x)
{
    double dx[LONG_P];
    Svd svd;

    svd_of_rows (m->nb, m->np, G, 0, &svd);
    svd_solve (&svd, m->nb, y, dx);
    for (int i = 0; i < m->np; i++)
        x[i] -= dx[i];
}

void rows_project (const Mechanism *m, double *v)
{
    LongValues o;

    mechanism_values (m, 0, 0, v, m->p0, &o);
    take_off (m, o.G, o.gI, v);
}

void rows_project_positions (const Mechanism *m, double *p)
{
    const double v[LONG_P] = {0};
    LongValues o;

    for (int i = 0; i < 5; i++) {
        mechanism_values (m, 0, 0, v, p, &o);
        take_off (m, o.G, o.g, p);
    }
}
