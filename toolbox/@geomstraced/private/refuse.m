function refuse (why)
%REFUSE  Ends a trace: what cannot be recorded, and why. The refusal is kept, whatever is done with
%   the error.

trace_state ('refused', why);
error ('geoms:derive:refused', '%s', why);

end
