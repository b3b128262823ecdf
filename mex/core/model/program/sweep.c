/* sweep.c - derivatives of roots: by one direction, or by inputs, forward or in reverse
 *
 *     forward   y' = sum of (dy/da_k) a_k'        reverse   a_k~ += y~ dy/da_k
 *
 *     select (c, a, b)' = select (c, a', b'),   min (a, b)' = select (a <= b, a', b'):
 *     never a mask times a value: the branch that is not taken may be NaN. Reverse would multiply
 *     the adjoint 0 of that branch by its slopes, and is not for roots with choices
 *     sqrt (a)' = a' dsqrt (sqrt a), which is 0 at 0, so that |v| v has the slope 0 at rest
 *     d|a| = sign a;  steps (sign, floor, relations) have the slope 0
 *
 * While they are made, 0 x is 0 whatever x is: the zeros are those of the structure.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sweep.h"

/* ---- short names ---- */

static int number (GeomsTape *t, double value) { return geoms_tape_constant (t, value); }
static int node (GeomsTape *t, int op, int a, int b) { return geoms_tape_node (t, op, a, b, 0); }
static int add (GeomsTape *t, int a, int b) { return node (t, GEOMS_OP_ADD, a, b); }
static int sub (GeomsTape *t, int a, int b) { return node (t, GEOMS_OP_SUB, a, b); }
static int mul (GeomsTape *t, int a, int b) { return node (t, GEOMS_OP_MUL, a, b); }
static int quotient (GeomsTape *t, int a, int b) { return node (t, GEOMS_OP_DIV, a, b); }
static int unary (GeomsTape *t, int op, int a) { return node (t, op, a, 0); }
static int neg (GeomsTape *t, int a) { return unary (t, GEOMS_OP_NEG, a); }
static int square (GeomsTape *t, int a) { return mul (t, a, a); }
static int reciprocal (GeomsTape *t, int a) { return quotient (t, number (t, 1), a); }

/* ---- slopes ---- */

/* 1 / sqrt (1 - a^2) */
static int slope_asin (GeomsTape *t, int a)
{
    return reciprocal (t, unary (t, GEOMS_OP_SQRT, sub (t, number (t, 1), square (t, a))));
}

/* d (a^b) / da: b a^(b - 1), 0 at a = 0 where that would be infinite */
static int slope_base (GeomsTape *t, int a, int b)
{
    const int slope = mul (t, b, node (t, GEOMS_OP_POW, a, sub (t, b, number (t, 1))));

    if (geoms_tape_is_constant (t, b) && t->node[b].value >= 1)
        return slope;
    return geoms_tape_node (t, GEOMS_OP_SELECT, node (t, GEOMS_OP_EQ, a, 0), 0, slope);
}

/* d (a^b) / db: a^b log a, 0 at a = 0 */
static int slope_exponent (GeomsTape *t, int y, int a)
{
    return geoms_tape_node (t, GEOMS_OP_SELECT, node (t, GEOMS_OP_EQ, a, 0), 0,
                            mul (t, y, unary (t, GEOMS_OP_LOG, a)));
}

/* of a node with two arguments that is not chosen between them */
static int slope_of_two (GeomsTape *t, int i, int k)
{
    const GeomsNode n = t->node[i];
    const int a = n.arg[0], b = n.arg[1];

    switch (n.op) {
    case GEOMS_OP_ADD: return number (t, 1);
    case GEOMS_OP_SUB: return number (t, k == 0 ? 1 : -1);
    case GEOMS_OP_MUL: return n.arg[1 - k];
    case GEOMS_OP_DIV: return k == 0 ? reciprocal (t, b) : neg (t, quotient (t, i, b));
    case GEOMS_OP_POW: return k == 0 ? slope_base (t, a, b) : slope_exponent (t, i, a);
    case GEOMS_OP_HYPOT: /* a / h, 0 at h = 0 */
        return mul (t, n.arg[k], mul (t, number (t, 2), unary (t, GEOMS_OP_DSQRT, i)));
    case GEOMS_OP_ATAN2: {
        const int sum = add (t, square (t, a), square (t, b));
        return k == 0 ? quotient (t, b, sum) : neg (t, quotient (t, a, sum));
    }
    case GEOMS_OP_MOD:
        return k == 0 ? number (t, 1) : neg (t, unary (t, GEOMS_OP_FLOOR, quotient (t, a, b)));
    case GEOMS_OP_REM:
        return k == 0 ? number (t, 1) : neg (t, unary (t, GEOMS_OP_FIX, quotient (t, a, b)));
    default: return 0;
    }
}

