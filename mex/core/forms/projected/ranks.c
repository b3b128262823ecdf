/* ranks.c - a rank that is lost or has changed, named as what it is
 *
 *     C, F34 along the motion     a singular position that the motion has reached, or left
 *     C, F34 at the start         rows that depend on each other
 *     d_w, c_s                    auxiliary or contact equations that do not determine w or s
 *     [M C' - f_l; C 0]           friction that cancels a multiplier
 *
 * Rows are named by the singular vectors of what is lost. The deficiencies must agree:
 *
 *     def F11 = def F23 over gI, h~;   def F34 = deficiency of gI alone
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "projected.h"

/* Choices: the part of the largest entry from which on a row is named; what counts as zero in d_w
 * and c_s. */
static const double NAMED = 1e-3, OWN_RANK = 1e-12;

/* ---- which rows, how far ---- */

/* the block as J has it: rows of level 0, 1, 2 = acceleration, velocity, position */
typedef struct Place {
    int row, column, rows, columns;
} Place;

static Place place_of (const GeomsProjected *p, int which)
{
    const GeomsEquations *e = p->form.eq;

    return which == 2   ? (Place){p->a3, e->o4, p->m3, e->n4}
           : which == 1 ? (Place){e->r_gI, e->o3, p->hard2, e->n3}
                        : (Place){0, 0, p->m1, e->n1};
}

/* row i as the user counts it: "g(1)", "h(2)", "c(1)" */
static void name_of (const GeomsEquations *e, int which, int i, char *name, size_t size)
{
    const int first = which == 2 ? e->d.ns : which == 1 ? 0 : e->d.nw;

    if (i < first)
        snprintf (name, size, "%s(%d)", which == 2 ? "c" : "d", i + 1);
    else if (i - first < e->d.nl)
        snprintf (name, size, "g(%d)", i - first + 1);
    else
        snprintf (name, size, "h(%d)", i - first - e->d.nl + 1);
}

/* "g(1), h(2)": the rows of the combinations from number `first` to before `last`; `probe` has
 * them */
static void name_combinations (GeomsProjected *p, int which, int first, int last, char *text,
                               size_t size)
{
    const GeomsBlock *b = &p->blocks.probe;
    double *most = p->work.n, *u = p->work.n + b->m, largest = 0;
    size_t used = 0;

    memset (most, 0, (size_t)b->m * sizeof *most);
    for (int j = first; j < last; j++) {
        geoms_block_left_null (b, j, u);
        for (int i = 0; i < b->m; i++)
            most[i] = geoms_max (most[i], fabs (u[i]));
    }
    for (int i = 0; i < b->m; i++)
        largest = geoms_max (largest, most[i]);
    text[0] = 0;
    for (int i = 0; i < b->m && used + 40 < size; i++) {
        char name[32];
        if (! (most[i] > NAMED * largest))
            continue;
        name_of (p->form.eq, which, i, name, sizeof name);
        used += (size_t)snprintf (text + used, size - used, "%s%s", used > 0 ? ", " : "", name);
    }
}

void geoms_ranks_name_rows (GeomsProjected *p, int which, int first, char *text, size_t size)
{
    name_combinations (p, which, first, p->blocks.probe.m - p->blocks.probe.rank, text, size);
}

/* those of which the combination consists that moves least, of the block as it stands in J */
static void name_last (GeomsProjected *p, int which, char *text, size_t size)
{
    const Place at = place_of (p, which);
    GeomsBlock *b = &p->blocks.probe;

    text[0] = 0;
    b->m = at.rows;
    b->k = at.columns;
    b->imposed = geoms_int_max (1, geoms_int_min (at.rows, at.columns) - 1);
    if (at.rows > 0
        && geoms_block_decompose (b, p->J + (size_t)at.column * (size_t)p->form.m + at.row,
                                  p->form.m, 0)
               == 0)
        geoms_ranks_name_rows (p, which, at.rows - b->rank - 1, text, size);
}

const char *geoms_ranks_depend (const char *rows, char *text, size_t size)
{
    const int many = strchr (rows, ',') != NULL;

    snprintf (text, size, "row%s %s %s", many ? "s" : "", rows,
              many ? "depend on each other" : "is zero");
    return text;
}

