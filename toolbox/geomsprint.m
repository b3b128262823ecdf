function text = geomsprint (x, varargin)
%GEOMSPRINT  A system, a solution, options, a tree, a comparison or a sweep in a few lines.
%   GEOMSPRINT (SYS) prints what GEOMSSYS describes: its form, unknowns by name, constraints of each level,
%   mass matrix, parameters, and whether functions are recorded and derived, or called, and why.
%   GEOMSPRINT (SOL) prints what GEOMS has returned: span, steps, formulation and method, what ended the
%   run and what to do, the largest residuals, events, what limited the steps, redundant rows, cost.
%   GEOMSPRINT (OPTS) prints the options of GEOMSSET that are set.
%   GEOMSPRINT (TREE) prints a tree of bodies, as GEOMSTREE (TREE) does.
%   GEOMSPRINT (RES) prints the table of GEOMSCOMPARE.
%   GEOMSPRINT (RESULTS) prints the members of GEOMSSWEEP: how many ended how, those that failed, cost.
%   TEXT = GEOMSPRINT (X) returns the text instead.
%
%   These are plain structs, for which Octave prints pages; SYS, SOL, ... without a semicolon still do.
%   GEOMSSYS, GEOMSSET and GEOMSINIT without output print as here.
%
%   Example:
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on', 'names', struct ('p', {{'x', 'y'}}));
%       geomsprint (sys)
%       sol = geoms (sys, [0 3], struct ('p', [1; 0]));
%       geomsprint (sol)
%
%   See also GEOMSSYS, GEOMS, GEOMSSET, GEOMSTREE, GEOMSCOMPARE, GEOMSSWEEP, GEOMSPLOT.

if nargin ~= 1
    error ('geoms:arguments:number', 'geomsprint prints one thing: geomsprint (sol), say.');
end
what = kind_of (x);
switch what
    case 'solution'
        check_solution (x, 'geoms:print:value');
        check_info (x.info);
        said = print_solution (x);
    case 'system'
        check_system (x);
        check_texts (x);
        said = print_system (x);
    case 'tree'
        tree_check (x, 1, 'geomsprint');
        tree_intact (x);
        said = tree_print (x);
    case 'comparison'
        check_comparison (x);
        said = evalc ('cmp_table (x)');
    case 'sweep'
        said = print_sweep (x);
    case 'options'
        said = print_options (x);
    otherwise
        error ('geoms:print:value', ['geomsprint prints systems, solutions, options, trees, comparisons ', ...
            'and sweeps, not %s.'], check_described (x));
end
if nargout > 0
    text = said;
else
    fprintf ('%s', said);
end

end

function what = kind_of (x)
what = '';
if ~isstruct (x)
    return
end
has = @(varargin) all (isfield (x, varargin));
one = numel (x) == 1;
if one && has ('solver', 'info') && isfield (x.info, 'identifier') && ~(has ('t') && isempty (x.t))
    what = 'solution';
elseif has ('info', 'stats') && (has ('value') || has ('solver'))
    what = 'sweep';
elseif has ('formulation', 'method', 'violation')
    what = 'comparison';
elseif one && has ('type') && isequal (x.type, 'geomssys')
    what = 'system';
elseif one && has ('type') && isequal (x.type, 'geomstree')
    what = 'tree';
elseif one && has ('RelTol', 'Formulation')
    what = 'options';
end
end

% what check_system does not look at: texts, also of what is added to a tree
function check_texts (sys)
is_text = @(c) ischar (c) && size (c, 1) <= 1;
text = 'The system is no more what geomssys has returned: its';
check_fields (sys, {'names', @(c) isempty(c) || all(structfun(@iscellstr, c)), 'a struct of names'}, ...
    'geoms:print:value', text);
check_fields (sys.derive, {
    'reason', is_text, 'a text'
    'levels', @iscellstr, 'a cell of names'
    'frozen', @iscellstr, 'a cell of names'
    'untested', @iscellstr, 'a cell of names'}, 'geoms:print:value', [text, ' derive']);
if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    check_texts (sys.own.system);
end
end

% what check_solution does not look at
function check_info (info)
is_text = @(c) ischar (c) && size (c, 1) <= 1;
check_fields (info, {
    'status', is_text, 'a word'
    'message', is_text, 'a text'
    'remedy', is_text, 'a text'
    'limiting', @(c) isstruct(c) && numel(c) == 1 && all(structfun(@isnumeric, c)), 'a struct of numbers'
    'orders', @(c) isnumeric(c) && any(size(c, 1) == [0 2]), 'an array of 2 rows'
    'redundant', @(c) isstruct(c) && iscellstr(c.rows) && isequal(numel(c.count), numel(c.rank), 3), ...
    'a struct of rows, count and rank'
    'moved', @(c) isempty(c) || ischar(c.name) && isnumeric([c.from, c.to, c.others]), 'what was moved'
    'missed', @(c) isempty(c) || isnumeric([c.event, c.t]), 'events that were missed'}, ...
    'geoms:print:value', 'The solution is no more what geoms has returned: its info');
end

%!test
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off', 'names', struct ('p', {{'angle'}}));
%! text = geomsprint (sys);
%! assert (~isempty (strfind (text, 'angle')) && sum (text == sprintf ('\n')) < 10);
%! text = geomsprint (geoms (sys, [0 1], struct ('p', 1)));
%! assert (~isempty (strfind (text, 'psf, radau5')) && sum (text == sprintf ('\n')) < 15);
%!error <not 3> geomsprint (3)
