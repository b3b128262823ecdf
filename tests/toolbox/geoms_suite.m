function [passed, failed] = geoms_suite (name, cases)
%GEOMS_SUITE  Runs the cases of one suite.
%   [passed, failed] = geoms_suite (name, cases), cases = {'what must hold', @function; ...}
%   A case fails if it raises an error, or if its last warning is one of the levels of the constraints that
%   CHECK_WARNING has not expected. One line is printed for each that fails, one for the suite; with
%   GEOMS_SECONDS=5 in the environment also one for each that takes longer than 5 s of computing time.

passed = 0;
failed = 0;
watch = tic;
long = str2double (getenv ('GEOMS_SECONDS'));
for i = 1:size (cases, 1)
    lastwarn ('', '');
    start = cputime ();
    try
        cases{i, 2} ();
        no_alarm ();
        passed = passed + 1;
    catch e
        failed = failed + 1;
        fprintf ('FAILED %s: %s\n    %s (%s)%s\n', name, cases{i, 1}, e.message, e.identifier, ...
            origin (e.stack));
    end
    if cputime () - start > long
        fprintf ('%7.1f s of %s: %s\n', cputime () - start, name, cases{i, 1});
    end
end
fprintf ('%-12s %3d passed, %d failed (%.1f s)\n', name, passed, failed, toc (watch));

end

function no_alarm ()
[message, identifier] = lastwarn ();
if strncmp (identifier, 'geoms:levels:', 13)
    error ('geoms:test:alarm', '%s', message);
end
end

% line of the test file
function text = origin (stack)
text = '';
for i = 1:numel (stack)
    if strncmp (stack(i).name, 'test_', 5)
        text = sprintf (' in %s, line %d', stack(i).name, stack(i).line);
        return
    end
end
end
