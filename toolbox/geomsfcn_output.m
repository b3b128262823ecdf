%GEOMSFCN_OUTPUT  Function that is called during a run, option OutputFcn; as in MATLAB.
%   output ([t0, tf], y0, 'init')     before the first step, y0 is the consistent start
%   stop = output (t, y, '')          after each step: t is 1 x k, y is n x k with what is new. k is
%                                     the number of points per step (option Refine), or, with more
%                                     than two times in the time span, of the requested times that
%                                     the step has passed; it is not called if there are none
%   output ([], [], 'done')           at the end, also after a failure
%     y      the rows of sol.y that OutputSel lists, or all: [w; lambda; mu; r; v; s; p]
%     stop   true ends the run: sol.info.status is then 'stopped', and GEOMSEXTEND can go on
%
%   An error in it ends the run and comes back unchanged; GEOMSLAST returns the part before it.
%
%   With GEOMSEXTEND it starts with 'init' at the last time that is not computed again.
%
%   Example: the height of a pendulum while it is computed
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       geoms (sys, [0 5], struct ('p', [1; 0]), 'OutputFcn', @odeplot, 'OutputSel', 5);
%
%   See also GEOMSSET, GEOMS.
