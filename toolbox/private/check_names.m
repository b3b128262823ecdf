function check_names (sys)
%CHECK_NAMES  Raises an error if the names of the unknowns do not fit their numbers.

if isempty (sys.names)
    return
end
if numel (sys.names) ~= 1
    error ('geoms:system:names', ['''names'' is a struct array of %d: write struct (''p'', ', ...
        '{{''x'', ''y''}}), for struct (''p'', {...}) makes an array of as many as there are names.'], ...
        numel (sys.names));
end
blocks = fieldnames (sys.names);
for i = 1:numel (blocks)
    if ~isfield (sys.index, blocks{i})
        error ('geoms:system:names', ['''names'' has a field ''%s'', which is no block of ', ...
            'unknowns. %s'], blocks{i}, check_nearest (blocks{i}, fieldnames (sys.index)));
    end
    expected = numel (sys.index.(blocks{i}));
    list = sys.names.(blocks{i});
    if ~iscellstr (list) || numel (list) ~= expected || any (cellfun ('size', list(:), 1) > 1)
        error ('geoms:system:names', 'names.%s must be a cell array of %d texts.', blocks{i}, ...
            expected);
    end
end

end
