function watch = sweep_watch (s, watch, done)
%SWEEP_WATCH  Tells how many members of a sweep are done: a bar, or the user's function.
%   watch = sweep_watch (s, [], 0) begins, sweep_watch (s, watch, done) tells. The bar appears after a second
%   and is drawn again after half a second, as in geoms.

if isempty (watch)
    watch = struct ('begin', tic (), 'next', 1, 'shown', false);
    return
end
if ~ischar (s.progress)
    s.progress (done, s.count);
elseif strcmp (s.progress, 'on')
    seconds = toc (watch.begin);
    last = done == s.count;
    if seconds >= watch.next || last && watch.shown
        run_bar (done / s.count, sprintf ('%d of %d', done, s.count), seconds, last);
        watch.next = seconds + 0.5;
        watch.shown = true;
    end
end

end
