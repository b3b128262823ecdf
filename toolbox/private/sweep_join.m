function results = sweep_join (s, entries)
%SWEEP_JOIN  Entries in a cell as a struct array; what is not there has the status 'interrupted'.

missing = cellfun ('isempty', entries);
if any (missing)
    code = gate_code ('INTERRUPTED');
    e = struct ('identifier', code.identifier, 'message', 'This member was not done yet.');
    sol = sweep_failed (s, e, []);
    sol.info.status = 'interrupted';
    entries(missing) = {sweep_entry(s, 0, sol)};
end
results = reshape ([entries{:}], 1, []);

end
