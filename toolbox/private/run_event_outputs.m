function count = run_event_outputs (fcn, list)
%RUN_EVENT_OUTPUTS  How many of value, isterminal and direction the function of Events returns.
%   An anonymous function does not tell: it is asked for three, two and one of them.

count = 0;
try
    count = nargout (fcn);
catch e %#ok<NASGU>
end
if count > 0
    count = min (count, 3);
    return
end
out = cell (1, 3);
for count = 3:-1:2
    try
        [out{1:count}] = fcn (list{:});
        return
    catch e %#ok<NASGU>
    end
end
% an error in this one is the user's own
count = 1;
try
    out{1} = fcn (list{:}); %#ok<NASGU>
catch e
    call_no_value (e, mfilename (), 'geoms:events:size', 'Events');
end

end
