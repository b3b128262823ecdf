function [id, at] = derive_call (call, at)
%DERIVE_CALL  Nodes of what call (q) returns, see DERIVE_RECORD, where q are the parameters at, see
%   DERIVE_PARAMETERS: in at.fixed those that had to be constants. Whatever it prints is lost.

% with shadows as soon as something goes wrong without them, with constants as soon as they are asked for
for round = 1:1000
    try
        id = once (call, at);
        return
    catch e
        if strcmp (e.identifier, 'geomstraced:frozen')
            at.fixed = freeze (at, geomstraced ('frozen'), round);
        elseif isempty (at.shadows)
            at.shadows = derive_shadows ();
        else
            rethrow (e);
        end
    end
end

end

function id = once (call, at)
constants = ids_of (geomstraced ('constants', at.values));
at.id(at.fixed) = constants(at.fixed);
q = derive_traced (at.parameters, at.id, at.fixed);
call = @() call(q); %#ok<NASGU>
strict = isempty (at.shadows); %#ok<NASGU>
id = [];
evalc ('id = derive_record (call, strict);');
end

% those that were asked for; after some rounds all numbers of their leaves
function fixed = freeze (at, found, round)
fixed = at.fixed;
numbers = found.inputs - geomstraced ('parameters') + 1;
if found.whole || round > 5
    last = cumsum (cellfun (@prod, {at.leaves.size}));
    for k = numbers
        i = find (last >= k, 1);
        fixed(last(i) - prod (at.leaves(i).size) + 1:last(i)) = true;
    end
end
fixed(numbers) = true;
end
