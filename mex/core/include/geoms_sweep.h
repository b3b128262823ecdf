/* geoms_sweep.h - many runs on several threads
 *
 *     sweep = geoms_sweep_create (workers);
 *     geoms_sweep_add (sweep, &member[k]);                      for all members, at any time
 *     while (! geoms_sweep_wait (sweep, &member[k], 50)) ...    look at the clock, Ctrl-C, ...
 *     geoms_run_solution (member[k].run) ...
 *     geoms_sweep_free (sweep);                                 then geoms_run_free (member[k].run)
 *
 * Each member is made and integrated by one thread, which begins with those that were added first.
 * Members share nothing that a run changes: the model's callbacks are called by several threads at once,
 * each with another `user`. So a member has the bits of a run of its own, whatever the number of threads.
 * All functions here are for one thread, the one that has created the sweep.
 */
#ifndef GEOMS_SWEEP_H
#define GEOMS_SWEEP_H

#include "geoms.h"

typedef struct GeomsMember {
    /* given; all that it points to must outlive the member's run, or stay until it is done */
    GeomsProblem problem;
    /* NULL, or called by the thread before the run is made: may change the problem */
    void (*prepare) (struct GeomsMember *member);
    void *user;             /* for prepare                                                    */
    /* found, once it is done */
    GeomsRun *run;          /* NULL: it could not be made, report tells why. The caller's to free */
    GeomsReport report;
    int status;             /* as geoms_run_integrate returns it                              */
    double seconds;         /* that it took                                                   */
    /* of the sweep */
    int done;
    struct GeomsMember *next;
} GeomsMember;

typedef struct GeomsSweep GeomsSweep;

/* While it lives, OpenBLAS, if that is there, works with one thread. NULL: there is no memory, or no
 * thread. */
GeomsSweep *geoms_sweep_create (int workers);
int geoms_sweep_workers (const GeomsSweep *sweep);
void geoms_sweep_add (GeomsSweep *sweep, GeomsMember *member);
/* Waits for a member that was added, at most so long: 1 done, 0 not yet. */
int geoms_sweep_wait (GeomsSweep *sweep, const GeomsMember *member, int milliseconds);
/* Ends the threads: those members that have not begun never do, those that run are interrupted if their
 * hook `interrupted` asks geoms_sweep_stopping, and are waited for. */
void geoms_sweep_free (GeomsSweep *sweep);
/* for the hook `interrupted` of a member, on any thread */
int geoms_sweep_stopping (const GeomsSweep *sweep);

/* Whether rda, M and the model's own Jacobian have values at the start of a problem: 1; -1: rda or f have,
 * and derivatives have not (atan2 (0, 0), acos (1)), so that differences serve; 0: else. The model has
 * the callback jac. */
int geoms_start_derivatives (const GeomsProblem *problem);

#endif
