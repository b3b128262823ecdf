function sweep_keep (s, number)
%SWEEP_KEEP  Last act of a sweep: after Ctrl-C, keeps for geomslast what is done.

entries = sweep_store ('take', number);
if iscell (entries)
    run_partial (sweep_join (s, entries, 'interrupted'));
end

end
