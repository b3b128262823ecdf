function result = check_warning (identifier, fcn)
%CHECK_WARNING  Fails unless fcn () warns with this identifier ('' : does not warn); its result.

lastwarn ('', '');
text = evalc ('result = fcn ();'); %#ok<NASGU>
[message, found] = lastwarn ();
lastwarn (message, '');
if ~strcmp (found, identifier)
    error ('geoms:test:warning', 'warning ''%s'' (%s) instead of ''%s''', found, message, ...
        identifier);
end

end
