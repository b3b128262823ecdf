function r = nan (varargin)
%NAN  During a trace, numbers into which recorded ones may be written.

r = builtin ('nan', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
