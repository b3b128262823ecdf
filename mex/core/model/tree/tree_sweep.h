/* tree_sweep.h - the sweeps of tree_newton.h for one kind of numbers: included with NUMBER and NAME
 * by tree_sweep.c, once for each
 */

/* ---- factors ---- */

/* y += Phi x for six columns of Phi and real x */
static void NAME (apply) (const NUMBER *Phi, const double *x, NUMBER *y)
{
    for (int j = 0; j < 6; j++)
        NAME (add6) (x[j], Phi + 6 * j, y);
}

/* W_lk of the columns of a joint; v: of its quaternion */
static NUMBER NAME (speed_of) (NUMBER sigma, int block, int l, int k, const double *v)
{
    NUMBER W = NAME (of) (0, 0);

    if (l == k)
        W = sigma;
    if (l < block || k < block)
        return W;
    const int a = l - block, b = k - block;
    if (a != b)
        NAME (add) ((b - a + 3) % 3 == 1 ? -0.5 : 0.5, NAME (of) (v[3 - a - b], 0), &W);
    NAME (add) (0.25, NAME (quotient) (NAME (of) (v[a] * v[b], 0), sigma), &W);
    return W;
}

/* Gv_k, H_k = Phi Gv_k and Phi (S; 0; 0); Gq_k, Phi Gq_k */
static void NAME (column) (const GeomsTreeNewton *s, GeomsTreeSlot *slot, int k, const NUMBER *Phi,
                           NUMBER *Gv, NUMBER *Gq, NUMBER *PhiGq)
{
    const GeomsTreeColumn *c = s->linear->column + k;
    const NUMBER sigma = NAME (of) (slot->re, slot->im);
    NUMBER *H = (NUMBER *)slot->H + 6 * k, *part = (NUMBER *)slot->I + 6 * k;

    for (int i = 0; i < 6; i++) {
        Gv[i] = NAME (of) (c->S1[i], 0);
        NAME (add) (c->S[i], sigma, Gv + i);
        Gv[6 + i] = NAME (of) (c->S[i], 0);
        Gq[i] = NAME (of) (c->falling[i], 0);
        Gq[6 + i] = NAME (of) (c->psi1[i], 0);
        part[i] = H[i] = PhiGq[i] = NAME (of) (0, 0);
    }
    for (int i = 12; i < s->wide; i++) {
        Gv[i] = NAME (of) (0, 0);
        Gq[i] = NAME (of) (c->S[i - 12], 0);
    }
    NAME (apply) (Phi, c->S, part);
    NAME (apply) (Phi, c->S1, H);
    NAME (apply) (Phi + 36, c->S, H);
    NAME (add_product6) (sigma, part, H);
    NAME (apply) (Phi, c->falling, PhiGq);
    NAME (apply) (Phi + 36, c->psi1, PhiGq);
    if (s->wide > 12)
        NAME (apply) (Phi + 72, c->S, PhiGq);
}

/* D = L U with row pivoting, one pivot as its inverse; not 0 if singular */
static int NAME (decompose) (int n, NUMBER *D, int *pivot)
{
    if (n == 1) {
        *D = NAME (quotient) (NAME (of) (1, 0), *D);
        return ! (NAME (size) (*D) < INFINITY);
    }
    for (int k = 0; k < n; k++) {
        int best = k;

        for (int i = k + 1; i < n; i++)
            if (NAME (size) (D[i + n * k]) > NAME (size) (D[best + n * k]))
                best = i;
        if (! (NAME (size) (D[best + n * k]) > 0))
            return 1;
        pivot[k] = best;
        for (int j = 0; j < n && best != k; j++) {
            const NUMBER swap = D[k + n * j];
            D[k + n * j] = D[best + n * j];
            D[best + n * j] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            D[i + n * k] = NAME (quotient) (D[i + n * k], D[k + n * k]);
            for (int j = k + 1; j < n; j++)
                NAME (take_product) (D[i + n * k], D[k + n * j], D + i + n * j);
        }
    }
    return 0;
}

