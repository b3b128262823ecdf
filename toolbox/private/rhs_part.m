function out = rhs_part (e, name, list)
%RHS_PART  The functions pack, unpack, slope and residual of GEOMSRHS.
%   out = rhs_part (e, name, {arguments}); e comes from RHS_FORM.

table = {'pack', @pack; 'unpack', @unpack; 'slope', @slope; 'residual', @residual};
if any (strcmp (name, {'pack', 'unpack'})) && ~any (numel (list) == 1:2)
    error ('geoms:arguments:number', '%s takes 1 or 2 arguments, not %d.', name, ...
        numel (list));
end
part = table{strcmp(name, table(:, 1)), 2};
out = part (e, list{:});

end

% onto the constraints; lambda, mu and a that belong to it
function y = pack (e, x0, t0)
if nargin < 3
    t0 = 0;
end
x0 = geomsinit (e.sys, t0, x0);
y = zeros (numel (e.rows_of_y), 1);
for name = {'p', 'v', 'r', 'lambda', 'mu'}
    if ~isempty (e.index.(name{1}))
        y(e.index.(name{1})) = x0.(name{1});
    end
end
[y, ~, err] = gate_call ('rhsbegin', gate_system (e.sys), e.kind, e.independent, e.tol, ...
    double (t0), y, e.rows_of_y);
if ~isempty (err)
    gate_raise (err);
end
end

function s = unpack (e, y, t)
if nargin < 3
    [~, y] = rhs_arguments (e, 0, y);
else
    [t, y] = rhs_arguments (e, t, y);
end
for name = {'p', 'v', 'r', 'lambda', 'mu'}
    s.(name{1}) = y(e.index.(name{1}), :);
end
if nargin > 2 && all (e.mass == 1)
    [s.lambda, s.mu] = multipliers (e, y, t);
end
end

% The core's rows of lambda and mu are what they must be minus what they are: 0 here.
function [lambda, mu] = multipliers (e, y, t)
d = e.sys.dims;
ny = size (y, 1);
e.rows_of_y = [e.rows_of_y, 1:d.nl + d.nm];
values = rhs_value (e, t, [y; zeros(d.nl + d.nm, size (y, 2))]);
lambda = values(ny + (1:d.nl), :);
mu = values(ny + d.nl + (1:d.nm), :);
end

% 0 for lambda, mu and a
function yp = slope (e, t, y)
yp = rhs_value (e, t, y);
yp(e.mass == 0, :) = 0;
end

function r = residual (e, t, y, yp)
if ~isequal (size (yp), size (y))
    error ('geoms:rhs:size', 'y has the size %s, and its derivative %s; they must be the same.', ...
        mat2str (size (y)), mat2str (size (yp)));
elseif ~isnumeric (yp) || ~isreal (yp)
    error ('geoms:rhs:type', 'The derivative of y must be real numbers, not %s.', ...
        check_described (yp));
end
yp(e.mass == 0, :) = 0;
r = yp - rhs_value (e, t, y);
end
