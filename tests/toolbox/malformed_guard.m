function value = malformed_guard (value)
%MALFORMED_GUARD  The same value, in which the functions raise nothing but 'user:own'.

if isa (value, 'function_handle')
    value = guarded (value);
elseif iscell (value)
    value = cellfun (@malformed_guard, value, 'UniformOutput', false);
elseif isstruct (value)
    names = fieldnames (value);
    for i = 1:numel (names)
        for j = 1:numel (value)
            value(j).(names{i}) = malformed_guard (value(j).(names{i}));
        end
    end
end

end

function g = guarded (f)
switch nargin (f)
    case 2
        g = @(a, b) malformed_answer (f, 'plain', [], a, b);
    case 3
        g = @(a, b, c) malformed_answer (f, 'plain', [], a, b, c);
    case 4
        g = @(a, b, c, d) malformed_answer (f, 'plain', [], a, b, c, d);
    case 5
        g = @(a, b, c, d, e) malformed_answer (f, 'plain', [], a, b, c, d, e);
    case 6
        g = @(a, b, c, d, e, f6) malformed_answer (f, 'plain', [], a, b, c, d, e, f6);
    otherwise
        g = f;
end
end
