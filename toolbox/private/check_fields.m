function check_fields (s, list, identifier, text)
%CHECK_FIELDS  Raises an error unless a struct has these fields with values of this kind.
%   list        {field, test, what it must be; ...}; test (value) is true for what is right
%   text        begin of the message, which ends in: s.field must be ..., it is a ... of size ...

for i = 1:size (list, 1)
    name = list{i, 1};
    if ~isfield (s, name)
        error (identifier, '%s has no field ''%s''.', text, name);
    end
    value = s.(name);
    good = false;
    try
        good = all (list{i, 2} (value));
    catch e %#ok<NASGU> % of a class that cannot even be looked at
    end
    if ~good
        error (identifier, '%s has a field ''%s'' that must be %s; it is a %s of size %s.', text, ...
            name, list{i, 3}, class (value), strrep (strtrim (sprintf ('%d ', size (value))), ' ', ' x '));
    end
end

end
