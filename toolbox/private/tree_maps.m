function [maps, timed] = tree_maps (table, list)
%TREE_MAPS  The maps of the joints 'user' as the core evaluates them: a cell with the numbers of each
%   of them, in the order of the bodies; timed: one of them depends on t.
%   list    names of the bodies and their functions, which are recorded here once, with derivatives.
%   What was recorded is compared with the functions themselves at the start and beside it.

users = find (table.bodies(29, :) > 0);
maps = cell (1, numel (users));
timed = false;
if isempty (users)
    return
end
[~, at] = ismember (table.names.bodies(users), list.names);
nq = tree_sizes (table);
last = cumsum (nq);
for i = 1:numel (users)
    body = users(i);
    where = sprintf ('Body ''%s''', table.names.bodies{body});
    q = table.start.p(last(body) - nq(body) + (1:nq(body)));
    fcn = list.more{at(i)};
    if i > 1 && isequal (fcn, list.more{at(i - 1)}) && isequal (q, before)
        maps{i} = maps{i - 1};
        continue
    end
    before = q;
    [maps{i}, moves] = recorded (fcn, q, table.planar, where);
    timed = timed || moves;
    compare (fcn, maps{i}, q, table.planar, where);
end

end

function [numbers, moves] = recorded (fcn, q, planar, where)
n = numel (q);
tree_map_value (fcn, q, 0, planar, where);
if derive_busy ()
    error ('geoms:derive:refused', ['%s: its ''map'' cannot be recorded while a function that ', ...
        'builds the tree is being recorded'], where);
end
busy = derive_busy (true);
closer = derive_tape ();
cleaner = derive_shadows ();
in = gate_call ('tapeinputs', (0:2 * n)');
call = @() pose_of (fcn, geomstraced (in(1:n)), geomstraced (in(end)), planar); %#ok<NASGU>
id = [];
try
    evalc ('id = derive_record (call);');    % whatever it prints
catch e
    error ('geoms:derive:refused', '%s: its ''map'' cannot be recorded: %s.', where, ...
        derive_reason (e));
end
clear cleaner
[numbers, moves] = gate_call ('jointmap', reshape (id.d, [], 1), reshape (id.R, [], 1), q);
clear closer busy
end

function pose = pose_of (fcn, q, t, planar)
[d, R] = tree_map_call (fcn, q, t);
[d, R] = tree_map_pose (d, R, planar);
pose = struct ('d', d, 'R', R);
end

% at the start and beside it, as far as the function has values there
function compare (fcn, numbers, q, planar, where)
for k = 0:5
    at = [q; 0] + (k > 0) * 0.1 * max (1, abs ([q; 0])) .* diff_direction ([q; 1], 40 + k);
    try
        [d, R] = tree_map_call (fcn, at(1:end - 1), at(end));
        has_values = all (isfinite ([d(:); R(:)])) && isreal (d) && isreal (R);
    catch
        has_values = false;
    end
    if k > 0 && ~has_values
        continue
    end
    expected = tree_map_value (fcn, at(1:end - 1), at(end), planar, where);
    again = tree_map_value (fcn, at(1:end - 1), at(end), planar, where);
    if ~isequal (expected, again)
        error ('geoms:derive:check', ['%s: its ''map'' does not give the same value twice (rand, ', ...
            'now, persistent, global).'], where);
    end
    found = gate_call ('mapvalues', numbers, at(1:end - 1), at(end));
    bad = find (~(abs (found - expected) <= 1e-11 * max (1, abs (expected))), 1);
    if ~isempty (bad)
        error ('geoms:derive:check', ['%s: value %d of [d; R] of its ''map'' is %.10g when ', ...
            'recorded and %.10g when called, at t = %g: does it keep values, read files, use ', ...
            'switch or rand?'], where, bad, found(bad), expected(bad), at(end));
    end
end
end
