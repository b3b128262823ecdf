function value = malformed_spoil (value)
%MALFORMED_SPOIL  A copy of a value that is wrong somewhere: in its type, its size, or one of its parts.
%   Cells and structs are mostly spoiled somewhere inside, so that what stands around is right.

inside = malformed_draw () < 0.88;
if inside && iscell (value) && ~isempty (value)
    i = malformed_draw (numel (value));
    if ischar (value{i}) && malformed_draw () < 0.7 % names of options are one malformed input
        i = malformed_draw (numel (value));
    end
    value{i} = malformed_spoil (value{i});
elseif inside && isstruct (value) && ~isempty (value) && ~isempty (fieldnames (value))
    i = malformed_draw (numel (value));
    name = malformed_draw (fieldnames (value));
    value(i).(name) = malformed_spoil (value(i).(name));
elseif malformed_draw () < 0.35
    value = malformed_rubbish ();
else
    try
        value = changed (value);
    catch e %#ok<NASGU> % what cannot be changed in this way is replaced
        value = malformed_rubbish ();
    end
end

end

function value = changed (value)
if iscell (value)
    value = spoiled_cell (value);
elseif isstruct (value)
    value = spoiled_struct (value);
elseif ischar (value)
    value = spoiled_text (value);
elseif isnumeric (value) || islogical (value)
    value = spoiled_numbers (value);
elseif isa (value, 'function_handle')
    value = malformed_function (value);
else
    value = malformed_rubbish ();
end
end

function list = spoiled_cell (list)
k = numel (list);
i = malformed_draw (max (k, 1));
switch malformed_draw (6)
    case 1
        list(min (i, k):min (i, k)) = [];
    case 2
        list{k + 1} = malformed_rubbish ();
    case 3
        list = list([1:min(i, k), min(i, k):k]);
    case 4
        j = malformed_draw (max (k, 1));
        list([i, j]) = list([min(j, k):min(j, k), min(i, k):min(i, k)]);
    case 5
        list = reshape (list, [], 1);
    case 6
        list = {list};
end
end

function s = spoiled_struct (s)
names = fieldnames (s);
switch malformed_draw (8)
    case {1, 2, 3}
        if ~isempty (names)
            s = rmfield (s, malformed_draw (names));
        end
    case 4
        for i = 1:numel (s)
            s(i).(malformed_draw ({'more', 'P', 'x', 'type', 'np', 'RelTol'})) = malformed_rubbish ();
        end
    case 5
        s = [s(:); s(:)];
    case 6
        s = s([]);
    case 7
        s = struct ('inner', {s});
    case 8
        s = struct2cell (s);
end
end

function text = spoiled_text (text)
k = numel (text);
i = malformed_draw (max (k, 1));
switch malformed_draw (10)
    case 1
        text = text(1:end - 1);
    case 2
        text = [text, malformed_draw({' ', 'x', '%s', '%d', '\n', '''', '(', '.', char(0)})];
    case 3
        text = fliplr (text);
    case 4
        text = [text; text];
    case 5
        text = text';
    case 6
        text = repmat (text, 1, 200);
    case 7
        text(i) = char (malformed_draw (255));
    case 8
        text = double (text);
    case 9
        text = {text};
    case 10
        text = '';
end
end

function x = spoiled_numbers (x)
special = {NaN, Inf, -Inf, 0, -1, 0.5, 1e300, -1e300, 1e-300, 1e9, 2^53, 1e6, 3, 20000, eps};
k = numel (x);
i = malformed_draw (max (k, 1));
switch malformed_draw (17)
    case {1, 2, 3}
        x(i) = malformed_draw (special);
    case 4
        x(:) = malformed_draw (special);
    case 5
        x = x(1:end - 1);
    case 6
        x = [x(:); malformed_draw(special)];
    case 7
        x = x';
    case 8
        x = repmat (x, 2, 1);
    case 9
        x = repmat (full (x), [1, 1, 2]);
    case 10
        x = sparse (double (reshape (x, size (x, 1), [])));
    case 11
        x = complex (double (full (x)), 1);
    case 12
        x = feval (malformed_draw ({'single', 'int8', 'uint8', 'int32', 'uint64'}), x);
    case 13
        x = ~(x == 0);
    case 14
        x = zeros (malformed_draw ({[0 0], [0 1], [1 0], [0 3], [2 0 3], [0 1e6]}));
    case 15
        x = num2cell (x);
    case 16
        x = -x;
    case 17
        x = x(randperm_of (k));
end
end

function p = randperm_of (k)
p = 1:k;
for i = k:-1:2
    j = malformed_draw (i);
    p([i, j]) = p([j, i]);
end
end
