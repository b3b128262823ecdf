/* export_file.h - a derived system on its way into a file in C */
#ifndef GEOMS_EXPORT_FILE_H
#define GEOMS_EXPORT_FILE_H

#include "derived_model.h"
#include "export.h"

typedef struct GeomsExportFile {
    const GeomsDerivedModel *m;
    const char *symbol, *name;
    GeomsText text;
    GeomsNumbering in;
    int places;   /* of w                                                                       */
    int solves;   /* M^-1 is needed ...                                                         */
    int held;     /* ... where there are constraints                                            */
    int varies;   /* M depends on t or x: rows f_dyn of J are those of F                         */
    int constant; /* there is an M that does not                                                */
    int free;     /* there is nothing but r, v, p                                               */
    int slopes;   /* entries of F                                                               */
    int status;   /* of what was written last                                                   */
} GeomsExportFile;

static inline void geoms_export_put (GeomsExportFile *f, const char *text)
{
    geoms_text_put (&f->text, text);
}

/* export_head.c: the comment; sizes, patterns; "static const int what_of[] = {...};" */
void geoms_export_comment (GeomsExportFile *f);
void geoms_export_head (GeomsExportFile *f);
void geoms_export_list (GeomsExportFile *f, const char *what, const char *of, int count,
                        const int *list);
/* export_callbacks.c: functions that solve for accelerations; the callbacks of the model */
void geoms_export_solving (GeomsExportFile *f);
void geoms_export_callbacks (GeomsExportFile *f);

#endif
