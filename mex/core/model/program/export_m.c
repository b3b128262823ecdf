/* export_m.c - what is recorded as statements in .m
 *
 *     a1 = sin (p(1));
 *     f = zeros (2, 1);
 *     f(1) = a1 * v(2)^2 - 2 * a1;
 *
 * A value that is used once stands where it is used, one that is used more often, or that is long,
 * has a name. Parentheses keep the order of operations, so that values are those that were recorded,
 * but for powers: x^2 is x x on the tape.
 */
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "export.h"
#include "sweep.h"

/* what binds less stands first */
typedef enum Level { NO_LEVEL, OR, AND, RELATION, SUM, PRODUCT, PREFIX, POWER, ATOM } Level;

static const struct {
    Level level; /* ATOM: a function                                                        */
    const char *text;
} written[GEOMS_OPERATIONS_COUNT] = {
    [GEOMS_OP_ADD] = {SUM, " + "},       [GEOMS_OP_SUB] = {SUM, " - "},
    [GEOMS_OP_MUL] = {PRODUCT, " * "},   [GEOMS_OP_DIV] = {PRODUCT, " / "},
    [GEOMS_OP_NEG] = {PREFIX, "-"},      [GEOMS_OP_NOT] = {PREFIX, "~"},
    [GEOMS_OP_POW] = {POWER, "^"},       [GEOMS_OP_LT] = {RELATION, " < "},
    [GEOMS_OP_LE] = {RELATION, " <= "},  [GEOMS_OP_EQ] = {RELATION, " == "},
    [GEOMS_OP_NE] = {RELATION, " ~= "},  [GEOMS_OP_AND] = {AND, " & "},
    [GEOMS_OP_OR] = {OR, " | "},         [GEOMS_OP_SELECT] = {ATOM, "merge_"},
    [GEOMS_OP_DSQRT] = {ATOM, "dsqrt_"}, [GEOMS_OP_SQRT] = {ATOM, "sqrt"},
    [GEOMS_OP_ABS] = {ATOM, "abs"},      [GEOMS_OP_SIGN] = {ATOM, "sign"},
    [GEOMS_OP_MIN] = {ATOM, "min"},      [GEOMS_OP_MAX] = {ATOM, "max"},
    [GEOMS_OP_SIN] = {ATOM, "sin"},      [GEOMS_OP_COS] = {ATOM, "cos"},
    [GEOMS_OP_TAN] = {ATOM, "tan"},      [GEOMS_OP_ASIN] = {ATOM, "asin"},
    [GEOMS_OP_ACOS] = {ATOM, "acos"},    [GEOMS_OP_ATAN] = {ATOM, "atan"},
    [GEOMS_OP_ATAN2] = {ATOM, "atan2"},  [GEOMS_OP_SINH] = {ATOM, "sinh"},
    [GEOMS_OP_COSH] = {ATOM, "cosh"},    [GEOMS_OP_TANH] = {ATOM, "tanh"},
    [GEOMS_OP_EXP] = {ATOM, "exp"},      [GEOMS_OP_EXPM1] = {ATOM, "expm1"},
    [GEOMS_OP_LOG] = {ATOM, "log"},      [GEOMS_OP_LOG2] = {ATOM, "log2"},
    [GEOMS_OP_LOG10] = {ATOM, "log10"},  [GEOMS_OP_LOG1P] = {ATOM, "log1p"},
    [GEOMS_OP_HYPOT] = {ATOM, "hypot"},  [GEOMS_OP_FLOOR] = {ATOM, "floor"},
    [GEOMS_OP_CEIL] = {ATOM, "ceil"},    [GEOMS_OP_ROUND] = {ATOM, "round"},
    [GEOMS_OP_FIX] = {ATOM, "fix"},      [GEOMS_OP_MOD] = {ATOM, "mod"},
    [GEOMS_OP_REM] = {ATOM, "rem"},      [GEOMS_OP_PIECEWISE] = {ATOM, "ppval"},
};

