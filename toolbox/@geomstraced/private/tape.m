function id = tape (varargin)
%TAPE  Nodes of an operation on nodes (int32) and constants: id = tape (op, a, b, c).

id = tape_call ('tape', varargin{:});

end
