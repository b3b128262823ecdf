/* row_derivatives.c - ds/dz from the model's blocks_jac: B = dR/dx, see geoms_model.h
 *
 * or from its own J, that of rda, where M is regular and a no unknown:
 *
 *     B_f = J_f - d (M a)/dp,   B_II = J_II - C M^-1 B_f,   other rows as they are
 *
 *     B_II, B_I, B_g, B_b, B_f, B_p are its rows of C a + b'', C v + b', g, b, f - M a - C' l, Z v
 *     at a, l = lambda of the point.  a_x = M^-1 B_f, mass.h, where lambda is an unknown; else
 *
 *     [M C'; C 0] [a_x; l_x] = [B_f; -B_II]       baumgarte: B_II + 2 alpha B_I + beta^2 [B_g; 0]
 *
 *                        rows of lambda and mu   of v         of p              extra unknowns
 *     partition          l_x - I                 a_x          B_p - Z C^- B_I
 *     baumgarte, full    l_x - I                 a_x          B_p
 *     index1             B_II + C a_x            a_x          B_p
 *     (10)               B_II, C                 I            B_p               B_f, -M
 *     index2             B_I                     a_x          B_p
 *     index3             [B_g; H rows of B_I]    a_x          B_p
 *     ggl                B_I                     a_x          B_p, -Z G'        B_g
 *     (3.16)             B_II + C a_x            a_x          B_p, -Z [G' L']   B_g; B_I
 *     (3.17)             B_II + C a_x            a_x, -M^-1 C' tau              the same
 *     (3.32)             B_II + C a_x            a_x, -C'     B_p, -Z G' mu     the same
 *
 * L = B_I Z over the columns of p. The rows that stand behind the comma belong to the columns of
 * the extra unknowns. eta, mu and tau are 0 but for errors, and so is C v + b' in a partition: what
 * they are factors of is left out.
 */
#include "accelerations.h"

#include <string.h>

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

int geoms_derivatives_create (GeomsAccelerations *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->eq;
    const size_t nv = (size_t)e->d.nv, m = (size_t)s->m, n = (size_t)e->n;
    GeomsDerivatives *d = &s->derivatives;

    d->x = geoms_arena_reals (arena, n);
    d->B = geoms_arena_reals (arena, (size_t)e->m * n);
    d->a = geoms_arena_reals (arena, nv * n);
    d->l = geoms_arena_reals (arena, m * n);
    d->row = geoms_arena_reals (arena, m + nv);
    if (e->model->blocks_jac == NULL && e->mass_varies)
        d->masses = geoms_arena_reals (arena, nv * nv * (size_t)(e->d.np + 1));
    return arena->failed;
}

/* ---- B from J ---- */

int geoms_derivatives_inertia (GeomsAccelerations *s, double t, const double *z, const double *a,
                               double *J)
{
    GeomsEquations *e = s->eq;
    const size_t n = (size_t)e->n, nn = (size_t)e->d.nv * (size_t)e->d.nv;
    double *points = s->linear.points + s->n, *masses = s->derivatives.masses;
    int status;

    if (! e->mass_varies)
        return 0;
    memcpy (points, z, n * sizeof *z);
    for (int j = 0; j < e->d.np; j++)
        geoms_equations_move (e, e->op + j, z, points + (size_t)(j + 1) * n);
    for (int j = 0; j <= e->d.np; j++)
        s->linear.times[j] = t;
    status = geoms_equations_mass (e, e->d.np + 1, s->linear.times, points, masses);
    for (int j = 0; j < e->d.np && status == 0; j++) {
        const double delta = AT (points, e->n, e->op + j, j + 1) - z[e->op + j];
        double *row = &AT (J, e->m, e->r_v, e->op + j);

        geoms_mass_apply (e, masses + (size_t)(j + 1) * nn, -1 / delta, a, row);
        geoms_mass_apply (e, masses, 1 / delta, a, row);
    }
    return status;
}

