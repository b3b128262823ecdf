function list = deviation_dimension ()
% DEVIATION_DIMENSION  How many initial values each form of the equations of motion leaves free, measured.
%   LIST = DEVIATION_DIMENSION () linearises the forms of DEVIATION_FORMS at one state and counts: of
%
%       E dx' = A dx,    x = (lambda, v, p),    n = nl + 2 np unknowns,
%
%   with s not an eigenvalue, dx (t) = T^k dx' + ..., T = (s E - A)^-1 E: initial values that are consistent
%   lie in the range of T^k for all k. Their number is the rank at which the powers of T stay, the
%   number of powers until then is the index; nothing is said to it about constraints, hidden or not. This
%   is done for three systems, because nf + nf + nl and, say, 3 nl are the same for one of them:
%
%       the body on a circle (DEVIATION_SYSTEM), a mass on a sphere, two masses on rods
%
%   E and A are made of the terms of the systems (GEOMSTERMS, GEOMSREDUCE); A of the uODE, which has third
%   derivatives of the constraint, by differences. LIST is a struct array (forms) with the fields name, index
%   and dimension (one value for each system) and published_index, published: those of Table 1 of
%   Steinbrecher (2002), with nf = np - nl: nf + nf + 3 nl, 2 nl, nl and 0 more; the strangeness-free form,
%   which has no column there, keeps the solution manifold as it is (Section 3: 2 nf) with d-index 1.
%
%   Example:
%       list = deviation_dimension ();
%       vertcat (list.dimension)              % [5 7 10; 4 6 8; 3 5 6; 2 4 4; 2 4 4]
%
%   See also RUN_DEVIATION, GEOMSREDUCE, GEOMSTERMS.

systems = states ();
names = {'uODE (19)', 'EoM1 (20)', 'EoM2 (21)', 'EoM (1)', 'sfEoM (29)'};
more = [3 2 1 0 0];
index = [0 1 2 3 1];
list = struct ('name', names, 'index', [], 'dimension', [], 'published_index', num2cell (index), ...
    'published', []);
for k = 1:numel (systems)
    s = systems(k);
    for i = 1:numel (names)
        [E, A] = pencil (i, s);
        [list(i).dimension(k), list(i).index(k)] = free_values (E, A);
        list(i).published(k) = 2 * (s.np - s.nl) + more(i) * s.nl;
    end
end

end

% the systems, each at a consistent state
function s = states ()
downward = @(t, p, v) -9.81 * repmat ([zeros(numel (p) / 2 - 1, 1); 1], 2, 1);
s = struct ('sys', {}, 't', {}, 'x', {}, 'np', {}, 'nl', {});
s(1).sys = deviation_system ();
s(2).sys = geomssys ('mass', eye (3), 'force', @(t, p, v) [0; 0; -9.81], 'constraint', @(t, p) p' * p - 1);
s(3).sys = geomssys ('mass', diag ([1 1 2 2]), 'force', downward, 'constraint', ...
    @(t, p) [p(1)^2 + p(2)^2 - 1; (p(3) - p(1))^2 + (p(4) - p(2))^2 - 1]);
starts = {[0.6; 0.8], [0.8; -0.6]; [0.6; 0; -0.8], [0.4; 1; 0.3]; [0.6; -0.8; 1.4; -1.4], [0.8; 0.6; 1.2; -0.1]};
for k = 1:3
    s(k).t = 0;
    s(k).x = geomsinit (s(k).sys, 0, struct ('p', starts{k, 1}, 'v', starts{k, 2}));
    s(k).np = s(k).sys.dims.np;
    s(k).nl = s(k).sys.dims.nl;
end
end

% E dx' = A dx of form number i
function [E, A] = pencil (i, s)
if i == 5
    f = geomsreduce (s.sys, s.t, s.x);
    E = [f.E; zeros(size (f.J))];
    A = [f.A; f.J];
    return
end
terms = geomsterms (s.sys, s.t, s.x);
n = s.nl + 2 * s.np;
at = struct ('gII', 1:s.nl, 'gI', s.nl + (1:s.nl), 'g', 2 * s.nl + (1:s.nl), ...
    'differential', 3 * s.nl + (1:2 * s.np));
E = [zeros(2 * s.np, s.nl), blkdiag(terms.M, eye (s.np))];
A = terms.J(at.differential, :);
if i == 1
    E = [E; terms.J(at.gII, :)];
    A = [A; -change_along(s, terms, at)];
else
    last = {at.gII, at.gI, at.g};
    E = [E; zeros(s.nl, n)];
    A = [A; terms.J(last{i - 1}, :)];
end
end

% derivative by x of the rate of gII along the motion, x' kept
function D = change_along (s, terms, at)
x = terms.x;
b = terms.rda(at.differential);
xdot = [zeros(s.nl, 1); terms.M \ b(1:s.np); b(s.np + 1:end)];
J = terms.J(at.gII, :);
xdot(1:s.nl) = -J(:, 1:s.nl) \ (J * xdot);
h = 1e-5;
D = zeros (s.nl, numel (x));
for j = 1:numel (x)
    e = h * ((1:numel (x))' == j);
    D(:, j) = (slope (x + e, s) - slope (x - e, s)) * xdot / (2 * h);
end
end

% d gII/dx
function J = slope (x, s)
terms = geomsterms (s.sys, s.t, struct ('lambda', x(1:s.nl), 'v', x(s.nl + (1:s.np)), ...
    'p', x(s.nl + s.np + 1:end)));
J = terms.J(1:s.nl, :);
end

% the rank at which the powers of T stay, and from which power on
function [dimension, index] = free_values (E, A)
T = (0.7 * E - A) \ E;
index = 0;
while true
    [U, S, ~] = svd (T);
    dimension = sum (diag (S) > 1e-8 * S(1, 1));
    if dimension == size (T, 1)
        return
    end
    U = U(:, 1:dimension);       % T maps its range into itself
    T = U' * T * U;
    index = index + 1;
end
end
