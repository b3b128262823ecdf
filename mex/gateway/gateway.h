/* gateway.h - between MATLAB or Octave and the core: check -> get -> compute -> put
 *
 * The only room that includes mex.h. One MEX file, geoms_mex, is called by the toolbox alone:
 *
 *     [...] = geoms_mex (command, ...)          geoms_mex.c lists the commands
 *
 * Memory: what must outlive a call, or the unwinding of a call, belongs to a GatewayRun in the
 * registry of handle.c; everything else is an mxArray or comes from mxMalloc, which the host frees.
 * So an error in a callback or Ctrl-C may leave these functions at any call of the host.
 *
 * Functions of the host are never kept: each command that needs them gets them anew.
 */
#ifndef GATEWAY_H
#define GATEWAY_H

#include "mex.h"

#include "geoms.h"
#include "geoms_derive.h"
#include "geoms_sweep.h"
#include "geoms_tree.h"

/* of anything that is counted; the text of an error of get.c says it, too */
enum { GATEWAY_MOST = 1000000 };

/* ---- the user's functions as the core calls them: field of the system, rows, columns ---- */
enum {
    SLOT_EOM,
    SLOT_MASS,
    SLOT_JAC,
    SLOT_IVCOND,
    SLOT_BLOCKS,
    SLOT_BRIEF,
    SLOT_GRADIENT,
    SLOT_SIGNALS,
    SLOT_EVENTS,
    SLOT_ACTION,
    SLOT_MONITOR,
    SLOT_SELECTOR,
    SLOT_COUNT
};

typedef struct Slot {
    const char *name;        /* as the user knows it */
    const mxArray *function; /* valid during one command only */
    int rows, columns;       /* of the result at one point */
    int may_be_constant;     /* one result may stand for all points */
    int catches;             /* [y, error] = function (...): needs no guard */
} Slot;

/* ---- a model in a shared library ---- */
typedef struct GatewayNative {
    void *library; /* NULL: none */
    void *user;    /* what the model's create has made */
    void (*destroy) (void *user);
} GatewayNative;

/* ---- the points of the last call of a function that raised an error, or whose result was not
 * finite at a finite state ---- */
typedef struct GatewaySeen {
    int slot, error;     /* which function; not 0: it raised an error                          */
    int k, room;         /* points; there is room for                                          */
    double *t, *x;       /* k times, n x k states                                              */
} GatewaySeen;

/* ---- event functions that were recorded: values; terminal, then direction of each ---- */
typedef struct GatewayEvents {
    GeomsRecorded *values; /* NULL: they are called                                            */
    double *flags;
} GatewayEvents;

/* ---- many integrations: sweeps.c ---- */
typedef struct GatewaySweep GatewaySweep;

/* ---- one integration ---- */
typedef struct GatewayRun {
    GeomsRun *run; /* NULL: none, as rhs or sweep */
    GeomsRhs *rhs;
    GatewaySweep *sweep;     /* a handle of many: what belongs to one is not used; else NULL */
    const GeomsSweep *within; /* the sweep that it is a member of, else NULL */
    GeomsModel model;
    GeomsOptions options;
    void *user;              /* of the model's callbacks: composed, native.user, tree, derived or this run */
    GeomsComposed *composed; /* mechanical form, or a tree with more; else NULL */
    GeomsSparseForm *sparse; /* mechanical form with patterns, else NULL */
    GatewayNative native;    /* native form */
    GeomsTreeSystem *tree;   /* tree form, else NULL */
    GeomsDerivedModel *derived; /* derived form, else NULL */
    GeomsRecorded *signals;  /* of the tree; NULL: none was recorded */
    GeomsTreeDerived *own;   /* tree form, what is added to it derived, else NULL */
    int motions;             /* numbers that tell the motions of the bodies that laws push */
    double *mass;            /* nv x nv, if constant */
    int n;                   /* unknowns */
    Slot slots[SLOT_COUNT];
    const mxArray *guard; /* valid during one command only */
    mxArray *error;       /* the user's error of this command: identifier, message, stack */
    GatewaySeen seen;
    GatewaySeen told;     /* of the function of time alone: the last times, x its values */
    int busy;             /* inside a command that calls the user's functions */
    int lends;            /* 1: the host lends arguments, -1: it does not, 0: not known yet */
    long calls;           /* of the user's functions */
    double seconds_callbacks, seconds_total;
    double begin; /* of the command 'run', 0: not inside it */
    /* hooks; seconds are counted from `begin` */
    int nevents;                 /* event functions */
    GatewayEvents events;
    int each_output;             /* not 0: the monitor is called for every output */
    double progress, checkpoint; /* seconds between two of them */
    double next_progress, next_checkpoint, next_slow;
    long monitored, progressed; /* how often the monitor was called for outputs, for progress */
} GatewayRun;

