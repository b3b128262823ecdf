function [passed, failed] = test_tables ()
%TEST_TABLES  The pendulum's table runs through callbacks equal those of the C core.
%   Counters are the same numbers, states agree to 1e-12; the record is tests/data/pendulum_tables.csv.

cases = {
    'residual form', @() compare(residual())
    'mechanical form takes the same steps', @() compare_steps(mechanical())
    'two runs give the same bits', @twice};
[passed, failed] = geoms_suite ('tables', cases);

end

function sys = residual ()
sys = geomssys ('dims', struct ('np', 2, 'nv', 2, 'nl', 1), 'mass', [1; 1], 'vectorized', true, ...
    'eom', @rda, 'jac', @(t,x) jacobian (x));
end

function sys = mechanical ()
sys = geomssys ('mass', [1; 1], 'force', @(t,p,v) [0; -13.75], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
end

function y = rda (t, x) %#ok<INUSL>
pp = x(4, :).^2 + x(5, :).^2;
y = [2*(x(2, :).^2 + x(3, :).^2) - 2*13.75*x(5, :) - 4*pp.*x(1, :)
     2*(x(4, :).*x(2, :) + x(5, :).*x(3, :))
     pp - 1
     -2*x(4, :).*x(1, :)
     -13.75 - 2*x(5, :).*x(1, :)
     x(2:3, :)];
end

function J = jacobian (x)
v = x(2:3)';
p = x(4:5)';
J = [-4*(p*p'),   4*v,        -8*x(1)*p - [0, 2*13.75]
     0,           2*p,        2*v
     0,           0, 0,       2*p
     -2*p',       zeros(2),   -2*x(1)*eye(2)
     zeros(2, 1), eye(2),     zeros(2)];
end

% row i of the record and the run it belongs to
function [row, sol] = table_run (sys, record, i)
row = record(i, :);
options = {geomsset('paper'), geomsset('Project', 'off'), geomsset()};
opts = geomsset (options{row(1) + 1}, 'Multipliers', 'iterated', 'RelTol', row(3), 'AbsTol', row(3), 'InitialStep', 0.01);
x0 = struct ('p', [0; -1], 'v', [row(2); 0], 'lambda', 0);
sol = geoms (sys, [0 5], x0, opts);
end

function compare (sys)
names = {'naccpt', 'neom', 'nmas', 'njac', 'nsel', 'npdec', 'nedec', 'nbsub', 'nstep', 'nerjct', ...
    'ncrjct'};
record = table ();
for i = 1:size (record, 1)
    [row, sol] = table_run (sys, record, i);
    for k = 1:numel (names)
        check (sol.stats.(names{k}) == row(3 + k), 'run %d: %s is %d, recorded %d', i, names{k}, ...
            sol.stats.(names{k}), row(3 + k));
    end
    check_close (sol.y(:, end) ./ max (1, abs (row(15:19).')), ...
        row(15:19).' ./ max (1, abs (row(15:19).')), 1e-12);
end
end

function compare_steps (sys)
record = table ();
for i = 13:size (record, 1)
    [row, sol] = table_run (sys, record, i);
    check (abs (sol.stats.naccpt - row(4)) <= 2, 'run %d: %d steps, recorded %d', i, ...
        sol.stats.naccpt, row(4));
    check_close (sol.p(:, end), row(18:19).', 1e-8);
end
end

function twice ()
record = table ();
[~, a] = table_run (residual (), record, 13);
[~, b] = table_run (residual (), record, 13);
check (isequal (a.y, b.y) && isequal (a.t, b.t));
end

function record = table ()
here = fileparts (mfilename ('fullpath'));
stream = fopen (fullfile (here, '..', 'data', 'pendulum_tables.csv'), 'r');
closer = onCleanup (@() fclose (stream));
values = textscan (stream, repmat ('%f', 1, 19), 'Delimiter', ',', 'CommentStyle', '%');
record = [values{:}];
check (size (record, 1) == 18);
end

%!test
%! [~, failed] = test_tables ();
%! assert (failed, 0);
