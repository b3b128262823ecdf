/* radau_orders.h - Radau IIA of orders 5, 9 and 13 on any formulation, changed on the way */
#ifndef GEOMS_RADAU_ORDERS_H
#define GEOMS_RADAU_ORDERS_H

#include "radau.h"
#include "radau_scheme.h"

enum { GEOMS_RADAU_ORDERS = 3 };

typedef struct GeomsRadauOrders {
    GeomsRadau radau;    /* Z, dW, X, D, R, ... of up to seven stages                          */
    int most;            /* highest of the schemes, 0: order 5                                 */
    GeomsRadauScheme scheme[GEOMS_RADAU_ORDERS];
    GeomsTolerance tolerance[GEOMS_RADAU_ORDERS];
    /* carried from step to step */
    int at;              /* the present one                                                    */
    int degree;          /* of the polynomial of the last step                                 */
    int steps;           /* with this order, as far as they are looked at                      */
    double contraction;  /* of Newton's method, slowly forgotten                               */
} GeomsRadauOrders;

static inline const GeomsRadauScheme *geoms_radau_present (const GeomsRadauOrders *o)
{
    return &o->scheme[o->at];
}

/* columns first ... last - 1 of `from` (n x columns of M, ld apart), times M'; M: rows x columns */
void geoms_radau_combine (int first, int last, const double *from, int ld, int rows, int columns,
                          const double *M, double *to);

/* radau_general.c: starting values, Newton matrix, iteration and updates for h, as
 * geoms_radau_solve_stages; the Newton matrices for h */
int geoms_radau_solve_general (GeomsRadauOrders *o, double t, const double *x);
int geoms_radau_factor_general (GeomsRadauOrders *o);

/* Newton iterations that a step may take */
int geoms_radau_iterations (const GeomsRadauOrders *o);

#endif
