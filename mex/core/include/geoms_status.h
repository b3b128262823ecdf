/* geoms_status.h - what became of a run: number (IDID), name, kind, identifier, text, remedy
 *
 * The numbers -1001 ... -2603 are those of the GEOMS manual (Steinbrecher 2007, appendix A), also
 * those of failures that do not occur here; the first two digits name the room it comes from. Our
 * own are the numbers -19.. and those from -2405 to -2408. 0 is success, positive numbers are
 * success with news. One line here is everything there is to say about a code.
 */
#ifndef GEOMS_STATUS_H
#define GEOMS_STATUS_H

#define GEOMS_STATUS_LIST(X)                                                                       \
    X (0, OK, SUCCESS, "geoms:ok", "The end of the time span was reached.", "")                    \
    X (1, STOPPED, SUCCESS, "geoms:stopped", "The run was stopped by an output function.", "")     \
    X (2, EVENT, SUCCESS, "geoms:event", "A terminal event ended the run.", "")                    \
    /* options */                                                                                  \
    X (-1001, BAD_OPTION, INPUT, "geoms:options:value", "An option or tolerance has a value that " \
       "cannot be used.", "See 'help geomsset' for the range of each option.")                     \
    X (-1002, BAD_IDID, INPUT, "geoms:options:idid", "A run that failed cannot be continued as "   \
       "it is.", "Remove the cause of the failure and start again.")                               \
    /* integration */                                                                              \
    X (-1101, STOP_OUTPUT, FAILURE, "geoms:output:stop", "The output function stopped with an "    \
       "error.", "Look at the output function.")                                                   \
    X (-1102, STOP_EOM, FAILURE, "geoms:eom:stop", "The equations of motion stopped the run.",     \
       "Look at the function that evaluates the equations of motion.")                             \
    X (-1103, STOP_MASS, FAILURE, "geoms:mass:stop", "The mass matrix stopped the run.",           \
       "Look at the function that evaluates the mass matrix.")                                     \
    X (-1104, STOP_JACOBIAN, FAILURE, "geoms:jac:stop", "The Jacobian stopped the run.",           \
       "Look at the function that evaluates the Jacobian.")                                        \
    X (-1105, INCONSISTENT, INPUT, "geoms:initial:inconsistent", "The initial values violate the " \
       "constraints.", "Correct them, or set Initial to 'correct'.")                               \
    X (-1106, BAD_TSPAN, INPUT, "geoms:tspan:order", "The final time does not lie beyond the "     \
       "initial time in the direction of the time span.", "Give a strictly monotonous time span.") \
    X (-1111, QR_FX1, FAILURE, "geoms:decomposition:acceleration", "The acceleration constraints " \
       "could not be decomposed by QR.", "Set ConstraintDecomposition to 'svd'.")                  \
    X (-1112, QR_FX2, FAILURE, "geoms:decomposition:velocity", "The velocity constraints could "   \
       "not be decomposed by QR.", "Set ConstraintDecomposition to 'svd'.")                        \
    X (-1113, QR_FX3, FAILURE, "geoms:decomposition:position", "The position constraints could "   \
       "not be decomposed by QR.", "Set ConstraintDecomposition to 'svd'.")                        \
    X (-1114, SINGULAR_E, FAILURE, "geoms:newton:singular", "The Newton matrix is singular again " \
       "and again.", "Check that the mass matrix is regular on the admissible motions, and that "  \
       "every unknown appears in the equations.")                                                  \
    X (-1115, NEWTON_FAILS_START, FAILURE, "geoms:newton:start", "Newton's method fails again "    \
       "and again in the first step.", "Check the initial values and the hidden constraints; try " \
       "a smaller InitialStep.")                                                                   \
    X (-1116, NEWTON_FAILS, FAILURE, "geoms:newton:fails", "Newton's method fails again and "      \
       "again.", "Check the equations near this state for jumps and singular positions.")          \
    X (-1117, TOO_MANY_STEPS, FAILURE, "geoms:steps:many", "More steps than MaxSteps are needed.", \
       "Raise MaxSteps, or loosen the tolerances. Where dopri5, hedop5 or mexax take small steps " \
       "at any tolerance, the motion is stiff: radau5 or bdf take larger ones.")                   \
    X (-1118, STEP_TOO_SMALL, FAILURE, "geoms:steps:small", "The step size became too small.",     \
       "Look for a singular position, a jump in a force, or a wrong hidden constraint near this "  \
       "time.")                                                                                    \
    X (-1128, ORMQR_E1, FAILURE, "geoms:lapack:ormqr1", "LAPACK could not apply Q to the real "    \
       "system.", "Report this with the model.")                                                   \
    X (-1129, ORMQR_E2, FAILURE, "geoms:lapack:ormqr2", "LAPACK could not apply Q to the complex " \
       "system.", "Report this with the model.")                                                   \
    /* finite-difference Jacobian */                                                               \
    X (-1201, STOP_EOM_DIFFERENCE, FAILURE, "geoms:eom:stopJacobian", "The equations of motion "   \
       "stopped the run while the Jacobian was computed by finite differences.",                   \
       "Look at the function that evaluates the equations of motion.")                             \
    /* QR of the constraints */                                                                    \
    X (-1401, QR_RANK1, FAILURE, "geoms:rank:accelerationQR", "The acceleration constraints are "  \
       "redundant, or dd/dw is singular (found by QR).", "Remove the redundant rows, or set "      \
       "ConstraintDecomposition to 'svd'.")                                                        \
    X (-1402, QR_RANK2, FAILURE, "geoms:rank:velocityQR", "The velocity constraints or "           \
       "invariants are redundant (found by QR).", "Remove the redundant rows, or set "             \
       "ConstraintDecomposition to 'svd'.")                                                        \
    X (-1403, QR_RANK3, FAILURE, "geoms:rank:positionQR", "The position constraints are "          \
       "redundant, or dc/ds is singular (found by QR).", "Remove the redundant rows, or set "      \
       "ConstraintDecomposition to 'svd'.")                                                        \
    X (-1801, APPLY_Q1, FAILURE, "geoms:lapack:q1", "LAPACK could not apply Q of the "             \
       "acceleration constraints.", "Report this with the model.")                                 \
    X (-1802, APPLY_Q2, FAILURE, "geoms:lapack:q2", "LAPACK could not apply Q of the velocity "    \
       "constraints.", "Report this with the model.")                                              \
    X (-1803, APPLY_Q3, FAILURE, "geoms:lapack:q3", "LAPACK could not apply Q of the position "    \
       "constraints.", "Report this with the model.")                                              \
    X (-1804, APPLY_Q4, FAILURE, "geoms:lapack:q4", "LAPACK could not apply Q of the "             \
       "differential part.", "Report this with the model.")                                        \
    /* our own */                                                                                  \
    X (-1901, OUT_OF_MEMORY, FAILURE, "geoms:memory", "There is not enough memory.",               \
       "Store fewer points: give the output times you need, or set Dense to 'off'.")               \
    X (-1902, INTERRUPTED, FAILURE, "geoms:interrupted", "The run was interrupted.",               \
       "geomslast returns what was computed.")                                                     \
    X (-1903, CALLBACK_THREW, FAILURE, "geoms:callback:threw", "A user function raised an error.", \
       "geomslast returns what was computed.")                                                     \
    X (-1904, NOT_FINITE, FAILURE, "geoms:callback:finite", "A user function returned NaN, Inf "   \
       "or a complex number, or cannot be evaluated with any step.", "Look at the functions near " \
       "this time and state.")                                                                     \
    X (-1905, BAD_MODEL, INPUT, "geoms:system:model", "The description of the system cannot be "   \
       "used.", "Check dimensions and functions.")                                                 \
    X (-1906, MASS_SINGULAR, INPUT, "geoms:mass:singular", "The mass matrix is singular.",         \
       "What has no mass needs a constraint; 'psf' and 'psi1' take a damper, too.")                \
    X (-1907, PROJECTION_FAILS, FAILURE, "geoms:project:fails", "The constraints could not be "    \
       "met after a step.", "Check the hidden constraints and their Jacobian near this time.")     \
    X (-1908, NO_DENSE, FAILURE, "geoms:dense:missing", "There is no dense output.",               \
       "Run again with Dense set to 'on'.")                                                        \
    X (-1909, TIME_IS_UP, FAILURE, "geoms:time:limit", "The run took longer than MaxWallTime.",    \
       "Raise MaxWallTime, or continue the run with geomsextend.")                                 \
    X (-1910, STOP_EVENTS, FAILURE, "geoms:events:stop", "An event function or event action "      \
       "stopped the run.", "Look at the functions Events and EventAction.")                        \
    X (-1911, BAD_STATE, INPUT, "geoms:extend:state", "The state of the earlier run does not fit " \
       "this system or version.", "Start from the last point with geomsextend (sol, sys, tend, "   \
       "x0).")                                                                                     \
    X (-1912, CONTRADICTION, INPUT, "geoms:initial:contradiction", "Constraints contradict each "  \
       "other.", "Remove one of them, or correct their constants.")                                \
    X (-1913, EVENTS_PILE_UP, FAILURE, "geoms:events:accumulate", "Events follow each other "      \
       "without end.", "Make the event terminal, or let EventAction end the motion that causes "   \
       "it: a ball at rest, say.")                                                                 \
    X (-1914, PARTITION_SINGULAR, INPUT, "geoms:partition:singular", "The chosen independent "     \
       "coordinates do not determine the others.", "Choose others, or let them be chosen "         \
       "(Independent empty), or use the QR or SVD partition.")                                     \
    X (-1915, PARTITION_RANK, INPUT, "geoms:partition:rank", "The constraints depend on each "     \
       "other.", "Remove the redundant rows, or use 'psf', 'psi1' or 'partition-svd' "             \
       "(geomspartition: 'svd'), which take the solution of minimum norm.")                        \
    X (-1916, BAD_PAIR, INPUT, "geoms:options:pair", "This formulation and this method cannot be " \
       "combined.", "See 'help geomsset' for the pairs.")                                          \
    X (-1917, BAD_FORMULATION, INPUT, "geoms:formulation:system", "The formulation cannot be "     \
       "used for this system.", "Use 'psf' with 'radau5', which has no such limits.")              \
    X (-1918, MASS_INDEFINITE, INPUT, "geoms:mass:indefinite", "The mass matrix is not positive "  \
       "on the motions that the constraints allow.", "Check the masses and inertias; a "           \
       "coordinate without mass needs a constraint or a damper.")                                  \
    X (-1919, MASS_UNSYMMETRIC, INPUT, "geoms:mass:symmetric", "The mass matrix is not "           \
       "symmetric.", "Correct the entry, or return (M + M')/2.")                                   \
    X (-1920, MASSLESS, INPUT, "geoms:mass:massless", "A coordinate has neither mass nor a "       \
       "constraint.", "Use 'psf' or 'psi1' with an implicit method: they take the equation of "    \
       "such a coordinate as it is.")                                                              \
    X (-1921, UNDAMPED, INPUT, "geoms:mass:undamped", "A coordinate has neither mass nor a "       \
       "constraint nor a damper.", "Give it a mass, a constraint, or a force that depends on its " \
       "velocity.")                                                                                \
    X (-1922, NO_SECOND_DERIVATIVES, INPUT, "geoms:system:reduced", "The formulation needs "       \
       "second derivatives of the constraints, which the model has not.", "Add gII and hI, or "    \
       "use 'psi1', 'index3', 'index2' or 'ggl' with an implicit method.")                         \
    X (-1923, INITIAL_FIXED, INPUT, "geoms:initial:fixed", "Constraints and conditions cannot be " \
       "met with the fixed components.", "Fix fewer components, or give them other values.")       \
    X (-1924, SELECTOR_SIZE, INPUT, "geoms:selector:size", "Selector has not as many rows as "     \
       "there are free motions.", "S_p needs np - nl rows, S_v nv - nl - nm, and more where rows " \
       "of the constraints depend on each other.")                                                 \
    X (-1925, SELECTOR_SINGULAR, INPUT, "geoms:selector:singular", "The rows that Selector takes " \
       "do not determine the motion.", "Give rows with S_p K_p and S_v M K_v regular there, K_p "  \
       "and K_v kernels of G and G Z: as a function of (t, p) where none are so everywhere, or "   \
       "take Selector 'tangent'.")                                                                 \
    X (-1926, STOP_SELECTOR, FAILURE, "geoms:selector:stop", "Selector stopped the run.",          \
       "Look at the function Selector.")                                                           \
    X (-2004, APPLY_Q_ERROR, FAILURE, "geoms:lapack:qerror", "LAPACK could not apply Q in the "    \
       "error estimate.", "Report this with the model.")                                           \
    /* consistent initial values */                                                                \
    X (-2101, INITIAL_EOM, INPUT, "geoms:initial:eom", "The equations of motion stopped the run "  \
       "at the initial values.", "Look at the function that evaluates the equations of motion.")   \
    X (-2102, INITIAL_COND, INPUT, "geoms:initial:cond", "The initial conditions stopped the "     \
       "run.", "Look at the function that evaluates the initial conditions.")                      \
    X (-2103, INITIAL_SVD, INPUT, "geoms:initial:svd", "The singular value decomposition failed "  \
       "at the initial values.", "Look for NaN or huge values in the equations.")                  \
    X (-2104, INITIAL_DIVERGES, INPUT, "geoms:initial:diverges", "The search for consistent "      \
       "initial values diverges.", "Constraints and conditions may contradict each other; start "  \
       "closer to a consistent state.")                                                            \
    X (-2105, INITIAL_SLOW, INPUT, "geoms:initial:slow", "The search for consistent initial "      \
       "values did not converge.", "The constraints may contradict each other; else start closer " \
       "to a consistent state, and check the Jacobian.")                                           \
    X (-2106, INITIAL_DEPENDENT, INPUT, "geoms:initial:dependent", "The initial conditions "       \
       "depend on each other or on the constraints.", "Remove the dependent conditions, or give "  \
       "others.")                                                                                  \
    /* SVD of the constraints */                                                                   \
    X (-2401, RANK_CHANGED, FAILURE, "geoms:rank:changed", "The rank of the constraints changed "  \
       "along the motion.", "Restart beyond the singular position, or change the geometry that "   \
       "allows it.")                                                                               \
    X (-2402, RANK_VELOCITY, FAILURE, "geoms:rank:velocityUniform", "Acceleration and velocity "   \
       "constraints have different rank deficiencies.", "Check the rows of gI, h and of gII, hI; " \
       "a start in a singular position shows itself like this, too.")                              \
    X (-2403, RANK_POSITION, FAILURE, "geoms:rank:positionUniform", "Velocity and position "       \
       "constraints have different rank deficiencies.", "Check the rows of g and gI; a start in "  \
       "a singular position shows itself like this, too.")                                         \
    X (-2405, AUXILIARY_SINGULAR, FAILURE, "geoms:rank:auxiliary", "dd/dw is singular.",           \
       "Check the auxiliary equations: there must be one for each w, and it must depend on it.")   \
    X (-2406, CONTACT_SINGULAR, FAILURE, "geoms:rank:contact", "dc/ds is singular.",               \
       "Check the contact equations: there must be one for each s, and it must depend on it.")     \
    X (-2407, MULTIPLIER_CANCELLED, FAILURE, "geoms:rank:multiplier", "Friction cancels a "        \
       "multiplier.", "Check the friction in 'force': a coefficient that is too large jams the "   \
       "mechanism.")                                                                               \
    X (-2408, SINGULAR_START, INPUT, "geoms:rank:singular", "The motion begins in a singular "     \
       "position.", "Start beside it, on the branch that is meant: move the positions by 1e-3 of " \
       "the device, say, and give velocities along it; geomsinit makes them consistent.")          \
    X (-2404, SVD_FAILS, FAILURE, "geoms:decomposition:svd", "The singular value decomposition "   \
       "of the constraints failed.", "Look for NaN or huge values in the equations.")              \
    /* LU of the constraints */                                                                    \
    X (-2601, LU_RANK1, FAILURE, "geoms:rank:acceleration", "The acceleration constraints are "    \
       "redundant, or dd/dw is singular.", "Remove the redundant rows, or set "                    \
       "ConstraintDecomposition to 'svd'.")                                                        \
    X (-2602, LU_RANK2, FAILURE, "geoms:rank:velocity", "The velocity constraints or invariants "  \
       "are redundant.", "Remove the redundant rows, or set ConstraintDecomposition to 'svd'.")    \
    X (-2603, LU_RANK3, FAILURE, "geoms:rank:position", "The position constraints are redundant, " \
       "or dc/ds is singular.", "Remove the redundant rows, or set ConstraintDecomposition to "    \
       "'svd'.")

enum {
#define GEOMS_STATUS_ENUM(idid, NAME, kind, id, text, remedy) GEOMS_##NAME = idid,
    GEOMS_STATUS_LIST (GEOMS_STATUS_ENUM)
#undef GEOMS_STATUS_ENUM
};

/* how a run with such a code ends: well; refused as input, where nothing was computed; failed */
typedef enum {
    GEOMS_CODE_SUCCESS,
    GEOMS_CODE_INPUT,
    GEOMS_CODE_FAILURE,
} GeomsCodeKind;

typedef struct GeomsCode {
    int idid;
    GeomsCodeKind kind;
    const char *name, *identifier, *text, *remedy;
} GeomsCode;

/* All codes, count of them in *count; the entry of one code (never NULL). */
const GeomsCode *geoms_status_list (int *count);
const GeomsCode *geoms_status (int idid);

#endif
