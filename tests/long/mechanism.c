/* mechanism.c - the blocks M, f, g, G, ... of a mechanism, and its views as models of the core */
#include "mechanism.h"

/* ---- in own units ---- */

/* A x of a row, or B x */
static void times (const Mechanism *m, const double *A, const double *x, double *y)
{
    product (m->np, 1, m->np, A, x, y);
}

static double dot (const Mechanism *m, const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < m->np; i++)
        sum += a[i] * b[i];
    return sum;
}

/* s, s', s'' */
static void drive (const Mechanism *m, double t, double s[3])
{
    s[0] = sin (m->omega * t);
    s[1] = m->omega * cos (m->omega * t);
    s[2] = -m->omega * m->omega * s[0];
}

static void row_values (const Mechanism *m, int k, const double s[3], const double *v,
                        const double *p, LongValues *o)
{
    const LongRow *row = &m->row[k];
    double Ap[LONG_P], Av[LONG_P], slope, Gv = 0;

    times (m, row->A, p, Ap);
    times (m, row->A, v, Av);
    slope = dot (m, row->e, p) + row->d + 2 * row->q * s[0]; /* dg/ds */
    o->g[k] = dot (m, Ap, p) / 2 + dot (m, row->b, p) + s[0] * dot (m, row->e, p) + row->c
              + s[0] * row->d + s[0] * s[0] * row->q;
    for (int i = 0; i < m->np; i++) {
        const double G = Ap[i] + row->b[i] + s[0] * row->e[i];

        o->G[k + i * m->nb] = G;
        Gv += G * v[i];
    }
    o->gI[k] = Gv + slope * s[1];
    o->rest[k]
        = dot (m, Av, v) + 2 * s[1] * dot (m, row->e, v) + slope * s[2] + 2 * row->q * s[1] * s[1];
}

/* d = vector along the spring, -> its length and change of length */
static double along (const Mechanism *m, const LongSpring *spring, const double *v, const double *p,
                     double *d, double *change)
{
    double length = 0;

    *change = 0;
    for (int i = 0; i < m->dim; i++) {
        const int a = spring->i * m->dim + i, b = spring->j * m->dim + i;

        d[i] = p[a] - (spring->j < 0 ? spring->place[i] : p[b]);
        *change += d[i] * (v[a] - (spring->j < 0 ? 0 : v[b]));
        length = hypot (length, d[i]);
    }
    *change /= length;
    return length;
}

static void spring_forces (const Mechanism *m, const double *v, const double *p, double *f)
{
    for (int k = 0; k < m->springs; k++) {
        const LongSpring *spring = &m->spring[k];
        double d[3], change, length = along (m, spring, v, p, d, &change), force;

        force = (spring->k * (length - spring->rest) + spring->damping * change) / length;
        for (int i = 0; i < m->dim; i++) {
            f[spring->i * m->dim + i] -= force * d[i];
            if (spring->j >= 0)
                f[spring->j * m->dim + i] += force * d[i];
        }
    }
}

static void dense_mass (const Mechanism *m, const double *v, const double *p, LongValues *o)
{
    double w[LONG_P], Bv[LONG_P], wv, Bvv;

    times (m, m->B, p, w);
    times (m, m->B, v, Bv);
    for (int i = 0; i < m->np; i++)
        w[i] += m->a[i];
    wv = dot (m, w, v);
    Bvv = dot (m, Bv, v);
    for (int i = 0; i < m->np; i++) {
        const double Bt = dot (m, m->B + i * m->np, v); /* (B'v)_i */

        o->f[i] -= m->mu * (wv * (Bv[i] - Bt) + w[i] * Bvv);
        for (int j = 0; j < m->np; j++)
            o->M[i + j * m->np] += m->mu * w[i] * w[j];
    }
}

