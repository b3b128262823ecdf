/* handle.c - registry of the runs that are alive
 *
 * A handle is the number  generation * PLACES + place.  A place that is used again has another
 * generation, so that an old handle is recognised. Several runs may be alive at once, because a
 * user's function may itself integrate. While one is alive the MEX file is locked: a 'clear all'
 * inside a callback must not take the code away from under its own feet.
 *
 * A run that lives for one command has a place, too, but no handle. Ctrl-C in a callback unwinds
 * the command without a word, and leaves its run: the next one frees it. It tells the runs that are
 * alive, those of the commands inside which it is called, by the addresses of something on the
 * stack, which grows downwards on all machines that there are.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "gateway.h"

enum { PLACES = 256 };

static struct {
    GatewayRun *run;
    const void *frame; /* of the command for which it lives; NULL: it has a handle */
    unsigned generation;
} places[PLACES];

void gateway_run_free (GatewayRun *run)
{
    if (! run)
        return;
    gateway_sweep_free (run->sweep);
    geoms_run_free (run->run);
    geoms_rhs_free (run->rhs);
    geoms_mechanical_free (run->composed);
    geoms_sparse_form_free (run->sparse);
    gateway_native_close (&run->native);
    geoms_tree_free (run->tree);
    geoms_recorded_free (run->signals);
    geoms_derived_model_free (run->derived);
    geoms_tree_derived_free (run->own);
    gateway_events_free (&run->events);
    free (run->mass);
    free (run->seen.t);
    free (run->seen.x);
    free (run->told.t);
    free (run->told.x);
    free (run);
}

static void free_place (int place)
{
    gateway_run_free (places[place].run);
    places[place].run = NULL;
    mexUnlock ();
}

/* takes over the run; frees it if there is no place left */
static int take_place (GatewayRun *run, const void *frame)
{
    for (int i = 0; i < PLACES; i++) {
        if (places[i].run)
            continue;
        places[i].run = run;
        places[i].frame = frame;
        places[i].generation++;
        mexLock ();
        return i;
    }
    gateway_run_free (run);
    mexErrMsgIdAndTxt ("geoms:gateway:full", "%d runs are nested already.", (int)PLACES);
    return -1;
}

double gateway_handle_add (GatewayRun *run)
{
    const int place = take_place (run, NULL);
    return (double)places[place].generation * PLACES + place;
}

/* frame: the address of a variable of the command */
int gateway_once_begin (GatewayRun *run, const void *frame)
{
    for (int i = 0; i < PLACES; i++)
        if (places[i].run && places[i].frame
            && (uintptr_t)places[i].frame <= (uintptr_t)frame)
            free_place (i);
    return take_place (run, frame);
}

void gateway_once_end (int place) { free_place (place); }

/* doubles are whole numbers without gaps up to there, and beyond */
static const double MOST_HANDLE = 1e15;

/* place of a handle, or -1 */
static int find (const mxArray *handle)
{
    const double value = gateway_get_real (handle, "The handle");
    if (! (value >= PLACES) || value > MOST_HANDLE || value != floor (value))
        return -1;
    const int place = (int)fmod (value, PLACES);
    const double generation = (value - place) / PLACES;
    const int is_that_one = places[place].run && ! places[place].frame
                            && generation == (double)places[place].generation;
    return is_that_one ? place : -1;
}

int gateway_handle_alive (const mxArray *handle) { return find (handle) >= 0; }

GatewayRun *gateway_handle_get (const mxArray *handle)
{
    const int place = find (handle);
    if (place < 0 || places[place].run->sweep)
        mexErrMsgIdAndTxt ("geoms:gateway:handle", "There is no run with this handle.");
    return places[place].run;
}

GatewaySweep *gateway_handle_sweep (const mxArray *handle)
{
    const int place = find (handle);
    if (place < 0 || ! places[place].run->sweep)
        mexErrMsgIdAndTxt ("geoms:gateway:handle", "There is no sweep with this handle.");
    return places[place].run->sweep;
}

void gateway_handle_free (const mxArray *handle)
{
    const int place = find (handle);
    if (place >= 0)
        free_place (place);
}

void gateway_handle_free_all (void)
{
    for (int i = 0; i < PLACES; i++)
        if (places[i].run)
            free_place (i);
}
