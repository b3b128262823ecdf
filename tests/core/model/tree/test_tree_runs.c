/* test_tree_runs.c - mechanisms from bodies and joints, integrated: known motions, energy
 */
#include "geoms_tree.h"
#include "test.h"

enum { MOST_BODIES = 32, MOST_X = 256 };

typedef struct Mechanism {
    GeomsBody body[MOST_BODIES];
    GeomsLoopJoint loop[8];
    GeomsForce force[8];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    double x0[MOST_X], rtol[MOST_X], atol[MOST_X];
    GeomsOptions options;
    int n;
} Mechanism;

static void unit3 (double *R)
{
    memset (R, 0, 9 * sizeof *R);
    R[0] = R[4] = R[8] = 1;
}

static void start_mechanism (Mechanism *m, int planar, double gx, double gy, double gz)
{
    memset (m, 0, sizeof *m);
    m->d = (GeomsTreeDescription){.planar = planar, .gravity = {gx, gy, gz}, .body = m->body, .loop = m->loop, .force = m->force};
}

static GeomsBody *add_body (Mechanism *m, int parent, int joint, double x, double y, double z)
{
    GeomsBody *b = m->body + m->d.bodies++;

    *b = (GeomsBody){.parent = parent, .joint = joint, .at = {x, y, z}};
    unit3 (b->turn);
    return b;
}

static void set_mass (GeomsBody *b, double mass, double x, double y, double z, double Ix, double Iy, double Iz)
{
    const double com[3] = {x, y, z}, I[6] = {Ix, Iy, Iz, 0, 0, 0};

    b->mass = mass;
    memcpy (b->com, com, sizeof com);
    memcpy (b->inertia, I, sizeof I);
}

static GeomsPlace place (int body, double x, double y, double z)
{
    GeomsPlace p = {.body = body, .at = {x, y, z}};
    unit3 (p.turn);
    return p;
}

static void make (Mechanism *m, double tolerance)
{
    GeomsReport report;

    m->system = geoms_tree_create (&m->d, &m->model, &report);
    assert_non_null (m->system);
    const GeomsDims *d = &m->model.dims;
    m->n = d->nl + d->nv + d->np;
    for (int i = 0; i < m->n; i++) {
        m->rtol[i] = tolerance;
        m->atol[i] = i < d->nl ? NAN : tolerance;
        m->x0[i] = i < d->nl ? NAN : 0;
    }
    geoms_options_default (&m->options);
}

static Outcome run_to (const Mechanism *m, double t)
{
    const double tspan[2] = {0, t};
    const GeomsProblem problem = {.model = &m->model, .user = m->system, .options = &m->options, .rtol = m->rtol, .atol = m->atol, .ntspan = 2, .tspan = tspan, .x0 = m->x0};
    Outcome o = {0};

    o.run = geoms_run_create (&problem, &o.report);
    if (o.run == NULL)
        fail_msg ("%s", o.report.text);
    o.status = geoms_run_integrate (o.run);
    o.report = *geoms_run_report (o.run);
    o.counters = *geoms_run_counters (o.run);
    o.s = geoms_run_solution (o.run);
    if (o.status < 0)
        fail_msg ("%s", o.report.text);
    return o;
}

static void andrews (void **state)
{
    static const struct { int parent; double x, y, m, cx, cy, I, q; } K[7] = {
        {-1, 0, 0, .04325, .00092, 0, 2.194e-6, -.0617138900142764},
        {0, .007, 0, .00365, -.0115, 0, 4.410e-7, 0},
        {-1, -.03635, .03273, .02373, .01874, .01043, 5.255e-6, .455279819163070},
        {-1, -.06934, -.00227, .07050, .02308, .00916, 1.169e-5, .487364979543843},
        {3, .04, 0, .00706, 0, -.00579, 5.667e-7, .222668390165886},
        {-1, -.06934, -.00227, .05498, .01228, .00449, 1.912e-5, 1.23054744454982},
        {5, 0, -.04, .00706, .00579, 0, 5.667e-7, -.222668390165886}};
    static const double end[3][3] = {{2, 0, -.035}, {4, 0, -.02}, {6, .02, 0}};
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 1, 0, 0, 0);
    for (int i = 0; i < 7; i++)
        set_mass (add_body (&m, K[i].parent, GEOMS_JOINT_REVOLUTE, K[i].x, K[i].y, 0), K[i].m, K[i].cx, K[i].cy, 0, 0, 0, K[i].I);
    for (int i = 0; i < 3; i++)
        m.loop[m.d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE, .side = {place ((int)end[i][0], end[i][1], end[i][2], 0), place (1, -.028, 0, 0)}};
    m.force[m.d.forces++] = (GeomsForce){.kind = GEOMS_FORCE_SPRING, .side = {place (-1, .014, .072, 0), place (2, .02, -.018, 0)}, .stiffness = 4530, .length = .07785};
    m.force[m.d.forces++] = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = 0, .value = {.033}};
    make (&m, 1e-9);
    for (int i = 0; i < 7; i++)
        m.x0[6 + 7 + i] = K[i].q;
    Outcome o = run_to (&m, 0.03);
    const double *x = last_state (&o);
    print_message ("andrews: %ld steps, lambda1 %.9f beta %.12f residual %g\n", o.counters.naccpt, x[0], x[13], worst_residual (o.s));
    outcome_free (&o);
    geoms_tree_free (m.system);
}

static void bricard (void **state)
{
    static const double P[6][3] = {{0,0,0},{1,0,0},{1,-1,0},{1,-1,1},{0,-1,1},{0,0,1}};
    static const double axis[3][3] = {{1,0,0},{0,1,0},{0,0,1}};
    static const int ax[] = {1,2,0,1,2,0};
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 0, 0, -9.81, 0);
    for (int i = 0; i < 5; i++) {
        double d[3], J[3];
        GeomsBody *b;
        for (int k = 0; k < 3; k++) {
            d[k] = P[i+1][k] - P[i][k];
            J[k] = d[k] != 0 ? 1.0/600 : 1.01/12;
        }
        b = add_body (&m, i - 1, GEOMS_JOINT_REVOLUTE, i ? P[i][0]-P[i-1][0] : 0, i ? P[i][1]-P[i-1][1] : 0, i ? P[i][2]-P[i-1][2] : 0);
        set_mass (b, 1, d[0]/2, d[1]/2, d[2]/2, J[0], J[1], J[2]);
        memcpy (b->axis, axis[ax[i]], sizeof b->axis);
    }
    GeomsPlace A = place (-1, 0, 0, 1), B = place (4, 0, 1, 0);
    memcpy (A.axis, axis[0], sizeof A.axis);
    memcpy (B.axis, axis[0], sizeof B.axis);
    m.loop[m.d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE, .side = {A, B}};
    make (&m, 1e-9);
    Outcome o = run_to (&m, 2);
    const double *x = last_state (&o);
    print_message ("bricard: %ld steps, %.8f %.8f residual %g status %d: %s\n", o.counters.naccpt, x[10], x[11], worst_residual (o.s), o.status, o.report.text);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (andrews), cmocka_unit_test (bricard)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
