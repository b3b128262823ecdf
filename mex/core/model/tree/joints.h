/* joints.h - the joint catalogue: frame, columns and velocity of the body behind a joint
 *
 *     l = R_pi r + R_F d (q),   R = R_F Q (q),   columns J_k = (rotation; translation at O)
 *
 *     joint         d              Q                 columns
 *     revolute      0              Rz(q)             (z; 0)
 *     prismatic     z q            1                 (0; z)
 *     screw         h z q          Rz(q)             (z; h z)
 *     cylindrical   z q1           Rz(q2)            (0; z), (z; 0)
 *     universal     0              Rx(q1) Ry(q2)     (x; 0), (y1; 0)
 *     planar        x q1 + y q2    Rz(q3)            (0; x), (0; y), (z; 0)
 *     spherical     0              R(e)              (R e_k; 0)
 *     free          y              R(e)              (0; R_F e_k), (R e_k; 0)
 *     user          functions of q, t: mapped.h
 *
 * The rotation part of c is the sum of w x n_k q'_k, w that before column k; for spherical, free and
 * user joints w_pi x w_J.
 *
 * Included with NUMBER and NAME by bodies.h.
 */

/* F = R_pi E */
GEOMS_INLINE void NAME (turn_before) (const GeomsTreeBody *b, const NUMBER *R_pi, NUMBER *F)
{
    NUMBER room[9];

    if (! b->axes) {
        NAME (multiply3) (R_pi, NAME (constants) (b->turn, 9, room), F);
        return;
    }
    GEOMS_UNROLL
    for (int j = 0; j < 3; j++) {
        const NUMBER sign = NAME (of) (b->turn[3 * j + b->axis[j]]);
        const NUMBER *from = R_pi + 3 * b->axis[j];

        F[3 * j] = sign * from[0];
        F[3 * j + 1] = sign * from[1];
        F[3 * j + 2] = sign * from[2];
    }
}

/* R = F Rz (q): two columns turn into each other, the third stays */
static inline void NAME (turn_about) (int axis, const NUMBER *F, NUMBER q, NUMBER *R)
{
    const int x = 3 * ((axis + 1) % 3), y = 3 * ((axis + 2) % 3);
    NUMBER s, c;

    NAME (sine) (q, &s, &c);
    NAME (turn_pair) (s, c, F + x, F + y, R + x, R + y);
    NAME (set3) (F + 3 * axis, R + 3 * axis);
}

static inline void NAME (column) (NUMBER *J, const NUMBER *rotation, const NUMBER *translation)
{
    memset (J, 0, 6 * sizeof *J);
    if (rotation != NULL)
        NAME (set3) (rotation, J);
    if (translation != NULL)
        NAME (set3) (translation, J + 3);
}

/* the frequent one by itself */
static inline void NAME (place_hinge) (const GeomsTreeBody *b, const NUMBER *R_pi, NUMBER q,
                                       NUMBER *R, NUMBER *l, NUMBER *J)
{
    NUMBER F[9], s, c, room[3];

    NAME (sine) (q, &s, &c);
    NAME (turn_before) (b, R_pi, F);
    NAME (turn_pair) (s, c, F, F + 3, R, R + 3);
    NAME (set3) (F + 6, R + 6);
    NAME (set3) (F + 6, J);
    J[3] = J[4] = J[5] = NAME (of) (0);
    NAME (turn3) (R_pi, NAME (constants) (b->at, 3, room), l);
}

/* spherical and free: a point in the frame before, if it is free, and a quaternion */
static void NAME (place_quaternion) (const GeomsTreeBody *b, const NUMBER *F, const NUMBER *q,
                                     NUMBER *R, NUMBER *l, NUMBER *J)
{
    NUMBER turn[9];

    for (int k = 0; b->joint == GEOMS_JOINT_FREE && k < 3; k++, q++, J += 6) {
        NAME (axpy3) (*q, F + 3 * k, l);
        NAME (column) (J, NULL, F + 3 * k);
    }
    NAME (quaternion_turn) (q, turn);
    NAME (multiply3) (F, turn, R);
    for (int k = 0; k < 3; k++)
        NAME (column) (J + 6 * k, R + 3 * k, NULL);
}

/* R of the body, l, and the columns J of its joint (6 each), from R of its predecessor */
static void NAME (joint_place) (const GeomsTreeBody *b, const NUMBER *R_pi, const NUMBER *q,
                                NUMBER *R, NUMBER *l, NUMBER *J)
{
    const NUMBER pitch = NAME (of) (b->pitch);
    NUMBER F[9], between[9], room[3];

    NAME (turn_before) (b, R_pi, F);
    NAME (turn3) (R_pi, NAME (constants) (b->at, 3, room), l);
    switch (b->joint) {
    case GEOMS_JOINT_FIXED:
        memcpy (R, F, 9 * sizeof *R);
        break;
    case GEOMS_JOINT_PRISMATIC:
        memcpy (R, F, 9 * sizeof *R);
        NAME (axpy3) (q[0], F + 6, l);
        NAME (column) (J, NULL, F + 6);
        break;
    case GEOMS_JOINT_SCREW:
        NAME (turn_about) (2, F, q[0], R);
        NAME (axpy3) (pitch * q[0], F + 6, l);
        NAME (column) (J, F + 6, NULL);
        NAME (axpy3) (pitch, F + 6, J + 3);
        break;
    case GEOMS_JOINT_CYLINDRICAL:
        NAME (turn_about) (2, F, q[1], R);
        NAME (axpy3) (q[0], F + 6, l);
        NAME (column) (J, NULL, F + 6);
        NAME (column) (J + 6, F + 6, NULL);
        break;
    case GEOMS_JOINT_UNIVERSAL:
        NAME (turn_about) (0, F, q[0], between);
        NAME (turn_about) (1, between, q[1], R);
        NAME (column) (J, F, NULL);
        NAME (column) (J + 6, between + 3, NULL);
        break;
    case GEOMS_JOINT_PLANAR:
        NAME (turn_about) (2, F, q[2], R);
        NAME (axpy3) (q[0], F, l);
        NAME (axpy3) (q[1], F + 3, l);
        NAME (column) (J, NULL, F);
        NAME (column) (J + 6, NULL, F + 3);
        NAME (column) (J + 12, F + 6, NULL);
        break;
    case GEOMS_JOINT_SPHERICAL:
    case GEOMS_JOINT_FREE:
        NAME (place_quaternion) (b, F, q, R, l, J);
        break;
    default:
        break;
    }
}

/* w_J and v_J as (w_J; v_J), and the part of c that w_J has, from w of its predecessor */
static void NAME (joint_move) (const GeomsTreeBody *b, const NUMBER *J, const NUMBER *w_pi,
                               const NUMBER *v, NUMBER *relative, NUMBER *c)
{
    const int one_by_one = ! geoms_joint_turns (b->joint) && b->joint != GEOMS_JOINT_USER;
    NUMBER w[3];

    memset (relative, 0, 6 * sizeof *relative);
    memset (c, 0, 3 * sizeof *c);
    NAME (set3) (w_pi, w);
    for (int k = 0; k < b->columns + b->driven; k++, J += 6) {
        NUMBER across[3];
        NAME (cross) (w, J, across);
        NAME (axpy3) (v[k], across, c);
        NAME (axpy6) (v[k], J, relative);
        if (one_by_one)
            NAME (axpy3) (v[k], J, w);
    }
}
