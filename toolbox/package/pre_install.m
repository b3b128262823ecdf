function pre_install (description) %#ok<INUSD>
%PRE_INSTALL  Compiles the C part while `pkg install` works: geomsbuild, with mkoctfile alone, no make.
%   pkg calls it in the unpacked folder and takes geoms_mex.mex from src to its folder of this
%   machine's kind.

old = path ();
restorer = onCleanup (@() path (old));
addpath (fullfile (pwd (), 'inst'));
geomsbuild (fullfile (pwd (), 'src'));

end
