/* semi_newton.c - the Newton systems of semi.h: which entries of B, M and C stand where, factors,
 * solutions
 */
#include <stdlib.h>
#include <string.h>

#include "model/pattern.h"
#include "semi.h"

/* ---- places ---- */

/* the row of the matrix that belongs to one of rda; -1: none */
static int row_of (const GeomsSemi *s, int i)
{
    const GeomsEquations *e = s->form.eq;
    const int level = s->second ? e->r_gII : e->r_gI;

    if (i >= e->r_b)
        return e->o2 + i - e->r_b;
    if (i >= level && i < level + s->m)
        return i - level;
    return i >= e->r_c && i - e->r_c < s->eta ? e->n + i - e->r_c : -1;
}

static void announce_blocks (GeomsSemi *s, GeomsSparseBuilder *b)
{
    const GeomsEquations *e = s->form.eq;

    for (int j = 0; j < e->n; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            if (row_of (s, s->B.row[k]) >= 0)
                geoms_sparse_map_note (&s->minus, b, row_of (s, s->B.row[k]), j, k);
    for (int j = 0; j < e->d.nv; j++) {
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            geoms_sparse_map_note (&s->inertia, b, e->o3 + s->M.row[k], e->o3 + j, k);
        for (int k = s->C.start[j]; k < s->C.start[j + 1] && s->second; k++)
            geoms_sparse_map_note (&s->rates, b, s->C.row[k], e->o3 + j, k);
    }
    for (int i = e->o2; i < e->n; i++)
        if (i < e->o3 || i >= e->o4)
            geoms_sparse_map_note (&s->shift, b, i, i, 0);
}

/* Z C_g': an entry for each entry of Z and of C in the same column; counts where s->of_Z is NULL */
static int announce_products (GeomsSemi *s, GeomsSparseBuilder *b)
{
    const GeomsEquations *e = s->form.eq;
    int count = 0;

    for (int l = 0; l < e->d.nv && s->eta > 0; l++)
        for (int c = s->C.start[l]; c < s->C.start[l + 1]; c++) {
            const int turned = e->model->kinematics, first = turned ? s->Z.start[l] : 0,
                      last = turned ? s->Z.start[l + 1] : 1;

            for (int z = first; z < last && s->C.row[c] < s->eta; z++, count++) {
                if (s->of_Z == NULL)
                    continue;
                s->of_Z[count] = turned ? z : -1;
                s->of_C[count] = c;
                geoms_sparse_map_note (&s->of_eta, b, e->op + (turned ? s->Z.row[z] : l),
                                       e->n + s->C.row[c], count);
            }
        }
    return count;
}

int geoms_semi_patterns (GeomsSemi *s, GeomsArena *arena)
{
    GeomsSparseMap *maps[] = {&s->minus, &s->inertia, &s->rates, &s->shift, &s->of_eta};
    GeomsSparseBuilder b;
    GeomsArena scratch = {0};
    const size_t products = (size_t)announce_products (s, NULL);
    int failed, *place;

    s->of_Z = geoms_arena_ints (arena, products);
    s->of_C = geoms_arena_ints (arena, products);
    s->products = geoms_arena_reals (arena, products);
    geoms_builder_begin (&b, s->form.n, s->form.n, arena);
    if (! arena->failed) {
        announce_blocks (s, &b);
        announce_products (s, &b);
    }
    place = geoms_arena_ints (&scratch, (size_t)b.count);
    failed = arena->failed || place == NULL || geoms_builder_finish (&b, &s->A, place) != 0;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        geoms_sparse_map_keep (maps[i], failed ? NULL : place, arena);
    geoms_builder_free (&b);
    geoms_arena_free (&scratch);
    return failed || arena->failed;
}

/* ---- values ---- */

void geoms_semi_compose (GeomsSemi *s)
{
    double *A = s->A.value;

    memset (A, 0, (size_t)geoms_sparse_count (&s->A) * sizeof *A);
    geoms_sparse_map_put (&s->minus, -1, s->b, A);
    for (int k = 0; k < s->of_eta.count; k++)
        s->products[k] = s->c[s->of_C[k]] * (s->of_Z[k] < 0 ? 1 : s->z[s->of_Z[k]]);
    geoms_sparse_map_put (&s->of_eta, 1, s->products, A);
}

/* to += sigma from, real and imaginary parts where sigma is complex */
static void add_sigma (const GeomsSparseMap *map, int stride, double re, double im,
                       const double *from, double sign, double *to)
{
    for (int k = 0; k < map->count; k++) {
        const double value = sign * (from != NULL ? from[map->entry[k]] : 1);

        to[stride * map->place[k]] += re * value;
        if (stride == 2)
            to[2 * map->place[k] + 1] += im * value;
    }
}

int geoms_semi_factor (GeomsForm *f, int slot, double re, double im)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const int stride = slot >= GEOMS_SLOT_COMPLEX ? 2 : 1, count = geoms_sparse_count (&s->A);
    const size_t size = (size_t)(stride * count) * sizeof (double);
    const long before = geoms_sparse_lu_counts (s->lu).factorisations;
    int status;

    memset (s->values, 0, size);
    for (int k = 0; k < count; k++)
        s->values[stride * k] = s->A.value[k];
    add_sigma (&s->inertia, stride, re, im, s->mass, 1, s->values);
    add_sigma (&s->rates, stride, re, im, s->c, -1, s->values);
    add_sigma (&s->shift, stride, re, im, NULL, 1, s->values);
    status = geoms_sparse_lu_factor (s->lu, slot, s->values, 0);
    f->no_memory = status < 0;
    if (status == 0 && geoms_sparse_lu_counts (s->lu).factorisations > before) {
        s->anchor[slot].known = 1;
        memcpy (s->anchor[slot].values, s->values, size);
    }
    return status;
}

/* pivots as an earlier run has chosen them: 0, or not 0 if that is impossible */
int geoms_semi_pivots_again (GeomsSemi *s)
{
    int status = 0;

    for (int slot = 0; slot <= s->form.complex_slots && status == 0; slot++)
        if (s->anchor[slot].known)
            status = geoms_sparse_lu_factor (s->lu, slot, s->anchor[slot].values, 1);
    return status;
}

/* ---- solutions ---- */

/* one column of a residual into every `stride`-th number of y */
static void right_side (const GeomsSemi *s, const double *residual, int stride, double *y)
{
    const GeomsEquations *e = s->form.eq;
    const double *v = residual + e->o3;

    for (int i = 0; i < s->form.n; i++)
        y[stride * i] = i >= e->o3 && i < e->o4 ? 0 : residual[i];
    for (int j = 0; j < e->d.nv; j++) {
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            y[stride * (e->o3 + s->M.row[k])] += s->mass[k] * v[j];
        for (int k = s->C.start[j]; k < s->C.start[j + 1] && s->second; k++)
            y[stride * s->C.row[k]] -= s->c[k] * v[j];
    }
}

void geoms_semi_solve (GeomsForm *f, int first, int count, const double *residual, double *dz)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const int n = f->n;

    for (int slot = first; slot < first + count; slot++) {
        const int stride = slot >= GEOMS_SLOT_COMPLEX ? 2 : 1;

        for (int c = 0; c < stride; c++)
            right_side (s, residual + c * n, stride, s->y + c);
        geoms_sparse_lu_solve (s->lu, slot, 1, s->y, stride * n);
        for (int c = 0; c < stride; c++)
            for (int i = 0; i < n; i++)
                dz[c * n + i] = s->y[stride * i + c];
        residual += stride * n;
        dz += stride * n;
    }
}
