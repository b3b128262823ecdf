function text = export_m (sys, t, at, name)
%EXPORT_M  A function in .m, of this name, that describes the system with all levels written out.
%   at is a state by name near which it will be used, t its time.

[described, recorded, closer] = derive_recorded (sys, t, at);
[~, facts, levels] = gate_call ('derive', described); %#ok<ASGLU>
list = export_functions (sys, described, recorded, levels);
names = input_names (sys);
constant = false (size (list));
for i = 1:numel (list)
    list(i).text = gate_call ('tapewrite', list(i).nodes, list(i).letter, names);
    constant(i) = strcmp (list(i).name, 'mass') && all (gate_call ('tapevalues', list(i).nodes(:)));
end
clear closer
text = [head(sys, name), main(sys, list, constant), rest(list(~constant))];

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

function text = head (sys, name)
sizes = '';
for size_of = {'np', 'nv', 'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'}
    if sys.dims.(size_of{1}) > 0
        sizes = sprintf ('%s, %s = %d', sizes, size_of{1}, sys.dims.(size_of{1}));
    end
end
parameters = '';
if sys.has_parameters
    parameters = sprintf ('%%   Parameters stand in it as the numbers that they were.\n');
end
text = [sprintf('function sys = %s (derive)\n%%%s  A mechanical system, written by geomsexport.\n', ...
    name, upper (name)), ...
    sprintf('%%   sys = %s ()       with all levels of its constraints, for geoms\n', name), ...
    sprintf('%%   sys = %s (''on'')   recorded and derived again: all derivatives, no callbacks\n', ...
    name), ...
    sprintf('%%   %s\n', sizes(3:end)), parameters, ...
    sprintf('\nif nargin < 1\n    derive = ''off'';\nend\n')];
end

% the call of geomssys
function text = main (sys, list, constant)
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
pairs{end + 1} = '''derive'', derive';
text = [text, 'sys = geomssys (', strjoin(pairs, sprintf (', ...\n    ')), sprintf(');\n\nend\n')];
end

% the functions, and what they call
function text = rest (list)
roles = sys_roles ();
text = '';
for f = list
    form = roles(strcmp (f.name, {roles.name})).mechanical;
    if isempty (strfind (form, 'z')) && ~isempty (strfind (f.text, 'z.'))
        form = [form, ',z'];
    end
    text = sprintf ('%s\nfunction %s = %s (%s) %%#ok<INUSD>\n%send\n', text, f.letter, f.name, ...
        strrep (form, ',', ', '), f.text);
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
