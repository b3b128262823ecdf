% GEOMS: constrained mechanical systems
% Version 0.1.0
%
% Use
%   geomssys   - Describes a constrained mechanical system.
%   geoms      - Integrates a constrained mechanical system; all constraints hold to rounding.
%   geomsset   - Options for GEOMS.
%   geomsget   - Value of an option.
%   geomsval   - Solution of GEOMS between the steps.
%   geomsplot  - Draws a solution: states, multipliers, residuals of the constraints, step sizes.
%   geomslast  - Partial solution of the last run that was interrupted or broke off with an error.
%
% Installation
%   geomsbuild - Compiles the C part of the toolbox, without CMake.
%   geomstest  - Tests the installation.
%
% Functions that you write: help texts only
%   geomsfcn_mass         - Mass matrix M of the mechanical form.
%   geomsfcn_force        - Forces f of the mechanical form.
%   geomsfcn_constraint   - Constraint g, its Jacobian and its time derivatives.
%   geomsfcn_model        - All terms of the mechanical form from one function.
%   geomsfcn_eom          - Reduced derivative array of the residual form.
%   geomsfcn_jac          - Jacobian of the reduced derivative array.
%   geomsfcn_ivcond       - Additional conditions on the initial values.
