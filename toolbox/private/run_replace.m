function run_replace (from, to)
%RUN_REPLACE  Puts a file in the place of another one, all at once. In Octave movefile starts a shell.

if exist ('OCTAVE_VERSION', 'builtin') > 0
    [failed, text] = feval ('rename', from, to);
else
    [done, text] = movefile (from, to, 'f');
    failed = ~done;
end
if failed
    error ('geoms:checkpoint:write', '%s', text);
end

end