static void NAME (back_many) (int n, const NUMBER *D, const int *pivot, NUMBER *x, int step)
{
    for (int k = 0; k < n; k++) {
        const NUMBER swap = x[k * step];
        x[k * step] = x[pivot[k] * step];
        x[pivot[k] * step] = swap;
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            NAME (take_product) (D[i + n * k], x[k * step], x + i * step);
    for (int k = n - 1; k >= 0; k--) {
        x[k * step] = NAME (quotient) (x[k * step], D[k + n * k]);
        for (int i = 0; i < k; i++)
            NAME (take_product) (D[i + n * k], x[k * step], x + i * step);
    }
}

/* x = D^-1 x, its entries `step` apart */
GEOMS_INLINE void NAME (back) (int n, const NUMBER *D, const int *pivot, NUMBER *x, int step)
{
    if (n == 1) {
        const NUMBER old = *x;
        *x = NAME (of) (0, 0);
        NAME (add_product) (*D, old, x);
    } else
        NAME (back_many) (n, D, pivot, x, step);
}

/* what a force f behind the joint, turned by column k, does in its column l */
static double NAME (own_force) (const GeomsTreeNewton *s, const GeomsTreeBody *b, int l, int k,
                                const double *turned, const double *f)
{
    const int block = geoms_tree_plain (b);
    const double *S = s->linear->column[b->column + l].S;

    if (b->joint == GEOMS_JOINT_USER)
        return geoms_dot6 (S, turned) + geoms_dot6 (geoms_tree_along (s->linear, b, k) + 6 * l, f);
    return l < k && ! (l >= block && k >= block) ? geoms_dot6 (S, turned) : 0;
}

/* G, w, H, D of a joint */
static void NAME (joint) (const GeomsTreeNewton *s, GeomsTreeSlot *slot, int at, const NUMBER *Phi)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const int n = b->columns, wide = s->wide, first = b->column,
              block = geoms_tree_plain (b);
    const NUMBER sigma = NAME (of) (slot->re, slot->im);
    const double *f = s->linear->f + 6 * at;
    NUMBER Gv[GEOMS_MOST_COLUMNS][GEOMS_SWEEP_WIDE], *G = (NUMBER *)slot->G + wide * first,
           *w = (NUMBER *)slot->w + 6 * first, *H = (NUMBER *)slot->H + 6 * first,
           *D = (NUMBER *)slot->D + 6 * first;

    for (int k = 0; k < n; k++)
        NAME (column) (s, slot, first + k, Phi, Gv[k], G + wide * k, w + 6 * k);
    /* G, Phi G */
    for (int k = 0; k < n; k++)
        for (int l = k < block ? k : block; l < (k < block ? k + 1 : n); l++) {
            const NUMBER W = NAME (speed_of) (sigma, block, l, k, s->v + first + block);
            NAME (add_product6) (W, Gv[l], G + wide * k);
            NAME (add_product6) (W, Gv[l] + 6, G + wide * k + 6);
            NAME (add_product6) (W, H + 6 * l, w + 6 * k);
        }
    for (int k = 0; k < n; k++) {
        double turned[6];

        /* D, with forces in the joint */
        geoms_wrench_cross (s->linear->column[first + k].S, f, turned);
        for (int l = 0; l < n; l++) {
            const double *S = s->linear->column[first + l].S;
            NUMBER *d = D + l + n * k;

            *d = NAME (of) (NAME (own_force) (s, b, l, k, turned, f), 0);
            NAME (add) (1, NAME (dot6) (S, w + 6 * k), d);
            NAME (add) (-s->by_v[first + l],
                        NAME (speed_of) (sigma, block, l, k, s->v + first + block), d);
            if (l == k)
                NAME (add) (-s->by_q[first + l], NAME (of) (1, 0), d);
        }
        /* w */
        for (int i = 0; i < 6; i++)
            NAME (add) (turned[i], NAME (of) (1, 0), w + 6 * k + i);
    }
}

/* X, then Psi of a body */
static NUMBER *NAME (cross_of) (const GeomsTreeNewton *s, const GeomsTreeSlot *slot, int at)
{
    return (NUMBER *)slot->cross + (size_t)(12 * s->wide) * (size_t)s->couples[at];
}

