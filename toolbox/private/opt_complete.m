function settings = opt_complete (opts)
%OPT_COMPLETE  Options with their defaults in the place of what is not set: a struct with all of them.
%   opts comes from geomsset. One look at the list for a whole run, beside many by GEOMSGET.

persistent standard
if isempty (standard)
    list = opt_list ();
    standard = cell2struct ({list.default}', {list.name}', 1);
end
settings = standard;
given = find (~cellfun ('isempty', struct2cell (opts)))';
if ~isempty (given)
    names = fieldnames (opts);
    for i = given
        settings.(names{i}) = opts.(names{i});
    end
end

end
