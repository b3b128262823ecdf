/* vector_of.h - vectors of three and matrices of three columns for one kind of numbers
 *
 * Included with NUMBER and NAME by vector.h for single numbers, by lanes_of.h for some side by
 * side; both have NAME (of) before: a number that is the same in all places.
 */

GEOMS_INLINE NUMBER NAME (dot3) (const NUMBER *a, const NUMBER *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c is neither a nor b, also below */
GEOMS_INLINE void NAME (cross) (const NUMBER *a, const NUMBER *b, NUMBER *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

GEOMS_INLINE void NAME (add_cross) (const NUMBER *a, const NUMBER *b, NUMBER *c)
{
    c[0] += a[1] * b[2] - a[2] * b[1];
    c[1] += a[2] * b[0] - a[0] * b[2];
    c[2] += a[0] * b[1] - a[1] * b[0];
}

GEOMS_INLINE void NAME (set3) (const NUMBER *a, NUMBER *b)
{
    b[0] = a[0];
    b[1] = a[1];
    b[2] = a[2];
}

/* y += x,  y += s x */
GEOMS_INLINE void NAME (add3) (const NUMBER *x, NUMBER *y)
{
    y[0] += x[0];
    y[1] += x[1];
    y[2] += x[2];
}

GEOMS_INLINE void NAME (axpy3) (NUMBER s, const NUMBER *x, NUMBER *y)
{
    y[0] += s * x[0];
    y[1] += s * x[1];
    y[2] += s * x[2];
}

GEOMS_INLINE void NAME (turn3) (const NUMBER *A, const NUMBER *x, NUMBER *y)
{
    y[0] = A[0] * x[0] + A[3] * x[1] + A[6] * x[2];
    y[1] = A[1] * x[0] + A[4] * x[1] + A[7] * x[2];
    y[2] = A[2] * x[0] + A[5] * x[1] + A[8] * x[2];
}

GEOMS_INLINE void NAME (turn_back3) (const NUMBER *A, const NUMBER *x, NUMBER *y)
{
    y[0] = NAME (dot3) (A, x);
    y[1] = NAME (dot3) (A + 3, x);
    y[2] = NAME (dot3) (A + 6, x);
}

GEOMS_INLINE void NAME (multiply3) (const NUMBER *A, const NUMBER *B, NUMBER *C)
{
    NAME (turn3) (A, B, C);
    NAME (turn3) (A, B + 3, C + 3);
    NAME (turn3) (A, B + 6, C + 6);
}

/* the same of six: (rotation; translation), (moment; force) */
GEOMS_INLINE NUMBER NAME (dot6) (const NUMBER *a, const NUMBER *b)
{
    return NAME (dot3) (a, b) + NAME (dot3) (a + 3, b + 3);
}

GEOMS_INLINE void NAME (add6) (const NUMBER *x, NUMBER *y)
{
    NAME (add3) (x, y);
    NAME (add3) (x + 3, y + 3);
}

GEOMS_INLINE void NAME (axpy6) (NUMBER s, const NUMBER *x, NUMBER *y)
{
    NAME (axpy3) (s, x, y);
    NAME (axpy3) (s, x + 3, y + 3);
}

/* a motion of the predecessor, at the end of l:  T (a; b) = (a; b + a x l) */
GEOMS_INLINE void NAME (carry) (const NUMBER *l, const NUMBER *m, NUMBER *to)
{
    NAME (set3) (m, to);
    NAME (set3) (m + 3, to + 3);
    NAME (add_cross) (m, l, to + 3);
}

/* a wrench about the end of l, about its begin:  sum += T'(n; F) = (n + l x F; F) */
GEOMS_INLINE void NAME (add_carried_back) (const NUMBER *l, const NUMBER *f, NUMBER *sum)
{
    NAME (add6) (f, sum);
    NAME (add_cross) (l, f + 3, sum);
}

/* sin and cos, of each number by itself */
GEOMS_INLINE void NAME (sine) (NUMBER q, NUMBER *s, NUMBER *c)
{
    for (size_t i = 0; i < sizeof q / sizeof (double); i++) {
        const double angle = ((const double *)&q)[i];
        ((double *)s)[i] = sin (angle);
        ((double *)c)[i] = cos (angle);
    }
}

/* x' = c x + s y, y' = c y - s x: two columns turned about the third */
GEOMS_INLINE void NAME (turn_pair) (NUMBER s, NUMBER c, const NUMBER *x, const NUMBER *y,
                                    NUMBER *to_x, NUMBER *to_y)
{
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        to_x[i] = c * x[i] + s * y[i];
        to_y[i] = c * y[i] - s * x[i];
    }
}

/* rotation of a quaternion of any length */
GEOMS_INLINE void NAME (quaternion_turn) (const NUMBER *e, NUMBER *R)
{
    const NUMBER one = NAME (of) (1);
    const NUMBER s = NAME (of) (2) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    const NUMBER x = s * e[1], y = s * e[2], z = s * e[3];

    R[0] = one - (y * e[2] + z * e[3]);
    R[1] = x * e[2] + z * e[0];
    R[2] = x * e[3] - y * e[0];
    R[3] = x * e[2] - z * e[0];
    R[4] = one - (x * e[1] + z * e[3]);
    R[5] = y * e[3] + x * e[0];
    R[6] = x * e[3] + y * e[0];
    R[7] = y * e[3] - x * e[0];
    R[8] = one - (x * e[1] + y * e[2]);
}
