/* desolve_r.c - what RADAU5 and DASPK of deSolve ask of R: to print, and to give up
 *
 * R itself does not run here: its own Rprintf and rexit_ would crash. Those of this program come
 * first in the search for symbols (ENABLE_EXPORTS). Nothing is printed, the code's IDID says it
 * all; a code that gives up goes back to where it was called, as it would in R.
 */
#include "desolve_r.h"

#include <setjmp.h>

void Rprintf (const char *format, ...);
void intpr_ (const char *label, const int *nchar, const int *data, const int *ndata);
void dblepr_ (const char *label, const int *nchar, const double *data, const int *ndata);
void rexit_ (const char *text, size_t length);

static jmp_buf given_up;

void Rprintf (const char *format, ...) { (void)format; }

void intpr_ (const char *label, const int *nchar, const int *data, const int *ndata)
{
    (void)label, (void)nchar, (void)data, (void)ndata;
}

void dblepr_ (const char *label, const int *nchar, const double *data, const int *ndata)
{
    (void)label, (void)nchar, (void)data, (void)ndata;
}

void rexit_ (const char *text, size_t length)
{
    (void)text, (void)length;
    longjmp (given_up, 1);
}

int desolve_call (void (*code) (void *call), void *call)
{
    if (setjmp (given_up) != 0)
        return FAILED_GAVE_UP;
    code (call);
    return 0;
}
