/* derive.c - hidden constraints and the derivatives of all blocks, on the tape
 *
 *     s' = -c_s^-1 (c_p Z v + c_t)
 *     ' = derivative along  t' = 1, p' = Z v, v' = 0, s':
 *     gI = g',   gamma_g = gI',   gamma_h = h~'          gII = C_g a + gamma_g,  hI = C_h a + gamma_h
 *     C_g = (g_p - g_s c_s^-1 c_p) Z,   C_h = dh~/dv     (= H Z: H alone is never needed)
 *     R = [ d; C a + gamma; gI; h~; e; c; g; b; f_dyn - M a; Z v ],   B = dR/dx
 *     f_dyn = f - C'[lambda; mu],   F = d f_dyn / dx
 *
 * with the accelerations a as further inputs. M, C and gamma hold Z', g_tt and all that follows from
 * them.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "derive.h"
#include "node_division.h"

typedef struct Derivation {
    GeomsTape *t;
    GeomsDims d;
    int n, time, alpha, inputs;
    int lambda, v, s, p;       /* first numbers of these in x                                   */
    GeomsDerived *to;
    GeomsArena *arena, scratch;
    int *seed, *column;        /* by input                                                     */
    int *Zv;                   /* np                                                           */
    int failed;                /* a sweep had no memory                                         */
} Derivation;

/* ---- arithmetic on nodes ---- */

static int node (const Derivation *w, int op, int a, int b)
{
    return geoms_tape_node (w->t, op, a, b, 0);
}
static int plus_product (const Derivation *w, int sum, int a, int b)
{
    return node (w, GEOMS_OP_ADD, sum, node (w, GEOMS_OP_MUL, a, b));
}
static int input (const Derivation *w, int number) { return geoms_tape_input (w->t, number); }

static int *nodes (const Derivation *w, int count)
{
    return geoms_arena_ints (w->arena, (size_t)count);
}
static int *scratch (Derivation *w, int count)
{
    return geoms_arena_ints (&w->scratch, (size_t)count);
}
/* rows x columns; without memory if they are more than can be counted */
static int *table (Derivation *w, int rows, int columns)
{
    w->failed |= (double)rows * columns > INT_MAX;
    return w->failed ? NULL : scratch (w, rows * columns);
}
static int stuck (const Derivation *w)
{
    return w->failed || w->arena->failed || w->scratch.failed
           || w->t->fault != GEOMS_TAPE_GOOD;
}

/* ---- derivatives ---- */

/* of roots by `count` inputs from number `first` on, row after row */
static GeomsEntries list_by_inputs (Derivation *w, int rows, const int *root, int first, int count)
{
    GeomsEntries list = {0};

    for (int i = 0; i < w->inputs && ! stuck (w); i++)
        w->column[i] = i >= first && i < first + count ? i - first : -1;
    if (! stuck (w))
        w->failed |= geoms_sweep_forward (w->t, rows, root, w->inputs, w->column, &list) != 0;
    return list;
}

/* the same as rows x count nodes by columns, zeros where there is none */
static int *by_inputs (Derivation *w, int rows, const int *root, int first, int count)
{
    GeomsEntries list = list_by_inputs (w, rows, root, first, count);
    int *dense = table (w, rows, count);

    for (int e = 0; e < list.count && ! stuck (w); e++)
        dense[list.entry[e].row + list.entry[e].column * rows] = list.entry[e].node;
    geoms_entries_free (&list);
    return dense;
}

/* one more entry of a list, unless it is 0 */
static void add_entry (Derivation *w, GeomsEntries *list, int row, int column, int node)
{
    if (node != 0)
        w->failed |= geoms_entries_append (list, row, column, node) != 0;
}

/* where the rows, or columns, of a list begin: first[i] ... first[i + 1] - 1 are the numbers, in
 * `number`, of the entries in row i, or column i; NULL without memory */
