function write_signatures (file)
%WRITE_SIGNATURES  functionSignatures.json: what MATLAB's editor proposes while a call is typed.
%   Names and words are those of the lists that the functions themselves read: options as GEOMSSET lists them,
%   the names of GEOMSSYS (SYS_ROLES), formulations, joints and forces of the core.

here = fileparts (mfilename ('fullpath'));
toolbox = fileparts (here);
addpath (toolbox);
options = listed (evalc ('geomsset'));
old = cd (fullfile (toolbox, 'private'));    % whose files can be called from there
restorer = onCleanup (@() cd (old));
roles = sys_roles ();
table = geoms_mex ('table');
words = geoms_mex ('treewords');

sys = input_of ('sys', 'required', {'struct'}, 'a system from geomssys');
tspan = input_of ('tspan', 'required', {'numeric', 'vector'}, '[t0 tf], or the times that are wanted');
x0 = input_of ('x0', 'ordered', {'struct'}, 'initial values: struct (''p'', p0, ''v'', v0)');
tree = input_of ('tree', 'required', {'struct'}, 'a tree from geomstree');
sol = input_of ('sol', 'required', {'struct'}, 'a solution of geoms');
rhs = unique ({table.formulations(~cellfun ('isempty', {table.formulations.rhs})).word});
list = {
    'geomsset', options
    'geoms', [sys, tspan, x0, options]
    'geomssys', named(roles)
    'geomsget', [input_of('opts', 'required', {'struct'}, 'options from geomsset'), ...
    input_of('name', 'required', {choices({options.name})}, 'name of an option')]
    'geomssweep', [sys, tspan, input_of('X0', 'required', {'struct'}, 'initial values, one for each run'), ...
    input_of('Q', 'required', {}, 'parameters, a column for each run, or []'), options]
    'geomsextend', [sol, sys, input_of('tend', 'required', {'numeric'}, 'new end, or more times')]
    'geomsrhs', [sys, input_of('kind', 'required', {choices(rhs)}, 'formulation')]
    'geomsexport', [input_of('sys', 'required', {'struct'}, 'a system of the mechanical form'), ...
    input_of('file', 'required', {'file=*.c,*.m'}, 'name of the file that is written')]
    'geomsaddbody', [tree, input_of('name', 'required', {'char'}, 'name of the body'), ...
    input_of('joint', 'namevalue', {choices(words.joints)}, 'the joint that carries it')]
    'geomsaddjoint', [tree, input_of('kind', 'required', {choices([words.loops(:); {'coupling'}])}, ...
    'what closes a loop')]
    'geomsaddforce', [tree, input_of('kind', 'required', {choices([words.forces(:); {'law'}])}, ...
    'force element')]};
id = fopen (file, 'w');
closer = onCleanup (@() fclose (id));
fprintf (id, '{\n  "_schemaVersion": "1.0.0"');
for i = 1:size (list, 1)
    fprintf (id, ',\n  "%s": {"inputs": [\n    %s]}', list{i, 1}, strjoin ({list{i, 2}.json}, sprintf (',\n    ')));
end
fprintf (id, '\n}\n');

end

function in = input_of (name, kind, type, purpose)
in.name = name;
types = '';
if ~isempty (type)
    types = sprintf (', "type": [%s]', strjoin (strcat ('"', type, '"'), ', '));
end
if ~isempty (purpose)
    types = sprintf ('%s, "purpose": "%s"', types, strrep (strrep (purpose, '\', '\\'), '"', '\"'));
end
in.json = sprintf ('{"name": "%s", "kind": "%s"%s}', name, kind, types);
end

function text = choices (words)
text = ['choices={', strjoin(strcat ('''', words(:)', ''''), ','), '}'];
end

% the options: NAME [default] (what it may be), and what it is for
function list = listed (text)
found = regexp (text, '(?:^|\n)(\w+) \[[^\n]*?\] \(([^\n]*)\)\n    ([^\n]*)', 'tokens');
list = cellfun (@(f) input_of (f{1}, 'namevalue', type_of (f{2}), regexprep (f{3}, ' \[\w+\]$', '')), found);
end

function type = type_of (values)
words = strsplit (values, ' | ');
type = {};
if strncmp (values, 'function', 8)
    type = {'function_handle'};
elseif numel (words) > 1
    type = {choices(words)};
elseif strncmp (values, 'name of a file', 14)
    type = {'file'};
elseif ~isempty (regexp (values, '^(real|whole|\d)', 'once'))
    type = {'numeric'};
end
end

% names of geomssys
function list = named (roles)
kinds = {'function', 'switch', 'derive', 'text', 'names', 'pattern'};
types = {{'function_handle'}, {'logical'}, {choices({'auto', 'on', 'off'})}, {'char'}, {'cell'}, {'numeric'}};
for i = 1:numel (roles)
    type = types(strcmp (roles(i).value, kinds));
    purpose = roles(i).letter;
    takes = {roles(i).mechanical, roles(i).residual};
    takes = takes(~ismember (takes, {'', '-'}));
    if ~isempty (takes)
        purpose = strtrim ([purpose, ' @(', takes{1}, ')']);
    end
    list(i) = input_of (roles(i).name, 'namevalue', [type{:}], purpose); %#ok<AGROW>
end
end
