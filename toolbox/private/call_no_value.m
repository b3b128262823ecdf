function call_no_value (e, caller, identifier, name)
%CALL_NO_VALUE  Raises the error of a user's function unchanged, or says that it returned no value.
%   For the catch branch around the call, in the file `caller`: what is missing is missed there.

if ~isempty (e.stack) && strcmp (strtok (e.stack(1).name, '>'), caller)
    error (identifier, 'The function ''%s'' does not return the values that are needed (%s).', ...
        name, e.message);
end
rethrow (e);

end
