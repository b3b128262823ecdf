function [sys, x0, exact] = quick_model (name, l1)
%QUICK_MODEL  A system that is integrated without calls of the host, for cases that do not look at them.
%   [sys, x0, exact] = quick_model (name), name =
%       'pendulum'       pendulum ('vectorized'), from rest at p = [1; 0]; exact = @pendulum_exact
%       'pendulum_energy'    pendulum ('mechanical') with its energy as an invariant
%       'slidercrank'    slidercrank_system (); quick_model ('slidercrank', l1) of another crank length
%       'knifeedge'      knife_edge_system ()
%       'bricard'        bricard_system (), exact is the function that finds its corners
%       'skate'          skate ('vectorized')
%       'truck', 'truck_pneumatic', 'truck_unconstrained', 'truck_unconstrained_pneumatic'
%                        truck_system (...)
%   as native models, made of tests/models. Where there are no C sources or no compiler they are those of
%   the .m functions, some ten times as slow.

persistent known library remover %#ok<PUSE>
if isempty (known)
    known = struct ();
    library = compiled ();
    if ischar (library)
        remover = onCleanup (@() delete (library));
    end
end
if nargin < 2
    l1 = 0.15;
end
key = sprintf ('%s_%d', name, round (1000 * l1));
if ~isfield (known, key)
    known.(key) = made (name, l1, library);
end
sys = known.(key).sys;
x0 = known.(key).x0;
exact = known.(key).exact;

end

function m = made (name, l1, library)
before = path ();
restorer = onCleanup (@() path (before));
addpath (example ('slidercrank'), example ('nonholonomic'), example ('bricard'), example ('truck'));
m = struct ('sys', [], 'x0', struct ('p', [1; 0]), 'exact', @pendulum_exact);
more = {};
switch name
    case 'pendulum'
        m.sys = pendulum ('vectorized');
    case 'pendulum_energy'
        g = 13.750371636040745655;
        m.sys = pendulum ('mechanical', 'invariant', @(t,p,v) v'*v / 2 + g * p(2), ...
            'invariantGradient', @(t,p,v) [v', 0, g]);
    case 'slidercrank'
        [m.sys, m.x0] = slidercrank_system (struct ('l1', l1));
        m.exact = [];
        more = {'parameters', l1, 'names', struct('p', {{'x', 'alpha', 'beta'}}, 'v', ...
            {{'x''', 'alpha''', 'beta'''}})};
    case 'knifeedge'
        [m.sys, m.x0, m.exact] = knife_edge_system ();
    case 'bricard'
        [m.sys, m.x0, m.exact] = bricard_system ();
    case 'skate'
        [m.sys, m.x0] = skate ('vectorized');
        m.exact = [];
    case {'truck', 'truck_pneumatic', 'truck_unconstrained', 'truck_unconstrained_pneumatic'}
        words = {'linear', 'constrained'; 'pneumatic', 'unconstrained'};
        has = @(word) 1 + ~isempty (strfind (name, word));
        [m.sys, m.x0] = truck_system (words{has('pneumatic'), 1}, words{has('unconstrained'), 2});
        m.exact = [];
    otherwise
        error ('geoms:test:model', 'There is no quick model %s.', name);
end
if ischar (library)
    m.sys = geomssys ('library', library, 'symbol', ['model_', name], more{:});
end
end

function folder = example (name)
folder = fullfile (root (), 'examples', name);
end

function folder = root ()
folder = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
end

% false where that cannot be
function library = compiled ()
library = false;
models = fullfile (root (), 'tests', 'models');
if ~has_sources () || exist (models, 'dir') ~= 7 || system ('cc --version > /dev/null 2>&1') ~= 0
    fprintf ('quick models: no C sources here to compile, they are those of .m functions\n');
    return
end
library = [tempname(), '.so'];
files = '';
for name = {'pendulum', 'pendulum_exact', 'slidercrank', 'knifeedge', 'linkage', 'linkage_jacobian', ...
        'linkage_shapes', 'parallelogram', 'skate', 'tools', 'truck'}
    files = sprintf ('%s "%s.c"', files, fullfile (models, name{1}));
end
[status, text] = system (sprintf ('cc -O1 -shared -fPIC -I "%s" %s -o "%s" -lm 2>&1', ...
    fullfile (root (), 'mex', 'core', 'include'), files, library));
check (status == 0, 'the models do not compile: %s', text);
end
