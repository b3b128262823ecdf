function r = inf (varargin)
%INF  During a trace, numbers into which recorded ones may be written.

r = builtin ('inf', varargin{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
