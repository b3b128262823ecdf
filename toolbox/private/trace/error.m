function error (varargin)
%ERROR  During a trace: notes an error that the function raises itself: where it does, it cannot be
%   evaluated. A library's function that raises one may not know recorded numbers: that is refused.

if geomstraced ('active')
    called = geomstraced ('called');
    guards = {'', 'validateattributes', 'validatestring', 'assert', 'print_usage', 'narginchk'};
    if any (strcmp (called, guards))
        geomstraced ('raised');
    else
        geomstraced ('refuse', geomstraced ('unknown', called));
    end
end
builtin ('error', varargin{:});

end
