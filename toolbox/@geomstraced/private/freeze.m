function freeze (id, whole)
%FREEZE  Ends a run of a function in which numbers must be known that depend on parameters alone: these
%   are recorded as constants then, and the function anew.
%   whole: with all numbers of the leaves to which they belong.

first = trace_state ('parameters');
needed = tape_call ('tapeneeds', id);
if isempty (needed) || any (needed < first)
    return
end
trace_state ('freeze', struct ('inputs', needed, 'whole', whole));
error ('geomstraced:frozen', 'A parameter must be known.');

end
