/* families.c - regular mechanisms: trusses, points on surfaces, elbows */
#include "families.h"

static void say (Mechanism *m, const char *name)
{
    snprintf (m->text, sizeof m->text, "%s %d-D, %d points", name, m->dim, m->points);
}

static void shape (Mechanism *m, int dim, int points)
{
    m->dim = dim;
    m->points = points;
    m->np = dim * points;
    for (int i = 0; i < points; i++)
        m->parent[i] = -1;
}

static void masses (Random *random, Mechanism *m)
{
    for (int i = 0; i < m->points; i++) {
        const double mass = decades (random, -0.5, 0.5);

        for (int d = 0; d < m->dim; d++)
            m->mass[i * m->dim + d] = mass;
    }
}

/* the place of a point, or of the origin (-1), and a vector from there */
static void place (const Mechanism *m, int point, double length, const double *along, double *x)
{
    for (int d = 0; d < m->dim; d++)
        x[d] = (point < 0 ? 0 : m->p0[point * m->dim + d]) + length * along[d];
}

/* all points behind a closed loop: their masses are not made light */
static void mark_loop (Mechanism *m, int point)
{
    for (; point >= 0; point = m->parent[point])
        m->loop[point] = 1;
}

static void grow (Random *random, Mechanism *m)
{
    const double origin[3] = {0, 0, 0};

    for (int i = 0; i < m->points; i++) {
        double d[3];

        m->parent[i] = i == 0 || chance (random, 0.15) ? -1
                       : chance (random, 0.7)          ? i - 1
                                                       : choice (random, i);
        direction (random, m->dim, d);
        place (m, m->parent[i], uniform (random, 0.6, 1.4), d, m->p0 + i * m->dim);
        if (m->parent[i] < 0)
            row_anchor (m, i, origin, NULL);
        else
            row_rod (m, i, m->parent[i]);
    }
}

/* one more rod or rail, between points or to a place */
static void close_loop (Random *random, Mechanism *m)
{
    const int i = choice (random, m->points), j = choice (random, m->points);
    double d[3], a[3];

    direction (random, m->dim, d);
    if (chance (random, 0.3)) {
        if (row_rail (m, i, d))
            mark_loop (m, i);
    } else if (i != j && chance (random, 0.5)) {
        if (row_rod (m, i, j)) {
            mark_loop (m, i);
            mark_loop (m, j);
        }
    } else {
        place (m, i, uniform (random, 0.6, 1.4), d, a);
        if (row_anchor (m, i, a, NULL))
            mark_loop (m, i);
    }
}

void family_truss (Random *random, Mechanism *m)
{
    const int dim = 2 + chance (random, 0.5);
    int loops;

    shape (m, dim, 1 + choice (random, LONG_POINTS));
    say (m, "truss");
    masses (random, m);
    grow (random, m);
    loops = choice (random, m->points + 1);
    for (int i = 0; i < loops && m->nb < LONG_ROWS - 1; i++)
        close_loop (random, m);
}

static void random_surface (Random *random, Mechanism *m, int i)
{
    double A[9], b[3];

    direction (random, 3, b);
    for (int d = 0; d < 3; d++)
        for (int e = 0; e <= d; e++)
            A[d + 3 * e] = A[e + 3 * d] = uniform (random, -1, 1);
    row_surface (m, i, A, b);
}

void family_surfaces (Random *random, Mechanism *m)
{
    shape (m, 3, 1 + choice (random, 3));
    say (m, "surfaces");
    masses (random, m);
    for (int i = 0; i < m->np; i++)
        m->p0[i] = uniform (random, -1, 1);
    for (int i = 0; i < m->points; i++) {
        const int curve = chance (random, 0.5);

        for (int k = 0; k <= curve; k++)
            random_surface (random, m, i);
    }
    if (m->points > 1 && chance (random, 0.3) && row_rod (m, 0, 1))
        m->loop[0] = m->loop[1] = 1;
}

/* light points have 10^-6 ... 10^-2 of the mass at the end */
void family_elbow (Random *random, Mechanism *m)
{
    const double origin[3] = {0, 0, 0};
    double d[3] = {1, 0, 0}, mass = 1, fastest = 1;

    shape (m, 2 + chance (random, 0.3), 2 + choice (random, 2));
    say (m, "elbow");
    d[m->dim - 1] = uniform (random, -0.6, 0);
    for (int i = 0; i < m->points; i++) {
        mass = i < m->points - 1 ? decades (random, -6, -2) : 1;
        fastest = fmin (fastest, mass);
        m->parent[i] = i - 1;
        m->loop[i] = 1;
        place (m, i - 1, uniform (random, 0.6, 1.4), d, m->p0 + i * m->dim);
        for (int k = 0; k < m->dim; k++)
            m->mass[i * m->dim + k] = mass;
        if (i == 0)
            row_anchor (m, i, origin, NULL);
        else
            row_rod (m, i, i - 1);
    }
    m->rate = sqrt (60 / fastest);
    m->excited = 1;
}
