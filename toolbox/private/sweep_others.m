function sweep_others (s, list, store)
%SWEEP_OTHERS  Members of a sweep whose functions are called: over processes, if there are some.
%   Octave: parcellfun of the package parallel, if that is loaded; MATLAB: parfor. A few members at a
%   time, so that what is done is known. Without them one member follows the other.

octave = exist ('OCTAVE_VERSION', 'builtin') > 0;
processes = s.workers > 1 && numel (list) > 1 && (~octave || exist ('parcellfun') > 0); %#ok<EXIST>
at_once = 1;
if processes
    at_once = max (s.workers, min (16 * s.workers, ceil (numel (list) / 20)));
end
watch = sweep_watch (s, [], 0);
done = 0;
while done < numel (list)
    now_are = list(done + 1:min (done + at_once, end));
    if ~processes
        entries = {sweep_one(s, now_are)};
    elseif octave
        entries = feval ('parcellfun', s.workers, @(k) sweep_one (s, k), num2cell (now_are), ...
            'UniformOutput', false, 'VerboseLevel', 0);
    else
        entries = by_parfor (s, now_are);
    end
    for i = 1:numel (now_are)
        sweep_store ('put', store, now_are(i), entries{i});
        done = done + 1;
        watch = sweep_watch (s, watch, done);
    end
end

end

function entries = by_parfor (s, list)
entries = cell (1, numel (list));
parfor (i = 1:numel (list), s.workers)
    entries{i} = sweep_one (s, list(i));
end
end
