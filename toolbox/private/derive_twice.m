function before = derive_twice (sys, t, x)
%DERIVE_TWICE  What the user's functions return at a state, by name; {} where they are not defined there.
%   Functions that do not return the same twice, or change global variables, are refused: what is
%   recorded of them would not be true later on.

before = struct ();
for name = fieldnames (sys.functions)'
    first = {};
    again = {};
    globals = values_of_globals ();
    evalc ('[first, again] = two_of (sys, name{1}, t, x);');    % whatever it prints
    changed = different (globals, values_of_globals ());
    if ~isempty (changed)
        error ('geoms:derive:refused', ['%s cannot be recorded: it changes the global variable %s. ', ...
            'Say ''derive'', ''off''.'], name{1}, changed);
    elseif ~isequaln (first, again)
        derive_unsteady (name{1});
    end
    before.(name{1}) = first;
end

end

function [first, again] = two_of (sys, name, t, x)
first = {};
again = {};
try
    first = call_at (sys, name, t, x);
    again = call_at (sys, name, t, x);
catch
end
end

function values = values_of_globals ()
names = who ('global');
values = cell2struct (cell (numel (names), 1), names, 1);
for i = 1:numel (names)
    values.(names{i}) = value_of_global (names{i});
end
end

function geoms_value = value_of_global (geoms_name)
if ~any (strcmp (geoms_name, {'geoms_name', 'geoms_value'}))
    eval (['global ', geoms_name]);
    geoms_value = eval (geoms_name);
else
    geoms_value = [];
end
end

% the first one that was changed, made or removed, or ''
function name = different (before, after)
name = '';
names = unique ([fieldnames(before); fieldnames(after)]);
for i = numel (names):-1:1
    if ~isfield (before, names{i}) || ~isfield (after, names{i}) ...
            || ~isequaln (before.(names{i}), after.(names{i}))
        name = names{i};
    end
end
end
