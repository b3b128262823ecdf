// kdl.cpp - the chain in Orocos KDL: its only solver whose work grows with the number of links, that
// of Vereshchagin, without forces on the end
#include <kdl/chain.hpp>
#include <kdl/chainhdsolver_vereshchagin.hpp>

#include "peers.h"

namespace {

struct Chain {
    KDL::Chain chain;
    KDL::ChainHdSolver_Vereshchagin solver;
    KDL::JntArray q, v, vdot, beta, applied, constraint;
    KDL::Jacobian alpha;
    KDL::Wrenches external;

    Chain (const KDL::Chain &links, unsigned n)
        : chain (links),
          solver (chain, KDL::Twist (KDL::Vector (0, 0, GRAVITY), KDL::Vector::Zero ()), 1), q (n),
          v (n), vdot (n), beta (1), applied (n), constraint (n), alpha (1),
          external (n, KDL::Wrench::Zero ())
    {
        KDL::SetToZero (alpha);
        KDL::SetToZero (beta);
        KDL::SetToZero (applied);
    }
};

// a segment's inertia is told about its end
void *create (int count)
{
    const KDL::RotationalInertia inertia (TRANSVERSE, TRANSVERSE, AXIAL);
    KDL::Chain links;

    for (int i = 0; i < count; i++)
        links.addSegment (
            KDL::Segment (KDL::Joint (i % 2 == 0 ? KDL::Joint::RotY : KDL::Joint::RotX),
                          KDL::Frame (KDL::Vector (0, 0, LENGTH)),
                          KDL::RigidBodyInertia (MASS, KDL::Vector (0, 0, -LENGTH / 2), inertia)));
    return new Chain (links, static_cast<unsigned> (count));
}

void accelerations (void *object, const double *q, const double *v, double *vdot)
{
    Chain *c = static_cast<Chain *> (object);

    for (unsigned i = 0; i < c->q.rows (); i++) {
        c->q (i) = q[i];
        c->v (i) = v[i];
    }
    c->solver.CartToJnt (c->q, c->v, c->vdot, c->alpha, c->beta, c->external, c->applied,
                         c->constraint);
    for (unsigned i = 0; i < c->q.rows (); i++)
        vdot[i] = c->vdot (i);
}

void destroy (void *object) { delete static_cast<Chain *> (object); }

} // namespace

extern "C" const Peer peer_kdl = {"Orocos KDL", 10000, create, accelerations, destroy};
