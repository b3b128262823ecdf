/* rules.c - what is shorter and has the same value
 *
 *     the same bits, up to the sign of zero
 *         constants by their values;   x + 0, x - 0, 1 x, x / 1, -(-x), -1 x
 *         x + (-y) = x - y;   -(x - y) = y - x;   x + x = 2 x;   x / 2^k = 2^-k x
 *         signs out of sums, products, quotients and odd functions, away in even ones
 *         operands of + and * in the order of their numbers;   select (c, x, x) = x
 *     the same but for rounding
 *         x^2, x^3, x^-1, x^-2, x^(1/2)
 *     0 x = 0 and x - x = 0 where x is tame, or while derivatives are made
 *
 * Never are sums or products put together in another order.
 */
#include "tape.h"

/* ---- what a node is ---- */

static int op_of (const GeomsTape *t, int i) { return t->node[i].op; }
static int arg_of (const GeomsTape *t, int i, int k) { return t->node[i].arg[k]; }
static int is_neg (const GeomsTape *t, int i) { return op_of (t, i) == GEOMS_OP_NEG; }
static int is_number (const GeomsTape *t, int i, double value)
{
    return geoms_tape_is_constant (t, i) && t->node[i].value == value;
}
static int may_vanish (const GeomsTape *t, int i) { return t->derives || t->node[i].tame; }

static int is_relation (const GeomsTape *t, int i)
{
    const int op = op_of (t, i);

    return op >= GEOMS_OP_LT && op <= GEOMS_OP_NOT;
}

/* ---- short names ---- */

static int node (GeomsTape *t, int op, int a, int b) { return geoms_tape_node (t, op, a, b, 0); }
static int neg (GeomsTape *t, int a) { return node (t, GEOMS_OP_NEG, a, 0); }
static int record (GeomsTape *t, int op, int a, int b)
{
    return geoms_tape_record (t, op, a, b, 0);
}

static int ordered (GeomsTape *t, int op, int a, int b)
{
    return a < b ? record (t, op, a, b) : record (t, op, b, a);
}

/* ---- the operations that have rules ---- */

static int make_add (GeomsTape *t, int a, int b)
{
    if (is_number (t, a, 0))
        return b;
    if (is_number (t, b, 0))
        return a;
    if (is_neg (t, b))
        return node (t, GEOMS_OP_SUB, a, arg_of (t, b, 0));
    if (is_neg (t, a))
        return node (t, GEOMS_OP_SUB, b, arg_of (t, a, 0));
    if (a == b)
        return node (t, GEOMS_OP_MUL, geoms_tape_constant (t, 2), a);
    return ordered (t, GEOMS_OP_ADD, a, b);
}

static int make_sub (GeomsTape *t, int a, int b)
{
    if (is_number (t, b, 0))
        return a;
    if (is_number (t, a, 0))
        return neg (t, b);
    if (is_neg (t, b))
        return node (t, GEOMS_OP_ADD, a, arg_of (t, b, 0));
    if (is_neg (t, a))
        return neg (t, node (t, GEOMS_OP_ADD, arg_of (t, a, 0), b));
    if (a == b && may_vanish (t, a))
        return 0;
    return record (t, GEOMS_OP_SUB, a, b);
}

static int make_neg (GeomsTape *t, int a)
{
    if (is_neg (t, a))
        return arg_of (t, a, 0);
    if (op_of (t, a) == GEOMS_OP_SUB)
        return node (t, GEOMS_OP_SUB, arg_of (t, a, 1), arg_of (t, a, 0));
    if (op_of (t, a) == GEOMS_OP_MUL && geoms_tape_is_constant (t, arg_of (t, a, 0)))
        return node (t, GEOMS_OP_MUL, geoms_tape_constant (t, -t->node[arg_of (t, a, 0)].value),
                     arg_of (t, a, 1));
    return record (t, GEOMS_OP_NEG, a, 0);
}

/* a constant times b: it stands first */
static int scaled (GeomsTape *t, int a, int b)
{
    const double factor = t->node[a].value;

    if (factor == 0 && may_vanish (t, b))
        return 0;
    if (factor == 1)
        return b;
    if (factor == -1)
        return neg (t, b);
    if (is_neg (t, b))
        return scaled (t, geoms_tape_constant (t, -factor), arg_of (t, b, 0));
    return record (t, GEOMS_OP_MUL, a, b);
}

static int make_mul (GeomsTape *t, int a, int b)
{
    if (geoms_tape_is_constant (t, a))
        return scaled (t, a, b);
    if (geoms_tape_is_constant (t, b))
        return scaled (t, b, a);
    if (is_neg (t, a) && is_neg (t, b))
        return node (t, GEOMS_OP_MUL, arg_of (t, a, 0), arg_of (t, b, 0));
    if (is_neg (t, a))
        return neg (t, node (t, GEOMS_OP_MUL, arg_of (t, a, 0), b));
    if (is_neg (t, b))
        return neg (t, node (t, GEOMS_OP_MUL, a, arg_of (t, b, 0)));
    return ordered (t, GEOMS_OP_MUL, a, b);
}

/* a / d for a constant d */
static int divided (GeomsTape *t, int a, int d)
{
    const double value = t->node[d].value;
    int exponent;

    if (value == 1)
        return a;
    if (value == -1)
        return neg (t, a);
    if (fabs (frexp (value, &exponent)) == 0.5 && isnormal (1 / value))
        return node (t, GEOMS_OP_MUL, geoms_tape_constant (t, 1 / value), a);
    return is_neg (t, a) ? neg (t, divided (t, arg_of (t, a, 0), d))
                         : record (t, GEOMS_OP_DIV, a, d);
}

