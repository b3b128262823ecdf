function [passed, failed] = run_suites (which)
%RUN_SUITES  Runs suites of this folder; the last line is 'N passed, N failed'.
%   RUN_SUITES runs all of them, RUN_SUITES ('test_geoms') one.

if nargin < 1
    which = 'test_*';
end

here = fileparts (mfilename ('fullpath'));
root = fileparts (fileparts (here));
old = path ();
restorer = onCleanup (@() path (old));
warning ('off', 'Octave:gnuplot-graphics');
if isempty (getenv ('DISPLAY')) && isempty (getenv ('GNUTERM'))
    setenv ('GNUTERM', 'unknown');    % gnuplot would draw into the text of the tests
end
addpath (here, fullfile (root, 'tests', 'data'), fullfile (root, 'toolbox'));
files = dir (fullfile (here, [which, '.m']));
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
