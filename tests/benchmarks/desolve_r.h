/* desolve_r.h - a call of one of deSolve's codes without R */
#ifndef GEOMS_DESOLVE_R_H
#define GEOMS_DESOLVE_R_H

#include "bench.h"

/* code (call); 0, or FAILED_GAVE_UP if it left through rexit_ */
int desolve_call (void (*code) (void *call), void *call);

#endif
