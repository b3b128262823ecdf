function varargout = plainly (name, varargin)
%PLAINLY  A function of plain numbers, called as if nothing were recorded.

was = trace_state ('active');
trace_state ('resume', false);
back = onCleanup (@() trace_state ('resume', was));
[varargout{1:nargout}] = feval (name, varargin{:});

end
