function [B, failed] = call_blocks_model (t, x, e)
%CALL_BLOCKS_MODEL  The blocks of k points from the function 'model'.
%   e comes from CALL_BLOCKS. Sizes are checked one by one only if the blocks do not fit
%   together. failed: the error of the function; without it as output the error is raised.

failed = [];
try
    if e.vectorized
        B = all_at_once (t, x, e);
    else
        B = one_by_one (t, x, e);
    end
catch err
    if nargout < 2
        rethrow (err);
    end
    [B, failed] = call_caught (@() rethrow (err));
end

end

% e.counts, e.heights: numbers of entries and of rows of each term; e.spreads: of those that may be the
% same for all points, else NaN
function B = all_at_once (t, x, e)
k = numel (t);
v = x(e.v, :);
tail = e.tail{15};
if ~isempty (e.z)
    tail{1} = call_z (e.index, x);
end
y = e.model (t, x(e.p, :), v, tail{:});
try
    parts = cell (e.number, 1);
    for i = e.given
        term = y.(e.terms{i});
        count = e.counts(i);
        if numel (term) == e.spreads(i) && k > 1
            term = repmat (term(:), 1, k);
        elseif numel (term) ~= count * k || size (term, 1) ~= e.heights(i)
            B = stacked (y, v, e, k);
            return
        end
        parts{i} = reshape (term, count, k);
    end
    if ~isempty (e.velocity)
        if ~isempty (e.kinematics)
            v = call_times (parts{e.kinematics}, v, e.np);
        end
        parts{e.velocity} = call_times (parts{e.jacobian}, v, e.nl);
    end
    B = vertcat (parts{:});
catch err
    stacked (y, v, e, k);
    rethrow (err);
end
if ~isa (B, 'double') || issparse (B)
    B = stacked (y, v, e, k);
end
end

function B = one_by_one (t, x, e)
k = numel (t);
P = x(e.p, :);
V = x(e.v, :);
tail = e.tail{15};
takes_z = ~isempty (e.z);
B = zeros (e.rows, k);
for j = 1:k
    if takes_z
        tail{1} = call_z (e.index, x(:, j));
    end
    v = V(:, j);
    y = e.model (t(j), P(:, j), v, tail{:});
    try
        if ~e.simple
            column = in_order (y, v, e);
        elseif e.nl == 0
            column = y.f;
        elseif e.has_gI
            column = [y.f; y.g; y.G(:); y.gI; y.gIIpart];
        else
            column = [y.f; y.g; y.G(:); y.G * v; y.gIIpart];
        end
        if e.mass_varies && e.simple
            column = [y.M(:); column];
        end
        B(:, j) = column;
    catch err
        stacked (y, v, e, 1);
        rethrow (err);
    end
    if size (column, 1) ~= e.rows || ~isa (column, 'double')
        stacked (y, v, e, 1);
    end
end
end

% a column of more than M, f, g, G, gI, gII
function column = in_order (y, v, e)
if e.nl > 0 && ~e.has_gI
    if isfield (y, 'Z')
        v = y.Z * v;
    end
    y.gI = y.G * v;
end
parts = cell (numel (e.terms), 1);
for i = 1:numel (e.terms)
    term = y.(e.terms{i});
    parts{i} = term(:);
end
column = vertcat (parts{:});
end

% with every size checked
function B = stacked (y, v, e, k)
bad = 'geoms:callback:size';
roles = sys_roles ();
part = struct ();
need = e.terms(e.has_gI | ~strcmp ('gI', e.terms));
if ~isstruct (y) || numel (y) ~= 1 || ~all (isfield (y, need))
    error (bad, 'model returned a %s of size %d x %d; it must return a struct with the fields %s.', class (y), ...
        size (y, 1), size (y, 2), strjoin (need(:)', ', '));
end
for role = roles(ismember ({roles.letter}, e.terms))'
    letter = role.letter;
    if e.has_gI || ~strcmp (letter, 'gI')
        [m, n] = sys_shape (role, e.sizes);
        part.(letter) = call_flat (y.(letter), m, n, k, ['model: ', letter], bad);
    elseif isfield (part, 'Z')
        part.gI = call_times (part.G, call_times (part.Z, v, e.np), e.nl);
    else
        part.gI = call_times (part.G, v, e.nl);
    end
end
B = struct2cell (part);
B = vertcat (B{:});
end
