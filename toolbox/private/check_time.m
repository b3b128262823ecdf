function t = check_time (t, identifier)
%CHECK_TIME  One time as a double; an error with this identifier if it is none.

if ~isnumeric (t) || ~isreal (t) || numel (t) ~= 1 || ~isfinite (t)
    error (identifier, ['The time must be one real and finite number, not a %s of ', ...
        'size %d x %d.'], class (t), size (t, 1), size (t, 2));
end
t = double (full (t));

end
