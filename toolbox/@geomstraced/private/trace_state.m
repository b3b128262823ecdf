function out = trace_state (command, value)
%TRACE_STATE  What a trace knows besides its tape.
%   trace_state ('begin', outcomes)   a function is recorded from now on; its first decisions have these
%                                     outcomes, further ones are true
%   trace_state ('decide', node)      the outcome of the next decision
%   trace_state ('decisions')         struct with nodes and outcomes
%   trace_state ('refused', text)     a refusal; the first one stays
%   trace_state ('refusal')           its text, or ''
%   trace_state ('parameters', n)     inputs from the number n on are parameters; Inf: none is
%   trace_state ('freeze', found)     parameters that must be known: numbers, and whether with their whole
%                                     leaf, struct ('inputs', n, 'whole', true); the first ones stay
%   trace_state ('frozen')            what 'freeze' has told, or []
%   trace_state ('place', node)       where the decision was made, '' : not known
%   trace_state ('raised')            the function raises an error of its own
%   trace_state ('has_raised')
%   trace_state ('end')               nothing is recorded any more
%   trace_state ('active')
%   trace_state ('resume', yes)       whether it is recorded, for a while

persistent active outcomes nodes refusal first frozen places raised
out = [];
if isempty (first)
    first = Inf;
    places = struct ('node', {}, 'text', {});
end
switch command
    case 'active'
        out = ~isempty (active) && active;
    case 'begin'
        active = true;
        outcomes = value;
        nodes = int32 ([]);
        refusal = '';
        frozen = [];
        raised = false;
    case 'end'
        active = false;
    case 'resume'
        active = value;
    case 'decide'
        nodes(end + 1) = value;
        if numel (nodes) > numel (outcomes)
            outcomes(end + 1) = true;
            places(end + 1) = struct ('node', value, 'text', place_of_user ());
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
    case 'parameters'
        if nargin > 1
            first = value;
            places = struct ('node', {}, 'text', {});
        end
        out = first;
    case 'freeze'
        if isempty (frozen)
            frozen = value;
        end
    case 'frozen'
        out = frozen;
    case 'place'
        out = '';
        at = find ([places.node] == value, 1);
        if ~isempty (at)
            out = places(at).text;
        end
end

end

% the line of the user's that asks
function text = place_of_user ()
text = '';
for at = dbstack ()'
    if isempty (strfind (at.file, '@geomstraced'))
        text = sprintf ('%s, line %d', at.name, at.line);
        return
    end
end
end
