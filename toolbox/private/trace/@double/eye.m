function r = eye (varargin)
%EYE  During a trace, numbers into which recorded ones may be written.

r = builtin ('eye', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
