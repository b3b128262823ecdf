/* tree_state.h - room for one state of a tree, or for some side by side: included with NUMBER,
 * MOTION and STATE, the names of the two types, by tree.h for one, by lanes_of.h for some
 */

/* one body at one state */
typedef struct MOTION {
    NUMBER R[9], x[3], l[3];
    NUMBER w[3], v[3];     /* w, x'                                                            */
    NUMBER c[6];
} MOTION;

/* one state of the tree: what the last functions called have left. One more body stands before the
 * first: the ground, GEOMS_GROUND; so does its acceleration. */
typedef struct STATE {
    const GeomsTree *tree;
    MOTION *body;
    NUMBER gravity[3];
    double t;              /* the time, of which maps of joints are functions                   */
    GeomsTreeMapped *mapped; /* of each of them                                                 */
    NUMBER *drive[3];      /* coordinates that signals give, their velocities, accelerations     */
    NUMBER *J;             /* 6 x (nv + driven): columns of the joints                          */
    NUMBER *wrench;        /* 6 x count: of external forces about O                             */
    NUMBER *A;             /* 21 x count: of the body, then with what hangs on it               */
    NUMBER *bias;          /* 6 x count: forces without accelerations, p                         */
    NUMBER *a;             /* 6 x count: accelerations; of the ground: -gravity                   */
    NUMBER *U, *D;         /* 6 x nv: A J; nv: J'A J                                            */
} STATE;
