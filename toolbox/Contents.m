% GEOMS: constrained mechanical systems
% Version 0.1.0
%
% Use
%   geomssys    - Describes a constrained mechanical system.
%   geomstree   - A tree of bodies and joints, to which bodies are added.
%   geomsaddbody - Adds a body to a tree, with the joint that carries it.
%   geomsaddjoint - Adds a joint that closes a loop of a tree.
%   geomsaddforce - Adds a force element to a tree.
%   geomsaddmarker - Gives a point of a body a name.
%   geomslinear - A linear mechanical system with matrices that may depend on time.
%   geomscheck  - Compares every derivative and hidden constraint of a system with numerical ones.
%   geomsinit   - Consistent initial values from a guess, with fixed components and weights.
%   geoms       - Integrates a constrained mechanical system; all constraints hold to rounding.
%   geomsextend - Continues a run of GEOMS.
%   geomsset    - Options for GEOMS.
%   geomsget    - Value of an option.
%   geomsval    - Solution of GEOMS between the steps.
%   geomsmotion - Motion of a body, or of a point of it, along a run of a tree.
%   geomsreaction - Forces and moments in a joint or force element along a run of a tree.
%   geomsenergy - Energy and work along a run of a tree.
%   geomsanimate - Moving picture of a run: on the screen, as a GIF, or as pictures.
%   geomsprint  - A system, a solution, options, a tree, a comparison or a sweep in a few lines.
%   geomsplot   - Draws a solution: unknowns, residuals of the constraints, step sizes, on a page.
%   geomslast   - Partial solution of the last run that was interrupted or broke off with an error.
%   geomshelp   - What the identifier of an error or a warning means, and what to do about it.
%   geomsrhs    - Right-hand side of a system for ode45, ode15s, ode15i and other solvers.
%   geomscompare - Formulations, methods and tolerances side by side, on a system of your own.
%   geomssweep  - Many runs of one system: other initial values, other parameters.
%   geomsreduce - The strangeness-free form of the equations of motion, linearised at one state.
%   geomsterms  - The terms of the equations of motion of any system at one state.
%   geomsexport - Writes a system as a file in C, which is compiled with one line, or as readable .m.
%   geomspartition - Velocities and accelerations that meet constraints, by coordinate partitioning.
%
% Installation (Octave 7, or MATLAB R2018a, or later; tested in Octave 7.3, not yet in MATLAB)
%   geomsbuild  - Compiles the C part of the toolbox, without CMake.
%   geomstest   - Tests the installation.
%
% Functions that you write: help texts only
%   geomsfcn_mass         - Mass matrix M of the mechanical form, full or diagonal, also singular.
%   geomsfcn_force        - Forces f of the mechanical form.
%   geomsfcn_kinematics   - Matrix Z that leads from velocities to the derivatives of positions.
%   geomsfcn_constraint   - Constraint g, its Jacobian and its time derivatives.
%   geomsfcn_nonholonomic - Nonholonomic constraint, its Jacobian and its time derivative.
%   geomsfcn_dynamics     - Force elements with a state, auxiliary variables and contact points.
%   geomsfcn_invariant    - Solution invariants and their gradient.
%   geomsfcn_condition    - Additional conditions on the initial values, mechanical form.
%   geomsfcn_model        - All terms of the mechanical form from one function.
%   geomsfcn_eom          - Reduced derivative array of the residual form.
%   geomsfcn_jac          - Jacobian of the reduced derivative array.
%   geomsfcn_ivcond       - Additional conditions on the initial values, residual form.
%   geomsfcn_events       - Functions whose zeros are found during a run, and what happens there.
%   geomsfcn_output       - Function that is called during a run, option OutputFcn; as in MATLAB.
%   geomsfcn_recorded     - What can be recorded of a function, what cannot, and what to write instead.
