function text = run_duration (seconds)
%RUN_DURATION  Seconds as words: '12 s', '3 min 05 s', '2 h 10 min', '40 days'.

seconds = ceil (seconds);
if seconds < 60
    text = sprintf ('%d s', seconds);
elseif seconds < 3600
    text = sprintf ('%d min %02d s', floor (seconds / 60), mod (seconds, 60));
elseif seconds < 172800
    text = sprintf ('%d h %02d min', floor (seconds / 3600), floor (mod (seconds, 3600) / 60));
else
    text = sprintf ('%.3g days', seconds / 86400);
end

end
