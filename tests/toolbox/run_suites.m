function [passed, failed] = run_suites ()
%RUN_SUITES  Runs all suites of this folder; the last line is 'N passed, N failed'.

here = fileparts (mfilename ('fullpath'));
root = fileparts (fileparts (here));
old = path ();
restorer = onCleanup (@() path (old));
warning ('off', 'Octave:gnuplot-graphics');
if isempty (getenv ('DISPLAY')) && isempty (getenv ('GNUTERM'))
    setenv ('GNUTERM', 'unknown');    % gnuplot would draw into the text of the tests
end
addpath (here, fullfile (root, 'tests', 'data'), fullfile (root, 'toolbox'));
files = dir (fullfile (here, 'test_*.m'));
passed = 0;
failed = 0;
for i = 1:numel (files)
    suite = str2func (files(i).name(1:end - 2));
    try
        [p, f] = suite ();
    catch e
        fprintf ('FAILED %s: the suite broke off: %s (%s)\n', files(i).name, e.message, ...
            e.identifier);
        p = 0;
        f = 1;
    end
    passed = passed + p;
    failed = failed + f;
end
fprintf ('%d passed, %d failed\n', passed, failed);

end
