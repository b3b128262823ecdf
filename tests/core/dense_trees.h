/* dense_trees.h - all bodies of a tree at once, from their frames: what the recursions of
 * mex/core/model/tree are checked against
 *
 *     Dense *d = dense_of (f);         the core's system and results at f->p, f->v
 *     dense_solve (d);                 accelerations d->a, d->vdot, reactions d->mu, d->deficiency
 *     dense_free (d);
 *
 * Of bodies as described, i = 1 ... N, fixed joints among them, everything about their origins and
 * in the axes of the ground:
 *
 *     a_i = T_i a_pi + J_i q''_i + c_i,   M_i a_i - mu_i + sum T_j'mu_j = f_i,   J_i'mu_i = tau_i
 *
 * (9), (11), (12) of Arnold, Mech. Sci. 4 (2013), with a_0 = 0: gravity is a force.
 */
#ifndef GEOMS_DENSE_TREES_H
#define GEOMS_DENSE_TREES_H

#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { DENSE_BODIES = 20, DENSE_V = 6 * DENSE_BODIES };

/* matrices 6 x 6 by columns */
typedef struct DenseBody {
    int parent, column, columns;
    double T[36], J[36], M[36], c[6], f[6];
} DenseBody;

typedef struct Dense {
    Fixture *f;
    GeomsForce force[DENSE_V + 2 * DENSE_BODIES];
    GeomsTreeDescription description;
    GeomsModel model;
    GeomsTreeSystem *system;
    double x[3 * DENSE_V], motion[24 * DENSE_BODIES], joint[6 * DENSE_BODIES];
    int bodies, nv;
    DenseBody body[DENSE_BODIES];
    double F[DENSE_BODIES][9]; /* frames before the joints                                     */
    double a[6 * DENSE_BODIES], vdot[DENSE_V], mu[6 * DENSE_BODIES];
    int deficiency;
} Dense;

void dgelsy_ (const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
              const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
              const int *lwork, int *info);

/* ---- the core's system: a force for each velocity and each wrench ---- */

