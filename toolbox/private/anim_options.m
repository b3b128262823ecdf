function o = anim_options (sol, sys, list)
%ANIM_OPTIONS  Options of geomsanimate, checked, with Times, FrameRate, View (2 x 3), Size, File.

where = 'geomsanimate';
o = tree_options (list, {'File', 'Times', 'FrameRate', 'Speed', 'View', 'Trace', ...
    'Follow', 'Size', 'Points', 'Draw'}, where);
is_tree = strcmp (sys.form, 'tree');
if isfield (o, 'Points') && isfield (o, 'Draw')
    error ('geoms:animate:option', 'geomsanimate: give ''Points'' or ''Draw'', not both.');
elseif ~is_tree && ~isfield (o, 'Points') && ~isfield (o, 'Draw')
    error ('geoms:animate:option', ['geomsanimate: only a tree of bodies is drawn on its own; ', ...
        'give ''Points'', @(t, x) ..., or ''Draw''.']);
end
if isfield (o, 'Follow') && (~is_tree || isfield (o, 'Points') || isfield (o, 'Draw'))
    error ('geoms:animate:option', ['geomsanimate: ''Follow'' names a point of a body; without ', ...
        'bodies, draw as seen from there.']);
end
check_own (o);
o.FrameRate = positive (o, 'FrameRate', 25);
if isfield (o, 'Times')
    if isfield (o, 'Speed')
        error ('geoms:animate:option', 'geomsanimate: give ''Times'' or ''Speed'', not both.');
    end
    o.Times = times_of (o.Times);
else
    o.Times = regular (sol.t([1 end]), o);
end
if ~isfield (o, 'Size')
    o.Size = [480 400];
end
o.Size = reshape (tree_numbers (o.Size, 2, '''Size''', where), 1, 2);
if any (o.Size < 16 | o.Size > 4096 | o.Size ~= round (o.Size))
    error ('geoms:animate:value', ['geomsanimate: ''Size'' must be two whole numbers from 16 ', ...
        'to 4096, not %s.'], check_described (o.Size));
end
planar = is_tree && sys.tree.planar && ~isfield (o, 'Points');
up = [0; 0; 1];
if is_tree && ~planar && any (sys.tree.gravity)
    up = -sys.tree.gravity / norm (sys.tree.gravity);
end
o.View = projection (o, planar, up);
o.film = anim_file (o);

end

function check_own (o)
for name = {'Points', 'Draw'}
    if ~isfield (o, name{1})
        continue
    elseif ~isa (o.(name{1}), 'function_handle')
        error ('geoms:animate:value', ['geomsanimate: ''%s'' must be a function @(t, x), ', ...
            'not %s.'], name{1}, check_described (o.(name{1})));
    end
    [~, count] = call_handle (name{1}, o.(name{1}), 't,x');
    if count ~= 2 && (count >= 0 || count < -3)
        error ('geoms:animate:value', 'geomsanimate: ''%s'' must be a function @(t, x), not one that takes %d.', ...
            name{1}, abs (count));
    end
end
end

function t = times_of (t)
if ~isnumeric (t) || ~isreal (t) || isempty (t) || ~all (isfinite (t(:)))
    error ('geoms:animate:value', ['geomsanimate: ''Times'' must be real and finite ', ...
        'numbers, not %s.'], check_described (t));
end
t = double (full (t(:)'));
end

function value = positive (o, name, value)
if isfield (o, name)
    value = tree_numbers (o.(name), 1, ['''', name, ''''], 'geomsanimate');
    if value <= 0
        error ('geoms:animate:value', 'geomsanimate: ''%s'' is %g; it must be positive.', name, ...
            value);
    end
end
end

% one frame after the other, the last at the end of the run or just before
function t = regular (ends, o)
long = abs (diff (ends));
speed = 1;
if long < 1 || long > 30
    speed = max (long, realmin) / 10;
end
speed = positive (o, 'Speed', speed);
count = floor (long / speed * o.FrameRate * (1 + 1e-12));
if count > 1e4
    error ('geoms:animate:value', ['geomsanimate: these would be %.0f frames; raise ''Speed'' ', ...
        'or give ''Times''.'], count);
end
t = ends(1) + sign (diff (ends)) * min (long, (0:count) * (speed / o.FrameRate));
end

% the directions to the right and upwards in the picture, as rows
function V = projection (o, planar, up)
angles = [-37.5; 30];
if planar
    angles = [0; 90];
end
if isfield (o, 'View')
    angles = tree_numbers (o.View, 2, '''View''', 'geomsanimate');
end
e = [1; 0; 0];
if abs (up(1)) > 0.9
    e = [0; 1; 0];
end
e = e - up * (up' * e);
e = e / norm (e);
base = [e, cross(up, e), up];
az = angles(1) * pi / 180;
el = angles(2) * pi / 180;
V = [cos(az), sin(az), 0; -sin(az) * sin(el), cos(az) * sin(el), cos(el)] * base';
end