/* what a force between a body and its predecessor adds: Psi to Phi; then X to Phi, X G to w */
static void NAME (add_cross) (const GeomsTreeNewton *s, GeomsTreeSlot *slot, int at, int part,
                              NUMBER *Phi)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const int wide = s->wide;
    const NUMBER *X = NAME (cross_of) (s, slot, at) + (part == PSI ? 6 * wide : 0);

    for (int i = 0; i < 6 * wide; i++)
        NAME (add) (1, X[i], Phi + i);
    for (int k = b->column; part == X_PART && k < b->column + b->columns; k++)
        for (int j = 0; j < wide; j++)
            NAME (add_product6) (((NUMBER *)slot->G)[wide * k + j], X + 6 * j,
                                 (NUMBER *)slot->w + 6 * k);
}

/* one body; its Phi becomes that which its predecessor feels */
static int NAME (eliminate) (GeomsTreeNewton *s, GeomsTreeSlot *slot, int at, int *pivot)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const int n = b->columns, wide = s->wide, first = b->column,
              crosses = s->couples != NULL && s->couples[at] >= 0;
    NUMBER *Phi = (NUMBER *)slot->Phi + 6 * wide * at, *w = (NUMBER *)slot->w + 6 * first,
           *rho = (NUMBER *)slot->rho + wide * first, *D = (NUMBER *)slot->D + 6 * first;

    NAME (joint) (s, slot, at, Phi);
    if (NAME (decompose) (n, D, pivot + first) != 0)
        return 1;
    if (crosses)
        NAME (add_cross) (s, slot, at, PSI, Phi);
    /* D^-1 S'(Phi + Psi) */
    for (int j = 0; j < wide; j++) {
        for (int k = 0; k < n; k++)
            rho[wide * k + j] = NAME (dot6) (s->linear->column[first + k].S, Phi + 6 * j);
        NAME (back) (n, D, pivot + first, rho + j, wide);
    }
    if (crosses)
        NAME (add_cross) (s, slot, at, X_PART, Phi);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < wide; j++)
            NAME (add_product6) (NAME (minus) (rho[wide * k + j]), w + 6 * k, Phi + 6 * j);
    return 0;
}

/* Phi of a body alone: [I, 2B, 0] */
static void NAME (begin) (const GeomsTreeNewton *s, int at, NUMBER *Phi)
{
    const double *I = s->linear->I + GEOMS_INERTIA * at, *B = s->linear->B + 36 * at;

    static const int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            Phi[6 * j + i] = NAME (of) (I[entry[i][j]], 0);
            Phi[6 * j + 3 + i] = NAME (of) (I[6 + j + 3 * i], 0);
            Phi[6 * (3 + j) + i] = NAME (of) (I[6 + i + 3 * j], 0);
            Phi[6 * (3 + j) + 3 + i] = NAME (of) (I[15 + entry[i][j]], 0);
        }
    for (int i = 0; i < 36; i++)
        Phi[36 + i] = NAME (of) (B[i], 0);
    for (int i = 72; i < 6 * s->wide; i++)
        Phi[i] = NAME (of) (0, 0);
}

/* where the derivatives of the wrench on side i by u of side j belong */
static NUMBER *NAME (place) (const GeomsTreeNewton *s, GeomsTreeSlot *slot, int i, int j, int near)
{
    const GeomsTreeBody *body = s->linear->state->tree->body;

    if (i == GEOMS_GROUND || j == GEOMS_GROUND || (i != j && ! near))
        return NULL;
    if (i == j)
        return (NUMBER *)slot->Phi + 6 * s->wide * i;
    return body[i].parent == j ? NAME (cross_of) (s, slot, i) + 6 * s->wide
                               : NAME (cross_of) (s, slot, j);
}

/* Phi, X and Psi of a force: less dW, and s x* W of its own body; of `series` r has been
 * eliminated, dW = K u + line (flow u + r) / (sigma + rate) */
static void NAME (stiffen) (const GeomsTreeNewton *s, GeomsTreeSlot *slot,
                            const GeomsTreeStiffness *f)
{
    NUMBER rate = NAME (of) (slot->re, slot->im);

    NAME (add) (f->rate, NAME (of) (1, 0), &rate);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            NUMBER *to = NAME (place) (s, slot, f->body[i], f->body[j], f->near);
            for (int k = 0; to != NULL && k < 72; k++) {
                const double both = f->line[i][k % 6] * f->flow[j][k / 6];
                NAME (add) (-f->K[i][j][k], NAME (of) (1, 0), to + 36 + k);
                if (f->series)
                    NAME (add) (-1, NAME (quotient) (NAME (of) (both, 0), rate), to + 36 + k);
            }
            for (int k = 0; to != NULL && i == j && k < 6; k++) {
                double e[6] = {0}, turned[6];
                e[k] = 1;
                geoms_wrench_cross (e, f->wrench[i], turned);
                for (int l = 0; l < 6; l++)
                    NAME (add) (turned[l], NAME (of) (1, 0), to + 72 + 6 * k + l);
            }
        }
}

