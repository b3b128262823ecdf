function library = build (model, folder)
% BUILD  Compile a model in C into a shared library.
%   LIBRARY = BUILD () compiles pendulum_native.c into the folder for temporary files, unless that
%   was done since the file was changed, and returns the name of the library.
%   LIBRARY = BUILD (MODEL, FOLDER) does so with another file, into another folder.
%
%   Nothing but a C compiler is needed: no mex, no library of MATLAB or Octave. The compiler is cc,
%   or what the environment variable CC names.
%
%   See also RUN_DEMO, RUN_EXPORT, GEOMSSYS.

here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', '..', 'toolbox'));
if nargin < 1
    model = fullfile (here, 'pendulum_native.c');
end
if nargin < 2
    folder = tempdir ();
end
[~, name] = fileparts (model);
suffix = '.so';
if ispc ()
    suffix = '.dll';
end
library = fullfile (folder, [name, suffix]);
built = dir (library);
include = geomsexport ('include');
written = [dir(model), dir(fullfile (include, 'geoms_model.h'))];
if ~isempty (built) && built.datenum > max ([written.datenum])
    return
end

compiler = getenv ('CC');
if isempty (compiler)
    compiler = 'cc';
end
command = sprintf ('%s -O2 -fPIC -shared -ffp-contract=off -I "%s" "%s" -o "%s" -lm', compiler, ...
    include, model, library);
[status, text] = system ([command, ' 2>&1']);
if status ~= 0
    error ('geoms:example:compile', 'The model does not compile: %s\n%s', command, text);
end

end
