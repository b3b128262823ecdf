function varargout = gate_call (command, varargin)
%GATE_CALL  The one place that calls the MEX file.
%   [...] = gate_call (command, ...) hands everything on. An error keeps its identifier and
%   loses the name of the MEX file, which Octave puts in front of its text.

try
    [varargout{1:nargout}] = geoms_mex (command, varargin{:});
catch e
    text = strrep (e.message, 'geoms_mex: ', '');
    identifier = e.identifier;
    if any (strcmpi (identifier, {'Octave:undefined-function', 'MATLAB:UndefinedFunction'}))
        identifier = 'geoms:build:missing';
        text = ['The compiled part of the toolbox (geoms_mex) is missing in toolbox/private: run ', ...
            'geomsbuild, or build with CMake. An installed package is loaded by ''pkg load geoms''.'];
    elseif isempty (identifier)
        identifier = 'geoms:gateway:call';
    end
    error (identifier, '%s', text);
end

end
