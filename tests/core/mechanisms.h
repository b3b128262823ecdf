/* mechanisms.h - mechanisms from bodies and joints, integrated: what tests of their runs share
 *
 *     static Mechanism m;
 *     start_mechanism (&m, planar, gx, gy, gz);
 *     set_mass (add_body (&m, parent, joint, x, y, z), mass, ...);
 *     ... further parts in m.loop, m.force, m.d ...
 *     make (&m, tolerance);             m.x0 = 0, multipliers NAN
 *     Outcome o = run_to (&m, t);       ... outcome_free (&o); geoms_tree_free (m.system);
 */
#ifndef GEOMS_MECHANISMS_H
#define GEOMS_MECHANISMS_H

#include "geoms_tree.h"
#include "test.h"

enum { MOST_BODIES = 32, MOST_X = 256 };

typedef struct Mechanism {
    GeomsBody body[MOST_BODIES];
    GeomsLoopJoint loop[12];
    GeomsForce force[12];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    double x0[MOST_X], rtol[MOST_X], atol[MOST_X];
    GeomsOptions options;
    int n;
} Mechanism;

static inline void unit3 (double *R)
{
    memset (R, 0, 9 * sizeof *R);
    R[0] = R[4] = R[8] = 1;
}

static inline void start_mechanism (Mechanism *m, int planar, double gx, double gy, double gz)
{
    memset (m, 0, sizeof *m);
    m->d = (GeomsTreeDescription){.planar = planar,
                                  .gravity = {gx, gy, gz},
                                  .body = m->body,
                                  .loop = m->loop,
                                  .force = m->force};
}

static inline GeomsBody *add_body (Mechanism *m, int parent, int joint, double x, double y,
                                   double z)
{
    GeomsBody *b = m->body + m->d.bodies++;

    *b = (GeomsBody){.parent = parent, .joint = joint, .at = {x, y, z}};
    unit3 (b->turn);
    return b;
}

static inline void set_mass (GeomsBody *b, double mass, double x, double y, double z, double Ix,
                             double Iy, double Iz)
{
    const double com[3] = {x, y, z}, I[6] = {Ix, Iy, Iz, 0, 0, 0};

    b->mass = mass;
    memcpy (b->com, com, sizeof com);
    memcpy (b->inertia, I, sizeof I);
}

static inline GeomsPlace place (int body, double x, double y, double z)
{
    GeomsPlace p = {.body = body, .at = {x, y, z}};
    unit3 (p.turn);
    return p;
}

static inline void make (Mechanism *m, double tolerance)
{
    GeomsReport report;

    m->system = geoms_tree_create (&m->d, &m->model, &report);
    assert_non_null (m->system);
    const GeomsDims *d = &m->model.dims;
    m->n = d->nl + d->nm + d->nv + d->np;
    for (int i = 0; i < m->n; i++) {
        m->rtol[i] = tolerance;
        m->atol[i] = i < d->nl + d->nm ? NAN : tolerance;
        m->x0[i] = i < d->nl + d->nm ? NAN : 0;
    }
    geoms_options_default (&m->options);
}

static inline Outcome run_to (const Mechanism *m, double t)
{
    const double tspan[2] = {0, t};
    const GeomsProblem problem = {.model = &m->model,
                                  .user = m->system,
                                  .options = &m->options,
                                  .rtol = m->rtol,
                                  .atol = m->atol,
                                  .ntspan = 2,
                                  .tspan = tspan,
                                  .x0 = m->x0};
    Outcome o = {0};

    o.run = geoms_run_create (&problem, &o.report);
    if (o.run == NULL)
        fail_msg ("formulation %d: %s", m->options.formulation, o.report.text);
    o.status = geoms_run_integrate (o.run);
    o.report = *geoms_run_report (o.run);
    o.counters = *geoms_run_counters (o.run);
    o.s = geoms_run_solution (o.run);
    if (o.status < 0)
        fail_msg ("formulation %d: %s", m->options.formulation, o.report.text);
    return o;
}

static inline void near (double value, double expected, double bound)
{
    if (! (fabs (value - expected) <= bound * fmax (1, fabs (expected))))
        fail_msg ("%.14g, not %.14g", value, expected);
}

static inline void add_spring_in_joint (Mechanism *m, int velocity, double c, double d)
{
    m->force[m->d.forces++] = (GeomsForce){
        .kind = GEOMS_FORCE_JOINT, .velocity = velocity, .stiffness = c, .damping = d};
}

#endif