/* dy / da of a function of one argument, y = node i */
static int slope_of_one (GeomsTape *t, int i)
{
    const int a = t->node[i].arg[0];

    switch (t->node[i].op) {
    case GEOMS_OP_NEG: return number (t, -1);
    case GEOMS_OP_SIN: return unary (t, GEOMS_OP_COS, a);
    case GEOMS_OP_COS: return neg (t, unary (t, GEOMS_OP_SIN, a));
    case GEOMS_OP_TAN: return add (t, number (t, 1), square (t, i));
    case GEOMS_OP_ASIN: return slope_asin (t, a);
    case GEOMS_OP_ACOS: return neg (t, slope_asin (t, a));
    case GEOMS_OP_ATAN: return reciprocal (t, add (t, number (t, 1), square (t, a)));
    case GEOMS_OP_SINH: return unary (t, GEOMS_OP_COSH, a);
    case GEOMS_OP_COSH: return unary (t, GEOMS_OP_SINH, a);
    case GEOMS_OP_TANH: return sub (t, number (t, 1), square (t, i));
    case GEOMS_OP_EXP: return i;
    case GEOMS_OP_EXPM1: return unary (t, GEOMS_OP_EXP, a);
    case GEOMS_OP_LOG: return reciprocal (t, a);
    case GEOMS_OP_LOG2: return quotient (t, number (t, 1.4426950408889634), a);   /* 1 / log 2  */
    case GEOMS_OP_LOG10: return quotient (t, number (t, 0.43429448190325182), a); /* 1 / log 10 */
    case GEOMS_OP_LOG1P: return reciprocal (t, add (t, number (t, 1), a));
    case GEOMS_OP_SQRT: return unary (t, GEOMS_OP_DSQRT, i);
    case GEOMS_OP_DSQRT: return mul (t, number (t, -2), square (t, i));
    case GEOMS_OP_ABS: return unary (t, GEOMS_OP_SIGN, a);
    case GEOMS_OP_PIECEWISE:
        return geoms_tape_node (t, GEOMS_OP_PIECEWISE, a, t->node[i].arg[1], t->node[i].arg[2] + 1);
    default: return 0;
    }
}

/* ---- chain rule ---- */

static int chosen (GeomsTape *t, int c, int yes, int no)
{
    return geoms_tape_node (t, GEOMS_OP_SELECT, c, yes, no);
}

/* of min and max: whether the first argument is taken */
static int takes_first (GeomsTape *t, const GeomsNode *n)
{
    return n->op == GEOMS_OP_MIN ? node (t, GEOMS_OP_LE, n->arg[0], n->arg[1])
                                 : node (t, GEOMS_OP_LE, n->arg[1], n->arg[0]);
}

/* `by` times the slope of node i by its argument k */
static int share (GeomsTape *t, int i, int k, int by)
{
    const GeomsNode n = t->node[i];

    if (by == 0)
        return 0;
    if (n.op == GEOMS_OP_DIV && k == 0)
        return quotient (t, by, n.arg[1]);
    return mul (t, by, geoms_arguments (n.op) == 1 ? slope_of_one (t, i) : slope_of_two (t, i, k));
}

/* the rate of node i from those of its arguments */
static int rate_of (GeomsTape *t, int i, const int *rate)
{
    const GeomsNode n = t->node[i];
    int sum = 0;

    if (n.op == GEOMS_OP_SELECT)
        return chosen (t, n.arg[0], rate[n.arg[1]], rate[n.arg[2]]);
    if ((n.op == GEOMS_OP_MIN || n.op == GEOMS_OP_MAX) && (rate[n.arg[0]] || rate[n.arg[1]]))
        return chosen (t, takes_first (t, &n), rate[n.arg[0]], rate[n.arg[1]]);
    for (int k = 0; k < geoms_arguments (n.op); k++)
        sum = add (t, sum, share (t, i, k, rate[n.arg[k]]));
    return sum;
}

