/* state_header.c - what a state says of itself, and why it does not fit a run
 *
 *     version | np nv nr nw ns nl nm ni | event functions | formulation, method | direction |
 *     whether by sparse matrices | numbers in all | optional parts
 *
 * Formulation and method stand there by the marks of their words. Behind the header and what every
 * run has come the optional parts, each of which begins with two numbers: its kind, its length.
 * There is no kind yet.
 */
#include <math.h>
#include <string.h>

#include "run.h"

enum { VERSION = 14 }; /* to be raised with every change of what is stored */

/* places */
enum {
    AT_VERSION,
    AT_SIZES,
    AT_EVENTS = AT_SIZES + 8,
    AT_FORMULATION,
    AT_METHOD,
    AT_DIRECTION,
    AT_SPARSE,
    AT_LENGTH,
    AT_PARTS,
    HEADER
};

_Static_assert ((int)HEADER == (int)GEOMS_STATE_TIME, "the time stands behind the header");

static const char *const size_names[] = {"np", "nv", "nr", "nw", "ns", "nl", "nm", "ni"};

static const char *formulation_word (const GeomsRun *run)
{
    return geoms_formulation_entry (run->options.formulation)->word;
}

static const char *method_word (const GeomsRun *run)
{
    return geoms_method_entry (run->method_number)->word;
}

void geoms_state_header (const GeomsRun *run, size_t length, double *header)
{
    const GeomsDims *d = &run->eq.d;
    const double values[HEADER] = {VERSION,
                                   d->np, d->nv, d->nr, d->nw, d->ns, d->nl, d->nm, d->ni,
                                   run->events.count,
                                   geoms_word_mark (formulation_word (run)),
                                   geoms_word_mark (method_word (run)),
                                   run->direction,
                                   run->eq.sparse,
                                   (double)length,
                                   0};

    memcpy (header, values, sizeof values);
}

int geoms_state_sparse (const double *state, size_t length)
{
    return length > AT_SPARSE && state[AT_VERSION] == VERSION && state[AT_SPARSE] == 1;
}

/* ---- why a state does not fit: 0, or GEOMS_BAD_STATE with the reason ---- */

/* the words behind marks; of others versions may know */
static const char *formulation_of (double mark)
{
    int count;
    const GeomsFormulationEntry *all = geoms_formulation_list (&count);

    for (int i = 0; i < count; i++)
        if (geoms_word_mark (all[i].word) == mark)
            return all[i].word;
    return "(unknown)";
}

static const char *method_of (double mark)
{
    int count;
    const GeomsMethodEntry *all = geoms_method_list (&count);

    for (int i = 0; i < count; i++)
        if (geoms_word_mark (all[i].word) == mark)
            return all[i].word;
    return "(unknown)";
}

static int check_version (GeomsRun *run)
{
    const double version = run->nresume > 0 ? run->resume[AT_VERSION] : NAN;

    if (version == VERSION)
        return 0;
    if (! (version >= 1 && version <= 1e6 && version == floor (version)))
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "These numbers are not the state of an earlier run.");
    return geoms_report (&run->report, GEOMS_BAD_STATE,
                         "The state of the earlier run was stored by another version of GEOMS: it "
                         "has format %.0f, this version reads format %d.", version, VERSION);
}

static int check_complete (GeomsRun *run)
{
    const int has_header = run->nresume >= HEADER;

    if (has_header && run->resume[AT_LENGTH] == (double)run->nresume)
        return 0;
    return geoms_report (&run->report, GEOMS_BAD_STATE,
                         "The state of the earlier run is not complete: these are %lu numbers, it "
                         "had %.0f.",
                         (unsigned long)run->nresume, has_header ? run->resume[AT_LENGTH] : NAN);
}

static int check_system (GeomsRun *run, const double *wanted)
{
    const double *found = run->resume;

    for (int i = AT_SIZES; i < AT_EVENTS; i++)
        if (found[i] != wanted[i])
            return geoms_report (&run->report, GEOMS_BAD_STATE,
                                 "The state of the earlier run belongs to another system: %s was "
                                 "%.0f there, it is %.0f here.",
                                 size_names[i - AT_SIZES], found[i], wanted[i]);
    if (found[AT_EVENTS] != wanted[AT_EVENTS])
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run had another number of event functions: %.0f, here "
                             "are %.0f.", found[AT_EVENTS], wanted[AT_EVENTS]);
    return 0;
}

static int check_words (GeomsRun *run, const double *wanted)
{
    const double *found = run->resume;

    if (found[AT_FORMULATION] != wanted[AT_FORMULATION])
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run had another formulation: '%s', here it is '%s'.",
                             formulation_of (found[AT_FORMULATION]), formulation_word (run));
    if (found[AT_METHOD] != wanted[AT_METHOD])
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run had another method: '%s', here it is '%s'.",
                             method_of (found[AT_METHOD]), method_word (run));
    if (found[AT_SPARSE] != wanted[AT_SPARSE])
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run and this one do not go by the same kind of matrices, "
                             "dense or sparse: LinearSolver, or what the system tells, has changed.");
    if (found[AT_DIRECTION] != wanted[AT_DIRECTION])
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run went in the other direction of time.");
    return 0;
}

/* what this version does not know, and what options have made longer or shorter */
static int check_length (GeomsRun *run, size_t expected)
{
    const double parts = run->resume[AT_PARTS];

    if (parts != 0 && run->nresume > expected)
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The state of the earlier run has a part of kind %g, which this "
                             "version does not know.", run->resume[expected]);
    if (parts != 0)
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The state of the earlier run is damaged: it has %g parts more, but "
                             "no numbers for them.", parts);
    if (run->nresume != expected)
        return geoms_report (&run->report, GEOMS_BAD_STATE,
                             "The earlier run had other options, for which other numbers are kept: "
                             "its state has %lu, here it would have %lu.",
                             (unsigned long)run->nresume, (unsigned long)expected);
    return 0;
}

int geoms_state_damaged (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_BAD_STATE,
                         "The state of the earlier run is damaged: it has values that no run can "
                         "have.");
}

int geoms_state_header_check (GeomsRun *run, size_t expected)
{
    double wanted[HEADER];
    int status = check_version (run);

    geoms_state_header (run, expected, wanted);
    if (status == 0)
        status = check_complete (run);
    if (status == 0)
        status = check_system (run, wanted);
    if (status == 0)
        status = check_words (run, wanted);
    if (status == 0)
        status = check_length (run, expected);
    if (status == 0 && ! geoms_finite (run->nresume, run->resume))
        status = geoms_state_damaged (run);
    return status;
}
