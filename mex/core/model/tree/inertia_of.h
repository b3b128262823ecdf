/* inertia_of.h - the functions of inertia.h for one kind of numbers: included with NUMBER and NAME
 * by inertia.h for single numbers, by lanes_of.h for some side by side
 */

GEOMS_INLINE void NAME (symmetric3) (const NUMBER *S, const NUMBER *x, NUMBER *y)
{
    y[0] = S[0] * x[0] + S[3] * x[1] + S[4] * x[2];
    y[1] = S[3] * x[0] + S[1] * x[1] + S[5] * x[2];
    y[2] = S[4] * x[0] + S[5] * x[1] + S[2] * x[2];
}

/* f = A a */
GEOMS_INLINE void NAME (inertia_apply) (const NUMBER *A, const NUMBER *a, NUMBER *f)
{
    const NUMBER *C = A + 6;
    NUMBER part[3];

    NAME (symmetric3) (A, a, f);
    NAME (turn3) (C, a + 3, part);
    NAME (add3) (part, f);
    NAME (symmetric3) (A + 15, a + 3, f + 3);
    NAME (turn_back3) (C, a, part);
    NAME (add3) (part, f + 3);
}

/* f = A (w; 0) */
GEOMS_INLINE void NAME (inertia_turn) (const NUMBER *A, const NUMBER *w, NUMBER *f)
{
    NAME (symmetric3) (A, w, f);
    NAME (turn_back3) (A + 6, w, f + 3);
}

/* S += s u u' */
GEOMS_INLINE void NAME (add_square) (NUMBER s, const NUMBER *u, NUMBER *S)
{
    const NUMBER x = s * u[0], y = s * u[1], z = s * u[2];

    S[0] += x * u[0];
    S[1] += y * u[1];
    S[2] += z * u[2];
    S[3] += x * u[1];
    S[4] += x * u[2];
    S[5] += y * u[2];
}

/* A += s U U' */
GEOMS_INLINE void NAME (inertia_add_square) (NUMBER s, const NUMBER *U, NUMBER *A)
{
    NUMBER *C = A + 6;

    NAME (add_square) (s, U, A);
    GEOMS_UNROLL
    for (int j = 0; j < 3; j++)
        NAME (axpy3) (s * U[3 + j], U, C + 3 * j);
    NAME (add_square) (s, U + 3, A + 15);
}

/* T'A T for T of geoms_carry:  C2 = C + [l] M,  I2 = I - C2 [l] + [l] C',  M2 = M */
GEOMS_INLINE void NAME (inertia_carried_back) (const NUMBER *l, const NUMBER *A, NUMBER *to)
{
    const NUMBER *C = A + 6, *M = A + 15;
    const NUMBER M1[3] = {M[0], M[3], M[4]}, M2[3] = {M[3], M[1], M[5]}, M3[3] = {M[4], M[5], M[2]};
    NUMBER *C2 = to + 6;

    /* C2 by columns */
    memcpy (C2, C, 9 * sizeof *C2);
    NAME (add_cross) (l, M1, C2);
    NAME (add_cross) (l, M2, C2 + 3);
    NAME (add_cross) (l, M3, C2 + 6);
    /* [l] C', whose columns are l x the rows of C, and - C2 [l] by columns: [l] e1 = (0, l3, -l2),
     * ... */
    to[0] = A[0] + (l[1] * C[6] - l[2] * C[3]) + (C2[6] * l[1] - C2[3] * l[2]);
    to[1] = A[1] + (l[2] * C[1] - l[0] * C[7]) + (C2[1] * l[2] - C2[7] * l[0]);
    to[2] = A[2] + (l[0] * C[5] - l[1] * C[2]) + (C2[5] * l[0] - C2[2] * l[1]);
    to[3] = A[3] + (l[1] * C[7] - l[2] * C[4]) + (C2[0] * l[2] - C2[6] * l[0]);
    to[4] = A[4] + (l[1] * C[8] - l[2] * C[5]) + (C2[3] * l[0] - C2[0] * l[1]);
    to[5] = A[5] + (l[2] * C[2] - l[0] * C[8]) + (C2[4] * l[0] - C2[1] * l[1]);
    memcpy (to + 15, M, 6 * sizeof *to);
}

