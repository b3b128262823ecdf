function out = trace_state (command, value)
%TRACE_STATE  What a trace knows besides its tape.
%   trace_state ('begin', outcomes)   a function is recorded from now on; its first decisions have these
%                                     outcomes, further ones are true
%   trace_state ('decide', node)      the outcome of the next decision
%   trace_state ('decisions')         struct with nodes and outcomes
%   trace_state ('refused', text)     a refusal; the first one stays
%   trace_state ('refusal')           its text, or ''
%   trace_state ('raised')            the function raises an error of its own
%   trace_state ('has_raised')
%   trace_state ('end')               nothing is recorded any more
%   trace_state ('active')
%   trace_state ('resume', yes)       whether it is recorded, for a while

persistent active outcomes nodes refusal raised
out = [];
switch command
    case 'active'
        out = ~isempty (active) && active;
    case 'begin'
        active = true;
        outcomes = value;
        nodes = int32 ([]);
        refusal = '';
        raised = false;
    case 'end'
        active = false;
    case 'resume'
        active = value;
    case 'decide'
        nodes(end + 1) = value;
        if numel (nodes) > numel (outcomes)
            outcomes(end + 1) = true;
        end
        out = outcomes(numel (nodes));
    case 'decisions'
        out = struct ('nodes', nodes, 'outcomes', outcomes(1:numel (nodes)));
    case 'raised'
        raised = true;
    case 'has_raised'
        out = raised;
    case 'refused'
        if isempty (refusal)
            refusal = value;
        end
    case 'refusal'
        out = refusal;
end

end
