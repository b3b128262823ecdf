function r = sparse (varargin)
%SPARSE  During a trace, numbers into which recorded ones may be written.

r = builtin ('sparse', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', full (r));
end

end
