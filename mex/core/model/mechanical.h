/* mechanical.h - where the blocks of the mechanical form stand in a column */
#ifndef GEOMS_MECHANICAL_H
#define GEOMS_MECHANICAL_H

#include "geoms.h"

/* first places in [ M; Z; f; g; G; gI; gII - G Z v'; h~; H; hI - H Z v'; b; d; c; e ] */
typedef struct GeomsMechanicalPlaces {
    int M, Z, f, g, G, gI, gpart, h, H, hpart, b, d, c, e, size;
} GeomsMechanicalPlaces;

GeomsMechanicalPlaces geoms_mechanical_places (const GeomsMechanical *form);

#endif