/* ---- how the struct of a solution is to look ---- */
typedef struct GatewayShape {
    int refine;       /* > 1: of so many points per step those at the steps alone               */
    int continues;    /* not 0: the run goes on where another one ended                         */
    int reduced;      /* not 0: the system gives neither gII nor hI                             */
    double t0;        /* time and state of a run that did not come to its start                 */
    const double *x0;
} GatewayShape;

/* ---- handle.c: registry of the runs that are alive ---- */
double gateway_handle_add (GatewayRun *run);
GatewayRun *gateway_handle_get (const mxArray *handle);
GatewaySweep *gateway_handle_sweep (const mxArray *handle);
int gateway_handle_alive (const mxArray *handle);
void gateway_handle_free (const mxArray *handle);
void gateway_handle_free_all (void);
void gateway_run_free (GatewayRun *run);
int gateway_once_begin (GatewayRun *run, const void *frame);
void gateway_once_end (int place);

/* ---- get.c: mxArray -> C; each raises an error that says what was expected of `what` ---- */
const mxArray *gateway_get_field (const mxArray *array, const char *field, const char *what);
double gateway_get_real (const mxArray *array, const char *what);
int gateway_get_count (const mxArray *array, const char *what);
const double *gateway_get_array (const mxArray *array, size_t rows, size_t columns,
                                 const char *what);
const double *gateway_get_vector (const mxArray *array, size_t *count, const char *what);
char *gateway_get_word (const mxArray *array, const char *what);
int *gateway_get_flags (const mxArray *array, size_t *count, const char *what);
int gateway_get_choice (const mxArray *array, const char *option);
void gateway_get_options (const mxArray *array, GeomsOptions *options);
void gateway_get_dims (const mxArray *array, int most, GeomsDims *dims);

/* ---- put.c: C -> mxArray ---- */
mxArray *gateway_put_matrix (const double *values, size_t rows, size_t columns);
/* a sparse matrix with these values, NULL: ones */
mxArray *gateway_put_sparse (const GeomsPattern *p, int rows, int columns, const double *values);
mxArray *gateway_put_columns (int k, const double *x, int ldx, int rows);
mxArray *gateway_put_cube (const double *values, size_t rows, size_t columns, size_t pages);
mxArray *gateway_put_counts (const int *values, size_t count);
void gateway_put_field (mxArray *array, const char *field, mxArray *value);
void gateway_put_output (int nlhs, mxArray *plhs[], int position, mxArray *value);
mxArray *gateway_put_text (char *text);
mxArray *gateway_put_dims (const GeomsDims *d);
mxArray *gateway_put_report (const GeomsReport *report);
mxArray *gateway_put_counters (const GeomsCounters *counters);
mxArray *gateway_put_error (const char *identifier, const char *message);

/* ---- solution.c: sol as the toolbox returns it; state becomes a field of it ---- */
mxArray *gateway_put_solution (const GatewayRun *run, const GatewayShape *shape, double seconds,
                               mxArray *state);

/* ---- system.c: the toolbox's system struct -> model and slots ---- */
void gateway_system_check (const mxArray *system);
int gateway_system_calls (const mxArray *system);
int gateway_system_model (const mxArray *system, GatewayRun *run);
int gateway_unknowns (const GeomsDims *d);
void gateway_set_slot (GatewayRun *run, int slot, int rows, int columns, int may_be_constant);
void gateway_system_functions (const mxArray *system, GatewayRun *run);
int gateway_system_blocks (const mxArray *system, GatewayRun *run, GeomsMechanical *form);

/* ---- native.c: models in shared libraries ---- */
void gateway_native_check (const mxArray *system);
int gateway_native_try (const mxArray *system, GatewayRun *run);
void gateway_native_model (const mxArray *system, GatewayRun *run);
void gateway_native_close (GatewayNative *native);

/* ---- trees.c: trees ---- */
void gateway_tree_check (const mxArray *system);
int gateway_tree_model (const mxArray *system, GatewayRun *run);

/* ---- tree_own.c: what a user adds to a tree ---- */
void gateway_own_check (const mxArray *system);
int gateway_own_calls (const mxArray *system);
int gateway_own_add (const mxArray *system, GatewayRun *run);

/* ---- derived.c: derived systems ---- */
void gateway_derived_check (const mxArray *system);
int gateway_derived_model (const mxArray *system, GatewayRun *run);
void gateway_derived_differences (GatewayRun *run);