/* ---- what is needed ---- */

void geoms_sweep_needed (const GeomsTape *t, int nodes, int count, const int *root,
                         unsigned char *needed)
{
    memset (needed, 0, (size_t)nodes);
    for (int i = 0; i < count; i++)
        needed[root[i]] = 1;
    for (int i = nodes - 1; i >= 0; i--) {
        const GeomsNode *n = t->node + i;
        for (int k = 0; needed[i] && k < geoms_arguments (n->op); k++)
            needed[n->arg[k]] = 1;
    }
}

int geoms_sweep_operations (const GeomsTape *t, int count, const int *root)
{
    unsigned char *needed = malloc ((size_t)t->count + 1);
    int sum = 0;

    if (needed == NULL)
        return -1;
    geoms_sweep_needed (t, t->count, count, root, needed);
    for (int i = 0; i < t->count; i++)
        sum += needed[i] && geoms_arguments (t->node[i].op) > 0;
    free (needed);
    return sum;
}

int geoms_entries_operations (const GeomsTape *t, const GeomsEntries *list)
{
    int *root = malloc (((size_t)list->count + 1) * sizeof *root), found = -1;

    for (int e = 0; e < list->count && root != NULL; e++)
        root[e] = list->entry[e].node;
    if (root != NULL)
        found = geoms_sweep_operations (t, list->count, root);
    free (root);
    return found;
}

int geoms_sweep_reverses (const GeomsTape *t, int count, const int *root)
{
    unsigned char *needed = malloc ((size_t)t->count + 1);
    int yes = needed != NULL;

    if (yes)
        geoms_sweep_needed (t, t->count, count, root, needed);
    for (int i = 0; yes && i < t->count; i++) {
        const int op = t->node[i].op;
        yes = ! needed[i]
              || (op != GEOMS_OP_SELECT && op != GEOMS_OP_MIN && op != GEOMS_OP_MAX);
    }
    free (needed);
    return yes;
}

/* ---- along a direction ---- */

int geoms_sweep_tangent (GeomsTape *t, int count, const int *root, int inputs, const int *seed,
                         int *rate)
{
    const int nodes = t->count, derives = t->derives;
    unsigned char *needed = malloc ((size_t)nodes + 1);
    int *all = calloc ((size_t)nodes + 1, sizeof *all);

    if (needed != NULL && all != NULL) {
        geoms_sweep_needed (t, nodes, count, root, needed);
        t->derives = 1;
        for (int i = 0; i < nodes; i++)
            if (needed[i] && t->node[i].op == GEOMS_OP_INPUT)
                all[i] = t->node[i].arg[0] < inputs ? seed[t->node[i].arg[0]] : 0;
            else if (needed[i])
                all[i] = rate_of (t, i, all);
        t->derives = derives;
        for (int i = 0; i < count; i++)
            rate[i] = all[root[i]];
    }
    const int status = needed != NULL && all != NULL ? 0 : -1;
    free (needed);
    free (all);
    return status;
}

/* a node with other arguments; numbers of tables are none */
static int with_arguments (GeomsTape *t, const GeomsNode *n, const int *to)
{
    const int table = n->op == GEOMS_OP_PIECEWISE;

    return geoms_tape_node (t, n->op, to[n->arg[0]], table ? n->arg[1] : to[n->arg[1]],
                            table ? n->arg[2] : to[n->arg[2]]);
}

