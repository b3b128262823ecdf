/* rods.c - points in the plane, joined by rigid massless rods and by springs
 *
 *     d = p_j - p_i,  u = v_j - v_i  of the rod from i to j;  g = d'd - L^2
 *     gI = 2 d'u,   gII = 2 u'u + 2 d'(alpha_j - alpha_i)
 *     M v' = (0, -m g) - drag m v + springs - C'lambda,   C row: -2 d' at i, 2 d' at j
 *     spring: k (d'd / L^2 - 1) d + c u at i, the opposite at j
 *
 * x = [lambda (rods); v (2 points); p (2 points)]
 */
#include "rods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one link at a state ---- */

typedef struct Ends {
    double d[2], u[2];
} Ends;

static double value_at (const RodsLinkData *l, int side, int e, const double *a, int place)
{
    const int i = l->end[side];

    return i >= 0 ? a[2 * i + e] : place ? l->held[side][e] : 0;
}

static Ends ends_of (const RodsLinkData *l, const double *v, const double *p)
{
    Ends s;

    for (int e = 0; e < 2; e++) {
        s.d[e] = value_at (l, 1, e, p, 1) - value_at (l, 0, e, p, 1);
        s.u[e] = value_at (l, 1, e, v, 0) - value_at (l, 0, e, v, 0);
    }
    return s;
}

static double square (const double *a) { return a[0] * a[0] + a[1] * a[1]; }

/* ---- the model ---- */

static void forces (const Rods *r, const double *v, const double *p, double *f)
{
    for (int i = 0; i < r->points; i++) {
        f[2 * i] = -r->drag * r->mass[i] * v[2 * i];
        f[2 * i + 1] = -r->drag * r->mass[i] * v[2 * i + 1] - r->mass[i] * r->gravity;
    }
    for (int k = r->rods; k < r->rods + r->springs; k++) {
        const RodsLinkData *l = r->link + k;
        const Ends s = ends_of (l, v, p);
        const double stretch = l->stiffness * (square (s.d) / (l->length * l->length) - 1);

        for (int e = 0; e < 2; e++) {
            const double pull = stretch * s.d[e] + l->damping * s.u[e];

            if (l->end[0] >= 0)
                f[2 * l->end[0] + e] += pull;
            if (l->end[1] >= 0)
                f[2 * l->end[1] + e] -= pull;
        }
    }
}

/* f, the values of C, g, gI, gII */
static void parts_of (const Rods *r, const double *x, double *out)
{
    const int nv = 2 * r->points, R = r->rods;
    const double *v = x + R, *p = v + nv;
    double *C = out + nv, *g = C + r->start_C[nv], *gI = g + R, *gII = gI + R;

    forces (r, v, p, out);
    for (int k = 0; k < R; k++) {
        const RodsLinkData *l = r->link + k;
        const Ends s = ends_of (l, v, p);

        g[k] = square (s.d) - l->length * l->length;
        gI[k] = 2 * (s.d[0] * s.u[0] + s.d[1] * s.u[1]);
        gII[k] = 2 * square (s.u);
        for (int side = 0; side < 2; side++)
            for (int e = 0; e < 2 && l->end[side] >= 0; e++)
                C[l->C[side][e]] = side == 0 ? -2 * s.d[e] : 2 * s.d[e];
    }
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        parts_of (user, x + (size_t)j * (size_t)ldx, out + (size_t)j * (size_t)ldo);
    return 0;
}

