/* semi_rows.c - rows of states from parts by their patterns, the base point, the linearisation; scales
 * of rows and units of multipliers, of M what its diagonal tells
 *
 *     scale_i = sum_j |B_ij| max |x_j|;   gII, hI: |C M^-1| (|f| + |C'| |l|) + |C M^-1| |F_x| |x| besides
 *     unit_i  = |C M^-1| (|f| + |C'| |l|) / (C M^-1 C')_ii, or (|Gamma_x| + |C M^-1| |F_x|) atol of the
 *               other unknowns, divided by the same and by 1e-6
 */
#include <math.h>
#include <string.h>

#include "model/blocks.h"
#include "model/pattern.h"
#include "semi.h"

static const double *mass_of (const GeomsSemi *s, const double *column)
{
    return s->form.eq->mass_varies ? column + s->at.M : s->constant;
}

/* ---- parts ---- */

/* a constant M, at the first state */
static int take_constant (GeomsSemi *s, double t, const double *z)
{
    GeomsEquations *e = s->form.eq;
    int status = 0;

    for (int i = 0; i < e->d.nv && s->identity; i++)
        s->constant[i] = 1;
    if (! s->known_constant && ! s->identity && ! e->mass_varies)
        status = geoms_equations_mass_values (e, t, z, s->constant);
    s->known_constant = status == 0;
    return status;
}

int geoms_semi_parts (GeomsSemi *s, int purpose, int k, const double *t, const double *z,
                      double *columns)
{
    GeomsEquations *e = s->form.eq;
    int status = take_constant (s, t[0], z);

    if (status != 0)
        return status;
    geoms_equations_count (e, purpose, k);
    if (e->mass_varies)
        e->counters->nmas += k;
    status = e->model->parts (k, t, z, s->form.n, columns, s->at.size, e->user);
    status = geoms_equations_verdict (e, purpose, status, t[0]);
    if (status == 0 && purpose != GEOMS_FOR_STAGES
        && ! geoms_finite ((size_t)k * (size_t)s->at.size, columns))
        return GEOMS_RETRY;
    return status;
}

/* ---- rows ---- */

static void put (double *to, int count, const double *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
}

/* a = M^-1 (f - C'l): 0, GEOMS_RETRY or an IDID */
static int accelerate (GeomsSemi *s, const double *column, const double *l, double *a)
{
    const GeomsEquations *e = s->form.eq;

    put (a, e->d.nv, column + s->at.f);
    geoms_pattern_add_transposed (&s->C, s->m, e->d.nv, column + s->at.C, -1, l, a);
    if (s->identity)
        return 0;
    const int status = geoms_sparse_mass_divide (&s->division, mass_of (s, column),
                                                 column + s->at.C, column + s->at.gamma, a);
    if (status < 0)
        return geoms_equations_stopped (s->form.eq, status, GEOMS_STOP_MASS, "parts", s->t);
    return status != 0 || geoms_sparse_mass_singular (&s->division) ? GEOMS_RETRY : 0;
}

/* v - C_g' eta */
static void turn_velocity (const GeomsSemi *s, const double *column, const double *z, double *v)
{
    const GeomsEquations *e = s->form.eq;
    const double *C = column + s->at.C, *eta = z + e->n;

    put (v, e->d.nv, z + e->o3);
    for (int j = 0; j < e->d.nv && s->eta > 0; j++)
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            if (s->C.row[k] < e->d.nl)
                v[j] -= C[k] * eta[s->C.row[k]];
}

int geoms_semi_rows (GeomsSemi *s, const double *column, const double *z, double *row)
{
    const GeomsEquations *e = s->form.eq;
    double *a = row + e->o3, *p = row + e->op, *v = s->force;
    const int status = accelerate (s, column, z, a);

    if (status != 0)
        return status;
    put (row, s->m, column + (s->second ? s->at.gamma : s->at.level));
    if (s->second)
        geoms_pattern_add (&s->C, s->m, e->d.nv, column + s->at.C, 1, a, row);
    put (row + e->o2, e->d.nr, column + s->at.b);
    put (row + e->n, s->eta, column + s->at.g);
    turn_velocity (s, column, z, v);
    if (! e->model->kinematics) {
        put (p, e->d.np, v);
        return 0;
    }
    memset (p, 0, (size_t)e->d.np * sizeof *p);
    geoms_pattern_add (&s->Z, e->d.np, e->d.nv, column + s->at.Z, 1, v, p);
    return 0;
}

