/* native.c - a model in a shared library: opened for as long as its run lives
 *
 *     found = geoms_mex ('native', library, symbol, parameters)
 *
 * tells what the model is. The symbol is a GeomsModel as geoms_model.h describes it, of that
 * version or an older one: `size` bytes of it are taken, the rest is zero. The library is
 * opened once per run, so that it may be compiled anew between two runs.
 */
#include <stdio.h>
#include <string.h>

#include "gateway.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

/* why a model cannot be used: identifier and text; no error is raised while something is open */
typedef struct Trouble {
    const char *identifier; /* NULL: none */
    char text[1024];
} Trouble;

/* ---- the loader of the host ---- */

#ifdef _WIN32
static void *open_library (const char *file) { return (void *)LoadLibraryA (file); }

static void close_library (void *library) { FreeLibrary ((HMODULE)library); }

static const void *find_symbol (void *library, const char *symbol)
{
    return (const void *)GetProcAddress ((HMODULE)library, symbol);
}

static void loaders_words (char *text, size_t size)
{
    if (! FormatMessageA (FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                          GetLastError (), 0, text, (DWORD)size, NULL))
        snprintf (text, size, "error %lu", (unsigned long)GetLastError ());
}
#else
static void *open_library (const char *file) { return dlopen (file, RTLD_NOW | RTLD_LOCAL); }

static void close_library (void *library) { dlclose (library); }

static const void *find_symbol (void *library, const char *symbol)
{
    return dlsym (library, symbol);
}

static void loaders_words (char *text, size_t size)
{
    const char *words = dlerror ();
    snprintf (text, size, "%s", words ? words : "it gives no reason");
}
#endif

/* ---- library -> model -> user ---- */

static const GeomsModel *find_model (const char *file, const char *symbol, GatewayNative *native,
                                     Trouble *trouble)
{
    char words[512];
    native->library = open_library (file);
    if (! native->library) {
        loaders_words (words, sizeof words);
        trouble->identifier = "geoms:native:library";
        snprintf (trouble->text, sizeof trouble->text, "The library '%s' cannot be opened: %s",
                  file, words);
        return NULL;
    }
    const GeomsModel *model = find_symbol (native->library, symbol);
    if (! model) {
        trouble->identifier = "geoms:native:symbol";
        snprintf (trouble->text, sizeof trouble->text,
                  "The library '%s' has no symbol '%s': the model must be a variable with external "
                  "linkage, const GeomsModel %s = {...} (in C++: extern \"C\").",
                  file, symbol, symbol);
        return NULL;
    }
    return model;
}

static void make_user (const GeomsModel *model, const char *symbol, const double *q, size_t nq,
                       GatewayNative *native, Trouble *trouble)
{
    if (model->create)
        native->user = model->create (q, (int)nq);
    if (model->create ? native->user != NULL : nq == 0) {
        native->destroy = model->destroy;
        return;
    }
    trouble->identifier = "geoms:native:create";
    snprintf (trouble->text, sizeof trouble->text,
              model->create ? "The function create of the model '%s' refuses these %d parameters, "
                              "or there is not enough memory."
                            : "The model '%s' has no function create: it takes no parameters, but "
                              "%d are given.",
              symbol, (int)nq);
}

/* what of the model is known here, zeros for the rest; 0 if it is of no version that can be
 * taken */
static int take_model (const GeomsModel *model, const char *symbol, GeomsModel *copy,
                       Trouble *trouble)
{
    char why[400];
    const int misfit = geoms_model_take (copy, model, why, sizeof why);
    if (! misfit)
        return 1;
    trouble->identifier = misfit == GEOMS_MODEL_PATTERN ? "geoms:native:pattern"
                          : misfit == GEOMS_MODEL_NEW   ? "geoms:native:newer"
                                                        : "geoms:native:abi";
    snprintf (trouble->text, sizeof trouble->text, "The model '%s' %s", symbol, why);
    return 0;
}

