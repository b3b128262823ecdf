/* export_program.c - a program in C: one statement for each operation, in the interpreter's order
 *
 *     static void parts_2 (const double *restrict x, double *restrict w, double *restrict y)
 *     {
 *         const double u301 = x[4] * x[4];
 *         const double u302 = w[3] = u301 + w[7];
 *         y[2] = u302;
 *     }
 *
 * A function has few statements, for compilers take long for those that have many. What later ones
 * read goes through places in w, which are used again. Numbers are named as the unknowns x, the time
 * t, the accelerations a, the parameters q; u17 is what instruction 17 gives, v17 its cosine.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export.h"

enum { STATEMENTS = 300, OPERAND = GEOMS_LONGEST_NUMBER + 8 };

/* ---- what registers hold ---- */

/* what is read: a value (>= 0), a register that nothing writes (FIXED - its number), or nothing */
enum { NOTHING = -1, FIXED = -2 };

/* parameters of a function, as bits */
enum { USES_T = 1, USES_X = 2, USES_A = 4, USES_Q = 8, USES_W = 16, USES_Y = 32 };
static const struct {
    int use;
    const char *declaration, *name;
} parameters[] = {{USES_T, "double t", "t"},
                  {USES_X, "const double *restrict x", "x"},
                  {USES_A, "const double *restrict a", "a"},
                  {USES_Q, "const double *restrict q", "q"},
                  {USES_W, "double *restrict w", "w"},
                  {USES_Y, "double *restrict y", "y"}};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

typedef struct Value { /* number 2 i and, of SINCOS, 2 i + 1 of instruction i                   */
    int function;      /* that gives it                                                        */
    int last;          /* that reads it last                                                   */
    int place;         /* in w; -1: none                                                       */
    int output;        /* first output that it is; -1: none                                    */
    int here;          /* whether its own function reads it                                    */
} Value;

typedef struct Writer {
    const GeomsProgram *p;
    const GeomsNumbering *in;
    const char *name;
    GeomsText *text;
    GeomsArena arena;
    int *op;            /* of each instruction                                           */
    int *holds, *place; /* of each register: what it holds; place of an input, or -1      */
    int *reads;         /* three of each instruction                                     */
    Value *value;
    int *next;            /* the next output that is the same value                         */
    int *given;           /* what each output is                                           */
    int functions, *uses; /* of each function                                              */
    int *function;        /* of each output that no instruction gives                       */
    int most;             /* places of w                                                   */
} Writer;

static void begin (Writer *w)
{
    const GeomsProgram *p = w->p;
    const size_t n = (size_t)p->instructions, outputs = (size_t)p->outputs;

    w->op = geoms_arena_ints (&w->arena, n);
    w->holds = geoms_arena_ints (&w->arena, (size_t)p->registers);
    w->place = geoms_arena_ints (&w->arena, (size_t)p->registers);
    w->reads = geoms_arena_ints (&w->arena, 3 * n);
    w->value = geoms_arena_get (&w->arena, 2 * n, sizeof *w->value);
    w->next = geoms_arena_ints (&w->arena, outputs);
    w->given = geoms_arena_ints (&w->arena, outputs);
    w->function = geoms_arena_ints (&w->arena, outputs);
    w->uses = geoms_arena_ints (&w->arena, n + outputs + 1);
}