static int NAME (factor) (GeomsTreeNewton *s, int number)
{
    GeomsTreeSlot *slot = s->slot + number;
    const GeomsTree *tree = s->linear->state->tree;
    const int size = 6 * s->wide;

    for (int i = 0; i < tree->count; i++)
        NAME (begin) (s, i, (NUMBER *)slot->Phi + size * i);
    if (s->coupled > 0)
        memset (slot->cross, 0, (size_t)(2 * size * s->coupled) * sizeof (NUMBER));
    for (int i = 0; i < s->elements; i++)
        NAME (stiffen) (s, slot, s->element + i);
    for (int i = tree->count - 1; i >= 0; i--) {
        const int parent = tree->body[i].parent;
        NUMBER *Phi = (NUMBER *)slot->Phi + size * i;

        if (NAME (eliminate) (s, slot, i, s->pivot + number * tree->nv) != 0)
            return 1;
        for (int k = 0; k < size && parent != GEOMS_GROUND; k += 6)
            NAME (add6) (1, Phi + k, (NUMBER *)slot->Phi + size * parent + k);
    }
    return 0;
}

/* ---- solutions ---- */

/* (rho0, rho): conj (e) o r / e'e */
static void NAME (turned_back) (const double *e, const double *re, const double *im, NUMBER *q)
{
    const double size = 1 / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    const NUMBER r[4] = {NAME (of) (re[0], im[0]), NAME (of) (re[1], im[1]),
                         NAME (of) (re[2], im[2]), NAME (of) (re[3], im[3])};

    q[0] = NAME (of) (0, 0);
    for (int i = 0; i < 4; i++)
        NAME (add) (size * e[i], r[i], q);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[1 + i] = NAME (of) (0, 0);
        NAME (add) (size * e[0], r[1 + i], q + 1 + i);
        NAME (add) (-size * e[1 + i], r[0], q + 1 + i);
        NAME (add) (-size * e[1 + j], r[1 + k], q + 1 + i);
        NAME (add) (size * e[1 + k], r[1 + j], q + 1 + i);
    }
}

/* e o (q0, q) */
static void NAME (turned_on) (const double *e, const NUMBER *q, NUMBER *r)
{
    for (int i = 0; i < 4; i++) {
        r[i] = NAME (of) (0, 0);
        NAME (add) (e[i], q[0], r + i);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        NAME (add) (-e[1 + i], q[1 + i], r);
        NAME (add) (e[0], q[1 + i], r + 1 + i);
        NAME (add) (e[1 + j], q[1 + k], r + 1 + i);
        NAME (add) (-e[1 + k], q[1 + j], r + 1 + i);
    }
}

/* c of a body's columns from the residual of p */
static void NAME (offsets) (const GeomsTreeNewton *s, const GeomsTreeBody *b, NUMBER sigma,
                            const double *re, const double *im, NUMBER *c)
{
    const int plain = geoms_tree_plain (b), turns = plain < b->columns,
              at = b->q + plain;
    NUMBER q[4];

    for (int k = 0; k < plain; k++)
        c[k] = NAME (of) (re[b->q + k], im[b->q + k]);
    if (! turns)
        return;
    NAME (turned_back) (s->p + at, re + at, im + at, q);
    q[0] = NAME (quotient) (q[0], sigma);
    for (int k = 0; k < 3; k++) {
        c[plain + k] = NAME (of) (0, 0);
        NAME (add) (s->v[b->column + plain + k], q[0], c + plain + k);
        NAME (add) (2, q[1 + k], c + plain + k);
    }
}

