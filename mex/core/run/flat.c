/* flat.c - a start in a singular position, told apart from rows that are redundant
 *
 *     C = [G; H] Z,   rank r at the start,   C u = 0,   dp = e Z u
 *
 *     s (e) = singular value r + 1 of C beside the start, rows equilibrated
 *
 * Rows depend on each other in a singular position alone if s grows like e. Rows that do so all
 * along the motion leave s at rounding, or like e^2 where the displaced state is off the
 * constraints by that much: to first order u leads along them, at this time. To first order C is
 * linear in u, so that two irregular combinations of a null basis see what all of its vectors do,
 * velocities of constraints that do not depend on time among them.
 *
 * Where g (x) = 0 is not met, and no search from beside x finds a state that does, nothing begins
 * there: the rows cannot be met, and that is told.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

enum { COMBINATIONS = 2 };

/* displacements, relative to the largest position: far enough for difference quotients, near enough
 * to see e^2 */
static const double far_away = 1e-3, nearer = 1e-4;

/* the same for a search, which is to leave the position */
static const double apart = 0.03;

/* C at x into consistency->J. 0, GEOMS_RETRY or a negative IDID */
static int take_rows (GeomsRun *run, const double *x)
{
    GeomsProjected *p = run->consistency;
    const double t = run->t;
    int status;

    p->t = t;
    run->eq.sharp = 1;
    status = p->multipliers.used
                 ? geoms_multipliers_linearise (p, t, x, p->base, p->base_mass, 0)
                 : geoms_equations_jacobian (&run->eq, t, x, p->J, p->base, p->base_mass, 0);
    run->eq.sharp = 0;
    return status;
}

/* singular values of C in blocks.probe, with `rank` of them imposed, or 0 */
static int decompose (GeomsRun *run, int rank)
{
    GeomsProjected *p = run->consistency;
    GeomsBlocks *b = &p->blocks;
    const GeomsEquations *e = &run->eq;

    b->probe.m = p->hard2;
    b->probe.k = e->n3;
    b->probe.imposed = rank;
    return geoms_block_decompose (&b->probe, p->J + (size_t)e->o3 * (size_t)e->m + e->r_gI, e->m,
                                  b->rank_tol);
}

/* s at the distance `size` along dx; -1 where C cannot be had */
static double beside (GeomsRun *run, int rank, double size, const double *dx)
{
    GeomsProjected *p = run->consistency;
    const GeomsEquations *e = &run->eq;
    double *x = run->consistency_work.trial;

    memcpy (x, run->consistency_work.best, (size_t)e->n * sizeof *x);
    geoms_axpy (e->d.np, size, dx, x + e->op);
    if (take_rows (run, x) != 0)
        return -1;
    if (rank == 0) { /* all rows were zero: what they are now counts */
        double largest = 0;
        for (int i = 0; i < p->hard2; i++)
            for (int j = e->o3; j < e->o4; j++)
                largest = geoms_max (largest,
                                     fabs (p->J[(size_t)j * (size_t)e->m + (size_t)(e->r_gI + i)]));
        return largest;
    }
    return decompose (run, rank) == 0 ? p->blocks.probe.smallest / p->blocks.probe.largest : -1;
}

/* dx such that its largest entry is that of the positions, 1 where they are 0; not 0 if that can be
 * done */
static int stretch (const GeomsRun *run, double *dx)
{
    const GeomsEquations *e = &run->eq;
    double size = 0, length = 0;

    for (int i = 0; i < e->d.np; i++) {
        size = geoms_max (size, fabs (run->consistency_work.best[e->op + i]));
        length = geoms_max (length, fabs (dx[i]));
    }
    size = (size > 0 ? size : 1) / (length > 0 ? length : 1);
    for (int i = 0; i < e->d.np; i++)
        dx[i] *= size;
    return length > 0;
}

/* not 0 if s, which is `least` at the start, grows like the distance */
static int grows (GeomsRun *run, int rank, double least, double *dx)
{
    const double rounding = 1e3 * geoms_max (least, 1e-13), ratio = far_away / nearer;
    double far_off, near_by;

    if (! stretch (run, dx))
        return 0;
    near_by = beside (run, rank, nearer, dx);
    far_off = near_by > rounding ? beside (run, rank, far_away, dx) : -1;
    return far_off > 0 && far_off < ratio * sqrt (ratio) * near_by;
}

/* number j of the directions dx = Z u: irregular combinations of the null basis of C, of `kernel`
 * columns */
static void combine (const GeomsRun *run, int j, int kernel, const double *null, const double *Z,
                     double *dx)
{
    const GeomsEquations *e = &run->eq;
    double *u = run->consistency_work.dx;

    memset (u, 0, (size_t)e->n3 * sizeof *u);
    for (int i = 0; i < kernel; i++)
        geoms_axpy (e->n3, cos ((j + 1) * (i + 1)), null + (size_t)i * (size_t)e->n3, u);
    geoms_matvec (e->d.np, e->n3, Z, e->d.np, u, dx);
}

