/* tape.c - nodes found again by what they are */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tape.h"

/* ---- hashing ---- */

static size_t hash_of (const GeomsNode *n)
{
    unsigned long long bits, h = (unsigned long long)n->op;

    memcpy (&bits, &n->value, sizeof bits);
    for (int k = 0; k < 3; k++)
        h = (h ^ (unsigned)n->arg[k]) * 0x9e3779b97f4a7c15ull;
    h = (h ^ bits) * 0x9e3779b97f4a7c15ull;
    return (size_t)(h ^ h >> 29);
}

static int same (const GeomsNode *a, const GeomsNode *b)
{
    return a->op == b->op && memcmp (a->arg, b->arg, sizeof a->arg) == 0
           && memcmp (&a->value, &b->value, sizeof a->value) == 0;
}

/* where it is, or would be */
static int *place_of (const GeomsTape *tape, const GeomsNode *n)
{
    size_t i = hash_of (n) & (tape->buckets - 1);

    while (tape->bucket[i] >= 0 && ! same (tape->node + tape->bucket[i], n))
        i = (i + 1) & (tape->buckets - 1);
    return tape->bucket + i;
}

/* twice as many buckets as before: 0, or -1 */
static int rehash (GeomsTape *tape)
{
    const size_t buckets = tape->buckets > 0 ? 2 * tape->buckets : 1024;
    int *bucket = malloc (buckets * sizeof *bucket);

    if (bucket == NULL)
        return -1;
    memset (bucket, -1, buckets * sizeof *bucket);
    free (tape->bucket);
    tape->bucket = bucket;
    tape->buckets = buckets;
    for (int i = 0; i < tape->count; i++)
        *place_of (tape, tape->node + i) = i;
    return 0;
}

/* ---- nodes ---- */

/* the number of a node like this */
static int put (GeomsTape *tape, const GeomsNode *n)
{
    int *place;

    if (tape->fault != GEOMS_TAPE_GOOD)
        return 0;
    place = place_of (tape, n);
    if (*place >= 0)
        return *place;
    if (tape->count >= tape->most) {
        tape->fault = GEOMS_TAPE_FULL;
        return 0;
    }
    if ((2 * (size_t)tape->count >= tape->buckets && rehash (tape) != 0)
        || geoms_grow ((void **)&tape->node, &tape->room, (size_t)tape->count + 1,
                       sizeof *tape->node)
               != 0) {
        tape->fault = GEOMS_TAPE_NO_MEMORY;
        return 0;
    }
    tape->node[tape->count] = *n;
    *place_of (tape, n) = tape->count;
    return tape->count++;
}

int geoms_tape_constant (GeomsTape *tape, double value)
{
    GeomsNode n = {.op = GEOMS_OP_CONSTANT, .value = value};

    n.tame = isfinite (value) != 0;
    return put (tape, &n);
}

int geoms_tape_input (GeomsTape *tape, int number)
{
    const GeomsNode n = {.op = GEOMS_OP_INPUT, .tame = 1, .arg = {number}};

    tape->inputs = number >= tape->inputs ? number + 1 : tape->inputs;
    return put (tape, &n);
}

/* finite where the arguments are, but for numbers beyond 1e308 */
static int keeps_finite (const GeomsTape *tape, int op, int b)
{
    switch (op) {
    case GEOMS_OP_ADD: case GEOMS_OP_SUB: case GEOMS_OP_MUL: case GEOMS_OP_NEG:
    case GEOMS_OP_SIN: case GEOMS_OP_COS: case GEOMS_OP_ATAN: case GEOMS_OP_TANH:
    case GEOMS_OP_ABS: case GEOMS_OP_MIN: case GEOMS_OP_MAX:
    case GEOMS_OP_LT: case GEOMS_OP_LE: case GEOMS_OP_EQ: case GEOMS_OP_NE:
    case GEOMS_OP_AND: case GEOMS_OP_OR: case GEOMS_OP_NOT: case GEOMS_OP_SELECT:
        return 1;
    case GEOMS_OP_DIV:
        return geoms_tape_is_constant (tape, b) && tape->node[b].value != 0;
    default:
        return 0;
    }
}

int geoms_tape_record (GeomsTape *tape, int op, int a, int b, int c)
{
    GeomsNode n = {.op = (short)op, .arg = {a, b, c}};
    int tame = 1;

    for (int k = 0; k < geoms_arguments (op); k++)
        tame &= tape->node[n.arg[k]].tame;
    n.tame = (short)(tame && keeps_finite (tape, op, b));
    return put (tape, &n);
}

/* ---- tables ---- */