/* not 0 if something is read that nothing has written */
static int follow (Writer *w)
{
    const GeomsProgram *p = w->p;
    int i = 0;

    for (int r = 0; r < p->registers; r++) {
        w->holds[r] = r < p->constants ? FIXED - r : NOTHING;
        w->place[r] = -1;
    }
    for (int k = 0; k < p->inputs; k++) {
        w->holds[p->input[k].reg] = FIXED - p->input[k].reg;
        w->place[p->input[k].reg] = p->input[k].place;
    }
    for (int s = 0; s < p->stretches; s++)
        for (int count = p->stretch[s].count; count > 0; count--, i++) {
            const GeomsInstruction *n = p->instruction + i;
            const unsigned reg[3] = {n->a, n->b, n->c};

            w->op[i] = p->stretch[s].op;
            for (int k = 0; k < geoms_export_arguments (w->op[i]); k++)
                if ((w->reads[3 * i + k] = w->holds[reg[k]]) == NOTHING)
                    return 1;
            w->holds[n->d] = 2 * i;
            if (w->op[i] == GEOMS_OP_SINCOS)
                w->holds[n->b] = 2 * i + 1;
        }
    for (int v = 0; v < 2 * p->instructions; v++)
        w->value[v] = (Value){0, -1, -1, -1, 0};
    for (int o = 0; o < p->outputs; o++) {
        const int v = w->given[o] = w->holds[p->output[o].reg];
        if (v == NOTHING)
            return 1;
        w->next[o] = v >= 0 ? w->value[v].output : -1;
        if (v >= 0)
            w->value[v].output = o;
    }
    return 0;
}

/* ---- functions ---- */

static int count_outputs (const Writer *w, int v)
{
    int count = 0;

    for (int o = w->value[v].output; o >= 0; o = w->next[o])
        count++;
    return count;
}

/* a new function where one becomes too long */
static void divide (Writer *w)
{
    int statements = 0;

    for (int i = 0; i < w->p->instructions; i++) {
        const int more = (w->op[i] == GEOMS_OP_SINCOS ? 2 : 1) + count_outputs (w, 2 * i)
                         + count_outputs (w, 2 * i + 1);
        if (w->functions == 0 || statements + more > STATEMENTS) {
            w->functions++;
            statements = 0;
        }
        statements += more;
        w->value[2 * i].function = w->value[2 * i + 1].function = w->functions - 1;
        for (int k = 0; k < geoms_export_arguments (w->op[i]); k++)
            if (w->reads[3 * i + k] >= 0) {
                Value *value = w->value + w->reads[3 * i + k];
                value->last = w->functions - 1;
                value->here |= value->function == w->functions - 1;
            }
    }
    for (int o = 0; o < w->p->outputs; o++)
        if (w->given[o] < 0) {
            if (w->functions == 0 || statements + 1 > STATEMENTS) {
                w->functions++;
                statements = 0;
            }
            statements++;
            w->function[o] = w->functions - 1;
        }
}

/* places in w for what is read by later functions, free again once the last of them is over */
static void give_places (Writer *w)
{
    const int values = 2 * w->p->instructions;
    int *freed = geoms_arena_ints (&w->arena, (size_t)values), count = 0;
    int *kept = geoms_arena_ints (&w->arena, (size_t)values), alive = 0, now = -1;

    for (int v = 0; v < values && ! w->arena.failed; v++) {
        Value *value = w->value + v;

        if (value->function != now) {
            int left = 0;
            now = value->function;
            for (int k = 0; k < alive; k++)
                if (w->value[kept[k]].last < now)
                    freed[count++] = w->value[kept[k]].place;
                else
                    kept[left++] = kept[k];
            alive = left;
        }
        if (value->last > value->function) {
            value->place = count > 0 ? freed[--count] : w->most++;
            kept[alive++] = v;
        }
    }
}

static int use_of (const Writer *w, int held, int function)
{
    const int place = held <= FIXED ? w->place[FIXED - held] : -1;

    if (held >= 0)
        return w->value[held].function < function ? USES_W : 0;
    if (place < 0)
        return 0;
    return place < w->in->n                ? USES_X
           : place == w->in->n             ? USES_T
           : place <= w->in->n + w->in->nv ? USES_A
                                           : USES_Q;
}