/* [ gII; gI; g; f - C'lambda; v ] with alpha = M^-1 (f - C'lambda) */
static void rows_of (Rods *r, const double *x, double *out)
{
    const int nv = 2 * r->points, R = r->rods;
    const double *C = r->column + nv, *g = C + r->start_C[nv], *gI = g + R, *gII = gI + R;
    double *f = out + 3 * R;

    parts_of (r, x, r->column);
    for (int j = 0; j < nv; j++) {
        f[j] = r->column[j];
        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            f[j] -= C[k] * x[r->row_C[k]];
    }
    memcpy (out, gII, (size_t)R * sizeof *out);
    memcpy (out + R, gI, (size_t)R * sizeof *out);
    memcpy (out + 2 * R, g, (size_t)R * sizeof *out);
    for (int j = 0; j < nv; j++)
        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            out[r->row_C[k]] += C[k] * f[j] / r->mass[j / 2];
    memcpy (f + nv, x + R, (size_t)nv * sizeof *out);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        rows_of (user, x + (size_t)j * (size_t)ldx, out + (size_t)j * (size_t)ldo);
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const Rods *r = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < 2 * r->points; i++)
            out[(size_t)j * (size_t)ldo + (size_t)i] = r->mass[i / 2];
    return 0;
}

/* ---- B ---- */

static double sign_of (int side) { return side == 0 ? -1 : 1; }

static void rod_slopes (const Rods *r, int k, const double *x, const double *alpha, double *B)
{
    const RodsLinkData *l = r->link + k;
    const double *v = x + r->rods, *p = v + 2 * r->points;
    const Ends s = ends_of (l, v, p);

    for (int side = 0; side < 2; side++)
        for (int e = 0; e < 2 && l->end[side] >= 0; e++) {
            const double sign = sign_of (side);

            B[l->B_lambda[side][e]] = -2 * sign * s.d[e];
            B[l->B_gII_v[side][e]] = 4 * sign * s.u[e];
            B[l->B_gI_v[side][e]] = 2 * sign * s.d[e];
            B[l->B_gII_p[side][e]]
                = 2 * sign * (value_at (l, 1, e, alpha, 0) - value_at (l, 0, e, alpha, 0));
            B[l->B_gI_p[side][e]] = 2 * sign * s.u[e];
            B[l->B_g_p[side][e]] = 2 * sign * s.d[e];
            for (int other = 0; other < 2; other++)
                if (l->end[other] >= 0)
                    B[l->B_f_p[side][e][other][e]] -= 2 * sign * sign_of (other) * x[k];
        }
}

static void spring_slopes (const Rods *r, int k, const double *x, double *B)
{
    const RodsLinkData *l = r->link + k;
    const double *v = x + r->rods, *p = v + 2 * r->points, L2 = l->length * l->length;
    const Ends s = ends_of (l, v, p);
    const double stretch = l->stiffness * (square (s.d) / L2 - 1);

    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int e = 0; e < 2; e++)
                for (int c = 0; c < 2 && l->end[a] >= 0 && l->end[b] >= 0; c++) {
                    const double sign = -sign_of (a) * sign_of (b),
                                 slope = 2 * l->stiffness / L2 * s.d[e] * s.d[c]
                                         + (e == c ? stretch : 0);

                    B[l->B_f_p[a][e][b][c]] += sign * slope;
                    if (e == c)
                        B[l->B_f_v[a][e][b][c]] += sign * l->damping;
                }
}

static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    const Rods *r = user;

    (void)t, (void)ldb;
    for (int j = 0; j < 2 * r->points; j++) {
        B[r->diagonal_v[j]] = -r->drag * r->mass[j / 2];
        B[r->diagonal_p[j]] = 1;
    }
    for (int k = 0; k < r->rods; k++)
        rod_slopes (r, k, x, alpha, B);
    for (int k = r->rods; k < r->rods + r->springs; k++)
        spring_slopes (r, k, x, B);
    return 0;
}

/* ---- patterns: each place once by row and column, sorted ---- */

typedef struct Place {
    int row, column, *at; /* *at becomes the number of the value */
} Place;

typedef struct Places {
    Place *place;
    size_t count, most;
    int failed;
} Places;

