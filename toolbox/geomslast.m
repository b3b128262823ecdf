function sol = geomslast (varargin)
%GEOMSLAST  Partial solution of the last run that was interrupted or broke off with an error.
%   SOL = GEOMSLAST () is the partial solution, as GEOMS would have returned it, of the last run
%   that was ended by Ctrl-C or by an error in one of the system's functions. SOL.info.message says
%   which; SOL.info.thrown has its function (a name of GEOMSSYS or GEOMSSET), the error's identifier
%   and message, and the time t at which it was called.
%   After a sweep (GEOMSSWEEP) that was ended by Ctrl-C or by an error in its Progress, it is the struct array
%   of its members; those that were not done have SOL(k).info.status 'interrupted'.
%   It is kept until another run ends in this way, or the functions are cleared. GEOMSEXTEND goes on
%   with it once the cause is removed.
%
%   Example:
%       sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > 1)));      % fails beyond t = 1
%       try, geoms (sys, [0 2], struct ('p', 1)); catch e, disp (e.message), end
%       sol = geomslast ();
%       sol.t(end)
%
%   See also GEOMS, GEOMSEXTEND.

if nargin > 0
    error ('geoms:arguments:number', 'geomslast takes no arguments: sol = geomslast ().');
end
sol = run_partial ();
if isempty (sol)
    error ('geoms:last:none', ['No run was interrupted yet, and no function of a system has ', ...
        'failed.']);
end

end

%!test
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > 0.5)));
%! try, geoms (sys, [0 1], struct ('p', 1)); catch, end
%! sol = geomslast ();
%! assert (sol.t(end) > 0 && sol.t(end) <= 0.5);
