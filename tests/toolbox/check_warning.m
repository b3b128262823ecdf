function result = check_warning (identifier, fcn)
%CHECK_WARNING  Fails unless fcn () warns with this identifier ('' : does not warn); its result.
%   In Octave 11 warnings that are off become the last one, too. What was told in front of them is then
%   known by its text alone: any will do.

lastwarn ('', '');
text = evalc ('result = fcn ();');
[message, found] = lastwarn ();
if ~isempty (found) && isempty (strfind (text, message))
    found = '';
    if ~isempty (strfind (text, 'warning: '))
        found = identifier;
    end
end
lastwarn (message, '');
if ~strcmp (found, identifier)
    error ('geoms:test:warning', 'warning ''%s'' (%s) instead of ''%s''', found, message, ...
        identifier);
end

end
