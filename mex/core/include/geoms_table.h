/* geoms_table.h - every formulation and every method, once: what is known of it
 *
 * One line per formulation and one per method; options that some of them have no use for have a
 * line below. geoms_options.h takes the words from here, the core asks the functions at the end,
 * the toolbox gets all of it through the gateway. The order of the lines is that in which words
 * are listed and means nothing else.
 *
 * ROW is a macro that takes a line, X and P are handed on to it.
 */
#ifndef GEOMS_TABLE_H
#define GEOMS_TABLE_H

/* ---- methods ---- */

/*  NAME, word; IMPLICIT or EXPLICIT
 *  steps     VARIABLE alone, FIXED alone (they need the option Step), or EITHER
 *  Project 'auto'   KEPT: states are corrected with all formulations; FREE: these decide
 *  between the ends of steps   INTERPOLATES; ROUGH: not as accurately as it makes steps, which end
 *            at requested times instead
 *  meaning
 */
#define GEOMS_METHOD_TABLE(ROW, X, P)                                                             \
    ROW (X, P, RADAU5, "radau5", IMPLICIT, EITHER, FREE, INTERPOLATES,                            \
         "Radau IIA of order 5: everything")                                                      \
    ROW (X, P, DOPRI5, "dopri5", EXPLICIT, EITHER, FREE, INTERPOLATES,                            \
         "Dormand and Prince of order 5: nothing is stiff")                                       \
    ROW (X, P, BDF, "bdf", IMPLICIT, VARIABLE, FREE, INTERPOLATES,                                \
         "backward differences of orders 1 to 5 (MaxOrder): smooth motion, expensive functions")  \
    ROW (X, P, BDF_FIXED, "bdf-fixed", IMPLICIT, FIXED, FREE, INTERPOLATES,                       \
         "backward differences of one order, 1 to 6 (Order): studies of methods, real time")      \
    ROW (X, P, TRAPEZOIDAL, "trapezoidal", IMPLICIT, FIXED, FREE, INTERPOLATES,                   \
         "trapezoidal rule, of order 2, without damping: studies of methods, real time")          \
    ROW (X, P, RADAU, "radau", IMPLICIT, EITHER, FREE, INTERPOLATES,                              \
         "Radau IIA of orders 5, 9 and 13 (MaxOrder): smooth motion at tight tolerances")         \
    ROW (X, P, HEDOP5, "hedop5", EXPLICIT, EITHER, FREE, INTERPOLATES,                            \
         "half-explicit Runge-Kutta of order 5: nothing is stiff")                                \
    ROW (X, P, MEXAX, "mexax", EXPLICIT, EITHER, KEPT, ROUGH,                                     \
         "extrapolated half-explicit Euler steps of changing order: tight tolerances")

/* ---- formulations ---- */

/* what all of them can be integrated by */
#define GEOMS_IMPLICIT_METHODS \
    GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF, GEOMS_METHOD_BDF_FIXED, GEOMS_METHOD_TRAPEZOIDAL, \
        GEOMS_METHOD_RADAU

/*  NAME, word
 *  form      PROJECTED: forms/projected, with implicit methods; ACCELERATIONS: forms/accelerations,
 *            which solve for them
 *  gII, hI   ALWAYS needed, or with EXPLICIT methods only, which take the multipliers from them
 *  Project 'auto'   KEPT: states are corrected; FREE: they are not, but where the method wants it
 *  lambda    SOLVED: unknowns of algebraic rows; FOLLOWS from the other unknowns; MOVES, by lambda'
 *  unknowns behind x   NONE, A: accelerations, ETA, MU_TAU: multipliers that are 0 but for errors
 *  independent ones are chosen   NONE, COORDINATES, DIRECTIONS
 *  right-hand side for other solvers   the word of the formulation that has it; "": there is none
 *  meaning
 *  methods   in the order in which they are listed; the first one is that of 'auto'
 */
