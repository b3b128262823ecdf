function [text, calls] = derive_check_along (problem, along)
%DERIVE_CHECK_ALONG  The user's functions beside what was recorded of them, at states along a run: where
%   they differ first, as a sentence, or ''. calls: so many calls of functions that took.
%   A part that is only taken elsewhere than at the start, as a branch of a switch, would show here.

sys = problem.sys;
handle = gate_native_run (problem.core, problem.tspan, along.x(:, 1));
keeper = onCleanup (@() gate_call ('free', handle));
terms = terms_values (problem, handle);
roles = sys_roles ();
list = roles(ismember ({roles.name}, {'mass', 'kinematics', 'force', 'constraint', 'nonholonomic', ...
    'dynamics', 'auxiliary', 'contact', 'invariant', 'model'}));
list = list(isfield (sys.functions, {list.name}));
text = '';
calls = 0;
for j = 1:numel (along.t)
    recorded = terms (along.t(j), along.x(:, j));
    for role = list(:)'
        if isempty (text)
            text = compare (sys, role, recorded, along.t(j), along.x(:, j));
            calls = calls + 1;
        end
    end
end

end

function text = compare (sys, role, recorded, t, x)
text = '';
try
    value = call_at (sys, role.name, t, x);
catch e %#ok<NASGU>
    return    % a guard of its own
end
if ~isstruct (value)
    value = struct (role.letter, value);
end
for letter = intersect (fieldnames (value), {'M', 'Z', 'f', 'g', 'h', 'b', 'd', 'c', 'e'})'
    if isempty (text)
        text = compare_entries (role.name, letter{1}, recorded.(letter{1}), value.(letter{1}), t);
    end
end
end

function text = compare_entries (name, letter, found, expected, t)
text = '';
found = double (found(:));
expected = double (full (expected));
if strcmp (letter, 'M') && numel (expected)^2 == numel (found)
    expected = diag (expected(:));
end
expected = expected(:);
scale = max (abs ([found; expected; 1]));
bad = find (~(abs (found - expected) <= 1e-9 * scale), 1);
if ~isempty (bad)
    text = sprintf (['''%s'' (%s, entry %d) is %.10g when called at t = %.10g, and ', ...
        '%.10g as it was recorded: does it use switch, rand, files or values that it keeps? Say ', ...
        '''derive'', ''off''.'], name, letter, bad, expected(bad), t, found(bad));
end
end
