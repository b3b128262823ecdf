/* geoms_options.h - every option of the integrator, once
 *
 * One line per option: its field in C, its name for geomsset, its default, its range and what it is
 * for, with the manual's name (IOPT, ROPT) in brackets. The toolbox reads this list through the
 * gateway. RelTol and AbsTol have one value per unknown and are passed beside the options.
 */
#ifndef GEOMS_OPTIONS_H
#define GEOMS_OPTIONS_H

#include <stddef.h>

#include "geoms_table.h"

/* Choices: NAME, word. The first one of each list has the value 0. */
#define GEOMS_SWITCHES(X, P) X (P, OFF, "off") X (P, ON, "on")
#define GEOMS_AUTO_SWITCHES(X, P) X (P, AUTO, "auto") X (P, OFF, "off") X (P, ON, "on")
#define GEOMS_FORMULATIONS(X, P) GEOMS_FORMULATION_TABLE (GEOMS_TABLE_WORD, X, P)
#define GEOMS_METHODS(X, P) X (P, AUTO, "auto") GEOMS_METHOD_TABLE (GEOMS_TABLE_WORD, X, P)
#define GEOMS_DECOMPOSITIONS(X, P) \
    X (P, AUTO, "auto") X (P, LU, "lu") X (P, QR, "qr") X (P, SVD, "svd")
#define GEOMS_DIFFERENTIALS(X, P) X (P, LU, "lu") X (P, QR, "qr")
#define GEOMS_MULTIPLIER_WAYS(X, P) \
    X (P, AUTO, "auto") X (P, SOLVED, "solved") X (P, ITERATED, "iterated")
#define GEOMS_VELOCITY_ROWS(X, P) \
    X (P, AUTO, "auto") X (P, FORCE, "force") X (P, ACCELERATION, "acceleration")
#define GEOMS_LINEAR_SOLVERS(X, P) X (P, AUTO, "auto") X (P, DENSE, "dense") X (P, SPARSE, "sparse")
#define GEOMS_SELECTORS(X, P) X (P, TANGENT, "tangent") X (P, ROWS, "rows") X (P, GIVEN, "given")
#define GEOMS_UPDATES(X, P) X (P, EVERY, "every") X (P, ADAPTIVE, "adaptive")
#define GEOMS_STARTS(X, P) X (P, EXTRAPOLATE, "extrapolate") X (P, CONSTANT, "constant")
#define GEOMS_NEWTON_NORMS(X, P) X (P, 3N, "3n") X (P, N, "n")
#define GEOMS_ERROR_NORMS(X, P) X (P, ALL, "all") X (P, FREE, "free")
#define GEOMS_CONTROLS(X, P) X (P, PREDICTIVE, "predictive") X (P, CLASSICAL, "classical")
#define GEOMS_INVARIANTS(X, P) \
    X (P, PROJECT, "project") X (P, ELIMINATE, "eliminate") X (P, MONITOR, "monitor")
#define GEOMS_WEIGHTINGS(X, P) X (P, UNIT, "unit") X (P, MASS, "mass")
#define GEOMS_INITIALS(X, P) X (P, CORRECT, "correct") X (P, CHECK, "check") X (P, ASSUME, "assume")

/* PREFIX, list: the enumerators are GEOMS_<PREFIX>_<NAME> */
#define GEOMS_CHOICE_LISTS(X)               \
    X (SWITCH, GEOMS_SWITCHES)              \
    X (PROJECT, GEOMS_AUTO_SWITCHES)        \
    X (FORMULATION, GEOMS_FORMULATIONS)     \
    X (METHOD, GEOMS_METHODS)               \
    X (DECOMPOSITION, GEOMS_DECOMPOSITIONS) \
    X (DIFFERENTIAL, GEOMS_DIFFERENTIALS)   \
    X (MULTIPLIERS, GEOMS_MULTIPLIER_WAYS)  \
    X (VELOCITY_ROWS, GEOMS_VELOCITY_ROWS)  \
    X (LINEAR, GEOMS_LINEAR_SOLVERS)        \
    X (SELECTOR, GEOMS_SELECTORS)           \
    X (UPDATE, GEOMS_UPDATES)               \
    X (START, GEOMS_STARTS)                 \
    X (NEWTON_NORM, GEOMS_NEWTON_NORMS)     \
    X (ERROR_NORM, GEOMS_ERROR_NORMS)       \
    X (CONTROL, GEOMS_CONTROLS)             \
    X (INITIAL, GEOMS_INITIALS)             \
    X (INVARIANT, GEOMS_INVARIANTS)         \
    X (WEIGHTING, GEOMS_WEIGHTINGS)

