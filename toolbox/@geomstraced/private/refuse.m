function refuse (what, why)
%REFUSE  Ends a trace: what cannot be recorded, and why. The refusal is kept, whatever is done with
%   the error.

trace_state ('refused', sprintf ('%s: %s', what, why));
error ('geoms:derive:refused', '%s: %s', what, why);

end