/* dp of a body */
static void NAME (moves) (const GeomsTreeNewton *s, const GeomsTreeBody *b, NUMBER sigma,
                          const double *re, const double *im, const NUMBER *delta, NUMBER *dp)
{
    const int plain = geoms_tree_plain (b), turns = plain < b->columns,
              at = b->q + plain;
    NUMBER q[4];

    for (int k = 0; k < plain; k++)
        dp[k] = delta[k];
    if (! turns)
        return;
    NAME (turned_back) (s->p + at, re + at, im + at, q);
    for (int k = 0; k < 3; k++) {
        NAME (add) (-0.25 * s->v[b->column + plain + k], delta[plain + k], q);
        q[1 + k] = NAME (of) (0, 0);
        NAME (add) (0.5, delta[plain + k], q + 1 + k);
    }
    q[0] = NAME (quotient) (q[0], sigma);
    NAME (turned_on) (s->p + at, q, dp + plain);
}

/* phi of a body becomes that which its predecessor feels; z */
static void NAME (inward) (const GeomsTreeNewton *s, const GeomsTreeSlot *slot, int at,
                           const int *pivot, const double *re, const double *im, NUMBER *phi)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const int n = b->columns, first = b->column;
    const NUMBER *c = (NUMBER *)slot->c + first, *H = (NUMBER *)slot->H + 6 * first,
                 *I = (NUMBER *)slot->I + 6 * first, *w = (NUMBER *)slot->w + 6 * first;
    NUMBER *z = (NUMBER *)slot->z + first;

    for (int k = 0; k < n; k++) {
        NAME (add_product6) (NAME (minus) (c[k]), H + 6 * k, phi);
        NAME (add_product6) (NAME (of) (-re[first + k], -im[first + k]), I + 6 * k, phi);
    }
    for (int k = 0; k < n; k++) {
        z[k] = NAME (of) (0, 0);
        NAME (add) (-s->by_v[first + k], c[k], z + k);
        NAME (add) (-1, NAME (dot6) (s->linear->column[first + k].S, phi), z + k);
    }
    NAME (back) (n, (NUMBER *)slot->D + 6 * first, pivot + first, z, 1);
    for (int k = 0; k < n; k++)
        NAME (add_product6) (z[k], w + 6 * k, phi);
}

/* y -= g of a column */
GEOMS_INLINE void NAME (take_speeds) (const GeomsTreeColumn *column, NUMBER sigma, NUMBER c,
                                      NUMBER r, NUMBER *y)
{
    const NUMBER minus = NAME (minus) (c);
    NUMBER rate = NAME (minus) (r);

    NAME (add_product) (sigma, minus, &rate);
    NAME (add_real6) (rate, column->S, y);
    NAME (add_real6) (minus, column->S1, y);
    NAME (add_real6) (minus, column->S, y + 6);
}

/* phi less X g */
static void NAME (take_cross) (const GeomsTreeNewton *s, const GeomsTreeSlot *slot, int at,
                               NUMBER sigma, NUMBER *phi)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const NUMBER *X = NAME (cross_of) (s, slot, at);
    NUMBER y[12];

    for (int i = 0; i < 12; i++)
        y[i] = NAME (of) (0, 0);
    for (int k = b->column; k < b->column + b->columns; k++)
        NAME (take_speeds) (s->linear->column + k, sigma, ((NUMBER *)slot->c)[k],
                            NAME (of) (0, 0), y);
    for (int j = 6; j < 12; j++)
        NAME (add_product6) (y[j], X + 6 * j, phi);
}