static int *sorted (Derivation *w, const GeomsEntries *list, int count, int by_columns, int **number)
{
    int *first = scratch (w, count + 2);

    *number = scratch (w, list->count);
    for (int e = 0; e < list->count && ! stuck (w); e++)
        first[(by_columns ? list->entry[e].column : list->entry[e].row) + 2]++;
    for (int i = 0; i < count && ! stuck (w); i++)
        first[i + 2] += first[i + 1];
    for (int e = 0; e < list->count && ! stuck (w); e++)
        (*number)[first[(by_columns ? list->entry[e].column : list->entry[e].row) + 1]++] = e;
    return first;
}

/* along the motion with a = 0 */
static void along (Derivation *w, int rows, const int *root, int *rate)
{
    if (! stuck (w) && rows > 0)
        w->failed |= geoms_sweep_tangent (w->t, rows, root, w->inputs, w->seed, rate) != 0;
}

/* A B, A m x n, B n x k */
static void multiply (Derivation *w, int m, int n, int k, const int *A, const int *B, int *product,
                      int ld)
{
    for (int j = 0; j < k && ! stuck (w); j++)
        for (int i = 0; i < m; i++) {
            int sum = 0;
            for (int l = 0; l < n; l++)
                sum = plus_product (w, sum, A[i + l * m], B[l + j * n]);
            product[i + j * ld] = sum;
        }
}

/* ---- contact variables ---- */

/* [c_s^-1 c_p, c_s^-1 (c_p Z v + c_t)], ns x (np + 1) */
static int *contact_slopes (Derivation *w, const double *start)
{
    const int ns = w->d.ns, np = w->d.np;
    int *A = by_inputs (w, ns, w->to->of.c, w->s, ns);
    int *by_p = by_inputs (w, ns, w->to->of.c, w->p, np), *X = table (w, ns, np + 1);

    if (stuck (w) || ns == 0)
        return X;
    memcpy (X, by_p, (size_t)(ns * np) * sizeof *X);
    along (w, ns, w->to->of.c, X + ns * np); /* s' is still 0                                    */
    w->failed |= geoms_nodes_divide (w->t, ns, A, np + 1, X, start) != 0;
    return X;
}

/* ---- levels ---- */

static void make_rates_of_positions (Derivation *w)
{
    const int np = w->d.np, nv = w->d.nv;
    const int *Z = w->to->of.Z;

    for (int i = 0; i < np; i++) {
        w->Zv[i] = Z == NULL ? input (w, w->v + i) : 0;
        for (int j = 0; j < nv && Z != NULL; j++)
            w->Zv[i] = plus_product (w, w->Zv[i], Z[i + j * np], input (w, w->v + j));
        w->seed[w->p + i] = w->Zv[i];
    }
    w->seed[w->time] = geoms_tape_constant (w->t, 1);
}

/* G = g_p - g_s c_s^-1 c_p */
static GeomsEntries total_slopes (Derivation *w, const int *slopes)
{
    const GeomsDims *d = &w->d;
    GeomsEntries list = {0};

    if (d->ns == 0)
        return list_by_inputs (w, d->nl, w->to->of.g, w->p, d->np);
    const int *G = by_inputs (w, d->nl, w->to->of.g, w->p, d->np),
              *G_s = by_inputs (w, d->nl, w->to->of.g, w->s, d->ns);
    int *by_way = table (w, d->nl, d->np);

    if (! stuck (w))
        multiply (w, d->nl, d->ns, d->np, G_s, slopes, by_way, d->nl);
    for (int i = 0; i < d->nl && ! stuck (w); i++)
        for (int j = 0; j < d->np; j++)
            add_entry (w, &list, i, j,
                       node (w, GEOMS_OP_SUB, G[i + j * d->nl], by_way[i + j * d->nl]));
    return list;
}