static void put (Places *s, int row, int column, int *at)
{
    if (s->count == s->most) {
        Place *more = realloc (s->place, (2 * s->most + 1024) * sizeof *more);

        s->failed |= more == NULL;
        if (s->failed)
            return;
        s->place = more;
        s->most = 2 * s->most + 1024;
    }
    s->place[s->count++] = (Place){row, column, at};
}

static int compare (const void *a, const void *b)
{
    const Place *x = a, *y = b;

    return x->column != y->column ? (x->column > y->column) - (x->column < y->column)
                                  : (x->row > y->row) - (x->row < y->row);
}

/* start (columns + 1) and row of all places */
static void number (Places *s, int columns, int **start, int **row)
{
    int values = 0;

    *start = calloc ((size_t)columns + 1, sizeof **start);
    *row = calloc (s->count + 1, sizeof **row);
    s->failed |= *start == NULL || *row == NULL;
    if (s->failed)
        return;
    qsort (s->place, s->count, sizeof *s->place, compare);
    for (size_t i = 0; i < s->count; i++) {
        if (i == 0 || compare (s->place + i - 1, s->place + i) != 0) {
            (*row)[values++] = s->place[i].row;
            (*start)[s->place[i].column + 1]++;
        }
        *s->place[i].at = values - 1;
    }
    for (int j = 0; j < columns; j++)
        (*start)[j + 1] += (*start)[j];
}

static void place_rod (Rods *r, int k, Places *C, Places *B)
{
    const int R = r->rods, nv = 2 * r->points, f = 3 * R;
    RodsLinkData *l = r->link + k;

    for (int a = 0; a < 2; a++)
        for (int e = 0; e < 2 && l->end[a] >= 0; e++) {
            const int i = 2 * l->end[a] + e, v = R + i, p = R + nv + i;

            put (C, k, i, &l->C[a][e]);
            put (B, f + i, k, &l->B_lambda[a][e]);
            put (B, k, v, &l->B_gII_v[a][e]);
            put (B, R + k, v, &l->B_gI_v[a][e]);
            put (B, k, p, &l->B_gII_p[a][e]);
            put (B, R + k, p, &l->B_gI_p[a][e]);
            put (B, 2 * R + k, p, &l->B_g_p[a][e]);
            for (int b = 0; b < 2; b++)
                if (l->end[b] >= 0)
                    put (B, f + i, R + nv + 2 * l->end[b] + e, &l->B_f_p[a][e][b][e]);
        }
}

static void place_spring (Rods *r, int k, Places *B)
{
    const int R = r->rods, nv = 2 * r->points, f = 3 * R;
    RodsLinkData *l = r->link + k;

    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int e = 0; e < 2; e++)
                for (int c = 0; c < 2 && l->end[a] >= 0 && l->end[b] >= 0; c++) {
                    const int row = f + 2 * l->end[a] + e, column = R + 2 * l->end[b] + c;

                    put (B, row, column + nv, &l->B_f_p[a][e][b][c]);
                    if (e == c)
                        put (B, row, column, &l->B_f_v[a][e][b][c]);
                }
}

static int make_patterns (Rods *r)
{
    const int R = r->rods, nv = 2 * r->points;
    Places M = {0}, C = {0}, B = {0};
    int failed, unused;

    for (int i = 0; i < nv; i++) {
        put (&M, i, i, &unused);
        put (&B, 3 * R + i, R + i, r->diagonal_v + i);
        put (&B, 3 * R + nv + i, R + i, r->diagonal_p + i);
    }
    for (int k = 0; k < R; k++)
        place_rod (r, k, &C, &B);
    for (int k = R; k < R + r->springs; k++)
        place_spring (r, k, &B);
    number (&M, nv, &r->start_M, &r->row_M);
    number (&C, nv, &r->start_C, &r->row_C);
    number (&B, R + 2 * nv, &r->start_B, &r->row_B);
    failed = M.failed || C.failed || B.failed;
    free (M.place);
    free (C.place);
    free (B.place);
    return failed;
}

