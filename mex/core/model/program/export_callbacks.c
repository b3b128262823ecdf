/* export_callbacks.c - what a system in C does with its programs
 *
 *     rda      M a = f_dyn = f - C'[lambda; mu],  [gII; hI] = C a + gamma, with M = L D L', or
 *              M + C' W C = L D L' where M is singular (mass.h), with the W of the first time: for
 *              multipliers that belong to x, a is alike for every W > 0; pivots that are 0 even then
 *              are those of motions that nobody holds and C does not see
 *     jac      from B:  M da = B_f dx,  rows [gII; hI] get C da; rows f_dyn are those of F. With W:
 *              (M + C' W C) da = B_f dx - C' W B_gII dx, B_f at the multipliers plus W (C a + gamma)
 */
#include "export_file.h"

/* ---- accelerations ---- */

static const char decompose_text[]
    = "/* ---- M a = y ---- */\n\n"
      "/* the lower triangle of M becomes L below D; not 0 where a pivot is lost. Of M + C'W C, "
      "when\n"
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

static const char spread_text[] = "/* M, dense */\n"
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
      "        s->W[i] = (mass > 0 ? mass : 1) / (s->W[i] > 1e-24 * most ? s->W[i] : fmax (most, "
      "1));\n"
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
static const char *const factor_text[2] = {"/* 0, or 1 where M is not positive */\n"
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
static const char solve_text[] = "    for (int k = 0; k < NV; k++)\n"
                                 "        for (int i = k + 1; i < NV && y[k] != 0; i++)\n"
                                 "            y[i] -= s->L[i + k * NV] * y[k];\n"
                                 "    for (int k = NV - 1; k >= 0; k--) {\n"
                                 "        y[k] /= s->L[k + k * NV];\n"
                                 "        for (int i = k + 1; i < NV; i++)\n"
                                 "            y[k] -= s->L[i + k * NV] * y[i];\n"
                                 "    }\n"
                                 "}\n\n";

void geoms_export_solving (GeomsExportFile *f)
{
    geoms_export_put (f, decompose_text);
    geoms_export_put (f, spread_text);
    geoms_export_put (f, f->held ? hold_text : "");
    geoms_text_add (&f->text, factor_text[f->held], f->varies ? "s->parts + AT_M" : "s->M");
    geoms_export_put (f, solve_head[f->held]);
    geoms_export_put (f, solve_text);
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
static void write_copy (GeomsExportFile *f, int count, const char *row, const char *at,
                        const char *size)
{
    if (count > 0)
        geoms_text_add (&f->text, "    memcpy (rda + %s, s->parts + %s, %s * sizeof *rda);\n", row,
                        at, size);
}

static void write_levels (GeomsExportFile *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsDims *d = &m->d;

    geoms_export_put (f, "/* the terms into s->parts, f_dyn = f - C'[lambda; mu] into s->a */\n"
                         "static void evaluate (System *s, double t, const double *x)\n{\n"
                         "    memset (s->parts, 0, sizeof s->parts);\n"
                         "    parts_at (t, x, s->a, s->parts_q, s->w, s->parts);\n"
                         "    memcpy (s->a, s->parts + AT_F, NV * sizeof *s->a);\n");
    if (m->rows_of_C > 0)
        geoms_export_put (f, "    for (int j = 0; j < NV; j++)\n"
                             "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
                             "            s->a[j] -= s->parts[AT_C + k] * x[NW + row_C[k]];\n");
    geoms_export_put (f, "}\n\n");
    if (m->rows_of_C > 0)
        geoms_export_put (f, "/* rows gII, hI += C a */\n"
                             "static void accelerate (const System *s, double *row)\n{\n"
                             "    for (int j = 0; j < NV; j++)\n"
                             "        for (int k = start_C[j]; k < start_C[j + 1]; k++)\n"
                             "            row[row_C[k]] += s->parts[AT_C + k] * s->a[j];\n"
                             "}\n\n");
    geoms_export_put (f, "static void rda_at (System *s, const double *x, double *rda)\n{\n"
                         "    const double *v = x + OF_V;\n\n");
    write_copy (f, d->nw, "0", "AT_D", "NW");
    write_copy (f, m->rows_of_C, "ROW_GII", "AT_GAMMA", "NG");
    write_copy (f, m->rows_of_C, "ROW_GI", "AT_GI", "NG");
    write_copy (f, d->ni, "ROW_E", "AT_E", "NI");
    write_copy (f, d->ns, "ROW_C", "AT_S", "NS");
    write_copy (f, d->nl, "ROW_G", "AT_G", "NL");
    write_copy (f, d->nr, "ROW_B", "AT_B", "NR");
    geoms_export_put (f, "    memcpy (rda + ROW_F, s->a, NV * sizeof *rda);\n");
    geoms_export_put (f, "    move (s, v, rda + ROW_P);\n");
    if (f->held)
        geoms_export_put (f, "    solve (s, s->parts + AT_GAMMA, s->a);\n");
    geoms_export_put (f, m->rows_of_C > 0 ? "    accelerate (s, rda + ROW_GII);\n}\n\n" : "}\n\n");
}

/* p' = Z v */
static void write_move (GeomsExportFile *f)
{
    geoms_export_put (f, "/* p' = Z v */\n"
                         "static void move (const System *s, const double *v, double *rate)\n{\n");
    if (f->m->has_Z)
        geoms_export_put (f, "    memset (rate, 0, NP * sizeof *rate);\n"
                             "    for (int j = 0; j < NV; j++)\n"
                             "        for (int i = 0; i < NP; i++)\n"
                             "            rate[i] += s->parts[AT_Z + i + j * NP] * v[j];\n"
                             "}\n\n");
    else
        geoms_export_put (f, "    (void)s;\n"
                             "    memcpy (rate, v, NP * sizeof *rate);\n"
                             "}\n\n");
}

/* "if M cannot be factorised, return 1" */
static void write_factor (GeomsExportFile *f, int needed, const char *indent)
{
    if (needed)
        geoms_text_add (&f->text, "%sif (factor (s) != 0)\n%s    return 1;\n", indent, indent);
}

static void write_rda (GeomsExportFile *f)
{
    geoms_export_put (
        f, f->varies ? "static int rda_mass (int k, const double *t, const double *x, int ldx, "
                       "double *out, int ldo,\n"
                       "                     double *mass, int ldm, void *user)\n"
                     : "static int rda (int k, const double *t, const double *x, int ldx, "
                       "double *out, int ldo,\n"
                       "                void *user)\n");
    geoms_export_put (f, "{\n"
                         "    System *s = user;\n\n"
                         "    for (int j = 0; j < k; j++, x += ldx, out += ldo) {\n"
                         "        evaluate (s, t[j], x);\n");
    write_factor (f, f->held, "        ");
    geoms_export_put (f, "        rda_at (s, x, out);\n");
    if (f->varies)
        geoms_export_put (f, "        if (mass != NULL)\n"
                             "            memcpy (mass + (size_t)j * (size_t)ldm, s->parts + AT_M, "
                             "MASSES * sizeof *mass);\n");
    geoms_export_put (f, "    }\n    return 0;\n}\n\n");
    if (f->varies)
        geoms_export_put (f, "static int rda (int k, const double *t, const double *x, int ldx, "
                             "double *out, int ldo,\n"
                             "                void *user)\n"
                             "{\n"
                             "    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);\n"
                             "}\n\n");
    if (f->constant)
        geoms_export_put (f, "static int mass (int k, const double *t, const double *x, int ldx, "
                             "double *out, int ldo,\n"
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

static void write_accelerations (GeomsExportFile *f)
{
    geoms_export_put (
        f,
        "/* r' = b, M v' = f, p' = Z v; x = [r; v; p] */\n"
        "static int accelerations (int k, const double *t, const double *x, int ldx, double *out,\n"
        "                          int ldo, void *user)\n"
        "{\n"
        "    System *s = user;\n\n"
        "    for (int j = 0; j < k; j++, x += ldx, out += ldo) {\n"
        "        evaluate (s, t[j], x);\n");
    write_factor (f, f->solves, "        ");
    if (f->solves)
        geoms_export_put (f, "        solve (s, s->a);\n");
    if (f->m->d.nr > 0)
        geoms_export_put (f, "        memcpy (out, s->parts + AT_B, NR * sizeof *out);\n");
    geoms_export_put (f, "        memcpy (out + NR, s->a, NV * sizeof *out);\n"
                         "        move (s, x + NR, out + NR + NV);\n"
                         "    }\n"
                         "    return 0;\n"
                         "}\n\n");
}

static void write_jacobian (GeomsExportFile *f)
{
    geoms_export_put (f,
                      "static int jac (double t, const double *x, double *J, int ldj, void *user)\n"
                      "{\n"
                      "    System *s = user;\n\n"
                      "    evaluate (s, t, x);\n");
    write_factor (f, f->held, "    ");
    if (f->held)
        geoms_export_put (f, "    solve (s, s->parts + AT_GAMMA, s->a);\n");
    geoms_export_put (f, "    B_at (t, x, s->a, s->B_q, s->w, s->B);\n"
                         "    for (int j = 0; j < UNKNOWNS; j++)\n"
                         "        for (int k = start_B[j]; k < start_B[j + 1]; k++)\n"
                         "            J[(size_t)j * (size_t)ldj + (size_t)row_B[k]] = s->B[k];\n");
    if (f->held)
        geoms_export_put (f, "    if (s->held)\n"
                             "        B_at (t, shifted (s, x), s->a, s->B_q, s->w, s->B);\n");
    if (f->m->rows_of_C > 0)
        geoms_export_put (f, "    for (int j = 0; j < UNKNOWNS; j++) {\n"
                             "        double *column = J + (size_t)j * (size_t)ldj;\n\n"
                             "        memset (s->a, 0, sizeof s->a);\n"
                             "        for (int k = start_B[j]; k < start_B[j + 1]; k++)\n"
                             "            if (row_B[k] >= ROW_F && row_B[k] < ROW_P)\n"
                             "                s->a[row_B[k] - ROW_F] = s->B[k];\n");
    if (f->held)
        geoms_export_put (f, "        solve (s, column + ROW_GII, s->a);\n");
    if (f->m->rows_of_C > 0)
        geoms_export_put (f, "        accelerate (s, column + ROW_GII);\n    }\n");
    if (f->varies)
        geoms_export_put (
            f, "    for (int j = 0; j < UNKNOWNS; j++)\n"
               "        memset (J + (size_t)j * (size_t)ldj + ROW_F, 0, NV * sizeof *J);\n");
    if (f->slopes > 0)
        geoms_export_put (
            f,
            "    F_at (t, x, s->a, s->F_q, s->w, s->F);\n"
            "    for (int k = 0; k < SLOPES; k++)\n"
            "        J[(size_t)column_F[k] * (size_t)ldj + ROW_F + (size_t)row_F[k]] = s->F[k];\n");
    geoms_export_put (f, "    return 0;\n}\n\n");
}

void geoms_export_callbacks (GeomsExportFile *f)
{
    write_move (f);
    write_levels (f);
    geoms_export_put (f, parts_text);
    if (f->m->d.nc > 0)
        geoms_export_put (f, condition_text);
    write_rda (f);
    if (f->free)
        write_accelerations (f);
    write_jacobian (f);
}
