function help_print (list)
%HELP_PRINT  Prints what GEOMSHELP has found.

kinds = struct ('run', 'status of a run, sol.info', 'error', 'error', 'warning', 'warning', ...
    'internal', 'error of the toolbox itself: report it');
for entry = list
    fprintf ('%s (%s)\n', entry.identifier, kinds.(entry.kind));
    for part = regexp ([entry.text, ' / ', entry.remedy], ' / ', 'split')
        if ~isempty (part{1})
            fprintf ('    %s\n', wrapped (part{1}));
        end
    end
end

end

% lines of at most 96 characters
function text = wrapped (text)
text = regexprep ([text, ' '], '(.{1,96})\s', '$1\n    ');
text = strtrim (text);
end
