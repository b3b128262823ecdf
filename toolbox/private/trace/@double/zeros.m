function r = zeros (varargin)
%ZEROS  During a trace, numbers into which recorded ones may be written.

r = builtin ('zeros', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
