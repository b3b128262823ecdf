/* test_export_c.c - derived systems written in C, compiled and loaded, beside the interpreted ones:
 * parts, derivatives and conditions to the bit, rda and J to rounding; memory that is missing
 */
/* link: wrap-malloc */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include <dlfcn.h>
#include <unistd.h>

#include "described.h"
#include "failing.h"
#include "model/program/derived_model.h"
#include "model/program/export.h"
#include "test.h"

enum { MOST = 60, NODES = 200000 };

/* ---- systems ---- */

/* x = [lambda | v (2) | p (2)], t, a (2), q = [L; g; D]: all operations, and parameters */
static void describe_everything (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int v1 = IN (1), v2 = IN (2), p1 = IN (3), p2 = IN (4), time = IN (5);
    const int L = IN (8), g = IN (9), D = IN (10);
    static const double breaks[] = {-1, 0.55, 2}, coefs[] = {0.3, 0.1, 2, -0.7, 1, 0.25};
    int sum = 0;

    of->nq = 3;
    for (int op = GEOMS_OP_CONSTANT + 1; op < GEOMS_OPERATIONS_COUNT; op++) {
        const int a = ADD (K (1.5), MUL (K (0.25), p1)), b = ADD (K (0.5), MUL (K (0.25), p2));

        if (geoms_arguments (op) == 0 || op == GEOMS_OP_PIECEWISE)
            continue;
        sum = ADD (MUL (K (0.1), sum),
                   geoms_tape_node (t, op, op == GEOMS_OP_ASIN || op == GEOMS_OP_ACOS ? b : a,
                                    geoms_arguments (op) > 1 ? b : 0,
                                    geoms_arguments (op) > 2 ? time : 0));
    }
    const int table = geoms_tape_table (t, 2, 3, breaks, coefs);
    sum = ADD (sum, MUL (SIN (MUL (D, D)), geoms_tape_look_up (t, table, p1)));
    r->f[0] = SUB (MUL (K (1e-3), sum), MUL (D, v1));
    r->f[1] = SUB (NEG (g), MUL (D, MUL (v2, v2)));
    r->g[0] = SUB (ADD (SQ (p1), SQ (p2)), SQ (L));
    r->M[0] = ADD (K (2), MUL (K (0.1), SQ (p1)));
    r->M[1] = r->M[2] = MUL (K (0.3), p2);
    r->M[3] = K (1);
    r->c[0] = SUB (p1, K (0.5));
    of->M = r->M;
    of->c = NULL;
    of->condition = r->c;
}

/* a mass that constraints must hold, M = diag (0, 1): accelerations are those of the interpreter
 * where multipliers belong to the state only */
static void describe_held (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int p1 = IN (3), p2 = IN (4);

    memset (r->M, 0, sizeof r->M);
    r->M[3] = K (1);
    r->f[0] = MUL (K (-2), p1);
    r->f[1] = K (-9.81);
    r->g[0] = SUB (ADD (SQ (p1), SQ (p2)), K (1));
    of->M = r->M;
}

/* many operations: more than one function's worth, x = [v (20) | p (20)] */
static void describe_many (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    for (int i = 0; i < 20; i++) {
        int sum = 0;
        for (int j = 0; j < 20; j++)
            sum = ADD (sum, MUL (SUB (IN (20 + i), MUL (K (j + 1.5), IN (20 + j))), IN (j)));
        r->f[i] = sum;
    }
    of->M = NULL;
}

/* M (p), and forces that depend on nothing */
static void describe_pushed (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    r->M[0] = ADD (K (1), SQ (IN (1)));
    r->f[0] = K (3);
    of->M = r->M;
}

/* a constant M of the parameters, without constraints, x = [r | v (2) | p (2)] */
static void describe_free (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int force = IN (0), v1 = IN (1), p1 = IN (3), p2 = IN (4), L = IN (8), g = IN (9);

    of->nq = 3;
    r->M[0] = ADD (K (1), SQ (L));
    r->M[1] = r->M[2] = K (0.3);
    r->M[3] = SIN (L);
    r->f[0] = SUB (force, MUL (g, p1));
    r->f[1] = SUB (p1, p2);
    r->b[0] = SUB (v1, force);
    of->M = r->M;
}

typedef struct Subject {
    const char *name;
    Describe describe;
    GeomsDims dims;
    int nq;
    double start[8];
} Subject;

