/* export_c.c - a derived system as a file in C99 that is compiled by itself
 *
 *     parts, blocks_jac, condition   the programs as they are: the same bits; what depends on
 *              parameters alone is computed by create
 *     rda      M a = f_dyn = f - C'[lambda; mu],  [gII; hI] = C a + gamma, with M = L D L' there, or
 *              M + C' W C = L D L' where M is singular (mass.h), with the W of the first time: for
 *              multipliers that belong to x, a is alike for every W > 0; pivots that are 0 even then
 *              are those of motions that nobody holds and C does not see
 *     jac      from B:  M da = B_f dx,  rows [gII; hI] get C da; rows f_dyn are those of F. With W:
 *              (M + C' W C) da = B_f dx - C' W B_gII dx, B_f at the multipliers plus W (C a + gamma)
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "derived_model.h"
#include "export.h"

typedef struct File {
    const GeomsDerivedModel *m;
    const char *symbol, *name;
    GeomsText text;
    GeomsNumbering in;
    int places;   /* of w                                                                       */
    int solves;   /* M^-1 is needed ...                                                         */
    int held;     /* ... where there are constraints                                            */
    int constant; /* there is an M that does not                                                */
    int free;     /* there is nothing but r, v, p                                               */
    int varies;   /* M depends on t or x: rows f_dyn of J are those of F                         */
    int slopes;   /* entries of F                                                               */
    int status;   /* of what was written last                                                   */
} File;

static void put (File *f, const char *text) { geoms_text_put (&f->text, text); }

/* ---- head ---- */

