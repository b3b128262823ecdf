%GEOMSFCN_EVENTS  Functions whose zeros are found during a run, and what happens there.
%   [value, isterminal, direction] = events (t, p, v, z)       option Events, mechanical form, trees
%   [value, isterminal, direction] = events (t, x)             residual and native form
%     t            scalar
%     p, v         positions and velocities, on the constraints
%     z            struct with r, w, s, lambda, mu; may be left out
%     x            all unknowns, n x 1, in the order [w; lambda; mu; r; v; s; p]
%     value        ne x 1; an event is a zero of one of them
%     isterminal   for each, or one for all: true ends the run there; if it is not returned, none
%                  does
%     direction    for each, or one for all: 1 counts zeros where the value increases in the course
%                  of the run, -1 where it decreases, 0 both; if it is not returned, 0
%   It is called for one point at a time, also in a vectorized system. NaN ends the run.
%   With systems that are evaluated in C (trees, derived and native ones, see 'derive' of GEOMSSYS) it is
%   recorded at the start, as they are, and runs call it no more but at the ends of some steps, to
%   compare: isterminal and direction must be constants then, decisions are found again, and what
%   cannot be recorded is called as ever, SOL.info.events says why. A function that counts its calls
%   or that is changed during a run (a handle object, a global variable) needs 'derive', 'off'.
%
%   The zeros are found to rounding on the dense output, moved onto the constraints. Each step is
%   sampled at four points, so that two zeros of a value within a quarter of a step are not seen: a
%   MaxStep below four times the shortest time between them helps. A look in between now and then
%   warns of that, geoms:events:missed. A value that is zero at the
%   start, or has just been, is silent until it has left zero.
%
%   What was found stands in sol.xe (1 x k, times), sol.ye (n x k, states) and sol.ie (1 x k,
%   numbers of the values); or [t, y, te, ye, ie] = geoms (...), one row for each event. After a
%   terminal event sol.info.status is 'event'; GEOMSEXTEND goes on from there.
%
%   [p, v] = action (t, p, v, z, ie)                           option EventAction, mechanical form, trees
%   x = action (t, x, ie)                                      residual and native form
%   changes = action (...)                                     all forms
%     ie           numbers of all events that happen at this time
%     p, v, x      the state after them: an impact, a part that is caught or lost. It is made
%                  consistent with the constraints before the run goes on
%     changes      struct of what changes, with fields among p, v and r; the rest of the state
%                  stays, all of it if there is no field. w, s, lambda and mu follow. Other fields
%                  are an error, geoms:events:field: the parameters q stay what they are in a run
%   It is called at every event that does not end the run. sol.ye holds the state before. An
%   anonymous function that returns a struct and does not begin with struct (...) is asked for two
%   values before it is asked for one: its arguments may be evaluated twice.
%
%   Both take q as one more argument at the end if the system was described with 'parameters'.
%
%   Example: a ball on a floor, which it hits three times
%       sys = geomssys ('mass', 1, 'force', @(t,p,v) -9.81);
%       opts = geomsset ('Events', @(t,p,v) deal (p, false, -1), ...
%           'EventAction', @(t,p,v,z,ie) struct ('v', -0.8 * v));
%       sol = geoms (sys, [0 2], struct ('p', 1), opts);
%       plot (sol.t, sol.p, sol.xe, 0 * sol.xe, 'o')
%
%   See also GEOMSSET, GEOMS, GEOMSEXTEND.