/* rows of A, whose columns rise, times Z (np x nv) */
static void add_product (Derivation *w, const GeomsEntries *A)
{
    const int np = w->d.np, nv = w->d.nv, *Z = w->to->of.Z;
    int *sum = scratch (w, nv), *touched = scratch (w, nv);

    for (int e = 0, count = 0; e < A->count && ! stuck (w); e++) {
        const GeomsEntry *a = A->entry + e;

        for (int j = 0; j < nv; j++) {
            const int z = Z[a->column + j * np];
            if (z == 0)
                continue;
            if (sum[j] == 0)
                touched[count++] = j;
            sum[j] = plus_product (w, sum[j], a->node, z);
        }
        if (e + 1 < A->count && a[1].row == a->row)
            continue;
        for (int j = 0; j < nv && count > 0; j++) { /* rising */
            add_entry (w, &w->to->C, a->row, j, sum[j]);
            sum[j] = 0;
        }
        count = 0;
    }
}

/* C_g = G Z above C_h = dh~/dv */
static void make_C (Derivation *w, const int *slopes)
{
    const GeomsDims *d = &w->d;
    GeomsEntries G = total_slopes (w, slopes),
                 H = list_by_inputs (w, d->nm, w->to->of.h, w->v, d->nv);

    if (w->to->of.Z != NULL)
        add_product (w, &G);
    for (int e = 0; e < G.count && w->to->of.Z == NULL && ! stuck (w); e++)
        add_entry (w, &w->to->C, G.entry[e].row, G.entry[e].column, G.entry[e].node);
    for (int e = 0; e < H.count && ! stuck (w); e++)
        add_entry (w, &w->to->C, d->nl + H.entry[e].row, H.entry[e].column, H.entry[e].node);
    geoms_entries_free (&G);
    geoms_entries_free (&H);
}

/* M row after row, from all of its numbers or from its entries */
static void make_M (Derivation *w)
{
    const GeomsDescribed *of = &w->to->of;
    const int nv = w->d.nv;
    GeomsEntries given = {0};
    int *number;

    for (int j = 0; j < nv && of->M != NULL && of->row_M == NULL; j++)
        for (int i = 0; i < nv; i++)
            add_entry (w, &given, i, j, of->M[i + j * nv]);
    for (int e = 0; of->row_M != NULL && e < of->entries_M; e++)
        add_entry (w, &given, of->row_M[e], of->column_M[e], of->M[e]);
    sorted (w, &given, nv, 0, &number);
    for (int e = 0; e < given.count && ! stuck (w); e++) {
        const GeomsEntry *entry = given.entry + number[e];
        add_entry (w, &w->to->M, entry->row, entry->column, entry->node);
    }
    geoms_entries_free (&given);
}

static void make_levels (Derivation *w, const int *slopes)
{
    const GeomsDims *d = &w->d;

    for (int i = 0; i < d->ns && ! stuck (w); i++)
        w->seed[w->s + i] = node (w, GEOMS_OP_NEG, slopes[i + d->ns * d->np], 0);
    along (w, d->nl, w->to->of.g, w->to->gI);
    along (w, d->nl, w->to->gI, w->to->gamma);
    along (w, d->nm, w->to->of.h, w->to->gamma + d->nl);
}

/* ---- R ---- */

static int *append (int *to, int count, const int *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
    return to + count;
}

/* sum of entries times inputs from number `first` on, for each row, or column; what is there with
 * that added or taken away */
static void add_products (Derivation *w, const GeomsEntries *list, int count, int by_columns, int first,
                          int op, int *to)
{
    int *number, *begin = sorted (w, list, count, by_columns, &number);

    for (int i = 0; i < count && ! stuck (w); i++)
        for (int k = begin[i]; k < begin[i + 1]; k++) {
            const GeomsEntry *e = list->entry + number[k];
            to[i] = node (w, op, to[i],
                          node (w, GEOMS_OP_MUL, e->node,
                                input (w, first + (by_columns ? e->row : e->column))));
        }
}

