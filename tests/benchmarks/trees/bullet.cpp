// bullet.cpp - the chain as a btMultiBody of Bullet in double precision; its accelerations are what
// its velocities gain in a time step of 1
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include "peers.h"

namespace {

struct Chain {
    btMultiBody body;
    int count;
    btAlignedObjectArray<btScalar> numbers;
    btAlignedObjectArray<btVector3> vectors;
    btAlignedObjectArray<btMatrix3x3> matrices;

    explicit Chain (int n) : body (n, 0, btVector3 (0, 0, 0), true, false), count (n) {}
};

void *create (int count)
{
    const btVector3 half (0, 0, LENGTH / 2), inertia (TRANSVERSE, TRANSVERSE, AXIAL);
    Chain *c = new Chain (count);

    for (int i = 0; i < count; i++)
        c->body.setupRevolute (i, MASS, inertia, i - 1, btQuaternion::getIdentity (),
                               i % 2 == 0 ? btVector3 (0, 1, 0) : btVector3 (1, 0, 0),
                               i == 0 ? btVector3 (0, 0, 0) : half, half);
    c->body.finalizeMultiDof ();
    c->body.setLinearDamping (0);
    c->body.setAngularDamping (0);
    c->body.setMaxCoordinateVelocity (1e30);
    c->body.useGlobalVelocities (false);
    return c;
}

void accelerations (void *object, const double *q, const double *v, double *vdot)
{
    Chain *c = static_cast<Chain *> (object);

    c->body.clearForcesAndTorques ();
    for (int i = 0; i < c->count; i++) {
        c->body.setJointPosMultiDof (i, q + i);
        c->body.setJointVelMultiDof (i, v + i);
        c->body.addLinkForce (i, btVector3 (0, 0, -GRAVITY * MASS));
    }
    c->body.computeAccelerationsArticulatedBodyAlgorithmMultiDof (1, c->numbers, c->vectors,
                                                                  c->matrices, false, false, false);
    for (int i = 0; i < c->count; i++)
        vdot[i] = c->body.getJointVel (i) - v[i];
}

void destroy (void *object) { delete static_cast<Chain *> (object); }

} // namespace

extern "C" const Peer peer_bullet = {"Bullet", 10000, create, accelerations, destroy};