static inline void unit_place (GeomsPlace *place, int body)
{
    *place = (GeomsPlace){.body = body, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static inline void dense_forces (Dense *d)
{
    GeomsForce *to = d->force;

    for (int k = 0; k < d->nv; k++)
        *to++ = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = k, .value = {d->f->tau[k]}};
    for (int i = 0; i < d->bodies; i++)
        for (int k = 0; k < 2; k++, to++) {
            *to = (GeomsForce){.kind = k == 0 ? GEOMS_FORCE_TORQUE : GEOMS_FORCE_FORCE};
            unit_place (to->side, i);
            unit_place (to->side + 1, -1);
            geoms_set3 (d->f->wrench + 6 * i + 3 * k, to->value);
        }
    d->description.forces = (int)(to - d->force);
}

/* forces on columns without inertia are those that do not move them */
static inline void dense_balance (Dense *d)
{
    GeomsTreeSystem *s = d->system;
    double needed[DENSE_V];

    geoms_tree_load (&s->state);
    geoms_tree_inverse (&s->state, s->vdot, needed);
    for (int k = 0; k < d->nv; k++)
        if (s->zero[k])
            s->force[k].base[0] = d->f->tau[k] = needed[k];
}

static inline void dense_results (Dense *d)
{
    GeomsTreeResults r = {.motion = d->motion, .joint = d->joint};

    assert_int_equal (geoms_tree_results (d->system, 0, d->x, &r), 0);
}

/* ---- one body from its frame ---- */

/* A (3 x 3 block at row, column of a 6 x 6 matrix) += s [x] */
static inline void add_skew (double s, const double *x, int row, int column, double *A)
{
    double *B = A + row + 6 * column;

    B[1] += s * x[2], B[2] -= s * x[1];
    B[6] -= s * x[2], B[8] += s * x[0];
    B[12] += s * x[1], B[13] -= s * x[0];
}

static inline void dense_inertia (const Dense *d, int i, DenseBody *to)
{
    const GeomsBody *b = d->f->body + i;
    const double *R = d->motion + 24 * i, *w = R + 15, *I = b->inertia, m = b->mass;
    const double I3[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
    double c[3], RI[9], Iw[3] = {0}, y[3], z[3];

    geoms_turn3 (R, b->com, c);
    geoms_multiply3 (R, I3, RI);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
            double sum = (j == k) * m * geoms_dot3 (c, c) - m * c[j] * c[k];
            for (int l = 0; l < 3; l++)
                sum += RI[k + 3 * l] * R[j + 3 * l];
            to->M[k + 6 * j] = sum;
        }
    for (int k = 3; k < 6; k++)
        to->M[7 * k] = m;
    add_skew (m, c, 0, 3, to->M);
    add_skew (-m, c, 3, 0, to->M);
    /* wrench, gravity, - w x I w, - m w x (w x c) */
    memcpy (to->f, d->f->wrench + 6 * i, sizeof to->f);
    geoms_cross (c, d->description.gravity, y);
    geoms_axpy3 (m, y, to->f);
    geoms_axpy3 (m, d->description.gravity, to->f + 3);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            Iw[k] += to->M[k + 6 * j] * w[j];
    geoms_cross (w, Iw, y);
    geoms_axpy3 (-1, y, to->f);
    geoms_cross (w, c, y);
    geoms_cross (w, y, z);
    geoms_axpy3 (-m, z, to->f + 3);
}

static inline void put_column (DenseBody *to, const double *rotation, const double *translation,
                               double pitch)
{
    double *J = to->J + 6 * to->columns++;

    if (rotation != NULL)
        geoms_set3 (rotation, J);
    if (translation != NULL)
        geoms_axpy3 (pitch, translation, J + 3);
}

/* F: axes of the frame before the joint, R: of the body */
static inline void dense_columns (const GeomsBody *b, const double *F, const double *R,
                                  DenseBody *to)
{
    double B[9], axes[9];

    geoms_axes_to (b->axis, B);
    geoms_multiply3 (F, B, axes);
    const double *z = axes + 6;
    const int slides = b->joint == GEOMS_JOINT_PRISMATIC || b->joint == GEOMS_JOINT_CYLINDRICAL,
              turns = b->joint == GEOMS_JOINT_REVOLUTE || b->joint == GEOMS_JOINT_CYLINDRICAL;

    if (slides)
        put_column (to, NULL, z, 1);
    if (turns)
        put_column (to, z, NULL, 0);
    if (b->joint == GEOMS_JOINT_SCREW)
        put_column (to, z, z, b->pitch);
    if (b->joint == GEOMS_JOINT_UNIVERSAL) {
        put_column (to, F, NULL, 0);
        put_column (to, R + 3, NULL, 0);
    }
    if (b->joint == GEOMS_JOINT_PLANAR) {
        put_column (to, NULL, axes, 1);
        put_column (to, NULL, axes + 3, 1);
        put_column (to, z, NULL, 0);
    }
    for (int k = 0; k < 3 && b->joint == GEOMS_JOINT_FREE; k++)
        put_column (to, NULL, F + 3 * k, 1);
    for (int k = 0; k < 3 && geoms_joint_turns (b->joint); k++)
        put_column (to, R + 3 * k, NULL, 0);
}

/* of a joint of the user's the columns that test_mapped.c looks at */
static inline void dense_map (const Dense *d, int i, DenseBody *to)
{
    const GeomsTree *tree = &d->system->tree;
    const GeomsTreeBody *b = tree->body + tree->seat[i].body;

    if (b->joint != GEOMS_JOINT_USER)
        return;
    to->columns = b->columns;
    memcpy (to->J, d->system->state.J + 6 * b->column, (size_t)(6 * b->columns) * sizeof (double));
}

/* accelerations without a_pi and q'': columns turn with what is before them */
static inline void dense_coriolis (const Dense *d, int i, const double *l, DenseBody *to)
{
    static const double still[3];
    const double *w_pi = to->parent < 0 ? still : d->motion + 24 * to->parent + 15;
    const int together = geoms_joint_turns (d->f->body[i].joint);
    double w[3], across[3], v_J[3] = {0};

    geoms_set3 (w_pi, w);
    for (int k = 0; k < to->columns; k++) {
        const double *J = to->J + 6 * k, v = d->f->v[to->column + k];

        geoms_cross (w, J, across);
        geoms_axpy3 (v, across, to->c);
        geoms_axpy3 (v, J + 3, v_J);
        geoms_axpy3 (together ? 0 : v, J, w);
    }
    geoms_cross (w_pi, l, across);
    geoms_axpy3 (2, v_J, across);
    geoms_cross (w_pi, across, to->c + 3);
}

static inline void dense_bodies (Dense *d)
{
    static const double unit[24] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    int column = 0;

    for (int i = 0; i < d->bodies; i++) {
        const GeomsBody *b = d->f->body + i;
        const double *m = d->motion + 24 * i,
                     *on = b->parent < 0 ? unit : d->motion + 24 * b->parent;
        DenseBody *to = d->body + i;
        double l[3];

        to->parent = b->parent;
        to->column = column;
        geoms_multiply3 (on, b->turn, d->F[i]);
        dense_columns (b, d->F[i], m, to);
        dense_map (d, i, to);
        column += to->columns;
        for (int k = 0; k < 3; k++)
            l[k] = m[9 + k] - on[9 + k];
        for (int k = 0; k < 6; k++)
            to->T[7 * k] = 1;
        add_skew (-1, l, 3, 0, to->T);
        if (b->joint == GEOMS_JOINT_USER)
            memcpy (to->c, d->system->state.body[d->system->tree.seat[i].body].c, sizeof to->c);
        else
            dense_coriolis (d, i, l, to);
        dense_inertia (d, i, to);
    }
    assert_int_equal (column, d->nv);
}

static inline Dense *dense_of (Fixture *f)
{
    Dense *d = calloc (1, sizeof *d);
    GeomsReport report;

    assert_non_null (d);
    assert_true (f->count <= DENSE_BODIES);
    d->f = f;
    d->bodies = f->count;
    d->nv = f->tree.nv;
    d->description = (GeomsTreeDescription){
        .keeps_fixed = 1, .bodies = f->count, .body = f->body, .force = d->force};
    memcpy (d->description.gravity, f->state.gravity, sizeof d->description.gravity);
    dense_forces (d);
    d->system = geoms_tree_create (&d->description, &d->model, &report);
    assert_non_null (d->system);
    memcpy (d->x, f->v, (size_t)d->nv * sizeof *d->x);
    memcpy (d->x + d->nv, f->p, (size_t)f->tree.np * sizeof *d->x);
    dense_results (d);
    if (d->system->zeros > 0) {
        dense_balance (d);
        dense_results (d);
    }
    dense_bodies (d);
    return d;
}

static inline void dense_free (Dense *d)
{
    geoms_tree_free (d->system);
    free (d);
}

/* ---- all bodies at once: unknowns a (6 N), q'' (nv), mu (6 N) ---- */

/* the block of 6 x n numbers at row, column of K += s A, or s A' */
static inline void put_block (double s, const double *A, int n, int transposed, double *K, int size)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < 6; i++)
            K[transposed ? j + i * size : i + j * size] += s * A[i + 6 * j];
}