/* delta, u and dv of a body */
static void NAME (outward) (const GeomsTreeNewton *s, const GeomsTreeSlot *slot, int at,
                            const double *re, const double *im, NUMBER *dv)
{
    const GeomsTreeBody *b = s->linear->state->tree->body + at;
    const int n = b->columns, wide = s->wide, first = b->column,
              block = geoms_tree_plain (b);
    const NUMBER sigma = NAME (of) (slot->re, slot->im), *c = (NUMBER *)slot->c + first,
                 *rho = (NUMBER *)slot->rho + wide * first, *G = (NUMBER *)slot->G + wide * first;
    NUMBER *u = (NUMBER *)slot->u + wide * at, *delta = (NUMBER *)slot->z + first;

    if (b->parent == GEOMS_GROUND)
        memset (u, 0, (size_t)wide * sizeof *u);
    else
        memcpy (u, (NUMBER *)slot->u + wide * b->parent, (size_t)wide * sizeof *u);
    for (int k = 0; k < n && b->parent != GEOMS_GROUND; k++)
        for (int i = 0; i < wide; i += 6)
            NAME (add) (-1, NAME (dot_product6) (rho + wide * k + i, u + i), delta + k);
    for (int k = 0; k < n; k++) {
        dv[k] = NAME (of) (0, 0);
        NAME (add) (-1, c[k], dv + k);
        if (k < block)
            NAME (add_product) (sigma, delta[k], dv + k);
        for (int l = block; k >= block && l < n; l++)
            NAME (add_product) (NAME (speed_of) (sigma, block, k, l, s->v + first + block),
                                delta[l], dv + k);
        for (int i = 0; i < wide; i += 6)
            NAME (add_product6) (delta[k], G + wide * k + i, u + i);
    }
    for (int k = 0; k < n; k++)
        NAME (take_speeds) (s->linear->column + first + k, sigma, c[k],
                            NAME (of) (re[first + k], im[first + k]), u);
}

/* (r + flow u) / (sigma + rate) of a force `series`; u NULL: 0 */
static NUMBER NAME (flow) (const GeomsTreeNewton *s, const GeomsTreeStiffness *f, NUMBER sigma,
                           NUMBER r, const NUMBER *u)
{
    for (int j = 0; j < 2 && u != NULL; j++)
        for (int k = 0; k < 12 && f->body[j] != GEOMS_GROUND; k++)
            NAME (add) (f->flow[j][k], u[s->wide * f->body[j] + 6 + k], &r);
    NAME (add) (f->rate, NAME (of) (1, 0), &sigma);
    return NAME (quotient) (r, sigma);
}

static void NAME (solve) (GeomsTreeNewton *s, int number, int nr, const double *re,
                          const double *im, double *dx_re, double *dx_im)
{
    const GeomsTree *tree = s->linear->state->tree;
    GeomsTreeSlot *slot = s->slot + number;
    const NUMBER sigma = NAME (of) (slot->re, slot->im);
    NUMBER *phi = (NUMBER *)slot->phi, moved[GEOMS_MOST_COLUMNS + 1], speeds[GEOMS_MOST_COLUMNS];
    const size_t v = (size_t)nr, p = v + (size_t)tree->nv;

    memset (phi, 0, 6 * (size_t)tree->count * sizeof *phi);
    /* what lengths r change in forces by themselves */
    for (int i = 0, r = 0; i < s->elements; i++) {
        const GeomsTreeStiffness *f = s->element + i;
        if (! f->series)
            continue;
        const NUMBER dr = NAME (flow) (s, f, sigma, NAME (of) (re[r], im[r]), NULL);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 6 && f->body[side] != GEOMS_GROUND; k++)
                NAME (add) (-f->line[side][k], dr, phi + 6 * f->body[side] + k);
        r++;
    }
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;

        NAME (offsets) (s, b, sigma, re + p, im + p, (NUMBER *)slot->c + b->column);
        NAME (inward) (s, slot, i, s->pivot + number * tree->nv, re + v, im + v, phi + 6 * i);
        if (s->couples != NULL && s->couples[i] >= 0)
            NAME (take_cross) (s, slot, i, sigma, phi + 6 * i);
        if (b->parent != GEOMS_GROUND)
            NAME (add6) (1, phi + 6 * i, phi + 6 * b->parent);
    }
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const int turns = geoms_joint_turns (b->joint);

        NAME (outward) (s, slot, i, re + v, im + v, speeds);
        NAME (moves) (s, b, sigma, re + p, im + p, (NUMBER *)slot->z + b->column, moved);
        for (int k = 0; k < b->columns; k++)
            NAME (put) (speeds[k], dx_re, dx_im, v + (size_t)(b->column + k));
        for (int k = 0; k < b->columns + turns; k++)
            NAME (put) (moved[k], dx_re, dx_im, p + (size_t)(b->q + k));
    }
    for (int i = 0, r = 0; i < s->elements; i++)
        if (s->element[i].series) {
            NAME (put) (NAME (flow) (s, s->element + i, sigma, NAME (of) (re[r], im[r]),
                                     (NUMBER *)slot->u), dx_re, dx_im, (size_t)r);
            r++;
        }
}
