function message = check_error (identifier, fcn, part)
%CHECK_ERROR  Fails unless fcn () raises an error with this identifier (and this part in its text).

try
    fcn ();
catch e
    message = e.message;
    if ~strcmp (e.identifier, identifier)
        error ('geoms:test:error', '%s was raised instead of %s: %s', e.identifier, identifier, ...
            message);
    end
    if nargin > 2 && isempty (strfind (message, part))
        error ('geoms:test:error', '''%s'' is not in the message: %s', part, message);
    end
    return
end
error ('geoms:test:error', '%s was not raised', identifier);

end
