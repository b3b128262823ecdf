function sweep_save (file, s)
%SWEEP_SAVE  Writes a variable s, which may hold functions, into a file that is complete at any time.

half = [file, '.part'];
try
    if exist ('OCTAVE_VERSION', 'builtin') > 0
        save (half, 's', '-binary');
    else
        save (half, 's', '-v7.3');
    end
    run_replace (half, file);
catch e
    error ('geoms:sweep:write', '''%s'' cannot be written: %s', file, e.message);
end

end