static const Subject subjects[] = {
    {"pendulum", describe_pendulum, {.np = 2, .nv = 2, .nl = 1}, 0, {0, 0.3, -0.2, 0.6, -0.8}},
    {"skate",
     describe_skate,
     {.np = 6, .nv = 5, .nr = 4, .nw = 3, .ns = 1, .nl = 1, .nm = 2},
     0,
     {0}},
    {"everything",
     describe_everything,
     {.np = 2, .nv = 2, .nl = 1, .nc = 1},
     3,
     {0, 0.3, -0.2, 0.6, -0.8}},
    {"held", describe_held, {.np = 2, .nv = 2, .nl = 1}, 0, {0, 0.3, -0.2, 0.6, -0.8}},
    {"many", describe_many, {.np = 20, .nv = 20}, 0, {0}},
    {"loose", describe_free, {.np = 2, .nv = 2, .nr = 1}, 3, {0.2, 0.3, -0.2, 0.6, -0.8}},
    {"pushed", describe_pushed, {.np = 1, .nv = 1}, 0, {0.5, 0.2}},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };
static const double q[3] = {1, 9.81, 0.1};

static GeomsDerivedModel *derive (const Subject *s, GeomsModel *made)
{
    static Roots r;
    GeomsTape t;
    GeomsArena arena = {0};
    GeomsReport report;
    GeomsDerived to;
    double start[MOST] = {0};

    memcpy (start, s->start, sizeof s->start);
    assert_int_equal (0, geoms_tape_begin (&t, NODES));
    const GeomsDescribed of = described (&t, &s->dims, s->describe, &r);
    assert_int_equal (0, geoms_derive (&to, &t, &of, start, &report, &arena));
    GeomsDerivedModel *m = geoms_derived_model_create (&to, &t, q, s->nq, made, &report);
    assert_non_null (m);
    geoms_derived_free (&to);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
    return m;
}

/* ---- compiled ---- */

static void run (const char *format, ...)
{
    char command[1000];
    va_list list;

    va_start (list, format);
    vsnprintf (command, sizeof command, format, list);
    va_end (list);
    if (system (command) != 0)
        fail_msg ("%s", command);
}

/* the folder of geoms_model.h */
static void find_include (char to[500])
{
    snprintf (to, 500, "%s", __FILE__);
    for (int up = 0; up < 5; up++)
        *strrchr (to, '/') = 0;
    strcat (to, "/mex/core/include");
}

typedef struct Compiled {
    char folder[40];
    void *library, *user;
    const GeomsModel *model;
} Compiled;

static Compiled compile (const GeomsDerivedModel *m, const Subject *s, const char *compiler)
{
    static const char line[] = "%s -std=c99 -Wall -Wextra -pedantic -Werror -O1 -fPIC -shared "
                               "-ffp-contract=off -I %s %s/model.c -o %s/model.so -lm";
    Compiled c = {.folder = "/tmp/geoms_export_XXXXXX"};
    char name[100], include[500];
    GeomsReport report;
    char *text = geoms_derived_model_export (m, s->name, "model.c", &report);

    assert_non_null (text);
    assert_non_null (mkdtemp (c.folder));
    snprintf (name, sizeof name, "%s/model.c", c.folder);
    FILE *file = fopen (name, "w");
    assert_non_null (file);
    fputs (text, file);
    fclose (file);
    free (text);
    find_include (include);
    run (line, compiler, include, c.folder, c.folder);
    snprintf (name, sizeof name, "%s/model.so", c.folder);
    c.library = dlopen (name, RTLD_NOW | RTLD_LOCAL);
    assert_non_null (c.library);
    c.model = dlsym (c.library, s->name);
    assert_non_null (c.model);
    assert_null (c.model->create (q, s->nq + 1));
    c.user = c.model->create (q, s->nq);
    assert_non_null (c.user);
    return c;
}

static void done_with (Compiled *c)
{
    c->model->destroy (c->user);
    dlclose (c->library);
    run ("rm -r %s", c->folder);
}

/* ---- beside each other ---- */

static void same_pattern (const GeomsPattern *a, const GeomsPattern *b, int columns)
{
    assert_int_equal (a->start == NULL, b->start == NULL);
    if (a->start == NULL)
        return;
    assert_memory_equal (a->start, b->start, (size_t)(columns + 1) * sizeof *a->start);
    assert_memory_equal (a->row, b->row, (size_t)a->start[columns] * sizeof *a->row);
}

