/* handle.c - registry of the runs that are alive
 *
 * A handle is the number  generation * PLACES + place.  A place that is used again has another
 * generation, so that an old handle is recognised. Several runs may be alive at once, because a
 * user's function may itself integrate. While one is alive the MEX file is locked: a 'clear all'
 * inside a callback must not take the code away from under its own feet.
 */
#include <math.h>
#include <stdlib.h>

#include "gateway.h"

enum { PLACES = 256 };

static struct {
    GatewayRun *run;
    unsigned generation;
} places[PLACES];

void gateway_run_free (GatewayRun *run)
{
    if (! run)
        return;
    geoms_run_free (run->run);
    geoms_mechanical_free (run->composed);
    gateway_native_close (&run->native);
    free (run->mass);
    free (run);
}

/* takes over the run; frees it if there is no place left */
double gateway_handle_add (GatewayRun *run)
{
    for (int i = 0; i < PLACES; i++) {
        if (places[i].run)
            continue;
        places[i].run = run;
        places[i].generation++;
        mexLock ();
        return (double)places[i].generation * PLACES + i;
    }
    gateway_run_free (run);
    mexErrMsgIdAndTxt ("geoms:gateway:full", "%d runs are nested already.", (int)PLACES);
    return 0;
}

/* place of a handle, or -1 */
static int find (const mxArray *handle)
{
    const double value = gateway_get_real (handle, "The handle");
    if (! (value >= PLACES) || value > 1e15 || value != floor (value))
        return -1;
    const int place = (int)fmod (value, PLACES);
    const double generation = (value - place) / PLACES;
    return places[place].run && generation == (double)places[place].generation ? place : -1;
}

int gateway_handle_alive (const mxArray *handle) { return find (handle) >= 0; }

GatewayRun *gateway_handle_get (const mxArray *handle)
{
    const int place = find (handle);
    if (place < 0)
        mexErrMsgIdAndTxt ("geoms:gateway:handle", "There is no run with this handle.");
    return places[place].run;
}

static void free_place (int place)
{
    gateway_run_free (places[place].run);
    places[place].run = NULL;
    mexUnlock ();
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
