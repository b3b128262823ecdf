/* generate.c - mechanism number i: a family, what is added to it, and in which rows and units it is
 * given */
#include "families.h"

static void say (Mechanism *m, const char *format, ...)
{
    const size_t used = strlen (m->text);
    va_list values;

    va_start (values, format);
    vsnprintf (m->text + used, sizeof m->text - used, format, values);
    va_end (values);
}

/* ---- masses and forces ---- */

/* a point and all that hangs on it alone, 10^-1 ... 10^-10 of its mass; in a loop with more freedom
 * than that of one point, tight rods would make it vibrate: see family_elbow */
static int make_light (Random *random, Mechanism *m)
{
    const int root = choice (random, m->points);
    const double factor = decades (random, -10, -1);
    int hangs[LONG_POINTS];

    if (m->points < 2 || (m->loop[root] && m->np - m->nb > 1))
        return 0;
    say (m, ", point %d light %.0e", root, factor);
    for (int i = 0; i < m->points; i++) {
        hangs[i] = i == root || (m->parent[i] >= 0 && hangs[m->parent[i]]);
        for (int d = 0; d < m->dim && hangs[i]; d++)
            m->mass[i * m->dim + d] *= factor;
    }
    return 1;
}

static void add_gravity (Mechanism *m, double g)
{
    for (int i = 0; i < m->points; i++) {
        const int at = (i + 1) * m->dim - 1;

        m->F[at] = -g * m->mass[at];
    }
}

static double distance_at_start (const Mechanism *m, const LongSpring *spring)
{
    double length = 0;

    for (int d = 0; d < m->dim; d++)
        length = hypot (length,
                        m->p0[spring->i * m->dim + d]
                            - (spring->j < 0 ? spring->place[d] : m->p0[spring->j * m->dim + d]));
    return length;
}

/* k / (lighter mass) = omega^2; it is stretched by up to `strain` of its length at the start */
static void add_spring (Random *random, Mechanism *m, double omega, double zeta, double strain)
{
    LongSpring *spring = &m->spring[m->springs++];
    double mass, d[3], length;

    spring->i = choice (random, m->points);
    spring->j = choice (random, m->points + 1) - 1;
    if (spring->j == spring->i)
        spring->j = -1;
    direction (random, m->dim, d);
    length = uniform (random, 0.5, 1.5);
    for (int k = 0; k < m->dim; k++)
        spring->place[k] = m->p0[spring->i * m->dim + k] + length * d[k];
    mass = m->mass[spring->i * m->dim];
    if (spring->j >= 0)
        mass = fmin (mass, m->mass[spring->j * m->dim]);
    spring->k = omega * omega * mass;
    spring->damping = 2 * zeta * omega * mass;
    m->excited = m->excited || omega * strain > 0.1;
    spring->rest = distance_at_start (m, spring) * (1 + uniform (random, -strain, strain));
    m->rate = fmax (m->rate, 2 * omega);
    m->conservative = m->conservative && ! (zeta > 0);
}

static void add_springs (Random *random, Mechanism *m)
{
    const int count = 1 + choice (random, 3);

    for (int i = 0; i < count; i++)
        add_spring (random, m, uniform (random, 1, 10), chance (random, 0.3) ? 0.1 : 0, 0.3);
    say (m, ", %d springs", count);
}

/* k/m to 1e9 per s^2; half of them at rest, the others with vibrations of up to 0.3 m/s */
static void add_stiff (Random *random, Mechanism *m)
{
    const double omega = decades (random, 1.5, 4.5),
                 zeta = chance (random, 0.5) ? decades (random, -3, 0) : 0;
    const double strain = chance (random, 0.5) ? 0.3 / omega : 0;

    add_spring (random, m, omega, zeta, strain);
    say (m, ", stiff spring k/m %.0e damping %.2g strain %.0e", omega * omega, zeta, strain);
}

static void add_element (Random *random, Mechanism *m)
{
    const int i = choice (random, m->points);

    m->nr = 1;
    direction (random, m->dim, m->y + i * m->dim);
    m->kappa = uniform (random, 1, 20) * m->mass[i * m->dim];
    m->tau = uniform (random, 0.05, 1);
    m->conservative = 0;
    say (m, ", element r");
}

static void make_dense (Random *random, Mechanism *m)
{
    m->mu = 1;
    for (int i = 0; i < m->np; i++)
        m->a[i] = uniform (random, -0.5, 0.5);
    for (int i = 0; i < m->np * m->np; i++)
        m->B[i] = uniform (random, -0.3, 0.3);
    say (m, ", M (p)");
}

/* s (e'p + d) + s^2 q in one row, where p itself stands in it */
static void add_drive (Random *random, Mechanism *m)
{
    LongRow *row = &m->row[choice (random, m->nb)];

    m->omega = uniform (random, 1, 8);
    for (int i = 0; i < m->np; i++)
        row->e[i] = (row->A[i * (m->np + 1)] != 0 || row->b[i] != 0) * uniform (random, -0.2, 0.2);
    row->d = uniform (random, -0.2, 0.2);
    row->q = uniform (random, -0.1, 0.1);
    m->conservative = 0;
    say (m, ", driven");
}

/* ---- start and end ---- */

