function r = diag (varargin)
%DIAG  During a trace, numbers into which recorded ones may be written.

r = builtin ('diag', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', full (r));
end

end