void mechanism_values (const Mechanism *m, double t, double r, const double *v, const double *p,
                       LongValues *o)
{
    const double lag = m->nr > 0 ? dot (m, m->y, p) - r : 0;
    double s[3];

    memset (o->M, 0, sizeof o->M);
    for (int i = 0; i < m->np; i++) {
        o->M[i * (m->np + 1)] = m->mass[i];
        o->f[i] = m->F[i] - m->drag * m->mass[i] * v[i] - m->kappa * lag * m->y[i];
    }
    spring_forces (m, v, p, o->f);
    if (m->mu > 0)
        dense_mass (m, v, p, o);
    drive (m, t, s);
    for (int k = 0; k < m->nb; k++)
        row_values (m, k, s, v, p, o);
    o->b = m->nr > 0 ? lag / m->tau : 0;
}

double mechanism_energy (const Mechanism *m, const double *v, const double *p)
{
    double w[LONG_P], E = 0;

    times (m, m->B, p, w);
    for (int i = 0; i < m->np; i++) {
        w[i] += m->a[i];
        E += m->mass[i] * v[i] * v[i] / 2 - m->F[i] * p[i];
    }
    E += m->mu / 2 * dot (m, w, v) * dot (m, w, v);
    for (int k = 0; k < m->springs; k++) {
        double d[3], change;
        const double x = along (m, &m->spring[k], v, p, d, &change) - m->spring[k].rest;

        E += m->spring[k].k / 2 * x * x;
    }
    return E;
}

/* ---- views ---- */

LongUnits units_own (const Mechanism *m)
{
    LongUnits u = {.rows = m->nb, .time = 1, .mass = 1, .r = 1};

    for (int k = 0; k < m->nb; k++)
        u.R[k * (m->nb + 1)] = u.row[k] = 1;
    for (int i = 0; i < m->np; i++)
        u.length[i] = 1;
    return u;
}

void view_from_own (const LongView *view, const double *own, double *x)
{
    const Mechanism *m = view->m;
    const LongUnits *u = view->u;

    own += m->nb;
    x += u->rows;
    if (m->nr > 0)
        *x++ = u->r * *own++;
    for (int i = 0; i < m->np; i++) {
        x[i] = u->length[i] / u->time * own[i];
        x[m->np + i] = u->length[i] * own[m->np + i];
    }
}

void view_to_own (const LongView *view, const double *x, double *own)
{
    const Mechanism *m = view->m;
    const LongUnits *u = view->u;

    for (int j = 0; j < m->nb; j++) {
        own[j] = 0;
        for (int k = 0; k < u->rows; k++)
            own[j] += u->R[k + j * u->rows] * u->row[k] * u->time * u->time / u->mass * x[k];
    }
    own += m->nb;
    x += u->rows;
    if (m->nr > 0)
        *own++ = *x++ / u->r;
    for (int i = 0; i < m->np; i++) {
        own[i] = x[i] / u->length[i] * u->time;
        own[m->np + i] = x[m->np + i] / u->length[i];
    }
}

/* D R y / time^power */
static double *put_rows (const LongView *view, const double *y, int power, double *out)
{
    const LongUnits *u = view->u;

    product (u->rows, 1, view->m->nb, u->R, y, out);
    for (int k = 0; k < u->rows; k++)
        out[k] *= u->row[k] / pow (u->time, power);
    return out + u->rows;
}

