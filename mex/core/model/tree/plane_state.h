/* plane_state.h - room for one state of a planar tree, or for some side by side: included with
 * NUMBER, TURNED and PLANE, the names of the two types, by plane.h for one, by lanes_of.h for some
 */

/* one body at one state */
typedef struct TURNED {
    NUMBER turn[2];        /* cosine and sine of its angle                                     */
    NUMBER l[2], w, c[3];
    NUMBER J[2][2];        /* directions of its translations                                   */
} TURNED;

/* one state: as in tree_state.h, rotation first, then two translations */
typedef struct PLANE {
    const GeomsPlane *plane;
    TURNED *body;          /* one more before the first, also of a                               */
    NUMBER gravity[2];
    NUMBER *drive[3];
    NUMBER *A;             /* 6 x count: I, C (2), M (xx yy xy)                                 */
    NUMBER *bias, *a;      /* 3 x count                                                        */
    NUMBER *wrench;        /* 3 x count: of forces on bodies; where plane->pushed                */
    NUMBER *U, *D;         /* 3 x nv, nv                                                       */
} PLANE;