static void write_head (File *f)
{
    const GeomsDims *d = &f->m->d;

    geoms_text_add (&f->text, "/* %s - a mechanical system, written by geomsexport\n *\n", f->name);
    put (f, " *     p' = Z v,  M v' = f - C'[lambda; mu],  r' = b\n"
            " *     0 = d,  0 = c,  0 = h~,  0 = g,  0 = e,  C = [G; H] Z\n *\n"
            " * Unknowns x = [w; lambda; mu; r; v; s; p], time t, parameters q:\n *\n *    ");
#define WRITE_SIZE(field, meaning) \
    geoms_text_add (&f->text, d->field > 0 ? " " #field " = %d" : "", d->field);
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
    put (f, " * Names: u17 is the value of operation 17 of its program, w what functions hand on.\n"
            " *\n * Compile, with the folder of geoms_model.h:\n *\n");
    const char *dot = strrchr (f->name, '.');
    const int stem = (int)(dot != NULL ? (size_t)(dot - f->name) : strlen (f->name));
    geoms_text_add (&f->text,
                    " *     cc -O2 -fPIC -shared -ffp-contract=off -I mex/core/include %s -o %.*s.so -lm\n"
                    " *\n * (-ffp-contract=off: with it the values have the bits of the system that "
                    "was exported.)\n * Load:\n *\n"
                    " *     sys = geomssys ('library', fullfile (pwd, '%.*s.so'), 'symbol', '%s'%s);\n */\n",
                    f->name, stem, f->name, stem, f->name, f->symbol,
                    f->m->nq > 0 ? ", 'parameters', q" : "");
    put (f, "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
            "#include \"geoms_model.h\"\n\n"
            "#if ! defined(__GNUC__) || defined(__clang__)\n"
            "#pragma STDC FP_CONTRACT OFF\n"
            "#endif\n\n");
}

/* ---- sizes, places, patterns ---- */

static void write_sizes (File *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsDerivedPlaces *at = &m->at;

    put (f, "/* sizes; first rows of rda; places in parts */\nenum {\n");
    geoms_text_add (&f->text, "    NP = %d, NV = %d, NR = %d, NW = %d, NS = %d, NL = %d, NM = %d, ",
                    m->d.np, m->d.nv, m->d.nr, m->d.nw, m->d.ns, m->d.nl, m->d.nm);
    geoms_text_add (&f->text, "NI = %d, NC = %d, NQ = %d,\n", m->d.ni, m->d.nc, f->m->nq);
    put (f, "    NG = NL + NM,\n"
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

static void write_list (File *f, const char *what, const char *of, int count, const int *list)
{
    size_t line = f->text.length;

    geoms_text_add (&f->text, "static const int %s_%s[] = {", what, of);
    for (int k = 0; k == 0 || k < count; k++) {
        if (f->text.length - line > 90) {
            put (f, k > 0 ? ",\n    " : "\n    ");
            line = f->text.length;
            geoms_text_add (&f->text, "%d", listed (count, list, k));
        } else
            geoms_text_add (&f->text, "%s%d", k > 0 ? ", " : "", listed (count, list, k));
    }
    put (f, "};\n");
}

static void write_pattern (File *f, const char *of, int columns, const GeomsPattern *p)
{
    write_list (f, "start", of, columns + 1, p->start);
    write_list (f, "row", of, p->start[columns], p->row);
}

static void write_patterns (File *f)
{
    put (f, "/* entries that may be other than 0, by columns */\n");
    if (f->m->has_mass)
        write_pattern (f, "M", f->m->d.nv, &f->m->pattern_M);
    write_pattern (f, "C", f->m->d.nv, &f->m->pattern_C);
    write_pattern (f, "B", f->m->n, &f->m->pattern_B);
    put (f, "\n");
}

/* ---- programs ---- */

/* what is computed once of it, and it */
static void write_callable (File *f, const char *name, const char *comment, const GeomsCallable *c)
{
    char once[40];

    snprintf (once, sizeof once, "%s_once", name);
    put (f, comment);
    if (f->status == 0 && c->values > 0)
        f->status = geoms_export_program (&f->text, once, &c->once, &f->in, &f->places);
    if (f->status == 0)
        f->status = geoms_export_program (&f->text, name, &c->program, &f->in, &f->places);
}

/* F with its outputs one behind the other, and where they belong */
static void write_slopes (File *f, GeomsArena *arena)
{
    GeomsCallable c = f->m->F;
    GeomsProgram p = c.program;
    const int nv = f->m->d.nv;
    int *row = geoms_arena_ints (arena, (size_t)p.outputs);
    int *column = geoms_arena_ints (arena, (size_t)p.outputs);
    GeomsPlaced *output = geoms_arena_get (arena, (size_t)p.outputs, sizeof *output);

    if (arena->failed || f->slopes == 0)
        return;
    for (int k = 0; k < p.outputs; k++) {
        row[k] = p.output[k].place % nv;
        column[k] = p.output[k].place / nv;
        output[k] = (GeomsPlaced){k, p.output[k].reg};
    }
    p.output = output;
    c.program = p;
    write_list (f, "row", "F", p.outputs, row);
    write_list (f, "column", "F", p.outputs, column);
    put (f, "\n");
    write_callable (f, "F", "/* ---- F = d (f - C'[lambda; mu]) / dx ---- */\n\n", &c);
}

/* all programs */
enum { CALLABLES = 5, PROGRAMS = 2 * CALLABLES };
static void list_programs (const GeomsDerivedModel *m, const GeomsProgram *to[PROGRAMS])
{
    const GeomsCallable *all[CALLABLES] = {&m->parts, &m->B, &m->F, &m->condition, &m->inertia};

    for (int k = 0; k < CALLABLES; k++) {
        to[2 * k] = &all[k]->once;
        to[2 * k + 1] = &all[k]->program;
    }
}

static void write_programs (File *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsProgram *all[PROGRAMS];
    GeomsArena arena = {0};

    list_programs (m, all);
    for (int k = 0; k < PROGRAMS; k++)
        f->status |= geoms_export_unknown (all[k]) != NULL;
    if (f->status != 0)
        return;
    geoms_export_helpers (&f->text, PROGRAMS, all);
    write_callable (f, "parts",
                    f->varies ? "/* ---- parts: M, Z, f, C, g, [gI; h~], [gII; hI] without C v', b, "
                                "d, c, e ---- */\n\n"
                              : "/* ---- parts: Z, f, C, g, [gI; h~], [gII; hI] without C v', b, d, "
                                "c, e ---- */\n\n",
                    &m->parts);
    if (f->constant)
        write_callable (f, "inertia", "/* ---- M, which is constant ---- */\n\n", &m->inertia);
    write_callable (f, "B", "/* ---- B = d R / dx for given accelerations a ---- */\n\n", &m->B);
    write_slopes (f, &arena);
    if (m->d.nc > 0)
        write_callable (f, "condition", "/* ---- conditions on initial values ---- */\n\n",
                        &m->condition);
    f->status = arena.failed ? -1 : f->status;
    geoms_arena_free (&arena);
}

/* ---- accelerations ---- */

static const char decompose_text[]
    = "/* ---- M a = y ---- */\n\n"
      "/* the lower triangle of M becomes L below D; not 0 where a pivot is lost. Of M + C'W C, when\n"
      " * s->held, those that are 0 are of motions that C does not see. */\n"
      "static int decompose (System *s)\n"
      "{\n"
      "    for (int k = 0; k < NV; k++) {\n"
      "        double *column = s->L + k * NV;\n"
      "        const double d = column[k], size = fabs (s->size[k]);\n\n"
      "        if (! (d > 1e-13 * size)) {\n"
      "            if (! s->held || ! (fabs (d) <= 1e-10 * size))\n"
      "                return 1;\n"
      "            memset (column, 0, NV * sizeof *column);\n"
      "            column[k] = 1;\n"
      "        }\n"
      "        for (int i = k + 1; i < NV; i++)\n"
      "            for (int j = i; j < NV && column[i] != 0; j++)\n"
      "                s->L[j + i * NV] -= column[i] / d * column[j];\n"
      "        for (int i = k + 1; i < NV; i++)\n"
      "            column[i] /= column[k];\n"
      "    }\n"
      "    return 0;\n"
      "}\n\n";

static const char spread_text[]
    = "/* M, dense */\n"
      "static void spread (System *s, const double *M)\n"
      "{\n"
      "    memset (s->L, 0, sizeof s->L);\n"
      "    for (int j = 0; j < NV; j++)\n"
      "        for (int k = start_M[j]; k < start_M[j + 1]; k++)\n"
      "            s->L[row_M[k] + j * NV] = M[k];\n"
      "}\n\n";

static const char hold_text[]
    = "/* W_i = max M_kk / |C_i|^2 of the first time */\n"
      "static void weigh (System *s)\n"
      "{\n"
      "    const double *C = s->parts + AT_C;\n"
      "    double mass = 0, most = 0;\n\n"
      "    for (int j = 0; j < NV; j++) {\n"
      "        mass = fmax (mass, fabs (s->L[j + j * NV]));\n"
      "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
      "            s->W[row_C[k]] += C[k] * C[k];\n"
      "    }\n"
      "    for (int i = 0; i < NG; i++)\n"
      "        most = fmax (most, s->W[i]);\n"
      "    for (int i = 0; i < NG; i++)\n"
      "        s->W[i] = (mass > 0 ? mass : 1) / (s->W[i] > 1e-24 * most ? s->W[i] : fmax (most, 1));\n"
      "    s->weighed = 1;\n"
      "}\n\n"
      "/* L += C'W C */\n"
      "static void hold (System *s)\n"
      "{\n"
      "    const double *C = s->parts + AT_C;\n\n"
      "    if (! s->weighed)\n"
      "        weigh (s);\n"
      "    for (int j = 0; j < NV; j++) {\n"
      "        memset (s->row, 0, sizeof s->row);\n"
      "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
      "            s->row[row_C[k]] = s->W[row_C[k]] * C[k];\n"
      "        for (int i = j; i < NV; i++)\n"
      "            for (int k = start_C[i]; k < start_C[i + 1]; k++)\n"
      "                s->L[i + j * NV] += C[k] * s->row[row_C[k]];\n"
      "    }\n"
      "}\n\n"
      "/* the unknowns with the multipliers plus W (C a + gamma) */\n"
      "static const double *shifted (System *s, const double *x)\n"
      "{\n"
      "    const double *C = s->parts + AT_C;\n\n"
      "    memcpy (s->x, x, sizeof s->x);\n"
      "    for (int i = 0; i < NG; i++)\n"
      "        s->x[NW + i] += s->W[i] * s->parts[AT_GAMMA + i];\n"
      "    for (int j = 0; j < NV; j++)\n"
      "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
      "            s->x[NW + row_C[k]] += s->W[row_C[k]] * C[k] * s->a[j];\n"
      "    return s->x;\n"
      "}\n\n";

/* %s: where M stands */
static const char *const factor_text[2]
    = {"/* 0, or 1 where M is not positive */\n"
       "static int factor (System *s)\n"
       "{\n"
       "    spread (s, %s);\n"
       "    for (int k = 0; k < NV; k++)\n"
       "        s->size[k] = s->L[k + k * NV];\n"
       "    return decompose (s);\n"
       "}\n\n",
       "/* 0, or 1 where that cannot be */\n"
       "static int factor (System *s)\n"
       "{\n"
       "    for (s->held = 0; s->held < 2; s->held++) {\n"
       "        spread (s, %s);\n"
       "        if (s->held)\n"
       "            hold (s);\n"
       "        for (int k = 0; k < NV; k++)\n"
       "            s->size[k] = s->L[k + k * NV];\n"
       "        if (decompose (s) == 0)\n"
       "            return 0;\n"
       "    }\n"
       "    return 1;\n"
       "}\n\n"};

static const char *const solve_head[2]
    = {"/* y = f becomes a */\n"
       "static void solve (const System *s, double *y)\n"
       "{\n",
       "/* y = f - C'[lambda; mu] becomes a, gamma = - C a */\n"
       "static void solve (const System *s, const double *gamma, double *y)\n"
       "{\n"
       "    for (int j = 0; j < NV && s->held; j++)\n"
       "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
       "            y[j] -= s->parts[AT_C + k] * s->W[row_C[k]] * gamma[row_C[k]];\n"};
static const char solve_text[]
    = "    for (int k = 0; k < NV; k++)\n"
      "        for (int i = k + 1; i < NV && y[k] != 0; i++)\n"
      "            y[i] -= s->L[i + k * NV] * y[k];\n"
      "    for (int k = NV - 1; k >= 0; k--) {\n"
      "        y[k] /= s->L[k + k * NV];\n"
      "        for (int i = k + 1; i < NV; i++)\n"
      "            y[k] -= s->L[i + k * NV] * y[i];\n"
      "    }\n"
      "}\n\n";

static void write_solving (File *f)
{
    put (f, decompose_text);
    put (f, spread_text);
    put (f, f->held ? hold_text : "");
    geoms_text_add (&f->text, factor_text[f->held], f->varies ? "s->parts + AT_M" : "s->M");
    put (f, solve_head[f->held]);
    put (f, solve_text);
}

/* a length that an array may have */
static int some (int count) { return count > 0 ? count : 1; }

static void write_system (File *f)
{
    const GeomsDerivedModel *m = f->m;

    put (f, "/* ---- the model ---- */\n\n"
            "/* what it keeps for itself */\ntypedef struct System {\n");
    geoms_text_add (&f->text, "    double w[%d], parts[%d], a[%d], B[%d];\n", some (f->places),
                    some (m->at.size), some (m->d.nv), some (m->pattern_B.start[m->n]));
    if (f->constant)
        geoms_text_add (&f->text, "    double M[MASSES], inertia_q[%d];\n",
                        some (m->nq + m->inertia.values));
    geoms_text_add (&f->text, "    double parts_q[%d], B_q[%d], F_q[%d], condition_q[%d];%s\n",
                    some (m->nq + m->parts.values), some (m->nq + m->B.values),
                    some (m->nq + m->F.values), some (m->nq + m->condition.values),
                    m->nq > 0 ? " /* q, and what follows from it */" : "");
    if (f->solves)
        put (f, "    double L[NV * NV], size[NV]; /* M = L D L'; diagonal of M                    */\n"
                "    int held, weighed;           /* it is M + C'W C; W is known                  */\n");
    if (f->held)
        put (f, "    double W[NG], row[NG], x[UNKNOWNS];\n");
    if (f->slopes > 0)
        put (f, "    double F[SLOPES];\n");
    put (f, "} System;\n\n");
    if (f->solves)
        write_solving (f);
}

/* ---- callbacks ---- */

static const char parts_text[]
    = "static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,\n"
      "                  void *user)\n"
      "{\n"
      "    System *s = user;\n\n"
      "    for (int j = 0; j < k; j++, x += ldx, out += ldo) {\n"
      "        memset (out, 0, PARTS * sizeof *out);\n"
      "        parts_at (t[j], x, s->a, s->parts_q, s->w, out);\n"
      "    }\n"
      "    return 0;\n"
      "}\n\n"
      "static int blocks_jac (double t, const double *x, const double *a, double *B, int ldb,\n"
      "                       void *user)\n"
      "{\n"
      "    System *s = user;\n\n"
      "    (void)ldb; /* B by its pattern */\n"
      "    B_at (t, x, a, s->B_q, s->w, B);\n"
      "    return 0;\n"
      "}\n\n";

static const char condition_text[]
    = "static int conditions (double t, const double *x, double *c, void *user)\n"
      "{\n"
      "    System *s = user;\n\n"
      "    memset (c, 0, NC * sizeof *c);\n"
      "    condition_at (t, x, s->a, s->condition_q, s->w, c);\n"
      "    return 0;\n"
      "}\n\n";

/* "memcpy (rda + ROW, s->parts + AT, SIZE ...)" where there is anything */
static void write_copy (File *f, int count, const char *row, const char *at, const char *size)
{
    if (count > 0)
        geoms_text_add (&f->text, "    memcpy (rda + %s, s->parts + %s, %s * sizeof *rda);\n", row, at,
                        size);
}

static void write_levels (File *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsDims *d = &m->d;

    put (f, "/* the terms into s->parts, f_dyn = f - C'[lambda; mu] into s->a */\n"
            "static void evaluate (System *s, double t, const double *x)\n{\n"
            "    memset (s->parts, 0, sizeof s->parts);\n"
            "    parts_at (t, x, s->a, s->parts_q, s->w, s->parts);\n"
            "    memcpy (s->a, s->parts + AT_F, NV * sizeof *s->a);\n");
    if (m->rows_of_C > 0)
        put (f, "    for (int j = 0; j < NV; j++)\n"
                "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
                "            s->a[j] -= s->parts[AT_C + k] * x[NW + row_C[k]];\n");
    put (f, "}\n\n");
    if (m->rows_of_C > 0)
        put (f, "/* rows gII, hI += C a */\n"
                "static void accelerate (const System *s, double *row)\n{\n"
                "    for (int j = 0; j < NV; j++)\n"
                "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
                "            row[row_C[k]] += s->parts[AT_C + k] * s->a[j];\n"
                "}\n\n");
    put (f, "static void rda_at (System *s, const double *x, double *rda)\n{\n"
            "    const double *v = x + OF_V;\n\n");
    write_copy (f, d->nw, "0", "AT_D", "NW");
    write_copy (f, m->rows_of_C, "ROW_GII", "AT_GAMMA", "NG");
    write_copy (f, m->rows_of_C, "ROW_GI", "AT_GI", "NG");
    write_copy (f, d->ni, "ROW_E", "AT_E", "NI");
    write_copy (f, d->ns, "ROW_C", "AT_S", "NS");
    write_copy (f, d->nl, "ROW_G", "AT_G", "NL");
    write_copy (f, d->nr, "ROW_B", "AT_B", "NR");
    put (f, "    memcpy (rda + ROW_F, s->a, NV * sizeof *rda);\n");
    put (f, "    move (s, v, rda + ROW_P);\n");
    if (f->held)
        put (f, "    solve (s, s->parts + AT_GAMMA, s->a);\n");
    put (f, m->rows_of_C > 0 ? "    accelerate (s, rda + ROW_GII);\n}\n\n" : "}\n\n");
}

/* p' = Z v */
static void write_move (File *f)
{
    put (f, "/* p' = Z v */\n"
            "static void move (const System *s, const double *v, double *rate)\n{\n");
    if (f->m->has_Z)
        put (f, "    memset (rate, 0, NP * sizeof *rate);\n"
                "    for (int j = 0; j < NV; j++)\n"
                "        for (int i = 0; i < NP; i++)\n"
                "            rate[i] += s->parts[AT_Z + i + j * NP] * v[j];\n"
                "}\n\n");
    else
        put (f, "    (void)s;\n"
                "    memcpy (rate, v, NP * sizeof *rate);\n"
                "}\n\n");
}

/* "if M cannot be factorised, return 1" */
static void write_factor (File *f, int needed, const char *indent)
{
    if (needed)
        geoms_text_add (&f->text, "%sif (factor (s) != 0)\n%s    return 1;\n", indent, indent);
}

static void write_rda (File *f)
{
    put (f, f->varies ? "static int rda_mass (int k, const double *t, const double *x, int ldx, "
                        "double *out, int ldo,\n"
                        "                     double *mass, int ldm, void *user)\n"
                      : "static int rda (int k, const double *t, const double *x, int ldx, "
                        "double *out, int ldo,\n"
                        "                void *user)\n");
    put (f, "{\n"
            "    System *s = user;\n\n"
            "    for (int j = 0; j < k; j++, x += ldx, out += ldo) {\n"
            "        evaluate (s, t[j], x);\n");
    write_factor (f, f->held, "        ");
    put (f, "        rda_at (s, x, out);\n");
    if (f->varies)
        put (f, "        if (mass != NULL)\n"
                "            memcpy (mass + (size_t)j * (size_t)ldm, s->parts + AT_M, "
                "MASSES * sizeof *mass);\n");
    put (f, "    }\n    return 0;\n}\n\n");
    if (f->varies)
        put (f, "static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,\n"
                "                void *user)\n"
                "{\n"
                "    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);\n"
                "}\n\n");
    if (f->constant)
        put (f, "static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,\n"
                "                 void *user)\n"
                "{\n"
                "    const System *s = user;\n\n"
                "    (void)t;\n"
                "    (void)x;\n"
                "    (void)ldx;\n"
                "    for (int j = 0; j < k; j++, out += ldo)\n"
                "        memcpy (out, s->M, sizeof s->M);\n"
                "    return 0;\n"
                "}\n\n");
}

static void write_accelerations (File *f)
{
    put (f, "/* r' = b, M v' = f, p' = Z v; x = [r; v; p] */\n"
            "static int accelerations (int k, const double *t, const double *x, int ldx, double *out,\n"
            "                          int ldo, void *user)\n"
            "{\n"
            "    System *s = user;\n\n"
            "    for (int j = 0; j < k; j++, x += ldx, out += ldo) {\n"
            "        evaluate (s, t[j], x);\n");
    write_factor (f, f->solves, "        ");
    if (f->solves)
        put (f, "        solve (s, s->a);\n");
    if (f->m->d.nr > 0)
        put (f, "        memcpy (out, s->parts + AT_B, NR * sizeof *out);\n");
    put (f, "        memcpy (out + NR, s->a, NV * sizeof *out);\n"
            "        move (s, x + NR, out + NR + NV);\n"
            "    }\n"
            "    return 0;\n"
            "}\n\n");
}

static void write_jacobian (File *f)
{
    put (f, "static int jac (double t, const double *x, double *J, int ldj, void *user)\n"
            "{\n"
            "    System *s = user;\n\n"
            "    evaluate (s, t, x);\n");
    write_factor (f, f->held, "    ");
    if (f->held)
        put (f, "    solve (s, s->parts + AT_GAMMA, s->a);\n");
    put (f, "    B_at (t, x, s->a, s->B_q, s->w, s->B);\n"
            "    for (int j = 0; j < UNKNOWNS; j++)\n"
            "        for (int k = start_B[j]; k < start_B[j + 1]; k++)\n"
            "            J[(size_t)j * (size_t)ldj + (size_t)row_B[k]] = s->B[k];\n");
    if (f->held)
        put (f, "    if (s->held)\n"
                "        B_at (t, shifted (s, x), s->a, s->B_q, s->w, s->B);\n");
    if (f->m->rows_of_C > 0)
        put (f, "    for (int j = 0; j < UNKNOWNS; j++) {\n"
                "        double *column = J + (size_t)j * (size_t)ldj;\n\n"
                "        memset (s->a, 0, sizeof s->a);\n"
                "        for (int k = start_B[j]; k < start_B[j + 1]; k++)\n"
                "            if (row_B[k] >= ROW_F && row_B[k] < ROW_P)\n"
                "                s->a[row_B[k] - ROW_F] = s->B[k];\n");
    if (f->held)
        put (f, "        solve (s, column + ROW_GII, s->a);\n");
    if (f->m->rows_of_C > 0)
        put (f, "        accelerate (s, column + ROW_GII);\n    }\n");
    if (f->varies)
        put (f, "    for (int j = 0; j < UNKNOWNS; j++)\n"
                "        memset (J + (size_t)j * (size_t)ldj + ROW_F, 0, NV * sizeof *J);\n");
    if (f->slopes > 0)
        put (f, "    F_at (t, x, s->a, s->F_q, s->w, s->F);\n"
                "    for (int k = 0; k < SLOPES; k++)\n"
                "        J[(size_t)column_F[k] * (size_t)ldj + ROW_F + (size_t)row_F[k]] = s->F[k];\n");
    put (f, "    return 0;\n}\n\n");
}

/* q of a program, and what it computes once */
static void write_parameters (File *f, const char *name, const GeomsCallable *c)
{
    if (f->m->nq > 0)
        geoms_text_add (&f->text, "    memcpy (s->%s_q, q, NQ * sizeof *q);\n", name);
    if (c->values > 0)
        geoms_text_add (&f->text, "    %s_once_at (0, NULL, NULL, q, s->w, s->%s_q + NQ);\n", name, name);
}

/* M from the parameters */
static void write_inertia (File *f)
{
    if (f->constant) {
        write_parameters (f, "inertia", &f->m->inertia);
        put (f, "    inertia_at (0, NULL, NULL, s->inertia_q, s->w, s->M);\n");
    }
}

static void write_create (File *f)
{
    const GeomsDerivedModel *m = f->m;

    put (f, "static void *create (const double *q, int nq)\n{\n"
            "    System *s = nq == NQ ? calloc (1, sizeof *s) : NULL;\n\n");
    if (m->nq == 0)
        put (f, "    (void)q;\n");
    put (f, "    if (s == NULL)\n        return NULL;\n");
    write_parameters (f, "parts", &m->parts);
    write_parameters (f, "B", &m->B);
    if (f->slopes > 0)
        write_parameters (f, "F", &m->F);
    if (m->d.nc > 0)
        write_parameters (f, "condition", &m->condition);
    write_inertia (f);
    put (f, "    return s;\n}\n\n");
}

static void write_model (File *f)
{
    static const char *const structures[]
        = {"", "FULL", "DIAGONAL", "CONSTANT", "CONSTANT_DIAGONAL"};
    const GeomsDerivedModel *m = f->m;

    geoms_text_add (&f->text, "GEOMS_EXPORT const GeomsModel %s = {\n", f->symbol);
    put (f, "    .abi = GEOMS_MODEL_ABI,\n"
            "    .size = sizeof (GeomsModel),\n"
            "    .dims = {NP, NV, NR, NW, NS, NL, NM, NI, NC},\n");
    geoms_text_add (&f->text, "    .mass_structure = GEOMS_MASS_%s,\n    .autonomous = %d,\n",
                    structures[m->structure], m->autonomous);
    put (f, "    .rda = rda,\n    .jac = jac,\n    .parts = parts,\n    .blocks_jac = blocks_jac,\n");
    if (m->has_Z)
        put (f, "    .kinematics = 1,\n");
    if (m->d.nc > 0)
        put (f, "    .ivcond = conditions,\n");
    put (f, "    .create = create,\n    .destroy = free,\n");
    if (f->varies)
        put (f, "    .parts_mass = 1,\n    .rda_mass = rda_mass,\n");
    if (f->constant)
        put (f, "    .mass = mass,\n");
    if (f->free)
        put (f, "    .accelerations = accelerations,\n");
    geoms_text_add (&f->text, "    .patterns = {%s.C = {start_C, row_C}, .B = {start_B, row_B}},\n};\n",
                    m->has_mass ? ".M = {start_M, row_M}, " : "");
}

/* ---- all ---- */

/* words of C, of its headers and of the file, that cannot name a model */
static const char *const taken[]
    = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
       "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
       "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
       "union", "unsigned", "void", "volatile", "while", "main", "free", "calloc", "memcpy",
       "memset", "System", "GeomsModel", "parts", "blocks_jac", "conditions", "create", "rda",
       "jac", "evaluate", "accelerate", "rda_at", "parts_at", "B_at", "F_at", "condition_at",
       "mass", "rda_mass", "accelerations", "move", "inertia_at",
       "factor", "solve", "hold", "weigh", "shifted", "spread", "decompose", "y0", "y1", "yn", "j0", "j1", "jn", "gamma",
#define OPERATION_FUNCTION(NAME, arguments, value) #value,
       GEOMS_FUNCTIONS (OPERATION_FUNCTION)
#undef OPERATION_FUNCTION
};

/* whether a word is the text, or what stands in front of " (" in it */
static int same_word (const char *text, const char *word)
{
    const size_t length = strlen (word);

    return strncmp (text, word, length) == 0 && (text[length] == 0 || text[length] == ' ');
}

static int may_be_symbol (const char *symbol)
{
    int good = isalpha ((unsigned char)symbol[0]) != 0;

    for (const char *c = symbol; *c != 0; c++)
        good &= isalnum ((unsigned char)*c) || *c == '_';
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        good &= ! same_word (taken[i], symbol);
    return good;
}

static int told (const File *f, GeomsReport *report)
{
    const GeomsProgram *all[PROGRAMS];

    list_programs (f->m, all);
    if (f->text.failed || f->status < 0)
        return geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory to write the "
                                                          "system in C.");
    for (int k = 0; k < PROGRAMS; k++) {
        const char *name = geoms_export_unknown (all[k]);
        if (name != NULL)
            return geoms_report (report, GEOMS_BAD_MODEL, "The operation %s cannot be written in C.",
                                 name);
    }
    return geoms_report (report, GEOMS_BAD_MODEL, "The derived system reads what it has not computed.");
}

char *geoms_derived_model_export (const GeomsDerivedModel *system, const char *symbol,
                                  const char *file, GeomsReport *report)
{
    File f = {.m = system, .symbol = symbol, .name = file,
              .in = {system->n, system->d.nv},
              .varies = geoms_derived_mass_varies (system),
              .slopes = system->F.program.outputs};

    f.held = system->has_mass && system->rows_of_C > 0;
    f.free = system->rows_of_C + system->d.nw + system->d.ns == 0;
    f.solves = f.held || (system->has_mass && f.free);
    f.constant = system->has_mass && ! f.varies;
    if (! may_be_symbol (symbol)) {
        geoms_report (report, GEOMS_BAD_OPTION, "'%s' cannot be the name of a model in C: a letter, "
                                                 "then letters, digits and _, and no word of C.",
                      symbol);
        return NULL;
    }
    write_head (&f);
    write_sizes (&f);
    write_patterns (&f);
    write_programs (&f);
    write_system (&f);
    write_move (&f);
    write_levels (&f);
    put (&f, parts_text);
    if (system->d.nc > 0)
        put (&f, condition_text);
    write_rda (&f);
    if (f.free)
        write_accelerations (&f);
    write_jacobian (&f);
    write_create (&f);
    write_model (&f);
    if (f.status == 0 && ! f.text.failed)
        return f.text.at;
    told (&f, report);
    geoms_text_free (&f.text);
    return NULL;
}