int geoms_semi_evaluate (GeomsForm *f, int k, const double *t, double *z, const double *zdot,
                         double *residual)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const size_t n = (size_t)f->n, size = (size_t)s->at.size;
    int status = geoms_semi_parts (s, GEOMS_FOR_STAGES, k, t, z, s->columns);

    for (size_t j = 0; j < (size_t)k && status == 0; j++) {
        status = geoms_semi_rows (s, s->columns + j * size, z + j * n, residual + j * n);
        for (size_t i = (size_t)s->m; i < (size_t)f->eq->n && zdot != NULL; i++)
            residual[j * n + i] -= zdot[j * n + i];
    }
    return status;
}

/* ---- scales and units: by B, C and M where they were measured last ---- */

/* row (of rda) = |B| size by the unknowns from `first` on */
static void sum_of_sizes (GeomsSemi *s, int first, const double *size, double *row)
{
    const GeomsEquations *e = s->form.eq;

    memset (row, 0, (size_t)e->m * sizeof *row);
    geoms_pattern_add_sizes (&s->B, first, e->n, s->seen.b, size, row);
}

/* 1 / M_jj */
static double light (const GeomsSemi *s, int j)
{
    const int k = geoms_pattern_find (&s->M, j, j);

    return k >= 0 && s->seen.mass[k] > 0 ? 1 / s->seen.mass[k] : 0;
}

/* y becomes M^-1 y, to_i += |C| y */
static void add_divided (const GeomsSemi *s, double *y, double *to)
{
    for (int j = 0; j < s->form.eq->d.nv; j++)
        y[j] *= light (s, j);
    geoms_pattern_add_sizes (&s->C, 0, s->form.eq->d.nv, s->seen.c, y, to);
}

/* s->terms = |C M^-1| (|f| + |C'| |l|) */
static void sum_terms (GeomsSemi *s, const double *column, const double *l)
{
    const GeomsEquations *e = s->form.eq;

    for (int j = 0; j < e->d.nv; j++) {
        s->force[j] = fabs (column[s->at.f + j]);
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            s->force[j] += fabs (s->seen.c[k] * l[s->C.row[k]]);
    }
    memset (s->terms, 0, (size_t)s->m * sizeof *s->terms);
    add_divided (s, s->force, s->terms);
}

static void set_scales (GeomsSemi *s, const double *x)
{
    const GeomsEquations *e = s->form.eq;

    geoms_equations_sizes (e, x, s->size);
    sum_of_sizes (s, 0, s->size, s->row);
    put (s->scale, e->r_b, s->row);
    add_divided (s, s->row + e->r_v, s->scale + e->r_gII);
    for (int i = 0; i < s->m; i++)
        s->scale[e->r_gII + i] += s->terms[i];
    for (int i = 0; i < e->r_b; i++)
        s->scale[i] = s->scale[i] > 0 ? s->scale[i] : 1;
}

/* AbsTol of multipliers that are measured in units */
static const double STANDARD_ATOL = 1e-6;

/* units of multipliers at an accepted state: forces, and what the other unknowns owe as AbsTol, as in
 * large_linear.c */
static void note (GeomsSemi *s)
{
    GeomsEquations *e = s->form.eq;
    double *diagonal = s->size, *owed = s->row + e->r_gII;
    int wanted = 0;

    for (int i = 0; i < s->m; i++)
        wanted |= e->scaled[i];
    if (! wanted)
        return;
    memset (diagonal, 0, (size_t)s->m * sizeof *diagonal);
    for (int j = 0; j < e->d.nv; j++)
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            diagonal[s->C.row[k]] += s->seen.c[k] * s->seen.c[k] * light (s, j);
    memset (s->row, 0, (size_t)e->m * sizeof *s->row);
    if (e->atol != NULL) {
        sum_of_sizes (s, e->o2, e->atol, s->row);
        add_divided (s, s->row + e->r_v, owed);
    }
    for (int i = 0; i < s->m; i++)
        if (e->scaled[i] && diagonal[i] > 0)
            e->unit[i] = geoms_max (e->unit[i],
                                    geoms_max (s->terms[i], owed[i] / STANDARD_ATOL) / diagonal[i]);
    geoms_equations_raise_units (e);
}

