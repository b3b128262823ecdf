function s = run_no_selector (opts)
%RUN_NO_SELECTOR  The option Selector of a run that calls none of the user's: see RUN_SELECTOR.
%   Rows of the user count for nothing then, as where states are evaluated and no steps are made.

s = struct ('word', {opts.Selector}, 'given', [], 'evaluate', []);
if ~ischar (s.word)
    s.word = [];
end

end
