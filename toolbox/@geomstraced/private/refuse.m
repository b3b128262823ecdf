function refuse (what, why, values)
%REFUSE  Ends a trace: what cannot be recorded, and why. The refusal is kept, whatever is done with
%   the error. values: a cell of those that are the reason; where they are parameters alone, they are
%   made constants instead.

if nargin > 2
    id = int32 ([]);
    for i = 1:numel (values)
        if isobject (values{i})
            id = [id; reshape(values{i}.id, [], 1)]; %#ok<AGROW>
        end
    end
    freeze (id, true);
end
trace_state ('refused', sprintf ('%s: %s', what, why));
error ('geoms:derive:refused', '%s: %s', what, why);

end
