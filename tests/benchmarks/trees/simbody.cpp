// simbody.cpp - the chain in Simbody
#include <Simbody.h>

#include "peers.h"

namespace {

struct Chain {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter;
    SimTK::GeneralForceSubsystem forces;
    SimTK::Force::UniformGravity gravity;
    SimTK::State state;

    Chain ()
        : matter (system), forces (system),
          gravity (forces, matter, SimTK::Vec3 (0, 0, -GRAVITY))
    {
    }
};

// pins turn about z of their frames
void *create (int count)
{
    const double half = LENGTH / 2;
    const SimTK::Vec3 com (0, 0, half);
    const SimTK::Inertia inertia (TRANSVERSE, TRANSVERSE, AXIAL);
    const SimTK::Body::Rigid link (
        SimTK::MassProperties (MASS, com, inertia.shiftFromMassCenter (com, MASS)));
    const SimTK::Rotation to[2] = {SimTK::Rotation (-SimTK::Pi / 2, SimTK::XAxis),
                                   SimTK::Rotation (SimTK::Pi / 2, SimTK::YAxis)};
    Chain *c = new Chain;
    SimTK::MobilizedBody last = c->matter.updGround ();

    for (int i = 0; i < count; i++) {
        const SimTK::Vec3 at (0, 0, i == 0 ? 0 : LENGTH);
        last = SimTK::MobilizedBody::Pin (last, SimTK::Transform (to[i % 2], at), link,
                                          SimTK::Transform (to[i % 2], SimTK::Vec3 (0)));
    }
    c->state = c->system.realizeTopology ();
    c->system.realizeModel (c->state);
    return c;
}

void accelerations (void *object, const double *q, const double *v, double *vdot)
{
    Chain *c = static_cast<Chain *> (object);

    for (int i = 0; i < c->state.getNQ (); i++) {
        c->state.updQ ()[i] = q[i];
        c->state.updU ()[i] = v[i];
    }
    c->system.realize (c->state, SimTK::Stage::Acceleration);
    for (int i = 0; i < c->state.getNU (); i++)
        vdot[i] = c->state.getUDot ()[i];
}

void destroy (void *object) { delete static_cast<Chain *> (object); }

} // namespace

extern "C" const Peer peer_simbody = {"Simbody", 10000, create, accelerations, destroy};