static void find_uses (Writer *w)
{
    for (int i = 0; i < w->p->instructions; i++) {
        const int f = w->value[2 * i].function;
        for (int k = 0; k < geoms_export_arguments (w->op[i]); k++)
            w->uses[f] |= use_of (w, w->reads[3 * i + k], f);
        for (int v = 2 * i; v < 2 * i + 2; v++)
            w->uses[f]
                |= (w->value[v].place >= 0 ? USES_W : 0) | (w->value[v].output >= 0 ? USES_Y : 0);
    }
    for (int o = 0; o < w->p->outputs; o++)
        if (w->given[o] < 0)
            w->uses[w->function[o]] |= USES_Y | use_of (w, w->given[o], w->function[o]);
}

/* ---- texts ---- */

/* a constant as an operand: negative ones in parentheses, all of them of type double */
static void constant_text (char to[OPERAND], double value)
{
    char number[GEOMS_LONGEST_NUMBER];
    const int negative = signbit (value) && ! isnan (value);

    if (! isfinite (value))
        snprintf (number, sizeof number, "%s",
                  isnan (value) ? "NAN"
                  : negative    ? "-INFINITY"
                                : "INFINITY");
    else {
        geoms_text_of_number (number, value);
        if (strpbrk (number, ".e") == NULL)
            strcat (number, ".0");
    }
    snprintf (to, OPERAND, negative ? "(%s)" : "%s", number);
}

static void operand (const Writer *w, int held, int function, char to[OPERAND])
{
    const int place = held <= FIXED ? w->place[FIXED - held] : -1, t = w->in->n,
              q = t + 1 + w->in->nv;

    if (held >= 0 && w->value[held].function < function)
        snprintf (to, OPERAND, "w[%d]", w->value[held].place);
    else if (held >= 0)
        snprintf (to, OPERAND, "%c%d", held % 2 ? 'v' : 'u', held / 2);
    else if (place < 0)
        constant_text (to, w->p->constant[FIXED - held]);
    else if (place == t)
        snprintf (to, OPERAND, "t");
    else
        snprintf (to, OPERAND, "%c[%d]",
                  place < t   ? 'x'
                  : place < q ? 'a'
                              : 'q',
                  place < t   ? place
                  : place < q ? place - t - 1
                              : place - q);
}

/* what PIECEWISE looks up */
static void write_table_of (Writer *w, const GeomsInstruction *n)
{
    const GeomsPiecewise *table = w->p->table + n->b;

    geoms_text_add (w->text, "%s_table_%u, %d, %d, %u", w->name, n->b, table->pieces, table->order,
                    n->c);
}

static void write_numbers (GeomsText *text, const char *comma, int count, const double *value)
{
    for (int i = 0; i < count; i++, comma = ",") {
        char number[OPERAND];

        constant_text (number, value[i]);
        geoms_text_add (text, "%s%s%s", comma, i % 4 == 0 ? "\n    " : " ", number);
    }
}

static void write_tables (Writer *w)
{
    for (int k = 0; k < w->p->tables; k++) {
        const GeomsPiecewise *table = w->p->table + k;

        geoms_text_add (w->text, "static const double %s_table_%d[] = {", w->name, k);
        write_numbers (w->text, "", table->pieces + 1, table->breaks);
        write_numbers (w->text, ",", table->pieces * table->order, table->coefs);
        geoms_text_put (w->text, "\n};\n\n");
    }
}

/* the text of an operation with its operands for a, b, c; # for a table */
static void write_value (Writer *w, int i, int function, const char *text)
{
    while (*text != 0) {
        const size_t length = geoms_export_word (text), step = length > 0 ? length : 1;
        const int k = geoms_export_argument (text, length);
        char name[OPERAND];

        if (k >= 0) {
            operand (w, w->reads[3 * i + k], function, name);
            geoms_text_put (w->text, name);
        } else if (*text == '#')
            write_table_of (w, w->p->instruction + i);
        else
            geoms_text_add (w->text, "%.*s", (int)step, text);
        text += step;
    }
}

/* "const double u17 = w[3] = ...; y[2] = u17;", with a name only where there is need for one, and
 * nothing at all where nobody reads it */
