/* levels.c - is each level of the constraints the derivative of the one below, in rda?
 *
 *     along the flow p' = f_kin, M v' = f_dyn, r' = b:   g' = gI,  gI' = gII,  h~' = hI
 *     in any direction d:                                J d = d rda
 *
 * All states at once; yes, or somebody has to look closer.
 */
#include <string.h>

#include "base/linalg.h"
#include "level_quotients.h"
#include "level_states.h"
#include "mass.h"

typedef struct RdaPlaces {
    int gII, hI, gI, h, c, g, b, dyn, kin, rows;
} RdaPlaces;

static RdaPlaces places_of (const GeomsDims *d)
{
    RdaPlaces o;

    o.gII = d->nw;
    o.hI = o.gII + d->nl;
    o.gI = o.hI + d->nm;
    o.h = o.gI + d->nl;
    o.c = o.h + d->nm + d->ni;
    o.g = o.c + d->ns;
    o.b = o.g + d->nl;
    o.dyn = o.b + d->nr;
    o.kin = o.dyn + d->nv;
    o.rows = o.kin + d->np;
    return o;
}

/* x' = (0, b, M^-1 f_dyn, f_kin) of all states; not 0 where M is not regular, or not at hand */
static int flow_of (GeomsQuotients *l, const GeomsModel *model, void *user, const RdaPlaces *at,
                    const double *rda, double *xdot)
{
    const GeomsDims *d = &l->d;
    const size_t n = (size_t)l->n, nv = (size_t)d->nv;
    const int varies = model->mass_structure <= GEOMS_MASS_DIAGONAL;
    double *M = NULL;
    GeomsMass factors = {0};

    if (model->mass == NULL ? model->parts_mass : model->patterns.M.start != NULL)
        return 1;
    if (model->mass != NULL) {
        M = geoms_arena_reals (&l->arena, nv * nv);
        geoms_mass_create (&factors, d->nv, 0, &l->arena);
        if (l->arena.failed)
            return 1;
    }
    for (size_t j = 0; j < (size_t)l->k; j++, rda += at->rows, xdot += n) {
        double *v = xdot + d->nw + d->nl + d->nm + d->nr;
        memcpy (v - d->nr, rda + at->b, (size_t)d->nr * sizeof *v);
        memcpy (v, rda + at->dyn, nv * sizeof *v);
        memcpy (v + nv + d->ns, rda + at->kin, (size_t)d->np * sizeof *v);
        if (M == NULL)
            continue;
        if ((j == 0 || varies)
            && (model->mass (1, l->t + j, l->x + j * n, l->n, M, (int)(nv * nv), user) != 0
                || geoms_mass_try (&factors, M, model->mass_structure % 2 == 0) != 0))
            return 1;
        geoms_mass_solve (&factors, NULL, v);
    }
    return 0;
}

/* J d beside differences, direction number 1 */
static int jacobians_agree (GeomsQuotients *l, const GeomsModel *model, void *user)
{
    const size_t n = (size_t)l->n, m = (size_t)l->rows, k = (size_t)l->k;
    double *J = geoms_arena_reals (&l->arena, m * n);

    for (size_t j = 0; J != NULL && j < k; j++) {
        const double *d = l->xdot + (k + j) * n, *q = l->q + (k + j) * m,
                     *noise = l->noise + (k + j) * m;
        memset (J, 0, m * n * sizeof *J);
        if (model->jac (l->t[j], l->x + j * n, J, l->rows, user) != 0)
            return 0;
        for (size_t i = 0; i < m; i++) {
            double sum = 0, terms = 0;
            for (size_t c = 0; c < n; c++) {
                sum += J[i + c * m] * d[c];
                terms += fabs (J[i + c * m] * d[c]);
            }
            if (! geoms_quotients_agree (sum, q[i], noise[i], terms))
                return 0;
        }
    }
    return J != NULL;
}

/* row `found` and those behind it beside the derivatives of `below` along the flow */
static int rows_agree (const GeomsQuotients *l, const double *y, int found, int below, int count)
{
    for (int j = 0; j < l->k; j++)
        for (int i = 0; i < count; i++) {
            const size_t at = (size_t)(j * l->rows + below + i);
            if (! geoms_quotients_agree (y[j * l->rows + found + i], l->q[at], l->noise[at], 0))
                return 0;
        }
    return 1;
}

static int rda_agrees (GeomsQuotients *l, const GeomsModel *model, void *user,
                       const GeomsLevels *at)
{
    const RdaPlaces o = places_of (&l->d);
    const size_t n = (size_t)l->n, k = (size_t)l->k;
    const double *y;
    double *d;

    l->rows = o.rows;
    y = geoms_quotients_values (l, model->rda, user, at);
    if (y == NULL
        || flow_of (l, model, user, &o, y, geoms_quotients_direction (l, 1, l->longest)) != 0)
        return 0;
    d = geoms_quotients_direction (l, 0, INFINITY);
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < n; i++)
            d[j * n + i] = 1;
        geoms_level_direction (l->n, d + j * n, 5, NULL, d + j * n);
        for (size_t i = 0; i < n; i++)
            d[j * n + i] *= l->size[j * n + i];
    }
    if (model->jac == NULL)
        l->directions--;
    if (! geoms_finite (k * n, l->xdot)
        || geoms_quotients_differences (l, model->rda, user, at, 0, NULL) == NULL)
        return 0;
    return (model->jac == NULL || jacobians_agree (l, model, user))
           && rows_agree (l, y, o.gI, o.g, l->d.nl)
           && (! at->second_g || rows_agree (l, y, o.gII, o.gI, l->d.nl))
           && (! at->second_h || rows_agree (l, y, o.hI, o.h, l->d.nm));
}

int geoms_levels_agree (const GeomsModel *model, void *user, const GeomsLevels *at)
{
    GeomsQuotients l;
    int yes = 0;

    geoms_quotients_begin (&l, &model->dims, at);
    if (! l.arena.failed && model->dims.ns == 0)
        yes = rda_agrees (&l, model, user, at);
    geoms_arena_free (&l.arena);
    return yes;
}
