function results = geomssweep (sys, tspan, X0, Q, varargin)
%GEOMSSWEEP  Many runs of one system: other initial values, other parameters.
%   RESULTS = GEOMSSWEEP (SYS, TSPAN, X0, Q) integrates SYS of GEOMSSYS over TSPAN once for each
%   member, on all processors. RESULTS is a struct array, 1 x members, of what GEOMS returns.
%   RESULTS = GEOMSSWEEP (SYS, TSPAN, X0, Q, OPTS), GEOMSSWEEP (..., 'Name', value, ...) with options of
%   GEOMSSET for each run.
%
%   X0      struct array with the initial values of each member, as in GEOMS, or one struct for all;
%           [] : a tree of bodies as it is described. In residual and native form also n x members
%   Q       parameters as in GEOMSSYS (SYS, 'parameters', q): each member's a column, np x members, or
%           a struct array if they are a struct; one for all; [] : those of SYS
%
%   Further names and values:
%     Workers    threads or processes; default: the number of processors
%     Reduce     value = @(sol, k) ..., or @(sol): instead of the solutions RESULTS has value, info and
%                stats of each member. Nothing else is kept: for long sweeps
%     Progress   'on': a bar of the members that are done; or a function @(done, count), called after
%                each of them. 'off' is default
%     Folder     writes an array job of Slurm instead of running, see below
%     Tasks      of the array job; default 100, or as many as there are members
%
%   Systems in C (native ones, what is derived or recorded, trees of bodies) run by threads, in this
%   process. Systems with functions that are called, also those of Events, EventAction and OutputFcn
%   that could not be recorded, run over processes: parcellfun of Octave's package parallel, if that is
%   loaded (pkg load parallel), parfor in MATLAB; without them one after the other. RESULTS, and all
%   their numbers but computing times, are the same in all these ways, in the order of the members, and
%   those of GEOMS. OpenBLAS works with one thread meanwhile. A model in C must keep all that it changes
%   in what its function create has made (geoms_model.h).
%
%   A member that fails does not stop the others: RESULTS(k).info has status 'failed', identifier and
%   message, also where initial values or parameters are refused, and what was computed is returned. One
%   warning (geoms:sweep:failed) tells the first of them. So do errors of Reduce: value is [] then, as
%   it is of runs that failed. What all members are refused for, an option that is wrong, is an error. Members
%   warn of nothing else. Where GEOMS compares levels and recorded
%   functions at the start and along a run, threads do it at the start of the first member and along
%   members 1, 2, 4, 8, ... and the last.
%
%   After Ctrl-C, and after an error of Progress, GEOMSLAST returns RESULTS with those members that were
%   done; the others have the status 'interrupted'.
%
%   Beyond one machine: JOB = GEOMSSWEEP (..., 'Folder', FOLDER) writes FOLDER, which all machines must
%   see, as they must the toolbox. JOB.command submits it:
%       sbatch --time=60 FOLDER/job.sh
%   RESULTS = GEOMSSWEEP (FOLDER) collects what there is; a warning (geoms:sweep:missing) names tasks
%   that have written nothing, whose members have the status 'missing', and how to submit them again.
%   GEOMSSWEEP (FOLDER, TASK) runs one task: what job.sh does, of the task SLURM_ARRAY_TASK_ID; its members
%   are returned, too, where that is asked for. Workers is 1 by default then, and the processors that a
%   task asks for. Functions must be anonymous or files on the path.
%
%   Example: how long a pendulum takes to its lowest point, from rest at many angles
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       angle = linspace (0.1, 3, 50);
%       X0 = arrayfun (@(a) struct ('p', [sin(a); -cos(a)]), angle);
%       res = geomssweep (sys, [0 10], X0, [], 'Events', @(t,p,v) p(1), 'Reduce', @(sol) sol.xe(1));
%       plot (angle, [res.value])
%
%   See also GEOMS, GEOMSSYS, GEOMSSET, GEOMSLAST, GEOMSCOMPARE.

if nargin > 0 && ischar (sys)
    if nargin > 2
        error ('geoms:arguments:number', ['geomssweep (folder) collects an array job, geomssweep (folder, ', ...
            'task) runs a task of it; there is nothing else to say.']);
    elseif nargin < 2
        results = sweep_collect (sys);
    elseif nargout > 0
        results = sweep_task (sys, tspan);
    else
        sweep_task (sys, tspan);
    end
    return
elseif nargin < 4
    error ('geoms:arguments:number', ['geomssweep needs a system, a time span, initial values and ', ...
        'parameters, [] for those that all members have, or the folder of an array job.']);
end
s = sweep_arguments (sys, tspan, X0, Q, varargin);
if ~isempty (s.folder)
    results = sweep_write (s);
    return
end
entries = sweep_run (s, 1:s.count);
results = sweep_join (s, entries, 'interrupted');
sweep_tell (s, results);

end

%!shared sys
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -q], 'constraint', @(t,p,q) p'*p - 1, ...
%!     'constraintJacobian', @(t,p,q) 2*p', 'constraintAcceleration', @(t,p,v,q) 2*(v'*v), 'parameters', 1);
%!test # members are runs of geoms
%! results = geomssweep (sys, [0 1], struct ('p', [1; 0]), [5 9.81]);
%! sol = geoms (geomssys (sys, 'parameters', 9.81), [0 1], struct ('p', [1; 0]));
%! assert (results(2).y, sol.y);
%!test # one that fails does not stop the others
%! X0 = struct ('p', {[NaN; 0], [1; 0]});
%! results = geomssweep (sys, [0 1], X0, [], 'Reduce', @(sol) sol.t(end), 'Display', 'off');
%! assert ({results(1).info.status, results(2).value}, {'failed', 1});
%!error <2 members> geomssweep (sys, [0 1], struct ('p', {[1; 0], [0; 1]}), [1 2 3])