#define GEOMS_FORMULATION_TABLE(ROW, X, P)                                                        \
    ROW (X, P, PSF, "psf", PROJECTED, ALWAYS, KEPT, SOLVED, NONE, NONE, "",                       \
         "g, gI, gII hold to rounding: everything", GEOMS_IMPLICIT_METHODS, GEOMS_METHOD_DOPRI5)  \
    ROW (X, P, PSI1, "psi1", PROJECTED, EXPLICIT, KEPT, SOLVED, NONE, NONE, "",                   \
         "g, gI hold to rounding: multipliers need not be accurate", GEOMS_IMPLICIT_METHODS)      \
    ROW (X, P, INDEX1_EXPLICIT, "index1-explicit", ACCELERATIONS, ALWAYS, FREE, SOLVED, NONE,     \
         NONE, "index1-explicit", "gII in the place of g: another name of index1",                \
         GEOMS_IMPLICIT_METHODS, GEOMS_METHOD_DOPRI5)                                             \
    ROW (X, P, INDEX1_IMPLICIT, "index1-implicit", ACCELERATIONS, ALWAYS, FREE, SOLVED, A, NONE,  \
         "index1-implicit", "gII in the place of g, accelerations are unknowns",                  \
         GEOMS_IMPLICIT_METHODS)                                                                  \
    ROW (X, P, UODE, "uode", ACCELERATIONS, ALWAYS, FREE, MOVES, NONE, NONE, "partition-full",    \
         "underlying ordinary differential equation: multipliers are states, too",                \
         GEOMS_METHOD_DOPRI5, GEOMS_IMPLICIT_METHODS)                                             \
    ROW (X, P, INDEX3, "index3", ACCELERATIONS, EXPLICIT, FREE, SOLVED, NONE, NONE, "",           \
         "the equations as they are written, with g", GEOMS_IMPLICIT_METHODS)                     \
    ROW (X, P, INDEX2, "index2", ACCELERATIONS, EXPLICIT, FREE, SOLVED, NONE, NONE, "",           \
         "gI in the place of g", GEOMS_IMPLICIT_METHODS, GEOMS_METHOD_HEDOP5, GEOMS_METHOD_MEXAX) \
    ROW (X, P, INDEX1, "index1", ACCELERATIONS, ALWAYS, FREE, SOLVED, NONE, NONE, "",             \
         "gII in the place of g", GEOMS_IMPLICIT_METHODS, GEOMS_METHOD_DOPRI5)                    \
    ROW (X, P, GGL, "ggl", ACCELERATIONS, EXPLICIT, FREE, SOLVED, ETA, NONE, "",                  \
         "Gear, Gupta, Leimkuhler: g and gI, p' = v - G' eta", GEOMS_IMPLICIT_METHODS)            \
    ROW (X, P, BAUMGARTE, "baumgarte", ACCELERATIONS, ALWAYS, FREE, FOLLOWS, NONE, NONE, "",      \
         "gII + 2 alpha gI + beta^2 g = 0: errors die out", GEOMS_METHOD_DOPRI5,                  \
         GEOMS_IMPLICIT_METHODS)                                                                  \
    ROW (X, P, EXTENDED_316, "extended-316", ACCELERATIONS, ALWAYS, FREE, SOLVED, MU_TAU, NONE,   \
         "", "g, gI, gII with multipliers mu and tau, where [G; dgI/dp] has full rank",           \
         GEOMS_IMPLICIT_METHODS)                                                                  \
    ROW (X, P, EXTENDED_317, "extended-317", ACCELERATIONS, ALWAYS, FREE, SOLVED, MU_TAU, NONE,   \
         "", "g, gI, gII with multipliers mu and tau, wherever G has full rank",                  \
         GEOMS_IMPLICIT_METHODS)                                                                  \
    ROW (X, P, PROJECTED_INVARIANTS, "projected-invariants", ACCELERATIONS, ALWAYS, FREE, SOLVED, \
         MU_TAU, NONE, "", "g, gI, gII with multipliers mu and tau, without derivatives of gI",   \
         GEOMS_IMPLICIT_METHODS)                                                                  \
    ROW (X, P, PARTITION_FULL, "partition-full", ACCELERATIONS, ALWAYS, FREE, FOLLOWS, NONE,      \
         NONE, "partition-full", "accelerations and multipliers from the full system at each "    \
         "state", GEOMS_METHOD_DOPRI5, GEOMS_IMPLICIT_METHODS)                                    \
    ROW (X, P, PARTITION_FIXED, "partition-fixed", ACCELERATIONS, ALWAYS, FREE, FOLLOWS, NONE,    \
         COORDINATES, "partition-fixed", "independent coordinates, the user's or chosen",         \
         GEOMS_METHOD_DOPRI5, GEOMS_IMPLICIT_METHODS)                                             \
    ROW (X, P, PARTITION_QR, "partition-qr", ACCELERATIONS, ALWAYS, FREE, FOLLOWS, NONE,          \
         DIRECTIONS, "partition-qr", "independent directions by QR",                              \
         GEOMS_METHOD_DOPRI5, GEOMS_IMPLICIT_METHODS)                                             \
    ROW (X, P, PARTITION_SVD, "partition-svd", ACCELERATIONS, ALWAYS, FREE, FOLLOWS, NONE,        \
         DIRECTIONS, "partition-svd", "independent directions by SVD, also of redundant "         \
         "constraints", GEOMS_METHOD_DOPRI5, GEOMS_IMPLICIT_METHODS)

