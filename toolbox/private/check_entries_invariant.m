function audit = check_entries_invariant (audit, sys, core, point)
%CHECK_ENTRIES_INVARIANT  Invariants must not change along the motion from a consistent state.

if sys.dims.ni == 0
    return
end
rda = sys_rda (sys, core);
row = sys_rows (sys.dims);
flow = sys_flow (sys, core, rda, point, rda (point.t, point.x));
if ~all (isfinite (flow))
    return
end
[q, noise] = diff_derivative (rda, point, 1, flow);
terms = 0;
for block = {'p', 'v', 's'}
    part = zeros (size (flow));
    part(sys.index.(block{1})) = flow(sys.index.(block{1}));
    alone = diff_derivative (rda, point, 0, part);
    terms = terms + abs (alone(row.e));
end
names = arrayfun (@(i) sprintf ('%d', i), 1:sys.dims.ni, 'UniformOutput', false);
before = numel (audit.findings);
audit = check_entries_compare (audit, 'invariant: de/dt', q(row.e), zeros (sys.dims.ni, 1), ...
    noise(row.e) + 1e-6 * terms, names, {});
for i = before + 1:numel (audit.findings)
    audit.findings(i).advice = ['e is not constant along the motion: check it against the ', ...
        'forces; friction or a constraint that depends on t may feed it'];
end

end
