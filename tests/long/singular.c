/* singular.c - mechanisms that come to positions in which the rows of G depend on each other
 *
 *     parallelogram  |x1| = 1, |x2 - d| = 1, |x2 - x1| = |d|            all rods on one line
 *     slider crank   |x1| = 1, |x2 - x1| = 1, x2 on the x axis          slider in the centre of the
 *                    crank
 *     curve          |x| = 2, (x - 1)^2 + y^2 = 1                       (2, 0, 0): the surfaces
 *                    touch
 *     pulled         |x1| = L, |x1 - a (t)| = L, a moves away           both rods on one line: the
 *                    end
 *
 * The first three go on through it, since phi does: rows of P, P', P'' are filled.
 */
#include "families.h"

/* two points of the plane, the first of which is on a rod from the origin */
static void two_points (Mechanism *m, void (*path) (double phi, double *P))
{
    const double origin[2] = {0, 0};

    m->dim = m->points = 2;
    m->path = path;
    m->np = 4;
    m->path (m->phi0, m->p0);
    row_anchor (m, 0, origin, NULL);
}

static void parallelogram_path (double phi, double *P)
{
    const double c = cos (phi), s = sin (phi);
    const double values[12] = {c, s, 1.3 + c, s, -s, c, -s, c, -c, -s, -c, -s};

    memcpy (P, values, sizeof values);
}

static void parallelogram (Mechanism *m)
{
    const double d[2] = {1.3, 0};

    two_points (m, parallelogram_path);
    row_anchor (m, 1, d, NULL);
    row_rod (m, 0, 1);
}

static void crank_path (double phi, double *P)
{
    const double c = cos (phi), s = sin (phi);
    const double values[12] = {c, s, 2 * c, 0, -s, c, -2 * s, 0, -c, -s, -2 * c, 0};

    memcpy (P, values, sizeof values);
}

static void crank (Mechanism *m)
{
    const double up[2] = {0, 1};

    two_points (m, crank_path);
    row_rod (m, 0, 1);
    row_rail (m, 1, up);
}

static void curve_path (double phi, double *P)
{
    const double c = cos (phi), s = sin (phi), c2 = cos (phi / 2), s2 = sin (phi / 2);
    const double values[9] = {1 + c, s, 2 * s2, -s, c, c2, -c, -s, -s2 / 2};

    memcpy (P, values, sizeof values);
}

static void curve (Mechanism *m)
{
    const double sphere[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, cylinder[9] = {2, 0, 0, 0, 2};
    const double none[3] = {0, 0, 0}, b[3] = {-2, 0, 0};

    m->dim = m->np = 3;
    m->points = 1;
    m->path = curve_path;
    m->path (m->phi0, m->p0);
    row_surface (m, 0, sphere, none);
    row_surface (m, 0, cylinder, b);
}

/* the rods have length 1, their ends are 1.4 apart and move by 0.8 more; one more point hangs
 * below */
static void pulled (Random *random, Mechanism *m)
{
    const double origin[2] = {0, 0}, a[2] = {1.4, 0}, move[2] = {0.8, 0};
    const double p0[4] = {0.7, -sqrt (0.51), 0.7 + 0.8, -sqrt (0.51) - 0.6};

    m->dim = m->points = 2;
    m->np = 4;
    m->omega = uniform (random, 2, 6);
    memcpy (m->p0, p0, sizeof p0);
    row_anchor (m, 0, origin, NULL);
    row_anchor (m, 0, a, move);
    row_rod (m, 0, 1);
}

/* phi begins before a singular value and passes it, as it is fast enough */
static const struct {
    const char *name;
    void (*make) (Mechanism *m);
    double phi0, rate0;
} ways[] = {{"parallelogram", parallelogram, -1.2, 5},
            {"slider crank", crank, 0.5, 5},
            {"curve", curve, -1.5, 4}};

void family_singular (Random *random, Mechanism *m)
{
    const int kind = choice (random, 4);

    if (kind < 3) {
        m->phi0 = ways[kind].phi0 + uniform (random, -0.3, 0.3);
        m->rate0 = ways[kind].rate0 * uniform (random, 0.8, 1.5);
        ways[kind].make (m);
        m->span = uniform (random, 0.5, 0.8);
    } else {
        pulled (random, m);
        m->span = 1.7 / m->omega;
    }
    snprintf (m->text, sizeof m->text, "%s", kind < 3 ? ways[kind].name : "pulled straight");
    for (int i = 0; i < m->points; i++) {
        const double mass = decades (random, -1, 1);

        m->parent[i] = -1;
        m->loop[i] = 1;
        for (int d = 0; d < m->dim; d++)
            m->mass[i * m->dim + d] = mass;
    }
}