/* J, which holds accelerations, becomes B, which does not */
static int hold_accelerations (GeomsAccelerations *s, const GeomsPoint *point, const double *a)
{
    const GeomsEquations *e = s->eq;
    double *B = s->derivatives.B, *y = s->derivatives.row;
    int status;

    if (geoms_accelerations_factor (s, &point->part) != 0
        || s->mass.singular != GEOMS_MASS_REGULAR)
        return GEOMS_NOT_DERIVED;
    status = geoms_derivatives_inertia (s, point->t, s->derivatives.x, a, B);
    for (int j = 0; j < e->n && status == 0; j++, B += e->m) {
        memset (B + e->r_gII, 0, j < s->m ? (size_t)s->m * sizeof *B : 0);
        if (j < s->m)
            continue;
        for (int l = 0; l < e->d.nv; l++)
            y[l] = -B[e->r_v + l];
        geoms_mass_solve (&s->mass, NULL, y);
        geoms_add_matvec (s->m, e->d.nv, point->part.C, s->m, y, B + e->r_gII);
    }
    return status;
}

/* ---- B, a_x, l_x ---- */

/* B at the point for given a and l. Where M is singular a = M~^-1 (f - C' l - C' W (C a + b'')):
 * C' W times its derivative comes with C a + b'', and that of C' with l + W (C a + b''). */
static int evaluate (GeomsAccelerations *s, const GeomsPoint *point, const double *a,
                     const double *l)
{
    GeomsDerivatives *d = &s->derivatives;
    const int solved = s->kind->lambda != GEOMS_LAMBDA_FOLLOWS;
    int status;

    memcpy (d->x, point->z, (size_t)s->eq->n * sizeof *d->x);
    memcpy (d->x, l, (size_t)s->m * sizeof *d->x);
    if (solved && s->kind->extra != GEOMS_EXTRA_A && s->mass.singular != GEOMS_MASS_REGULAR) {
        geoms_accelerations_second (s, &point->part, a, d->row);
        geoms_mass_weigh (&s->mass, d->row, d->x);
    }
    if (s->eq->model->blocks_jac != NULL)
        return geoms_equations_blocks (s->eq, point->t, d->x, a, d->B);
    status = geoms_equations_user_jacobian (s->eq, point->t, d->x, d->B);
    return status != 0 ? status : hold_accelerations (s, point, a);
}

/* the derivative of b'' + C a, with the terms of baumgarte, by unknown j */
static const double *second_level (GeomsAccelerations *s, int j)
{
    const GeomsEquations *e = s->eq;
    const GeomsOptions *o = s->options;
    const double *column = &AT (s->derivatives.B, e->m, 0, j), beta = o->baumgarte_beta,
                 alpha = s->direction * o->baumgarte_alpha;
    double *row = s->derivatives.row;

    if (o->formulation != GEOMS_FORMULATION_BAUMGARTE)
        return column + e->r_gII;
    for (int i = 0; i < s->m; i++)
        row[i] = column[e->r_gII + i] + 2 * alpha * column[e->r_gI + i]
                 + (i < e->d.nl ? beta * beta * column[e->r_c + i] : 0);
    return row;
}

/* column by column; partition or mass have their factors at the point */
static void solve (GeomsAccelerations *s, const GeomsPart *part)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv, m = s->m, follows = s->kind->lambda == GEOMS_LAMBDA_FOLLOWS && m > 0;

    for (int j = 0; j < e->n; j++) {
        const double *column = &AT (s->derivatives.B, e->m, 0, j);
        double *a = &AT (s->derivatives.a, nv, 0, j), *l = &AT (s->derivatives.l, m, 0, j);

        if (follows && j < m)
            continue; /* they stay 0 */
        if (follows)
            geoms_accelerations_solve_both (s, part, column + e->r_v, second_level (s, j), a, l);
        else {
            memcpy (a, column + e->r_v, (size_t)nv * sizeof *a);
            geoms_mass_solve (&s->mass, column + e->r_gII, a);
        }
    }
}

/* ---- their rows ---- */

/* rows of lambda and mu in the columns of x */
static void put_lambda (GeomsAccelerations *s, const GeomsPart *part, int j, double *row)
{
    const GeomsEquations *e = s->eq;
    const double *column = &AT (s->derivatives.B, e->m, 0, j);
    const size_t m = (size_t)s->m, nl = (size_t)e->d.nl;

    if (s->kind->lambda == GEOMS_LAMBDA_FOLLOWS) {
        memcpy (row, &AT (s->derivatives.l, s->m, 0, j), m * sizeof *row);
        if (j < s->m)
            row[j] -= 1;
        return;
    }
    memcpy (row, column + (s->kind->level == 3 ? e->r_gII : e->r_gI), m * sizeof *row);
    if (s->kind->level == 1)
        memcpy (row, column + e->r_c, nl * sizeof *row);
    if (s->kind->level == 3 && s->kind->extra != GEOMS_EXTRA_A)
        geoms_add_matvec (s->m, e->d.nv, part->C, s->m, &AT (s->derivatives.a, e->d.nv, 0, j), row);
}