/* not 0 if the square part of F34 or F11 in s or w alone is singular */
static int own_part_singular (GeomsProjected *p, int which)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlock *b = &p->blocks.probe;
    const int size = which == 2 ? e->d.ns : e->d.nw;
    const double *F = which == 2 ? p->J + (size_t)e->o4 * (size_t)e->m + e->r_c : p->J;

    if (size == 0)
        return 0;
    b->m = b->k = size;
    b->imposed = 0;
    return geoms_block_decompose (b, F, e->m, OWN_RANK) == 0 && b->rank < size;
}

/* ---- what is said ---- */

static int own_part (GeomsProjected *p, int which)
{
    GeomsBlocks *b = &p->blocks;
    const char *what = which == 2 ? "dc/ds" : "dd/dw", *unknown = which == 2 ? "s" : "w",
               *function = which == 2 ? "contact equations c" : "auxiliary equations d";

    p->form.eq->report->t = p->t;
    p->form.eq->report->value = b->probe.smallest;
    return geoms_report (
        p->form.eq->report, which == 2 ? GEOMS_CONTACT_SINGULAR : GEOMS_AUXILIARY_SINGULAR,
        "%s is singular at t = %.10g (rank %d of %d, singular value %.3g): the %s do not "
        "determine %s there.",
        what, p->t, b->probe.rank, b->probe.m, b->probe.smallest, function, unknown);
}

static int tell_singular (GeomsProjected *p, int which, int before, int now, const char *rows)
{
    GeomsBlocks *b = &p->blocks;
    GeomsReport *report = p->form.eq->report;
    const int reached = now < before;
    char text[160];

    report->t = p->t;
    report->value = b->probe.smallest;
    report->limit = b->rank_tol * b->probe.largest;
    return geoms_report (
        report, GEOMS_RANK_CHANGED,
        "The motion has %s a singular position at t = %.10g: the rank of the %s "
        "constraints changed from %d to %d; the %s there "
        "(singular values: largest %.3g, smallest %.3g).",
        reached ? "reached" : "left", p->t, which == 2 ? "position" : "velocity", before, now,
        geoms_ranks_depend (rows, text, sizeof text), b->probe.largest, b->probe.smallest);
}

static int singular_position (GeomsProjected *p, int which, int before, int now)
{
    char rows[120];

    name_last (p, which, rows, sizeof rows);
    return tell_singular (p, which, before, now, rows);
}

int geoms_ranks_reached (GeomsForm *f, double t, const double *C, int before, int now)
{
    GeomsProjected *p = (GeomsProjected *)f;
    const GeomsEquations *e = p->form.eq;
    GeomsBlock *b = &p->blocks.probe;
    char rows[120] = "";

    p->t = t;
    b->m = e->d.nl + e->d.nm;
    b->k = e->d.nv;
    b->imposed = geoms_int_max (1, before - 1);
    if (geoms_block_decompose (b, C, b->m, 0) == 0)
        name_combinations (p, 1, 0, 1, rows, sizeof rows); /* behind it are rows that were
                                                              redundant before */
    return tell_singular (p, 1, before, now, rows);
}

/* What a block that lost rank means, per decomposition. */
static int rank_status (int kind, int which)
{
    static const int lu[] = {GEOMS_LU_RANK1, GEOMS_LU_RANK2, GEOMS_LU_RANK3};
    static const int qr[] = {GEOMS_QR_RANK1, GEOMS_QR_RANK2, GEOMS_QR_RANK3};

    return kind == GEOMS_DECOMPOSITION_QR ? qr[which] : lu[which];
}

int geoms_ranks_lost (GeomsProjected *p, const GeomsBlock *b, int which)
{
    static const char *const level[] = {"acceleration", "velocity", "position"};
    GeomsReport *report = p->form.eq->report;
    const int own = which == 2 ? p->form.eq->d.ns : which == 0 ? p->form.eq->d.nw : 0;
    char rows[120];

    if (own > 0 && own_part_singular (p, which))
        return own_part (p, which);
    if (which == 0)
        return geoms_ranks_unsolvable (p);
    if (p->selector.made)
        return singular_position (p, which, b->m, b->rank);
    name_last (p, which, rows, sizeof rows);
    report->t = p->t;
    report->value = b->smallest;
    report->limit = p->blocks.rank_tol * b->largest;
    return geoms_report (
        report, rank_status (b->kind, which),
        "The %d %s constraints have rank %d only at t = %.10g: %s depend on each other "
        "(pivot %.3g, limit %.3g).",
        b->m, level[which], b->rank, p->t, rows, report->value, report->limit);
}

