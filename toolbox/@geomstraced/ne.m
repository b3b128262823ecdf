function r = ne (a, b)
if ~trace_state ('active')
    r = true (max (size (a), size (b)));    % a value that a function has kept
    return
end
r = compared ('NE', a, b);
end
