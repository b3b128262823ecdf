function yes = run_are_options (value)
%RUN_ARE_OPTIONS  Whether something is no initial values, but the name of an option, or a struct of
%   options and nothing else.

yes = ischar (value);
if isstruct (value) && numel (value) == 1 && ~isfield (value, 'p') && ~isempty (fieldnames (value))
    known = opt_list ();
    foreign = opt_odeset ();
    names = fieldnames (value);
    yes = any (strcmpi (names{1}, {known.name})) || any (strcmpi (names{1}, foreign(:, 1)));
    yes = yes && all (ismember (lower (names), lower ([{known.name}, foreign(:, 1)'])));
end

end
