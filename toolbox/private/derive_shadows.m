function cleaner = derive_shadows ()
%DERIVE_SHADOWS  Puts what stands in the place of functions like zeros while a function is recorded on
%   the path, as long as the returned object lives: numbers into which recorded ones may be written.

geomstraced ('call', @geoms_mex);
shadows = fullfile (fileparts (mfilename ('fullpath')), 'trace');
state = warning ('off', 'Octave:shadowed-function');
cleaner = onCleanup (@() without (shadows, state));
addpath (shadows);

end

function without (folder, state)
rmpath (folder);
warning (state);
end