/*  REAL   (field, Name, default, lowest, highest, reason)           a number
 *  COUNT  (field, Name, default, lowest, highest, reason)           a whole number
 *  PAIR   (field, Name, first, second, lowest, highest, reason)     two increasing numbers
 *  CHOICE (field, Name, PREFIX, DEFAULT, reason)                    one word of a choice list
 */
#define GEOMS_OPTION_LIST(REAL, COUNT, PAIR, CHOICE)                                               \
    CHOICE (formulation, Formulation, FORMULATION, PSF, "equations that are integrated [FORM]")    \
    CHOICE (method, Method, METHOD, AUTO, "integration method; auto: the first one of those that " \
            "the formulation has")                                                                 \
    REAL (initial_step, InitialStep, 0, 0, 1e300,                                                  \
          "first step size [H]; 0: found from the problem")                                        \
    REAL (max_step, MaxStep, 0, 0, 1e300, "largest step size [HMAX]; 0: no limit")                 \
    REAL (min_step, MinStep, 0, 0, 1e300, "smallest step size; 0: rounding is the limit")          \
    REAL (step, Step, 0, 0, 1e300, "fixed step size, without error control; 0: variable steps")    \
    COUNT (order, Order, 2, 1, 6, "order of 'bdf-fixed', and of 'mexax' with Step")                \
    COUNT (max_order, MaxOrder, 0, 0, 13, "highest order of 'bdf', 1 to 5, and of 'radau', 5, 9 "  \
           "or 13, which is the order with Step; 0: the highest there is")                         \
    COUNT (max_steps, MaxSteps, 10000000, 1, 2000000000,                                           \
           "largest number of attempted steps [NMAX]")                                             \
    REAL (max_wall_time, MaxWallTime, 0, 0, 1e300,                                                 \
          "seconds after which the run stops; 0: no limit")                                        \
    CHOICE (constraint_decomposition, ConstraintDecomposition, DECOMPOSITION, AUTO,                \
            "decomposition of the constraints [DECOMPC]; auto: LU, and SVD if they are redundant") \
    CHOICE (differential_decomposition, DifferentialDecomposition, DIFFERENTIAL, LU,               \
            "decomposition of the differential part [DECOMPD]")                                    \
    REAL (rank_tol, RankTol, 0, 0, 1, "relative size below which a pivot or singular value "       \
          "counts as zero; 0: 1e-10 of C = [G; H] Z where the model gives its parts; else 1e-9 "   \
          "with the user's Jacobian, 1e-6 with differences")                                       \
    CHOICE (multipliers, Multipliers, MULTIPLIERS, AUTO,                                           \
            "psf: lambda and mu are solved for at each state, or iterated like the other "         \
            "unknowns; auto: solved, but in the residual form, where M, f and G are not known")    \
    CHOICE (velocity_rows, VelocityRows, VELOCITY_ROWS, AUTO,                                      \
            "psf: the differential equations of v are selected from forces, S_v (f - M v'), or "   \
            "from accelerations, S_v (M^-1 f - v')")                                               \
    CHOICE (linear_solver, LinearSolver, LINEAR, AUTO,                                             \
            "psf, psi1, ggl, index1, index2: Newton systems by dense or by sparse matrices; auto: " \
            "sparse where the model has patterns and more than 80 unknowns, and KLU is there")     \
    CHOICE (selector, Selector, SELECTOR, TANGENT, "how the differential rows are selected; given: " \
            "by the rows of the problem")                                                          \
    CHOICE (selector_update, SelectorUpdate, UPDATE, EVERY,                                        \
            "the selector is renewed with every Newton matrix, or on a change of pivots and "      \
            "after a failure of Newton's method only [SELCOMP]")                                   \
    CHOICE (newton_start, NewtonStart, START, EXTRAPOLATE,                                         \
            "radau5, radau: starting values of the stages [STARTN]")                               \
    COUNT (max_newton, MaxNewton, 10, 1, 1000, "largest number of Newton iterations [NIT]; "       \
           "radau: 5 more with order 9, 10 more with order 13")                                    \
    COUNT (newton_matrix_at, NewtonMatrixAt, 0, 0, 3,                                              \
           "radau5, radau: stage at which the Newton matrix is evaluated, 0: start of the step "   \
           "[NWTMAT]")                                                                             \
    COUNT (newton_updates, NewtonUpdates, 1, 0, 100,                                               \
           "radau5, radau: updates of the Newton matrix allowed within one step [NWTUPD]")         \
    REAL (newton_tol, NewtonTol, 0, 0, 1, "stopping criterion of Newton's method [FNEWT]; "        \
          "0: min (0.03, sqrt (internal RelTol))")                                                 \
    CHOICE (newton_norm, NewtonNorm, NEWTON_NORM, 3N,                                              \
            "divisor of the norm over the s stages: s n, three for radau5, or n as in the paper")  \
    CHOICE (error_norm, ErrorNorm, ERROR_NORM, ALL,                                                \
            "components in the error norm: all, or the free ones of p and v as in the paper")      \
    CHOICE (step_control, StepControl, CONTROL, PREDICTIVE,                                        \
            "radau5, radau: step-size controller [PRED]")                                          \
    CHOICE (initial, Initial, INITIAL, CORRECT,                                                    \
            "inconsistent initial values are corrected, refused or used as they are [IVCNSST]")    \
    CHOICE (weights, Weights, WEIGHTING, UNIT, "what a change of initial velocities costs: the "   \
            "same for all, or its kinetic energy, as in a plastic impact")                         \
    CHOICE (project, Project, PROJECT, AUTO, "correction onto the constraints after each step; "   \
            "auto: with psf and psi1, and with mexax")                                             \
    REAL (baumgarte_alpha, BaumgarteAlpha, 10, 0, 1e300, "baumgarte: g'' + 2 alpha g' + "          \
          "beta^2 g = 0, h' + 2 alpha h = 0")                                                      \
    REAL (baumgarte_beta, BaumgarteBeta, 10, 0, 1e300, "baumgarte: see BaumgarteAlpha")            \
    REAL (partition_limit, PartitionLimit, 5, 1, 1e300, "partition-fixed: other independent "      \
          "coordinates are chosen where the condition of C_d, or how much faster another one "     \
          "moves, has grown by this factor")                                                       \
    CHOICE (invariant, Invariant, INVARIANT, PROJECT, "solution invariants are kept by the "       \
            "correction, by elimination within the steps, or only watched")                        \
    REAL (safety, Safety, 0.9, 0.001, 0.999999, "safety factor of the step size [SAFE]")           \
    REAL (jacobian_reuse, JacobianReuse, -1, -1, 0.999999, "radau5, radau: the Jacobian is kept "  \
          "while Newton's method contracts faster than this [THET]; negative: always renewed")     \
    PAIR (step_keep, StepKeep, 1, 1.2, 0, 1e300, "radau5, radau: the step size is kept if the "    \
          "ratio new/old lies between these and the Jacobian was kept [QUOT1, QUOT2]")             \
    PAIR (step_change, StepChange, 0.2, 8, 1e-6, 1e6,                                              \
          "smallest and largest ratio of new to old step size [FACR, FACL]")                       \
    REAL (rounding, Rounding, 2.220446049250313e-16, 1e-19, 0.1, "unit roundoff [UROUND]")         \
    COUNT (refine, Refine, 1, 1, 1000, "points per step in [t, y] = geoms (...) with tspan = "     \
           "[t0 tf], and for OutputFcn there")                                                     \
    CHOICE (dense, Dense, SWITCH, ON, "keep what dense output needs")                              \
    CHOICE (residuals, Residuals, SWITCH, ON, "evaluate the constraint residuals at all outputs")

