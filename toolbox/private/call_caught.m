function [y, failed] = call_caught (raise)
%CALL_CAUGHT  What raise () raises as a struct with identifier, message and stack, as CALL_GUARD returns
%   it; y is [].

y = [];
failed = [];
try
    raise ();
catch e
    failed = struct ('identifier', e.identifier, 'message', e.message, 'stack', e.stack);
end

end
