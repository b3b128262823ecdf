function sweep_tell (s, results)
%SWEEP_TELL  Warns of members that have failed: how many, and of what the first one.

if s.quiet
    return
end
failed = find (arrayfun (@(one) one.info.idid < 0 && ~strcmp (one.info.status, 'missing'), results));
if ~isempty (failed)
    info = results(failed(1)).info;
    run_warn ('geoms:sweep:failed', ['%d of %d members failed, the first of them number %d (%s): %s See ', ...
        'results(k).info.'], numel (failed), s.count, failed(1), info.identifier, info.message);
end

end