/* f - C'[lambda; mu];  M a */
static void make_forces (Derivation *w, int *inertia)
{
    const int nv = w->d.nv;

    append (w->to->f_dyn, nv, w->to->of.f);
    add_products (w, &w->to->C, nv, 1, w->lambda, GEOMS_OP_SUB, w->to->f_dyn);
    for (int i = 0; i < nv && w->to->of.M == NULL; i++)
        inertia[i] = input (w, w->alpha + i);
    add_products (w, &w->to->M, nv, 0, w->alpha, GEOMS_OP_ADD, inertia);
}

static void make_R (Derivation *w)
{
    const GeomsDims *d = &w->d;
    const GeomsDescribed *of = &w->to->of;
    const int m = d->nl + d->nm;
    int *R = append (w->to->R, d->nw, of->d), *inertia = scratch (w, d->nv), *second = R;

    if (stuck (w))
        return;
    R = append (R, m, w->to->gamma);
    add_products (w, &w->to->C, m, 0, w->alpha, GEOMS_OP_ADD, second);
    R = append (R, d->nl, w->to->gI);
    R = append (R, d->nm, of->h);
    R = append (R, d->ni, of->e);
    R = append (R, d->ns, of->c);
    R = append (R, d->nl, of->g);
    R = append (R, d->nr, of->b);
    make_forces (w, inertia);
    for (int i = 0; i < d->nv && ! stuck (w); i++)
        *R++ = node (w, GEOMS_OP_SUB, w->to->f_dyn[i], inertia[i]);
    if (! stuck (w))
        append (R, d->np, w->Zv);
}

/* ---- Jacobians ---- */

/* forward, or in reverse where that is possible and shorter */
static void jacobian (Derivation *w, int rows, const int *root, int first, int count,
                      GeomsEntries *J)
{
    GeomsEntries other = {0};

    for (int i = 0; i < w->inputs; i++)
        w->column[i] = i >= first && i < first + count ? i : -1;
    w->failed |= geoms_sweep_forward (w->t, rows, root, w->inputs, w->column, J) != 0;
    if (stuck (w) || ! geoms_sweep_reverses (w->t, rows, root))
        return;
    w->failed |= geoms_sweep_reverse (w->t, rows, root, w->inputs, w->column, &other) != 0;
    if (! w->failed && geoms_entries_operations (w->t, &other) < geoms_entries_operations (w->t, J)) {
        const GeomsEntries longer = *J;
        *J = other;
        other = longer;
    }
    geoms_entries_free (&other);
}

/* ---- what depends on what ---- */

/* marks the inputs that roots need */
static void mark (Derivation *w, int count, const int *root, unsigned char *needed, int *reads)
{
    if (root == NULL || count == 0)
        return;
    geoms_sweep_needed (w->t, w->t->count, count, root, needed);
    for (int i = 0; i < w->t->count; i++)
        if (needed[i] && w->t->node[i].op == GEOMS_OP_INPUT && w->t->node[i].arg[0] < w->inputs)
            reads[w->t->node[i].arg[0]] = 1;
}

static int any (const int *reads, int first, int count)
{
    int found = 0;

    for (int i = first; i < first + count; i++)
        found |= reads[i];
    return found;
}

static int mass_structure (Derivation *w, const int *reads)
{
    const int varies = any (reads, 0, w->time + 1);
    int diagonal = 1;

    for (int e = 0; e < w->to->M.count; e++)
        diagonal &= w->to->M.entry[e].row == w->to->M.entry[e].column;
    if (varies)
        return diagonal ? GEOMS_MASS_DIAGONAL : GEOMS_MASS_FULL;
    return diagonal ? GEOMS_MASS_CONSTANT_DIAGONAL : GEOMS_MASS_CONSTANT;
}

