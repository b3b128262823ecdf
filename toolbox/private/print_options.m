function text = print_options (opts)
%PRINT_OPTIONS  The options that are set, with their defaults.

known = opt_list ();
list = cell (0, 2);
for i = 1:numel (known)
    name = known(i).name;
    if ~isfield (opts, name) || isempty (opts.(name))
        continue
    end
    list(end + 1, :) = {name, said(opts.(name), known(i).default)}; %#ok<AGROW>
end
text = sprintf ('options: %d are set, the others have their defaults; geomsset lists all\n', size (list, 1));
for i = 1:size (list, 1)
    text = [text, sprintf('  %-24s %s\n', list{i, :})]; %#ok<AGROW>
end

end

function text = said (value, standard)
text = value_of (value);
if ~isempty (standard) && ~isequal (value, standard) && ~isa (value, 'function_handle')
    text = sprintf ('%s (default %s)', text, value_of (standard));
end
end

function text = value_of (value)
if isa (value, 'function_handle')
    text = func2str (value);
elseif ischar (value) && size (value, 1) == 1
    text = value;
elseif isnumeric (value) && numel (value) == 1
    text = sprintf ('%g', value);
else
    text = check_described (value);
end
end
