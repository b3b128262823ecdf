function count = derive_probe ()
%DERIVE_PROBE  What this host does with functions that are being recorded: a line for each question, then
%   what to set; how many answers are not those that recording needs.
%   Each is a force of two unknowns, which must be recorded with its values or be refused.

list = {
    'arithmetic of recorded numbers', true, @(t,p,v) [p(1) * sin(v(2)) + 2; p' * v]
    'if calls the method logical', true, @decides
    'zeros (2, 1) takes recorded numbers', true, @fills
    'rows of plain numbers beside recorded ones', true, @(t,p,v) [0 1; p(1) v(2)] * p
    'end and ranges', true, @(t,p,v) p(end:-1:1)
    'cellfun joins recorded numbers', true, @(t,p,v) cellfun(@(c) c^2, {p(1); v(2)})
    'numbers written into [0; 0] are refused', false, @writes
    'switch is refused', false, @switches
    'an index that depends on an unknown is refused', false, @(t,p,v) p([1, 1 + (p(1) > 0)])
    'for over unknowns is refused', false, @runs_over};
count = 0;
for i = 1:size (list, 1)
    [good, text] = answer (list{i, 2:3});
    count = count + ~good;
    words = {'NO ', 'yes'};
    fprintf ('%s  %s%s\n', words{1 + good}, list{i, 1}, text);
end
if count == 0
    fprintf ('Functions are recorded here as they should be: ''derive'', ''on'' can be used.\n');
else
    fprintf (['%d of these are not as recording needs them: say ''derive'', ''off'', and give the ', ...
        'levels of constraints.\n'], count);
end

end

function [good, text] = answer (is_recorded, force)
text = '';
try
    sys = geomssys ('mass', [1 1], 'force', force, 'derive', 'on');
catch e
    good = ~is_recorded && any (strcmp (e.identifier, {'geoms:derive:refused', 'geoms:derive:check'}));
    if ~good
        text = sprintf (': %s (%s)', e.message, e.identifier);
    end
    return
end
good = is_recorded;
if ~good
    text = ': it is recorded, and may be wrong';
    return
end
for k = 1:4
    p = [sin(2 * k); cos(3 * k)];
    v = [cos(k); sin(5 * k)];
    terms = geomsterms (sys, 0, struct ('p', p, 'v', v));
    expected = force (0, p, v);
    if any (abs (terms.f - expected) > 1e-14 * (1 + abs (expected)))
        good = false;
        text = sprintf (': f(1) is %.15g when recorded, %.15g when called', terms.f(1), expected(1));
    end
end
end

function f = decides (t, p, v) %#ok<INUSL>
if p(1) > 0 && v(1) < 0.5
    f = p;
else
    f = -2 * v;
end
end

function f = fills (t, p, v) %#ok<INUSD>
f = zeros (2, 1);
f(2) = p(1)^2;
end

function f = writes (t, p, v) %#ok<INUSD>
f = [0; 0];
f(2) = p(1);
end

function f = switches (t, p, v) %#ok<INUSL>
switch sign (p(1))
    case 1
        f = p;
    otherwise
        f = v;
end
end

function f = runs_over (t, p, v) %#ok<INUSL>
f = 0 * v;
for x = p'
    f = f + x^2;
end
end
