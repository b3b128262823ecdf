/* report.h - fills a GeomsReport: code and one sentence with time, place, value and limit */
#ifndef GEOMS_REPORT_H
#define GEOMS_REPORT_H

#include "geoms.h"

/* Sets status and text, leaves the other fields to the caller; returns status. */
int geoms_report (GeomsReport *report, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__ ((format (printf, 3, 4)))
#endif
    ;

#endif