/* sum += T'A T */
GEOMS_INLINE void NAME (inertia_add_carried_back) (const NUMBER *l, const NUMBER *A, NUMBER *sum)
{
    NUMBER carried[GEOMS_INERTIA];

    NAME (inertia_carried_back) (l, A, carried);
    GEOMS_UNROLL
    for (int i = 0; i < GEOMS_INERTIA; i += 3)
        NAME (add3) (carried + i, sum + i);
}

/* sum += T'A T + s W W' */
GEOMS_INLINE void NAME (inertia_add_hinge) (const NUMBER *l, const NUMBER *A, NUMBER s,
                                            const NUMBER *W, NUMBER *sum)
{
    NUMBER carried[GEOMS_INERTIA];

    NAME (inertia_carried_back) (l, A, carried);
    NAME (inertia_add_square) (s, W, carried);
    GEOMS_UNROLL
    for (int i = 0; i < GEOMS_INERTIA; i += 3)
        NAME (add3) (carried + i, sum + i);
}

/* A of a rigid body turned by R: mass, mc = mass times centre, I (6) about the origin, in its
 * frame; principal: no products of inertia; mc_w = R mc is given back */
GEOMS_INLINE void NAME (inertia_of) (NUMBER mass, const NUMBER *mc, const NUMBER *I, int principal,
                                     const NUMBER *R, NUMBER *A, NUMBER *mc_w)
{
    NUMBER RI[9], zero = NAME (of) (0);

    /* R I R' */
    GEOMS_UNROLL
    for (int i = 0; i < 3; i++) {
        const NUMBER row[3] = {R[i], R[3 + i], R[6 + i]};
        NUMBER y[3] = {I[0] * row[0], I[1] * row[1], I[2] * row[2]};
        if (! principal)
            NAME (symmetric3) (I, row, y);
        RI[i] = y[0], RI[3 + i] = y[1], RI[6 + i] = y[2];
    }
    A[0] = RI[0] * R[0] + RI[3] * R[3] + RI[6] * R[6];
    A[1] = RI[1] * R[1] + RI[4] * R[4] + RI[7] * R[7];
    A[2] = RI[2] * R[2] + RI[5] * R[5] + RI[8] * R[8];
    A[3] = RI[0] * R[1] + RI[3] * R[4] + RI[6] * R[7];
    A[4] = RI[0] * R[2] + RI[3] * R[5] + RI[6] * R[8];
    A[5] = RI[1] * R[2] + RI[4] * R[5] + RI[7] * R[8];
    /* [m c], m */
    NAME (turn3) (R, mc, mc_w);
    A[6] = A[10] = A[14] = zero;
    A[7] = mc_w[2], A[8] = -mc_w[1], A[9] = -mc_w[2];
    A[11] = mc_w[0], A[12] = mc_w[1], A[13] = -mc_w[0];
    A[15] = A[16] = A[17] = mass;
    A[18] = A[19] = A[20] = zero;
}

/* p = ( w x I w ; w x (w x mc) ) - wrench for A, mc of NAME (inertia_of) */
GEOMS_INLINE void NAME (inertia_bias) (const NUMBER *A, const NUMBER *mc, const NUMBER *w,
                                      const NUMBER *wrench, NUMBER *p)
{
    NUMBER y[3];

    NAME (symmetric3) (A, w, y);
    NAME (cross) (w, y, p);
    NAME (cross) (w, mc, y);
    NAME (cross) (w, y, p + 3);
    GEOMS_UNROLL
    for (int k = 0; k < 6; k++)
        p[k] -= wrench[k];
}
