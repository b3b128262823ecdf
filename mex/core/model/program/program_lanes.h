/* program_lanes.h - the interpreter for LANES states, included once for each number of lanes
 *
 * Arithmetic goes over all lanes, functions of the library over those that hold a state.
 */
#define GEOMS_PASTE(a, b) a##b
#define GEOMS_NAMED(name, lanes) GEOMS_PASTE (name, lanes)

/* `value` of a, b, c for every instruction of the stretch, in the lanes below `most` */
#define GEOMS_EACH(most, value)                                                             \
    for (const GeomsInstruction *end = n + count; n < end; n++) {                           \
        const double *A = r + LANES * n->a, *B = r + LANES * n->b, *C = r + LANES * n->c;    \
        double *D = r + LANES * n->d;                                                       \
        (void)B;                                                                            \
        (void)C;                                                                            \
        for (int l = 0; l < most; l++) {                                                    \
            const double a = A[l], b = B[l], c = C[l];                                      \
            (void)a;                                                                        \
            (void)b;                                                                        \
            (void)c;                                                                        \
            D[l] = value;                                                                   \
        }                                                                                   \
    }                                                                                       \
    break

static void GEOMS_NAMED (run_stretch_, LANES) (const GeomsProgram *p, const GeomsStretch *s,
                                               const GeomsInstruction *n, double *r, int states)
{
    const int count = s->count;

    switch (s->op) {
#define GEOMS_ARITHMETIC_CASE(NAME, arguments, value) \
    case GEOMS_OP_##NAME: GEOMS_EACH (LANES, value);
    GEOMS_ARITHMETIC (GEOMS_ARITHMETIC_CASE)
#undef GEOMS_ARITHMETIC_CASE
    case GEOMS_OP_MADD: GEOMS_EACH (LANES, a * b + c);
    case GEOMS_OP_MSUB: GEOMS_EACH (LANES, a * b - c);
    case GEOMS_OP_NMADD: GEOMS_EACH (LANES, c - a * b);
    case GEOMS_OP_SINCOS:
        for (const GeomsInstruction *end = n + count; n < end; n++)
            for (int l = 0; l < states; l++) {
                const double angle = r[LANES * n->a + (unsigned)l];
                r[LANES * n->d + (unsigned)l] = sin (angle);
                r[LANES * n->b + (unsigned)l] = cos (angle);
            }
        break;
    case GEOMS_OP_PIECEWISE:
        for (const GeomsInstruction *end = n + count; n < end; n++)
            for (unsigned l = 0; l < (unsigned)states; l++)
                r[LANES * n->d + l]
                    = geoms_piecewise_value (p->table + n->b, (int)n->c, r[LANES * n->a + l]);
        break;
#define GEOMS_FUNCTION_CASE(NAME, arguments, value) \
    case GEOMS_OP_##NAME: GEOMS_EACH (states, value);
    GEOMS_FUNCTIONS (GEOMS_FUNCTION_CASE)
#undef GEOMS_FUNCTION_CASE
    default: break;
    }
}

/* `states` of them, at most LANES; the last one fills the lanes that are left */
static void GEOMS_NAMED (run_, LANES) (const GeomsProgram *p, double *r, int states,
                                       const GeomsSource *source, double *out, int ldo)
{
    const GeomsInstruction *n = p->instruction;

    for (int i = 0; i < p->live; i++) {
        const GeomsSource *s = source;
        int at = p->input[i].place;
        double *to = r + LANES * p->input[i].reg;
        while (at >= s->count)
            at -= s++->count;
        for (int l = 0; l < LANES; l++)
            to[l] = s->at[at + (l < states ? l : states - 1) * s->ld];
    }
    for (int i = 0; i < p->stretches; i++) {
        GEOMS_NAMED (run_stretch_, LANES) (p, p->stretch + i, n, r, states);
        n += p->stretch[i].count;
    }
    for (int l = 0; l < states; l++, out += ldo)
        for (int i = 0; i < p->outputs; i++)
            out[p->output[i].place] = r[LANES * p->output[i].reg + l];
}

#undef GEOMS_EACH
#undef GEOMS_NAMED
#undef GEOMS_PASTE
#undef LANES