static void same_properties (const GeomsModel *a, const GeomsModel *b, int n)
{
    assert_memory_equal (&a->dims, &b->dims, sizeof a->dims);
    assert_int_equal (a->mass_structure, b->mass_structure);
    assert_int_equal (a->autonomous, b->autonomous);
    assert_int_equal (a->kinematics, b->kinematics);
    assert_int_equal (a->parts_mass, b->parts_mass);
    assert_int_equal (a->ivcond == NULL, b->ivcond == NULL);
    same_pattern (&a->patterns.M, &b->patterns.M, a->dims.nv);
    same_pattern (&a->patterns.C, &b->patterns.C, a->dims.nv);
    same_pattern (&a->patterns.B, &b->patterns.B, n);
}

/* + 0: zeros have no sign */
static void same_bits (const char *what, int count, const double *a, const double *b)
{
    for (int i = 0; i < count; i++)
        if (! (a[i] == b[i] || (isnan (a[i]) && isnan (b[i]))))
            fail_msg ("%s number %d: %.17g, interpreted %.17g", what, i, a[i], b[i]);
}

static void near (const char *what, int count, const double *a, const double *b)
{
    for (int i = 0; i < count; i++)
        if (! (fabs (a[i] - b[i]) <= 1e-12 * (1 + fabs (b[i]))))
            fail_msg ("%s number %d: %.17g, interpreted %.17g", what, i, a[i], b[i]);
}

/* J beside central differences of rda */
static void by_differences (const Compiled *c, int n, int rows, const double *at)
{
    const double h = 1e-5, t = 0;
    double J[MOST * MOST] = {0}, x[MOST], high[MOST], low[MOST];

    assert_int_equal (0, c->model->jac (t, at, J, rows, c->user));
    for (int j = 0; j < n; j++) {
        memcpy (x, at, (size_t)n * sizeof *x);
        x[j] = at[j] + h;
        assert_int_equal (0, c->model->rda (1, &t, x, n, high, rows, c->user));
        x[j] = at[j] - h;
        assert_int_equal (0, c->model->rda (1, &t, x, n, low, rows, c->user));
        for (int i = 0; i < rows; i++)
            assert_true (fabs ((high[i] - low[i]) / (2 * h) - J[i + j * rows])
                         < 1e-6 * (1 + fabs (J[i + j * rows])));
    }
}

/* M by itself, and accelerations, where they are given */
static void same_masses (const Compiled *c, const GeomsModel *made, void *m, int n, const double *x)
{
    const double t[2] = {0, 0.1};
    const int nv = made->dims.nv,
              count = made->patterns.M.start != NULL ? made->patterns.M.start[nv] : 0;
    double a[2 * MOST * MOST] = {0}, b[2 * MOST * MOST] = {0}, rda[2 * MOST];

    assert_int_equal (c->model->mass == NULL, made->mass == NULL);
    assert_int_equal (c->model->rda_mass == NULL, made->rda_mass == NULL);
    assert_int_equal (c->model->accelerations == NULL, made->accelerations == NULL);
    if (made->mass != NULL) {
        c->model->mass (2, t, x, n, a, count, c->user);
        made->mass (2, t, x, n, b, count, m);
    } else if (made->rda_mass != NULL) {
        c->model->rda_mass (2, t, x, n, rda, MOST, a, count, c->user);
        made->rda_mass (2, t, x, n, rda, MOST, b, count, m);
    }
    same_bits ("M", 2 * count, a, b);
    if (made->accelerations != NULL) {
        assert_int_equal (0, c->model->accelerations (2, t, x, n, a, n, c->user));
        assert_int_equal (0, made->accelerations (2, t, x, n, b, n, m));
        near ("accelerations", 2 * n, a, b);
    }
}