static int make_div (GeomsTape *t, int a, int b)
{
    if (is_number (t, a, 0) && t->derives)
        return 0;
    if (geoms_tape_is_constant (t, b))
        return divided (t, a, b);
    if (is_neg (t, a) && is_neg (t, b))
        return node (t, GEOMS_OP_DIV, arg_of (t, a, 0), arg_of (t, b, 0));
    if (is_neg (t, a))
        return neg (t, node (t, GEOMS_OP_DIV, arg_of (t, a, 0), b));
    if (is_neg (t, b))
        return neg (t, node (t, GEOMS_OP_DIV, a, arg_of (t, b, 0)));
    return record (t, GEOMS_OP_DIV, a, b);
}

static int make_pow (GeomsTape *t, int a, int b)
{
    const double exponent = geoms_tape_is_constant (t, b) ? t->node[b].value : NAN;
    const int square = exponent == 2 || exponent == 3 || exponent == -2;
    const int one = geoms_tape_constant (t, 1), two = square ? node (t, GEOMS_OP_MUL, a, a) : 0;

    if (exponent == 0)
        return one;
    if (exponent == 1)
        return a;
    if (exponent == 2)
        return two;
    if (exponent == 3)
        return node (t, GEOMS_OP_MUL, two, a);
    if (exponent == -1 || exponent == -2)
        return node (t, GEOMS_OP_DIV, one, exponent == -1 ? a : two);
    if (exponent == 0.5)
        return node (t, GEOMS_OP_SQRT, a, 0);
    return record (t, GEOMS_OP_POW, a, b);
}

/* f (-x) = -f (x), or f (x) */
static int make_odd (GeomsTape *t, int op, int a)
{
    return is_neg (t, a) ? neg (t, node (t, op, arg_of (t, a, 0), 0)) : record (t, op, a, 0);
}
static int make_even (GeomsTape *t, int op, int a)
{
    return record (t, op, is_neg (t, a) ? arg_of (t, a, 0) : a, 0);
}

static int make_logical (GeomsTape *t, int op, int a, int b)
{
    const int absorbing = op == GEOMS_OP_OR; /* 1 | x = 1,  0 & x = 0 */

    for (int k = 0; k < 2; k++) {
        const int known = k == 0 ? a : b, other = k == 0 ? b : a;
        if (! geoms_tape_is_constant (t, known))
            continue;
        if ((t->node[known].value != 0) == absorbing)
            return geoms_tape_constant (t, absorbing);
        if (is_relation (t, other))
            return other;
    }
    return a == b && is_relation (t, a) ? a : ordered (t, op, a, b);
}

static int make_select (GeomsTape *t, int c, int yes, int no)
{
    if (geoms_tape_is_constant (t, c))
        return t->node[c].value != 0 ? yes : no;
    if (yes == no)
        return yes;
    if (op_of (t, c) == GEOMS_OP_NOT)
        return geoms_tape_node (t, GEOMS_OP_SELECT, arg_of (t, c, 0), no, yes);
    return geoms_tape_record (t, GEOMS_OP_SELECT, c, yes, no);
}

/* a table, or a derivative of it, at a */
static int make_piecewise (GeomsTape *t, int a, int table, int which)
{
    if (table < 0 || table >= t->tables || which < 0 || which >= t->table[table].order)
        return 0;
    if (geoms_tape_is_constant (t, a))
        return geoms_tape_constant (t, geoms_piecewise_value (t->table + table, which,
                                                              t->node[a].value));
    return geoms_tape_record (t, GEOMS_OP_PIECEWISE, a, table, which);
}

/* ---- all ---- */

static int all_constant (const GeomsTape *t, int op, const int *arg)
{
    const int count = geoms_arguments (op);

    for (int k = 0; k < count; k++)
        if (! geoms_tape_is_constant (t, arg[k]))
            return 0;
    return count > 0;
}

int geoms_tape_node (GeomsTape *t, int op, int a, int b, int c)
{
    const int arg[3] = {a, b, c};

    if (t->fault != GEOMS_TAPE_GOOD)
        return 0;
    if (op == GEOMS_OP_PIECEWISE)
        return make_piecewise (t, a, b, c);
    if (all_constant (t, op, arg))
        return geoms_tape_constant (t, geoms_operation (op, t->node[a].value, t->node[b].value,
                                                        t->node[c].value));
    switch (op) {
    case GEOMS_OP_ADD: return make_add (t, a, b);
    case GEOMS_OP_SUB: return make_sub (t, a, b);
    case GEOMS_OP_NEG: return make_neg (t, a);
    case GEOMS_OP_MUL: return make_mul (t, a, b);
    case GEOMS_OP_DIV: return make_div (t, a, b);
    case GEOMS_OP_POW: return make_pow (t, a, b);
    case GEOMS_OP_SIN: case GEOMS_OP_TAN: case GEOMS_OP_ASIN: case GEOMS_OP_ATAN:
    case GEOMS_OP_SINH: case GEOMS_OP_TANH: case GEOMS_OP_SIGN:
        return make_odd (t, op, a);
    case GEOMS_OP_COS: case GEOMS_OP_COSH: case GEOMS_OP_ABS:
        return make_even (t, op, a);
    case GEOMS_OP_AND: case GEOMS_OP_OR: return make_logical (t, op, a, b);
    case GEOMS_OP_MIN: case GEOMS_OP_MAX: return a == b ? a : record (t, op, a, b);
    case GEOMS_OP_EQ: case GEOMS_OP_NE: return ordered (t, op, a, b);
    case GEOMS_OP_SELECT: return make_select (t, a, b, c);
    default: return geoms_tape_record (t, op, a, b, c);
    }
}

int geoms_tape_look_up (GeomsTape *tape, int table, int x)
{
    return geoms_tape_node (tape, GEOMS_OP_PIECEWISE, x, table, 0);
}
