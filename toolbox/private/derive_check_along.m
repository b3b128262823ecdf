function [text, calls] = derive_check_along (problem, along)
%DERIVE_CHECK_ALONG  The user's functions beside what was recorded of them, at states along a run: where
%   they differ first, as a sentence, or ''. calls: so many calls of functions that took.
%   A part that is only taken elsewhere than at the start, as a branch of a switch, would show here.

sys = problem.sys;
[handle, keeper] = gate_probe (problem.core, problem.tspan, along.x(:, 1)); %#ok<ASGLU>
list = functions_of (sys);
text = '';
calls = 0;
for j = 1:numel (along.t)
    t = along.t(j);
    x = along.x(:, j);
    [recorded, status] = gate_call ('written', handle, problem.core, t, x);
    if status ~= 0
        continue    % not defined there
    end
    recorded.h = recorded.level(sys.dims.nl + 1:end);
    for f = list
        text = compare (sys, f, recorded, t, x);
        calls = calls + 1;
        if ~isempty (text)
            return
        end
    end
end

end

% those that are recorded: name, letter of the value, whether they take v
function list = functions_of (sys)
persistent recorded
if isempty (recorded)
    roles = sys_roles ();
    roles = roles(ismember ({roles.name}, {'mass', 'kinematics', 'force', 'constraint', ...
        'nonholonomic', 'dynamics', 'auxiliary', 'contact', 'invariant', 'model'}));
    recorded = struct ('name', {roles.name}, 'letter', {roles.letter}, 'takes_v', ...
        num2cell (strncmp ({roles.mechanical}, 't,p,v', 5)));
end
list = recorded(isfield (sys.functions, {recorded.name}));
end

function text = compare (sys, f, recorded, t, x)
text = '';
extra = sys.extra.(f.name);
tail = {};
if extra(1)
    tail = {call_z(sys.index, x)};
end
if extra(2)
    tail{end + 1} = sys.parameters;
end
fcn = sys.functions.(f.name);
try
    if f.takes_v
        value = fcn (t, x(sys.index.p), x(sys.index.v), tail{:});
    else
        value = fcn (t, x(sys.index.p), tail{:});
    end
catch
    return    % a guard of its own
end
if ~isstruct (value)
    text = compare_entries (f.name, f.letter, recorded.(f.letter), value, t);
    return
end
for letter = 'MZfghbdce'
    if isempty (text) && isfield (value, letter)
        text = compare_entries (f.name, letter, recorded.(letter), value.(letter), t);
    end
end
end

function text = compare_entries (name, letter, found, expected, t)
text = '';
if isa (expected, 'double') && numel (found) == numel (expected) && ~issparse (found) ...
        && all (abs (found(:) - expected(:)) <= 1e-9)
    return
end
expected = double (expected);
if letter == 'M' && isvector (expected) && numel (expected)^2 == numel (found)
    expected = spdiags (expected(:), 0, numel (expected), numel (expected));
end
if issparse (found)
    expected = sparse (expected);
else
    expected = reshape (full (expected), size (found));
end
apart = abs (found - expected);
if all (nonzeros (apart) <= 1e-9)
    return
end
largest = max ([1; abs(nonzeros (found)); abs(nonzeros (expected))]);
bad = find (apart > 1e-9 * largest | isnan (apart), 1);
if ~isempty (bad)
    text = sprintf (['''%s'' (%s, entry %d) is %.10g when called at t = %.10g, and ', ...
        '%.10g as it was recorded: does it use switch, rand, files or values that it keeps? Say ', ...
        '''derive'', ''off''.'], name, letter, bad, full (expected(bad)), t, full (found(bad)));
end
end
