function values = numbers (id, what, advice)
%NUMBERS  Values of nodes that must be constants: sizes, indices, ranges.

[known, values] = tape_values (id);
if ~all (known(:))
    freeze (id, false);
    text = [what, ' that depends on the unknowns'];
    if nargin > 2
        text = [text, ': ', advice];
    end
    refuse (text);
end

end
