function opts = opt_more (who, own, list)
%OPT_MORE  GEOMSSET of the names and values in list, for a function that has names of its own beside these.
%   who    the function; own: its names, which a name that is no option may be meant to be

try
    opts = geomsset (list{:});
catch e
    if ~strcmp (e.identifier, 'geoms:options:name')
        rethrow (e);
    end
    tried = regexp (check_utf8 (e.message), '''([^'']*)''', 'tokens', 'once');
    if isempty (tried)    % it is no word
        rethrow (e);
    end
    text = check_nearest (tried{1}, own);
    if strncmp (text, 'Did you mean', 12)
        error (e.identifier, '%s has no ''%s''. %s', who, tried{1}, text);
    end
    names = sprintf (', ''%s''', own{:});
    error (e.identifier, '%s %s itself has%s.', e.message, who, names(2:end));
end

end