static int same_table (const GeomsPiecewise *a, const GeomsPiecewise *b)
{
    return a->pieces == b->pieces && a->order == b->order
           && memcmp (a->breaks, b->breaks, (size_t)(a->pieces + 1) * sizeof *a->breaks) == 0
           && memcmp (a->coefs, b->coefs, (size_t)(a->pieces * a->order) * sizeof *a->coefs) == 0;
}

/* its numbers in memory of its own; NULL without */
static double *copied (const GeomsPiecewise *p)
{
    const size_t breaks = (size_t)p->pieces + 1, coefs = (size_t)p->pieces * (size_t)p->order;
    double *to = malloc ((breaks + coefs) * sizeof *to);

    if (to != NULL) {
        memcpy (to, p->breaks, breaks * sizeof *to);
        memcpy (to + breaks, p->coefs, coefs * sizeof *to);
    }
    return to;
}

int geoms_tape_table (GeomsTape *tape, int pieces, int order, const double *breaks,
                      const double *coefs)
{
    GeomsPiecewise p = {pieces, order, breaks, coefs};

    if (tape->fault != GEOMS_TAPE_GOOD || ! geoms_piecewise_is_sound (&p))
        return -1;
    for (int i = 0; i < tape->tables; i++)
        if (same_table (tape->table + i, &p))
            return i;
    if (geoms_grow ((void **)&tape->table, &tape->table_room, (size_t)tape->tables + 1, sizeof p) != 0
        || (p.breaks = copied (&p)) == NULL) {
        tape->fault = GEOMS_TAPE_NO_MEMORY;
        return -1;
    }
    p.coefs = p.breaks + pieces + 1;
    tape->table[tape->tables] = p;
    return tape->tables++;
}

/* ---- all ---- */

int geoms_tape_begin (GeomsTape *tape, int most)
{
    memset (tape, 0, sizeof *tape);
    tape->most = most;
    if (rehash (tape) == 0)
        geoms_tape_constant (tape, 0);
    else
        tape->fault = GEOMS_TAPE_NO_MEMORY;
    if (tape->fault == GEOMS_TAPE_GOOD)
        return 0;
    geoms_tape_end (tape);
    return -1;
}

void geoms_tape_end (GeomsTape *tape)
{
    for (int i = 0; i < tape->tables; i++)
        free ((void *)tape->table[i].breaks);
    free (tape->table);
    free (tape->node);
    free (tape->bucket);
    memset (tape, 0, sizeof *tape);
}

void geoms_tape_evaluate (const GeomsTape *tape, const double *input, double *value)
{
    for (int i = 0; i < tape->count; i++) {
        const GeomsNode *n = tape->node + i;

        if (n->op == GEOMS_OP_CONSTANT)
            value[i] = n->value;
        else if (n->op == GEOMS_OP_INPUT)
            value[i] = input[n->arg[0]];
        else
            value[i] = geoms_tape_value (tape, n, value[n->arg[0]],
                                         n->op == GEOMS_OP_PIECEWISE ? 0 : value[n->arg[1]],
                                         n->op == GEOMS_OP_PIECEWISE ? 0 : value[n->arg[2]]);
    }
}

/* ---- from outside ---- */

GeomsTape *geoms_tape_create (int most)
{
    GeomsTape *tape = malloc (sizeof *tape);

    if (tape != NULL && geoms_tape_begin (tape, most) == 0)
        return tape;
    free (tape);
    return NULL;
}

void geoms_tape_free (GeomsTape *tape)
{
    if (tape != NULL)
        geoms_tape_end (tape);
    free (tape);
}

int geoms_operation_named (const char *name, int *arguments)
{
    static const char *const names[] = {
#define GEOMS_OPERATION_NAME(NAME, arguments, value) #NAME,
        GEOMS_OPERATIONS (GEOMS_OPERATION_NAME)
#undef GEOMS_OPERATION_NAME
    };

    for (int op = 0; op < GEOMS_OP_PIECEWISE; op++)
        if (strcmp (name, names[op]) == 0) {
            *arguments = geoms_arguments (op);
            return op;
        }
    return -1;
}

int geoms_tape_count (const GeomsTape *tape) { return tape->count; }
int geoms_tape_inputs (const GeomsTape *tape) { return tape->inputs; }

int geoms_tape_knows (const GeomsTape *tape, int node, double *value)
{
    *value = tape->node[node].value;
    return geoms_tape_is_constant (tape, node);
}

const char *geoms_tape_trouble (const GeomsTape *tape)
{
    switch (tape->fault) {
    case GEOMS_TAPE_NO_MEMORY: return "There is not enough memory to record the functions.";
    case GEOMS_TAPE_FULL: return "The functions make too many operations to be recorded.";
    default: return NULL;
    }
}
