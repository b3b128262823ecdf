function failed = geoms_setup (varargin)
%GEOMS_SETUP  Makes the toolbox GEOMS ready: its path, its compiled part, a test.
%   GEOMS_SETUP adds the folder toolbox beside this file to the path, compiles the C part where it is not
%   there yet (GEOMSBUILD, which needs a C compiler: in MATLAB 'mex -setup C') and runs GEOMSTEST. SAVEPATH
%   keeps the path for later sessions.
%   FAILED = GEOMS_SETUP () returns the number of tests that failed.
%
%   It is written for MATLAB R2018a and Octave 7, or later. In MATLAB it has not been tried yet.
%
%   See also GEOMS, GEOMSBUILD, GEOMSTEST, SAVEPATH.

if nargin > 0
    error ('geoms:arguments:number', 'geoms_setup takes no arguments.');
end
toolbox = fullfile (fileparts (mfilename ('fullpath')), 'toolbox');
if exist (fullfile (toolbox, 'geoms.m'), 'file') ~= 2
    error ('geoms:setup:folder', ['There is no folder toolbox beside %s.m: unpack the whole archive, and ', ...
        'leave its folders as they are.'], mfilename ('fullpath'));
end
addpath (toolbox);
if isempty (dir (fullfile (toolbox, 'private', ['geoms_mex.', mexext])))
    fprintf ('Compiling, which takes a minute ...\n');
    geomsbuild
end
count = geomstest ();
if count == 0
    fprintf ('GEOMS is ready. ''savepath'' keeps its folder in the path, ''help geoms'' tells more.\n');
end
if nargout > 0
    failed = count;
end

end
