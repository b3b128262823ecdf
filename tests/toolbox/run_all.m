%RUN_ALL  Runs all suites; ends with an error if a case has failed.
%   octave-cli tests/toolbox/run_all.m, or matlab -batch run_all: the exit status then tells.

addpath (fileparts (mfilename ('fullpath')));
[passed, failed] = run_suites ();
if failed > 0
    error ('geoms:test:failed', '%d cases failed.', failed);
end