static inline void dense_assemble (const Dense *d, double *K, double *z, int size)
{
    const int o2 = 6 * d->bodies, o3 = o2 + d->nv;

    for (int i = 0; i < d->bodies; i++) {
        const DenseBody *b = d->body + i;
        const int row = 6 * i, force = o2 + row, pi = 6 * b->parent;

        for (int k = 0; k < 6; k++) {
            K[row + k + (row + k) * size] = 1;
            K[force + k + (o3 + row + k) * size] = -1;
            z[row + k] = b->c[k];
            z[force + k] = b->f[k];
        }
        put_block (-1, b->J, b->columns, 0, K + row + (o2 + b->column) * size, size);
        put_block (1, b->M, 6, 0, K + force + row * size, size);
        put_block (1, b->J, b->columns, 1, K + 2 * o2 + b->column + (o3 + row) * size, size);
        for (int k = 0; k < b->columns; k++)
            z[2 * o2 + b->column + k] = d->f->tau[b->column + k];
        if (b->parent < 0)
            continue;
        put_block (-1, b->T, 6, 0, K + row + pi * size, size);
        put_block (1, b->T, 6, 1, K + o2 + pi + (o3 + row) * size, size);
    }
}

/* the solution of minimum norm */
static inline void dense_solve (Dense *d)
{
    const int size = 12 * d->bodies + d->nv, one = 1, lwork = 66 * size + 1, o2 = 6 * d->bodies;
    const double rcond = 1e-11;
    double *K = calloc ((size_t)(size * size + size + lwork), sizeof *K), *z = K + size * size,
           *work = z + size;
    int *pivots = calloc ((size_t)size, sizeof *pivots), rank, info;

    dense_assemble (d, K, z, size);
    dgelsy_ (&size, &size, &one, K, &size, z, &size, pivots, &rcond, &rank, work, &lwork, &info);
    assert_int_equal (info, 0);
    d->deficiency = size - rank;
    memcpy (d->a, z, (size_t)o2 * sizeof *z);
    memcpy (d->vdot, z + o2, (size_t)d->nv * sizeof *z);
    memcpy (d->mu, z + o2 + d->nv, (size_t)o2 * sizeof *z);
    free (pivots);
    free (K);
}

#endif