#define GEOMS_CHOICE_ENUM(P, NAME, word) GEOMS_##P##_##NAME,
#define GEOMS_CHOICE_DECLARE(P, LIST) enum { LIST (GEOMS_CHOICE_ENUM, P) GEOMS_##P##_COUNT };
GEOMS_CHOICE_LISTS (GEOMS_CHOICE_DECLARE)
#undef GEOMS_CHOICE_DECLARE
#undef GEOMS_CHOICE_ENUM

typedef struct GeomsOptions {
#define GEOMS_FIELD_REAL(field, ...) double field;
#define GEOMS_FIELD_COUNT(field, ...) int field;
#define GEOMS_FIELD_PAIR(field, ...) double field[2];
    GEOMS_OPTION_LIST (GEOMS_FIELD_REAL, GEOMS_FIELD_COUNT, GEOMS_FIELD_PAIR, GEOMS_FIELD_COUNT)
#undef GEOMS_FIELD_REAL
#undef GEOMS_FIELD_COUNT
#undef GEOMS_FIELD_PAIR
} GeomsOptions;

/* The list as data: what geomsset needs to know of each option. */
enum { GEOMS_KIND_REAL, GEOMS_KIND_COUNT, GEOMS_KIND_PAIR, GEOMS_KIND_CHOICE };

typedef struct GeomsOptionEntry {
    const char *name;
    int kind;
    size_t offset;           /* of the field in GeomsOptions            */
    double standard[2];      /* default; of a choice its value          */
    double lowest, highest;
    const char *const *words; /* of a choice, ended by NULL             */
    const char *reason;
} GeomsOptionEntry;

const GeomsOptionEntry *geoms_options_list (int *count);
void geoms_options_default (GeomsOptions *options);
/* NULL, or the entry of the first option that is out of range */
const GeomsOptionEntry *geoms_options_check (const GeomsOptions *options);

#endif