int geoms_sweep_substitute (GeomsTape *t, int count, int *root, int inputs, const int *by)
{
    const int nodes = t->count, derives = t->derives;
    unsigned char *needed = malloc ((size_t)nodes + 1);
    int *to = calloc ((size_t)nodes + 1, sizeof *to);

    if (needed != NULL && to != NULL) {
        geoms_sweep_needed (t, nodes, count, root, needed);
        t->derives = 1;
        for (int i = 0; i < nodes; i++) {
            const GeomsNode n = t->node[i];
            if (! needed[i])
                continue;
            if (n.op == GEOMS_OP_INPUT)
                to[i] = n.arg[0] < inputs && by[n.arg[0]] >= 0 ? by[n.arg[0]] : i;
            else if (geoms_arguments (n.op) == 0)
                to[i] = i;
            else
                to[i] = with_arguments (t, &n, to);
        }
        t->derives = derives;
        for (int i = 0; i < count; i++)
            root[i] = to[root[i]];
    }
    const int status = needed != NULL && to != NULL ? 0 : -1;
    free (needed);
    free (to);
    return status;
}

/* ---- Jacobians ---- */

void geoms_entries_free (GeomsEntries *list)
{
    free (list->entry);
    memset (list, 0, sizeof *list);
}

int geoms_entries_append (GeomsEntries *list, int row, int column, int node)
{
    if (geoms_grow ((void **)&list->entry, &list->room, (size_t)list->count + 1,
                    sizeof *list->entry)
        != 0)
        return -1;
    list->entry[list->count++] = (GeomsEntry){row, column, node};
    return 0;
}

/* The rates of all nodes by all columns, as one list: those of node i are first[i] ... last[i] - 1. */
typedef struct Rates {
    GeomsEntries list;
    int *first, *last;
    int *at;          /* by column: place in the list of the node at hand, -1                   */
    int columns;
} Rates;

/* the columns by which arguments of a node change, rising: how many; -1 without memory */
static int gather (const GeomsTape *t, Rates *r, int i, int **column, size_t *room)
{
    const GeomsNode *n = t->node + i;
    int count = 0;

    for (int k = 0; k < geoms_arguments (n->op); k++) {
        const int a = n->arg[k];
        for (int e = r->first[a]; e < r->last[a]; e++) {
            const int c = r->list.entry[e].column;
            if (r->at[c])
                continue;
            if (geoms_grow ((void **)column, room, (size_t)count + 1, sizeof **column) != 0)
                return -1;
            r->at[c] = 1;
            (*column)[count++] = c;
        }
    }
    for (int e = 0; e < count; e++)
        r->at[(*column)[e]] = 0;
    return count;
}

