/* status.c - the list of geoms_status.h as data, and the report that carries one of its codes */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

static const GeomsCode codes[] = {
#define CODE(idid, NAME, kind, id, text, remedy) {idid, GEOMS_CODE_##kind, #NAME, id, text, remedy},
    GEOMS_STATUS_LIST (CODE)
#undef CODE
};

const GeomsCode *geoms_status_list (int *count)
{
    *count = (int)(sizeof codes / sizeof codes[0]);
    return codes;
}

const GeomsCode *geoms_status (int idid)
{
    static const GeomsCode unknown
        = {0, GEOMS_CODE_FAILURE, "UNKNOWN", "geoms:unknown", "Unknown code.", ""};

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].idid == idid)
            return &codes[i];
    return &unknown;
}

int geoms_report (GeomsReport *report, int status, const char *format, ...)
{
    va_list arguments;

    report->status = status;
    va_start (arguments, format);
    vsnprintf (report->text, sizeof report->text, format, arguments);
    va_end (arguments);
    return status;
}