enum { MOST_INLINED = 30, WIDTH = 100 };

typedef struct Writer {
    const GeomsTape *tape;
    const char *const *inputs;
    GeomsText *text, line; /* a statement before it is broken into lines                        */
    GeomsArena arena;
    unsigned char *needed;
    int *uses, *size;      /* of each node: how often it is read; operations that stand in it    */
    unsigned char *result; /* of each node: whether it is an element of the result               */
    int *name;             /* number of its name, 0: none                                       */
    int names;
    int unknown; /* there is an operation that cannot be written                      */
} Writer;

static const GeomsNode *node_of (const Writer *w, int i) { return w->tape->node + i; }

/* the statement in lines of at most WIDTH characters where that is possible */
static void flush (Writer *w)
{
    geoms_text_put_lines (w->text, w->line.at, WIDTH);
    w->text->failed |= w->line.failed;
    w->line.length = 0;
}

static void put (Writer *w, const char *text) { geoms_text_put (&w->line, text); }

static void put_number (Writer *w, double value)
{
    char number[GEOMS_LONGEST_NUMBER];

    if (isfinite (value)) {
        geoms_text_of_number (number, value);
        put (w, number);
    } else
        put (w, isnan (value) ? "NaN" : value < 0 ? "-Inf" : "Inf");
}

/* ---- expressions ---- */

static int is_product (const Writer *w, int i)
{
    return node_of (w, i)->op == GEOMS_OP_MUL && w->name[i] == 0;
}

/* x where i is x x x, and x x stands nowhere else; else -1 */
static int base_of_cube (const Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);

    for (int k = 0; k < 2 && n->op == GEOMS_OP_MUL; k++) {
        const int square = n->arg[k], x = n->arg[1 - k];
        if (is_product (w, square) && node_of (w, square)->arg[0] == x
            && node_of (w, square)->arg[1] == x)
            return x;
    }
    return -1;
}

static int base_of_square (const Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);

    return n->op == GEOMS_OP_MUL && n->arg[0] == n->arg[1] ? n->arg[0] : -1;
}

/* whether its value is 0 or 1 */
static int is_relation (int op)
{
    return written[op].level == RELATION || op == GEOMS_OP_AND || op == GEOMS_OP_OR
           || op == GEOMS_OP_NOT;
}

/* c where i is 0 ~= c of a relation c: the same value */
static int plainly (const Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);

    if (w->name[i] == 0 && n->op == GEOMS_OP_NE && n->arg[0] == 0
        && is_relation (node_of (w, n->arg[1])->op))
        return plainly (w, n->arg[1]);
    return i;
}

static Level level_of (const Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);

    if (n->op == GEOMS_OP_CONSTANT)
        return signbit (n->value) ? PREFIX : ATOM;
    if (geoms_arguments (n->op) == 0 || w->name[i] > 0)
        return ATOM;
    return base_of_square (w, i) >= 0 || base_of_cube (w, i) >= 0 ? POWER : written[n->op].level;
}

static void write_value (Writer *w, int i);

/* in parentheses if it binds less than `least` */
static void write_operand (Writer *w, int node, Level least)
{
    const int i = plainly (w, node);
    const int enclosed = level_of (w, i) < least;

    put (w, enclosed ? "(" : "");
    if (w->name[i] > 0)
        geoms_text_add (&w->line, "a%d", w->name[i]);
    else
        write_value (w, i);
    put (w, enclosed ? ")" : "");
}

/* the constant c where i is c, or c y and has no name; else a positive number */
static double factor_of (const Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);

    if (is_product (w, i) && geoms_tape_is_constant (w->tape, n->arg[0]))
        n = node_of (w, n->arg[0]);
    return n->op == GEOMS_OP_CONSTANT ? n->value : 1;
}

