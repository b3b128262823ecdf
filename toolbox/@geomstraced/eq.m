function r = eq (a, b)
if ~trace_state ('active')
    r = false (max (size (a), size (b)));    % a value that a function has kept
    return
end
refuse_switch (a, b);    % which takes no case then, without a word
r = compared ('EQ', a, b);
end
