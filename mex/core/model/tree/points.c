/* points.c - points and axes of bodies: points.h */
#include <math.h>
#include <string.h>

#include "points.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

GeomsTreePoint geoms_tree_point (const GeomsTree *tree, int described, const double *at,
                                 const double *axes)
{
    GeomsTreePoint p = {.body = GEOMS_GROUND};

    if (described < 0) {
        geoms_set3 (at, p.at);
        memcpy (p.axes, axes, sizeof p.axes);
        return p;
    }
    const GeomsTreeSeat *seat = tree->seat + described;
    p.body = seat->body;
    geoms_turn3 (seat->R, at, p.at);
    geoms_axpy3 (1, seat->x, p.at);
    geoms_multiply3 (seat->R, axes, p.axes);
    return p;
}

/* ---- motions of bodies ---- */

GeomsTreeTwist geoms_body_motion (const GeomsTreeLinear *s, int body)
{
    GeomsTreeTwist m = {{0}, {0}, {0}};

    if (body == GEOMS_GROUND)
        return m;
    memcpy (m.V, s->V + 6 * body, sizeof m.V);
    memcpy (m.A, s->A + 6 * body, sizeof m.A);
    return m;
}

GeomsTreeTwist geoms_body_along (const GeomsTreeLinear *s, int body, int k)
{
    const GeomsTreeColumn *c = s->column + k;
    GeomsTreeTwist m;
    double part[6];

    memcpy (m.S, c->S, sizeof m.S);
    geoms_motion_cross (c->S, s->V + 6 * body, m.V);
    geoms_axpy6 (1, c->psi1, m.V);
    geoms_motion_cross (c->S, s->A + 6 * body, m.A);
    geoms_axpy6 (1, c->psi2, m.A);
    geoms_motion_cross (c->psi1, s->V + 6 * body, part);
    geoms_axpy6 (1, part, m.A);
    return m;
}

GeomsTreeTwist geoms_body_by_velocity (const GeomsTreeLinear *s, int body, int k)
{
    const GeomsTreeColumn *c = s->column + k;
    GeomsTreeTwist m = {{0}, {0}, {0}};

    memcpy (m.V, c->S, sizeof m.V);
    geoms_motion_cross (c->S, s->V + 6 * body, m.A);
    geoms_axpy6 (1, c->psi1, m.A);
    geoms_axpy6 (1, c->S1, m.A);
    return m;
}

/* ---- points and axes ---- */

static const double *turned (const GeomsTreeLinear *s, int body)
{
    return body == GEOMS_GROUND ? identity : s->state->body[body].R;
}

/* P' = V_O + w x P,  P'' = A_O + w' x P + w x P',  P from O; size[0] is there */
static void move_point (const GeomsTreeTwist *m, GeomsTreeJet *p)
{
    const double w = geoms_largest3 (m->V);

    geoms_set3 (m->V + 3, p->d);
    geoms_add_cross (m->V, p->x, p->d);
    geoms_set3 (m->A + 3, p->dd);
    geoms_add_cross (m->A, p->x, p->dd);
    geoms_add_cross (m->V, p->d, p->dd);
    p->size[1] = geoms_largest3 (m->V + 3) + w * p->size[0];
    p->size[2] = geoms_largest3 (m->A + 3) + geoms_largest3 (m->A) * p->size[0] + w * p->size[1];
}

GeomsTreeJet geoms_point_jet (const GeomsTreeLinear *s, const GeomsTreePoint *p,
                              const GeomsTreeTwist *m)
{
    GeomsTreeJet jet;

    geoms_turn3 (turned (s, p->body), p->at, jet.x);
    if (p->body != GEOMS_GROUND)
        geoms_axpy3 (1, s->state->body[p->body].x, jet.x);
    geoms_axpy3 (-1, s->origin, jet.x);
    jet.size[0] = geoms_largest3 (jet.x) + geoms_largest3 (s->origin) + geoms_largest3 (p->at);
    move_point (m, &jet);
    return jet;
}

GeomsTreeJet geoms_axis_jet (const GeomsTreeLinear *s, const GeomsTreePoint *p, const double *n0,
                             const GeomsTreeTwist *m)
{
    GeomsTreeJet jet;

    geoms_turn3 (turned (s, p->body), n0, jet.x);
    geoms_cross (m->V, jet.x, jet.d);
    geoms_cross (m->A, jet.x, jet.dd);
    geoms_add_cross (m->V, jet.d, jet.dd);
    jet.size[0] = 1;
    jet.size[1] = geoms_largest3 (m->V);
    jet.size[2] = geoms_largest3 (m->A) + jet.size[1] * jet.size[1];
    return jet;
}

/* dx = z x x + ds,  dx' = w_d x x + w x dx + dv,  dx'' = w'_d x x + w' x dx + w_d x x' + w x dx'
 * + da
 * with the translations ds, dv, da of a point, none of an axis */
static GeomsTreeJet along (const GeomsTreeJet *p, const GeomsTreeTwist *m, const GeomsTreeTwist *dm,
                           const GeomsTreeTwist *translations)
{
    GeomsTreeJet jet;

    geoms_set3 (translations->S + 3, jet.x);
    geoms_add_cross (dm->S, p->x, jet.x);
    geoms_set3 (translations->V + 3, jet.d);
    geoms_add_cross (dm->V, p->x, jet.d);
    geoms_add_cross (m->V, jet.x, jet.d);
    geoms_set3 (translations->A + 3, jet.dd);
    geoms_add_cross (dm->A, p->x, jet.dd);
    geoms_add_cross (m->A, jet.x, jet.dd);
    geoms_add_cross (dm->V, p->d, jet.dd);
    geoms_add_cross (m->V, jet.d, jet.dd);
    /* terms */
    const double w = geoms_largest3 (m->V), dw = geoms_largest3 (dm->V);
    jet.size[0] = geoms_largest3 (translations->S + 3) + geoms_largest3 (dm->S) * p->size[0];
    jet.size[1] = geoms_largest3 (translations->V + 3) + dw * p->size[0] + w * jet.size[0];
    jet.size[2] = geoms_largest3 (translations->A + 3) + geoms_largest3 (dm->A) * p->size[0]
                  + geoms_largest3 (m->A) * jet.size[0] + dw * p->size[1] + w * jet.size[1];
    return jet;
}

GeomsTreeJet geoms_axis_along (const GeomsTreeJet *axis, const GeomsTreeTwist *m,
                               const GeomsTreeTwist *dm)
{
    static const GeomsTreeTwist none;

    return along (axis, m, dm, &none);
}

GeomsTreeJet geoms_point_along (const GeomsTreeJet *point, const GeomsTreeTwist *m,
                                const GeomsTreeTwist *dm)
{
    return along (point, m, dm, dm);
}
