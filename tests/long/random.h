/* random.h - repeatable random numbers, the same on every machine (splitmix64) */
#ifndef GEOMS_LONG_RANDOM_H
#define GEOMS_LONG_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/* in [low, high) */
static inline double uniform (Random *random, double low, double high)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) / 9007199254740992.0;
}

/* 10^low ... 10^high */
static inline double decades (Random *random, double low, double high)
{
    return pow (10, uniform (random, low, high));
}

/* 0 ... count - 1 */
static inline int choice (Random *random, int count) { return (int)uniform (random, 0, count); }

static inline int chance (Random *random, double probability)
{
    return uniform (random, 0, 1) < probability;
}

/* a vector of length 1 */
static inline void direction (Random *random, int n, double *d)
{
    double sum;

    do {
        sum = 0;
        for (int i = 0; i < n; i++) {
            d[i] = uniform (random, -1, 1);
            sum += d[i] * d[i];
        }
    } while (sum > 1 || sum < 0.01);
    for (int i = 0; i < n; i++)
        d[i] /= sqrt (sum);
}

#endif
