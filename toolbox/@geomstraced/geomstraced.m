function r = geomstraced (id, varargin)
%GEOMSTRACED  Numbers that are recorded: what a function does with them becomes nodes of a tape.
%   For the toolbox alone: geomstraced (id) has the nodes id (int32).
%     geomstraced ('call', HANDLE)        the MEX file, for all that follows
%     geomstraced ('constants', VALUES)   constants as recorded numbers
%     geomstraced ('active')              whether a function is being recorded
%     geomstraced ('refuse', TEXT)        ends the recording
%     geomstraced ('unknown', NAME)       why a function is refused
%     geomstraced ('called')              what the recorded function calls of the library, or ''
%     geomstraced (COMMAND, ...)          other commands of TRACE_STATE

if isa (id, 'int32')
    r = class (struct ('id', id), 'geomstraced');
elseif strcmp (id, 'call')
    tape_call (varargin{1});
    r = [];
elseif strcmp (id, 'constants')
    r = class (struct ('id', nodes (varargin{1})), 'geomstraced');
elseif strcmp (id, 'refuse')
    refuse (varargin{1});
elseif strcmp (id, 'unknown')
    r = not_recorded (varargin{1});
elseif strcmp (id, 'called')
    [~, r] = user_line ();
else
    r = trace_state (id, varargin{:});
end

end
