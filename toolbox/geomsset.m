function opts = geomsset (varargin)
%GEOMSSET  Options for GEOMS.
%   OPTS = GEOMSSET ('Name', value, ...) sets options by name, in any case; [] is the default.
%   OPTS = GEOMSSET (OLD, 'Name', value, ...) changes a copy of OLD.
%   OPTS = GEOMSSET (OLD, NEW) takes over what is set in NEW.
%   OPTS = GEOMSSET ('paper', ...) starts with the settings of the published GEOMS (Steinbrecher
%   2007), as far as they are known.
%   GEOMSSET without arguments lists every option with its values, its default and what it is for.
%
%   OLD and NEW may come from ODESET: RelTol, AbsTol, InitialStep, MaxStep and Stats are used;
%   another field that is not empty is an error that says where it goes.
%
%   OPTS is a struct with all names; what is not set is []. RelTol and AbsTol (default 1e-6) are one
%   number, n values in the order [w; lambda; mu; r; v; s; p], or a struct with some of these names
%   as fields.
%
%   Example:
%       opts = geomsset ('RelTol', 1e-8, 'AbsTol', struct ('p', 1e-10, 'v', 1e-8));
%       opts = geomsset (opts, 'MaxStep', 0.1);
%       geomsset                              % the list
%
%   See also GEOMSGET, GEOMS.

if nargin == 0 && nargout == 0
    show (geoms_optionlist ());
    return
end
names = {geoms_optionlist().name};
opts = cell2struct (cell (size (names)), names, 2);
i = 1;
while i <= nargin
    if isstruct (varargin{i})
        opts = take_over (opts, varargin{i});
        i = i + 1;
    elseif i == 1 && ischar (varargin{1}) && strcmpi (varargin{1}, 'paper')
        opts = take_over (opts, paper ());
        i = i + 1;
    elseif i == nargin
        error ('geoms:options:pairs', ['Names and values must alternate: the last argument of ', ...
            'geomsset, a %s, has no partner.'], class (varargin{i}));
    else
        opts = geoms_setoption (opts, varargin{i}, varargin{i + 1});
        i = i + 2;
    end
end
geoms_gateway ('check', opts);

end

function opts = take_over (opts, more)
names = fieldnames (more);
for i = 1:numel (names)
    if ~isempty (more.(names{i}))
        opts = geoms_setoption (opts, names{i}, more.(names{i}));
    end
end
end

function opts = paper ()
opts = struct ('Initial', 'assume', 'Project', 'off', 'ErrorNorm', 'free', 'NewtonNorm', 'n', ...
    'MaxNewton', 6, 'SelectorUpdate', 'adaptive', 'Selector', 'tangent', 'NewtonUpdates', 0, ...
    'JacobianReuse', -1, 'InitialStep', 0.01, 'NewtonTol', 0);
end

function show (list)
for i = 1:numel (list)
    e = list(i);
    if ~isempty (e.choices)
        values = sprintf ('%s | ', e.choices{:});
        values = values(1:end - 3);
        standard = e.default;
    else
        values = sprintf ('%s, %g to %g', e.kind, e.lowest, e.highest);
        standard = sprintf ('%g ', e.default);
    end
    fprintf ('%s [%s] (%s)\n    %s\n', e.name, strtrim (standard), values, e.reason);
end
end

%!test # names in any case, [] is the default
%! opts = geomsset ('reltol', 1e-8);
%! assert (opts.RelTol, 1e-8);
%! assert (opts.AbsTol, []);
%!error <Did you mean 'MaxStep'> geomsset ('MaxStpe', 1)
%!error <RelTol must be positive> geomsset ('RelTol', 0)
