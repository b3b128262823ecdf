function run_checkpoint (file, sol)
%RUN_CHECKPOINT  Writes sol into the file of the option Checkpoint, which is complete at any time.
%   It is written beside the old one, which it then replaces. If that fails the run goes on.
%   -v6: without compression, which would take twenty times as long.

half = [file, '.part'];
try
    save (half, 'sol', '-v6');
    run_replace (half, file);
catch e
    run_warn ('geoms:checkpoint:write', ['The checkpoint ''%s'' could not be written at t = ', ...
        '%.10g (%s). The run goes on; see that there is room on the disk.'], file, sol.t(end), ...
        e.message);
end

end
