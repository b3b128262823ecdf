/* ratios.c - seconds of RADAU5, DASPK and IDA over those of GEOMS, at one error
 *
 *     benchmark_ratios [ROUNDS]
 *
 * A line for each code and problem: `code,problem,error,ratio`, for tests/benchmarks/ratios. The problems
 * are those of problems.h but the long chain, where the peers take a minute. Each code has the form of the
 * equations that is quickest for it, which need not be one that keeps the constraints; RADAU5 also that of
 * Gear, Gupta and Leimkuhler, which keeps g and gI. GEOMS has its defaults, which keep g, gI and gII.
 * Seconds are the least CPU times of the rounds, in which all take turns. "fails": the code reaches the
 * error with no form and no tolerance, "ours fails": GEOMS does not.
 */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEERS = 4 };

/* form: NULL, any */
typedef struct Peer {
    const char *name, *code, *form;
} Peer;

static const double level = 1e-5;
enum { LONG_CHAIN = 10 }; /* points */

/* the quickest contender of a peer; -1: none reaches the error */
static int quickest (const Match *m, const Peer *peer, const double *seconds)
{
    int best = -1;

    for (int i = OURS; i < m->n; i++)
        if (strcmp (m->c[i].code, peer->code) == 0 && ! isnan (seconds[i])
            && (peer->form == NULL || strcmp (m->c[i].form_name, peer->form) == 0)
            && (best < 0 || seconds[i] < seconds[best]))
            best = i;
    return best;
}

static void print_ratio (const char *name, const Problem *p, double ours, double peer)
{
    printf ("%s,%s,%.0e,", name, p->name, level);
    if (isnan (ours))
        printf ("ours fails\n");
    else if (isnan (peer))
        printf ("fails\n");
    else
        printf ("%.2f\n", peer / ours);
}

static void take_part (const Given *g, int rounds)
{
    static const Peer peers[PEERS] = {{"RADAU5", "RADAU5", NULL},
                                      {"RADAU5 GGL", "RADAU5", "GGL"},
                                      {"DASPK", "DASPK", NULL},
                                      {"IDA", "IDA", NULL}};
    static double error[MOST_CONTENDERS][GRID], some[PEERS + 1][GRID];
    static Match m;
    double seconds[MOST_CONTENDERS];
    Contender c[PEERS + 1];
    int n = 1, at[PEERS];

    if (match_open (&m, g))
        return;
    for (int i = 0; i < m.n; i++)
        effort_scan (&m.p, m.c + i, level / 3, error[i]);
    effort_in_turn (m.c, m.n, &m.p, error, level, 1, seconds);
    c[0] = m.c[0];
    memcpy (some[0], error[0], sizeof some[0]);
    for (int k = 0; k < PEERS; k++) {
        const int best = quickest (&m, peers + k, seconds);

        at[k] = best < 0 ? -1 : n;
        if (best < 0)
            continue;
        c[n] = m.c[best];
        memcpy (some[n++], error[best], sizeof some[0]);
    }
    effort_in_turn (c, n, &m.p, some, level, rounds, seconds);
    for (int k = 0; k < PEERS; k++)
        if (strcmp (peers[k].code, "IDA") == 0 ? have_ida () : have_radau5 ())
            print_ratio (peers[k].name, &m.p, seconds[0], at[k] < 0 ? NAN : seconds[at[k]]);
    match_close (&m);
}

int main (int count, char *arguments[])
{
    const int rounds = count > 1 ? atoi (arguments[1]) : 9;
    Given given[GIVEN];

    setvbuf (stdout, NULL, _IOLBF, 0);
    given_all (given);
    for (int i = 0; i < GIVEN; i++)
        if (given[i].q < LONG_CHAIN)
            take_part (given + i, rounds > 0 ? rounds : 9);
    given_free (given);
    return 0;
}
