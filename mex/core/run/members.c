/* members.c - the members of a sweep: a queue, and threads that take from its front
 *
 * One lock guards the queue and `done` of the members. What a thread has written of a member is seen
 * by the one that waits for it, because both take the lock in between.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/linalg.h"
#include "base/threads.h"
#include "geoms_sweep.h"
#include "model/equations.h"

struct GeomsSweep {
    GeomsLock lock;
    GeomsCondition added, done;
    GeomsMember *first, *last; /* that have not begun                                          */
    atomic_int stopping;
    GeomsTask task;
    int workers;
    int blas;                  /* threads of OpenBLAS before                                  */
    GeomsThread thread[];
};

/* ---- one thread ---- */

/* the next member, NULL: the sweep ends */
static GeomsMember *take (GeomsSweep *s)
{
    GeomsMember *member = NULL;

    geoms_lock (&s->lock);
    while (s->first == NULL && ! atomic_load (&s->stopping))
        geoms_condition_wait (&s->added, &s->lock);
    if (! atomic_load (&s->stopping)) {
        member = s->first;
        s->first = member->next;
    }
    geoms_unlock (&s->lock);
    return member;
}

static void integrate (GeomsMember *member)
{
    const double begin = geoms_seconds ();

    if (member->prepare != NULL)
        member->prepare (member);
    member->run = geoms_run_create (&member->problem, &member->report);
    member->status = member->report.status;
    if (member->run != NULL)
        member->status = geoms_run_integrate (member->run);
    member->seconds = geoms_seconds () - begin;
}

static void work (void *sweep)
{
    GeomsSweep *s = sweep;
    GeomsMember *member;

    while ((member = take (s)) != NULL) {
        integrate (member);
        geoms_lock (&s->lock);
        member->done = 1;
        geoms_condition_tell_all (&s->done);
        geoms_unlock (&s->lock);
    }
}

/* ---- the sweep ---- */

static void free_conditions (GeomsSweep *s)
{
    geoms_condition_free (&s->done);
    geoms_condition_free (&s->added);
    geoms_lock_free (&s->lock);
}

/* -1: nothing of them is there */
static int make_conditions (GeomsSweep *s)
{
    if (geoms_lock_create (&s->lock) != 0)
        return -1;
    if (geoms_condition_create (&s->added) != 0) {
        geoms_lock_free (&s->lock);
        return -1;
    }
    if (geoms_condition_create (&s->done) != 0) {
        geoms_condition_free (&s->added);
        geoms_lock_free (&s->lock);
        return -1;
    }
    return 0;
}

GeomsSweep *geoms_sweep_create (int workers)
{
    GeomsSweep *s;

    if (workers < 1)
        workers = 1;
    s = calloc (1, sizeof *s + (size_t)workers * sizeof s->thread[0]);
    if (s == NULL || make_conditions (s) != 0) {
        free (s);
        return NULL;
    }
    atomic_init (&s->stopping, 0);
    s->task = (GeomsTask){work, s};
    s->blas = geoms_blas_begin ();
    /* fewer threads than were asked for do the same */
    while (s->workers < workers && geoms_thread_start (&s->thread[s->workers], &s->task) == 0)
        s->workers++;
    if (s->workers == 0) {
        geoms_sweep_free (s);
        return NULL;
    }
    return s;
}

int geoms_sweep_workers (const GeomsSweep *sweep) { return sweep->workers; }

void geoms_sweep_add (GeomsSweep *s, GeomsMember *member)
{
    member->run = NULL;
    member->done = 0;
    member->next = NULL;
    geoms_lock (&s->lock);
    if (s->first == NULL)
        s->first = member;
    else
        s->last->next = member;
    s->last = member;
    geoms_condition_tell_all (&s->added);
    geoms_unlock (&s->lock);
}

int geoms_sweep_wait (GeomsSweep *s, const GeomsMember *member, int milliseconds)
{
    int done;

    geoms_lock (&s->lock);
    if (! member->done && milliseconds > 0)
        geoms_condition_wait_for (&s->done, &s->lock, milliseconds);
    done = member->done;
    geoms_unlock (&s->lock);
    return done;
}

int geoms_sweep_stopping (const GeomsSweep *sweep) { return atomic_load (&sweep->stopping); }

void geoms_sweep_free (GeomsSweep *s)
{
    if (s == NULL)
        return;
    geoms_lock (&s->lock);
    atomic_store (&s->stopping, 1);
    geoms_condition_tell_all (&s->added);
    geoms_unlock (&s->lock);
    for (int i = 0; i < s->workers; i++)
        geoms_thread_join (&s->thread[i]);
    geoms_blas_end (s->blas);
    free_conditions (s);
    free (s);
}
