/* operations.h - what a node of a tape may do: one list of operations and their values
 *
 * The values are those of Octave, bit for bit where its own are those of C's library: min and max
 * leave NaN out, relations are 0 or 1, what MATLAB makes complex (sqrt of less than 0) is NaN.
 */
#ifndef GEOMS_OPERATIONS_H
#define GEOMS_OPERATIONS_H

#include <math.h>

/* name, arguments, value */
/* what has no arguments */
#define GEOMS_LEAVES(X)                                               \
    X (CONSTANT, 0, NAN) /* its number stands in the node          */ \
    X (INPUT, 0, NAN) /* its number is the first argument        */   \
    X (FAIL, 0, NAN) /* it cannot be evaluated there             */
/* what processors do themselves */
#define GEOMS_ARITHMETIC(X)                                                   \
    X (ADD, 2, a + b)                                                         \
    X (SUB, 2, a - b)                                                         \
    X (MUL, 2, a * b)                                                         \
    X (DIV, 2, a / b)                                                         \
    X (NEG, 1, -a)                                                            \
    X (SQRT, 1, sqrt (a))                                                     \
    X (DSQRT, 1, a == 0 ? 0 : 0.5 / a) /* slope of a root whose value is a */ \
    X (ABS, 1, fabs (a))                                                      \
    X (SIGN, 1, a > 0 ? 1 : a < 0 ? -1 : a * 0)                               \
    X (MIN, 2, isnan (b) || a <= b ? a : b)                                   \
    X (MAX, 2, isnan (b) || a >= b ? a : b)                                   \
    X (LT, 2, a < b)                                                          \
    X (LE, 2, a <= b)                                                         \
    X (EQ, 2, a == b)                                                         \
    X (NE, 2, a != b)                                                         \
    X (AND, 2, a != 0 && b != 0)                                              \
    X (OR, 2, a != 0 || b != 0)                                               \
    X (NOT, 1, a == 0)                                                        \
    X (SELECT, 3, a != 0 ? b : c)
/* functions of the library */
#define GEOMS_FUNCTIONS(X)       \
    X (POW, 2, pow (a, b))       \
    X (SIN, 1, sin (a))          \
    X (COS, 1, cos (a))          \
    X (TAN, 1, tan (a))          \
    X (ASIN, 1, asin (a))        \
    X (ACOS, 1, acos (a))        \
    X (ATAN, 1, atan (a))        \
    X (ATAN2, 2, atan2 (a, b))   \
    X (SINH, 1, sinh (a))        \
    X (COSH, 1, cosh (a))        \
    X (TANH, 1, tanh (a))        \
    X (EXP, 1, exp (a))          \
    X (EXPM1, 1, expm1 (a))      \
    X (LOG, 1, log (a))          \
    X (LOG2, 1, log2 (a))        \
    X (LOG10, 1, log10 (a))      \
    X (LOG1P, 1, log1p (a))      \
    X (HYPOT, 2, hypot (a, b))   \
    X (FLOOR, 1, floor (a))      \
    X (CEIL, 1, ceil (a))        \
    X (ROUND, 1, round (a))      \
    X (FIX, 1, trunc (a))        \
    X (MOD, 2, geoms_mod (a, b)) \
    X (REM, 2, geoms_rem (a, b))
/* a table of the tape: arguments are x, then the number of the table and of the derivative, which
 * are no nodes */
#define GEOMS_TABLES(X) \
    X (PIECEWISE, 1, NAN)
#define GEOMS_OPERATIONS(X) \
    GEOMS_LEAVES (X)        \
    GEOMS_ARITHMETIC (X)    \
    GEOMS_FUNCTIONS (X)     \
    GEOMS_TABLES (X)

typedef enum GeomsOperation {
#define GEOMS_OPERATION_NUMBER(NAME, arguments, value) GEOMS_OP_##NAME,
    GEOMS_OPERATIONS (GEOMS_OPERATION_NUMBER)
#undef GEOMS_OPERATION_NUMBER
    GEOMS_OPERATIONS_COUNT
} GeomsOperation;

/* x - n y with n = floor (x / y) or trunc (x / y), 0 where x / y is whole but for rounding */
static inline double geoms_whole_part (double x, double y, double n, double q)
{
    const double near = floor (q + 0.5);

    if (floor (y + 0.5) != y && fabs ((q - near) / near) < 2.220446049250313e-16)
        return 0;
    return x - y * n;
}
static inline double geoms_mod (double x, double y)
{
    if (y == 0 || x == y)
        return y == 0 ? x : 0;
    return copysign (geoms_whole_part (x, y, floor (x / y), x / y), y);
}
static inline double geoms_rem (double x, double y)
{
    if (y == 0 || x == y)
        return y == 0 ? NAN : 0;
    return copysign (geoms_whole_part (x, y, trunc (x / y), x / y), x);
}

/* the value of an operation that is not CONSTANT, INPUT or PIECEWISE */
static inline double geoms_operation (int op, double a, double b, double c)
{
    (void)a;
    (void)b;
    (void)c;
    switch (op) {
#define GEOMS_OPERATION_VALUE(NAME, arguments, value) \
    case GEOMS_OP_##NAME: return value;
        GEOMS_OPERATIONS (GEOMS_OPERATION_VALUE)
#undef GEOMS_OPERATION_VALUE
    default: return NAN;
    }
}

static inline int geoms_arguments (int op)
{
    static const signed char count[] = {
#define GEOMS_OPERATION_ARGUMENTS(NAME, arguments, value) arguments,
        GEOMS_OPERATIONS (GEOMS_OPERATION_ARGUMENTS)
#undef GEOMS_OPERATION_ARGUMENTS
    };
    return count[op];
}

#endif