static void find_structure (Derivation *w)
{
    const GeomsDims *d = &w->d;
    const GeomsDescribed *of = &w->to->of;
    unsigned char *needed = geoms_arena_get (&w->scratch, (size_t)w->t->count, 1);
    int *reads = scratch (w, w->inputs), *M = scratch (w, w->to->M.count);

    if (stuck (w))
        return;
    for (int e = 0; e < w->to->M.count; e++)
        M[e] = w->to->M.entry[e].node;
    mark (w, w->to->M.count, M, needed, reads);
    w->to->mass_structure = mass_structure (w, reads);
    mark (w, d->nv, of->f, needed, reads);
    mark (w, d->nr, of->b, needed, reads);
    mark (w, d->nw, of->d, needed, reads);
    w->to->uses_multipliers = any (reads, w->lambda, d->nl + d->nm);
    mark (w, w->to->rows, w->to->R, needed, reads);
    w->to->autonomous = ! reads[w->time];
}

/* whether C_h = dh~/dv does not depend on v */
static void find_affine (Derivation *w)
{
    const GeomsDims *d = &w->d;
    GeomsEntries H = list_by_inputs (w, d->nm, w->to->of.h, w->v, d->nv), slopes = {0};
    int *root = scratch (w, H.count);

    for (int e = 0; e < H.count && ! stuck (w); e++)
        root[e] = H.entry[e].node;
    if (! stuck (w))
        slopes = list_by_inputs (w, H.count, root, w->v, d->nv);
    w->to->affine = slopes.count == 0;
    geoms_entries_free (&H);
    geoms_entries_free (&slopes);
}

/* ---- all ---- */

static void begin (Derivation *w, GeomsDerived *to)
{
    const GeomsDims *d = &w->d;
    const int m = d->nl + d->nm;

    w->lambda = d->nw;
    w->v = w->lambda + m + d->nr;
    w->s = w->v + d->nv;
    w->p = w->s + d->ns;
    w->n = geoms_derive_unknowns (d);
    w->time = geoms_derive_time (d);
    w->alpha = geoms_derive_alpha (d);
    w->inputs = w->alpha + d->nv;
    w->seed = scratch (w, w->inputs);
    w->column = scratch (w, w->inputs);
    w->Zv = scratch (w, d->np);
    to->rows = d->nw + 2 * m + d->nl + d->ni + d->ns + d->nr + d->nv + d->np;
    to->gI = nodes (w, d->nl);
    to->gamma = nodes (w, m);
    to->R = nodes (w, to->rows);
    to->f_dyn = nodes (w, d->nv);
}

static int told (const Derivation *w, GeomsReport *report)
{
    if (w->t->fault == GEOMS_TAPE_FULL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The derivatives of the system have more than %d operations.",
                             w->t->most);
    return geoms_report (report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory to derive the system.");
}

int geoms_derive (GeomsDerived *to, GeomsTape *tape, const GeomsDescribed *of, const double *start,
                  GeomsReport *report, GeomsArena *arena)
{
    Derivation w = {.t = tape, .d = of->dims, .to = to, .arena = arena};

    memset (to, 0, sizeof *to);
    to->of = *of;
    begin (&w, to);
    if (! stuck (&w)) {
        tape->derives = 1;
        make_rates_of_positions (&w);
        const int *slopes = contact_slopes (&w, start);
        make_levels (&w, slopes);
        make_C (&w, slopes);
        make_M (&w);
        make_R (&w);
        jacobian (&w, to->rows, to->R, 0, w.n, &to->B);
        find_structure (&w);
        find_affine (&w);
        if (to->mass_structure == GEOMS_MASS_FULL || to->mass_structure == GEOMS_MASS_DIAGONAL)
            jacobian (&w, w.d.nv, to->f_dyn, 0, w.n, &to->F);
        tape->derives = 0;
    }
    const int failed = stuck (&w);
    geoms_arena_free (&w.scratch);
    if (! failed)
        return 0;
    geoms_derived_free (to);
    return told (&w, report);
}

void geoms_derived_free (GeomsDerived *d)
{
    geoms_entries_free (&d->M);
    geoms_entries_free (&d->C);
    geoms_entries_free (&d->B);
    geoms_entries_free (&d->F);
}