/* ---- creation ---- */

static void set_links (Rods *r, const RodsPlan *plan)
{
    for (int k = 0; k < r->rods + r->springs; k++) {
        const RodsLink *from = k < r->rods ? plan->rod + k : plan->spring + (k - r->rods);
        RodsLinkData *l = r->link + k;
        const double none[2] = {0, 0};

        memcpy (l->end, from->end, sizeof l->end);
        l->stiffness = from->stiffness;
        l->damping = from->damping;
        for (int side = 0; side < 2; side++)
            if (l->end[side] < 0)
                memcpy (l->held[side], plan->held + 2 * (-1 - l->end[side]), sizeof none);
        l->length = sqrt (square (ends_of (l, plan->place, plan->place).d));
    }
}

static GeomsModel model_of (const Rods *r)
{
    return (GeomsModel){.abi = GEOMS_MODEL_ABI,
                        .size = sizeof (GeomsModel),
                        .dims = {.np = 2 * r->points, .nv = 2 * r->points, .nl = r->rods},
                        .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                        .autonomous = 1,
                        .rda = rda,
                        .mass = mass,
                        .parts = parts,
                        .blocks_jac = blocks_jac,
                        .patterns = {.M = {r->start_M, r->row_M},
                                     .C = {r->start_C, r->row_C},
                                     .B = {r->start_B, r->row_B}}};
}

Rods *rods_new (const RodsPlan *plan)
{
    Rods *r = calloc (1, sizeof *r);
    const size_t N = (size_t)plan->points, links = (size_t)(plan->rods + plan->springs);
    int failed;

    if (r == NULL)
        return NULL;
    r->points = plan->points;
    r->rods = plan->rods;
    r->springs = plan->springs;
    r->gravity = plan->gravity;
    r->drag = plan->drag;
    r->mass = calloc (N, sizeof (double));
    r->place = calloc (2 * N, sizeof (double));
    r->column = calloc (2 * N + 7 * links, sizeof (double));
    r->link = calloc (links, sizeof *r->link);
    r->diagonal_v = calloc (2 * N, sizeof (int));
    r->diagonal_p = calloc (2 * N, sizeof (int));
    failed = r->mass == NULL || r->place == NULL || r->column == NULL || r->link == NULL
             || r->diagonal_v == NULL || r->diagonal_p == NULL;
    if (! failed) {
        memcpy (r->mass, plan->mass, N * sizeof (double));
        memcpy (r->place, plan->place, 2 * N * sizeof (double));
        set_links (r, plan);
        failed = make_patterns (r);
        r->model = model_of (r);
    }
    if (failed) {
        rods_free (r);
        return NULL;
    }
    return r;
}

void rods_free (Rods *r)
{
    if (r == NULL)
        return;
    free (r->mass);
    free (r->place);
    free (r->column);
    free (r->link);
    free (r->diagonal_v);
    free (r->diagonal_p);
    free (r->start_M);
    free (r->row_M);
    free (r->start_C);
    free (r->row_C);
    free (r->start_B);
    free (r->row_B);
    free (r);
}

/* ---- the start ---- */