static double *put_forces (const LongView *view, const LongValues *o, double *out)
{
    const LongUnits *u = view->u;
    const int np = view->m->np;

    for (int j = 0; j < np && view->m->mu > 0; j++)
        for (int i = 0; i < np; i++)
            *out++ = u->mass / (u->length[i] * u->length[j]) * o->M[i + j * np];
    for (int i = 0; i < np; i++)
        *out++ = u->mass / (u->length[i] * u->time * u->time) * o->f[i];
    return out;
}

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    const LongView *view = user;
    const Mechanism *m = view->m;
    const int at = m->nb + m->nr;

    for (int j = 0; j < k; j++, x += ldx) {
        double own[LONG_ROWS + 1 + 2 * LONG_P], *to = out + j * ldo;
        LongValues o;

        view_to_own (view, x, own);
        mechanism_values (m, t[j] / view->u->time, own[m->nb], own + at, own + at + m->np, &o);
        to = put_forces (view, &o, to);
        to = put_rows (view, o.g, 0, to);
        for (int i = 0; i < m->np; i++, to += view->u->rows) {
            put_rows (view, o.G + i * m->nb, 0, to);
            for (int l = 0; l < view->u->rows; l++)
                to[l] /= view->u->length[i];
        }
        to = put_rows (view, o.gI, 1, to);
        to = put_rows (view, o.rest, 2, to);
        if (m->nr > 0)
            *to = o.b * view->u->r / view->u->time;
    }
    return 0;
}

static void release (void *object) { geoms_mechanical_free (object); }

static Case case_of_form (const char *name, const GeomsMechanical *form)
{
    Case c = {.model = {.name = name}, .ntspan = 2};

    c.user = geoms_mechanical_create (form, &c.model.system);
    assert_non_null (c.user);
    c.model.system.destroy = release;
    c.n = model_unknowns (&form->dims);
    c.m = model_rows (&form->dims);
    assert_true (c.n <= MOST_UNKNOWNS);
    geoms_options_default (&c.options);
    c.options.dense = GEOMS_SWITCH_OFF;
    return c;
}

Case view_case (LongView *view)
{
    const Mechanism *m = view->m;
    const LongUnits *u = view->u;
    double mass[LONG_P * LONG_P] = {0}, own[LONG_ROWS + 1 + 2 * LONG_P] = {0};
    GeomsMechanical form
        = {.dims = {.np = m->np, .nv = m->np, .nr = m->nr, .nl = u->rows},
           .mass_structure = m->mu > 0 ? GEOMS_MASS_FULL : GEOMS_MASS_CONSTANT_DIAGONAL,
           .autonomous = ! (m->omega > 0),
           .mass = mass,
           .blocks = blocks,
           .user = view};
    Case c;

    for (int i = 0; i < m->np; i++)
        mass[i * (m->np + 1)] = u->mass / (u->length[i] * u->length[i]) * m->mass[i];
    c = case_of_form (m->text, &form);
    own[m->nb] = m->nr > 0 ? dot (m, m->y, m->p0) : 0;
    memcpy (own + m->nb + m->nr, m->v0, (size_t)m->np * sizeof *own);
    memcpy (own + m->nb + m->nr + m->np, m->p0, (size_t)m->np * sizeof *own);
    view_from_own (view, own, c.x0);
    for (int k = 0; k < u->rows; k++)
        c.x0[k] = NAN;
    c.tspan[1] = m->span * u->time;
    return c;
}

/* ---- one degree of freedom ---- */

static int path_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const Mechanism *m = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double P[3 * LONG_P], v[LONG_P], MP[2 * LONG_P];
        LongValues o;

        m->path (x[1], P);
        for (int i = 0; i < m->np; i++)
            v[i] = P[m->np + i] * x[0];
        mechanism_values (m, t[j], 0, v, P, &o);
        product (m->np, 2, m->np, o.M, P + m->np, MP);
        out[0] = dot (m, P + m->np, MP);
        out[1] = dot (m, P + m->np, o.f) - dot (m, P + m->np, MP + m->np) * x[0] * x[0];
    }
    return 0;
}

Case path_case (const Mechanism *m)
{
    const GeomsMechanical form = {.dims = {.np = 1, .nv = 1},
                                  .mass_structure = GEOMS_MASS_FULL,
                                  .autonomous = 1,
                                  .blocks = path_blocks,
                                  .user = (void *)m};
    Case c = case_of_form (m->text, &form);

    c.x0[0] = m->rate0;
    c.x0[1] = m->phi0;
    c.tspan[1] = m->span;
    return c;
}
