/* mass_null.c - a singular mass matrix: M~ = M + C' W C, and what is massless and free in it
 *
 *     P' D^-1/2 M~ D^-1/2 P = [L11; L21] E [L11; L21]' + [0; S]
 *     with diagonal pivots of decreasing size
 *
 * S = 0: the null space has the columns D^-1/2 P [-L11^-T L21'; I]; a negative S_jj, or S_ij beside
 * none on the diagonal, tells a direction x with x' M~ x < 0. W_i = max M_kk / |C_i|^2, so that a
 * row's units do not matter. Where M has negative eigenvalues off ker C, a larger W outweighs them:
 * M~ must not be singular by chance.
 */
#include "mass.h"

#include <math.h>
#include <string.h>

static const double vanishing = 1e-12; /* pivots of the scaled matrix that count as zero ...   */
static const double negative = -1e-10; /* ... and that are no rounding                         */

#define AT(A, n, i, j) A[(size_t)(j) * (size_t)(n) + (size_t)(i)]

/* ---- M~ ---- */

/* largest diagonal entry, in size; 1 if there is none */
static double largest_mass (int n, const double *M)
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = geoms_max (most, fabs (AT (M, n, i, i)));
    return most > 0 ? most : 1;
}

/* rows that vanish against the others, in squares of their lengths, hold nothing */
static const double VANISHING_ROW = 1e-24;

static void set_weights (GeomsMass *s, double mass, const double *C, int ldc)
{
    double most = 0;

    memset (s->W, 0, (size_t)s->m * sizeof *s->W);
    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->m; i++)
            s->W[i] += AT (C, ldc, i, j) * AT (C, ldc, i, j);
    for (int i = 0; i < s->m; i++)
        most = geoms_max (most, s->W[i]);
    for (int i = 0; i < s->m; i++)
        s->W[i] = s->W[i] > VANISHING_ROW * most ? mass / s->W[i] : 0;
}

static void copy_mass (const GeomsMass *s, const double *M, int diagonal, double *A)
{
    const int n = s->n;

    if (! diagonal) {
        memcpy (A, M, (size_t)n * (size_t)n * sizeof *A);
        return;
    }
    memset (A, 0, (size_t)n * (size_t)n * sizeof *A);
    for (int i = 0; i < n; i++)
        AT (A, n, i, i) = AT (M, n, i, i);
}

/* s->factor += C' W C */
static void add_constraints (GeomsMass *s, const double *C, int ldc)
{
    const int n = s->n, m = s->m;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            AT (s->WC, m, i, j) = s->W[i] * AT (C, ldc, i, j);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            AT (s->factor, n, i, j)
                += geoms_dot (m, C + (size_t)i * (size_t)ldc, s->WC + (size_t)j * (size_t)m);
}

/* ---- its pivoted factors ---- */

/* s->scale = D^-1/2: D is the diagonal, the largest entry of a column where that has none */
static void set_scale (GeomsMass *s)
{
    const int n = s->n;

    for (int j = 0; j < n; j++) {
        double size = fabs (AT (s->factor, n, j, j));
        for (int i = 0; i < n && AT (s->factor, n, j, j) == 0; i++)
            size = geoms_max (size, fabs (AT (s->factor, n, i, j)));
        s->scale[j] = size > 0 ? 1 / sqrt (size) : 1;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            AT (s->pivoted, n, i, j) = s->scale[i] * AT (s->factor, n, i, j) * s->scale[j];
}

static void exchange (GeomsMass *s, int k, int p)
{
    const int n = s->n, order = s->order[k];
    double *A = s->pivoted;

    s->order[k] = s->order[p];
    s->order[p] = order;
    for (int i = 0; i < n; i++) {
        const double a = AT (A, n, i, k);
        AT (A, n, i, k) = AT (A, n, i, p);
        AT (A, n, i, p) = a;
    }
    for (int i = 0; i < n; i++) {
        const double a = AT (A, n, k, i);
        AT (A, n, k, i) = AT (A, n, p, i);
        AT (A, n, p, i) = a;
    }
}

/* s->pivoted becomes [L11 .; L21 S]; -> its rank */
static int factor_pivoted (GeomsMass *s)
{
    const int n = s->n;
    double *A = s->pivoted;

    for (int i = 0; i < n; i++)
        s->order[i] = i;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            p = AT (A, n, i, i) > AT (A, n, p, p) ? i : p;
        if (! (AT (A, n, p, p) > vanishing))
            return k;
        if (p != k)
            exchange (s, k, p);
        for (int i = k + 1; i < n; i++)
            AT (A, n, i, k) /= AT (A, n, k, k);
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                AT (A, n, i, j) -= AT (A, n, i, k) * AT (A, n, k, j);
    }
    return n;
}

/* x = D^-1/2 P [-L11^-T L21' z; z], z = e_a + weight e_b; a = b: e_a */
static void extend (const GeomsMass *s, int rank, int a, int b, double weight, double *x)
{
    const int n = s->n;
    double *z = s->direction;

    memset (z, 0, (size_t)n * sizeof *z);
    z[b] = weight;
    z[a] = 1;
    for (int k = rank - 1; k >= 0; k--)
        for (int i = k + 1; i < n; i++)
            z[k] -= AT (s->pivoted, n, i, k) * z[i];
    for (int i = 0; i < n; i++)
        x[s->order[i]] = s->scale[s->order[i]] * z[i];
}

