function refuse (why)
%REFUSE  Ends a trace: what cannot be recorded, why and where. The refusal is kept, whatever is done with
%   the error.

why = [why, user_line()];
trace_state ('refused', why);
builtin ('error', 'geoms:derive:refused', '%s', why);

end
