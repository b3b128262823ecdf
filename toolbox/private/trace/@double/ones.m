function r = ones (varargin)
%ONES  During a trace, numbers into which recorded ones may be written.

r = builtin ('ones', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