/* whether s grows along one of the directions, which dx is then; Z and the null basis stand in
 * `work` */
static int moves_out (GeomsRun *run, int rank, double least, double *work, double *dx)
{
    GeomsProjected *p = run->consistency;
    const GeomsEquations *e = &run->eq;
    const int np = e->d.np, nv = e->n3, kernel = nv - rank;
    double *Z = work, *null = Z + np * nv;
    int found = 0;

    for (int j = 0; j < nv; j++)
        memcpy (Z + j * np, p->J + (size_t)(e->o3 + j) * (size_t)e->m + e->r_p,
                (size_t)np * sizeof *Z);
    memcpy (null, p->blocks.probe.null, (size_t)(nv * kernel) * sizeof *null);
    for (int j = 0; j < COMBINATIONS && ! found && kernel > 0; j++) {
        combine (run, j, kernel, null, Z, dx);
        found = grows (run, rank, least, dx);
    }
    return found;
}

/* whether a search from y + e dx, e = `apart`, finds a consistent state: y */
static int met_beside (GeomsRun *run, double *y, const double *dx)
{
    geoms_axpy (run->eq.d.np, apart, dx, y + run->eq.op);
    geoms_conditions_count (run, 0);
    return geoms_consistent_search (run, run->t, y) == 0;
}

/* whether x, where a search has failed or not, is a singular position of a motion: *rows are then
 * those that depend on each other; -1 without memory */
static int is_singular (GeomsRun *run, const double *x, int failed, char *rows, size_t size)
{
    GeomsProjected *p = run->consistency;
    GeomsBlocks *b = &p->blocks;
    const GeomsEquations *e = &run->eq;
    const size_t np = (size_t)e->d.np, nv = (size_t)e->n3, n = (size_t)e->n;
    double least, *work = geoms_arena_reals (&run->arena, np * nv + nv * nv + np + n),
                  *dx = work + np * nv + nv * nv, *y = dx + np;
    int rank;

    if (geoms_consistent_form (run) != 0 || run->arena.failed)
        return -1;
    memcpy (run->consistency_work.best, x, n * sizeof *x);
    memcpy (y, x, n * sizeof *x);
    if (take_rows (run, run->consistency_work.best) != 0 || decompose (run, 0) != 0)
        return 0;
    rank = b->probe.rank;
    if (rank >= p->hard2 || rank >= e->n3)
        return 0;
    least = b->probe.largest > 0 ? b->probe.smallest / b->probe.largest : 0;
    geoms_ranks_name_rows (p, 1, 0, rows, size);
    return moves_out (run, rank, least, work, dx) && (! failed || met_beside (run, y, dx));
}

/* GEOMS_SINGULAR_START if x is a singular position, else status */
static int look (GeomsRun *run, const double *x, int status)
{
    const GeomsReport keep = run->report;
    char rows[200], text[256];
    const int found
        = is_singular (run, x, status == GEOMS_CONTRADICTION, rows, sizeof rows);

    if (run->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", run->eq.n);
    run->report = keep;
    if (found < 0)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", run->eq.n);
    if (! found)
        return status;
    run->report.t = run->t;
    geoms_ranks_depend (rows, text, sizeof text);
    if (status == GEOMS_CONTRADICTION)
        return geoms_report (&run->report, GEOMS_SINGULAR_START,
                             "The initial values at t = %.10g are a guess in a singular position: the %s "
                             "there, but not beside it, and no step leads to the constraints.",
                             run->t, text);
    return geoms_report (
        &run->report, GEOMS_SINGULAR_START,
        "The motion begins in a singular position at t = %.10g: the %s there, but not beside it. "
        "The motion may leave it in more than one way.",
        run->t, text);
}

/* what a start in a singular position fails with */
static int may_be_flat (int status)
{
    static const int codes[]
        = {GEOMS_CONTRADICTION, GEOMS_LU_RANK1,      GEOMS_LU_RANK2, GEOMS_LU_RANK3,
           GEOMS_QR_RANK1,      GEOMS_QR_RANK2,      GEOMS_QR_RANK3, GEOMS_RANK_VELOCITY,
           GEOMS_RANK_POSITION, GEOMS_PARTITION_RANK};

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (status == codes[i])
            return 1;
    return 0;
}

int geoms_flat_start (GeomsRun *run, int status)
{
    const GeomsProjected *p = run->form;
    const int goes_on = run->tspan[run->ntspan - 1] != run->t,
              deficient = p->y.n > 0 && p->blocks.rank2 < p->hard2;

    if (run->eq.d.np == 0 || p->hard2 == 0)
        return status;
    if (may_be_flat (status)) /* a search for a consistent state may have ended anywhere */
        return look (run, status == GEOMS_CONTRADICTION ? run->consistency_work.x0 : run->x,
                     status);
    return status == 0 && goes_on && deficient ? look (run, run->x, status) : status;
}