static void compare (const Subject *s, const char *compiler)
{
    enum { STATES = 5, WIDE = 3000 };
    static double a[STATES * WIDE], b[STATES * WIDE];
    const int n = model_unknowns (&s->dims), rows = model_rows (&s->dims);
    GeomsModel made;
    GeomsDerivedModel *m = derive (s, &made);
    Compiled c = compile (m, s, compiler);
    double x[STATES * MOST], t[STATES];
    unsigned seed = 5;

    same_properties (c.model, &made, n);
    for (int j = 0; j < STATES; j++) {
        t[j] = 0.1 * j;
        for (int i = 0; i < n; i++)
            x[i + j * n] = (i < 8 ? s->start[i] : 0) + 0.2 * noise (&seed);
    }
    assert_int_equal (0, c.model->parts (STATES, t, x, n, a, WIDE, c.user));
    assert_int_equal (0, made.parts (STATES, t, x, n, b, WIDE, m));
    for (int j = 0; j < STATES; j++)
        same_bits ("parts", m->at.size, a + j * WIDE, b + j * WIDE);
    const int held = s->describe == describe_held;
    for (int j = 0; j < STATES; j++) {
        assert_int_equal (0, c.model->rda (1, t + j, x + j * n, n, a, rows, c.user));
        assert_int_equal (0, made.rda (1, t + j, x + j * n, n, b, rows, m));
        near ("rda", held && j > 0 ? 0 : rows, a, b);
    }
    same_masses (&c, &made, m, n, x);
    if (held)
        by_differences (&c, n, rows, x);
    for (int j = 0; j < STATES; j++) {
        c.model->blocks_jac (t[j], x + j * n, x, a, rows, c.user);
        made.blocks_jac (t[j], x + j * n, x, b, rows, m);
        same_bits ("blocks_jac", m->pattern_B.start[n], a, b);
        memset (a, 0, sizeof a);
        memset (b, 0, sizeof b);
        assert_int_equal (0, c.model->jac (t[j], x + j * n, a, rows, c.user));
        assert_int_equal (0, made.jac (t[j], x + j * n, b, rows, m));
        near ("J", held ? 0 : n * rows, a, b);
        if (s->dims.nc > 0) {
            c.model->ivcond (t[j], x + j * n, a, c.user);
            made.ivcond (t[j], x + j * n, b, m);
            same_bits ("conditions", s->dims.nc, a, b);
        }
    }
    done_with (&c);
    geoms_derived_model_free (m);
}

static int there_is (const char *compiler)
{
    char command[100];

    snprintf (command, sizeof command, "%s --version > /dev/null 2>&1", compiler);
    return system (command) == 0;
}

static void test_values (void **state)
{
    static const char *const compilers[] = {"gcc", "clang"};

    (void)state;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < SUBJECTS && there_is (compilers[k]); i++)
            compare (&subjects[i], compilers[k]);
}

/* ---- what is refused ---- */

static void refused (const GeomsDerivedModel *m, const char *symbol, const char *words)
{
    GeomsReport report = {0};

    assert_null (geoms_derived_model_export (m, symbol, "model.c", &report));
    assert_non_null (strstr (report.text, words));
}

static void test_refused (void **state)
{
    static const char *const symbols[]
        = {"", "1a", "a b", "a-b", "double", "rda", "sin", "goto", "AT_M", "parts_1", "_a"};
    GeomsModel made;
    GeomsDerivedModel *m = derive (&subjects[0], &made);
    GeomsProgram *p = &m->parts.program;

    (void)state;
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        refused (m, symbols[i], "cannot be the name");
    const unsigned reg = p->instruction[0].a;
    p->instruction[0].a
        = (unsigned)p->registers - 1; /* which nobody has written yet               */
    refused (m, "model", "has not computed");
    p->instruction[0].a = reg;
    p->stretch[0].op = GEOMS_INSTRUCTIONS_COUNT;
    refused (m, "model", "cannot be written in C");
    geoms_derived_model_free (m);
}

static void every_allocation (void **state)
{
    (void)state;
    for (int i = 0; i < SUBJECTS; i++) {
        GeomsModel made;
        GeomsDerivedModel *m = derive (&subjects[i], &made);
        int complete = 0;

        for (long k = 1; ! complete; k++) {
            const long before = outstanding;
            GeomsReport report = {0};

            fail_after (k, 0);
            char *text = geoms_derived_model_export (m, "model", "model.c", &report);
            fail_no_more ();
            complete = failures == 0;
            assert_int_equal (complete, text != NULL);
            assert_int_equal (report.status, complete ? 0 : GEOMS_OUT_OF_MEMORY);
            free (text);
            assert_int_equal (outstanding, before);
            assert_true (k > 10 || ! complete);
        }
        geoms_derived_model_free (m);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_values),
        cmocka_unit_test (test_refused),
        cmocka_unit_test (every_allocation),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