/* x + y, x - y: a constant stands behind, and what is negative is taken off */
static void write_sum (Writer *w, const GeomsNode *n)
{
    const int swapped = n->op == GEOMS_OP_ADD && geoms_tape_is_constant (w->tape, n->arg[0]);
    const int left = n->arg[swapped], right = n->arg[! swapped];
    const GeomsNode *last = node_of (w, right);
    const double factor = factor_of (w, right);

    write_operand (w, left, SUM);
    put (w, (n->op == GEOMS_OP_ADD) == ! signbit (factor) ? " + " : " - ");
    if (! signbit (factor)) {
        write_operand (w, right, SUM + 1);
        return;
    }
    put_number (w, -factor);
    if (last->op == GEOMS_OP_MUL) {
        put (w, " * ");
        write_operand (w, last->arg[1], PRODUCT + 1);
    }
}

static void write_infix (Writer *w, const GeomsNode *n)
{
    const Level level = written[n->op].level;
    const Level left = level == POWER ? ATOM : level == RELATION ? RELATION + 1 : level;

    if (level == SUM) {
        write_sum (w, n);
        return;
    }
    write_operand (w, n->arg[0], left);
    put (w, written[n->op].text);
    write_operand (w, n->arg[1], level == POWER ? ATOM : level + 1);
}

static void write_table_name (Writer *w, const GeomsNode *n)
{
    geoms_text_add (&w->line, n->arg[2] > 0 ? "pp%d_%d" : "pp%d", n->arg[1] + 1, n->arg[2]);
}

static void write_call (Writer *w, const GeomsNode *n)
{
    put (w, written[n->op].text);
    put (w, " (");
    if (n->op == GEOMS_OP_PIECEWISE) {
        write_table_name (w, n);
        put (w, ", ");
    }
    for (int k = 0; k < geoms_arguments (n->op); k++) {
        put (w, k > 0 ? ", " : "");
        write_operand (w, n->arg[k], NO_LEVEL);
    }
    put (w, ")");
}

static void write_value (Writer *w, int i)
{
    const GeomsNode *n = node_of (w, i);
    const int square = base_of_square (w, i), cube = base_of_cube (w, i);

    if (n->op == GEOMS_OP_CONSTANT || n->op == GEOMS_OP_FAIL)
        put_number (w, n->op == GEOMS_OP_FAIL ? NAN : n->value);
    else if (n->op == GEOMS_OP_INPUT)
        put (w, w->inputs[n->arg[0]]);
    else if (square >= 0 || cube >= 0) {
        write_operand (w, square >= 0 ? square : cube, ATOM);
        put (w, square >= 0 ? "^2" : "^3");
    } else if (written[n->op].level == PREFIX) {
        put (w, written[n->op].text);
        write_operand (w, n->arg[0], PREFIX + 1);
    } else if (written[n->op].level == ATOM)
        write_call (w, n);
    else
        write_infix (w, n);
}

/* ---- names ---- */

static void find_uses (Writer *w, int count, const int *root)
{
    geoms_sweep_needed (w->tape, w->tape->count, count, root, w->needed);
    for (int i = 0; i < w->tape->count; i++) {
        const GeomsNode *n = node_of (w, i);
        if (w->needed[i] && geoms_arguments (n->op) > 0 && written[n->op].level == NO_LEVEL)
            w->unknown = 1;
        const int square = n->op == GEOMS_OP_MUL && n->arg[0] == n->arg[1];
        for (int k = square; w->needed[i] && k < geoms_arguments (n->op); k++)
            w->uses[n->arg[k]]++;
    }
    for (int i = 0; i < count; i++) {
        w->uses[root[i]]++;
        w->result[root[i]] = 1;
    }
}

