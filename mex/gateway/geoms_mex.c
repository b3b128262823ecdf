/* geoms_mex.c - the MEX file: finds the command and hands on its arguments */
#include <string.h>

#include "gateway.h"

/* name, smallest and largest number of arguments after it, function */
static const struct {
    const char *name;
    int least, most;
    GatewayCommand *function;
} commands[] = {
    {"tape", 2, 4, gateway_tape_op},      /* nodes = (op, a, b, c)                            */
    {"options", 0, 0, gateway_options},   /* list = ()                                        */
    {"check", 1, 1, gateway_check},       /* (options): raises an error if one cannot be used */
    {"table", 0, 0, gateway_table},       /* table = ()                                       */
    {"codes", 0, 0, gateway_codes},       /* list = ()                                        */
    {"counters", 0, 0, gateway_counters}, /* list = ()                                        */
    {"version", 0, 0, gateway_version},   /* text = ()                                        */
    {"create", 3, 3, gateway_create},     /* handle = (system, options, problem)              */
    {"run", 3, 3, gateway_run},           /* [status, error] = (handle, system, hooks)        */
    {"get", 1, 1, gateway_get},           /* found = (handle)                                 */
    {"solution", 3, 3, gateway_solution}, /* [sol, found] = (handle, shape, x0)               */
    {"project", 5, 5, gateway_project},   /* [x, residual, relative, status, error] =
                                             (handle, system, t, x, onto)                     */
    {"evaluate", 4, 4, gateway_evaluate}, /* [rda, M, J, conditions, status, error] =
                                             (handle, system, t, x)                           */
    {"reduce", 5, 5, gateway_reduce},     /* [Sv, Sp, N, E, A, J, status, error] =
                                             (handle, system, t, x, hooks)                    */
    {"terms", 4, 4, gateway_terms},       /* [terms, status, error] = (handle, system, t, x)  */
    {"written", 4, 4, gateway_written},   /* [terms, status, error, finite] =
                                             (handle, system, t, x)                           */
    {"levels", 5, 5, gateway_levels},     /* yes = (system, tspan, t, x, given)               */
    {"free", 1, 1, gateway_free},         /* (handle)                                         */
    {"alive", 1, 1, gateway_alive},       /* yes = (handle)                                   */
    {"sweepbegin", 1, 1, gateway_sweep_begin}, /* [handle, workers] = (workers)            */
    {"sweepadd", 7, 7, gateway_sweep_add}, /* (handle, system, options, problem, recorded, X,
                                             Q)                                               */
    {"sweepnext", 4, 4, gateway_sweep_next}, /* [sol, found, made] =
                                                (handle, wait, shape, x0)                     */
    {"dense", 4, 4, gateway_dense},       /* [y, yp] = (step_t, step_x, node, t)              */
    {"digest", 1, 1, gateway_digest},     /* [numbers, same, plain] = (struct)                       */
    {"native", 3, 3, gateway_native},     /* found = (library, symbol, parameters)            */
    {"treedims", 1, 1, gateway_treedims}, /* [dims, light, zero] = (tree)                     */
    {"treeresults", 3, 3, gateway_treeresults}, /* [found, error] = (system, t, x)           */
    {"treewords", 0, 0, gateway_treewords}, /* words = ()                                     */
    {"tapebegin", 1, 1, gateway_tape_begin}, /* (most)                                        */
    {"tapeend", 0, 0, gateway_tape_end},  /* ()                                               */
    {"tapetimes", 2, 2, gateway_tape_times}, /* nodes = (a, b)                                */
    {"tapeinputs", 1, 1, gateway_tape_inputs}, /* nodes = (numbers)                           */
    {"tapevalues", 1, 1, gateway_tape_values}, /* [known, values] = (nodes)                   */
    {"tapeevaluate", 2, 2, gateway_tape_evaluate}, /* values = (nodes, inputs)                */
    {"tapetable", 3, 3, gateway_tape_table}, /* nodes = (breaks, coefs, x)                    */
    {"tapeslopes", 2, 2, gateway_tape_slopes}, /* nodes = (nodes, numbers)                    */
    {"tapewrite", 3, 3, gateway_tape_write}, /* text = (nodes, name, names)                   */
    {"record", 3, 3, gateway_record},     /* numbers = (nodes, inputs, nq)                    */
    {"jointmap", 3, 3, gateway_jointmap}, /* [numbers, timed] = (d, R, start)                 */
    {"mapvalues", 3, 3, gateway_mapvalues}, /* values = (numbers, q, t)                       */
    {"tapeneeds", 1, 1, gateway_tape_needs}, /* numbers = (nodes)                            */
    {"tapechoices", 1, 1, gateway_tape_choices}, /* nodes = (nodes)                          */
    {"recorded", 4, 4, gateway_recorded}, /* values = (numbers, inputs, q, outputs)           */
    {"derive", 1, 1, gateway_derive},     /* [numbers, facts] = (described)                   */
    {"exportc", 3, 3, gateway_exportc},   /* text = (system, symbol, file)                    */
    {"pattern", 3, 3, gateway_pattern},   /* [B, evaluations, status, error] = (system, t, x) */
    {"partition", 2, 2, gateway_partition}, /* found = (kind, loop)                           */
    {"rhs", 7, 7, gateway_rhs},           /* [s, status, error] = (system, formulation,
                                             independent, tol, t, y, rows)                    */
    {"rhsbegin", 7, 7, gateway_rhsbegin}, /* [y, status, error] = (system, formulation,
                                             independent, tol, t, y, rows)                    */
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void free_all (void)
{
    gateway_handle_free_all ();
    gateway_tape_free ();
}

void mexFunction (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    mexAtExit (free_all);
    if (nrhs < 1)
        mexErrMsgIdAndTxt ("geoms:gateway:command", "A command is expected.");

    char *name = gateway_get_word (prhs[0], "The command");
    int i = 0;
    while (i < COMMANDS && strcmp (name, commands[i].name) != 0)
        i++;
    if (i == COMMANDS)
        mexErrMsgIdAndTxt ("geoms:gateway:command", "There is no command '%s'.", name);
    mxFree (name);

    if (nrhs - 1 < commands[i].least || nrhs - 1 > commands[i].most)
        mexErrMsgIdAndTxt ("geoms:gateway:arguments",
                           "The command '%s' takes %d to %d arguments, %d are given.",
                           commands[i].name, commands[i].least, commands[i].most, nrhs - 1);
    commands[i].function (nlhs, plhs, nrhs - 1, prhs + 1);
}
