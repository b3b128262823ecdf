function recorded_case (flat, start, is_recorded, name)
%RECORDED_CASE  A function (t, p, v, z) as right-hand side of r': recorded, beside its values, or refused.
%   start has p and v; name is cleared where the function is refused, for it may have kept something.

quiet = warning ('off', 'all');
restore = onCleanup (@() warning (quiet));
n = numel (start.p);
try
    evalc ('nr = numel (flat (0.1, start.p, start.v));');
catch
    nr = n;
end
describe = @() geomssys ('mass', eye (n), 'force', @(t,p,v) 0 * v, 'dynamics', flat, 'dims', ...
    struct ('np', n, 'nr', nr), 'derive', 'on');
if ~is_recorded
    refused_case (describe);
    clear (name);
    return
end
sys = [];
evalc ('sys = describe ();');    % some print
k = 1:8;
t = 0.3 * k - 1;
p = 1.3 * sin ((1:n)' * k);
v = 1.1 * cos ((1.5:n + 0.5)' * k);
rhs = geomsrhs (sys, 'uode');
rows = 2 * n + (1:nr);
recorded = rhs (t, [p; v; zeros(nr, 8)]);
seen = 0;
for k = 1:8
    seen = seen + compare (@() flat (t(k), p(:, k), v(:, k), []), recorded(rows, k));
end
check (seen > 1, 'values at %d states only', seen);

end

function refused_case (describe)
try
    evalc ('describe ();');
catch e
    check (any (strcmp (e.identifier, {'geoms:derive:refused', 'geoms:derive:check'})), '%s: %s', ...
        e.identifier, e.message);
    check (strcmp (e.identifier, 'geoms:derive:check') || ~isempty (regexp (e.message, ...
        '\(\S+, line \d+\)|changes the global variable', 'once')), 'no line: %s', e.message);
    return
end
error ('geoms:test:check', 'It is not refused.');
end

function has_value = compare (own, recorded)
expected = [];
has_value = false;
try
    evalc ('expected = own ();');
catch
    return    % a guard of the function's
end
expected = double (full (expected(:)));
if all (isnan (recorded))
    check (any (imag (expected) ~= 0) || ~all (isfinite (expected)), 'NaN');
else
    has_value = true;
    check (all (abs (recorded - expected) <= 1e-12 * max (1, abs (expected))), 'other values');
end
end
