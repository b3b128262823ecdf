function gate_raise (err)
%GATE_RAISE  Raises an error that the gateway has brought back.
%   The user's own error has a stack and is raised unchanged; the gateway's has none.

if isfield (err, 'stack')
    rethrow (err);
end
error (err.identifier, '%s', err.message);

end