/* what geoms_options.h takes of each line: X (P, NAME, word) */
#define GEOMS_TABLE_WORD(X, P, NAME, word, ...) X (P, NAME, word)

/* ---- options that some formulations or methods have no use for ---- */

/* sets of formulations and of methods, one bit for each */
#define GEOMS_ANY (~0u)
#define GEOMS_F(NAME) (1u << GEOMS_FORMULATION_##NAME)
#define GEOMS_M(NAME) (1u << GEOMS_METHOD_##NAME)
#define GEOMS_F_IF_PROJECTED(X, P, NAME, word, form, ...) \
    | (GEOMS_F (NAME) * (GEOMS_FORM_##form == GEOMS_FORM_PROJECTED))
#define GEOMS_M_IF_IMPLICIT(X, P, NAME, word, kind, ...) \
    | (GEOMS_M (NAME) * (GEOMS_METHOD_IS_##kind == GEOMS_METHOD_IS_IMPLICIT))
#define GEOMS_F_PROJECTED (0u GEOMS_FORMULATION_TABLE (GEOMS_F_IF_PROJECTED, , ))
#define GEOMS_M_IMPLICIT (0u GEOMS_METHOD_TABLE (GEOMS_M_IF_IMPLICIT, , ))
/* whose linear systems may be sparse */
#define GEOMS_F_SPARSE                                                                            \
    (GEOMS_F_PROJECTED | GEOMS_F (GGL) | GEOMS_F (INDEX1) | GEOMS_F (INDEX1_EXPLICIT)             \
     | GEOMS_F (INDEX2))
/* bdf-fixed begins with steps of radau5 */
#define GEOMS_M_RADAU (GEOMS_M (RADAU5) | GEOMS_M (RADAU) | GEOMS_M (BDF_FIXED))

/* X (name of the option, formulations and methods with which it has an effect, what it is for) */
#define GEOMS_USE_TABLE(X)                                                                        \
    X (MaxOrder, GEOMS_ANY, GEOMS_M (BDF) | GEOMS_M (RADAU), "the methods 'bdf' and 'radau'")     \
    X (Order, GEOMS_ANY, GEOMS_M (BDF_FIXED) | GEOMS_M (MEXAX),                                   \
       "Method 'bdf-fixed', and 'mexax' with Step (MaxOrder: 'bdf')")                             \
    X (BaumgarteAlpha, GEOMS_F (BAUMGARTE), GEOMS_ANY, "Formulation 'baumgarte'")                 \
    X (BaumgarteBeta, GEOMS_F (BAUMGARTE), GEOMS_ANY, "Formulation 'baumgarte'")                  \
    X (PartitionLimit, GEOMS_F (PARTITION_FIXED), GEOMS_ANY, "Formulation 'partition-fixed'")     \
    X (Safety, GEOMS_ANY, ~GEOMS_M (BDF), "methods other than 'bdf', whose factors are fixed")    \
    X (ErrorNorm, GEOMS_ANY, GEOMS_M_IMPLICIT, "implicit methods")                                \
    X (MaxNewton, GEOMS_ANY, GEOMS_M_IMPLICIT, "implicit methods")                                \
    X (NewtonTol, GEOMS_ANY, GEOMS_M_IMPLICIT, "implicit methods")                                \
    X (Multipliers, GEOMS_F (PSF), GEOMS_M_IMPLICIT, "Formulation 'psf' with implicit methods")   \
    X (VelocityRows, GEOMS_F (PSF), GEOMS_M_IMPLICIT, "Formulation 'psf' with implicit methods")  \
    X (LinearSolver, GEOMS_F_SPARSE, GEOMS_M_IMPLICIT,                                            \
       "the formulations psf, psi1, ggl, index1 and index2 with implicit methods")                \
    X (Selector, GEOMS_F_PROJECTED, GEOMS_M_IMPLICIT,                                             \
       "the formulations psf and psi1 with implicit methods")                                     \
    X (SelectorUpdate, GEOMS_F_PROJECTED, GEOMS_M_IMPLICIT,                                       \
       "the formulations psf and psi1 with implicit methods")                                     \
    X (DifferentialDecomposition, GEOMS_F_PROJECTED, GEOMS_M_IMPLICIT,                            \
       "the formulations psf and psi1 with implicit methods")                                     \
    X (NewtonStart, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")                 \
    X (NewtonMatrixAt, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")              \
    X (NewtonUpdates, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")               \
    X (NewtonNorm, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")                  \
    X (StepControl, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")                 \
    X (JacobianReuse, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")               \
    X (StepKeep, GEOMS_ANY, GEOMS_M_RADAU, "the methods 'radau5' and 'radau'")

/* ---- the lines as data ---- */

enum { GEOMS_METHOD_IS_IMPLICIT, GEOMS_METHOD_IS_EXPLICIT };
enum { GEOMS_STEPS_VARIABLE, GEOMS_STEPS_FIXED, GEOMS_STEPS_EITHER };
enum { GEOMS_STATES_FREE, GEOMS_STATES_KEPT };
enum { GEOMS_BETWEEN_INTERPOLATES, GEOMS_BETWEEN_ROUGH };
enum { GEOMS_FORM_PROJECTED, GEOMS_FORM_ACCELERATIONS };
enum { GEOMS_SECOND_ALWAYS, GEOMS_SECOND_EXPLICIT };
enum { GEOMS_LAMBDA_SOLVED, GEOMS_LAMBDA_FOLLOWS, GEOMS_LAMBDA_MOVES };
enum { GEOMS_EXTRA_NONE, GEOMS_EXTRA_A, GEOMS_EXTRA_ETA, GEOMS_EXTRA_MU_TAU };
enum { GEOMS_INDEPENDENT_NONE, GEOMS_INDEPENDENT_COORDINATES, GEOMS_INDEPENDENT_DIRECTIONS };
enum { GEOMS_NO_METHOD = -1 };

typedef struct GeomsMethodEntry {
    int number; /* GEOMS_METHOD_...                  */
    const char *word, *meaning;
    int is_explicit;
    int steps;   /* GEOMS_STEPS_...                   */
    int keeps;   /* not 0: Project 'auto' is 'on'     */
    int rough;   /* not 0: between the ends of steps  */
} GeomsMethodEntry;

typedef struct GeomsFormulationEntry {
    int number; /* GEOMS_FORMULATION_...             */
    const char *word, *meaning;
    int projected;
    int second;      /* GEOMS_SECOND_...                  */
    int keeps;       /* not 0: Project 'auto' is 'on'     */
    int lambda;      /* GEOMS_LAMBDA_...                  */
    int extra;       /* GEOMS_EXTRA_...                   */
    int independent; /* GEOMS_INDEPENDENT_...             */
    const char *rhs; /* word of a formulation, or ""      */
    const int *methods; /* ended by GEOMS_NO_METHOD          */
    int form;        /* GEOMS_FORM_...                    */
} GeomsFormulationEntry;

typedef struct GeomsUseEntry {
    const char *name; /* of an option */
    unsigned formulations, methods;
    const char *belongs;
} GeomsUseEntry;

/* All lines, count of them in *count, in their order. */
const GeomsMethodEntry *geoms_method_list (int *count);
const GeomsFormulationEntry *geoms_formulation_list (int *count);
const GeomsUseEntry *geoms_use_list (int *count);

/* The line of one of them; NULL if there is none, as for GEOMS_METHOD_AUTO. */
const GeomsMethodEntry *geoms_method_entry (int method);
const GeomsFormulationEntry *geoms_formulation_entry (int formulation);

/* Of a formulation with a method (not AUTO): whether there is such a pair; whether it needs gII and
 * hI; whether states are corrected with Project 'auto'; whether an option has an effect. */
int geoms_pair_exists (int formulation, int method);
int geoms_pair_second (int formulation, int method);
int geoms_pair_keeps (int formulation, int method);
int geoms_pair_uses (int formulation, int method, const GeomsUseEntry *use);

/* A number below 2^32 that stands for a word: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv */
double geoms_word_mark (const char *word);

#endif
