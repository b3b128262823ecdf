function results = sweep_join (s, entries, status)
%SWEEP_JOIN  Entries in a cell as a struct array; what is not there has this status, 'interrupted' or
%   'missing'.

missing = cellfun ('isempty', entries);
if any (missing)
    e = struct ('identifier', 'geoms:interrupted', 'message', 'This member was not done yet.');
    if strcmp (status, 'missing')
        e = struct ('identifier', 'geoms:sweep:missing', 'message', ...
            'The task of this member has written no result.');
    end
    sol = sweep_failed (s, e, []);
    sol.info.status = status;
    entries(missing) = {sweep_entry(s, 0, sol)};
end
results = reshape ([entries{:}], 1, []);

end