static int rising (const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* the node by which node a changes with a column */
static int rate_by (const Rates *r, int a, int column)
{
    int low = r->first[a], high = r->last[a];

    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (r->list.entry[middle].column < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->last[a] && r->list.entry[low].column == column ? r->list.entry[low].node : 0;
}

/* rates of node i by all columns */
static int rates_of (GeomsTape *t, Rates *r, int i, int *scratch, int **column, size_t *room)
{
    const GeomsNode n = t->node[i];
    const int count = gather (t, r, i, column, room);

    if (count > 1)
        qsort (*column, (size_t)count, sizeof **column, rising);
    for (int e = 0; e < count; e++) {
        for (int k = 0; k < geoms_arguments (n.op); k++)
            scratch[n.arg[k]] = rate_by (r, n.arg[k], (*column)[e]);
        const int rate = rate_of (t, i, scratch);
        if (rate != 0 && geoms_entries_append (&r->list, i, (*column)[e], rate) != 0)
            return -1;
    }
    return count < 0 ? -1 : 0;
}

static int forward_nodes (GeomsTape *t, Rates *r, int nodes, const unsigned char *needed,
                          int inputs, const int *column, int *scratch)
{
    int *list = NULL, status = 0;
    size_t room = 0;

    for (int i = 0; i < nodes && status == 0; i++) {
        const GeomsNode n = t->node[i];
        r->first[i] = r->list.count;
        if (needed[i] && n.op == GEOMS_OP_INPUT) {
            if (n.arg[0] < inputs && column[n.arg[0]] >= 0)
                status = geoms_entries_append (&r->list, i, column[n.arg[0]], number (t, 1));
        } else if (needed[i])
            status = rates_of (t, r, i, scratch, &list, &room);
        r->last[i] = r->list.count;
    }
    free (list);
    return status;
}

static int columns_of (int inputs, const int *column)
{
    int columns = 0;

    for (int i = 0; i < inputs; i++)
        columns = column[i] >= columns ? column[i] + 1 : columns;
    return columns;
}

int geoms_sweep_forward (GeomsTape *t, int count, const int *root, int inputs, const int *column,
                         GeomsEntries *jacobian)
{
    const int nodes = t->count, derives = t->derives, columns = columns_of (inputs, column);
    unsigned char *needed = malloc ((size_t)nodes + 1);
    int *work = calloc (3 * (size_t)nodes + (size_t)columns + 1, sizeof *work), status = -1;
    Rates r = {.first = work, .last = work + nodes, .at = work + 3 * nodes, .columns = columns};

    jacobian->count = 0;
    if (needed != NULL && work != NULL) {
        geoms_sweep_needed (t, nodes, count, root, needed);
        t->derives = 1;
        status = forward_nodes (t, &r, nodes, needed, inputs, column, work + 2 * nodes);
        t->derives = derives;
        for (int i = 0; i < count && status == 0; i++)
            for (int e = r.first[root[i]]; e < r.last[root[i]] && status == 0; e++)
                status = geoms_entries_append (jacobian, i, r.list.entry[e].column, r.list.entry[e].node);
    }
    geoms_entries_free (&r.list);
    free (needed);
    free (work);
    return status;
}

/* what one root needs: nodes in the order in which they are found, and marks, the number of the root
 * plus one; adjoints of them, 0 elsewhere */
typedef struct Reach {
    int *node, *mark, *adjoint, *of_column, *column;
} Reach;

static int falling (const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* how many they are, the last one first */
static int find_reach (const GeomsTape *t, int row, int root, Reach *r)
{
    int count = 1;

    r->node[0] = root;
    r->mark[root] = row + 1;
    for (int i = 0; i < count; i++) {
        const GeomsNode *n = t->node + r->node[i];
        for (int k = 0; k < geoms_arguments (n->op); k++)
            if (r->mark[n->arg[k]] != row + 1) {
                r->mark[n->arg[k]] = row + 1;
                r->node[count++] = n->arg[k];
            }
    }
    qsort (r->node, (size_t)count, sizeof *r->node, falling);
    return count;
}

/* adjoints of all nodes that one root needs, into one row */
static int reverse_row (GeomsTape *t, int row, int root, int inputs, const int *column, Reach *r,
                        GeomsEntries *jacobian)
{
    const int nodes = find_reach (t, row, root, r);
    int status = 0, count = 0;

    r->adjoint[root] = number (t, 1);
    for (int e = 0; e < nodes; e++) {
        const int i = r->node[e];
        const GeomsNode n = t->node[i];
        if (r->adjoint[i] == 0)
            continue;
        if (n.op == GEOMS_OP_INPUT && n.arg[0] < inputs && column[n.arg[0]] >= 0) {
            r->of_column[column[n.arg[0]]] = r->adjoint[i];
            r->column[count++] = column[n.arg[0]];
        }
        for (int k = 0; k < geoms_arguments (n.op); k++)
            r->adjoint[n.arg[k]] = add (t, r->adjoint[n.arg[k]], share (t, i, k, r->adjoint[i]));
        r->adjoint[i] = 0;
    }
    qsort (r->column, (size_t)count, sizeof *r->column, rising);
    for (int c = 0; c < count && status == 0; c++)
        status = geoms_entries_append (jacobian, row, r->column[c], r->of_column[r->column[c]]);
    return status;
}

int geoms_sweep_reverse (GeomsTape *t, int count, const int *root, int inputs, const int *column,
                         GeomsEntries *jacobian)
{
    const int derives = t->derives, columns = columns_of (inputs, column);
    const size_t nodes = (size_t)t->count, n = (size_t)columns;
    int *work = calloc (3 * nodes + 2 * n + 1, sizeof *work), status = work != NULL ? 0 : -1;
    Reach r = {work, work + nodes, work + 2 * nodes, work + 3 * nodes, work + 3 * nodes + n};

    jacobian->count = 0;
    t->derives = 1;
    for (int i = 0; i < count && status == 0; i++)
        status = reverse_row (t, i, root[i], inputs, column, &r, jacobian);
    t->derives = derives;
    free (work);
    return status;
}
