function geoms_needsystem (sys)
%GEOMS_NEEDSYSTEM  Raises an error unless sys comes from geomssys.

if ~isstruct (sys) || ~isfield (sys, 'type') || ~isequal (sys.type, 'geomssys')
    error ('geoms:system:sys', ['The system must be what geomssys returns, not a %s: ', ...
        'sys = geomssys (''mass'', M, ''force'', @(t,p,v) ..., ...).'], class (sys));
end

end
