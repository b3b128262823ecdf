function yes = run_are_options (value)
%RUN_ARE_OPTIONS  Whether something is no initial values, but the name of an option, or a struct of
%   options and nothing else.

yes = ischar (value);
if isstruct (value) && numel (value) == 1 && ~isempty (fieldnames (value))
    known = opt_list ();
    foreign = opt_odeset ();
    yes = all (ismember (lower (fieldnames (value)), lower ([{known.name}, foreign(:, 1)'])));
end

end
