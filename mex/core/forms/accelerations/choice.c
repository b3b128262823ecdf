/* choice.c - independent coordinates of a fixed partition
 *
 *     C = [C_d C_i],   J = [- C_d^-1 C_i; I],   badness = max (cond C_d, max |J_ij|)
 *
 * The choice is the user's, or made by pivoting. The latter is renewed between two steps when its
 * badness exceeds PartitionLimit times what it was when the choice was made, (19) of Kurz,
 * Burkhardt, Eberhard (2011), and pivoting finds a better one.
 */
#include "accelerations.h"

#include <math.h>
#include <string.h>

int geoms_choice_is_fixed (const GeomsAccelerations *s)
{
    return s->partition.kind == GEOMS_PARTITION_FIXED;
}

/* ---- a choice ---- */

static int check_count (GeomsAccelerations *s)
{
    const int nv = s->eq->d.nv;
    int count = 0;

    for (int i = 0; i < nv; i++)
        count += s->partition.independent[i];
    if (count == nv - s->m)
        return 0;
    return geoms_report (s->eq->report, GEOMS_BAD_OPTION,
                         "%d independent coordinates are given; with %d velocities and %d "
                         "constraints there must be %d.",
                         count, nv, s->m, nv - s->m);
}

int geoms_choice_begin (GeomsAccelerations *s, double t, const double *C)
{
    if (! geoms_choice_is_fixed (s))
        return 0;
    if (s->choice.given)
        return check_count (s);
    if (geoms_partition_choose (&s->partition, C, s->m) < s->m)
        return geoms_refusal (s, GEOMS_PARTITION_RANK, t);
    return 0;
}

int geoms_choice_alone (GeomsAccelerations *s, double t, double *z)
{
    double *v = z + s->eq->o3;
    GeomsPart part;
    int status;

    s->refused = 0;
    if (s->m == 0)
        return 0;
    if ((status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, z, s->n)) != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    if (! s->choice.given && (status = geoms_choice_begin (s, t, part.C)) != 0)
        return status;
    s->refused = geoms_partition_prepare (&s->partition, part.C, s->m);
    if (s->refused != 0)
        return GEOMS_RETRY;
    geoms_partition_velocity (&s->partition, part.b1, v, v);
    return 0;
}

/* ---- how good it is ---- */

/* How much faster than an independent coordinate another one moves: the condition does not tell
 * where all of C_d is small, as with one constraint. */
static double largest_ratio (GeomsAccelerations *s)
{
    const size_t count = (size_t)s->eq->d.nv * (size_t)s->partition.nfree;
    double largest = 0;

    geoms_partition_basis (&s->partition);
    for (size_t i = 0; i < count; i++)
        largest = geoms_max (largest, fabs (s->partition.J[i]));
    return largest;
}

double geoms_choice_badness (GeomsAccelerations *s)
{
    return geoms_max (s->partition.condition, largest_ratio (s));
}

/* ---- along the motion ---- */

static void note_passing (GeomsAccelerations *s, double t)
{
    GeomsChoice *c = &s->choice;

    if (s->partition.sign * c->sign < 0) {
        if (c->passed < GEOMS_MOST_PASSED)
            c->passed_t[c->passed] = 0.5 * (c->t_seen + t);
        c->passed++;
    }
    c->sign = s->partition.sign != 0 ? s->partition.sign : c->sign;
}

/* Pivoting may find nothing better than what there is. */
static void renew (GeomsAccelerations *s, const double *C)
{
    int *independent = s->partition.independent, *kept = s->choice.kept, others = 0;
    const size_t size = (size_t)s->eq->d.nv * sizeof *independent;
    const double before = geoms_choice_badness (s);

    /* another choice, or the old one again */
    memcpy (kept, independent, size);
    if (geoms_partition_choose (&s->partition, C, s->m) < s->m
        || geoms_partition_prepare (&s->partition, C, s->m) != 0
        || ! (geoms_choice_badness (s) < before)) {
        memcpy (independent, kept, size);
        geoms_partition_prepare (&s->partition, C, s->m);
    }

    /* what it is judged by from here on */
    for (int i = 0; i < s->eq->d.nv; i++)
        others |= independent[i] != kept[i];
    s->choice.switched += others;
    s->choice.chosen = geoms_choice_badness (s);
    s->choice.sign = s->partition.sign;
}

void geoms_choice_accepted (GeomsAccelerations *s, double t, const double *C)
{
    const double limit = s->options->partition_limit * s->choice.chosen;

    if (geoms_choice_is_fixed (s)) {
        note_passing (s, t);
        if (! s->choice.given && geoms_choice_badness (s) > limit)
            renew (s, C);
    }
    s->choice.t_seen = t;
}
