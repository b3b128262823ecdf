function value = geomsget (opts, name, standard, varargin)
%GEOMSGET  Value of an option.
%   VALUE = GEOMSGET (OPTS, 'Name') is the value in OPTS, a struct from GEOMSSET, or the default if
%   it is not set there.
%   VALUE = GEOMSGET (OPTS, 'Name', STANDARD) is STANDARD if it is not set there.
%
%   Example:
%       opts = geomsset ('RelTol', 1e-8);
%       geomsget (opts, 'RelTol')             % 1e-8
%       geomsget (opts, 'MaxSteps')           % the default, 1e7
%
%   See also GEOMSSET.

if nargin < 2 || nargin > 3 || ~ischar (name) || size (name, 1) ~= 1
    error ('geoms:arguments:number', ['geomsget takes options, the name of one, and maybe what it ', ...
        'is if it is not set.']);
end
if ~isempty (opts) && ~(isstruct (opts) && numel (opts) == 1)
    error ('geoms:options:type', 'The options must be a struct from geomsset, not a %s.', ...
        class (opts));
end
persistent names
if isempty (names)
    list = opt_list ();
    names = {list.name};
end
if ~isempty (opts) && isfield (opts, name) && ~isempty (opts.(name)) && any (strcmp (name, names))
    value = opts.(name);    % what most calls are
    return
end
list = opt_list ();
at = find (strcmpi (name, names));
if isempty (at)
    error ('geoms:options:name', 'There is no option ''%s''. %s', name, ...
        check_nearest (name, names));
end
value = [];
if ~isempty (opts) && isfield (opts, list(at).name)
    value = opts.(list(at).name);
end
if isempty (value) && nargin > 2
    value = standard;
elseif isempty (value)
    value = list(at).default;
end

end

%!assert (geomsget (geomsset ('RelTol', 1e-8), 'reltol'), 1e-8)
%!assert (geomsget (geomsset (), 'MaxSteps'), 1e7)
