function entries = sweep_run (s, list)
%SWEEP_RUN  The entries of the members `list` of a sweep, a cell with one for each member; others are [].
%   After Ctrl-C, and an error of Progress, those that are done are kept for geomslast.

store = sweep_store ('open', s.count);
keeper = onCleanup (@() sweep_keep (s, store));
first = [];
if ~s.called
    [s, first] = sweep_first (s, list);
end
if ~isempty (first) && sweep_fits_threads (first)
    sweep_threads (s, list, store, first);
else
    sweep_others (s, list, store);
end
entries = sweep_store ('take', store);

end