/* W times more */
static void raise_weights (GeomsMass *s, double more)
{
    for (int i = 0; i < s->m; i++)
        s->W[i] *= more;
}

/* Whether S has a negative direction, z = e_a + weight e_b. */
static int find_negative (const GeomsMass *s, int rank, int *a, int *b, double *weight)
{
    const int n = s->n;
    double least = negative;

    for (int j = rank; j < n; j++)
        for (int i = j; i < n; i++) {
            const double entry = AT (s->pivoted, n, i, j), value = i == j ? entry : -fabs (entry);
            if (! (value < least))
                continue;
            least = value;
            *a = i;
            *b = j;
            *weight = i == j ? 1 : entry > 0 ? -1 : 1;
        }
    return least < negative;
}

/* direction x, its largest entry 1, and value x' M x */
static void tell (GeomsMass *s, const double *M, int diagonal, const double *x)
{
    const int n = s->n;
    int largest = 0;

    for (int i = 1; i < n; i++)
        largest = fabs (x[i]) > fabs (x[largest]) ? i : largest;
    for (int i = 0; i < n; i++)
        s->direction[i] = x[i] / x[largest];
    s->value = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (! diagonal || i == j)
                s->value += s->direction[i] * AT (M, n, i, j) * s->direction[j];
}

/* ---- what is massless and free ---- */

/* C q against what it may be, |C D^-1/2| |D^1/2 q|, from where on it is not 0: q comes from pivots
 * that count as zero, C q from no better; a choice */
static const double HELD = 1e-4;

/* Whether a column q of Q is held, C q != 0: then q' M q < 0 was outweighed by chance. Where q is
 * nothing but rounding C q is, too. */
static int is_held (const GeomsMass *s, const double *C, int ldc, const double *q)
{
    double length = 0;

    for (int j = 0; j < s->n; j++)
        length += (q[j] / s->scale[j]) * (q[j] / s->scale[j]);
    for (int i = 0; i < s->m; i++) {
        double sum = 0, size = 0;
        for (int j = 0; j < s->n && s->W[i] > 0; j++) {
            const double c = AT (C, ldc, i, j) * s->scale[j];
            sum += AT (C, ldc, i, j) * q[j];
            size += c * c;
        }
        if (sum * sum > HELD * HELD * size * length)
            return 1;
    }
    return 0;
}

/* Q; not 0 if it is none */
static int find_null_space (GeomsMass *s, int rank, const double *C, int ldc)
{
    int held = 0;

    s->nq = s->n - rank;
    for (int j = 0; j < s->nq; j++) {
        double *q = s->Q + (size_t)j * (size_t)s->n;
        extend (s, rank, rank + j, rank + j, 1, q);
        held |= is_held (s, C, ldc, q);
    }
    geoms_orthonormalise (s->n, s->nq, s->Q);
    return held;
}

/* M + s Q Q', M~ + s Q Q' */
static void shift (GeomsMass *s, const double *M, double size, int diagonal)
{
    const int n = s->n;

    copy_mass (s, M, diagonal, s->shifted);
    for (int k = 0; k < s->nq; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                const double sQQ = size * AT (s->Q, n, i, k) * AT (s->Q, n, j, k);
                AT (s->shifted, n, i, j) += sQQ;
                AT (s->factor, n, i, j) += sQQ;
            }
}

/* s->factor = M + C' W C, or M where C is NULL; s->pivoted: its factors; -> their rank */
static int decompose (GeomsMass *s, const double *M, int diagonal, const double *C, int ldc)
{
    copy_mass (s, M, diagonal, s->factor);
    if (C != NULL)
        add_constraints (s, C, ldc);
    set_scale (s);
    return factor_pivoted (s);
}

/* weights of C' W C: times as large as M where M alone has negative directions, and from try to
 * try; choices */
static const double RAISED = 1e2, RAISED_AGAIN = 1e3;
enum { MOST_TRIES = 3 };

int geoms_mass_complete (GeomsMass *s, const double *M, const double *C, int ldc, int diagonal)
{
    const double mass = largest_mass (s->n, M);
    double weight = 1;
    int rank = 0, a = 0, b = 0, negative_there = 0;

    s->value = NAN;
    if (! geoms_finite ((size_t)s->n * (size_t)s->n, M))
        return GEOMS_MASS_INDEFINITE;
    /* whether M alone is negative anywhere */
    set_weights (s, mass, C, ldc);
    rank = decompose (s, M, diagonal, NULL, 0);
    if (find_negative (s, rank, &a, &b, &weight))
        raise_weights (s, RAISED);
    /* M + C' W C with weights that grow, until it is semidefinite */
    for (int tries = 0; tries < MOST_TRIES; tries++, raise_weights (s, RAISED_AGAIN)) {
        rank = decompose (s, M, diagonal, C, ldc);
        negative_there = find_negative (s, rank, &a, &b, &weight);
        if (negative_there || find_null_space (s, rank, C, ldc) != 0)
            continue;
        s->singular = rank == s->n ? GEOMS_MASS_HELD : GEOMS_MASS_FREE;
        if (rank < s->n)
            shift (s, M, mass, diagonal);
        return 0;
    }
    /* q' M q < 0, however large the weights are; or C q is not 0, as it should be */
    if (! negative_there)
        a = b = rank;
    extend (s, rank, a, b, weight, s->Q);
    tell (s, M, diagonal, s->Q);
    return GEOMS_MASS_INDEFINITE;
}