static double dot (int n, const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* y = C M^-1 C' l, C the values at the head of `C` */
static void apply (const Rods *r, const double *C, const double *l, double *y)
{
    memset (y, 0, (size_t)r->rods * sizeof *y);
    for (int j = 0; j < 2 * r->points; j++) {
        double pull = 0;

        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            pull += C[k] * l[r->row_C[k]];
        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            y[r->row_C[k]] += C[k] * pull / r->mass[j / 2];
    }
}

/* C M^-1 C' lambda = C M^-1 f + gamma by conjugate gradients from 0: of minimum norm */
static int multipliers (Rods *r, double *x)
{
    const int R = r->rods;
    double *l = calloc ((size_t)(7 * R + 4 * r->points), sizeof *l), *rest = l + R, *way = rest + R,
           *y = way + R, *all = y + R, *C = r->column + 2 * r->points, size, first;

    if (l == NULL)
        return 1;
    rows_of (r, x, all); /* gII at lambda = 0 */
    memcpy (rest, all, (size_t)R * sizeof *rest);
    memcpy (way, all, (size_t)R * sizeof *way);
    first = size = dot (R, rest, rest);
    for (int i = 0; i < 20 * R && size > 1e-30 * first; i++) {
        double step, was = size;

        apply (r, C, way, y);
        step = size / dot (R, way, y);
        for (int k = 0; k < R; k++) {
            l[k] += step * way[k];
            rest[k] -= step * y[k];
        }
        size = dot (R, rest, rest);
        for (int k = 0; k < R; k++)
            way[k] = rest[k] + size / was * way[k];
    }
    memcpy (x, l, (size_t)R * sizeof *x);
    free (l);
    return 0;
}

int rods_start (Rods *r, double *x)
{
    const size_t others = (size_t)(r->rods + 2 * r->points);

    memset (x, 0, others * sizeof *x);
    memcpy (x + others, r->place, 2 * (size_t)r->points * sizeof *x);
    return multipliers (r, x);
}

/* ---- plans ---- */

static RodsPlan plan_of (int points, int rods, int held)
{
    double *mass = calloc ((size_t)points, sizeof *mass),
           *place = calloc (2 * (size_t)points, sizeof *place),
           *holds = calloc (2 * (size_t)held, sizeof *holds);
    RodsLink *rod = calloc ((size_t)rods, sizeof *rod);

    if (mass == NULL || place == NULL || holds == NULL || rod == NULL)
        abort ();
    for (int i = 0; i < points; i++)
        mass[i] = 1;
    return (RodsPlan){.points = points,
                      .rods = rods,
                      .mass = mass,
                      .place = place,
                      .held = holds,
                      .rod = rod,
                      .gravity = 9.81};
}

void rods_plan_free (RodsPlan *plan)
{
    free ((void *)plan->mass);
    free ((void *)plan->place);
    free ((void *)plan->held);
    free ((void *)plan->rod);
    free ((void *)plan->spring);
}

/* from the origin, at an angle from the lowest position */
RodsPlan rods_chain (int points, double angle)
{
    RodsPlan plan = plan_of (points, points, 1);
    double *place = (double *)plan.place;
    RodsLink *rod = (RodsLink *)plan.rod;

    for (int i = 0; i < points; i++) {
        place[2 * i] = (i + 1) * sin (angle);
        place[2 * i + 1] = -(i + 1) * cos (angle);
        rod[i] = (RodsLink){.end = {i - 1, i}};
    }
    return plan;
}

/* points (i, j), i = 0 ... across, j = 1 ... high, on held places (i, 0), in cells that lean.
 * Redundant: one more rod from each point (i, 1) to its held place */
RodsPlan rods_lattice (int across, int high, int redundant)
{
    const int columns = across + 1, points = columns * high,
              rods = points + across * high + (redundant ? columns : 0);
    RodsPlan plan = plan_of (points, rods, columns);
    double *place = (double *)plan.place, *held = (double *)plan.held;
    RodsLink *rod = (RodsLink *)plan.rod;
    int k = 0;

    for (int i = 0; i < columns; i++) {
        held[2 * i] = i;
        for (int j = 1; j <= high; j++) {
            const int at = i + columns * (j - 1);

            place[2 * at] = i + 0.1 * sin (0.3 * j);
            place[2 * at + 1] = (j - 1) + cos (0.1);
            rod[k++] = (RodsLink){.end = {j > 1 ? at - columns : -1 - i, at}};
            if (i > 0)
                rod[k++] = (RodsLink){.end = {at - 1, at}};
            if (j == 1 && redundant)
                rod[k++] = (RodsLink){.end = {-1 - i, at}};
        }
    }
    return plan;
}