static void set_motion (Random *random, Mechanism *m)
{
    const double speed = chance (random, 0.3) ? 0 : uniform (random, 0.5, 3);

    if (m->path != NULL) {
        double P[3 * LONG_P];

        m->path (m->phi0, P);
        for (int i = 0; i < m->np; i++)
            m->v0[i] = P[m->np + i] * m->rate0;
    } else {
        for (int i = 0; i < m->np; i++)
            m->v0[i] = speed * uniform (random, -1, 1);
        rows_project (m, m->v0);
    }
    if (! (m->span > 0))
        m->span = uniform (random, 0.8, 2.2);
    if (m->rate > 0)
        m->span = fmin (m->span, (m->excited ? 1000 : 4000) / m->rate);
}

static void add_forces (Random *random, Mechanism *m)
{
    const int regular = m->path == NULL && ! (m->omega > 0), elbow = m->rate > 0;
    int light = 0;

    m->conservative = ! (m->omega > 0);
    if (regular && ! elbow && chance (random, 0.4))
        light = make_light (random, m);
    add_gravity (m, m->path == NULL ? 9.81 : uniform (random, 0, 3));
    if (! regular || elbow)
        return;
    if (chance (random, 0.3))
        add_springs (random, m);
    if (chance (random, 0.3))
        add_stiff (random, m);
    if (chance (random, 0.15))
        add_element (random, m);
    if (chance (random, 0.25) && ! light)
        make_dense (random, m);
    if (chance (random, 0.2))
        add_drive (random, m);
    if (chance (random, 0.2)) {
        m->drag = uniform (random, 0.1, 2);
        m->conservative = 0;
        say (m, ", drag");
    }
}

/* ---- how it is given ---- */

static void copy_row (LongUnits *u, int nb, int from, double factor, int to)
{
    for (int j = 0; j < nb; j++)
        u->R[to + j * u->rows] += factor * u->R[from + j * u->rows];
}

static void add_rows (Random *random, LongUnits *u, int nb)
{
    const LongUnits old = *u;
    const int more = 1 + choice (random, 3);

    u->rows += more;
    memset (u->R, 0, sizeof u->R);
    for (int j = 0; j < nb; j++)
        memcpy (u->R + j * u->rows, old.R + j * old.rows, (size_t)old.rows * sizeof *u->R);
    for (int k = old.rows; k < u->rows; k++) {
        const int parts = 1 + choice (random, 3);

        for (int i = 0; i < parts; i++)
            copy_row (u, nb, choice (random, old.rows), uniform (random, 0.5, 2), k);
    }
}

/* row k becomes eps row k + others */
static double make_parallel (Random *random, LongUnits *u, int nb)
{
    const int k = choice (random, nb);
    const double eps = decades (random, -5, -1);

    for (int j = 0; j < nb; j++)
        u->R[k + j * u->rows] *= eps;
    for (int i = 1; i < nb && i < 3; i++)
        copy_row (u, nb, (k + i) % nb, uniform (random, 0.5, 1), k);
    return eps;
}

static void choose_rows (Random *random, Mechanism *m)
{
    LongUnits *u = &m->given;
    double smallest = 1, largest = 1;

    if (m->nb > 1 && chance (random, 0.25))
        say (m, ", rows parallel to %.0e", make_parallel (random, u, m->nb));
    if (chance (random, 0.25)) {
        add_rows (random, u, m->nb);
        say (m, ", %d redundant rows", u->rows - m->nb);
    }
    for (int k = 0; k < u->rows; k++) {
        u->row[k] = chance (random, 0.3) ? decades (random, -3, 3) : 1;
        smallest = fmin (smallest, u->row[k]);
        largest = fmax (largest, u->row[k]);
    }
    if (largest > smallest)
        say (m, ", rows of sizes %.0e to %.0e", smallest, largest);
}

static void choose_units (Random *random, Mechanism *m)
{
    LongUnits *u = &m->given;
    const double length = decades (random, -6, 6);
    const int mixed = chance (random, 0.3);

    u->time = decades (random, -6, 6);
    u->mass = decades (random, -6, 6);
    u->r = decades (random, -6, 6);
    for (int i = 0; i < m->np; i++)
        u->length[i] = ! mixed           ? length
                       : i % m->dim == 0 ? decades (random, -3, 3)
                                         : u->length[i - 1];
    for (int k = 0; k < u->rows; k++)
        u->row[k] *= mixed ? 1 : length * length;
    say (m, ", units of length %.0e%s time %.0e mass %.0e", u->length[0],
         mixed ? " and others" : "", u->time, u->mass);
}

void mechanism_generate (int number, Mechanism *m)
{
    static const double tolerances[] = {1e-4, 1e-6, 1e-8};
    Random random = {.state = (uint64_t)number * 0x632be59bd9b4e019u};
    const double family = uniform (&random, 0, 1);

    memset (m, 0, sizeof *m);
    m->number = number;
    m->own = units_own (m);
    (family < 0.5    ? family_truss
     : family < 0.75 ? family_surfaces
     : family < 0.87 ? family_elbow
                     : family_singular) (&random, m);
    add_forces (&random, m);
    set_motion (&random, m);
    m->own = m->given = units_own (m);
    choose_rows (&random, m);
    if (chance (&random, 0.35))
        choose_units (&random, m);
    m->tolerance = tolerances[choice (&random, 3)];
    say (m, "; tolerance %.0e, span %.3g", m->tolerance, m->span);
}