int geoms_ranks_unsolvable (GeomsProjected *p)
{
    GeomsReport *report = p->form.eq->report;
    char rows[120];

    if (own_part_singular (p, 0))
        return own_part (p, 0);
    report->t = p->t;
    if (p->multipliers.friction || ! p->multipliers.used) {
        name_last (p, 0, rows, sizeof rows);
        return geoms_report (
            report, GEOMS_MULTIPLIER_CANCELLED,
            "The multipliers are not determined at t = %.10g: forces that depend on them, "
            "friction say, cancel what they do in the rows %s (singular value %.3g of %.3g).",
            p->t, rows, p->blocks.probe.smallest, p->blocks.probe.largest);
    }
    return geoms_report (
        report, GEOMS_MASS_INDEFINITE,
        "The accelerations are not determined at t = %.10g: the mass matrix is not positive on "
        "the motions that the constraints allow.",
        p->t);
}

/* ---- whether the ranks fit together ---- */

int geoms_ranks_holonomic (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    const double *F = p->J + (size_t)e->o3 * (size_t)e->m + e->r_gI;

    if (e->d.nm == 0 || b->rank2 == p->hard2)
        return p->hard2 - b->rank2;
    if (geoms_block_decompose (&b->gI, F, e->m, b->rank_tol) != 0)
        return -1;
    return b->gI.m - b->gI.rank;
}

static double row_size (const GeomsProjected *p, int row, int from, int to)
{
    double size = 0;

    for (int j = from; j < to; j++)
        size += fabs (p->J[(size_t)j * (size_t)p->form.m + (size_t)row]);
    return size;
}

/* against the row of G, which is not zero */
int geoms_ranks_zero_row (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    for (int i = 0; i < e->d.nl; i++)
        if (row_size (p, e->r_gI + i, e->o3, e->o4)
            < p->blocks.rank_tol * row_size (p, e->r_c + e->d.ns + i, e->o4, e->n))
            return i;
    return -1;
}

int geoms_ranks_check (GeomsProjected *p)
{
    GeomsBlocks *b = &p->blocks;
    GeomsReport *report = p->form.eq->report;
    const int d1 = b->F11.m - b->F11.rank, d2 = p->hard2 - b->rank2, d3 = b->F34.m - b->F34.rank,
              holonomic = geoms_ranks_holonomic (p);
    int zero;

    report->t = p->t;
    /* ranks have changed since the selector was made */
    if (p->selector.made && b->rank2 != b->old_rank2)
        return singular_position (p, 1, b->old_rank2, b->rank2);
    if (p->selector.made && b->F34.kernel != p->y.k4)
        return singular_position (p, 2, b->F34.k - p->y.k4, b->F34.rank);
    /* levels that do not fit together */
    if (d1 != (p->index1 ? 0 : d2))
        return geoms_report (report, GEOMS_RANK_VELOCITY,
                             "At t = %.10g the acceleration constraints lack %d in rank, the "
                             "velocity constraints %d (of %d rows).", p->t, d1, d2, p->hard2);
    if (d3 < holonomic && (zero = geoms_ranks_zero_row (p)) >= 0)
        return geoms_report (
            report, GEOMS_RANK_POSITION,
            "At t = %.10g no velocity changes the constraint g(%d): row %d of G Z is "
            "zero. If p' = Z v keeps it, as it keeps the norm of a quaternion, it "
            "is an invariant and no constraint.",
            p->t, zero + 1, zero + 1);
    if (d3 != holonomic)
        return geoms_report (report, GEOMS_RANK_POSITION,
                             "At t = %.10g the velocity constraints lack %d in rank, the position "
                             "constraints %d (of %d rows).", p->t, holonomic, d3, p->m3);
    return 0;
}
