function text = export_m (sys, t, at, name)
%EXPORT_M  A function in .m, of this name, that describes the system with all levels written out.
%   at is a state by name near which it will be used, t its time.

try
    [described, recorded, keeper, fixed] = derive_recorded (sys, t, at, []);
catch
    [described, recorded, keeper, fixed] = derive_recorded (sys, t, at);
end
[~, facts, levels] = gate_call ('derive', described); %#ok<ASGLU>
list = export_functions (sys, described, recorded, levels);
[names, values] = export_parameters (sys.parameters);
names = [input_names(sys), names];
constant = false (size (list));
for i = 1:numel (list)
    list(i).text = gate_call ('tapewrite', list(i).nodes, list(i).letter, names);
    constant(i) = strcmp (list(i).name, 'mass') && all (gate_call ('tapevalues', list(i).nodes(:)));
end
clear keeper
list = with_arguments (list, described.nq > 0);
text = [head(sys, name, values, derive_names (sys.parameters, fixed)), main(list, constant, sys), rest(list(~constant))];

end

% of the unknowns in their order, the time, and the accelerations, which no function has
function names = input_names (sys)
names = {};
for block = {'w', 'lambda', 'mu', 'r', 'v', 's', 'p'}
    letter = block{1};
    if ~any (strcmp (letter, {'v', 'p'}))
        letter = ['z.', letter];
    end
    for i = 1:numel (sys.index.(block{1}))
        names{end + 1} = sprintf ('%s(%d)', letter, i); %#ok<AGROW>
    end
end
names = [names, {'t'}, repmat({'NaN'}, 1, sys.dims.nv)];
end

% those of the user's functions, with z and q where they are needed
function list = with_arguments (list, parameters)
roles = sys_roles ();
for i = 1:numel (list)
    form = roles(strcmp (list(i).name, {roles.name})).mechanical;
    takes_z = ~isempty (strfind (form, 'z'));
    if ~takes_z && ~isempty (strfind (list(i).text, 'z.'))
        form = [form, ',z']; %#ok<AGROW>
        takes_z = true;
    end
    % with parameters one argument more is q
    if parameters && (takes_z || ~isempty (regexp (list(i).text, '\<q\>', 'once')))
        form = [form, ',q']; %#ok<AGROW>
    end
    list(i).arguments = strrep (form, ',', ', ');
end
end

function text = head (sys, name, values, fixed)
sizes = '';
for size_of = {'np', 'nv', 'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'}
    if sys.dims.(size_of{1}) > 0
        sizes = sprintf ('%s, %s = %d', sizes, size_of{1}, sys.dims.(size_of{1}));
    end
end
q = '';
parameters = '';
if ~isempty (values)
    q = 'q, ';
    parameters = [sprintf('if nargin == 1 && ischar (q)\n    derive = q;\n    q = [];\nelseif nargin < 2\n'), ...
        sprintf('    derive = ''off'';\nend\n'), ...
        sprintf('if nargin < 1 || isempty (q)\n%send\n', values)];
end
text = [sprintf('function sys = %s (%sderive)\n%%%s  A mechanical system, written by geomsexport.\n', ...
    name, q, upper (name)), ...
    sprintf('%%   sys = %s (%s''off'')   with all levels of its constraints, for geoms\n', name, q), ...
    sprintf('%%   sys = %s (%s''on'')    recorded and derived again: all derivatives\n', name, q), ...
    sprintf('%%   %s\n', sizes(3:end))];
if ~isempty (fixed)
    text = [text, sprintf('%%   As they were when it was written, whatever q is: %s\n', ...
        strjoin(fixed, ', '))];
end
if isempty (q)
    text = [text, sprintf('%%   Default ''off''\n\n')];
else
    text = [text, sprintf('%%   Default ''off'', and q = [] for the parameters that it was written with\n'), ...
        sprintf('\n')];
end
if isempty (q)
    parameters = sprintf ('if nargin < 1\n    derive = ''off'';\nend\n');
end
text = [text, parameters];
end

% the call of geomssys
function text = main (list, constant, sys)
text = '';
pairs = {};
for i = 1:numel (list)
    value = ['@', list(i).name];
    if constant(i)
        text = list(i).text;
        value = list(i).letter;
    end
    pairs{end + 1} = sprintf ('''%s'', %s', list(i).name, value); %#ok<AGROW>
end
sizes = '';
for size_of = {'np', 'nr', 'nw', 'ns'}
    if sys.dims.(size_of{1}) > 0
        sizes = sprintf ('%s, ''%s'', %d', sizes, size_of{1}, sys.dims.(size_of{1}));
    end
end
pairs{end + 1} = ['''dims'', struct (', sizes(3:end), ')'];
if ~any (~cellfun ('isempty', regexp ({list(~constant).text}, '\<t\>')))
    pairs{end + 1} = '''autonomous'', true';
end
if ~isempty (derive_leaves (sys.parameters))
    pairs{end + 1} = '''parameters'', q';
end
pairs{end + 1} = '''derive'', derive';
text = [text, 'sys = geomssys (', strjoin(pairs, sprintf (', ...\n    ')), sprintf(');\n\nend\n')];
end

% the functions, and what they call
function text = rest (list)
text = '';
for f = list
    text = sprintf ('%s\nfunction %s = %s (%s) %%#ok<INUSD>\n%send\n', text, f.letter, f.name, ...
        f.arguments, f.text);
end
if ~isempty (strfind (text, 'dsqrt_ ('))
    text = [text, sprintf(['\n%% slope of a root whose value is r\nfunction y = dsqrt_ (r)\n', ...
        'y = merge_ (r == 0, 0, 0.5 / r);\nend\n'])];
end
if ~isempty (strfind (text, 'merge_ ('))
    text = [text, sprintf(['\n%% a where c holds, else b\nfunction y = merge_ (c, a, b)\n', ...
        'if isobject (c)\n    y = feval (''merge'', c, a, b);    %% while it is recorded\n', ...
        'elseif c ~= 0\n    y = a;\nelse\n    y = b;\nend\nend\n'])];
end
end
