/* export_head.c - what stands first in a file in C: what it is, sizes, places, patterns */
#include <string.h>

#include "export_file.h"

/* ---- head ---- */

void geoms_export_comment (GeomsExportFile *f)
{
    const GeomsDims *d = &f->m->d;

    geoms_text_add (&f->text, "/* %s - a mechanical system, written by geomsexport\n *\n", f->name);
    geoms_export_put (
        f, " *     p' = Z v,  M v' = f - C'[lambda; mu],  r' = b\n"
           " *     0 = d,  0 = c,  0 = h~,  0 = g,  0 = e,  C = [G; H] Z\n *\n"
           " * Unknowns x = [w; lambda; mu; r; v; s; p], time t, parameters q:\n *\n *    ");
#define WRITE_SIZE(field, meaning) \
    if (d->field > 0)              \
        geoms_text_add (&f->text, " " #field " = %d", d->field);
    GEOMS_DIMENSIONS (WRITE_SIZE)
#undef WRITE_SIZE
    geoms_text_add (&f->text, " nq = %d\n *\n", f->m->nq);
    geoms_text_add (&f->text,
                    " * %d operations give all terms of these equations and the hidden constraints "
                    "gI, gII, hI,\n * %d the derivatives B = dR/dx of R in geoms_model.h%s",
                    f->m->parts.program.instructions, f->m->B.program.instructions,
                    f->slopes > 0 ? ",\n" : ".\n");
    if (f->slopes > 0)
        geoms_text_add (&f->text, " * %d those of f - C'[lambda; mu] for given multipliers.\n",
                        f->m->F.program.instructions);
    geoms_export_put (
        f, " * Names: u17 is the value of operation 17 of its program, w what functions hand on.\n"
           " *\n * Compile, with the folder of geoms_model.h, which geomsexport ('include') tells:\n"
           " *\n");
    const char *dot = strrchr (f->name, '.');
    const int stem = (int)(dot != NULL ? (size_t)(dot - f->name) : strlen (f->name));
    geoms_text_add (
        &f->text,
        " *     cc -O2 -fPIC -shared -ffp-contract=off -I mex/core/include %s -o %.*s.so -lm\n"
        " *\n * (-ffp-contract=off: with it the values have the bits of the system that "
        "was exported.)\n * Load:\n *\n"
        " *     sys = geomssys ('library', fullfile (pwd, '%.*s.so'), 'symbol', '%s'%s);\n */\n",
        f->name, stem, f->name, stem, f->name, f->symbol, f->m->nq > 0 ? ", 'parameters', q" : "");
}

/* ---- sizes, places, patterns ---- */

static void write_sizes (GeomsExportFile *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsDerivedPlaces *at = &m->at;

    geoms_export_put (f, "/* sizes; first rows of rda; places in parts */\nenum {\n");
    geoms_text_add (&f->text, "    NP = %d, NV = %d, NR = %d, NW = %d, NS = %d, NL = %d, NM = %d, ",
                    m->d.np, m->d.nv, m->d.nr, m->d.nw, m->d.ns, m->d.nl, m->d.nm);
    geoms_text_add (&f->text, "NI = %d, NC = %d, NQ = %d,\n", m->d.ni, m->d.nc, f->m->nq);
    geoms_export_put (f, "    NG = NL + NM,\n"
                         "    OF_V = NW + NG + NR,\n"
                         "    UNKNOWNS = OF_V + NV + NS + NP,\n"
                         "    ROW_GII = NW,\n"
                         "    ROW_GI = ROW_GII + NG,\n"
                         "    ROW_E = ROW_GI + NG,\n"
                         "    ROW_C = ROW_E + NI,\n"
                         "    ROW_G = ROW_C + NS,\n"
                         "    ROW_B = ROW_G + NL,\n"
                         "    ROW_F = ROW_B + NR,\n"
                         "    ROW_P = ROW_F + NV,\n");
    geoms_text_add (&f->text,
                    "    AT_M = %d, AT_Z = %d, AT_F = %d, AT_C = %d, AT_G = %d, AT_GI = %d, "
                    "AT_GAMMA = %d,\n    AT_B = %d, AT_D = %d, AT_S = %d, AT_E = %d, PARTS = %d,\n",
                    at->M, at->Z, at->f, at->C, at->g, at->level, at->gamma, at->b, at->d, at->c,
                    at->e, at->size);
    geoms_text_add (&f->text, "    VALUES = %d, SLOPES = %d, MASSES = %d\n};\n\n",
                    m->pattern_B.start[m->n], f->slopes,
                    m->has_mass ? m->pattern_M.start[m->d.nv] : 0);
}

/* number k of a list of `count`: the list may be empty, the array must not */
static int listed (int count, const int *list, int k) { return k < count ? list[k] : 0; }

void geoms_export_list (GeomsExportFile *f, const char *what, const char *of, int count,
                        const int *list)
{
    size_t line = f->text.length;

    geoms_text_add (&f->text, "static const int %s_%s[] = {", what, of);
    for (int k = 0; k == 0 || k < count; k++) {
        if (f->text.length - line > 90) {
            geoms_export_put (f, k > 0 ? ",\n    " : "\n    ");
            line = f->text.length;
            geoms_text_add (&f->text, "%d", listed (count, list, k));
        } else
            geoms_text_add (&f->text, "%s%d", k > 0 ? ", " : "", listed (count, list, k));
    }
    geoms_export_put (f, "};\n");
}

static void write_pattern (GeomsExportFile *f, const char *of, int columns, const GeomsPattern *p)
{
    geoms_export_list (f, "start", of, columns + 1, p->start);
    geoms_export_list (f, "row", of, p->start[columns], p->row);
}

static void write_patterns (GeomsExportFile *f)
{
    geoms_export_put (f, "/* entries that may be other than 0, by columns */\n");
    if (f->m->has_mass)
        write_pattern (f, "M", f->m->d.nv, &f->m->pattern_M);
    write_pattern (f, "C", f->m->d.nv, &f->m->pattern_C);
    write_pattern (f, "B", f->m->n, &f->m->pattern_B);
    geoms_export_put (f, "\n");
}

void geoms_export_head (GeomsExportFile *f)
{
    geoms_export_put (f, "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
                         "#include \"geoms_model.h\"\n\n"
                         "#if ! defined(__GNUC__) || defined(__clang__)\n"
                         "#pragma STDC FP_CONTRACT OFF\n"
                         "#endif\n\n");
    write_sizes (f);
    write_patterns (f);
}