/* ---- patterned.c: mechanical systems with patterns ---- */
int gateway_pattern_given (const mxArray *system);
void gateway_pattern_check (const mxArray *system, const GeomsDims *d, int varies, int kinematics);
int gateway_pattern_model (const mxArray *system, const GeomsMechanical *mechanical, GatewayRun *run);

/* ---- recording.c: the tape of the functions that are recorded, an error where there is none ---- */
GeomsTape *gateway_tape (void);
void gateway_tape_free (void);

/* ---- callback.c: C -> the user's functions; `user` is the GatewayRun ---- */
void gateway_see (GatewayRun *run, int slot, int error, int k, const double *t, const double *x,
                  int ldx);
mxArray *gateway_invoke (GatewayRun *run, int slot, int count, mxArray *arguments[]);
int gateway_call_eom (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user);
int gateway_call_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user);
int gateway_call_brief (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user);
int gateway_call_own (int k, const double *t, const double *x, int ldx, const double *motion,
                      double *out, int ldo, void *user);
int gateway_call_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user);
int gateway_constant_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user);
int gateway_call_jac (double t, const double *x, double *J, int ldj, void *user);
int gateway_call_ivcond (double t, const double *x, double *c, void *user);
int gateway_call_gradient (double t, const double *x, double *out, int ld, void *user);
int gateway_call_signals (int k, const double *t, double *values, void *user);
int gateway_interrupted (void *user);

/* ---- hooks.c: events, event action, output; `user` is the GatewayRun ---- */
void gateway_hooks_functions (const mxArray *hooks, GatewayRun *run);
void gateway_events_take (const mxArray *recorded, GatewayRun *run);
void gateway_events_free (GatewayEvents *events);
int gateway_hook_events (int k, const double *t, const double *x, int ldx, double *value,
                         double *terminal, double *direction, void *user);
int gateway_hook_action (double t, double *x, int count, const int *which, void *user);
int gateway_hook_output (size_t first, const GeomsSolution *solution, void *user);

/* ---- selector_rows.c: rows of the option Selector; `user` is the GatewayRun ---- */
GeomsSelection gateway_get_selection (const mxArray *problem, int columns[2]);
/* not 0 if constant rows have as many columns as the model has positions and velocities */
int gateway_selection_fits (const GeomsSelection *s, const int columns[2], const GeomsDims *d);
int gateway_hook_selection (double t, const double *x, int rows_p, int rows_v, double *Sp, double *Sv,
                            void *user);

/* ---- run.c: what is asked for, and all there is ---- */
GeomsProblem gateway_get_problem (const mxArray *from);
mxArray *gateway_put_run (const GatewayRun *run, const GatewayShape *shape, mxArray **found);
GatewayShape gateway_get_shape (const mxArray *numbers, const mxArray *x0, int n);

/* ---- sweeps.c ---- */
void gateway_sweep_free (GatewaySweep *sweep);

/* ---- the commands ---- */
typedef void GatewayCommand (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);
/* lists.c */
GatewayCommand gateway_options, gateway_check, gateway_table, gateway_codes, gateway_counters,
    gateway_version;
/* run.c */
GatewayCommand gateway_create, gateway_run, gateway_get, gateway_solution, gateway_project,
    gateway_evaluate, gateway_reduce, gateway_terms, gateway_written, gateway_free, gateway_alive;
/* sweeps.c */
GatewayCommand gateway_sweep_begin, gateway_sweep_add, gateway_sweep_next;
/* compare.c */
GatewayCommand gateway_levels;
/* interpolate.c */
GatewayCommand gateway_dense;
/* native.c */
GatewayCommand gateway_native;
/* trees.c */
GatewayCommand gateway_treedims, gateway_treewords, gateway_treeresults;
/* maps.c */
GatewayCommand gateway_jointmap, gateway_mapvalues;
/* digest.c */
GatewayCommand gateway_digest;
/* matrices.c */
GatewayCommand gateway_partition;
/* recording.c */
GatewayCommand gateway_tape_begin, gateway_tape_end, gateway_tape_op, gateway_tape_times,
    gateway_tape_inputs, gateway_tape_values, gateway_tape_evaluate, gateway_tape_table,
    gateway_record, gateway_recorded, gateway_tape_slopes, gateway_tape_write, gateway_tape_needs,
    gateway_tape_choices;
/* derived.c */
GatewayCommand gateway_derive, gateway_exportc;
/* patterned.c */
GatewayCommand gateway_pattern;
/* ode.c */
GatewayCommand gateway_rhs, gateway_rhsbegin;

#endif
