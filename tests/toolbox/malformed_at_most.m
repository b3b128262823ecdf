function varargout = malformed_at_most (count, fcn, varargin)
%MALFORMED_AT_MOST  fcn (...), unless there are more arguments than `count`, which the host itself refuses.

if numel (varargin) > count
    error ('geoms:test:skipped', 'Too many arguments.');
end
[varargout{1:nargout}] = fcn (varargin{:});

end