/* A copy of the model, with its user in `native`; on trouble nothing is left open. */
static GeomsModel open_model (const mxArray *library, const mxArray *symbol,
                              const mxArray *parameters, GatewayNative *native, Trouble *trouble)
{
    GeomsModel copy = {0};
    size_t nq;
    char *file = gateway_get_word (library, "library"), *name = gateway_get_word (symbol, "symbol");
    const double *q = gateway_get_vector (parameters, &nq, "parameters");
    const GeomsModel *model = find_model (file, name, native, trouble);
    if (model && take_model (model, name, &copy, trouble))
        make_user (&copy, name, q, nq, native, trouble);
    if (trouble->identifier)
        gateway_native_close (native);
    mxFree (file);
    mxFree (name);
    return copy;
}

void gateway_native_close (GatewayNative *native)
{
    if (native->destroy && native->user)
        native->destroy (native->user);
    if (native->library)
        close_library (native->library);
    memset (native, 0, sizeof *native);
}

/* ---- for system.c ---- */

void gateway_native_check (const mxArray *system)
{
    size_t nq;
    mxFree (gateway_get_word (gateway_get_field (system, "library", "The system"), "library"));
    mxFree (gateway_get_word (gateway_get_field (system, "symbol", "The system"), "symbol"));
    gateway_get_vector (gateway_get_field (system, "parameters", "The system"), &nq, "parameters");
}

static Trouble open_system (const mxArray *system, GatewayRun *run)
{
    Trouble trouble = {0};
    run->model = open_model (mxGetField (system, 0, "library"), mxGetField (system, 0, "symbol"),
                             mxGetField (system, 0, "parameters"), &run->native, &trouble);
    run->user = run->native.user;
    return trouble;
}

/* fills run->model, run->user and run->native; 0 if there is no such model */
int gateway_native_try (const mxArray *system, GatewayRun *run)
{
    return open_system (system, run).identifier == NULL;
}

/* the same; frees the run if it raises an error */
void gateway_native_model (const mxArray *system, GatewayRun *run)
{
    const Trouble trouble = open_system (system, run);
    if (! trouble.identifier)
        return;
    gateway_run_free (run);
    mexErrMsgIdAndTxt (trouble.identifier, "%s", trouble.text);
}

/* ---- the command ---- */

static void put_flag (mxArray *array, const char *field, int yes)
{
    gateway_put_field (array, field, mxCreateLogicalScalar (yes != 0));
}

void gateway_native (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* open, look, close */
    Trouble trouble = {0};
    GatewayNative native = {0};
    const GeomsModel model = open_model (prhs[0], prhs[1], prhs[2], &native, &trouble);
    if (trouble.identifier)
        mexErrMsgIdAndTxt (trouble.identifier, "%s", trouble.text);
    gateway_native_close (&native);

    /* dimensions */
    mxArray *found = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (found, "dims", gateway_put_dims (&model.dims));
    /* what there is */
    gateway_put_field (found, "mass_structure", mxCreateDoubleScalar (model.mass_structure));
    put_flag (found, "autonomous", model.autonomous);
    put_flag (found, "rda", model.rda != NULL);
    put_flag (found, "mass", model.mass != NULL);
    put_flag (found, "rda_mass", model.rda_mass != NULL);
    put_flag (found, "parts", model.parts != NULL);
    put_flag (found, "parts_mass", model.parts_mass);
    put_flag (found, "blocks_jac", model.blocks_jac != NULL);
    put_flag (found, "accelerations", model.accelerations != NULL);
    put_flag (found, "patterns", model.patterns.M.start || model.patterns.C.start
                                     || model.patterns.B.start || model.pattern_Z.start);
    put_flag (found, "jac", model.jac != NULL);
    put_flag (found, "jac_known", model.jac_known != NULL);
    put_flag (found, "ivcond", model.ivcond != NULL);
    put_flag (found, "create", model.create != NULL);
    gateway_put_output (nlhs, plhs, 0, found);
}
