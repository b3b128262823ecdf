function opts = opt_core (opts)
%OPT_CORE  Options as the core takes them: Selector with rows of the user is 'given'.

if isfield (opts, 'Selector') && ~isempty (opts.Selector) && ~ischar (opts.Selector)
    opts.Selector = 'given';
end

end
