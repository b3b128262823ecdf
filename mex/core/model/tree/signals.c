/* signals.c - functions of time: tables of cubics, recorded ones, and those of the host
 *
 *     b = c0 + s (c1 + s (c2 + s c3)),  b' = c1 + s (2 c2 + 3 c3 s),  b'' = 2 c2 + 6 c3 s,
 *     s = t - t_i  in the piece from t_i on, the first and the last one beyond the ends
 *
 * They are what gravity, driven joints, values of forces and offsets of couplings follow.
 */
#include <string.h>

#include "tree_system.h"

/* ---- values ---- */

static void cubic_at (const GeomsSignal *f, double t, double value[3])
{
    int low = 0, high = f->pieces;

    /* the piece: breaks[low] <= t, as far as there is one */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (t < f->breaks[middle])
            high = middle;
        else
            low = middle;
    }
    const double s = t - f->breaks[low], *c = f->coefs + 4 * low;
    value[0] = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    value[1] = c[1] + s * (2 * c[2] + 3 * c[3] * s);
    value[2] = 2 * c[2] + 6 * c[3] * s;
}

int geoms_tree_signals (GeomsTreeSystem *s, int k, const double *t)
{
    const size_t each = 3 * (size_t)s->signals;

    s->times = t;
    if (s->signals == 0)
        return 0;
    if (geoms_grow ((void **)&s->values, &s->room, each * (size_t)k, sizeof (double)) != 0)
        return GEOMS_NO_MEMORY;
    memset (s->values, 0, each * (size_t)k * sizeof (double));
    if (s->recorded != NULL) {
        const GeomsSource source[GEOMS_MOST_SOURCES] = {{t, 1, 1}};
        geoms_recorded_run (s->recorded, k, source, s->values, (int)each);
    }
    for (int j = 0; j < k; j++)
        for (int i = 0; i < s->signals; i++)
            if (s->signal[i].pieces > 0)
                cubic_at (s->signal + i, t[j], s->values + each * (size_t)j + 3 * i);
    return s->host != NULL ? s->host (k, t, s->values, s->user) : 0;
}

double geoms_tree_signal (const GeomsTreeSystem *s, int number, int derivative, int j)
{
    return number == 0 ? 0 : s->values[3 * (s->signals * j + number - 1) + derivative];
}

void geoms_tree_drive (GeomsTreeSystem *s, int j)
{
    s->state.t = s->times[j];
    for (int i = 0; i < 3; i++)
        s->state.gravity[i] = s->gravity[i] + geoms_tree_signal (s, s->gravity_signal[i], 0, j);
    for (int i = 0; i < s->tree.driven; i++)
        for (int k = 0; k < 3; k++)
            s->state.drive[k][i] = geoms_tree_signal (s, s->motion[i], k, j);
    for (int i = 0; i < s->forces; i++)
        for (int k = 0; k < 3; k++)
            s->force[i].value[k]
                = s->force[i].base[k] + geoms_tree_signal (s, s->force[i].signal[k], 0, j);
}

/* ---- from the description ---- */

static void copy_signal (const GeomsSignal *from, GeomsSignal *to, GeomsArena *arena)
{
    const size_t pieces = (size_t)from->pieces;
    double *breaks = geoms_arena_reals (arena, pieces + 1);
    double *coefs = geoms_arena_reals (arena, 4 * pieces);

    if (arena->failed || pieces == 0)
        return;
    memcpy (breaks, from->breaks, (pieces + 1) * sizeof *breaks);
    memcpy (coefs, from->coefs, 4 * pieces * sizeof *coefs);
    *to = (GeomsSignal){from->pieces, breaks, coefs};
}

void geoms_tree_signals_create (GeomsTreeSystem *s, const GeomsTreeDescription *d)
{
    int filled = 0;

    s->signals = d->signals;
    s->recorded = d->recorded;
    s->host = d->host;
    s->user = d->user;
    geoms_set3 (d->gravity, s->gravity);
    memcpy (s->gravity_signal, d->gravity_signal, sizeof s->gravity_signal);
    s->signal = geoms_arena_get (&s->arena, (size_t)d->signals, sizeof *s->signal);
    s->motion = geoms_arena_ints (&s->arena, (size_t)s->tree.driven);
    if (s->arena.failed)
        return;
    for (int i = 0; i < d->signals; i++)
        copy_signal (d->signal + i, s->signal + i, &s->arena);
    /* coordinates that are driven, in the order of the bodies as described */
    for (int i = 0; i < d->bodies; i++) {
        const int body = s->tree.seat[i].body;
        for (int k = 0; d->body[i].motion && k < s->tree.body[body].driven; k++)
            s->motion[filled++] = d->body[i].motion + k;
    }
}