/* column l of Z, which is that of v of Z v */
static const double *turned (const GeomsAccelerations *s, int l)
{
    const GeomsEquations *e = s->eq;

    return &AT (s->derivatives.B, e->m, e->r_p, e->o3 + l);
}

/* row += size Z y */
static void add_turned (const GeomsAccelerations *s, double size, const double *y, double *row)
{
    const GeomsEquations *e = s->eq;

    for (int l = 0; l < e->d.nv; l++) {
        if (s->parts.plain)
            row[l] += size * y[l];
        else
            geoms_axpy (e->d.np, size * y[l], turned (s, l), row);
    }
}

static int is_partition (const GeomsAccelerations *s)
{
    return s->kind->lambda == GEOMS_LAMBDA_FOLLOWS && s->m > 0
           && s->partition.kind != GEOMS_PARTITION_FULL;
}

/* rows of p: velocities other than the independent ones follow from all of them */
static void put_positions (GeomsAccelerations *s, int j, double *row)
{
    const GeomsEquations *e = s->eq;
    const double *column = &AT (s->derivatives.B, e->m, 0, j);
    double *y = s->derivatives.row;

    memcpy (row, column + e->r_p, (size_t)e->d.np * sizeof *row);
    if (! is_partition (s))
        return;
    geoms_partition_particular (&s->partition, column + e->r_gI, y);
    add_turned (s, 1, y, row);
}

/* rows of the extra unknowns in the columns of x */
static void put_extra (const GeomsAccelerations *s, int j, double *row)
{
    const GeomsEquations *e = s->eq;
    const double *column = &AT (s->derivatives.B, e->m, 0, j);
    const size_t nl = (size_t)e->d.nl;

    if (s->kind->extra == GEOMS_EXTRA_A)
        memcpy (row, column + e->r_v, (size_t)e->d.nv * sizeof *row);
    if (s->kind->extra == GEOMS_EXTRA_ETA || s->kind->extra == GEOMS_EXTRA_MU_TAU)
        memcpy (row, column + e->r_c, nl * sizeof *row);
    if (s->kind->extra == GEOMS_EXTRA_MU_TAU)
        memcpy (row + nl, column + e->r_gI, (size_t)s->m * sizeof *row);
}

/* ---- columns of the extra unknowns ---- */

/* accelerations a */
static void put_of_a (const GeomsAccelerations *s, const GeomsPart *part, double *J)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv;

    for (int j = 0; j < nv; j++, J += s->n) {
        memcpy (J, part->C + (size_t)j * (size_t)s->m, (size_t)s->m * sizeof *J);
        J[e->o3 + j] = 1;
        for (int i = 0; i < nv; i++)
            J[e->n + i] = -AT (part->M, nv, i, j);
    }
}

/* y = row i of C */
static void row_of (const GeomsAccelerations *s, const GeomsPart *part, int i, double *y)
{
    for (int l = 0; l < s->eq->d.nv; l++)
        y[l] = part->C[(size_t)l * (size_t)s->m + (size_t)i];
}

/* eta or mu: - Z G' in the rows of p */
static void put_of_positions (GeomsAccelerations *s, const GeomsPart *part, double *J)
{
    double *y = s->derivatives.row;

    for (int i = 0; i < s->eq->d.nl; i++, J += s->n) {
        row_of (s, part, i, y);
        add_turned (s, -1, y, J + s->eq->op);
    }
}

/* tau: of (3.16) and (3.17) - Z L' in the rows of p, of (3.17) what lambda has in those of v */
static void put_of_tau (GeomsAccelerations *s, double *J)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv, both = s->options->formulation == GEOMS_FORMULATION_EXTENDED_317;
    double *L = s->differences.slopes, *y = s->derivatives.row;

    geoms_derivatives_velocity (s, L, s->m);
    for (int i = 0; i < s->m; i++, J += s->n) {
        for (int l = 0; l < nv; l++)
            y[l] = AT (L, s->m, i, l);
        add_turned (s, -1, y, J + e->op);
        if (both)
            memcpy (J + e->o3, &AT (s->derivatives.a, nv, 0, i), (size_t)nv * sizeof *J);
    }
}