static void write_table (Writer *w, const GeomsNode *n)
{
    const GeomsPiecewise *p = w->tape->table + n->arg[1];

    write_table_name (w, n);
    put (w, " = mkpp ([");
    for (int i = 0; i <= p->pieces; i++) {
        put (w, i > 0 ? ", " : "");
        put_number (w, p->breaks[i]);
    }
    put (w, "], [");
    for (int i = 0; i < p->pieces; i++)
        for (int k = 0; k < p->order - n->arg[2]; k++) {
            double slope = p->coefs[i * p->order + k];
            for (int j = 0; j < n->arg[2]; j++)
                slope *= p->order - 1 - k - j;
            put (w, k > 0 ? ", " : i > 0 ? "; " : "");
            put_number (w, slope);
        }
    put (w, "]);");
    flush (w);
}

/* one statement for each table, and each derivative of one */
static void write_tables (Writer *w)
{
    for (int i = 0; i < w->tape->count; i++) {
        const GeomsNode *n = node_of (w, i);
        int first = w->needed[i] && n->op == GEOMS_OP_PIECEWISE;

        for (int j = 0; j < i && first; j++)
            first
                = ! (w->needed[j] && node_of (w, j)->op == GEOMS_OP_PIECEWISE
                     && node_of (w, j)->arg[1] == n->arg[1] && node_of (w, j)->arg[2] == n->arg[2]);
        if (first)
            write_table (w, n);
    }
}

/* one statement for each value that has a name */
static void write_names (Writer *w)
{
    for (int i = 0; i < w->tape->count; i++) {
        const GeomsNode *n = node_of (w, i);

        if (! w->needed[i] || geoms_arguments (n->op) == 0)
            continue;
        w->size[i] = 1;
        for (int k = 0; k < geoms_arguments (n->op); k++)
            w->size[i] += w->size[n->arg[k]];
        if (w->uses[i] == 1 && (w->size[i] <= MOST_INLINED || w->result[i]))
            continue;
        geoms_text_add (&w->line, "a%d = ", w->names + 1);
        write_operand (w, i, NO_LEVEL);
        put (w, ";");
        flush (w);
        w->name[i] = ++w->names;
        w->size[i] = 0;
    }
}

/* ---- all ---- */

static void write_result (Writer *w, int rows, int columns, const int *node, const char *result)
{
    if (rows * columns != 1) {
        geoms_text_add (&w->line, "%s = zeros (%d, %d);", result, rows, columns);
        flush (w);
    }
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            const int value = node[i + j * rows];
            if (rows * columns != 1 && value == 0)
                continue;
            put (w, result);
            if (columns > 1)
                geoms_text_add (&w->line, "(%d,%d)", i + 1, j + 1);
            else if (rows > 1)
                geoms_text_add (&w->line, "(%d)", i + 1);
            put (w, " = ");
            write_operand (w, value, NO_LEVEL);
            put (w, ";");
            flush (w);
        }
}

char *geoms_tape_write_m (const GeomsTape *tape, int rows, int columns, const int *node,
                          const char *result, const char *const *inputs, GeomsReport *report)
{
    const size_t n = (size_t)tape->count;
    GeomsText text = {0};
    Writer w = {.tape = tape, .inputs = inputs, .text = &text};

    w.needed = geoms_arena_get (&w.arena, n, 1);
    w.result = geoms_arena_get (&w.arena, n, 1);
    w.uses = geoms_arena_ints (&w.arena, n);
    w.size = geoms_arena_ints (&w.arena, n);
    w.name = geoms_arena_ints (&w.arena, n);
    if (! w.arena.failed) {
        find_uses (&w, rows * columns, node);
        if (! w.unknown) {
            write_tables (&w);
            write_names (&w);
            write_result (&w, rows, columns, node, result);
        }
    }
    const int failed = w.arena.failed || text.failed;
    geoms_arena_free (&w.arena);
    geoms_text_free (&w.line);
    if (! failed && ! w.unknown)
        return text.at;
    geoms_text_free (&text);
    if (failed)
        geoms_report (report, GEOMS_OUT_OF_MEMORY,
                      "There is not enough memory to write a function.");
    else
        geoms_report (report, GEOMS_BAD_MODEL,
                      "There is an operation that cannot be written in .m.");
    return NULL;
}
