function yes = sweep_fits_threads (problem)
%SWEEP_FITS_THREADS  Whether a run calls nothing of the host, so that a thread can make it.
%   Record is called afterwards, and may be there.

sys = problem.sys;
events = problem.events;
yes = sys_in_c (sys) && isempty (problem.selector.evaluate) && isempty (problem.output) && isempty (events.action) ...
    && (events.count == 0 || ~isempty (events.recorded));
if strcmp (sys.form, 'tree')
    yes = yes && ~any (sys.tree.called);
end

end