/* tau of (3.32): - C' in the rows of v */
static void put_of_invariants (GeomsAccelerations *s, const GeomsPart *part, double *J)
{
    double *y = s->derivatives.row;

    for (int i = 0; i < s->m; i++, J += s->n) {
        row_of (s, part, i, y);
        geoms_axpy (s->eq->d.nv, -1, y, J + s->eq->o3);
    }
}

/* ---- all of it ---- */

static void put_all (GeomsAccelerations *s, const GeomsPart *part, double *J)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv, extra = s->kind->extra;
    double *behind = J + (size_t)e->n * (size_t)s->n;

    memset (J, 0, (size_t)s->n * (size_t)s->n * sizeof *J);
    for (int j = 0; j < e->n; j++, J += s->n) {
        const double *column = &AT (s->derivatives.B, e->m, 0, j);

        put_lambda (s, part, j, J);
        memcpy (J + e->o2, column + e->r_b, (size_t)e->d.nr * sizeof *J);
        if (extra != GEOMS_EXTRA_A)
            memcpy (J + e->o3, &AT (s->derivatives.a, nv, 0, j), (size_t)nv * sizeof *J);
        put_positions (s, j, J + e->op);
        put_extra (s, j, J + e->n);
    }
    if (extra == GEOMS_EXTRA_A)
        put_of_a (s, part, behind);
    else if (extra != GEOMS_EXTRA_NONE)
        put_of_positions (s, part, behind);
    if (extra != GEOMS_EXTRA_MU_TAU)
        return;
    behind += (size_t)e->d.nl * (size_t)s->n;
    if (s->options->formulation == GEOMS_FORMULATION_PROJECTED_INVARIANTS)
        put_of_invariants (s, part, behind);
    else
        put_of_tau (s, behind);
}

int geoms_derivatives_at (GeomsAccelerations *s, double t, const double *z, const double *rows,
                          double *J)
{
    const GeomsPoint point = {GEOMS_FOR_JACOBIAN, 0, t, z, geoms_parts_at (&s->parts, 0)};
    const double *a = rows + s->eq->o3;
    double *l = s->work.row;
    int status;

    memcpy (l, z, (size_t)s->m * sizeof *l);
    for (int i = 0; i < s->m && s->kind->lambda == GEOMS_LAMBDA_FOLLOWS; i++)
        l[i] += rows[i];
    status = evaluate (s, &point, a, l);
    if (status != 0)
        return status;
    if (s->kind->extra != GEOMS_EXTRA_A)
        solve (s, &point.part);
    if (is_partition (s) && s->light)
        geoms_accelerations_prepare (s, &point.part);
    put_all (s, &point.part, J);
    return geoms_finite ((size_t)s->n * (size_t)s->n, J) ? 0 : GEOMS_RETRY;
}

/* ---- L ---- */

void geoms_derivatives_velocity (const GeomsAccelerations *s, double *L, int ld)
{
    const GeomsEquations *e = s->eq;
    const double *B = &AT (s->derivatives.B, e->m, e->r_gI, e->op);

    for (int l = 0; l < e->d.nv; l++, L += ld) {
        if (s->parts.plain)
            memcpy (L, &AT (B, e->m, 0, l), (size_t)s->m * sizeof *L);
        else
            geoms_matvec (s->m, e->d.np, B, e->m, turned (s, l), L);
    }
}

int geoms_derivatives_of_velocity (GeomsAccelerations *s, const GeomsPoint *point, double *L,
                                   int ld)
{
    GeomsCounters *counters = s->eq->counters;
    double *B = s->derivatives.B, *a = s->derivatives.row; /* nothing depends on a              */
    int status;

    memset (a, 0, (size_t)s->eq->d.nv * sizeof *a);
    *(point->purpose == GEOMS_FOR_JACOBIAN ? &counters->neomjac : &counters->neom) += 1;
    status = s->eq->model->blocks_jac != NULL
                 ? geoms_equations_blocks (s->eq, point->t, point->z, a, B)
                 : geoms_equations_user_jacobian (s->eq, point->t, point->z, B);
    if (status == 0)
        geoms_derivatives_velocity (s, L, ld);
    return status;
}