static void statement (Writer *w, int i, int v, const char *text)
{
    const Value *value = w->value + v;
    const int o = value->output, letter = v % 2 ? 'v' : 'u';
    const int named = value->here || (o >= 0 && (value->place >= 0 || w->next[o] >= 0));

    if (! named && o < 0 && value->place < 0)
        return;
    geoms_text_put (w->text, "    ");
    if (named)
        geoms_text_add (w->text, "const double %c%d = ", letter, i);
    if (value->place >= 0)
        geoms_text_add (w->text, "w[%d] = ", value->place);
    if (! named && o >= 0)
        geoms_text_add (w->text, "y[%d] = ", w->p->output[o].place);
    write_value (w, i, value->function, text);
    geoms_text_put (w->text, ";\n");
    for (int k = o; named && k >= 0; k = w->next[k])
        geoms_text_add (w->text, "    y[%d] = %c%d;\n", w->p->output[k].place, letter, i);
}

/* "t, x, y", or with their types */
static void write_parameters (GeomsText *text, int uses, int declared)
{
    const char *comma = "";

    for (int k = 0; k < PARAMETERS; k++)
        if (uses & parameters[k].use) {
            geoms_text_add (text, "%s%s", comma,
                            declared ? parameters[k].declaration : parameters[k].name);
            comma = ", ";
        }
}

static void write_function (Writer *w, int f, int *i, int *o)
{
    const GeomsProgram *p = w->p;

    geoms_text_add (w->text, "static void %s_%d (", w->name, f + 1);
    write_parameters (w->text, w->uses[f], 1);
    geoms_text_put (w->text, ")\n{\n");
    for (; *i < p->instructions && w->value[2 * *i].function == f; ++*i) {
        statement (w, *i, 2 * *i, geoms_export_value (w->op[*i]));
        if (w->op[*i] == GEOMS_OP_SINCOS)
            statement (w, *i, 2 * *i + 1, "cos (a)");
    }
    for (; *o < p->outputs && (w->given[*o] >= 0 || w->function[*o] == f); ++*o)
        if (w->given[*o] < 0) {
            char name[OPERAND];
            operand (w, w->given[*o], f, name);
            geoms_text_add (w->text, "    y[%d] = %s;\n", p->output[*o].place, name);
        }
    geoms_text_put (w->text, "}\n\n");
}

static void write_all (Writer *w)
{
    int i = 0, o = 0, uses = 0;

    write_tables (w);
    for (int f = 0; f < w->functions; f++) {
        write_function (w, f, &i, &o);
        uses |= w->uses[f];
    }
    geoms_text_add (w->text, "static void %s_at (double t, const double *x, const double *a, ",
                    w->name);
    geoms_text_put (w->text, "const double *q, double *w,\n");
    geoms_text_add (w->text, "%*sdouble *y)\n{\n", 17 + (int)strlen (w->name), "");
    for (int k = 0; k < PARAMETERS; k++)
        if (! (uses & parameters[k].use))
            geoms_text_add (w->text, "    (void)%s;\n", parameters[k].name);
    for (int f = 0; f < w->functions; f++) {
        geoms_text_add (w->text, "    %s_%d (", w->name, f + 1);
        write_parameters (w->text, w->uses[f], 0);
        geoms_text_put (w->text, ");\n");
    }
    geoms_text_put (w->text, "}\n\n");
}

int geoms_export_program (GeomsText *text, const char *name, const GeomsProgram *p,
                          const GeomsNumbering *in, int *places)
{
    Writer w = {.p = p, .in = in, .name = name, .text = text};
    int status = geoms_export_unknown (p) != NULL;

    begin (&w);
    if (status == 0 && ! w.arena.failed)
        status = follow (&w);
    if (status == 0 && ! w.arena.failed) {
        divide (&w);
        give_places (&w);
    }
    if (status == 0 && ! w.arena.failed) {
        find_uses (&w);
        write_all (&w);
        *places = w.most > *places ? w.most : *places;
    }
    if (w.arena.failed || text->failed)
        status = -1;
    geoms_arena_free (&w.arena);
    return status;
}