int geoms_semi_measure (GeomsForm *f, double t, const double *z, int accepted)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const GeomsEquations *e = f->eq;
    int status = geoms_semi_parts (s, GEOMS_FOR_OUTPUT, 1, &t, z, s->columns);

    if (status == 0)
        status = geoms_semi_rows (s, s->columns, z, s->y);
    if (status == 0)
        status = geoms_equations_block_values (f->eq, t, z, s->y + e->o3, s->seen.b);
    if (status != 0)
        return status < 0 ? status : 0;
    put (s->seen.c, s->C.start[e->d.nv], s->columns + s->at.C);
    put (s->seen.mass, s->M.start[e->d.nv], mass_of (s, s->columns));
    s->seen.known = 1;
    sum_terms (s, s->columns, z);
    if (accepted)
        note (s);
    set_scales (s, z);
    return 0;
}

/* the largest entry of each row of C_g: what 1 of eta does */
static void note_effects (GeomsSemi *s, const double *column)
{
    const GeomsEquations *e = s->form.eq;
    const double *C = column + s->at.C;

    memset (s->effect, 0, (size_t)s->eta * sizeof *s->effect);
    for (int k = 0; k < s->C.start[e->d.nv] && s->eta > 0; k++)
        if (s->C.row[k] < s->eta)
            s->effect[s->C.row[k]] = geoms_max (s->effect[s->C.row[k]], fabs (C[k]));
    for (int i = 0; i < s->eta; i++)
        s->effect[i] = s->effect[i] > 0 ? s->effect[i] : 1;
}

/* ---- the base point, the linearisation ---- */

int geoms_semi_base (GeomsForm *f, double t, const double *z)
{
    GeomsSemi *s = (GeomsSemi *)f;
    int status;

    s->known = 0;
    s->t = t;
    put (s->x, f->n, z);
    status = geoms_semi_parts (s, GEOMS_FOR_METHOD, 1, &t, z, s->column);
    if (status == 0)
        status = geoms_semi_rows (s, s->column, z, s->base);
    if (status == 0 && ! geoms_finite ((size_t)f->n, s->base))
        status = GEOMS_RETRY;
    if (status != 0)
        return status;
    s->known = 1;
    if (s->seen.known)
        set_scales (s, z);
    note_effects (s, s->column);
    for (int i = f->eq->n; i < f->n; i++)
        s->largest = geoms_max (s->largest, fabs (z[i]));
    return 0;
}

/* M, C, Z, B of a state with these parts and accelerations */
static int take_matrices (GeomsSemi *s, double t, const double *z, const double *column,
                          const double *a)
{
    const GeomsEquations *e = s->form.eq;

    put (s->c, s->C.start[e->d.nv], column + s->at.C);
    put (s->mass, s->M.start[e->d.nv], mass_of (s, column));
    if (e->model->kinematics)
        put (s->z, s->Z.start[e->d.nv], column + s->at.Z);
    return geoms_equations_block_values (s->form.eq, t, z, a, s->b);
}

int geoms_semi_linearise (GeomsForm *f, double t, const double *z, int mode)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const size_t size = (size_t)f->n * sizeof *z;
    const int leave = mode == GEOMS_BASE_LEAVE, have = mode == GEOMS_BASE_HAVE && s->known
                                                       && s->t == t && memcmp (s->x, z, size) == 0;
    const double *column = leave ? s->columns : s->column;
    double *rows = leave ? s->y : s->base;
    int status = 0;

    f->eq->counters->njac++;
    if (leave) {
        status = geoms_semi_parts (s, GEOMS_FOR_JACOBIAN, 1, &t, z, s->columns);
        if (status == 0)
            status = geoms_semi_rows (s, s->columns, z, rows);
    } else if (! have)
        status = geoms_semi_base (f, t, z);
    if (status == 0)
        status = take_matrices (s, t, z, column, rows + f->eq->o3);
    if (status != 0)
        return status;
    geoms_semi_compose (s);
    return 0;
}
