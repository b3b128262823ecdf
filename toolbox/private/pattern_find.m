function sys = pattern_find (sys, t, at)
%PATTERN_FIND  Entries of the matrices of a system that is called, see PATTERN_OFF: of those that its
%   functions return at some states near the state at (by name) and the time t, and of their derivatives.
%   Nothing is done where no function returns a sparse matrix and no entries were told.

if ~strcmp (sys.pattern.status, 'waiting') || sys_derived (sys) || sys.reduced
    return
end
x = derive_state (sys, at);
n = numel (x);
points = derive_points ([x; t], n, [0, 0.1 0.1 0.3 1]);
pattern = sys.pattern;
told = struct ();
if isstruct (pattern.wanted)
    told = pattern.wanted;
end
pattern_diagonal (told, sys.diagonal);
d = sys.dims;
sizes = struct ('M', [d.nv d.nv], 'Z', [d.np d.nv], 'G', [d.nl d.np], 'H', [d.nm d.np]);
[found, sparse_ones] = entries_at (sys, points, sizes);
few = 20;    % unknowns of which full matrices take less
if isempty (found) || isequal (told, struct ()) && (~sparse_ones || sys.dims.nv <= few)
    pattern.status = 'off';
    sys.pattern = pattern;
    return
end
for letter = {'M', 'Z', 'G', 'H'}
    name = letter{1};
    pattern.(name) = joined (found, told, name, sizes.(name));
end
pattern.M = spones (pattern.M + pattern.M' + speye (d.nv));
pattern.more = more_of (sys, told, n);
sys.pattern = pattern;
sys.pattern.status = 'found';
core = gate_system (sys);
[sys.pattern.B, sys.pattern.evaluations, status, err] = gate_call ('pattern', core, t, x); %#ok<ASGLU>
if ~isempty (err)
    gate_raise (err);
end

end

% what is not 0 of each matrix at one of the states; whether any of them is sparse; [] if it cannot be
% evaluated at the first one
function [found, any_sparse] = entries_at (sys, points, sizes)
found = struct ('M', [], 'Z', [], 'G', [], 'H', []);
any_sparse = issparse (sys.mass);
if ~isempty (sys.mass)
    found.M = spones (sparse (sys.mass));
end
for k = 1:size (points, 2)
    try
        values = matrices_at (sys, points(end, k), points(1:end - 1, k));
        need_matrices (values, sizes);
    catch
        if k == 1
            found = [];
            return
        end
        continue
    end
    for letter = fieldnames (values)'
        A = values.(letter{1});
        any_sparse = any_sparse || issparse (A);
        A = spones (sparse (A ~= 0));
        if isempty (found.(letter{1}))
            found.(letter{1}) = A;
        else
            found.(letter{1}) = spones (found.(letter{1}) + A);
        end
    end
end
end

% what is none is told where the function is called for good
function need_matrices (values, sizes)
for letter = fieldnames (values)'
    A = values.(letter{1});
    if ~isnumeric (A) || ~isequal (size (A), sizes.(letter{1}))
        error ('geoms:callback:size', 'The function of %s returned something else.', letter{1});
    end
end
end

% the matrices that functions give at a state; a diagonal as a matrix
function values = matrices_at (sys, t, x)
values = struct ();
names = {'mass', 'M'; 'kinematics', 'Z'; 'constraintJacobian', 'G'; 'nonholonomicJacobian', 'H'};
if isfield (sys.functions, 'model')
    y = call_at (sys, 'model', t, x);
    for letter = intersect (names(:, 2)', fieldnames (y)')
        values.(letter{1}) = y.(letter{1});
    end
end
for i = 1:4
    if isfield (sys.functions, names{i, 1})
        values.(names{i, 2}) = call_at (sys, names{i, 1}, t, x);
    end
end
if isfield (values, 'M') && sys.diagonal
    values.M = spdiags (full (values.M(:)), 0, sys.dims.nv, sys.dims.nv);
end
end

% what was found and what was told; [] where there is no such matrix
function A = joined (found, told, name, sizes)
A = found.(name);
if isempty (A) && ~strcmp (name, 'Z')
    A = sparse (sizes(1), sizes(2));
end
if isfield (told, name)
    need_size (name, told.(name), sizes);
    A = spones (A + spones (sparse (double (told.(name)))));
end
end

function need_size (name, value, sizes)
if ~isequal (size (value), sizes)
    error ('geoms:system:pattern', '''pattern'': %s is %d x %d; it must be %d x %d.', name, ...
        size (value), sizes);
end
end

% entries of f, b, d, c by all unknowns, where they stand in rda
function more = more_of (sys, told, n)
more = [];
rows = sys_rows (sys.dims);
names = {'f', 'fdyn'; 'b', 'b'; 'd', 'd'; 'c', 'c'};
m = sys_sizes (sys);
for i = 1:4
    if isfield (told, names{i, 1})
        row = rows.(names{i, 2});
        A = told.(names{i, 1});
        need_size (names{i, 1}, A, [numel(row), n]);
        [r, c] = find (A);
        if isempty (more)
            more = sparse (m.m, n);
        end
        more = spones (more + sparse (row(r), c, 1, m.m, n));
    end
end
end
